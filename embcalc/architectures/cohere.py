"""Cohere's Command models: attention and feed-forward side by side, behind one norm."""

from __future__ import annotations

from typing import Any

from embcalc.architectures.llama import LLAMA, biased_gqa, llama_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    CLASSIFIERS,
    Module,
    decoder_classes,
    head_dim,
    kv_heads,
    layer_norm,
    uniform_decoder,
)
from embcalc.config import Config
from embcalc.tensors import Param


def cohere2(c: Config) -> Module:
    # one layer norm, without a shift, in front of both parts
    return parallel(c, biased_gqa(c))


def cohere(c: Config) -> Module:
    # q and k may have norms that scale every channel of every head by itself
    return parallel(c, biased_gqa(c) | (head_scales(c) if c.has("use_qk_norm") and c.flag("use_qk_norm") else {}))


def parallel(c: Config, attention: Module) -> Module:
    norm = layer_norm(c.hidden_size, bias=False)
    layer: Module = {"self_attn": attention, "mlp": llama_mlp(c, c.intermediate_size), "input_layernorm": norm}
    return uniform_decoder(c, layer, norm=norm)


def head_scales(c: Config) -> Module:
    h = head_dim(c)
    return {
        "q_norm": {"weight": Param((c.num_attention_heads, h))},
        "k_norm": {"weight": Param((kv_heads(c), h))},
    }


COHERE: dict[str, Any] = LLAMA | {
    "vocab_size": 256_000,
    "hidden_size": 8_192,
    "intermediate_size": 22_528,
    "num_hidden_layers": 40,
    "num_attention_heads": 64,
    "attention_bias": False,
    "tie_word_embeddings": True,
}

MODEL_TYPES = {
    "cohere": ModelType(
        cohere,
        decoder_classes("Cohere", without=CLASSIFIERS),
        usual="CohereForCausalLM",
        defaults=COHERE | {"use_qk_norm": False},
    ),
    "cohere2": ModelType(
        cohere2,
        decoder_classes("Cohere2", without=CLASSIFIERS),
        usual="Cohere2ForCausalLM",
        defaults=COHERE,
    ),
}
