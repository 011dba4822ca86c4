"""`embcalc tensors`: the parameter-and-shape listing."""

from __future__ import annotations

from typing import Annotated

import typer

from embcalc.cli.options import Format, FormatOption, JsonOption, Model, QuietOption, chosen


def tensors(
    model: Model,
    *,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    every: Annotated[
        bool | None,
        typer.Option("--all/--folded", help="List every tensor, or fold repeated layers; JSON and CSV list every one."),
    ] = None,
    vocab: Annotated[
        str | None, typer.Option("--vocab", metavar="SIZE", help="Another vocabulary size: 32000, 32k, 32Ki.")
    ] = None,
    tie: Annotated[
        bool | None, typer.Option("--tie/--untie", help="Share the output head with the embedding, or do not.")
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """List every tensor of a model: name, shape, role and parameters, as its checkpoint names them."""
    from embcalc.api import load, manifest
    from embcalc.cli.output import emit, warn
    from embcalc.cli.result import Result
    from embcalc.units import parse_count
    from embcalc.views import tensors as view

    form = chosen(output, as_json)
    source = load(model)
    built = manifest(source, vocab_size=parse_count(vocab) if vocab else None, tied=tie)
    warn([] if quiet else [*source.warnings, *built.warnings])
    every = form in (Format.JSON, Format.CSV) if every is None else every
    listing = built.tensors() if every else built.folded
    result = Result(
        sheets=lambda: [view.sheet(source.name, built, listing)],
        document=lambda: view.document(listing),
        records=lambda: view.records(listing),
    )
    emit(form, result)
    if not built.complete:
        raise typer.Exit(1)
