"""BART: an encoder and a decoder with learned positions, around one shared token table."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, activation, buffer, layer_norm, linear, output_head, position_table, token_table
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Stack, Tree, repeat


def encoder(c: Config) -> Module:
    return transformer(c, encoder_layers(c, attention(c.d_model)))


def encoder_layers(c: Config, attend: Module) -> Stack:
    d, f = c.d_model, c.encoder_ffn_dim
    heads_divide(c, "encoder")
    layer: Module = {
        "self_attn": attend,
        "self_attn_layer_norm": layer_norm(d),
        "fc1": linear(d, f),
        "fc2": linear(f, d),
        "activation_fn": activation(c, "activation_function"),
        "final_layer_norm": layer_norm(d),
    }
    return repeat(layer, c.count("encoder_layers"))


def decoder(c: Config) -> Module:
    # the part that every class has: BartForCausalLM lacks the encoder, but keeps the attention to it
    return transformer(c, decoder_layers(c, attention(c.d_model)))


def decoder_layers(c: Config, attend: Module) -> Stack:
    d, f = c.d_model, c.decoder_ffn_dim
    heads_divide(c, "decoder")
    layer: Module = {
        "self_attn": attend,
        "self_attn_layer_norm": layer_norm(d),
        "encoder_attn": attend,
        "encoder_attn_layer_norm": layer_norm(d),
        "fc1": linear(d, f),
        "fc2": linear(f, d),
        "activation_fn": activation(c, "activation_function"),
        "final_layer_norm": layer_norm(d),
    }
    return repeat(layer, c.count("decoder_layers"))


def transformer(c: Config, layers: Tree) -> Module:
    # two rows of the position table are never used: positions start at 2, after the padding index
    d = c.d_model
    return {
        "embed_positions": position_table(c.max_position_embeddings + 2, d),
        "layers": layers,
        "layernorm_embedding": layer_norm(d),
    }


def attention(d: int) -> Module:
    return {"q_proj": linear(d, d), "k_proj": linear(d, d), "v_proj": linear(d, d), "out_proj": linear(d, d)}


def heads_divide(c: Config, side: str) -> None:
    # the layers demand it: where a side has none, nothing does
    key = f"{side}_attention_heads"
    heads: int = getattr(c, key)
    if c.count(f"{side}_layers") and c.d_model % heads:
        raise ConfigError(f"d_model {c.d_model} is not a multiple of {key} {heads}")


# Classes: `base` is the decoder, the one part that they all have; `path` leads to the shared table.


def model(c: Config, base: Module, path: str = "") -> Module:
    # untied, `shared`, the encoder and the decoder have a table each
    v, d, owner = c.vocab_size, c.d_model, f"{path}shared.weight" if c.flag("tie_word_embeddings") else None
    return {
        "shared": token_table(v, d),
        "encoder": {"embed_tokens": token_table(v, d, tied_to=owner)} | encoder(c),
        "decoder": {"embed_tokens": token_table(v, d, tied_to=owner)} | base,
    }


def bare(c: Config, base: Module, _: str) -> Module:
    return model(c, base)


def conditional_generation(c: Config, base: Module, _: str) -> Module:
    owner = "model.shared.weight" if c.flag("tie_word_embeddings") else None
    return {
        "final_logits_bias": buffer(1, c.vocab_size),
        "model": model(c, base, "model."),
        "lm_head": output_head(c.vocab_size, c.d_model, tied_to=owner),
    }


def causal_lm(c: Config, base: Module, _: str) -> Module:
    v, d = c.vocab_size, c.d_model
    owner = "model.decoder.embed_tokens.weight" if c.flag("tie_word_embeddings") else None
    return {
        "model": {"decoder": {"embed_tokens": token_table(v, d)} | base},
        "lm_head": output_head(v, d, tied_to=owner),
    }


def sequence_classification(c: Config, base: Module, _: str) -> Module:
    d = c.d_model
    return {
        "model": model(c, base, "model."),
        "classification_head": {"dense": linear(d, d), "out_proj": linear(d, labels(c))},
    }


def question_answering(c: Config, base: Module, _: str) -> Module:
    return {"model": model(c, base, "model."), "qa_outputs": linear(c.d_model, 2)}


def labels(c: Config) -> int:
    # three classes unless the config says otherwise: BART's first classifier was for entailment
    return c.num_labels if c.has("id2label") or c.has("num_labels") else 3


MODEL_TYPES = {
    "bart": ModelType(
        decoder,
        {
            "BartModel": bare,
            "BartForConditionalGeneration": conditional_generation,
            "BartForCausalLM": causal_lm,
            "BartForSequenceClassification": sequence_classification,
            "BartForQuestionAnswering": question_answering,
        },
        usual="BartForConditionalGeneration",
        width="d_model",
        aliases={
            "hidden_size": "d_model",
            "num_hidden_layers": "encoder_layers",
            "num_attention_heads": "encoder_attention_heads",
        },
        defaults={
            "vocab_size": 50_265,
            "d_model": 1_024,
            "max_position_embeddings": 1_024,
            "encoder_layers": 12,
            "encoder_ffn_dim": 4_096,
            "encoder_attention_heads": 16,
            "decoder_layers": 12,
            "decoder_ffn_dim": 4_096,
            "decoder_attention_heads": 16,
            "activation_function": "gelu",
            "tie_word_embeddings": True,
        },
    ),
}
