"""How many bits one parameter takes, by the name of its data type."""

from __future__ import annotations

from typing import NamedTuple

from embcalc.errors import UsageError, did_you_mean


class Dtype(NamedTuple):
    """A data type: its name as torch writes it, and the bits of one value."""

    name: str
    bits: int

    def size(self, values: int) -> int:
        """Bytes that so many values take, rounded up to whole bytes."""
        return -(-values * self.bits // 8)


BITS = {
    "float64": 64,
    "float32": 32,
    "bfloat16": 16,
    "float16": 16,
    "float8_e4m3fn": 8,
    "float8_e5m2": 8,
    "int8": 8,
    "uint8": 8,
    "int4": 4,
}
ALIASES = {
    "fp64": "float64",
    "f64": "float64",
    "double": "float64",
    "fp32": "float32",
    "f32": "float32",
    "float": "float32",
    "bf16": "bfloat16",
    "fp16": "float16",
    "f16": "float16",
    "half": "float16",
    "fp8": "float8_e4m3fn",
    "float8": "float8_e4m3fn",
    "fp8_e4m3": "float8_e4m3fn",
    "fp8_e5m2": "float8_e5m2",
    "i8": "int8",
    "u8": "uint8",
    "i4": "int4",
}


def dtype(name: str) -> Dtype:
    """The data type of a name: torch's (`bfloat16`, `torch.float32`) or a short one (`bf16`, `fp32`, `fp8`).

    Raises UsageError with the close matches for any other name.
    """
    plain = name.lower().removeprefix("torch.")
    plain = ALIASES.get(plain, plain)
    if plain not in BITS:
        hint = did_you_mean(plain, [*BITS, *ALIASES]) or f"Known are {', '.join(BITS)}."
        raise UsageError(f"unknown data type {name!r}", hint)
    return Dtype(plain, BITS[plain])


def sixteen_bit(stated: str | None) -> Dtype:
    """The 16-bit type to reckon memory in: the config's own where it is one, else bfloat16; both take 2 bytes."""
    plain = (stated or "").lower().removeprefix("torch.")
    return Dtype(plain if plain in ("float16", "bfloat16") else "bfloat16", 16)
