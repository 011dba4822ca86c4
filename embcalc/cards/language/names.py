"""Names of models in a text: which are this model's own, which are its family's, and which are another's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import NamedTuple

from embcalc.cards.language import name_words

_FIRST_VERSION = re.compile(r"(?<=[a-z])v1(?=-)", re.IGNORECASE)
# that the first of a family may be called, though it has no rank in its name
_PLAIN_RANKS = ("base", "small", "medium")
_SMALLEST = 2
_MOST_ANSWERS = 64
_FEWEST_LETTERS = 4
LONGEST = 200
# that a model goes by
MOST_NAMES = 50


class Whose(Enum):
    """Whose name a name is."""

    OWN = "own"
    FAMILY = "family"
    OTHER = "other"


class Mention(NamedTuple):
    """A model's name in a text."""

    name: str
    start: int
    end: int
    whose: Whose


class Names:
    """The names that this model goes by."""

    def __init__(self, names: Sequence[str]) -> None:
        self._asked: dict[str, list[Mention]] = {}
        names = list(dict.fromkeys(name for name in names if len(name) <= LONGEST))[:MOST_NAMES]
        self.own = _without_origins([tokens for tokens in (tokenised(name) for name in names) if tokens])
        self.words = frozenset(word for tokens in self.own for word in tokens)
        self.joined = frozenset("".join(tokens) for tokens in self.own)
        self.sized, self.ranked = _sizes(self.words), any(re.fullmatch(name_words.RANKS, word) for word in self.words)
        firsts = {own[0] for own in self.own if own[0].isalpha() and len(own[0]) >= _FEWEST_LETTERS}
        first = "|".join(map(re.escape, sorted(firsts, key=len, reverse=True))) or r"(?!)"
        # an ordinary word may be the first of a name: it takes a capital, or a rank
        self._siblings = re.compile(
            rf"(?<![\w./-])(?:(?=[A-Z])(?i:{first})(?:v?[0-9][0-9.]*)?(?:[-_][A-Z0-9][a-zA-Z0-9.]*){{0,6}}[-_][A-Z][a-zA-Z0-9.]*"
            rf"|(?i:{first})(?:v?[0-9][0-9.]*)?(?:[-_][a-zA-Z0-9.]+){{0,6}}?[-_](?i:{name_words.RANKS})(?:[-_][a-zA-Z0-9.]+){{0,6}})(?![\w-])"
        )
        self._prefixed = re.compile(
            rf"{name_words.PREFIX}(?P<family>(?i:{first}|{name_words.FAMILIES})){name_words.PART}(?![\w-])", re.ASCII
        )
        spelt = {name.strip() for name in names if tokenised(name) in self.own and len(name.strip()) > _SMALLEST}
        # a name that is a plain word, too (a folder called model), is none where it stands in a sentence
        self._literals = [
            re.compile("|".join(map(re.escape, sorted(some, key=len, reverse=True))) or r"(?!)", flags)
            for some, flags in (
                ([name for name in spelt if re.search(r"[\d-]", name)], re.IGNORECASE),
                ([name for name in spelt if not re.search(r"[\d-]", name) and not name.islower()], re.RegexFlag(0)),
            )
        ]

    def whose(self, name: str) -> Whose:
        """Whose the name is: `Qwen2.5` is the family of Qwen2.5-7B, `Qwen2.5-14B` another's."""
        tokens = tokenised(name)
        if not tokens:
            return Whose.FAMILY
        # Foo-MiniLMv1-L12 is Foo-MiniLM-L12
        if {"".join(tokens), "".join(tokenised(_FIRST_VERSION.sub("", name)))} & self.joined:
            return Whose.OWN
        for own in self.own:
            if set(tokens) <= set(own) and _sizes(tokens) and len(tokens) > 1:
                return Whose.OWN
        joined = "".join(tokens)
        if any(joined and "".join(own).startswith(joined) for own in self.own) or set(tokens) <= self.words:
            return Whose.FAMILY
        return Whose.OTHER

    def is_row(self, label: str) -> bool:
        """Whether a table's row or column with this label is this model's: all words of the name, and no other."""
        tokens = tokenised(label)
        return bool(tokens) and "".join(tokens) in self.joined

    def is_size(self, label: str) -> bool:
        """Whether a label is nothing but this model's size: `7B` for Qwen2.5-7B."""
        tokens = tokenised(label)
        return len(tokens) == 1 and _sizes(tokens) and tokens[0] in self.words

    def is_origin(self, label: str) -> bool:
        """Whether a label names what this model goes on from: R1 for R1-Distill-Foo-8B."""
        return any(_goes_on(own, tokenised(label)) for own in self.own)

    def mentions(self, text: str) -> list[Mention]:
        """Every name of a model in a text, in order; kept for a while, as a sentence states several figures."""
        if text in self._asked:
            return self._asked[text]
        found: list[Mention] = []
        for start, end, name in sorted(self._spans(text), key=lambda span: (span[0], -span[1])):
            if not found or start >= found[-1].end:
                found.append(self._mention(text, start, end, name))
        if len(self._asked) >= _MOST_ANSWERS:
            self._asked.clear()
        self._asked[text] = found
        return found

    def _mention(self, text: str, start: int, end: int, name: str) -> Mention:
        """A name in a text, with the rank or the size behind it: `Foo-2 XL`, `Foo 3 70B`."""
        behind, whose = name_words.BEHIND.match(text, end), self.whose(name)
        if behind is None or (behind["size"] and _sizes(tokenised(name))):
            return Mention(name, start, end, whose)
        member = self.whose(f"{name}{behind[0]}")
        told = self.sized if behind["size"] else self.ranked or behind["rank"].lower() not in _PLAIN_RANKS
        if member is Whose.OTHER and whose is not Whose.OTHER and not told:
            member = Whose.FAMILY
        return Mention(text[start : behind.end()], start, behind.end(), member)

    def own_in(self, text: str) -> bool:
        """Whether this model is named in a text."""
        return any(mention.whose is Whose.OWN for mention in self.mentions(text))

    def others_in(self, text: str) -> list[str]:
        """The names of other models in a text."""
        return [mention.name for mention in self.mentions(text) if mention.whose is Whose.OTHER]

    def _spans(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in chain.from_iterable(pattern.finditer(text) for pattern in self._literals):
            before, after = text[: found.start()][-1:], text[found.end() :][:1]
            if (
                not (before.isalnum() and before.isascii())
                and not (after.isascii() and after.isalnum())
                and after != "-"
            ):
                yield *found.span(), found[0]
        for found in self._siblings.finditer(text):
            yield *found.span(), found[0]
        yield from self._looking_like_names(text)
        for found in name_words.FAMILY.finditer(text):
            if not name_words.ORDINARY.fullmatch(found[1].lower()) or found[0][0].isupper():
                yield *found.span(), found[0]

    def _looking_like_names(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Names that have another's in them, and what looks like a name by its size or its owner."""
        for found in self._prefixed.finditer(text):
            if not name_words.ORDINARY.fullmatch(found["family"].lower()):
                yield *found.span(), found[0]
        for pattern in (name_words.SIZED, name_words.ID):
            for found in pattern.finditer(text):
                if not _is_phrase(found[0]):
                    yield *found.span(), found[0].rpartition("/")[2]


def _without_origins(names: list[list[str]]) -> list[list[str]]:
    """The names without those that others go on from: R1 where another is R1-Distill-Foo-8B, a model of its own.

    So is Foo-V2 where another is Foo-V2-Lite: the one names the family, in the title of a card that all of it shares.
    """
    return [name for name in names if not any(_goes_on(other, name) for other in names)]


def _goes_on(name: Sequence[str], origin: Sequence[str]) -> bool:
    rest = name[len(origin) :]
    if rest and list(name[: len(origin)]) == list(origin) and name_words.MEMBER.fullmatch(rest[0]):
        return True
    words = [word for word in rest if word.isalpha() and len(word) > _SMALLEST and not name_words.SIZE.fullmatch(word)]
    return list(name[: len(origin)]) == list(origin) and not _sizes(origin) and _sizes(rest) and bool(words)


def _is_phrase(name: str) -> bool:
    """Whether what looks like a name is plain words: `input/output`, `up-to-7B`."""
    if "/" in name:
        owner, _, rest = name.partition("/")
        return not re.search(r"\d|-", rest) or bool(re.fullmatch(r"[\d.]+[a-zA-Z]*", owner))
    return name.split("-", maxsplit=1)[0].lower() in (
        "to",
        "up",
        "a",
        "the",
        "of",
        "than",
        "over",
        "under",
        "sub",
        "non",
    )


def tokenised(name: str) -> list[str]:
    """A name's words, numbers and sizes, without what says nothing: `Meta-Llama-3-8B-Instruct` → meta llama 3 8b."""
    lowered = _spelt_alike(name.lower())
    lowered = re.sub(r"\([^)]*\)", " ", lowered.rpartition("/")[2]) or lowered
    parts = [part for part in re.split(r"[^\w.\u4e00-\u9fff]+|_", lowered) if not name_words.GENERIC.fullmatch(part)]
    tokens = [token for part in parts for token in name_words.TOKEN.findall(part)]
    # Yi-6B-base is Yi-6B, but bert-base is not all of BERT, nor is bert-base-128k
    counted = any(name_words.COUNTED.fullmatch(token) for token in tokens)
    return [word for word in tokens if word != "base"] if counted else tokens


def _spelt_alike(name: str) -> str:
    """A name with the signs that most publishers use: 8×7b is 8x7b, and L12xH384 is L12-H384."""
    return re.sub(r"(?<=\d)x(?=[a-z]\d)", "-", name.replace("×", "x"))


def _sizes(tokens: Iterable[str]) -> bool:
    return any(name_words.SIZE.fullmatch(token) for token in tokens)


def of_title(title: str) -> Iterator[str]:
    """The names that a card's title gives: all of it, and the part that looks like a name."""
    title = title[: LONGEST * 2]
    plain = re.sub(
        r"^(?:model card (?:for|of)|introduction(?: to)?|welcome to)\s+|[^\w\s./()+-]", " ", title, flags=re.IGNORECASE
    )
    plain = " ".join(plain.split())
    if plain:
        yield plain
        yield re.sub(r"[()]", " ", plain)
        yield re.split(r"\s[-–:|]\s|:\s|\s\(", plain)[0]
        for word in plain.split():
            if re.search(r"\d[BbMm](?![a-z])", word) and re.search(r"[A-Za-z]{2}", word):
                yield word
