"""A table's cells that span rows and columns, laid out so that each column has one cell in every row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from embcalc.cards.markup.elements import Cell

# a table with more is no description of a model
MOST_CELLS = 20_000
MOST_COLUMNS = 200
_NOWHERE = Cell("", -1)
_UNEVEN = "the cells of the table do not make whole rows and columns"
TOO_LARGE = "the table is too large"


class Spread(NamedTuple):
    """A cell, how many columns and rows it spans (0 rows: all that follow), and whether it is one of headings."""

    cell: Cell
    columns: int = 1
    rows: int = 1
    heading: bool = False


@dataclass
class Sheet:
    """A table as it is written: its rows, at which of them a group of rows starts, and which rows are of headings."""

    rows: list[list[Spread]] = field(default_factory=list)
    groups: set[int] = field(default_factory=lambda: {0})
    head: set[int] = field(default_factory=set)


class Grid(NamedTuple):
    """Rows of as many cells as there are columns, a spanned place with the cell that spans it, the headings first.

    A text across the table is a row of that text and empty cells. `reason` says why no cell is surely where it belongs.
    """

    rows: tuple[tuple[Cell, ...], ...] = ()
    reason: str = ""


def grid(sheet: Sheet, caption: Cell | None = None) -> Grid:
    """The table laid out; rows of headings become one, so that `Parameters` above `Total` is `Parameters Total`."""
    wide = any(sum(min(spread.columns, MOST_COLUMNS + 1) for spread in row) > MOST_COLUMNS for row in sheet.rows)
    if wide or sum(len(row) for row in sheet.rows) > MOST_CELLS:
        return Grid(reason=TOO_LARGE)
    laid = _laid(sheet)
    if laid is None:
        return Grid(reason=TOO_LARGE)
    lines, broken = laid
    spreads = [(row, index in sheet.head) for index, row in enumerate(sheet.rows) if lines[index]]
    rows = _narrowed([line for line in lines if line])
    width = max(map(len, rows), default=0)
    # a title need not span the table
    uneven = broken or any(len(row) not in (1, width) for row in rows)
    first = next((index for index, row in enumerate(rows) if not _is_title(row, width)), len(rows))
    titles = [cell for cell in (caption, *(row[0] for row in rows[:first])) if cell is not None]
    head = _headings(spreads, first)
    if head == first and titles:
        joined = [_NOWHERE] * width
    else:
        head = max(head, first + 1)
        joined = _joined(rows[first:head]) if rows[first:] else [_NOWHERE] * width
    below = [row[:1] if _is_title(row, width) else row for row in rows[head:]]
    kept = [joined, *([cell] for cell in titles), *below]
    return Grid(tuple((*row, *[_NOWHERE] * (width - len(row))) for row in kept), _UNEVEN if uneven else "")


def _laid(sheet: Sheet) -> tuple[list[list[Cell]], bool] | None:
    """Every row with its spanned cells in place, and whether some do not fit; None where there are too many."""
    rows: list[list[Cell]] = []
    carried: dict[int, tuple[Cell, int]] = {}
    broken, left = False, MOST_CELLS
    for index, row in enumerate(sheet.rows):
        if index in sheet.groups:
            broken = broken or any(more > 0 for _, more in carried.values())
            carried = {}
        line, carried, fits = _line(row, carried)
        broken = broken or not fits
        left -= len(line)
        if left < 0:
            return None
        rows.append(line)
    return rows, broken or any(more > 0 for _, more in carried.values())


def _line(
    row: Sequence[Spread], carried: dict[int, tuple[Cell, int]]
) -> tuple[list[Cell], dict[int, tuple[Cell, int]], bool]:
    """A row laid out among the cells that reach into it from above, what reaches further down, and whether all fits."""
    line: list[Cell] = []
    below = {column: (cell, more - 1) for column, (cell, more) in carried.items() if more != 1}
    fits = True
    for spread in row:
        while len(line) in carried:
            line.append(carried[len(line)][0])
        for _ in range(spread.columns):
            fits = fits and len(line) not in carried
            if spread.rows != 1:
                below[len(line)] = spread.cell, spread.rows - 1
            line.append(spread.cell)
    for column in sorted(column for column in carried if column >= len(line)):
        fits = fits and column == len(line)
        line.extend([_NOWHERE] * (column - len(line)))
        line.append(carried[column][0])
    return line, below, fits


def _narrowed(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without columns that only go on from the one before."""
    width = max(map(len, rows), default=0)
    kept = [
        index
        for index in range(width)
        if not index or any(index < len(row) and row[index] is not row[index - 1] for row in rows)
    ]
    return [[row[index] for index in kept if index < len(row)] for row in rows]


def _is_title(row: Sequence[Cell], width: int) -> bool:
    """Whether a row is one text across the table."""
    return width > 1 and bool(row[0].text.strip()) and all(cell is row[0] for cell in row)


def _headings(rows: Sequence[tuple[Sequence[Spread], bool]], first: int) -> int:
    """How many rows at the top are headings: those said to be, those of heading cells, those that the first spans."""
    count = first
    while count < len(rows) and (rows[count][1] or (rows[count][0] and all(cell.heading for cell in rows[count][0]))):
        count += 1
    if count == first and first < len(rows) and any(cell.columns > 1 for cell in rows[first][0]):
        spanned = max(cell.rows for cell in rows[first][0])
        count += spanned if spanned > 1 else 0
    return count if count < len(rows) else first


def _joined(rows: Sequence[Sequence[Cell]]) -> list[Cell]:
    """Rows of headings as one."""
    if len(rows) == 1:
        return list(rows[0])
    joined = []
    for column in range(max(map(len, rows))):
        cells = list(dict.fromkeys(row[column] for row in rows if column < len(row)))
        text = " ".join(filter(None, (" ".join(cell.text.split()) for cell in cells)))
        joined.append(Cell(text, cells[-1].start, cells[-1].bold))
    return joined
