"""Rotary positions: queries and keys are turned by angles; how wide the turned part is, and how long a text may be.

Nothing is trained: what is computed are cosines and sines of n positions, as wide as the turned part of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from embcalc.config import MAX_SIZE, Config, shown
from embcalc.errors import ConfigError
from embcalc.positions import Kind, Position, Positions

LIMIT = "max_position_embeddings"
LONGEST_NAME = 40
How = Callable[[Config], Positions]


def rotary(limit: int, *, share: float | None = None, note: str = "") -> How:
    """`limit` and `share` are class defaults; a class without a `share` turns whole heads, whatever the config says."""
    return lambda c: turning(c, turned(c, share), limit, note)


def deepseek(limit: int) -> How:
    return lambda c: turning(c, c.qk_rope_head_dim, limit)


def smollm3(c: Config) -> Positions:
    # a list of ones and noughts, else every fourth layer goes without
    every = c.no_rope_layer_interval if "no_rope_layer_interval" in c.data else 4
    total = c.num_hidden_layers
    listed = list(c.items("no_rope_layers") or [(layer + 1) % every for layer in range(total)])[:total]
    return turning(c, turned(c, None), 32_768, f"in {sum(map(bool, listed))} of {total} layers")


def gptj(c: Config) -> Positions:
    width = (c.optional("rotary_dim") or c.hidden_size) if "rotary_dim" in c.data else 64
    why = "the class makes rotary angles for so many positions and no more"
    return turning(c, width, 2_048)._replace(hard=True, why=why)


def turning(c: Config, width: int, limit: int, note: str = "") -> Positions:
    way = Position(Kind.ROTARY, computed=("2", "n", "r"), sizes={"2": 2, "r": width}, note=note)
    longest, key = limit_of(c, LIMIT, limit)
    rope = _rope(c)
    kind = rope.get("rope_type", rope.get("type"))
    if kind is not None and (not isinstance(kind, str) or len(kind) > LONGEST_NAME):
        raise ConfigError(f"rope_type must be a name, not {shown(kind)}")
    if kind in (None, "default", "mrope"):
        return Positions((way,), longest, key)
    factor, original = _number(rope, "factor"), _number(rope, "original_max_position_embeddings")
    original = original or _number(c.data, "original_max_position_embeddings")
    # YaRN stretches the original length by its factor; the other kinds state the length that they reach
    if kind == "yarn" and original and factor and original * factor > longest:
        longest, key = int(original * factor), f"{original:,.0f} × {factor:g}"
    words = (kind, f"factor {factor:g}" if factor else "", f"from {original:,.0f}" if original else "")
    return Positions((way,), longest, key, scaling=", ".join(filter(None, words)))


def _number(mapping: Mapping[str, Any], key: str) -> float | None:
    value = mapping.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MAX_SIZE:
        raise ConfigError(f"{key} must be a number above 0, not {shown(value)}")
    return value


def turned(c: Config, share: float | None) -> int:
    """How many values of each head are turned."""
    stated = c.head_dim if c.has("head_dim") else c.defaults.get("head_dim")
    head = int(stated) if stated else c.hidden_size // c.num_attention_heads
    if share is None:
        return head
    found = [_rope(c).get("partial_rotary_factor"), c.data.get("partial_rotary_factor"), c.data.get("rotary_pct")]
    part = next((value for value in found if value is not None), share)
    if isinstance(part, bool) or not isinstance(part, (int, float)) or not 0 < part <= 1:
        raise ConfigError(f"the part of a head that is rotated must be above 0 and at most 1, not {shown(part)}")
    return int(head * part)


def _rope(c: Config) -> Mapping[str, Any]:
    """The rotary settings, by the key of newer or older releases; where layers differ, those that see everything."""
    stated: Any = c.data.get("rope_parameters") or c.data.get("rope_scaling") or {}
    if not isinstance(stated, Mapping):
        raise ConfigError(f"{c.path}rope_parameters must be a mapping, not {shown(stated)}")
    full = stated.get("full_attention")
    return full if isinstance(full, Mapping) else stated


def limit_of(c: Config, key: str, default: int) -> tuple[int, str]:
    return (int(getattr(c, key)), c.spelt(key)) if c.has(key) else (default, f"the class default of {key}")
