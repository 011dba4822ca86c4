"""Phi (1, 1.5, 2) and Phi-3 (also Phi-3.5 and Phi-4)."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    causal_lm_of,
    decoder,
    decoder_classes,
    head_dim,
    kv_heads,
    layer_norm,
    linear,
    rms_norm,
    token_table,
)
from embcalc.config import Config
from embcalc.tensors import repeat


def phi(c: Config) -> Module:
    # one norm a layer for attention and feed-forward alike, biases everywhere
    d, f = c.hidden_size, c.intermediate_size
    layer: Module = {
        "self_attn": phi_attention(c),
        "mlp": {"fc1": linear(d, f), "fc2": linear(f, d)},
        "input_layernorm": layer_norm(d),
    }
    return {
        "embed_tokens": token_table(c.vocab_size, d),
        "layers": repeat(layer, c.num_hidden_layers),
        "final_layernorm": layer_norm(d),
    }


def phi_attention(c: Config) -> Module:
    # the norms of query and key keep to hidden_size // num_attention_heads, whatever head_dim says
    d, q, kv = c.hidden_size, c.num_attention_heads * head_dim(c), kv_heads(c) * head_dim(c)
    norm = layer_norm(d // c.num_attention_heads)
    return {
        "q_proj": linear(d, q),
        "k_proj": linear(d, kv),
        "v_proj": linear(d, kv),
        "dense": linear(q, d),
        **({"q_layernorm": norm, "k_layernorm": norm} if c.flag("qk_layernorm") else {}),
    }


def phi3(c: Config) -> Module:
    # llama with query, key and value in one matrix, and gate and up in another
    d, f, q, kv = c.hidden_size, c.intermediate_size, c.num_attention_heads * head_dim(c), kv_heads(c) * head_dim(c)
    layer: Module = {
        "self_attn": {"o_proj": linear(q, d, bias=False), "qkv_proj": linear(d, q + 2 * kv, bias=False)},
        "mlp": {"gate_up_proj": linear(d, 2 * f, bias=False), "down_proj": linear(f, d, bias=False)},
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }
    return decoder(c, repeat(layer, c.num_hidden_layers))


MODEL_TYPES = {
    "phi": ModelType(
        phi,
        decoder_classes("Phi", without=("ForQuestionAnswering",))
        | {"PhiForCausalLM": causal_lm_of("embed_tokens", bias=True)},
        usual="PhiForCausalLM",
        defaults={
            "vocab_size": 51_200,
            "hidden_size": 2_048,
            "intermediate_size": 8_192,
            "num_hidden_layers": 24,
            "num_attention_heads": 32,
            "num_key_value_heads": None,
            "qk_layernorm": False,
            "tie_word_embeddings": False,
        },
    ),
    "phi3": ModelType(
        phi3,
        decoder_classes("Phi3", without=("ForQuestionAnswering",)),
        usual="Phi3ForCausalLM",
        defaults={
            "vocab_size": 32_064,
            "hidden_size": 3_072,
            "intermediate_size": 8_192,
            "num_hidden_layers": 32,
            "num_attention_heads": 32,
            "num_key_value_heads": None,
            "tie_word_embeddings": False,
        },
    ),
}
