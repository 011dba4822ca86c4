"""Figures that a sentence denies, compares in feeling, or takes from what a site or a file shows of packed weights."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from embcalc.cards.language.finding import CONTEXT, DTYPE, MEMORY, PARAMETERS, SHARE, TIED

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
_DENIED = re.compile(r"(?:\b(?:not|neither|nor|never|no\s+longer)|n['’]t)\s+(?!only\b|just\b)(?:[\w-]+\s+){0,3}~?$", _I)
# it feels like a 13B-parameter model
_FELT = re.compile(
    r"\b(?:(?:feels?|acts?|performs?|behaves?|looks?|writes?|reasons?|reads?|works?|does)\s+(?:\w+\s+){0,2}?(?:like|as)\b|thinks?\s+(?:of\b|it\b|that\b)"
    r"|(?:knowledge|abilit(?:y|ies)|quality|level|intelligence|strength|skills?|power|depth|prose)\s+of\s+(?:an?|the|some)\b"
    r"|(?:class|tier|category|equivalent|league)\b\W)[^.;]{0,40}$",
    _I,
)
# the Hub shows 2.03B parameters for packed weights
_SHOWN = re.compile(
    r"\b(?:safetensors|hub|hf|hugging\s?face|widget|sidebar|badge|page)\b[^.;]{0,60}\b(?:shows?|says?|reports?|counts?|lists?|displays?|claims?"
    r"|states?)\b[^.;]{0,30}$",
    _I,
)
_TRIED = re.compile(
    r"[^.;,]{0,30}\b(?:was|were)\s+(?:also\s+)?(?:tried|tested|considered|compared|discarded|abandoned|rejected)\b", _I
)
# after dropping 8 layers it has
_AFTER = re.compile(r"\b(?:after\s+\w+ing|without|once)\b[^.;]{0,80}$", _I)


def found(place: Place) -> str:
    """Why a figure is denied or only felt; empty where it is not."""
    kind = place.phrase.kind
    if kind in (MEMORY, DTYPE, TIED, SHARE):
        return ""
    if _DENIED.search(place.close):
        return "it is denied"
    if kind == CONTEXT:
        return ""
    shown = kind == PARAMETERS and _SHOWN.search(place.before[-120:])
    if shown:
        return "it is what a site or a file shows"
    felt = kind == PARAMETERS and _FELT.search(place.close)
    return "it is a comparison" if felt or _TRIED.match(place.after) else ""


def doubt(place: Place) -> str:
    """Why a figure may be one of the model after a change: `without its last layers it has`."""
    changed = place.phrase.kind not in (CONTEXT, MEMORY, DTYPE, TIED, SHARE) and _AFTER.search(place.close)
    return "it may be told of the model after a change" if changed and place.phrase.reading in ("", "total") else ""
