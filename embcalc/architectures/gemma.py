"""Gemma, Gemma 2 and Gemma 3 (text): Llama with heads of a width of its own, then more norms."""

from __future__ import annotations

from typing import Any

from embcalc.architectures.llama import biased_gqa, llama_layer
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    bare,
    causal_lm,
    decoder_classes,
    heads_divide,
    qk_norms,
    rms_norm,
    sequence_score,
    uniform_decoder,
)
from embcalc.config import Config


def attention(c: Config) -> Module:
    # neither the heads' width nor the key and value heads may be null
    return biased_gqa(c, head=c.head_dim, kv=c.num_key_value_heads)


def gemma(c: Config) -> Module:
    return uniform_decoder(c, llama_layer(c) | {"self_attn": attention(c)})


def gemma2_layer(c: Config) -> Module:
    # norms before and after the feed-forward part too
    d = c.hidden_size
    norms: Module = {"pre_feedforward_layernorm": rms_norm(d), "post_feedforward_layernorm": rms_norm(d)}
    return llama_layer(c, act="hidden_activation") | {"self_attn": attention(c)} | norms


def gemma2(c: Config) -> Module:
    heads_divide(c)
    return uniform_decoder(c, gemma2_layer(c))


def gemma3(c: Config) -> Module:
    # Gemma 2 with a norm, shared by all heads, on q and on k
    h = c.head_dim
    heads_divide(c)
    return uniform_decoder(c, gemma2_layer(c) | {"self_attn": attention(c) | qk_norms(h, h)})


GEMMA: dict[str, Any] = {
    "vocab_size": 256_000,
    "hidden_size": 3_072,
    "intermediate_size": 24_576,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "head_dim": 256,
    "attention_bias": False,
    "tie_word_embeddings": True,
}
GEMMA2 = GEMMA | {
    "hidden_size": 2_304,
    "intermediate_size": 9_216,
    "num_hidden_layers": 26,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "hidden_activation": "gelu_pytorch_tanh",
}

MODEL_TYPES = {
    "gemma": ModelType(
        gemma,
        decoder_classes("Gemma", without=("ForQuestionAnswering",)),
        usual="GemmaForCausalLM",
        defaults=GEMMA | {"hidden_act": "gelu_pytorch_tanh"},
    ),
    "gemma2": ModelType(
        gemma2,
        decoder_classes("Gemma2", without=("ForQuestionAnswering",)),
        usual="Gemma2ForCausalLM",
        defaults=GEMMA2,
    ),
    "gemma3_text": ModelType(
        gemma3,
        {
            "Gemma3TextModel": bare,
            "Gemma3ForCausalLM": causal_lm,
            "Gemma3TextForSequenceClassification": sequence_score,
        },
        usual="Gemma3ForCausalLM",
        defaults=GEMMA2 | {"vocab_size": 262_208},
    ),
}
