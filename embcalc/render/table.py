"""Sheets as rich tables: readable in 80 columns and in wide terminals, with and without colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from embcalc.render.layout import FactLines, Listing, Pieces, inert
from embcalc.units import printable
from embcalc.views.sheet import Facts, Grid, Part, Prose, Sheet, Steps


def render(sheets: Sequence[Sheet]) -> RenderableType:
    """Every sheet, one beneath the other."""
    blocks: list[RenderableType] = []
    for sheet in sheets:
        blocks += [Text(), *_sheet(sheet)] if blocks else _sheet(sheet)
    return Group(*blocks)


def _sheet(sheet: Sheet) -> list[RenderableType]:
    heading = Text()
    if sheet.title:
        heading.append(printable(sheet.title), style="bold cyan")
        heading.append(f"  {printable(sheet.beside)}")
    if sheet.beneath:
        heading.append("\n" if sheet.title else "").append(printable(sheet.beneath), style="dim")
    blocks: list[RenderableType] = [heading] if heading else []
    for part in sheet.parts:
        blocks += [Text(), _part(part)] if blocks else [_part(part)]
    return blocks


def _part(part: Part) -> RenderableType:
    if isinstance(part, Grid):
        return Listing(part)
    if isinstance(part, Facts):
        return FactLines(part)
    if isinstance(part, Steps):
        return _steps(part)
    assert isinstance(part, Prose)  # noqa: S101 - the last of the four
    return inert(part.text)


def _steps(part: Steps) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for figure, formula, numbers, value in part.lines:
        pieces = ((formula, "dim"), (f" = {numbers}", ""), (f" = {value}", "bold"))
        table.add_row(inert(figure), Pieces(*((printable(text), style) for text, style in pieces)))
    return table
