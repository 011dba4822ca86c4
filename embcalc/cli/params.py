"""`embcalc params`: what a model's vocabulary costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from embcalc.cli.options import Format, FormatOption, JsonOption, Models, QuietOption, chosen

if TYPE_CHECKING:
    from embcalc.reports import Report


def params(
    models: Models,
    *,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Each figure with its formula and the numbers put in.")
    ] = False,
    vocab: Annotated[
        str | None, typer.Option("--vocab", metavar="SIZE", help="Another vocabulary size: 32000, 32k, 32Ki.")
    ] = None,
    tie: Annotated[
        bool | None, typer.Option("--tie/--untie", help="Share the output head with the embedding, or do not.")
    ] = None,
    dtype: Annotated[
        str | None, typer.Option("--dtype", metavar="NAME", help="Data type for memory; 16 bits unless given.")
    ] = None,
    total: Annotated[
        str | None,
        typer.Option("--total", metavar="N", help="A stated total for an architecture that is not described."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Count the parameters of a model: embedding, output head tied and untied, body, share and memory."""
    from embcalc.cli.output import complain, warn
    from embcalc.errors import EmbcalcError

    form, reports, failed = chosen(output, as_json), [], 0
    for model in models:
        try:
            reports.append(_report(model, vocab, tie, dtype, total))
        except EmbcalcError as error:
            if len(models) == 1 or error.exit_code != 1:
                raise
            complain(error.within(model) if model not in str(error) else error)
            failed = 1
    for report in reports:
        warn([] if quiet else report.warnings)
    _print(reports, form, explain=explain, listed=len(models) > 1)
    if failed or not all(report.complete or report.stated_total for report in reports):
        raise typer.Exit(1)


def _report(model: str, vocab: str | None, tie: bool | None, dtype: str | None, total: str | None) -> Report:
    from embcalc.api import report
    from embcalc.dtypes import dtype as named
    from embcalc.units import parse_count

    return report(
        model,
        vocab_size=parse_count(vocab) if vocab else None,
        tied=tie,
        dtype=named(dtype) if dtype else None,
        stated_total=parse_count(total) if total else None,
    )


def _print(reports: list[Report], form: Format, *, explain: bool, listed: bool) -> None:
    from embcalc.cli.output import say, show

    if form is Format.TABLE:
        from embcalc.render import table

        show(*(table.params(report, explain=explain) for report in reports))
    elif form is Format.JSON:
        from embcalc.render import json

        say(json.params(reports, explain=explain, listed=listed))
    elif form is Format.MARKDOWN:
        from embcalc.render import markdown

        say(markdown.params(reports, explain=explain))
    else:
        from embcalc.render import csv

        say(csv.params(reports))
