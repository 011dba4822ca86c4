"""The noun phrase that a figure is said of: the subject of the last verb before it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from embcalc.cards.language.roles import MODEL

_I = re.IGNORECASE
# as far as a subject is looked for
_REACH = 160
_HAS = (
    r"has|have|had|contains?|contained|compris(?:es?|ed)|consist(?:s|ed)?\s+of|c[oa]mes?\s+with|features?|featured|uses?|used|employs?"
    r"|boasts?|packs?|holds?|takes?(?:\s+up)?|accounts?\s+for|adds?|contributes?|makes?\s+up|introduces?|reach(?:es)?|totals|includes?"
    r"|occup(?:y|ies)|consumes?|offers?|weighs?|amounts?\s+to|costs?|needs?|requires?|represents?|stores?|counts|carries|brings|keeps?|(?:is|are|was|were)\s+(?:built|equipped|designed|made)\s+with"
)
_VERB = re.compile(rf"\b(?:(?P<has>{_HAS})|(?P<be>is|are|was|were)|(?P<with>with|having))\b(?!\s*[:：])", _I)
_ADVERBS = re.compile(
    r"(?:\s*\([^()]*\)|[\s,]+(?:also|only|now|alone|itself|together|combined|each|then|typically|already|thus|currently|still|even"
    r"|therefore|actually|hence))*\s*$",
    _I,
)
_RELATIVE = re.compile(r",?\s+(?:which|that|who)\s*$", _I)
_BOUNDARY = re.compile(
    r"[,;:()—–|\n]|\.(?=\s)|\b(?:and|or|but|while|whereas|although|though|where|because|since|as|so|when|if|plus)\b|\b(?=whose\b)",
    _I,
)
_PREPOSITION = re.compile(r"\s+(?:of|in|for|from|on|behind|to|at|by|with)\b", _I)
_ARTICLE = re.compile(r"\b(?=(?:a|an|the|our|its|their|this|another)\s)", _I)
# the backbone has 86M parameters and the embedding layer another 98M
_ELLIPTIC = re.compile(
    r"(?:,|;|\band|\bbut|\bwhile)\s+(?P<np>(?:the|its|our)\s+(?:[\w.-]+\s+){1,3}?)(?:another|only|about|a\s+further|further)?\s*$",
    _I,
)
_ELLIPTIC_NOUN = re.compile(
    r"\b(?:models?|network|transformer|backbone|ones?"
    r"|versions?|variants?|embeddings?(?:\s+(?:layer|matrix|table))?)\s*$",
    _I,
)
_UP_TO_MODEL = re.compile(rf".*\b(?:{MODEL})\b", _I)
_APPOSITION = re.compile(r",[^,]{1,60},\s*$")
_BRACKET = re.compile(r"\b(?P<np>(?:the|our|its|their)\s+(?:[\w.-]+\s+){1,4})[(（][^()（）]*$", _I)
_HEAD = re.compile(r"\W*(?P<np>[^:\n]{2,50}?)\W{0,4}:")


class Subject(NamedTuple):
    """A noun phrase before a verb.

    `verb` is "has", "be" or "with", `joined` says that another phrase is joined to it by `and`, `behind` that a verb
    stands right before it (`this is` a model that has). It begins at `start`, its verb is from `verb_start` to `end`.
    """

    words: str
    verb: str
    joined: bool
    start: int
    end: int
    verb_start: int = 0
    behind: bool = False


def last(text: str, *, told: bool = True) -> Subject | None:
    """The subject of the last verb of a text; a noun phrase without a verb behind it, where one is `told` of."""
    offset = max(0, len(text) - _REACH)
    found = _last(text[offset:], told)
    return found and found._replace(
        start=found.start + offset, end=found.end + offset, verb_start=found.verb_start + offset
    )


@lru_cache(maxsize=256)
def _last(near: str, told: bool) -> Subject | None:  # noqa: FBT001 - a cached function's key
    verbs = list(_VERB.finditer(near))
    if not verbs:
        return None
    verb, end = verbs[-1], verbs[-1].end()
    again = elliptic(near[end:]) if told else ""
    if again:
        return Subject(again, "has", joined=False, start=end, end=end, verb_start=verb.start())
    before = _ADVERBS.sub("", _RELATIVE.sub("", _ADVERBS.sub("", near[: verb.start()])))
    # Foo, the larger one, has
    apposition = _APPOSITION.search(before)
    before = before[: apposition.start()] if apposition else before.rstrip(" ,")
    name = next(key for key in ("has", "be", "with") if verb[key])
    cut = next(reversed(list(_BOUNDARY.finditer(before))), None)
    inner = max((found.end() for found in verbs[:-1] if found.end() <= len(before)), default=0)
    start = _start(before, max(inner, cut.end() if cut else 0), name)
    joined = cut is not None and cut[0].lower() == "and"
    behind = inner > 0 and not before[inner:start].strip()
    return Subject(_main(before[start:], name), name, joined, start, end, verb.start(), behind)


def elliptic(text: str) -> str:
    """The noun phrase at the end of a text, whose verb is one before: `and the embedding layer another`."""
    found = _ELLIPTIC.search(text)
    return " ".join(found["np"].split()) if found and _ELLIPTIC_NOUN.search(found["np"]) else ""


def bracketed(text: str) -> str:
    """The noun phrase before the bracket that a text ends in: `the 70B model (`; empty where there is none."""
    found = _BRACKET.search(text[-_REACH:])
    return " ".join(_ARTICLE.split(found["np"])[-1].split()) if found else ""


def head(sentence: str) -> str:
    """What stands before the colon that a sentence begins with; empty where there is none."""
    found = _HEAD.match(sentence)
    return " ".join(found["np"].split()) if found else ""


def _start(before: str, start: int, verb: str) -> int:
    """Where the noun phrase begins; before `with` it goes no further back than its article."""
    return start if verb != "with" else max([start, *(found.start() for found in _ARTICLE.finditer(before))])


def _main(words: str, verb: str) -> str:
    """A noun phrase without what is joined to it by a preposition; before `with` as far as the model in it."""
    main = " ".join(_PREPOSITION.split(words.strip(), maxsplit=1)[0].split())
    model = _UP_TO_MODEL.match(main) if verb == "with" else None
    return model[0] if model else main
