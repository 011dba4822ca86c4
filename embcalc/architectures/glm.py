"""GLM-4 of 2025: the dense models and the mixtures of experts."""

from __future__ import annotations

from embcalc.architectures.llama import LLAMA, llama_layer, llama_mlp, routed_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    CLASSIFIERS,
    Module,
    activation,
    buffer,
    decoder,
    decoder_classes,
    gqa,
    head_dim,
    linear,
    qk_norms,
    rms_norm,
    scores,
    uniform_decoder,
)
from embcalc.config import Config
from embcalc.tensors import stack


def glm4(c: Config) -> Module:
    # gate and up in one tensor; norms after both parts too; no bias on o
    d, f = c.hidden_size, c.intermediate_size
    layer = llama_layer(c) | {
        "self_attn": gqa(c, qkv_bias=c.flag("attention_bias"), head=c.head_dim, kv=c.num_key_value_heads),
        "mlp": {"gate_up_proj": linear(d, 2 * f, bias=False), "down_proj": linear(f, d, bias=False)}
        | {"activation_fn": activation(c, "hidden_act")},
        "post_self_attn_layernorm": rms_norm(d),
        "post_mlp_layernorm": rms_norm(d),
    }
    return uniform_decoder(c, layer)


def glm4_moe(c: Config) -> Module:
    # leading dense layers, then layers with routed and shared experts; no bias on o
    n, k, h = c.num_hidden_layers, c.count("first_k_dense_replace"), head_dim(c)
    attention = gqa(c, qkv_bias=c.flag("attention_bias"), kv=c.num_key_value_heads)
    norms = qk_norms(h, h) if c.flag("use_qk_norm") else {}
    dense = llama_layer(c) | {"self_attn": attention | norms}
    return decoder(c, stack((dense, min(k, n)), (dense | {"mlp": sparse_mlp(c)}, n - k)))


def sparse_mlp(c: Config) -> Module:
    # the router's correction bias is set by balancing, not by training
    f, n = c.moe_intermediate_size, c.n_routed_experts
    return routed_mlp(c, f, n) | {
        "gate": scores(c.hidden_size, n) | {"e_score_correction_bias": buffer(n)},
        "shared_experts": llama_mlp(c, f * c.count("n_shared_experts")),
    }


MODEL_TYPES = {
    "glm4": ModelType(
        glm4,
        decoder_classes("Glm4", without=("ForQuestionAnswering",)),
        usual="Glm4ForCausalLM",
        defaults=LLAMA
        | {"vocab_size": 151_552, "intermediate_size": 13_696, "num_hidden_layers": 40}
        | {"num_key_value_heads": 2, "head_dim": 128, "attention_bias": True},
    ),
    "glm4_moe": ModelType(
        glm4_moe,
        decoder_classes("Glm4Moe", without=CLASSIFIERS),
        usual="Glm4MoeForCausalLM",
        defaults=LLAMA
        | {"vocab_size": 151_552, "intermediate_size": 10_944, "num_hidden_layers": 46}
        | {"num_attention_heads": 96, "num_key_value_heads": 8, "attention_bias": False, "use_qk_norm": False}
        | {"n_routed_experts": 128, "n_shared_experts": 1, "num_experts_per_tok": 8, "moe_intermediate_size": 1_408}
        | {"first_k_dense_replace": 1},
        aliases={"num_local_experts": "n_routed_experts"},
    ),
}
