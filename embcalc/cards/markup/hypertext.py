"""HTML in a card: its tables cell by cell, its headings and its text, every character in its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from embcalc.cards.markup import tags
from embcalc.cards.markup.html_prose import Passage, Prose
from embcalc.cards.markup.html_table import HtmlTable

# tables that are nested deeper are not read
DEEPEST = 8
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_CODE_SPAN = re.compile(r"`[^`\n]*`")
# what these hold is not shown, or is no text
_UNSEEN = frozenset(
    (
        *("script", "style", "template", "textarea", "title", "select", "svg", "math", "noscript"),
        *("object", "iframe", "audio", "video", "canvas", "map"),
    )
)
_STRUCK = frozenset(("s", "del", "strike"))
_CODE = frozenset(("code", "pre", "samp", "kbd", "tt"))
_OF_TABLES = frozenset(("thead", "tbody", "tfoot", "tr", "td", "th", "caption"))
# text before and text behind them is not one text
_APART = frozenset(
    (
        *("br", "hr", "p", "div", "li", "ul", "ol", "dl", "dt"),
        *("dd", "blockquote", "center", "section", "article", "aside", "details", "summary", "figure"),
        *("figcaption", "header", "footer", "main", "nav", "pre", "form", "fieldset", "table"),
        *("h1", "h2", "h3", "h4", "h5", "h6"),
    )
)


class Reader(HTMLParser):
    """Reads the parts of a card that are HTML, one after another: a table may go on in a later one.

    `masked` is the card without its markup, from which all text is taken, `tagged` the card with its tags, and
    `numbers` gives each list its number. The parser sees whole tags alone, and all on one line.
    """

    def __init__(self, masked: str, tagged: str, numbers: Iterator[int]) -> None:
        super().__init__(convert_charrefs=True)
        self.masked, self.tagged, self.numbers = masked, tagged, numbers
        self.code: list[tuple[int, int]] = []
        self.links: list[tuple[int, int]] = []
        self._tables: list[HtmlTable] = []
        self._too_deep = 0
        self._torn: list[int] = []
        self._done: list[HtmlTable | Passage] = []
        # where the part that is read begins, in the file and for the parser, and its text
        self._first, self._seen, self._shown = 0, 0, ""
        self._begin()

    def _begin(self) -> None:
        """Forget what was opened."""
        self._prose = Prose(self.numbers)
        self._unseen = ""
        self._struck = self._coded = 0
        self._linked: int | None = None

    @property
    def within(self) -> bool:
        """Whether a table is open."""
        return bool(self._tables)

    def read(self, start: int, end: int, *, quoted: bool) -> list[HtmlTable | Passage]:
        """Read a part of the card that is HTML: the tables and the runs of text that end in it, in order."""
        opened = not self.within
        if opened:
            self._begin()
        self._feed(start, self.tagged[start:end], quoted=quoted)
        if not self.within:
            self._done += self._prose.flush()
        elif opened:
            self._tables[0].kept = end
        return self._taken()

    def read_inside(self, start: int, end: int, *, quoted: bool) -> list[HtmlTable | Passage]:
        """Read Markdown that stands within an open table."""
        raw = _CODE_SPAN.sub(lambda found: found[0].replace("<", " "), self.tagged[start:end])
        self._feed(start, raw, quoted=quoted)
        return self._taken()

    def rest(self) -> list[HtmlTable | Passage]:
        """What is left of a table that is never closed: its cells in the part in which it begins."""
        if self._tables:
            self._finish(self._tables[0], self._tables[0].kept)
        self._tables = []
        return self._taken()

    def _taken(self) -> list[HtmlTable | Passage]:
        done, self._done = self._done, []
        return done

    def _feed(self, start: int, raw: str, *, quoted: bool) -> None:
        shown = self.masked[start : start + len(raw)]
        if quoted:
            raw, shown = (_QUOTED.sub(lambda found: " " * len(found[0]), text) for text in (raw, shown))
        self._first, self._seen, self._shown = start, self.getpos()[1] + len(self.rawdata), shown
        plain, torn = tags.whole(raw)
        self._torn += [start + at for at in torn]
        self.feed(plain)

    @property
    def _at(self) -> int:
        """The offset of what is read, in the file."""
        return self._first + self.getpos()[1] - self._seen

    def set_cdata_mode(self, *_: Any, **__: Any) -> None:
        """What a script holds is passed over here, not by the parser, whose releases differ in it."""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A slash at the end of a tag says nothing in HTML."""
        self.handle_starttag(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open what a tag opens."""
        if self._unseen:
            return
        if tag in _APART:
            self._part(tag, opened=True)
        if tag == "table":
            self._open_table()
        elif tag in _OF_TABLES:
            self._open_part(tag, dict(attrs))
        elif tag in _UNSEEN:
            self._unseen = tag
        else:
            self._open_inline(tag)

    def _open_inline(self, tag: str) -> None:
        if tag == "a":
            self._linked = self._at
        elif tag in _CODE:
            self._coded += 1
        elif tag in _STRUCK:
            self._struck += 1
        elif tag == "sup":
            self._raise()
        elif tag in ("b", "strong") and self._cell is not None and self._cell.run.empty:
            self._cell.bold = True

    def handle_endtag(self, tag: str) -> None:
        """Close what a tag closes."""
        if self._unseen:
            self._unseen = "" if tag == self._unseen else self._unseen
            return
        if tag in _APART:
            self._part(tag, opened=False)
        if tag == "table":
            self._close_table()
        elif tag in _OF_TABLES:
            if self._tables and not self._too_deep:
                self._forget()
                self._tables[-1].close()
        elif tag == "a" and self._linked is not None:
            self.links.append((self._linked, self._at))
            self._linked = None
        elif tag in _CODE:
            self._coded = max(0, self._coded - 1)
        elif tag in _STRUCK or tag == "sup":
            self._struck = max(0, self._struck - 1)

    def handle_data(self, data: str) -> None:
        """Take text in."""
        if self._unseen or self._struck or self._too_deep:
            return
        start = self._at
        shown = self._shown[start - self._first : start - self._first + len(data)]
        if self._coded and shown.strip():
            self.code.append((start, start + len(data)))
        if self._cell is not None:
            self._cell.bold = self._cell.bold or (self._cell.run.empty and data.lstrip().startswith(("**", "__")))
            self._cell.run.add(start, shown)
        elif not self._tables:
            self._prose.run.add(start, shown)

    @property
    def _cell(self) -> Any:
        """The open cell, None where none is open."""
        return self._tables[-1].cell if self._tables else None

    def _open_table(self) -> None:
        if len(self._tables) >= DEEPEST or self._too_deep:
            self._too_deep += 1
            return
        if self._tables and self._cell is None:
            self._finish(self._tables.pop())
        self._forget()
        self._tables.append(HtmlTable(self._at, nested=bool(self._tables)))

    def _close_table(self) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif self._tables:
            self._finish(self._tables.pop())
        self._forget()

    def _open_part(self, tag: str, attributes: dict[str, str | None]) -> None:
        if self._tables and not self._too_deep:
            self._forget()
            self._tables[-1].open(tag, attributes)

    def _forget(self) -> None:
        """What a cell does not close ends with it."""
        self._struck = self._coded = 0
        self._linked = None

    def _finish(self, table: HtmlTable, before: int | None = None) -> None:
        table.close(before)
        torn = bisect_left(self._torn, table.start)
        if torn < len(self._torn) and self._torn[torn] < (self._at if before is None else before):
            table.reason = "a tag in the table is not closed"
        self._done.append(table)

    def _raise(self) -> None:
        """A raised figure is an exponent or a remark."""
        run = self._cell.run if self._cell is not None else self._prose.run
        if not run.empty and run.pieces[-1][1][-1:].isdigit():
            run.part(self._at, "^")
        self._struck += 1

    def _part(self, tag: str, *, opened: bool) -> None:
        """Part the text before a tag from the text behind it."""
        if self._cell is not None:
            self._cell.run.part(self._at)
        elif not self._tables:
            self._done += self._prose.part(tag, self._at, opened=opened)
