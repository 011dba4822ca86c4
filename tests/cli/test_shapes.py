"""`embcalc shapes`, as it is typed."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from embcalc.cli import app

LLAMA = ("llama-3-8b", "--batch", "8", "--seq", "8192", "--logits-dtype", "fp32")


def run(*words: str, columns: int = 120) -> Result:
    """Run `embcalc shapes` with these words."""
    return CliRunner(env={"COLUMNS": str(columns), "NO_COLOR": "1"}).invoke(app, ["shapes", *words])


def document(*words: str) -> dict[str, Any]:
    """What `embcalc shapes … --json` prints."""
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("columns", [80, 120])
def test_the_table_shows_that_logits_are_32_times_e(columns: int) -> None:
    """The row of the logits ends in 32, and the line beneath says so with both sizes in bytes."""
    lines = run(*LLAMA, columns=columns).stdout.splitlines()
    row = next(line for line in lines if line.startswith("logits "))
    assert row.split()[-1] == "32"
    facts = "\n".join(lines[-6:])
    assert "33,621,540,864 bytes" in facts
    assert "32 times E" in facts
    assert "1,050,673,152 bytes" in facts
    assert max(map(len, lines)) <= columns


def test_json_has_exact_bytes() -> None:
    """8 × 8,192 × 128,256 × 4 bytes, with the shape in symbols and in numbers."""
    found = document(*LLAMA)
    logits = next(array for array in found["arrays"] if array["name"] == "logits")
    assert logits["bytes"] == 33_621_540_864
    assert (logits["symbols"], logits["shape"]) == (["B", "n", "V"], [8, 8_192, 128_256])
    assert logits["times_embedding"] == 32
    assert (found["batch"], found["seq"], found["vocab_size"]) == (8, 8_192, 128_256)
    assert found["context_limit"] == {"tokens": 8_192, "from": "max_position_embeddings", "hard": False}


def test_json_keeps_its_keys() -> None:
    """Keys are stable: scripts read them."""
    found = document("gpt2", "--tp", "2", "--training", "--explain")
    assert list(found) == [
        *("model", "source", "model_type", "architecture", "vocab_size", "hidden_size", "embedding_size"),
        *("tied", "tied_from", "batch", "seq", "sequences", "positions", "context_limit", "arrays"),
        *("tensor_parallel", "training", "explain", "warnings"),
    ]
    array = found["arrays"][0]
    assert list(array) == [
        *("name", "symbols", "shape", "values", "dtype", "bytes", "times_embedding", "state", "tensor")
    ]


def test_csv_has_a_line_for_each_array() -> None:
    """`part` tells the flow from what a rank holds and from training."""
    rows = list(csv.DictReader(io.StringIO(run("gpt2", "--tp", "2", "--training", "-f", "csv").stdout)))
    assert {row["part"] for row in rows} == {"flow", "rank", "training"}
    assert [row["bytes"] for row in rows if row["name"] == "embedding"] == [
        str(50_257 * 768 * 2),
        str(25_129 * 768 * 2),
    ]


def test_markdown_is_a_table() -> None:
    """Every column is there, the widest terminal's."""
    done = run("gpt2", "-f", "markdown")
    assert done.stdout.startswith("## gpt2")
    assert "| `transformer.wte.weight` |" in done.stdout


def test_explain_gives_four_reasons_of_two_lines() -> None:
    """At 80 columns, none of them takes a third line."""
    lines = run("llama-3-8b", "--explain", columns=80).stdout.splitlines()
    explained = lines[next(i for i, line in enumerate(lines) if line.startswith("lookup ")) :]
    assert [line.split()[0] for line in explained if not line.startswith(" ")] == [
        "lookup",
        "order",
        "tying",
        "context",
    ]
    assert len(explained) <= 8


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("roberta-base", "--seq", "513"), "514 rows, of which the first 2 serve no position"),
        (("gpt2", "--seq", "1025"), "transformer.wpe.weight has 1,024 rows"),
        (("mpt-7b", "--seq", "2049"), "max_seq_len"),
    ],
)
def test_a_text_that_is_too_long_is_an_error(words: tuple[str, ...], reason: str) -> None:
    """One line on stderr that says why, nothing on stdout, exit code 1."""
    done = run(*words)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: n = ")
    assert reason in done.stderr


def test_beyond_a_rotary_limit_there_is_a_warning() -> None:
    """The shapes are shown all the same; --quiet leaves the warning out."""
    done = run("llama-3-8b", "--seq", "8193")
    assert done.exit_code == 0
    assert done.stderr.startswith("Warning: n = 8,193 is above the limit of 8,192 tokens: max_position_embeddings")
    assert run("llama-3-8b", "--seq", "8193", "--quiet").stderr == ""


@pytest.mark.parametrize(
    "words",
    [("gpt2", "--batch", "0"), ("gpt2", "--seq", "x"), ("gpt2", "--dtype", "fp7"), ("gpt2", "--json", "-f", "csv")],
)
def test_wrong_words_are_usage_errors(words: tuple[str, ...]) -> None:
    """Exit code 2, and one line."""
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: ")


def test_an_undescribed_architecture_is_shown_in_part(tmp_path: Any) -> None:
    """What is certain is printed, positions are unknown, and the exit code is 1."""
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "never-heard-of", "vocab_size": 100, "hidden_size": 8}')
    done = run(str(config), "--quiet")
    assert done.exit_code == 1
    assert "E, token table" in done.stdout
    assert "the architecture is not described" in done.stdout
    assert "logits" not in done.stdout


def test_a_pipe_gets_plain_text() -> None:
    """No escape sequence where nobody sees colours."""
    assert "\x1b" not in run("gpt2").stdout


def test_words_of_a_config_cannot_act_on_a_terminal(tmp_path: Any) -> None:
    """An escape sequence in rope_type is written out, in the table and in the warning."""
    config = tmp_path / "config.json"
    scaling = {"rope_type": "\x1b[31mred", "factor": 2}
    config.write_text(json.dumps({"model_type": "llama", "max_position_embeddings": 10, "rope_scaling": scaling}))
    done = run(str(config), "--seq", "11")
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[31mred" in done.stdout
