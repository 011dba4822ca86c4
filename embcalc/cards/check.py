"""A card against its config: every claim with its place and its verdict, and whether the card passes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embcalc.cards import block, claims, document, front_matter, loose, origin, text
from embcalc.cards.document import CardError, Document
from embcalc.cards.finding import (
    ACTIVE,
    EMBEDDING,
    HIDDEN,
    MEMORY,
    NON_EMBEDDING,
    PARAMETERS,
    SHARE,
    TIED,
    TOTAL,
    VOCABULARY,
    Claim,
    Skipped,
)
from embcalc.cards.front_matter import Entry
from embcalc.cards.judge import judge
from embcalc.cards.names import Names, of_title
from embcalc.cards.paths import CONFIGS, folder, has_card
from embcalc.cards.phrases import BYTES
from embcalc.cards.truths import Truths
from embcalc.cards.verdict import Judgement, Verdict
from embcalc.cards.written import Written, first, scaled
from embcalc.errors import EmbcalcError, UnknownArchitectureError
from embcalc.units import parse_count

if TYPE_CHECKING:
    from embcalc.reports import Report
    from embcalc.sources import Source


@dataclass(frozen=True)
class Finding:
    """Something that a card says, and what became of it.

    Line and column count from 1; `reading` is "" or the name of a count.
    """

    verdict: Verdict
    kind: str
    text: str
    line: int
    column: int
    message: str = ""
    actual: int | float | str | bool | None = None
    reading: str = ""
    way: str = ""


@dataclass(frozen=True)
class Checked:
    """A card and what was found in it; `error` where it or its config could not be read.

    Where a config was named that has no card beside it, that is `missing`, which is no fault.
    """

    path: str
    config: str = ""
    findings: list[Finding] = field(default_factory=list)
    remarks: tuple[str, ...] = ()
    error: EmbcalcError | None = None
    total_known: bool = True
    missing: bool = False

    def count(self, *verdicts: Verdict) -> int:
        """How many findings have one of these verdicts."""
        return sum(finding.verdict in verdicts for finding in self.findings)

    @property
    def judged(self) -> int:
        """How many claims were judged."""
        return len(self.findings) - self.count(Verdict.SKIPPED)

    def problems(self, *, strict: bool = False) -> list[str]:
        """Why the card as a whole fails, besides its findings."""
        if self.error is not None:
            return [str(self.error)]
        found: list[str] = []
        if self.missing:
            return found
        if strict and not self.judged:
            found.append("the card makes no claim that can be checked")
        if strict and not self.total_known:
            found.append("the architecture is not described, so the total is unknown")
        return found

    def failed(self, *, strict: bool = False) -> bool:
        """Whether the card does not pass."""
        return bool(self.count(Verdict.FAIL) or self.problems(strict=strict))


def check(path: str | Path, config: str | None = None, *, every: bool = False) -> Checked:
    """Compare every claim of a card with its config; whatever cannot be read becomes the result's `error`.

    `path` is a README.md, a folder that holds one, or the config beside one. `config` is a file or a model where the
    config is elsewhere; otherwise it is the one in the card's folder. With `every`, figures that no rule takes for a
    claim are found, too, and skipped.
    """
    place, shown = folder(Path(path)), str(path)
    if place != Path(path) and Path(path).exists() and not has_card(place):
        return Checked(shown, findings=[Finding(Verdict.SKIPPED, "card", "", 1, 1, _NO_CARD)], missing=True)
    try:
        card = document.read(place)
        shown = card.path
        source = _config(Path(card.path), config)
        return compare(card, source, every=every)
    except EmbcalcError as error:
        return Checked(shown, error=error)
    except RecursionError:
        return Checked(shown, error=CardError(f"{shown}: nested too deeply to be read"))


_NO_CARD = f"there is no {document.NAME} beside the config"


def _config(card: Path, config: str | None) -> Source:
    from embcalc.api import load

    if config is not None:
        return load(config)
    found = next((card.parent / name for name in CONFIGS if (card.parent / name).exists()), None)
    if found is None:
        from embcalc.sources.wording import printable

        raise CardError(f"{printable(str(card))}: there is no config.json beside it", "Name the config with --config.")
    return load(str(found.absolute()) if card.parent == Path() else str(found))


def compare(card: Document, source: Source, *, every: bool = False) -> Checked:
    """Compare every claim of a document with a config. Raises EmbcalcError where the config is damaged."""
    place = Path(card.path)
    report, remarks = _report(source)
    folders = tuple(dict.fromkeys([place.parent, *([Path(source.location).parent] if source.kind == "file" else [])]))
    truths = Truths(source.data, report, folders)
    read = card.shortened()
    findings = [*_front_matter(card, truths), *_body(read, source, truths, every=every), *_block(card, report)]
    findings.sort(key=lambda finding: (finding.line, finding.column))
    known = report is not None and report.complete
    return Checked(card.path, source.location, findings, (*read.remarks, *remarks), total_known=known)


def _report(source: Source) -> tuple[Report | None, tuple[str, ...]]:
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
        claim = _entry(entry)
        judged = judge(claim, truths)
        yield Finding(
            judged.verdict,
            claim.kind,
            claim.text,
            entry.line,
            entry.column,
            _of_key(entry, judged),
            judged.actual,
            claim.reading,
            claim.way,
        )


def _of_key(entry: Entry, judged: Judgement) -> str:
    return f"embcalc.{entry.key}: {judged.message}" if judged.message else ""


_ENTRIES = {
    "parameters": (PARAMETERS, TOTAL),
    "embedding_parameters": (PARAMETERS, EMBEDDING),
    "non_embedding_parameters": (PARAMETERS, NON_EMBEDDING),
    "active_parameters": (PARAMETERS, ACTIVE),
    "vocab_size": (VOCABULARY, ""),
    "hidden_size": (HIDDEN, ""),
    "tied_embeddings": (TIED, ""),
    "embedding_share": (SHARE, ""),
    "memory": (MEMORY, ""),
}


def _entry(entry: Entry) -> Claim:
    """The claim that a key of the `embcalc:` mapping makes."""
    kind, reading = _ENTRIES[entry.key]
    if kind == TIED:
        state = "yes" if entry.value.lower() in ("true", "yes") else "no"
        return Claim(kind, entry.value, 0, state=state, way="front matter")
    unit = re.search(r"[kKMGT]?i?B$", entry.value) if kind == MEMORY else None
    number = _exact(entry.value) if kind in (PARAMETERS, VOCABULARY, HIDDEN) else first(entry.value)
    if kind == SHARE and number is not None and "%" not in entry.value and number.value <= 1:
        number = scaled(number, 100)
    size = BYTES.get(unit[0].lower(), 1) if unit else 0
    return Claim(kind, entry.value, 0, number, reading, unit=size, way="front matter")


def _exact(value: str) -> Written | None:
    """The number as written; a spelling that only parse_count knows (`32Ki`) is one in full."""
    number = first(value)
    if number is not None and number.end == len(value.rstrip()):
        return number
    count = parse_count(value)
    return Written(value, Fraction(count), Fraction(1), 0, "", True, False, 0, len(value))


def _body(card: Document, source: Source, truths: Truths, *, every: bool) -> Iterator[Finding]:
    body = text.read(card)
    stated = claims.find(card, body, Names(list(own_names(card, body.title, source))))
    stated = list(origin.doubted(card, body.title, stated))
    for found in [*stated, *(loose.find(card, body, stated) if every else ())]:
        line, column = card.line_column(found.start)
        if isinstance(found, Skipped):
            yield Finding(Verdict.SKIPPED, found.kind, found.text, line, column, found.reason)
            continue
        judged = judge(found, truths)
        yield Finding(
            judged.verdict,
            found.kind,
            found.text,
            line,
            column,
            judged.message,
            judged.actual,
            found.reading,
            found.way,
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
