"""The block between the markers: where it is put, how it is found, and that nothing else is touched."""

from __future__ import annotations

import pytest

import embcalc
from embcalc.cards.documents.document import CardError, Document, of_text
from embcalc.cards.writing.block import END, START, find, insert, render, stale

SMALL, LARGE = embcalc.report("llama-3.2-1b"), embcalc.report("llama-3-8b")
BLOCK = render(SMALL)


def card(text: str) -> Document:
    """A document of this text."""
    return of_text("README.md", text)


def test_block_is_a_section_between_markers() -> None:
    """A heading, a table with every figure, and one note."""
    assert BLOCK.startswith(f"{START}\n\n## Parameters\n")
    assert BLOCK.endswith(f"\n\n{END}")
    assert "| Total parameters                  | 1,235,814,400 |" in BLOCK


def test_same_figures_give_the_same_block() -> None:
    """The block says nothing of where the config came from: a folder's copy of it gives the same."""
    assert render(embcalc.report(embcalc.load("llama-3.2-1b").data)) == BLOCK


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# Title\n\nIntroduction.\n\n", "\n\n## Use\n\nSo.\n"),
        ("# Title\nIntroduction.\n\n", "\n\nUse\n---\nSo.\n"),
        ("---\na: 1\n---\n\n# Title\n\n```sh\n# a comment\n```\n\n", "\n\n# Use"),
        ("# Title\n\nThe end.\n\n", "\n"),
        ("No heading", ""),
        ("No heading\n", "\n"),
        ("", "\n"),
        ("---\na: 1\n---\n", "\n"),
        ("---\na: 1\n---", ""),
        ("# Title\n\n> # quoted\n\n- # listed\n\n", "\n\n# Use\n"),
        (f"# Title\n\n```\n{START}\n{END}\n```\n\n", "\n"),
        (f"Write `{START}` and `{END}`.\n\n", "\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
def test_block_is_put_before_the_second_heading(before: str, after: str, newline: str) -> None:
    """Where there are no markers: at the end of the introduction, or of the card; all else stays, to the byte."""
    old = (before.rstrip("\n") if not after.strip() and not after else before) + after.lstrip("\n")
    text = insert(card(old.replace("\n", newline)), SMALL)
    made = text.replace(newline, "\n")
    head, found, tail = made.partition(BLOCK)
    assert found
    assert head.rstrip("\n") == before.rstrip("\n")
    assert tail == after
    assert insert(card(text), SMALL) == text


def test_only_what_is_between_the_markers_changes() -> None:
    """Trailing spaces, mixed newlines and a missing last newline stay; so do the lines of the markers."""
    head, tail = f"# Title  \r\n\r\n<br>\t\n  {START}  \n", f" {END} \r\n\r\ntail without newline  "
    text = insert(card(f"{head}old\nlines\n{tail}"), SMALL)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert "| Total parameters                  | 1,235,814,400 |" in text


def test_up_to_date_means_no_change() -> None:
    """A block with other line endings is up to date; inserting it anew gives the very text."""
    text = f"# Title\n\n{BLOCK}\n\nmore\n".replace("\n", "\r\n", 7)
    assert stale(card(text), SMALL) is None
    assert insert(card(text), SMALL) == text


def test_stale_shows_the_difference_with_the_lines_of_the_file() -> None:
    """A unified diff, whose hunks name lines of the card."""
    difference = stale(card(f"---\na: 1\n---\n\n# Title\n\n{BLOCK}\n"), LARGE)
    assert difference is not None
    lines = difference.splitlines()
    assert lines[0] == "--- README.md"
    assert "-| Total parameters                  | 1,235,814,400 |" in lines
    assert "+| Total parameters                  | 8,030,261,248 |" in lines
    # the block starts on line 7, its seventh line is the first with a figure of the model that differs
    assert lines[2].startswith("@@ -14,")


def test_a_block_that_was_edited_or_emptied_is_stale() -> None:
    """Every change within the markers counts, and nothing outside of them."""
    assert stale(card(f"{START}\n{END}\n"), SMALL)
    assert stale(card(BLOCK.replace("yes", "no")), SMALL)
    assert stale(card(f"other\n\n{BLOCK}\n\nother"), SMALL) is None
    assert stale(card("no block"), SMALL) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"a\n\n{START}\n", rf"README\.md:3: {START} without {END} after it"),
        (f"a\n\n{END}\n\n{START}\n", rf"README\.md:3: {END} without {START} before it"),
        (f"{START}\n{START}\n{END}\n", rf"README\.md:1: {START} without {END} after it"),
        (f"{START}\n{END}\n\n{START}\n{END}\n", r"README\.md:4: a second pair of markers"),
    ],
)
def test_markers_come_in_one_pair(text: str, problem: str) -> None:
    """A lone marker or a second pair is said with its line, and nothing is guessed."""
    with pytest.raises(CardError, match=problem):
        find(card(text))
    with pytest.raises(CardError, match=problem):
        insert(card(text), SMALL)


@pytest.mark.parametrize("text", ["# Title\n\n```\ncode without end\n", "# Title\n\n~~~~\n```\n"])
def test_no_block_in_code_without_end(text: str) -> None:
    """A fence that is never closed would swallow the block: that is said, and what to do."""
    with pytest.raises(CardError, match="cannot be put at the end") as raised:
        insert(card(text), SMALL)
    assert raised.value.hint is not None
    assert START in raised.value.hint


def test_an_unknown_total_is_said() -> None:
    """The note says why there is no total."""
    block = render(embcalc.report({"model_type": "novel", "vocab_size": 100, "hidden_size": 8}))
    assert "Total parameters" not in block
    assert "The total is not known" in block
