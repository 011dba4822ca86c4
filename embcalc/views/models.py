"""`models`: the bundled models, and the model types that are described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embcalc.reports import Report
from embcalc.units import grouped, percent
from embcalc.views.sheet import Column, Grid, Part, Prose, Row, Sheet

COLUMNS = (
    Column("model"),
    Column("model type", rank=2),
    Column("V", number=True),
    Column("d", number=True),
    Column("total", number=True),
    Column("share", number=True),
    Column("tied", rank=1),
)


def sheet(reports: Sequence[Report], types: Mapping[str, str]) -> Sheet:
    """The bundled models, one row each, and the model types that are described."""
    parts: list[Part] = []
    if reports:
        parts.append(Grid(COLUMNS, [_row(report) for report in reports], breaks="-"))
    if types:
        noun = "model type" if len(types) == 1 else "model types"
        parts.append(Prose(f"{len(types)} {noun}: {', '.join(types)}"))
    return Sheet("", "", "", parts)


def _row(report: Report) -> Row:
    tied = {True: "yes", False: "no", None: "no head"}[report.manifest.tied]
    sizes = (report.vocab_size, report.embedding_size, report.total)
    numbers = [grouped(size) if size else "" for size in sizes]
    return Row((report.origin.model, report.manifest.model_type or "", *numbers, percent(report.share or 0.0), tied))


def records(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """One record a bundled model."""
    return [
        {
            "model": report.origin.model,
            "hub_id": report.origin.location,
            "model_type": report.manifest.model_type,
            "vocab_size": report.vocab_size,
            "embedding_size": report.embedding_size,
            "total": report.total,
            "embedding_share": report.share,
            "tied": report.manifest.tied,
        }
        for report in reports
    ]


def document(reports: Sequence[Report], types: Mapping[str, str]) -> dict[str, Any]:
    """The bundled models, and the described model types with the families that describe them."""
    listed = [{"model_type": model_type, "family": family} for model_type, family in types.items()]
    return {"models": records(reports), "model_types": listed}
