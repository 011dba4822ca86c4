"""JSON: exact, and harmless to a terminal."""

from __future__ import annotations

import json

import pytest

from embcalc.render.json import render


def test_integers_are_exact_and_text_keeps_its_letters() -> None:
    """No exponent, no rounding, no escape of what can be shown."""
    document = {"total": 2_360_603_780_091_904, "share": 0.25, "name": "Größe 漢"}
    assert json.loads(render(document)) == document
    assert "2360603780091904" in render(document)
    assert "Größe 漢" in render(document)


def test_flat_objects_of_a_list_take_one_line_each() -> None:
    """Tens of thousands of tensors stay readable."""
    assert render([{"a": 1}, {"a": [2, 3]}]) == '[\n  {"a": 1},\n  {"a": [2, 3]}\n]'
    assert render([{"a": {"b": 1}}]).count("\n") > 2
    assert render([]) == "[]"


@pytest.mark.parametrize("char", ["\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\U000e0001", "\n"])
def test_what_a_terminal_would_act_on_is_escaped(char: str) -> None:
    """The text is the same when it is read back."""
    for document in ({"name": f"a{char}b"}, [{"name": f"a{char}b"}]):
        shown = render(document)
        assert shown.replace("\n", "").isprintable()
        assert json.loads(shown) == document
