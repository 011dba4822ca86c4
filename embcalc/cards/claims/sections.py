"""Whose figures stand in a section: what its headings say of a training, a part of the model, or another model."""

from __future__ import annotations

import re

from embcalc.cards.language import cues
from embcalc.cards.language.finding import (
    CONTEXT,
    DIMENSION,
    DTYPE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    PARAMETERS,
    TIED,
    VOCABULARY,
)
from embcalc.cards.language.names import Names
from embcalc.cards.markup.elements import Block

_CHANGEABLE = (CONTEXT, DTYPE, MEMORY)
SETTINGS = (VOCABULARY, HIDDEN, DIMENSION, LAYERS, HEADS, KV_HEADS)
# what sections that are about something else may yet say of the model
_OF_MODEL = (*SETTINGS, PARAMETERS, CONTEXT, TIED)
# a model's limits and its data are told beside its vocabulary and its length
_ASIDE = re.compile(
    r"\b(?:training(?:\s+and\s+evaluation)?\s+data|datasets?|limitations|bias(?:es)?)\b|训练数据|数据集|局限",
    re.IGNORECASE,
)
SETTING = "it may be a setting of the training or the use"


def section(headings: tuple[str, ...], names: Names, kind: str) -> str:
    """Why what stands under these headings is not of this model; empty where it may be."""
    for heading in headings:
        if names.own_in(heading):
            continue
        found = cues.FOREIGN_SECTION.search(heading)
        if found and not (kind in _OF_MODEL and _is_aside(heading)):
            return f"it stands in the section “{short(heading)}”"
        others = [name for name in names.others_in(heading) if not cues.LIKE.search(name)]
        if others:
            return f"it stands in a section about {others[0]}"
        sizes = [size[0].lower() for size in cues.SIZE_IN_HEADING.finditer(heading)]
        if sizes and not names.words & set(sizes):
            return f"it stands in the section “{short(heading)}”"
        if kind in _CHANGEABLE and cues.RUNNING_SECTION.search(heading) and not _is_model(headings[-1]):
            return f"it stands in the section “{short(heading)}”"
    return ""


def doubts(block: Block, headings: tuple[str, ...], names: Names) -> dict[str, str]:
    """Why figures of a block under these headings may not be the model's: the doubt for each kind that has one."""
    others = [heading for heading in headings if not names.own_in(heading)]
    asides = [heading for heading in others if _is_aside(heading)]
    parts = [heading for heading in others if cues.PART.search(cues.MIXTURE.sub(" ", heading))]
    found = dict.fromkeys(_OF_MODEL, f"it stands in the section “{short(asides[0])}”") if asides else {}
    if _is_about_running(headings, names) or _is_of_use(block):
        return found | dict.fromkeys(SETTINGS, SETTING)
    if parts:
        found |= dict.fromkeys((*SETTINGS, PARAMETERS), f"it stands in a section about a part: {parts[-1][:40]}")
    return found


def _is_aside(heading: str) -> bool:
    """Whether nothing but data, limits or a bias makes a section one that is not about the model."""
    rest, count = _ASIDE.subn(" ", heading)
    return count > 0 and not cues.FOREIGN_SECTION.search(rest)


def _is_of_use(block: Block) -> bool:
    """Whether a table is of settings of the use: one with a row or a column for its temperature."""
    names = [*(row[0] for row in block.rows if row), *(block.rows[0] if block.rows else ())]
    return any(cues.OF_USE.fullmatch(cell.text) for cell in names)


def _is_about_running(headings: tuple[str, ...], names: Names) -> bool:
    """Whether a section is about training, quantising or using a model."""
    return not (headings and _is_model(headings[-1])) and any(
        cues.RUNNING_SECTION.search(heading) for heading in headings if not names.own_in(heading)
    )


def _is_model(heading: str) -> bool:
    """Whether a section is about the model itself, wherever it stands: `## Training`, `### Model`."""
    return cues.MODEL_SECTION.fullmatch(heading.strip()) is not None


def short(text: str, most: int = 40) -> str:
    """A text to be shown, cut where it is long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
