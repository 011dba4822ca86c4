"""Where things are printed: data on stdout, warnings, errors and hints on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from embcalc.units import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from embcalc.errors import EmbcalcError

# A pipe has no width of its own: wide enough that no row of a table is broken there.
PIPE_WIDTH = 120


def complain(error: EmbcalcError) -> None:
    """Print an error, and its hint on a second line, to stderr."""
    print(f"Error: {printable(str(error))}", file=sys.stderr)
    if error.hint:
        print(printable(error.hint), file=sys.stderr)


def warn(warnings: Sequence[str]) -> None:
    """Print warnings to stderr, one a line."""
    for warning in warnings:
        print(f"Warning: {printable(warning)}", file=sys.stderr)


def say(text: str) -> None:
    """Print machine-readable or plain text to stdout as it is."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def show(*renderables: RenderableType) -> None:
    """Print what rich lays out: in colour on a terminal, as plain text through a pipe or with NO_COLOR."""
    from rich.console import Console

    console = Console(highlight=False)
    if console.is_terminal:
        for renderable in renderables:
            console.print(renderable)
        return
    plain = Console(highlight=False, width=None if "COLUMNS" in os.environ else PIPE_WIDTH)
    with plain.capture() as captured:
        for renderable in renderables:
            plain.print(renderable)
    say("\n".join(line.rstrip() for line in captured.get().splitlines()))
