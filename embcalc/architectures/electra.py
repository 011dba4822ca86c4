"""ELECTRA: BERT's encoder behind embeddings of their own width, with a generator's and a discriminator's head."""

from __future__ import annotations

from embcalc.architectures.bert import dense_classifier, embeddings, encoder, encoder_classes
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, layer_norm, linear, output_head
from embcalc.config import Config
from embcalc.errors import ConfigError


def electra(c: Config) -> Module:
    # bert without a pooler; a narrower embedding is projected to d
    d, e = c.hidden_size, c.embedding_size
    return {
        "embeddings": embeddings(c, e),
        **({"embeddings_project": linear(e, d)} if e != d else {}),
        "encoder": encoder(c),
    }


def generator(c: Config, base: Module, prefix: str) -> Module:
    d, e, tied = c.hidden_size, c.embedding_size, c.flag("tie_word_embeddings")
    table = f"{prefix}.embeddings.word_embeddings.weight"
    return {
        prefix: base,
        "generator_predictions": {"LayerNorm": layer_norm(e), "dense": linear(d, e)},
        "generator_lm_head": output_head(c.vocab_size, e, tied_to=table if tied else None, bias=True),
    }


def discriminator(c: Config, base: Module, prefix: str) -> Module:
    d = c.hidden_size
    return {
        prefix: base,
        "discriminator_predictions": {
            "dense": linear(d, d),
            "activation": activation(c, "hidden_act"),
            "dense_prediction": linear(d, 1),
        },
    }


def multiple_choice(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "sequence_summary": sequence_summary(c), "classifier": linear(c.hidden_size, 1)}


def sequence_summary(c: Config) -> Module:
    # summary_proj_to_labels is no key of the class, but obeyed where a config states it
    d = c.hidden_size
    if c.text("summary_type") == "attn":
        raise ConfigError(f"{c.spelt('summary_type')} attn is not implemented by the class")
    to_labels = c.has("summary_proj_to_labels") and c.flag("summary_proj_to_labels")
    summary = linear(d, c.num_labels if to_labels else d) if c.flag("summary_use_proj") else {}
    return {"summary": summary, "activation": activation(c, "summary_activation")}


MODEL_TYPES = {
    "electra": ModelType(
        electra,
        encoder_classes(
            "Electra",
            ForMaskedLM=generator,
            ForCausalLM=generator,
            ForPreTraining=discriminator,
            ForSequenceClassification=dense_classifier,
            ForMultipleChoice=multiple_choice,
        ),
        usual="ElectraForMaskedLM",
        prefix="electra",
        defaults={
            "vocab_size": 30_522,
            "embedding_size": 128,
            "hidden_size": 256,
            "num_hidden_layers": 12,
            "num_attention_heads": 4,
            "intermediate_size": 1_024,
            "hidden_act": "gelu",
            "max_position_embeddings": 512,
            "type_vocab_size": 2,
            "summary_type": "first",
            "summary_use_proj": True,
            "summary_activation": "gelu",
            "is_decoder": False,
            "add_cross_attention": False,
            "tie_word_embeddings": True,
        },
    ),
}
