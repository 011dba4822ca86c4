"""Cards that say things as publishers do: what is true passes, what is false fails, others' figures are left alone.

In the samples, `{+8B}` is a true claim that is found, `{-7B}` a false one that fails, `{?2B}` one that gets a warning,
`{=70B}` a figure of something else that is never judged, and `{~32k}` a true claim that may be passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from embcalc.api import load
from embcalc.cards.checked import Finding
from embcalc.cards.compare import compare
from embcalc.cards.documents import document
from embcalc.cards.judging.verdict import Verdict

SAMPLES = Path(__file__).parent / "samples"
_MARK = re.compile(r"\{([-+=~?])([^{}\n]+)\}")
PASSED = (Verdict.OK, Verdict.REMARK)


class Sample(NamedTuple):
    """A card with the figures in it: their kind of mark, and their places in the text."""

    name: str
    model: str
    text: str
    marks: list[tuple[str, int, int]]


def samples() -> Iterator[Sample]:
    """Every sample card."""
    for path in sorted(SAMPLES.glob("*.md")):
        for part in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, _, text = part.partition("\n")
            plain, marks, last = "", [], 0
            for found in _MARK.finditer(text):
                plain += text[last : found.start()]
                marks.append((found[1], len(plain), len(plain) + len(found[2])))
                plain += found[2]
                last = found.end()
            yield Sample(title, title.partition(":")[0], plain + text[last:], marks)


ALL = list(samples())


def findings(sample: Sample) -> list[tuple[int, Finding]]:
    """What is found in a sample, with the offset of each finding."""
    card = document.of_text("/samples/any/README.md", sample.text)
    checked = compare(card, load(sample.model)._replace(name="any"))
    return [(card.starts[finding.line - 1] + finding.column - 1, finding) for finding in checked.findings]


def on(found: list[tuple[int, Finding]], start: int, end: int) -> list[Finding]:
    """The judged findings that begin in a marked part."""
    return [
        item for at, item in found if at < end and start < at + len(item.text) and item.verdict is not Verdict.SKIPPED
    ]


@pytest.mark.parametrize("sample", ALL, ids=[sample.name for sample in ALL])
def test_every_marked_figure_is_judged_as_it_should_be(sample: Sample) -> None:
    """True claims pass, false ones fail, others' figures are not judged, and nothing else fails."""
    found, wrong = findings(sample), []
    for mark, start, end in sample.marks:
        verdicts = [item.verdict for item in on(found, start, end)]
        good = {
            "+": len(verdicts) == 1 and verdicts[0] in PASSED,
            "-": verdicts == [Verdict.FAIL],
            "?": verdicts == [Verdict.WARNING],
            "=": not verdicts,
            "~": all(verdict in PASSED for verdict in verdicts),
        }[mark]
        if not good:
            told = [
                (item.verdict.value, item.message) for at, item in found if at < end and start < at + len(item.text)
            ]
            wrong.append(f"{mark}{sample.text[start:end]}: {told}")
    inside = [(start, end) for _, start, end in sample.marks]
    wrong += [
        f"unmarked {item.text}: {item.verdict.value} {item.message}"
        for at, item in found
        if item.verdict is not Verdict.SKIPPED
        and not any(at < end and start < at + len(item.text) for start, end in inside)
    ]
    assert wrong == []


def test_most_true_claims_are_found_and_none_is_called_false() -> None:
    """Of all true claims in the samples at least nine in ten are judged."""
    true = found = 0
    for sample in ALL:
        judged = findings(sample)
        for mark, start, end in sample.marks:
            if mark in "+~":
                true += 1
                found += bool(on(judged, start, end))
                assert all(item.verdict is not Verdict.FAIL for item in on(judged, start, end))
    assert len(ALL) >= 60
    assert found / true >= 0.9
