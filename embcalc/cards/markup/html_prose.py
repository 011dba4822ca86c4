"""Text of HTML outside of tables: headings, paragraphs and items of lists, and what only tells what is about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from embcalc.cards.markup.html_table import Run

_LISTS = frozenset(("ul", "ol"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
# what stands in these only tells what the text around is about
_ASIDE = frozenset(("summary", "figcaption", "nav", "footer", "button", "legend"))


class Passage(NamedTuple):
    """A run of text: a "heading", an "item" of a list, a "paragraph", or an "aside", which is no text to look through.

    A "summary" heads what follows, up to the "end" of the details.
    `level` is a heading's level, or the number of an item's list.
    """

    kind: str
    text: str
    start: int
    level: int = 0


@dataclass
class Prose:
    """Text while it is read: `run` is what stands since the last tag that parts it, `numbers` number the lists."""

    numbers: Iterator[int]
    run: Run = field(default_factory=Run)
    _heading: str = ""
    _lists: list[int] = field(default_factory=list)
    _is_item: bool = False
    _asides: int = 0
    _is_summary: bool = False

    def part(self, tag: str, at: int, *, opened: bool) -> list[Passage]:
        """Part the text before a tag from the text behind it: what ends there."""
        if tag == "br":
            self.run.part(at)
            return []
        found = self.flush()
        if tag in _HEADINGS:
            self._heading = tag if opened else ""
        elif tag == "details" and not opened:
            found.append(Passage("end", "", at))
        elif tag in _ASIDE:
            self._is_summary = opened and tag == "summary"
            self._asides = max(0, self._asides + (1 if opened else -1))
        elif tag == "li":
            self._is_item = opened
        elif tag in _LISTS:
            self._list(opened=opened)
        return found

    def _list(self, *, opened: bool) -> None:
        if opened:
            self._lists.append(next(self.numbers))
        else:
            del self._lists[-1:]
            self._is_item = False

    def flush(self) -> list[Passage]:
        """End the run of text: its passage, none where it is blank."""
        run, self.run = self.run, Run()
        if run.empty:
            return []
        kind, level = "paragraph", 0
        if self._asides:
            kind = "summary" if self._is_summary else "aside"
        elif self._heading:
            kind, level = "heading", int(self._heading[1])
        elif self._is_item and self._lists:
            kind, level = "item", self._lists[-1]
        return [Passage(kind, run.text(), run.start, level)]
