"""DeBERTa-v2 and -v3: BERT's encoder with disentangled attention to content and relative position."""

from __future__ import annotations

from embcalc.architectures.bert import (
    encoder_classes,
    feed_forward,
    head_bias,
    into_residual,
    predictions,
)
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    activation,
    heads_divide,
    layer_norm,
    linear,
    other_table,
    position_table,
    token_table,
)
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Kind, Param, Role, repeat


def deberta(c: Config) -> Module:
    return {"embeddings": embeddings(c), "encoder": encoder(c)}


def embeddings(c: Config) -> Module:
    d, e, types = c.hidden_size, embedding_size(c), c.count("type_vocab_size")
    positions = c.flag("position_biased_input")
    return {
        "word_embeddings": token_table(c.vocab_size, e),
        **({"position_embeddings": position_table(c.max_position_embeddings, e)} if positions else {}),
        **({"token_type_embeddings": other_table(types, e)} if types else {}),
        **({"embed_proj": linear(e, d, bias=False)} if e != d else {}),
        "LayerNorm": layer_norm(d),
    }


def encoder(c: Config) -> Module:
    d, relative, kernel = c.hidden_size, c.flag("relative_attention"), extra(c, "conv_kernel_size", 0)
    norms = c.text("norm_rel_ebd").lower().split("|") if "norm_rel_ebd" in c.data else []
    layer: Module = {"attention": {"self": attention(c), "output": into_residual(d, d)}, **feed_forward(c)}
    return {
        "layer": repeat(layer, c.num_hidden_layers),
        **({"rel_embeddings": position_table(2 * distances(c), d)} if relative else {}),
        **({"LayerNorm": layer_norm(d)} if "layer_norm" in [name.strip() for name in norms] else {}),
        **({"conv": convolution(c, kernel)} if kernel > 0 else {}),
    }


def attention(c: Config) -> Module:
    # a head attends from content to position (c2p), from position to content (p2c), to both or to none
    d, n = c.hidden_size, c.num_attention_heads
    heads_divide(c)
    h = n * (c.attention_head_size if "attention_head_size" in c.data else d // n)
    shared = c.has("share_att_key") and c.flag("share_att_key")
    terms = position_terms(c) if c.flag("relative_attention") and not shared else []
    return {
        "query_proj": linear(d, h),
        "key_proj": linear(d, h),
        "value_proj": linear(d, h),
        **({"pos_key_proj": linear(d, h)} if "c2p" in terms else {}),
        **({"pos_query_proj": linear(d, h)} if "p2c" in terms else {}),
    }


def convolution(c: Config, kernel: int) -> Module:
    d, groups = c.hidden_size, c.conv_groups if "conv_groups" in c.data else 1
    if d % groups:
        raise ConfigError(f"{c.spelt('hidden_size')} {d} is not a multiple of {c.spelt('conv_groups')} {groups}")
    conv: Module = {"weight": Param((d, d // groups, kernel)), "bias": Param((d,))}
    return {"conv": conv, "LayerNorm": layer_norm(d)}


# Keys that the class knows no default of, but obeys where a config states them


def extra(c: Config, key: str, default: int) -> int:
    return c.signed(key) if key in c.data else default


def embedding_size(c: Config) -> int:
    return c.embedding_size if "embedding_size" in c.data else c.hidden_size


def distances(c: Config) -> int:
    buckets, farthest = extra(c, "position_buckets", -1), c.signed("max_relative_positions")
    return buckets if buckets > 0 else farthest if farthest > 0 else c.max_position_embeddings


def position_terms(c: Config) -> list[str]:
    stated = c.data.get("pos_att_type")
    if isinstance(stated, str):
        return [term.strip() for term in stated.lower().split("|")]
    return list(c.items("pos_att_type") or [])


# Heads


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    if c.flag("legacy"):
        return {prefix: base, "cls": {"predictions": predictions(c, prefix, embedding_size(c))}}
    d = c.hidden_size
    # the logits reuse the token table; what the class itself calls its output embeddings is `dense`
    head: Module = {
        "bias": head_bias(c),
        "dense": {"weight": Param((d, d), Role.OUTPUT_HEAD, kind=Kind.LINEAR), "bias": Param((d,))},
        "transform_act_fn": activation(c, "hidden_act"),
        "LayerNorm": layer_norm(d),
    }
    return {prefix: base, "lm_predictions": {"lm_head": head}}


def pooler(c: Config) -> Module:
    d = c.pooler_hidden_size if "pooler_hidden_size" in c.data else c.hidden_size
    return {"dense": linear(d, d)}


def sequence_classifier(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "pooler": pooler(c), "classifier": linear(c.hidden_size, c.num_labels)}


def multiple_choice(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "pooler": pooler(c), "classifier": linear(c.hidden_size, 1)}


MODEL_TYPES = {
    "deberta-v2": ModelType(
        deberta,
        encoder_classes(
            "DebertaV2",
            ForMaskedLM=masked_lm,
            ForSequenceClassification=sequence_classifier,
            ForMultipleChoice=multiple_choice,
        ),
        usual="DebertaV2ForMaskedLM",
        prefix="deberta",
        defaults={
            "vocab_size": 128_100,
            "hidden_size": 1_536,
            "num_hidden_layers": 24,
            "num_attention_heads": 24,
            "intermediate_size": 6_144,
            "hidden_act": "gelu",
            "max_position_embeddings": 512,
            "type_vocab_size": 0,
            "relative_attention": False,
            "max_relative_positions": -1,
            "position_biased_input": True,
            "pos_att_type": None,
            "legacy": True,
            "tie_word_embeddings": True,
        },
    ),
}
