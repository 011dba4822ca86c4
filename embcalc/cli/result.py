"""What a command found, before it is known how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from embcalc.cli.options import Format

if TYPE_CHECKING:
    from embcalc.views.sheet import Sheet


class Result(NamedTuple):
    """What a command found, in the three shapes that the formats need; each is made only when it is asked for."""

    sheets: Callable[[], list[Sheet]]
    document: Callable[[], Any]
    records: Callable[[], list[dict[str, Any]]]


def text(form: Format, result: Result) -> str:
    """A result as JSON, CSV or Markdown; only that format's renderer is imported."""
    if form is Format.JSON:
        from embcalc.render import json

        return json.render(result.document())
    if form is Format.CSV:
        from embcalc.render import csv

        return csv.render(result.records())
    from embcalc.render import markdown

    return markdown.render(result.sheets())
