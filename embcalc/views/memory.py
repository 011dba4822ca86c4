"""`memory`: a row a precision, what each of them quantises, and what training takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from embcalc.memory import Memory, Weights
from embcalc.schemes import has_fused_experts
from embcalc.units import gb, gib, grouped, percent, printable
from embcalc.views.params import place, subtitle
from embcalc.views.sheet import Column, Fact, Facts, Grid, Part, Prose, Row, Sheet

PARTS = ("weights", "gradients", "master_weights", "moments")
TRAINING = (
    Column("training with Adam"),
    Column("weights", number=True, rank=1),
    Column("gradients", number=True, rank=1),
    Column("master", number=True, rank=2),
    Column("moments", number=True, rank=1),
    Column("bytes each", number=True),
    Column("vocabulary", number=True, rank=3),
    Column("total", number=True),
)


KEPT = (
    "But for GGUF, the quantised rows keep the tables, the head, norms, biases and routers in 16 bits. Scales, zeros "
    "and code books count to their matrix; file headers and saved buffers do not count."
)
EXPERTS = (
    "The experts share one tensor a projection, which is no linear layer: int8, int4, nf4, GPTQ and AWQ leave them in "
    "16 bits."
)


def sheet(memory: Memory) -> Sheet:
    """The precisions as rows, beneath them what each does, the refused with their reasons, and the training rows."""
    parts: list[Part] = [_grid(memory)]
    if memory.report.complete:
        parts += [Facts(list(_facts(memory))), Prose(KEPT)]
    if has_fused_experts(memory.report.manifest):
        parts.append(Prose(EXPERTS))
    parts += [Prose(text) for text in _refusals(memory)]
    if memory.training:
        parts += [Grid(TRAINING, list(_training(memory))), Prose("Activations are not counted.")]
    report = memory.report
    return Sheet(printable(report.origin.model), subtitle(report), place(report), parts)


def _grid(memory: Memory) -> Grid:
    # rows are there to be compared, so that all of them have the unit of the largest
    largest = max((weights.total or 0 for weights in memory.listed), default=0)
    columns = (
        Column("weights"),
        Column("embedding", number=True, rank=3),
        Column("head", number=True, rank=3),
        Column("vocabulary", number=True),
        Column("body", number=True, rank=1),
        Column("total", number=True),
        Column(f"in {gb(largest).split()[-1] if largest else 'GB'}", number=True, rank=2),
        Column("vocabulary share", number=True),
    )
    return Grid(columns, [_row(weights, largest) for weights in memory.listed])


def _row(weights: Weights, largest: int) -> Row:
    sizes = (weights.input_embedding, weights.output_head, weights.vocabulary, weights.body, weights.total)
    embedding, head, vocabulary, body, total = ("–" if size is None else gib(size, largest) for size in sizes)
    decimal = "–" if weights.total is None else gb(weights.total, largest)
    share = "–" if weights.share is None else percent(weights.share)
    return Row((weights.precision, embedding, head, vocabulary, body, total, decimal, share))


def _facts(memory: Memory) -> Iterator[Fact]:
    for weights in memory.listed:
        bits = memory.bits(weights)
        if bits is not None:
            yield Fact(weights.precision, f"{bits:.2f} bits", printable(weights.detail))
    report = memory.report
    if report.share is not None and report.complete and report.total:
        yield Fact("parameters", percent(report.share), f"are vocabulary, of {grouped(report.total)}")
    for what in report.manifest.not_counted:
        yield Fact("not counted", printable(what))


def _refusals(memory: Memory) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for weights in memory.listed:
        if weights.refused:
            reasons.setdefault(weights.refused, []).append(weights.precision)
    for reason, names in reasons.items():
        yield printable(f"{', '.join(names)}: {reason}.")


def _training(memory: Memory) -> Iterator[Row]:
    found = [(row.regime.name, row.to_dict()) for row in memory.training]
    largest = max(figures["total"] for _, figures in found)
    for name, figures in found:
        cells = [gib(figures[part], largest) if figures[part] else "–" for part in PARTS]
        each = str(figures["bytes_per_parameter"])
        yield Row((name, *cells, each, gib(figures["vocabulary"], largest), gib(figures["total"], largest)))


def records(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A model's JSON as one record a precision, then one a way to train; each names its model."""
    model = {"model": document["model"]}
    rows = [*([document["published"]] if document["published"] else []), *document["weights"]]
    weights = [model | {"kind": "weights"} | row | dict.fromkeys(PARTS) for row in rows]
    training = [
        dict.fromkeys(weights[0])
        | model
        | {"kind": "training", "precision": row["regime"], "vocabulary": row["vocabulary"], "total": row["total"]}
        | {"bits_per_parameter": row["bytes_per_parameter"] * 8}
        | {part: row[part] for part in PARTS}
        for row in document["training"] or ()
    ]
    return weights + training
