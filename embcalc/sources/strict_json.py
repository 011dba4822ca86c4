"""JSON text, read strictly: no key twice, bounded depth and numbers, and a place in every error."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, NoReturn

from embcalc.errors import SourceError
from embcalc.sources.wording import position, printable

MAX_DEPTH = 64
MAX_DIGITS = 1000

# compiled where they are used: most configs are shallow, and hold no fault
_STRING = rb'(?s)"(?:[^"\\]+|\\.)*"?'
_KEY_OR_BRACKET = r'(?s)("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[{}\[\]]'
_SURROGATE = r"\\u[dD][89a-fA-F]"


class _DuplicateError(Exception):
    """An object holds a key twice."""


def read(text: str) -> Any:
    """The value of a JSON text; NaN and Infinity are read as Python reads them. A fault is a SourceError."""
    _check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=_mapping, parse_int=_whole)
    except json.JSONDecodeError as error:
        _explain(text, error)
    except _DuplicateError:
        _explain_duplicate(text)
    except SourceError as error:
        number = re.search(rf"[0-9]{{{MAX_DIGITS + 1}}}", text)
        raise error.within(position(text, number.start() if number else 0)) from None
    if "\\u" in text and re.search(_SURROGATE, text):
        _check_surrogates(value)
    return value


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the parser, or whoever walks its result, recurses into it."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    brackets = re.sub(_STRING, b"", text.encode()).translate(None, bytes(set(range(256)) - set(b"{}[]")))
    steps = [1 if byte in b"{[" else -1 for byte in range(256)]
    if max(accumulate(map(steps.__getitem__, brackets)), default=0) > MAX_DEPTH:
        raise SourceError(f"lists and mappings are nested more than {MAX_DEPTH} deep")


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise SourceError(r"a text holds half of a surrogate pair (\ud800 to \udfff), which is no character") from None


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise _DuplicateError
    return mapping


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise SourceError(f"a number has {len(digits):,} digits, and at most {MAX_DIGITS:,} are read")
    return int(digits)


def _explain(text: str, error: json.JSONDecodeError) -> NoReturn:
    # Python 3.13 points at the trailing comma, older ones behind it or at the bracket that follows it
    before = text[: error.pos + 1].rstrip() if text[error.pos : error.pos + 1] == "," else text[: error.pos].rstrip()
    after = text[len(before) :].lstrip()[:1]
    if before.endswith(",") and after and after in "}]":
        place = position(text, len(before) - 1)
        raise SourceError(f"{place}: not valid JSON: trailing comma before {after}", "Remove the comma.") from None
    problem = error.msg.removesuffix(" at").removesuffix(" starting")
    problem = "more text after the end" if problem == "Extra data" else problem
    hint = "JSON has no comments." if text[error.pos : error.pos + 1] in ("/", "#") else None
    raise SourceError(f"{position(text, error.pos)}: not valid JSON: {printable(problem)}", hint) from None


def _explain_duplicate(text: str) -> NoReturn:
    """Find the first key that its own object already holds: the parser's hook is not told where it stands."""
    opened: list[set[str]] = []
    for token in re.finditer(_KEY_OR_BRACKET, text):
        if token[0] in "{[":
            opened.append(set())
        elif token[0] in "}]":
            opened.pop()
        elif token[2]:
            key = json.loads(token[1])
            if key in opened[-1]:
                name = printable(key)
                raise SourceError(f"{position(text, token.start())}: the key {name} appears twice") from None
            opened[-1].add(key)
    raise SourceError("a key appears twice") from None
