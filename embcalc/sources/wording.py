"""How names, values and places from outside are written in an error: on one line, without a control character."""

from __future__ import annotations

MAX_SHOWN = 160


def printable(text: str, most: int = MAX_SHOWN) -> str:
    """The text with everything that a terminal would act on escaped, shortened in its middle to about `most`.

    >>> printable("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    if len(text) > most:
        text = f"{text[: most // 2]}…{text[-most // 2 :]}"
    return text if text.isprintable() else repr(text)[1:-1]


def position(text: str, offset: int) -> str:
    """`line 3, column 14` for a place in a text; both count from 1."""
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"


def fault(error: Exception) -> str:
    """What the operating system says of a path: `Permission denied`."""
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or printable(" ".join(str(error).split())) or type(error).__name__
