"""The files that a config is compared with: where those lie that are asked for, and what comes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from embcalc.checkpoints import NAMES
from embcalc.checkpoints import find as find_checkpoint
from embcalc.checkpoints import read as read_checkpoint
from embcalc.reports import Report
from embcalc.rows import CHECKPOINT, TOKENIZER, Comparison, Files
from embcalc.rows.checkpoints import with_checkpoint
from embcalc.rows.matching import wanted
from embcalc.rows.tokens import with_tokenizer
from embcalc.sources import files, tokenizer
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.sources.tokenizer import Tokenizer

T = TypeVar("T")
_NOTHING = (
    f"neither a tokenizer ({', '.join(tokenizer.NAMES)}) nor a checkpoint ({', '.join(NAMES)}) lies beside the config"
)


def compare(asked: Files, report: Report, folder: Path | None, pad_token_id: int | None) -> Iterator[Comparison]:
    """Compare a config with each file asked for; `folder` is where those lie that are beside it, None for nowhere.

    What was named must be readable, or a SourceError is raised. Of what merely lies beside the config, what has not
    been downloaded (a pointer of Git LFS) is passed over.
    """
    beside = folder if asked.beside else None
    own_tokenizer = tokenizer.find(beside) if beside and asked.tokens is None else None
    own_checkpoint = find_checkpoint(beside) if beside else None
    found = _read(TOKENIZER, asked.tokenizer, own_tokenizer, tokenizer.read)
    held = _read(CHECKPOINT, asked.checkpoint, own_checkpoint, lambda place: read_checkpoint(place, wanted(report)))
    yield from (passed for passed in (found, held) if isinstance(passed, Comparison))
    tokens = _sized(asked.tokens, None if isinstance(found, Comparison) else found)
    if tokens:
        yield from with_tokenizer(report, tokens, pad_token_id)
    if held and not isinstance(held, Comparison):
        yield from with_checkpoint(report, held, tokens)
    if asked.beside and not (found or held or tokens):
        yield Comparison(Verdict.SKIPPED, "files", _NOTHING, {})


def _read(kind: str, named: str | None, found: Path | None, read: Callable[[str | Path], T]) -> T | Comparison | None:
    """What was named, else what was found; a comparison that is passed over where that was not downloaded."""
    if named is not None:
        return read(named)
    if found is None:
        return None
    try:
        return read(found)
    except files.PointerError as error:
        return Comparison(Verdict.SKIPPED, kind, str(error), {})


def _sized(tokens: int | None, read: Tokenizer | None) -> Tokenizer | None:
    """A tokenizer with the number of tokens that is stated, and what a file says beside that."""
    if tokens is None:
        return read
    return tokenizer.Tokenizer(tokens) if read is None else read._replace(length=tokens)
