"""The arguments and options that several commands share."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer


class Format(str, Enum):
    """How results are written."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"
    CSV = "csv"


def complete_model(incomplete: str) -> list[str]:
    """The bundled names that begin with what is typed, for shell completion."""
    from embcalc.sources import bundled

    return [name for name in bundled.names() if name.startswith(incomplete)]


# the backslash keeps rich from reading the bracket as a style
MODEL_HELP = r"A bundled name, a YAML or JSON file, a folder with config.json, owner/name\[@revision], or - for stdin."

Models = Annotated[
    list[str], typer.Argument(metavar="MODEL...", help=MODEL_HELP, autocompletion=complete_model, show_default=False)
]
OptionalModels = Annotated[
    list[str] | None,
    typer.Argument(metavar="[MODEL...]", help=MODEL_HELP, autocompletion=complete_model, show_default=False),
]
Model = Annotated[
    str, typer.Argument(metavar="MODEL", help=MODEL_HELP, autocompletion=complete_model, show_default=False)
]
FormatOption = Annotated[
    Format,
    typer.Option("--format", "-f", metavar="FORMAT", help="How to write the result: table, json, markdown or csv."),
]
VocabOption = Annotated[
    str | None, typer.Option("--vocab", metavar="SIZE", help="Another vocabulary size: 32000, 32k, 32Ki.")
]
TieOption = Annotated[
    bool | None, typer.Option("--tie/--untie", help="Share the output head with the embedding, or do not.")
]
DtypeOption = Annotated[
    str | None, typer.Option("--dtype", metavar="NAME", help="Data type for memory; 16 bits unless given.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No warnings on stderr.")]


def stated(count: str | None) -> int | None:
    """The number that an option states, as in `--vocab 32k`; None where the option is not given."""
    from embcalc.units import parse_count

    return None if count is None else parse_count(count)


def chosen(output: Format, as_json: bool) -> Format:
    """The format that `--format` and `--json` ask for together."""
    if as_json and output not in (Format.JSON, Format.TABLE):
        from embcalc.errors import UsageError

        raise UsageError(f"--json and --format {output.value} contradict each other")
    return Format.JSON if as_json else output
