"""The number behind a label: parameters, another count, or bytes; or why it is none to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from embcalc.cards.language import wording, written
from embcalc.cards.language.finding import (
    ACTIVE,
    CONTEXT,
    DIMENSION,
    EMBEDDING,
    HEAD,
    HEADS,
    HIDDEN,
    KV_HEADS,
    MEMORY,
    NON_EMBEDDING,
    PARAMETERS,
    TOTAL,
    VOCABULARY,
    Claim,
    Found,
    Skipped,
)
from embcalc.cards.language.label_words import SIZE, Label
from embcalc.cards.language.phrases import BYTES, phrases
from embcalc.cards.language.written import UNITS, Fit, Written, scaled

_I = re.IGNORECASE
_SEVERAL = re.compile(
    r"\s*(?:[a-z]+\s*)?(?:/|\bor\b|\bto\b|–|—|~|→|->|\bvs\.?|[×x*](?=\s*\d)|\+(?=\s*\d)|-(?=\d)"
    r"|,(?=\s*(?:and\s+)?~?\d+(?:\.\d+)?\s*[KMBT]?\s*(?:,|and|or|$))|\band\s+~?\d)",
    _I,
)
_OTHER_UNIT = re.compile(
    r"\s*-?\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|images?|frames?|pages?|characters?|chars?"
    r"|words?|examples?|samples?|ms|px|fps|hz|khz|epochs?|steps?|gpus?|%|languages|bits?\b|k?bps)(?!\w)",
    _I,
)
# 16 of 28; 3,000 medical terms added
_SOME = re.compile(
    r"\s*(?:layers?\s+|heads?\s+)?(?:of|out\s+of)\s+(?:the\s+)?\d|\s*(?:new|extra|additional)\b|[^,;.()]{0,30}\b(?:added|removed|dropped|frozen|fine-?tuned)\b"
    r"|\s*(?:encoder|decoder|conv\w*|mamba|attention|dense)\b[^.;()]{0,12}\d|[\w\s]{0,20}\+\s*[\da-z]",
    _I,
)
# the width of another model, `768 (retriever)`
_BRACKETED_PART = re.compile(
    r"\s*\w*\s*[(（](?:the\s+|its\s+)?(?:retriever|reranker|projector|adapter|router|probe|head|classifier|mlp|ffn|vision|audio|teacher|draft\w*|sae"
    r"|lora|embedding\s+model)(?:\s+(?:model|encoder|head|layer|part|only))?[)）]",
    _I,
)
_PART_VALUE = re.compile(
    r"\b(?:effective|trainable|lora|adapter|vision|vit|audio|visual|image|expert|teacher|draft|projector"
    r"|reward|base\s+model|each|per\s+(?!token))",
    _I,
)
_FOREIGN_VALUE = re.compile(r"\b(?:same\s+as|inherit\w*|original|base|from|see)\b", _I)
_STRETCHED = re.compile(
    r"\b(?:yarn|rope|ntk|extend\w*|expand\w*|extrapolat\w*|up\s+to|train\w*|fine-?tun\w*|natively|native"
    r"|slid\w*|recommend\w*)\b|扩展|外推|训练|支持",
    _I,
)
_BINARY_SIZE = re.compile(r"\s?(?P<unit>[KMGT]i?B)\b")
_LEADING = re.compile(r"\s*(?:full|natively|max(?:imum)?\.?|exactly|total(?:\s+of)?|共)?\s*", _I)
_FORMULA = re.compile(r"\s*\^|\s+\d|\s*=(?!\s*\D*$)")
_OPENED = re.compile(r"\s*[(（]\s*")
_CLOSED = re.compile(r"(?:\s*params?|\s*parameters?)?\s*[)）]", _I)
_READINGS = (
    (
        re.compile(
            r"non[\s-]*embedding|(?:exclud\w+|without|w/o)\s+(?:\w+\s+)?embedding|非嵌入",
            _I,
        ),
        NON_EMBEDDING,
    ),
    (re.compile(r"\bactiv(?:e|ated)\b|激活", _I), ACTIVE),
    (re.compile(r"(?:with|includ\w+)\s+(?:\w+\s+)?embedding|\btotal\b|总", _I), TOTAL),
    (re.compile(r"^\W*(?:in\s+(?:the\s+)?)?embedding", _I), EMBEDDING),
)
_COUNTS = (ACTIVE, NON_EMBEDDING, EMBEDDING, TOTAL)
FEWEST = 100_000
FEWEST_TOKENS = 16


def parameters(label: Label, text: str, start: int) -> Iterator[Found]:
    """One count, or several with their readings: `30.5B in total and 3.3B activated`."""
    number = written.first(text, start)
    if number is None:
        return
    if label.unit and label.unit in UNITS and number.step <= 1:
        number = scaled(number, UNITS[label.unit])
    if label.kind == SIZE:
        in_bytes = _BINARY_SIZE.match(text, number.end)
        if in_bytes or re.match(r"[\s-]*[GMKT]i?B\b", text[number.end :]):
            yield from memory(label._replace(kind=MEMORY), text, start)
            return
    rest = text[number.end :]
    reason = _why_not(number, rest, label)
    if reason:
        yield Skipped(PARAMETERS, number.text, number.start, reason)
        return
    reading = _own_reading(rest) or label.reading
    # 16M of a size may be megabytes
    megabytes = label.kind == SIZE and re.search(r"\d\s?m$", number.text, _I) and not re.match(r"\s*param", rest, _I)
    yield Claim(PARAMETERS, number.text, number.start, number, reading, unit=int(bool(megabytes)), doubt=_weak(label))
    yield from _restated(text, number, reading)
    yield from _others(rest, number, reading)


def _weak(label: Label) -> str:
    return "the label may mean something else" if label.weak else ""


def _others(rest: str, number: Written, reading: str) -> Iterator[Claim]:
    """Other counts behind the first number: `and 3.3B activated`."""
    for phrase in phrases(rest):
        other = phrase.kind == PARAMETERS and phrase.reading in _COUNTS and phrase.reading != reading
        if other and phrase.written is not None and not phrase.part:
            yield Claim(PARAMETERS, phrase.written.text, number.end + phrase.start, phrase.written, phrase.reading)


def _restated(text: str, number: Written, reading: str) -> Iterator[Claim]:
    """The same count said again: `1B (1.23B)`, `6,738,415,616 (6.7B)`."""
    opened = _OPENED.match(text, number.end)
    again = written.first(text, opened.end()) if opened else None
    if again is None or not _CLOSED.match(text, again.end):
        return
    if number.fit(again.value) is not Fit.NO or again.fit(number.value) is not Fit.NO:
        yield Claim(PARAMETERS, again.text, again.start, again, reading)


def _own_reading(rest: str) -> str:
    """Which count a value says that its number is: `86M (without embeddings)`; empty where it does not."""
    head = re.split(r"[,;/]|\band\b|，|；|\d", rest, maxsplit=1)[0]
    return next((reading for pattern, reading in _READINGS if pattern.search(head)), "")


def _is_small(number: Written) -> bool:
    return number.value < (FEWEST if number.plain else UNITS["k"])


def _why_not(number: Written, rest: str, label: Label) -> str:
    """Why the number that a label's value begins with is none to judge."""
    is_count = label.kind in (PARAMETERS, SIZE)
    none = number.plain and number.value == 0 and label.reading in (EMBEDDING, HEAD)
    part = _PART_VALUE.search(rest[:40]) if is_count else None
    reasons = (
        ("it has no unit and is too small", is_count and _is_small(number) and not none),
        ("more than one value is given", _SEVERAL.match(rest)),
        ("it counts only some", _SOME.match(rest)),
        ("it is told of a part", _BRACKETED_PART.match(rest)),
        ("it is counted in another unit", _OTHER_UNIT.match(rest)),
        (f"it counts only a part: {part[0] if part else ''}", part),
        ("it names a class of sizes", is_count and re.match(r"[\s-]*(?:class|level|scale|range)\b", rest, _I)),
        ("it is a formula", _FORMULA.match(rest)),
        ("it is too small for a vocabulary", label.kind == VOCABULARY and number.value < FEWEST_TOKENS),
        ("it is a count and no width", label.kind in (HIDDEN, DIMENSION) and number.value >= FEWEST),
        ("it is a limit, not a count", number.mark == "under"),
    )
    return next((reason for reason, holds in reasons if holds), "")


