"""How positions enter each model type: learned tables, rotary angles, biases inside attention, or a state.

`HOW` names every described model type. Whether a table is there, and how many rows it has, is the manifest's to say;
what is written here is what no tensor tells: the offset of the first position, the limit, and what is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embcalc.architectures import find
from embcalc.architectures.mllama import crossing_layers
from embcalc.architectures.rotary import LIMIT, How, deepseek, gptj, limit_of, rotary, smollm3, turned, turning
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.positions import Kind, Position, Positions


def positions(data: Mapping[str, Any]) -> Positions | None:
    """How positions enter the model that a config describes; None where its model type is not described.

    Raises ConfigError for a value that no model can be built from.
    """
    model_type = data.get("model_type")
    described = find(model_type) if isinstance(model_type, str) else None
    how = HOW.get(model_type) if isinstance(model_type, str) else None
    if described is None or how is None:
        return None
    config = Config(data, defaults=described.defaults, aliases=described.aliases, former=described.former)
    return how(described.text(config))


# Tables that are added to the token vectors. Their rows limit the length, whatever the config says.


def learned(offset: int = 0) -> How:
    return lambda _: Positions((Position(Kind.LEARNED, offset=offset),))


def after_padding(c: Config) -> Positions:
    # RoBERTa numbers positions from padding_idx + 1 on: of 514 rows, 512 serve
    padding = c.optional_count("pad_token_id") if "pad_token_id" in c.data else 1
    if padding is None:
        raise ConfigError(f"{c.spelt('pad_token_id')} is null, but this model numbers its positions from it")
    return Positions((Position(Kind.LEARNED, offset=padding + 1),))


def distilbert(c: Config) -> Positions:
    # the fixed sines fill the same table
    fixed = "sinusoidal_pos_embds" in c.data and c.flag("sinusoidal_pos_embds")
    return Positions((Position(Kind.SINUSOIDAL if fixed else Kind.LEARNED),))


def sines(_: Config) -> Positions:
    return Positions((Position(Kind.SINUSOIDAL),))


def whisper(_: Config) -> Positions:
    # the encoder's table is of audio: no token gets a row of it
    note = "the encoder's audio has fixed sines of its own"
    return Positions((Position(Kind.LEARNED, "decoder", note=note),))


def mllama(c: Config) -> Positions:
    # layers that attend to an image turn nothing
    layers, others = c.num_hidden_layers, len(crossing_layers(c))
    return turning(c, turned(c, None), 131_072, f"in {layers - others} of {layers} layers" if others else "")


# Inside attention: a bias on the scores, or a table of distances; no length is too long for it by itself.


def alibi(heads: int) -> Position:
    return Position(Kind.ALIBI, computed=("a", "n"), sizes={"a": heads})


def bloom(c: Config) -> Positions:
    stated = (c.seq_length, "seq_length") if c.has("seq_length") else (None, "")
    return Positions((alibi(c.num_attention_heads),), *stated)


def mpt(c: Config) -> Positions:
    longest, key = limit_of(c, "max_seq_len", 2_048)
    heads = next((int(getattr(c, name)) for name in ("n_heads", "num_attention_heads") if c.has(name)), 16)
    why = "the class makes ALiBi biases for so many positions and no more"
    return Positions((alibi(heads),), longest, key, hard=True, why=why)


def falcon(c: Config) -> Positions:
    if "alibi" in c.data and c.flag("alibi"):
        return Positions((alibi(c.num_attention_heads),), *limit_of(c, LIMIT, 2_048))
    return turning(c, turned(c, None), 2_048)


def t5(c: Config) -> Positions:
    way = Position(Kind.RELATIVE, computed=("a", "n", "n"), sizes={"a": c.num_heads})
    stated = (c.n_positions, "n_positions") if c.has("n_positions") else (None, "")
    return Positions((way,), *stated)


def deberta(c: Config) -> Positions:
    # the terms depend on the tokens too, so each sequence has its own
    shape, sizes = ("B", "a", "n", "n"), {"a": c.num_attention_heads}
    ways = (
        *([Position(Kind.LEARNED, "position_embeddings")] if c.flag("position_biased_input") else []),
        *([Position(Kind.RELATIVE, "rel_embeddings", 0, shape, sizes)] if c.flag("relative_attention") else []),
    )
    return Positions(ways, *limit_of(c, LIMIT, 512))


# No positions at all: what a sequence carries from token to token has the same size however long it is.


def mamba(c: Config) -> Positions:
    return state(c, c.intermediate_size if "intermediate_size" in c.data else c.hidden_size * c.expand)


def mamba2(c: Config) -> Positions:
    return state(c, c.hidden_size * c.expand)


def state(c: Config, width: int) -> Positions:
    sizes = {"L": c.num_hidden_layers, "f": width, "S": c.state_size}
    return Positions((Position(Kind.STATE, computed=("B", "L", "f", "S"), sizes=sizes),))


HOW: Mapping[str, How] = {
    "albert": learned(),
    "bart": learned(offset=2),
    "bert": learned(),
    "bloom": bloom,
    "cohere": rotary(8_192),
    "cohere2": rotary(8_192, note="in the layers with a sliding window alone"),
    "deberta-v2": deberta,
    "deepseek_v2": deepseek(2_048),
    "deepseek_v3": deepseek(4_096),
    "distilbert": distilbert,
    "electra": learned(),
    "falcon": falcon,
    "gemma": rotary(8_192),
    "gemma2": rotary(8_192),
    "gemma3_text": rotary(131_072),
    "glm4": rotary(131_072, share=0.5),
    "glm4_moe": rotary(131_072, share=0.5),
    "gpt2": learned(),
    "gpt_bigcode": learned(),
    "gpt_neo": learned(),
    "gpt_neox": rotary(2_048, share=0.25),
    "gpt_oss": rotary(131_072),
    "gptj": gptj,
    "granite": rotary(2_048),
    "llama": rotary(2_048),
    "mamba": mamba,
    "mamba2": mamba2,
    "marian": sines,
    "mistral": rotary(131_072),
    "mixtral": rotary(131_072),
    "mllama": mllama,
    "mllama_text_model": mllama,
    "mllama_vision_model": lambda _: Positions((Position(Kind.LEARNED, "gated_positional_embedding"),)),
    "modernbert": rotary(8_192),
    "mpt": mpt,
    "mt5": t5,
    "olmo": rotary(2_048),
    "olmo2": rotary(2_048),
    "olmoe": rotary(4_096),
    "opt": learned(offset=2),
    "phi": rotary(2_048, share=0.5),
    "phi3": rotary(4_096, share=1.0),
    "qwen2": rotary(32_768),
    "qwen2_moe": rotary(32_768),
    "qwen3": rotary(32_768),
    "qwen3_moe": rotary(32_768),
    "roberta": after_padding,
    "smollm3": smollm3,
    "stablelm": rotary(4_096, share=0.25),
    "starcoder2": rotary(4_096),
    "t5": t5,
    "whisper": whisper,
    "xlm-roberta": after_padding,
}
