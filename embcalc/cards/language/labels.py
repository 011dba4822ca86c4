"""Labels of properties: what the words before a colon or in a table's heading name."""

from __future__ import annotations

import re
from functools import lru_cache

from embcalc.cards.language.finding import DIMENSION, HEADS, HIDDEN, KV_HEADS, LAYERS, MEMORY
from embcalc.cards.language.label_words import PATTERNS, SEVERAL, SIZE, Label

_COMPILED = tuple((re.compile("|".join(patterns)), label) for label, patterns in PATTERNS)
_LEAD = re.compile(
    r"^(?:(?:the|a|our|this\s+model'?s|model'?s|its|approx(?:imate)?\.?|numbers?\s+of|num(?:ber)?\.?(?:\s+of)?"
    r"|n(?=\s+param)|nr\.?|no\.?(?:\s+of)?|n\.?\s+of|count\s+of|nb(?:\s+of)?)\s+)+"
)
_BYTES = re.compile(r"\b([GMT]i?B)\b")
_UNIT = re.compile(r"\(\s*(?:in\s+)?(K|M|B|k|[Tt]housands?|[Mm]illions?|[Bb]illions?|万|亿)\s*\)|(?<=[a-z])\(([KMB])\)")
_DTYPES = re.compile(r"\b(bf16|fp16|fp32|f16|f32|float16|float32|bfloat16|fp8|half)\b", re.IGNORECASE)
LONGEST = 60
MOST_NAMES = 6
SEPARATOR = re.compile(r"\s*[/|·×]\s*|\s+x\s+")
_BRACKETED = re.compile(r"(?P<noun>[^()]{2,40}?)\s*[(（](?P<names>[^()（）]{2,60})[)）]\W*")
# beside one of these, `heads` and `dim` can be no others'
_SHAPE = (LAYERS, HEADS, KV_HEADS, HIDDEN, DIMENSION)


@lru_cache(maxsize=4096)
def find(text: str) -> Label | None:
    """What a label names, None where it is no known one: `**# Params (B)**`, `Number of Parameters (Non-Embedding)`."""
    if len(text) > LONGEST * 2:
        return None
    stated_bytes, stated_dtype, stated_unit = _BYTES.search(text), _DTYPES.search(text), _UNIT.search(text)
    plain = normal(_DTYPES.sub(" ", _BYTES.sub(" ", _UNIT.sub(" ", text))))
    if not plain or len(plain) > LONGEST:
        return None
    for pattern, label in _COMPILED:
        if pattern.fullmatch(plain):
            if stated_bytes and label.kind == SIZE:
                label = Label(MEMORY)  # noqa: PLW2901 - the same label, told apart by its unit
            unit = stated_bytes[1] if stated_bytes else _plain_unit(stated_unit)
            return label._replace(unit=unit, dtype=stated_dtype[1] if stated_dtype else "")
    if stated_dtype and re.fullmatch(r"(?:in|at|memory|size)", plain):
        return Label(MEMORY, dtype=stated_dtype[1])
    return _several(text)


def _several(text: str) -> Label | None:
    """The label of several properties, where each is known: `Layers / heads`, `Total / active parameters`."""
    bracketed = _BRACKETED.fullmatch(text)
    names = [name.strip() for name in SEPARATOR.split(bracketed["names"] if bracketed else text)]
    if not 1 < len(names) <= MOST_NAMES:
        return None
    if bracketed:
        noun = normal(bracketed["noun"])
        parts = [find(f"{name} {noun}") for name in names]
    else:
        first, last = (normal(name).split() for name in (names[0], names[-1]))
        parts = [
            find(name) or find(f"{name} {' '.join(last[-1:])}") or find(f"{' '.join(first[:1])} {name}")
            for name in names
        ]
    known = [part for part in parts if part is not None and not part.parts]
    if len({(part.kind, part.reading) for part in known}) != len(names):
        return None
    sure = sum(part.kind in _SHAPE for part in known) > 1
    return Label(
        SEVERAL,
        "/".join(part.kind for part in known),
        parts=tuple(part._replace(weak=part.weak and not (sure and part.kind in _SHAPE)) for part in known),
    )


def _plain_unit(found: re.Match[str] | None) -> str:
    """The unit in `#Params (M)`, as numbers have it."""
    return (found[1] or found[2]).lower().rstrip("s") if found else ""


def normal(text: str) -> str:
    """A label in lower case, its words apart, without leading articles and `number of`; a leading # means that."""
    lowered = re.sub(r"([a-z])([A-Z])(?=[a-z])", r"\1 \2", text).lower()
    words = re.sub(r"[^\w/一-鿿.'’+-]+|[_-]", " ", re.sub(r"#(?:\s*of\b)?", " number of ", lowered))
    words = re.sub(r"\s+", " ", words).strip(" .'’-/")
    return _LEAD.sub("", words).strip()
