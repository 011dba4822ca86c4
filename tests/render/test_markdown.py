"""Markdown: pipe tables and lists that hold, whatever is in them."""

from __future__ import annotations

from embcalc.render.markdown import cell, render
from embcalc.views.sheet import Column, Fact, Facts, Grid, Prose, Row, Sheet, Steps

SHEET = Sheet(
    "model",
    "beside",
    "beneath",
    [
        Grid((Column("part"), Column("n", number=True)), [Row(("a | b", "7"), detail="x.weight"), Row(("c", "10"))]),
        Facts([Fact("one", "1", "remark"), Fact("  two", "2")]),
        Steps([("figure", "a + b", "1 + 2", "3")]),
        Prose("Words."),
    ],
)


def test_a_sheet_is_a_section() -> None:
    """Heading, the lines beside and beneath it, then every part."""
    lines = render([SHEET]).splitlines()
    assert lines[:6] == ["## model", "", "beside", "", "beneath", ""]
    assert "Words." in lines


def test_numbers_stand_to_the_right_and_names_are_code() -> None:
    """Columns are padded, so that the text itself is a table; a pipe is escaped."""
    assert render([SHEET]).splitlines()[6:10] == [
        "| part   | tensor     |   n |",
        "| ------ | ---------- | --: |",
        r"| a \| b | `x.weight` |   7 |",
        "| c      |            |  10 |",
    ]


def test_an_indented_fact_belongs_to_the_one_before() -> None:
    """A list within the list."""
    assert "- one: 1; remark\n  - two: 2\n" in render([SHEET])


def test_nothing_in_a_cell_is_html_or_a_line_end() -> None:
    """Nor does it act on a terminal that shows the text."""
    assert cell("<b>\nx\x1b[31m") == r"&lt;b> x\x1b[31m"
