"""Exact parameter and shape counts for language models, from a config alone.

embcalc.report("llama-3-8b").to_dict()       the figures that `embcalc params` prints
embcalc.manifest("llama-3-8b").tensors()     every tensor: name, shape, role
embcalc.load("meta-llama/Meta-Llama-3-8B")   the config, and where it came from
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from embcalc.api import load, manifest, report

__all__ = ["__version__", "load", "manifest", "report"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # `import embcalc` costs nothing; what it offers is imported when it is first asked for
    if name in ("load", "manifest", "report"):
        from embcalc import api

        return getattr(api, name)
    raise AttributeError(f"module 'embcalc' has no attribute {name!r}")
