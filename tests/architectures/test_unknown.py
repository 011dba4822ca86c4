"""What is said of a type that is not described: its tables, its head where the config tells, and no total."""

from __future__ import annotations

from typing import Any

import pytest

import embcalc
from embcalc.errors import ConfigError, EmbcalcError, UnknownArchitectureError

# a translator's two vocabularies: 8,848 · 160 = 1,415,680 and 6,632 · 160 = 1,061,120
SIDES = {"model_type": "fsmt", "src_vocab_size": 8_848, "tgt_vocab_size": 6_632, "d_model": 160}


def figures(config: dict[str, Any], **options: Any) -> dict[str, int | None]:
    """The parameters of a report."""
    found: dict[str, int | None] = embcalc.report(config, **options).to_dict()["parameters"]
    return found


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("src_vocab_size", "tgt_vocab_size"),
        ("source_vocab_size", "target_vocab_size"),
        ("source_vocab", "target_vocab"),
    ],
)
@pytest.mark.parametrize("width", ["hidden_size", "d_model"])
@pytest.mark.parametrize(
    "untied",
    [
        {"share_decoder_input_output_embed": False},
        {"share_decoder_input_output": False},
        {"tie_word_embeddings": False},
    ],
    ids=lambda keys: next(iter(keys)),
)
def test_two_vocabularies_have_a_table_each(source: str, target: str, width: str, untied: dict[str, bool]) -> None:
    """Encoder 8,848 · 160, decoder and head 6,632 · 160 each: 3,537,920, and a total that is not known."""
    report = embcalc.report({source: 8_848, target: 6_632, width: 160} | untied)
    assert [(table.shape, table.parameters) for table in report.tables] == [
        ((8_848, 160), 1_415_680),
        ((6_632, 160), 1_061_120),
    ]
    assert report.head is not None
    assert (report.head.shape, report.manifest.tied) == ((6_632, 160), False)
    found = report.to_dict()["parameters"]
    assert found["input_embedding"] == 1_415_680 + 1_061_120
    assert found["output_head"] == 1_061_120
    assert found["vocabulary"] == 8_848 * 160 + 2 * 6_632 * 160 == 3_537_920
    assert found["total"] is None


def test_a_tied_head_is_the_decoders_table() -> None:
    """It owns nothing, and untied it would have the target's rows."""
    report = embcalc.report(SIDES | {"share_decoder_input_output_embed": True})
    assert report.head is not None
    assert report.head.tied_to == "decoder.input_embedding.weight"
    assert report.vocabulary == 1_415_680 + 1_061_120
    assert report.tying_difference == 6_632 * 160
    assert report.manifest.tied_from == "share_decoder_input_output_embed"


@pytest.mark.parametrize(("keys", "difference"), [({}, 1_061_120), ({"tie_word_embeddings": False}, 1_061_120)])
def test_a_head_costs_the_targets_rows(keys: dict[str, bool], difference: int) -> None:
    """Whether it is there or would be."""
    assert embcalc.report(SIDES | keys).tying_difference == difference


def test_where_nothing_is_said_of_the_head_it_is_not_known() -> None:
    """The tables are."""
    found = figures(SIDES)
    assert (found["input_embedding"], found["output_head"], found["vocabulary"]) == (2_476_800, None, None)


def test_what_is_said_of_the_head_alone_comes_first() -> None:
    """That not all tables are one leaves open that two are."""
    found = embcalc.report(SIDES | {"share_decoder_input_output_embed": True, "tie_word_embeddings": False})
    assert found.manifest.tied is True


def test_the_options_tie_and_untie() -> None:
    """As of any other model."""
    assert figures(SIDES, tied=True)["output_head"] == 0
    assert figures(SIDES, tied=False)["output_head"] == 1_061_120


def test_vocabularies_of_one_size_share_a_table_where_the_config_says_so() -> None:
    """Two tables of 100 · 8 unless they are stated to be one."""
    same = {"src_vocab_size": 100, "tgt_vocab_size": 100, "d_model": 8}
    assert figures(same)["input_embedding"] == 2 * 100 * 8
    assert figures(same | {"tie_word_embeddings": False})["vocabulary"] == 3 * 100 * 8
    for key in ("share_all_embeddings", "share_encoder_decoder_embeddings"):
        assert figures(same | {key: True})["input_embedding"] == 100 * 8
        assert figures(same | {key: True, "tie_word_embeddings": True})["vocabulary"] == 100 * 8
        assert figures(same | {key: False, "tie_word_embeddings": True})["vocabulary"] == 2 * 100 * 8


@pytest.mark.parametrize(
    ("changes", "options", "error", "said"),
    [
        # FSMT makes one matrix of all three, other types tie the head alone
        (
            {"src_vocab_size": 6_632, "tie_word_embeddings": True},
            {},
            UnknownArchitectureError,
            "share a table is not known",
        ),
        ({"share_all_embeddings": True}, {}, ConfigError, "8,848 and 6,632 rows cannot share a table"),
        ({}, {"vocab_size": 100}, ConfigError, "are two vocabularies"),
        ({"vocab_size": 100}, {}, ConfigError, "a vocabulary of 100 contradicts those of 8,848 and 6,632"),
        ({"src_vocab_size": 0}, {}, ConfigError, "src_vocab_size must be at least 1, not 0"),
        ({"tgt_vocab_size": "6632"}, {}, ConfigError, "tgt_vocab_size must be a whole number"),
        ({"d_model": None}, {}, UnknownArchitectureError, "hidden_size is missing"),
        ({"tgt_vocab_size": None}, {}, UnknownArchitectureError, "vocab_size is missing"),
        (
            {"share_decoder_input_output_embed": False, "tie_word_embeddings": True},
            {},
            ConfigError,
            "share_decoder_input_output_embed = false and tie_word_embeddings = true contradict each other",
        ),
        ({"share_decoder_input_output_embed": "no"}, {}, ConfigError, "must be true or false"),
    ],
)
def test_what_cannot_be_told_is_refused(
    changes: dict[str, Any], options: dict[str, Any], error: type[EmbcalcError], said: str
) -> None:
    """In one line that names the keys or the sizes."""
    with pytest.raises(error, match=said):
        embcalc.report(SIDES | changes, **options)


def test_the_vocabulary_beside_the_two_may_repeat_one_of_them() -> None:
    """Some config classes write the target's size a second time."""
    assert figures(SIDES | {"vocab_size": 6_632})["input_embedding"] == 2_476_800
