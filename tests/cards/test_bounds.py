"""A hostile card costs no more than its length: the work is counted, in lines of the program that run, never timed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from embcalc.cards.check import check
from embcalc.cards.documents import document
from embcalc.cards.language.names import MOST_NAMES, Names
from embcalc.cards.markup import grid, hypertext, text
from embcalc.cards.markup.elements import Block, Cell
from embcalc.cards.markup.grid import Sheet, Spread
from embcalc.cards.writing import block

CONFIG = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"]}
FEW, MANY = 60, 240
# of four times the text: a square would be sixteen times
MOST = 4.8


def work(action: Callable[[], object]) -> int:
    """How many lines of the program run in an action."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if "embcalc" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def card(place: Path, body: str) -> Path:
    """A model repository with this card."""
    place.mkdir(exist_ok=True)
    (place / "config.json").write_text(json.dumps(CONFIG))
    (place / "README.md").write_text(body)
    return place


def blocks(body: str) -> list[Block]:
    """The blocks of a card with this text."""
    return text.read(document.of_text("README.md", body)).blocks


REPEATED = {
    "items": "- Layers: {n}\n",
    "items of a line": "- Layers: {n}, heads: 3, ",
    "sentences": "It has {n} layers. ",
    "tables": "|a|b|\n|-|-|\n|Layers|{n}|\n\n",
    "rows": "|Layers|{n}|\n",
    "links": "[{n} layers](b) ",
    "images": "![{n} layers](b)\n",
    "comments": "<!-- {n} layers -->\n",
    "lines to ignore": "<!-- embcalc: ignore -->\n- Layers: {n}\n",
    "parts to ignore": "<!-- embcalc: ignore-start -->\n- Layers: {n}\n<!-- embcalc: ignore-end -->\n",
    "starts of parts to ignore": "<!-- embcalc: ignore-start -->\n- Layers: {n}\n",
    "code": "```\n{n} layers\n```\n",
    "headings": "## Foo-{n}B\n{n} layers\n",
    "HTML tables": "<table><tr><td>Layers<td>{n}</table>\n",
    "tables that are never closed": "<table><tr><td>Layers<td>{n}\n\n{n} layers\n\n",
    "tables in tables": "<table><tr><td>Layers<td>{n}",
    "HTML rows": "<tr><td rowspan=9999>Layers<td>{n}",
    "tags that are never closed": "<table><tr><td ",
    "HTML lists": "<ul><li>Layers: {n}</ul>",
    "lists in lists": "<ul><li>Layers: {n}",
    "names": "Foo-{n}B has {n} layers. ",
    "combined labels": "Layers / heads: {n} / {n}\n",
}


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED)
def test_work_grows_with_the_length(tmp_path: Path, piece: str) -> None:
    """Four times the text is about four times the work, with every candidate listed."""
    begin = "# M\n" + ("|a|b|\n|-|-|\n" if piece.startswith("|L") else "<table>\n" if piece.startswith("<tr") else "")
    counts = []
    for times in (FEW, MANY):
        place = card(tmp_path / str(times), begin + "".join(piece.format(n=number) for number in range(times)))
        counts.append(work(lambda place=place: check(place, every=True)))  # type: ignore[misc]
    assert counts[1] < MOST * counts[0]


@pytest.mark.parametrize("key", ["a{n}: b", "model_name: foo-{n}b", "embcalc{n}: 3"])
def test_work_grows_with_the_front_matter(tmp_path: Path, key: str) -> None:
    """Keys by the hundred, and names by the hundred, are read once."""
    counts = []
    for times in (FEW, MANY):
        keys = "\n".join(key.format(n=number) for number in range(times))
        place = card(tmp_path / str(times), f"---\n{keys}\n---\n# M\nIt has 2 layers.\n")
        counts.append(work(lambda place=place: check(place)))  # type: ignore[misc]
    assert counts[1] < MOST * counts[0]


def test_a_model_has_few_names() -> None:
    """Of the names in a front matter the first are kept, each once."""
    names = Names([f"foo-{number}b" for number in range(1, 1000)] * 2)
    assert len(names.own) == MOST_NAMES


def test_a_table_of_columns_without_end_is_no_table_of_a_model() -> None:
    """Neither in Markdown nor in HTML."""
    wide = "# M\n" + "|Layers" * 300 + "\n" + "|-" * 300 + "\n" + "|2" * 300 + "\n"
    assert blocks(wide)[1].rows == ((), ())
    found = blocks("# M\n<table><tr>" + "<td>Layers" * 300 + "</table>\n")[1]
    assert (found.rows, found.reason) == ((), grid.TOO_LARGE)


@pytest.mark.parametrize(
    "rows",
    [
        [[Spread(Cell("a", 0))]] * (grid.MOST_CELLS + 1),
        [[Spread(Cell("a", 0), columns=1000)]],
        [[Spread(Cell("a", 0), columns=100, rows=65_534)], *[[]] * 1000],
    ],
    ids=["cells", "columns", "spanned rows"],
)
def test_a_table_is_laid_out_to_a_bound(rows: list[list[Spread]]) -> None:
    """However many cells, and however far they span."""
    assert grid.grid(Sheet(rows)).reason == grid.TOO_LARGE


def test_tables_are_nested_to_a_bound() -> None:
    """What is nested deeper is not read, and what stands behind it is."""
    deep = hypertext.DEEPEST + 5
    found = blocks("# M\n" + "<table><tr><td>" * deep + "</td></tr></table>" * deep + "\n\nIt has 2 layers.\n")
    assert sum(part.kind == "table" for part in found) == hypertext.DEEPEST
    assert "2 layers" in found[-1].text


def test_a_block_far_down_is_said_not_to_be_read() -> None:
    """A marker behind what is read of a card is no marker, which is an error and no second block."""
    body = "- a\n" * (document.MAX_LINES + 1) + f"\n{block.START}\n{block.END}\n"
    with pytest.raises(document.CardError, match=r"README\.md:10004: the marker stands so far down"):
        block.find(document.of_text("README.md", body))
