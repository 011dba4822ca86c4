"""What a card's text consists of: headings, paragraphs, list items and tables, each with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, and the offset in the file at which that starts."""

    text: str
    start: int
    bold: bool = False


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a list item's paragraph or a table, with the headings it stands under, outermost first.

    `text` has its markup blanked, `start` is its offset in the file. `group` is one number for all items of a list.
    `before` is the text of the block above it. A `reason` says why none of its figures is judged, a `doubt` why they
    may be another model's.
    """

    kind: str
    text: str
    start: int
    headings: tuple[str, ...]
    group: int = 0
    rows: tuple[tuple[Cell, ...], ...] = field(default=())
    before: str = ""
    reason: str = ""
    doubt: str = ""
