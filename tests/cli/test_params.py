"""`embcalc params`, as it is typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.typed import LLAMA, LLAMA_TOTAL, document, given, typed


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("llama-3-8b", {"total": 8_030_261_248, "input_embedding": 525_336_576, "output_head": 525_336_576}),
        ("llama-3.2-1b", {"total": 1_235_814_400, "output_head": 0}),
        ("qwen2.5-0.5b", {"total": 494_032_768}),
        ("gemma-2-2b", {"total": 2_614_341_888}),
        ("gpt2", {"total": 124_439_808}),
        ("mixtral-8x7b", {"total": 46_702_792_704}),
        ("deepseek-v3", {"total": 671_026_404_352, "stored": 671_026_419_200}),
        ("qwen2.5-7b", {"non_embedding": 6_525_621_760}),
    ],
)
def test_published_figures(name: str, figures: dict[str, int]) -> None:
    """The JSON holds the numbers that publishers and transformers give."""
    found = document("params", name)["parameters"]
    assert {key: found[key] for key in figures} == figures


@pytest.mark.parametrize(
    ("name", "share", "tied"),
    [("llama-3-8b", 0.130839, False), ("llama-3.2-1b", 0.212547, True), ("qwen2.5-0.5b", 0.275558, True)],
)
def test_share_and_tying(name: str, share: float, tied: bool) -> None:  # noqa: FBT001
    """Share of the total, and whether head and table are one."""
    found = document("params", name)
    assert round(found["embedding_share"], 6) == share
    assert found["tied"] is tied


def test_the_table_shows_each_part() -> None:
    """Name, shape, parameters, share and memory of the table, the head, the body and the total."""
    lines = typed("params", "llama-3-8b").stdout.splitlines()
    rows = {line.split("  ")[0]: line.split() for line in lines if line}
    assert rows["input embedding"][-6:] == ["4,096", "525,336,576", "6.54", "%", "0.98", "GiB"]
    assert rows["body"][1:] == ["6,979,588,096", "86.92", "%", "13.00", "GiB"]
    assert rows["total"][1:] == ["8,030,261,248", "100.00", "%", "14.96", "GiB"]
    assert "model.embed_tokens.weight" in lines
    assert "lm_head.weight" in lines


def test_the_facts_beneath_the_table() -> None:
    """Share, tying and its cost, non-embedding, memory in both units, and class defaults."""
    shown = " ".join(typed("params", "llama-3.2-1b").stdout.split())
    assert "embedding share 21.25 % 262,668,288 of 1,235,814,400" in shown
    assert "tied yes tie_word_embeddings in the config" in shown
    assert "if it were untied 1,498,482,688 +262,668,288 (+21.25 %), +0.49 GiB" in shown
    assert "non-embedding 973,146,112" in shown
    assert "memory 2.30 GiB = 2.47 GB weights, 2 bytes each (bf16 or fp16)" in shown


def test_a_mixture_of_experts_shows_its_active_parameters() -> None:
    """37.55 billion of DeepSeek-V3, and what its checkpoint stores beside the parameters."""
    shown = " ".join(typed("params", "deepseek-v3").stdout.split())
    assert "active 37,552,282,624" in shown
    assert "stored 671,026,419,200" in shown


def test_both_readings_of_non_embedding() -> None:
    """GPT-2 without token table: 85,842,432; without positions, too: 85,056,000."""
    shown = typed("params", "gpt2").stdout
    assert "85,842,432" in shown
    assert "85,056,000" in shown


@pytest.mark.parametrize("columns", [20, 30, 40, 60, 80, 100, 200])
@pytest.mark.parametrize("name", ["deepseek-v3", "bert-base-uncased", "t5-small"])
def test_no_number_is_cut_at_any_width(name: str, columns: int) -> None:
    """Narrow terminals get lists instead of a table; every line fits, and every figure is whole."""
    shown = typed("params", name, "--explain", columns=columns).stdout
    assert max(map(len, shown.splitlines())) <= columns
    figures = document("params", name)["parameters"]
    for key in ("total", "input_embedding", "non_embedding", "body"):
        assert f"{figures[key]:,}" in shown


def test_explain_gives_formula_and_numbers() -> None:
    """V × d with the numbers put in, and the bytes in both units."""
    shown = typed("params", "llama-3-8b", "--explain").stdout
    assert "V × d = 128,256 × 4,096 = 525,336,576" in shown
    assert "32 × 218,112,000 (model.layers.{0-31}) + 4,096 outside them = 6,979,588,096" in shown
    assert "8,030,261,248 × 16 / 8 = 16,060,522,496 bytes" in shown


def test_explain_in_json_is_a_list_of_steps() -> None:
    """Figure, formula, numbers and value of each."""
    steps = document("params", "gpt2", "--explain")["explain"]
    assert steps[0] == {
        "figure": "input embedding",
        "formula": "V × d",
        "numbers": "50,257 × 768",
        "value": "38,597,376",
    }


def test_another_vocabulary_and_tying() -> None:
    """6,979,588,096 of body and one matrix of 32,000 × 4,096."""
    found = document("params", "llama-3-8b", "--vocab", "32k", "--tie")
    assert found["parameters"]["total"] == 6_979_588_096 + 32_000 * 4_096
    assert (found["tied"], found["tied_from"], found["vocab_size"]) == (True, "option", 32_000)


def test_sixteen_bits_in_both_units() -> None:
    """Llama-3-70B: 141,107,412,992 bytes are 141.11 GB and 131.42 GiB; Llama-3-8B: 16.06 GB and 14.96 GiB."""
    large, small = document("params", "llama-3-70b", "llama-3-8b")
    assert large["memory"]["total"] == 2 * 70_553_706_496 == 141_107_412_992
    assert small["memory"]["total"] == 2 * 8_030_261_248 == 16_060_522_496
    assert "131.42 GiB = 141.11 GB" in typed("params", "llama-3-70b").stdout
    assert "14.96 GiB = 16.06 GB" in typed("params", "llama-3-8b").stdout
    # 282,214,825,984 bytes in 32 bits
    assert "262.83 GiB = 282.21 GB" in typed("params", "llama-3-70b", "--dtype", "fp32").stdout


def test_a_class_without_a_head_is_named_and_costs_less() -> None:
    """Llama-3-70B without its 128,256 × 8,192: 69,503,033,344 parameters, 129.46 GiB in 16 bits."""
    sizes = {"hidden_size": 8_192, "intermediate_size": 28_672, "num_hidden_layers": 80, "num_attention_heads": 64}
    config = LLAMA | sizes | {"vocab_size": 128_256, "num_key_value_heads": 8, "architectures": ["LlamaModel"]}
    found = json.loads(given(config, "params", "--json").stdout)
    assert found["parameters"]["total"] == 70_553_706_496 - 128_256 * 8_192 == 69_503_033_344
    assert found["architecture"] == "LlamaModel"
    assert "129.46 GiB = 139.01 GB" in given(config, "params").stdout


def test_a_vocabulary_of_nothing_is_refused() -> None:
    """Sharded training has written 0 into configs: no total is printed without the tables."""
    done = given(LLAMA | {"vocab_size": 0}, "params")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Error: stdin: vocab_size must be at least 1, not 0\n"


def test_data_types_that_disagree_are_remarked() -> None:
    """The newer key is used."""
    done = given(LLAMA | {"dtype": "bfloat16", "torch_dtype": "float16"}, "params", "--json")
    assert done.stderr == "Warning: torch_dtype float16 disagrees with dtype bfloat16, which is used\n"
    assert json.loads(done.stdout)["memory"]["stated_dtype"] == "bfloat16"


def test_memory_in_another_data_type() -> None:
    """4 bytes each, and the column says so."""
    assert document("params", "gpt2", "--dtype", "fp32")["memory"]["total"] == 4 * 124_439_808
    assert "float32" in typed("params", "gpt2", "--dtype", "fp32").stdout


def test_several_models_are_a_list() -> None:
    """One after the other, in the order of the words; one alone is no list."""
    assert [found["model"] for found in document("params", "gpt2", "llama-3-8b")] == ["gpt2", "llama-3-8b"]
    assert document("params", "gpt2")["model"] == "gpt2"


def test_one_bad_model_of_several_is_named_and_the_rest_are_shown() -> None:
    """Exit code 1, and the good ones printed."""
    done = typed("params", "gpt2", "no-such-model", "llama-3-8b", "--json")
    assert done.exit_code == 1
    assert [found["model"] for found in json.loads(done.stdout)] == ["gpt2", "llama-3-8b"]
    assert done.stderr.startswith("Error: no-such-model: no such file and no bundled model\n")


def test_csv_has_a_line_a_model() -> None:
    """Nested keys are joined with a dot; integers are exact."""
    rows = list(csv.DictReader(io.StringIO(typed("params", "gpt2", "llama-3-8b", "--format", "csv").stdout)))
    assert [row["parameters.total"] for row in rows] == ["124439808", "8030261248"]
    assert [row["tied"] for row in rows] == ["true", "false"]


def test_markdown_is_a_section_with_a_pipe_table() -> None:
    """It reads unrendered, too."""
    shown = typed("params", "gpt2", "--format", "markdown").stdout
    assert shown.startswith(
        "## gpt2\n\nGPT2LMHeadModel, V = 50,257, d = 768\n\nbundled config of openai-community/gpt2\n"
    )
    assert "| input embedding | `transformer.wte.weight` |  50,257 × 768 |" in shown
    assert "- non-embedding: 85,842,432; total − embedding − head\n  - strict: 85,056,000;" in shown


def test_a_config_from_a_file_a_folder_and_standard_input(tmp_path: Path) -> None:
    """JSON and YAML with config.json's keys."""
    (tmp_path / "config.json").write_text(json.dumps(LLAMA))
    (tmp_path / "model.yaml").write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in LLAMA.items()))
    refs = [str(tmp_path), str(tmp_path / "config.json"), str(tmp_path / "model.yaml")]
    assert [document("params", ref)["parameters"]["total"] for ref in refs] == [LLAMA_TOTAL] * 3
    assert json.loads(given(LLAMA, "params", "--json").stdout)["source"]["kind"] == "stdin"


