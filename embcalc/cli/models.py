"""`embcalc models`: the bundled models and the supported model types."""

from __future__ import annotations

from typing import Annotated

import typer

from embcalc.cli.options import Format, FormatOption, JsonOption, chosen


def models(
    pattern: Annotated[
        str, typer.Argument(metavar="[FILTER]", help="Part of a name, a Hub id or a model type.", show_default=False)
    ] = "",
    *,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
) -> None:
    """List the bundled models with their vocabulary, size and share, and the supported model types."""
    from embcalc.catalog import matching_types, models_matching
    from embcalc.cli.output import emit
    from embcalc.cli.result import Result
    from embcalc.errors import SourceError, did_you_mean
    from embcalc.views import models as view

    form = chosen(output, as_json)
    found, types = models_matching(pattern), matching_types(pattern)
    if not found and not types:
        from embcalc.architectures import model_types
        from embcalc.sources import bundled

        hint = did_you_mean(pattern, [*bundled.names(), *model_types()])
        raise SourceError(f"no bundled model and no model type matches {pattern!r}", hint)
    result = Result(
        sheets=lambda: [view.sheet(found, types)],
        document=lambda: view.document(found, types),
        records=lambda: view.records(found),
    )
    emit(form, result)
