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
OF_VOCABULARY = Column("vocabulary", number=True, rank=3)
TRAINING = (
    Column("training with Adam"),
    Column("weights", number=True, rank=1),
    Column("gradients", number=True, rank=1),
    Column("master", number=True, rank=2),
    Column("moments", number=True, rank=1),
    Column("bytes each", number=True),
    OF_VOCABULARY,
    Column("total", number=True),
)


KEPT = (
    "But for GGUF, rows with scales keep the tables, the head, norms, biases and routers in 16 bits. Scales, zeros "
    "and code books count to their matrix; file headers and saved buffers do not count."
)
BY_TENSOR = (
    "Every value is stored alike here. FP8, LLM.int8, NF4, GPTQ, AWQ, MXFP4 and the GGUF mixtures store scales beside "
    "the values and keep some tensors in 16 bits: their bytes depend on the tensors, so they need a described MODEL."
)
EXPERTS = (
    "The experts share one tensor a projection, which is no linear layer: int8, int4, nf4, GPTQ and AWQ leave them in "
    "16 bits."
)


def sheet(memory: Memory) -> Sheet:
    """The precisions as rows, beneath them what each does, the refused with their reasons, and the training rows."""
    parts: list[Part] = [_grid(memory)]
    if memory.report.total is not None:
        parts.append(Facts(list(_facts(memory))))
    if memory.report.complete:
        parts.append(Prose(KEPT))
    elif memory.report.total is not None and not any(weights.refused for weights in memory.listed):
        parts.append(Prose(BY_TENSOR))
    if has_fused_experts(memory.report.manifest):
        parts.append(Prose(EXPERTS))
    parts += [Prose(text) for text in _refusals(memory)]
    if memory.training:
        parts += [_training_grid(memory), Prose("Activations are not counted.")]
    report = memory.report
    if _is_bare(memory):
        return Sheet(printable(report.origin.model), "as stated", "", parts)
    return Sheet(printable(report.origin.model), subtitle(report), place(report), parts)


def _is_bare(memory: Memory) -> bool:
    """Whether nothing is known but a number of parameters."""
    return memory.report.input_embedding is None


def _grid(memory: Memory) -> Grid:
    # rows are there to be compared, so that all of them have the unit of the largest
    largest = max((weights.total or 0 for weights in memory.listed), default=0)
    decimal = f"in {gb(largest).split()[-1] if largest else 'GB'}"
    if _is_bare(memory):
        whole = (Column("weights"), *(Column(name, number=True) for name in ("bytes", "total", decimal)))
        return Grid(whole, [_whole(weights, largest) for weights in memory.listed])
    columns = (
        Column("weights"),
        Column("embedding", number=True, rank=3),
        Column("head", number=True, rank=3),
        Column("vocabulary", number=True),
        Column("body", number=True, rank=1),
        Column("total", number=True),
        Column(decimal, number=True, rank=2),
        Column("vocabulary share", number=True),
    )
    return Grid(columns, [_row(weights, largest) for weights in memory.listed])


def _whole(weights: Weights, largest: int) -> Row:
    size = weights.total
    sizes = ("–",) * 3 if size is None else (grouped(size), gib(size, largest), gb(size, largest))
    return Row((weights.precision, *sizes))


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
    if report.share is not None and report.total:
        stated = "" if report.complete else " as stated"
        vocabulary = "vocabulary" if report.vocabulary is not None else "the input embedding"
        yield Fact("parameters", percent(report.share), f"are {vocabulary}, of {grouped(report.total)}{stated}")
    for what in report.manifest.not_counted:
        yield Fact("not counted", printable(what))


def _refusals(memory: Memory) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for weights in memory.listed:
        if weights.refused:
            reasons.setdefault(weights.refused, []).append(weights.precision)
    for reason, names in reasons.items():
        yield printable(f"{', '.join(names)}: {reason}.")


def _training_grid(memory: Memory) -> Grid:
    rows = list(_training(memory))
    kept = [index for index, column in enumerate(TRAINING) if not (_is_bare(memory) and column is OF_VOCABULARY)]
    return Grid(
        tuple(TRAINING[index] for index in kept), [Row(tuple(row.cells[index] for index in kept)) for row in rows]
    )


def _training(memory: Memory) -> Iterator[Row]:
    found = [(row.regime.name, row.to_dict()) for row in memory.training]
    largest = max(figures["total"] for _, figures in found)
    for name, figures in found:
        sizes = {
            part: gib(figures[part], largest) if figures[part] else "–" for part in (*PARTS, "vocabulary", "total")
        }
        each = str(figures["bytes_per_parameter"])
        yield Row((name, *(sizes[part] for part in PARTS), each, sizes["vocabulary"], sizes["total"]))


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
