"""What one rank of a tensor-parallel group holds of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embcalc.activations.arrays import Array, State
from embcalc.activations.flow import rows_symbol
from embcalc.reports import Report


class Ranks(NamedTuple):
    """V split over `ranks`: each holds `rows` rows of E and of the head; `padding` of all rows are no tokens.

    Another number of rows, V′, is split by itself: see the arrays.
    """

    ranks: int
    rows: int
    padding: int
    arrays: tuple[Array, ...]


def split(report: Report, ranks: int, logits: Array | None) -> Ranks:
    """The vocabulary over `ranks`: ceil(V / ranks) rows each, which pads V to a multiple of `ranks` and no more.

    Megatron-LM pads V to a multiple of 128 · ranks unless told otherwise, so that its ranks may hold some rows more.
    """
    vocab_size = report.vocab_size or 0
    rows = -(-vocab_size // ranks)
    return Ranks(ranks, rows, rows * ranks - vocab_size, tuple(_arrays(report, ranks, logits)))


def _arrays(report: Report, ranks: int, logits: Array | None) -> Iterator[Array]:
    for table in report.tables:
        rows, width = -(-table.shape[0] // ranks), table.shape[1]
        yield Array("embedding", (_part(table.shape[0], report), "d"), (rows, width), report.dtype, State.HELD)
    head, count = report.head, report.logits or 0
    rows, part = -(-count // ranks), _part(count, report)
    if head:
        shared = head.tied_to is not None or head.shape[0] != count
        shape = (report.embedding_size or 0 if shared else head.shape[1], rows)
        yield Array("head", ("d", part), shape, report.dtype, State.SHARED if shared else State.HELD)
    if logits:
        yield logits._replace(symbols=("B", "n", part), shape=(*logits.shape[:-1], rows))


def _part(rows: int, report: Report) -> str:
    return f"{rows_symbol(rows, report)}/k"
