"""A card's Markdown as blocks: the parser tells them apart, and their text is taken from the text without markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from embcalc.cards.documents.document import NEWLINE, Document
from embcalc.cards.markup.elements import Block, Cell
from embcalc.cards.markup.grid import MOST_COLUMNS, grid
from embcalc.cards.markup.html_prose import Passage
from embcalc.cards.markup.html_table import HtmlTable
from embcalc.cards.markup.hypertext import Reader
from embcalc.cards.markup.mask import Mask

_BIBLIOGRAPHY = re.compile(r"^\s*@\w+\s*\{")
_LINE_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_ITEM_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-+*•]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?")
# a summary stands under every heading
_SUMMARY = 7
_HEADING_PREFIX = re.compile(r"[ \t]*(?:[-+*][ \t]+)?#{1,6}[ \t]*|[=-]+\s*$")


class Walk:
    """The blocks of a document, from the parser's tokens."""

    def __init__(self, document: Document, mask: Mask) -> None:
        self.document, self.masked = document, mask.text
        self.title = ""
        self.hidden: list[tuple[str, int, int]] = []
        self.headings: list[tuple[int, str]] = []
        self.lists: list[int] = []
        self.numbers = count(1)
        self.reader = Reader(mask.text, mask.tagged, self.numbers)
        self.inside: list[int] = []
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
                self._add(found, block, token)
            elif token.type in ("heading_open", "paragraph_open"):
                block = self._prose(token)
                if not _BIBLIOGRAPHY.match(block.text):
                    self._add(found, block, token)
            elif token.type == "html_block":
                self.hidden.append(("HTML", *self._span(token)))
                self._take(found, self.reader.read(*self._span(token), quoted=token.level > 0))
            else:
                self._note(token)
            index += 1
        self.inside = []
        self._take(found, self.reader.rest())
        return found

    def _add(self, found: list[Block], block: Block, token: Any) -> None:
        """Add a block; it may stand in a table of HTML and hold some of its tags."""
        if self.reader.within:
            self.inside.append(len(found))
            found.append(block)
            self._take(found, self.reader.read_inside(*self._span(token), quoted=token.level > 0))
        else:
            found.append(block)

    def _take(self, found: list[Block], parts: list[HtmlTable | Passage]) -> None:
        """Add what is read of HTML."""
        for part in parts:
            if isinstance(part, HtmlTable):
                found.append(self._html_table(part))
                if not self.reader.within and max(map(len, found[-1].rows), default=0) > 1:
                    for index in self.inside:
                        found[index] = replace(found[index], doubt="it stands in a cell of a table")
            elif part.kind in ("aside", "summary", "end"):
                self._note_aside(part)
            else:
                found.append(self._passage(part))
        if not self.reader.within:
            self.inside = []

    def _note_aside(self, part: Passage) -> None:
        self.before = part.text or self.before
        if part.kind != "aside":
            self.headings = [entry for entry in self.headings if entry[0] < _SUMMARY]
        if part.kind == "summary":
            self.headings.append((_SUMMARY, " ".join(part.text.split())))

    def _passage(self, part: Passage) -> Block:
        kind, group = part.kind, part.level
        if kind == "heading":
            self._head(part.level, " ".join(part.text.split()))
            group = 0
        elif kind == "paragraph" and self.lists:
            kind, group = "item", self.lists[-1]
        block = Block(kind, part.text, part.start, self._above, group, before=self.before)
        self.before = part.text
        return block

    def _html_table(self, table: HtmlTable) -> Block:
        laid = grid(table.sheet, table.caption)
        return Block(
            "table",
            "",
            table.start,
            self._above,
            rows=laid.rows,
            before=self.before,
            reason=table.reason or laid.reason,
            doubt="it stands in a cell of another table" if table.nested else "",
        )

    @property
    def _above(self) -> tuple[str, ...]:
        """The headings that a block stands under."""
        return tuple(name for _, name in self.headings)

    def _note(self, token: Any) -> None:
        if token.type.endswith("_list_open"):
            self.lists.append(next(self.numbers))
        elif token.type.endswith("_list_close"):
            self.lists.pop()
        elif token.type in ("fence", "code_block"):
            self.hidden.append(("a code block", *self._span(token)))

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
        block = Block(kind, text, start, self._above, self.lists[-1] if self.lists else 0, before=self.before)
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
        block = Block("table", "", start, self._above, 0, tuple(rows), self.before)
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
        for left, right in pairwise(borders if len(borders) <= MOST_COLUMNS else ()):
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
