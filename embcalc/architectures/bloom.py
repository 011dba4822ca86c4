"""BLOOM: no position tensors (ALiBi), a norm right after the token table, biases everywhere."""

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


def bloom(c: Config) -> Module:
    d = c.hidden_size
    heads_divide(c)
    layer: Module = {
        "input_layernorm": layer_norm(d),
        "self_attention": {"query_key_value": linear(d, 3 * d), "dense": linear(d, d)},
        "post_attention_layernorm": layer_norm(d),
        "mlp": {"dense_h_to_4h": linear(d, 4 * d), "dense_4h_to_h": linear(4 * d, d)},
    }
    return {
        "word_embeddings": token_table(c.vocab_size, d),
        "word_embeddings_layernorm": layer_norm(d),
        "h": repeat(layer, c.n_layer),
        "ln_f": layer_norm(d),
    }


MODEL_TYPES = {
    "bloom": ModelType(
        bloom,
        decoder_classes("Bloom")
        | {"BloomForCausalLM": causal_lm_of("word_embeddings"), "BloomForTokenClassification": token_classifier},
        usual="BloomForCausalLM",
        defaults={
            "vocab_size": 250_880,
            "hidden_size": 64,
            "n_layer": 2,
            "n_head": 8,
            "tie_word_embeddings": True,
        },
        prefix="transformer",
        aliases={"num_hidden_layers": "n_layer", "num_attention_heads": "n_head"},
        former={"n_embed": "hidden_size"},
    ),
}
