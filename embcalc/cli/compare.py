"""`embcalc compare`: vocabularies and models side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from embcalc.cli.options import (
    MODEL_HELP,
    DtypeOption,
    Format,
    FormatOption,
    JsonOption,
    QuietOption,
    TieOption,
    chosen,
    complete_model,
    stated,
)
from embcalc.cli.spread import SpreadCommand

if TYPE_CHECKING:
    from embcalc.whatif import Question, Row

DEFAULT_MODEL = "llama-3-8b"


class Command(SpreadCommand):
    """`compare`, whose sizes may stand one after the other."""

    many = ("--vocab", "--hidden")


def compare(
    models: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MODEL]...", help=MODEL_HELP, autocompletion=complete_model, show_default=False),
    ] = None,
    *,
    vocab: Annotated[
        list[str] | None,
        typer.Option(
            "--vocab", metavar="SIZES...", help="Vocabulary sizes: 32k 128k, or 32k,128k, or 16k..256k doubling."
        ),
    ] = None,
    hidden: Annotated[
        list[str] | None,
        typer.Option("--hidden", metavar="SIZES...", help="Hidden sizes, for the tables alone: V × d, and no total."),
    ] = None,
    tie: TieOption = None,
    both: Annotated[bool, typer.Option("--both", help="Show the tied and the untied total side by side.")] = False,
    pad_to: Annotated[str | None, typer.Option("--pad-to", metavar="N", help="Pad V to a multiple of N.")] = None,
    tp: Annotated[
        str | None,
        typer.Option("--tp", metavar="N", help="Tensor-parallel ranks; V is padded to 128 × N, or by --pad-to."),
    ] = None,
    advise: Annotated[
        bool, typer.Option("--advise", help="The vocabulary that a published scaling law advises.")
    ] = False,
    dtype: DtypeOption = None,
    export: Annotated[
        str | None,
        typer.Option(
            "--export", metavar="FILE", help="Also write the result to a .svg, .html, .md, .csv or .json file."
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw total and share against V to a .png or .svg file."),
    ] = None,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compare vocabularies and models: everything but V is held, and each total is rebuilt from the architecture."""
    from embcalc.cli.output import emit, warn
    from embcalc.cli.result import Result
    from embcalc.dtypes import dtype as named
    from embcalc.errors import UsageError
    from embcalc.views import compare as view
    from embcalc.whatif import Question, sizes

    form, widths = chosen(output, as_json), sizes(hidden or ())
    asked = Question(sizes(vocab or ()), tie, stated(pad_to), stated(tp), named(dtype) if dtype else None)
    if widths and (both or advise or plot is not None):
        raise UsageError("--hidden goes without --both, --advise and --plot, which need a total")
    rows = _rows(models or [DEFAULT_MODEL], asked, widths)
    held = _held(rows, asked, hidden=bool(widths), given=bool(models))
    warn([] if quiet else list(dict.fromkeys(warning for row in rows for warning in row.report.warnings)))
    result = Result(
        sheets=lambda: [view.sheet(rows, held=held, both=both, advise=advise)],
        document=lambda: view.document(rows, held=held, advise=advise),
        records=lambda: view.records(rows, advise=advise),
    )
    if plot is not None:
        from embcalc.render.plot import draw

        draw(rows, plot)
    emit(form, result, export=export)
    if not widths and not all(row.report.complete for row in rows):
        raise typer.Exit(1)


def _rows(models: list[str], asked: Question, widths: list[int]) -> list[Row]:
    from embcalc.errors import UsageError
    from embcalc.whatif import compare as compare_models
    from embcalc.whatif import compare_widths

    if not widths:
        return compare_models(models, asked)
    if len(models) > 1 or asked.pad_to or asked.ranks:
        raise UsageError("--hidden goes with one model, and with neither --pad-to nor --tp")
    return compare_widths(models[0], widths, asked)


def _held(rows: list[Row], asked: Question, *, hidden: bool, given: bool) -> str:
    if hidden:
        return "V; only V × d is reckoned, for the body does not scale with d by itself"
    several = len({row.report.origin.location for row in rows}) > 1
    changed = ["V"] if asked.vocab_sizes or asked.pad_to or asked.ranks else []
    changed += ["the tying"] if asked.tied is not None else []
    if not changed:
        return "every model as it is" if several else "the model as it is"
    body = "each body" if several else f"the body of {rows[0].report.origin.model}"
    return f"{body}{'' if given else ' (no model was named)'}; everything but {' and '.join(changed)}"
