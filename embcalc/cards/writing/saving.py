"""Writing a card back: all at once or not at all, with the file's permissions, and never through a link."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from embcalc.cards.documents.document import BOM, CardError, Document
from embcalc.sources.wording import fault, printable


def save(document: Document, text: str) -> bool:
    """Write a document's new text to its file; whether there was anything to write.

    The text goes to a file beside it, which then takes its place: a reader sees the old card or the new one. Raises
    CardError, and leaves the file as it was, where it is read-only, a link to another folder, changed since it was
    read, or cannot be written.
    """
    if text == document.text:
        return False
    path = Path(document.path)
    place = printable(document.path)
    raw = (BOM if document.bom else b"") + text.encode()
    try:
        target = _target(path, place)
        mode = target.stat().st_mode
        if not mode & 0o222 or not os.access(target, os.W_OK):
            raise CardError(f"{place}: is read-only")
        if target.read_bytes() != document.raw:
            raise CardError(f"{place}: has changed since it was read; nothing was written")
        _replace(target, raw, mode & 0o7777)
    except OSError as error:
        raise CardError(f"{place}: cannot be written: {fault(error)}") from None
    return True


def _target(path: Path, place: str) -> Path:
    """The file itself; behind a link only where that is in the same folder."""
    if not path.is_symlink():
        return path
    target = path.resolve()
    if target.parent != path.absolute().parent.resolve():
        raise CardError(f"{place}: is a link to {printable(str(target))}", "Name that file itself to have it written.")
    return target


def _replace(target: Path, raw: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
