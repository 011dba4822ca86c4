"""Bringing a card up to date: its block, and its front matter where that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from embcalc.cards.documents.document import Document, of_text, read
from embcalc.cards.documents.front_matter import KEY, entries
from embcalc.cards.writing.block import find, insert
from embcalc.cards.writing.figures import values
from embcalc.cards.writing.mapping import written
from embcalc.cards.writing.saving import save
from embcalc.reports import Report
from embcalc.sources.wording import printable

_LEFT = f"the {KEY}: mapping in the front matter is left as it was; --front-matter brings it up to date, too"


class Updated(NamedTuple):
    """A card that is up to date now: its file, the block's line, whether it was written, and what to know of it."""

    path: str
    line: int
    changed: bool
    remarks: tuple[str, ...]


def update(path: str | Path, report: Report, *, front_matter: bool = False) -> Updated:
    """Write a report's figures into the card at `path`, a file or a folder with README.md.

    Nothing is written where nothing would change. Raises CardError where the card cannot be read, edited or written;
    then it is as it was.
    """
    document = read(path)
    text = updated(document, report, front_matter=front_matter)
    changed = save(document, text)
    now = of_text(document.path, text, bom=document.bom)
    block = find(now)
    remarks = _remarks(now)
    if changed and not front_matter and entries(now)[0]:
        remarks.append(f"{printable(now.path)}: {_LEFT}")
    return Updated(now.path, block.line if block else 0, changed, tuple(remarks))


def updated(document: Document, report: Report, *, front_matter: bool = False) -> str:
    """The document's text with the report's figures."""
    text = insert(document, report)
    if front_matter:
        text = written(of_text(document.path, text, bom=document.bom), values(report))
    return text


def _remarks(document: Document) -> list[str]:
    remarks = [f"{document.path}: {remark}" for remark in document.remarks]
    _, problems = entries(document)
    return remarks + [f"{document.path}:{problem.line}: {problem.message}" for problem in problems]
