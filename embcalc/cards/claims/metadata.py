"""Claims in a file of metadata about a model: YAML or JSON whose keys name its figures, such as `n_parameters`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from embcalc.cards.claims.values import label_values
from embcalc.cards.documents.document import CardError, Document
from embcalc.cards.documents.nodes import Node, SyntaxFault, compose
from embcalc.cards.language.finding import DTYPE, MEMORY, PARAMETERS, SHARE, TIED, Claim, Found, Skipped, moved
from embcalc.cards.language.label_words import SEVERAL, SIZE, Label
from embcalc.cards.language.labels import find
from embcalc.cards.language.written import UNITS, Written, first, scaled
from embcalc.sources.wording import printable

# what keys put in front of what they count
_COUNTED = re.compile(r"^(?:n|num|nr|number_of|no_of)_(?=\w)")
_DEPTH = 16  # deeper than figures of a model stand
_NOTHING = ("", "~", "null", "none")
# keys whose mappings are of the model itself; any other may be of its teacher, its training or a part of it
_OWN = re.compile(
    r"(?:(?:the|model|arch|architecture|config|configuration|details?|info|information|meta|metadata|params?|parameters?"
    r"|specs?|specifications?|propert(?:y|ies)|figures?|dimensions?|sizes?|embcalc)(?:[_\W]+|$))+",
    re.IGNORECASE,
)
_POWER = re.compile(r"(\d+(?:\.\d+)?)[eE]\+?(\d{1,2})")
_TRUTHS = {"1": "true", "0": "false"}


def claims(file: Document) -> Iterator[tuple[str, Found]]:
    """Each key that names a figure, with its claim; the keys of mappings within the file, too.

    A number is judged as it stands: 0 is no way to say that a figure is not known; leaving the value out is. What a
    value says beside or instead of a number is read as behind a label of a card. Raises CardError where the file is no
    YAML or holds no mapping.
    """
    try:
        root = compose(file.text, _DEPTH)
    except SyntaxFault as fault:
        line, column = file.line_column(fault.offset)
        kind = "JSON" if file.path.lower().endswith(".json") else "YAML"
        raise CardError(f"{printable(file.path)}:{line}:{column}: not valid {kind}: {fault}") from None
    if root is None or not root.kind.endswith("mapping"):
        raise CardError(f"{printable(file.path)}: holds no mapping of keys to values")
    yield from _of_mapping(root, "")


def _of_mapping(mapping: Node, doubt: str) -> Iterator[tuple[str, Found]]:
    for key, value in mapping.pairs:
        if value.kind.endswith("mapping"):
            other = f"{printable(key.value)} may be about something else"
            yield from _of_mapping(value, doubt or ("" if _OWN.fullmatch(key.value) else other))
        label = find(_COUNTED.sub("", key.value)) if len(key.value) <= 60 else None  # noqa: PLR2004 - no key is longer
        if label is not None and value.kind == "plain":
            for found in _found(label, value):
                yield printable(key.value), found.doubted(doubt) if isinstance(found, Claim) else found


def _found(label: Label, value: Node) -> Iterator[Found]:
    text = value.value.strip()
    kind = PARAMETERS if label.kind == SIZE else label.kind
    if text.lower() in _NOTHING:
        yield Skipped(kind, text, value.start, "it gives no value")
        return
    number = _number(text, label)
    if number is not None and kind not in (TIED, DTYPE, MEMORY) and label.kind not in (SIZE, SEVERAL):
        doubt = "the key may mean something else" if label.weak else ""
        yield Claim(kind, text, value.start, number, label.reading, way="front matter", doubt=doubt)
        return
    stated = list(label_values(label, _TRUTHS.get(text, text) if kind == TIED else text, 0))
    for found in stated:
        yield moved(found, value.start)
    if not stated:
        yield Skipped(kind, text, value.start, "it states nothing to judge")


def _number(text: str, label: Label) -> Written | None:
    """The number that a value is, with nothing behind it, in the unit that its key names; a share in percent."""
    plain = re.sub(r"(?<=\d)_(?=\d)", "", text)
    power = _POWER.fullmatch(plain)
    if power:
        plain = power[1]
    number = first(plain)
    if number is None or not re.fullmatch(r"\s*%?" if label.kind == SHARE else r"\s*", plain[number.end :]):
        return None
    if power:
        return scaled(number, 10 ** int(power[2]))
    if label.kind == SHARE:
        return scaled(number, 100) if "%" not in plain and number.value <= 1 else number
    return scaled(number, UNITS[label.unit]) if label.unit in UNITS and number.plain else number
