"""YAML text, read strictly: plain values only, no key twice, bounded depth and size, and a place in every error.

The tree is built from the parser's events, so that each bound is checked before anything grows. What stands apart from
PyYAML's safe_load: keys are text as written, dates stay text, tags and merge keys are refused, and so are the spellings
of whole numbers that mean another number than they show (032000 is 13312, 1:30 is 90).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

import yaml

from embcalc.errors import SourceError
from embcalc.sources.wording import position, printable

MAX_DEPTH = 64
MAX_DIGITS = 1000
MAX_NODES = 100_000

_TAG = "tag:yaml.org,2002:"
# libyaml compares each with all before it, which takes minutes for a file full of them; tags are refused anyway
_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Built(NamedTuple):
    value: Any
    nodes: int
    height: int


def read(text: str) -> Any:
    """The value of a YAML text that holds one document. A fault is a SourceError."""
    strange = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if strange:
        raise SourceError(f"{position(text, strange.start())}: not valid YAML: the character {strange[0]!r}")
    directive = _DIRECTIVE.search(text)
    if directive:
        raise SourceError(f"{position(text, directive.start())}: the directive %TAG is not read")
    loader = _Loader(text)
    try:
        return _Reader(loader).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = printable(error.problem or error.context or "it cannot be read")
        hint = "YAML is indented with spaces, not tabs." if mark and _tab_at(text, mark) else None
        raise SourceError(f"{_place(mark)}: not valid YAML: {problem}" if mark else problem, hint) from None
    except yaml.YAMLError as error:
        raise SourceError(f"not valid YAML: {printable(' '.join(str(error).split()))}") from None
    finally:
        loader.dispose()


def _place(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}"


def _tab_at(text: str, mark: Any) -> bool:
    line, column = int(mark.line), int(mark.column)
    return "".join(text.splitlines()[line : line + 1])[column : column + 1] == "\t"


def _refuse(event: Any, problem: str, hint: str | None = None) -> NoReturn:
    raise SourceError(f"{_place(event.start_mark)}: {problem}", hint)


class _Reader:
    """One document's events, turned into values. `nodes` counts every node, those behind an alias once per use."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader
        self.anchors: dict[str, _Built | None] = {}
        self.nodes = 0

    def document(self) -> Any:
        self.loader.get_event()
        if isinstance(self.loader.get_event(), yaml.StreamEndEvent):
            raise SourceError("holds nothing but comments")
        value = self.node(self.loader.get_event(), 0).value
        self.loader.get_event()
        event = self.loader.get_event()
        if not isinstance(event, yaml.StreamEndEvent):
            _refuse(event, "a second document starts here, and a config is one document")
        return value

    def node(self, event: Any, depth: int) -> _Built:
        if depth > MAX_DEPTH:
            _refuse(event, f"lists and mappings are nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, depth)
        if event.tag is not None:
            _refuse(event, f"the tag {printable(event.tag)} is not read: a config holds plain values")
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        before = self.nodes
        self.grow(event, 1)
        value, height = self.content(event, depth)
        built = _Built(value, self.nodes - before, height)
        if event.anchor is not None:
            self.anchors[event.anchor] = built
        return built

    def grow(self, event: Any, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            _refuse(event, f"holds more than {MAX_NODES:,} values (those behind an alias count at each use)")

    def alias(self, event: Any, depth: int) -> _Built:
        name = printable(event.anchor)
        if event.anchor not in self.anchors:
            _refuse(event, f"the alias *{name} has no anchor &{name} before it")
        target = self.anchors[event.anchor]
        if target is None:
            _refuse(event, f"the alias *{name} stands inside the value that it repeats")
        if depth + target.height > MAX_DEPTH:
            _refuse(event, f"lists and mappings are nested more than {MAX_DEPTH} deep")
        self.grow(event, target.nodes)
        return target

    def content(self, event: Any, depth: int) -> tuple[Any, int]:
        if isinstance(event, yaml.ScalarEvent):
            _check_text(event)
            return self.scalar(event), 0
        height = 0
        items: list[Any] = []
        pairs: dict[str, Any] = {}
        is_list = isinstance(event, yaml.SequenceStartEvent)
        while not isinstance(event := self.loader.get_event(), yaml.CollectionEndEvent):
            key = None if is_list else self.key(event, pairs)
            child = self.node(event if key is None else self.loader.get_event(), depth + 1)
            height = max(height, child.height + 1)
            if key is None:
                items.append(child.value)
            else:
                pairs[key] = child.value
        return items if is_list else pairs, height

    def key(self, event: Any, taken: dict[str, Any]) -> str:
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None:
            _refuse(event, "a key must be plain text")
        if event.value == "<<" and event.implicit[0]:
            _refuse(event, "the merge key << is not read", "Write the keys out.")
        if event.value in taken:
            _refuse(event, f"the key {printable(event.value)} appears twice")
        _check_text(event)
        return str(event.value)

    def scalar(self, event: Any) -> Any:
        kind = self.loader.resolve(yaml.ScalarNode, event.value, event.implicit).removeprefix(_TAG)
        if kind not in ("null", "bool", "int", "float"):
            return event.value
        if kind in ("int", "float"):
            _check_number(event, kind)
        node = yaml.ScalarNode(_TAG + kind, event.value)
        try:
            return getattr(self.loader, f"construct_yaml_{kind}")(node)
        except ValueError:
            _refuse(event, f"{printable(event.value)} is no number")


def _check_text(event: Any) -> None:
    """Refuse what no file or terminal can be given; libyaml does so itself, PyYAML's own parser does not."""
    if re.search("[\ud800-\udfff]", event.value):
        _refuse(event, "half of a surrogate pair is no character")


def _check_number(event: Any, kind: str) -> None:
    """Refuse the numbers that mean another one than they show, or that take too long to read."""
    digits = event.value.lstrip("+-")
    shown = printable(event.value)
    if len(digits) > MAX_DIGITS:
        _refuse(event, f"a number has {len(digits):,} digits, and at most {MAX_DIGITS:,} are read")
    if ":" in digits:
        _refuse(event, f"{shown} counts in sixties in YAML", "Write the number out, or quote it where text is meant.")
    if kind == "int" and len(digits) > 1 and digits[0] == "0" and digits[1] not in "xb":
        _refuse(event, f"{shown} is an octal number in YAML", "Leave the leading zero out, or quote it.")
