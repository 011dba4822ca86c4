"""Which tensors of a checkpoint are those of the config's class that are as long as the vocabulary."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from embcalc.reports import Report
from embcalc.rows.names import HEADS, TABLES, parts
from embcalc.tensors import Role, Tensor

if TYPE_CHECKING:
    from embcalc.checkpoints import Stored

TABLE_ROLES = (Role.INPUT_EMBEDDING, Role.OUTPUT_HEAD)
_LIKE = {Role.INPUT_EMBEDDING: TABLES, Role.OUTPUT_HEAD: HEADS}


class Match(NamedTuple):
    """A tensor of the class, and the one in the checkpoint that is it."""

    tensor: Tensor
    name: str
    held: Stored


def vocabulary(report: Report) -> list[Tensor]:
    """The token tables, the head, and what is added to the logits: the head's bias, trained or not."""
    notable = report.manifest.notable
    tables = [tensor for tensor in notable if tensor.role in TABLE_ROLES and len(tensor.shape) == 2]  # noqa: PLR2004
    rows = {tensor.shape[0] for tensor in tables}
    added = [tensor for tensor in notable if tensor.role in (Role.OUTPUT_HEAD_BIAS, Role.BUFFER)]
    return [*tables, *(tensor for tensor in added if math.prod(tensor.shape) in rows)]


def wanted(report: Report) -> Callable[[str], bool]:
    """Tells which of a checkpoint's tensors belong to those modules, or to one that is named as tables are.

    So do an adapter's factors of their weights, which are modules within them.
    """
    own = vocabulary(report)
    modules = {parts(tensor.name)[-2] for tensor in own if "." in tensor.name} | {*TABLES, *HEADS}
    alone = {tensor.name for tensor in own if "." not in tensor.name}
    return lambda name: bool(modules.intersection(parts(name)[-3:-1]) or alone.intersection(parts(name)[-1:]))


def matches(report: Report, held: Mapping[str, Stored]) -> list[Match]:
    """The pairs, in the order of the class; by likeness of the name only where none of a role has its own.

    A name in the checkpoint goes to the tensor with which it shares most of its last parts, so that what wraps the
    model does not matter; a tensor keeps the names that share most with its own, for others may be another part's. Of
    copies, as in an encoder and a decoder, one is enough where they are alike.
    """
    own = vocabulary(report)
    found = [Match(tensor, name, held[name]) for name in held for tensor in _nearest(name, own)]
    best: dict[Tensor, int] = {}
    for match in found:
        best[match.tensor] = max(best.get(match.tensor, 0), _shared(match.name, match.tensor.name))
    found = [match for match in found if _shared(match.name, match.tensor.name) == best[match.tensor]]
    for role, modules in _LIKE.items():
        first = next((tensor for tensor in own if tensor.role is role), None)
        if first and not any(match.tensor.role is role for match in found):
            found += [Match(first, name, held[name]) for name in held if _is_like(name, modules)]
    found.sort(key=lambda match: own.index(match.tensor))
    alike: dict[tuple[object, ...], Match] = {}
    for match in found:
        alike.setdefault((match.tensor.role, match.tensor.shape, match.held), match)
    return [*alike.values()]


def in_module(name: str, tensor: Tensor) -> bool:
    """Whether a checkpoint's name is in the module that holds a tensor of the class, as its weight or another's."""
    return parts(tensor.name)[-2:-1] in (parts(name)[-2:-1], parts(name)[-3:-2])


def _nearest(name: str, own: Collection[Tensor]) -> Iterator[Tensor]:
    """The tensor that a checkpoint's name means: at least its module and the parameter must be the same."""
    shared = {tensor: _shared(name, tensor.name) for tensor in own}
    best = max(shared, key=lambda tensor: shared[tensor], default=None)
    if best and shared[best] >= min(2, len(parts(best.name))):
        yield best


def _shared(name: str, other: str) -> int:
    """How many of their last parts two names share."""
    pairs = zip(reversed(parts(name)), reversed(parts(other)), strict=False)
    count = 0
    for one, two in pairs:
        if one != two:
            break
        count += 1
    return count


def _is_like(name: str, modules: Collection[str]) -> bool:
    *_, module, parameter = ["", "", *parts(name)]
    return module in modules and parameter == "weight"
