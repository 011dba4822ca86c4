"""Whisper: an encoder of audio behind two convolutions, and a decoder of text with the one token table."""

from __future__ import annotations

from embcalc.architectures.bart import attention, decoder_layers, encoder_layers
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, layer_norm, linear, output_head, position_table, sines, token_table
from embcalc.config import Config
from embcalc.tensors import Param, Tree


def encoder(c: Config) -> Module:
    # not a token enters here, but a spectrum; its frames have fixed sines for positions
    d = c.d_model
    return {
        "conv1": convolution(c.num_mel_bins, d),
        "conv2": convolution(d, d),
        "embed_positions": sines(c.max_source_positions, d),
        "layers": encoder_layers(c, keys_without_bias(d)),
        "layer_norm": layer_norm(d),
    }


def decoder(c: Config) -> Module:
    d = c.d_model
    return {
        "embed_tokens": token_table(c.vocab_size, d),
        "embed_positions": position_table(c.max_target_positions, d),
        "layers": decoder_layers(c, keys_without_bias(d)),
        "layer_norm": layer_norm(d),
    }


def convolution(channels_in: int, channels_out: int) -> Module:
    # over three frames at a time
    return {"weight": Param((channels_out, channels_in, 3)), "bias": Param((channels_out,))}


def keys_without_bias(d: int) -> Module:
    return attention(d) | {"k_proj": linear(d, d, bias=False)}


# Classes: no part is in all of them, so each builds its own.


def model(c: Config, _base: Module, _: str) -> Module:
    return {"encoder": encoder(c), "decoder": decoder(c)}


def conditional_generation(c: Config, _base: Module, _: str) -> Module:
    return headed(c, {"encoder": encoder(c), "decoder": decoder(c)})


def causal_lm(c: Config, _base: Module, _: str) -> Module:
    return headed(c, {"decoder": decoder(c)})


def headed(c: Config, sides: Module) -> Module:
    owner = "model.decoder.embed_tokens.weight" if c.flag("tie_word_embeddings") else None
    return {"model": sides, "proj_out": output_head(c.vocab_size, c.d_model, tied_to=owner)}


def audio_classification(c: Config, _base: Module, _: str) -> Module:
    # a weight for the output of each layer, and for what enters the first
    weights: dict[str, Tree] = {"layer_weights": Param((c.count("encoder_layers") + 1,))}
    size = c.classifier_proj_size
    return {
        **(weights if c.flag("use_weighted_layer_sum") else {}),
        "encoder": encoder(c),
        "projector": linear(c.d_model, size),
        "classifier": linear(size, c.num_labels),
    }


MODEL_TYPES = {
    "whisper": ModelType(
        lambda _: {},
        {
            "WhisperModel": model,
            "WhisperForConditionalGeneration": conditional_generation,
            "WhisperForCausalLM": causal_lm,
            "WhisperForAudioClassification": audio_classification,
        },
        usual="WhisperForConditionalGeneration",
        width="d_model",
        aliases={
            "hidden_size": "d_model",
            "num_hidden_layers": "encoder_layers",
            "num_attention_heads": "encoder_attention_heads",
            "num_key_value_heads": "encoder_attention_heads",
        },
        defaults={
            "vocab_size": 51_865,
            "d_model": 384,
            "num_mel_bins": 80,
            "max_source_positions": 1_500,
            "max_target_positions": 448,
            "encoder_layers": 4,
            "encoder_ffn_dim": 1_536,
            "encoder_attention_heads": 6,
            "decoder_layers": 4,
            "decoder_ffn_dim": 1_536,
            "decoder_attention_heads": 6,
            "activation_function": "gelu",
            "classifier_proj_size": 256,
            "use_weighted_layer_sum": False,
            "tie_word_embeddings": True,
        },
    ),
}
