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
    from embcalc.cli.output import say, show
    from embcalc.errors import SourceError, did_you_mean

    form = chosen(output, as_json)
    found, types = models_matching(pattern), matching_types(pattern)
    if not found and not types:
        from embcalc.architectures import model_types
        from embcalc.sources import bundled

        hint = did_you_mean(pattern, [*bundled.names(), *model_types()])
        raise SourceError(f"no bundled model and no model type matches {pattern!r}", hint)
    if form is Format.TABLE:
        from embcalc.render import table

        show(table.models(found, types))
    elif form is Format.JSON:
        from embcalc.render import json

        say(json.models(found, types))
    elif form is Format.MARKDOWN:
        from embcalc.render import markdown

        say(markdown.models(found, types))
    else:
        from embcalc.render import csv

        say(csv.models(found))
