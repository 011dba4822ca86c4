"""Whisper: audio goes into the encoder and text through the one token table, the decoder's."""

from __future__ import annotations

import pytest

import embcalc
from embcalc import api, architectures
from embcalc.errors import ConfigError
from tests.cli.typed import given

# whisper-tiny, which states no more than its sizes
TINY = {"model_type": "whisper", "architectures": ["WhisperForConditionalGeneration"], "vocab_size": 51_865}


def test_whisper_tiny() -> None:
    """37,760,640 with the encoder's sines, more than half of it the vocabulary's."""
    found = embcalc.report(TINY)
    assert (found.total, found.vocabulary, found.embedding_size) == (37_760_640, 51_865 * 384, 384)
    assert round(100 * (found.share or 0), 2) == 52.74
    counts = found.manifest.counts
    assert (counts.non_trainable, counts.position_embedding) == (1_500 * 384, 1_500 * 384 + 448 * 384)
    assert counts.stored == found.total


def test_an_audio_classifier_has_no_vocabulary() -> None:
    """No table, no head, and a weight for each of 4 layers and for what enters them where the config wants it."""
    config = {**TINY, "architectures": ["WhisperForAudioClassification"]}
    found = embcalc.report(config)
    assert (found.table, found.head, found.vocabulary, found.manifest.tied) == (None, None, 0, None)
    weighted = embcalc.report({**config, "use_weighted_layer_sum": True})
    assert (weighted.total or 0) - (found.total or 0) == 5


def test_each_class_asks_only_for_the_side_that_it_has() -> None:
    """5 heads do not divide 384: the decoder's matter to no audio classifier."""
    keys = {**TINY, "decoder_attention_heads": 5}
    assert architectures.build({**keys, "architectures": ["WhisperForAudioClassification"]}).complete
    with pytest.raises(ConfigError, match="d_model 384 is not a multiple of decoder_attention_heads 5"):
        architectures.build(keys)


def test_text_flows_through_the_decoder_alone() -> None:
    """One sequence of tokens, as many as the decoder's table has rows; the encoder's table is not among the arrays."""
    found = api.shapes({**TINY, "max_source_positions": 100})
    assert (found.two_sequences, found.seq) == (False, 448)
    assert [array.tensor for array in found.arrays if array.name == "position_table"] == [
        "model.decoder.embed_positions.weight"
    ]


@pytest.mark.parametrize("command", ["params", "compare", "memory", "tensors"])
def test_a_class_without_a_vocabulary_is_counted(command: str) -> None:
    """Only `shapes`, and a vocabulary to change, have nothing to say of it."""
    config = {**TINY, "architectures": ["WhisperForAudioClassification"]}
    assert given(config, command).exit_code == 0
    for words in (["shapes"], [command, "--vocab", "32k"]):
        done = given(config, *words)
        assert done.exit_code == 1
        assert "no token table" in done.stderr
