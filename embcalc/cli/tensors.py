"""`embcalc tensors`: the parameter-and-shape listing."""

from __future__ import annotations

from typing import Annotated

import typer

from embcalc.cli.options import (
    Format,
    FormatOption,
    JsonOption,
    Model,
    QuietOption,
    TieOption,
    VocabOption,
    chosen,
    stated,
)

# eleven times what DeepSeek-V3 has; a listing is held in memory, and more than this is no model
MOST_LISTED = 1_000_000


def tensors(
    model: Model,
    *,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    every: Annotated[
        bool | None,
        typer.Option("--all/--folded", help="List every tensor, or fold repeated layers; JSON and CSV list every one."),
    ] = None,
    vocab: VocabOption = None,
    tie: TieOption = None,
    quiet: QuietOption = False,
) -> None:
    """List every tensor of a model: name, shape, role and parameters, as its checkpoint names them."""
    from embcalc.api import load, manifest
    from embcalc.cli.output import emit, warn
    from embcalc.cli.result import Result
    from embcalc.errors import EmbcalcError
    from embcalc.views import tensors as view

    form = chosen(output, as_json)
    source = load(model)
    built = manifest(source, vocab_size=stated(vocab), tied=tie)
    warn([] if quiet else [*source.warnings, *built.warnings])
    every = form in (Format.JSON, Format.CSV) if every is None else every
    number = sum(row.copies for row in built.folded)
    if every and number > MOST_LISTED:
        raise EmbcalcError(f"{number:,} tensors, and at most {MOST_LISTED:,} are listed", "Fold them with --folded.")
    listing = built.tensors() if every else built.folded
    result = Result(
        sheets=lambda: [view.sheet(source.name, built, listing)],
        document=lambda: view.document(listing),
        records=lambda: view.records(listing),
    )
    emit(form, result)
    if not built.complete:
        raise typer.Exit(1)
