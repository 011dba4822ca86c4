"""Files that list a checkpoint's tensors: an index with its shards, or names with their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from embcalc.checkpoints import Stored
from embcalc.checkpoints.headers import entry, header
from embcalc.errors import SourceError
from embcalc.sources import files
from embcalc.sources.wording import printable

MAX_BYTES = 64_000_000
_METADATA = "__metadata__"  # what stands beside the tensors in a safetensors header


def listed(path: Path, wanted: Callable[[str], bool]) -> tuple[dict[str, Stored], bool]:
    """The wanted tensors that an index or a listing names, and whether it is an index, which names all of a model.

    Raises SourceError, whose message starts with a path.
    """
    data = files.read(path, MAX_BYTES, "list of tensors")
    place = printable(str(path))
    if "weight_map" in data:
        return _in_shards(path, data["weight_map"], wanted), True
    tensors = data.get("tensors", data)
    if not isinstance(tensors, Mapping) or not tensors:
        raise SourceError(f"{place}: lists no tensors")
    try:
        # each of them, so that a mapping of something else is not taken for tensors of which none is wanted
        found = {str(name): entry(str(name), value) for name, value in tensors.items() if name != _METADATA}
    except SourceError as error:
        raise error.within(place) from None
    return {name: stored for name, stored in found.items() if wanted(name)}, False


def _in_shards(path: Path, weight_map: Any, wanted: Callable[[str], bool]) -> dict[str, Stored]:
    if not isinstance(weight_map, Mapping):
        raise SourceError(f"{printable(str(path))}: its weight_map is no mapping")
    named = {name: shard for name, shard in weight_map.items() if wanted(name)}
    found: dict[str, Stored] = {}
    for shard in dict.fromkeys(map(str, named.values())):
        held = header(_shard(path, shard))
        for name, place in named.items():
            if place == shard:
                if name not in held:
                    raise SourceError(f"{printable(str(path))}: {printable(name)} is not in {printable(shard)}")
                found[name] = held[name]
    return found


def _shard(path: Path, name: str) -> Path:
    place, shown = printable(str(path)), printable(name)
    # a name with a folder in it would lead out of the checkpoint's own
    if Path(name).name != name:
        raise SourceError(f"{place}: names the shard {shown}, which is no file beside it")
    if not name.endswith(".safetensors"):
        raise SourceError(f"{place}: the tensors lie in {shown}, and only safetensors files are opened")
    return path.with_name(name)
