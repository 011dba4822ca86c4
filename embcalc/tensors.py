"""Trees of tensors: what a model is made of, how it is summed without a walk and listed with one.

A tree reads like `print(model)`: a mapping is a module, a sequence or a `Stack` holds numbered modules, a `Param` is
a tensor, and the path joined with dots is the tensor's name in a checkpoint.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from typing import NamedTuple, Union


class Role(str, Enum):
    """What a tensor is for; every tensor has exactly one role."""

    INPUT_EMBEDDING = "input_embedding"
    OUTPUT_HEAD = "output_head"
    OUTPUT_HEAD_BIAS = "output_head_bias"
    POSITION_EMBEDDING = "position_embedding"
    OTHER_EMBEDDING = "other_embedding"
    BODY = "body"
    BUFFER = "buffer"


class Kind(str, Enum):
    """What module a tensor is the weight of: what quantisation looks at."""

    LINEAR = "linear"  # torch.nn.Linear: (out, in)
    CONV1D = "conv1d"  # GPT-2's linear layer, stored transposed: (in, out)
    ROUTER = "router"  # scores experts: (experts, in); a linear layer in some releases, a bare parameter in others
    EXPERTS = "experts"  # the weights of all experts in one tensor: (experts, in, out)
    OTHER = "other"  # tables, norms, biases, convolutions and the rest


class Param(NamedTuple):
    """One tensor; `tied_to` names the tensor that owns its values, `active` slices of the first axis serve a token.

    A parameter that is not `trainable` has fixed values, such as a table of sines. One that is not `saved` is left out
    of a checkpoint and made anew when that is loaded.
    """

    shape: tuple[int, ...]
    role: Role = Role.BODY
    tied_to: str | None = None
    active: int | None = None
    kind: Kind = Kind.OTHER
    trainable: bool = True
    saved: bool = True

    @property
    def size(self) -> int:
        """How many values the tensor holds, whoever owns them."""
        return math.prod(self.shape)


class Stack(NamedTuple):
    """Numbered modules, run-length coded: each run is (module, how often). Numbers go on from run to run.

    `active` says how many modules of the whole stack serve one token (a mixture of experts); None: all of them.
    """

    runs: tuple[tuple[Tree, int], ...]
    active: int | None = None


Tree = Union[Param, Stack, Mapping[str, "Tree"], Sequence["Tree"]]  # noqa: UP007 - names itself, as text


class Tensor(NamedTuple):
    """A tensor of a checkpoint, or a row that stands for `copies` alike ones: `layers.{0-31}.mlp.up_proj.weight`."""

    name: str
    shape: tuple[int, ...]
    role: Role
    tied_to: str | None = None
    copies: int = 1
    kind: Kind = Kind.OTHER
    trainable: bool = True
    saved: bool = True

    @property
    def parameters(self) -> int:
        """Parameters that the row owns: none when tied or a buffer."""
        return 0 if self.tied_to or self.role is Role.BUFFER else math.prod(self.shape) * self.copies


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
_MODULE = (dict, Mapping)  # dict first: to ask the abstract class is slow


def stack(*runs: tuple[Tree, int]) -> Stack:
    """Numbered modules: `stack((dense, 3), (sparse, 58))` is 3 dense modules, then 58 sparse ones."""
    return Stack(tuple((module, count) for module, count in runs if count > 0))


def repeat(module: Tree, count: int, active: int | None = None) -> Stack:
    """`count` alike modules, numbered from 0; `active` of them serve one token."""
    return Stack(((module, count),) if count > 0 else (), active)


def fold(tree: Tree) -> Counts:
    """Sum a tree without walking it: each distinct module is summed once, however often it is repeated."""
    return sums(tree)[0]


def sums(tree: Tree) -> tuple[Counts, set[int]]:
    """What `fold` gives, and the ids of the modules that hold nothing but untied tensors of the body."""
    known: dict[int, list[int]] = {}
    counts = Counts(*_known(tree, known)[:_NOTABLE])
    return counts, {module for module, found in known.items() if not found[_NOTABLE]}


def find(tree: Tree, name: str) -> Tree | None:
    """The tensor or module at a path joined with dots, or None where there is none."""
    part: Tree | None = tree
    for key in name.split("."):
        if part is None or isinstance(part, Param):
            return None
        part = dict(_numbered(part)).get(int(key) if key.isdigit() else key)
    return part


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
    for child in tree.values() if isinstance(tree, _MODULE) else tree:
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
    elif isinstance(tree, _MODULE):
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
    if isinstance(tree, _MODULE):
        for key, child in tree.items():
            yield from walk_folded(child, f"{prefix}{key}", copies, skipped)
        return
    for module, spans in _groups(tree):
        times = sum(last - first + 1 for first, last in spans)
        yield from walk_folded(module, f"{prefix}{_braces(spans)}", copies * times, skipped)


def outline(tree: Tree, path: str = "") -> Iterator[tuple[str, int, Counts]]:
    """The outermost numbered modules: their path, how many are alike, and the sums of one of them."""
    if isinstance(tree, _MODULE):
        for key, child in tree.items():
            yield from outline(child, f"{path}.{key}" if path else key)
    elif not isinstance(tree, Param):
        for module, spans in _groups(tree):
            times = sum(last - first + 1 for first, last in spans)
            yield f"{path}.{_braces(spans)}", times, fold(module)


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
