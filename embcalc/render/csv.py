"""Results as CSV (RFC 4180, with `\\n` line ends): a heading, then one line a record."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from embcalc.units import printable


def render(records: Sequence[Mapping[str, Any]]) -> str:
    """One line a record; nested keys are joined with a dot, as in `parameters.total`; an unknown figure is empty."""
    flat = [dict(_flat(record)) for record in records]
    headings = list(dict.fromkeys(key for record in flat for key in record))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_cell(record.get(key)) for key in headings] for record in flat)
    return text.getvalue()


def _flat(mapping: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return printable("; ".join(map(_item, value)))
    return printable(value) if isinstance(value, str) else value


def _item(value: Any) -> str:
    """What stands in a list: of a mapping the values that there are, of a shape its sizes."""
    if isinstance(value, Mapping):
        return " ".join(_item(part) for part in value.values() if part is not None)
    return "×".join(map(str, value)) if isinstance(value, (list, tuple)) else str(_cell(value))
