"""The modules that follow the transformer in a sentence-transformers folder: `1_Pooling`, `2_Dense` and so on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from embcalc.sources import files

# modules are numbered from 0, the transformer, in the order in which they run
_NUMBERS = range(1, 10)


class Modules(NamedTuple):
    """What the modules' configs say: the pooling's, and those of the linear layers after it, in order."""

    pooling: dict[str, Any]
    dense: tuple[dict[str, Any], ...]


def modules(config: Path) -> Modules | None:
    """The modules beside a config.json; None where there is no pooling among them.

    Raises SourceError where a module's config cannot be read.
    """
    if config.stem != "config":
        return None
    found = [(kind, _place(config, number, kind)) for number in _NUMBERS for kind in ("Pooling", "Dense")]
    read = [(kind, files.read(place)) for kind, place in found if place.is_file()]
    pooling = next((stated for kind, stated in read if kind == "Pooling"), None)
    if pooling is None:
        return None
    return Modules(pooling, tuple(stated for kind, stated in read if kind == "Dense"))


def _place(config: Path, number: int, kind: str) -> Path:
    return config.parent / f"{number}_{kind}" / "config.json"
