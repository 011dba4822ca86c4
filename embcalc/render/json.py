"""Results as JSON: integers are exact, text keeps its own letters."""

from __future__ import annotations

import json
from typing import Any


def render(document: Any) -> str:
    """Indented JSON; in a long list of flat objects each object takes one line.

    What a terminal would act on (control characters, marks that turn the direction of writing) is escaped.
    """
    if isinstance(document, list) and document and all(_flat(item) for item in document):
        lines = (json.dumps(item, ensure_ascii=False) for item in document)
        return _harmless("[\n  " + ",\n  ".join(lines) + "\n]")
    return _harmless(json.dumps(document, indent=2, ensure_ascii=False))


def _harmless(text: str) -> str:
    if text.replace("\n", "").isprintable():
        return text
    strange = {char for char in text if char != "\n" and not char.isprintable()}
    return text.translate({ord(char): json.dumps(char)[1:-1] for char in strange})


def _flat(item: Any) -> bool:
    return isinstance(item, dict) and not any(isinstance(value, dict) for value in item.values())
