"""Sentence vectors, as the configs in a sentence-transformers folder describe them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from embcalc.api import shapes
from embcalc.errors import ConfigError, EmbcalcError, SourceError
from embcalc.pooling import pooling


@pytest.mark.parametrize(
    ("stated", "modes", "size"),
    [
        ({"word_embedding_dimension": 384, "pooling_mode_mean_tokens": True}, ("mean",), 384),
        ({"word_embedding_dimension": 384, "pooling_mode_mean_tokens": False}, ("mean",), 384),
        (
            {"word_embedding_dimension": 384, "pooling_mode_max_tokens": True, "pooling_mode_cls_token": True},
            ("cls", "max"),
            768,
        ),
        ({"embedding_dimension": 384, "pooling_mode": "lasttoken"}, ("lasttoken",), 384),
        ({"embedding_dimension": 384, "pooling_mode": ["mean", "max", "cls"]}, ("mean", "max", "cls"), 1_152),
    ],
)
def test_modes_are_joined(stated: dict[str, Any], modes: tuple[str, ...], size: int) -> None:
    """Each mode adds the width once; the keys of older and of newer releases say the same."""
    assert (pooling(stated).modes, pooling(stated).size) == (modes, size)


def test_layers_have_the_last_word() -> None:
    """768 values, then 3,072, then 256: as many as the last layer gives."""
    layers = [{"in_features": 768, "out_features": 3_072}, {"in_features": 3_072, "out_features": 256}]
    assert pooling({"word_embedding_dimension": 768}, layers).size == 256


@pytest.mark.parametrize(
    ("stated", "layers"),
    [
        ({}, []),
        ({"word_embedding_dimension": 0}, []),
        ({"word_embedding_dimension": 8, "pooling_mode": "median"}, []),
        ({"word_embedding_dimension": 8, "pooling_mode": [{}]}, []),
        ({"word_embedding_dimension": 8, "pooling_mode_cls_token": "yes"}, []),
        ({"word_embedding_dimension": 8}, [{"in_features": 9, "out_features": 4}]),
        ({"word_embedding_dimension": 8}, [{"in_features": 8}]),
    ],
)
def test_what_does_not_fit_is_refused(stated: dict[str, Any], layers: list[dict[str, Any]]) -> None:
    """Sizes, modes and layers that no such model can have are errors."""
    with pytest.raises(ConfigError):
        pooling(stated, layers)


def folder(place: Path, pooled: str, dense: dict[str, int] | None = None) -> Path:
    """A sentence-transformers folder with a small BERT."""
    config = {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": 100, "hidden_size": 24}
    (place / "config.json").write_text(json.dumps(config))
    for name, text in (("1_Pooling", pooled), ("2_Dense", json.dumps(dense) if dense else None)):
        if text:
            (place / name).mkdir()
            (place / name / "config.json").write_text(text)
    return place


def test_a_folder_says_how_its_vectors_are_made(tmp_path: Path) -> None:
    """Three modes of 24 values are joined to 72, and a layer makes 10 of them."""
    modes = {f"pooling_mode_{mode}": True for mode in ("cls_token", "mean_tokens", "max_tokens")}
    place = folder(
        tmp_path, json.dumps({"word_embedding_dimension": 24, **modes}), {"in_features": 72, "out_features": 10}
    )
    found = {array.name: array.shape for array in shapes(place, batch=4).arrays}
    assert found["joined_vector"] == (4, 72)
    assert found["sentence_vector"] == (4, 10)
    assert found["million_vectors"] == (1_000_000, 10)


def test_the_pooling_must_fit_the_model(tmp_path: Path) -> None:
    """A pooling for 32 values cannot follow a body of 24."""
    with pytest.raises(EmbcalcError, match="32 values, but the model has 24"):
        shapes(folder(tmp_path, '{"word_embedding_dimension": 32}'))


def test_a_broken_module_is_an_error(tmp_path: Path) -> None:
    """A config that cannot be read is not passed over."""
    with pytest.raises(SourceError, match="1_Pooling"):
        shapes(folder(tmp_path, "{"))
