"""`--vocab 32k 64k 128k`: several values after one option, as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

SIZE = r"\d[\d,_.]*\s?(?:[kmbgt]i?|[千万亿])?"
SIZES = re.compile(rf"{SIZE}(?:(?:,|\.\.){SIZE})*,?", re.IGNORECASE)


class SpreadCommand(TyperCommand):
    """A command whose `many` options take every word that follows them and is `like` a value, a size unless told."""

    many: tuple[str, ...] = ()
    like: re.Pattern[str] = SIZES

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option before each of its values, then parse as usual."""
        return super().parse_args(ctx, spread(args, self.many, self.like))


def spread(words: Sequence[str], many: Sequence[str], like: re.Pattern[str] = SIZES) -> list[str]:
    """`--vocab 32k 64k model` → `--vocab 32k --vocab 64k model`.

    The word after the option is always its value; further ones as long as they look like values. A file that is named
    like a size is written `./32k`, or stands before the option or behind `--`.
    """
    spread_words: list[str] = []
    option, first = "", False
    for index, word in enumerate(words):
        if word == "--":
            return spread_words + list(words[index:])
        name = word.partition("=")[0]
        if name in many:
            option, first = name, word == name
            spread_words.append(word)
        elif option and not first and like.fullmatch(word):
            spread_words += [option, word]
        else:
            spread_words.append(word)
            option, first = (option, False) if first else ("", False)
    return spread_words
