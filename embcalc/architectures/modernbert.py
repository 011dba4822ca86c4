"""ModernBERT: an encoder with rotary positions, fused gated layers and hardly any biases."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, bare, heads_divide, layer_norm, linear, output_head, token_table
from embcalc.config import Config, shown
from embcalc.errors import ConfigError
from embcalc.tensors import stack

# every type of layer has the same tensors; "attention" is an older release's name for the first
LAYER_TYPES = ("full_attention", "sliding_attention", "attention")


def modernbert(c: Config) -> Module:
    d, f, n = c.hidden_size, c.intermediate_size, c.num_hidden_layers
    heads_divide(c)
    check_layer_types(c)
    attention_bias, mlp_bias = c.flag("attention_bias"), c.flag("mlp_bias")
    attention: Module = {"Wqkv": linear(d, 3 * d, attention_bias), "Wo": linear(d, d, attention_bias)}
    mlp: Module = {
        "Wi": linear(d, 2 * f, mlp_bias),
        "act": activation(c, "hidden_activation"),
        "Wo": linear(f, d, mlp_bias),
    }
    # the embeddings' norm serves the first layer's attention
    first: Module = {"attn": attention, "mlp_norm": norm(c), "mlp": mlp}
    return {
        "embeddings": {"tok_embeddings": token_table(c.vocab_size, d), "norm": norm(c)},
        "layers": stack((first, 1), ({"attn_norm": norm(c), **first}, n - 1)),
        "final_norm": norm(c),
    }


def norm(c: Config) -> Module:
    return layer_norm(c.hidden_size, bias=c.flag("norm_bias"))


def head(c: Config) -> Module:
    d = c.hidden_size
    return {
        "dense": linear(d, d, c.flag("classifier_bias")),
        "act": activation(c, "classifier_activation"),
        "norm": norm(c),
    }


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    table = f"{prefix}.embeddings.tok_embeddings.weight" if c.flag("tie_word_embeddings") else None
    decoder = output_head(c.vocab_size, c.hidden_size, tied_to=table, bias=c.flag("decoder_bias"))
    return {prefix: base, "head": head(c), "decoder": decoder}


def labels(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "head": head(c), "classifier": linear(c.hidden_size, c.num_labels)}


def multiple_choice(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "head": head(c), "classifier": linear(c.hidden_size, 1)}


def check_layer_types(c: Config) -> None:
    types, n = c.items("layer_types"), c.num_hidden_layers
    if types is not None and len(types) != n:
        raise ConfigError(f"{c.spelt('layer_types')} names {len(types)} layers, but num_hidden_layers is {n}")
    strange = [name for name in types or () if name not in LAYER_TYPES]
    if strange:
        raise ConfigError(f"{c.spelt('layer_types')} may name {', '.join(LAYER_TYPES)}, not {shown(strange[0])}")


MODEL_TYPES = {
    "modernbert": ModelType(
        modernbert,
        {
            "ModernBertModel": bare,
            "ModernBertForMaskedLM": masked_lm,
            "ModernBertForSequenceClassification": labels,
            "ModernBertForTokenClassification": labels,
            "ModernBertForQuestionAnswering": labels,
            "ModernBertForMultipleChoice": multiple_choice,
        },
        usual="ModernBertForMaskedLM",
        defaults={
            "vocab_size": 50_368,
            "hidden_size": 768,
            "intermediate_size": 1_152,
            "num_hidden_layers": 22,
            "num_attention_heads": 12,
            "hidden_activation": "gelu",
            "norm_bias": False,
            "attention_bias": False,
            "layer_types": None,
            "mlp_bias": False,
            "decoder_bias": True,
            "classifier_bias": False,
            "classifier_activation": "gelu",
            "tie_word_embeddings": True,
        },
    ),
}
