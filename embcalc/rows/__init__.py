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


def pads(tokens: int, rows: int) -> list[int]:
    """The usual multiples to which `tokens` rows are padded to give just `rows`; none where there is no spare row."""
    return [multiple for multiple in MULTIPLES if rows > tokens and round_up(tokens, multiple) == rows]


def listed(multiples: Sequence[int]) -> str:
    """[8, 16, 32] → `8, 16 or 32`."""
    *first, last = [grouped(multiple) for multiple in multiples]
    return f"{', '.join(first)} or {last}" if first else last
