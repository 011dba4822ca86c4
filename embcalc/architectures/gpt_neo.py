"""GPT-Neo: learned positions, separate query, key and value, global and local attention layers."""

from __future__ import annotations

from typing import Any

from embcalc.architectures.gpt2 import with_positions
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, causal_lm_of, decoder_classes, heads_divide, layer_norm, linear, token_classifier
from embcalc.config import Config, shown
from embcalc.errors import ConfigError
from embcalc.tensors import repeat


def gpt_neo(c: Config) -> Module:
    # gpt2 with three matrices for query, key and value, which have no bias
    d, f = c.hidden_size, c.optional("intermediate_size") or 4 * c.hidden_size
    heads_divide(c)
    check_attention(c)
    attention: Module = {
        "k_proj": linear(d, d, bias=False),
        "v_proj": linear(d, d, bias=False),
        "q_proj": linear(d, d, bias=False),
        "out_proj": linear(d, d),
    }
    layer: Module = {
        "ln_1": layer_norm(d),
        "attn": {"attention": attention},
        "ln_2": layer_norm(d),
        "mlp": {"c_fc": linear(d, f), "c_proj": linear(f, d)},
    }
    return with_positions(c, repeat(layer, c.num_layers))


def check_attention(c: Config) -> None:
    # the config class wants a kind of attention for every layer, though both kinds hold the same tensors
    key = "attention_layers" if "attention_layers" in c.data else "attention_types"
    runs: list[tuple[Any, Any]] = [(c.items(key), 1)] if key == "attention_layers" else attention_types(c)
    if not all(isinstance(kinds, (list, tuple)) and isinstance(times, int) for kinds, times in runs):
        raise ConfigError(f'{key} is not read by the config class; attention_types [[["global", "local"], 12]] is')
    unknown = [kind for kinds, _ in runs for kind in kinds if kind not in ("global", "local")]
    if unknown:
        raise ConfigError(f"{key} holds {shown(unknown[0])}; a layer's attention is global or local")
    named = sum(len(kinds) * times for kinds, times in runs)
    if named != c.num_layers:
        where = key if c.data.get(key) is not None else f"the class default of {key}"
        raise ConfigError(f"{where} describes {named} layers, but {c.spelt('num_layers')} is {c.num_layers}")


def attention_types(c: Config) -> list[tuple[Any, Any]]:
    stated = c.items("attention_types")
    if stated is None:
        return [(("global", "local"), 12)]
    return [(run[0], run[1]) if isinstance(run, (list, tuple)) and len(run) > 1 else (run, None) for run in stated]


MODEL_TYPES = {
    "gpt_neo": ModelType(
        gpt_neo,
        decoder_classes("GPTNeo")
        | {"GPTNeoForCausalLM": causal_lm_of("wte"), "GPTNeoForTokenClassification": token_classifier},
        usual="GPTNeoForCausalLM",
        defaults={
            "vocab_size": 50_257,
            "max_position_embeddings": 2_048,
            "hidden_size": 2_048,
            "intermediate_size": None,
            "num_layers": 24,
            "num_heads": 16,
            "attention_types": None,
            "tie_word_embeddings": True,
        },
        prefix="transformer",
        aliases={"num_attention_heads": "num_heads", "num_hidden_layers": "num_layers"},
    ),
}
