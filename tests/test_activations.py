"""The arrays that flow through a vocabulary: shapes and bytes, each written out."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc.activations import Activations
from embcalc.activations.arrays import State
from embcalc.activations.limits import LengthError
from embcalc.api import shapes
from embcalc.dtypes import dtype

BF16, FP32, IDS = 2, 4, 8
LLAMA = {"model_type": "llama", "vocab_size": 1_000, "hidden_size": 64, "num_attention_heads": 4}
BERT = {"model_type": "bert", "vocab_size": 1_000, "hidden_size": 64, "num_attention_heads": 4}


def sizes(found: Activations) -> dict[str, tuple[tuple[int, ...], int]]:
    """Shape and bytes of each array, by name."""
    return {array.name: (array.shape, array.bytes) for array in found.arrays}


def test_llama_3_8b_at_eight_times_8192() -> None:
    """Logits in float32 are 33,621,540,864 bytes: 32 times E, which is 1,050,673,152 bytes in 16 bits."""
    found = shapes("llama-3-8b", batch=8, seq=8_192)
    assert sizes(found) == {
        "token_ids": ((8, 8_192), 8 * 8_192 * IDS),
        "one_hot": ((8, 8_192, 128_256), 8 * 8_192 * 128_256 * BF16),
        "embedding": ((128_256, 4_096), 1_050_673_152),
        "vectors": ((8, 8_192, 4_096), 8 * 8_192 * 4_096 * BF16),
        "rotary_angles": ((2, 8_192, 128), 2 * 8_192 * 128 * BF16),
        "hidden_states": ((8, 8_192, 4_096), 8 * 8_192 * 4_096 * BF16),
        "head": ((4_096, 128_256), 1_050_673_152),
        "logits": ((8, 8_192, 128_256), 33_621_540_864),
        "last_position_logits": ((8, 128_256), 8 * 128_256 * FP32),
        "loss": ((), FP32),
    }
    assert 33_621_540_864 == 8 * 8_192 * 128_256 * 4 == 32 * found.embedding.bytes


def test_data_types_are_those_asked_for() -> None:
    """`dtype` is for weights and activations, `logits_dtype` for what leaves the model; ids stay int64."""
    found = sizes(shapes(LLAMA, batch=2, seq=10, dtype=dtype("fp32"), logits_dtype=dtype("bf16")))
    assert found["token_ids"][1] == 2 * 10 * 8
    assert found["embedding"][1] == 1_000 * 64 * 4
    assert found["vectors"][1] == 2 * 10 * 64 * 4
    assert found["logits"][1] == 2 * 10 * 1_000 * 2


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"model_type": "gpt2"}, 1_024),
        ({"model_type": "bert"}, 512),
        ({"model_type": "llama", "max_position_embeddings": 131_072}, 2_048),
        ({"model_type": "mamba"}, 2_048),
    ],
)
def test_the_usual_length_is_2048_or_the_limit(config: dict[str, Any], expected: int) -> None:
    """Where no length is given, it is 2,048 tokens, or what the model can take."""
    assert (shapes(config).batch, shapes(config).seq) == (1, expected)


def test_a_tied_head_takes_no_bytes_of_its_own() -> None:
    """The head is there with its shape d × V, and costs nothing."""
    head = shapes({**LLAMA, "tie_word_embeddings": True}).named("head")
    assert head is not None
    assert (head.shape, head.state, head.bytes) == ((64, 1_000), State.SHARED, 0)


def test_a_factorised_table_is_widened_and_narrowed() -> None:
    """ALBERT: E is 30,000 × 128, the body 768 wide, and the head works on 128 again."""
    found = sizes(shapes({"model_type": "albert", "embedding_size": 128, "hidden_size": 768}, seq=512))
    assert [found[name][0] for name in ("embedding", "vectors", "body_vectors", "hidden_states", "head_vectors")] == [
        (30_000, 128),
        (1, 512, 128),
        (1, 512, 768),
        (1, 512, 768),
        (1, 512, 128),
    ]


def test_opt_350m_adds_positions_to_the_wide_vectors() -> None:
    """word_embed_proj_dim 512: the position table of 2,050 × 1,024 comes after the projection."""
    names = [array.name for array in shapes("opt-350m").arrays]
    assert sizes(shapes("opt-350m"))["position_table"][0] == (2_050, 1_024)
    assert names.index("body_vectors") < names.index("position_table")


def test_an_embedding_may_be_wider_than_the_body() -> None:
    """A generator with embedding_size 768 and hidden_size 256 has a head on 768."""
    config = {"model_type": "deberta-v2", "vocab_size": 32_008, "hidden_size": 256, "embedding_size": 768}
    found = sizes(shapes({**config, "num_attention_heads": 4}))
    assert found["embedding"][0] == (32_008, 768)
    assert found["head_vectors"][0] == (1, 512, 768)
    assert found["head"][0] == (768, 32_008)


@pytest.mark.parametrize("model_type", ["t5", "bart"])
def test_an_encoder_decoder_runs_two_sequences(model_type: str) -> None:
    """Both look up the one shared table; only the decoder's states become logits."""
    names = {"t5": "T5ForConditionalGeneration", "bart": "BartForConditionalGeneration"}
    found = shapes({"model_type": model_type, "architectures": [names[model_type]]}, batch=2, seq=100)
    listed = [array.name for array in found.arrays]
    assert found.two_sequences
    assert [name for name in listed if name.endswith("token_ids")] == ["encoder_token_ids", "decoder_token_ids"]
    assert listed.count("embedding") == listed.count("logits") == listed.count("encoder_output") == 1


