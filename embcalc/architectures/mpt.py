"""MPT: no position tensors (ALiBi) and no bias at all."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, causal_lm_of, decoder_classes, layer_norm, linear, token_classifier, token_table
from embcalc.config import Config, shown
from embcalc.errors import ConfigError
from embcalc.tensors import repeat

KINDS = ("multihead_attention", "multiquery_attention")


def mpt(c: Config) -> Module:
    # the class has one layout: it reads neither no_bias nor expansion_ratio, learned_pos_emb, attn_type or qk_ln
    d, norm = c.d_model, layer_norm(c.d_model, bias=False)
    check_attention(c)
    layer: Module = {
        "norm_1": norm,
        "attn": {"Wqkv": linear(d, 3 * d, bias=False), "out_proj": linear(d, d, bias=False)},
        "norm_2": norm,
        "ffn": {"up_proj": linear(d, 4 * d, bias=False), "down_proj": linear(4 * d, d, bias=False)},
    }
    return {"wte": token_table(c.vocab_size, d), "blocks": repeat(layer, c.n_layers), "norm_f": norm}


def check_attention(c: Config) -> None:
    kind = c.part("attn_config", defaults={"attn_type": KINDS[0]}).text("attn_type")
    if kind not in KINDS:
        raise ConfigError(f"attn_config.attn_type must be {' or '.join(KINDS)}, not {shown(kind)}")


MODEL_TYPES = {
    "mpt": ModelType(
        mpt,
        decoder_classes("Mpt") | {"MptForCausalLM": causal_lm_of("wte"), "MptForTokenClassification": token_classifier},
        usual="MptForCausalLM",
        defaults={
            "vocab_size": 50_368,
            "d_model": 2_048,
            "n_layers": 24,
            "attn_config": None,
            "tie_word_embeddings": True,
        },
        prefix="transformer",
        aliases={"hidden_size": "d_model", "num_hidden_layers": "n_layers"},
    ),
}
