"""How many tokens a sequence may have, and why: the rows of a table, a limit of the class, or one of its training."""

from __future__ import annotations

from typing import NamedTuple

from embcalc.errors import EmbcalcError
from embcalc.manifests import Manifest
from embcalc.positions import Kind, Position, Positions
from embcalc.tensors import Role, Tensor
from embcalc.units import grouped

ADDED = (Kind.LEARNED, Kind.SINUSOIDAL)


class LengthError(EmbcalcError):
    """A sequence that the model cannot take."""


class Limit(NamedTuple):
    """The most tokens of a sequence, and where that number comes from; a `hard` one makes the class fail beyond it."""

    tokens: int
    reason: str
    hard: bool


def limit(manifest: Manifest, positions: Positions | None) -> Limit | None:
    """The limit of a model; None where there is none, or none is known.

    A table that is added to the token vectors serves as many tokens as it has rows from the first position's on:
    RoBERTa's 514 rows, of which the first position takes the third, serve 512 tokens.
    """
    if positions is None:
        return None
    added = [(table, way.offset) for way in positions.ways if way.kind in ADDED for table in tables(manifest, way)]
    if added:
        table, offset = min(added, key=lambda found: found[0].shape[0] - found[1])
        rows = table.shape[0]
        unused = f", of which the first {offset} serve no position" if offset else ""
        return Limit(rows - offset, f"{table.name} has {grouped(rows)} rows{unused}", hard=True)
    if positions.limit is None:
        return None
    return Limit(positions.limit, positions.limit_from, positions.hard)


def check(seq: int, most: Limit | None, positions: Positions | None) -> list[str]:
    """The warning that so many tokens deserve, if any. Raises LengthError where the model fails on them."""
    if most is None or positions is None or seq <= most.tokens:
        return []
    text = f"n = {grouped(seq)} is above the limit of {grouped(most.tokens)} tokens: {most.reason}"
    if most.hard:
        raise LengthError(f"{text}; {positions.why}" if positions.why else text)
    scaled = f", {positions.scaling}" if positions.scaling else ""
    kind = positions.ways[0].kind.value
    return [f"{text} ({kind}{scaled}); the shapes hold, but the model was not made for such a length"]


def tables(manifest: Manifest, way: Position) -> list[Tensor]:
    """The trained tables of one way in which positions enter."""
    if way.kind not in (*ADDED, Kind.RELATIVE):
        return []
    found = (tensor for tensor in manifest.notable if tensor.role is Role.POSITION_EMBEDDING)
    return [table for table in found if way.table in ("", *table.name.split("."))]
