"""Files and standard input: bounded bytes, strictly UTF-8, read as JSON or YAML into a mapping with plain values."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

from embcalc.errors import SourceError
from embcalc.sources.wording import fault, printable

# a hundred times the largest published config that was found; beyond it a file is something else
MAX_BYTES = 8_000_000

_KINDS = {list: "a list", str: "text", bool: "a truth value", int: "a number", float: "a number", type(None): "null"}
_LFS_MARK = b"version https://git-lfs"
_MARKS = {
    b"GGUF": "is a GGUF checkpoint",
    b"PK\x03\x04": "is a zip archive or a PyTorch checkpoint",
}
# so many bytes are enough for `refuse`
MARKED = 32
_NO_FILE = "Pipe it in and name -, which is standard input."


class PointerError(SourceError):
    """A pointer of Git LFS stands where the file should be."""


def read(path: Path, most: int = MAX_BYTES, what: str = "config") -> dict[str, Any]:
    """The mapping in a JSON or YAML file: JSON where the suffix is .json, YAML where it is .yaml or .yml.

    With another suffix, a text that starts with `{` is JSON. `what` is what the file should be, for errors. Raises
    SourceError, whose message starts with the path.
    """
    place = printable(str(path))
    try:
        raw = content(path, most + 1, _NO_FILE if what == "config" else None)
        return _mapping(_decoded(raw, most, what), path.suffix.lower())
    except SourceError as error:
        raise error.within(place) from None


def content(path: Path, most: int, hint: str | None = None) -> bytes:
    """The first bytes of a regular file, at most so many. Raises SourceError, whose message does not name the path.

    `hint` is what to do where it is no regular file.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SourceError("not a regular file", hint)
        with path.open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise SourceError(fault(error)) from None


def read_stdin() -> dict[str, Any]:
    """The mapping in the JSON or YAML text on standard input."""
    if sys.stdin is None:
        raise SourceError("standard input: closed")
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise SourceError(f"standard input: {fault(error)}") from None
    return parse(raw, "standard input")


def parse(raw: bytes, place: str, suffix: str = "") -> dict[str, Any]:
    """The mapping in a config's bytes; `place` names them in errors, `suffix` tells JSON from YAML."""
    try:
        return _mapping(_decoded(raw, MAX_BYTES, "config"), suffix)
    except SourceError as error:
        raise error.within(place) from None


def refuse(raw: bytes, what: str) -> None:
    """Raise SourceError for bytes that begin as no text does, saying what they are and that this is no `what`.

    PointerError where they begin a pointer of Git LFS. The first `MARKED` bytes tell.
    """
    if raw.startswith(_LFS_MARK):
        raise PointerError("is a Git LFS pointer: the file itself has not been downloaded (git lfs pull)")
    for mark, found in _MARKS.items():
        if raw.startswith(mark):
            raise SourceError(f"{found}, not a {what}")
    if raw.startswith(b"\x1f\x8b"):
        raise SourceError("is compressed, and must be unpacked first")


def _mapping(text: str, suffix: str) -> dict[str, Any]:
    if suffix == ".json" or (suffix not in (".yaml", ".yml") and text.lstrip().startswith("{")):
        from embcalc.sources.strict_json import read as read_text
    else:
        from embcalc.sources.strict_yaml import read as read_text
    value = read_text(text)
    if not isinstance(value, dict):
        raise SourceError(f"holds {_KINDS[type(value)]}, not a mapping of keys to values")
    return value


def _decoded(raw: bytes, most: int, what: str) -> str:
    if len(raw) > most:
        raise SourceError(f"larger than {most // 1_000_000} MB, which no {what} is")
    refuse(raw, what)
    # eight bytes of length, then a JSON header
    if raw[8:9] == b"{" and b"\0" in raw[:8]:
        raise SourceError(f"is a safetensors checkpoint, not a {what}")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SourceError("is UTF-16 text", "Save it as UTF-8.")
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise SourceError(f"not UTF-8 text: byte 0x{raw[error.start]:02x} at offset {error.start:,}") from None
    if "\0" in text:
        raise SourceError("not text: it holds zero bytes", "Where it is UTF-16 text, save it as UTF-8.")
    if not text.strip():
        raise SourceError("is empty")
    return text
