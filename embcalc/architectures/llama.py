"""Llama and the relatives that differ from it in sizes and biases only."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    decoder,
    decoder_classes,
    gated_mlp,
    gqa,
    heads_divide,
    question_outputs,
    rms_norm,
    under,
)
from embcalc.config import Config
from embcalc.tensors import repeat


def llama(c: Config) -> Module:
    d, bias = c.hidden_size, c.flag("attention_bias")
    heads_divide(c)
    layer: Module = {
        "input_layernorm": rms_norm(d),
        "self_attn": gqa(c, qkv_bias=bias, out_bias=bias),
        "post_attention_layernorm": rms_norm(d),
        "mlp": gated_mlp(d, c.intermediate_size, bias=c.flag("mlp_bias")),
    }
    return decoder(c, repeat(layer, c.num_hidden_layers))


def mistral(c: Config) -> Module:
    # llama without any bias
    d = c.hidden_size
    layer: Module = {
        "input_layernorm": rms_norm(d),
        "self_attn": gqa(c),
        "post_attention_layernorm": rms_norm(d),
        "mlp": gated_mlp(d, c.intermediate_size),
    }
    return decoder(c, repeat(layer, c.num_hidden_layers))


MODEL_TYPES = {
    "llama": ModelType(
        llama,
        decoder_classes("Llama") | {"LlamaForQuestionAnswering": under("transformer", question_outputs)},
        usual="LlamaForCausalLM",
        defaults={
            "vocab_size": 32_000,
            "hidden_size": 4_096,
            "intermediate_size": 11_008,
            "num_hidden_layers": 32,
            "num_attention_heads": 32,
            "num_key_value_heads": None,
            "head_dim": None,
            "attention_bias": False,
            "mlp_bias": False,
            "tie_word_embeddings": False,
        },
    ),
}
