"""What training adds for the vocabulary: gradients and Adam's state, in mixed precision where the weights are small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embcalc.activations.arrays import FLOAT32, Array, State
from embcalc.activations.flow import rows_symbol
from embcalc.dtypes import Dtype
from embcalc.reports import Report


class Training(NamedTuple):
    """The vocabulary's share of training with Adam.

    `parameters` is everything that grows with V. Bits of each: weights and gradients in the data type of the weights,
    two moments in float32, and a float32 master copy where the weights have fewer bits. `touched` is the most rows
    of E that one batch looks up.
    """

    parameters: int
    dtype: Dtype
    touched: int
    arrays: tuple[Array, ...]

    @property
    def bits(self) -> dict[str, int]:
        """Bits that one parameter takes, by what for."""
        master = FLOAT32.bits if self.dtype.bits < FLOAT32.bits else 0
        return {
            "weights": self.dtype.bits,
            "gradients": self.dtype.bits,
            "master_copy": master,
            "moments": 2 * FLOAT32.bits,
        }

    @property
    def bytes(self) -> int:
        """Bytes of weights, gradients and optimizer state for the vocabulary's parameters."""
        return -(-self.parameters * sum(self.bits.values()) // 8)


def training(report: Report, *, touched: int, logits: Array | None) -> Training:
    """The vocabulary's gradients and Adam state for a batch that looks up so many rows.

    torch.nn.Embedding's gradient is dense unless asked for otherwise: V × d, whatever was looked up. At most
    `touched` of its rows differ from zero by the lookup; where the head is tied, its gradient reaches every row. Two
    moments (Kingma and Ba, 2015) and a master copy (Micikevicius et al., 2018), both in float32.
    """
    parameters = report.manifest.counts.input_embedding if report.vocabulary is None else report.vocabulary
    made = Training(parameters, report.dtype, touched, ())
    return made._replace(arrays=tuple(_arrays(report, made, logits)))


def _arrays(report: Report, made: Training, logits: Array | None) -> Iterator[Array]:
    if logits:
        yield logits._replace(name="logits_gradient")
    for table in report.tables:
        rows = rows_symbol(table.shape[0], report)
        yield Array("embedding_gradient", (rows, "d"), table.shape, made.dtype, State.HELD)
    head, width = report.head, report.embedding_size or 0
    yield Array("rows_touched", ("rows", "d"), (made.touched, width), made.dtype, State.SHARED)
    if head:
        count = report.logits or 0
        shared = head.tied_to is not None or head.shape[0] != count
        shape = (width, count) if shared else head.shape[::-1]
        state = State.SHARED if shared else State.HELD
        yield Array("head_gradient", ("d", rows_symbol(count, report)), shape, made.dtype, state)
    if made.bits["master_copy"]:
        yield Array("master_copy", ("N",), (made.parameters,), FLOAT32, State.HELD)
    yield Array("moments", ("2", "N"), (2, made.parameters), FLOAT32, State.HELD)
