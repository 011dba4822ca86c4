"""Whose figure a sentence gives: this model's, surely or perhaps, or another's, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from embcalc.cards.claims import doubts, mentioned
from embcalc.cards.claims.sections import section, short
from embcalc.cards.language import around, cues, narration, parts, sayings, subjects
from embcalc.cards.language.finding import (
    CONTEXT,
    DIMENSION,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    PARAMETERS,
    TIED,
    VOCABULARY,
)
from embcalc.cards.language.names import Names, Whose
from embcalc.cards.language.phrase import Phrase
from embcalc.cards.language.place import Place


class Standing(NamedTuple):
    """Why a figure is not this model's (`reason`), or why that is not sure (`doubt`); both empty: it is."""

    reason: str = ""
    doubt: str = ""


_NAMES_REACH = 60
_COMPARED_REACH = 300


def standing(sentence: str, phrase: Phrase, names: Names, headings: tuple[str, ...], above: str) -> Standing:
    """Whose figure a phrase of a sentence gives.

    `headings` are those above it, without the card's title; `above` is the text before the sentence in its block.
    """
    if phrase.part:
        return Standing(phrase.part if phrase.kind in (MEMORY, TIED) else f"it counts only a part: {phrase.part}")
    foreign = section(headings, names, phrase.kind)
    mentions = names.mentions(sentence)
    start = max((m.end for m in mentions if m.whose is Whose.OWN and m.end <= phrase.start), default=0)
    for again in cues.AFTER_COMPARED.finditer(sentence, max(0, phrase.start - _COMPARED_REACH), phrase.start):
        start = max(start, again.end())
    place = Place(sentence, phrase, names, mentions, start, above)
    if foreign and not _is_configured(place, headings):
        return Standing(foreign)
    unsure = [foreign]
    for rule in _REASONS:
        reason = rule(place)
        if reason and not (rule in (_named, _derived) and _is_resized(place)):
            return Standing(reason)
        unsure.append(reason)
    return Standing(doubt=next(filter(None, (*unsure, doubts.first(place))), ""))


def _is_configured(place: Place, headings: tuple[str, ...]) -> bool:
    """Whether it is told how the config sets the length, where the use is told: `config.json is set for ... 1,024`."""
    told = place.phrase.kind == CONTEXT and cues.CONFIGURED.search(place.before)
    return bool(told) and not section(headings, place.names, LAYERS)


def _asked(place: Place) -> str:
    question = place.sentence.rstrip().endswith("?") and "?" in place.after[:60]
    return "it is a question" if question else ""


def _compared(place: Place) -> str:
    found = cues.COMPARED.search(place.before)
    return f"it is a comparison (“{found[0].strip()}”)" if found else ""


def _imagined(place: Place) -> str:
    return "it is an example" if cues.EXAMPLE.search(place.close) else ""


def _of_several(place: Place) -> str:
    # "one of a family of models, it has ..." goes back to one
    close = cues.IT.split(place.close)[-1]
    return "several models are spoken of" if cues.PLURAL.search(cues.MEMBER_OF.sub(" ", close)) else ""


def _in_other_words(place: Place) -> str:
    """What is particular to each kind of figure."""
    kind = place.phrase.kind
    if kind == PARAMETERS:
        return parts.of_count(place)
    if kind in (LAYERS, HEADS, KV_HEADS):
        return parts.of_layers(place)
    if kind in (HIDDEN, DIMENSION):
        end = place.close[-60:]
        return "it is the size of a part" if cues.PART.search(end) or cues.NETWORK.search(end) else ""
    if kind == VOCABULARY and cues.GROWN.search(place.before) and not place.phrase.doubt:
        return "a vocabulary before or after a change is spoken of"
    if kind == CONTEXT:
        found = cues.LENGTHENED.search(place.before[-70:]) or cues.LENGTHENED.search(place.after[:70])
        return f"the length may be another than the config's (“{found[0]}”)" if found else ""
    return ""


def _is_resized(place: Place) -> bool:
    """Whether the model is of another size than the one it is made from, so that a count is hardly of that one."""
    return place.phrase.kind == PARAMETERS and cues.OTHER_SIZE_OF.match(place.sentence) is not None


def _named(place: Place) -> str:
    """Another model's name near the figure: before it, or right behind it with a word that joins them."""
    end = place.phrase.end
    for mention in place.mentions:
        if mention.whose is not Whose.OTHER or mentioned.describes(place, mention):
            continue
        if place.start <= mention.start and mention.end <= place.phrase.start:
            return f"it is about {mention.name}"
        between = place.sentence[end : mention.start]
        if end <= mention.start <= end + _NAMES_REACH and cues.OF_ANOTHER.search(between):
            return f"it is about {mention.name}"
    return ""


def _derived(place: Place) -> str:
    origin = cues.ORIGIN.search(place.before)
    same = cues.SAME.search(place.before)
    return f"another model is spoken of (“{origin[0].strip()}”)" if origin and not same else ""


def _stranger(place: Place) -> str:
    """A sentence whose subject is a name that is not known, or that goes on from one about another model."""
    if place.start:
        return ""
    name = mentioned.subject(place.sentence)
    if name and place.names.whose(name) is Whose.OTHER:
        return f"it is about {short(name)}"
    if cues.PRONOUN.match(place.sentence):
        last = mentioned.above(place)
        if last and not any(mention.whose is Whose.OWN for mention in last[:1]) and last[-1].whose is Whose.OTHER:
            return f"it may be about {last[-1].name}"
    return ""


def _in_passing(place: Place) -> str:
    """A context length of which it is not said that it is this model's."""
    before = place.before
    told = cues.THIS.search(before) or cues.INPUT.search(before) or cues.CONFIGURED.search(before)
    if place.phrase.kind != CONTEXT or place.start or told:
        return ""
    return "" if cues.HEADED.fullmatch(before) else "it is not said of which model"


_REASONS: tuple[Callable[[Place], str], ...] = (
    _asked,
    _compared,
    _imagined,
    _of_several,
    parts.of_part,
    narration.of_work,
    around.found,
    sayings.found,
    _in_other_words,
    _named,
    _derived,
    _in_passing,
    _stranger,
    subjects.other,
)
