"""GPT-2 and GPT-BigCode (SantaCoder, StarCoder): learned positions, biases everywhere, fused query, key and value."""

from __future__ import annotations

from collections.abc import Callable

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    causal_lm_of,
    conv1d,
    decoder_classes,
    heads_divide,
    layer_norm,
    linear,
    position_table,
    token_classifier,
    token_table,
)
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Tree, repeat

# the other names of the sizes that this generation of models spells n_…
NAMES = {
    "hidden_size": "n_embd",
    "max_position_embeddings": "n_positions",
    "num_attention_heads": "n_head",
    "num_hidden_layers": "n_layer",
}
SIZES = {
    "vocab_size": 50_257,
    "n_positions": 1_024,
    "n_embd": 768,
    "n_layer": 12,
    "n_head": 12,
    "n_inner": None,
    "add_cross_attention": False,
    "tie_word_embeddings": True,
}


def gpt2(c: Config) -> Module:
    return with_positions(c, repeat(layer(c, conv1d, c.n_embd), c.n_layer))


def gpt_bigcode(c: Config) -> Module:
    # linear layers are stored as usual; all query heads share one key and value head, unless the config says no
    if c.flag("multi_query") and c.flag("add_cross_attention"):
        raise ConfigError("add_cross_attention is true, which a model with multi_query true cannot have")
    kv = c.n_embd // c.n_head if c.flag("multi_query") else c.n_embd
    return with_positions(c, repeat(layer(c, linear, kv), c.n_layer))


def with_positions(c: Config, layers: Tree) -> Module:
    d = c.hidden_size
    return {
        "wte": token_table(c.vocab_size, d),
        "wpe": position_table(c.max_position_embeddings, d),
        "h": layers,
        "ln_f": layer_norm(d),
    }


def layer(c: Config, dense: Callable[[int, int], Module], kv: int) -> Module:
    d, f = c.n_embd, c.optional("n_inner") or 4 * c.n_embd
    heads_divide(c)
    cross: Module = {
        "crossattention": {"c_attn": dense(d, 2 * d), "q_attn": dense(d, d), "c_proj": dense(d, d)},
        "ln_cross_attn": layer_norm(d),
    }
    return {
        "ln_1": layer_norm(d),
        "attn": {"c_attn": dense(d, d + 2 * kv), "c_proj": dense(d, d)},
        "ln_2": layer_norm(d),
        **(cross if c.flag("add_cross_attention") else {}),
        "mlp": {"c_fc": dense(d, f), "c_proj": dense(f, d)},
    }


def double_heads(c: Config, base: Module, prefix: str) -> Module:
    # a head over the vocabulary and one that scores the choices of a multiple-choice question
    summary: Module = {"summary": linear(c.n_embd, 1 if c.flag("summary_proj_to_labels") else c.n_embd)}
    if c.text("summary_type") == "attn":
        raise ConfigError('summary_type "attn" is not implemented by the model class')
    return causal_lm(c, base, prefix) | {"multiple_choice_head": summary if c.flag("summary_use_proj") else {}}


causal_lm = causal_lm_of("wte")

MODEL_TYPES = {
    "gpt2": ModelType(
        gpt2,
        decoder_classes("GPT2", without=("ForCausalLM",))
        | {
            "GPT2LMHeadModel": causal_lm,
            "GPT2DoubleHeadsModel": double_heads,
            "GPT2ForTokenClassification": token_classifier,
        },
        usual="GPT2LMHeadModel",
        defaults=SIZES | {"summary_type": "cls_index", "summary_use_proj": True, "summary_proj_to_labels": True},
        prefix="transformer",
        aliases=NAMES,
    ),
    "gpt_bigcode": ModelType(
        gpt_bigcode,
        decoder_classes("GPTBigCode", without=("ForQuestionAnswering",))
        | {"GPTBigCodeForCausalLM": causal_lm, "GPTBigCodeForTokenClassification": token_classifier},
        usual="GPTBigCodeForCausalLM",
        defaults=SIZES | {"multi_query": True},
        prefix="transformer",
        aliases=NAMES,
    ),
}
