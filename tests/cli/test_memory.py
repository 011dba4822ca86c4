"""`embcalc memory`, as it is typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from embcalc.cli import app
from embcalc.cli.memory import Command
from embcalc.schemes import BARE, USUAL
from tests.test_dependencies import modules_after


def run(*words: str, columns: int = 120) -> Result:
    """Run `embcalc memory` with these words."""
    return CliRunner(env={"COLUMNS": str(columns), "NO_COLOR": "1"}).invoke(app, ["memory", *words])


def test_json_has_exact_bytes() -> None:
    """A model is an object, several are a list; bytes are whole numbers."""
    found = json.loads(run("llama-3-8b", "--precision", "bf16,q4_k_m", "--json").stdout)
    assert [row["total"] for row in found["weights"]] == [16_060_522_496, 4_912_898_048]
    assert found["published"]["total"] == 16_060_522_496
    several = json.loads(run("llama-3-8b", "gpt2", "--precision", "bf16", "--json").stdout)
    assert [one["model"] for one in several] == ["llama-3-8b", "gpt2"]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["llama-3-8b", "--precision", "nf4", "gptq-g32"], id="one after the other"),
        pytest.param(["--precision", "nf4", "gptq-g32", "llama-3-8b"], id="before the model"),
        pytest.param(["--precision", "NF4,gptq-g32", "llama-3-8b"], id="with commas"),
        pytest.param(["--precision", "nf4", "llama-3-8b", "--precision=gptq-g32"], id="the option twice"),
    ],
)
def test_several_precisions(words: list[str]) -> None:
    """They may stand as people type them."""
    found = json.loads(run(*words, "--json").stdout)
    assert [row["precision"] for row in found["weights"]] == ["nf4", "gptq-g32"]


def test_every_usual_precision_may_follow_another() -> None:
    """The command knows each name that the usual table has."""
    assert all(Command.like.fullmatch(name) for name in (*USUAL, *BARE))


def test_csv_has_a_record_a_precision_and_a_way_to_train() -> None:
    """Weights and training share the columns, and `kind` tells them apart."""
    done = run("llama-3.2-1b", "--precision", "bf16", "--training", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["kind"] for row in rows] == ["weights"] * 2 + ["training"] * 4
    assert {row["model"] for row in rows} == {"llama-3.2-1b"}
    assert rows[-1]["total"] == str(8 * 1_235_814_400)


@pytest.mark.parametrize("columns", [80, 120])
def test_the_table_names_both_units_and_the_share_in_bytes(columns: int) -> None:
    """GiB and GB stand side by side, and no number is cut."""
    shown = run("llama-3-8b", columns=columns).stdout
    assert "5.61 GiB" in shown
    assert "6.03 GB" in shown
    assert "34.86 %" in shown
    assert max(map(len, shown.splitlines())) <= columns


def test_training_states_the_bytes_a_parameter() -> None:
    """Mixed precision is told apart from pure bf16."""
    shown = run("llama-3-8b", "--training").stdout
    assert "mixed, 32-bit gradients" in shown
    assert "pure bf16" in shown


def test_a_refused_row_says_why() -> None:
    """By default it is a dash and a reason; asked for by name it is a failure."""
    usual, named = run("gpt2"), run("gpt2", "--precision", "q8_0")
    assert (usual.exit_code, named.exit_code) == (0, 1)
    assert "the GGUF mixtures are not described for gpt2" in usual.stdout


@pytest.mark.parametrize(
    ("keys", "stated", "published"),
    [({"torch_dtype": None, "dtype": "bfloat16"}, "bfloat16", 2 * 124_439_808), ({}, None, None)],
)
def test_what_is_published_follows_the_stated_data_type(
    tmp_path: Path, keys: dict[str, str | None], stated: str | None, published: int | None
) -> None:
    """`dtype` beside a torch_dtype of null; where neither says anything there is no such row."""
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"model_type": "gpt2"} | keys))
    found = json.loads(run(str(config), "--precision", "fp32", "fp16", "bf16", "--json").stdout)
    assert found["stated_dtype"] == stated
    assert (found["published"] and found["published"]["total"]) == published
    assert [row["total"] for row in found["weights"]] == [4 * 124_439_808, 2 * 124_439_808, 2 * 124_439_808]


def test_an_unknown_method_warns_and_fails(tmp_path: Path) -> None:
    """The checkpoint's own bytes are not known: a warning, no number, and exit code 1."""
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "llama", "quantization_config": {"quant_method": "quip"}}')
    done = run(str(config), "--precision", "bf16", "--json")
    assert done.exit_code == 1
    assert "Warning: as published: quant_method" in done.stderr
    assert json.loads(done.stdout)["published"]["total"] is None


