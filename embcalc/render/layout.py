"""How rich lays things out for us: tables that turn into lists where they do not fit, text that breaks where it may."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from embcalc.units import printable
from embcalc.views.sheet import Column, Fact, Facts, Grid, Row

GAP = 2
NARROW = 60  # in fewer columns, a fact whose figure does not fit beside its label stands beneath it
STYLES = {"": "", "total": "bold", "strong": "bold", "faint": "dim"}


def inert(text: str, style: str = "") -> Text:
    """Text as it is: brackets in it are no styles, and nothing in it acts on a terminal."""
    return Text(printable(text), style=style, overflow="fold")


class Pieces:
    """Text that is broken only between its pieces; each is (text, style). Broken lines are indented by a space."""

    def __init__(self, *pieces: tuple[str, str]) -> None:
        self.pieces = pieces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        runs: list[tuple[str, str]] = []
        used = 0
        for piece, style in self.pieces:
            text, length = piece, len(piece)
            if used and used + len(text.rstrip()) > options.max_width:
                text, length, used = f"\n {text.lstrip()}", len(text.lstrip()), 1
            # pieces of one style become one run of text, for what splits text at its runs (an exported picture)
            runs[-1:] = [(runs[-1][0] + text, style)] if runs and runs[-1][1] == style else [*runs[-1:], (text, style)]
            used += length
        yield Text.assemble(*runs, overflow="fold")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        lengths = [len(text) for text, _ in self.pieces]
        return Measurement(min(max(lengths) + 1, options.max_width), min(sum(lengths), options.max_width))


def broken(name: str, style: str, after: str) -> Pieces:
    """A name that is broken after its dots (or another character) where its column is too narrow for it."""
    parts = printable(name).split(after)
    return Pieces(*((f"{part}{after}", style) for part in parts[:-1]), (parts[-1], style))


class Listing:
    """A grid as a table where it fits, without its less needed columns, else as lists: no number is ever cut."""

    def __init__(self, grid: Grid) -> None:
        rows = [row._replace(cells=tuple(map(printable, row.cells)), detail=printable(row.detail)) for row in grid.rows]
        self.grid = grid._replace(rows=rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        ranks = sorted({column.rank for column in self.grid.columns}, reverse=True)
        # rather fewer columns than broken names
        for whole, most in [(whole, most) for whole in (True, False) for most in ranks]:
            kept = [i for i, column in enumerate(self.grid.columns) if column.rank <= most]
            if self._width(kept, whole=whole) <= options.max_width:
                yield self._table(kept)
                left_out = [column.heading for column in self.grid.columns if column.rank > most and column.heading]
                if left_out:
                    yield Text(f"left out for want of width: {', '.join(left_out)}", style="dim")
                return
        yield self._stacked()

    @property
    def width(self) -> int:
        """The least width in which no column is left out and no name in the first one is broken."""
        return self._width(range(len(self.grid.columns)), whole=True)

    def _width(self, kept: Sequence[int], *, whole: bool) -> int:
        """The least width: numbers and labels whole, names `whole` or broken where they may be."""
        widths = [self._least(index, whole=whole) for index in kept]
        return sum(widths) + GAP * (len(widths) - 1)

    def _least(self, index: int, *, whole: bool = False) -> int:
        column, cells = self.grid.columns[index], [row.cells[index] for row in self.grid.rows]
        if index:
            return max(map(len, (column.heading, *cells)))
        labels = [len(cell) if whole or " " in cell else self._narrowest(cell) for cell in cells]
        details = [self._narrowest(row.detail) for row in self.grid.rows]
        return max(len(column.heading), *labels, *details)

    def _narrowest(self, name: str) -> int:
        """The least width of a name that may be broken: all pieces but the last end in the character broken after."""
        first, *others = name.split(self.grid.breaks)
        # broken lines are indented by a space
        widths = [len(piece) + 2 for piece in others[:-1]] + [len(piece) + 1 for piece in others[-1:]]
        return max(len(first) + bool(others), *widths, 0)

    def _table(self, kept: Sequence[int]) -> Table:
        table = Table(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, GAP - 1, 0, 0),  # the box adds a blank
            header_style="bold",
        )
        for index in kept:
            column = self.grid.columns[index]
            justify: JustifyMethod = "right" if column.number else "left"
            heading = Text(column.heading, justify=justify)
            # only names are broken; a least width of the last column would be taken for a wider one before rich 14.3
            least = None if index else self._least(index)
            table.add_column(heading, justify=justify, no_wrap=index > 0, min_width=least, overflow="fold")
        for row in self.grid.rows:
            if row.kind == "total":
                table.add_section()
            cells: list[RenderableType] = [inert(row.cells[index]) for index in kept[1:]]
            table.add_row(self._first(row), *cells, style=STYLES[row.kind])
        return table

    def _first(self, row: Row) -> RenderableType:
        label: RenderableType = inert(row.cells[0])
        if " " not in row.cells[0]:
            label = broken(row.cells[0], STYLES[row.kind], self.grid.breaks)
        return Group(label, broken(row.detail, "dim", self.grid.breaks)) if row.detail else label

    def _stacked(self) -> Group:
        blocks: list[RenderableType] = []
        for row in self.grid.rows:
            blocks.append(self._title(row))
            for column, cell in zip(self.grid.columns[1:], row.cells[1:], strict=True):
                if cell:
                    blocks.append(Padding(_labelled(column, cell, STYLES[row.kind]), (0, 0, 0, 2)))
        return Group(*blocks)

    def _title(self, row: Row) -> RenderableType:
        """What a row's list is headed by: a name speaks for itself, a number does not."""
        first = self.grid.columns[0]
        return Text(f"{first.heading} = {row.cells[0]}", overflow="fold") if first.number else self._first(row)


def _labelled(column: Column, cell: str, style: str) -> Text:
    label = f"{column.heading}: " if column.heading else ""
    return Text(label, style="dim", overflow="fold").append(printable(cell), style=f"not dim {style}")


class FactLines:
    """Lines of label, figure and remark: three columns where they fit, else the remark beneath its figure."""

    def __init__(self, facts: Facts) -> None:
        self.lines, self.breaks = [Fact(*map(printable, fact)) for fact in facts.lines], facts.breaks
        self.label = max((len(fact.label) for fact in self.lines), default=0)
        self.figure = max((len(fact.figure) for fact in self.lines if fact.remark), default=0)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rest = options.max_width - self.label - self.figure - 2 * GAP
        if options.max_width - self.label - GAP < self.figure and options.max_width < NARROW:
            for fact in self.lines:
                yield inert(fact.label.strip(), "cyan")
                yield Padding(_beneath(fact.figure, fact.remark), (0, 0, 0, GAP))
            return
        beside = rest >= min(30, max((len(fact.remark) for fact in self.lines), default=0))
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        table.add_column(style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for fact in self.lines:
            table.add_row(
                inert(fact.label), self._beside(fact.figure, fact.remark, rest) if beside else _beneath(*fact[1:])
            )
        yield table

    def _beside(self, figure: str, remark: str, rest: int) -> RenderableType:
        if not remark:
            return broken(figure, "", self.breaks) if self.breaks else inert(figure)
        line = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        line.add_column(width=self.figure, no_wrap=True)
        line.add_column(max_width=rest, style="dim", overflow="fold")
        line.add_row(inert(figure), inert(remark))
        return line


def _beneath(figure: str, remark: str) -> RenderableType:
    return Group(inert(figure), inert(remark, "dim")) if remark else inert(figure)
