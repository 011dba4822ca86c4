"""Results as JSON; integers are exact, keys are stable."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from embcalc.reports import Report
from embcalc.tensors import Tensor


def params(reports: Sequence[Report], *, explain: bool = False, listed: bool = False) -> str:
    """One object for one model; a list of them for several, or where `listed`."""
    results = [_params(report, explain=explain) for report in reports]
    return dumps(results if listed else results[0])


def _params(report: Report, *, explain: bool) -> dict[str, Any]:
    result = report.to_dict()
    if explain:
        from embcalc.explain import steps

        result["explain"] = [step._asdict() for step in steps(report)]
    return result


def tensors(rows: Iterable[Tensor]) -> str:
    """One tensor a line: name, shape, role, and the name of the tensor that owns its values where it is tied."""
    lines = (
        json.dumps({"name": row.name, "shape": row.shape, "role": row.role.value, "tied_to": row.tied_to})
        for row in rows
    )
    return "[\n  " + ",\n  ".join(lines) + "\n]"


def models(reports: Sequence[Report], types: Mapping[str, str]) -> str:
    """The bundled models, one object each, and the described model types with their families."""
    listed = [
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
    return dumps({"models": listed, "model_types": [{"model_type": k, "family": v} for k, v in types.items()]})


def dumps(value: Any) -> str:
    """Indented JSON in which text keeps its own letters."""
    return json.dumps(value, indent=2, ensure_ascii=False)
