"""Several values after one option."""

from __future__ import annotations

import pytest

from embcalc.cli.spread import spread

MANY = ("--vocab", "--hidden")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("--vocab 32k 128k", "--vocab 32k --vocab 128k"),
        ("m --vocab 32k 128k", "m --vocab 32k --vocab 128k"),
        ("--vocab 32k 128k m", "--vocab 32k --vocab 128k m"),
        ("--vocab=32k 128k m", "--vocab=32k --vocab 128k m"),
        ("--vocab 32k,64k 16k..256k m n", "--vocab 32k,64k --vocab 16k..256k m n"),
        ("--vocab 32k --tie 64k", "--vocab 32k --tie 64k"),
        ("--vocab 32k --hidden 1024 2048 m", "--vocab 32k --hidden 1024 --hidden 2048 m"),
        ("--vocab 12.8万 32Ki", "--vocab 12.8万 --vocab 32Ki"),
        # the word after the option is its value, whatever it looks like; the error names it
        ("--vocab x 32k", "--vocab x --vocab 32k"),
        # a model that is named like a size
        ("32k --vocab 64k", "32k --vocab 64k"),
        ("--vocab 64k ./32k", "--vocab 64k ./32k"),
        ("--vocab 64k -- 32k", "--vocab 64k -- 32k"),
        ("--vocab 64k llama-3-8b 7b.yaml", "--vocab 64k llama-3-8b 7b.yaml"),
        ("-- --vocab 32k 64k", "-- --vocab 32k 64k"),
        ("", ""),
    ],
)
def test_sizes_that_follow_an_option_are_its_values(typed: str, expected: str) -> None:
    """Each size gets the option before it; words that are no sizes stay where they are."""
    assert expected.split() == spread(typed.split(), MANY)
