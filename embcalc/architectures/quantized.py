"""A config's `quantization_config`: which linear layers of a published checkpoint are quantised, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embcalc.architectures import stated_dtype
from embcalc.architectures.quantization_methods import DEFAULTS, METHODS, OF_ONE_PART
from embcalc.architectures.unknown import TEXT_PARTS
from embcalc.config import Config, shown
from embcalc.dtypes import Dtype, dtype, sixteen_bit
from embcalc.errors import ConfigError, EmbcalcError
from embcalc.manifests import Manifest
from embcalc.quantization import Layout, LayoutError
from embcalc.schemes import Copies, Scheme, stored, whole

PUBLISHED = "as published"


def published(data: Mapping[str, Any], manifest: Manifest) -> Scheme | None:
    """How the checkpoint that a config belongs to stores its weights; None where the config does not say.

    Without a quantization_config all is in the stated data type. Raises LayoutError where the method, one of its
    options or the architecture is not described (what is skipped goes by names that are then not known), ConfigError
    where the quantization_config cannot be read.
    """
    section = find(data)
    stated = stated_dtype(data)
    if section is None:
        return whole(PUBLISHED, _rest(stated)) if stated else None
    rest = _rest(stated)
    if not manifest.complete:
        raise LayoutError("the architecture is not described, so what is quantised is not known")
    detail, layout, copies = _read(section, manifest)
    kept = f"the rest in {stated}" if stated else "the rest in 16 bits (no dtype stated)"
    return Scheme(PUBLISHED, f"{detail}; {kept}", stored(layout, copies, rest))


def find(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The quantization_config of a config or of its language model, under the names that it goes by; None without."""
    for part in (data, *(data.get(name) for name in TEXT_PARTS)):
        for key in ("quantization_config", "compression_config", "quantization"):
            section = part.get(key) if isinstance(part, Mapping) else None
            if section is not None and not isinstance(section, Mapping):
                raise ConfigError(f"{key} must be a mapping, not {shown(section)}")
            if section:
                return section
    return None


def _rest(stated: str | None) -> Dtype:
    if stated is None:
        return sixteen_bit(None)
    try:
        return dtype(stated)
    except EmbcalcError as error:
        raise LayoutError(f"the config's dtype: {error}") from None


def _read(section: Mapping[str, Any], manifest: Manifest) -> tuple[str, Layout, Copies]:
    method = section.get("quant_method")
    if method is None and (section.get("load_in_4bit") or section.get("load_in_8bit")):
        method = "bitsandbytes"  # configs of 2023 do not name it
    if method is None and set(section) >= {"bits", "group_size"} and "quant_method" not in section:
        method = "mlx" if section.get("mode", "affine") == "affine" else None
    if not isinstance(method, str) or method not in METHODS:
        word = shown(method).removeprefix("the text ")
        named = f"quant_method {word} is not described" if method else "quantization_config has no quant_method"
        raise LayoutError(f"{named}, so the bytes as published are unknown")
    if manifest.several_parts and method in OF_ONE_PART:
        raise LayoutError(f"{method} is not described for models of several parts: which are quantised is not said")
    config = Config(section, defaults=DEFAULTS[method], path="quantization_config.")
    return METHODS[method](config, manifest)
