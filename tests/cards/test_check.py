"""A card in its folder: claims have their lines and columns, and what cannot be read is said and stops nothing."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from embcalc.api import report
from embcalc.cards.check import check
from embcalc.cards.checked import Checked
from embcalc.cards.judging.verdict import Verdict
from embcalc.cards.writing import block

CONFIG = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "vocab_size": 1000,
    "tie_word_embeddings": True,
    "torch_dtype": "float32",
}
# two layers of 4 attention matrices, 3 of the MLP and 2 norms, the table and the last norm
TOTAL = 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 1000 * 64 + 64


def folder(place: Path, text: str, **changes: object) -> Path:
    """A model repository with this card."""
    place.mkdir(exist_ok=True)
    (place / "config.json").write_text(json.dumps(CONFIG | changes))
    (place / "README.md").write_bytes(text.encode())
    return place


def failures(checked: Checked) -> list[tuple[int, int, str]]:
    """Line, column and text of every finding that fails."""
    return [(f.line, f.column, f.text) for f in checked.findings if f.verdict is Verdict.FAIL]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_and_column_are_those_of_the_file(tmp_path: Path, newline: str, mark: str) -> None:
    """Front matter, line ends and a byte order mark do not shift them."""
    text = mark + "---\nlicense: mit\n---\n\n# M\n\n- **Layers:** 3\n\n| a | b |\n|---|---|\n| Vocab size | `1,001` |\n"
    checked = check(folder(tmp_path / "m", text.replace("\n", newline)))
    assert failures(checked) == [(7, 15, "3"), (11, 17, "1,001")]


def test_the_front_matter_is_judged(tmp_path: Path) -> None:
    """Each value has its place; a misspelt key fails with the close match."""
    text = f"---\nembcalc:\n  parameters: {TOTAL}\n  vocab_size: 1001\n  hiden_size: 64\n  memory: 1 GB\n---\n# M\n"
    checked = check(folder(tmp_path / "m", text))
    assert [(line, text) for line, _, text in failures(checked)] == [(4, "1001"), (5, ""), (6, "1 GB")]
    assert "hidden_size" in next(f.message for f in checked.findings if f.line == 5)


@pytest.mark.parametrize(
    ("entry", "passes"),
    [
        ("vocab_size: 1000", True),
        ("vocab_size: 999", False),
        ("vocab_size: 1K", True),
        ("hidden_size: 64", True),
        ("hidden_size: 60", False),
        (f"parameters: {TOTAL}", True),
        (f"parameters: {TOTAL + 1}", False),
        ("parameters: 138000", False),
        ("parameters: 138K", True),
    ],
)
def test_numbers_in_full_are_exact_in_the_front_matter(tmp_path: Path, entry: str, *, passes: bool) -> None:
    """A rough figure has a unit; the total is 138,048."""
    assert check(folder(tmp_path / "m", f"---\nembcalc:\n  {entry}\n---\n# M\n")).failed() is not passes


def test_a_tokenizers_size_is_no_vocabulary_of_the_front_matter(tmp_path: Path) -> None:
    """`vocab_size` means the table's rows; in a sentence, a few tokens less are a tokenizer's."""
    text = "---\nembcalc:\n  vocab_size: 990\n---\n# M\nThe vocabulary has 990 tokens.\n"
    verdicts = [(f.line, f.verdict) for f in check(folder(tmp_path / "m", text)).findings]
    assert verdicts == [(3, Verdict.FAIL), (6, Verdict.REMARK)]


def test_the_tokenizer_beside_the_card_is_asked(tmp_path: Path) -> None:
    """A size that is far below the rows is a tokenizer's where the tokenizer says so, and worth a warning."""
    place = folder(tmp_path / "m", "# M\n- Vocabulary size: 428\n")
    assert failures(check(place)) == [(2, 20, "428")]
    (place / "tokenizer.json").write_text(json.dumps({"model": {"vocab": {str(i): i for i in range(428)}}}))
    assert [f.verdict for f in check(place).findings] == [Verdict.WARNING]


