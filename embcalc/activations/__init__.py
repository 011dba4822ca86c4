"""The arrays that flow through a model's vocabulary, with their bytes. Arithmetic only: no config is read here."""

from __future__ import annotations

from dataclasses import dataclass

from embcalc.activations.arrays import FLOAT32, Array, State
from embcalc.activations.flow import inputs, outputs, own_tables, sides, symbols
from embcalc.activations.limits import Limit, check, limit
from embcalc.activations.ranks import Ranks, split
from embcalc.activations.training import Training
from embcalc.activations.training import training as _training
from embcalc.dtypes import Dtype
from embcalc.pooling import Pooling
from embcalc.positions import Positions
from embcalc.reports import Report

USUAL_LENGTH = 2_048


@dataclass(frozen=True)
class Activations:
    """What flows through a model for `batch` sequences of `seq` tokens each.

    `positions` is None where the architecture is not described; `pooling` where nothing says how sentence vectors
    are made. `limit` is the longest sequence, None where there is none or none is known. `ranks` and `training` are
    there where they were asked for. `warnings` are the report's, and those of this batch.
    """

    report: Report
    batch: int
    seq: int
    positions: Positions | None
    pooling: Pooling | None
    limit: Limit | None
    arrays: tuple[Array, ...]
    ranks: Ranks | None
    training: Training | None
    warnings: tuple[str, ...]

    @property
    def embedding(self) -> Array:
        """E, the measure of all else; the first where there are several."""
        return next(array for array in self.arrays if array.state is State.HELD)

    @property
    def two_sequences(self) -> bool:
        """Whether an encoder and a decoder look up a sequence each."""
        return len(sides(self.report)) > 1

    def named(self, name: str) -> Array | None:
        """The array of a name."""
        return next((array for array in self.arrays if array.name == name), None)


def activations(
    report: Report,
    positions: Positions | None,
    *,
    pooling: Pooling | None = None,
    batch: int = 1,
    seq: int | None = None,
    logits_dtype: Dtype | None = None,
    ranks: int | None = None,
    training: bool = False,
) -> Activations:
    """The arrays from token ids to the loss, or to sentence vectors where the class has no head over the vocabulary.

    `seq` is by default 2,048 tokens, or the model's limit where that is less; an encoder and a decoder have that
    many each. Weights, activations and their gradients are in the report's data type, ids in int64, logits and
    sentence vectors in `logits_dtype` (float32). Not counted: what is inside the layers (scores, feed-forward,
    caches). Raises LengthError where the model fails on so many tokens; a limit that it was only trained to gives a
    warning.
    """
    most = limit(report.manifest, positions)
    seq = min(most.tokens if most else USUAL_LENGTH, USUAL_LENGTH) if seq is None else seq
    warnings = (*report.warnings, *check(seq, most, positions))
    sizes = symbols(report, batch, seq)
    arrays = (*inputs(report, sizes, positions), *outputs(report, sizes, pooling, logits_dtype or FLOAT32))
    logits = next((array for array in arrays if array.name == "logits"), None)
    return Activations(
        report,
        batch,
        seq,
        positions,
        pooling,
        most,
        arrays,
        split(report, ranks, logits) if ranks else None,
        _training(report, touched=_touched(report, batch * seq), logits=logits) if training else None,
        warnings,
    )


def _touched(report: Report, tokens: int) -> int:
    """The most rows that a batch looks up, so many tokens on each side: of one table, or of each side's own."""
    apart = own_tables(report)
    if apart:
        return sum(min(tokens, table.shape[0]) for table in apart)
    return min(tokens * len(sides(report)), report.vocab_size or 0)
