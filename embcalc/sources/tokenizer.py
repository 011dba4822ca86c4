"""How many tokens a tokenizer has, and which ids they use, read from its files without building it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from embcalc.errors import SourceError
from embcalc.sources import files
from embcalc.sources.wording import printable

# of the largest published ones, for 260,000 tokens, it is twice the size
MAX_BYTES = 64_000_000
NAMES = ("tokenizer.json", "vocab.json", "vocab.txt")


class Tokenizer(NamedTuple):
    """The sizes of a tokenizer.

    `length` counts every token, added ones included, as `len(tokenizer)` does; `base` leaves the added ones out, as
    `tokenizer.vocab_size` does; `highest` is the highest id in use; `pad` the id of its padding token. None: not known.
    """

    length: int
    base: int | None = None
    highest: int | None = None
    pad: int | None = None
    location: str = ""


def find(folder: Path) -> Path | None:
    """The file of a folder that lists the tokens; None where there is none that says them all.

    A sentencepiece model alone does not: how many ids are added to its pieces, and where, is up to the class.
    """
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def read(path: str | Path) -> Tokenizer:
    """The sizes of the tokenizer in a folder, or in the file that lists its tokens.

    Read are tokenizer.json, else vocab.json or vocab.txt with added_tokens.json and what tokenizer_config.json adds.
    Raises SourceError where there is none, or where it is damaged.
    """
    place = Path(path)
    found = find(place) if place.is_dir() else place
    if found is None:
        raise SourceError(f"{printable(str(place))}: no tokenizer in this folder", f"Read are {', '.join(NAMES)}.")
    try:
        return _tokenizer(found)
    except SourceError as error:
        raise error.within(printable(str(found))) from None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise SourceError(f"{printable(str(found))}: the tokens cannot be read from it") from None


def _tokenizer(path: Path) -> Tokenizer:
    """The sizes; KeyError, TypeError and the like where the file is built otherwise."""
    config = _config(path.with_name("tokenizer_config.json"))
    if path.suffix == ".txt":
        lines = _bytes(path).decode().split("\n")
        base = {line: number for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines)}
        size = len(lines) - (lines[-1] == "")
        added = _added(path, config)
    else:
        data = json.loads(_bytes(path))
        whole = isinstance(data.get("model"), Mapping)
        base = _ids(data["model"]["vocab"] if whole else data)
        size = len(base)
        added = {entry["content"]: entry["id"] for entry in data.get("added_tokens") or ()} if whole else {}
        added |= {} if whole else _added(path, config)
    ids = [*base.values(), *added.values()]
    if not ids or not all(isinstance(number, int) and number >= 0 for number in ids):
        raise ValueError
    length = size + sum(token not in base for token in added)
    return Tokenizer(length, size, max(*ids, size - 1), _pad(config, base, added), str(path))


def _ids(vocab: Any) -> dict[Any, Any]:
    """Token to id: a mapping as it is; of a list of tokens with their scores, the places."""
    if isinstance(vocab, Mapping):
        return dict(vocab)
    return {entry[0]: number for number, entry in enumerate(vocab)}


def _added(path: Path, config: Mapping[str, Any]) -> dict[str, int]:
    """The tokens beside the vocabulary: those of tokenizer_config.json, and of the older added_tokens.json."""
    older = path.with_name("added_tokens.json")
    found = dict(json.loads(_bytes(older))) if older.is_file() else {}
    return found | {entry["content"]: int(key) for key, entry in (config.get("added_tokens_decoder") or {}).items()}


def _config(path: Path) -> Mapping[str, Any]:
    config = json.loads(_bytes(path)) if path.is_file() else {}
    return config if isinstance(config, Mapping) else {}


def _pad(config: Mapping[str, Any], *vocabularies: Mapping[str, int]) -> int | None:
    token = config.get("pad_token")
    token = token.get("content") if isinstance(token, Mapping) else token
    return next((found[token] for found in reversed(vocabularies) if isinstance(token, str) and token in found), None)


def _bytes(path: Path) -> bytes:
    raw = files.content(path, MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise SourceError(f"larger than {MAX_BYTES // 1_000_000} MB, which no tokenizer is")
    if raw.startswith(files.LFS_MARK):
        raise SourceError(files.LFS_POINTER)
    return raw.removeprefix(b"\xef\xbb\xbf")
