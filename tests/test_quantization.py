"""Bytes of one matrix in each layout, against arithmetic written out."""

from __future__ import annotations

import pytest

from embcalc.quantization import (
    LayoutError,
    awq,
    bnb_4bit,
    eight_bit,
    ggml_size,
    ggml_type,
    gptq,
    llm_int8,
    mlx,
    mxfp4,
    packed,
)


def test_gptq_counts_values_zeros_scales_and_order() -> None:
    """A 4096 × 4096 layer by groups of 128: qweight (512, 4096), qzeros (32, 512), scales (32, 4096), g_idx (4096)."""
    assert gptq(4, 128)(4096, 4096) == 4 * (512 * 4096 + 32 * 512 + 4096) + 2 * 32 * 4096


def test_gptq_without_groups_has_one_row_of_scales() -> None:
    """group_size −1 is one group for all inputs."""
    assert gptq(4, None)(4096, 4096) == 4 * (512 * 4096 + 512 + 4096) + 2 * 4096


def test_gptq_refuses_what_it_cannot_pack() -> None:
    """Inputs and outputs come in words of 32 bits."""
    with pytest.raises(LayoutError, match="48 × 100"):
        gptq(4, 128)(48, 100)


def test_awq_has_no_order() -> None:
    """AWQ stores the same as GPTQ but for g_idx."""
    assert awq(4, 128)(1024, 4096) == 4 * (4096 * 128 + 32 * 128) + 2 * 32 * 1024


def test_awq_refuses_a_broken_group() -> None:
    """2880 inputs are no whole number of groups of 128."""
    with pytest.raises(LayoutError, match="groups of 128"):
        awq(4, 128)(4096, 2880)


def test_fp8_blocks_are_rounded_up() -> None:
    """7168 × 18432 holds 56 × 144 scales of four bytes; 576 rows are four and a half blocks, stored as five."""
    assert eight_bit(128, 128, 4)(7168, 18432) == 132_152_832
    assert eight_bit(128, 128, 4)(576, 7168) == 576 * 7168 + 4 * 5 * 56


def test_eight_bits_a_row_or_a_matrix() -> None:
    """One scale a row, or one for all and one of the inputs."""
    assert eight_bit(1, None, 2)(64, 32) == 64 * 32 + 2 * 64
    assert eight_bit(None, None, 2, 2)(64, 32) == 64 * 32 + 2 + 2


def test_llm_int8_has_a_scale_a_row() -> None:
    """One byte a value, a float32 a row, one byte for the format."""
    assert llm_int8(1024, 4096) == 1024 * 4096 + 4 * 1024 + 1


@pytest.mark.parametrize(
    ("double", "scales"),
    [
        pytest.param(False, 4 * 262_144, id="float32 scales"),
        pytest.param(True, 262_144 + 4 * (1_024 + 256), id="scales in 8 bits, and their scales"),
    ],
)
def test_nf4_scales(*, double: bool, scales: int) -> None:
    """4096 × 4096 values are 262,144 blocks of 64, and 1,024 blocks of 256 scales; the code book is 16 float32."""
    assert bnb_4bit(double=double)(4096, 4096) == 4096 * 4096 // 2 + scales + 64


def test_packed_integers_have_their_shape() -> None:
    """Eight values a word, a 16-bit scale a group, two 64-bit sizes, and the order where it is asked for."""
    assert packed(4, 128)(2048, 8192) == 2048 * 8192 // 2 + 2 * 2048 * 64 + 16
    assert packed(4, 128, activation_order=True)(2048, 8192) - packed(4, 128)(2048, 8192) == 4 * 8192


def test_mxfp4_is_17_bytes_a_block() -> None:
    """32 values of 4 bits and a byte of exponent: 4.25 bits a value."""
    assert mxfp4(5760, 2880) == 5760 * 90 * (16 + 1) == 5760 * 2880 * 17 // 32


def test_mxfp4_refuses_a_broken_block() -> None:
    """Rows must be whole blocks."""
    with pytest.raises(LayoutError, match="blocks of 32"):
        mxfp4(64, 100)


def test_mlx_has_a_scale_and_a_bias_a_group() -> None:
    """4 bits, and 4 bytes for 64 values: 4.5 bits a value."""
    assert mlx(4, 64)(5120, 5120) == 5120 * 5120 * 9 // 16


def test_ggml_blocks() -> None:
    """A table of 32,000 × 768: 18 bytes for 32 values in Q4_0, 210 bytes for 256 in Q6_K."""
    assert ggml_size("Q4_0", (32_000, 768)) == 13_824_000
    assert ggml_size("Q6_K", (32_000, 768)) == 20_160_000


@pytest.mark.parametrize(
    ("name", "bits"),
    [("Q8_0", 8.5), ("Q6_K", 6.5625), ("Q5_K", 5.5), ("Q4_K", 4.5), ("Q5_1", 6.0), ("Q5_0", 5.5), ("Q4_0", 4.5)],
)
def test_ggml_bits_a_value(name: str, bits: float) -> None:
    """The published bits a weight of each type."""
    assert ggml_size(name, (256,)) * 8 / 256 == bits


@pytest.mark.parametrize(
    ("asked", "columns", "given"),
    [("Q6_K", 384, "Q8_0"), ("Q5_K", 384, "Q5_1"), ("Q4_K", 896, "Q5_0"), ("Q4_K", 48, "F16"), ("Q4_0", 384, "Q4_0")],
)
def test_rows_that_are_no_multiple_of_256_fall_back(asked: str, columns: int, given: str) -> None:
    """A row of 384 is 12 blocks of 32, but no whole k-quant block; one of 48 is neither."""
    assert ggml_type(asked, columns) == given


def test_q8_0_has_no_fallback() -> None:
    """llama.cpp stops there, and so does the row."""
    with pytest.raises(LayoutError, match="no fallback for rows of 48 in Q8_0"):
        ggml_type("Q8_0", 48)
