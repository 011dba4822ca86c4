"""How positions enter each model type. Widths and limits are those of transformers 5.24's classes."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc.architectures import model_types
from embcalc.architectures.positions import HOW, positions
from embcalc.errors import ConfigError
from embcalc.positions import Kind, Positions


def told(**config: Any) -> Positions:
    """How positions enter the model of this config, which is described."""
    found = positions(config)
    assert found is not None
    return found


def kinds(**config: Any) -> list[str]:
    """The ways in which positions enter."""
    return [way.kind.value for way in told(**config).ways]


def test_every_described_model_type_says_how_positions_enter() -> None:
    """A new model type is named in `embcalc.architectures.positions.HOW` too."""
    assert set(model_types()) == set(HOW)


def test_class_defaults_are_enough() -> None:
    """A config that states nothing gives the class's own positions."""
    assert all(told(model_type=name) for name in model_types())


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"model_type": "gpt2"}, ["learned"]),
        ({"model_type": "distilbert", "sinusoidal_pos_embds": True}, ["sinusoidal"]),
        ({"model_type": "marian"}, ["sinusoidal"]),
        ({"model_type": "whisper"}, ["learned"]),
        ({"model_type": "llama"}, ["rotary"]),
        ({"model_type": "t5"}, ["relative"]),
        ({"model_type": "bloom"}, ["alibi"]),
        ({"model_type": "falcon"}, ["rotary"]),
        ({"model_type": "falcon", "alibi": True}, ["alibi"]),
        ({"model_type": "mamba"}, ["state"]),
        ({"model_type": "deberta-v2"}, ["learned"]),
        ({"model_type": "deberta-v2", "relative_attention": True}, ["learned", "relative"]),
        ({"model_type": "deberta-v2", "relative_attention": True, "position_biased_input": False}, ["relative"]),
    ],
)
def test_the_config_decides(config: dict[str, Any], expected: list[str]) -> None:
    """Tables, angles, biases or a state: by the model type and its keys."""
    assert kinds(**config) == expected


@pytest.mark.parametrize(
    ("config", "width"),
    [
        ({"model_type": "llama", "hidden_size": 4_096, "num_attention_heads": 32}, 128),
        ({"model_type": "llama", "hidden_size": 4_096, "num_attention_heads": 32, "head_dim": 64}, 64),
        # qwen3 and gemma have a head_dim of their own by default
        ({"model_type": "qwen3", "hidden_size": 1_024, "num_attention_heads": 16}, 128),
        ({"model_type": "gemma"}, 256),
        # a part of each head: pythia's rotary_pct, phi's and stablelm's partial_rotary_factor, by either key
        ({"model_type": "gpt_neox", "hidden_size": 512, "num_attention_heads": 8, "rotary_pct": 0.25}, 16),
        ({"model_type": "gpt_neox", "hidden_size": 512, "num_attention_heads": 8, "rotary_pct": 1.0}, 64),
        ({"model_type": "phi", "hidden_size": 2_560, "num_attention_heads": 32, "partial_rotary_factor": 0.4}, 32),
        ({"model_type": "stablelm", "rope_parameters": {"partial_rotary_factor": 0.5}}, 40),
        ({"model_type": "deepseek_v3"}, 64),
        ({"model_type": "gptj"}, 64),
    ],
)
def test_rotary_width(config: dict[str, Any], width: int) -> None:
    """How many values of a head are turned, as transformers sizes inv_freq."""
    assert told(**config).ways[0].sizes["r"] == width


YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32_768}
LLAMA3 = {"rope_type": "llama3", "factor": 32.0, "original_max_position_embeddings": 8_192}


@pytest.mark.parametrize(
    ("config", "limit"),
    [
        ({"model_type": "llama"}, 2_048),
        ({"model_type": "llama", "max_position_embeddings": 4_096}, 4_096),
        ({"model_type": "qwen2", "max_position_embeddings": 32_768, "rope_scaling": YARN}, 131_072),
        ({"model_type": "qwen2", "max_position_embeddings": 32_768, "rope_parameters": YARN}, 131_072),
        # llama3's factor scales frequencies, not the length
        ({"model_type": "llama", "max_position_embeddings": 131_072, "rope_scaling": LLAMA3}, 131_072),
        ({"model_type": "gptj", "n_positions": 1_024}, 1_024),
        ({"model_type": "mpt", "max_seq_len": 65_536}, 65_536),
        ({"model_type": "bloom"}, None),
        ({"model_type": "t5"}, None),
        ({"model_type": "t5", "n_positions": 512}, 512),
        ({"model_type": "mamba"}, None),
    ],
)
def test_limits(config: dict[str, Any], limit: int | None) -> None:
    """The longest text that the config speaks of."""
    assert told(**config).limit == limit


def test_the_scaling_is_told() -> None:
    """What was done to reach the limit, and from which length."""
    config = {"model_type": "llama", "max_position_embeddings": 131_072, "rope_scaling": LLAMA3}
    assert told(**config).scaling == "llama3, factor 32, from 8,192"


@pytest.mark.parametrize(
    ("padding", "offset"),
    [({}, 2), ({"pad_token_id": 1}, 2), ({"pad_token_id": 0}, 1)],
)
def test_roberta_numbers_positions_after_the_padding_index(padding: dict[str, int], offset: int) -> None:
    """The first position takes row padding_idx + 1."""
    assert told(model_type="roberta", **padding).ways[0].offset == offset


def test_mamba_carries_a_state_of_one_size() -> None:
    """Layers × channels × states a sequence, however long it is: mamba-130m's 24 × 1,536 × 16."""
    way = told(model_type="mamba", hidden_size=768, num_hidden_layers=24).ways[0]
    assert (way.kind, dict(way.sizes)) == (Kind.STATE, {"L": 24, "f": 1_536, "S": 16})


def test_some_layers_of_smollm3_turn_nothing() -> None:
    """Every fourth of its 36 layers, unless the config lists others."""
    assert told(model_type="smollm3").ways[0].note == "in 27 of 36 layers"
    listed = [0] * 30 + [1] * 6
    assert told(model_type="smollm3", no_rope_layers=listed).ways[0].note == "in 6 of 36 layers"


@pytest.mark.parametrize(
    "config",
    [
        {"model_type": "roberta", "pad_token_id": None},
        {"model_type": "phi", "partial_rotary_factor": 1.5},
        {"model_type": "phi", "partial_rotary_factor": "half"},
        {"model_type": "llama", "rope_scaling": "linear"},
        {"model_type": "llama", "rope_scaling": {"rope_type": "yarn", "factor": -1}},
        {"model_type": "llama", "rope_scaling": {"rope_type": "yarn", "factor": float("inf")}},
    ],
)
def test_values_that_mean_nothing_are_refused(config: dict[str, Any]) -> None:
    """One line, never a traceback and never a guess."""
    with pytest.raises(ConfigError):
        positions(config)


def test_an_undescribed_model_type_has_no_answer() -> None:
    """Nothing is guessed from keys that look familiar."""
    assert positions({"model_type": "never-heard-of", "max_position_embeddings": 512}) is None
    assert positions({}) is None