def count(label: Label, text: str, start: int) -> Iterator[Found]:
    """A whole number and its unit: `50,257 tokens`, `16 (10 conv + 6 attn)`, `14 for Q and 2 for KV`."""
    number = _leading(text, start)
    if number is None:
        return
    number = number.whole()
    if label.unit and label.unit in UNITS and number.step <= 1:
        number = scaled(number, UNITS[label.unit])
    rest = text[number.end :]
    if label.kind in (HEADS, KV_HEADS):
        pairs = list(_heads(text, number))
        if pairs:
            yield from pairs
            return
    reason = _why_not(number, rest, label)
    if label.kind not in (VOCABULARY, CONTEXT) and not number.plain and number.value < 10**6:
        reason = reason or ("" if number.thousands else "it is no whole number")
    if label.kind == CONTEXT and not reason and _STRETCHED.search(text[start:]):
        reason = "the length may be another than the config's" if not re.search(r"natively|native", rest, _I) else ""
    if reason:
        yield Skipped(label.kind, number.text, number.start, reason)
        return
    doubt = _weak(label)
    if label.kind == VOCABULARY and _FOREIGN_VALUE.search(rest[:60]):
        doubt = "another vocabulary is spoken of"
    yield Claim(label.kind, number.text, number.start, number, doubt=doubt)


