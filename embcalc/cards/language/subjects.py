"""What the subject of a clause makes of its figure: the model's, its embedding's, another part's or another model's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from embcalc.cards.language import chinese
from embcalc.cards.language.clauses import Subject, bracketed, elliptic, head, last
from embcalc.cards.language.finding import (
    BACKBONE,
    CONTEXT,
    DTYPE,
    EMBEDDING,
    HEAD,
    MEMORY,
    PARAMETERS,
    TIED,
)
from embcalc.cards.language.names import Whose
from embcalc.cards.language.roles import MODEL, Role, role

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
_FOREIGN = (Role.OTHER, Role.MEMBER)
# 98M of the 184M parameters: the second number is of another thing
_OF_WHOLE = re.compile(
    r"\b(?:of|to|than|over|beside|besides|from|out\s+of)\s+(?:the|its|our|all|these|model's)\s+(?:\w+\s+)?$|\bout\s+of\s+$",
    _I,
)
_SEPARATE = r"(?:input|token|word|sub-?word|vocab(?:ulary)?|text|large|huge|learned|shared|tied|whole|entire)"
_EMBEDDING = re.compile(
    rf"(?:(?:the|its|this|our|whose|an?|their)\s+)?(?:{_SEPARATE}[\s-]+)*embeddings?(?:\s+(?:layers?|matrix|matrices|tables?|weights?))?",
    _I,
)
# an embedding table of 98M parameters; Embeddings: 98M parameters
_EMBEDDING_OF = re.compile(
    rf"(?:\b(?:an?|the|its|whose)\s+(?:{_SEPARATE}\s+)*embedding\s+(?:layer|matrix|table)\s+of|^\W*(?:{_SEPARATE}\s+)*embeddings?(?:\s+"
    r"(?:layer|matrix|table))?\W{0,4}:)\W*$",
    _I,
)
_HEAD = re.compile(
    r"(?:(?:the|its|this|our|whose|an?)\s+)?(?:(?:untied|separate)\s+)*(?:lm|language[\s-]model(?:l?ing)?|output|unembedding)[\s_-]+"
    r"(?:head|embeddings?|layer|projection|matrix)",
    _I,
)
_BACKBONE = re.compile(
    r"(?:(?:the|its|this|our|whose)\s+)?(?:\w+\s+)?(?:backbone|transformer\s+body)(?:\s+network)?", _I
)
_COUNTED = ((_HEAD, HEAD), (_EMBEDDING, EMBEDDING), (_BACKBONE, BACKBONE))
_PART_NOUN = re.compile(
    r"heads?|classifiers?|mlp|perceptron|adapters?|projectors?|projections?|router|gate|probe|pooler|lstm|bi-?lstm|gru|cnn|layers?|blocks?"
    r"|modules?|experts?|generator|discriminator|tower|branch|ffns?|networks|vae|u-?net|vocoder",
    _I,
)
_PROPERTY = re.compile(
    r"vocabular(?:y|ies)|vocab|tokeni[sz]ers?|attention|gqa|mqa|mha|bpe|sentencepiece|wordpiece|embeddings?|encoders?|decoders?|backbone|body"
    r"|trunk|weights|layers|blocks|heads|parameters|params|it|representations?|architecture|mechanism|rope|text|input|inputs|texts",
    _I,
)
_BEHIND = re.compile(
    r"(?:[\s-]+(?:[a-z-]+\s+){0,2}?(?:layers?|heads?|blocks?|dimensions?|parameters?|tokens))?"
    rf"\s*\(?(?:for|in|of|on)\s+(?P<np>(?:the|our|its|their)\s+(?:[\w.-]+\s+){{0,2}}?(?:[\w.-]+\s+(?:{MODEL})|larg(?:er|est)|small(?:er|est)"
    r"|biggest|bigger))\b",
    _I,
)
# a 40M parameter version
_A_VERSION = re.compile(
    r"(?:\s*-?\s*param\w*)?\s+(?:[\w-]+\s+){0,1}?(?:version|variant|adaptation|edition|derivative)\b", _I
)
# with 22M parameters, the small model is
_FRONT = re.compile(r"\W*(?:with|at|having|featuring|despite)\b[^,]*$", _I)
_GOES_ON = re.compile(
    rf"[^,.;]{{0,60}},\s*(?P<np>(?:the|our|its|their)\s+(?:[\w.-]+\s+){{0,3}}?(?:{MODEL}|larg(?:er|est)|small(?:er|est))\b|(?=[A-Za-z]))",
    _I,
)
# a model with 1B parameters needs
_MODEL_WITH = re.compile(r"\ba\s+(?:model|network|transformer|llm)\s+(?:with|of|having)\s+$", _I)
_IN_GENERAL = re.compile(r"\s*(?:should|needs?|would|requires?|takes?|costs?|may|might|can|could|will)\b", _I)
_RELATIVE = re.compile(r"(?:\s*\([^()]*\))?\s*,?\s*(?:which|that)?\s*(?:also|only|now)?\s*,?\s*")
_A = re.compile(r"\b(?:an?|another|one|some)\s+(?:\w+\s+)?$", _I)


def reading(left: str) -> str:
    """Which count the subject before a number of parameters makes it: `the embedding layer has`; empty where none."""
    told = chinese.reading(left) or (EMBEDDING if _EMBEDDING_OF.search(left) else "")
    found = last(left)
    before = bracketed(left) or (found.words if found else "")
    if told or _OF_WHOLE.search(left):
        return told
    for pattern, name in _COUNTED:
        if pattern.fullmatch(before):
            return EMBEDDING if name == HEAD and found and found.joined else name
    return ""


def also(left: str) -> str:
    """Which count a number without a verb before it is: `the backbone has 86M parameters and the embedding another`."""
    return reading(left) if elliptic(left) else ""


def other(place: Place) -> str:
    """Why the clause is about another member of the family: `the largest has`; empty where it may be of this one."""
    found, whose = _judged(place)
    fronted = _fronted(place)
    if fronted:
        return f"it is about {fronted}"
    behind = _BEHIND.match(place.after)
    if behind and role(behind["np"], place.names) is Role.OTHER:
        return f"it is about {' '.join(behind['np'].split())}"
    return f"it is about {found.words}" if found and whose is Role.OTHER else chinese.other(place)


def _fronted(place: Place) -> str:
    """The other model that a sentence goes on with: `With 22M parameters, the small model is`."""
    if not _FRONT.match(place.sentence[: place.phrase.start]):
        return ""
    found = _GOES_ON.match(place.sentence, place.phrase.end)
    if found is None:
        return ""
    start = found.start("np")
    for mention in place.mentions:
        if start <= mention.start <= start + len("the "):
            return mention.name if mention.whose is Whose.OTHER else ""
    return " ".join(found["np"].split()) if role(found["np"], place.names) is Role.OTHER else ""


def doubt(place: Place) -> str:
    """Why the clause may be about a part or another member: `each layer has`, `the multilingual version has`."""
    kind, count = place.phrase.kind, place.phrase.reading
    if kind in (CONTEXT, DTYPE, TIED):
        return ""
    found, whose = _judged(place)
    why = _of_count(place, found) if kind == PARAMETERS else ""
    if why or found is None:
        return why
    if kind == MEMORY:
        strange = any(pattern.fullmatch(found.words) for pattern, _ in _COUNTED)
    else:
        strange = whose is Role.MEMBER or (whose is Role.PART and _is_strange(found, kind, count))
    return f"it may be said of {found.words}" if strange else ""


def _of_count(place: Place, found: Subject | None) -> str:
    """Why a count of parameters may not be the one that it seems to be."""
    part, count = chinese.part(place), place.phrase.reading
    alone = not place.start and re.search(r"(?:^|[,;:.]|\bthat)\W*$", place.before)
    general = _IN_GENERAL.match(place.after) and (alone or _MODEL_WITH.search(place.before))
    version = _A.search(place.before) and _A_VERSION.match(place.after)
    reasons = (
        (f"it may be said of a part: {part}", part),
        ("more than the embedding may be counted", count == HEAD or (found and found.joined and count == EMBEDDING)),
        ("it may be said of any model of that size", general),
        ("another version may be spoken of", version),
    )
    return next((reason for reason, holds in reasons if holds), "")


def _is_strange(found: Subject, kind: str, count: str) -> bool:
    noun = found.words.split()[-1].lower()
    if found.verb == "be":
        return False
    if found.verb == "with":
        return bool(_PART_NOUN.fullmatch(noun)) and count != EMBEDDING
    if kind == PARAMETERS:
        return count not in (EMBEDDING, HEAD, BACKBONE)
    return not _PROPERTY.fullmatch(noun)


def _judged(place: Place) -> tuple[Subject | None, Role]:
    """The nearest subject that tells anything, and what it is."""
    text = place.sentence[: place.phrase.start]
    found = last(text)
    for words in filter(None, (bracketed(text), "" if found else head(text))):
        whose = role(words, place.names)
        if whose in _FOREIGN:
            return Subject(words, "be", joined=False, start=0, end=0), whose
    if found is None:
        return None, Role.UNTOLD
    if _is_of_own(place, text, found):
        return found, Role.OWN
    whose = role(found.words, place.names)
    earlier = last(text[: found.start], told=False) if found.verb == "with" or found.behind else None
    if earlier is None:
        return found, whose
    before = role(earlier.words, place.names)
    is_this = earlier.verb == "be" and before is Role.OWN and found.behind
    return (earlier, before) if is_this or (before in _FOREIGN and found.verb == "with") else (found, whose)


def _is_of_own(place: Place, text: str, found: Subject) -> bool:
    """Whether the subject tells of this model, named before it: `Foo-7B, a small model with`, `Foo-7B, which`."""
    if not place.start:
        return False
    between = text[place.start : max(place.start, found.verb_start)]
    apposed = place.start <= found.start and not text[place.start : found.start].strip(" ,:—–-")
    return apposed or (place.start <= found.verb_start and _RELATIVE.fullmatch(between) is not None)
