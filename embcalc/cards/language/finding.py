"""What is found in a card before it is judged: claims about this model, and candidates that are none."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embcalc.cards.language.written import Written

PARAMETERS = "parameters"
VOCABULARY = "vocab_size"
HIDDEN = "hidden_size"
DIMENSION = "embedding_dimension"
LAYERS = "layers"
HEADS = "heads"
KV_HEADS = "kv_heads"
CONTEXT = "context"
TIED = "tied"
DTYPE = "dtype"
MEMORY = "memory"
SHARE = "embedding_share"

TOTAL, ACTIVE, NON_EMBEDDING, EMBEDDING, BACKBONE = "total", "active", "non-embedding", "embedding", "backbone"
HEAD = "output head"


@dataclass(frozen=True)
class Claim:
    """A statement about this model.

    `kind` is what it states, `reading` which count of the parameters; `written` its number, `state` its word where it
    is none ("yes", "bfloat16"), `dtype` the data type that a size in memory is given in, `unit` that size's unit in
    bytes (1 for a count that may be one of bytes). `start` is an offset in the file. `way` is "label" ("Layers: 32"),
    "table", "row" (of a table of several models), "sentence" or "front matter".
    Where it is not `sure` that the claim is meant of this model, one that does not hold is passed over, with the reason
    `doubt`.
    """

    kind: str
    text: str
    start: int
    written: Written | None = None
    reading: str = ""
    state: str = ""
    dtype: str = ""
    unit: int = 0
    way: str = "label"
    doubt: str = ""

    @property
    def sure(self) -> bool:
        """Whether it is surely meant of this model."""
        return not self.doubt

    def doubted(self, doubt: str) -> Claim:
        """The claim with a doubt, where there is one and the claim has none yet."""
        return replace(self, doubt=doubt) if doubt and self.sure else self

    def passed_over(self, reason: str) -> Skipped:
        """What the claim becomes where there is a reason why it is none of this model."""
        return Skipped(self.kind, self.text, self.start, reason)


@dataclass(frozen=True)
class Skipped:
    """A number or a word that could be taken for a claim and is none, with the reason."""

    kind: str
    text: str
    start: int
    reason: str


Found = Claim | Skipped


def moved(found: Found, by: int) -> Found:
    """What was found in a part of a text, in its place in the whole."""
    return replace(found, start=found.start + by)
