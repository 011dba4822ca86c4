"""Walks over trees of tensors: every tensor by its name, or alike ones folded into one row."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import product

from embcalc.folding import Counts, fold
from embcalc.tensors import MODULE, Param, Stack, Tensor, Tree


def walk(tree: Tree, path: str = "") -> Iterator[Tensor]:
    """Every tensor with its full name, in the order in which the model holds them."""
    if isinstance(tree, Param):
        yield Tensor(path, tree.shape, tree.role, tree.tied_to, 1, tree.kind, tree.trainable, tree.saved)
        return
    prefix = f"{path}." if path else ""
    for key, child in _numbered(tree):
        yield from walk(child, f"{prefix}{key}")


def _numbered(tree: Stack | Mapping[str, Tree] | Sequence[Tree]) -> Iterator[tuple[str | int, Tree]]:
    if isinstance(tree, Stack):
        yield from enumerate(module for module, times in tree.runs for _ in range(times))
    elif isinstance(tree, MODULE):
        yield from tree.items()
    else:
        yield from enumerate(tree)


def walk_folded(tree: Tree, path: str = "", copies: int = 1, skipped: Container[int] = ()) -> Iterator[Tensor]:
    """Every distinct tensor once; the numbers of repeated modules stand in braces, `copies` says how many there are.

    Modules whose id is in `skipped` are left out.
    """
    if isinstance(tree, Param):
        yield Tensor(path, tree.shape, tree.role, tree.tied_to, copies, tree.kind, tree.trainable, tree.saved)
        return
    if id(tree) in skipped:
        return
    prefix = f"{path}." if path else ""
    if isinstance(tree, MODULE):
        for key, child in tree.items():
            yield from walk_folded(child, f"{prefix}{key}", copies, skipped)
        return
    for module, spans in _groups(tree):
        times = sum(last - first + 1 for first, last in spans)
        yield from walk_folded(module, f"{prefix}{_braces(spans)}", copies * times, skipped)


def outline(tree: Tree, path: str = "") -> Iterator[tuple[str, int, Counts]]:
    """The outermost numbered modules: their path, how many are alike, and the sums of one of them."""
    if isinstance(tree, MODULE):
        for key, child in tree.items():
            yield from outline(child, f"{path}.{key}" if path else key)
    elif not isinstance(tree, Param):
        for module, spans in _groups(tree):
            times = sum(last - first + 1 for first, last in spans)
            yield f"{path}.{_braces(spans)}", times, fold(module)


def find(tree: Tree, name: str) -> Tree | None:
    """The tensor or module at a path joined with dots, or None where there is none."""
    part: Tree | None = tree
    for key in name.split("."):
        if part is None or isinstance(part, Param):
            return None
        part = dict(_numbered(part)).get(int(key) if key.isdigit() else key)
    return part


def _groups(tree: Stack | Sequence[Tree]) -> Iterator[tuple[Tree, list[tuple[int, int]]]]:
    """Each distinct module of a numbered sequence with the spans of numbers it stands at, first seen first."""
    runs = tree.runs if isinstance(tree, Stack) else [(module, 1) for module in tree]
    found: dict[int, tuple[Tree, list[tuple[int, int]]]] = {}
    start = 0
    for module, times in runs:
        spans = found.setdefault(id(module), (module, []))[1]
        if spans and spans[-1][1] == start - 1:
            spans[-1] = (spans[-1][0], start + times - 1)
        else:
            spans.append((start, start + times - 1))
        start += times
    yield from found.values()


def _braces(spans: Sequence[tuple[int, int]]) -> str:
    numbers = ",".join(f"{first}-{last}" if last > first else str(first) for first, last in spans)
    return numbers if numbers.isdigit() else f"{{{numbers}}}"


def numbers(name: str) -> list[list[int]]:
    """The numbers that stand in a folded name, outermost first: `layers.{0-2}.experts.{0,5}` → [[0, 1, 2], [0, 5]]."""
    return [
        [number for span in part.strip("{}").split(",") for number in _span(span)]
        for part in name.split(".")
        if part.isdigit() or part.startswith("{")
    ]


def unfold(name: str) -> Iterator[str]:
    """Every name that a folded name stands for: `h.{0-1}.bias` → `h.0.bias`, `h.1.bias`."""
    pattern = ".".join("{}" if part.isdigit() or part.startswith("{") else part for part in name.split("."))
    return (pattern.format(*chosen) for chosen in product(*numbers(name)))


def _span(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
