"""Mixtral: Mistral's attention with a mixture of experts in every layer."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, decoder_classes, experts, gqa, linear, rms_norm, scores, uniform_decoder
from embcalc.config import Config


def mixtral(c: Config) -> Module:
    d, f, n = c.hidden_size, c.intermediate_size, c.num_local_experts
    # a gated feed-forward under its own names: w1 gate, w3 up, w2 down
    expert: Module = {"w1": linear(d, f, bias=False), "w2": linear(f, d, bias=False), "w3": linear(d, f, bias=False)}
    layer: Module = {
        "self_attn": gqa(c, kv=c.num_key_value_heads),
        "block_sparse_moe": {
            "gate": scores(d, n),
            "experts": experts(expert, n, active=c.count("num_experts_per_tok")),
            "experts.act_fn": activation(c, "hidden_act"),
        },
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }
    return uniform_decoder(c, layer)


MODEL_TYPES = {
    "mixtral": ModelType(
        mixtral,
        decoder_classes("Mixtral"),
        usual="MixtralForCausalLM",
        aliases={"num_experts": "num_local_experts"},
        defaults={
            "vocab_size": 32_000,
            "hidden_size": 4_096,
            "intermediate_size": 14_336,
            "num_hidden_layers": 32,
            "num_attention_heads": 32,
            "num_key_value_heads": 8,
            "head_dim": None,
            "hidden_act": "silu",
            "num_local_experts": 8,
            "num_experts_per_tok": 2,
            "tie_word_embeddings": False,
        },
    ),
}
