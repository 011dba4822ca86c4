"""The `embcalc:` mapping is read with the place of each value, and every fault of it is said with its own."""

from __future__ import annotations

import pytest

from embcalc.cards.documents.document import parse
from embcalc.cards.documents.front_matter import entries

CARD = """---
license: mit
embcalc:
  parameters: 8.03B  # rounded
  vocab_size: "128_256"
  tied_embeddings: no
  embedding_share: 13.08 %
  memory: 16.06 GB
---
# Title
"""


def problems(text: str) -> list[tuple[str, int, int]]:
    """The problems of a front matter that is given without its fences."""
    found = entries(parse("README.md", f"---\n{text}\n---\n".encode()))[1]
    return [(problem.message, problem.line, problem.column) for problem in found]


@pytest.mark.parametrize("text", [CARD, CARD.replace("\n", "\r\n")], ids=["unix", "windows"])
def test_entries_have_their_places(text: str) -> None:
    """Key, value as written, line and column in the file."""
    found, wrong = entries(parse("README.md", text.encode()))
    assert wrong == []
    assert [tuple(entry) for entry in found] == [
        ("parameters", "8.03B", 4, 15),
        ("vocab_size", "128_256", 5, 15),
        ("tied_embeddings", "no", 6, 20),
        ("embedding_share", "13.08 %", 7, 20),
        ("memory", "16.06 GB", 8, 11),
    ]


def test_lines_count_as_in_the_file() -> None:
    """A line separator of Unicode in a comment, a line break to YAML alone, moves no place."""
    found, _ = entries(parse("README.md", "---\n# a\u2028# b\nembcalc:\n  parameters: 5\n---\n".encode()))
    assert (found[0].line, found[0].column) == (4, 15)


@pytest.mark.parametrize("text", ["", "# only a comment", "license: mit", "embcalc:", "embcalc: {}", "embcalc: ~"])
def test_nothing_stated_is_nothing_found(text: str) -> None:
    """Each key is optional, and so is the mapping."""
    assert entries(parse("README.md", f"---\n{text}\n---\n".encode())) == ([], [])


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("embcalc:\n  vocab_sise: 5", "unknown key vocab_sise in embcalc. Did you mean vocab_size?", 3, 3),
        ("embcalc: {layers: 5}", "unknown key layers in embcalc. Known are parameters,", 2, 11),
        ("embcalc:\n  parameters: 5\n  parameters: 6", "the key parameters stands twice in embcalc", 4, 3),
        ("embcalc: {}\nembcalc: {}", "the key embcalc stands twice", 3, 1),
        ("embcalc:\n  parameters: about 8B", "parameters in embcalc must be a number such as", 3, 15),
        ("embcalc:\n  parameters: [8]", "parameters in embcalc must be a number such as", 3, 15),
        ("embcalc:\n  parameters:", "not nothing", 3, 14),
        ("embcalc:\n  hidden_size: 1.5", "hidden_size in embcalc must be a number", 3, 16),
        ("embcalc:\n  tied_embeddings: maybe", "must be true or false, not maybe", 3, 20),
        ("embcalc:\n  embedding_share: high", "must be a share such as", 3, 20),
        ("embcalc:\n  memory: 16", "must be a size such as", 3, 11),
        ("embcalc: 8B", "embcalc must be a mapping", 2, 10),
        ("- license", "the front matter is no mapping of keys to values", 2, 1),
        ("license: [mi", "the front matter is not valid YAML: ", 3, 1),
        ("a: b: c", "the front matter is not valid YAML: mapping values are not allowed", 2, 5),
        ("a: \x07", "the front matter is not valid YAML: the character '\\x07'", 2, 4),
        ("%TAG ! x", "the front matter is not valid YAML: the directive %TAG is not read", 2, 1),
    ],
)
def test_problems_have_their_places(text: str, message: str, line: int, column: int) -> None:
    """A fault is no error that ends the run: it is found at its line and column."""
    (found,) = problems(text)
    assert message in found[0]
    assert found[1:] == (line, column)


@pytest.mark.parametrize("text", ["a: " + "[" * 100_000, "- " * 50_000, "a: &x [*x]\n" * 2])
def test_hostile_yaml_ends_quickly(text: str) -> None:
    """Depth without end and circles neither end the process nor take long."""
    assert len(problems(text)) <= 1
