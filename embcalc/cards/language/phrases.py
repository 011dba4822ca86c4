"""How sentences say a figure: what stands to the left and to the right of a number, or a word that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from embcalc.cards.language import wording, written
from embcalc.cards.language.finding import (
    CONTEXT,
    DIMENSION,
    DTYPE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    SHARE,
    TIED,
    VOCABULARY,
)
from embcalc.cards.language.parameter_phrases import parameters
from embcalc.cards.language.phrase import Phrase, Reading, made
from embcalc.cards.language.written import Written

# a sentence without any of these states no figure: most are passed over at once
_SAID = re.compile(
    r"param|vocab|layer|block|head|hidden|dimension|d_model|n_embd|width|context|sequence|embedding|activ|total|tokens|position"
    r"|[gmt]i?b\b|参数|パラメータ|파라미터|词|层|头|上下文|维|激活|嵌入|隐藏",
    re.IGNORECASE,
)
_SAID_WITHOUT_NUMBER = re.compile(r"tied|tying|tie\b|shar|weight|共享|绑定|权重", re.IGNORECASE)
# as far as the words around a number are looked at
REACH = 70
MOST_LAYERS = 1_000
SHORTEST_CONTEXT = 128
MOST_WIDTH = 1_000_000
FEWEST_TOKENS = 1_000
BYTES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "mib": 2**20, "gib": 2**30, "tib": 2**40, "g": 10**9}


def phrases(text: str) -> Iterator[Phrase]:
    """What a sentence states, in the order of the text; whose figures they are is not asked here."""
    spent = -1
    for number in written.numbers(text) if _SAID.search(text) else ():
        if number.start < spent:
            continue
        left, right = text[max(0, number.start - REACH) : number.start], text[number.end : number.end + REACH * 2]
        phrase = _number(number, left, right, text)
        if phrase is not None:
            yield phrase
            spent = number.end
    if _SAID_WITHOUT_NUMBER.search(text):
        yield from _words(text)


def _number(number: Written, left: str, right: str, text: str) -> Phrase | None:
    for read in (_memory, _share, parameters, _vocabulary, _context, _shape):
        phrase = read(number, left, right, text)
        if phrase is not None:
            return phrase
    return None


def _vocabulary(number: Written, left: str, right: str, _: str) -> Phrase | None:
    number = _utmost(number)
    found = wording.VOCAB_RIGHT.match(right)
    if found and not re.match(r"\s*of\s+\w*\s*\d", right[found.end() :]):
        return made(VOCABULARY, number, found.end())
    tokens = wording.TOKENIZER_LEFT.search(left) and wording.TOKENS_RIGHT.match(right) and number.value >= FEWEST_TOKENS
    if tokens or wording.VOCAB_LEFT.search(left):
        return made(VOCABULARY, number)
    return (
        made(VOCABULARY, number, doubt="the vocabulary's growth is told") if wording.VOCAB_GROWS.search(left) else None
    )


def _utmost(number: Written) -> Written:
    """The number as a count; what a size goes up to is the size itself."""
    whole = number.whole()
    return replace(whole, mark="") if re.match(r"up\s+to", whole.text, re.IGNORECASE) else whole


def _context(number: Written, left: str, right: str, _: str) -> Phrase | None:
    number = _utmost(number)
    found = wording.CONTEXT_RIGHT.match(right)
    if found and number.value >= SHORTEST_CONTEXT:
        return made(CONTEXT, number, found.end())
    return made(CONTEXT, number) if wording.CONTEXT_LEFT.search(left) else None


def _shape(number: Written, left: str, right: str, text: str) -> Phrase | None:
    number = number.whole()
    if not number.plain:
        return None
    for kind, after, before, most in _SHAPES:
        if (after.match(right) or before.search(left)) and number.value < most:
            return made(kind, number)
    if wording.HIDDEN_BARE.match(right) and wording.LAYERS_OR_HEADS.search(text):
        return made(HIDDEN, number)
    if wording.HIDDEN_ALONE.match(right) and wording.LAYER_OR_HEAD.search(text):
        return made(HIDDEN, number)
    if wording.DIMENSION_LEFT.search(left):
        return made(DIMENSION, number)
    doubt = "the size of a sentence's vector may not be the model's width"
    return made(DIMENSION, number, doubt=doubt) if wording.DIMENSION_RIGHT.match(right) else None


_SHAPES = (
    (KV_HEADS, wording.KV_RIGHT, wording.KV_LEFT, MOST_LAYERS),
    (HEADS, wording.HEAD_RIGHT, wording.HEAD_LEFT, MOST_LAYERS),
    (LAYERS, wording.LAYER_RIGHT, wording.LAYER_LEFT, MOST_LAYERS),
    (HIDDEN, wording.HIDDEN_RIGHT, wording.HIDDEN_LEFT, MOST_WIDTH),
)


def _memory(number: Written, left: str, right: str, text: str) -> Phrase | None:
    unit = wording.MEMORY_UNIT.match(right)
    # 1 143 MiB is a thousand and more
    if unit is None or re.search(r"(?<!\w)\d{1,3}[ \u00a0\u202f]$", left):
        return None
    near = wording.ANOTHER_SIZE.split(right[unit.end() :])[0][:40], wording.ANOTHER_SIZE.split(left)[-1][-40:]
    stated = wording.DTYPE_WORD.search(near[0]) or wording.DTYPE_WORD.search(near[1])
    machine = wording.MACHINE.search(wording.OF_WEIGHTS.sub(" ", left + right))
    part = ""
    if machine and machine[0].lower() != "memory":
        part = f"{machine[0]} is spoken of, not the weights"
    elif not wording.WEIGHTS.search(text) and not stated:
        part = "it is not said that these are the weights"
    found = made(MEMORY, number, unit.end(), Reading(part=part))
    return found._replace(unit=BYTES[unit["unit"].lower()], dtype=stated["name"] if stated else "")


def _share(number: Written, left: str, right: str, _: str) -> Phrase | None:
    found = wording.PERCENT.match(right)
    if found is None or not wording.SHARE_LEFT.search(left) or "param" not in (left + right[:40]):
        return None
    return made(SHARE, number, found.end())


def _words(text: str) -> Iterator[Phrase]:
    for pattern in (wording.TIED_WORDS, wording.TIED_AFTER, wording.SHARE, wording.TYING, wording.ZH_TIED):
        for found in pattern.finditer(text):
            groups = found.groupdict()
            denied = bool(groups.get("un") or groups.get("un2"))
            part = _shared_part(groups)
            yield Phrase(TIED, *found.span(), state="no" if denied else "yes", part=part)
    for found in wording.DTYPE_WORD.finditer(text):
        left = text[max(0, found.start() - REACH) : found.start()]
        if wording.DTYPE_WEIGHTS.search(left) and re.search(r"\bweights?\b|权重", left, re.IGNORECASE):
            yield Phrase(DTYPE, *found.span(), state=found["name"])


def _shared_part(groups: dict[str, str | None]) -> str:
    """What else is shared, where it is not the input and the output embedding."""
    with_ = groups.get("with") or ""
    if re.search(
        r"\b(?:encoder|decoder|across|between\s+(?:the\s+)?(?:two|query|towers?|layers))\b", with_, re.IGNORECASE
    ):
        return "it is not said of input and output"
    if groups.get("who") and re.fullmatch(
        r"space|model|across|layer|between|dimension|for", groups["who"] or "", re.IGNORECASE
    ):
        return "it is not said of input and output"
    return ""