def test_a_stale_block_fails_and_shows_the_difference(tmp_path: Path) -> None:
    """A card that `embcalc card` wrote passes; with one size changed in the config it fails at its line."""
    place = folder(tmp_path / "m", "")
    text = "# M\n\n" + block.render(report(place)) + "\n"
    (place / "README.md").write_text(text)
    assert not check(place).failed()
    folder(place, text, vocab_size=1001)
    checked = check(place)
    found = next(f for f in checked.findings if f.kind == "block")
    assert (found.line, found.verdict) == (3, Verdict.FAIL)
    assert "-| Vocabulary size" in found.message
    assert "1,001" in found.message
    assert (15, f"{TOTAL:,}") in [(line, text) for line, _, text in failures(checked)]


def test_a_card_needs_its_config(tmp_path: Path) -> None:
    """Without a config beside it, and with one that is broken, the card has an error that names the place."""
    place = folder(tmp_path / "m", "# M\n")
    (place / "config.json").write_text("{")
    assert "config.json" in str(check(place).error)
    (place / "config.json").unlink()
    assert "--config" in str(getattr(check(place).error, "hint", ""))
    assert check(place, "gpt2").error is None
    assert check(place / "nothing").failed()


def test_an_unknown_architecture_keeps_what_is_certain(tmp_path: Path) -> None:
    """The vocabulary is judged, the total is not; strictly, an unknown total fails."""
    place = folder(tmp_path / "m", "# M\n- Parameters: 9B\n- Vocabulary size: 1,001\n", model_type="strange")
    checked = check(place)
    assert [(f.text, f.verdict) for f in checked.findings] == [("9B", Verdict.SKIPPED), ("1,001", Verdict.FAIL)]
    folder(place, "# M\n- Vocabulary size: 1,000\n", model_type="strange")
    assert (check(place).failed(), check(place).failed(strict=True)) == (False, True)


def test_a_card_without_claims_passes_unless_strict(tmp_path: Path) -> None:
    """Nothing stated is nothing false."""
    checked = check(folder(tmp_path / "m", "# M\nA model.\n"))
    assert (checked.failed(), checked.failed(strict=True)) == (False, True)


@pytest.mark.parametrize(
    ("changes", "text", "verdict"),
    [
        ({}, "- Context length: 1024", Verdict.FAIL),
        ({}, "- Context length: 512", Verdict.OK),
        ({}, "- Context length: 256", Verdict.SKIPPED),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}, "- Context length: 1024", Verdict.SKIPPED),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}, "- Context length: 2048", Verdict.OK),
        ({"sliding_window": 128}, "- Context length: 1024", Verdict.SKIPPED),
        ({}, "- Context length: 1024 (extended with YaRN)", Verdict.SKIPPED),
        ({}, "- Tensor type: BF16", Verdict.FAIL),
        ({}, "- Precision: BF16", Verdict.SKIPPED),
        ({"quantization_config": {"quant_method": "gptq"}}, "- Tensor type: I32, FP16", Verdict.SKIPPED),
        ({"quantization_config": {"quant_method": "gptq"}}, "- Parameters: 30K", Verdict.SKIPPED),
        ({"torch_dtype": None}, "- Tensor type: BF16", Verdict.SKIPPED),
        ({}, "- Weights: 0.6 MB in fp32", Verdict.OK),
        ({}, "- Weights: 0.9 MB in fp32", Verdict.FAIL),
        ({"vision_config": {"hidden_size": 8}}, "- Hidden size: 32", Verdict.SKIPPED),
    ],
)
def test_only_what_is_certain_is_judged(
    tmp_path: Path, changes: dict[str, object], text: str, verdict: Verdict
) -> None:
    """Stretched contexts, quantised weights and composed models leave claims that do not agree alone."""
    checked = check(folder(tmp_path / "m", f"# M\n{text}\n", **changes))
    assert [finding.verdict for finding in checked.findings if finding.text][:1] == [verdict]


def test_a_contradiction_says_what_else_it_may_be(tmp_path: Path) -> None:
    """Seven billion of Gemma-7B: the message gives the total and the non-embedding count."""
    place = folder(tmp_path / "m", "# Gemma\nA 7B parameter decoder.\n")
    message = check(place, "gemma-7b").findings[0].message
    assert "8,537,680,896" in message
    assert "7.75B" in message
    folder(place, "# GPT-2\nThis is the smallest model, with 117M parameters.\n")
    assert "124,439,808" in check(place, "gpt2").findings[0].message
    folder(place, "# Gemma 2\n- Parameters: 8B\n")
    assert "8.32B" in check(place, "gemma-2-9b").findings[0].message


