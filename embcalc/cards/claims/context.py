"""Whose figure a sentence gives: this model's, surely or perhaps, or another's, with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from embcalc.cards.claims.sections import section, short
from embcalc.cards.language import cues, parts, subjects
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
from embcalc.cards.language.names import Mention, Names, Whose
from embcalc.cards.language.phrase import Phrase
from embcalc.cards.language.place import Place


class Standing(NamedTuple):
    """Why a figure is not this model's (`reason`), or why that is not sure (`doubt`); both empty: it is."""

    reason: str = ""
    doubt: str = ""


_NAMES_REACH = 60
_COMPARED_REACH = 300
_LAST_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")


def standing(sentence: str, phrase: Phrase, names: Names, headings: tuple[str, ...], above: str) -> Standing:
    """Whose figure a phrase of a sentence gives.

    `headings` are those above it, without the card's title; `above` is the text before the sentence in its block.
    """
    if phrase.part:
        return Standing(phrase.part if phrase.kind in (MEMORY, TIED) else f"it counts only a part: {phrase.part}")
    foreign = section(headings, names, phrase.kind)
    tokenised = foreign and _is_tokenised(sentence, phrase, headings)
    if foreign and not tokenised:
        return Standing(foreign)
    mentions = names.mentions(sentence)
    start = max((m.end for m in mentions if m.whose is Whose.OWN and m.end <= phrase.start), default=0)
    for again in cues.AFTER_COMPARED.finditer(sentence, max(0, phrase.start - _COMPARED_REACH), phrase.start):
        start = max(start, again.end())
    place = Place(sentence, phrase, names, mentions, start, above)
    doubts = [foreign] if tokenised else []
    for rule in _REASONS:
        reason = rule(place)
        if reason and not (rule in (_named, _derived) and _is_resized(place)):
            return Standing(reason)
        doubts.append(reason)
    return Standing(doubt=next(filter(None, (*doubts, *(rule(place) for rule in _DOUBTS))), ""))


def _is_tokenised(sentence: str, phrase: Phrase, headings: tuple[str, ...]) -> bool:
    """Whether a vocabulary is told where the data of the training are: `texts are tokenized with 30,000 words`."""
    told = phrase.kind == VOCABULARY and cues.TOKENISED.search(sentence[: phrase.start])
    return bool(told) and all(cues.OF_TRAINING.search(h) for h in headings if cues.FOREIGN_SECTION.search(h))


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
        if mention.whose is not Whose.OTHER or _describes(place, mention):
            continue
        if place.start <= mention.start and mention.end <= place.phrase.start:
            return f"it is about {mention.name}"
        between = place.sentence[end : mention.start]
        if end <= mention.start <= end + _NAMES_REACH and cues.OF_ANOTHER.search(between):
            return f"it is about {mention.name}"
    return ""


def _describes(place: Place, mention: Mention) -> bool:
    """Whether another model's name is only what this one is like, or whose tokens it has: `a BERT-based encoder`."""
    behind = place.sentence[mention.end : mention.end + 60]
    tokens = place.phrase.kind == VOCABULARY and cues.TOKENIZER_OF.match(behind)
    return bool(
        tokens or cues.LIKE.search(mention.name) or cues.LIKE_AFTER.match(behind) or cues.ARCHITECTURE_OF.match(behind)
    )


def _like(place: Place) -> str:
    others = [m for m in place.mentions if m.whose is Whose.OTHER and place.start <= m.start < place.phrase.start]
    described = [mention for mention in others if _describes(place, mention)]
    return f"{described[0].name} is spoken of, too" if described else ""


def _derived(place: Place) -> str:
    origin = cues.ORIGIN.search(place.before)
    same = cues.SAME.search(place.before)
    return f"another model is spoken of (“{origin[0].strip()}”)" if origin and not same else ""


def _stranger(place: Place) -> str:
    """A sentence whose subject is a name that is not known, or that goes on from one about another model."""
    if place.start:
        return ""
    name = _subject(place.sentence)
    if name and place.names.whose(name) is Whose.OTHER:
        return f"it is about {short(name)}"
    if cues.PRONOUN.match(place.sentence):
        last = _mentioned_above(place)
        if last and not any(mention.whose is Whose.OWN for mention in last[:1]) and last[-1].whose is Whose.OTHER:
            return f"it may be about {last[-1].name}"
    return ""


def _mentioned_above(place: Place) -> list[Mention]:
    """The models named in the sentence before this one."""
    return place.names.mentions(_LAST_SENTENCE.split(place.above.rstrip(" .!。"))[-1])


def _subject(sentence: str) -> str:
    """The name that a sentence begins with, where a verb follows it; empty where it is a plain word."""
    found = cues.SUBJECT.match(sentence)
    name = str(found["name"] or found["zh"] or "") if found else ""
    plain = name and (cues.PLAIN_SUBJECT.fullmatch(name.split()[0]) or cues.PLAIN_SUBJECT.fullmatch(name.split()[-1]))
    return "" if plain else name


def _in_passing(place: Place) -> str:
    """A context length of which it is not said that it is this model's."""
    before = place.before
    told = cues.THIS.search(before) or cues.INPUT.search(before) or cues.CONFIGURED.search(before)
    if place.phrase.kind != CONTEXT or place.start or told:
        return ""
    return "" if cues.HEADED.fullmatch(before) else "it is not said of which model"


def _same(place: Place) -> str:
    return "it is said of a model that is the same" if cues.SAME.search(place.before) else ""


def _by_size(place: Place) -> str:
    named = place.phrase.kind == PARAMETERS and not place.start and cues.NAMED_BY_SIZE.search(place.before)
    counted = place.sentence[place.phrase.start : place.phrase.end].endswith("parameters")
    of_all = counted and cues.OF_THE.search(place.before)
    return "a model may be named by its size" if named and not of_all else ""


def _of_one(place: Place) -> str:
    """One of several models, told by its rank: `1.5B parameters: the largest version`."""
    found = cues.SUPERLATIVE.search(place.after[:90])
    here = place.start or cues.THIS_IS.search(place.before)
    return "one of several models is spoken of" if found and not here else ""


def _of_family(place: Place) -> str:
    if not place.start and cues.PRONOUN.match(place.sentence):
        last = _mentioned_above(place)
        return "it may be said of the family" if last and last[-1].whose is Whose.FAMILY else ""
    last = [m for m in place.mentions if m.end <= place.phrase.start][-1:]
    if any(m.whose is Whose.FAMILY and cues.TOLD.match(place.sentence, m.end) for m in last):
        return "it may be said of the family"
    if place.start or cues.THIS.search(place.before):
        return ""
    mentioned = any(m.whose is Whose.FAMILY and m.end <= place.phrase.start for m in place.mentions)
    name = _subject(place.sentence)
    family = mentioned or (name and place.names.whose(name) is Whose.FAMILY)
    return "it may be said of the family" if family else ""


_REASONS: tuple[Callable[[Place], str], ...] = (
    _asked,
    _compared,
    _imagined,
    _of_several,
    parts.of_part,
    _in_other_words,
    _named,
    _derived,
    _in_passing,
    _stranger,
    subjects.other,
)
_DOUBTS: tuple[Callable[[Place], str], ...] = (
    lambda place: place.phrase.doubt,
    _same,
    _by_size,
    _of_one,
    _of_family,
    _like,
    parts.whole_or_part,
    subjects.doubt,
)
