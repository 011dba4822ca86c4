"""Judgement: what became of a claim, and the words that several judgements share."""

from __future__ import annotations

from typing import NamedTuple

from embcalc.cards.judging.truths import Truths
from embcalc.cards.language.written import Fit
from embcalc.units import grouped, short
from embcalc.verdicts import Verdict

__all__ = ["Judgement", "Verdict", "figure", "passed", "unknown"]


class Judgement(NamedTuple):
    """The verdict, its reason in words, and the true value where there is one."""

    verdict: Verdict
    message: str = ""
    actual: int | float | str | bool | None = None


def passed(fit: Fit, truth: int, *, name: str = "") -> Judgement:
    """A claim that holds, with a remark where it is not a rounding."""
    of = f"{name} " if name else ""
    if fit is Fit.TRUNCATED:
        return Judgement(Verdict.REMARK, f"cut off, not rounded: {of}{figure(truth)}", truth)
    if fit is Fit.LOOSE:
        return Judgement(Verdict.REMARK, f"a rough figure: {of}{figure(truth)}", truth)
    return Judgement(Verdict.OK, "", truth)


def figure(value: int) -> str:
    """A number in full, and short where it is a long one."""
    return grouped(value) if value < 10**6 else f"{grouped(value)} ({short(value)})"


def unknown(truths: Truths) -> str:
    """Why there is no count to compare with."""
    if truths.report is None:
        return "nothing can be counted from the config"
    if not truths.report.complete:
        return "the architecture is not described, so the total is not known"
    return "the model has none"
