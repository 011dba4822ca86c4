"""The bundled configs are found by name and by Hub id."""

from __future__ import annotations

from pathlib import Path

import pytest

from embcalc.sources import bundled, load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundled folder of two models, in the place where a wheel has it."""
    configs = tmp_path / "embcalc" / "configs"
    configs.mkdir(parents=True)
    (configs / "tiny-1b.yaml").write_text("# org/Tiny-1B 0123456789abcdef\nvocab_size: 3\n")
    (configs / "Big.yaml").write_text("# org/Big with a remark\nvocab_size: 4\n")
    (configs / "notes.txt").write_text("no model")
    monkeypatch.setattr(bundled, "_PACKAGE", tmp_path / "embcalc")
    return configs


@pytest.mark.usefixtures("folder")
def test_names_are_file_names() -> None:
    """Sorted, and only those of YAML files."""
    assert bundled.names() == ["Big", "tiny-1b"]


@pytest.mark.usefixtures("folder")
def test_hub_ids_stand_in_the_first_lines() -> None:
    """A second word is a commit only where it looks like one."""
    assert bundled.hub_ids() == {"org/Big": "Big", "org/Tiny-1B": "tiny-1b"}
    assert [model.commit for model in map(bundled.find, bundled.names()) if model] == [None, "0123456789abcdef"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("word", ["tiny-1b", "TINY-1B", "Tiny-1b"])
def test_name_is_loaded_without_regard_to_case(word: str) -> None:
    """The model keeps its own spelling; its location is its Hub id."""
    assert load(word) == ({"vocab_size": 3}, "tiny-1b", "bundled", "org/Tiny-1B", "0123456789abcdef", ())


def test_hub_id_is_found_without_regard_to_case(folder: Path) -> None:
    """An id that no bundled model has is None."""
    found = bundled.find_hub_id("ORG/tiny-1b")
    assert found
    assert found.path == folder / "tiny-1b.yaml"
    assert bundled.find_hub_id("org/other") is None


def test_lookup_by_name_reads_no_other_file(folder: Path) -> None:
    """A name is a file name, so a broken neighbour does no harm."""
    (folder / "broken.yaml").write_bytes(b"\xff")
    assert load("tiny-1b").data == {"vocab_size": 3}
    assert bundled.find("absent") is None


def test_checkout_has_the_folder_beside_the_package(folder: Path) -> None:
    """Where the package holds no configs, those beside it are bundled; where neither exists, there are none."""
    folder.rename(folder.parents[1] / "configs")
    assert bundled.names() == ["Big", "tiny-1b"]
    (folder.parents[1] / "configs").rename(folder.parents[1] / "elsewhere")
    assert bundled.names() == []


@pytest.mark.parametrize("name", bundled.names())
def test_every_bundled_config_loads_and_names_its_repository(name: str) -> None:
    """The first line is a comment with an owner and a name."""
    source = load(name)
    assert source.name == name
    assert len(source.location.split("/")) == 2
    assert source.data["model_type"]


def test_hub_ids_are_unique() -> None:
    """One bundled model a repository, so that an id leads to one config."""
    assert len({hub_id.casefold() for hub_id in bundled.hub_ids()}) == len(bundled.names())
