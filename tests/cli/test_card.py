"""`embcalc card`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import embcalc
from embcalc.cards.writing.block import render
from embcalc.cli import app
from tests.test_dependencies import modules_after

# V = 1,000, d = 64, two layers of 12·64² weights, 13·64 biases and norms; 32 positions; a last norm
CONFIG = {
    "model_type": "gpt2",
    "architectures": ["GPT2LMHeadModel"],
    "vocab_size": 1000,
    "n_embd": 64,
    "n_layer": 2,
    "n_head": 4,
    "n_positions": 32,
}
TOTAL = 1000 * 64 + 32 * 64 + 2 * (12 * 64**2 + 13 * 64) + 2 * 64
TEXT = b"\xef\xbb\xbf---\r\nlicense: mit  # as is\r\n---\r\n# Demo  \r\n\r\nText.\r\n\r\n## Use\r\nMore"


def run(*words: str) -> Result:
    """Run `embcalc card` with these words."""
    return CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"}).invoke(app, ["card", *words])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: a model repository whose card has a byte order mark and no last newline."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (tmp_path / "README.md").write_bytes(TEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_section_is_printed() -> None:
    """Without --write, the Markdown goes to stdout and nothing else does."""
    done = run("llama-3.2-1b")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == render(embcalc.report("llama-3.2-1b")) + "\n"


def test_mapping_is_printed() -> None:
    """With --front-matter, the mapping stands in front of the section."""
    done = run("llama-3.2-1b", "--front-matter")
    assert done.stdout.startswith("---\nembcalc:\n  parameters: 1235814400\n")


@pytest.mark.parametrize(
    "words",
    [
        (".", "--write", "README.md"),
        ("config.json", "--write", "README.md"),
        ("README.md", "--write", "README.md"),
        ("--write", "README.md"),
        ("--write", "."),
        ("--in-place",),
        ("-i", "."),
        ("-i", "README.md", "config.json"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("front_matter", [(), ("--front-matter",)], ids=["block", "front matter too"])
def test_card_is_written_once(folder: Path, words: tuple[str, ...], front_matter: tuple[str, ...]) -> None:
    """The card that a path names gets its figures; the second time nothing changes; the rest stays to the byte."""
    done = run(*words, *front_matter)
    assert done.exit_code == 0, done.output
    assert "figures written" in done.stdout
    made = (folder / "README.md").read_bytes()
    assert f"| {TOTAL:,} |\r\n".encode() in made
    block = made[made.index(b"<!-- embcalc:start") : made.index(b"end -->") + len(b"end -->\r\n\r\n")]
    assert b"\n" not in block.replace(b"\r\n", b"")
    rest = made.replace(block, b"")
    if front_matter:
        start = rest.index(b"embcalc:")
        rest = rest[:start] + rest[rest.index(b"---\r\n# Demo") :]
    assert rest == TEXT
    again = run(*words, *front_matter)
    assert "up to date" in again.stdout
    assert (folder / "README.md").read_bytes() == made


def test_byte_order_mark_is_said(folder: Path) -> None:
    """The warning names what huggingface_hub makes of it; --quiet does not."""
    assert folder.name
    assert "Warning: README.md: the file begins with a byte order mark" in run("--write", "README.md").stderr
    assert run("--write", "README.md", "--quiet").stderr == ""


def test_a_mapping_that_is_left_alone_is_said(folder: Path) -> None:
    """Where the block is new and the mapping is not asked for, its figures may be old: the warning says what to do."""
    run("-i", "--front-matter")
    (folder / "config.json").write_text(json.dumps(CONFIG | {"vocab_size": 999}), encoding="utf-8")
    assert "--front-matter brings it up to date, too" in run("-i").stderr
    assert "vocab_size: 1000" in (folder / "README.md").read_text(encoding="utf-8")
    assert "--front-matter" not in run("-i", "--front-matter").stderr
    assert "vocab_size: 999" in (folder / "README.md").read_text(encoding="utf-8")


def test_another_file_and_a_bundled_model(folder: Path) -> None:
    """--write is a path of its own; the model may be anything that `params` takes."""
    (folder / "CARD.md").write_text("# Card\n", encoding="utf-8")
    assert run("gpt2", "--write", "CARD.md").stdout == "CARD.md:3: figures written\n"
    assert "| 124,439,808 |" in (folder / "CARD.md").read_text(encoding="utf-8")
    assert (folder / "README.md").read_bytes() == TEXT
    assert run("-i", "CARD.md").stdout == "CARD.md:3: figures written\n"
    assert f"| {TOTAL:,} |" in (folder / "CARD.md").read_text(encoding="utf-8")


def test_faults_of_the_card_leave_it_alone(folder: Path) -> None:
    """Not UTF-8, read-only, a link to elsewhere, no such card: one line each, exit code 1."""
    card = folder / "README.md"
    card.write_bytes(b"caf\xe9")
    assert run("--write", "README.md").stderr == ("Error: README.md: not UTF-8 text: byte 0xe9 at offset 3\n")
    card.write_bytes(TEXT)
    card.chmod(0o444)
    done = run("--write", "README.md")
    assert (done.exit_code, done.stderr, card.read_bytes()) == (1, "Error: README.md: is read-only\n", TEXT)
    model = folder / "model"
    model.mkdir()
    (model / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (model / "README.md").symlink_to(card)
    done = run("model", "-i")
    assert (done.exit_code, card.read_bytes()) == (1, TEXT)
    assert done.stderr.startswith(f"Error: {Path('model/README.md')}: is a link to ")
    assert run(".", "--write", "nowhere.md").stderr == "Error: nowhere.md: No such file or directory\n"


def test_one_broken_card_does_not_stop_the_rest(folder: Path) -> None:
    """Each card that can be written is; the exit code says that one could not."""
    for name, text in (("a", b"\xff\xff"), ("b", b"# B\n")):
        (folder / name).mkdir()
        (folder / name / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
        (folder / name / "README.md").write_bytes(text)
    done = run("-i", "a", "b", "nowhere")
    assert (done.exit_code, done.stdout) == (1, f"{Path('b/README.md')}:3: figures written\n")
    assert done.stderr.count("Error: ") == 2


def test_a_config_without_a_card_is_passed_over(folder: Path) -> None:
    """A repository may hold configs that are no model's own, and pre-commit passes them, too."""
    (folder / "data").mkdir()
    (folder / "data" / "config.json").write_text("{}", encoding="utf-8")
    done = run("-i", "data/config.json")
    assert (done.exit_code, done.output) == (0, "")


def test_unknown_total_fails(folder: Path) -> None:
    """What is certain is written, and the exit code says that the total is not known."""
    (folder / "config.json").write_text('{"model_type": "novel", "vocab_size": 100, "hidden_size": 8}')
    done = run(".", "--write", "README.md")
    assert done.exit_code == 1
    assert b"The total is not known" in (folder / "README.md").read_bytes()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "missing the MODEL or PATH"),
        (("gpt2", "bloom"), "several models have no one card"),
        (("gpt2", "--write", "README.md", "-i"), "--write and --in-place contradict each other"),
    ],
)
def test_usage(words: tuple[str, ...], problem: str) -> None:
    """Words that contradict each other are said, with exit code 2."""
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert problem in done.stderr


def test_a_local_model_needs_neither_the_hub_client_nor_rich(tmp_path: Path) -> None:
    """Writing a card loads what it uses: PyYAML for the front matter, the Markdown parser for the place."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (tmp_path / "README.md").write_bytes(TEXT)
    loaded = modules_after("card", "--in-place", str(tmp_path), "--front-matter", "--quiet")
    assert "embcalc.cards.writing.saving" in loaded
    assert loaded & {"huggingface_hub", "rich", "pydantic"} == set()
