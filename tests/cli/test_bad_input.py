"""Bad input, as it is typed: one clear line on stderr, exit code 1, never a traceback or a guess."""

from __future__ import annotations

import json
import math
import os
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import LLAMA, LLAMA_TOTAL, given, typed

COMMANDS = ["params", "tensors"]
# every kind of value that is no size, and what stands in an error of it
NO_SIZES = {
    "null": None,
    "negative": -1,
    "zero": 0,
    "fractional": 32_000.5,
    "boolean": True,
    "textual": "4096",
    "empty text": "",
    "a list": [4096],
    "a mapping": {"size": 4096},
    "absurd": 10**12,
    "of 400 digits": 10**400,
    "NaN": math.nan,
    "infinite": math.inf,
    "an escape sequence": "\x1b[31m4096\x1b[0m",
}
HOSTILE = [
    "\x1b[31mred\x1b[0m",
    "[bold red]x[/bold red]",
    "[/]",
    "two\nlines",
    "\u202eright to left",
    "\x9b31m",
    "\x00",
]
ESCAPED = r'model_type: "\e[31mfoo"' + "\nvocab_size: 10\nhidden_size: 20\n" + r'architectures: ["[red]\e[0m\n\u202e"]'


def check(done: Any, *said: str) -> None:
    """One line, a hint at most, on stderr; nothing on stdout; exit code 1; nothing that acts on a terminal."""
    lines = done.stderr.splitlines()
    assert done.exit_code == 1
    assert done.stdout == ""
    assert lines[0].startswith("Error: ")
    assert len(lines) <= 2
    assert all(line.isprintable() and len(line) < 520 for line in lines)
    assert all(words in done.stderr for words in said), done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("llama-3-8bb", "Did you mean llama-3-8b"),
        ("./no/such/config.json", "no such file or directory"),
        ("no-such-folder/", "no such file or directory"),
        ("", "no such file and no bundled model"),
        ("\x1b[31m", r"\x1b[31m: no such file"),
        ("x" * 5_000, "File name too long"),
        ("https://huggingface.co/openai-community/gpt2", "Did you mean openai-community/gpt2?"),
        ("gpt2\0", "embedded null"),
    ],
)
def test_a_name_that_leads_nowhere(command: str, ref: str, said: str) -> None:
    """Close names are proposed, and nothing is asked of the network."""
    check(typed(command, ref), said)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.json", b"", "is empty"),
        ("blank.yaml", b" \n\n", "is empty"),
        ("truncated.json", json.dumps(LLAMA).encode()[:50], "line 1, column"),
        ("binary.json", bytes(range(128, 256)), "not UTF-8 text"),
        ("comma.json", b'{\n"a": 1,\n}', "line 2, column 7: not valid JSON: trailing comma"),
        ("syntax.yaml", b"a: 1\nb: c: d", "line 2, column 5: not valid YAML"),
        ("list.json", b"[1, 2]", "holds a list, not a mapping"),
        ("twice.json", b'{"vocab_size": 1, "vocab_size": 2}', "the key vocab_size appears twice"),
        ("twice.yaml", b"vocab_size: 1\nvocab_size: 2", "line 2, column 1: the key vocab_size appears twice"),
        ("deep.json", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested more than 64 deep"),
        ("tag.yaml", b"a: !!python/object/apply:os.system [ls]", "is not read"),
        ("octal.yaml", b"vocab_size: 032000\nhidden_size: 8", "octal"),
        ("model.safetensors", b"\x10\0\0\0\0\0\0\0{}", "a safetensors checkpoint, not a config"),
    ],
)
def test_a_file_that_is_no_config(command: str, name: str, content: bytes, said: str, tmp_path: Path) -> None:
    """The file is named, and the place in it where there is one."""
    (tmp_path / name).write_bytes(content)
    check(typed(command, str(tmp_path / name)), name, said)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_without_a_config(command: str, tmp_path: Path) -> None:
    """What it holds instead is said."""
    (tmp_path / "model.gguf").touch()
    check(typed(command, str(tmp_path)), "no config.json; it holds model.gguf")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("value", NO_SIZES.values(), ids=NO_SIZES)
