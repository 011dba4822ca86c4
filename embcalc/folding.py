"""Sums over trees of tensors, without a walk: each distinct module is summed once, however often it is repeated."""

from __future__ import annotations

import math
from typing import NamedTuple

from embcalc.tensors import MODULE, Kind, Param, Role, Stack, Tree


class Counts(NamedTuple):
    """Sums over a tree, each tensor once: tied tensors count nothing, buffers count in `stored` alone.

    `active` is what one token uses; `matrices` are the body's weights of linear layers, routers and experts;
    `non_trainable` parameters have fixed values, `unsaved` ones are in no checkpoint.
    """

    input_embedding: int = 0
    output_head: int = 0
    output_head_bias: int = 0
    position_embedding: int = 0
    other_embedding: int = 0
    body: int = 0
    buffer: int = 0
    active: int = 0
    matrices: int = 0
    non_trainable: int = 0
    unsaved: int = 0

    @property
    def total(self) -> int:
        """Parameters, each once."""
        return sum(self[:6])

    @property
    def stored(self) -> int:
        """Values that a checkpoint file holds: parameters and saved buffers."""
        return sum(self[:7]) - self.unsaved


_FIELDS = Counts._fields
_FIELD = {role: _FIELDS.index(role.value) for role in Role}
_ACTIVE, _MATRICES = _FIELDS.index("active"), _FIELDS.index("matrices")
_NON_TRAINABLE, _UNSAVED = _FIELDS.index("non_trainable"), _FIELDS.index("unsaved")
_NOTABLE = len(_FIELDS)  # one sum more: how many tensors are tied or of another role than the body's


def fold(tree: Tree) -> Counts:
    """Sum a tree without walking it: each distinct module is summed once, however often it is repeated."""
    return sums(tree)[0]


def sums(tree: Tree) -> tuple[Counts, set[int]]:
    """What `fold` gives, and the ids of the modules that hold nothing but untied tensors of the body."""
    known: dict[int, list[int]] = {}
    counts = Counts(*_known(tree, known)[:_NOTABLE])
    return counts, {module for module, found in known.items() if not found[_NOTABLE]}


def _fold(tree: Tree, known: dict[int, list[int]]) -> list[int]:
    """A tree's sums in the order of the fields of Counts: plain lists, for a sweep folds thousands of trees."""
    sums = [0] * (_NOTABLE + 1)
    if isinstance(tree, Param):
        _count(tree, sums)
        return sums
    if isinstance(tree, Stack):
        for module, times in tree.runs:
            _add(sums, _known(module, known), times)
        length = sum(times for _, times in tree.runs)
        if tree.active is not None and tree.active < length:
            # runs of one stack of experts are alike in size; the exact share keeps the sum whole
            sums[_ACTIVE] = sums[_ACTIVE] * tree.active // length
        return sums
    for child in tree.values() if isinstance(tree, MODULE) else tree:
        if isinstance(child, Param):
            _count(child, sums)
        else:
            _add(sums, _known(child, known), 1)
    return sums


def _known(tree: Tree, known: dict[int, list[int]]) -> list[int]:
    sums = known.get(id(tree))
    if sums is None:
        sums = known[id(tree)] = _fold(tree, known)
    return sums


def _count(param: Param, sums: list[int]) -> None:
    if param.tied_to is not None or param.role is not Role.BODY:
        sums[_NOTABLE] += 1
    if param.tied_to is not None:
        return
    size = math.prod(param.shape)
    sums[_FIELD[param.role]] += size
    if param.role is not Role.BUFFER:
        served = param.active is None or param.active >= param.shape[0]
        sums[_ACTIVE] += size if served else size // param.shape[0] * (param.active or 0)
    if param.kind is not Kind.OTHER and param.role is Role.BODY:
        sums[_MATRICES] += size
    if not param.trainable:
        sums[_NON_TRAINABLE] += size
    if not param.saved:
        sums[_UNSAVED] += size


def _add(sums: list[int], part: list[int], times: int) -> None:
    for index, count in enumerate(part):
        if count:
            sums[index] += count * times
