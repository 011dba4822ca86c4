"""The generated parts of README.md and its picture: `python -m tests.readme` writes them anew."""

from __future__ import annotations

import html
import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console

from embcalc import architectures
from embcalc.api import report
from embcalc.render import table
from embcalc.views.params import sheet

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PICTURE = ROOT / "docs" / "params.svg"
CONSOLE = re.compile(r"```console\n\$ (embcalc [^\n]+)\n(.*?)```", re.DOTALL)
TYPES = re.compile(r"(<!-- model types -->\n)(.*?)(<!-- /model types -->)", re.DOTALL)
WIDTH = 80


def run(command: str) -> subprocess.CompletedProcess[str]:
    """Run an `embcalc …` command line as a user would, 80 columns wide and without colour."""
    environment = os.environ | {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "HF_HUB_OFFLINE": "1"}
    words = [sys.executable, "-m", *command.split()]
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)


def model_types() -> str:
    """The supported model types, as the README lists them."""
    return f"{len(architectures.model_types())}: {', '.join(architectures.model_types())}\n"


def generated(text: str) -> str:
    """A README with the output of its console examples and its list of model types written anew."""
    text = CONSOLE.sub(lambda found: f"```console\n$ {found[1]}\n{run(found[1]).stdout}```", text)
    return TYPES.sub(lambda found: found[1] + model_types() + found[3], text)


def picture() -> str:
    """`embcalc params llama-3-8b` as rich exports it."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=True)
    console.print(table.render([sheet(report("llama-3-8b"))]))
    return console.export_svg(title="embcalc params llama-3-8b")


def words(svg: str) -> str:
    """The text of a picture, without its layout."""
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    return " ".join(html.unescape("".join(texts)).split())


def main() -> None:
    """Write the generated parts of the README, and its picture."""
    README.write_text(generated(README.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
