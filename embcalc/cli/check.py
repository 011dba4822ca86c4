"""`embcalc check`: the claims of model cards against their configs."""

from __future__ import annotations

import os
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from embcalc.cli.options import QuietOption, stated

if TYPE_CHECKING:
    from embcalc.cards.checked import Checked
    from embcalc.views.check import Options


class Form(str, Enum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    MARKDOWN = "markdown"
    JUNIT = "junit"


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="A README.md, a folder with one, or the config beside one; this folder unless given.",
            show_default=False,
        ),
    ] = None,
    *,
    config: Annotated[
        str | None,
        typer.Option(
            "--config", metavar="FILE|MODEL", help="The config, where it is not beside the card.", show_default=False
        ),
    ] = None,
    tokenizer_len: Annotated[
        str | None,
        typer.Option("--tokenizer-len", metavar="N", help="len(tokenizer), to compare the table's rows with."),
    ] = None,
    tokenizer: Annotated[
        str | None,
        typer.Option("--tokenizer", metavar="FILE", help="The tokenizer's file or folder, to compare with."),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option("--checkpoint", metavar="FILE", help="A checkpoint, whose tables' shapes to compare with."),
    ] = None,
    files: Annotated[
        bool, typer.Option("--files", help="Compare with the tokenizer and checkpoint beside the config.")
    ] = False,
    output: Annotated[Form, typer.Option("--format", "-f", help="How to write the findings.")] = Form.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="Short for --format json.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Also fail on a card without a checkable claim and on an unknown total.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--list", help="Show every claim and how it was judged, and what was passed over and why.")
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Compare the figures in model cards with their configs; exit code 1 where one does not hold."""
    from embcalc.cards.check import check as compare
    from embcalc.cards.paths import distinct
    from embcalc.cli.output import complain, say, warn
    from embcalc.rows import Files
    from embcalc.views.check import Options

    options = Options(every=every, strict=strict)
    asked = Files(stated(tokenizer_len), _given("--tokenizer", tokenizer), _given("--checkpoint", checkpoint), files)
    cards = [compare(path, config, every=every, files=asked) for path in distinct(paths or ["."])]
    for card in cards:
        warn([] if quiet else [f"{card.path}: {remark}" for remark in card.remarks])
        if card.error is not None:
            complain(card.error)
    form = _form(output, as_json)
    say(_text(form, cards, options))
    if form is Form.GITHUB:
        _summarise(cards, options)
    if any(card.failed(strict=strict) for card in cards):
        raise typer.Exit(1)


def _given(option: str, name: str | None) -> str | None:
    """The name that an option gives; an empty one is an error, so that an unset variable of a script does not pass."""
    if name is not None and not name.strip():
        from embcalc.errors import UsageError

        raise UsageError(f"{option} names no file")
    return name


def _form(output: Form, as_json: bool) -> Form:
    if as_json and output not in (Form.JSON, Form.TEXT):
        from embcalc.errors import UsageError

        raise UsageError(f"--json and --format {output.value} contradict each other")
    return Form.JSON if as_json else output


def _text(form: Form, cards: list[Checked], options: Options) -> str:
    from embcalc.views import check as view

    if form is Form.TEXT:
        return "\n".join(view.lines(cards, options))
    if form is Form.JSON:
        from embcalc.render import json

        return json.render(view.document(cards, options))
    if form is Form.GITHUB:
        from embcalc.render import github

        return github.render(cards, options)
    if form is Form.JUNIT:
        from embcalc.render import junit

        return junit.render(cards, options)
    from embcalc.render import markdown

    return markdown.render([view.sheet(cards, options)])


def _summarise(cards: list[Checked], options: Options) -> None:
    """Append the summary to the file that GitHub shows with the job."""
    place = os.environ.get("GITHUB_STEP_SUMMARY")
    if not place:
        return
    from embcalc.cli.output import warn
    from embcalc.render import github

    try:
        with open(place, "a", encoding="utf-8") as file:  # noqa: PTH123 - the name is whatever the runner says
            file.write(f"{github.job_summary(cards, options)}\n")
    except OSError as error:
        warn([f"the summary could not be written to {place}: {error.strerror}"])
