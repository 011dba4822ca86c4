"""CSV: one line a record, whatever the fields hold."""

from __future__ import annotations

import csv
import io

from embcalc.render.csv import render


def test_nested_keys_are_joined_and_unknown_figures_empty() -> None:
    """A heading for every key of any record."""
    shown = render(
        [{"model": "a", "parameters": {"total": None}}, {"model": "b", "parameters": {"total": 7}, "tied": True}]
    )
    assert shown == "model,parameters.total,tied\na,,\nb,7,true\n"


def test_lists_are_joined() -> None:
    """Several remarks share a field."""
    assert render([{"warnings": ["a, b", "c"]}]) == 'warnings\n"a, b; c"\n'


def test_parts_are_joined_with_their_shapes() -> None:
    """A list of mappings is one field: values that there are, shapes with their sign."""
    parts = [{"name": "a", "shape": [2, 3], "tied_to": None, "trainable": False}, {"name": "b"}]
    assert render([{"tables": parts}]) == "tables\na 2×3 false; b\n"


def test_quotes_commas_and_what_acts_on_a_terminal() -> None:
    """RFC 4180 for the first two; the last is written out, so that a record stays a line."""
    name = 'x"y,z\n\x1b[31m\u202e'
    shown = render([{"name": name, "list": [name]}])
    assert shown.count("\n") == 2
    assert shown.replace("\n", "").isprintable()
    assert next(csv.DictReader(io.StringIO(shown)))["name"] == r'x"y,z\n\x1b[31m\u202e'
