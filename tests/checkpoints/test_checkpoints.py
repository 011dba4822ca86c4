"""Checkpoints: names and shapes from headers, indexes and listings, and what is no checkpoint."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from embcalc.checkpoints import Stored, read
from embcalc.errors import SourceError

TABLE, HEAD = "model.embed_tokens.weight", "lm_head.weight"


def safetensors(path: Path, shapes: Mapping[str, object], dtype: str = "BF16") -> Path:
    """A file with this header and no weights."""
    entries = {name: {"dtype": dtype, "shape": shape, "data_offsets": [0, 0]} for name, shape in shapes.items()}
    header = json.dumps({"__metadata__": {"format": "pt"}, **entries}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header)
    return path


def test_a_header_gives_names_types_and_shapes(tmp_path: Path) -> None:
    """The file itself, or the folder that holds it; what is not wanted is left out."""
    file = safetensors(tmp_path / "model.safetensors", {TABLE: [12, 4], "scale": []})
    assert read(file).tensors == {TABLE: Stored("BF16", (12, 4)), "scale": Stored("BF16", ())}
    assert read(tmp_path, wanted=lambda name: name == TABLE).tensors == {TABLE: Stored("BF16", (12, 4))}
    assert read(tmp_path).location == str(file)


def test_of_an_index_only_the_shards_asked_for_are_opened(tmp_path: Path) -> None:
    """The shard that is not here holds nothing that is wanted."""
    safetensors(tmp_path / "a.safetensors", {TABLE: [12, 4]})
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {TABLE: "a.safetensors", HEAD: "gone.safetensors"}}))
    assert read(tmp_path, wanted=lambda name: name == TABLE).tensors == {TABLE: Stored("BF16", (12, 4))}
    with pytest.raises(SourceError, match=r"gone\.safetensors: No such file"):
        read(index)


@pytest.mark.parametrize(
    "text",
    [
        '{"note": "", "tensors": {"lm_head.weight": {"dtype": "F16", "shape": [8, 4]}}}',
        '{"lm_head.weight": {"dtype": "F16", "shape": [8, 4]}}',
        '{"__metadata__": {"format": "pt"}, "lm_head.weight": {"dtype": "F16", "shape": [8, 4]}}',
    ],
)
def test_a_listing_is_read_with_or_without_a_key_around_it(tmp_path: Path, text: str) -> None:
    """As tools print the shapes of a checkpoint."""
    (tmp_path / "shapes.json").write_text(text)
    assert read(tmp_path / "shapes.json").tensors == {HEAD: Stored("F16", (8, 4))}


def test_a_listing_may_give_shapes_alone(tmp_path: Path) -> None:
    """Then no data type is known."""
    (tmp_path / "shapes.yaml").write_text("lm_head.weight: [8, 4]\n")
    assert read(tmp_path / "shapes.yaml").tensors == {HEAD: Stored("", (8, 4))}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.safetensors", b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        ("x.safetensors", b"", "is empty"),
        ("x.safetensors", b"PK\x03\x04" + bytes(40), "a zip archive or a PyTorch checkpoint, not a safetensors file"),
        ("x.bin", b"PK\x03\x04" + bytes(40), "a zip archive or a PyTorch checkpoint, not a list of tensors"),
        ("x.gguf", b"GGUF" + bytes(40), "a GGUF checkpoint, not a list of tensors"),
        ("config.json", b'{"model_type": "llama", "vocab_size": 8}', "which is none"),
        ("x.safetensors", struct.pack("<Q", 2**60), "damaged"),
        ("x.safetensors", struct.pack("<Q", 100) + b"{}", "damaged"),
        ("x.safetensors", struct.pack("<Q", 2) + b"[]", "damaged"),
        ("x.safetensors", struct.pack("<Q", 10) + b'{"a":"b"} ', "damaged"),
        ("x.json", b"{}", "lists no tensors"),
        ("x.json", b'{"tensors": [1]}', "lists no tensors"),
        ("x.json", b'{"a": {"shape": "8x4"}}', "has the shape 8x4, which is none"),
        ("x.json", b'{"a": {"shape": [8, -4]}}', "which is none"),
        ("x.json", b'{"a": [8, 4.0]}', "which is none"),
        ("x.json", b'{"weight_map": 3}', "no mapping"),
        ("x.json", b'{"weight_map": {"a": "../b.safetensors"}}', "no file beside it"),
        ("x.json", b'{"weight_map": {"a": "/etc/b.safetensors"}}', "no file beside it"),
        ("x.json", b'{"weight_map": {"a": "b.bin"}}', "only safetensors files are opened"),
    ],
)
def test_what_is_no_checkpoint_is_one_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    """Damage, pointers, shards out of the folder: an error that names the file."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=message) as caught:
        read(tmp_path / name)
    assert str(tmp_path / name) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_checkpoint_is_whole_unless_it_is_a_shard_or_a_list(tmp_path: Path) -> None:
    """An index leads to all of a model, a file of its own is all of it."""
    shard = safetensors(tmp_path / "model-00001-of-00002.safetensors", {TABLE: [12, 4]})
    (tmp_path / "x.index.json").write_text(json.dumps({"weight_map": {TABLE: shard.name}}))
    (tmp_path / "list.json").write_text(json.dumps({TABLE: [12, 4]}))
    assert not read(shard).whole
    assert not read(tmp_path / "list.json").whole
    assert read(tmp_path / "x.index.json").whole
    assert read(safetensors(tmp_path / "model.safetensors", {TABLE: [12, 4]})).whole


def test_a_tensor_without_a_data_type_is_an_error(tmp_path: Path) -> None:
    """As the reference reader refuses it."""
    with pytest.raises(SourceError, match=r"x\.safetensors: lm_head\.weight has no data type"):
        read(safetensors(tmp_path / "x.safetensors", {HEAD: [8, 4]}, dtype=""))


def test_a_tensor_that_its_shard_does_not_hold_is_an_error(tmp_path: Path) -> None:
    """The index is out of date then."""
    safetensors(tmp_path / "a.safetensors", {TABLE: [12, 4]})
    (tmp_path / "x.json").write_text(json.dumps({"weight_map": {HEAD: "a.safetensors"}}))
    with pytest.raises(SourceError, match=r"lm_head\.weight is not in a\.safetensors"):
        read(tmp_path / "x.json")


def test_a_folder_without_a_checkpoint_says_what_is_read(tmp_path: Path) -> None:
    """The hint names the files."""
    with pytest.raises(SourceError, match="no checkpoint in this folder") as caught:
        read(tmp_path)
    assert "model.safetensors" in (caught.value.hint or "")
