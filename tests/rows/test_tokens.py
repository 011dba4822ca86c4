"""A table's rows against a tokenizer, in sizes that published models have; the arithmetic stands beside each."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc.api import report
from embcalc.reports import Report
from embcalc.rows import Comparison, pads
from embcalc.rows.tokens import with_tokenizer
from embcalc.sources.tokenizer import Tokenizer
from embcalc.verdicts import Verdict


def model(rows: int, width: int = 64, **changes: object) -> Report:
    """The report of a model with one layer and a head of its own."""
    config: dict[str, Any] = {
        "model_type": "llama",
        "architectures": ["LlamaForCausalLM"],
        "vocab_size": rows,
        "hidden_size": width,
        "intermediate_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 1,
        "tie_word_embeddings": False,
    }
    return report(config | changes)


def compared(rows: int, tokenizer: Tokenizer | int, width: int = 64, **changes: object) -> Comparison:
    """What comes of the tokenizer's size."""
    found = Tokenizer(tokenizer) if isinstance(tokenizer, int) else tokenizer
    (comparison,) = with_tokenizer(model(rows, width, **changes), found)
    return comparison


@pytest.mark.parametrize(
    ("rows", "tokens", "spare", "multiples"),
    [
        (30528, 30522, 6, [8, 16, 32, 64]),  # 477 · 64; 128 would give 239 · 128 = 30592
        (50432, 50279, 153, [256]),  # 197 · 256; 128 would give 393 · 128 = 50304
        (151936, 151851, 85, [128]),  # 1187 · 128; 64 would give 2373 · 64 = 151872
        (152064, 151851, 213, [256, 512]),  # 594 · 256 = 297 · 512
        (39424, 39410, 14, [16, 32, 64, 128, 256, 512]),  # 77 · 512
        (50048, 50010, 38, [64, 128]),  # 391 · 128
        (128264, 128259, 5, [8]),  # 16033 · 8
    ],
)
def test_padding_explains_spare_rows(rows: int, tokens: int, spare: int, multiples: list[int]) -> None:
    """A remark, which names the multiples that give just this table."""
    found = compared(rows, tokens)
    assert (found.verdict, found.facts["spare_rows"]) == (Verdict.REMARK, spare)
    assert found.facts["padded_to_multiples_of"] == multiples
    assert found.facts["new_tokens_that_fit"] == spare
    assert f"{tokens:,} tokens for {rows:,} rows: {spare} spare" in found.message


@pytest.mark.parametrize(("rows", "tokens"), [(128100, 128001), (64010, 64002), (130528, 130344)])
def test_rows_kept_back_are_a_remark(rows: int, tokens: int) -> None:
    """No padding gives them, and none must: 99, 8 and 184 rows of healthy models."""
    found = compared(rows, tokens)
    assert (found.verdict, found.facts["padded_to_multiples_of"]) == (Verdict.REMARK, [])
    assert "ids that no token has" in found.message


@pytest.mark.parametrize(
    ("rows", "tokens", "share"),
    [(152064, 151667, 397 / 152064), (800, 428, 0.465)],
)
def test_more_than_padding_needs_is_a_warning(rows: int, tokens: int, share: float) -> None:
    """Resizing to the tokenizer's length would make the table smaller: by 397 rows, and by 46.5 % of them."""
    found = compared(rows, tokens)
    assert found.verdict is Verdict.WARNING
    assert found.facts["spare_share"] == pytest.approx(share)
    assert "would make the table smaller" in found.message


@pytest.mark.parametrize(("rows", "tokens"), [(32005, 32004), (262145, 262144)])
def test_a_row_or_two_that_nothing_explains_is_a_warning(rows: int, tokens: int) -> None:
    """Nobody keeps back so few: an id may be beyond the length."""
    found = compared(rows, tokens)
    assert (found.verdict, found.facts["spare_rows"]) == (Verdict.WARNING, 1)
    assert "the ids may have gaps" in found.message
    known = compared(rows, Tokenizer(tokens, tokens, tokens - 1))
    assert known.verdict is Verdict.REMARK, "the highest id is known, so that there is no gap"


