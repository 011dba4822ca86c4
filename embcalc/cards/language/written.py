"""Numbers as cards write them: what "8B", "~128K", "six billion" or 约15万 honestly states of a true value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

UNITS = {
    "": 1,
    "k": 10**3,
    "thousand": 10**3,
    "m": 10**6,
    "mn": 10**6,
    "million": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "billion": 10**9,
    "t": 10**12,
    "trillion": 10**12,
    "千": 10**3,
    "万": 10**4,
    "萬": 10**4,
    "百万": 10**6,
    "亿": 10**8,
    "億": 10**8,
    "十亿": 10**9,
    "万亿": 10**12,
}
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = {
    word: 10 * number
    for number, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
WORDS = {word: number for number, word in enumerate(_ONES)} | _TENS
_WORD = (
    rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(sorted(_ONES[1:], key=len, reverse=True))}"
)

_ABOUT = (
    r"~|≈|∼|≃|about|approximately|approx\.?|around|roughly|circa|ca\.|nearly|almost|some|大约|约为|约|将近|接近|近"
    r"|約|およそ|약|aproximadamente|unos|environ|etwa"
)
_OVER = r"over|more\s+than|greater\s+than|at\s+least|>=|≥|>|超过|超|逾|多于|大于|至少"
_UNDER = r"under|less\s+than|fewer\s+than|below|at\s+most|up\s+to|<=|≤|<|不到|少于|小于|不足|高达|至多|最多"
_DIGITS = (
    r"\d{1,3}(?:\.\d{3}){2,}(?![\d.])|\d{1,3}(?:[,，_]\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d{1,3}(?:(?:[ \u202f]|\u00a0{1,9})\d{3}){2,}(?!\d)|\d+(?:\.\d+)?|\.\d+"
)
# the marks of bold type are blanks between a number and its unit (**355** billion), an entity is several of no break
_UNIT = (
    r"(?:(?:[\s\u00a0\u202f]{0,5}|\u00a0{6,9})-?[\s\u00a0\u202f]?(?:billion|million|trillion|thousand|bn|mn)(?![a-z])"
    r"|(?:[\s\u00a0\u202f]| {2,4}|\u00a0{2,9})?[kmbt](?![a-z0-9])|[\s\u00a0]?(?:万亿|十亿|百万|[千万亿萬億]))"
)
NUMBER = re.compile(
    rf"(?<![A-Za-z0-9_.,/$])(?:(?P<mark>{_ABOUT}|{_OVER}|{_UNDER})\s*(?:a\s+)?)?"
    rf"(?:(?P<word>\b(?:{_WORD})\b)|(?P<digits>{_DIGITS}))(?P<more>[多余])?(?P<unit>{_UNIT})?"
    r"(?P<after>\+|(?=\s*左右)|(?=\s*以上))?",
    re.IGNORECASE,
)
MOST_LETTERS = 40
MOST_UNCERTAIN = Fraction(1, 4)  # of the value: "~8B" is not 3B
MOST_ZEROS = Fraction(1, 10)  # of the value: the zeros of "10B" are no licence for 15B
# a hyphen joins the number to a name (Llama-3), a date or a fraction
_IN_NAME = re.compile(r"[A-Za-z][\w.]*-$|\d[-/]$", re.ASCII)
_POWER_AHEAD = re.compile(r"\s{0,9}\^")
_POWER_BEFORE = re.compile(r"\^[\s{]{0,9}$")
MOST_UPWARD = Fraction(1, 20)  # of the value: 1 GB is not next to nothing
NEARLY = Fraction(99, 100)
BINARY = Fraction(1024, 1000)


class Fit(Enum):
    """How a true value agrees with a written number; the first that applies."""

    EQUAL = "equal"
    ROUNDED = "rounded"
    TRUNCATED = "truncated"
    LOOSE = "rounded to fewer digits"
    NO = "no"


@dataclass(frozen=True)
class Written:
    """A number as it stands in a text.

    `value` is what it says, `step` what its last digit is worth, `zeros` how many noughts a whole number ends in,
    `mark` is "", "about", "over" or "under", `plain` says that it is written out in full, without a unit, and
    `thousands` that its unit is k. `start` and `end` are its place in the text it was found in.
    """

    text: str
    value: Fraction
    step: Fraction
    zeros: int
    mark: str
    plain: bool
    thousands: bool
    start: int
    end: int

    @property
    def exact(self) -> bool:
        """Whether it is written out in full, with no word that makes it a rough one."""
        return self.plain and not self.mark

    def whole(self) -> Written:
        """The number as a count of things: a point before three digits parts thousands (32.768 tokens)."""
        if self.plain or self.step != Fraction(1, 1000) or not re.search(r"\d\.\d{3}$", self.text):
            return self
        digits = str(int(self.value * 1000))
        zeros = len(digits) - len(digits.rstrip("0"))
        return replace(self, value=self.value * 1000, step=Fraction(1), plain=True, zeros=zeros)

    def fit(self, truth: Fraction | float, *, binary: bool = False, upward: bool = False, rough: bool = True) -> Fit:
        """How `truth` agrees with the number as written.

        It must be a rounding or a truncation at the precision written; a number in full must be equal. Noughts at
        the end may stand for digits that were left out (30,000 of 30,522, 340M of 335M), "about" takes one digit
        less, "over" and "under" take what they say. `binary` lets k stand for 1024 too, `upward` takes a number that
        was rounded up. Without `rough`, one that is written out in full must be equal.
        """
        if self.exact and not rough:
            return Fit.EQUAL if Fraction(truth) == self.value else Fit.NO
        fit = self._fit(Fraction(truth), self.value, self.step, upward=upward)
        if fit is Fit.NO and binary and self.thousands:
            fit = self._fit(Fraction(truth), self.value * BINARY, self.step * BINARY, upward=upward)
        return fit

    def _fit(self, truth: Fraction, value: Fraction, step: Fraction, *, upward: bool) -> Fit:
        if truth == value:
            return Fit.EQUAL
        if self.mark in ("over", "under"):
            return _one_sided(truth, value, step, self.mark)
        if not self.plain and _near(truth, value, step / 2, step / 2):
            return Fit.ROUNDED
        if not self.plain and _near(truth, value, min(step, value * MOST_UPWARD) if upward else Fraction(0), step):
            return Fit.TRUNCATED
        loose = self._loose(value, step)
        return Fit.LOOSE if loose and _near(truth, value, loose / 2, loose) else Fit.NO

    def _loose(self, value: Fraction, step: Fraction) -> Fraction:
        """What the last digit is worth that is surely meant."""
        enough = 2 if self.plain else 1
        zeros = (
            min(step * 10**self.zeros, value * MOST_ZEROS) if self.zeros >= enough and value > 10**3 else Fraction(0)
        )
        if self.mark == "about":
            return max(zeros, min(step * 10, value * MOST_UNCERTAIN))
        return zeros


def _near(truth: Fraction, value: Fraction, below: Fraction, above: Fraction) -> bool:
    return value - below <= truth < value + above


def _one_sided(truth: Fraction, value: Fraction, step: Fraction, mark: str) -> Fit:
    if mark == "under":
        return Fit.ROUNDED if truth < value + step / 2 else Fit.NO
    if truth < value * NEARLY:
        return Fit.NO
    return Fit.ROUNDED if truth < value + step * 10 else Fit.LOOSE


def numbers(text: str, start: int = 0, end: int | None = None) -> Iterator[Written]:
    """Every number in a part of a text, in order; digits inside a word (`fp16`, `Llama-3`, `1.5.2`) are none."""
    for found in NUMBER.finditer(text, start, len(text) if end is None else end):
        if not _inside_word(text, found) and not _in_power(text, found):
            yield _written(found)


def first(text: str, start: int = 0) -> Written | None:
    """The number that a text begins with at `start`, after blanks; None where it begins with something else."""
    skipped = len(text[start:]) - len(text[start:].lstrip())
    found = NUMBER.match(text, start + skipped)
    return None if found is None or _inside_word(text, found) else _written(found)


def scaled(number: Written, by: int) -> Written:
    """A number that is told in another unit: 110 in a column of millions."""
    return replace(number, value=number.value * by, step=number.step * by, plain=False, thousands=by == UNITS["k"])


def _in_power(text: str, found: re.Match[str]) -> bool:
    """Whether what was matched is a base or an exponent: 2^17, 2<sup>17</sup> without its tags."""
    return bool(_POWER_AHEAD.match(text, found.end()) or _POWER_BEFORE.search(text[: found.start()][-MOST_LETTERS:]))


def _inside_word(text: str, found: re.Match[str]) -> bool:
    """Whether what was matched is a part of a name, a version or a date."""
    end = found.end()
    ahead, before = text[end : end + 2], text[: found.start("digits")] if found["digits"] else text[: found.start()]
    if len(found[0]) > MOST_LETTERS or (ahead[:1].isascii() and (ahead[:1].isalnum() or ahead[:1] == "_")):
        return not (
            found["digits"] and not found["unit"] and re.match(r"(?:[gmtk]i?b|bit|x|d)\b", text[end:], re.IGNORECASE)
        )
    # 1,24 may be a fraction and may be two numbers
    if not found["unit"] and re.match(r"\.\d|-\d+-|/\d+/|,\d", text[end:]):
        return True
    return bool(_IN_NAME.search(before[-MOST_LETTERS:])) and not found["mark"]


def _written(found: re.Match[str]) -> Written:
    unit = re.sub(r"[\s\u00a0\u202f-]", "", found["unit"] or "").lower()
    size = UNITS[unit]
    if found["word"]:
        digits, places = str(_spelt(found["word"].lower())), 0
    else:
        digits = re.sub(r"[,，_\s\u00a0\u202f]", "", found["digits"])
        digits = digits.replace(".", "") if digits.count(".") > 1 else digits
        places = len(digits.partition(".")[2])
    zeros = 0 if places else len(digits) - len(digits.rstrip("0"))
    step = Fraction(size, 10**places)
    return Written(
        text=found[0].strip().replace("\u00a0", " "),
        value=Fraction(digits) * size,
        step=step,
        zeros=zeros,
        mark=_mark(found),
        plain=not unit and not places,
        thousands=unit == "k",
        start=found.start(),
        end=found.end(),
    )


def _mark(found: re.Match[str]) -> str:
    mark = found["mark"] or ""
    if re.fullmatch(_UNDER, mark, re.IGNORECASE):
        return "under"
    if re.fullmatch(_OVER, mark, re.IGNORECASE) or found["after"] == "+" or found["more"]:
        return "over"
    if found["after"] is not None:
        rest = found.string[found.end() :].lstrip()
        return "over" if rest.startswith("以上") else "about"
    return "about" if mark else ""


def _spelt(words: str) -> int:
    return sum(WORDS[word] for word in re.split(r"[- ]", words))
