"""Numbers as people write them are read exactly; numbers as people read them say their unit."""

from __future__ import annotations

import pytest

from embcalc.units import (
    NumberError,
    gb,
    gib,
    grouped,
    parse_count,
    percent,
    printable,
    short,
    signed,
    times,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("32000", 32_000),
        ("32k", 32_000),
        ("32K", 32_000),
        ("128k", 128_000),
        ("32Ki", 32_768),
        ("128,256", 128_256),
        ("128_256", 128_256),
        ("1.5B", 1_500_000_000),
        ("7.2b", 7_200_000_000),
        ("0.5M", 500_000),
        (".5k", 500),
        ("671G", 671_000_000_000),
        ("1T", 10**12),
        ("2Mi", 2_097_152),
        ("12.8万", 128_000),
        ("1.5亿", 150_000_000),
        ("5千", 5_000),
        (" 32 k ", 32_000),
    ],
)
def test_counts_are_read(text: str, value: int) -> None:
    """k, M, B and T are powers of 1000, Ki and Mi of 1024, 千, 万 and 亿 are 10³, 10⁴ and 10⁸."""
    assert parse_count(text) == value


@pytest.mark.parametrize(
    "text",
    ["", " ", "k", "-5", "+5", "0", "1.5", "1.0005k", "1e5", "32q", "32kk", "1,2", "12,34", "1_0", "0x10", "9" * 40],
)
def test_what_is_no_whole_number_above_zero_is_refused(text: str) -> None:
    """Nothing is rounded or guessed, and the exit code is that of a wrong call."""
    with pytest.raises(NumberError) as caught:
        parse_count(text)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [(131_072_000, "131.1M"), (8_030_261_248, "8.03B"), (671_026_404_352, "671.0B"), (32_000, "32.0k"), (999, "999")],
)
def test_short_numbers_are_for_a_glance(value: int, text: str) -> None:
    """Four significant digits at most, with k, M, B or T."""
    assert short(value) == text


def test_whole_numbers_are_grouped_by_three() -> None:
    """The minus sign is the true one, and a change shows its sign."""
    assert grouped(8_030_261_248) == "8,030,261,248"
    assert grouped(-5_000) == "−5,000"
    assert [signed(1_000), signed(-1_000), signed(0)] == ["+1,000", "−1,000", "0"]


def test_shapes_are_written_with_a_cross() -> None:
    """Copies stand in front of a shape."""
    assert times((128_256, 4_096)) == "128,256 × 4,096"
    assert times((64, 8), copies=3) == "3 × 64 × 8"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.130839, "13.08 %"),
        (1.0, "100.00 %"),
        (0.0, "0.00 %"),
        (0.002762, "0.276 %"),
        (0.005, "0.5 %"),
        (0.00999999, "1 %"),
        (1.318e-7, "0.0000132 %"),
        (131.072, "13,107.20 %"),
        (-0.0654, "−6.54 %"),
    ],
)
def test_shares_are_percentages(share: float, text: str) -> None:
    """Two decimals, or three significant digits of a small share; never an exponent, never nothing for something."""
    assert percent(share) == text


def test_binary_and_decimal_units_are_told_apart() -> None:
    """8,030,261,248 parameters of 2 bytes are 14.96 GiB, which is 16.06 GB."""
    size = 8_030_261_248 * 2
    assert gib(size) == "14.96 GiB"
    assert gb(size) == "16.06 GB"
    assert gib(1 << 30) == "1.00 GiB"
    assert gb(10**9) == "1.00 GB"
    assert [gib(512), gb(512)] == ["512 B", "512 B"]


def test_a_column_of_sizes_keeps_one_unit() -> None:
    """What would read 0.00 in the column's unit keeps its own."""
    total = 16 << 30
    assert gib(512 << 20, like=total) == "0.50 GiB"
    assert gib(1 << 20, like=total) == "1.00 MiB"


@pytest.mark.parametrize("char", ["\x1b", "\x9b", "\n", "\x7f", "\u202e", "\u2066", "\u200b", "\ud800"])
def test_what_a_terminal_would_act_on_is_written_out(char: str) -> None:
    """Escape sequences, line ends, marks of direction and invisible characters come out as text."""
    assert printable(f"a{char}b").isprintable()
    assert printable("×äß漢字") == "×äß漢字"
