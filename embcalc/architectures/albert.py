"""ALBERT: an encoder whose layers share their weights, behind embeddings of their own width."""

from __future__ import annotations

from embcalc.architectures.bert import embeddings, encoder_classes, head_bias, heads_width, tied_decoder, without
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, layer_norm, linear
from embcalc.config import Config
from embcalc.tensors import repeat


def albert(c: Config) -> Module:
    # the depth costs nothing: num_hidden_layers only says how often the groups are gone through
    d, e = c.hidden_size, c.embedding_size
    group: Module = {"albert_layers": repeat(layer(c), c.inner_group_num)}
    return {
        "embeddings": embeddings(c, e),
        "encoder": {
            "embedding_hidden_mapping_in": linear(e, d),
            "albert_layer_groups": repeat(group, c.num_hidden_groups),
        },
        "pooler": linear(d, d),
    }


def layer(c: Config) -> Module:
    d, f, h = c.hidden_size, c.intermediate_size, heads_width(c)
    return {
        "full_layer_layer_norm": layer_norm(d),
        "attention": {
            "query": linear(d, h),
            "key": linear(d, h),
            "value": linear(d, h),
            "dense": linear(d, d),
            "LayerNorm": layer_norm(d),
        },
        "ffn": linear(d, f),
        "ffn_output": linear(f, d),
        "activation": activation(c, "hidden_act"),
    }


def predictions(c: Config, prefix: str) -> Module:
    d, e = c.hidden_size, c.embedding_size
    return {
        "bias": head_bias(c),
        "LayerNorm": layer_norm(e),
        "dense": linear(d, e),
        "decoder": tied_decoder(c, e, prefix, "predictions.bias"),
        "activation": activation(c, "hidden_act"),
    }


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: without(base, "pooler"), "predictions": predictions(c, prefix)}


def pre_training(c: Config, base: Module, prefix: str) -> Module:
    order: Module = {"classifier": linear(c.hidden_size, c.num_labels)}
    return {prefix: base, "predictions": predictions(c, prefix), "sop_classifier": order}


MODEL_TYPES = {
    "albert": ModelType(
        albert,
        encoder_classes("Albert", ForMaskedLM=masked_lm, ForPreTraining=pre_training),
        usual="AlbertForMaskedLM",
        prefix="albert",
        defaults={
            "vocab_size": 30_000,
            "embedding_size": 128,
            "hidden_size": 4_096,
            "num_hidden_groups": 1,
            "inner_group_num": 1,
            "num_attention_heads": 64,
            "intermediate_size": 16_384,
            "hidden_act": "gelu_new",
            "max_position_embeddings": 512,
            "type_vocab_size": 2,
            "tie_word_embeddings": True,
        },
    ),
}
