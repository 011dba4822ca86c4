"""Checkpoints: the names, data types and shapes of the tensors in their files, read without the weights."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from embcalc.errors import SourceError
from embcalc.sources.wording import printable

__all__ = ["Checkpoint", "Stored", "find", "read"]

SINGLE = "model.safetensors"
INDEX = "model.safetensors.index.json"
ADAPTER = "adapter_model.safetensors"
NAMES = (SINGLE, INDEX, ADAPTER)
_SHARD = re.compile(r"\d+-of-\d+")


class Stored(NamedTuple):
    """A tensor as a file holds it: `dtype` as the file spells it, such as BF16."""

    dtype: str
    shape: tuple[int, ...]


class Checkpoint(NamedTuple):
    """Tensors by name, and the file that was named or found.

    It is `whole` where the file leads to every tensor of a model: not a shard alone, nor a list of some of them.
    """

    location: str
    tensors: Mapping[str, Stored]
    whole: bool = False


def find(folder: Path) -> Path | None:
    """The file of a folder that leads to its tensors; None where there is none."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def read(path: str | Path, wanted: Callable[[str], bool] = lambda _: True) -> Checkpoint:
    """The tensors of a checkpoint whose names are `wanted`.

    `path` is a .safetensors file, a .safetensors.index.json beside its shards, a folder with one of them, or a listing:
    JSON or YAML that gives each name its `shape` and `dtype`, with or without a key `tensors` around it. Of an index
    only the shards that hold a wanted tensor are opened. Raises SourceError, PointerError of a pointer of Git LFS.
    """
    place = Path(path)
    found = find(place) if place.is_dir() else place
    if found is None:
        raise SourceError(
            f"{printable(str(place))}: no checkpoint in this folder",
            f"Read are {SINGLE}, {ADAPTER} and {INDEX} with its shards.",
        )
    if found.suffix == ".safetensors":
        from embcalc.checkpoints.headers import header

        tensors, whole = header(found), not _SHARD.search(found.name)
    else:
        from embcalc.checkpoints.listings import listed

        tensors, whole = listed(found, wanted)
    return Checkpoint(str(found), {name: stored for name, stored in tensors.items() if wanted(name)}, whole)
