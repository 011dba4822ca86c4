"""The block of figures between two markers in a card: how it reads, where it stands, and whether it is up to date."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from embcalc.cards.documents.document import NEWLINE, CardError, Document, of_text
from embcalc.cards.writing.figures import rows
from embcalc.reports import Report
from embcalc.sources.wording import printable

START = "<!-- embcalc:start -->"
END = "<!-- embcalc:end -->"

_MARKER = re.compile(r"<!--\s*embcalc:(start|end)\s*-->")
_NOTE = (
    "Counted from the model's config by `embcalc card`; `embcalc check` compares. Non-embedding is the total without\n"
    "the embedding and the output head, and the embedding share is what these two have of the total."
)
_UNKNOWN = (
    "Counted from the model's config by `embcalc card`; `embcalc check` compares. The total is not known: this\n"
    "architecture is not described."
)


class Block(NamedTuple):
    """What stands between the markers, newlines as in the file; `line` is the start marker's, from 1.

    `start` and `end` are offsets in the document's text, behind the start marker and before the end marker's line.
    """

    text: str
    line: int
    start: int
    end: int


def render(report: Report) -> str:
    """The block with its markers, lines ended by \\n, the last one not: the same figures give the same text."""
    # figures are not padded, so that a change of one changes one line
    pairs = [("Figure", "Value"), *rows(report)]
    width = max(len(label) for label, _ in pairs)
    lines = [f"| {label.ljust(width)} | {figure} |" for label, figure in pairs]
    rule = f"| {'-' * width} | ----: |"
    note = _NOTE if report.complete else _UNKNOWN
    return "\n".join([START, "", "## Parameters", "", lines[0], rule, *lines[1:], "", note, "", END])


def find(document: Document) -> Block | None:
    """The block of a document, or None. A marker counts where it stands alone on a line and is shown by nothing.

    Raises CardError for a marker without its partner, for a second block, and for one behind what is read of a card.
    """
    last = max((found.start() for found in _MARKER.finditer(document.text, document.body_start)), default=-1)
    if last < 0:
        return None
    read = document.shortened()
    if last >= len(read.text):
        place = f"{printable(document.path)}:{document.line_column(last)[0]}"
        raise CardError(f"{place}: the marker stands so far down that it is not read")
    marks = list(_markers(read))
    if not marks:
        return None
    if [kind for kind, _ in marks] == ["start", "end"]:
        start, end = _behind(document, marks[0][1]), document.starts[marks[1][1] - 1]
        return Block(document.text[start:end], marks[0][1], start, end)
    raise _unpaired(printable(document.path), marks)


def _unpaired(place: str, marks: Sequence[tuple[str, int]]) -> CardError:
    """What is wrong with markers that are not one pair."""
    kind, line = marks[0]
    if kind == "end":
        return CardError(f"{place}:{line}: {END} without {START} before it")
    if len(marks) == 1 or marks[1][0] == "start":
        return CardError(f"{place}:{line}: {START} without {END} after it")
    return CardError(f"{place}:{marks[2][1]}: a second pair of markers; a card has one")


def _behind(document: Document, line: int) -> int:
    """The offset at which the line after `line` starts; the end of the text where there is none."""
    return document.starts[line] if line < len(document.starts) else len(document.text)


def _markers(document: Document) -> Iterator[tuple[str, int]]:
    lines = NEWLINE.split(document.body)
    for token in _tokens(document):
        if token.type == "html_block" and token.level == 0:
            for index in range(*token.map):
                found = _MARKER.fullmatch(lines[index].strip()) if index < len(lines) else None
                if found:
                    yield found[1], document.body_line + index


def _tokens(document: Document) -> Sequence[Any]:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable("inline").parse(document.body)


def stale(document: Document, report: Report) -> str | None:
    """The difference between a document's block and what it should be, as a unified diff with the file's line numbers.

    None where there is no block or it is up to date; line endings do not matter. Raises CardError as `find` does.
    """
    block = find(document)
    if block is None:
        return None
    old, new = NEWLINE.split(block.text), _inner(report).split("\n")
    if old == new:
        return None
    name = printable(document.path)
    lines = difflib.unified_diff(old[:-1], new[:-1], name, "embcalc card", lineterm="", n=1)
    return "\n".join(_HUNK.sub(lambda found: _shifted(found, block.line), line) for line in lines)


_HUNK = re.compile(r"^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$")


def _shifted(found: re.Match[str], lines: int) -> str:
    old, new = int(found[1]) + lines, int(found[3]) + lines
    return f"@@ -{old}{found[2] or ''} +{new}{found[4] or ''} @@"


def _inner(report: Report) -> str:
    """The block without its markers, but with the newline before the last one."""
    return render(report).removeprefix(f"{START}\n").removesuffix(END)


def insert(document: Document, report: Report) -> str:
    """The document's text with its block up to date; all else is as it was, to the byte.

    Without markers, the block is put before the second heading, which ends the card's introduction, or at the end.
    Raises CardError where the markers are not a pair, and where the end stands in something that is never closed.
    """
    block = find(document)
    if block is None:
        return _added(document, render(report))
    if stale(document, report) is None:
        return document.text
    inner = _inner(report).replace("\n", _newline(document, block.start))
    return document.text[: block.start] + inner + document.text[block.end :]


def _newline(document: Document, at: int) -> str:
    """The newline in front of an offset, the document's usual one where there is none."""
    before = document.text[max(0, at - 2) : at]
    return next((newline for newline in ("\r\n", "\n", "\r") if before.endswith(newline)), document.newline)


def _added(document: Document, block: str) -> str:
    text = document.text
    headings = [
        token.map[0] for token in _tokens(document.shortened()) if token.type == "heading_open" and token.level == 0
    ]
    at = document.starts[document.body_line - 1 + headings[1]] if len(headings) > 1 else len(text)
    before, after, newline = text[:at], text[at:], _newline(document, at)
    gap, tail = _gaps(document, at)
    made = before + gap * newline + block.replace("\n", newline) + (newline * 2 if after else newline * tail) + after
    try:
        found = find(of_text(document.path, made, bom=document.bom))
    except CardError:
        found = None
    if found is None or not made[: found.start].startswith(before):
        raise CardError(
            f"{printable(document.path)}: the block cannot be put at the end, which stands in code, "
            "in a comment or too far down",
            f"Write {START} and {END} on lines of their own where it should stand.",
        )
    return made


def _gaps(document: Document, at: int) -> tuple[int, int]:
    """How many newlines are wanted before a block at this offset, and whether the last line before it has one."""
    before = document.text[:at]
    lines = NEWLINE.split(before)
    ended = lines[-1] == ""
    if at <= document.body_start:
        return (0 if ended else 1), ended
    if not ended:
        return 2, 0
    return (0 if lines[-2].strip() == "" and len(lines) > 1 else 1), 1
