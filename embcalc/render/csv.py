"""Results as CSV (RFC 4180, with `\\n` line ends): a heading, then one line a model or a tensor."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from embcalc.reports import Report
from embcalc.tensors import Tensor


def params(reports: Sequence[Report]) -> str:
    """One line a model; nested keys are joined with a dot, as in `parameters.total`; an unknown figure is empty."""
    flat = [dict(_flat(report.to_dict())) for report in reports]
    return lines(list(flat[0]), ([row[key] for key in flat[0]] for row in flat))


def tensors(rows: Iterable[Tensor]) -> str:
    """One line a tensor, or a folded group of alike ones; sizes of a shape are joined with ×."""
    heading = ["name", "shape", "role", "tied_to", "parameters", "copies"]
    return lines(
        heading, ([r.name, "×".join(map(str, r.shape)), r.role.value, r.tied_to, r.parameters, r.copies] for r in rows)
    )


def models(reports: Sequence[Report]) -> str:
    """One line a bundled model."""
    heading = ["model", "hub_id", "model_type", "vocab_size", "embedding_size", "total", "embedding_share", "tied"]
    rows = (
        [
            r.origin.model,
            r.origin.location,
            r.manifest.model_type,
            r.vocab_size,
            r.embedding_size,
            r.total,
            r.share,
            r.manifest.tied,
        ]
        for r in reports
    )
    return lines(heading, rows)


def lines(heading: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A heading and rows as CSV text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _flat(mapping: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return value
