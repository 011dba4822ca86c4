"""gpt-oss: attention with learned sinks, experts fused into one tensor a projection."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, decoder, decoder_classes, gqa, linear, rms_norm
from embcalc.config import Config
from embcalc.tensors import Param, repeat


def gpt_oss(c: Config) -> Module:
    d, bias = c.hidden_size, c.flag("attention_bias")
    attention = gqa(c, qkv_bias=bias, out_bias=bias, head=c.head_dim, kv=c.num_key_value_heads)
    layer: Module = {
        "input_layernorm": rms_norm(d),
        # a sink is a logit a head that draws attention away from every token
        "self_attn": attention | {"sinks": Param((c.num_attention_heads,))},
        "post_attention_layernorm": rms_norm(d),
        "mlp": {"router": linear(d, c.num_local_experts), "experts": fused_experts(c)},
    }
    return decoder(c, repeat(layer, c.num_hidden_layers))


def fused_experts(c: Config) -> Module:
    # (experts, in, out): not transposed as a linear layer is; gate and up share one tensor, every projection has a bias
    d, f, n, k = c.hidden_size, c.intermediate_size, c.num_local_experts, c.num_experts_per_tok
    return {
        "gate_up_proj": Param((n, d, 2 * f), active=k),
        "gate_up_proj_bias": Param((n, 2 * f), active=k),
        "down_proj": Param((n, f, d), active=k),
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
