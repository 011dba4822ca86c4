"""StableLM: Llama with layer norms that also shift, and norms for each head where the config asks for them."""

from __future__ import annotations

from embcalc.architectures.llama import LLAMA, llama_mlp
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, decoder_classes, gqa, heads_divide, layer_norm, split_width, uniform_decoder
from embcalc.config import Config
from embcalc.tensors import repeat


def stablelm(c: Config) -> Module:
    # head_dim is not looked at; with parallel residuals both parts share one norm
    d, h, kv = c.hidden_size, split_width(c), c.num_key_value_heads
    heads_divide(c)
    norms = head_norms(h, c.num_attention_heads, kv) if c.flag("qk_layernorm") else {}
    layer: Module = {
        "self_attn": gqa(c, qkv_bias=c.flag("use_qkv_bias"), head=h, kv=kv) | norms,
        "mlp": llama_mlp(c, c.intermediate_size),
        "input_layernorm": layer_norm(d),
        "post_attention_layernorm": {} if c.flag("use_parallel_residual") else layer_norm(d),
    }
    return uniform_decoder(c, layer, norm=layer_norm(d))


def head_norms(h: int, n: int, kv: int) -> Module:
    # each head has a scale of its own
    scale = layer_norm(h, bias=False)
    return {"q_layernorm": {"norms": repeat(scale, n)}, "k_layernorm": {"norms": repeat(scale, kv)}}


MODEL_TYPES = {
    "stablelm": ModelType(
        stablelm,
        decoder_classes("StableLm", without=("ForQuestionAnswering",)),
        usual="StableLmForCausalLM",
        defaults=LLAMA
        | {"vocab_size": 50_304, "hidden_size": 2_560, "intermediate_size": 6_912, "num_key_value_heads": 32}
        | {"use_qkv_bias": False, "qk_layernorm": False, "use_parallel_residual": False},
    ),
}
