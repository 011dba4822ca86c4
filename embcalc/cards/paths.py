"""The cards that a command's paths name: each of them once, whichever of its files are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path

from embcalc.cards.documents.document import CardError, find
from embcalc.errors import SourceError
from embcalc.sources.files import read

CONFIGS = ("config.json", "config.yaml", "config.yml")
_MAPPINGS = (".json", ".yaml", ".yml")


class Named(Enum):
    """What a path leads to."""

    CARD = "card"
    CONFIG = "a config that has no card"
    METADATA = "metadata"


def named(path: Path, *, files: bool = False, elsewhere: bool = False) -> Named:
    """What a path leads to; with `files` to compare, a folder without a card leads to its config.

    It does so, too, where it has none, but the config is named as being `elsewhere`.

    A YAML or JSON file by another name than a config's is one where it states a type or a class, else it is metadata.
    """
    is_config = folder(path) != path or (files and path.is_dir() and (elsewhere or _has_config(path)))
    if is_config and path.exists() and not has_card(folder(path)):
        return Named.CONFIG
    if is_config or path.suffix.lower() not in _MAPPINGS or not path.is_file():
        return Named.CARD
    try:
        data = read(path)
    except SourceError:
        return Named.METADATA
    return Named.CONFIG if {"model_type", "architectures"} & data.keys() else Named.METADATA


def _has_config(path: Path) -> bool:
    return any((path / name).exists() for name in CONFIGS)


def distinct(paths: Iterable[str]) -> Iterator[str]:
    """Those of the paths that name a card which no path before them names.

    A folder, the README.md in it and the config beside that are one card; so are two ways to one file.
    """
    seen: set[Path] = set()
    for path in paths:
        card = _resolved(path)
        if card not in seen:
            seen.add(card)
            yield path


def folder(path: Path) -> Path:
    """The folder in which a config lies, or the path itself where that is no config."""
    return path.parent if path.name in CONFIGS and not path.is_dir() else path


def has_card(path: Path) -> bool:
    """Whether there is a card where a path points."""
    try:
        return find(path).exists()
    except (CardError, OSError):
        return False


def _resolved(path: str) -> Path:
    place = Path(path)
    try:
        return find(folder(place)).resolve()
    except (CardError, OSError, RuntimeError):
        return place.absolute()
