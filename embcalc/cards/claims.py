"""The claims of a card: what its blocks state of this model, and the candidates that are passed over."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from embcalc.cards import cues, labels, pairs, tables, variants
from embcalc.cards.context import is_about_running, section, standing
from embcalc.cards.document import Document
from embcalc.cards.elements import Block
from embcalc.cards.finding import (
    CONTEXT,
    DIMENSION,
    DTYPE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    PARAMETERS,
    VOCABULARY,
    Claim,
    Found,
    Skipped,
)
from embcalc.cards.names import Names, Whose
from embcalc.cards.phrases import Phrase, phrases
from embcalc.cards.settling import settled
from embcalc.cards.text import Text
from embcalc.cards.values import label_values

_SENTENCE_END = re.compile(r"(?:[.!?](?=[\s)\"”]|$)|[。！？；]|;(?=\s)|\r?\n(?=[^\S\r\n]*\r?\n))+")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|ca|vs|etc|cf|no|num|fig|et al)|(?<!\d\s)\b[A-Z])\.$", re.IGNORECASE
)
_LABEL = re.compile(r"(?P<label>[^:：;。\n|]{2,80}?)\s{0,20}(?:[:：]|\s[–—=-](?=\s)|=)\s{0,20}", re.UNICODE)
# a card that tells how to stretch the context states the stretched length, too
_LONGER = re.compile(
    r"\byarn\b|rope[\s_-]*scal|rope_theta|longrope|ntk|extrapolat|long-context|(?:extend"
    r"|expand)\w*[^.\n]{0,40}context|context[^.\n]{0,40}(?:extend|expan)",
    re.IGNORECASE,
)
# the vectors of an embedding model need not be as wide as the model
_POOLED = re.compile(
    r"sentence[-_\s]transformers|sentence-similarity|feature-extraction|matryoshka|truncate_dim", re.IGNORECASE
)
# characters above a sentence in which it is looked for what it goes on from
ABOVE = 300
LONGEST_SENTENCE = 2_000
# a card that states more figures is no card of a model
MOST_FIGURES = 2_000
_SETTINGS = (VOCABULARY, HIDDEN, DIMENSION, LAYERS, HEADS, KV_HEADS)
_SETTING = "it may be a setting of the training or the use"
_WORD_END = re.compile(r"(?<![\w.,])[\w.,]{1,60}$", re.ASCII)
_LINE = re.compile(r"[^\n]+")


def find(document: Document, text: Text, names: Names) -> list[Found]:
    """Everything in a card that states a figure, in order, up to MOST_FIGURES.

    Claims of a list that contradict one another are none.
    """
    found: list[Found] = []
    for block in text.blocks:
        items = _ignore(document, text, _placed(block, _of_block(block, text, names)))
        doubt = _section_doubt(_headings(block, text), names)
        stated = _doubted(items, doubt) if doubt else items
        found.extend(islice(stated, MOST_FIGURES - len(found)))
        if len(found) == MOST_FIGURES:
            break
    doubts = {}
    if _LONGER.search(document.text, document.body_start):
        doubts[CONTEXT] = "the card tells of other lengths"
    if _POOLED.search(document.text):
        doubts[DIMENSION] = "layers after the model may change the size of its vectors"
    found = [
        replace(item, doubt=doubts[item.kind]) if isinstance(item, Claim) and item.kind in doubts else item
        for item in found
    ]
    return settled(variants.doubted(found, document.text, names, text), text)


def _placed(block: Block, found: Iterable[Found]) -> Iterator[Found]:
    """The findings of a block, none a claim where the block does not show whose they are."""
    for item in found:
        if isinstance(item, Claim) and block.reason:
            yield Skipped(item.kind, item.text, item.start, block.reason)
        elif isinstance(item, Claim) and block.doubt and item.sure:
            yield replace(item, doubt=block.doubt)
        else:
            yield item


def _section_doubt(headings: tuple[str, ...], names: Names) -> str:
    """Why sizes under these headings may not be the model's."""
    if is_about_running(headings, names):
        return _SETTING
    parts = [heading for heading in headings if cues.PART.search(cues.MIXTURE.sub(" ", heading))]
    foreign = [part for part in parts if not any(mention.whose is Whose.OWN for mention in names.mentions(part))]
    return f"it stands in a section about a part: {foreign[-1][:40]}" if foreign else ""


def _doubted(found: Iterable[Found], doubt: str) -> Iterator[Found]:
    """Sizes in a section about training or use, which may be settings of it, or about a part of the model."""
    kinds = _SETTINGS if doubt == _SETTING else (*_SETTINGS, PARAMETERS)
    for item in found:
        if isinstance(item, Claim) and item.kind in kinds and not item.doubt:
            yield replace(item, doubt=doubt)
        else:
            yield item


