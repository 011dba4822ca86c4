"""Words that name files and folders lead to a config or to a line that helps; they never reach the Hub."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from embcalc.errors import SourceError
from embcalc.sources import hub, load

DATA = {"model_type": "llama", "vocab_size": 3}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, and let no word through to the Hub."""

    def fetch(repo: str, revision: str | None) -> Any:
        raise AssertionError((repo, revision))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hub, "fetch", fetch)


def write(path: str, data: Any = DATA) -> None:
    """Write a JSON file, with the folders above it."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(data))


def refused(word: str) -> tuple[str, str | None]:
    """The line and the hint with which a word is refused."""
    with pytest.raises(SourceError) as caught:
        load(word)
    assert f"{caught.value}{caught.value.hint}".isprintable()
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(
    ("word", "path", "name"),
    [
        ("tiny.json", "tiny.json", "tiny"),
        ("models/tiny", "models/tiny/config.json", "tiny"),
        ("models/tiny/", "models/tiny/config.json", "tiny"),
        ("models/tiny/config.json", "models/tiny/config.json", "tiny"),
        ("models/tiny", "models/tiny/config.yaml", "tiny"),
        ("tiny", "tiny", "tiny"),
        ("gpt2", "gpt2/config.json", "gpt2"),
    ],
)
def test_file_or_folder_is_read(word: str, path: str, name: str) -> None:
    """A file is read as it is, a folder through its config; both come before a bundled name."""
    write(path)
    assert load(word) == (DATA, name, "file", str(Path(path)), None, ())


@pytest.mark.parametrize(
    "word",
    [
        "./tiny",
        "../tiny",
        "~/no-such/tiny",
        "/no-such/tiny",
        "tiny.json",
        "org/tiny.YAML",
        "C:/tiny",
        "C:\\tiny",
        "a\\b",
        "models/demo",
        "org/",
        "~nobody-of-that-name/x",
        "home/user/models/demo/checkpoint",
    ],
)
def test_path_that_does_not_exist_is_no_repository(word: str) -> None:
    """No such file or directory, and no request."""
    Path("models").mkdir()
    assert "no such file or directory" in refused(word)[0]


def test_close_names_are_offered() -> None:
    """Those beside the first part of the path that does not exist."""
    write("models/llama-tiny/config.json")
    assert refused("models/lama-tiny/config.json")[1] == f"Did you mean {Path('models/llama-tiny')}?"
    assert refused("./modles/x/y")[1] == "Did you mean models?"


def test_repository_behind_a_folder_of_the_same_name_is_reachable() -> None:
    """`models/demo` is a path where `models` is a folder; the hint says how to ask the Hub all the same."""
    Path("models").mkdir()
    assert refused("models/demo")[1] == "For the repository of that name on the Hub, write models/demo@main"
    with pytest.raises(AssertionError, match=r"\('models/demo', 'main'\)"):
        load("models/demo@main")


@pytest.mark.parametrize(
    ("files", "held", "hint"),
    [
        ({"adapter_config.json": {"base_model_name_or_path": "o/base\x1b"}}, "an adapter", r"base model: o/base\x1b"),
        ({"adapter_config.json": []}, "an adapter (adapter_config.json)", None),
        ({"a.gguf": 0, "b.gguf": 0}, "a.gguf and 1 more", "converted to GGUF"),
        ({"params.json": {}}, "params.json, which is another format", "converted form"),
        ({"model_index.json": {}}, "a pipeline (model_index.json)", "text_encoder"),
        ({"x\x1b[31m": 0}, r"x\x1b[31m", None),
        ({}, "nothing", None),
    ],
)
def test_folder_without_a_config_says_what_it_holds(files: dict[str, Any], held: str, hint: str | None) -> None:
    """An adapter's base model, GGUF files and other formats each lead on; names are escaped."""
    Path("folder").mkdir()
    for name, data in files.items():
        write(f"folder/{name}", data)
    line, said = refused("folder")
    assert f"folder: the folder has no config.json; it holds {held}" in line
    assert (hint or "") in (said or "")


def test_folder_without_a_config_gives_way_to_a_bundled_name() -> None:
    """A checkout or a cache named gpt2 does not hide the bundled model."""
    Path("gpt2").mkdir()
    assert load("gpt2").kind == "bundled"


def test_broken_link_is_named() -> None:
    """The line says where the link leads, for a file and for a folder's config."""
    Path("link.json").symlink_to("gone.json")
    assert refused("link.json")[0] == "link.json: a link to gone.json, which is gone"
    Path("folder").mkdir()
    Path("folder/config.json").symlink_to("gone.json")
    assert "No such file or directory" in refused("folder")[0]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("", "'': no such file and no bundled model"),
        ("nothing-like-it", "nothing-like-it: no such file and no bundled model"),
        ("x" * 5000, "File name too long"),
        ("a\0b", "null"),
        ("\x1b[31m", r"\x1b[31m: no such file and no bundled model"),
        ("https://example.org/owner/name/tree/main", "an address"),
        ("owner/name@", "no revision after the @"),
    ],
)
def test_other_words_are_refused_in_one_line(word: str, said: str) -> None:
    """Whatever the word is, the line can be printed."""
    assert said in refused(word)[0]


def test_unknown_name_offers_bundled_ones() -> None:
    """Close bundled names come first, then how Hub ids are written."""
    hint = refused("lama-3-8b")[1] or ""
    assert hint.startswith("Did you mean llama-3-8b")
    assert hint.endswith("? Models on the Hub are written owner/name.")
