"""Sizes in memory against what the weights take in a data type, in units of 1000 or of 1024."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from embcalc.cards.judging.truths import Truths, plain_dtype
from embcalc.cards.judging.verdict import Judgement, Verdict, unknown
from embcalc.cards.language.finding import Claim
from embcalc.cards.language.written import Fit, Written
from embcalc.dtypes import BITS, Dtype
from embcalc.units import gb, gib

# files hold names, shapes and buffers, too
MOST_OVERHEAD = Fraction(105, 100)


def judge_memory(claim: Claim, number: Written, truths: Truths) -> Judgement:
    """Whether a size is that of the weights alone in the data type that the claim names, or that they may have."""
    total = truths.report.total if truths.report and truths.report.complete else None
    if total is None:
        return Judgement(Verdict.SKIPPED, unknown(truths))
    if truths.quantized:
        return Judgement(Verdict.SKIPPED, "the weights are quantised")
    stated = truths.report.manifest.dtype if truths.report else None
    name = plain_dtype(claim.dtype or stated or "")
    kinds = [Dtype(name, BITS[name])] if name in BITS and claim.dtype else _kinds(name)
    number = replace(number, plain=False)  # 16 GB is rounded, though 16 is written out
    held = next(filter(None, (_held(claim.unit, number, kind.size(total)) for kind in kinds)), None)
    if held:
        return held
    size = kinds[0].size(total)
    over = number.value * claim.unit / size
    if 1 <= over <= MOST_OVERHEAD:
        return Judgement(Verdict.REMARK, f"the weights alone take {gb(size)} ({gib(size)}) in {kinds[0].name}", size)
    if not (claim.dtype or claim.way == "front matter"):
        return Judgement(Verdict.SKIPPED, "the data type of the weights is not said", size)
    return Judgement(
        Verdict.FAIL, f"states {claim.text}, but the weights take {gb(size)} ({gib(size)}) in {kinds[0].name}", size
    )


def _held(stated: int, number: Written, size: int) -> Judgement | None:
    """A size in a stated unit that holds, with a remark where it does in the other unit of the name; else None."""
    for unit in _units(stated):
        fit = number.fit(Fraction(size, unit), upward=True)
        if fit is not Fit.NO:
            rough = "a rough figure" if fit is Fit.LOOSE else ""
            remark = rough if unit == stated else f"{gib(size)} = {gb(size)}; GiB and GB are not the same"
            return Judgement(Verdict.REMARK if remark else Verdict.OK, remark, size)
    return None


def _kinds(name: str) -> list[Dtype]:
    """The data types that a size may be given in where it names none: the config's own first."""
    names = dict.fromkeys([*([name] if name in BITS else []), "bfloat16", "float32"])
    return [Dtype(name, BITS[name]) for name in names]


def _units(unit: int) -> Iterable[int]:
    """GB and GiB are both called so by many."""
    binary = {10**3: 2**10, 10**6: 2**20, 10**9: 2**30, 10**12: 2**40}
    return (unit, binary[unit]) if unit in binary else (unit, *(key for key, value in binary.items() if value == unit))