def test_a_model_distilled_from_another_is_not_that_one(tmp_path: Path) -> None:
    """The title names the family's first model; the folder names a smaller one, whose figures the table lacks."""
    text = "# Big-R1\n\n| Model | Total parameters |\n|---|---|\n| Big-R1-Zero | 671B |\n| Big-R1 | 671B |\n"
    assert [f.verdict for f in check(folder(tmp_path / "Big-R1-Distill-Llama-8B", text)).findings] == [
        Verdict.SKIPPED,
        Verdict.SKIPPED,
    ]
    assert failures(check(folder(tmp_path / "Big-R1", text.replace("671B", "200K")))) != []


def test_a_count_that_is_off_by_little_says_by_how_much(tmp_path: Path) -> None:
    """In numbers, where a share would be 0.0 %."""
    message = check(folder(tmp_path / "m", f"# M\n- Parameters: {TOTAL - 3:,}\n")).findings[0].message
    assert "138,048, 3 more" in message


@pytest.mark.parametrize(
    "text",
    [
        "8B parameters, ",
        "Layers: 3\n",
        "<!-- embcalc: ignore ",
        "![",
        "[a](",
        "|a",
        "a. ",
        "9",
        "> ",
        "models ",
        "\\$~",
    ],
)
def test_a_card_of_repetitions_is_read_in_time(tmp_path: Path, text: str) -> None:
    """What a hostile or a broken generator may write takes no more than a moment."""
    begun = time.process_time()
    check(folder(tmp_path / "m", "# M\n" + text * 2000), every=True)
    assert time.process_time() - begun < 10


def test_a_number_is_never_cut_where_a_sentence_is_too_long(tmp_path: Path) -> None:
    """At every place near the cut: three billion is no part of 8.03 billion."""
    for shift in range(40):
        text = "# M\n" + "word " * 390 + "x" * shift + " it has 138,048 parameters, " + "word " * 100 + ".\n"
        assert not check(folder(tmp_path / "m", text)).failed()


def test_rows_of_one_name_are_told_apart_by_their_sizes(tmp_path: Path) -> None:
    """The title names the family, the folder the size: the row with that size is this model's."""
    rows = "| Foo 2 | 138K | 2 |\n| Foo 2 | 70B | 80 |\n"
    place = folder(tmp_path / "Foo-2-138K", f"# Foo 2\n\n| | Params | Layers |\n|---|---|---|\n{rows}")
    assert [(f.text, f.verdict) for f in check(place).findings] == [("138K", Verdict.OK), ("2", Verdict.OK)]


@pytest.mark.parametrize(("model_type", "default"), [("bloom", 64), ("falcon", 4544)])
def test_a_width_by_its_former_name_is_the_models(tmp_path: Path, model_type: str, default: int) -> None:
    """Older releases called it n_embed; the class default of hidden_size is not the model's."""
    sizes = {"n_embed": 128, "n_layer": 2, "n_head": 4, "num_hidden_layers": 2, "num_attention_heads": 4}
    (tmp_path / "config.json").write_text(json.dumps({"model_type": model_type, "vocab_size": 1000, **sizes}))
    for stated, verdict in ((128, Verdict.OK), (default, Verdict.FAIL)):
        (tmp_path / "README.md").write_text(f"# M\n\n- Hidden size: {stated}\n")
        (found,) = check(tmp_path).findings
        assert found.verdict is verdict
    assert found.message.endswith("the config gives 128")


def test_the_reading_that_fits_best_is_taken(tmp_path: Path) -> None:
    """~3.6B is gpt-oss-20b's active count without its input embedding, to the digit; the whole one is only near."""
    (tmp_path / "README.md").write_text("# gpt-oss-20b\n\n- Active parameters: ~3.6B\n")
    (found,) = check(tmp_path / "README.md", "gpt-oss-20b").findings
    d = 2880
    attention = 2 * d * 4096 + 4096 + 2 * (d * 512 + 512) + d + 64  # q and o, k and v, biases, a sink for each head
    experts = 4 * (d * 5760 + 5760 + d * d + d) + d * 32 + 32  # 4 of 32 serve a token; all are scored
    layer = attention + experts + 2 * d
    assert (found.verdict, found.actual) == (Verdict.OK, 24 * layer + d + 201_088 * d)
