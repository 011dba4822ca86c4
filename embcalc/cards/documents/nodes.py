"""YAML as it stands in a text: the nodes of a mapping with their offsets, so that it can be edited line by line."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import yaml

from embcalc.sources.wording import printable

MAX_DEPTH = 64
# libyaml compares each with all before it, which takes minutes for a file full of them
_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class SyntaxFault(Exception):  # noqa: N818 - it never leaves the package
    """YAML that cannot be read, with the offset of the place."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class Node(NamedTuple):
    """A value in the YAML text: where it starts and ends as offsets in it, and for a mapping its pairs.

    `kind` is "plain" (a scalar on its line), "block" (| or >), "mapping", "flow mapping", "sequence" or "alias".
    """

    kind: str
    value: str
    start: int
    end: int
    pairs: tuple[tuple[Node, Node], ...] = ()


def compose(text: str, depth: int = 2) -> Node | None:
    """The root of a YAML text; None where it holds nothing.

    PyYAML's own compose() recurses, so that a deep nesting ends the process: the tree is built from its events, down to
    the entries of mappings `depth` deep; what is deeper is passed over, to a bound. Raises SyntaxFault.
    """
    strange = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if strange:
        raise SyntaxFault(f"the character {strange[0]!r}", strange.start())
    directive = _DIRECTIVE.search(text)
    if directive:
        raise SyntaxFault("the directive %TAG is not read", directive.start())
    loader = _Loader(text)
    try:
        loader.get_event()
        if isinstance(loader.get_event(), yaml.StreamEndEvent):
            return None
        root = _node(loader, loader.get_event(), depth)
        while not isinstance(loader.get_event(), yaml.StreamEndEvent):
            pass
    except yaml.MarkedYAMLError as error:
        place = getattr(error.problem_mark or error.context_mark, "index", 0)
        problem = printable(error.problem or error.context or "it cannot be read")
        raise SyntaxFault(problem, min(place, len(text))) from None
    except yaml.YAMLError as error:
        raise SyntaxFault(printable(" ".join(str(error).split())), 0) from None
    finally:
        loader.dispose()
    return root


def _node(loader: Any, event: Any, depth: int) -> Node:
    start, end = event.start_mark.index, _end(event)
    if isinstance(event, yaml.ScalarEvent):
        return Node("block" if event.style in ("|", ">") else "plain", event.value, start, end)
    if isinstance(event, yaml.AliasEvent):
        return Node("alias", f"*{event.anchor}", start, end)
    if isinstance(event, yaml.SequenceStartEvent) or not depth:
        return Node(_kind(event), "", start, _skip(loader))
    pairs: list[tuple[Node, Node]] = []
    inner = loader.get_event()
    while not isinstance(inner, yaml.MappingEndEvent):
        key = _node(loader, inner, 0)
        pairs.append((key, _node(loader, loader.get_event(), depth - 1)))
        inner = loader.get_event()
    return Node(_kind(event), "", start, _end(inner), tuple(pairs))


def _end(event: Any) -> int:
    return int(event.end_mark.index)


def _kind(event: Any) -> str:
    if isinstance(event, yaml.SequenceStartEvent):
        return "sequence"
    return "flow mapping" if event.flow_style else "mapping"


def _skip(loader: Any) -> int:
    """Pass over the rest of a collection; the offset of its end."""
    depth = 1
    while depth:
        event = loader.get_event()
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise SyntaxFault(f"lists and mappings are nested more than {MAX_DEPTH} deep", event.start_mark.index)
    return _end(event)