@pytest.mark.parametrize("key", ["vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads"])
def test_a_value_that_is_no_size(command: str, key: str, value: Any) -> None:
    """The key is named; text is not read as a number."""
    check(given(LLAMA | {key: value}, command), key)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"architectures": "LlamaForCausalLM"}, "architectures must be a list of class names"),
        ({"architectures": [5]}, "architectures must list class names, not 5"),
        ({"architectures": [""]}, "architectures must list class names"),
        ({"architectures": ["x" * 100_000]}, "architectures must list class names"),
        ({"model_type": ["llama"]}, "model_type must be a name, not a list"),
        ({"model_type": ""}, "model_type must be a name"),
        ({"model_type": "x" * 7_000_000}, "model_type must be a name"),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings must be true or false"),
        ({"hidden_act": "siluu"}, "silu"),
        (
            {"model_type": "t5", "architectures": None, "feed_forward_proj": "-".join("x" * 1_000)},
            "feed_forward_proj must be",
        ),
        (
            {"model_type": "gpt_neo", "architectures": None, "attention_types": [[["x" * 1_000], 12]]},
            "attention is global or local",
        ),
        (
            {"model_type": "gpt_neo", "architectures": None, "attention_types": [[["local"], 10**999]]},
            "attention_types describes 1000",
        ),
        ({"hidden_size": 2, "num_attention_heads": 4}, "hidden_size 2 is not a multiple of num_attention_heads 4"),
    ],
)
def test_a_config_that_contradicts_itself(keys: dict[str, Any], said: str) -> None:
    """No model can be built from it, so nothing is counted."""
    check(given(LLAMA | keys, "params"), said)


@pytest.mark.parametrize("form", ["table", "json", "markdown", "csv"])
@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_from_a_file_acts_on_the_terminal(command: str, text: str, form: str) -> None:
    """Escape sequences, markup, line ends and marks of direction come out as text, in every format."""
    hostile = {"model_type": text, "architectures": [text], "torch_dtype": text, text: text, "vocab_size": 3}
    done = given(hostile | {"hidden_size": 5}, command, "--format", form)
    assert done.exit_code == 1
    assert (done.stdout + done.stderr).replace("\n", "").isprintable()
    assert len(done.stderr.splitlines()) == 1
    if form == "json" and command == "params":
        assert json.loads(done.stdout)["model_type"] == text


def test_escapes_in_yaml_and_in_file_names_are_text(tmp_path: Path) -> None:
    r"""YAML's \e is one more way to write an escape sequence."""
    path = tmp_path / "\x1b[31m\u202e[red].yaml"
    path.write_text(ESCAPED)
    for form in ("table", "json", "markdown", "csv"):
        done = typed("params", str(path), "--format", form)
        assert done.exit_code == 1
        assert (done.stdout + done.stderr).replace("\n", "").isprintable()
        assert r"\x1b[31mfoo" in done.stderr


@pytest.mark.parametrize(
    ("config", "total"),
    [
        (json.dumps(LLAMA | {"time_step_limit": [0.0, math.inf]}), LLAMA_TOTAL),
        (json.dumps(LLAMA | {"foo": math.nan, "_name_or_path": "lab/NaNoLM-Infinity"}), LLAMA_TOTAL),
        ("\ufeff" + json.dumps(LLAMA), LLAMA_TOTAL),
        (json.dumps(LLAMA | {"num_key_value_heads": None}), LLAMA_TOTAL + 2 * 2 * 64 * 32),
        (json.dumps(LLAMA | {"vocab_size": 32_000.0}), LLAMA_TOTAL),
    ],
    ids=["infinity", "nan", "byte order mark", "null heads", "whole float"],
)
def test_oddities_of_published_configs_are_read(config: str, total: int) -> None:
    """What the field's own readers accept, or what can only mean one thing."""
    assert json.loads(given(config, "params", "--json").stdout)["parameters"]["total"] == total


