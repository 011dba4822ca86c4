"""Sizes that a config states, under the field's many names for them: layers, heads, widths and lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from embcalc.architectures import find
from embcalc.architectures.model_type import ModelType
from embcalc.cards.language.finding import CONTEXT, DIMENSION, HEADS, HIDDEN, KV_HEADS, LAYERS

# the field's names of a size; the first that is there is taken, of layers and heads all of an encoder and a decoder
KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    LAYERS: (
        ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"),
        ("num_decoder_layers", "decoder_layers"),
    ),
    HEADS: (
        ("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"),
        ("decoder_attention_heads",),
    ),
    KV_HEADS: (("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"),),
    HIDDEN: (("hidden_size", "d_model", "n_embd", "dim"),),
    DIMENSION: (
        ("embedding_size",),
        ("word_embed_proj_dim",),
        ("hidden_size", "d_model", "n_embd", "dim"),
        ("projection_dim",),
    ),
    CONTEXT: (
        ("max_position_embeddings", "n_positions"),
        ("seq_length",),
        ("max_seq_len", "max_sequence_length"),
        ("n_ctx",),
    ),
}
FEED_FORWARD = (
    "intermediate_size",
    "ffn_dim",
    "d_ff",
    "n_inner",
    "ffn_hidden_size",
    "encoder_ffn_dim",
    "moe_intermediate_size",
)
_PARTS = ("text_config", "llm_config", "language_config", "text_model_config")
_WITHOUT_LIMIT = ("bloom", "mpt", "t5", "mt5", "umt5", "mamba", "mamba2")
LARGEST = 10**12
MOST_STRETCH = 10**4
# rows of the first positions that serve no token: RoBERTa has 514 rows for 512 tokens
_OFFSETS = (0, 2)


class Sizes(NamedTuple):
    """The values that a claim may state; one that states another is false only where `why_unsure` is empty."""

    values: tuple[int, ...]
    why_unsure: str = ""


def sizes(data: Mapping[str, Any], kind: str) -> Sizes:
    """The values of a kind that a config states, or its class has by default."""
    found = stated(data, kind)
    unsure = "the config describes several models in one" if is_composite(data) else ""
    if kind == CONTEXT:
        return _context(data, found, unsure)
    if kind == LAYERS and len(found) > 1:
        found = (*found, sum(found))
    if kind == KV_HEADS and not found:
        return Sizes(stated(data, HEADS), "the config does not state the key-value heads")
    return Sizes(found, unsure if found else "the config does not state it")


def is_composite(data: Mapping[str, Any]) -> bool:
    """Whether a config describes several models in one, such as a vision encoder and a language model."""
    return any(
        isinstance(key, str) and key.endswith("_config") and key != "quantization_config" and isinstance(value, Mapping)
        for key, value in data.items()
    )


def stated(data: Mapping[str, Any], kind: str) -> tuple[int, ...]:
    """Every value of a kind that a config or its language model states; the class defaults where it states none."""
    parts = [data, *(part for name in _PARTS if isinstance(part := data.get(name), Mapping))]
    found = [first(part, (*_former(part, names), *names)) for part in parts for names in KEYS[kind]]
    values = [value for value in found if value is not None]
    if not values:
        described = _described(data)
        defaults, aliases = (described.defaults, described.aliases) if described else ({}, {})
        own = [tuple(aliases.get(key, key) for key in names) for names in KEYS[kind]]
        values = [value for names in own if (value := first(data, names) or first(defaults, names)) is not None]
    return tuple(dict.fromkeys(values))


def _former(data: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """What older releases of the type called these keys: theirs win over the keys' own."""
    described = _described(data)
    return [key for key, of in described.former.items() if of in names] if described else []


def _described(data: Mapping[str, Any]) -> ModelType | None:
    name = data.get("model_type")
    return find(name) if isinstance(name, str) else None


def first(data: Mapping[str, Any], names: Sequence[str]) -> int | None:
    """The first of these keys that holds a whole number above 0."""
    for name in names:
        value = data.get(name)
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and 0 < value < LARGEST
            and value == int(value)
        ):
            return int(value)
    return None


def _context(data: Mapping[str, Any], found: tuple[int, ...], unsure: str) -> Sizes:
    rope = next((data[key] for key in ("rope_scaling", "rope_parameters") if data.get(key)), None)
    factor = rope.get("factor") if isinstance(rope, Mapping) else None
    stretched = [
        int(value * factor) for value in found if isinstance(factor, (int, float)) and 0 < factor < MOST_STRETCH
    ]
    why = unsure or _unlimited(data, rope) or ("the config states more than one length" if len(found) > 1 else "")
    fitting = tuple(value - offset for value in (*found, *stretched) for offset in _OFFSETS)
    return Sizes(fitting, why if found else "the config does not state it")


def _unlimited(data: Mapping[str, Any], rope: object) -> str:
    """Why the length that a config states may not be the one that the model serves."""
    kind = rope.get("rope_type", rope.get("type")) if isinstance(rope, Mapping) else rope
    if kind not in (None, "default"):
        return "the config scales its rotary positions"
    if isinstance(data.get("sliding_window"), int) and data.get("use_sliding_window") is not False:
        return "the config has a sliding window"
    if find(str(data.get("model_type"))) is None or data.get("use_dynamic_ntk"):
        return "how the architecture handles positions is not described"
    free = data.get("layer_types") or data.get("alibi") or data.get("model_type") in _WITHOUT_LIMIT
    return "the architecture does not limit the length" if free else ""
