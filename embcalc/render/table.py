"""Results as rich tables: readable in 80 columns and in wide terminals, with and without colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from embcalc.render import rows as shared
from embcalc.reports import Report
from embcalc.tensors import Manifest, Role, Tensor
from embcalc.units import grouped, printable

LABEL_WIDTH, FIGURE_WIDTH = 17, 15
NUMBER_COLUMNS = ("parameters", "share")
ROLES = {role: role.value.replace("_", " ") for role in Role}


class Name:
    """A tensor's name, broken after its dots where the column is too narrow for it."""

    def __init__(self, name: str, style: str = "") -> None:
        self.parts = [f"{part}." for part in name.split(".")]
        self.parts[-1] = self.parts[-1][:-1]
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [""]
        for part in self.parts:
            if lines[-1] and len(lines[-1]) + len(part) > options.max_width:
                lines.append(" ")
            lines[-1] += part
        yield Text("\n".join(lines), style=self.style, overflow="fold")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max(map(len, self.parts)) + 1
        return Measurement(min(longest, options.max_width), min(sum(map(len, self.parts)), options.max_width))


def params(report: Report, *, explain: bool = False) -> RenderableType:
    """A model's parts as rows, the facts beneath them, and with `explain` each figure's formula."""
    parts: list[RenderableType] = [_heading(report), Text(), _parts(report), Text(), _facts(report)]
    if explain:
        parts += [Text(), _explained(report)]
    return Group(*parts, Text())


def tensors(manifest: Manifest, name: str, listing: Iterable[Tensor]) -> RenderableType:
    """The parameter-and-shape listing, one row a tensor or a folded group of alike ones."""
    table = _table()
    table.add_column("tensor", overflow="fold")
    table.add_column("shape", no_wrap=True, justify="right")
    table.add_column("role", no_wrap=True)
    table.add_column("parameters", no_wrap=True, justify="right")
    for row in listing:
        style = "dim" if row.tied_to or row.role is Role.BUFFER else ""
        label: RenderableType = Name(printable(row.name))
        if row.tied_to:
            label = Group(label, Name(f"= {row.tied_to}"))
        shape = " × ".join(grouped(size) for size in row.shape)
        table.add_row(label, shape or "scalar", ROLES[row.role], grouped(row.parameters), style=style)
    table.add_section()
    total = grouped(manifest.counts.total) if manifest.complete else "unknown"
    table.add_row("total", "", "", total, style="bold")
    heading = Text(printable(name), style="bold cyan")
    heading.append(
        f"  {printable(manifest.architecture or manifest.model_type or 'unknown architecture')}", style="default"
    )
    return Group(heading, table)


def models(reports: Sequence[Report], types: Mapping[str, str]) -> RenderableType:
    """The bundled models, one row each, and the model types that are described."""
    parts: list[RenderableType] = []
    if reports:
        table = _table()
        for i, heading in enumerate(shared.MODEL_HEADINGS):
            words = i < 2 or heading == "tied"  # noqa: PLR2004
            table.add_column(heading, no_wrap=not words or i == 0, justify="left" if words else "right")
        for report in reports:
            table.add_row(*shared.model_row(report))
        parts.append(table)
    if types:
        parts.append(Text.assemble((f"{len(types)} model types: ", "bold"), ", ".join(types)))
    return Group(*parts)


def _heading(report: Report) -> Text:
    heading = Text()
    heading.append(shared.title(report), style="bold cyan")
    heading.append(f"  {shared.subtitle(report)}\n")
    heading.append(shared.place(report), style="dim")
    return heading


def _parts(report: Report) -> Table:
    table = _table()
    table.add_column("part", overflow="fold")
    table.add_column("shape", no_wrap=True, justify="right")
    for heading in (*NUMBER_COLUMNS, shared.memory_heading(report)):
        table.add_column(heading, no_wrap=True, justify="right")
    entries = list(shared.rows(report))
    for row in entries:
        last = row is entries[-1]
        label: RenderableType = row.label
        if row.name:
            label = Group(row.label, Name(row.name, style="dim"))
        if last:
            table.add_section()
        table.add_row(label, row.shape, row.parameters, row.share, row.memory, style="bold" if last else "")
    return table


def _facts(report: Report) -> RenderableType:
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True, min_width=LABEL_WIDTH)
    table.add_column(overflow="fold", min_width=FIGURE_WIDTH)
    table.add_column(style="dim", overflow="fold")
    for fact in shared.facts(report):
        table.add_row(fact.label, fact.figure, fact.remark)
    used = shared.defaults_used(report)
    if not used:
        return table
    defaults = Table.grid(padding=(0, 2), pad_edge=False)
    defaults.add_column(style="cyan", no_wrap=True, min_width=LABEL_WIDTH)
    defaults.add_column(style="dim", overflow="fold")
    defaults.add_row("class defaults", used)
    return Group(table, defaults)


def _explained(report: Report) -> Table:
    from embcalc.explain import steps

    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for step in steps(report):
        line = Text(step.formula, style="dim")
        line.append(f" = {step.numbers}", style="not dim")
        line.append(f" = {step.value}", style="not dim bold")
        table.add_row(step.figure, line)
    return table


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1), header_style="bold")
