"""A claim against what is true: whether it holds, and in words why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from embcalc.cards.finding import (
    BACKBONE,
    CONTEXT,
    DIMENSION,
    DTYPE,
    EMBEDDING,
    HEADS,
    HIDDEN,
    KV_HEADS,
    MEMORY,
    NON_EMBEDDING,
    PARAMETERS,
    SHARE,
    TIED,
    TOTAL,
    VOCABULARY,
    Claim,
)
from embcalc.cards.truths import Truths, plain_dtype
from embcalc.cards.written import Fit, Written
from embcalc.dtypes import BITS, Dtype
from embcalc.units import gb, gib, grouped, percent, short


class Verdict(str, Enum):
    """What became of a claim. A remark and a warning pass; a warning says that another figure is meant than is named."""

    OK = "ok"
    REMARK = "remark"
    WARNING = "warning"
    FAIL = "fail"
    SKIPPED = "skipped"


class Judgement(NamedTuple):
    """The verdict, its reason in words, and the true value where there is one."""

    verdict: Verdict
    message: str = ""
    actual: int | float | str | bool | None = None


WORDS = {
    VOCABULARY: "vocabulary size",
    "hidden_size": "hidden size",
    "embedding_dimension": "embedding dimension",
    "layers": "number of layers",
    "heads": "number of attention heads",
    "kv_heads": "number of key-value heads",
    CONTEXT: "context length",
}
# a tokenizer has this much fewer tokens than the table has rows, for padding and reserved rows
MOST_SPARE = Fraction(3, 100)
FEWEST_SPARE = 128
MANY_SPARE = Fraction(1, 10)
# files hold names, shapes and buffers, too
MOST_OVERHEAD = Fraction(105, 100)
DIGITS_OF_ANOTHER_READING = 2
_GOOD = (Fit.EQUAL, Fit.ROUNDED)


def judge(claim: Claim, truths: Truths) -> Judgement:
    """Whether a claim holds. One that is not surely meant of this model is never called false."""
    judged = _judge(claim, truths)
    if judged.verdict in (Verdict.FAIL, Verdict.WARNING) and claim.doubt:
        return Judgement(Verdict.SKIPPED, f"{claim.doubt}, and it does not agree with the config", judged.actual)
    return judged


def _judge(claim: Claim, truths: Truths) -> Judgement:
    if claim.kind == TIED:
        return _tied(claim, truths)
    if claim.kind == DTYPE:
        return _dtype(claim, truths)
    if claim.written is None:
        return Judgement(Verdict.SKIPPED, "it states no number")
    if claim.kind == PARAMETERS:
        return _parameters(claim, claim.written, truths)
    if claim.kind == VOCABULARY:
        return _vocabulary(claim, claim.written, truths)
    if claim.kind == MEMORY:
        return _memory(claim, claim.written, truths)
    if claim.kind == SHARE:
        return _share(claim.written, truths)
    return _size(claim, claim.written, truths)


def _passed(fit: Fit, truth: int, *, name: str = "") -> Judgement:
    """A claim that holds, with a remark where it is not a rounding."""
    of = f"{name} " if name else ""
    if fit is Fit.TRUNCATED:
        return Judgement(Verdict.REMARK, f"cut off, not rounded: {of}{_figure(truth)}", truth)
    if fit is Fit.LOOSE:
        return Judgement(Verdict.REMARK, f"a rough figure: {of}{_figure(truth)}", truth)
    return Judgement(Verdict.OK, "", truth)


def _figure(value: int) -> str:
    return grouped(value) if value < 10**6 else f"{grouped(value)} ({short(value)})"


def _parameters(claim: Claim, number: Written, truths: Truths) -> Judgement:
    own = truths.counts.get(claim.reading)
    if not own:
        return Judgement(Verdict.SKIPPED, _unknown(truths))
    # a backbone is counted with or without its norms and heads
    upward = claim.reading == BACKBONE
    fits = [(number.fit(value, upward=upward), name, value) for name, value in own]
    best = next((fit for fit in fits if fit[0] is not Fit.NO), None)
    if best:
        fit = Fit.ROUNDED if upward and best[2] < number.value else best[0]
        return _passed(fit, best[2], name="" if best[2] == own[0][1] else best[1])
    other = None if claim.way == "front matter" else _another(claim, number, truths)
    if other:
        named = _named(claim.reading)
        return Judgement(Verdict.WARNING, f"{claim.text} is {other}; {named} is {_figure(own[0][1])}", own[0][1])
    doubt = _doubtful(claim, number, own[0][1], truths)
    if doubt:
        return Judgement(Verdict.SKIPPED, doubt, own[0][1])
    return Judgement(Verdict.FAIL, _contradiction(claim, number, own[0][1], truths), own[0][1])


def _another(claim: Claim, number: Written, truths: Truths) -> str:
    """What else a number of parameters is, which is written precisely enough to say so."""
    if _digits(number) < DIGITS_OF_ANOTHER_READING:
        return ""
    near = (*_GOOD, Fit.TRUNCATED)
    for name, value in truths.others:
        if number.fit(value) in near:
            return f"{name} ({_figure(value)})"
    for name, counts in truths.other_classes:
        value = counts.get(claim.reading, 0)
        if number.fit(value) is not Fit.NO:
            return f"the count of {name} ({_figure(value)})"
    return ""


def _doubtful(claim: Claim, number: Written, truth: int, truths: Truths) -> str:
    """Why a count that does not agree with the config may yet be right."""
    if claim.way == "front matter" or claim.reading == EMBEDDING:
        return ""
    if truths.quantized:
        return "the weights are quantised, and their values may be counted as they are packed"
    if truths.predicts_ahead and _within(number, truth, Fraction(1, 20)):
        return "layers that predict further tokens may be counted, which the class does not have"
    return ""


def _named(reading: str) -> str:
    return {TOTAL: "the total", EMBEDDING: "the input embedding", "active": "the active count"}.get(
        reading, f"the {reading} count"
    )


def _contradiction(claim: Claim, number: Written, truth: int, truths: Truths) -> str:
    off = (Fraction(truth) / number.value - 1) * 100 if number.value else Fraction(0)
    words = f"the config gives {_figure(truth)}, {abs(float(off)):.1f} % {'more' if off > 0 else 'less'}"
    named = {TOTAL: "parameters in total"}.get(claim.reading, f"{claim.reading} parameters")
    message = f"states {_number(number)} {named}, but {words}"
    if claim.reading == TOTAL and NON_EMBEDDING in truths.counts:
        message += f"; its non-embedding count is {_figure(truths.counts[NON_EMBEDDING][0][1])}"
        near = [
            f"{name} is {_figure(value)}"
            for name, value in truths.others
            if _within(number, value, Fraction(1, 20)) and value not in (truth, truths.counts[NON_EMBEDDING][0][1])
        ]
        message += f", {near[0]}" if near else ""
    elif claim.reading != TOTAL and TOTAL in truths.counts and number.fit(truths.counts[TOTAL][0][1]) in _GOOD:
        message += "; that is the total"
    return message


def _number(number: Written) -> str:
    return number.text


def _within(number: Written, value: int, share: Fraction) -> bool:
    return abs(Fraction(value) - number.value) <= number.value * share


def _digits(number: Written) -> int:
    """Significant digits as written, noughts at the end of a whole number left out."""
    return len(str(int(number.value / number.step))) - number.zeros


def _unknown(truths: Truths) -> str:
    if truths.report is None:
        return "nothing can be counted from the config"
    if not truths.report.complete:
        return "the architecture is not described, so the total is not known"
    return "the model has none"


def _vocabulary(claim: Claim, number: Written, truths: Truths) -> Judgement:
    rows = truths.report.vocab_size if truths.report else None
    if rows is None:
        return Judgement(Verdict.SKIPPED, "the config has no vocabulary size")
    fit = number.fit(rows, binary=True)
    if fit is not Fit.NO:
        return _passed(fit, rows)
    spare = rows - number.value
    if claim.way != "front matter" and number.value > 1:
        known = any(number.fit(size) in _GOOD for size in truths.tokenizers)
        if spare > 0 and (known or spare <= max(rows * MOST_SPARE, FEWEST_SPARE)):
            size = next((size for size in sorted(truths.tokenizers) if number.fit(size) in _GOOD), int(number.value))
            whose = "the tokenizer's size" if known else "a tokenizer's size"
            words = f"{whose}: the table has {grouped(rows)} rows, {grouped(rows - size)} of them spare"
            return Judgement(Verdict.WARNING if spare > rows * MANY_SPARE else Verdict.REMARK, words, rows)
    if truths.composite:
        return Judgement(Verdict.SKIPPED, "the config describes several models in one", rows)
    more = ", and more tokens than rows cannot be looked up" if spare < 0 else f", {grouped(int(spare))} more"
    hint = (
        " (the tokenizer's size may be meant; vocab_size is the table's rows)"
        if claim.way == "front matter" and spare > 0
        else ""
    )
    return Judgement(
        Verdict.FAIL,
        f"states a vocabulary of {_number(number)}, but the table has {grouped(rows)} rows{more}{hint}",
        rows,
    )


def _size(claim: Claim, number: Written, truths: Truths) -> Judgement:
    sizes = truths.sizes(claim.kind)
    fits = [(number.fit(value, binary=claim.kind == CONTEXT), value) for value in sizes.values]
    best = next((fit for fit in fits if fit[0] is not Fit.NO), None)
    if best:
        return _passed(*best)
    if sizes.why_unsure or not sizes.values:
        return Judgement(Verdict.SKIPPED, sizes.why_unsure or "the config does not state it")
    truth = sizes.values[0]
    if claim.kind in (HIDDEN, DIMENSION) and any(number.fit(value) is Fit.EQUAL for value in truths.feed_forward):
        return Judgement(Verdict.SKIPPED, "it is the width of the feed-forward layers or of all heads", truth)
    if claim.kind in (HEADS, KV_HEADS):
        other = KV_HEADS if claim.kind == HEADS else HEADS
        if any(number.fit(value) is Fit.EQUAL for value in truths.sizes(other).values):
            message = f"{claim.text} is the {WORDS[other]}; the {WORDS[claim.kind]} is {grouped(truth)}"
            return Judgement(Verdict.WARNING, message, truth)
    if claim.kind == CONTEXT and (number.value < truth or claim.way == "sentence"):
        words = f"the config says {grouped(truth)}; a card may state the length of its training or of its use"
        return Judgement(Verdict.SKIPPED, words, truth)
    known = (
        " or ".join(dict.fromkeys(grouped(value) for value in sizes.values))
        if claim.kind != CONTEXT
        else grouped(truth)
    )
    return Judgement(Verdict.FAIL, f"states {WORDS[claim.kind]} {_number(number)}, but the config gives {known}", truth)


def _tied(claim: Claim, truths: Truths) -> Judgement:
    tied = truths.report.manifest.tied if truths.report else None
    if tied is None:
        return Judgement(Verdict.SKIPPED, "the config does not tell whether the head is tied")
    if (claim.state == "yes") is tied:
        return Judgement(Verdict.OK, "", tied)
    why = {"config": "by the config's tie_word_embeddings", "class default": "by the default of its class"}
    source = why.get(truths.report.manifest.tied_from or "" if truths.report else "", "by its class")
    stated, true = ("tied", "untied") if claim.state == "yes" else ("untied", "tied")
    return Judgement(Verdict.FAIL, f"states {stated} embeddings, but they are {true} {source}", tied)


def _dtype(claim: Claim, truths: Truths) -> Judgement:
    stated = truths.report.manifest.dtype if truths.report else None
    if stated is None:
        return Judgement(Verdict.SKIPPED, "the config does not state a data type")
    if plain_dtype(claim.state) == plain_dtype(stated):
        return Judgement(Verdict.OK, "", plain_dtype(stated))
    if truths.quantized or BITS.get(plain_dtype(claim.state), 16) <= 8:  # noqa: PLR2004
        return Judgement(Verdict.SKIPPED, "the weights are quantised", stated)
    return Judgement(
        Verdict.FAIL, f"states weights in {claim.state}, but the config says {plain_dtype(stated)}", plain_dtype(stated)
    )


def _memory(claim: Claim, number: Written, truths: Truths) -> Judgement:
    total = truths.report.total if truths.report and truths.report.complete else None
    if total is None:
        return Judgement(Verdict.SKIPPED, _unknown(truths))
    if truths.quantized:
        return Judgement(Verdict.SKIPPED, "the weights are quantised")
    stated = truths.report.manifest.dtype if truths.report else None
    name = plain_dtype(claim.dtype or stated or "")
    kinds = [Dtype(name, BITS[name])] if name in BITS and claim.dtype else _kinds(name)
    number = replace(number, plain=False)  # 16 GB is rounded, though 16 is written out
    for kind in kinds:
        size = kind.size(total)
        for unit in _units(claim.unit):
            fit = number.fit(Fraction(size, unit), upward=True)
            if fit is not Fit.NO:
                remark = "" if unit == claim.unit else f"{gib(size)} = {gb(size)}; GiB and GB are not the same"
                return Judgement(
                    Verdict.REMARK if remark or fit is Fit.LOOSE else Verdict.OK,
                    remark or "a rough figure" * (fit is Fit.LOOSE),
                    size,
                )
    size = kinds[0].size(total)
    over = number.value * claim.unit / size
    if 1 <= over <= MOST_OVERHEAD:
        return Judgement(Verdict.REMARK, f"the weights alone take {gb(size)} ({gib(size)}) in {kinds[0].name}", size)
    if not (claim.dtype or claim.way == "front matter"):
        return Judgement(Verdict.SKIPPED, "the data type of the weights is not said", size)
    return Judgement(
        Verdict.FAIL, f"states {claim.text}, but the weights take {gb(size)} ({gib(size)}) in {kinds[0].name}", size
    )


def _kinds(name: str) -> list[Dtype]:
    """The data types that a size may be given in where it names none: the config's own first."""
    names = dict.fromkeys([*([name] if name in BITS else []), "bfloat16", "float32"])
    return [Dtype(name, BITS[name]) for name in names]


def _units(unit: int) -> Iterable[int]:
    """GB and GiB are both called so by many."""
    binary = {10**3: 2**10, 10**6: 2**20, 10**9: 2**30, 10**12: 2**40}
    return (unit, binary[unit]) if unit in binary else (unit, *(key for key, value in binary.items() if value == unit))


def _share(number: Written, truths: Truths) -> Judgement:
    report = truths.report
    if report is None or report.share is None or not report.total:
        return Judgement(Verdict.SKIPPED, _unknown(truths))
    number = replace(number, plain=False)
    readings = [report.vocabulary or 0, *(value for _, value in truths.counts.get(EMBEDDING, []))]
    for value in readings:
        fit = number.fit(Fraction(value * 100, report.total))
        if fit is not Fit.NO:
            return Judgement(Verdict.REMARK if fit is Fit.LOOSE else Verdict.OK, "", report.share)
    return Judgement(
        Verdict.FAIL, f"states a share of {number.text} %, but it is {percent(report.share)}", report.share
    )
