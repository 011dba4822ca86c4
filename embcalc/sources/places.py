"""Where a key stands in a config's text, for messages that lead to it."""

from __future__ import annotations

import re
from pathlib import Path

from embcalc.errors import SourceError
from embcalc.sources import files


def key_place(path: Path, key: str) -> tuple[int, int]:
    """Line and column of the first time that a JSON or YAML file has a key, from 1; its beginning where it has none."""
    try:
        text = files.content(path, files.MAX_BYTES).decode(errors="replace").removeprefix("\ufeff")
    except SourceError:
        return 1, 1
    found = re.search(rf"""(?m)(?<![\w-])(["']?){re.escape(key)}\1\s*:""", text)
    offset = found.start() if found else 0
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
