"""Figures that may count a part of a model, or several models, and not all of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embcalc.cards.language import cues
from embcalc.cards.language.finding import (
    ACTIVE,
    DIMENSION,
    EMBEDDING,
    HEAD,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    PARAMETERS,
)

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

OF_PARTS = (PARAMETERS, LAYERS, HEADS, KV_HEADS, HIDDEN, DIMENSION)


def of_layers(place: Place) -> str:
    """Why a count of layers or heads is one of a part of them; empty where it may be of all."""
    part = cues.LAYER_PART.search(place.close) or cues.PART.search(place.close[-40:])
    part = part or cues.LAYERS_TUNED.match(place.after) or cues.NETWORK_BEFORE.search(place.close)
    if part or (place.phrase.kind == LAYERS and cues.NETWORK.match(place.after[:40])):
        return "it counts a part of the layers or heads"
    more = place.phrase.kind != KV_HEADS and cues.MORE_VALUES.match(place.after)
    return "more than one value is given" if more else ""


def of_part(place: Place) -> str:
    """A sentence whose subject is a part: `the classification head has 2 layers`."""
    if place.start or place.phrase.kind not in OF_PARTS or place.phrase.reading == HEAD:
        return ""
    found = cues.PART_SUBJECT.match(place.sentence)
    return f"it is said of a part: {found['part']}" if found and not _may_be_whole(place, found["part"]) else ""


def of_count(place: Place) -> str:
    """Why a count of parameters is not the count of one model; empty where it may be."""
    close, number = place.close, place.phrase.written
    rest = place.after if number is None else place.sentence[number.end :]
    if (cues.NUMBER_BEFORE.search(close) and not cues.PROPERTY_BEFORE.search(close)) or cues.NUMBER_AFTER.match(rest):
        return "more than one value is given"
    if (number is not None and number.mark == "under") or cues.LIMIT_BEFORE.search(close):
        return "it is a limit, not a count"
    if cues.PLURAL_AFTER.match(place.after):
        return "several models are spoken of"
    if place.phrase.reading != EMBEDDING and cues.ANOTHER.search(close):
        return "another model may be spoken of"
    before = cues.MIXTURE.sub(" ", place.before)
    if place.phrase.reading == ACTIVE or "个" in before:
        before = cues.EXPERTS_COUNTED.sub(" ", before)
    part = cues.COUNTED_PART.match(rest) or cues.PART.search(before[-45:]) or cues.PART.match(place.after.lstrip()[:30])
    return f"it counts only a part: {part[0].strip(' -')}" if part and not _may_be_whole(place, part[0]) else ""


def _may_be_whole(place: Place, part: str) -> bool:
    """Whether what may be a part of a model may be all of this one: `a 149M-parameter classifier`."""
    word = cues.WHOLE_OR_PART.fullmatch(part.rsplit(maxsplit=1)[-1])
    return bool(word and place.phrase.kind == PARAMETERS and cues.IS_A.search(place.sentence[: place.phrase.start]))


def whole_or_part(place: Place) -> str:
    """The doubt about a count of what may be a model or a part of one: `a 149M-parameter classifier`."""
    if place.phrase.kind != PARAMETERS or not cues.IS_A.search(place.sentence[: place.phrase.start]):
        return ""
    return "a part of a model may be meant" if any(map(cues.WHOLE_OR_PART.fullmatch, place.after.split()[:4])) else ""
