"""HTML tags in a text: whole ones are kept for a parser, and what looks like one and is never closed is none."""

from __future__ import annotations

import re

# a longer one is no tag that a card needs
LONGEST = 1_000
# no `<` within a tag, so that no part of a text is looked through twice
_ANGLE = re.compile(
    r"(?P<tag></?[a-zA-Z][a-zA-Z0-9-]*(?=[\s/>])(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>)|<[!?][^<>]*>"
    r"|(?P<torn></?[a-zA-Z][a-zA-Z0-9-]*(?=[\s/<]|\Z))|[<&\r\n]"
)
_NEWLINE = re.compile(r"[\r\n]")


def whole(text: str) -> tuple[str, list[int]]:
    """The text on one line with whole tags alone, all else of HTML blank, and where tags begin that are not whole."""
    torn: list[int] = []

    def keep(found: re.Match[str]) -> str:
        if found["tag"] and len(found[0]) <= LONGEST:
            return _NEWLINE.sub(" ", found[0])
        if found["tag"] or found["torn"]:
            torn.append(found.start())
        return " " * len(found[0])

    unclosed = text.find("<!--")
    if unclosed >= 0:
        text = text[:unclosed] + " " * (len(text) - unclosed)
    return _ANGLE.sub(keep, text), torn
