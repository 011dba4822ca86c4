"""How many tokens a tokenizer has, and which ids they use, read from its files without building it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from embcalc.errors import SourceError
from embcalc.sources import files
from embcalc.sources.wording import printable

# of the largest published ones, for 260,000 tokens, it is twice the size
MAX_BYTES = 64_000_000
NAMES = ("tokenizer.json", "vocab.json", "vocab.txt")
_DECODER = "added_tokens_decoder"
_ROLES = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")
_LISTS = ("additional_special_tokens", "extra_special_tokens")


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

    Read are tokenizer.json, else vocab.json or vocab.txt, and the tokens that the files beside it name, as transformers
    adds them when it loads a tokenizer. Raises SourceError where there is none, or where it is damaged.
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
    base, size, added = _listed(path)
    settings = _settings(path)
    beside = _beside(path, settings)
    if added is None:
        added, beside = beside, {}
    # what no file gives an id gets the next one, in the order in which it is named
    following = max(size, *(number + 1 for number in added.values()), 0)
    new = [token for token in dict.fromkeys([*beside, *_special(settings)]) if token not in base and token not in added]
    added = {**added, **{token: following + number for number, token in enumerate(new)}}
    ids = [*base.values(), *added.values()]
    if not ids or not all(isinstance(number, int) and number >= 0 for number in ids):
        raise ValueError
    length = size + sum(token not in base for token in added)
    return Tokenizer(length, size, max(ids), _pad(settings, base, added), str(path))


def _listed(path: Path) -> tuple[dict[Any, Any], int, dict[str, int] | None]:
    """The vocabulary with its ids, its length, and the added tokens; None for these where other files list them."""
    if path.suffix == ".txt":
        lines = _bytes(path).decode().split("\n")
        base = {line: number for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines)}
        return base, len(base), None
    data = json.loads(_bytes(path))
    if not isinstance(data.get("model"), Mapping):
        return dict(data), len(data), None
    vocab = data["model"]["vocab"]
    # of a list that has a piece twice, both places count
    return _ids(vocab), len(vocab), {entry["content"]: entry["id"] for entry in data.get("added_tokens") or ()}


def _ids(vocab: Any) -> dict[Any, Any]:
    """Token to id: a mapping as it is; of a list of tokens with their scores, the places."""
    if isinstance(vocab, Mapping):
        return dict(vocab)
    return {entry[0]: number for number, entry in enumerate(vocab)}


def _settings(path: Path) -> Mapping[str, Any]:
    """The tokenizer's config; where that lists no added tokens, with what the older special_tokens_map.json says."""
    config = _mapping(path.with_name("tokenizer_config.json"))
    older = {} if _DECODER in config else _mapping(path.with_name("special_tokens_map.json"))
    return {**config, **older}


def _beside(path: Path, settings: Mapping[str, Any]) -> dict[str, int]:
    """The added tokens that tokenizer_config.json lists; where it lists none, those of the older added_tokens.json."""
    if _DECODER in settings:
        return {entry["content"]: int(key) for key, entry in (settings[_DECODER] or {}).items()}
    return dict(_mapping(path.with_name("added_tokens.json")))


def _special(settings: Mapping[str, Any]) -> Iterator[str]:
    """The special tokens that a tokenizer is told to have: those with a name of their own, then the others."""
    named = [settings.get(f"{role}_token") for role in _ROLES]
    for value in (*named, *(entry for key in _LISTS for entry in _entries(settings.get(key)))):
        token = value.get("content") if isinstance(value, Mapping) else value
        if isinstance(token, str):
            yield token


def _entries(value: Any) -> Collection[Any]:
    """The tokens of a list, or of a mapping of names to them."""
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def _mapping(path: Path) -> Mapping[str, Any]:
    value = json.loads(_bytes(path)) if path.is_file() else {}
    return value if isinstance(value, Mapping) else {}


def _pad(settings: Mapping[str, Any], *vocabularies: Mapping[str, int]) -> int | None:
    token = settings.get("pad_token")
    token = token.get("content") if isinstance(token, Mapping) else token
    return next((found[token] for found in vocabularies if isinstance(token, str) and token in found), None)


def _bytes(path: Path) -> bytes:
    raw = files.content(path, MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise SourceError(f"larger than {MAX_BYTES // 1_000_000} MB, which no tokenizer is")
    files.refuse(raw, "tokenizer")
    return raw.removeprefix(b"\xef\xbb\xbf")
