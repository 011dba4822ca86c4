"""T5's head: the config's flag decides, as in the published checkpoints; the recorded models tie it always."""

from __future__ import annotations

import pytest

from embcalc import architectures
from embcalc.architectures.t5 import MODEL_TYPES

TABLE = 32_128 * 512
T5_SMALL = 60_506_624
WITH_HEAD = ("T5ForConditionalGeneration", "T5WithLMHeadModel")


@pytest.mark.parametrize(
    ("flag", "total", "tied", "tied_from"),
    [
        ({}, T5_SMALL, True, "class default"),
        ({"tie_word_embeddings": True}, T5_SMALL, True, "config"),
        ({"tie_word_embeddings": False}, T5_SMALL + TABLE, False, "config"),
    ],
    ids=["absent is tied", "true is tied", "false is a head of its own"],
)
@pytest.mark.parametrize("name", WITH_HEAD)
def test_flag_decides_the_head(name: str, flag: dict[str, bool], total: int, *, tied: bool, tied_from: str) -> None:
    """The head is tied unless the config says false, under the class's present name and its first."""
    manifest = architectures.build({"model_type": "t5", "architectures": [name], **flag})
    assert (manifest.counts.total, manifest.tied, manifest.tied_from) == (total, tied, tied_from)


@pytest.mark.parametrize("name", sorted(set(MODEL_TYPES["t5"].classes) - set(WITH_HEAD)))
def test_flag_changes_nothing_without_a_head(name: str) -> None:
    """The encoder and the decoder use the shared table whatever the flag says, and no head appears."""
    silent = architectures.build({"model_type": "t5", "architectures": [name]})
    untied = architectures.build({"model_type": "t5", "architectures": [name], "tie_word_embeddings": False})
    assert list(silent.tensors()) == list(untied.tensors())
    assert untied.tied is None
