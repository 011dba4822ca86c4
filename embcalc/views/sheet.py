"""Sheet: a result laid out for people, before it is known whether it becomes a table or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """A column: its heading, whether it holds numbers (to the right, never cut), and when it may be left out.

    Where a terminal is too narrow, columns are left out from the highest `rank` down; rank 0 always stays.
    """

    heading: str
    number: bool = False
    rank: int = 0


class Row(NamedTuple):
    """A row's cells, one a column; `detail` is a name beneath the first cell.

    `kind` is "", "strong", "faint", or "total" for a row beneath a line.
    """

    cells: tuple[str, ...]
    detail: str = ""
    kind: str = ""


class Grid(NamedTuple):
    """Rows under headings. `breaks` is the character after which long names in the first column may be broken."""

    columns: tuple[Column, ...]
    rows: Sequence[Row]
    breaks: str = "."


class Fact(NamedTuple):
    """A line of its own: a label, the figure, and a remark."""

    label: str
    figure: str
    remark: str = ""


class Facts(NamedTuple):
    """Lines beneath a grid. A long figure without a remark is broken after `breaks`; empty: between words."""

    lines: Sequence[Fact]
    breaks: str = ", "


class Steps(NamedTuple):
    """Calculations: what is found, the formula, the numbers put in, and the value."""

    lines: Sequence[tuple[str, str, str, str]]


class Prose(NamedTuple):
    """A paragraph; it is wrapped where it is shown."""

    text: str


Part = Grid | Facts | Steps | Prose


class Sheet(NamedTuple):
    """A title, a line beside it, a line beneath it, and the parts in order."""

    title: str
    beside: str
    beneath: str
    parts: Sequence[Part]
