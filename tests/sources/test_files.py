"""JSON and YAML are read strictly: plain values, or one line that says what is wrong and where."""

from __future__ import annotations

import io
import json
import math
import os
import time
from pathlib import Path
from typing import Any

import pytest

from embcalc.config import Config
from embcalc.errors import ConfigError, SourceError
from embcalc.sources import files, load, strict_yaml

LLAMA = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": 32000, "hidden_size": 64}
UNREADABLE = os.name == "nt" or os.geteuid() == 0


def parsed(text: str | bytes, suffix: str = "") -> dict[str, Any]:
    """What a text is read as."""
    return files.parse(text if isinstance(text, bytes) else text.encode(), "F", suffix)


def refused(text: str | bytes, suffix: str = "") -> str:
    """The line with which a text is refused, its hint behind it; nothing in it acts on a terminal."""
    with pytest.raises(SourceError) as caught:
        parsed(text, suffix)
    line = f"{caught.value} | {caught.value.hint}"
    assert line.isprintable()
    assert len(line) < 400
    return line


def json_with(**changes: Any) -> str:
    """A config's JSON with some keys changed."""
    return json.dumps(LLAMA | changes)


def test_json_and_yaml_give_the_same_mapping() -> None:
    """The two languages are told apart by the suffix, else by a leading brace."""
    as_yaml = "architectures: [LlamaForCausalLM]\nmodel_type: llama\nvocab_size: 32000\nhidden_size: 64\n"
    read = [
        parsed(json_with(), ".json"),
        parsed(json_with()),
        parsed(json_with(), ".yaml"),
        parsed(as_yaml, ".yml"),
        parsed(as_yaml),
    ]
    assert read == [LLAMA] * 5


def test_not_a_number_is_read_and_refused_when_it_is_used() -> None:
    """Infinity and NaN stand in real configs where nobody uses them; as a size they are an error with its name."""
    data = parsed(json_with(time_step_limit=[0.0, math.inf], foo=math.nan, vocab_size=math.nan), ".json")
    assert data["time_step_limit"] == [0.0, math.inf]
    assert math.isnan(data["foo"])
    with pytest.raises(ConfigError, match="vocab_size must be a whole number"):
        _ = Config(data).vocab_size


def test_values_are_kept_as_written() -> None:
    """Text that looks like NaN, null, nested sections and integral floats are what they were."""
    odd = {"_name_or_path": "lab/NaNoLM-Infinity", "num_key_value_heads": None, "text_config": {"vocab_size": 262208}}
    written = odd | {"padded_vocab_size": 65024, "vocab_size": 32000.0}
    assert parsed(json_with(**written), ".json") == LLAMA | written


def test_absent_keys_stay_absent() -> None:
    """A config without model_type or sizes is read; nothing is filled in."""
    assert parsed('{"hidden_size": 64}', ".json") == {"hidden_size": 64}


