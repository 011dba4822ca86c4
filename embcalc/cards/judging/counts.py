"""Numbers of parameters against the model's counts: total, active, embedding, and what else may be meant."""

from __future__ import annotations

from fractions import Fraction

from embcalc.cards.judging.truths import Truths
from embcalc.cards.judging.verdict import Judgement, Verdict, figure, passed, unknown
from embcalc.cards.language.finding import BACKBONE, EMBEDDING, NON_EMBEDDING, TOTAL, Claim
from embcalc.cards.language.written import Fit, Written
from embcalc.units import grouped

# "7B" is too rough to be called another count than the total
DIGITS_OF_ANOTHER_READING = 2
_GOOD = (Fit.EQUAL, Fit.ROUNDED)
_ORDER = tuple(Fit)
# the same weights with or without a pooler or a small head
LIKE_ANOTHER_CLASS = Fraction(1, 100)
_CLASS = "the count of "
FARTHEST = 4
# as far as a file's size is from that of the weights
AS_BYTES = Fraction(1, 10)
FEWEST_PERCENT = Fraction(1, 20)


def judge_count(claim: Claim, number: Written, truths: Truths) -> Judgement:
    """Whether a number of parameters is a rounding or a truncation of the count that it names."""
    own = truths.counts.get(claim.reading)
    if not own:
        return Judgement(Verdict.SKIPPED, unknown(truths))
    # a backbone is counted with or without its norms and heads
    upward = claim.reading == BACKBONE
    fits = [(number.fit(value, upward=upward, rough=False), name, value) for name, value in own]
    best = min(fits, key=lambda fit: _ORDER.index(fit[0]))
    if best[0] is not Fit.NO:
        fit = Fit.ROUNDED if upward and best[2] < number.value else best[0]
        return passed(fit, best[2], name="" if best[2] == own[0][1] else best[1])
    other = None if claim.way == "front matter" else _another(claim, number, truths)
    if other:
        name, value = other
        message = f"{claim.text} is {name} ({figure(value)}); {_named(claim.reading)} is {figure(own[0][1])}"
        near = name.startswith(_CLASS) and abs(value - own[0][1]) <= own[0][1] * LIKE_ANOTHER_CLASS
        return Judgement(Verdict.REMARK if near else Verdict.WARNING, message, own[0][1])
    doubt = _doubtful(claim, number, own[0][1], truths)
    if doubt:
        return Judgement(Verdict.SKIPPED, doubt, own[0][1])
    return Judgement(Verdict.FAIL, _contradiction(claim, number, own[0][1], truths), own[0][1])


def _another(claim: Claim, number: Written, truths: Truths) -> tuple[str, int] | None:
    """What else a number of parameters is, which is written precisely enough to say so."""
    if _digits(number) < DIGITS_OF_ANOTHER_READING:
        return None
    near = (*_GOOD, Fit.TRUNCATED)
    for name, value in truths.others:
        if number.fit(value) in near:
            return name, value
    for name, counts in truths.other_classes:
        value = counts.get(claim.reading, 0)
        if number.fit(value, rough=False) is not Fit.NO:
            return f"{_CLASS}{name}", value
    return None


def _doubtful(claim: Claim, number: Written, truth: int, truths: Truths) -> str:
    """Why a count that does not agree with the config may yet be right."""
    if claim.way == "front matter" or claim.reading == EMBEDDING:
        return ""
    if claim.unit and any(_within(number, truth * size, AS_BYTES) for size in (2, 4)):
        return "it may be the size of a file in megabytes"
    if claim.way == "row" and not truth / FARTHEST <= number.value <= truth * FARTHEST:
        return "it is so far off that a model of another size may have the name"
    if truths.quantized or (truths.packed and number.value < truth):
        return "the weights are quantised, and their values may be counted as they are packed"
    if truths.predicts_ahead and _within(number, truth, Fraction(1, 20)):
        return "layers that predict further tokens may be counted, which the class does not have"
    return ""


def _named(reading: str) -> str:
    return {TOTAL: "the total", EMBEDDING: "the input embedding", "active": "the active count"}.get(
        reading, f"the {reading} count"
    )


def _contradiction(claim: Claim, number: Written, truth: int, truths: Truths) -> str:
    words = f"the config gives {figure(truth)}, {_off(number.value, truth)}"
    named = {TOTAL: "parameters in total"}.get(claim.reading, f"{claim.reading} parameters")
    message = f"states {number.text} {named}, but {words}"
    if claim.reading == TOTAL and NON_EMBEDDING in truths.counts:
        message += f"; its non-embedding count is {figure(truths.counts[NON_EMBEDDING][0][1])}"
        near = [
            f"{name} is {figure(value)}"
            for name, value in truths.others
            if _within(number, value, Fraction(1, 20)) and value not in (truth, truths.counts[NON_EMBEDDING][0][1])
        ]
        message += f", {near[0]}" if near else ""
    elif claim.reading != TOTAL and TOTAL in truths.counts and number.fit(truths.counts[TOTAL][0][1]) in _GOOD:
        message += "; that is the total"
    return message


def _off(stated: Fraction, truth: int) -> str:
    """How far a number is off; one that is off by next to nothing in full."""
    off = (Fraction(truth) / stated - 1) * 100 if stated else Fraction(0)
    way = "more" if truth > stated else "less"
    if abs(off) < FEWEST_PERCENT and stated.denominator == 1:
        return f"{grouped(abs(truth - int(stated)))} {way}"
    return f"{abs(float(off)):.1f} % {way}"


def _within(number: Written, value: int, share: Fraction) -> bool:
    return abs(Fraction(value) - number.value) <= number.value * share


def _digits(number: Written) -> int:
    """Significant digits as written, noughts at the end of a whole number left out."""
    return len(str(int(number.value / number.step))) - number.zeros
