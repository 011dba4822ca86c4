"""DeepSeek-V2 and V3: latent attention, some dense layers first, then many small experts beside shared ones."""

from __future__ import annotations

from embcalc.architectures.llama import llama_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    activation,
    buffer,
    decoder,
    decoder_classes,
    experts,
    gated_mlp,
    heads_divide,
    linear,
    rms_norm,
    scores,
)
from embcalc.config import Config
from embcalc.tensors import stack


def deepseek_v2(c: Config) -> Module:
    heads_divide(c)
    return deepseek(c, router(c), mlp_bias=c.flag("mlp_bias"))


def deepseek_v3(c: Config) -> Module:
    # the router balances its experts with a bias that is saved but not trained by gradients; no MLP has a bias.
    # Layers for multi-token prediction (num_nextn_predict_layers) are no part of the model's classes.
    return deepseek(c, router(c) | {"e_score_correction_bias": buffer(c.n_routed_experts)}, mlp_bias=False)


def deepseek(c: Config, gate: Module, *, mlp_bias: bool) -> Module:
    d, f, n = c.hidden_size, c.moe_intermediate_size, c.n_routed_experts
    layer: Module = {
        "self_attn": latent_attention(c),
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }
    active = c.optional_count("num_experts_per_tok")
    mixture: Module = {
        "experts": experts(gated_mlp(d, f), n, active=n if active is None else active),
        "experts.act_fn": activation(c, "hidden_act"),
        "gate": gate,
        "shared_experts": llama_mlp(c, f * c.count("n_shared_experts"), bias=mlp_bias),
    }
    dense = min(c.count("first_k_dense_replace"), c.num_hidden_layers)
    layers = stack(
        (layer | {"mlp": llama_mlp(c, c.intermediate_size, bias=mlp_bias)}, dense),
        (layer | {"mlp": mixture}, c.num_hidden_layers - dense),
    )
    return decoder(c, layers)


def router(c: Config) -> Module:
    return scores(c.hidden_size, c.n_routed_experts)


def latent_attention(c: Config) -> Module:
    d, n, bias = c.hidden_size, c.num_attention_heads, c.flag("attention_bias")
    latent, rope, nope = c.kv_lora_rank, c.qk_rope_head_dim, c.qk_nope_head_dim
    return queries(c, n * (nope + rope), bias=bias) | {
        "kv_a_proj_with_mqa": linear(d, latent + rope, bias),
        "kv_a_layernorm": rms_norm(latent),
        "kv_b_proj": linear(latent, n * (nope + c.v_head_dim), bias=False),
        "o_proj": linear(n * c.v_head_dim, d, bias),
    }


def queries(c: Config, width: int, *, bias: bool) -> Module:
    d, rank = c.hidden_size, c.optional("q_lora_rank")
    if rank is None:
        return {"q_proj": linear(d, width, bias=False)}
    return {
        "q_a_proj": linear(d, rank, bias),
        "q_a_layernorm": rms_norm(rank),
        "q_b_proj": linear(rank, width, bias=False),
    }


MODEL_TYPES = {
    "deepseek_v2": ModelType(
        deepseek_v2,
        decoder_classes("DeepseekV2", without=("ForTokenClassification", "ForQuestionAnswering")),
        usual="DeepseekV2ForCausalLM",
        aliases={"num_experts": "n_routed_experts"},
        defaults={
            "vocab_size": 102_400,
            "hidden_size": 4_096,
            "intermediate_size": 11_008,
            "moe_intermediate_size": 1_407,
            "num_hidden_layers": 32,
            "first_k_dense_replace": 0,
            "num_attention_heads": 32,
            "q_lora_rank": 1_536,
            "kv_lora_rank": 512,
            "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64,
            "v_head_dim": 128,
            "n_routed_experts": 64,
            "n_shared_experts": 2,
            "num_experts_per_tok": None,
            "hidden_act": "silu",
            "attention_bias": False,
            "mlp_bias": False,
            "tie_word_embeddings": False,
        },
    ),
    "deepseek_v3": ModelType(
        deepseek_v3,
        decoder_classes("DeepseekV3", without=("ForQuestionAnswering",)),
        usual="DeepseekV3ForCausalLM",
        aliases={"num_local_experts": "n_routed_experts"},
        defaults={
            "vocab_size": 129_280,
            "hidden_size": 7_168,
            "intermediate_size": 18_432,
            "moe_intermediate_size": 2_048,
            "num_hidden_layers": 61,
            "first_k_dense_replace": 3,
            "num_attention_heads": 128,
            "q_lora_rank": 1_536,
            "kv_lora_rank": 512,
            "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64,
            "v_head_dim": 128,
            "n_routed_experts": 256,
            "n_shared_experts": 1,
            "num_experts_per_tok": 8,
            "hidden_act": "silu",
            "attention_bias": False,
            "tie_word_embeddings": False,
        },
    ),
}
