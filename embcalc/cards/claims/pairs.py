"""Several properties in one line or one cell, each with its label: `Layers: 24, hidden: 1024, heads: 16`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from embcalc.cards.language import labels
from embcalc.cards.language.finding import HEADS, HIDDEN, LAYERS
from embcalc.cards.language.label_words import Label
from embcalc.cards.language.names import Names

FEWEST = 2
# a comma that another label follows, and not the rest of a number
_NEXT = re.compile(r"[,，;；]\s{0,20}(?=[^\W\d][^,，;；:：=|\n]{0,40}[:：=])")
_PAIR = re.compile(r"\s*(?P<label>[^\W\d][^,，;；:：=|\n]{0,40}?)\s*[:：=]\s*(?=\S)")
# a label before the first: `Large: layers: 24, hidden: 1024`
_HEAD = re.compile(r"\s*(?P<label>[^,，;；:：=|\n]{1,40}?)\s*[:：=][^,，;；:：=\n]{1,40}[:：=]")
_OF_THE_MODEL = re.compile(
    r"(?:the\s+)?(?:model|architecture|structure|config(?:uration)?|details?|spec(?:ification)?s?|sizes?|shape)"
    r"(?:\s+(?:architecture|structure|config(?:uration)?|details?|spec(?:ification)?s?|sizes?))?",
    re.IGNORECASE,
)
# such a list is of settings of a training
_TRAINING = re.compile(
    r"\b(?:epochs?|batch\w*|lr|learning|dropout|optimi[sz]er|steps?|seed|warm-?up|decay)\b", re.IGNORECASE
)


def of_training(text: str) -> bool:
    """Whether a list of properties has settings of a training among them: `epochs: 3, hidden size: 256`."""
    return sum(1 for _ in _NEXT.finditer(text)) > 0 and any(
        (pair := _PAIR.match(part)) and _TRAINING.search(pair["label"]) for part in _NEXT.split(text)
    )


def find(text: str) -> Iterator[tuple[Label, int, int]]:
    """The known labels of a list of properties, with the start and the end of their values; none where it is no list.

    Every part must be a label and a value, two labels at least must be known, and none may be one of a training.
    """
    cuts = [-1, *(found.start() for found in _NEXT.finditer(text)), len(text)]
    pairs = [(_PAIR.match(text, first + 1, last), last) for first, last in pairwise(cuts)]
    if len(pairs) < FEWEST or any(pair is None or _TRAINING.search(pair["label"]) for pair, _ in pairs):
        return
    known = [(label, pair.end(), last) for pair, last in pairs if pair and (label := labels.find(pair["label"]))]
    if len(known) < FEWEST:
        return
    # beside a number of layers, `hidden` and `heads` are theirs
    layered = any(label.kind == LAYERS for label, _, _ in known)
    for label, first, last in known:
        yield label._replace(weak=label.weak and not (layered and label.kind in (HIDDEN, HEADS))), first, last


def reason(text: str, names: Names) -> str:
    """Why a list of properties may be another model's: one is named in it, or stands before its first label."""
    others = names.others_in(text)
    head = _HEAD.match(text)
    if others or head is None or names.is_row(head["label"]) or _OF_THE_MODEL.fullmatch(head["label"]):
        return f"it is about {others[0]}" if others else ""
    return "" if labels.find(head["label"]) else f"it is about {head['label']}"
