"""Sheets as Markdown: pipe tables that read well unrendered, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embcalc.units import printable
from embcalc.views.sheet import Fact, Facts, Grid, Part, Prose, Sheet, Steps


def render(sheets: Sequence[Sheet]) -> str:
    """Every sheet as a section."""
    return "\n".join("\n".join(_section(sheet)) for sheet in sheets)


def _section(sheet: Sheet) -> Iterator[str]:
    if sheet.title:
        yield from (f"## {cell(sheet.title)}", "")
    for line in (sheet.beside, sheet.beneath):
        if line:
            yield from (cell(line), "")
    for part in sheet.parts:
        yield from (*_part(part), "")


def _part(part: Part) -> list[str]:
    if isinstance(part, Grid):
        return _grid(part)
    if isinstance(part, Facts):
        return [_fact(fact) for fact in part.lines]
    if isinstance(part, Steps):
        return pipes(("figure", "formula", "numbers", "value"), part.lines, numbers=())
    assert isinstance(part, Prose)  # noqa: S101 - the last of the four
    return [part.text]


def _fact(fact: Fact) -> str:
    """A list item; the label's indentation makes it a part of the item before it."""
    label = fact.label.lstrip()
    indent = fact.label[: len(fact.label) - len(label)]
    return printable(f"{indent}- {label}: {fact.figure}" + (f"; {fact.remark}" if fact.remark else ""))


def _grid(grid: Grid) -> list[str]:
    headings = [column.heading for column in grid.columns]
    details = any(row.detail for row in grid.rows)
    if details:
        headings.insert(1, "tensor" if headings[0] != "tensor" else "tied to")
    entries = [[row.cells[0], *([_code(row.detail)] if details else []), *row.cells[1:]] for row in grid.rows]
    numbers = {column.heading for column in grid.columns if column.number}
    return pipes(headings, entries, numbers=[i for i, heading in enumerate(headings) if heading in numbers])


def pipes(headings: Sequence[str], entries: Sequence[Sequence[str]], numbers: Sequence[int]) -> list[str]:
    """The lines of a pipe table; the columns with these numbers are aligned to the right."""
    cells = [[cell(value) for value in row] for row in (headings, *entries)]
    widths = [max(3, *(len(row[i]) for row in cells)) for i in range(len(headings))]
    rule = ["-" * (width - 1) + ":" if i in numbers else "-" * width for i, width in enumerate(widths)]
    return ["| " + " | ".join(_padded(row, widths, numbers)) + " |" for row in (cells[0], rule, *cells[1:])]


def _padded(row: Sequence[str], widths: Sequence[int], numbers: Sequence[int]) -> list[str]:
    return [
        text.rjust(width) if i in numbers else text.ljust(width)
        for i, (text, width) in enumerate(zip(row, widths, strict=True))
    ]


def cell(text: str) -> str:
    """Text that stays in its cell: pipes are escaped, lines are joined, and no HTML begins."""
    return printable(" ".join(text.split())).replace("|", "\\|").replace("<", "&lt;")


def _code(name: str) -> str:
    plain = name.removeprefix("= ")
    return f"`{plain}`" if "." in plain and " " not in plain else plain
