"""The functions behind the commands, as they are called from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import embcalc
from embcalc.dtypes import dtype
from embcalc.errors import ConfigError, EmbcalcError, SourceError, UnknownArchitectureError

TINY = {
    "model_type": "llama",
    "architectures": ["LlamaForCausalLM"],
    "vocab_size": 32_000,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}
# table and head, two layers (q and o, k and v, three of the feed-forward, two norms), last norm
TINY_TOTAL = 2 * 32_000 * 64 + 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 64


def total(config: dict[str, Any], **options: Any) -> int | None:
    """The total of a config."""
    return embcalc.report(config, **options).total


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("llama-3-8b", {"total": 8_030_261_248, "input_embedding": 525_336_576, "output_head": 525_336_576}),
        ("llama-3.2-1b", {"total": 1_235_814_400, "input_embedding": 262_668_288, "output_head": 0}),
        ("qwen2.5-0.5b", {"total": 494_032_768, "output_head": 0}),
        ("qwen2.5-7b", {"non_embedding": 6_525_621_760}),
        ("gemma-2-2b", {"total": 2_614_341_888}),
        ("gpt2", {"total": 124_439_808, "position_embedding": 1_024 * 768, "non_embedding_strict": 85_056_000}),
        ("mixtral-8x7b", {"total": 46_702_792_704, "active": 12_879_925_248}),
        ("deepseek-v3", {"total": 671_026_404_352, "stored": 671_026_419_200}),
    ],
)
def test_published_figures(name: str, figures: dict[str, int]) -> None:
    """The totals that publishers and transformers give, to the last digit."""
    found = embcalc.report(name).to_dict()["parameters"]
    assert {key: found[key] for key in figures} == figures


@pytest.mark.parametrize(
    ("name", "share"), [("llama-3-8b", 13.0839), ("llama-3.2-1b", 21.2547), ("qwen2.5-0.5b", 27.5558)]
)
def test_published_shares(name: str, share: float) -> None:
    """What the vocabulary holds of the whole, in percent."""
    assert round(100 * (embcalc.report(name).share or 0), 4) == share


def test_a_model_can_be_a_name_a_path_a_source_or_a_mapping(tmp_path: Path) -> None:
    """All four give the same figures; only the origin differs."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(TINY))
    models: list[Any] = [path, str(path), str(tmp_path), embcalc.load(str(path)), TINY]
    assert [embcalc.report(model).total for model in models] == [TINY_TOTAL] * 5
    assert embcalc.report(path).origin.kind == "file"
    assert embcalc.report(TINY).origin == ("llama", "config", "", None)


def test_another_vocabulary_and_tying() -> None:
    """V·d is rebuilt, and the rest is held."""
    body = TINY_TOTAL - 2 * 32_000 * 64
    assert total(TINY, vocab_size=1_000) == body + 2 * 1_000 * 64
    assert total(TINY, vocab_size=1_000, tied=True) == body + 1_000 * 64
    assert total(TINY | {"tie_word_embeddings": True}, tied=False) == TINY_TOTAL


def test_memory_in_another_data_type() -> None:
    """Four bytes each."""
    assert embcalc.report(TINY, dtype=dtype("float32")).to_dict()["memory"]["total"] == 4 * TINY_TOTAL


def test_the_config_is_left_as_it_was() -> None:
    """Nothing is written into the caller's mapping."""
    before = json.dumps(TINY)
    embcalc.report(TINY, vocab_size=7, tied=True)
    assert json.dumps(TINY) == before


def test_tensors_are_named_as_in_a_checkpoint() -> None:
    """The first and the last of gpt2's 149, the tied head included."""
    names = [tensor.name for tensor in embcalc.manifest("gpt2").tensors()]
    assert (names[0], names[-1], len(names)) == ("transformer.wte.weight", "lm_head.weight", 2 + 12 * 12 + 2 + 1)


@pytest.mark.parametrize(
    ("model", "error"),
    [
        ("no-such-model", SourceError),
        ("no/such/path.json", SourceError),
        ({"model_type": "llama", "vocab_size": "32000"}, ConfigError),
        ({"model_type": 5}, ConfigError),
        ({}, UnknownArchitectureError),
    ],
)
def test_errors_are_of_one_family(model: Any, error: type[EmbcalcError]) -> None:
    """Whatever is wrong with an input is an EmbcalcError with a line of its own."""
    with pytest.raises(error) as caught:
        embcalc.report(model)
    assert isinstance(caught.value, EmbcalcError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [0, -1, True, 2.5, "32k", 1 << 40])
@pytest.mark.parametrize("config", [TINY, {"vocab_size": 5, "hidden_size": 7}])
def test_a_vocabulary_that_cannot_be_is_refused(size: Any, config: dict[str, Any]) -> None:
    """The option is checked as the key is, for described and unknown types alike."""
    with pytest.raises(ConfigError, match="vocab_size must be"):
        embcalc.report(config, vocab_size=size)


def test_there_is_nothing_else_at_the_top() -> None:
    """A misspelt function is an AttributeError, as in any module."""
    with pytest.raises(AttributeError, match="no attribute 'reprot'"):
        _ = embcalc.reprot
