"""Sizes of tokenizers: as `len(tokenizer)`, `tokenizer.vocab_size` and the highest id have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from embcalc.errors import SourceError
from embcalc.sources import tokenizer


def fast(folder: Path, vocab: object, added: dict[str, int] | None = None, pad: object = None) -> Path:
    """A folder with a tokenizer.json, as the tokenizers library saves it."""
    entries = [{"id": number, "content": token, "special": True} for token, number in (added or {}).items()]
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocab}, "added_tokens": entries}))
    if pad is not None:
        (folder / "tokenizer_config.json").write_text(json.dumps({"pad_token": pad}))
    return folder


def test_added_tokens_count_to_the_length_alone(tmp_path: Path) -> None:
    """One that the vocabulary has already is not counted again: 4 tokens, 2 more, of which 1 is new."""
    folder = fast(tmp_path, {"a": 0, "b": 1, "c": 2, "d": 3}, {"b": 1, "<pad>": 4}, pad={"content": "<pad>"})
    assert tokenizer.read(folder) == (5, 4, 4, 4, str(folder / "tokenizer.json"))


def test_ids_may_have_gaps(tmp_path: Path) -> None:
    """The highest id is then beyond the length."""
    found = tokenizer.read(fast(tmp_path, {"a": 0, "b": 1, "c": 9}, {"<pad>": 12}))
    assert (found.length, found.base, found.highest) == (4, 3, 12)


def test_a_unigram_vocabulary_is_a_list_with_scores(tmp_path: Path) -> None:
    """Its places are the ids; the padding token is one of them here."""
    found = tokenizer.read(fast(tmp_path, [["<unk>", 0.0], ["a", -1.5], ["b", -2.0]], pad="a"))
    assert found[:4] == (3, 3, 2, 1)


def test_a_piece_that_stands_twice_in_a_list_counts_twice(tmp_path: Path) -> None:
    """Its second place is a row, too; lines of a vocab.txt give a token the last of its places alone."""
    found = tokenizer.read(fast(tmp_path, [["<unk>", 0.0], ["a", -1.5], ["a", -2.0]]))
    assert found[:3] == (3, 3, 2)
    (tmp_path / "vocab.txt").write_text("[UNK]\na\na\n")
    assert tokenizer.read(tmp_path / "vocab.txt")[:3] == (2, 2, 2)


WRITTEN = {"content": "<x>", "special": True, "__type": "AddedToken"}


@pytest.mark.parametrize(
    ("settings", "others", "length", "pad"),
    [
        ({"pad_token": "a"}, {}, 2, 0),
        ({"pad_token": "[PAD]"}, {}, 3, 2),
        ({"pad_token": WRITTEN, "eos_token": "b", "bos_token": None, "add_bos_token": True}, {}, 3, 2),
        ({"pad_token": "<x>", "eos_token": "<x>", "additional_special_tokens": ["<x>", "a"]}, {}, 3, 2),
        ({"extra_special_tokens": {"image_token": "<image>"}}, {}, 3, None),
        ({"extra_special_tokens": ["<q>", "<r>"]}, {}, 4, None),
        ({"added_tokens_decoder": {"0": {"content": "a"}, "7": {"content": "<x>"}}}, {}, 3, None),
        ({}, {"added_tokens.json": {"<x>": 2, "<y>": 3}}, 4, None),
        ({}, {"special_tokens_map.json": {"pad_token": "[PAD]", "additional_special_tokens": ["<q>"]}}, 4, 2),
        ({"added_tokens_decoder": {}}, {"special_tokens_map.json": {"pad_token": "[PAD]"}}, 2, None),
        ({"added_tokens_decoder": {}}, {"added_tokens.json": {"<x>": 2}}, 2, None),
    ],
)
def test_tokens_that_only_the_files_beside_it_name_are_added(
    tmp_path: Path, settings: object, others: dict[str, object], length: int, pad: int | None
) -> None:
    """With the next ids, as transformers 5.24 does when it loads two tokens with these files beside them."""
    fast(tmp_path, {"a": 0, "b": 1})
    for name, value in {"tokenizer_config.json": settings, **others}.items():
        (tmp_path / name).write_text(json.dumps(value))
    assert tokenizer.read(tmp_path)[:4] == (length, 2, length - 1, pad)


def test_vocab_json_with_the_files_beside_it(tmp_path: Path) -> None:
    """As a byte-level BPE tokenizer saves them: the newer file names the added tokens of the older one, too."""
    (tmp_path / "vocab.json").write_text(json.dumps({"a": 0, "b": 1}))
    (tmp_path / "added_tokens.json").write_text(json.dumps({"<pad>": 2}))
    config = {"pad_token": "<pad>", "added_tokens_decoder": {"2": {"content": "<pad>"}, "3": {"content": "<x>"}}}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    assert tokenizer.read(tmp_path)[:4] == (4, 2, 3, 2)


@pytest.mark.parametrize("end", ["", "\n"])
def test_vocab_txt_has_a_token_a_line(tmp_path: Path, end: str) -> None:
    """As WordPiece tokenizers save it, with or without a last newline."""
    (tmp_path / "vocab.txt").write_text(f"[PAD]\n[UNK]\na\nb{end}")
    assert tokenizer.read(tmp_path)[:3] == (4, 4, 3)


def test_a_sentencepiece_model_alone_does_not_say_its_length(tmp_path: Path) -> None:
    """How many ids are added to the pieces is up to the class."""
    (tmp_path / "spiece.model").write_bytes(b"\n\x01")
    assert tokenizer.find(tmp_path) is None
    with pytest.raises(SourceError, match="no tokenizer in this folder"):
        tokenizer.read(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b'{"model": {}}',
        b'{"model": {"vocab": 3}}',
        b'{"model": {"vocab": {}}}',
        b'{"model": {"vocab": {"a": "0"}}}',
        b'{"model": {"vocab": {"a": -1}}}',
        b'{"model": {"vocab": {"a": 0}}, "added_tokens": [3]}',
        b"version https://git-lfs.github.com/spec/v1",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_one_line(tmp_path: Path, content: bytes) -> None:
    """Never a traceback, and never a size made of half of it."""
    (tmp_path / "tokenizer.json").write_bytes(content)
    with pytest.raises(SourceError) as caught:
        tokenizer.read(tmp_path)
    assert str(caught.value).startswith(str(tmp_path / "tokenizer.json"))
