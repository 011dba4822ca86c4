"""RoBERTa and XLM-RoBERTa: BERT's encoder with another head."""

from __future__ import annotations

from embcalc.architectures.bert import (
    bert,
    dense_classifier,
    embeddings,
    encoder_classes,
    head_bias,
    tied_decoder,
    without,
)
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, layer_norm, linear
from embcalc.config import Config


def roberta(c: Config) -> Module:
    # bert with the position table behind the other parts of the embeddings
    tables = embeddings(c, c.hidden_size)
    positions = {"position_embeddings": tables["position_embeddings"]}
    return bert(c) | {"embeddings": without(tables, "position_embeddings") | positions}


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    d = c.hidden_size
    head: Module = {
        "bias": head_bias(c),
        "dense": linear(d, d),
        "layer_norm": layer_norm(d),
        "decoder": tied_decoder(c, d, prefix, "lm_head.bias"),
    }
    return {prefix: without(base, "pooler"), "lm_head": head}


HEADS = {"ForMaskedLM": masked_lm, "ForCausalLM": masked_lm, "ForSequenceClassification": dense_classifier}
DEFAULTS = {
    "vocab_size": 50_265,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3_072,
    "hidden_act": "gelu",
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "is_decoder": False,
    "add_cross_attention": False,
    "tie_word_embeddings": True,
}

MODEL_TYPES = {
    "roberta": ModelType(
        roberta,
        encoder_classes("Roberta", **HEADS),
        usual="RobertaForMaskedLM",
        prefix="roberta",
        defaults=DEFAULTS,
    ),
    "xlm-roberta": ModelType(
        roberta,
        encoder_classes("XLMRoberta", **HEADS),
        usual="XLMRobertaForMaskedLM",
        prefix="roberta",
        defaults=DEFAULTS | {"vocab_size": 30_522},
    ),
}
