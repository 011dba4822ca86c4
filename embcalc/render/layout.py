"""How rich lays things out for us: tables that turn into lists where they do not fit, text that breaks where it may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


class Pieces:
    """Text that is broken only between its pieces; each is (text, style). Broken lines are indented by a space."""

    def __init__(self, *pieces: tuple[str, str]) -> None:
        self.pieces = pieces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, used = Text(overflow="fold"), 0
        for piece, style in self.pieces:
            text = piece
            if used and used + len(text.rstrip()) > options.max_width:
                line.append("\n ")
                text, used = text.lstrip(), 1
            line.append(text, style=style)
            used += len(text)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        lengths = [len(text) for text, _ in self.pieces]
        return Measurement(min(max(lengths) + 1, options.max_width), min(sum(lengths), options.max_width))


def broken(name: str, style: str = "", *, after: str = ".") -> Pieces:
    """A name, broken after its dots (or after another character) where the column is too narrow for it."""
    parts = name.split(after)
    return Pieces(*((f"{part}{after}", style) for part in parts[:-1]), (parts[-1], style))


class Column(NamedTuple):
    """A column of a listing: its heading, whether it holds numbers (to the right, never cut), and its least width."""

    heading: str
    number: bool = False
    least: int = 1


class Listing:
    """Rows under headings: a table where it fits, else each row as a small list, so that no number is ever cut."""

    def __init__(self, *columns: Column) -> None:
        self.columns = columns
        self.rows: list[tuple[Sequence[RenderableType], str, bool]] = []

    def add(self, *cells: RenderableType, style: str = "", section: bool = False) -> None:
        """One row; `section` sets it apart from the rows above."""
        self.rows.append((cells, style, section))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self._table()
        fits = Measurement.get(console, options.update(max_width=10_000), table).minimum <= options.max_width
        yield table if fits else self._stacked()

    def _table(self) -> Table:
        table = Table(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, 1),
            collapse_padding=True,
            header_style="bold",
        )
        for index, column in enumerate(self.columns):
            justify = "right" if column.number else "left"
            least = max(column.least, self._widest(index) if column.number else 1)
            table.add_column(column.heading, justify=justify, no_wrap=column.number, min_width=least, overflow="fold")
        for cells, style, section in self.rows:
            if section:
                table.add_section()
            table.add_row(*cells, style=style)
        return table

    def _widest(self, index: int) -> int:
        cells = [cells[index] for cells, _, _ in self.rows]
        return max(len(text) for text in (self.columns[index].heading, *cells) if isinstance(text, str))

    def _stacked(self) -> Group:
        blocks: list[RenderableType] = []
        for cells, style, _ in self.rows:
            blocks.append(cells[0])
            for column, cell in zip(self.columns[1:], cells[1:], strict=True):
                if cell not in ("", None):
                    heading = Text(f"{column.heading}: ", style="dim")
                    text = heading.append(cell, style=style) if isinstance(cell, str) else Group(heading, cell)
                    blocks.append(Padding(text, (0, 0, 0, 2)))
        return Group(*blocks)


class Facts:
    """Lines of label, figure and remark: three columns where they fit, else the remark beneath its figure."""

    def __init__(self, *facts: tuple[str, str, str]) -> None:
        self.facts = facts
        self.label = max((len(label) for label, _, _ in facts), default=0)
        self.figure = max((len(figure) for _, figure, remark in facts if remark), default=0)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rest = options.max_width - self.label - self.figure - 4
        beside = rest >= min(30, max((len(remark) for _, _, remark in self.facts), default=0))
        table = Table.grid(padding=(0, 2), pad_edge=False)
        table.add_column(style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for label, figure, remark in self.facts:
            table.add_row(label, self._line(figure, remark, rest) if beside else self._block(figure, remark))
        yield table

    def _line(self, figure: str, remark: str, rest: int) -> RenderableType:
        if not remark:
            return Text(figure, overflow="fold")
        line = Table.grid(padding=(0, 2), pad_edge=False)
        line.add_column(width=self.figure, no_wrap=True)
        line.add_column(max_width=rest, style="dim", overflow="fold")
        line.add_row(figure, remark)
        return line

    def _block(self, figure: str, remark: str) -> RenderableType:
        return Group(figure, Text(remark, style="dim", overflow="fold")) if remark else Text(figure, overflow="fold")
