"""Where things are printed: data on stdout, warnings, errors and hints on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from embcalc.cli.options import Format
from embcalc.cli.result import Result, text
from embcalc.errors import EmbcalcError
from embcalc.units import printable

if TYPE_CHECKING:
    from embcalc.views.sheet import Sheet

T = TypeVar("T")
# A pipe has no width of its own: wide enough that no row of a table is broken there.
PIPE_WIDTH = 120


def complain(error: EmbcalcError) -> None:
    """Print an error, and its hint on a second line, to stderr."""
    print(f"Error: {printable(str(error))}", file=sys.stderr)
    if error.hint:
        print(printable(error.hint), file=sys.stderr)


def gather(models: Sequence[str], read: Callable[[str], T]) -> tuple[list[T], bool]:
    """What `read` makes of each model, and whether any failed: one broken input does not stop the rest.

    The error of a single model, and one of usage, is raised; others are printed with the model's name in front.
    """
    found, failed = [], False
    for model in models:
        try:
            found.append(read(model))
        except EmbcalcError as error:
            if len(models) == 1 or error.exit_code != 1:
                raise
            complain(error if model in str(error) else error.within(model))
            failed = True
    return found, failed


def warn(warnings: Sequence[str]) -> None:
    """Print warnings to stderr, one a line."""
    for warning in warnings:
        print(f"Warning: {printable(warning)}", file=sys.stderr)


def say(text: str) -> None:
    """Print machine-readable or plain text to stdout as it is."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def emit(form: Format, result: Result, *, export: str | None = None) -> None:
    """Print a result in the format asked for, and write it to the file `export`, whose ending says how."""
    if export:
        from embcalc.cli.export import write

        write(result, export)
    if form is Format.TABLE:
        show(result.sheets())
    else:
        say(text(form, result))


def show(sheets: list[Sheet]) -> None:
    """Print sheets as tables: in colour on a terminal, as plain text through a pipe or with NO_COLOR."""
    from embcalc.render import plain

    if any(plain.is_long(sheet) for sheet in sheets):
        say("\n".join(plain.render(sheet) for sheet in sheets))
        return
    from rich.console import Console

    from embcalc.render import table

    console = Console(highlight=False)
    if console.is_terminal:
        console.print(table.render(sheets))
        return
    piped = Console(highlight=False, width=None if "COLUMNS" in os.environ else PIPE_WIDTH)
    with piped.capture() as captured:
        piped.print(table.render(sheets))
    say("\n".join(line.rstrip() for line in captured.get().splitlines()))
