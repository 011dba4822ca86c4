"""Words that name a file or a folder: which config they lead to, and what to say where they lead nowhere."""

from __future__ import annotations

import re
import stat
from itertools import islice
from pathlib import Path

from embcalc.errors import SourceError, close_matches
from embcalc.sources import files
from embcalc.sources.wording import fault, printable

_CONFIG_NAMES = ("config.json", "config.yaml", "config.yml")
_SUFFIXES = (".json", ".yaml", ".yml")
_ADDRESS = r"[a-z]+://[^/]+/([^/?#]+/[^/?#]+)"
# enough for a folder of models, few enough for a folder of anything
_MAX_SIBLINGS = 2000


def find(word: str) -> Path | None:
    """The config file that a word names: the file itself, or the config in that folder; None where there is neither."""
    path = _expanded(word)
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            # a link to nowhere counts: reading it gives the error that says so
            return next((path / name for name in _CONFIG_NAMES if _exists(path / name)), None)
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise SourceError(
                f"{printable(word)}: a link to {printable(str(path.readlink()))}, which is gone"
            ) from None
        return None
    except (OSError, ValueError) as error:
        raise SourceError(f"{printable(word)}: {fault(error)}") from None
    return path


def model_name(path: Path) -> str:
    """What to call the model in a file: the file's name without suffix; for config.json, the name of its folder."""
    return (path.absolute().parent.name or path.stem) if path.stem == "config" else path.stem


def is_folder(word: str) -> bool:
    """Whether the word names a folder."""
    return _expanded(word).is_dir()


def is_path(word: str) -> bool:
    """Whether a word can only be meant as a path, so that the Hub is not asked for it.

    `a/b` is a path where a folder `a` exists; `a/b@main` is not, which leaves a way to the repository of that name.
    """
    if word.startswith((".", "~", "/")) or "\\" in word or word[1:3] == ":/":
        return True
    name, _, revision = word.partition("@")
    owner, _, rest = name.partition("/")
    is_local = bool(rest) and not revision and Path(owner).is_dir()
    return word.lower().endswith((*_SUFFIXES, "/")) or "/" in rest or is_local


def missing(word: str) -> SourceError:
    """The error for a path that does not exist, with the names beside it that are spelt most like it."""
    address = re.match(_ADDRESS, word)
    if address:
        hint = f"Did you mean {printable(address[1])}?"
        return SourceError(f"{printable(word)}: an address, and neither a path nor a Hub id", hint)
    found = _beside(_expanded(word))
    hints = [f"Did you mean {' or '.join(found)}?"] if found else []
    if word.count("/") == 1 and not word.startswith((".", "~", "/")) and not word.endswith((*_SUFFIXES, "/")):
        hints.append(f"For the repository of that name on the Hub, write {printable(word)}@main")
    return SourceError(f"{printable(word)}: no such file or directory", " ".join(hints) or None)


def without_config(word: str) -> SourceError:
    """The error for a folder without a config, saying what it holds."""
    from embcalc.sources import contents

    folder = _expanded(word)
    try:
        names = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError as error:
        return SourceError(f"{printable(word)}: {fault(error)}")
    held = contents.described(names, lambda name: files.read(folder / name))
    return SourceError(f"{printable(word)}: the folder has no config.json; it holds {held.what}", held.hint)


def _expanded(word: str) -> Path:
    try:
        return Path(word).expanduser()
    except RuntimeError:  # the ~ of a user who does not exist
        return Path(word)


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _beside(path: Path) -> list[str]:
    """Existing paths that are spelt like the first part of `path` that does not exist."""
    while not path.parent.is_dir() and path.parent != path.parent.parent:
        path = path.parent
    try:
        siblings = [sibling.name for sibling in islice(path.parent.iterdir(), _MAX_SIBLINGS)]
    except OSError:
        return []
    names = [name for name in siblings if name.isprintable()]
    return [str(path.parent / match) for match in close_matches(path.name, names)]
