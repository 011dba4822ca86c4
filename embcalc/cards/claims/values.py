"""The value behind a label or in a table's cell: one number, two with their readings, a word, or nothing to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from embcalc.cards.claims import value_numbers
from embcalc.cards.language import wording, written
from embcalc.cards.language.finding import (
    DTYPE,
    MEMORY,
    PARAMETERS,
    SHARE,
    TIED,
    Claim,
    Found,
    Skipped,
)
from embcalc.cards.language.label_words import SIZE, Label
from embcalc.cards.language.labels import MOST_NAMES, SEPARATOR

_I = re.IGNORECASE
_YES = re.compile(r"\W*(?:yes|true|enabled|tied|shared|✓|✔|✅|☑|是|共享|绑定)(?:\W|$)", _I)
_NO = re.compile(r"\W*(?:no|false|disabled|untied|none|not\s+(?:tied|shared)|✗|✘|❌|×|否|不共享|不绑定)(?:\W|$)", _I)


def label_values(label: Label, text: str, start: int) -> Iterator[Found]:
    """What the text behind a label states; its claims start at their offset in `text`."""
    value = text[start:]
    if not value.strip():
        return
    if label.parts:
        yield from _several(label, text, start)
    elif label.kind == TIED:
        yield from _yes_or_no(label, text, start)
    elif label.kind == DTYPE:
        yield from _dtype(label, text, start)
    elif label.kind in (PARAMETERS, SIZE):
        yield from value_numbers.parameters(label, text, start)
    elif label.kind == MEMORY:
        yield from value_numbers.memory(label, text, start)
    elif label.kind == SHARE:
        yield from _share(label, text, start)
    else:
        yield from value_numbers.count(label, text, start)


def _several(label: Label, text: str, start: int) -> Iterator[Found]:
    """As many values as the label has names: `32 / 4096 / 32`."""
    cuts = [(start, start), *(found.span() for found in SEPARATOR.finditer(text, start)), (len(text), len(text))]
    # each alone, in its place: 32/32/4096 is no date
    values = [" " * begin + text[begin:end] for (_, begin), (end, _) in pairwise(cuts[: MOST_NAMES + 2])]
    numbers = [written.first(value) for value in values]
    if len(values) == len(label.parts) and all(numbers):
        for part, value in zip(label.parts, values, strict=True):
            yield from label_values(part, value, 0)
    elif numbers[0] is not None:
        kind, number = label.parts[0].kind, numbers[0]
        yield Skipped(kind, number.text, number.start, "the label has more or fewer names than there are values")


def _yes_or_no(label: Label, text: str, start: int) -> Iterator[Found]:
    value = text[start:]
    for pattern, state in ((_NO, "no"), (_YES, "yes")):
        found = pattern.match(value)
        if found:
            at = start + len(value) - len(value.lstrip())
            yield Claim(label.kind, found[0].strip(" ,.;"), at, state=state)
            return


def _dtype(label: Label, text: str, start: int) -> Iterator[Found]:
    names = list(wording.DTYPE_WORD.finditer(text, start))
    if not names:
        return
    shown, at = names[0]["name"], names[0].start("name")
    if len({name["name"].lower() for name in names}) > 1:
        yield Skipped(DTYPE, shown, at, "more than one data type is given")
    elif re.search(
        r"quant|compute|mixed|train|kv|activation|bit\b|inference|recommend|gguf|awq|gptq|nf4|amp", text[start:], _I
    ):
        yield Skipped(DTYPE, shown, at, "it is not said of the weights")
    else:
        doubt = "the precision of the training or the computing may be meant" if label.weak else ""
        yield Claim(DTYPE, shown, at, state=shown, doubt=doubt)


def _share(label: Label, text: str, start: int) -> Iterator[Found]:
    number = written.first(text, start)
    if number is None:
        return
    if re.match(r"\s?%", text[number.end :]):
        yield Claim(label.kind, f"{number.text} %", number.start, number)
