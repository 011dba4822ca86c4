"""A text cut into lines and sentences, each of which may state a figure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(r"(?:[.!?](?=[\s)\"”]|$)|[。！？；]|;(?=\s)|\r?\n(?=[^\S\r\n]*\r?\n))+")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|ca|vs|etc|cf|no|num|fig|et al)|(?<!\d\s)\b[A-Z])\.$", re.IGNORECASE
)
LONGEST_SENTENCE = 2_000
_WORD_END = re.compile(r"(?<![\w.,])[\w.,]{1,60}$", re.ASCII)
_LINE = re.compile(r"[^\n]+")


def parts(text: str) -> Iterator[tuple[int, int]]:
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


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text; what goes on for longer than any sentence does is cut."""
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
