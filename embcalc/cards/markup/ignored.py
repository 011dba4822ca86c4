"""Lines that a card's author has marked to be ignored: `<!-- embcalc: ignore -->`, and the parts between two marks."""

from __future__ import annotations

import re

from embcalc.cards.documents.document import Document

_IGNORE = re.compile(r"<!--\s*embcalc:\s*(ignore|ignore-start|ignore-end)\s*-->")


def ignored(document: Document) -> frozenset[int]:
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