def test_an_unknown_precision_is_a_usage_error() -> None:
    """One line and what is close; exit code 2."""
    done = run("llama-3-8b", "--precision", "nf5")
    assert (done.exit_code, done.stderr) == (2, "Error: unknown precision 'nf5'\nDid you mean nf4?\n")


def test_one_broken_model_does_not_stop_the_rest() -> None:
    """The error names it, the other is shown, the exit code is 1."""
    done = run("no-such-model", "gpt2", "--precision", "bf16")
    assert done.exit_code == 1
    assert "no-such-model" in done.stderr
    assert "124,439,808" in done.stdout


def test_markdown_is_a_pipe_table() -> None:
    """The rows stand as they do in the terminal."""
    assert "| nf4" in run("llama-3-8b", "--precision", "nf4", "-f", "markdown").stdout


def test_a_json_config_needs_neither_rich_nor_yaml_nor_the_hub(tmp_path: Path) -> None:
    """Only what is used is loaded."""
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}')
    loaded = modules_after("memory", str(config), "--json", "--quiet")
    assert "embcalc.gguf" in loaded
    assert loaded & {"rich", "yaml", "huggingface_hub", "pydantic", "embcalc.render.table", "dataclasses"} == set()


def test_a_precision_that_is_named_twice_is_one_row() -> None:
    """In whatever letters it is written."""
    done = run("gpt2", "--precision", "bf16,BF16", "nf4", "bf16", "--json")
    assert [row["precision"] for row in json.loads(done.stdout)["weights"]] == ["bf16", "nf4"]


def test_a_damaged_section_names_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As any other damage does."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.json").write_text('{"model_type": "gpt2", "quantization_config": 7}')
    done = run("q.json")
    assert (done.exit_code, done.stderr) == (1, "Error: q.json: quantization_config must be a mapping, not 7\n")


def test_a_stated_number_of_parameters_has_its_bytes() -> None:
    """7B is 7 · 10⁹, in 16 bits 14,000,000,000 bytes: 14.00 GB, which are 13.04 GiB."""
    found = json.loads(run("--total", "7B", "--json").stdout)
    assert found["parameters"] == {"total": None, "stated_total": 7_000_000_000, "vocabulary": None}
    assert {row["precision"]: row["total"] for row in found["weights"]} == {
        "fp32": 28_000_000_000,
        "bf16": 14_000_000_000,
        "fp16": 14_000_000_000,
        "8-bit": 7_000_000_000,
        "4-bit": 3_500_000_000,
    }
    row = next(line.split() for line in run("--total", "7B").stdout.splitlines() if line.startswith("fp16"))
    assert row == ["fp16", "14,000,000,000", "13.04", "GiB", "14.00", "GB"]


def test_bits_are_divided_by_eight() -> None:
    """100T in 16 bits: 10¹⁴ · 16 / 8 bytes, 200 TB or 2 · 10¹⁴ / 2⁴⁰ = 181.9 TiB."""
    words = run("--total", "100T", "--precision", "fp16", columns=80).stdout.split()
    assert words[words.index("fp16") :][:6] == ["fp16", "200,000,000,000,000", "181.90", "TiB", "200.00", "TB"]


