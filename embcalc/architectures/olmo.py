"""OLMo (norms without parameters), OLMo 2 (norms after the parts) and OLMoE (a mixture of experts)."""

from __future__ import annotations

from embcalc.architectures.llama import LLAMA, biased_gqa, llama_layer, llama_mlp, routed_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    CLASSIFIERS,
    Module,
    decoder_classes,
    head_dim,
    kv_heads,
    qk_norms,
    rms_norm,
    uniform_decoder,
)
from embcalc.config import Config


def olmo(c: Config) -> Module:
    # the norms neither scale nor shift, so they hold no tensors
    mlp = llama_mlp(c, c.intermediate_size)
    return uniform_decoder(c, {"self_attn": biased_gqa(c), "mlp": mlp}, norm={})


def olmo2(c: Config) -> Module:
    # norms after attention and feed-forward, none before; q and k are normed over all heads at once
    d, h = c.hidden_size, head_dim(c)
    layer: Module = {
        "self_attn": biased_gqa(c) | qk_norms(c.num_attention_heads * h, kv_heads(c) * h),
        "mlp": llama_mlp(c, c.intermediate_size),
        "post_attention_layernorm": rms_norm(d),
        "post_feedforward_layernorm": rms_norm(d),
    }
    return uniform_decoder(c, layer)


def olmoe(c: Config) -> Module:
    # the norms of q and k take the heads to be hidden_size // num_attention_heads wide, whatever head_dim says
    norms = qk_norms(c.hidden_size, c.hidden_size // c.num_attention_heads * kv_heads(c))
    mlp = routed_mlp(c, c.intermediate_size, c.num_experts)
    return uniform_decoder(c, llama_layer(c) | {"self_attn": biased_gqa(c) | norms, "mlp": mlp})


OLMO = LLAMA | {"vocab_size": 50_304, "attention_bias": False}
DENSE_LACK = ("ForTokenClassification", "ForQuestionAnswering")

MODEL_TYPES = {
    "olmo": ModelType(olmo, decoder_classes("Olmo", without=DENSE_LACK), usual="OlmoForCausalLM", defaults=OLMO),
    "olmo2": ModelType(olmo2, decoder_classes("Olmo2", without=DENSE_LACK), usual="Olmo2ForCausalLM", defaults=OLMO),
    "olmoe": ModelType(
        olmoe,
        decoder_classes("Olmoe", without=CLASSIFIERS),
        usual="OlmoeForCausalLM",
        defaults=OLMO
        | {"hidden_size": 2_048, "intermediate_size": 2_048, "num_hidden_layers": 16, "num_attention_heads": 16}
        | {"num_experts": 64, "num_experts_per_tok": 8},
        aliases={"num_local_experts": "num_experts"},
    ),
}