def test_class_defaults_that_were_used_are_named() -> None:
    """A key that is absent takes the class default, and never silently."""
    silent = {key: value for key, value in LLAMA.items() if key not in ("vocab_size", "architectures")}
    done = given(silent, "params")
    assert done.exit_code == 0
    assert "architectures = LlamaForCausalLM" in done.stdout
    assert "vocab_size = 32,000" in done.stdout


UNKNOWN = {"model_type": "lama", "vocab_size": 32_000, "hidden_size": 4_096}


def test_an_unknown_type_prints_what_is_certain() -> None:
    """V·d, no total, exit code 1, and the type that was meant."""
    done = given(UNKNOWN, "params")
    assert done.exit_code == 1
    unknown = "Warning: model_type lama is not described, so the total is unknown."
    assert done.stderr == f"{unknown} Did you mean llama or mllama?\n"
    assert "131,072,000" in done.stdout
    assert "unknown" in done.stdout
    assert json.loads(given(UNKNOWN, "params", "--json").stdout)["parameters"]["total"] is None


@pytest.mark.parametrize(("flag", "head"), [(True, 0), (False, 131_072_000)])
def test_an_unknown_type_that_states_its_tying(flag: bool, head: int) -> None:  # noqa: FBT001
    """The head is then certain, and what the other tying would change."""
    stated = UNKNOWN | {"tie_word_embeddings": flag}
    assert json.loads(given(stated, "params", "--json").stdout)["parameters"]["output_head"] == head
    sign, word = ("+", "untied") if flag else ("−", "tied")
    assert f"if it were {word}  {sign}131,072,000" in given(stated, "params").stdout


