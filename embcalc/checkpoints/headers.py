"""The header of a safetensors file, by huggingface_hub's own reader; what it does not check is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from embcalc.checkpoints import Stored
from embcalc.errors import SourceError
from embcalc.sources import files
from embcalc.sources.wording import printable


def header(path: Path) -> dict[str, Stored]:
    """Every tensor in a safetensors file. Raises SourceError, whose message starts with the path."""
    place = printable(str(path))
    try:
        return _read(path)
    except SourceError as error:
        raise error.within(place) from None


def _read(path: Path) -> dict[str, Stored]:
    from huggingface_hub import parse_local_safetensors_file_metadata
    from huggingface_hub.errors import SafetensorsParsingError

    begin = files.content(path, files.MARKED)
    files.refuse(begin, "safetensors file")
    if not begin:
        raise SourceError("is empty")
    try:
        tensors = parse_local_safetensors_file_metadata(path).tensors
    except (SafetensorsParsingError, AttributeError, TypeError, ValueError, RecursionError):
        raise SourceError("is no safetensors file, or is damaged: its header cannot be read") from None
    return {name: stored(name, _named(name, info.dtype), info.shape) for name, info in tensors.items()}


def _named(name: str, dtype: Any) -> str:
    if not isinstance(dtype, str) or not dtype:
        raise SourceError(f"{printable(name)} has no data type")
    return dtype


def stored(name: str, dtype: Any, shape: Any) -> Stored:
    """A tensor's entry. Raises SourceError for a shape that is none."""
    if not isinstance(shape, list) or not all(type(size) is int and size >= 0 for size in shape):
        raise SourceError(f"{printable(name)} has the shape {printable(str(shape))}, which is none")
    return Stored(str(dtype), tuple(shape))


def entry(name: str, value: Any) -> Stored:
    """A tensor's entry in a listing: a mapping with `shape` and perhaps `dtype`, or the shape alone."""
    if isinstance(value, Mapping):
        return stored(name, value.get("dtype", ""), value.get("shape"))
    return stored(name, "", value)
