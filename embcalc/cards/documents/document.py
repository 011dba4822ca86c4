"""Document: a model card as it stands in its file, with its front matter told apart and a place for every offset."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from embcalc.errors import EmbcalcError, SourceError
from embcalc.sources.files import content
from embcalc.sources.wording import fault, printable

# the largest published cards, which list results by the thousand, have less than a tenth of it
MAX_BYTES = 4_000_000
# of the text behind the front matter; what is longer holds files and tables of data
MAX_READ = 500_000
MAX_LINES = 10_000
NAME = "README.md"
BOM = b"\xef\xbb\xbf"

NEWLINE = re.compile(r"\r\n|\r|\n")
# the fences as huggingface_hub knows them, but for spaces after the first, behind which it finds nothing
_OPENING = re.compile(r"\s*---([ \t]*)(?:\r\n|\r|\n)")
_CLOSING = re.compile(r"(?<=[\r\n])---[ \t]*(?:\r\n|\r|\n|\Z)")
_KEY = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*[\w-]+[ \t]*:(?:\s|\Z)")


class CardError(EmbcalcError):
    """A model card that cannot be read, or that cannot be written without harm."""


@dataclass(frozen=True)
class Document:
    """A model card: `text` without a byte order mark, its newlines as they are in the file.

    `front_matter` is the YAML between the fences, without them; None where there is none. It starts on line
    `front_matter_line` (1-based; 0 where there is none), the body on line `body_line`. `newline` is the most used one.
    `remarks` say what stands in the file and is not what it seems to be.
    """

    path: str
    text: str
    bom: bool = False
    newline: str = "\n"
    front_matter: str | None = None
    front_matter_line: int = 0
    body_line: int = 1
    remarks: tuple[str, ...] = field(default=())

    @cached_property
    def starts(self) -> list[int]:
        """The offset in `text` at which each line starts."""
        return [0, *(found.end() for found in NEWLINE.finditer(self.text))]

    @property
    def front_matter_start(self) -> int:
        """The offset of the front matter's first character in `text`."""
        return self.starts[self.front_matter_line - 1] if self.front_matter is not None else 0

    @property
    def body_start(self) -> int:
        """The offset of the body's first character in `text`."""
        return self.starts[self.body_line - 1] if self.body_line <= len(self.starts) else len(self.text)

    @property
    def body(self) -> str:
        """The Markdown after the front matter."""
        return self.text[self.body_start :]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in `text`; both count from 1, columns in characters."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def shortened(self) -> Document:
        """The document without what is beyond MAX_LINES or, in characters, MAX_READ of its body; every offset stays."""
        text, remarks = self.text, [*self.remarks]
        lines, length = len(self.starts) - self.body_line, len(text) - self.body_start
        if lines > MAX_LINES:
            text = text[: self.starts[self.body_line - 1 + MAX_LINES]]
            remarks.append(_left_out(lines, "lines", MAX_LINES))
        end = self.body_start + MAX_READ
        if len(text) > end:
            text = text[: max(end - MAX_READ // 2, text.rfind("\n", 0, end) + 1)]
            remarks.append(_left_out(length, "characters", MAX_READ))
        return self if len(text) == len(self.text) else replace(self, text=text, remarks=tuple(remarks))

    @property
    def raw(self) -> bytes:
        """The file's bytes."""
        return (BOM if self.bom else b"") + self.text.encode()


def read(path: str | Path) -> Document:
    """The model card in a file, or the README.md in a folder.

    Raises CardError, whose message starts with the path: no such file, no README.md in the folder, not a regular file,
    larger than MAX_BYTES, not UTF-8.
    """
    place = find(path)
    return parse(str(place), _raw(place))


def read_plain(path: Path) -> Document:
    """The text of a file that has no front matter. Raises CardError as `read` does."""
    bom, text = _text(str(path), _raw(path))
    return Document(str(path), text, bom)


def _raw(place: Path) -> bytes:
    try:
        return content(place, MAX_BYTES + 1)
    except SourceError as error:
        raise CardError(f"{printable(str(place))}: {error}") from None


def find(path: str | Path) -> Path:
    """The card that a path names: the file itself, or the README.md of that folder."""
    place = Path(path)
    try:
        if not place.is_dir():
            return place
        names = sorted(entry.name for entry in place.iterdir() if entry.name.casefold() == NAME.casefold())
    except (OSError, ValueError) as error:
        raise CardError(f"{printable(str(path))}: {fault(error)}") from None
    if not names:
        raise CardError(f"{printable(str(path))}: the folder has no {NAME}")
    return place / (NAME if NAME in names else names[0])


def parse(path: str, raw: bytes) -> Document:
    """The document in a file's bytes; `path` names it in errors."""
    bom, text = _text(path, raw)
    return of_text(path, text, bom=bom)


def _text(path: str, raw: bytes) -> tuple[bool, str]:
    """Whether the bytes begin with a byte order mark, and the text without it."""
    place = printable(path)
    if len(raw) > MAX_BYTES:
        raise CardError(f"{place}: larger than {MAX_BYTES // 1_000_000} MB, which no model card is")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise CardError(f"{place}: is UTF-16 text", "Save it as UTF-8.")
    bom = raw.startswith(BOM)
    try:
        text = raw.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        offset = error.start + (len(BOM) if bom else 0)
        raise CardError(f"{place}: not UTF-8 text: byte 0x{raw[offset]:02x} at offset {offset:,}") from None
    return bom, text


def of_text(path: str, text: str, *, bom: bool = False) -> Document:
    """The document of a text, its front matter told apart."""
    both = text.count("\r\n")
    counts = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
    newline = max(counts, key=lambda mark: counts[mark])
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        unclosed = opening is not None and _KEY.match(text, opening.end()) is not None
        return Document(path, text, bom, newline, remarks=(_UNCLOSED,) if unclosed else ())
    remarks = [_BEHIND_BOM] if bom else []
    if opening[1]:
        remarks.append(_SPACES)
    first = len(NEWLINE.findall(text[: opening.end()])) + 1
    body = len(NEWLINE.findall(text[: closing.start()])) + 2
    return Document(path, text, bom, newline, text[opening.end() : closing.start()], first, body, tuple(remarks))


def _left_out(count: int, what: str, read: int) -> str:
    return f"of the {count:,} {what} of its text, those behind the first {read:,} are not read"


_UNCLOSED = (
    "the front matter is never closed by a line of ---, so that it is read as text "
    "(huggingface_hub finds no metadata, either)"
)
_BEHIND_BOM = (
    "the file begins with a byte order mark; the front matter is read here, "
    "but huggingface_hub's ModelCard finds no metadata behind one"
)
_SPACES = (
    "spaces follow the --- that opens the front matter; it is read here, but huggingface_hub finds no metadata then"
)
