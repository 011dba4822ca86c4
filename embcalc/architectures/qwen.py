"""Qwen 2 and 3, dense: Llama with biases on q, k and v (2) or with norms on the heads of q and k (3)."""

from __future__ import annotations

from embcalc.architectures.llama import LLAMA, biased_gqa, llama_classes, llama_layer
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, gqa, qk_norms, uniform_decoder
from embcalc.config import Config


def qwen2(c: Config) -> Module:
    # biases on q, k and v, none on o
    return uniform_decoder(c, llama_layer(c) | {"self_attn": gqa(c, qkv_bias=True)})


def qwen3(c: Config) -> Module:
    # a norm, shared by all heads, on q and on k
    h = c.head_dim
    return uniform_decoder(c, llama_layer(c) | {"self_attn": biased_gqa(c, head=h) | qk_norms(h, h)})


QWEN2 = LLAMA | {"vocab_size": 151_936, "intermediate_size": 22_016, "num_key_value_heads": 32}

MODEL_TYPES = {
    "qwen2": ModelType(qwen2, llama_classes("Qwen2"), usual="Qwen2ForCausalLM", defaults=QWEN2),
    "qwen3": ModelType(
        qwen3,
        llama_classes("Qwen3"),
        usual="Qwen3ForCausalLM",
        defaults=QWEN2 | {"head_dim": 128, "attention_bias": False},
    ),
}
