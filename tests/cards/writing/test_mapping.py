"""The `embcalc:` mapping is written into YAML as people keep it: the rest of it stays, to the byte."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from huggingface_hub import ModelCard

import embcalc
from embcalc.cards.documents.document import CardError, of_text
from embcalc.cards.writing.figures import values
from embcalc.cards.writing.mapping import written

VALUES = values(embcalc.report("llama-3.2-1b"))
LINES = "".join(f"  {key}: {value}\n" for key, value in VALUES.items())


def write(text: str) -> str:
    """A card's text with the values written into it; a second time changes nothing."""
    made = written(of_text("README.md", text), VALUES)
    assert written(of_text("README.md", made), VALUES) == made
    return made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("---\nlicense: mit\n---\nbody", f"---\nlicense: mit\nembcalc:\n{LINES}---\nbody"),
        ("---\n---\nbody", f"---\nembcalc:\n{LINES}---\nbody"),
        ("---\n# notes\n---\n", f"---\n# notes\nembcalc:\n{LINES}---\n"),
        ("---\nembcalc:  # mine\nlicense: mit\n---\n", f"---\nembcalc:  # mine\n{LINES}license: mit\n---\n"),
        ("---\nlicense: |+\n  mine\n\n---\n", f"---\nlicense: |+\n  mine\n\nembcalc:\n{LINES}---\n"),
        ("# Title\n", f"---\nembcalc:\n{LINES}---\n\n# Title\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
def test_mapping_is_added(old: str, new: str, newline: str) -> None:
    """After the last key, or where it is named without a value; with a front matter of its own where there is none."""
    assert write(old.replace("\n", newline)) == new.replace("\n", newline)


def test_mapping_is_brought_up_to_date() -> None:
    """Values are replaced within their quotes, absent keys follow the last one, comments and spaces stay."""
    old = """---
"license":   'mit'   # as is
tags: [a,   b]
embcalc:
    # by embcalc
    memory: "2 GB"   # of weights
    parameters: 1.2B

    vocab_size: 128_256
    tied_embeddings: yes
# the end
language:
- en
---
# Title
"""
    absent = ("embedding_parameters", "non_embedding_parameters", "hidden_size", "embedding_share")
    added = "".join(f"    {key}: {VALUES[key]}\n" for key in absent)
    new = (
        old.replace("2 GB", "2.47 GB")
        .replace("1.2B", "1235814400")
        .replace("tied_embeddings: yes\n", f"tied_embeddings: yes\n{added}")
    )
    assert write(old) == new


def test_mapping_in_braces_stays_in_braces() -> None:
    """A flow mapping is edited where it stands."""
    made = write("---\nembcalc: {parameters: 8B, memory: '2 GB'}  # short\n---\n")
    assert made.startswith("---\nembcalc: {parameters: 1235814400, memory: '2.47 GB', embedding_parameters: ")
    assert made.endswith("}  # short\n---\n")


@pytest.mark.parametrize("old", ["# Title\n", "---\nlicense: mit\n---\n# Title\n", "---\nembcalc: {}\n---\n# Title\n"])
def test_huggingface_hub_reads_what_is_written(old: str) -> None:
    """The library that the Hub's tools share finds the values, and the other keys as they were."""
    card: Any = ModelCard(write(old))
    data = card.data.to_dict()
    assert {key: str(value).lower() for key, value in data.pop("embcalc").items()} == {
        key: value.lower() for key, value in VALUES.items()
    }
    assert data in ({"license": "mit"}, {})


def test_other_keys_of_the_mapping_stay() -> None:
    """A misspelt key is a problem for `check`, and no reason to delete it."""
    assert "  vocab_sise: 4\n" in write("---\nembcalc:\n  vocab_sise: 4\n---\n")


@pytest.mark.parametrize(
    ("old", "problem"),
    [
        ("---\nlicense: [mi\n---\n", r"README\.md:3:1: the front matter is not valid YAML"),
        ("---\n- license\n---\n", r"README\.md:2:1: the front matter is no mapping"),
        ("---\n{license: mit}\n---\n", r"README\.md:2:1: the front matter is written in braces"),
        ("---\na: &x {}\nembcalc: *x\n---\n", r"README\.md:3:10: embcalc is no mapping"),
        ("---\nembcalc: 8B\n---\n", r"README\.md:2:10: embcalc is no mapping"),
        ("---\nembcalc: {}\nembcalc: {}\n---\n", r"README\.md:3:1: the key embcalc stands twice"),
        (
            "---\nembcalc:\n  parameters: &x 5\nother: *x\n---\n",
            r"README\.md:3:15: the value of parameters is not a plain",
        ),
        ("---\nembcalc:\n  memory: |\n    5\n---\n", r"README\.md:3:11: the value of memory is not a plain one"),
        ("---\nlicense: mit\n# Title\n", "is never closed"),
    ],
)
def test_what_cannot_be_edited_without_harm_is_refused(old: str, problem: str) -> None:
    """With its place, and nothing is written."""
    with pytest.raises(CardError, match=problem):
        written(of_text("README.md", old), VALUES)


YAMLS = [
    "a: 1\nb:\n- x\n- y: 2\nc: 'it''s'\n",
    "a: >-\n  folded\n  text\n\nb: 2\n",
    'a: "\\u2028"\nb: *missing\n'.replace("*missing", "plain # not a comment? no: one"),
    "? complex\n: value\n",
    "a: &x {k: v}\nb: *x\n",
    "  a: 1\n  b: 2\n",
    "a: multi\n  line\n  plain\n",
    "a:\n  embcalc: not ours\n",
    "emoji: 🤗\nembcalc:\n  parameters: 1\nz: 2\n",
    "embcalc:\n\n\n  # c\n  parameters:   1   # d\n\n\nz: 2\n",
    "a: 1\n# embcalc:\n#   parameters: 1\n",
]


@pytest.mark.parametrize("text", YAMLS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
def test_the_rest_means_what_it_meant(text: str, newline: str) -> None:
    """PyYAML reads every other key as before, and every line that was there is there still."""
    old = f"---\n{text}---\n# Title\n".replace("\n", newline)
    made = write(old)
    before, after = (yaml.safe_load(part.split("---")[1]) for part in (old, made))
    before.pop("embcalc", None)
    assert after.pop("embcalc")["parameters"] == 1235814400
    assert before == after
    changed = [line for line in old.split(newline) if "parameters:   1" not in line and line != "  parameters: 1"]
    assert [line for line in made.split(newline) if line in changed] == changed
