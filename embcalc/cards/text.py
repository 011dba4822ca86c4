"""The text of a card as claims are looked for in it: blocks of Markdown without their markup, each character in place.

Markup becomes blanks of the same length, so that an offset in a block is an offset in the file. Code blocks, comments,
images, addresses and bibliographies are no text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from embcalc.cards.document import NEWLINE, Document


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
    `before` is the text of the block above it.
    """

    kind: str
    text: str
    start: int
    headings: tuple[str, ...]
    group: int = 0
    rows: tuple[tuple[Cell, ...], ...] = field(default=())
    before: str = ""


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


_BLANK = re.compile(r"[^\r\n]")
# the opening "<!-->" of the model card template is a comment that never ends
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,2000}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,2000}\])")
_LINK = re.compile(
    r"(?<!!)\[((?:[^\[\]\n]"
    r"|\[[^\[\]\n]*\])*)\]\(\s*<?[^()\s>]*(?:\([^()\s]*\)[^()\s]*)*>?(?:\s+[\"'(][^\n]*?[\"')])?\s*\)"
)
_REFERENCE = re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[^\n]*", re.MULTILINE)
_ADDRESS = re.compile(r"<(?:https?|mailto):[^>\s]*>|(?:https?://|www\.)[^\s<>()\[\]|]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~\n]+~~|<(s|del|sup)>[^<\n]*</\1>")
_MARKUP = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|\*+|`+|(?<![A-Za-z0-9])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9_])|\$(?!\d)|\[\^[^\]\n]*\]"
)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+);")
_SIGNS = {"&lt;": "<", "&gt;": ">", "&asymp;": "≈", "&sim;": "~", "&ge;": "≥", "&le;": "≤", "&#126;": "~", "&amp;": "&"}
_LATEX = re.compile(r"\\(sim|approx|gt|geq?|lt|leq?)\b")
_LATEX_SIGNS = {"sim": "~", "approx": "≈", "gt": ">", "ge": "≥", "geq": "≥", "lt": "<", "le": "≤", "leq": "≤"}
_BIBLIOGRAPHY = re.compile(r"^\s*@\w+\s*\{")
_IGNORE = re.compile(r"<!--\s*embcalc:\s*(ignore|ignore-start|ignore-end)\s*-->")
_LINE_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_ITEM_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-+*•]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?")
_HEADING_PREFIX = re.compile(r"[ \t]*(?:[-+*][ \t]+)?#{1,6}[ \t]*|[=-]+\s*$")


def read(document: Document) -> Text:
    """The blocks of a card's body."""
    masked = _Mask(document.text, document.body_start)
    walk = _Walk(document, masked.text)
    blocks = walk.blocks()
    hidden = sorted([*masked.hidden, *walk.hidden], key=lambda part: part[1])
    return Text(blocks, walk.title, hidden, _ignored(document), sorted(masked.links), masked.text)


def blank(text: str) -> str:
    """Blanks for each character but the newlines."""
    return _BLANK.sub(" ", text)


class _Mask:
    """A text of the same length in which markup is blank."""

    def __init__(self, text: str, start: int) -> None:
        self.hidden: list[tuple[str, int, int]] = []
        self.links: list[tuple[int, int]] = []
        body = blank(text[:start]) + text[start:]
        # what is never closed is looked through once, not from each opening
        closed = body.rfind("-->") + len("-->")
        body = _COMMENT.sub(self._hide("a comment"), body[:closed]) + body[closed:]
        body = _STRUCK.sub(lambda found: blank(found[0]), body)
        body = _IMAGE.sub(self._hide("an image"), body)
        body = _LINK.sub(self._link, body)
        body = _REFERENCE.sub(self._hide("an address"), body)
        body = _ADDRESS.sub(self._hide("an address"), body)
        body = _BREAK.sub(lambda found: ";" + " " * (len(found[0]) - 1), body)
        body = _TAG.sub(lambda found: blank(found[0]), body)
        body = _ENTITY.sub(lambda found: _SIGNS.get(found[0], " ").ljust(len(found[0])), body)
        body = _LATEX.sub(lambda found: _LATEX_SIGNS[found[1]].ljust(len(found[0])), body)
        self.text = _MARKUP.sub(lambda found: blank(found[0]), body)

    def _hide(self, kind: str) -> Callable[[re.Match[str]], str]:
        def hidden(found: re.Match[str]) -> str:
            self.hidden.append((kind, *found.span()))
            return blank(found[0])

        return hidden

    def _link(self, found: re.Match[str]) -> str:
        self.links.append(found.span(1))
        self.hidden.append(("an address", found.end(1), found.end()))
        return " " + found[1] + blank(found[0][found.end(1) - found.start() :])


class _Walk:
    """The blocks of a document, from the parser's tokens."""

    def __init__(self, document: Document, masked: str) -> None:
        self.document, self.masked = document, masked
        self.title = ""
        self.hidden: list[tuple[str, int, int]] = []
        self.headings: list[tuple[int, str]] = []
        self.lists: list[int] = []
        self.items = 0
        self.before = ""

    def blocks(self) -> list[Block]:
        """Every block, in order."""
        found: list[Block] = []
        tokens = _parser().parse(self.document.body)
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                index, block = self._table(tokens, index)
                found.append(block)
            elif token.type in ("heading_open", "paragraph_open"):
                block = self._prose(token)
                if not _BIBLIOGRAPHY.match(block.text):
                    found.append(block)
            else:
                self._note(token)
            index += 1
        return found

    def _note(self, token: Any) -> None:
        if token.type.endswith("_list_open"):
            self.items += 1
            self.lists.append(self.items)
        elif token.type.endswith("_list_close"):
            self.lists.pop()
        elif token.type in ("fence", "code_block"):
            self.hidden.append(("a code block", *self._span(token)))
        elif token.type == "html_block":
            self.hidden.append(("HTML", *self._span(token)))

    def _span(self, token: Any) -> tuple[int, int]:
        starts, first = self.document.starts, self.document.body_line - 1
        start, end = (first + line for line in token.map)
        last = len(self.document.text)
        return starts[start] if start < len(starts) else last, starts[end] if end < len(starts) else last

    def _prose(self, token: Any) -> Block:
        start, end = self._span(token)
        is_heading = token.type == "heading_open"
        text = _unprefixed(self.masked[start:end], heading=is_heading)
        if is_heading:
            self._head(int(token.tag[1]), " ".join(text.split()))
        kind = "heading" if is_heading else "item" if self.lists else "paragraph"
        headings = tuple(name for _, name in self.headings)
        block = Block(kind, text, start, headings, self.lists[-1] if self.lists else 0, before=self.before)
        self.before = text
        return block

    def _head(self, level: int, name: str) -> None:
        self.title = self.title or (name if level == 1 else "")
        self.headings = [*(entry for entry in self.headings if entry[0] < level), (level, name)]

    def _table(self, tokens: list[Any], index: int) -> tuple[int, Block]:
        start, _ = self._span(tokens[index])
        rows = []
        while tokens[index].type != "table_close":
            if tokens[index].type == "tr_open":
                rows.append(tuple(self._cells(tokens[index])))
            index += 1
        block = Block("table", "", start, tuple(name for _, name in self.headings), 0, tuple(rows), self.before)
        return index, block

    def _cells(self, token: Any) -> Iterator[Cell]:
        start, _ = self._span(token)
        raw = NEWLINE.split(self.document.text[start : self._span(token)[1]])[0]
        text = self.masked[start : start + len(raw)]
        borders = [-1, *(found.start() for found in re.finditer(r"(?<!\\)\|", raw)), len(raw)]
        prefix = _LINE_PREFIX.match(raw)
        if raw[prefix.end() if prefix else 0 :].startswith("|"):
            borders.pop(0)
        if raw.rstrip().endswith("|") and len(borders) > 1:
            borders.pop()
        for left, right in pairwise(borders):
            part = raw[left + 1 : right].strip()
            yield Cell(text[left + 1 : right], start + left + 1, part.startswith(("**", "<b>", "__")))


def _unprefixed(text: str, *, heading: bool) -> str:
    """The text with list markers, quote marks and heading marks blanked."""
    lines = re.split(r"(\r\n|\r|\n)", text)
    for index in range(0, len(lines), 2):
        prefixes = [_HEADING_PREFIX] if heading else [_ITEM_PREFIX if index == 0 else _LINE_PREFIX]
        for prefix in prefixes:
            found = prefix.match(lines[index])
            if found:
                lines[index] = " " * found.end() + lines[index][found.end() :]
    return "".join(lines)


_PARSERS: list[Any] = []


def _parser() -> Any:
    if not _PARSERS:
        from markdown_it import MarkdownIt

        # the parser tells blocks apart; their inline markup is blanked in place
        _PARSERS.append(MarkdownIt("commonmark").enable("table").disable("inline"))
    return _PARSERS[0]


def _ignored(document: Document) -> frozenset[int]:
    """The lines that are ignored: those with the mark, the one after a mark that stands alone, and marked parts."""
    lines: set[int] = set()
    opened = None
    for found in _IGNORE.finditer(document.text, document.body_start):
        line = document.line_column(found.start())[0]
        if found[1] == "ignore-start":
            opened = line if opened is None else opened
        elif found[1] == "ignore-end" and opened is not None:
            lines |= set(range(opened, line + 1))
            opened = None
        elif found[1] == "ignore":
            lines |= {line, line + 1} if _alone(document, found, line) else {line}
    return frozenset(lines | (set(range(opened, len(document.starts) + 1)) if opened is not None else set()))


def _alone(document: Document, found: re.Match[str], line: int) -> bool:
    start = document.starts[line - 1]
    end = document.starts[line] if line < len(document.starts) else len(document.text)
    return document.text[start:end].strip() == found[0]
