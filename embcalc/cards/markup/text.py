"""The text of a card as claims are looked for in it: blocks of Markdown and HTML without markup, each sign in place.

Markup becomes blanks of the same length, so that an offset in a block is an offset in the file. Code blocks, comments,
images, addresses and bibliographies are no text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from embcalc.cards.documents.document import Document
from embcalc.cards.markup.elements import Block
from embcalc.cards.markup.ignored import ignored
from embcalc.cards.markup.markdown import Walk
from embcalc.cards.markup.mask import Mask


@dataclass(frozen=True)
class Text:
    """A card's blocks, its title, and the parts that are no text (kind, start, end), in order and apart.

    `ignored` are the lines that are ignored, `links` and `code` the parts in links and in HTML's marks of code.
    """

    blocks: list[Block]
    title: str
    hidden: list[tuple[str, int, int]]
    ignored: frozenset[int]
    links: list[tuple[int, int]]
    code: list[tuple[int, int]]
    masked: str

    def hidden_at(self, start: int) -> str | None:
        """What kind of part that is no text an offset lies in."""
        at = bisect_right(self.hidden, start, key=lambda part: part[1]) - 1
        return self.hidden[at][0] if at >= 0 and start < self.hidden[at][2] else None

    def in_link(self, start: int, end: int) -> bool:
        """Whether all of a part stands in the text of a link."""
        return _within(self.links, start, end)

    def in_code(self, start: int, end: int) -> bool:
        """Whether all of a part stands in HTML's marks of code."""
        return _within(self.code, start, end)


def _within(parts: list[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(parts, start, key=lambda part: part[0]) - 1
    return at >= 0 and end <= parts[at][1]


def read(document: Document) -> Text:
    """The blocks of a card's body."""
    masked = Mask(document.text, document.body_start)
    walk = Walk(document, masked)
    blocks = sorted(walk.blocks(), key=lambda block: block.start)
    hidden = _apart([*masked.hidden, *walk.hidden])
    links = sorted([*masked.links, *walk.reader.links])
    return Text(blocks, walk.title, hidden, ignored(document), links, sorted(walk.reader.code), masked.text)


def _apart(parts: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The parts in order, each without what it shares with one that begins before it."""
    found: list[tuple[str, int, int]] = []
    last = 0
    for kind, start, end in sorted(parts, key=lambda part: part[1]):
        if end > last:
            found.append((kind, max(start, last), end))
            last = end
    return found
