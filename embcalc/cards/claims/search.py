"""The claims of a card: what its blocks state of this model, and the candidates that are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from embcalc.cards.claims import prose, sections, tables, variants
from embcalc.cards.claims.prose import MOST_FIGURES
from embcalc.cards.claims.settling import settled
from embcalc.cards.documents.document import Document
from embcalc.cards.language.finding import (
    CONTEXT,
    DIMENSION,
    Claim,
    Found,
    Skipped,
)
from embcalc.cards.language.names import Names
from embcalc.cards.markup.elements import Block
from embcalc.cards.markup.text import Text

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


def find(document: Document, text: Text, names: Names) -> list[Found]:
    """Everything in a card that states a figure, in order, up to MOST_FIGURES.

    Claims of a list that contradict one another are none.
    """
    found: list[Found] = []
    for block in text.blocks:
        items = _ignore(document, text, _placed(block, _of_block(block, text, names)))
        stated = _doubted(items, sections.doubts(block, _headings(block, text), names))
        found.extend(islice(stated, MOST_FIGURES - len(found)))
        if len(found) == MOST_FIGURES:
            break
    doubts = _of_all(document)
    found = [
        replace(item, doubt=doubts[item.kind]) if isinstance(item, Claim) and item.kind in doubts else item
        for item in found
    ]
    return settled(variants.doubted(found, document.text, names, text), text)


def _of_all(document: Document) -> dict[str, str]:
    """The doubts about all figures of a kind, by what a card tells anywhere."""
    doubts = {}
    if _LONGER.search(document.text, document.body_start):
        doubts[CONTEXT] = "the card tells of other lengths"
    if _POOLED.search(document.text):
        doubts[DIMENSION] = "layers after the model may change the size of its vectors"
    return doubts


def _placed(block: Block, found: Iterable[Found]) -> Iterator[Found]:
    """The findings of a block, none a claim where the block does not show whose they are."""
    for item in found:
        if isinstance(item, Claim):
            yield item.passed_over(block.reason) if block.reason else item.doubted(block.doubt)
        else:
            yield item


def _doubted(found: Iterable[Found], doubts: Mapping[str, str]) -> Iterator[Found]:
    """The findings, with the doubt about each kind."""
    for item in found:
        yield item.doubted(doubts.get(item.kind, "")) if isinstance(item, Claim) else item


def _ignore(document: Document, text: Text, found: Iterable[Found]) -> Iterator[Found]:
    for item in found:
        end = item.start + len(item.text)
        if document.line_column(item.start)[0] in text.ignored:
            yield Skipped(item.kind, item.text, item.start, "it is marked to be ignored")
        elif isinstance(item, Claim) and text.in_code(item.start, end):
            yield item.passed_over("it stands in code")
        elif isinstance(item, Claim) and item.way == "sentence" and text.in_link(item.start, end):
            yield item.passed_over("it stands in the text of a link")
        else:
            yield item


def _of_block(block: Block, text: Text, names: Names) -> Iterator[Found]:
    headings = _headings(block, text)
    if block.kind == "table":
        yield from tables.find(block, headings, names)
    elif block.kind != "heading":
        yield from prose.find(block, headings, names)


def _headings(block: Block, text: Text) -> tuple[str, ...]:
    return tuple(name for name in block.headings if name != text.title)
