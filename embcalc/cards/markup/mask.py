"""A card without its markup: what is no text becomes blanks of the same length, so that all else keeps its place.

Comments, images, addresses, marks of emphasis and HTML tags are no text; an entity is the sign that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BLANK = re.compile(r"[^\r\n]")
# 12‑layer with a hyphen that does not break
_HYPHENS = {0x2010: "-", 0x2011: "-"}
# the opening "<!-->" of the model card template is a comment that never ends
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,2000}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,2000}\])")
_LINK = re.compile(
    r"(?<!!)\[((?:[^\[\]\n]"
    r"|\[[^\[\]\n]*\])*)\]\(\s*<?[^()\s>]*(?:\([^()\s]*\)[^()\s]*)*>?(?:\s+[\"'(][^\n]*?[\"')])?\s*\)"
)
_REFERENCE = re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[^\n]*", re.MULTILINE)
_ADDRESS = re.compile(r"<(?:https?|mailto):[^>\s]*>|(?:https?://|www\.)[^\s<>()\[\]|]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~\n]+~~|<(s|del|sup)>[^<\n]*</\1>")
# 2<sup>15</sup> is 32,768; other raised figures point to a remark
_POWER = re.compile(r"(?<![\d.,])(2|10)<sup>")
_MARKUP = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|\*+|`+|(?<![A-Za-z0-9])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9_])|\$(?!\d)|\[\^[^\]\n]*\]"
)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+);")
_SIGNS = {"&lt;": "<", "&gt;": ">", "&asymp;": "≈", "&sim;": "~", "&ge;": "≥", "&le;": "≤", "&#126;": "~", "&amp;": "&"}
NO_BREAK = "\u00a0"
_BLANKS = ("&nbsp;", "&ensp;", "&emsp;", "&thinsp;", "&numsp;", "&#160;", "&#xa0;", "&#xA0;", "&#8239;", "&#8201;")
_LATEX = re.compile(r"\\(sim|approx|gt|geq?|lt|leq?)\b")
_LATEX_SIGNS = {"sim": "~", "approx": "≈", "gt": ">", "ge": "≥", "geq": "≥", "lt": "<", "le": "≤", "leq": "≤"}


def blank(text: str) -> str:
    """Blanks for each character but the newlines."""
    return _BLANK.sub(" ", text)


def _sign(entity: re.Match[str]) -> str:
    """What an entity stands for; one that is a blank becomes blanks that a number may have before its unit."""
    name = entity[0]
    return NO_BREAK * len(name) if name in _BLANKS else _SIGNS.get(name, " ").ljust(len(name))


class Mask:
    """A text of the same length in which markup is blank; `tagged` is the text with its HTML tags."""

    def __init__(self, text: str, start: int) -> None:
        self.hidden: list[tuple[str, int, int]] = []
        self.links: list[tuple[int, int]] = []
        body = blank(text[:start]) + text[start:].translate(_HYPHENS)
        # what is never closed is looked through once, not from each opening
        closed = body.rfind("-->") + len("-->")
        body = _COMMENT.sub(self._hide("a comment"), body[:closed]) + body[closed:]
        body = _POWER.sub(lambda found: found[1] + "^".rjust(len("<sup>")), body)
        body = _STRUCK.sub(lambda found: blank(found[0]), body)
        body = _IMAGE.sub(self._hide("an image"), body)
        body = _LINK.sub(self._link, body)
        body = self.tagged = _REFERENCE.sub(self._hide("an address"), body)
        body = _ADDRESS.sub(self._hide("an address"), body)
        body = _BREAK.sub(lambda found: ";" + " " * (len(found[0]) - 1), body)
        body = _TAG.sub(lambda found: blank(found[0]), body)
        body = _ENTITY.sub(_sign, body)
        body = _LATEX.sub(lambda found: _LATEX_SIGNS[found[1]].ljust(len(found[0])), body)
        self.text = _MARKUP.sub(lambda found: blank(found[0]), body)

    def _hide(self, kind: str) -> Callable[[re.Match[str]], str]:
        def hidden(found: re.Match[str]) -> str:
            self.hidden.append((kind, *found.span()))
            return blank(found[0])

        return hidden

    def _link(self, found: re.Match[str]) -> str:
        self.links.append(found.span(1))
        self.hidden.append(("an address", found.end(1), found.end()))
        return " " + found[1] + blank(found[0][found.end(1) - found.start() :])
