"""The sheet of `memory`: rows, and what is said beneath them."""

from __future__ import annotations

from embcalc import api
from embcalc.views.memory import records, sheet
from embcalc.views.sheet import Fact, Facts, Grid, Prose


def test_rows_show_bytes_in_gib_and_gb() -> None:
    """Llama-3-8B in 16 bits: 14.96 GiB is 16.06 GB."""
    (grid, *_) = sheet(api.memory("llama-3-8b", precisions=["bf16"])).parts
    assert isinstance(grid, Grid)
    assert grid.rows[1].cells == (
        *("bf16", "0.98 GiB", "0.98 GiB", "1.96 GiB", "13.00 GiB", "14.96 GiB", "16.06 GB", "13.08 %"),
    )


def test_each_precision_says_its_bits_and_what_it_does() -> None:
    """The bits are those of the whole model, the vocabulary in 16 bits counted in."""
    facts = sheet(api.memory("llama-3-8b", precisions=["q8_0"])).parts[1]
    assert isinstance(facts, Facts)
    assert Fact("q8_0", "8.50 bits", "llama.cpp's Q8_0, no importance matrix") in facts.lines


def test_what_the_class_leaves_out_is_said() -> None:
    """DeepSeek-V3's checkpoint also holds a layer for multi-token prediction."""
    facts = sheet(api.memory("deepseek-v3", precisions=["bf16"])).parts[1]
    assert isinstance(facts, Facts)
    assert facts.lines[-1].label == "not counted"
    assert "multi-token-prediction" in facts.lines[-1].figure


def test_fused_experts_are_explained() -> None:
    """Why most rows of gpt-oss save next to nothing."""
    parts = sheet(api.memory("gpt-oss-20b", precisions=["nf4"])).parts
    assert any(isinstance(part, Prose) and "no linear layer" in part.text for part in parts)


def test_refusals_share_a_line() -> None:
    """One reason is said once for all rows that it refuses."""
    parts = sheet(api.memory("gpt2", precisions=["q8_0", "q6_k"])).parts
    assert Prose("q8_0, q6_k: the GGUF mixtures are not described for gpt2.") in parts


def test_records_of_a_model_have_the_same_keys() -> None:
    """Weights and training share their columns."""
    rows = records(api.memory("gpt2", precisions=["bf16"], training=True).to_dict())
    assert len({tuple(row) for row in rows}) == 1


def test_a_column_has_one_unit() -> None:
    """The rows of Llama-3.2-1B on both sides of 1 GiB are compared in GiB, those of gpt2 in MiB and MB."""
    for model, binary, decimal in (("llama-3.2-1b", "GiB", "GB"), ("gpt2", "MiB", "MB")):
        grids = [part for part in sheet(api.memory(model, training=True)).parts if isinstance(part, Grid)]
        assert grids[0].columns[6].heading == f"in {decimal}"
        for row in grids[0].rows:
            assert {cell.split()[-1] for cell in row.cells[3:6] if cell != "–"} <= {binary}
        assert {row.cells[-1].split()[-1] for row in grids[1].rows} == {"GiB"}
