"""Data types by name: how many bits a value takes, and no guess for a name that is not known."""

from __future__ import annotations

import pytest

from embcalc.dtypes import Dtype, dtype, sixteen_bit
from embcalc.errors import UsageError


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("float64", 64),
        ("float32", 32),
        ("torch.float32", 32),
        ("FP32", 32),
        ("bfloat16", 16),
        ("bf16", 16),
        ("half", 16),
        ("fp8", 8),
        ("float8_e5m2", 8),
        ("int8", 8),
        ("int4", 4),
    ],
)
def test_bits_of_a_value(name: str, bits: int) -> None:
    """Torch's names and the short ones, in either case."""
    assert dtype(name).bits == bits


@pytest.mark.parametrize("name", ["", "int3", "f33", "torch.", "bfloat", "\x1b[31m"])
def test_unknown_names_are_an_error_of_usage(name: str) -> None:
    """A name that is not known is never read as 16 bits."""
    with pytest.raises(UsageError, match="unknown data type"):
        dtype(name)


def test_close_names_are_proposed() -> None:
    """A slip gets the name that was meant."""
    with pytest.raises(UsageError) as caught:
        dtype("bflot16")
    assert "bfloat16" in (caught.value.hint or "")


def test_bytes_are_rounded_up() -> None:
    """Three values of 4 bits need two bytes; 128,256 × 4,096 of 16 bits are 1,050,673,152."""
    assert Dtype("int4", 4).size(3) == 2
    assert Dtype("bfloat16", 16).size(128_256 * 4_096) == 1_050_673_152


@pytest.mark.parametrize(
    ("stated", "name"),
    [("float16", "float16"), ("torch.float16", "float16"), ("float32", "bfloat16"), (None, "bfloat16")],
)
def test_the_config_chooses_between_the_sixteen_bit_types(stated: str | None, name: str) -> None:
    """Memory is reckoned in 16 bits unless another type is asked for."""
    assert sixteen_bit(stated) == Dtype(name, 16)
