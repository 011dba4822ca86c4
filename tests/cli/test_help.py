"""What the program says of itself: help, version, completion, and what it makes of slips."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import embcalc
from embcalc.cli import COMMANDS
from tests.cli.typed import typed


def test_version() -> None:
    """The name and the number."""
    assert typed("--version").stdout == f"embcalc {embcalc.__version__}\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_names_every_command(words: list[str]) -> None:
    """Without a word, too."""
    shown = typed(*words).output
    assert all(command in shown for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_fits_in_80_columns(command: str) -> None:
    """Nothing is read as a style, and no name of an option is broken."""
    done = typed(command, "--help", columns=80)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("command", ["params", "tensors", "models"])
def test_help_names_the_formats(command: str) -> None:
    """In words: as a choice of names the list would be cut."""
    shown = " ".join(typed(command, "--help", columns=80).stdout.replace("│", "").split())
    assert "FORMAT How to write the result: table, json, markdown or csv." in shown


@pytest.mark.parametrize("command", ["params", "tensors"])
def test_help_says_how_a_model_is_named(command: str) -> None:
    """The optional revision is shown in its brackets."""
    assert "owner/name[@revision]" in typed(command, "--help").stdout


@pytest.mark.parametrize(
    ("words", "meant"),
    [(["parms", "gpt2"], "params"), (["params", "--jsn", "gpt2"], "--json"), (["tensor"], "tensors")],
)
def test_a_mistyped_word_names_the_close_one(words: list[str], meant: str) -> None:
    """Commands and options alike; exit code 2."""
    done = typed(*words)
    assert done.exit_code == 2
    assert meant in done.stderr


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("embcalc par", ["params"]),
        ("embcalc params gpt2", ["gpt2", "gpt2-large", "gpt2-medium", "gpt2-xl"]),
        ("embcalc params llama-3.2", ["llama-3.2-1b", "llama-3.2-3b"]),
        ("embcalc tensors gpt2 --form", ["--format"]),
        ("embcalc params gpt2 --format m", ["markdown"]),
    ],
)
def test_the_shell_completes_commands_models_and_options(line: str, offered: list[str]) -> None:
    """As bash asks for it."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1), "_EMBCALC_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [sys.executable, "-m", "embcalc"], capture_output=True, text=True, check=False, env=os.environ | words
    )
    assert (done.stdout.split(), done.stderr) == (offered, "")
