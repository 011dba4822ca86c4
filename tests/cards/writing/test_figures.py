"""The figures on a card are the report's, in words; expected values are arithmetic or published ones."""

from __future__ import annotations

import pytest

import embcalc
from embcalc.cards.writing.figures import rows, values

# Llama-3.2-1B: V = 128,256, d = 2,048, tied, 1,235,814,400 parameters (its publisher's safetensors header)
LLAMA = {
    "parameters": "1235814400",
    "embedding_parameters": str(128256 * 2048),
    "non_embedding_parameters": str(1235814400 - 128256 * 2048),
    "vocab_size": "128256",
    "hidden_size": "2048",
    "tied_embeddings": "true",
    "embedding_share": "21.25 %",
    "memory": "2.47 GB",
}


def test_values_are_exact() -> None:
    """Whole numbers are written out; share and memory are rounded to two decimals."""
    assert values(embcalc.report("llama-3.2-1b")) == LLAMA


def test_an_untied_head_is_no_part_of_the_embedding() -> None:
    """Llama-3-8B: two matrices of V·d, both outside of the non-embedding count, both in the share."""
    table = 128256 * 4096
    found = values(embcalc.report("llama-3-8b"))
    assert found["embedding_parameters"] == str(table)
    assert found["non_embedding_parameters"] == str(8030261248 - 2 * table)
    assert found["embedding_share"] == f"{200 * table / 8030261248:.2f} %"
    assert dict(rows(embcalc.report("llama-3-8b")))["Output head parameters"] == f"{table:,}"


def test_a_mixture_states_its_active_parameters() -> None:
    """Mixtral-8x7B has 46.7B parameters, of which 12.9B are active (its publisher)."""
    found = values(embcalc.report("mixtral-8x7b"))
    assert (found["parameters"][:3], found["active_parameters"][:4]) == ("467", "1287")


def test_a_factorised_embedding_has_a_dimension_of_its_own() -> None:
    """ALBERT's table is 30,000 × 128 beside a hidden size of 768."""
    found = dict(rows(embcalc.report("albert-base-v2")))
    assert (found["Embedding dimension"], found["Hidden size"]) == ("128", "768")
    assert found["Embedding parameters"] == f"{30000 * 128:,}"


@pytest.mark.parametrize(
    ("stated", "row", "bytes_each"),
    [("float32", "float32", 4), ("bfloat16", "bfloat16", 2), (None, "bfloat16", 2), ("int3", "bfloat16", 2)],
)
def test_memory_names_its_data_type(stated: str | None, row: str, bytes_each: int) -> None:
    """The config's own data type; 16 bits where it states none, or one that is not known."""
    found = dict(rows(embcalc.report({"model_type": "gpt2", "dtype": stated})))
    assert found[f"Memory of the weights in {row}"].startswith(f"{124439808 * bytes_each / 1e6:.2f} MB (")


def test_an_unknown_total_is_left_out() -> None:
    """Of an architecture that is not described, only what is certain is stated."""
    found = values(embcalc.report({"model_type": "novel", "vocab_size": 100, "hidden_size": 8}))
    assert found == {"embedding_parameters": "800", "vocab_size": "100", "hidden_size": "8"}


def test_large_memory_has_no_commas() -> None:
    """A comma would end the value in a YAML mapping in braces."""
    assert all("," not in value for value in values(embcalc.report("deepseek-v3")).values())
