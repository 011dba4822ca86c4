"""Qwen 2 and 3 as mixtures of experts: layers with a router and experts, and dense ones where the config says so."""

from __future__ import annotations

from typing import Any

from embcalc.architectures.llama import LLAMA, biased_gqa, llama_classes, llama_layer, llama_mlp, routed_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, decoder, decoder_classes, gqa, head_dim, qk_norms, scores
from embcalc.config import Config


def mixed_layers(c: Config, dense: Module, sparse: Module) -> list[Module]:
    # every decoder_sparse_step-th layer is sparse, save those that mlp_only_layers lists
    step, exempt = c.decoder_sparse_step if c.count("num_experts") else 0, c.numbers("mlp_only_layers")
    layers = range(c.num_hidden_layers)
    return [sparse if step and (i + 1) % step == 0 and i not in exempt else dense for i in layers]


def mixture(c: Config) -> Module:
    return routed_mlp(c, c.moe_intermediate_size, c.count("num_experts"))


def qwen2_moe(c: Config) -> Module:
    # beside the experts one shared by all tokens, with a gate of its own
    d = c.hidden_size
    shared = llama_mlp(c, c.count("shared_expert_intermediate_size"))
    dense = llama_layer(c) | {"self_attn": gqa(c, qkv_bias=c.flag("qkv_bias"), kv=c.num_key_value_heads)}
    sparse = mixture(c) | {"shared_expert": shared, "shared_expert_gate": scores(d, 1)}
    return decoder(c, mixed_layers(c, dense, dense | {"mlp": sparse}))


def qwen3_moe(c: Config) -> Module:
    # a norm, shared by all heads, on q and on k; no shared expert
    h = head_dim(c)
    dense = llama_layer(c) | {"self_attn": biased_gqa(c, kv=c.num_key_value_heads) | qk_norms(h, h)}
    return decoder(c, mixed_layers(c, dense, dense | {"mlp": mixture(c)}))


QWEN_MOE: dict[str, Any] = LLAMA | {
    "vocab_size": 151_936,
    "hidden_size": 2_048,
    "num_hidden_layers": 24,
    "decoder_sparse_step": 1,
    "mlp_only_layers": None,
}

MODEL_TYPES = {
    "qwen2_moe": ModelType(
        qwen2_moe,
        decoder_classes("Qwen2Moe"),
        usual="Qwen2MoeForCausalLM",
        defaults=QWEN_MOE
        | {"intermediate_size": 5_632, "num_attention_heads": 16, "num_key_value_heads": 16, "qkv_bias": True}
        | {"moe_intermediate_size": 1_408, "shared_expert_intermediate_size": 5_632}
        | {"num_experts": 60, "num_experts_per_tok": 4},
    ),
    "qwen3_moe": ModelType(
        qwen3_moe,
        llama_classes("Qwen3Moe"),
        usual="Qwen3MoeForCausalLM",
        defaults=QWEN_MOE
        | {"intermediate_size": 6_144, "num_key_value_heads": 4, "attention_bias": False}
        | {"moe_intermediate_size": 768, "num_experts": 128, "num_experts_per_tok": 8},
        # the class keeps the number under this name, so it wins where a config states both
        former={"num_local_experts": "num_experts"},
    ),
}