def _leading(text: str, start: int) -> Written | None:
    """The number at the start of a value, a word such as `Full` before it passed over."""
    word = _LEADING.match(text, start)
    return written.first(text, start) or written.first(text, word.end() if word else start)


def _heads(text: str, number: Written) -> Iterator[Found]:
    """Query and key-value heads in one value: `14 for Q and 2 for KV`, `32 (8 KV)`, `16 Q / 8 KV`."""
    found = list(written.numbers(text, number.start))[:2]
    if len(found) != 2:  # noqa: PLR2004 - of queries and of keys
        return
    first, second = found
    behind, last = text[first.end : second.start], text[second.end : second.end + 24]
    kv = r"(?:\s*(?:for\s+|x\s+)?(?:kv|key|k/v|gqa)\b)"
    if (re.match(r"\s*(?:for\s+)?(?:q\b|quer)", behind, _I) and re.match(kv, last, _I)) or (
        re.match(r"\W*(?:gqa|with|heads?)?[\W]*(?:gqa[\W]*)?(?:with\s+)?$", behind, _I)
        and re.match(kv, last, _I)
        and "/" not in behind
    ):
        yield Claim(HEADS, first.text, first.start, first)
        yield Claim(KV_HEADS, second.text, second.start, second)


def memory(label: Label, text: str, start: int) -> Iterator[Found]:
    """A size of the weights, with its unit or the label's, and its data type: `16 GB in bf16`."""
    number = written.first(text, start)
    if number is None:
        return
    unit = _BINARY_SIZE.match(text, number.end)
    stated = wording.DTYPE_WORD.search(text, start)
    shown = text[number.start : unit.end() if unit else number.end].strip()
    name = unit["unit"] if unit else label.unit
    if not name:
        return
    reason = _why_not(number, text[unit.end() if unit else number.end :], label)
    if re.search(r"quant|bit\b|q\d|gguf|awq|gptq|nf4|vram|gpu|ram\b", text[start:], _I):
        reason = reason or "it is not said of the weights as the config has them"
    if reason:
        yield Skipped(MEMORY, shown, number.start, reason)
        return
    dtype = label.dtype or (stated["name"] if stated else "")
    yield Claim(MEMORY, shown, number.start, number, dtype=dtype, unit=BYTES[name.lower()])
