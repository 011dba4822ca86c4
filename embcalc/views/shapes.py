"""`shapes`: the data as it flows through the vocabulary, in symbols, in numbers and in bytes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from embcalc.activations import Activations
from embcalc.activations.arrays import Array, State
from embcalc.units import gib, grouped, printable, times
from embcalc.views.params import place, subtitle
from embcalc.views.shape_facts import facts, reasons
from embcalc.views.sheet import Column, Facts, Grid, Part, Row, Sheet

LEAST_SHARE = 0.001


def sheet(found: Activations, *, explain: bool = False) -> Sheet:
    """The arrays in the order in which they flow, what a rank holds, what training adds, and the facts beneath."""
    report = found.report
    parts: list[Part] = [_grid("array", found, found.arrays)]
    if found.ranks:
        parts.append(_grid(f"on each of {grouped(found.ranks.ranks)} ranks", found, found.ranks.arrays))
    if found.training:
        parts.append(_grid("training", found, found.training.arrays))
    parts.append(Facts(list(facts(found))))
    if explain:
        parts.append(Facts(list(reasons(found))))
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
    return Grid(columns, [_row(found, array) for array in arrays])


def _row(found: Activations, array: Array) -> Row:
    shared = array.state is State.SHARED
    cells = (
        array.name,
        " × ".join(array.symbols) or "1",
        times(array.shape) or "1",
        array.dtype.name,
        grouped(array.bytes),
        "0 extra" if shared else gib(array.bytes),
        "" if shared else _share(array, found.embedding),
    )
    faint = shared or array.state is State.NEVER_BUILT
    return Row(cells, array.tensor or "", "faint" if faint else "")


def _share(array: Array, embedding: Array) -> str:
    """The bytes, in tables E: whole numbers as they are, others with enough digits for a glance."""
    whole, rest = divmod(array.bytes, embedding.bytes)
    share = array.bytes / embedding.bytes
    if not rest:
        return grouped(whole)
    return f"{share:,.2f}" if share >= 1 else f"{share:.3f}" if share >= LEAST_SHARE else f"< {LEAST_SHARE}"


def document(found: Activations, *, explain: bool = False) -> dict[str, Any]:
    """The arrays as JSON has them; bytes are exact, shapes are lists."""
    report, result = found.report, {}
    result = {
        **{key: value for key, value in report.to_dict().items() if key in KEPT},
        "batch": found.batch,
        "seq": found.seq,
        "sequences": 2 if found.two_sequences else 1,
        "positions": _positions(found),
        "context_limit": found.limit
        and {"tokens": found.limit.tokens, "from": found.limit.reason, "hard": found.limit.hard},
        "arrays": [_entry(found, array) for array in found.arrays],
    }
    if found.ranks:
        ranks = found.ranks
        result["tensor_parallel"] = {
            "ranks": ranks.ranks,
            "rows": ranks.rows,
            "padding": ranks.padding,
            "arrays": [_entry(found, array) for array in ranks.arrays],
        }
    if found.training:
        training = found.training
        result["training"] = {
            "vocabulary_parameters": training.parameters,
            "bits_per_parameter": training.bits,
            "vocabulary_bytes": training.bytes,
            "rows_touched_at_most": training.touched,
            "arrays": [_entry(found, array) for array in training.arrays],
        }
    if explain:
        result["explain"] = {line.label: line.figure for line in reasons(found)}
    return result | {"warnings": list(found.warnings)}


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
