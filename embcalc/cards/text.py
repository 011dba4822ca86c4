"""The text of a card as claims are looked for in it: blocks of Markdown without their markup, each character in place.

Markup becomes blanks of the same length, so that an offset in a block is an offset in the file. Code blocks, comments,
images, addresses and bibliographies are no text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from embcalc.cards.document import Document
from embcalc.cards.elements import Block
from embcalc.cards.ignored import ignored
from embcalc.cards.markdown import Walk
from embcalc.cards.mask import Mask


@dataclass(frozen=True)
class Text:
    """A card's blocks, its title, the parts that are no text (kind, start, end), and the lines that are ignored."""

    blocks: list[Block]
    title: str
    hidden: list[tuple[str, int, int]]
    ignored: frozenset[int]
    links: list[tuple[int, int]]
    masked: str

    def hidden_at(self, start: int) -> str | None:
        """What kind of part that is no text an offset lies in."""
        return next((kind for kind, first, last in self.hidden if first <= start < last), None)

    def in_link(self, start: int, end: int) -> bool:
        """Whether all of a part stands in the text of a link."""
        at = bisect_right(self.links, (start, len(self.masked) + 1)) - 1
        return at >= 0 and self.links[at][0] <= start and end <= self.links[at][1]


def read(document: Document) -> Text:
    """The blocks of a card's body."""
    masked = Mask(document.text, document.body_start)
    walk = Walk(document, masked.text)
    blocks = walk.blocks()
    hidden = sorted([*masked.hidden, *walk.hidden], key=lambda part: part[1])
    return Text(blocks, walk.title, hidden, ignored(document), sorted(masked.links), masked.text)
