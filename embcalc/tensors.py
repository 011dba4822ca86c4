"""Trees of tensors: what a model is made of.

A tree reads like `print(model)`: a mapping is a module, a sequence or a `Stack` holds numbered modules, a `Param` is
a tensor, and the path joined with dots is the tensor's name in a checkpoint.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
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


MODULE = (dict, Mapping)  # dict first: to ask the abstract class is slow


def stack(*runs: tuple[Tree, int]) -> Stack:
    """Numbered modules: `stack((dense, 3), (sparse, 58))` is 3 dense modules, then 58 sparse ones."""
    return Stack(tuple((module, count) for module, count in runs if count > 0))


def repeat(module: Tree, count: int, active: int | None = None) -> Stack:
    """`count` alike modules, numbered from 0; `active` of them serve one token."""
    return Stack(((module, count),) if count > 0 else (), active)
