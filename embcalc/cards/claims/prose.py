"""What paragraphs and lists state: labels with their values, and sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from embcalc.cards.claims import pairs
from embcalc.cards.claims.context import Standing, standing
from embcalc.cards.claims.sections import SETTING, SETTINGS, section
from embcalc.cards.claims.values import label_values
from embcalc.cards.language import labels, sentences
from embcalc.cards.language.finding import (
    CONTEXT,
    DTYPE,
    MEMORY,
    PARAMETERS,
    Claim,
    Found,
    Skipped,
    moved,
)
from embcalc.cards.language.names import Names
from embcalc.cards.language.phrase import Phrase
from embcalc.cards.language.phrases import phrases
from embcalc.cards.markup.elements import Block

_LABEL = re.compile(r"(?P<label>[^:：;。\n|]{2,80}?)\s{0,20}(?:[:：]|\s[–—=-](?=\s)|=)\s{0,20}", re.UNICODE)
# characters above a sentence in which it is looked for what it goes on from
ABOVE = 300
# a card that states more figures is no card of a model
MOST_FIGURES = 2_000


def find(block: Block, headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """The claims of a paragraph or of a list's item."""
    done: list[tuple[int, int, frozenset[str]]] = []
    for start, end in sentences.parts(block.text):
        found = list(islice(_labelled(block, start, end, headings, names), MOST_FIGURES))
        if found:
            done.append((start, end, frozenset(item.kind for item in found)))
            yield from found
    for start, end in sentences.sentences(block.text):
        yield from _of_sentence(block, (start, end), headings, names, done)


def _labelled(block: Block, start: int, end: int, headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """`Label: value`, several of them in a line too (`Layers: 24, hidden size: 1024`)."""
    part = block.text[start:end]
    head = _LABEL.match(part)
    label = labels.find(head["label"]) if head else None
    several = list(pairs.find(part))
    if label and head and not several:
        several = [(label, head.end(), len(part))]
    another = pairs.reason(part, names) if len(several) > 1 else ""
    for named, first, last in several:
        above = another or section(headings, names, MEMORY if named.kind in (MEMORY, DTYPE, CONTEXT) else named.kind)
        for item in label_values(named, part[:last], first):
            found = item.passed_over(above) if above and isinstance(item, Claim) else item
            yield moved(found, block.start + start)


def _of_sentence(
    block: Block,
    span: tuple[int, int],
    headings: tuple[str, ...],
    names: Names,
    done: list[tuple[int, int, frozenset[str]]],
) -> Iterator[Found]:
    start, end = span
    sentence = block.text[start:end]
    for phrase in phrases(sentence):
        at = start + phrase.start
        if _is_read(done, at, phrase.kind):
            continue
        label = _item_label(sentence[: phrase.start], names) if block.kind == "item" else ""
        judged = standing(sentence, phrase, names, headings, block.text[max(0, start - ABOVE) : start])
        setting = SETTING if phrase.kind in SETTINGS and pairs.of_training(sentence) else ""
        judged = Standing(label or judged.reason, judged.doubt or setting)
        yield told(phrase, sentence, block.start + start, judged)


def _is_read(spans: list[tuple[int, int, frozenset[str]]], at: int, kind: str) -> bool:
    """Whether what stands at an offset is read in one of the labelled spans, which are in order.

    A size in memory behind a count is not: `Size: 67M parameters, 256 MiB of weights`.
    """
    index = bisect_right(spans, at, key=lambda span: span[0]) - 1
    if index < 0 or at >= spans[index][1]:
        return False
    return not (kind == MEMORY and PARAMETERS in spans[index][2] and MEMORY not in spans[index][2])


def _item_label(before: str, names: Names) -> str:
    """Whether a list item is headed by another model's name: `- Foo-Large: 340M parameters`."""
    head, colon, _ = before.partition(":")
    if not colon or len(head) > labels.LONGEST:
        return ""
    others = names.others_in(head)
    # 11M documents are no size of a model
    size = re.search(
        r"(?<![\w.])\d+(?:\.\d+)?[BM]\b(?!\s+(?:documents|words|tokens|sentences|examples|samples)\b)", head
    )
    if others or (size and size[0].lower() not in names.words):
        return f"it is about {others[0] if others else size[0] if size else head}"
    return ""


def told(phrase: Phrase, sentence: str, start: int, judged: Standing, way: str = "sentence") -> Found:
    """The claim of a phrase in a sentence, which begins at an offset in the file; skipped where there is a reason."""
    shown, at = " ".join(sentence[phrase.start : phrase.end].split()), start + phrase.start
    if judged.reason:
        return Skipped(phrase.kind, shown, at, judged.reason)
    more = (phrase.written, phrase.reading, phrase.state, phrase.dtype, phrase.unit)
    return Claim(phrase.kind, shown, at, *more, way=way, doubt=judged.doubt)
