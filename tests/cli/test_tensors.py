"""`embcalc tensors`, as it is typed."""

from __future__ import annotations

import csv
import io
import json
import time

import pytest

from embcalc.cli import tensors
from tests.cli.typed import LLAMA, LLAMA_TOTAL, document, given, typed


def test_repeated_layers_are_folded() -> None:
    """One row for the same tensor of all layers; --all lists each."""
    folded = typed("tensors", "gpt2").stdout
    assert "transformer.h.{0-11}.attn.c_attn.weight" in folded
    assert "21,233,664" in folded
    every = typed("tensors", "gpt2", "--all").stdout
    assert "transformer.h.11.attn.c_attn.weight" in every
    assert "1,769,472" in every
    assert all("124,439,808" in shown for shown in (folded, every))


def test_a_tied_head_names_its_owner() -> None:
    """It is listed, and owns nothing."""
    shown = typed("tensors", "gpt2").stdout.splitlines()
    head = next(number for number, line in enumerate(shown) if line.startswith("lm_head.weight"))
    assert shown[head].split()[-1] == "0"
    assert shown[head + 1] == "= transformer.wte.weight"


def test_json_lists_every_tensor_in_checkpoint_order() -> None:
    """Name, shape, role and owner, and no other key."""
    listed = document("tensors", "gpt2")
    assert {tuple(tensor) for tensor in listed} == {("name", "shape", "role", "tied_to")}
    assert listed[0] == {
        "name": "transformer.wte.weight",
        "shape": [50_257, 768],
        "role": "input_embedding",
        "tied_to": None,
    }
    assert listed[-1]["tied_to"] == "transformer.wte.weight"
    assert len(listed) == 149


def test_csv_holds_parameters_and_copies() -> None:
    """The parameters of all rows are the total, folded or not."""
    for words in ([], ["--folded"]):
        rows = list(csv.DictReader(io.StringIO(typed("tensors", "gpt2", "--format", "csv", *words).stdout)))
        assert sum(int(row["parameters"]) for row in rows) == 124_439_808
    assert {row["copies"] for row in rows} == {"1", "12"}


def test_another_vocabulary_and_tying() -> None:
    """The listing is rebuilt."""
    listed = document("tensors", "gpt2", "--vocab", "1k", "--untie")
    assert listed[-1] == {"name": "lm_head.weight", "shape": [1_000, 768], "role": "output_head", "tied_to": None}


def test_a_config_on_standard_input() -> None:
    """- is a config, too."""
    shown = given(LLAMA, "tensors").stdout
    assert f"{LLAMA_TOTAL:,}" in shown


def test_an_unknown_type_lists_the_tables_alone() -> None:
    """Their names are roles; the total is unknown, and so says the exit code."""
    done = given({"vocab_size": 10, "hidden_size": 4}, "tensors", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == [
        {"name": "input_embedding.weight", "shape": [10, 4], "role": "input_embedding", "tied_to": None}
    ]


def test_all_of_the_largest_model_are_listed_at_once() -> None:
    """91,991 lines of DeepSeek-V3; the bound is generous, the speed is benchmarked."""
    start = time.process_time()
    listed = document("tensors", "deepseek-v3")
    assert time.process_time() - start < 10
    assert len(listed) == 3 * 12 + 58 * (9 + 3 * 256 + 2 + 3) + 3


@pytest.mark.parametrize("words", [["--json"], ["--format", "csv"], ["--all"]])
def test_more_tensors_than_any_model_has_are_not_listed(words: list[str]) -> None:
    """10,000 layers of 100,000 experts: three billion lines are refused at once, and folded they are few."""
    absurd = {"model_type": "mixtral", "num_hidden_layers": 10_000, "num_local_experts": 100_000}
    done = given(absurd, "tensors", *words)
    assert done.exit_code == 1
    assert f"at most {tensors.MOST_LISTED:,} are listed\nFold them with --folded.\n" in done.stderr
    assert given(absurd, "tensors", *words, "--folded").exit_code == 0
