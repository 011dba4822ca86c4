"""Results as rich tables: readable in 80 columns and in wide terminals, with and without colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from embcalc.render import rows as shared
from embcalc.render.layout import Column, Facts, Listing, Pieces, broken
from embcalc.reports import Report
from embcalc.tensors import Manifest, Role, Tensor
from embcalc.units import grouped, printable

ROLES = {role: role.value.replace("_", " ") for role in Role} | {Role.POSITION_EMBEDDING: "position table"}


def params(report: Report, *, explain: bool = False) -> RenderableType:
    """A model's parts as rows, the facts beneath them, and with `explain` each figure's formula."""
    parts: list[RenderableType] = [_heading(report), Text(), _parts(report), Text(), _facts(report)]
    if explain:
        parts += [Text(), _explained(report)]
    return Group(*parts)


def _heading(report: Report) -> Text:
    heading = Text()
    heading.append(shared.title(report), style="bold cyan")
    heading.append(f"  {shared.subtitle(report)}\n")
    heading.append(shared.place(report), style="dim")
    return heading


def _parts(report: Report) -> Listing:
    *parts, total = shared.rows(report)
    listing = Listing(
        Column("part", least=max(len(row.label) for row in parts)),
        Column("shape", number=True),
        Column("parameters", number=True),
        Column("share", number=True),
        Column(shared.memory_heading(report), number=True),
    )
    for row in parts:
        label = Text(row.label, no_wrap=True)
        name = broken(row.name, "dim") if "." in row.name else Text(row.name, style="dim")
        listing.add(Group(label, name) if row.name else label, *row[2:])
    listing.add(Text(total.label, style="bold"), *total[2:], style="bold", section=True)
    return listing


def _facts(report: Report) -> Facts:
    return Facts(
        *shared.facts(report), *([("class defaults", used, "")] if (used := shared.defaults_used(report)) else [])
    )


def _explained(report: Report) -> Table:
    from embcalc.explain import steps

    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for step in steps(report):
        pieces = Pieces((step.formula, "dim"), (f" = {step.numbers}", ""), (f" = {step.value}", "bold"))
        table.add_row(step.figure, pieces)
    return table


def tensors(manifest: Manifest, name: str, rows: Iterable[Tensor]) -> RenderableType:
    """The parameter-and-shape listing, one row a tensor or a folded group of alike ones."""
    listing = Listing(Column("tensor"), Column("shape", number=True), Column("role"), Column("parameters", number=True))
    for row in rows:
        label: RenderableType = broken(printable(row.name))
        if row.tied_to:
            label = Group(label, broken(f"= {row.tied_to}"))
        shape = " × ".join(grouped(size) for size in row.shape)
        style = "dim" if row.tied_to or row.role is Role.BUFFER else ""
        listing.add(label, shape or "scalar", ROLES[row.role], grouped(row.parameters), style=style)
    total = grouped(manifest.counts.total) if manifest.complete else "unknown"
    listing.add("total", "", "", total, style="bold", section=True)
    heading = Text(printable(name), style="bold cyan")
    described = manifest.architecture or manifest.model_type or "unknown architecture"
    heading.append(f"  {printable(described)}", style="not bold default")
    return Group(heading, Text(), listing)


def models(reports: Sequence[Report], types: Mapping[str, str]) -> RenderableType:
    """The bundled models, one row each, and the model types that are described."""
    parts: list[RenderableType] = []
    if reports:
        words = ("model", "model type", "tied")
        listing = Listing(*(Column(heading, number=heading not in words) for heading in shared.MODEL_HEADINGS))
        for report in reports:
            name, *cells = shared.model_row(report)
            listing.add(broken(name, after="-"), *cells)
        parts += [listing, Text()]
    if types:
        parts.append(Text.assemble((f"{len(types)} model types: ", "bold"), ", ".join(types)))
    return Group(*parts)
