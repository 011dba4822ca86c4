"""What was found in a card and beside it, each thing with its place and its verdict, and whether that passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from embcalc.errors import EmbcalcError
from embcalc.verdicts import Verdict


@dataclass(frozen=True)
class Finding:
    """Something that a card says, and what became of it.

    Line and column count from 1; `reading` is "" or the name of a count. What came of comparing the config with its
    tokenizer or its checkpoint is a finding, too: its `path` is the config, and `facts` are the figures by name.
    """

    verdict: Verdict
    kind: str
    text: str
    line: int
    column: int
    message: str = ""
    actual: int | float | str | bool | None = None
    reading: str = ""
    way: str = ""
    path: str = ""
    facts: Mapping[str, Any] | None = None

    @property
    def is_claim(self) -> bool:
        """Whether it is something that a card says."""
        return self.facts is None


@dataclass(frozen=True)
class Checked:
    """A card and what was found in it; `error` where it or its config could not be read.

    Where a config was named that has no card beside it, that is `missing`, which is no fault.
    """

    path: str
    config: str = ""
    findings: list[Finding] = field(default_factory=list)
    remarks: tuple[str, ...] = ()
    error: EmbcalcError | None = None
    total_known: bool = True
    missing: bool = False

    def count(self, *verdicts: Verdict) -> int:
        """How many findings have one of these verdicts."""
        return sum(finding.verdict in verdicts for finding in self.findings)

    @property
    def judged(self) -> int:
        """How many claims and comparisons were judged."""
        return len(self.findings) - self.count(Verdict.SKIPPED)

    @property
    def makes_claims(self) -> bool:
        """Whether the card says anything that could be judged."""
        return any(finding.is_claim and finding.verdict is not Verdict.SKIPPED for finding in self.findings)

    def problems(self, *, strict: bool = False) -> list[str]:
        """Why the card as a whole fails, besides its findings."""
        if self.error is not None:
            return [str(self.error)]
        compared = [finding.verdict for finding in self.findings if not finding.is_claim]
        found: list[str] = []
        if strict and set(compared) == {Verdict.SKIPPED}:
            found.append("none of the files asked for could be compared with the config")
        if self.missing:
            return found
        if strict and not self.makes_claims:
            found.append("the card makes no claim that can be checked")
        if strict and not self.total_known:
            found.append("the architecture is not described, so the total is unknown")
        return found

    def failed(self, *, strict: bool = False) -> bool:
        """Whether the card does not pass."""
        return bool(self.count(Verdict.FAIL) or self.problems(strict=strict))
