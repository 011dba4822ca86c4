"""What-ifs equal the real model with that vocabulary, and sizes are read as people write them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from embcalc import whatif
from embcalc.errors import EmbcalcError
from embcalc.whatif import Question

TABLE = Path(__file__).with_name("vocabulary_totals.tsv").read_text(encoding="utf-8")
TOTALS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t"))
MODELS = sorted({row["model"] for row in TOTALS})


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("tied", [True, False])
def test_every_row_is_the_real_model_with_that_vocabulary(model: str, *, tied: bool) -> None:
    """Totals, tied and untied, are those that transformers builds for the same vocab_size."""
    truth = [row for row in TOTALS if row["model"] == model and row["tied"] == str(tied).lower()]
    other = [row for row in TOTALS if row["model"] == model and row["tied"] != str(tied).lower()]
    rows = whatif.compare([model], Question([int(row["vocab_size"]) for row in truth], tied=tied))
    assert [int(row["total"]) for row in truth] == [row.report.total for row in rows]
    assert [int(row["stored"]) for row in truth] == [row.report.manifest.counts.stored for row in rows]
    assert [int(row["total"]) for row in other] == [row.report.other_total for row in rows]
    assert [int(row["total"]) - int(truth[0]["total"]) for row in truth] == [row.difference for row in rows]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["32k", "128k"], [32_000, 128_000]),
        (["32k,128k"], [32_000, 128_000]),
        (["128,256"], [128_256]),
        (["16k..256k"], [16_000, 32_000, 64_000, 128_000, 256_000]),
        (["1k..5k"], [1_000, 2_000, 4_000]),
        (["32Ki"], [32_768]),
        (["12.8万"], [128_000]),
        (["32k", "32000"], [32_000]),
        (["8k..16k,50257"], [8_000, 16_000, 50_257]),
        (["32k,", "128k,"], [32_000, 128_000]),
    ],
)
def test_sizes_are_read(words: list[str], expected: list[int]) -> None:
    """Lists, ranges and short forms, in order and each once."""
    assert expected == whatif.sizes(words)


@pytest.mark.parametrize("word", ["", "5x", "32k..16k", "0", "-1", "1.5", "3t", "..", "1..", "..1", ",", "32k,,64k"])
def test_what_is_no_size_is_refused(word: str) -> None:
    """A word that is no size, runs backwards or is larger than any table is an error of usage."""
    with pytest.raises(EmbcalcError) as caught:
        whatif.sizes([word])
    assert caught.value.exit_code == 2


def test_too_many_sizes_are_refused() -> None:
    """Ten thousand rows are enough."""
    with pytest.raises(EmbcalcError):
        whatif.sizes([str(size) for size in range(1, 10_002)])


@pytest.mark.parametrize(
    ("rows", "pad_to", "ranks", "padded", "per_rank"),
    [
        # Megatron-LM: a multiple of 128 a rank
        (50_257, None, 1, 50_304, 50_304),
        (50_257, None, 2, 50_432, 25_216),
        (50_257, None, 4, 50_688, 12_672),
        (50_257, None, 8, 51_200, 6_400),
        # one token added to Llama's 32,000, over two ranks
        (32_001, 1, 2, 32_002, 16_001),
        (32_001, 64, 2, 32_064, 16_032),
        # an exact multiple gains nothing
        (32_000, 64, None, 32_000, 32_000),
        (128_259, 8, None, 128_264, 128_264),
        (50_010, 128, None, 50_048, 50_048),
        (39_410, 128, None, 39_424, 39_424),
        (50_279, 128, None, 50_304, 50_304),
    ],
)
def test_padding(rows: int, pad_to: int | None, ranks: int | None, padded: int, per_rank: int) -> None:
    """V is padded to the least multiple that the ranks divide."""
    pads = whatif.padding(rows, pad_to=pad_to, ranks=ranks)
    assert (padded, per_rank, padded - rows) == (pads.padded, pads.per_rank, pads.wasted)


def test_padding_beyond_any_table_is_an_error_of_usage() -> None:
    """The message says the multiple, for nobody asked for so many rows."""
    with pytest.raises(EmbcalcError, match="padded to a multiple of 128,000,000,000") as caught:
        whatif.padding(50_257, ranks=10**9)
    assert caught.value.exit_code == 2


def test_padded_rows_are_in_the_total() -> None:
    """The model is built with the padded vocabulary: GPT-2 has 431 rows of 768 more over four ranks."""
    (row,) = whatif.compare(["gpt2"], Question(ranks=4))
    assert 124_439_808 + 431 * 768 == row.report.total


def test_advice_is_the_published_law() -> None:
    """Nv = 3,145,728 · (Nnv / 33e6) ^ 0.8354, so that 33 million body parameters are advised 4,096 rows of 768."""
    assert _advised(33_000_000, 768) == (3_145_728, 4_096, False)
    assert _advised(7_000_000_000, 4_096)[2] is True


def _advised(body: int, width: int) -> tuple[int, int, bool]:
    advice = whatif.Advice(body, width)
    return advice.parameters, advice.vocab_size, advice.extrapolated


def test_other_hidden_sizes_have_no_total() -> None:
    """V × d is reckoned, and a total is not made up: the body does not scale with d by itself."""
    rows = whatif.compare_widths("gpt2", [1_024, 2_048], Question([50_000]))
    assert [50_000 * 1_024, 50_000 * 2_048] == [row.report.manifest.counts.input_embedding for row in rows]
    assert [row.report.total for row in rows] == [None, None]
