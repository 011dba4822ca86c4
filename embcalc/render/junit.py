"""Findings as a JUnit report, which GitLab, Jenkins and others show: a suite for each card, a test for each claim."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from embcalc.cards.checked import Checked, Finding
from embcalc.units import printable
from embcalc.verdicts import Verdict
from embcalc.views.check import Options, name, path, said, shown


def render(cards: Sequence[Checked], options: Options) -> str:
    """The report; claims that were passed over stand in it with `every` alone, as skipped tests."""
    suites = [_suite(card, options) for card in cards]
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="embcalc check">', *suites, "</testsuites>"]
    )


def _suite(card: Checked, options: Options) -> str:
    wanted = (
        [*shown(card, Options(every=True))]
        if options.every
        else [f for f in card.findings if f.verdict is not Verdict.SKIPPED]
    )
    problems = card.problems(strict=options.strict)
    failures = sum(finding.verdict is Verdict.FAIL for finding in wanted) + (len(problems) if card.error is None else 0)
    skipped = sum(finding.verdict is Verdict.SKIPPED for finding in wanted)
    head = (
        f'  <testsuite name={_attribute(card.path)} tests="{len(wanted) + len(problems)}" failures="{failures}" '
        f'errors="{len(problems) if card.error is not None else 0}" skipped="{skipped}">'
    )
    element = "failure" if card.error is None else "error"
    own = [_case(card, "card", f"      <{element} message={_attribute(problem)}/>") for problem in problems]
    return "\n".join([head, *(_of_finding(card, finding) for finding in wanted), *own, "  </testsuite>"])


def _of_finding(card: Checked, finding: Finding) -> str:
    inner = ""
    if finding.verdict is Verdict.FAIL:
        first = said(finding).splitlines()[0]
        told = f"{_text(_place(card, finding))}\n{_text(finding.message)}"
        inner = f"      <failure message={_attribute(first)}>{told}</failure>"
    elif finding.verdict is Verdict.SKIPPED:
        inner = f"      <skipped message={_attribute(finding.message)}/>"
    elif finding.message:
        inner = f"      <system-out>{_text(finding.message)}</system-out>"
    title = f"line {finding.line}: {name(finding)} {finding.text}".strip()
    return _case(card, title, inner, finding.line, path(card, finding))


def _case(card: Checked, title: str, inner: str, line: int = 0, file: str = "") -> str:
    where = f' line="{line}"' if line else ""
    place = f"file={_attribute(file or card.path)}{where}"
    head = f"    <testcase classname={_attribute(card.path)} name={_attribute(title)} {place}"
    return f"{head}>\n{inner}\n    </testcase>" if inner else f"{head}/>"


def _place(card: Checked, finding: Finding) -> str:
    return f"{path(card, finding)}:{finding.line}:{finding.column}"


def _attribute(text: str) -> str:
    return quoteattr(printable(text))


def _text(text: str) -> str:
    return escape("\n".join(printable(line) for line in text.splitlines()))
