"""Candidates that no rule takes for a claim: every figure beside a telling word, with the reason why it is none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator

from embcalc.cards.documents.document import Document
from embcalc.cards.language.finding import (
    CONTEXT,
    DTYPE,
    HEADS,
    HIDDEN,
    LAYERS,
    MEMORY,
    PARAMETERS,
    TIED,
    VOCABULARY,
    Found,
    Skipped,
)
from embcalc.cards.markup.text import Text

_I = re.IGNORECASE
_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (PARAMETERS, re.compile(r"param(?:eter)?s?\b|参数", _I)),
    (VOCABULARY, re.compile(r"vocab|词表|词汇|词库", _I)),
    (CONTEXT, re.compile(r"context|sequence\s+length|max(?:imum)?\s+length|上下文", _I)),
    (LAYERS, re.compile(r"\blayers?\b|n_layers?", _I)),
    (HEADS, re.compile(r"\bheads?\b", _I)),
    (HIDDEN, re.compile(r"hidden|d_model|dimension", _I)),
    (DTYPE, re.compile(r"\bprecision\b", _I)),
)
_DTYPE = re.compile(r"(?<![A-Za-z])(?:bf16|fp16|fp32|fp8|bfloat16|float16|float32|f16|f32)(?![A-Za-z])", _I)
_MEMORY = re.compile(r"(?<![\d.])[\d.]{1,20}\s?[GMT]i?B(?![A-Za-z])|(?<=VRAM \| )\S+")
_TIED = re.compile(r"(?:tied|tying|shared)\s+(?:\S+\s+)?embeddings?", _I)
_NUMBER = re.compile(r"[~≈−-]?\d[\d,.]*(?:\s?(?:[KMBT](?![a-z])|billion|million|trillion|[万亿]))?")
# characters between a figure and the word that it may belong to
REACH = 40
_NO_CLAIM = "no statement of a figure of this model is recognised in it"
_LINE = re.compile(r"[^\r\n]{1,1000}")


def find(document: Document, text: Text, found: Collection[Found]) -> Iterator[Skipped]:
    """Every further candidate in a card's body, in order."""
    taken = sorted((item.start, item.start + len(item.text)) for item in found)
    headings = {document.line_column(block.start)[0] for block in text.blocks if block.kind == "heading"}
    for line in _LINE.finditer(document.text, document.body_start):
        number = document.line_column(line.start())[0]
        for kind, start, end in sorted(set(_of_line(line[0])), key=lambda part: part[1:]):
            first, last = line.start() + start, line.start() + end
            if _overlaps(taken, first, last):
                continue
            hidden = text.hidden_at(first)
            where = f"it stands in {hidden}" if hidden else "it is a heading" if number in headings else _NO_CLAIM
            yield Skipped(kind, line[0][start:end].strip(), first, where)


def _overlaps(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a part shares a character with one of the spans, which are in order."""
    index = bisect_left(spans, (end, 0)) - 1
    return any(stop > start for _, stop in spans[max(0, index - 2) : index + 1])


def _of_line(line: str) -> Iterator[tuple[str, int, int]]:
    for kind, pattern in ((DTYPE, _DTYPE), (MEMORY, _MEMORY), (TIED, _TIED)):
        for found in pattern.finditer(line):
            yield kind, *found.span()
    numbers = [found.span() for found in _NUMBER.finditer(line)]
    for kind, pattern in _WORDS:
        for word in pattern.finditer(line):
            near = [span for span in numbers if span[0] - word.end() < REACH and word.start() - span[1] < REACH]
            yield from ((kind, *span) for span in near or [word.span()])
