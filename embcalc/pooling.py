"""Pooling: how a sentence-transformers model makes one vector of a sentence's token vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from embcalc.config import Config, shown
from embcalc.errors import ConfigError

# the keys of older releases, in the order in which their vectors are joined; newer ones have `pooling_mode`
MODES = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}


class Dense(NamedTuple):
    """A linear layer after the pooling: from `width_in` values to `width_out`."""

    width_in: int
    width_out: int


class Pooling(NamedTuple):
    """`modes` pool token vectors of `width` values, and their results are joined; `layers` follow."""

    width: int
    modes: tuple[str, ...]
    layers: tuple[Dense, ...] = ()

    @property
    def joined(self) -> int:
        """Values in the pooled vector: the width, once for each mode."""
        return self.width * len(self.modes)

    @property
    def size(self) -> int:
        """Values in a sentence vector, after the last layer."""
        return self.layers[-1].width_out if self.layers else self.joined


def pooling(stated: Mapping[str, Any], layers: Sequence[Mapping[str, Any]] = ()) -> Pooling:
    """What `1_Pooling/config.json` and the `2_Dense/config.json`s of a sentence-transformers folder say.

    Raises ConfigError for a value that is no size or no mode, and where a layer does not fit what comes before it.
    """
    config = Config(stated, aliases={"word_embedding_dimension": "embedding_dimension"}, path="pooling.")
    found = Pooling(config.embedding_dimension, _modes(config))
    width = found.joined
    for number, layer in enumerate(layers, 1):
        dense = Config(layer, path=f"dense {number}.")
        step = Dense(dense.in_features, dense.out_features)
        if step.width_in != width:
            raise ConfigError(f"{dense.spelt('in_features')} is {step.width_in:,}, but it is given {width:,} values")
        found, width = found._replace(layers=(*found.layers, step)), step.width_out
    return found


def _modes(config: Config) -> tuple[str, ...]:
    stated = config.data.get("pooling_mode")
    if stated is None:
        # without any, it is the mean
        return tuple(mode for key, mode in MODES.items() if key in config.data and config.flag(key)) or ("mean",)
    modes = (stated,) if isinstance(stated, str) else stated
    if not isinstance(modes, (list, tuple)) or not modes or any(mode not in MODES.values() for mode in modes):
        known = ", ".join(MODES.values())
        raise ConfigError(f"{config.spelt('pooling_mode')} must be of {known}, not {shown(stated)}")
    return tuple(modes)
