"""`embcalc params`: what a model's vocabulary costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from embcalc.cli.options import (
    DtypeOption,
    Format,
    FormatOption,
    JsonOption,
    Models,
    QuietOption,
    TieOption,
    VocabOption,
    chosen,
    stated,
)

if TYPE_CHECKING:
    from embcalc.reports import Report
    from embcalc.views.sheet import Sheet


def params(
    models: Models,
    *,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Each figure with its formula and the numbers put in.")
    ] = False,
    vocab: VocabOption = None,
    tie: TieOption = None,
    dtype: DtypeOption = None,
    total: Annotated[
        str | None,
        typer.Option("--total", metavar="N", help="A stated total for an architecture that is not described."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Count the parameters of a model: embedding, output head tied and untied, body, share and memory."""
    from embcalc.cli.output import emit, gather, warn
    from embcalc.cli.result import Result

    form = chosen(output, as_json)
    reports, failed = gather(models, lambda model: _report(model, vocab, tie, dtype, total))
    for report in reports:
        warn([] if quiet else report.warnings)
    documents = [report.to_dict() for report in reports]
    if explain:
        from embcalc.explain import document

        documents = [report.to_dict() | {"explain": document(report)} for report in reports]
    result = Result(
        sheets=lambda: _sheets(reports, explain=explain),
        document=lambda: documents if len(models) > 1 else documents[0],
        records=lambda: documents,
    )
    emit(form, result)
    if failed or not all(report.complete or report.stated_total for report in reports):
        raise typer.Exit(1)


def _sheets(reports: list[Report], *, explain: bool) -> list[Sheet]:
    from embcalc.views.params import sheet

    return [sheet(report, explain=explain) for report in reports]


def _report(model: str, vocab: str | None, tie: bool | None, dtype: str | None, total: str | None) -> Report:
    from embcalc.api import report
    from embcalc.dtypes import dtype as named

    return report(
        model,
        vocab_size=stated(vocab),
        tied=tie,
        dtype=None if dtype is None else named(dtype),
        stated_total=stated(total),
    )
