"""Models that a sentence mentions: which it only likens to, which it is about, and which one it goes on from."""

from __future__ import annotations

import re

from embcalc.cards.language import cues
from embcalc.cards.language.finding import VOCABULARY
from embcalc.cards.language.names import Mention
from embcalc.cards.language.place import Place

_LAST_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")


def describes(place: Place, mention: Mention) -> bool:
    """Whether another model's name is only what this one is like, or whose tokens it has: `a BERT-based encoder`."""
    behind = place.sentence[mention.end : mention.end + 60]
    tokens = place.phrase.kind == VOCABULARY and cues.TOKENIZER_OF.match(behind)
    return bool(
        tokens or cues.LIKE.search(mention.name) or cues.LIKE_AFTER.match(behind) or cues.ARCHITECTURE_OF.match(behind)
    )


def subject(sentence: str) -> str:
    """The name that a sentence begins with, where a verb follows it; empty where it is a plain word."""
    found = cues.SUBJECT.match(sentence)
    name = str(found["name"] or found["zh"] or "") if found else ""
    plain = name and (cues.PLAIN_SUBJECT.fullmatch(name.split()[0]) or cues.PLAIN_SUBJECT.fullmatch(name.split()[-1]))
    return "" if plain else name


def above(place: Place) -> list[Mention]:
    """The models named in the sentence before this one."""
    return place.names.mentions(_LAST_SENTENCE.split(place.above.rstrip(" .!。"))[-1])
