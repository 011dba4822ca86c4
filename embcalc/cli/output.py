"""Where things are printed: data on stdout, warnings, errors and hints on stderr."""

from __future__ import annotations

import errno
import io
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
LONGEST_LINE = 500


def complain(error: EmbcalcError) -> None:
    """Print an error, and its hint on a second line, to stderr."""
    print(f"Error: {_line(str(error))}", file=sys.stderr)
    if error.hint:
        print(_line(error.hint), file=sys.stderr)


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
        print(f"Warning: {_line(warning)}", file=sys.stderr)


def _line(text: str) -> str:
    """A remark as one line that nothing from a file makes long: beyond `LONGEST_LINE` its middle is left out."""
    text = printable(text)
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE // 2]}…{text[-LONGEST_LINE // 2 :]}"


def say(text: str) -> None:
    """Print machine-readable or plain text to stdout as it is. Raises OSError where it is closed or full."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed")
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    sys.stdout.flush()


def discard() -> None:
    """Let go of what standard output did not take, so that Python does not try again when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def emit(form: Format, result: Result, *, export: str | None = None) -> None:
    """Print a result in the format asked for, and write it to the file `export`, whose ending says how."""
    if export is not None:
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
    if console.is_terminal and not console.no_color:
        console.print(table.render(sheets))
        return
    width = console.width if console.is_terminal or "COLUMNS" in os.environ else PIPE_WIDTH
    page = io.StringIO()
    Console(highlight=False, width=width, color_system=None, file=page).print(table.render(sheets))
    say("\n".join(line.rstrip() for line in page.getvalue().splitlines()))
