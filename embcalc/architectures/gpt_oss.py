"""gpt-oss: attention with learned sinks, experts fused into one tensor a projection."""

from __future__ import annotations

from embcalc.architectures.llama import biased_gqa
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, decoder_classes, rms_norm, scores, uniform_decoder
from embcalc.config import Config
from embcalc.tensors import Kind, Param


def gpt_oss(c: Config) -> Module:
    d, n = c.hidden_size, c.num_attention_heads
    layer: Module = {
        # a sink is a logit a head that draws attention away from every token
        "self_attn": biased_gqa(c, head=c.head_dim, kv=c.num_key_value_heads) | {"sinks": Param((n,))},
        "mlp": {"router": scores(d, c.num_local_experts, bias=True), "experts": fused_experts(c)},
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }
    return uniform_decoder(c, layer)


def fused_experts(c: Config) -> Module:
    # (experts, in, out): not transposed as a linear layer is; gate and up share one tensor, every projection has a bias
    d, f, n, k = c.hidden_size, c.intermediate_size, c.num_local_experts, c.count("num_experts_per_tok")
    return {
        "gate_up_proj": Param((n, d, 2 * f), active=k, kind=Kind.EXPERTS),
        "gate_up_proj_bias": Param((n, 2 * f), active=k),
        "down_proj": Param((n, f, d), active=k, kind=Kind.EXPERTS),
        "down_proj_bias": Param((n, d), active=k),
    }


MODEL_TYPES = {
    "gpt_oss": ModelType(
        gpt_oss,
        decoder_classes("GptOss", without=("ForQuestionAnswering",)),
        usual="GptOssForCausalLM",
        aliases={"num_experts": "num_local_experts"},
        defaults={
            "vocab_size": 201_088,
            "hidden_size": 2_880,
            "intermediate_size": 2_880,
            "num_hidden_layers": 36,
            "num_attention_heads": 64,
            "num_key_value_heads": 8,
            "head_dim": 64,
            "attention_bias": True,
            "num_local_experts": 128,
            "num_experts_per_tok": 4,
            "tie_word_embeddings": False,
        },
    ),
}
