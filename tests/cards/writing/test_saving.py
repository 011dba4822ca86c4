"""A card is written all at once or not at all, and never where it should not be."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from embcalc.cards.documents.document import CardError, read
from embcalc.cards.writing.saving import save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A card with a byte order mark and Windows line endings."""
    place = tmp_path / "README.md"
    place.write_bytes(b"\xef\xbb\xbfold\r\n")
    return place


def test_bytes_and_permissions(path: Path) -> None:
    """The mark and the line endings are written as they were read; permissions stay; nothing else is left behind."""
    path.chmod(0o640)
    assert save(read(path), "new\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbfnew\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in path.parent.iterdir()] == ["README.md"]


def test_no_change_is_no_write(path: Path) -> None:
    """The same text leaves the very file."""
    before = path.stat()
    assert not save(read(path), "old\r\n")
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_read_only_card_is_left_alone(path: Path) -> None:
    """Though a folder's owner could put another file in its place."""
    path.chmod(0o444)
    with pytest.raises(CardError, match="is read-only"):
        save(read(path), "new")
    assert path.read_bytes() == b"\xef\xbb\xbfold\r\n"


def test_link_to_elsewhere_is_left_alone(path: Path, tmp_path: Path) -> None:
    """A link into another folder, as the Hub's cache makes them, is neither followed nor replaced."""
    folder = tmp_path / "model"
    folder.mkdir()
    link = folder / "README.md"
    link.symlink_to(path)
    with pytest.raises(CardError, match="is a link to"):
        save(read(link), "new")
    assert link.is_symlink()
    assert path.read_bytes() == b"\xef\xbb\xbfold\r\n"


def test_link_within_the_folder_is_followed(path: Path) -> None:
    """The file that is meant is written, and the link stays one."""
    link = path.with_name("MODEL.md")
    link.symlink_to("README.md")
    assert save(read(link), "new")
    assert link.is_symlink()
    assert path.read_bytes() == b"\xef\xbb\xbfnew"


def test_card_that_changed_meanwhile_is_left_alone(path: Path) -> None:
    """What somebody else wrote after the card was read is not lost."""
    document = read(path)
    path.write_bytes(b"theirs")
    with pytest.raises(CardError, match="has changed since it was read"):
        save(document, "new")
    assert path.read_bytes() == b"theirs"


def test_failure_half_way_leaves_the_card(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is one line; the old card stands, and no other file beside it."""

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CardError, match="cannot be written: No space left"):
        save(read(path), "new")
    assert path.read_bytes() == b"\xef\xbb\xbfold\r\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["README.md"]
