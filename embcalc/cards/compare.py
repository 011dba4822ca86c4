"""A card against its config: every claim judged, with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embcalc.cards.checked import Checked, Finding
from embcalc.cards.claims import loose, metadata, origin, search
from embcalc.cards.claims.keyed import of_entry
from embcalc.cards.documents import front_matter
from embcalc.cards.documents.document import CardError, Document
from embcalc.cards.judging.judge import judge
from embcalc.cards.judging.truths import Truths
from embcalc.cards.language.finding import Found, Skipped
from embcalc.cards.language.names import Names, of_title
from embcalc.cards.markup import text
from embcalc.cards.writing import block
from embcalc.errors import UnknownArchitectureError
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.reports import Report
    from embcalc.sources import Source


def compare(card: Document, source: Source, *, every: bool = False) -> Checked:
    """Compare every claim of a document with a config. Raises EmbcalcError where the config is damaged."""
    truths, remarks = _truths(card, source)
    read = card.shortened()
    findings = [*_front_matter(card, truths), *_body(read, source, truths, every=every), *_block(card, truths.report)]
    return _checked(card, source, findings, truths, (*read.remarks, *remarks))


def compare_metadata(file: Document, source: Source) -> Checked:
    """Compare every key of a file of metadata that names a figure of the model. Raises EmbcalcError as `compare`."""
    truths, remarks = _truths(file, source)
    found = metadata.claims(file)
    findings = [_judged(item, truths, file.line_column(item.start), f"{key}: ") for key, item in found]
    return _checked(file, source, findings, truths, remarks)


def _truths(card: Document, source: Source) -> tuple[Truths, tuple[str, ...]]:
    report, remarks = report_of(source)
    own = [Path(source.location).parent] if source.kind == "file" else []
    return Truths(source.data, report, tuple(dict.fromkeys([Path(card.path).parent, *own]))), remarks


def _checked(
    card: Document, source: Source, findings: list[Finding], truths: Truths, remarks: tuple[str, ...]
) -> Checked:
    findings.sort(key=lambda finding: (finding.line, finding.column))
    known = truths.report is not None and truths.report.complete
    return Checked(card.path, source.location, findings, remarks, total_known=known)


def report_of(source: Source) -> tuple[Report | None, tuple[str, ...]]:
    """The report in the config's own data type; None where nothing can be counted."""
    from embcalc.api import report

    try:
        made = report(source)
    except UnknownArchitectureError as error:
        return None, (str(error),)
    return made, ()


def _front_matter(card: Document, truths: Truths) -> Iterator[Finding]:
    entries, problems = front_matter.entries(card)
    for problem in problems:
        yield Finding(
            Verdict.FAIL, "front matter", "", problem.line, problem.column, problem.message, way="front matter"
        )
    for entry in entries:
        yield _judged(of_entry(entry.key, entry.value), truths, (entry.line, entry.column), f"embcalc.{entry.key}: ")


def _body(card: Document, source: Source, truths: Truths, *, every: bool) -> Iterator[Finding]:
    body = text.read(card)
    stated = search.find(card, body, Names(list(own_names(card, body.title, source))))
    stated = list(origin.doubted(card, body.title, stated))
    if origin.is_quantised(card, body.title):
        truths = replace(truths, packed=True)
    for found in [*stated, *(loose.find(card, body, stated) if every else ())]:
        yield _judged(found, truths, card.line_column(found.start))


def _judged(found: Found, truths: Truths, place: tuple[int, int], key: str = "") -> Finding:
    """What becomes of something found; `key` stands in front of what is said of it."""
    if isinstance(found, Skipped):
        return Finding(Verdict.SKIPPED, found.kind, found.text, *place, found.reason)
    judged = judge(found, truths)
    said = f"{key}{judged.message}" if judged.message else ""
    return Finding(
        judged.verdict, found.kind, found.text, *place, said, judged.actual, reading=found.reading, way=found.way
    )


def own_names(card: Document, title: str, source: Source) -> Iterator[str]:
    """What this model is called: in its folder's name, the card's title, the config and the front matter."""
    yield from of_title(title)
    place = Path(card.path).absolute().parent.name
    places = [place, source.name, source.data.get("_name_or_path"), *_stated_names(card.front_matter or "")]
    for name in places:
        if isinstance(name, str) and name:
            yield re.split(r"__|--|/", name.rstrip("/"))[-1]


def _stated_names(yaml: str) -> list[Any]:
    return re.findall(r"^(?:model_name|model-index:\s*\n\s*-\s*name)\s*:\s*[\"']?([^\"'\n]+)", yaml, re.MULTILINE)


def _block(card: Document, report: Report | None) -> Iterator[Finding]:
    if report is None:
        return
    try:
        difference = block.stale(card, report)
        found = block.find(card)
    except CardError as error:
        place = re.search(r":(\d+): ", str(error))
        message = re.sub(r"^.*?:\d+: ", "", str(error))
        yield Finding(Verdict.FAIL, "block", "", int(place[1]) if place else 1, 1, message, way="block")
        return
    if difference is not None and found is not None:
        message = f"the block that `embcalc card` wrote is out of date; write it anew\n{difference}"
        yield Finding(Verdict.FAIL, "block", "", found.line, 1, message, way="block")
