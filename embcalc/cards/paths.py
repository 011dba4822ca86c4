"""The cards that a command's paths name: each of them once, whichever of its files are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from embcalc.cards.document import CardError, find

CONFIGS = ("config.json", "config.yaml", "config.yml")


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
