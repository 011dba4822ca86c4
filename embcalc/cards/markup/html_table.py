"""A table while it is read from HTML: its rows of cells with what they span, its caption, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from embcalc.cards.markup.elements import Cell
from embcalc.cards.markup.grid import Sheet, Spread

# a longer text is no value
LONGEST_CELL = 2_000
_WIDEST, _TALLEST = 1_000, 65_534  # as browsers bound them
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass
class Run:
    """Pieces of a text, each with its offset in the file."""

    pieces: list[tuple[int, str]] = field(default_factory=list)
    empty: bool = True

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.pieces[0][0] if self.pieces else 0

    def add(self, start: int, text: str) -> None:
        """Add a piece; blanks before the first are left out."""
        if not self.empty or text.strip():
            self.pieces.append((start, text))
            self.empty = False

    def part(self, at: int, mark: str = ";") -> None:
        """Mark that what follows is another text; what stands before the first is no text."""
        if not self.empty and self.pieces[-1][1] != mark:
            self.pieces.append((at, mark))

    def text(self, before: int | None = None) -> str:
        """The pieces that begin before an offset, in their places, with blanks for what stands between them."""
        parts: list[str] = []
        end = self.start
        for start, piece in self.pieces:
            if before is not None and start >= before:
                break
            parts += [" " * (start - end), piece]
            end = start + len(piece)
        # a mark that nothing follows parts nothing
        return "".join(parts).rstrip(" \t\r\n;")


@dataclass
class _Cell:
    """A cell, or the caption, while it is read."""

    columns: int = 1
    rows: int = 1
    heading: bool = False
    bold: bool = False
    run: Run = field(default_factory=Run)

    def spread(self, before: int | None) -> Spread:
        text = self.run.text(before)
        cell = Cell(text if len(text) <= LONGEST_CELL else "", self.run.start, self.bold)
        return Spread(cell, self.columns, self.rows, self.heading)


@dataclass
class HtmlTable:
    """A table; `start` is its offset, `nested` says that it stands in a cell, `kept` is where its sure part ends."""

    start: int
    nested: bool = False
    sheet: Sheet = field(default_factory=Sheet)
    caption: Cell | None = None
    reason: str = ""
    cell: _Cell | None = None
    kept: int | None = None
    _is_caption: bool = False
    _in_head: bool = False

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Begin a group of rows, a row, a cell or the caption, which ends the one before."""
        if "hidden" in attributes or _HIDDEN.search(attributes.get("style") or ""):
            self.reason = "the table has parts that are hidden"
        self.close()
        if tag in ("thead", "tbody", "tfoot"):
            self.sheet.groups.add(len(self.sheet.rows))
            self._in_head = tag == "thead"
        elif tag == "tr":
            self._add_row()
        elif tag in ("td", "th"):
            if not self.sheet.rows:
                self._add_row()
            columns, rows = (_span(attributes.get(name), 1) for name in ("colspan", "rowspan"))
            self.cell = _Cell(min(columns or 1, _WIDEST), min(rows, _TALLEST), tag == "th")
        elif tag == "caption":
            self.cell, self._is_caption = _Cell(), True

    def close(self, before: int | None = None) -> None:
        """End the open cell or caption, without what begins at or after an offset."""
        if self.cell is not None and self._is_caption:
            self.caption = self.cell.spread(before).cell
        elif self.cell is not None:
            self.sheet.rows[-1].append(self.cell.spread(before))
        self.cell, self._is_caption = None, False

    def _add_row(self) -> None:
        if self._in_head:
            self.sheet.head.add(len(self.sheet.rows))
        self.sheet.rows.append([])


def _span(value: str | None, otherwise: int) -> int:
    found = re.match(r"\s*(\d{1,9})", value or "", re.ASCII)
    return int(found[1]) if found else otherwise
