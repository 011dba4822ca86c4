"""The short notation of the recorded tensor lists: `layers.{0-2,5}.weight` stands for the numbers 0, 1, 2 and 5."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

NUMBER = re.compile(r"(?<![^.])\d+(?![^.])")
BRACES = re.compile(r"\{([^}]*)\}")


def unpack(packed: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Every tensor name of a short list, with its shape."""
    full = {}
    for pattern, shape in packed.items():
        fixed = BRACES.split(pattern)[::2]
        choices = [_numbers(spans) for spans in BRACES.findall(pattern)]
        for numbers in itertools.product(*choices):
            name = "".join(itertools.chain.from_iterable(itertools.zip_longest(fixed, numbers, fillvalue="")))
            full[name] = tuple(shape)
    return full


def pack(tensors: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """The short list of a full one; `unpack` is its inverse."""
    alike: dict[tuple[str, tuple[int, ...]], set[tuple[int, ...]]] = defaultdict(set)
    for name, shape in tensors.items():
        numbers = tuple(int(number) for number in NUMBER.findall(name))
        alike[NUMBER.sub("#", name), tuple(shape)].add(numbers)
    packed = {}
    for (pattern, shape), found in alike.items():
        for axes in _products(found):
            name = pattern
            for axis in axes:
                name = name.replace("#", _spans(axis), 1)
            packed[name] = list(shape)
    return packed


def _products(tuples: set[tuple[int, ...]]) -> Iterable[list[set[int]]]:
    """Split a set of number tuples into full products of sets, one set a position."""
    if tuples == {()}:
        yield []
        return
    by_rest: dict[frozenset[tuple[int, ...]], set[int]] = defaultdict(set)
    for first in {numbers[0] for numbers in tuples}:
        by_rest[frozenset(numbers[1:] for numbers in tuples if numbers[0] == first)].add(first)
    for rest, firsts in by_rest.items():
        for axes in _products(set(rest)):
            yield [firsts, *axes]


def _numbers(spans: str) -> list[str]:
    ends = [span.partition("-") for span in spans.split(",")]
    return [str(number) for first, _, last in ends for number in range(int(first), int(last or first) + 1)]


def _spans(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    text = ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)
    return text if text.isdigit() else f"{{{text}}}"
