"""Where a figure stands in its sentence: what is before and behind it, and which models are named there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from embcalc.cards.language.names import Mention, Names
    from embcalc.cards.language.phrase import Phrase


class Place(NamedTuple):
    """A phrase in its sentence, in which this model was last mentioned before it up to `start` (0: it was not).

    `mentions` are the models named in the sentence, `above` is the text before it in its block.
    """

    sentence: str
    phrase: Phrase
    names: Names
    mentions: list[Mention]
    start: int
    above: str

    @property
    def before(self) -> str:
        """What stands before the phrase, after the last mention of this model."""
        return self.sentence[self.start : self.phrase.start]

    @property
    def close(self) -> str:
        """The end of it."""
        return self.before[-90:]

    @property
    def after(self) -> str:
        """What follows the phrase."""
        return self.sentence[self.phrase.end :]
