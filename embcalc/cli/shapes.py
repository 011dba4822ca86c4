"""`embcalc shapes`: the data as it flows through the vocabulary."""

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


def shapes(
    model: Model,
    *,
    batch: Annotated[str, typer.Option("--batch", "-b", metavar="B", help="Sequences at a time.")] = "1",
    seq: Annotated[
        str | None,
        typer.Option(
            "--seq", "-n", metavar="N", help="Tokens in each; unless given 2048, or the context limit if that is less."
        ),
    ] = None,
    ranks: Annotated[
        str | None, typer.Option("--tp", metavar="K", help="Also what each of K tensor-parallel ranks holds.")
    ] = None,
    dtype: Annotated[
        str | None, typer.Option("--dtype", metavar="NAME", help="Of weights and activations; 16 bits unless given.")
    ] = None,
    logits_dtype: Annotated[
        str, typer.Option("--logits-dtype", metavar="NAME", help="Of logits and of sentence vectors.")
    ] = "float32",
    training: Annotated[
        bool, typer.Option("--training", help="Also gradients and Adam's state, for the vocabulary.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Why the arrays are what they are: lookup, order, tying, context.")
    ] = False,
    vocab: VocabOption = None,
    tie: TieOption = None,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Show the arrays that flow through a model's vocabulary, with their bytes: ids, one-hot, E, X, logits, loss."""
    from embcalc.api import shapes as found_in
    from embcalc.cli.output import emit, warn
    from embcalc.cli.result import Result
    from embcalc.dtypes import dtype as named
    from embcalc.units import parse_count
    from embcalc.views import shapes as view

    form = chosen(output, as_json)
    found = found_in(
        model,
        batch=parse_count(batch),
        seq=stated(seq),
        ranks=stated(ranks),
        dtype=named(dtype) if dtype else None,
        logits_dtype=named(logits_dtype),
        training=training,
        vocab_size=stated(vocab),
        tied=tie,
    )
    warn([] if quiet else found.warnings)
    result = Result(
        sheets=lambda: [view.sheet(found, explain=explain)],
        document=lambda: view.document(found, explain=explain),
        records=lambda: view.records(found),
    )
    emit(form, result)
    if not found.report.complete:
        raise typer.Exit(1)
