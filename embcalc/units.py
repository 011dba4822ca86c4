"""Numbers as people write and read them: "32k" to 32000 and back, shares in percent, bytes as GiB and GB."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embcalc.errors import EmbcalcError

MULTIPLES: dict[str, int] = {
    "": 1,
    "k": 10**3,
    "m": 10**6,
    "b": 10**9,
    "g": 10**9,
    "t": 10**12,
    "ki": 2**10,
    "mi": 2**20,
    "gi": 2**30,
    "ti": 2**40,
    "千": 10**3,
    "万": 10**4,
    "亿": 10**8,
}
NUMBER = r"(\d+|\d{1,3}(?:[,_]\d{3})+)?(\.\d+)?\s*([a-zA-Z]{0,2}|[千万亿])"
MOST_DIGITS = 30


class NumberError(EmbcalcError):
    """A number that cannot be read, or that is no whole one."""

    exit_code = 2


def parse_count(text: str) -> int:
    """A whole number from its short form: `32k`, `128_256`, `1.5B`, `32Ki` (binary), `12.8万`.

    k, M, B, T are 10³, 10⁶, 10⁹, 10¹² in either case; Ki, Mi, Gi, Ti are powers of 1024; 千, 万, 亿 are 10³, 10⁴, 10⁸.
    Raises NumberError for anything else, for a value that is not whole (`1.5`), and for one below 1.
    """
    import re
    from fractions import Fraction

    found = re.fullmatch(NUMBER, text.strip()) if len(text) <= MOST_DIGITS else None
    whole, decimals, unit = found.groups() if found else (None, None, "")
    if (whole is None and decimals is None) or unit.lower() not in MULTIPLES:
        raise NumberError(f"{text!r} is not a number", "Write it as 32000, 32k, 32Ki, 1.5B or 12.8万.")
    digits = (whole or "0").replace(",", "").replace("_", "")
    value = Fraction(digits + (decimals or "")) * MULTIPLES[unit.lower()]
    if value.denominator != 1:
        raise NumberError(f"{text!r} is {float(value)}, which is not a whole number")
    if value < 1:
        raise NumberError(f"{text!r} must be at least 1")
    return int(value)


def round_up(value: int, multiple: int) -> int:
    """The least multiple that is no less than `value`; an exact multiple stays as it is."""
    return -(-value // multiple) * multiple


def grouped(value: int) -> str:
    """131072000 → `131,072,000`; a negative number has a true minus sign."""
    return f"{value:,}".replace("-", "−")


def counted(number: int, noun: str) -> str:
    """1 and "row" → `1 row`, 2 and "row" → `2 rows`."""
    return f"{grouped(number)} {noun}{'' if number == 1 else 's'}"


def times(shape: Sequence[int], copies: int = 1) -> str:
    """(128256, 4096) → `128,256 × 4,096`; more than one copy stands in front of it."""
    return " × ".join(grouped(size) for size in ((copies, *shape) if copies > 1 else shape))


def vocabularies(sizes: Sequence[int]) -> str:
    """V in print: (128256,) → `128,256`; of two vocabularies the rows of both tables: (36, 52) → `36 + 52`."""
    return " + ".join(map(grouped, sizes))


def signed(value: int) -> str:
    """The number with its sign: `+525,336,576`, `−525,336,576`, `0`."""
    return f"+{value:,}" if value > 0 else grouped(value)


def short(value: int) -> str:
    """131072000 → `131.1M`: four significant digits at most, for a glance; never read back."""
    for suffix, size in (("T", 10**12), ("B", 10**9), ("M", 10**6), ("k", 10**3)):
        if abs(value) >= size:
            scaled = value / size
            return f"{scaled:.{2 if abs(scaled) < 10 else 1}f}{suffix}"  # noqa: PLR2004
    return str(value)


def percent(share: float) -> str:
    """0.130835 → `13.08 %`; small shares keep three significant digits, so that none reads as nothing."""
    value = share * 100
    if abs(value) >= 1 or value == 0:
        return f"{value:,.2f} %".replace("-", "−")
    digits = 2 - math.floor(math.log10(abs(value)))
    return f"{value:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−") + " %"


def gib(size: int, like: int | None = None) -> str:
    """Bytes in binary units: `14.96 GiB`, small ones in MiB or KiB.

    `like` is the size whose unit to use, so that a column keeps one; a size that would read 0.00 keeps its own.
    """
    return _scaled(size, ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")), like)


def gb(size: int, like: int | None = None) -> str:
    """Bytes in decimal units: `16.06 GB`, small ones in MB or kB; `like` as in `gib`."""
    return _scaled(size, ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")), like)


def _scaled(size: int, units: tuple[tuple[int, str], ...], like: int | None = None) -> str:
    for factor, unit in units:
        # a model of 1.34 TB is commonly written as 1,342 GB
        least = 10 * factor if unit.startswith("T") else factor
        if abs(size) >= least or (like is not None and like >= least and abs(size) >= factor / 100):
            return f"{size / factor:,.2f} {unit}".replace("-", "−")
    return f"{size} B".replace("-", "−")


def printable(text: str) -> str:
    """Text from a file as it may reach a terminal: control and escape characters written out as \\x1b."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
