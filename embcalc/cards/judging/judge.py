"""A claim against what is true: whether it holds, and in words why not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from embcalc.cards.judging.counts import judge_count
from embcalc.cards.judging.memory import judge_memory
from embcalc.cards.judging.truths import Truths, plain_dtype
from embcalc.cards.judging.verdict import Judgement, Verdict, passed, unknown
from embcalc.cards.language.finding import (
    CONTEXT,
    DIMENSION,
    DTYPE,
    EMBEDDING,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    PARAMETERS,
    SHARE,
    TIED,
    VOCABULARY,
    Claim,
)
from embcalc.cards.language.written import Fit, Written
from embcalc.dtypes import BITS
from embcalc.units import grouped, percent, vocabularies

__all__ = ["Judgement", "Verdict", "judge"]

WORDS = {
    VOCABULARY: "vocabulary size",
    HIDDEN: "hidden size",
    DIMENSION: "embedding dimension",
    LAYERS: "number of layers",
    HEADS: "number of attention heads",
    KV_HEADS: "number of key-value heads",
    CONTEXT: "context length",
}
# a tokenizer has this much fewer tokens than the table has rows, for padding and reserved rows
MOST_SPARE = Fraction(3, 100)
FEWEST_SPARE = 128
MANY_SPARE = Fraction(1, 10)
_GOOD = (Fit.EQUAL, Fit.ROUNDED)


def judge(claim: Claim, truths: Truths) -> Judgement:
    """Whether a claim holds. One that is not surely meant of this model is never called false."""
    judged = _judge(claim, truths)
    if judged.verdict in (Verdict.FAIL, Verdict.WARNING) and claim.doubt:
        return Judgement(Verdict.SKIPPED, f"{claim.doubt}, and it does not agree with the config", judged.actual)
    return judged


def _judge(claim: Claim, truths: Truths) -> Judgement:
    if claim.kind in (TIED, DTYPE):
        return (_tied if claim.kind == TIED else _dtype)(claim, truths)
    if claim.written is None:
        return Judgement(Verdict.SKIPPED, "it states no number")
    rule = {PARAMETERS: judge_count, VOCABULARY: _vocabulary, MEMORY: judge_memory, SHARE: _share}.get(
        claim.kind, _size
    )
    return rule(claim, claim.written, truths)


def _vocabulary(claim: Claim, number: Written, truths: Truths) -> Judgement:
    report = truths.report
    if report is None or report.vocab_size is None:
        return Judgement(Verdict.SKIPPED, "the config has no vocabulary size")
    rows, sizes = report.vocab_size, report.vocab_sizes
    # a head with rows of its own number has as many as the config calls its vocabulary
    for size in (*sizes, report.logits or rows):
        fit = number.fit(size, binary=True, rough=claim.way != "front matter")
        if fit is not Fit.NO:
            return passed(fit, size)
    if len(sizes) > 1:
        return Judgement(Verdict.SKIPPED, f"the model has two vocabularies: {vocabularies(sizes)} rows", rows)
    spare = rows - number.value
    if claim.way != "front matter" and spare > 0:
        known = next((size for size in sorted(truths.tokenizers) if number.fit(size) in _GOOD), None)
        if known or spare <= max(Fraction(rows) * MOST_SPARE, Fraction(FEWEST_SPARE)):
            words = f"{'the' if known else 'a'} tokenizer's size: the table has {grouped(rows)} rows"
            words += f", {grouped(rows - (known or int(number.value)))} of them spare"
            return Judgement(Verdict.WARNING if spare > rows * MANY_SPARE else Verdict.REMARK, words, rows)
    if truths.composite:
        return Judgement(Verdict.SKIPPED, "the config describes several models in one", rows)
    return Judgement(Verdict.FAIL, _not_the_rows(claim, number, rows), rows)


def _not_the_rows(claim: Claim, number: Written, rows: int) -> str:
    spare = rows - number.value
    more = f", {grouped(int(spare))} more" if spare > 0 else ", and more tokens than rows cannot be looked up"
    hint = " (the tokenizer's size may be meant; vocab_size is the table's rows)"
    message = f"states a vocabulary of {number.text}, but the table has {grouped(rows)} rows{more}"
    return message + (hint if claim.way == "front matter" and spare > 0 else "")


def _size(claim: Claim, number: Written, truths: Truths) -> Judgement:
    sizes = truths.sizes(claim.kind)
    rough = claim.kind == CONTEXT
    fits = [(number.fit(value, binary=rough, rough=rough), value) for value in sizes.values]
    best = next((fit for fit in fits if fit[0] is not Fit.NO), None)
    if best:
        return passed(*best)
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
    return Judgement(Verdict.FAIL, f"states {WORDS[claim.kind]} {number.text}, but the config gives {known}", truth)


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


def _share(_: Claim, number: Written, truths: Truths) -> Judgement:
    report = truths.report
    if report is None or report.share is None or not report.total:
        return Judgement(Verdict.SKIPPED, unknown(truths))
    number = replace(number, plain=False)
    readings = [report.vocabulary or 0, *(value for _, value in truths.counts.get(EMBEDDING, []))]
    for value in readings:
        fit = number.fit(Fraction(value * 100, report.total))
        if fit is not Fit.NO:
            return Judgement(Verdict.REMARK if fit is Fit.LOOSE else Verdict.OK, "", report.share)
    return Judgement(
        Verdict.FAIL, f"states a share of {number.text} %, but it is {percent(report.share)}", report.share
    )
