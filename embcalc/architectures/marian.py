"""Marian: BART with fixed sines for positions, no norm behind the tables, and at will a vocabulary for each side."""

from __future__ import annotations

from embcalc.architectures.bart import attention, decoder_layers, encoder_layers
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, buffer, output_head, sines, token_table
from embcalc.config import Config


def decoder(c: Config) -> Module:
    return {"layers": decoder_layers(c, attention(c.d_model))}


def model(c: Config, base: Module, path: str = "", *, saved: bool = True) -> Module:
    # shared, but not tied: `shared`, the encoder and the decoder have a table each, as in BART
    v, d, shared = c.vocab_size, c.d_model, c.flag("share_encoder_decoder_embeddings")
    owner = f"{path}shared.weight" if shared and c.flag("tie_word_embeddings") else None
    return {
        **({"shared": token_table(v, d)} if shared else {}),
        "encoder": {
            "embed_tokens": token_table(v, d, tied_to=owner),
            "embed_positions": positions(c, saved=saved),
            "layers": encoder_layers(c, attention(d)),
        },
        "decoder": {
            "embed_tokens": token_table(v if owner else target_size(c), d, tied_to=owner),
            "embed_positions": positions(c, saved=saved),
            **base,
        },
    }


def positions(c: Config, *, saved: bool = True) -> Module:
    return sines(c.max_position_embeddings, c.d_model, saved=saved)


def target_size(c: Config) -> int:
    # null and 0 both mean: as many as the source has
    return c.optional_count("decoder_vocab_size") or c.vocab_size


def bare(c: Config, base: Module, _: str) -> Module:
    return model(c, base)


def translation(c: Config, base: Module, _: str) -> Module:
    # the one class that leaves its sines out of a checkpoint
    shared, tied = c.flag("share_encoder_decoder_embeddings"), c.flag("tie_word_embeddings")
    v, owner = (c.vocab_size, "shared") if shared else (target_size(c), "decoder.embed_tokens")
    return {
        "model": model(c, base, "model.", saved=False),
        "final_logits_bias": buffer(1, v),
        "lm_head": output_head(v, c.d_model, tied_to=f"model.{owner}.weight" if tied else None),
    }


def causal_lm(c: Config, base: Module, _: str) -> Module:
    # untied, its head has the source's rows, whatever the table has
    d, tied = c.d_model, c.flag("tie_word_embeddings")
    owner = "model.decoder.embed_tokens.weight" if tied else None
    side: Module = {"embed_tokens": token_table(target_size(c), d), "embed_positions": positions(c), **base}
    return {
        "model": {"decoder": side},
        "lm_head": output_head(target_size(c) if tied else c.vocab_size, d, tied_to=owner),
    }


MODEL_TYPES = {
    "marian": ModelType(
        decoder,
        {
            "MarianModel": bare,
            "MarianMTModel": translation,
            "MarianForCausalLM": causal_lm,
        },
        usual="MarianMTModel",
        second_vocab_key="decoder_vocab_size",
        width="d_model",
        aliases={
            "hidden_size": "d_model",
            "num_hidden_layers": "encoder_layers",
            "num_attention_heads": "encoder_attention_heads",
        },
        defaults={
            "vocab_size": 58_101,
            "decoder_vocab_size": None,
            "share_encoder_decoder_embeddings": True,
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
