"""Tables in a terminal: they fit, and no figure is cut."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from embcalc.render import plain, table
from embcalc.views.sheet import Column, Fact, Facts, Grid, Prose, Row, Sheet, Steps

GRID = Grid(
    (Column("tensor"), Column("kind", rank=1), Column("parameters", number=True)),
    [
        Row(("model.layers.self_attn.q_proj.weight", "linear", "1,234,567,890")),
        Row(("lm_head.weight", "linear", "0"), detail="= model.embed_tokens.weight", kind="faint"),
        Row(("total", "", "1,234,567,890"), kind="total"),
    ],
)
FACTS = Facts([Fact("embedding share", "13.08 %", "1 of 8"), Fact("defaults", "a = 1, b = 2, c = 3, d = 4, e = 5")])


def drawn(*sheets: Sheet, columns: int) -> list[str]:
    """The lines of sheets in so many columns, without colour."""
    page = io.StringIO()
    Console(file=page, width=columns, color_system=None, highlight=False).print(table.render(sheets))
    return [line.rstrip() for line in page.getvalue().splitlines()]


@pytest.mark.parametrize("columns", range(16, 100, 3))
def test_every_line_fits_and_every_number_is_whole(columns: int) -> None:
    """First the columns that may go go, then names are broken, then the table becomes a list."""
    lines = drawn(Sheet("title", "", "", [GRID, FACTS]), columns=columns)
    assert max(map(len, lines)) <= columns
    assert "\n".join(lines).count("1,234,567,890") == 2
    assert "13.08 %" in "\n".join(lines)


def test_what_is_left_out_is_said() -> None:
    """A column that may go is named where it went."""
    assert "left out for want of width: kind" in drawn(Sheet("", "", "", [GRID]), columns=56)
    assert "left out" not in "\n".join(drawn(Sheet("", "", "", [GRID]), columns=70))


def test_a_list_that_a_number_heads_says_what_it_is() -> None:
    """A name speaks for itself; a column without a heading has no label."""
    columns = (Column("V", number=True), Column(""), Column("total", number=True))
    bars = Grid(columns, [Row(("32,000", "██", "7,241,732,096"))])
    assert drawn(Sheet("", "", "", [bars]), columns=24) == ["V = 32,000", "  ██", "  total: 7,241,732,096"]


def test_names_are_broken_after_dots() -> None:
    """And not in the middle of a word."""
    lines = drawn(Sheet("", "", "", [GRID]), columns=44)
    assert [line.split("  ")[0] for line in lines[2:4]] == ["model.layers.", " self_attn.q_proj."]


def test_lists_are_broken_between_their_items() -> None:
    """`a = 1` stays together."""
    assert drawn(Sheet("", "", "", [FACTS]), columns=40)[-2:] == [
        "defaults         a = 1, b = 2, c = 3,",
        " " * 18 + "d = 4, e = 5",
    ]


def test_facts_stand_beneath_their_labels_where_it_is_narrow() -> None:
    """Label, figure and remark on lines of their own."""
    assert drawn(Sheet("", "", "", [FACTS]), columns=20)[:3] == ["embedding share", "  13.08 %", "  1 of 8"]


def test_markup_in_text_is_text() -> None:
    """What a config holds is no style."""
    hostile = "[red]x[/red]\x1b[31m"
    sheet = Sheet(hostile, hostile, hostile, [Prose(hostile), Facts([Fact(hostile, hostile, hostile)])])
    lines = drawn(sheet, columns=200)
    assert "".join(lines).count(r"[red]x[/red]\x1b[31m") == 7
    assert all(line.isprintable() for line in lines)


def test_steps_are_broken_before_an_equals_sign() -> None:
    """Formula, numbers and value stay whole."""
    steps = Steps([("memory", "total × 16 bits / 8", "8,030,261,248 × 16 / 8", "14.96 GiB")])
    lines = drawn(Sheet("", "", "", [steps]), columns=50)
    assert lines == ["memory  total × 16 bits / 8", "         = 8,030,261,248 × 16 / 8 = 14.96 GiB"]


def test_long_grids_are_plain_text() -> None:
    """Above five hundred rows they are aligned without rich, with the same columns."""
    long = Sheet("m", "class", "", [GRID._replace(rows=[*GRID.rows] * 400)])
    assert plain.is_long(long)
    assert not plain.is_long(Sheet("m", "", "", [GRID]))
    lines = plain.render(long).splitlines()
    assert lines[0] == "m  class"
    assert len(lines) == 3 + 1_200
    assert lines[3].endswith("linear  1,234,567,890")
    assert "lm_head.weight = model.embed_tokens.weight" in lines[4]


def test_what_stands_beneath_a_long_grid_is_kept() -> None:
    """Facts and paragraphs follow it, each in a line."""
    lines = plain.render(Sheet("m", "", "", [GRID, FACTS, Prose("and more")])).splitlines()
    assert lines[-5:-2] == ["", "embedding share  13.08 %  1 of 8", f"defaults  {FACTS.lines[1].figure}"]
    assert lines[-1] == "and more"
