"""Writing the `embcalc:` mapping into a front matter line by line: comments, order and quotes stay as they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from embcalc.cards.documents.document import NEWLINE, CardError, Document, of_text
from embcalc.cards.documents.front_matter import COUNTS, KEY
from embcalc.cards.documents.nodes import Node, SyntaxFault, compose
from embcalc.errors import EmbcalcError
from embcalc.sources.wording import printable
from embcalc.units import parse_count

INDENT = "  "


class Edit(NamedTuple):
    """Text that takes the place of what stands between two offsets of the front matter."""

    start: int
    end: int
    text: str


def written(document: Document, values: Mapping[str, str]) -> str:
    """The document's text with these values in its `embcalc:` mapping.

    A value that says the same stays as it is written, another is replaced, a key that is absent is added after the
    last one; keys of others are left alone. A front matter is made where there is none. Raises CardError, with the
    line, where the YAML cannot be edited without harm.
    """
    if document.front_matter is None:
        return _created(document, values)
    old = document.front_matter
    root = _root(document, old)
    new = old
    for edit in sorted(_edits(document, root, values), reverse=True):
        new = new[: edit.start] + edit.text + new[edit.end :]
    start = document.front_matter_start
    text = document.text[:start] + new + document.text[start + len(old) :]
    _verify(document, text, root, values)
    return text


def _created(document: Document, values: Mapping[str, str]) -> str:
    if document.remarks:
        message = f"{printable(document.path)}: {document.remarks[0]}"
        raise CardError(message, "Close it with a line of --- before the text begins.")
    newline, text = document.newline, document.text
    gap = newline if text and not text.startswith(("\n", "\r")) else ""
    lines = ["---", f"{KEY}:", *(f"{INDENT}{key}: {value}" for key, value in values.items()), "---", ""]
    return newline.join(lines) + gap + text


def _root(document: Document, front_matter: str) -> Node | None:
    try:
        root = compose(front_matter)
    except SyntaxFault as fault:
        _refuse(document, fault.offset, f"the front matter is not valid YAML: {fault}")
    if root is None or (root.kind == "plain" and not root.value):
        return None
    if root.kind != "mapping":
        what = "written in braces" if root.kind == "flow mapping" else "no mapping of keys to values"
        _refuse(document, root.start, f"the front matter is {what}, and {KEY} is not added to it")
    return root


def _refuse(document: Document, offset: int, problem: str) -> NoReturn:
    line, column = document.line_column(document.front_matter_start + offset)
    raise CardError(f"{printable(document.path)}:{line}:{column}: {problem}")


def _edits(document: Document, root: Node | None, values: Mapping[str, str]) -> Iterator[Edit]:
    text, newline = document.front_matter or "", document.newline
    own = [pair for pair in root.pairs if pair[0].value == KEY] if root else []
    if len(own) > 1:
        _refuse(document, own[1][0].start, f"the key {KEY} stands twice")
    indent = _indent(text, root.start) if root else ""
    lines = [f"{indent}{INDENT}{key}: {value}{newline}" for key, value in values.items()]
    if not own:
        yield Edit(len(text), len(text), "".join([f"{indent}{KEY}:{newline}", *lines]))
        return
    value = own[0][1]
    if value.kind.endswith("mapping"):
        yield from _updates(document, value, values)
        yield from _additions(document, value, values)
    elif value.kind == "plain" and text[value.start : value.end] in ("", "~", "null"):
        yield Edit(value.start, value.end, "")
        yield Edit(_line_end(text, value.end), _line_end(text, value.end), "".join(lines))
    else:
        _refuse(document, value.start, f"{KEY} is no mapping of keys to values")


def _updates(document: Document, mapping: Node, values: Mapping[str, str]) -> Iterator[Edit]:
    text = document.front_matter or ""
    for key, node in mapping.pairs:
        wanted = values.get(key.value)
        if wanted is None or (node.kind == "plain" and _says(key.value, node.value, wanted)):
            continue
        source = text[node.start : node.end]
        quote = source[:1] if source[:1] in ("'", '"') else ""
        if node.kind != "plain" or source not in (node.value, f"{quote}{node.value}{quote}"):
            _refuse(
                document, node.start, f"the value of {printable(key.value)} is not a plain one, and is not replaced"
            )
        yield Edit(node.start, node.end, f"{quote}{wanted}{quote}" if source else f" {wanted}")


def _says(key: str, value: str, wanted: str) -> bool:
    """Whether a value as written says exactly what is wanted."""
    if key in COUNTS:
        try:
            return parse_count(value) == int(wanted)
        except EmbcalcError:
            return False
    if key == "tied_embeddings":
        return {"yes": "true", "no": "false"}.get(value.lower(), value.lower()) == wanted
    return value == wanted


def _additions(document: Document, mapping: Node, values: Mapping[str, str]) -> Iterator[Edit]:
    text, newline = document.front_matter or "", document.newline
    present = {key.value for key, _ in mapping.pairs}
    absent = [f"{key}: {value}" for key, value in values.items() if key not in present]
    if not absent:
        return
    if mapping.kind == "flow mapping":
        at = mapping.pairs[-1][1].end if mapping.pairs else mapping.start + 1
        yield Edit(at, at, ("" if not mapping.pairs else ", ") + ", ".join(absent))
        return
    last = mapping.pairs[-1][1]
    if last.kind != "plain":
        _refuse(document, last.start, f"the last value of {KEY} is not a plain one, and nothing is added behind it")
    indent, at = _indent(text, mapping.start), _line_end(text, last.end)
    yield Edit(at, at, "".join(f"{indent}{line}{newline}" for line in absent))


def _indent(text: str, offset: int) -> str:
    """What stands before an offset on its line, where that is white space."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    before = text[start:offset]
    return before if not before.strip() else " " * len(before)


def _line_end(text: str, offset: int) -> int:
    """The offset behind the newline that ends the line of an offset."""
    found = NEWLINE.search(text, offset)
    return found.end() if found else len(text)


def _verify(document: Document, text: str, root: Node | None, values: Mapping[str, str]) -> None:
    """Read the result back: every value is there, and every other key has the text that it had."""
    new = of_text(document.path, text, bom=document.bom)
    before, after = document.front_matter or "", new.front_matter or ""
    try:
        result = compose(after)
    except SyntaxFault:
        result = None
    own = next((value for key, value in result.pairs if key.value == KEY), None) if result else None
    found = {key.value: value.value for key, value in own.pairs} if own else {}
    kept = _others(before, root) == _others(after, result) and new.body == document.body
    if not kept or not all(_says(key, found.get(key, ""), value) for key, value in values.items()):
        _refuse(document, root.start if root else 0, f"the key {KEY} cannot be written without a change to the rest")


def _others(text: str, root: Node | None) -> list[tuple[str, str]]:
    pairs = root.pairs if root else ()
    return [(key.value, text[value.start : value.end].rstrip()) for key, value in pairs if key.value != KEY]
