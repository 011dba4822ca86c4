"""The cards that a command's paths name, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from embcalc.cards.check import check
from embcalc.cards.paths import distinct
from tests.cards.test_check import folder


def test_a_card_and_its_config_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of its files are named, and however: the first of them stands for the card."""
    place, other = folder(tmp_path / "m", "# M\n"), folder(tmp_path / "n", "# N\n")
    (tmp_path / "link").symlink_to(place)
    monkeypatch.chdir(tmp_path)
    names = [place / "config.json", place / "README.md", place, other, Path("m"), tmp_path / "link" / "README.md"]
    assert list(distinct(map(str, names))) == [str(place / "config.json"), str(other)]


def test_paths_that_name_no_card_stay(tmp_path: Path) -> None:
    """Each once, so that each is reported; two configs without a card are two."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}")
    names = [str(tmp_path / name) for name in ("gone", "gone", "a", "a/config.json", "b/config.json")]
    assert list(distinct(names)) == [names[0], *names[2:]]


@pytest.mark.parametrize("strict", [False, True])
def test_a_config_without_a_card_is_no_fault(tmp_path: Path, *, strict: bool) -> None:
    """It is listed as passed over; a folder without a card, and a config that is not there, are faults."""
    (tmp_path / "config.json").write_text("{}")
    checked = check(tmp_path / "config.json")
    assert not checked.failed(strict=strict)
    assert [(finding.verdict.value, finding.message) for finding in checked.findings] == [
        ("skipped", "there is no README.md beside the config")
    ]
    assert check(tmp_path).failed()
    assert check(tmp_path / "other" / "config.json").failed()
