"""A card's Markdown as blocks: the parser tells them apart, and their text is taken from the text without markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from embcalc.cards.document import NEWLINE, Document
from embcalc.cards.elements import Block, Cell

_BIBLIOGRAPHY = re.compile(r"^\s*@\w+\s*\{")
_LINE_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_ITEM_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-+*•]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?")
_HEADING_PREFIX = re.compile(r"[ \t]*(?:[-+*][ \t]+)?#{1,6}[ \t]*|[=-]+\s*$")


class Walk:
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
