"""`embcalc check`: exit codes, formats, and one broken card among others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from embcalc.cli import app
from tests.cards.test_check import folder

TRUE, FALSE = "# M\n- Layers: 2\n", "# M\n- Layers: 3\n- Hidden size: 64\n"


def run(*words: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `embcalc check` with these words."""
    import os

    done = subprocess.run(
        [sys.executable, "-m", "embcalc", "check", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "NO_COLOR": "1", **(env or {})},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_true_card_passes_and_a_false_one_fails(tmp_path: Path) -> None:
    """Exit 0 and 1, with the place as compilers write it."""
    good, bad = folder(tmp_path / "good", TRUE), folder(tmp_path / "bad", FALSE)
    assert run(str(good)) == (0, "1 card, 1 claim judged, all hold\n", "")
    code, out, err = run(str(bad / "README.md"))
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == (
        f"{bad}/README.md:2:11: error: layers “3”: states number of layers 3, but the config gives 2"
    )


def test_this_folder_is_checked_where_none_is_named(tmp_path: Path) -> None:
    """Paths are shown as they were given."""
    folder(tmp_path / "m", FALSE)
    assert run(cwd=tmp_path / "m")[1].startswith("README.md:2:11: error:")


def test_usage_is_exit_2(tmp_path: Path) -> None:
    """A word that is no format, and formats that contradict each other."""
    assert run("--format", "pdf")[0] == 2
    assert run("--json", "--format", "junit", str(folder(tmp_path / "m", TRUE)))[0] == 2


def test_one_broken_card_does_not_stop_the_rest(tmp_path: Path) -> None:
    """Each unreadable card is one line on stderr; the others are checked."""
    good, bad = folder(tmp_path / "good", TRUE), folder(tmp_path / "bad", TRUE)
    (bad / "README.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").mkdir()
    code, out, err = run(str(bad), str(tmp_path / "empty"), str(good), str(tmp_path / "gone"))
    assert code == 1
    assert out == "4 cards, 1 claim judged, all hold, 3 cards could not be checked, 3 cards failed\n"
    assert len([line for line in err.splitlines() if line.startswith("Error: ")]) == 3


def test_a_card_and_its_config_are_checked_once(tmp_path: Path) -> None:
    """Hooks pass both files; a config that has no card is passed over, and listed."""
    place = folder(tmp_path / "m", FALSE)
    both = [str(place / "config.json"), str(place / "README.md")]
    code, out, _ = run(*both)
    assert (code, len(out.splitlines()), out.splitlines()[-1]) == (1, 2, "1 card, 2 claims judged, 1 does not hold")
    (place / "README.md").unlink()
    assert run(both[0]) == (0, "0 cards, no claim judged\n", "")
    assert "config.json:1:1: skipped: card: there is no README.md beside the config" in run(both[0], "--list")[1]


def test_list_shows_what_was_passed_over(tmp_path: Path) -> None:
    """Every candidate, with its reason."""
    place = folder(tmp_path / "m", TRUE + "\nA teacher with 70B parameters.\n\n    Layers: 9\n")
    out = run(str(place), "--list")[1]
    assert ":2:11: ok: layers “2”" in out
    assert "skipped: parameters “70B parameters”: it counts only a part: teacher" in out
    assert "skipped: layers “9”: it stands in a code block" in out


def test_strict_wants_a_claim(tmp_path: Path) -> None:
    """A card without any passes, but not with --strict."""
    place = folder(tmp_path / "m", "# M\n")
    assert run(str(place))[0] == 0
    code, out, _ = run(str(place), "--strict")
    assert code == 1
    assert "the card makes no claim that can be checked" in out


def test_json_has_every_claim(tmp_path: Path) -> None:
    """One object a card, with verdict, place and true value."""
    (card,) = json.loads(run(str(folder(tmp_path / "m", FALSE)), "--json")[1])
    assert (card["passed"], card["judged"], card["failed"]) == (False, 2, 1)
    assert [(claim["verdict"], claim["line"], claim["actual"]) for claim in card["claims"]] == [
        ("fail", 2, 2),
        ("ok", 3, 64),
    ]


def test_github_annotations_are_escaped(tmp_path: Path) -> None:
    """Properties and messages are escaped as the runner wants, and the summary is appended to its file."""
    place = folder(tmp_path / "a,b: 100%", "# M\n- Layers: 3\n- Parameters: 7M\n")
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    code, out, _ = run(str(place), "--format", "github", env={"GITHUB_STEP_SUMMARY": str(summary)})
    first, second, _ = out.splitlines()
    assert code == 1
    assert first.startswith(
        f"::error file={tmp_path}/a%2Cb%3A 100%25/README.md,line=2,col=11,title=model card%3A layers::"
    )
    assert " %25 less" in second
    assert summary.read_text().startswith("before\n## Model cards\n")
    assert "| error" in summary.read_text()


def test_a_stale_block_is_one_annotation(tmp_path: Path) -> None:
    """Its difference has lines, which are escaped."""
    text = "# M\n\n<!-- embcalc:start -->\n\nold\n\n<!-- embcalc:end -->\n"
    out = run(str(folder(tmp_path / "m", text)), "--format", "github")[1]
    assert len(out.splitlines()) == 2
    assert "%0A-old%0A" in out


def test_junit_is_xml(tmp_path: Path) -> None:
    """A suite for each card, a case for each claim."""
    good, bad = folder(tmp_path / "good", TRUE), folder(tmp_path / "b&d", FALSE)
    (tmp_path / "empty").mkdir()
    root = ET.fromstring(run(str(good), str(bad), str(tmp_path / "empty"), "--format", "junit")[1])  # noqa: S314
    counts = [[suite.get(name) for name in ("tests", "failures", "errors")] for suite in root]
    assert counts == [["1", "0", "0"], ["2", "1", "0"], ["1", "0", "1"]]
    failure = root.find(".//failure")
    assert failure is not None
    assert "states number of layers 3" in (failure.get("message") or "")


def test_markdown_is_a_table(tmp_path: Path) -> None:
    """The claims that do not hold in rows, with a sentence that sums up."""
    out = run(str(folder(tmp_path / "m", FALSE)), "--format", "markdown")[1]
    assert "| layers | 3    | error" in out
    assert "1 card, 2 claims judged, 1 does not hold." in out


def test_escape_sequences_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """What a card says is shown with its control characters written out."""
    place = folder(tmp_path / "m", "# M\n- Tensor type: BF16\x1b[31m\n- Layers: 3\x1b[0m\n")
    assert "\x1b" not in run(str(place), "--list")[1]


def test_check_is_a_command() -> None:
    """It is listed with the others."""
    from typer.testing import CliRunner

    assert "check" in CliRunner().invoke(app, ["--help"]).stdout


@pytest.mark.parametrize("name", ["README.md", "config.json"])
def test_the_files_of_a_change_may_be_named(tmp_path: Path, name: str) -> None:
    """As pre-commit passes them: the card, or the config beside it."""
    place = folder(tmp_path / "m", FALSE)
    assert run(str(place / name))[0] == 1


def test_a_config_is_compared_with_a_tokenizers_length(tmp_path: Path) -> None:
    """No card is needed; the place is that of vocab_size; 1,000 rows for 1,003 tokens leave 3 ids without one."""
    place = folder(tmp_path / "m", TRUE)
    (place / "README.md").unlink()
    code, out, err = run(str(place / "config.json"), "--tokenizer-len", "1003")
    first, last = out.splitlines()
    assert (code, err) == (1, "")
    assert first.startswith(f"{place}/config.json:1:")
    assert "error: tokenizer: 1,003 tokens for 1,000 rows: 3 ids have no row" in first
    assert last == "1 comparison with files, 1 does not hold"
    assert run(str(place), "--tokenizer-len", "1000") == (0, "1 comparison with files, all hold\n", "")


def test_a_card_and_the_files_of_its_config_are_checked_together(tmp_path: Path) -> None:
    """In every format; claims and comparisons stand apart in JSON."""
    place = folder(tmp_path / "m", FALSE)
    words = (str(place), "--tokenizer-len", "700")
    assert run(*words)[1].splitlines()[-1] == (
        "1 card, 2 claims judged, 1 does not hold, 1 comparison with files, all hold"
    )
    (document,) = json.loads(run(*words, "--json")[1])
    assert [claim["kind"] for claim in document["claims"]] == ["layers", "hidden_size"]
    (compared,) = document["files"]
    assert (compared["verdict"], compared["spare_rows"], compared["path"]) == (
        "warning",
        300,
        str(place / "config.json"),
    )
    assert f"::warning file={place}/config.json,line=1," in run(*words, "--format", "github")[1]
    suite = ET.fromstring(run(*words, "--format", "junit")[1])  # noqa: S314 - our own
    assert str(place / "config.json") in {case.get("file") for case in suite.iter("testcase")}
    assert "tokenizer" in run(*words, "--format", "markdown")[1]


def test_files_beside_each_config_are_compared(tmp_path: Path) -> None:
    """Each folder with its own; one that has none is checked as before."""
    places = [folder(tmp_path / name, TRUE) for name in ("a", "b")]
    vocab = {f"t{number}": number for number in range(1001)}
    (places[0] / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocab}}))
    code, out, _ = run(*map(str, places), "--files")
    assert code == 1
    assert out.splitlines()[-1] == (
        "2 cards, 2 claims judged, all hold, 1 comparison with files, 1 does not hold, 1 card failed"
    )
    assert run(*map(str, places))[0] == 0


