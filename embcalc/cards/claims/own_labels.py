"""Which of several labels, of a table's rows or of its columns, are this model's: by name, by size or by rank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from embcalc.cards.language.name_words import RANKS
from embcalc.cards.language.names import Names, tokenised

_RANK = re.compile(RANKS, re.IGNORECASE)
# what a heading says besides the family's name
_OF_FAMILY = re.compile(
    r"\b(?:the|our|of|available|sizes?|variants?|family|series|versions?|configurations?|architectures?)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
MAY_BE_ANOTHERS = "the row or column may be another member's"


class OwnLabels(NamedTuple):
    """The places of the labels that are this model's, and a doubt where that is not sure."""

    places: tuple[int, ...] = ()
    doubt: str = ""


def find(labels: Sequence[Sequence[str]], names: Names, headings: Sequence[str]) -> OwnLabels:
    """The labels of this model: those that give its full name, else its size alone, else its rank.

    Each row or column has several texts of which one may be its label, the likeliest first. A rank is surely this
    model's behind its family's name, which a heading may give. Where there is none of these, one label alone that has
    words of the name, a rank or a number among them, may be this model's.
    """
    for is_own, most in ((names.is_row, 2), (names.is_size, 1), (lambda label: _is_ranked(label, names, headings), 1)):
        places = [at for at, texts in enumerate(labels) if any(map(is_own, texts[:most]))]
        if places:
            return OwnLabels(tuple(_fullest(places, labels)))
    alike = [at for at, texts in enumerate(labels) if texts and _is_alike(_first_line(texts[0]), names)]
    return OwnLabels(tuple(alike), MAY_BE_ANOTHERS) if len(alike) == 1 else OwnLabels()


def _first_line(label: str) -> str:
    """What stands above in a label; what stands below it tells of the model."""
    return label.partition(";")[0].strip()


def _is_ranked(label: str, names: Names, headings: Sequence[str]) -> bool:
    words = tokenised(label)
    if len(words) != 1 or not _RANK.fullmatch(words[0]):
        return False
    return any(names.is_row(f"{_OF_FAMILY.sub(' ', heading)} {words[0]}") for heading in headings)


def _fullest(places: list[int], labels: Sequence[Sequence[str]]) -> list[int]:
    """The places of the labels that give most of the name, where they say all that the others do.

    A title may be the family's: `bert-base` where there is a `bert-base-chinese`.
    """
    words = {at: max((set(tokenised(text)) for text in labels[at][:2]), key=len) for at in places}
    longest = max(words.values(), key=len)
    return [at for at in places if words[at] == longest] if all(some <= longest for some in words.values()) else places


def _is_alike(label: str, names: Names) -> bool:
    """Whether a label is a part of this model's name that tells it from others of its family."""
    words = tokenised(label)
    telling = any(_RANK.fullmatch(word) or _DIGIT.search(word) for word in words)
    return telling and names.words.issuperset(words) and not names.is_origin(label)