def test_a_stated_total_is_labelled_as_such() -> None:
    """1.82 % of 7.2 billion as stated, exit code 0."""
    done = given(UNKNOWN, "params", "--total", "7.2B")
    assert done.exit_code == 0
    assert "131,072,000 of a stated, not an exact, total of 7,200,000,000" in done.stdout
    assert "total, as stated" in done.stdout


def test_a_stated_total_beside_an_exact_one_is_remarked() -> None:
    """The exact one is shown."""
    done = typed("params", "gpt2", "--total", "117M")
    assert done.exit_code == 0
    assert done.stderr == "Warning: the stated total of 117,000,000 is not used: the exact one is 124,439,808\n"
    assert "117,000,000" not in done.stdout


def test_quiet_leaves_warnings_out() -> None:
    """Nothing on stderr; the exit code stays."""
    done = given(UNKNOWN, "params", "--quiet")
    assert (done.stderr, done.exit_code) == ("", 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vocab", "32q"], "'32q' is not a number"),
        (["--vocab", ""], "'' is not a number"),
        (["--vocab", "0"], "at least 1"),
        (["--total", "x"], "'x' is not a number"),
        (["--dtype", "int3"], "unknown data type 'int3'"),
        (["--dtype", ""], "unknown data type ''"),
        (["--json", "--format", "csv"], "--json and --format csv contradict each other"),
    ],
)
def test_wrong_options_are_errors_of_usage(words: list[str], said: str) -> None:
    """Exit code 2, one line, and a hint where there is one."""
    done = typed("params", "gpt2", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert done.stdout == ""


def test_a_vocabulary_for_each_side_of_a_translator() -> None:
    """8,848 · 160 and 6,632 · 160, and the second once more as a head: 3,537,920, no total, exit code 1."""
    sizes = {"source_vocab": 8_848, "target_vocab": 6_632, "hidden_size": 160, "share_decoder_input_output": False}
    done = given(sizes, "params", "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 1
    assert done.stderr == "Warning: the config has no model_type, so the total is unknown\n"
    assert [table["parameters"] for table in found["tables"]] == [1_415_680, 1_061_120, 1_061_120]
    assert (found["parameters"]["vocabulary"], found["parameters"]["total"]) == (3_537_920, None)