def test_an_encoder_alone_runs_one_sequence() -> None:
    """T5EncoderModel has no decoder, and no head: it ends in token vectors."""
    found = shapes({"model_type": "t5", "architectures": ["T5EncoderModel"]})
    assert not found.two_sequences
    assert found.named("token_vectors")
    assert not found.named("logits")


def test_an_encoder_without_head_ends_in_sentence_vectors() -> None:
    """A million vectors of 64 float32 values are 256,000,000 bytes."""
    found = sizes(shapes({**BERT, "architectures": ["BertModel"]}, batch=3))
    assert found["token_vectors"][0] == (3, 512, 64)
    assert found["sentence_vector"][0] == (3, 64)
    assert found["million_vectors"][1] == 10**6 * 64 * 4 == 256_000_000
    assert "logits" not in found


def test_a_masked_language_model_has_logits() -> None:
    """BertForMaskedLM ends in logits, and any one position's may be wanted."""
    found = sizes(shapes({**BERT, "architectures": ["BertForMaskedLM"]}, seq=10))
    assert found["logits"][0] == (1, 10, 1_000)
    assert found["one_position_logits"][0] == (1, 1_000)
    assert "sentence_vector" not in found


def test_ranks_hold_equal_parts_of_a_padded_vocabulary() -> None:
    """GPT-2's 50,257 rows over 4 ranks are 12,565 each, 3 of them padding."""
    ranks = shapes("gpt2", seq=10, ranks=4).ranks
    assert ranks is not None
    assert (ranks.rows, ranks.padding) == (12_565, 4 * 12_565 - 50_257)
    assert [array.shape for array in ranks.arrays] == [(12_565, 768), (768, 12_565), (1, 10, 12_565)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("bf16", 2 + 2 + 4 + 8), ("fp32", 4 + 4 + 8)],
)
def test_a_trained_parameter_costs_sixteen_bytes(name: str, expected: int) -> None:
    """Weights and gradients in 16 bits with a float32 master copy and two moments; or all of it in float32."""
    training = shapes(LLAMA, dtype=dtype(name), training=True).training
    assert training is not None
    assert training.parameters == 2 * 1_000 * 64
    assert training.bytes == expected * training.parameters == 16 * 128_000


@pytest.mark.parametrize(("batch", "expected"), [(1, 100), (10, 1_000), (11, 1_000)])
def test_a_batch_touches_at_most_its_tokens_rows(batch: int, expected: int) -> None:
    """At most min(B · n, V) rows of E are looked up; its gradient is dense all the same."""
    training = shapes(LLAMA, batch=batch, seq=100, training=True).training
    assert training is not None
    assert training.touched == expected
    assert [array.shape for array in training.arrays if array.name == "embedding_gradient"] == [(1_000, 64)]


@pytest.mark.parametrize("tied", [True, False])
def test_the_gradient_of_a_tied_head_is_that_of_e(*, tied: bool) -> None:
    """Tied, one dense gradient serves both; untied, each has its own."""
    training = shapes(LLAMA, training=True, tied=tied).training
    assert training is not None
    held = {array.name: array.bytes for array in training.arrays}
    assert (held["embedding_gradient"], held["head_gradient"]) == (128_000, 0 if tied else 128_000)


@pytest.mark.parametrize(
    ("config", "rows", "usable"),
    [
        ({"model_type": "roberta", "max_position_embeddings": 514}, 514, 512),
        ({"model_type": "xlm-roberta", "max_position_embeddings": 514, "pad_token_id": 0}, 514, 513),
        ({"model_type": "opt"}, 2_050, 2_048),
        ({"model_type": "bart"}, 1_026, 1_024),
        ({"model_type": "gpt2"}, 1_024, 1_024),
        ({"model_type": "bert"}, 512, 512),
    ],
)
def test_a_table_ends_the_context(config: dict[str, Any], rows: int, usable: int) -> None:
    """One token more than the table serves is refused, and the table named."""
    assert sizes(shapes(config, seq=usable))["position_table"][0][0] == rows
    with pytest.raises(LengthError, match=rf"n = {usable + 1:,} .* has {rows:,} rows"):
        shapes(config, seq=usable + 1)


@pytest.mark.parametrize("model", ["gpt-j-6b", "mpt-7b"])
def test_a_class_that_ends_at_its_limit_is_no_warning(model: str) -> None:
    """GPT-J's rotary angles and MPT's biases are made for 2,048 positions."""
    with pytest.raises(LengthError, match="so many positions and no more"):
        shapes(model, seq=2_049)


@pytest.mark.parametrize("model", ["llama-3-8b", "bloom-560m", "t5-small", "deberta-v3-base"])
def test_beyond_a_limit_of_training_there_is_a_warning(model: str) -> None:
    """The shapes hold, so they are shown."""
    found = shapes(model, seq=9_000)
    assert found.seq == 9_000
    assert "not made for such a length" in found.warnings[-1]


def test_an_undescribed_architecture_shows_what_is_certain() -> None:
    """ids, one-hot, E and X; with the tying stated, head and logits; no positions and no guess."""
    config = {"model_type": "never-heard-of", "vocab_size": 100, "hidden_size": 8}
    assert list(sizes(shapes(config))) == ["token_ids", "one_hot", "embedding", "vectors"]
    stated = sizes(shapes({**config, "tie_word_embeddings": False}, seq=5))
    assert stated["logits"][0] == (1, 5, 100)
    assert shapes(config).positions is None
