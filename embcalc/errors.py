"""The errors that embcalc raises on purpose; the command line turns each into one line and an exit code."""

from __future__ import annotations

from collections.abc import Iterable


class EmbcalcError(Exception):
    """Base of every error that a wrong input can cause.

    `exit_code` is what the command line returns; `hint` is a second, optional line that says what to do.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def within(self, place: str) -> EmbcalcError:
        """The same error with the place it happened in put in front of its message."""
        self.args = (f"{place}: {self.args[0]}",)
        return self


class SourceError(EmbcalcError):
    """A file, a bundled name or a Hub repository cannot be read."""


class ConfigError(EmbcalcError):
    """A config holds a value that no model can be built from."""


class UnknownArchitectureError(EmbcalcError):
    """A model type or class that embcalc does not describe, and of which nothing can be said."""


class UsageError(EmbcalcError):
    """The command was called with words that contradict each other."""

    exit_code = 2


def close_matches(word: str, known: Iterable[str], most: int = 3, likeness: float = 0.6) -> list[str]:
    """The known words that are spelt like `word` (1.0: the same), without regard to case; best first."""
    import difflib

    by_folded = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=most, cutoff=likeness)
    return [by_folded[name] for name in found]


def did_you_mean(word: str, known: Iterable[str], most: int = 3) -> str | None:
    """`Did you mean …?` with the close matches, or None where nothing is close."""
    found = close_matches(word, known, most)
    return f"Did you mean {' or '.join(found)}?" if found else None
