"""A card is read as it stands: front matter told apart, places right, faults said in one line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import ModelCard

from embcalc.cards.documents.document import MAX_BYTES, MAX_READ, CardError, Document, of_text, parse, read

NEWLINES = pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])


def metadata(text: str) -> Any:
    """What huggingface_hub finds in a card."""
    data: Any = ModelCard(text).data
    return data.to_dict()


def document(text: str, *, bom: bool = False) -> Document:
    """The document of a text, as if it stood in README.md."""
    return parse("README.md", (b"\xef\xbb\xbf" if bom else b"") + text.encode())


@NEWLINES
def test_front_matter_and_body_are_told_apart(newline: str) -> None:
    """The YAML without its fences, the body, and the line on which each begins."""
    card = document(newline.join(["---", "license: mit", "---", "# Title", ""]))
    assert (card.front_matter, card.front_matter_line) == (f"license: mit{newline}", 2)
    assert (card.body, card.body_line, card.newline) == (f"# Title{newline}", 4, newline)


@NEWLINES
def test_places_count_from_one(newline: str) -> None:
    """Line and column of an offset are those of an editor."""
    card = document(newline.join(["# Title", "", "hidden size 1024"]))
    assert card.line_column(card.text.index("1024")) == (3, 13)
    assert card.line_column(0) == (1, 1)


@pytest.mark.parametrize(
    ("text", "front_matter"),
    [
        ("---\na: 1\n---", "a: 1\n"),
        ("---\n---\nbody", ""),
        ("\n\n---\na: 1\n---  \nbody", "a: 1\n"),
        ("---\na: 1\n----\n", None),
        ("# Title\n---\na: 1\n---\n", None),
        ("", None),
    ],
)
def test_fences(text: str, front_matter: str | None) -> None:
    """A front matter stands between the file's first line of --- and the next one."""
    card = document(text)
    assert card.front_matter == front_matter
    assert card.text == text


def test_byte_order_mark_is_kept_and_said() -> None:
    """The front matter behind a byte order mark is read; that huggingface_hub reads none is said, and is true."""
    text = "---\nlicense: mit\n---\nbody"
    card = document(text, bom=True)
    assert card.front_matter == "license: mit\n"
    assert card.raw == b"\xef\xbb\xbf" + text.encode()
    assert "byte order mark" in card.remarks[0]
    assert metadata("\ufeff" + text) == {}


def test_unclosed_front_matter_is_none_and_said() -> None:
    """A fence that is never closed opens no front matter, for huggingface_hub neither."""
    card = document("---\nlicense: mit\n# Title\n")
    assert card.front_matter is None
    assert "never closed" in card.remarks[0]
    assert metadata(card.text) == {}


def test_spaces_behind_the_first_fence_are_said() -> None:
    """Such a front matter is read here, and not by huggingface_hub."""
    card = document("--- \nlicense: mit\n---\n")
    assert card.front_matter == "license: mit\n"
    assert "spaces" in card.remarks[0]
    assert metadata(card.text) == {}


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    """A line of --- above a paragraph is a thematic break, and nothing is said of it."""
    assert document("---\nWelcome to the model.\n").remarks == ()


def test_a_folder_means_its_readme(tmp_path: Path) -> None:
    """README.md is found in a folder, in small letters too."""
    (tmp_path / "readme.md").write_text("# Title", encoding="utf-8")
    assert read(tmp_path).path == str(tmp_path / "readme.md")
    (tmp_path / "README.md").write_text("# Title", encoding="utf-8")
    assert read(tmp_path).path == str(tmp_path / "README.md")


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"caf\xe9", "not UTF-8 text: byte 0xe9 at offset 3"),
        (b"\xef\xbb\xbfcaf\xe9", "not UTF-8 text: byte 0xe9 at offset 6"),
        ("# Titel".encode("utf-16"), "is UTF-16 text"),
        (b"x" * (MAX_BYTES + 1), "larger than 4 MB"),
    ],
    ids=["latin-1", "latin-1 behind a mark", "utf-16", "large"],
)
def test_unreadable_cards(tmp_path: Path, raw: bytes, problem: str) -> None:
    """What is no UTF-8 text, or too much of it, is one clear line that names the file."""
    path = tmp_path / "README.md"
    path.write_bytes(raw)
    with pytest.raises(CardError, match=problem) as raised:
        read(path)
    assert str(raised.value).startswith(str(path))


def test_missing_cards(tmp_path: Path) -> None:
    """No file, no README.md in the folder, no regular file: each is said."""
    with pytest.raises(CardError, match="No such file"):
        read(tmp_path / "README.md")
    with pytest.raises(CardError, match=r"the folder has no README\.md"):
        read(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(CardError, match="not a regular file"):
            read(tmp_path / "pipe")


@pytest.mark.parametrize(
    ("line", "lines", "left", "remark"),
    [
        (
            "- Layers: 2, hidden size: 1,024, and further words that make a longer line of it\n",
            8_000,
            0,
            "648,000 characters",
        ),
        ("- Layers: 2\n", 50_000, 10_000, "50,000 lines"),
    ],
    ids=["characters", "lines"],
)
def test_only_so_much_of_a_text_is_read(line: str, lines: int, left: int, remark: str) -> None:
    """What is left out is said, lines stay whole, and every offset stays where it was."""
    long = of_text("README.md", "---\na: b\n---\n" + line * lines)
    short = long.shortened()
    left = left or MAX_READ // len(line)
    assert long.text.startswith(short.text)
    assert (short.front_matter, short.body_start) == (long.front_matter, long.body_start)
    assert short.body == line * left
    most = "10,000" if "lines" in remark else "500,000"
    assert short.remarks == (f"of the {remark} of its text, those behind the first {most} are not read",)


def test_a_card_of_usual_length_is_read_in_full() -> None:
    """Nothing is left out, and nothing is said."""
    small = of_text("README.md", "# M\n")
    assert small.shortened() is small
