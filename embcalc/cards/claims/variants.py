"""Lists whose values are one variant's of several: `Layers: 48 (for 1.5B)`, `Parameters: 1.5B (largest variant)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embcalc.cards.claims.settling import place
from embcalc.cards.language.finding import PARAMETERS, Claim, Found
from embcalc.cards.language.names import Names
from embcalc.cards.markup.text import Text

_OF_VARIANT = re.compile(
    r"[^\S\n]*(?:[a-z]+[^\S\n]+){0,3}[(（]\s*(?:(?P<word>for|in|of)\s+)?(?:the\s+)?"
    r"(?:(?P<size>\d+(?:\.\d+)?[BbMm])(?![\w.])|(?P<rank>(?:larg|small|bigg)est)\b)[^()（）\n]{0,30}[)）]",
)
_DOUBT = "the values may be another variant's"


def doubted(found: Sequence[Found], card: str, names: Names, text: Text) -> list[Found]:
    """The findings, with a doubt about all of a list in which a value is said to be of another size than this model.

    `card` is all of its text.
    """
    starts = [block.start for block in text.blocks]
    lists = {
        place(item, text, starts) for item in found if isinstance(item, Claim) and _is_of_another(item, card, names)
    } - {None}
    return [
        item.doubted(_DOUBT) if isinstance(item, Claim) and lists and place(item, text, starts) in lists else item
        for item in found
    ]


def _is_of_another(claim: Claim, card: str, names: Names) -> bool:
    behind = _OF_VARIANT.match(card, claim.start + len(claim.text)) if claim.way == "label" else None
    if behind is None:
        return False
    # 1B (1.23B) says it more exactly
    exactly = claim.kind == PARAMETERS and not behind["word"] and not behind["rank"]
    return not exactly and (behind["size"] or "").lower() not in names.words
