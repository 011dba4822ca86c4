"""`embcalc card`: the figures of a model as a section of its card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embcalc.cli.options import QuietOption, complete_model

if TYPE_CHECKING:
    from embcalc.reports import Report

CONFIG, README = "config.json", "README.md"
FILES = (".md", ".json", ".yaml", ".yml")


def card(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MODEL|PATH]...",
            help="As for params, or a README.md: then the config beside it. Several only with --in-place.",
            autocompletion=complete_model,
            show_default=False,
        ),
    ] = None,
    *,
    write: Annotated[
        str | None,
        typer.Option("--write", metavar="FILE", help="Write the section into this card; MODEL: the config beside it."),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", "-i", help="Write it into the README.md beside each config; PATH: here.")
    ] = False,
    front_matter: Annotated[
        bool, typer.Option("--front-matter", help="Also state the figures in the front matter, under embcalc.")
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Write a model card's figures: vocabulary, embedding, head, tying, total, share and memory."""
    from embcalc.cli.output import complain
    from embcalc.errors import EmbcalcError

    complete = True
    pairs = list(dict.fromkeys(_pairs(models or [], write, in_place)))
    for model, target in pairs:
        try:
            complete &= _one(model, target, front_matter=front_matter, quiet=quiet)
        except EmbcalcError as error:
            if len(pairs) == 1:
                raise
            complain(error)
            complete = False
    if not complete:
        raise typer.Exit(1)


def _pairs(models: list[str], write: str | None, in_place: bool) -> list[tuple[str, str | None]]:
    """Each config to read, with the card to write; None where it is printed."""
    from embcalc.errors import UsageError

    if write and in_place:
        raise UsageError("--write and --in-place contradict each other")
    if in_place:
        return [(_folder(model), _target(model)) for model in models or ["."] if not _cardless(model)]
    if len(models) > 1:
        raise UsageError("several models have no one card", "With --in-place, each README.md gets its own figures.")
    if not models and not write:
        raise UsageError("missing the MODEL or PATH", "The card in this folder: embcalc card . --write README.md")
    return [(_config(models[0]) if models else _folder(write or ""), write)]


def _target(path: str) -> str:
    """The card to write: a Markdown file itself, else the README.md of that folder."""
    is_other = path.lower().endswith(".md") and Path(path).name.casefold() != README.casefold()
    return path if is_other else _folder(path)


def _cardless(path: str) -> bool:
    """Whether this is a config with no card beside it, as a repository may hold several: it is passed over."""
    place = Path(path)
    return place.name == CONFIG and place.is_file() and not (place.parent / README).exists()


def _config(model: str) -> str:
    """What names the config: a card stands for its folder."""
    return _folder(model) if model.lower().endswith(".md") else model


def _folder(path: str) -> str:
    """The folder of a card or of a config; a folder is its own."""
    place = Path(path)
    is_file = place.is_file() or (place.suffix.lower() in FILES and not place.is_dir())
    return str(place.parent if is_file else place)


def _one(model: str, target: str | None, *, front_matter: bool, quiet: bool) -> bool:
    """Print or write the figures of one model; whether its total is known."""
    from embcalc.api import report
    from embcalc.cli.output import say, warn
    from embcalc.views import card as view

    found: Report = report(model)
    remarks: tuple[str, ...] = ()
    if target is None:
        say(view.text(found, front_matter=front_matter))
    else:
        from embcalc.cards.writing.update import update

        updated = update(target, found, front_matter=front_matter)
        say(view.outcome(updated))
        remarks = updated.remarks
    warn([] if quiet else [*found.warnings, *remarks])
    return found.complete
