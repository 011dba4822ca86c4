"""Phrases of real cards, read in place where they lie: each is judged or passed over for a stated reason."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from embcalc.api import load
from embcalc.cards.claims import loose, search
from embcalc.cards.compare import compare
from embcalc.cards.documents import document
from embcalc.cards.judging.verdict import Verdict
from embcalc.cards.language.names import Names, of_title
from embcalc.cards.markup import text

CORPUS = Path(os.environ.get("EMBCALC_CORPUS", "../shared/corpus"))
LIST = CORPUS / "CLAIMS.tsv"
pytestmark = pytest.mark.skipif(not LIST.exists(), reason="the phrases are not here")

# what these cards say is not so: ProtGPT2 has 774,030,080 parameters
FALSE = {("nferruz__ProtGPT2", "738 million")}


def rows() -> list[list[str]]:
    """Slug, kind, value and phrase of each claim."""
    if not LIST.exists():
        return []
    return [line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines()[1:] if line]


def card(slug: str, phrase: str) -> document.Document:
    """A card that says this phrase: in a table where it was one, else as its own paragraph."""
    name, parts = slug.rpartition("__")[2], phrase.split(" | ")
    if len(parts) == 2:
        body = f"| Property | Value |\n|---|---|\n| {parts[0]} | {parts[1]} |"
    elif len(parts) == 3:
        body = f"| Model | {parts[1]} |\n|---|---|\n| {parts[0]} | {parts[2]} |"
    else:
        body = phrase
    return document.of_text(f"/cards/{slug}/README.md", f"# {name}\n\n{body}\n")


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}:{row[4]}:{row[1]}")
def test_each_phrase_is_judged_or_passed_over(row: list[str]) -> None:
    """Something is found at the value, and where it is skipped a reason is given."""
    slug, _, value, phrase = row[:4]
    made = card(slug, phrase)
    read = text.read(made)
    found = search.find(made, read, Names([slug, *of_title(read.title)]))
    every = [*found, *loose.find(made, read, found)]
    assert every
    digits = re.search(r"\d[\d,.]*\d|\d", value)
    if digits and "precision |" not in phrase.lower():
        assert any(digits[0].rstrip(",.") in item.text for item in every)
    assert all(getattr(item, "reason", "a claim") for item in every)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}:{row[4]}:{row[1]}")
def test_no_true_phrase_is_called_false(row: list[str]) -> None:
    """Where the slug's config is known, nothing but the false statements fails."""
    slug, _, value, phrase = row[:4]
    config = CORPUS / "configs" / f"{slug}.json"
    # a table of several models in which this one's column is bold: here it is one value, out of its table
    if not config.exists() or slug.startswith("ibm-granite"):
        pytest.skip("no config, or a cell out of its table")
    checked = compare(card(slug, phrase), load(str(config)))
    if not any(slug == name and number in phrase for name, number in FALSE):
        assert [finding.message for finding in checked.findings if finding.verdict is Verdict.FAIL] == []
    assert value
