"""`tensors` for people and machines."""

from __future__ import annotations

import embcalc
from embcalc.views.sheet import Grid
from embcalc.views.tensors import document, records, sheet


def test_a_row_is_a_tensor_or_a_group_of_alike_ones() -> None:
    """Shape of one, parameters of all; a scalar has no shape; the total is last."""
    manifest = embcalc.manifest({"model_type": "gpt2"})
    grid = sheet("gpt2", manifest, manifest.folded).parts[0]
    assert isinstance(grid, Grid)
    assert grid.rows[2].cells == ("transformer.h.{0-11}.ln_1.weight", "768", "body", "9,216")
    assert grid.rows[-1].cells == ("total", "", "", "124,439,808")


def test_tied_tensors_and_buffers_are_faint() -> None:
    """They are no parameters of their own."""
    manifest = embcalc.manifest("deepseek-v3", tied=True)
    grid = sheet("m", manifest, manifest.folded).parts[0]
    assert isinstance(grid, Grid)
    faint = [row for row in grid.rows if row.kind == "faint"]
    assert [(row.cells[2], row.cells[3]) for row in faint] == [("buffer", "0"), ("output head", "0")]
    assert faint[1].detail == "= model.embed_tokens.weight"


def test_machines_get_names_as_they_are() -> None:
    """Four keys in JSON, six columns in CSV."""
    tensors = list(embcalc.manifest("gpt2").tensors())[-1:]
    assert document(tensors) == [
        {"name": "lm_head.weight", "shape": (50_257, 768), "role": "output_head", "tied_to": "transformer.wte.weight"}
    ]
    assert records(tensors)[0] == {
        "name": "lm_head.weight",
        "shape": "50257×768",
        "role": "output_head",
        "tied_to": "transformer.wte.weight",
        "parameters": 0,
        "copies": 1,
    }
