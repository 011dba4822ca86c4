"""Findings as GitHub's workflow commands, which become annotations at their lines, and as a summary of the job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embcalc.cards.checked import Checked
from embcalc.render import markdown
from embcalc.verdicts import Verdict
from embcalc.views.check import Options, name, path, said, sheet, summary

_LEVELS = {Verdict.FAIL: "error", Verdict.WARNING: "warning"}


def render(cards: Sequence[Checked], options: Options) -> str:
    """One annotation for each contradiction and each warning, and a last line that sums up."""
    return "\n".join([*_annotations(cards, options), summary(cards, options)])


def job_summary(cards: Sequence[Checked], options: Options) -> str:
    """The Markdown that is appended to the file in GITHUB_STEP_SUMMARY."""
    return markdown.render([sheet(cards, options)])


def _annotations(cards: Sequence[Checked], options: Options) -> Iterator[str]:
    for card in cards:
        for finding in card.findings:
            if finding.verdict in _LEVELS:
                place = {"file": path(card, finding), "line": str(finding.line), "col": str(finding.column)}
                title = {"title": f"{'model card' if finding.is_claim else 'config'}: {name(finding)}"}
                yield _command(_LEVELS[finding.verdict], place | title, said(finding))
        for problem in card.problems(strict=options.strict):
            yield _command("error", {"file": card.path, "title": "model card"}, problem)


def _command(level: str, properties: dict[str, str], message: str) -> str:
    shown = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {shown}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
