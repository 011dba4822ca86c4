"""What a part of a sentence states: its kind, its number or word, and where it lies."""

from __future__ import annotations

from typing import NamedTuple

from embcalc.cards.language.written import Written


class Phrase(NamedTuple):
    """What a part of a sentence states; `start` and `end` are where the number and its words lie in the sentence."""

    kind: str
    start: int
    end: int
    written: Written | None = None
    reading: str = ""
    state: str = ""
    dtype: str = ""
    unit: int = 0
    part: str = ""
    doubt: str = ""


class Reading(NamedTuple):
    """Which count of the parameters is meant, and which part of the model it is the count of."""

    reading: str = ""
    part: str = ""


def made(kind: str, number: Written, length: int = 0, reading: Reading | None = None, doubt: str = "") -> Phrase:
    """The phrase of a number, which the words after it belong to as far as `length`."""
    meant = reading or Reading()
    end = number.end + length
    return Phrase(kind, number.start, end, number, meant.reading, part=meant.part, doubt=doubt)
