"""Llama and the relatives that differ from it in sizes and biases only; `llama_layer` is where other families start."""

from __future__ import annotations

from typing import Any

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    CLASSIFIERS,
    Head,
    Module,
    activation,
    decoder_classes,
    experts,
    gated_mlp,
    gqa,
    heads_divide,
    question_outputs,
    rms_norm,
    scores,
    under,
    uniform_decoder,
)
from embcalc.config import Config
from embcalc.errors import ConfigError


def llama_layer(c: Config, act: str = "hidden_act") -> Module:
    # without any bias; relatives replace and add parts with `|`
    d = c.hidden_size
    return {
        "self_attn": gqa(c),
        "mlp": llama_mlp(c, c.intermediate_size, act=act),
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }


def llama_mlp(c: Config, f: int, *, act: str = "hidden_act", bias: bool = False) -> Module:
    return gated_mlp(c.hidden_size, f, bias) | {"act_fn": activation(c, act)}


def routed_mlp(c: Config, f: int, n: int) -> Module:
    # a router and n experts; the activation function that they have in common stands beside their numbers
    return {
        "gate": scores(c.hidden_size, n),
        "experts": experts(gated_mlp(c.hidden_size, f), n, active=c.count("num_experts_per_tok")),
        "experts.act_fn": activation(c, "hidden_act"),
    }


def biased_gqa(c: Config, *, head: int | None = None, kv: int | None = None) -> Module:
    # one switch for the biases of all four projections
    bias = c.flag("attention_bias")
    return gqa(c, qkv_bias=bias, out_bias=bias, head=head, kv=kv)


def granite(c: Config) -> Module:
    # biases as the config says
    mlp = llama_mlp(c, c.intermediate_size, bias=c.flag("mlp_bias"))
    return uniform_decoder(c, llama_layer(c) | {"self_attn": biased_gqa(c), "mlp": mlp})


def llama(c: Config) -> Module:
    # granite, but the heads must split the width evenly
    heads_divide(c)
    return granite(c)


def mistral(c: Config) -> Module:
    # no biases, and key and value heads that may not be null
    return uniform_decoder(c, llama_layer(c) | {"self_attn": gqa(c, kv=c.num_key_value_heads)})


def smollm3(c: Config) -> Module:
    # granite; some layers go without rotary positions, and a list of them must reach the last layer
    listed, n = c.items("no_rope_layers"), c.num_hidden_layers
    if listed is not None and len(listed) < n:
        raise ConfigError(f"no_rope_layers lists {len(listed)} layers, num_hidden_layers says {n}")
    return granite(c)


def llama_classes(stem: str) -> dict[str, Head]:
    # the class for questions calls its base model otherwise
    return decoder_classes(stem) | {f"{stem}ForQuestionAnswering": under("transformer", question_outputs)}


LLAMA: dict[str, Any] = {
    "vocab_size": 32_000,
    "hidden_size": 4_096,
    "intermediate_size": 11_008,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": None,
    "hidden_act": "silu",
    "tie_word_embeddings": False,
}
BIASES = {"attention_bias": False, "mlp_bias": False}

MODEL_TYPES = {
    "llama": ModelType(
        llama,
        llama_classes("Llama"),
        usual="LlamaForCausalLM",
        defaults=LLAMA | BIASES | {"head_dim": None},
    ),
    "granite": ModelType(
        granite,
        decoder_classes("Granite", without=CLASSIFIERS),
        usual="GraniteForCausalLM",
        defaults=LLAMA | BIASES,
    ),
    "mistral": ModelType(
        mistral,
        decoder_classes("Mistral"),
        usual="MistralForCausalLM",
        defaults=LLAMA | {"intermediate_size": 14_336, "num_key_value_heads": 8, "head_dim": None},
    ),
    "smollm3": ModelType(
        smollm3,
        llama_classes("SmolLM3"),
        usual="SmolLM3ForCausalLM",
        defaults={
            "vocab_size": 128_256,
            "hidden_size": 2_048,
            "intermediate_size": 11_008,
            "num_hidden_layers": 36,
            "num_attention_heads": 16,
            "num_key_value_heads": 4,
            "hidden_act": "silu",
            "tie_word_embeddings": True,
            "no_rope_layers": None,
            **BIASES,
        },
    ),
}
