"""What one rank of a tensor-parallel group holds of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embcalc.activations.arrays import Array, State
from embcalc.reports import Report


class Ranks(NamedTuple):
    """V split over `ranks`: each holds `rows` rows of E and of the head; `padding` of all rows are no tokens."""

    ranks: int
    rows: int
    padding: int
    arrays: tuple[Array, ...]


def split(report: Report, ranks: int, logits: Array | None) -> Ranks:
    """The vocabulary over `ranks`: ceil(V / ranks) rows each, which pads V to a multiple of `ranks` and no more.

    Megatron-LM pads V to a multiple of 128 · ranks unless told otherwise, so that its ranks may hold some rows more.
    """
    vocab_size, width = report.table.shape if report.table else (0, 0)
    rows = -(-vocab_size // ranks)
    return Ranks(ranks, rows, rows * ranks - vocab_size, tuple(_arrays(report, rows, width, logits)))


def _arrays(report: Report, rows: int, width: int, logits: Array | None) -> Iterator[Array]:
    yield Array("embedding", ("V/k", "d"), (rows, width), report.dtype, State.HELD)
    head = report.head
    if head:
        shared = head.tied_to is not None or head.shape[0] != report.vocab_size
        shape = (width if shared else head.shape[1], rows)
        yield Array("head", ("d", "V/k"), shape, report.dtype, State.SHARED if shared else State.HELD)
    if logits:
        yield logits._replace(symbols=("B", "n", "V/k"), shape=(*logits.shape[:-1], rows))
