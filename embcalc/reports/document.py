"""A report as the JSON object that `embcalc params --format json` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embcalc.tensors import Role, Tensor

if TYPE_CHECKING:
    from embcalc.reports import Report


def of_report(report: Report) -> dict[str, Any]:
    """The report's figures by name; integers are exact, what is not known is None."""
    manifest, counts = report.manifest, report.manifest.counts
    known = report.complete
    return {
        "model": report.origin.model,
        "source": {
            "kind": report.origin.kind,
            "location": report.origin.location,
            "revision": report.origin.revision,
        },
        "model_type": manifest.model_type,
        "architecture": manifest.architecture,
        "vocab_size": report.vocab_size,
        "hidden_size": manifest.hidden_size,
        "embedding_size": report.embedding_size,
        "tied": manifest.tied,
        "tied_from": manifest.tied_from,
        "parameters": {
            "total": counts.total if known else None,
            "stated_total": report.stated_total,
            "input_embedding": report.input_embedding,
            "output_head": counts.output_head if report.head_known else None,
            "output_head_bias": counts.output_head_bias if known else None,
            "vocabulary": report.vocabulary,
            "position_embedding": counts.position_embedding if known else None,
            "other_embedding": counts.other_embedding if known else None,
            "body": counts.body if known else None,
            "non_embedding": report.non_embedding,
            "non_embedding_strict": report.non_embedding_strict,
            "without_input_embedding": report.without_input_embedding,
            "without_embedding_tables": report.without_embedding_tables,
            "body_matrices": report.body_matrices,
            "active": report.active,
            "stored": counts.stored if known else None,
            "non_trainable": counts.non_trainable if known else None,
        },
        "tables": [_entry(report, row) for row in report.manifest.notable if _is_part(row)],
        "embedding_share": report.share,
        "tying": {
            "tied_total": report.tied_total,
            "untied_total": report.untied_total,
            "difference": report.tying_difference,
        },
        "memory": {
            "dtype": report.dtype.name,
            "stated_dtype": manifest.dtype,
            "total": report.bytes(report.total),
            "vocabulary": report.bytes(report.vocabulary),
            "input_embedding": report.bytes(report.input_embedding),
            "output_head": report.bytes(counts.output_head) if report.head_known else None,
            "body": report.bytes(counts.body) if known else None,
            "tying_difference": report.bytes(report.tying_difference),
        },
        "defaults_used": list(manifest.defaults_used),
        "not_counted": list(manifest.not_counted),
        "warnings": list(report.warnings),
    }


def _entry(report: Report, row: Tensor) -> dict[str, Any]:
    """A table or the head for JSON; where the architecture is not described its name is not known."""
    return {
        "name": row.name if report.complete else None,
        "role": row.role.value,
        "shape": list(row.shape),
        "parameters": row.parameters,
        "tied_to": row.tied_to if report.complete else None,
        "trainable": row.trainable,
    }


def _is_part(row: Tensor) -> bool:
    """Whether a row is a table that owns its values, or the head, tied or not."""
    if row.role is Role.OUTPUT_HEAD:
        return True
    return row.role in (Role.INPUT_EMBEDDING, Role.POSITION_EMBEDDING, Role.OTHER_EMBEDDING) and not row.tied_to
