"""The rows of a token table against what uses them: a tokenizer's ids, and the tables in a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from embcalc.units import grouped, round_up
from embcalc.verdicts import Verdict

TOKENIZER, CHECKPOINT, PADDING_TOKEN = "tokenizer", "checkpoint", "padding token"

# what tables are padded to, for tensor cores and for splitting them among devices
MULTIPLES = (8, 16, 32, 64, 128, 256, 512)


class Comparison(NamedTuple):
    """What came of comparing the config with a file: `kind` is what with, `facts` are the figures by name."""

    verdict: Verdict
    kind: str
    message: str
    facts: Mapping[str, Any]


class Files(NamedTuple):
    """What to compare a config with.

    A tokenizer by the number of its tokens, or by its file or folder; a checkpoint by its file or folder; with
    `beside`, whichever of the two lies in the config's folder and is not named.
    """

    tokens: int | None = None
    tokenizer: str | None = None
    checkpoint: str | None = None
    beside: bool = False

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return any(value is not None and value is not False for value in self)


def pads(tokens: int, rows: int) -> list[int]:
    """The usual multiples to which `tokens` rows are padded to give just `rows`; none where there is no spare row."""
    return [multiple for multiple in MULTIPLES if rows > tokens and round_up(tokens, multiple) == rows]


def listed(multiples: Sequence[int]) -> str:
    """[8, 16, 32] → `8, 16 or 32`."""
    *first, last = [grouped(multiple) for multiple in multiples]
    return f"{', '.join(first)} or {last}" if first else last
