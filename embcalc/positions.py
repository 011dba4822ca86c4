"""Positions: how a model tells where a token stands. Data alone; `architectures.positions` fills it in."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Kind(str, Enum):
    """The ways in which order enters a model; the token table knows none."""

    LEARNED = "learned"  # a trained table, added to the token vectors
    SINUSOIDAL = "sinusoidal"  # a table of fixed sines, added to the token vectors
    ROTARY = "rotary"  # queries and keys are turned by an angle that grows with the position
    RELATIVE = "relative"  # a trained table of distances, inside attention
    ALIBI = "alibi"  # a fixed slope for each head, times the distance, inside attention
    STATE = "state"  # no positions: a recurrent state reads one token after the other


class Position(NamedTuple):
    """One way in which positions enter.

    `table` is a module in the name of its tables (empty: every position table of the model is meant), `offset` how many
    rows of a table come before the row of the first position. `computed` is the shape, in symbols, of what is computed
    and not trained; `sizes` says what its symbols stand for, but for B (sequences) and n (tokens): r values of a head
    that are turned, a heads, L layers, f channels, S states of each channel.
    """

    kind: Kind
    table: str = ""
    offset: int = 0
    computed: tuple[str, ...] = ()
    sizes: Mapping[str, int] = {}
    note: str = ""


class Positions(NamedTuple):
    """Every way in which positions enter a model, and how long a sequence may be apart from the rows of a table.

    `limit` is None where nothing states one; `limit_from` is the config's key. A `hard` limit makes the class fail
    beyond it, with `why`; beyond another one the model was not made to work. `scaling` names what was done to reach
    the limit, and from which length.
    """

    ways: tuple[Position, ...]
    limit: int | None = None
    limit_from: str = ""
    hard: bool = False
    why: str = ""
    scaling: str = ""