def test_a_named_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    """One line on stderr, with the file's name."""
    place = folder(tmp_path / "m", TRUE)
    for option in ("--tokenizer", "--checkpoint"):
        code, _, err = run(str(place), option, str(tmp_path / "gone.json"))
        assert (code, len(err.splitlines())) == (1, 1)
        assert "gone.json: No such file" in err
    assert run(str(place), "--tokenizer-len", "many")[0] == 2


def test_a_config_without_rows_fails(tmp_path: Path) -> None:
    """Nought rows are a damaged config, which no total is made of."""
    place = folder(tmp_path / "m", TRUE, vocab_size=0)
    code, out, err = run(str(place), "--tokenizer-len", "1000")
    assert code == 1
    assert "vocab_size" in err
    assert "could not be checked" in out


def test_no_card_is_needed_where_files_are_compared_with_a_named_config(tmp_path: Path) -> None:
    """The bundled GPT-2 has 50,257 rows; what lies in the folder is compared with it."""
    words = ("--config", "gpt2", "--tokenizer-len")
    assert run(*words, "50257", cwd=tmp_path) == (0, "1 comparison with files, all hold\n", "")
    assert run(*words, "50258", cwd=tmp_path)[0] == 1
    (tmp_path / "vocab.txt").write_text("a\nb\n")
    code, out, err = run(str(tmp_path), "--config", "gpt2", "--files")
    assert (code, err) == (0, "")
    assert "2 tokens for 50,257 rows: 50,255 spare" in out
    assert run("--config", "gpt2", cwd=tmp_path)[0] == 1, "without files to compare, there is nothing to do"


