"""GPT-NeoX (Pythia, Dolly): rotary positions, fused query, key and value, layer norms with bias."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    decoder_classes,
    heads_divide,
    layer_norm,
    linear,
    output_head,
    token_classifier,
    token_table,
)
from embcalc.config import Config
from embcalc.tensors import repeat


def gpt_neox(c: Config) -> Module:
    d, f, bias = c.hidden_size, c.intermediate_size, c.flag("attention_bias")
    heads_divide(c)
    layer: Module = {
        "input_layernorm": layer_norm(d),
        "post_attention_layernorm": layer_norm(d),
        "attention": {"query_key_value": linear(d, 3 * d, bias), "dense": linear(d, d, bias)},
        "mlp": {"dense_h_to_4h": linear(d, f), "dense_4h_to_h": linear(f, d)},
    }
    return {
        "embed_in": token_table(c.vocab_size, d),
        "layers": repeat(layer, c.num_hidden_layers),
        "final_layer_norm": layer_norm(d),
    }


def causal_lm(c: Config, base: Module, prefix: str) -> Module:
    # checkpoints keep an older name of the head than the class; a tied one is in no checkpoint
    tied = c.flag("tie_word_embeddings")
    owner = f"{prefix}.embed_in.weight" if tied else None
    return {prefix: base, "lm_head" if tied else "embed_out": output_head(c.vocab_size, c.hidden_size, tied_to=owner)}


MODEL_TYPES = {
    "gpt_neox": ModelType(
        gpt_neox,
        decoder_classes("GPTNeoX")
        | {"GPTNeoXForCausalLM": causal_lm, "GPTNeoXForTokenClassification": token_classifier},
        usual="GPTNeoXForCausalLM",
        defaults={
            "vocab_size": 50_432,
            "hidden_size": 6_144,
            "intermediate_size": 24_576,
            "num_hidden_layers": 44,
            "num_attention_heads": 64,
            "attention_bias": True,
            "tie_word_embeddings": False,
        },
        prefix="gpt_neox",
    ),
}
