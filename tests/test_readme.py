"""What the README shows is what the program prints."""

from __future__ import annotations

import re

import pytest

import embcalc
from tests import readme

TEXT = readme.README.read_text(encoding="utf-8")
COMMANDS = re.findall(r"`(embcalc [^`\n]+ [^`\n]+)`", TEXT)


def test_shown_output_is_real() -> None:
    """Every console example and the list of model types are as the program gives them now."""
    assert readme.generated(TEXT) == TEXT


def test_picture_is_real() -> None:
    """The picture holds the text that `embcalc params llama-3-8b` prints."""
    assert readme.words(readme.picture()) == readme.words(readme.PICTURE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    """Every command that the text names works."""
    done = readme.run(command)
    assert (done.returncode, done.stderr) == (0, "")


def test_python_example_is_true() -> None:
    """The figures behind the Python example are those that its comments state."""
    assert embcalc.report("llama-3-8b").to_dict()["parameters"]["total"] == 8030261248
    assert str(embcalc.report({"model_type": "gpt2"}).share).startswith("0.310169")


def test_readme_is_short() -> None:
    """A README that is read: 150 lines at most."""
    assert len(TEXT.splitlines()) <= 150
