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
from embcalc.schemes import USUAL
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
    assert all(Command.like.fullmatch(name) for name in USUAL)


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
