"""`params` for people: which rows and facts a report has."""

from __future__ import annotations

from typing import Any

import pytest

import embcalc
from embcalc.reports import Origin
from embcalc.views.params import facts, place, rows, sheet, subtitle
from embcalc.views.sheet import Grid, Steps


def labels(model: Any, **options: Any) -> list[str]:
    """The labels of the rows."""
    return [row.cells[0] for row in rows(embcalc.report(model, **options))]


def shown(model: Any, **options: Any) -> dict[str, tuple[str, str]]:
    """The facts by their labels."""
    return {fact.label.strip(): (fact.figure, fact.remark) for fact in facts(embcalc.report(model, **options))}


def test_rows_are_the_parts_that_there_are() -> None:
    """Position and other tables and the head's bias only where a model has them."""
    assert labels("llama-3-8b") == ["input embedding", "output head", "body", "total"]
    assert labels("gpt2") == ["input embedding", "output head", "position table", "body", "total"]
    assert labels("bert-base-uncased") == [
        "input embedding",
        "output head",
        "head bias",
        "position table",
        "other table",
        "body",
        "total",
    ]


def test_a_class_without_a_head_says_so() -> None:
    """It has no tying either."""
    found = embcalc.report({"model_type": "llama", "architectures": ["LlamaModel"]})
    head = next(row for row in rows(found) if row.cells[0] == "output head")
    assert (head.cells[2], head.detail) == ("0", "none in this class")
    assert "tied" not in shown({"model_type": "llama", "architectures": ["LlamaModel"]})


@pytest.mark.parametrize(
    ("config", "options", "remark"),
    [
        ({"model_type": "llama", "tie_word_embeddings": False}, {}, "tie_word_embeddings in the config"),
        ({"model_type": "llama"}, {}, "class default, not set in the config"),
        ({"model_type": "llama"}, {"tied": True}, "as asked for"),
    ],
)
def test_where_the_tie_answer_is_from(config: dict[str, Any], options: dict[str, Any], remark: str) -> None:
    """The config, the class default, or the option."""
    assert shown(config, **options)["tied"][1] == remark


def test_the_cost_of_the_other_tying() -> None:
    """Total, parameters, percent of the total, bytes: for a tied and for an untied model."""
    assert shown("llama-3.2-1b")["if it were untied"] == ("1,498,482,688", "+262,668,288 (+21.25 %), +0.49 GiB")
    assert shown("llama-3-8b")["if it were tied"] == ("7,504,924,672", "−525,336,576 (−6.54 %), −0.98 GiB")


def test_units_of_memory_are_told_apart() -> None:
    """16-bit unless asked; 4 bits are half a byte."""
    from embcalc.dtypes import dtype

    assert shown("llama-3-8b")["memory"] == ("14.96 GiB = 16.06 GB", "weights, 2 bytes each (bf16 or fp16)")
    assert shown("llama-3-8b", dtype=dtype("int4"))["memory"][1] == "weights, 0.5 byte each (int4)"


def test_a_narrow_table_and_a_wide_body_are_told_apart() -> None:
    """ALBERT's d is 128, its hidden size 768."""
    assert subtitle(embcalc.report("albert-base-v2")) == "AlbertForMaskedLM, V = 30,000, d = 128, hidden size 768"


@pytest.mark.parametrize(
    ("origin", "text"),
    [
        (Origin("m", "bundled", "a/b"), "bundled config of a/b"),
        (Origin("m", "hub", "a/b", "0123abc"), "Hub: a/b @ 0123abc"),
        (Origin("m", "stdin", "-"), "standard input"),
        (Origin("m", "file", "x/\x1b.json"), r"x/\x1b.json"),
    ],
)
def test_the_place_that_a_config_is_from(origin: Origin, text: str) -> None:
    """With the commit where it is known."""
    assert place(embcalc.report({"model_type": "gpt2"})._replace(origin=origin)) == text


def test_explain_adds_steps() -> None:
    """They follow the facts."""
    assert [type(part) for part in sheet(embcalc.report("gpt2"), explain=True).parts][-1] is Steps
    assert isinstance(sheet(embcalc.report("gpt2")).parts[0], Grid)


def test_shares_add_up() -> None:
    """The rows above the total are all of it."""
    for name in ("llama-3-8b", "bert-base-uncased", "t5-small", "albert-base-v2", "deepseek-v3"):
        *parts, total = [int(row.cells[2].replace(",", "")) for row in rows(embcalc.report(name))]
        assert sum(parts) == total


def test_two_vocabularies_of_a_type_that_is_not_described() -> None:
    """A row for each side's table, the head of the target's rows, and what they come to."""
    config = {"src_vocab_size": 8_848, "tgt_vocab_size": 6_632, "d_model": 160}
    untied = config | {"share_decoder_input_output_embed": False}
    found = [(row.cells[:3], row.detail) for row in rows(embcalc.report(untied))]
    assert found == [
        (("input embedding", "8,848 × 160", "1,415,680"), "encoder"),
        (("input embedding", "6,632 × 160", "1,061,120"), "decoder"),
        (("output head", "6,632 × 160", "1,061,120"), ""),
        (("total", "", "unknown"), ""),
    ]
    assert shown(untied)["vocabulary"] == ("3,537,920", "input embedding + what the head owns")
    assert shown(untied)["tied"] == ("no", "share_decoder_input_output_embed in the config")
    assert shown(untied)["if it were tied"][0] == "−1,061,120"
    assert "vocabulary" not in shown(config)
