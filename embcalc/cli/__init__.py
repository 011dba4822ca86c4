"""The command line: one file a command, imported when it is called; errors become one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import embcalc
from embcalc.errors import EmbcalcError

COMMANDS = ("params", "compare", "shapes", "memory", "card", "check", "tensors", "models")


class Commands(MutableMapping[str, Any]):
    """The commands by name; each one's module is imported when the command is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        module = import_module(f"embcalc.cli.{name}")
        single = typer.Typer(add_completion=False)
        single.command(name, cls=getattr(module, "Command", None))(getattr(module, name))
        return typer.main.get_command(single)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __setitem__(self, name: str, command: Any) -> None:
        raise TypeError("the commands are fixed")

    def __delitem__(self, name: str) -> None:
        raise TypeError("the commands are fixed")


class Group(TyperGroup):
    """The `embcalc` command itself: it knows the others by name and turns their errors into lines on stderr."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error that a wrong input causes is one line, never a traceback."""
        try:
            return super().invoke(ctx)
        except EmbcalcError as error:
            from embcalc.cli.output import complain

            complain(error)
            raise typer.Exit(error.exit_code) from None


app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"embcalc {embcalc.__version__}")
        raise typer.Exit


@app.callback()
def _embcalc(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Say exactly what a language model's vocabulary costs: embedding, output head, tying, share and memory."""


def main() -> None:
    """Run the command line with the process's arguments; that nothing can be printed is an error in one line, too."""
    try:
        app(prog_name="embcalc")
    except OSError as error:
        from embcalc.cli.output import complain, discard

        complain(EmbcalcError(f"standard output: {error.strerror}"))
        discard()
        sys.exit(1)
