"""How sentences say a number of parameters, and which count of them it is."""

from __future__ import annotations

import re

from embcalc.cards.language import subjects, wording
from embcalc.cards.language.finding import ACTIVE, BACKBONE, EMBEDDING, NON_EMBEDDING, PARAMETERS, TOTAL
from embcalc.cards.language.phrase import Phrase, Reading, made
from embcalc.cards.language.written import Written

FEWEST_PARAMETERS = 1_000
_PARAMETERS = re.compile(r"\bparam|参数", re.IGNORECASE)


def parameters(number: Written, left: str, right: str, text: str) -> Phrase | None:
    """What a number states by the words before and behind it, if it is a number of parameters in this sentence."""
    if number.value < FEWEST_PARAMETERS * (100 if number.plain else 1):
        return None
    after = wording.P_RIGHT.match(right)
    if after:
        return made(PARAMETERS, number, after.start("rest"), _reading(after["words"].strip(), after["rest"], left))
    after = wording.ZH_RIGHT.match(right)
    if after:
        return made(PARAMETERS, number, after.end(), _reading(after["words"] or "", right[after.end() :], left))
    before = wording.P_LEFT.search(left) or wording.ZH_LEFT.search(left)
    if before and not wording.TRAINED_ON.match(right):
        return made(PARAMETERS, number, 0, _reading((before["words"] or "").strip(), right, ""))
    for pattern, reading in _BEHIND:
        after = pattern.match(right)
        if after and (not number.plain or reading == NON_EMBEDDING):
            return made(PARAMETERS, number, after.end(), Reading(reading))
    return None if number.plain else _counted(number, left, right, text)


_BEHIND = ((wording.P_ACTIVE, ACTIVE), (wording.P_TOTAL, TOTAL), (wording.P_NON, NON_EMBEDDING))


def _counted(number: Written, left: str, right: str, text: str) -> Phrase | None:
    """A count without the word, which the sentence says of another: `184M parameters, 98M in the embedding layer`."""
    per_token = wording.PER_TOKEN.match(right)
    if not per_token and not _PARAMETERS.search(text):
        return None
    if wording.ACTIVATES.search(left) and (per_token or wording.OF_ITS.match(right)):
        return made(PARAMETERS, number, 0, Reading(ACTIVE))
    of_all = wording.OF_ALL.match(right)
    told = _reading("", right[of_all.end() :], "") if of_all else Reading(TOTAL)
    if told.reading != TOTAL:
        return made(PARAMETERS, number, 0, told)
    for pattern, reading in ((wording.P_EMBEDDING, EMBEDDING), (wording.P_BACKBONE, BACKBONE)):
        after = pattern.match(right)
        if after:
            return made(PARAMETERS, number, after.end(), Reading(reading))
    also = subjects.also(left) if re.match(r"\s*(?:[.,;)]|and\b|$)", right) else ""
    return made(PARAMETERS, number, 0, Reading(also)) if also else None


def _reading(words: str, rest: str, left: str) -> Reading:
    """Which count the words around a number mean, or which part of the model it counts."""
    if wording.EXCLUDING.match(rest) or wording.EXCLUDED.search(left):
        return Reading(NON_EMBEDDING)
    reading = next((reading for pattern, reading in wording.READINGS if pattern.search(words)), "")
    strange = [word for word in words.split() if not wording.WHOLE.fullmatch(word) and word != "总"]
    if reading:
        strange = [word for word in strange if not wording.KNOWN.fullmatch(word)]
        return Reading(reading, " ".join(strange) if reading != NON_EMBEDDING else "")
    told = _told(rest, left)
    if told or strange:
        return Reading(told or TOTAL, "" if told else " ".join(strange))
    return Reading(subjects.reading(left) or TOTAL)


def _told(rest: str, left: str) -> str:
    """Which count a number is that the words before `parameters` do not tell; empty where nothing does."""
    if wording.PART_OF.search(left):
        # 3B of the 30B parameters are active: the first number is that of the active ones
        return ""
    if wording.ABOUT_EMBEDDING.match(rest):
        return EMBEDDING
    if wording.ABOUT_ACTIVE.match(rest) or wording.ACTIVATES.search(left):
        return ACTIVE
    return BACKBONE if wording.OF_BACKBONE.search(left) or wording.OF_THE_BACKBONE.match(rest) else ""
