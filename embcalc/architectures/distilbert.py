"""DistilBERT: BERT's encoder without token types and pooler, under names of its own."""

from __future__ import annotations

from embcalc.architectures.bert import encoder_classes
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    activation,
    heads_divide,
    layer_norm,
    linear,
    output_head,
    position_table,
    question_outputs,
    token_table,
)
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import repeat

ENDS = 2


def distilbert(c: Config) -> Module:
    d, f = c.dim, c.hidden_dim
    heads_divide(c)
    layer: Module = {
        "attention": {name: linear(d, d) for name in ("q_lin", "k_lin", "v_lin", "out_lin")},
        "sa_layer_norm": layer_norm(d),
        "ffn": {"lin1": linear(d, f), "lin2": linear(f, d), "activation": activation(c, "activation")},
        "output_layer_norm": layer_norm(d),
    }
    return {
        "embeddings": {
            "word_embeddings": token_table(c.vocab_size, d),
            "position_embeddings": position_table(c.max_position_embeddings, d),
            "LayerNorm": layer_norm(d),
        },
        "transformer": {"layer": repeat(layer, c.n_layers)},
    }


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    d, tied = c.dim, c.flag("tie_word_embeddings")
    table = f"{prefix}.embeddings.word_embeddings.weight"
    return {
        "activation": activation(c, "activation"),
        prefix: base,
        "vocab_transform": linear(d, d),
        "vocab_layer_norm": layer_norm(d),
        "vocab_projector": output_head(c.vocab_size, d, tied_to=table if tied else None, bias=True),
    }


def sequence_classifier(c: Config, base: Module, prefix: str) -> Module:
    d = c.dim
    return {prefix: base, "pre_classifier": linear(d, d), "classifier": linear(d, c.num_labels)}


def multiple_choice(c: Config, base: Module, prefix: str) -> Module:
    d = c.dim
    return {prefix: base, "pre_classifier": linear(d, d), "classifier": linear(d, 1)}


def question_answering(c: Config, base: Module, prefix: str) -> Module:
    if c.num_labels != ENDS:
        raise ConfigError(f"num_labels must be {ENDS} to find an answer's start and end, not {c.num_labels}")
    return question_outputs(c, base, prefix)


MODEL_TYPES = {
    "distilbert": ModelType(
        distilbert,
        encoder_classes(
            "DistilBert",
            ForMaskedLM=masked_lm,
            ForSequenceClassification=sequence_classifier,
            ForQuestionAnswering=question_answering,
            ForMultipleChoice=multiple_choice,
        ),
        usual="DistilBertForMaskedLM",
        prefix="distilbert",
        aliases={"hidden_size": "dim", "num_attention_heads": "n_heads", "num_hidden_layers": "n_layers"},
        width="dim",
        defaults={
            "vocab_size": 30_522,
            "max_position_embeddings": 512,
            "n_layers": 6,
            "n_heads": 12,
            "dim": 768,
            "hidden_dim": 3_072,
            "activation": "gelu",
            "tie_word_embeddings": True,
        },
    ),
}
