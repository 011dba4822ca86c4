"""Why it is not sure that a figure in a sentence is this model's, though nothing shows that it is another's."""

from __future__ import annotations

from collections.abc import Callable

from embcalc.cards.claims import mentioned
from embcalc.cards.language import cues, elsewhere, parts, sayings, subjects
from embcalc.cards.language.finding import PARAMETERS
from embcalc.cards.language.names import Whose
from embcalc.cards.language.place import Place


def first(place: Place) -> str:
    """The first doubt about a figure; empty where there is none."""
    return next(filter(None, (rule(place) for rule in _DOUBTS)), "")


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
        last = mentioned.above(place)
        return "it may be said of the family" if last and last[-1].whose is Whose.FAMILY else ""
    last = [m for m in place.mentions if m.end <= place.phrase.start][-1:]
    if any(m.whose is Whose.FAMILY and cues.TOLD.match(place.sentence, m.end) for m in last):
        return "it may be said of the family"
    if place.start or cues.THIS.search(place.before):
        return ""
    of_family = any(m.whose is Whose.FAMILY and m.end <= place.phrase.start for m in place.mentions)
    name = mentioned.subject(place.sentence)
    family = of_family or (name and place.names.whose(name) is Whose.FAMILY)
    return "it may be said of the family" if family else ""


def _like(place: Place) -> str:
    others = [m for m in place.mentions if m.whose is Whose.OTHER and place.start <= m.start < place.phrase.start]
    described = [mention for mention in others if mentioned.describes(place, mention)]
    return f"{described[0].name} is spoken of, too" if described else ""


_DOUBTS: tuple[Callable[[Place], str], ...] = (
    lambda place: place.phrase.doubt,
    _same,
    _by_size,
    _of_one,
    _of_family,
    _like,
    parts.whole_or_part,
    subjects.doubt,
    elsewhere.doubt,
    sayings.doubt,
)
