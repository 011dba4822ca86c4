"""Mamba and Mamba 2: state-space layers in place of attention; no positions of any kind."""

from __future__ import annotations

import math

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Head, Module, activation, bare, causal_lm_of, linear, rms_norm, token_table
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Param, Tree, repeat


def mamba(c: Config) -> Module:
    d, f, state = c.hidden_size, mamba_width(c), c.state_size
    rank, bias = step_rank(c), c.flag("use_bias")
    mixer: Module = {
        "A_log": Param((f, state)),
        "D": Param((f,)),
        "conv1d": depthwise(c, f),
        "act": activation(c, "hidden_act"),
        "in_proj": linear(d, 2 * f, bias),
        "x_proj": linear(f, rank + 2 * state, bias=False),
        "dt_proj": linear(rank, f),
        "out_proj": linear(f, d, bias),
    }
    return backbone(c, mixer)


def mamba2(c: Config) -> Module:
    # one scalar A a head, B and C straight from in_proj and through the convolution, a norm before out_proj
    d, f, n = c.hidden_size, c.hidden_size * c.expand, c.num_heads
    if f != n * c.head_dim:
        raise ConfigError(f"hidden_size × expand ({f}) must equal num_heads × head_dim ({n} × {c.head_dim})")
    mixed, bias = f + 2 * c.n_groups * c.state_size, c.flag("use_bias")
    mixer: Module = {
        "dt_bias": Param((n,)),
        "A_log": Param((n,)),
        "D": Param((n,)),
        "conv1d": depthwise(c, mixed),
        "act": activation(c, "hidden_act"),
        "in_proj": linear(d, f + mixed + n, bias),
        "norm": rms_norm(f),
        "out_proj": linear(f, d, bias),
    }
    return backbone(c, mixer)


def mamba_width(c: Config) -> int:
    # a width that the config states wins over the factor
    return c.intermediate_size if "intermediate_size" in c.data else c.hidden_size * c.expand


def step_rank(c: Config) -> int:
    if c.data.get("time_step_rank", c.defaults["time_step_rank"]) == "auto":
        return math.ceil(c.hidden_size / 16)
    return c.time_step_rank


def depthwise(c: Config, channels: int) -> Module:
    weight: Module = {"weight": Param((channels, 1, c.conv_kernel))}
    return weight | {"bias": Param((channels,))} if c.flag("use_conv_bias") else weight


def backbone(c: Config, mixer: Tree) -> Module:
    d = c.hidden_size
    return {
        "embeddings": token_table(c.vocab_size, d),
        "layers": repeat({"norm": rms_norm(d), "mixer": mixer}, c.num_hidden_layers),
        "norm_f": rms_norm(d),
    }


def classes(stem: str) -> dict[str, Head]:
    return {f"{stem}Model": bare, f"{stem}ForCausalLM": causal_lm_of("embeddings")}


MODEL_TYPES = {
    "mamba": ModelType(
        mamba,
        classes("Mamba"),
        usual="MambaForCausalLM",
        prefix="backbone",
        defaults={
            "vocab_size": 50_280,
            "hidden_size": 768,
            "state_size": 16,
            "num_hidden_layers": 32,
            "expand": 2,
            "conv_kernel": 4,
            "time_step_rank": "auto",
            "use_bias": False,
            "use_conv_bias": True,
            "hidden_act": "silu",
            "tie_word_embeddings": True,
        },
    ),
    "mamba2": ModelType(
        mamba2,
        classes("Mamba2"),
        usual="Mamba2ForCausalLM",
        prefix="backbone",
        defaults={
            "vocab_size": 32_768,
            "hidden_size": 4_096,
            "state_size": 128,
            "num_hidden_layers": 64,
            "num_heads": 128,
            "head_dim": 64,
            "expand": 2,
            "n_groups": 8,
            "conv_kernel": 4,
            "use_bias": False,
            "use_conv_bias": True,
            "hidden_act": "silu",
            "tie_word_embeddings": False,
        },
    ),
}
