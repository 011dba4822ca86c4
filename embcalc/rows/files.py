"""The files that a config is compared with: which are asked for, where they lie, and what comes of each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from embcalc.checkpoints import find as find_checkpoint
from embcalc.checkpoints import read as read_checkpoint
from embcalc.errors import SourceError
from embcalc.reports import Report
from embcalc.rows import CHECKPOINT, TOKENIZER, Comparison
from embcalc.rows.checkpoints import wanted, with_checkpoint
from embcalc.rows.tokens import with_tokenizer
from embcalc.sources import files, tokenizer
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.sources.tokenizer import Tokenizer


class Files(NamedTuple):
    """What to compare a config with.

    A tokenizer by the number of its tokens, or by its file or folder; a checkpoint by its file or folder; with
    `beside`, whichever of the two lies in the config's folder and is not named.
    """

    tokens: int | None = None
    tokenizer: str | None = None
    checkpoint: str | None = None
    beside: bool = False

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return any(self)


def compare(asked: Files, report: Report, folder: Path | None, pad_token_id: int | None) -> Iterator[Comparison]:
    """Compare a config with each file asked for; `folder` is its own, None where it is from elsewhere.

    What was named must be readable, or a SourceError is raised. Of what merely lies beside the config, a pointer of
    Git LFS is passed over.
    """
    beside = folder if asked.beside else None
    yield from _pointers(beside)
    found = _tokenizer(asked, beside)
    if found:
        yield from with_tokenizer(report, found, pad_token_id)
    place = asked.checkpoint or _whole(find_checkpoint(beside) if beside else None)
    if place:
        yield from with_checkpoint(report, read_checkpoint(place, wanted(report)), found)


def _tokenizer(asked: Files, beside: Path | None) -> Tokenizer | None:
    place = asked.tokenizer or (None if asked.tokens else _whole(tokenizer.find(beside) if beside else None))
    read = tokenizer.read(place) if place else None
    if asked.tokens is None:
        return read
    return tokenizer.Tokenizer(asked.tokens) if read is None else read._replace(length=asked.tokens)


def _whole(path: Path | None) -> Path | None:
    """The file, unless it is a pointer to what has not been downloaded."""
    return path if path and not _is_pointer(path) else None


def _pointers(beside: Path | None) -> Iterator[Comparison]:
    if beside is None:
        return
    for kind, path in ((TOKENIZER, tokenizer.find(beside)), (CHECKPOINT, find_checkpoint(beside))):
        if path and _is_pointer(path):
            yield Comparison(Verdict.SKIPPED, kind, f"{path.name} {files.LFS_POINTER}", {})


def _is_pointer(path: Path) -> bool:
    try:
        return files.content(path, len(files.LFS_MARK)) == files.LFS_MARK
    except SourceError:
        return False
