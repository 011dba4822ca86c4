"""`check`: what was found in cards, as lines, as a sheet, and as JSON has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from embcalc.cards.checked import Checked, Finding
from embcalc.units import counted, printable
from embcalc.verdicts import Verdict
from embcalc.views.sheet import Column, Grid, Prose, Row, Sheet

WORDS = {
    Verdict.OK: "ok",
    Verdict.REMARK: "note",
    Verdict.WARNING: "warning",
    Verdict.FAIL: "error",
    Verdict.SKIPPED: "skipped",
}
_KINDS = {"vocab_size": "vocabulary", "hidden_size": "hidden size", "kv_heads": "key-value heads", "dtype": "data type"}


class Options(NamedTuple):
    """What is asked for: every claim rather than those with something to say, and strictness."""

    every: bool = False
    strict: bool = False


def shown(card: Checked, options: Options) -> list[Finding]:
    """The findings to show: all of them, or those that do not simply hold."""
    quiet = (Verdict.OK, Verdict.SKIPPED)
    return [finding for finding in card.findings if options.every or finding.verdict not in quiet]


def name(finding: Finding) -> str:
    """What a finding is about: `parameters (non-embedding)`, `vocabulary`."""
    kind = _KINDS.get(finding.kind, finding.kind.replace("_", " "))
    return f"{kind} ({finding.reading})" if finding.reading and finding.reading != "total" else kind


def said(finding: Finding) -> str:
    """A finding in one line: what it is about, its words in the card, and what is to be said of it."""
    quoted = f" “{printable(finding.text)}”" if finding.text else ""
    message = f": {finding.message}" if finding.message else ""
    return f"{name(finding)}{quoted}{message}"


def path(card: Checked, finding: Finding) -> str:
    """The file that a finding is in: the card, or the config."""
    return finding.path or card.path


def lines(cards: Sequence[Checked], options: Options) -> Iterator[str]:
    """The findings as compilers write theirs, then one line that sums them up."""
    for card in cards:
        place = printable(card.path)
        for finding in shown(card, options):
            first, *rest = said(finding).splitlines()
            yield f"{printable(path(card, finding))}:{finding.line}:{finding.column}: {WORDS[finding.verdict]}: {first}"
            yield from (f"  {printable(line)}" for line in rest)
        if card.error is None:
            yield from (f"{place}: error: {problem}" for problem in card.problems(strict=options.strict))
    yield summary(cards, options)


def summary(cards: Sequence[Checked], options: Options) -> str:
    """How many cards, claims and files there are, and how many of them fail."""
    found = [finding for card in cards for finding in card.findings]
    compared = [finding for finding in found if not finding.is_claim]
    there, words = sum(not card.missing for card in cards), []
    if there or not compared:
        claims = [finding for finding in found if finding.is_claim]
        words += [counted(there, "card"), _outcome(claims, "claim", "judged")]
    if compared:
        idle = all(finding.verdict is Verdict.SKIPPED for finding in compared)
        hint = " (--list says why)" if idle and not options.every else ""
        words.append(_outcome(compared, "comparison", "with files") + hint)
    skipped = sum(finding.verdict is Verdict.SKIPPED for finding in found)
    if skipped and options.every:
        words.append(f"{skipped:,} skipped")
    unread = sum(card.error is not None for card in cards)
    if unread:
        words.append(f"{counted(unread, 'card')} could not be checked")
    failed = sum(card.failed(strict=options.strict) for card in cards)
    if failed and len(cards) > 1:
        words.append(f"{counted(failed, 'card')} failed")
    return ", ".join(words)


def _outcome(found: Sequence[Finding], noun: str, what: str) -> str:
    """`3 claims judged, all hold`."""
    judged = sum(finding.verdict is not Verdict.SKIPPED for finding in found)
    false = sum(finding.verdict is Verdict.FAIL for finding in found)
    if not judged:
        return f"no {noun} {what}"
    held = f"{false:,} {'does' if false == 1 else 'do'} not hold" if false else "all hold"
    return f"{counted(judged, noun)} {what}, {held}"


def document(cards: Sequence[Checked], options: Options) -> list[dict[str, Any]]:
    """One object a card: its claims, and what its config was compared with; with `every` the skipped ones, too."""
    return [
        {
            "path": card.path,
            "config": card.config or None,
            "passed": not card.failed(strict=options.strict),
            "judged": card.judged,
            "failed": card.count(Verdict.FAIL),
            "problems": card.problems(strict=options.strict),
            "remarks": list(card.remarks),
            "claims": [_claim(finding) for finding in _listed(card, options) if finding.is_claim],
            "files": [_comparison(finding) for finding in _listed(card, options) if not finding.is_claim],
        }
        for card in cards
    ]


def _listed(card: Checked, options: Options) -> Iterator[Finding]:
    return (finding for finding in card.findings if options.every or finding.verdict is not Verdict.SKIPPED)


def _claim(finding: Finding) -> dict[str, Any]:
    return {
        "verdict": finding.verdict.value,
        "kind": finding.kind,
        "reading": finding.reading or None,
        "text": finding.text,
        "line": finding.line,
        "column": finding.column,
        "actual": finding.actual,
        "message": finding.message,
    }


def _comparison(finding: Finding) -> dict[str, Any]:
    return {
        "verdict": finding.verdict.value,
        "kind": finding.kind,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        **(finding.facts or {}),
    }


def sheet(cards: Sequence[Checked], options: Options) -> Sheet:
    """The findings in rows, for Markdown."""
    rows = []
    for card in cards:
        for finding in shown(card, options):
            place = f"{printable(path(card, finding))}:{finding.line}"
            first = finding.message.splitlines()[0] if finding.message else ""
            rows.append(Row((place, name(finding), printable(finding.text), WORDS[finding.verdict], printable(first))))
        rows += [
            Row((printable(card.path), "", "", "error", printable(problem)))
            for problem in card.problems(strict=options.strict)
        ]
    columns = (Column("place"), Column("claim"), Column("text"), Column("verdict"), Column("reason"))
    parts = [Grid(columns, rows)] if rows else []
    return Sheet("Model cards", "", "", [*parts, Prose(f"{summary(cards, options)}.")])
