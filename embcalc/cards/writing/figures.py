"""The figures that a card states: as rows of a table for people, and as values of the `embcalc:` mapping."""

from __future__ import annotations

from collections.abc import Iterator

from embcalc.dtypes import Dtype, dtype, sixteen_bit
from embcalc.errors import UsageError
from embcalc.reports import Report
from embcalc.units import gb, gib, grouped, percent


def weights_dtype(report: Report) -> Dtype:
    """The data type to state memory in: the config's own where it is a known one, else 16 bits."""
    stated = report.manifest.dtype
    try:
        return dtype(stated) if stated else sixteen_bit(None)
    except UsageError:
        return sixteen_bit(stated)


def rows(report: Report) -> Iterator[tuple[str, str]]:
    """What is known, as label and figure; nothing of where the config came from, so that one model has one table."""
    manifest, counts = report.manifest, report.manifest.counts
    if manifest.architecture:
        yield "Architecture", f"`{manifest.architecture}`"
    if len(report.vocab_sizes) > 1:
        sides = zip(("encoder", "decoder"), report.vocab_sizes, strict=False)
        yield from ((f"Vocabulary size of the {side}", grouped(size)) for side, size in sides)
    elif report.vocab_size is not None:
        yield "Vocabulary size", grouped(report.vocab_size)
    if manifest.hidden_size is not None:
        yield "Hidden size", grouped(manifest.hidden_size)
    if report.embedding_size not in (None, manifest.hidden_size):
        yield "Embedding dimension", grouped(report.embedding_size or 0)
    if manifest.tied is not None:
        yield "Tied embeddings", "yes" if manifest.tied else "no"
    if report.table:
        yield "Embedding parameters", grouped(counts.input_embedding)
    if report.head_known and report.head:
        own = counts.output_head + counts.output_head_bias
        yield "Output head parameters", grouped(own)
    yield from _totals(report)


def _totals(report: Report) -> Iterator[tuple[str, str]]:
    if not report.complete or report.total is None:
        return
    yield "Total parameters", grouped(report.total)
    if report.active not in (None, report.total):
        yield "Active parameters", grouped(report.active or 0)
    if report.non_embedding is not None:
        yield "Non-embedding parameters", grouped(report.non_embedding)
    if report.share is not None and report.vocabulary is not None:
        yield "Embedding share", percent(report.share)
    kind = weights_dtype(report)
    size = kind.size(report.total)
    yield f"Memory of the weights in {kind.name}", f"{gb(size)} ({gib(size)})"


def values(report: Report) -> dict[str, str]:
    """The values of the `embcalc:` mapping, as YAML has them; integers are exact, what is not known is left out."""
    total = report.total if report.complete else None
    stated: dict[str, int | None] = {
        "parameters": total,
        "embedding_parameters": report.manifest.counts.input_embedding if report.table else None,
        "non_embedding_parameters": report.non_embedding if report.complete else None,
        "active_parameters": report.active if report.active != total else None,
        "vocab_size": report.vocab_size,
        "hidden_size": report.manifest.hidden_size,
    }
    found = {key: str(value) for key, value in stated.items() if value is not None}
    if report.manifest.tied is not None:
        found["tied_embeddings"] = "true" if report.manifest.tied else "false"
    if total and report.share is not None and report.vocabulary is not None:
        found["embedding_share"] = percent(report.share)
    if total:
        found["memory"] = gb(weights_dtype(report).size(total)).replace(",", "")
    return found
