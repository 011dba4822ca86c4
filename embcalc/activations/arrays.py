"""Array: one array with its shape in symbols and in numbers, its data type and its bytes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from embcalc.dtypes import Dtype

IDS = Dtype("int64", 64)
FLOAT32 = Dtype("float32", 32)


class State(str, Enum):
    """What an array is to a model that runs."""

    FLOWS = "flows"  # there while a batch runs
    HELD = "held"  # weights, and what training keeps for them
    SHARED = "shared"  # held already, under another name
    COMPUTED = "computed"  # made from nothing but sizes: no parameters
    NEVER_BUILT = "never built"  # what the formula says, and no program makes


class Array(NamedTuple):
    """One array: its name for machines, its shape in symbols and in numbers, its data type, the tensor that it is."""

    name: str
    symbols: tuple[str, ...]
    shape: tuple[int, ...]
    dtype: Dtype
    state: State = State.FLOWS
    tensor: str | None = None

    @property
    def bytes(self) -> int:
        """Bytes that the array takes, or would take if it were built; none where it is shared."""
        return 0 if self.state is State.SHARED else self.dtype.size(math.prod(self.shape))


def array(
    name: str, symbols: tuple[str, ...], sizes: Mapping[str, int], dtype: Dtype, state: State = State.FLOWS
) -> Array:
    """The array whose symbols stand for these sizes."""
    return Array(name, symbols, tuple(sizes[symbol] for symbol in symbols), dtype, state)
