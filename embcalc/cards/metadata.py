"""Claims in a file of metadata about a model: YAML or JSON whose keys name its figures, such as `n_parameters`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from embcalc.cards.document import CardError, Document
from embcalc.cards.finding import DTYPE, TIED, Claim, Found, Skipped
from embcalc.cards.label_words import Label
from embcalc.cards.labels import find
from embcalc.cards.nodes import Node, SyntaxFault, compose
from embcalc.cards.phrases import BYTES
from embcalc.cards.written import UNITS, first, scaled
from embcalc.sources.wording import printable

# what keys put in front of what they count
_COUNTED = re.compile(r"^(?:n|num|nr|number_of|no_of)_(?=\w)")
_NOTHING = ("", "~", "null", "none")


def claims(file: Document) -> Iterator[tuple[str, Found]]:
    """Each key that names a figure, with its claim; the keys of mappings within the file, too.

    A value is judged as it stands: 0 is no way to say that a figure is not known; leaving the value out is. Raises
    CardError where the file is no YAML or holds no mapping.
    """
    try:
        root = compose(file.text)
    except SyntaxFault as fault:
        line, column = file.line_column(fault.offset)
        raise CardError(f"{printable(file.path)}:{line}:{column}: not valid YAML: {fault}") from None
    if root is None or not root.kind.endswith("mapping"):
        raise CardError(f"{printable(file.path)}: holds no mapping of keys to values")
    yield from _of_mapping(root)


def _of_mapping(mapping: Node) -> Iterator[tuple[str, Found]]:
    for key, value in mapping.pairs:
        if value.kind.endswith("mapping"):
            yield from _of_mapping(value)
        label = find(_COUNTED.sub("", key.value)) if len(key.value) <= 60 else None  # noqa: PLR2004 - no key is longer
        if label is not None and value.kind == "plain":
            yield printable(key.value), _claim(label, value)


def _claim(label: Label, value: Node) -> Found:
    text, kind, start = value.value.strip(), label.kind, value.start
    if text.lower() in _NOTHING:
        return Skipped(kind, text, start, "it gives no value")
    doubt = "the key may mean something else" if label.weak else ""
    if kind in (TIED, DTYPE):
        state = text if kind == DTYPE else ("yes" if text.lower() in ("true", "yes", "1") else "no")
        return Claim(kind, text, start, state=state, way="front matter", doubt=doubt)
    number = first(text)
    if number is None:
        return Skipped(kind, text, start, "it states no number")
    if label.unit in UNITS and number.plain:
        number = scaled(number, UNITS[label.unit])
    size = re.search(r"[kKMGT]?i?B$", text)
    unit = BYTES.get((size[0] if size else label.unit).lower(), 1)
    return Claim(
        kind, text, start, number, label.reading, dtype=label.dtype, unit=unit, way="front matter", doubt=doubt
    )