def test_a_whole_float_is_remarked() -> None:
    """32000.0 is read, with a warning."""
    assert (
        "vocab_size is written as 32000.0; it is read as 32000"
        in given(LLAMA | {"vocab_size": 32_000.0}, "params").stderr
    )


def test_without_a_model_type_only_the_table_is_certain() -> None:
    """V·d is exact, the tying unknown, the total unknown."""
    found = json.loads(given({k: v for k, v in LLAMA.items() if k != "model_type"}, "params", "--json").stdout)
    assert found["parameters"]["input_embedding"] == 2_048_000
    assert (found["tied"], found["parameters"]["total"]) == (None, None)


@pytest.mark.parametrize(("absent", "value"), [("vocab_size", "32,000"), ("hidden_size", "4,096")])
def test_a_default_is_never_fabricated_in_silence(absent: str, value: str) -> None:
    """A size that the config leaves out is the class default, and is named among the defaults used."""
    done = given({key: value for key, value in LLAMA.items() if key != absent}, "params")
    assert f"{absent} = {value}" in done.stdout


def test_a_nested_vocabulary_is_found() -> None:
    """Of a composite config that is not described, the text part's table: 262,208 × 2,560."""
    config = {"model_type": "unheard-of", "text_config": {"vocab_size": 262_208, "hidden_size": 2_560}}
    found = json.loads(given(config, "params", "--json").stdout)
    assert found["parameters"]["input_embedding"] == 671_252_480
    assert "(the vocabulary is read from text_config)" in found["warnings"][0]


def test_a_padded_vocabulary_under_a_key_of_its_own() -> None:
    """65,024 × 4,096 twice, as the config says that they are not tied."""
    config = {
        "model_type": "unheard-of",
        "padded_vocab_size": 65_024,
        "hidden_size": 4_096,
        "tie_word_embeddings": False,
    }
    found = json.loads(given(config, "params", "--json").stdout)
    assert found["parameters"]["vocabulary"] == 532_676_608


def test_null_is_an_absent_key_where_nothing_is_known() -> None:
    """A type without a token table says null: then there is nothing to count."""
    config = {"model_type": "unheard-of", "vocab_size": None, "hidden_size": 1_024}
    check(given(config, "params"), "vocab_size is missing, so nothing can be counted")
    silent = {"model_type": "unheard-of", "vocab_size": 2, "hidden_size": 3, "tie_word_embeddings": None}
    assert json.loads(given(silent, "params", "--json").stdout)["tied"] is None


@pytest.mark.parametrize("spelling", ["1e4", "1.0e5", "32k", "032000", "1:30", "yes", "'32000'", "32,000", ".inf", "~"])
def test_spellings_that_are_no_whole_number_in_yaml(spelling: str) -> None:
    """None is read as the number that it looks like, or as the one that YAML makes of it."""
    check(given(f"model_type: llama\nvocab_size: {spelling}\nhidden_size: 64\n", "params"))


@pytest.mark.parametrize("spelling", ["32_000", "0x7D00", "32000.0"])
def test_spellings_of_a_whole_number_in_yaml(spelling: str) -> None:
    """These say 32,000."""
    done = given(f"vocab_size: {spelling}\nhidden_size: 64\n", "params", "--json")
    assert json.loads(done.stdout)["parameters"]["input_embedding"] == 32_000 * 64


def test_closed_and_empty_standard_input() -> None:
    """Nothing comes of nothing."""
    check(given("", "params"), "standard input: is empty")


def test_random_bytes_are_never_a_traceback(tmp_path: Path) -> None:
    """Whatever a file holds."""
    chance = random.Random(7)  # noqa: S311 - the same bytes each time are what is wanted
    for number in range(50):
        path = tmp_path / f"{number}{chance.choice(['.json', '.yaml', ''])}"
        path.write_bytes(chance.randbytes(chance.randrange(1, 200)))
        check(typed("params", str(path)))


@pytest.mark.skipif(os.name == "nt", reason="a device as POSIX has it")
def test_a_device_is_no_file() -> None:
    """It might never end."""
    check(typed("params", "/dev/zero"), "not a regular file")
