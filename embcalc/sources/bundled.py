"""The configs that come with embcalc: one YAML file each, its name the model's, its first line the Hub id."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_SUFFIX = ".yaml"
_PACKAGE = Path(__file__).parents[1]
_COMMIT = r"[0-9a-f]{7,40}"


class Bundled(NamedTuple):
    """One bundled config: its name, its file, the Hub id it is from and, where the file tells, the commit."""

    name: str
    path: Path
    hub_id: str
    commit: str | None


def folder() -> Path:
    """`configs` in the installed package, else beside the package in a checkout."""
    inside = _PACKAGE / "configs"
    return inside if inside.is_dir() else _PACKAGE.parent / "configs"


def names() -> list[str]:
    """The names of the bundled models, sorted. No file is read."""
    try:
        return sorted(path.stem for path in folder().iterdir() if path.suffix == _SUFFIX)
    except OSError:
        return []


def hub_ids() -> dict[str, str]:
    """Hub id → name, for every bundled model. Reads each file's first line."""
    return {bundled.hub_id: bundled.name for bundled in map(_described, names())}


def find(name: str) -> Bundled | None:
    """The bundled model of that name, without regard to case."""
    wanted = name.casefold()
    return next((_described(known) for known in names() if known.casefold() == wanted), None)


def find_hub_id(hub_id: str) -> Bundled | None:
    """The bundled model that was taken from that repository of the Hub, without regard to case."""
    wanted = hub_id.casefold()
    return next((_described(name) for known, name in hub_ids().items() if known.casefold() == wanted), None)


def _described(name: str) -> Bundled:
    path = folder() / f"{name}{_SUFFIX}"
    with path.open(encoding="utf-8") as file:
        words = [*file.readline().removeprefix("#").split(), name, ""]
    return Bundled(name, path, words[0], words[1] if re.fullmatch(_COMMIT, words[1]) else None)
