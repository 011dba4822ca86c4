"""Where each figure of a report comes from: its formula, the numbers put in, and what they give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embcalc.reports import Report
from embcalc.tensors import Role
from embcalc.units import gb, gib, grouped, percent, times
from embcalc.walking import outline

TABLES = {Role.POSITION_EMBEDDING: "position table", Role.OTHER_EMBEDDING: "other table"}


class Step(NamedTuple):
    """One figure: what it is, its formula in words, the formula with the numbers put in, and its value in print."""

    figure: str
    formula: str
    numbers: str
    value: str


def steps(report: Report) -> list[Step]:
    """Every figure of a report that is known, in the order in which one follows from another."""
    return [*_tables(report), *_body(report), *_totals(report), *_memory(report)]


def document(report: Report) -> list[dict[str, str]]:
    """The steps as JSON has them."""
    return [step._asdict() for step in steps(report)]


def _tables(report: Report) -> list[Step]:
    counts, head = report.manifest.counts, report.head
    found = []
    if report.tables:
        formula = "V × d" if len(report.tables) == 1 else "V × d of each table"
        numbers = " + ".join(times(table.shape) for table in report.tables)
        found.append(Step("input embedding", formula, numbers, grouped(counts.input_embedding)))
    if head:
        formula = "d × V" if report.logits == report.vocab_size else "d × rows of its own"
        numbers = times(head.shape[::-1])
        if head.tied_to:
            formula, numbers = f"tied to {head.tied_to}", f"the same {times(head.shape)} values, counted there"
        found.append(Step("output head", formula, numbers, grouped(counts.output_head)))
    if counts.output_head_bias:
        found.append(Step("output head bias", "V", grouped(counts.output_head_bias), grouped(counts.output_head_bias)))
    others = (row for row in report.manifest.notable if row.role in TABLES and not row.tied_to)
    return [
        *found,
        *(Step(TABLES[row.role], row.name, times(row.shape, row.copies), grouped(row.parameters)) for row in others),
    ]


def _body(report: Report) -> list[Step]:
    if not report.complete:
        return []
    body = report.manifest.counts.body
    parts = [(path, copies, counts.body) for path, copies, counts in outline(report.manifest.tree) if counts.body]
    numbers = " + ".join(f"{grouped(copies)} × {grouped(size)} ({path})" for path, copies, size in parts)
    rest = body - sum(copies * size for _, copies, size in parts)
    if rest and numbers:
        numbers += f" + {grouped(rest)} outside them"
    return [
        Step(
            "body", "layers × parameters of one, and what stands outside them", numbers or grouped(body), grouped(body)
        )
    ]


def _totals(report: Report) -> list[Step]:
    counts, total = report.manifest.counts, report.total
    if report.vocabulary is None:
        return []
    vocabulary = report.vocabulary
    bias = [counts.output_head_bias] if counts.output_head_bias else []
    owned = _sum(counts.input_embedding, counts.output_head, *bias)
    found = [Step("vocabulary", "input embedding + what the head owns", owned, grouped(vocabulary))]
    if total is None:
        return found
    if report.complete:
        parts = (vocabulary, counts.position_embedding, counts.other_embedding, counts.body)
        found.append(Step("total", "vocabulary + other tables + body", _sum(*filter(None, parts)), grouped(total)))
    share = f"{grouped(vocabulary)} / {grouped(total)}"
    found.append(Step("embedding share", "vocabulary / total", share, percent(vocabulary / total)))
    return [*found, *_non_embedding(report, total), *_otherwise(report, total)]


def _sum(*parts: int) -> str:
    return " + ".join(grouped(part) for part in parts)


def _otherwise(report: Report, total: int) -> Iterator[Step]:
    """The total with the other tying, and what one token uses of it."""
    difference = report.tying_difference
    if difference is not None and report.other_total is not None:
        sign, word = ("+", "untied total") if report.manifest.tied else ("−", "tied total")
        numbers = f"{grouped(total)} {sign} {grouped(difference)}"
        yield Step(word, f"total {sign} own head", numbers, grouped(report.other_total))
    if report.active is not None and report.active != total:
        numbers = f"{grouped(total)} − {grouped(total - report.active)}"
        yield Step("active", "total − experts not chosen", numbers, grouped(report.active))


def _non_embedding(report: Report, total: int) -> list[Step]:
    """Every count that goes by "non-embedding" somewhere: they part over the head, over positions and over biases."""
    counts, token = report.manifest.counts, report.manifest.counts.input_embedding
    others = counts.position_embedding + counts.other_embedding
    strict = "non-embedding − position and other tables"
    headed = "total − input embedding; an own head stays in"
    tables = "total − input, position and other tables; an own head stays in"
    matrices = "body − biases, norms and what else is no linear layer"
    readings = (
        ("non-embedding", "total − vocabulary", (total, report.vocabulary), report.non_embedding),
        ("non-embedding, strict", strict, (report.non_embedding, others), report.non_embedding_strict),
        ("without input embedding", headed, (total, token), report.without_input_embedding),
        ("without embedding tables", tables, (total, token, others), report.without_embedding_tables),
        ("matrices of the body", matrices, (counts.body, counts.body - counts.matrices), report.body_matrices),
    )
    return [
        Step(figure, formula, " − ".join(grouped(part or 0) for part in parts), grouped(value))
        for figure, formula, parts, value in readings
        if value is not None
    ]


def _memory(report: Report) -> list[Step]:
    size = report.bytes(report.total)
    if size is None or report.total is None:
        return []
    numbers = f"{grouped(report.total)} × {report.dtype.bits} / 8 = {grouped(size)} bytes"
    return [
        Step(
            "memory",
            f"total × {report.dtype.bits} bits / 8",
            numbers,
            f"{gib(size)} (/ 2³⁰ a GiB) = {gb(size)} (/ 10⁹ a GB)",
        )
    ]
