"""A long grid as plain aligned text: what a table of tens of thousands of rows needs to be printed at once."""

from __future__ import annotations

from collections.abc import Iterator

from embcalc.units import printable
from embcalc.views.sheet import Facts, Grid, Prose, Sheet

# above so many rows a table is printed plainly: rich takes a second for about 2,000
MANY_ROWS = 500


def is_long(sheet: Sheet) -> bool:
    """Whether a sheet has too many rows to be laid out by rich."""
    return any(isinstance(part, Grid) and len(part.rows) > MANY_ROWS for part in sheet.parts)


def render(sheet: Sheet) -> str:
    """The grids of a sheet, column by column, and what stands beneath them, with no line broken."""
    lines = [f"{sheet.title}  {sheet.beside}", ""]
    for part in sheet.parts:
        if isinstance(part, Grid):
            lines += _grid(part)
        elif isinstance(part, Facts):
            lines += ["", *(printable("  ".join(filter(None, fact))) for fact in part.lines)]
        elif isinstance(part, Prose):
            lines += ["", printable(part.text)]
    return "\n".join(lines)


def _grid(grid: Grid) -> Iterator[str]:
    rows = [tuple(column.heading for column in grid.columns), *(_cells(row.cells, row.detail) for row in grid.rows)]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, grid.columns, strict=True)
        padded = (text.rjust(width) if column.number else text.ljust(width) for text, width, column in cells)
        yield printable("  ".join(padded).rstrip())


def _cells(cells: tuple[str, ...], detail: str) -> tuple[str, ...]:
    return (f"{cells[0]} {detail}", *cells[1:]) if detail else cells
