"""`card`: the block of figures as it stands in a card, and what became of a card that was written."""

from __future__ import annotations

from embcalc.cards.documents.front_matter import KEY
from embcalc.cards.writing.block import render
from embcalc.cards.writing.figures import values
from embcalc.cards.writing.update import Updated
from embcalc.reports import Report
from embcalc.units import printable


def text(report: Report, *, front_matter: bool = False) -> str:
    """The block as Markdown, and before it the front matter's mapping where that is asked for."""
    if not front_matter:
        return render(report)
    lines = [f"{KEY}:", *(f"  {key}: {value}" for key, value in values(report).items())]
    return "\n".join(["---", *lines, "---", "", render(report)])


def outcome(updated: Updated) -> str:
    """`README.md:12: figures written`, or that they were up to date."""
    said = "figures written" if updated.changed else "up to date"
    return printable(f"{updated.path}:{updated.line}: {said}")
