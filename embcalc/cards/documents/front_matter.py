"""The `embcalc:` mapping in a card's front matter: each entry with its place, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from embcalc.cards.documents.document import Document
from embcalc.cards.documents.nodes import Node, SyntaxFault, compose
from embcalc.errors import did_you_mean
from embcalc.sources.wording import printable
from embcalc.units import NumberError, parse_count

KEY = "embcalc"
COUNTS = (
    "parameters",
    "embedding_parameters",
    "non_embedding_parameters",
    "active_parameters",
    "vocab_size",
    "hidden_size",
)
KEYS = (*COUNTS, "tied_embeddings", "embedding_share", "memory")

_SHARE = re.compile(r"(?:\d+(?:\.\d+)?|\.\d+)\s*%?")
_MEMORY = re.compile(r"\d[\d,_]*(?:\.\d+)?\s*(?:[kKMGT]i?)?B")


class Entry(NamedTuple):
    """A key of the mapping with its value as written (without quotes), and the place of the value; from 1."""

    key: str
    value: str
    line: int
    column: int


class Problem(NamedTuple):
    """What is wrong in the front matter, and where; both count from 1."""

    message: str
    line: int
    column: int


def entries(document: Document) -> tuple[list[Entry], list[Problem]]:
    """The entries of the `embcalc:` mapping and the problems of the front matter; no front matter: neither.

    A misspelt key, a key that stands twice, a value of the wrong kind and YAML that cannot be read are problems.
    """
    found: list[Entry] = []
    problems: list[Problem] = []
    if document.front_matter is None:
        return found, problems
    try:
        root = compose(document.front_matter)
        for item in _items(root):
            place = document.line_column(document.front_matter_start + item.offset)
            if isinstance(item, _Fault):
                problems.append(Problem(item.message, *place))
            else:
                found.append(Entry(item.key, item.value, *place))
    except SyntaxFault as fault:
        place = document.line_column(document.front_matter_start + fault.offset)
        problems.append(Problem(f"the front matter is not valid YAML: {fault}", *place))
    return found, problems


class _Found(NamedTuple):
    key: str
    value: str
    offset: int


class _Fault(NamedTuple):
    message: str
    offset: int


def _items(root: Node | None) -> Iterator[_Found | _Fault]:
    if root is None or (root.kind == "plain" and not root.value):
        return
    if not root.kind.endswith("mapping"):
        yield _Fault("the front matter is no mapping of keys to values", root.start)
        return
    own = [(key, value) for key, value in root.pairs if key.value == KEY]
    for key, _ in own[1:]:
        yield _Fault(f"the key {KEY} stands twice", key.start)
    for _, value in own[:1]:
        if not value.kind.endswith("mapping"):
            if value.value not in ("", "~", "null"):
                yield _Fault(f"{KEY} must be a mapping of keys such as `parameters: 8.03B`", value.start)
            continue
        yield from _checked(value)


def _checked(mapping: Node) -> Iterator[_Found | _Fault]:
    seen: set[str] = set()
    for key, value in mapping.pairs:
        name = printable(key.value)
        if key.value not in KEYS:
            yield _Fault(f"unknown key {name} in {KEY}. {_known(key.value)}", key.start)
        elif key.value in seen:
            yield _Fault(f"the key {name} stands twice in {KEY}", key.start)
        elif wanted := _wrong(key.value, value):
            shown = printable(value.value) or "nothing"
            yield _Fault(
                f"{name} in {KEY} must be {wanted}, not {shown if value.kind == 'plain' else value.kind}", value.start
            )
        else:
            yield _Found(key.value, value.value, value.start)
        seen.add(key.value)


def _known(word: str) -> str:
    # no key is longer
    close = did_you_mean(word, KEYS) if len(word) <= 60 else None  # noqa: PLR2004
    return close or f"Known are {', '.join(KEYS)}."


def _wrong(key: str, value: Node) -> str | None:
    """What a key's value must be, where it is not."""
    plain = value.value if value.kind == "plain" else ""
    if key == "tied_embeddings":
        return None if plain.lower() in ("true", "false", "yes", "no") else "true or false"
    if key == "embedding_share":
        return None if _SHARE.fullmatch(plain) else "a share such as 21.25 % or 0.2125"
    if key == "memory":
        return None if _MEMORY.fullmatch(plain) else "a size such as 16.06 GB or 14.96 GiB"
    try:
        parse_count(plain)
    except NumberError:
        return "a number such as 8030261248 or 8.03B"
    return None
