"""Where a key stands in a config."""

from __future__ import annotations

from pathlib import Path

import pytest

from embcalc.sources.places import key_place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n  "d": 1,\n  "vocab_size": 9\n}', (3, 3)),
        ('\ufeff{"vocab_size" : 9}', (1, 2)),
        ("d: 1\nvocab_size: 9\n", (2, 1)),
        ('{"padded_vocab_size": 1, "x": {"vocab_size": 9}}', (1, 32)),
        ("padded_vocab_size: 1\nvocab_size: 9\n", (2, 1)),
        ("{}", (1, 1)),
    ],
)
def test_the_first_one_is_found(tmp_path: Path, text: str, place: tuple[int, int]) -> None:
    """A longer name that ends alike is another key."""
    (tmp_path / "config.json").write_text(text)
    assert key_place(tmp_path / "config.json", "vocab_size") == place


def test_a_file_that_is_gone_has_its_beginning(tmp_path: Path) -> None:
    """The message that needs the place is not lost for it."""
    assert key_place(tmp_path / "gone.json", "vocab_size") == (1, 1)