def test_files_that_could_not_be_compared_are_told_and_fail_a_strict_run(tmp_path: Path) -> None:
    """Asked for and not there is not the same as fine."""
    place = folder(tmp_path / "m", TRUE)
    told = "1 card, 1 claim judged, all hold, no comparison with files (--list says why)\n"
    assert run(str(place), "--files") == (0, told, "")
    assert "nor a checkpoint" in run(str(place), "--files", "--list")[1]
    code, out, _ = run(str(place), "--files", "--strict")
    assert code == 1
    assert "none of the files asked for could be compared" in out


def test_a_strict_run_wants_a_claim_of_the_card(tmp_path: Path) -> None:
    """A tokenizer that fits is none."""
    place = folder(tmp_path / "m", "# M\n")
    assert run(str(place), "--tokenizer-len", "1000")[0] == 0
    code, out, _ = run(str(place), "--tokenizer-len", "1000", "--strict")
    assert code == 1
    assert "the card makes no claim that can be checked" in out


@pytest.mark.parametrize("option", ["--tokenizer", "--checkpoint"])
@pytest.mark.parametrize("name", ["", " "])
def test_a_name_of_nothing_is_an_error_of_usage(tmp_path: Path, option: str, name: str) -> None:
    """A variable of a script that is not set must not pass."""
    assert run(str(folder(tmp_path / "m", TRUE)), option, name) == (2, "", f"Error: {option} names no file\n")
