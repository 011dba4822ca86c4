"""BERT, and the parts of an encoder that its descendants share with it."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Head,
    Module,
    activation,
    bare,
    heads_divide,
    layer_norm,
    linear,
    other_table,
    position_table,
    token_classifier,
    token_table,
)
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Kind, Param, Role, repeat


def bert(c: Config) -> Module:
    d = c.hidden_size
    return {
        "embeddings": embeddings(c, d),
        "encoder": encoder(c),
        "pooler": {"dense": linear(d, d)},
    }


def embeddings(c: Config, width: int) -> Module:
    return {
        "word_embeddings": token_table(c.vocab_size, width),
        "position_embeddings": position_table(c.max_position_embeddings, width),
        "token_type_embeddings": other_table(c.count("type_vocab_size"), width),
        "LayerNorm": layer_norm(width),
    }


def encoder(c: Config) -> Module:
    # a decoder may attend to another encoder as well
    crossed = c.flag("add_cross_attention")
    if crossed and not c.flag("is_decoder"):
        raise ConfigError(f"{c.spelt('add_cross_attention')} is true, but {c.spelt('is_decoder')} is false")
    layer: Module = {
        "attention": attention(c),
        **({"crossattention": attention(c)} if crossed else {}),
        **feed_forward(c),
    }
    return {"layer": repeat(layer, c.num_hidden_layers)}


def attention(c: Config) -> Module:
    d, h = c.hidden_size, heads_width(c)
    return {
        "self": {"query": linear(d, h), "key": linear(d, h), "value": linear(d, h)},
        "output": into_residual(d, d),
    }


def heads_width(c: Config) -> int:
    # with an embedding_size, heads that do not divide d leave the remainder unused
    d, n = c.hidden_size, c.num_attention_heads
    if not any("embedding_size" in keys for keys in (c.data, c.defaults)):
        heads_divide(c)
    if n > d:
        raise ConfigError(f"{c.spelt('num_attention_heads')} {n} is more than {c.spelt('hidden_size')} {d}")
    return d // n * n


def feed_forward(c: Config) -> Module:
    d, f = c.hidden_size, c.intermediate_size
    return {
        "intermediate": {"dense": linear(d, f), "intermediate_act_fn": activation(c, "hidden_act")},
        "output": into_residual(f, d),
    }


def into_residual(rows_in: int, d: int) -> Module:
    return {"dense": linear(rows_in, d), "LayerNorm": layer_norm(d)}


def without(module: Module, key: str) -> Module:
    return {name: part for name, part in module.items() if name != key}


# Heads


def head_bias(c: Config) -> Param:
    return Param((c.vocab_size,), Role.OUTPUT_HEAD_BIAS)


def tied_decoder(c: Config, width: int, prefix: str, bias: str) -> Module:
    # tying shares the bias too: the decoder's with the head's own, which is named `bias`
    v, tied = c.vocab_size, c.flag("tie_word_embeddings")
    table = f"{prefix}.embeddings.word_embeddings.weight"
    return {
        "weight": Param((v, width), Role.OUTPUT_HEAD, table if tied else None, kind=Kind.LINEAR),
        "bias": Param((v,), Role.OUTPUT_HEAD_BIAS, bias if tied else None),
    }


def predictions(c: Config, prefix: str, width: int) -> Module:
    d = c.hidden_size
    return {
        "bias": head_bias(c),
        "transform": {
            "dense": linear(d, width),
            "transform_act_fn": activation(c, "hidden_act"),
            "LayerNorm": layer_norm(width),
        },
        "decoder": tied_decoder(c, width, prefix, "cls.predictions.bias"),
    }


def masked_lm(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: without(base, "pooler"), "cls": {"predictions": predictions(c, prefix, c.hidden_size)}}


def pre_training(c: Config, base: Module, prefix: str) -> Module:
    d = c.hidden_size
    return {prefix: base, "cls": {"predictions": predictions(c, prefix, d), "seq_relationship": linear(d, 2)}}


def next_sentence(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "cls": {"seq_relationship": linear(c.hidden_size, 2)}}


def sequence_classifier(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "classifier": linear(c.hidden_size, c.num_labels)}


def dense_classifier(c: Config, base: Module, prefix: str) -> Module:
    # roberta and electra: a layer of its own in the pooler's place
    d = c.hidden_size
    return {
        prefix: without(base, "pooler"),
        "classifier": {"dense": linear(d, d), "out_proj": linear(d, c.num_labels)},
    }


def token_labels(c: Config, base: Module, prefix: str) -> Module:
    return token_classifier(c, without(base, "pooler"), prefix)


def question_labels(c: Config, base: Module, prefix: str) -> Module:
    # as many outputs as labels, not always start and end
    return {prefix: without(base, "pooler"), "qa_outputs": linear(c.hidden_size, c.num_labels)}


def multiple_choice(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "classifier": linear(c.hidden_size, 1)}


def encoder_classes(stem: str, **others: Head) -> dict[str, Head]:
    heads = {
        "Model": bare,
        "ForSequenceClassification": sequence_classifier,
        "ForTokenClassification": token_labels,
        "ForQuestionAnswering": question_labels,
        "ForMultipleChoice": multiple_choice,
    }
    return {f"{stem}{kind}": head for kind, head in (heads | others).items()}


MODEL_TYPES = {
    "bert": ModelType(
        bert,
        encoder_classes(
            "Bert",
            ForMaskedLM=masked_lm,
            LMHeadModel=masked_lm,
            ForPreTraining=pre_training,
            ForNextSentencePrediction=next_sentence,
        ),
        usual="BertForMaskedLM",
        prefix="bert",
        defaults={
            "vocab_size": 30_522,
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
        },
    ),
}
