"""Explanations: every step's numbers give its value."""

from __future__ import annotations

import re
from typing import Any

import pytest

import embcalc
from embcalc.explain import Step, steps


def by_figure(model: Any, **options: Any) -> dict[str, Step]:
    """The steps of a model by what they find."""
    return {step.figure: step for step in steps(embcalc.report(model, **options))}


def value(text: str) -> float:
    """What a calculation in print comes to."""
    plain = re.sub(r"\([^)]*\)|outside them|bytes", "", text).replace(",", "")
    parts = re.findall(r"\d+|[+−×/]", plain)
    return float(eval("".join({"−": "-", "×": "*"}.get(part, part) for part in parts)))  # noqa: S307 - digits and signs


@pytest.mark.parametrize(
    "name", ["llama-3-8b", "gpt2", "deepseek-v3", "mixtral-8x7b", "bert-base-uncased", "t5-small", "albert-base-v2"]
)
def test_numbers_give_the_value(name: str) -> None:
    """Each calculation as shown, done again."""
    for step in steps(embcalc.report(name)):
        if step.figure in ("embedding share", "memory") or step.formula.startswith("tied to"):
            continue
        assert value(step.numbers) == value(step.value), step


def test_a_formula_stands_beside_its_numbers() -> None:
    """V × d, d × V, and the layers."""
    found = by_figure("llama-3-8b")
    assert found["input embedding"] == ("input embedding", "V × d", "128,256 × 4,096", "525,336,576")
    assert found["output head"].numbers == "4,096 × 128,256"
    assert found["body"].numbers == "32 × 218,112,000 (model.layers.{0-31}) + 4,096 outside them"
    assert found["embedding share"].value == "13.08 %"
    assert found["memory"].value == "14.96 GiB (/ 2³⁰ a GiB) = 16.06 GB (/ 10⁹ a GB)"


def test_a_tied_head_is_said_to_be_counted_elsewhere() -> None:
    """It names the tensor whose values it shares."""
    assert by_figure("gpt2")["output head"] == (
        "output head",
        "tied to transformer.wte.weight",
        "the same 50,257 × 768 values, counted there",
        "0",
    )


def test_each_reading_of_non_embedding_has_its_name() -> None:
    """With the head or without, with positions or without, and the matrices alone."""
    found = by_figure("llama-2-7b")
    assert {name: found[name].value for name in ("non-embedding", "without input embedding")} == {
        "non-embedding": "6,476,271,616",
        "without input embedding": "6,607,343,616",
    }
    gpt2 = by_figure("gpt2")
    assert gpt2["non-embedding, strict"].numbers == "85,842,432 − 786,432"
    assert gpt2["without embedding tables"].numbers == "124,439,808 − 38,597,376 − 786,432"
    assert gpt2["matrices of the body"][2:] == ("85,056,000 − 121,344", "84,934,656")


def test_only_what_is_known_is_explained() -> None:
    """Of an unknown architecture the table alone, until a total is stated."""
    unknown = {"vocab_size": 32_000, "hidden_size": 4_096}
    assert list(by_figure(unknown)) == ["input embedding"]
    assert "memory" in by_figure(unknown, stated_total=7_200_000_000)


def test_the_vocabulary_is_explained_where_the_total_is_not_known() -> None:
    """Two tables and a head of its own."""
    sizes = {"src_vocab_size": 8_848, "tgt_vocab_size": 6_632, "d_model": 160, "tie_word_embeddings": False}
    found = by_figure(sizes)
    assert list(found) == ["input embedding", "output head", "vocabulary"]
    assert found["input embedding"].numbers == "8,848 × 160 + 6,632 × 160"
    assert found["vocabulary"][2:] == ("2,476,800 + 1,061,120", "3,537,920")
