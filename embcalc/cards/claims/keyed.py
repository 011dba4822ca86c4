"""Claims of keys and their values: those of the `embcalc:` mapping, and those of a file of metadata."""

from __future__ import annotations

import re
from fractions import Fraction

from embcalc.cards.language.finding import (
    ACTIVE,
    EMBEDDING,
    HIDDEN,
    MEMORY,
    NON_EMBEDDING,
    PARAMETERS,
    SHARE,
    TIED,
    TOTAL,
    VOCABULARY,
    Claim,
)
from embcalc.cards.language.phrases import BYTES
from embcalc.cards.language.written import Written, first, scaled
from embcalc.units import parse_count

_ENTRIES = {
    "parameters": (PARAMETERS, TOTAL),
    "embedding_parameters": (PARAMETERS, EMBEDDING),
    "non_embedding_parameters": (PARAMETERS, NON_EMBEDDING),
    "active_parameters": (PARAMETERS, ACTIVE),
    "vocab_size": (VOCABULARY, ""),
    "hidden_size": (HIDDEN, ""),
    "tied_embeddings": (TIED, ""),
    "embedding_share": (SHARE, ""),
    "memory": (MEMORY, ""),
}


def of_entry(key: str, value: str) -> Claim:
    """The claim that a key of the `embcalc:` mapping makes."""
    kind, reading = _ENTRIES[key]
    if kind == TIED:
        state = "yes" if value.lower() in ("true", "yes") else "no"
        return Claim(kind, value, 0, state=state, way="front matter")
    unit = re.search(r"[kKMGT]?i?B$", value) if kind == MEMORY else None
    number = _exact(value) if kind in (PARAMETERS, VOCABULARY, HIDDEN) else first(value)
    if kind == SHARE and number is not None and "%" not in value and number.value <= 1:
        number = scaled(number, 100)
    size = BYTES.get(unit[0].lower(), 1) if unit else 0
    return Claim(kind, value, 0, number, reading, unit=size, way="front matter")


def _exact(value: str) -> Written | None:
    """The number as written; a spelling that only parse_count knows (`32Ki`) is one in full."""
    number = first(value)
    if number is not None and number.end == len(value.rstrip()):
        return number
    count = parse_count(value)
    return Written(value, Fraction(count), Fraction(1), 0, "", True, False, 0, len(value))
