"""Figures in what is told of the work: what was tried or is planned, and how many layers or parameters were changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from embcalc.cards.language.finding import DTYPE, EMBEDDING, LAYERS, MEMORY, PARAMETERS, TIED

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
# we experimented with 16 layers; next week I will try 8
_TRIED = re.compile(
    r"\b(?:(?:I|we)\s+(?:\w+\s+)?(?:tried|compared|experimented|considered|swapped|plan|planned|hope|want|wanted|intend|wish)"
    r"|will\s+(?:\w+\s+)?(?:try|train|release|publish|build|add|scale|test|have|use|come|follow|be)|(?:going|plans?|hopes?|wants?|intends?)\s+to"
    r"|next\s+(?:week|time|month|year|step|run|version|release)"
    r"|(?:my|our|an?|the)\s+(?:very\s+)?(?:first|second|early|earlier|other|previous|failed|initial|last)\s+(?:attempt|try|run|trial|experiment"
    r"|design|prototype|draft)|prototype|homework|assignment|exercise|in\s+(?:the|our|this)\s+(?:demo|tutorial|lecture|video))\b[^.;]*$",
    _I,
)
_DONE = (
    r"(?:add|sav|los|gain|remov|drop|cut|shav|swap|duplicat|cop(?:y|i)|offload|unload|quanti[sz]|compress|fre[ez]z|fro[sz]|merg|compar|tr(?:y|i)"
    r"|insert|repeat|splic|prun|skip|interleav|trim|shrink|spar|eliminat|replac|transplant|graft|fus|reus|borrow|inherit|spread|shard)"
)
# it saves 1.2B parameters; not of a pruned 6B-parameter model
_CHANGED = re.compile(
    rf"(?<!\ba\s)(?<!\bthe\s)(?<!\ban\s)(?<!\bthis\s)(?<!\bour\s)(?<![\w-]){_DONE}[a-z]{{0,5}}\s+(?:about|around|only|all|the|~|another"
    r"|an?\s+(?:extra|further)|up\s+to|roughly|nearly|some|over|the\s+(?:last|first|top|same))?\s*$",
    _I,
)
# what a vocabulary adds to the embedding is the embedding
_ADDS = re.compile(r"\b(?:adds?|adding)\s+(?:\w+\s+)?$", _I)
_FROM_ELSEWHERE = re.compile(
    r"\s*(?:(?:transformer|decoder|encoder|hidden)\s+)?(?:layers?\s+)?(?:from\b|less\b|fewer\b|more\b|(?:swapped|duplicated|copied|repeated)?\s*at\s+a\s+time"
    r"|of\s+(?:the|a|its|that)\s+(?:donor|other|second|first|base|parent)|(?:on|to|onto|in|into)\s+(?:the\s+|your\s+|a\s+|one\s+)?(?:\w*gpus?|cpu|v?ram"
    r"|device)\b|(?:swapped|duplicated|copied|offloaded|borrowed|transplanted|inserted)\b)",
    _I,
)


def of_work(place: Place) -> str:
    """Why a figure tells of the work and not of the model; empty where it may be of the model."""
    kind = place.phrase.kind
    if kind in (MEMORY, DTYPE, TIED):
        return ""
    if place.phrase.reading == EMBEDDING and _ADDS.search(place.close):
        return ""
    tried = _TRIED.search(place.before[-120:])
    if tried:
        return f"it may be of what was tried or is planned (“{' '.join(tried[0].split()[:3])}”)"
    changed = kind in (LAYERS, PARAMETERS) and (_CHANGED.search(place.close) or _FROM_ELSEWHERE.match(place.after[:60]))
    return "it counts what was changed" if changed else ""
