"""The files of a config: those that are named, and those that lie beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from embcalc.errors import SourceError
from embcalc.rows import CHECKPOINT, TOKENIZER, Files
from embcalc.rows.files import compare
from embcalc.verdicts import Verdict
from tests.checkpoints.test_checkpoints import HEAD, TABLE, safetensors
from tests.rows.test_tokens import model
from tests.sources.test_tokenizer import fast


def kinds(asked: Files, folder: Path | None) -> list[tuple[str, Verdict]]:
    """What comes of a model with 8 rows of width 64, its files in this folder."""
    return [(found.kind, found.verdict) for found in compare(asked, model(8), folder, None)]


def test_only_what_is_asked_for_is_compared(tmp_path: Path) -> None:
    """Files that merely lie there are left alone, unless that is asked for."""
    fast(tmp_path, {"a": 0, "b": 1})
    safetensors(tmp_path / "model.safetensors", {TABLE: [8, 64], HEAD: [8, 64]})
    assert kinds(Files(), tmp_path) == []
    assert [kind for kind, _ in kinds(Files(beside=True), tmp_path)] == [TOKENIZER, CHECKPOINT, CHECKPOINT]
    assert [kind for kind, _ in kinds(Files(tokenizer=str(tmp_path)), None)] == [TOKENIZER]
    assert [kind for kind, _ in kinds(Files(checkpoint=str(tmp_path)), None)] == [CHECKPOINT, CHECKPOINT]


def test_a_stated_length_stands_for_the_tokenizers() -> None:
    """With no file at all, and before the length that a file has."""
    assert kinds(Files(tokens=9), None) == [(TOKENIZER, Verdict.FAIL)]
    assert kinds(Files(tokens=8), None) == [(TOKENIZER, Verdict.OK)]


def test_a_stated_length_needs_no_tokenizer_beside_the_config(tmp_path: Path) -> None:
    """A damaged file there is not even read."""
    (tmp_path / "tokenizer.json").write_text("{")
    assert kinds(Files(tokens=8, beside=True), tmp_path) == [(TOKENIZER, Verdict.OK)]
    with pytest.raises(SourceError):
        kinds(Files(beside=True), tmp_path)


def test_pointers_beside_the_config_are_passed_over(tmp_path: Path) -> None:
    """A clone without its large files is no fault; one that is named must be there."""
    for name in ("tokenizer.json", "model.safetensors"):
        (tmp_path / name).write_text("version https://git-lfs.github.com/spec/v1\n")
    assert kinds(Files(beside=True), tmp_path) == [(TOKENIZER, Verdict.SKIPPED), (CHECKPOINT, Verdict.SKIPPED)]
    with pytest.raises(SourceError, match="LFS"):
        kinds(Files(tokenizer=str(tmp_path)), tmp_path)


def test_nothing_beside_the_config_is_nothing_to_compare(tmp_path: Path) -> None:
    """A folder with a config alone, and a config from elsewhere: that is said, as something passed over."""
    assert kinds(Files(beside=True), tmp_path) == [("files", Verdict.SKIPPED)]
    assert kinds(Files(beside=True), None) == [("files", Verdict.SKIPPED)]


def test_shards_beside_the_config_that_are_pointers_are_passed_over(tmp_path: Path) -> None:
    """The index itself is in the clone; a shard that is not there at all is a fault."""
    index = {"weight_map": {TABLE: "a-1-of-1.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(SourceError, match="No such file"):
        kinds(Files(beside=True), tmp_path)
    (tmp_path / "a-1-of-1.safetensors").write_text("version https://git-lfs.github.com/spec/v1\n")
    assert kinds(Files(beside=True), tmp_path) == [(CHECKPOINT, Verdict.SKIPPED)]
    with pytest.raises(SourceError, match="LFS"):
        kinds(Files(checkpoint=str(tmp_path)), None)


def test_a_name_of_nothing_is_no_wish_for_nothing() -> None:
    """An empty name, as of a variable that is not set, must not pass."""
    assert Files(checkpoint="")
    assert Files(tokenizer="")
    assert not Files()