def test_more_tokens_than_rows_fail() -> None:
    """152,655 − 151,936 = 719 ids cannot be looked up; tokenizer.vocab_size looks fine."""
    found = compared(151936, Tokenizer(152655, 151643, 152654))
    assert (found.verdict, found.facts["ids_without_row"], found.facts["spare_rows"]) == (Verdict.FAIL, 719, 0)
    assert found.facts["tokenizer_vocab_size"] == 151643
    assert "719 ids have no row" in found.message
    assert "1,012 are added" in found.message  # 152,655 − 151,643
    assert "1 id has no row" in compared(32000, 32001).message


def test_the_highest_id_decides_not_the_length() -> None:
    """100 tokens with ids up to 119 need 120 rows."""
    assert compared(110, Tokenizer(100, 100, 119)).facts["ids_without_row"] == 10
    fits = compared(128, Tokenizer(100, 100, 119))
    assert (fits.verdict, fits.facts["spare_rows"]) == (Verdict.WARNING, 8)
    assert "120 rows must stay" in fits.message


def test_an_exact_fit_is_fine() -> None:
    """And an exact multiple gains no block: 32,000 = 500 · 64 stays."""
    found = compared(32000, 32000)
    assert (found.verdict, found.facts["padding"]["64"]["padded_rows"]) == (Verdict.OK, 32000)
    assert found.facts["padded_to_multiples_of"] == []


@pytest.mark.parametrize(
    ("rows", "padded"),
    [(1, 64), (63, 64), (64, 64), (65, 128)],
)
def test_padding_rounds_up(rows: int, padded: int) -> None:
    """To the least multiple that is no less."""
    assert compared(rows, rows).facts["padding"]["64"]["padded_rows"] == padded
    assert (64 in pads(rows, padded)) is (rows < padded)


def test_padding_says_what_lies_beyond() -> None:
    """152,064 rows are 128 more than padding to 128 needs: 128 · 8,192 = 1,048,576 parameters a table."""
    padding = compared(152064, 151851, width=8192).facts["padding"]
    assert padding["128"] == {
        "is_multiple": True,
        "padded_rows": 151936,
        "rows_beyond": 128,
        "parameters_beyond": 1_048_576,
    }
    assert padding["256"]["rows_beyond"] == 0
    assert compared(128100, 128001).facts["padding"]["64"]["is_multiple"] is False


def test_spare_parameters_are_those_of_each_table() -> None:
    """6 · 768 = 4,608; a tied head adds none."""
    own = compared(30528, 30522, width=768).facts["spare_parameters"]
    assert own == {"input_embedding": 4608, "output_head": 4608, "total": 9216}
    tied = compared(30528, 30522, width=768, tie_word_embeddings=True).facts["spare_parameters"]
    assert tied == {"input_embedding": 4608, "output_head": 0, "total": 4608}


def test_padding_tokens_that_differ_are_a_warning() -> None:
    """Where both are stated; −1 in a config means none."""
    with_pad = Tokenizer(428, 428, 427, pad=3)
    _, found = with_tokenizer(model(800), with_pad, 1)
    assert (found.verdict, found.facts) == (Verdict.WARNING, {"config": 1, "tokenizer": 3})
    for stated in (3, None, -1):
        assert len(list(with_tokenizer(model(800), with_pad, stated))) == 1


def test_two_vocabularies_are_passed_over() -> None:
    """Which of them a tokenizer serves is not known."""
    config = {
        "model_type": "marian",
        "architectures": ["MarianMTModel"],
        "vocab_size": 36,
        "decoder_vocab_size": 52,
        "share_encoder_decoder_embeddings": False,
        "pad_token_id": 35,
        "d_model": 16,
        "encoder_layers": 1,
        "decoder_layers": 1,
    }
    (found,) = with_tokenizer(report(config), Tokenizer(36))
    assert found.verdict is Verdict.SKIPPED
