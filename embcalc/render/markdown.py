"""Results as Markdown: pipe tables that read well unrendered, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from embcalc.render import rows as shared
from embcalc.reports import Report
from embcalc.tensors import Tensor
from embcalc.units import grouped


def params(reports: Sequence[Report], *, explain: bool = False) -> str:
    """A section for each model: its parts as a table, then the facts as a list."""
    return "\n".join(_section(report, explain=explain) for report in reports)


def _section(report: Report, *, explain: bool) -> str:
    heading = ["part", "tensor", "shape", "parameters", "share", shared.memory_heading(report)]
    entries = [[row.label, _code(row.name), *row[2:]] for row in shared.rows(report)]
    lines = [
        f"## {cell(shared.title(report))}",
        "",
        cell(shared.subtitle(report)),
        "",
        *pipes(heading, entries, left=3),
        "",
    ]
    lines += [
        f"- {fact.label.strip()}: {fact.figure}{f' ({fact.remark})' if fact.remark else ''}"
        for fact in shared.facts(report)
    ]
    if explain:
        from embcalc.explain import steps

        explained = [[step.figure, step.formula, step.numbers, step.value] for step in steps(report)]
        lines += ["", *pipes(["figure", "formula", "numbers", "value"], explained, left=4)]
    return "\n".join([*lines, ""])


def tensors(rows: Iterable[Tensor]) -> str:
    """One row a tensor, or a folded group of alike ones."""
    entries = [
        [
            _code(row.name),
            " × ".join(map(grouped, row.shape)),
            row.role.value,
            _code(row.tied_to or ""),
            grouped(row.parameters),
        ]
        for row in rows
    ]
    return "\n".join([*pipes(["tensor", "shape", "role", "tied to", "parameters"], entries, left=4), ""])


def models(reports: Sequence[Report], types: Mapping[str, str]) -> str:
    """The bundled models as a table, then the described model types."""
    parts = []
    if reports:
        parts += [*pipes(shared.MODEL_HEADINGS, [shared.model_row(report) for report in reports], left=2), ""]
    if types:
        parts += [f"Model types: {', '.join(f'`{name}`' for name in types)}", ""]
    return "\n".join(parts)


def pipes(heading: Sequence[str], entries: Sequence[Sequence[str]], left: int) -> list[str]:
    """The lines of a pipe table whose first `left` columns are aligned to the left and the rest to the right."""
    cells = [[cell(value) for value in row] for row in (heading, *entries)]
    widths = [max(3, *(len(row[i]) for row in cells)) for i in range(len(heading))]
    rule = ["-" * width if i < left else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    return ["| " + " | ".join(_padded(row, widths, left)) + " |" for row in (cells[0], rule, *cells[1:])]


def _padded(row: Sequence[str], widths: Sequence[int], left: int) -> list[str]:
    return [
        text.ljust(width) if i < left else text.rjust(width)
        for i, (text, width) in enumerate(zip(row, widths, strict=True))
    ]


def cell(text: str) -> str:
    """Text that stays in its cell: pipes are escaped, lines are joined."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _code(name: str) -> str:
    return f"`{name}`" if "." in name else name
