"""Numbers in a text state an interval of true values; what looks like a number and is none is left alone."""

from __future__ import annotations

import pytest

from embcalc.cards.language.written import Fit, first, numbers

NO, EQUAL, ROUNDED, TRUNCATED, LOOSE = Fit.NO, Fit.EQUAL, Fit.ROUNDED, Fit.TRUNCATED, Fit.LOOSE


@pytest.mark.parametrize(
    ("text", "truth", "fit"),
    [
        ("8B", 7_500_000_000, ROUNDED),
        ("8B", 7_499_999_999, NO),
        ("8B", 8_999_999_999, TRUNCATED),
        ("8B", 9_000_000_000, NO),
        ("8B", 9_241_705_984, NO),
        ("8.03B", 8_025_000_000, ROUNDED),
        ("8.03B", 8_039_999_999, TRUNCATED),
        ("8.03B", 8_040_000_000, NO),
        ("8.04B", 8_030_261_248, NO),
        ("1.5B", 1_557_611_200, TRUNCATED),
        ("1550M", 1_550_000_000, EQUAL),
        ("7B", 8_537_680_896, NO),
        ("six billion", 5_880_000_000, ROUNDED),
        ("70亿", 6_980_000_000, ROUNDED),
        ("约15万", 151_936, ROUNDED),
        ("1.35亿", 134_515_008, ROUNDED),
        ("1,170,340,608", 1_170_340_608, EQUAL),
        ("1,170,340,608", 1_170_340_609, NO),
        ("30,000", 30_522, LOOSE),
        ("30,500", 30_499, LOOSE),
        ("30,521", 30_522, NO),
        ("340M", 335_174_458, LOOSE),
        ("10B", 12_000_000_000, NO),
        ("128K", 128_256, ROUNDED),
        ("over 150K", 151_936, ROUNDED),
        ("150K+", 151_936, ROUNDED),
        ("under 10B", 8_030_261_248, ROUNDED),
        ("up to 8B", 8_030_261_248, ROUNDED),
        ("under 8B", 9_030_261_248, NO),
        (">7B", 8_537_680_896, ROUNDED),
        (">9B", 8_537_680_896, NO),
        ("about 8B", 9_241_705_984, LOOSE),
        ("~8B", 12_000_000_000, NO),
    ],
)
def test_a_written_number_fits_its_roundings_and_truncations(text: str, truth: int, fit: Fit) -> None:
    """What fits is decided by the precision in which the number is written."""
    number = first(text)
    assert number is not None
    assert number.fit(truth) is fit


def test_k_may_be_binary_where_that_is_asked_for() -> None:
    """128K is 131,072 for a vocabulary or a context, but not for a count of parameters."""
    number = first("128K")
    assert number is not None
    assert (number.fit(131_072), number.fit(131_072, binary=True)) == (NO, EQUAL)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fp16 Llama-3 v1.5.2 2e-4 A3B 8x7B", []),
        ("GPT-3.5 and dolly-v1-6b have six billion", ["six billion"]),
        ("350M, 700M, and 1.2B", ["350M", "700M", "1.2B"]),
        ("具有70亿参数，窗口为8194。", ["70亿", "8194"]),
        ("a 7B-parameter model with twenty-four layers", ["7B", "twenty-four"]),
        ("16GB or 16 GB", ["16", "16"]),
        ("2024-05-01", []),
    ],
)
def test_digits_inside_names_are_no_numbers(text: str, found: list[str]) -> None:
    """Names, versions, dates and exponents are not taken apart."""
    assert [number.text for number in numbers(text)][: len(found) + 1] == found
