"""OPT: learned positions with two rows more than positions, and a token table that may be narrower than the body."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import (
    Module,
    bare,
    heads_divide,
    layer_norm,
    linear,
    output_head,
    position_table,
    token_table,
)
from embcalc.config import Config
from embcalc.tensors import repeat


def opt(c: Config) -> Module:
    d, w = c.hidden_size, table_width(c)
    normed = c.flag("do_layer_norm_before") and not c.flag("_remove_final_layer_norm")
    projections: Module = {"project_out": linear(d, w, bias=False), "project_in": linear(w, d, bias=False)}
    decoder: Module = {
        "embed_tokens": token_table(c.vocab_size, w),
        "embed_positions": position_table(c.max_position_embeddings + 2, d),
        **(projections if w != d else {}),
        **({"final_layer_norm": norm(c)} if normed else {}),
        "layers": repeat(layer(c), c.num_hidden_layers),
    }
    return {"decoder": decoder}


def layer(c: Config) -> Module:
    d, f, bias = c.hidden_size, c.ffn_dim, c.flag("enable_bias")
    heads_divide(c)
    return {
        "self_attn": {name: linear(d, d, bias) for name in ("k_proj", "v_proj", "q_proj", "out_proj")},
        "self_attn_layer_norm": norm(c),
        "fc1": linear(d, f, bias),
        "fc2": linear(f, d, bias),
        "final_layer_norm": norm(c),
    }


def norm(c: Config) -> Module:
    return layer_norm(c.hidden_size) if c.flag("layer_norm_elementwise_affine") else {}


def table_width(c: Config) -> int:
    return c.optional("word_embed_proj_dim") or c.hidden_size


# every head works on vectors that are as wide as the token table


def causal_lm(c: Config, base: Module, prefix: str) -> Module:
    owner = f"{prefix}.decoder.embed_tokens.weight" if c.flag("tie_word_embeddings") else None
    return {prefix: base, "lm_head": output_head(c.vocab_size, table_width(c), tied_to=owner)}


def sequence_score(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "score": linear(table_width(c), c.num_labels, bias=False)}


def question_outputs(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "qa_outputs": linear(table_width(c), 2)}


MODEL_TYPES = {
    "opt": ModelType(
        opt,
        {
            "OPTModel": bare,
            "OPTForCausalLM": causal_lm,
            "OPTForSequenceClassification": sequence_score,
            "OPTForQuestionAnswering": question_outputs,
        },
        usual="OPTForCausalLM",
        defaults={
            "vocab_size": 50_272,
            "hidden_size": 768,
            "ffn_dim": 3_072,
            "num_hidden_layers": 12,
            "num_attention_heads": 12,
            "max_position_embeddings": 2_048,
            "word_embed_proj_dim": None,
            "do_layer_norm_before": True,
            "_remove_final_layer_norm": False,
            "enable_bias": True,
            "layer_norm_elementwise_affine": True,
            "tie_word_embeddings": True,
        },
    ),
}
