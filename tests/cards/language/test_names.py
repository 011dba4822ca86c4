"""Names of models in a text."""

from __future__ import annotations

import time

import pytest

from embcalc.cards.language.names import Names, Whose

NAMES = Names(["Foobar-Base", "foobar_base"])
LONG = (
    "foobar" + "_a" * 900,
    "foobar-" * 300,
    "Foobar-A" * 250,
    "foobar_x_" * 220 + " foobar-large",
    "bert_a" + "_a" * 900 + "-",
    "llama-1" + ".1" * 900 + "-",
    "a/" * 900,
)


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:12])
def test_a_long_name_is_read_at_once(text: str) -> None:
    """A word of hundreds of parts takes a moment, however it is parted."""
    begun = time.process_time()
    NAMES.mentions(text)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("Foobar-Base", Whose.OWN),
        ("foobar_base", Whose.OWN),
        ("Foobarv1-Base", Whose.OWN),
        ("Foobarv2-Base", Whose.OTHER),
        ("Foobar-Large", Whose.OTHER),
        ("foobar-tiny-v2", Whose.OTHER),
        ("foobar_large", Whose.OTHER),
        ("Llama-3-8B", Whose.OTHER),
        ("my_model_v2_7b", Whose.OTHER),
    ],
)
def test_names_of_siblings_are_told_apart(text: str, whose: Whose) -> None:
    """A sibling has the first word of this model's name, and a rank of its own."""
    assert [(mention.name, mention.whose) for mention in NAMES.mentions(f"See {text} for more.")] == [(text, whose)]
