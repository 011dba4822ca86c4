"""The catalogue: which models are bundled, with their figures, and which model types are described."""

from __future__ import annotations

from embcalc.api import load, report
from embcalc.architectures import model_types
from embcalc.reports import Report
from embcalc.sources import bundled


def models_matching(pattern: str) -> list[Report]:
    """The reports of the bundled models whose name, Hub id or model type contains `pattern`, sorted by name.

    Case does not matter; an empty pattern matches all.
    """
    word = pattern.casefold()
    sources = [load(name) for name in bundled.names()]
    return [
        report(source)
        for source in sources
        if any(word in text.casefold() for text in (source.name, source.location, source.data["model_type"]))
    ]


def matching_types(pattern: str) -> dict[str, str]:
    """The described model types that contain `pattern`, with the family (module) that describes each."""
    word = pattern.casefold()
    return {name: family for name, family in model_types().items() if word in name.casefold()}
