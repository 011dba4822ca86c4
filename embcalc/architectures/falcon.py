"""Falcon: the old decoder (7B, RW) and the new one (40B, 180B), which differ in norms and in key and value heads."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    causal_lm_of,
    decoder_classes,
    heads_divide,
    layer_norm,
    linear,
    token_classifier,
    token_table,
)
from embcalc.config import Config
from embcalc.tensors import repeat

SEPARATE = 2  # the value of num_ln_in_parallel_attn that gives attention and feed-forward a norm each


def falcon(c: Config) -> Module:
    d, f = c.hidden_size, c.optional("ffn_hidden_size") or 4 * c.hidden_size
    heads_divide(c)
    bias, kv = c.optional_flag("bias"), kv_heads(c) * (d // c.num_attention_heads)
    layer: Module = {
        "self_attention": {"query_key_value": linear(d, d + 2 * kv, bias), "dense": linear(d, d, bias)},
        "mlp": {"dense_h_to_4h": linear(d, f, bias), "dense_4h_to_h": linear(f, d, bias)},
        **norms(c),
    }
    return {
        "word_embeddings": token_table(c.vocab_size, d),
        "h": repeat(layer, c.num_hidden_layers),
        "ln_f": layer_norm(d),
    }


def kv_heads(c: Config) -> int:
    # the old decoder knows one for all queries or one for each
    if c.optional_flag("new_decoder_architecture"):
        return c.optional("num_kv_heads") or c.num_attention_heads
    return 1 if c.optional_flag("multi_query") else c.num_attention_heads


def norms(c: Config) -> Module:
    # attention and feed-forward one after the other have a norm each; side by side they share one, unless there are two
    norm, count = layer_norm(c.hidden_size), c.optional_count("num_ln_in_parallel_attn")
    if not c.optional_flag("parallel_attn"):
        return {"post_attention_layernorm": norm, "input_layernorm": norm}
    if count == SEPARATE or (count is None and c.optional_flag("new_decoder_architecture")):
        return {"ln_attn": norm, "ln_mlp": norm}
    return {"input_layernorm": norm}


MODEL_TYPES = {
    "falcon": ModelType(
        falcon,
        decoder_classes("Falcon")
        | {"FalconForCausalLM": causal_lm_of("word_embeddings"), "FalconForTokenClassification": token_classifier},
        usual="FalconForCausalLM",
        defaults={
            "vocab_size": 65_024,
            "hidden_size": 4_544,
            "ffn_hidden_size": None,
            "num_hidden_layers": 32,
            "num_attention_heads": 71,
            "num_kv_heads": None,
            "num_ln_in_parallel_attn": None,
            "new_decoder_architecture": False,
            "multi_query": True,
            "parallel_attn": True,
            "bias": False,
            "tie_word_embeddings": True,
        },
        prefix="transformer",
        former={"n_embed": "hidden_size"},
    ),
}