def _ignore(document: Document, text: Text, found: Iterable[Found]) -> Iterator[Found]:
    for item in found:
        if document.line_column(item.start)[0] in text.ignored:
            yield Skipped(item.kind, item.text, item.start, "it is marked to be ignored")
        elif isinstance(item, Claim) and text.in_code(item.start, item.start + len(item.text)):
            yield Skipped(item.kind, item.text, item.start, "it stands in code")
        elif (
            isinstance(item, Claim) and text.in_link(item.start, item.start + len(item.text)) and item.way == "sentence"
        ):
            yield Skipped(item.kind, item.text, item.start, "it stands in the text of a link")
        else:
            yield item


def _of_block(block: Block, text: Text, names: Names) -> Iterator[Found]:
    headings = _headings(block, text)
    if block.kind == "table":
        yield from tables.find(block, headings, names)
        return
    if block.kind == "heading":
        return
    done: list[tuple[int, int, frozenset[str]]] = []
    for start, end in _labelled_parts(block.text):
        found = list(islice(_labelled(block, start, end, headings, names), MOST_FIGURES))
        if found:
            done.append((start, end, frozenset(item.kind for item in found)))
            yield from found
    for start, end in _sentences(block.text):
        yield from _of_sentence(block, (start, end), headings, names, done)


def _headings(block: Block, text: Text) -> tuple[str, ...]:
    return tuple(name for name in block.headings if name != text.title)


def _labelled_parts(text: str) -> Iterator[tuple[int, int]]:
    """Lines, and the sentences in them: each may be a label and its value."""
    for line in _LINE.finditer(text):
        start = line.start()
        for end in [*(m.end() for m in _ends(line[0])), len(line[0])]:
            if line.start() + end > start:
                yield start, line.start() + end
            start = line.start() + end


def _ends(text: str) -> Iterator[re.Match[str]]:
    return (
        found
        for found in _SENTENCE_END.finditer(text)
        if not _ABBREVIATIONS.search(text[max(0, found.start() - 12) : found.start() + 1])
    )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a block; what goes on for longer than any sentence does is cut."""
    start = 0
    for end in [*(found.end() for found in _ends(text)), len(text)]:
        while end - start > LONGEST_SENTENCE:
            # not within a number: a part of one is another
            cut = start + LONGEST_SENTENCE
            word = _WORD_END.search(text[cut - LONGEST_SENTENCE // 2 : cut])
            cut -= len(word[0]) if word else 0
            yield start, cut
            start = cut
        yield start, end
        start = end


def _labelled(block: Block, start: int, end: int, headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """`Label: value`, several of them in a line too (`Layers: 24, hidden size: 1024`)."""
    part = block.text[start:end]
    found = _LABEL.match(part)
    label = labels.find(found["label"]) if found else None
    several = list(pairs.find(part))
    if label and found and not several:
        several = [(label, found.end(), len(part))]
    another = pairs.reason(part, names) if len(several) > 1 else ""
    for named, first, last in several:
        above = another or section(headings, names, MEMORY if named.kind in (MEMORY, DTYPE, CONTEXT) else named.kind)
        for item in label_values(named, part[:last], first):
            if above and isinstance(item, Claim):
                yield Skipped(item.kind, item.text, block.start + start + item.start, above)
            else:
                yield _moved(item, block.start + start)


def _moved(item: Found, by: int) -> Found:
    return replace(item, start=item.start + by)


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
        shown = " ".join(sentence[phrase.start : phrase.end].split())
        if label or judged.reason:
            yield Skipped(phrase.kind, shown, block.start + at, label or judged.reason)
        else:
            setting = _SETTING if phrase.kind in _SETTINGS and pairs.of_training(sentence) else ""
            yield _claim(phrase, shown, block.start + at, judged.doubt or setting)


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
    others = [mention for mention in names.mentions(head) if mention.whose is Whose.OTHER]
    # 11M documents are no size of a model
    size = re.search(
        r"(?<![\w.])\d+(?:\.\d+)?[BM]\b(?!\s+(?:documents|words|tokens|sentences|examples|samples)\b)", head
    )
    if others or (size and size[0].lower() not in names.words):
        return f"it is about {others[0].name if others else size[0] if size else head}"
    return ""


def _claim(phrase: Phrase, shown: str, start: int, doubt: str) -> Claim:
    return Claim(
        phrase.kind,
        shown,
        start,
        phrase.written,
        phrase.reading,
        phrase.state,
        phrase.dtype,
        phrase.unit,
        "sentence",
        doubt,
    )
