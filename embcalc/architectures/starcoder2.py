"""StarCoder2: Llama with layer norms that also shift, biases throughout and a feed-forward part without a gate."""

from __future__ import annotations

from embcalc.architectures.llama import LLAMA
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, decoder_classes, gqa, layer_norm, linear, split_width, uniform_decoder
from embcalc.config import Config


def starcoder2(c: Config) -> Module:
    d, f, bias = c.hidden_size, c.intermediate_size, c.flag("use_bias")
    # here a null head_dim is as good as none
    head = c.head_dim if c.has("head_dim") else split_width(c)
    layer: Module = {
        "self_attn": gqa(c, qkv_bias=bias, out_bias=bias, head=head, kv=c.num_key_value_heads),
        "mlp": {"c_fc": linear(d, f, bias), "c_proj": linear(f, d, bias), "act": activation(c, "hidden_act")},
        "input_layernorm": layer_norm(d),
        "post_attention_layernorm": layer_norm(d),
    }
    return uniform_decoder(c, layer, norm=layer_norm(d))


MODEL_TYPES = {
    "starcoder2": ModelType(
        starcoder2,
        decoder_classes("Starcoder2", without=("ForQuestionAnswering",)),
        usual="Starcoder2ForCausalLM",
        defaults=LLAMA
        | {"vocab_size": 49_152, "hidden_size": 3_072, "intermediate_size": 12_288, "num_hidden_layers": 30}
        | {"num_attention_heads": 24, "num_key_value_heads": 2, "use_bias": True, "tie_word_embeddings": True}
        | {"hidden_act": "gelu_pytorch_tanh"},
    ),
}
