"""The lists of modules that a quantised checkpoint leaves as they are, by name, by ending or by pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from embcalc.config import shown
from embcalc.errors import ConfigError
from embcalc.tensors import Tensor
from embcalc.walking import unfold

Skip = Callable[[Tensor], int]  # how many copies of a tensor are not skipped

PLAIN = re.compile(r"[\w.]+")
LONGEST = 300
# a repeated group, or many wildcards, can take a pattern for ever
INVOLVED = re.compile(r"\)[*+{]|(?:[*+}].*){4}")
MODULE_ENDS = r"(?:(?<=\.)|(?=\.|$))"


def nothing(tensor: Tensor) -> int:
    """Skip no copy."""
    return tensor.copies


def skips(key: str, named: Sequence[Any]) -> Skip:
    """Skip the modules that a list names as transformers reads it: a module with all beneath it, an ending, a pattern.

    Source: transformers, quantizers/quantizers_utils.py (should_convert_module).
    """
    words = texts(key, named)
    plain = {word for word in words if PLAIN.fullmatch(word)}
    patterns = [pattern(key, word, ends=MODULE_ENDS) for word in words if word not in plain]
    endings: dict[str, tuple[str, ...]] = {}
    for word in words:
        last = word.rpartition(".")[2]
        endings[last] = (*endings.get(last, ()), word)
    bare = tuple(word for word in words if "." not in word)

    def skipped(module: str) -> bool:
        return (
            any(part in plain for part in _heads(module))
            or module.endswith(bare)
            or module.endswith(endings.get(module.rpartition(".")[2], ()))
            or any(found.match(module) for found in patterns)
        )

    return copies_not(skipped)


def copies_not(skipped: Callable[[str], bool]) -> Skip:
    """How many of a tensor's copies lie in modules of which a test is false."""

    def copies(tensor: Tensor) -> int:
        return sum(not skipped(name.rpartition(".")[0]) for name in unfold(tensor.name))

    return copies


def pattern(key: str, text: str, ends: str = "") -> re.Pattern[str]:
    """A regular expression from a config and how it ends; one that is damaged, or could run for ever, is refused."""
    if len(text) > LONGEST or INVOLVED.search(text):
        raise ConfigError(f"{key}: the pattern {shown(text)} is too involved to be read")
    try:
        return re.compile(f"(?:{text}){ends}")
    except re.error:
        raise ConfigError(f"{key}: {shown(text)} is no pattern") from None


def texts(key: str, named: Iterable[Any]) -> list[str]:
    """The names in a list from a config; anything but text is refused."""
    strange = [word for word in named if not isinstance(word, str)]
    if strange:
        raise ConfigError(f"{key} must list names, not {shown(strange[0])}")
    return [word for word in named if word]


def _heads(module: str) -> Iterable[str]:
    """A module's name and those of all that hold it."""
    parts = module.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))