def test_half_a_byte_is_rounded_up() -> None:
    """Three values of 4 bits take two bytes."""
    found = json.loads(run("--total", "3", "--precision", "4-bit", "--json").stdout)
    assert found["weights"][0]["total"] == 2


def test_training_a_stated_number_of_parameters() -> None:
    """16 bytes each in mixed precision; the vocabulary's part is not known."""
    found = json.loads(run("--total", "7B", "--training", "--json").stdout)
    mixed = next(row for row in found["training"] if row["regime"] == "mixed")
    assert (mixed["total"], mixed["vocabulary"]) == (16 * 7_000_000_000, None)
    assert "vocabulary" not in run("--total", "7B", "--training").stdout


@pytest.mark.parametrize("name", ["nf4", "int8", "fp8", "gptq-g32", "awq", "mxfp4", "q4_k_m"])
def test_what_depends_on_the_tensors_needs_a_model(name: str) -> None:
    """A number alone does not tell which tensors are quantised, and how many scales they have."""
    done = run("--total", "7B", "--precision", name, "fp16", "--json")
    refused, told = json.loads(done.stdout)["weights"]
    assert (done.exit_code, refused["total"], told["total"]) == (1, None, 14_000_000_000)
    assert refused["refused"].endswith("depend on the tensors, so that a MODEL is needed")


@pytest.mark.parametrize("form", ["table", "markdown", "csv"])
def test_a_stated_number_in_every_format(form: str) -> None:
    """What follows from tensors has no column of dashes in a table."""
    done = run("--total", "7B", "--format", form)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "7,000,000,000 parameters" in done.stdout
    assert "–" not in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a MODEL is missing"),
        (["--precision", "fp16"], "a MODEL is missing"),
        (["--total", "7B", "--vocab", "32k"], "--vocab, --tie and --untie need a MODEL"),
        (["--total", "7B", "--untie"], "--vocab, --tie and --untie need a MODEL"),
        (["--total", "7Q"], "'7Q' is not a number"),
        (["--total", "0"], "at least 1"),
        (["--total", "7B", "--precision", "8bit"], "unknown precision '8bit'\nDid you mean 8-bit"),
    ],
)
def test_words_that_do_not_go_together_are_errors_of_usage(words: list[str], said: str) -> None:
    """One line, and a hint where there is one; exit code 2."""
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr


UNKNOWN = {"model_type": "nobody", "vocab_size": 32_000, "hidden_size": 4_096}


def test_a_stated_total_serves_a_model_that_is_not_described(tmp_path: Path) -> None:
    """The table's bytes are certain, and with the head the body's are what is left of the stated total."""
    config = tmp_path / "config.json"
    config.write_text(json.dumps(UNKNOWN | {"tie_word_embeddings": False}))
    done = run(str(config), "--total", "7B", "--precision", "fp16", "--json")
    row = json.loads(done.stdout)["weights"][0]
    assert done.exit_code == 0
    assert (row["vocabulary"], row["total"]) == (2 * 2 * 32_000 * 4_096, 14_000_000_000)
    assert row["body"] == 14_000_000_000 - row["vocabulary"]
    config.write_text(json.dumps(UNKNOWN))
    row = json.loads(run(str(config), "--total", "7B", "--precision", "fp16", "--json").stdout)["weights"][0]
    assert (row["input_embedding"], row["vocabulary"], row["body"]) == (2 * 32_000 * 4_096, None, None)
    assert row["total"] == 14_000_000_000


def test_a_stated_total_beside_an_exact_one_is_remarked() -> None:
    """As by `params`: the exact one is used."""
    done = run("gpt2", "--total", "117M", "--precision", "8-bit", "--json")
    assert done.stderr == "Warning: the stated total of 117,000,000 is not used: the exact one is 124,439,808\n"
    assert json.loads(done.stdout)["weights"][0]["total"] == 124_439_808
