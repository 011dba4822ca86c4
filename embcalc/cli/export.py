"""Results written to files: pictures and pages by rich's own export, text by the renderers."""

from __future__ import annotations

from pathlib import Path

from embcalc.cli.options import Format
from embcalc.cli.result import Result, text
from embcalc.errors import EmbcalcError, UsageError

TEXTS = {".json": Format.JSON, ".csv": Format.CSV, ".md": Format.MARKDOWN}
PAGES = (".svg", ".html")
WIDTHS = (120, 400)  # characters in a line of a page, at least and at most


class ExportError(EmbcalcError):
    """A file that cannot be written."""


def write(result: Result, path: str) -> None:
    """Write a result to a file; its ending says how. Raises UsageError for another ending, ExportError for the file."""
    ending = Path(path).suffix.lower()
    if ending not in (*TEXTS, *PAGES):
        raise UsageError(f"cannot export to {path!r}", f"Known endings are {', '.join((*PAGES, *TEXTS))}.")
    content = text(TEXTS[ending], result) if ending in TEXTS else _page(result, ending)
    try:
        with Path(path).open("w", encoding="utf-8", newline="\n") as file:
            file.write(content if content.endswith("\n") else f"{content}\n")
    except OSError as error:
        raise ExportError(f"cannot write {path}: {error.strerror}") from None


def _page(result: Result, ending: str) -> str:
    import io

    from rich.console import Console

    from embcalc.render import table
    from embcalc.render.layout import Listing
    from embcalc.views.sheet import Grid

    sheets, (least, most) = result.sheets(), WIDTHS
    # a page is as wide as its tables need: no column is left out
    needed = (Listing(part).width for sheet in sheets for part in sheet.parts if isinstance(part, Grid))
    width = min(most, max(least, *needed, 0))
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, highlight=False)
    console.print(table.render(sheets))
    title = " ".join(f"embcalc {sheets[0].title}".split())
    return console.export_svg(title=title) if ending == ".svg" else console.export_html()