@pytest.mark.parametrize("suffix", [".json", ".yaml", ""])
def test_byte_order_mark_is_skipped(suffix: str) -> None:
    """Editors on Windows write one at the start of UTF-8 text."""
    assert parsed(b"\xef\xbb\xbf" + json_with().encode(), suffix) == LLAMA


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n "a": 1,\n}', "line 2, column 8: not valid JSON: trailing comma before }"),
        ('{"a": [1, 2,]}', "line 1, column 12: not valid JSON: trailing comma before ]"),
        ('{"a": 1,,"b": 2}', "line 1, column 9: not valid JSON"),
        ('{"a": 1 // one\n}', "JSON has no comments"),
        ('{"a": 1} x', "line 1, column 10: not valid JSON: more text after the end"),
        ('{"a": ', "line 1, column 7: not valid JSON"),
        ('{"a": "\x1b[31m"}', "line 1, column 8: not valid JSON"),
        ('{"a": 1,\n "\\u001b": 2, "\\u001b": 3}', r"line 2, column 15: the key \x1b appears twice"),
        ('{"a": {"x": 1},\n "b": [{"x": 1}, {"x": 2, "y": 1,\n "x": 3}]}', "line 3, column 2: the key x appears twice"),
        ('{"a": "\\ud800"}', "surrogate"),
        ('{"a": ' + "9" * 100_000 + "}", "line 1, column 7: a number has 100,000 digits"),
        ('{"a": ' + "[" * 65 + "]" * 65 + "}", "nested more than 64 deep"),
        ("null", "holds null, not a mapping"),
    ],
)
def test_malformed_json_is_refused_in_one_line(text: str, said: str) -> None:
    """The line names the place; what the file holds is escaped."""
    assert said in refused(text, ".json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3", "line 3, column 1: the key a appears twice"),
        ('0: a\n"0": b', "line 2, column 1: the key 0 appears twice"),
        ("vocab_size: 032000", "line 1, column 13: 032000 is an octal number in YAML"),
        ("vocab_size: 1:30", "line 1, column 13: 1:30 counts in sixties in YAML"),
        ("a: 0x_", "0x_ is no number"),
        ("a: 0x" + "f" * 5000, "a number has 5,002 digits"),
        ("a: !!python/object/apply:os.system [ls]", "python/object/apply:os.system is not read"),
        ("%TAG !e! tag:x\n---\na: 1", "%TAG is not read"),
        ("a: &a {b: 1}\nc:\n  <<: *a", "line 3, column 3: the merge key << is not read"),
        ("a: &a [*a]", "the alias *a stands inside the value that it repeats"),
        ("a: *a", "the alias *a has no anchor"),
        ("? [a]\n: 1", "a key must be plain text"),
        ("a: 1\n---\nb: 2", "line 2, column 1: a second document"),
        ("a: b: c", "line 1, column 5: not valid YAML"),
        ("a:\n\tb: 1", "with spaces, not tabs"),
        ("a: \x1b[31m", r"line 1, column 4: not valid YAML: the character '\x1b'"),
        ('a: "\\ud800"', "line 1, column"),
        ("# nothing", "holds nothing but comments"),
        ("- a", "holds a list, not a mapping"),
        ("2024-01-01", "holds text, not a mapping"),
    ],
)
@pytest.mark.parametrize("loader", ["libyaml", "python"])
def test_malformed_yaml_is_refused_in_one_line(
    text: str, said: str, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever parser PyYAML has; nothing is executed, expanded or guessed."""
    if loader == "python":
        import yaml

        monkeypatch.setattr(strict_yaml, "_Loader", yaml.SafeLoader)
    assert said in refused(text, ".yaml")


@pytest.mark.parametrize(
    ("spelling", "said"),
    [("1e4", "1e4"), ("1.0e5", "1.0e5"), ("32k", "32k"), ("yes", "true"), ("'32000'", "32000"), ("32,000", "32,000")],
)
def test_yaml_values_that_are_no_whole_number_are_refused_when_used(spelling: str, said: str) -> None:
    """YAML reads these as text or as a truth value, and a size is neither."""
    data = parsed(f"vocab_size: {spelling}", ".yaml")
    with pytest.raises(ConfigError, match=f"vocab_size must be a whole number, not .*{said}"):
        _ = Config(data).vocab_size


@pytest.mark.parametrize("spelling", ["32000", "32_000", "0x7D00", "32000.0"])
def test_yaml_spellings_of_a_whole_number(spelling: str) -> None:
    """Underscores, hexadecimal and an integral float say the number that they show."""
    assert Config(parsed(f"vocab_size: {spelling}", ".yaml")).vocab_size == 32000


def test_yaml_values_are_plain() -> None:
    """Keys and dates are text as written, an alias is the value again, and the other words are YAML's."""
    text = "id2label: {0: A, yes: B}\nday: 2024-13-45\nx: &x [1]\ny: *x\nz: [~, on, .inf, '1', =]"
    plain = {"day": "2024-13-45", "x": [1], "y": [1], "z": [None, True, math.inf, "1", "="]}
    assert parsed(text, ".yaml") == {"id2label": {"0": "A", "yes": "B"}} | plain


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]\n" for n in range(1, 12)
)
CHAIN = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 1000))


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("[" * 1_000_000, ".json"),
        ('{"a":' * 300_000, ".json"),
        ("[" * 1_000_000, ".yaml"),
        ("[\n" * 1_000_000, ".yaml"),
        ("{a: " * 1_000_000, ".yaml"),
        ("- " * 1_000_000, ".yaml"),
        (BOMB, ".yaml"),
        (CHAIN, ".yaml"),
        ("a: [" + "x," * 1_000_000 + "]", ".yaml"),
        ("".join(f"%TAG !e{n}! tag:x\n" for n in range(100_000)) + "---\na: 1", ".yaml"),
    ],
    ids=["lists", "mappings", "flow", "lines", "flow mappings", "block", "bomb", "chain", "wide", "directives"],
)
def test_hostile_nesting_and_size_are_refused_quickly(text: str, suffix: str) -> None:
    """Depth and size are bounded before anything recurses or grows."""
    start = time.process_time()
    line = refused(text, suffix)
    assert "deep" in line or "depth" in line or "holds more than" in line or "%TAG" in line
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "F: is empty"),
        (b" \n", "F: is empty"),
        (json_with().encode("utf-16"), "is UTF-16 text"),
        (json_with().encode("utf-16-le"), "zero bytes"),
        (b"a: caf\xe9", "not UTF-8 text: byte 0xe9 at offset 6"),
        (b"GGUF\x03\x00\x00\x00", "is a GGUF checkpoint"),
        (b"PK\x03\x04", "is a zip archive or a PyTorch checkpoint"),
        (b"\x48\x00\x00\x00\x00\x00\x00\x00{}", "is a safetensors checkpoint"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", "is a Git LFS pointer"),
        (b" " * (files.MAX_BYTES + 1), "larger than 8 MB"),
    ],
)
def test_what_is_no_text_is_named(raw: bytes, said: str) -> None:
    """Other encodings, checkpoints, pointers and huge files each get their own line."""
    assert said in refused(raw)


def test_special_files_are_refused(tmp_path: Path) -> None:
    """A pipe or a device is never opened: it may block, or never end."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "pipe")
    for special in (str(tmp_path / "pipe"), "/dev/zero"):
        with pytest.raises(SourceError, match="not a regular file"):
            load(special)


@pytest.mark.skipif(UNREADABLE, reason="permissions do not bind this user")
def test_unreadable_file_is_one_line(tmp_path: Path) -> None:
    """The system's own words follow the path, of a file and of a folder."""
    file, folder = tmp_path / "config.json", tmp_path / "folder"
    file.write_text("{}")
    folder.mkdir()
    for path in (file, folder):
        path.chmod(0)
        with pytest.raises(SourceError, match=rf"{path.name}: Permission denied"):
            load(str(path))
        path.chmod(0o700)


def test_standard_input_is_json_or_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads it; its name and kind say so."""
    for text in ('{"vocab_size": 3}', "vocab_size: 3"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert load("-") == ({"vocab_size": 3}, "stdin", "stdin", "-", None, ())
