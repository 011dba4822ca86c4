"""`shapes`: the data as it flows through the vocabulary, in symbols, in numbers and in bytes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from embcalc.activations import Activations
from embcalc.activations.arrays import Array, State
from embcalc.activations.ranks import Ranks
from embcalc.activations.training import Training
from embcalc.units import gib, grouped, printable, times
from embcalc.views.params import place, subtitle
from embcalc.views.shape_facts import facts, rank_facts, reasons, training_facts
from embcalc.views.sheet import Column, Facts, Grid, Part, Row, Sheet

LEAST_SHARE = 0.001
# where the name for machines does not speak for itself
LABELS = {
    "one_hot": "one-hot, never built",
    "encoder_one_hot": "encoder one-hot, never built",
    "decoder_one_hot": "decoder one-hot, never built",
    "embedding": "E, token table",
    "vectors": "X = E[ids]",
    "encoder_vectors": "encoder X = E[ids]",
    "decoder_vectors": "decoder X = E[ids]",
    "body_vectors": "X, as wide as the body",
    "rotary_angles": "rotary cos and sin",
    "alibi_biases": "ALiBi biases",
    "head_vectors": "as wide as the head",
    "joined_vector": "pooled vector",
    "last_position_logits": "last position alone",
    "one_position_logits": "one position alone",
    "million_vectors": "a million of them",
    "logits_gradient": "gradient of logits",
    "embedding_gradient": "gradient of E, dense",
    "rows_touched": "rows the lookup touches",
    "head_gradient": "gradient of the head",
    "moments": "Adam's two moments",
}


def sheet(found: Activations, *, explain: bool = False) -> Sheet:
    """The arrays in the order in which they flow, what a rank holds, what training adds, and the facts beneath."""
    report = found.report
    parts: list[Part] = [_grid("array", found, found.arrays), Facts(list(facts(found)))]
    if found.ranks:
        heading = f"on each of {grouped(found.ranks.ranks)} ranks"
        parts += [_grid(heading, found, found.ranks.arrays), Facts(list(rank_facts(found, found.ranks)))]
    if found.training:
        parts += [_grid("training", found, found.training.arrays), Facts(list(training_facts(found, found.training)))]
    if explain:
        parts.append(Facts(list(reasons(found)), breaks=""))
    beside = f"{subtitle(report)}, B = {grouped(found.batch)}, n = {grouped(found.seq)}"
    return Sheet(printable(report.origin.model), beside, place(report), parts)


def _grid(heading: str, found: Activations, arrays: Sequence[Array]) -> Grid:
    columns = (
        Column(heading),
        Column("shape", number=True, rank=1),
        Column("in numbers", number=True),
        Column("dtype", rank=3),
        Column("bytes", number=True, rank=2),
        Column("size", number=True),
        Column("× E", number=True),
    )
    built = [array.bytes for array in arrays if array.state is State.FLOWS]
    largest = max(built, default=0)
    return Grid(columns, [_row(found, array, largest) for array in arrays])


def _row(found: Activations, array: Array, largest: int) -> Row:
    shared = array.state is State.SHARED
    cells = (
        _label(array),
        " × ".join(array.symbols) or "1",
        times(array.shape) or "1",
        array.dtype.name,
        grouped(array.bytes),
        "0 extra" if shared else gib(array.bytes),
        "" if shared else _share(array, found.embedding),
    )
    kind = "faint" if shared or array.state is State.NEVER_BUILT else "strong" if array.bytes == largest else ""
    return Row(cells, array.tensor or "", kind)


def _label(array: Array) -> str:
    if array.name == "head" and array.state is State.SHARED:
        return "head, E again"
    return LABELS.get(array.name) or array.name.replace("_", " ")


def _share(array: Array, embedding: Array) -> str:
    """The bytes, in tables E: whole numbers as they are, others with enough digits for a glance."""
    whole, rest = divmod(array.bytes, embedding.bytes)
    share = array.bytes / embedding.bytes
    if not rest:
        return grouped(whole)
    return f"{share:,.2f}" if share >= 1 else f"{share:.3f}" if share >= LEAST_SHARE else "≈ 0"


def document(found: Activations, *, explain: bool = False) -> dict[str, Any]:
    """The arrays as JSON has them; bytes are exact, shapes are lists."""
    most = found.limit
    return {
        **{key: value for key, value in found.report.to_dict().items() if key in KEPT},
        "batch": found.batch,
        "seq": found.seq,
        "sequences": 2 if found.two_sequences else 1,
        "positions": _positions(found),
        "context_limit": {"tokens": most.tokens, "from": most.reason, "hard": most.hard} if most else None,
        "arrays": [_entry(found, array) for array in found.arrays],
        **({"tensor_parallel": _ranks(found, found.ranks)} if found.ranks else {}),
        **({"training": _training(found, found.training)} if found.training else {}),
        **({"explain": {line.label: line.figure for line in reasons(found)}} if explain else {}),
        "warnings": list(found.warnings),
    }


KEPT = (
    *("model", "source", "model_type", "architecture"),
    *("vocab_size", "hidden_size", "embedding_size", "tied", "tied_from"),
)


def _positions(found: Activations) -> list[dict[str, Any]] | None:
    if found.positions is None:
        return None
    return [
        {
            "kind": way.kind.value,
            "first_row": way.offset,
            "scaling": found.positions.scaling or None,
            "note": way.note or None,
        }
        for way in found.positions.ways
    ]


def _ranks(found: Activations, ranks: Ranks) -> dict[str, Any]:
    arrays = [_entry(found, array) for array in ranks.arrays]
    return {"ranks": ranks.ranks, "rows": ranks.rows, "padding": ranks.padding, "arrays": arrays}


def _training(found: Activations, training: Training) -> dict[str, Any]:
    return {
        "vocabulary_parameters": training.parameters,
        "bits_per_parameter": training.bits,
        "vocabulary_bytes": training.bytes,
        "rows_touched_at_most": training.touched,
        "arrays": [_entry(found, array) for array in training.arrays],
    }


def _entry(found: Activations, array: Array) -> dict[str, Any]:
    return {
        "name": array.name,
        "symbols": list(array.symbols),
        "shape": list(array.shape),
        "values": math.prod(array.shape),
        "dtype": array.dtype.name,
        "bytes": array.bytes,
        "times_embedding": array.bytes / found.embedding.bytes,
        "state": array.state.value,
        "tensor": array.tensor,
    }


def records(found: Activations) -> list[dict[str, Any]]:
    """One record an array; `part` is flow, rank or training."""
    return list(_records(found))


def _records(found: Activations) -> Iterator[dict[str, Any]]:
    parts = {
        "flow": found.arrays,
        "rank": found.ranks.arrays if found.ranks else (),
        "training": found.training.arrays if found.training else (),
    }
    for part, arrays in parts.items():
        for array in arrays:
            entry = _entry(found, array)
            shapes = {"symbols": "×".join(array.symbols), "shape": "×".join(map(str, array.shape))}
            yield {"model": found.report.origin.model, "part": part, **entry, **shapes}
