"""Results as JSON: integers are exact, text keeps its own letters."""

from __future__ import annotations

import json
from typing import Any


def render(document: Any) -> str:
    """Indented JSON; in a long list of flat objects each object takes one line."""
    if isinstance(document, list) and document and all(_flat(item) for item in document):
        lines = (json.dumps(item, ensure_ascii=False) for item in document)
        return "[\n  " + ",\n  ".join(lines) + "\n]"
    return json.dumps(document, indent=2, ensure_ascii=False)


def _flat(item: Any) -> bool:
    return isinstance(item, dict) and not any(isinstance(value, dict) for value in item.values())
