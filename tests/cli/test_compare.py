"""`embcalc compare`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from embcalc.cli import app


def run(*words: str) -> Result:
    """Run `embcalc compare` with these words."""
    return CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"}).invoke(app, ["compare", *words])


def rows(*words: str) -> list[dict[str, Any]]:
    """The rows of `embcalc compare … --json`."""
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    found: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return found


def totals(*words: str) -> list[int]:
    """The totals of the rows."""
    return [row["parameters"]["total"] for row in rows(*words)]


def test_without_a_model_it_is_llama_3_8b() -> None:
    """7.24 and 8.03 billion: 6,979,588,096 of body and twice V × 4,096."""
    body = 8_030_261_248 - 2 * 128_256 * 4_096
    assert totals("--vocab", "32k", "128k") == [7_241_732_096, 8_028_164_096]
    assert totals("--vocab", "32k", "128k") == [body + 2 * size * 4_096 for size in (32_000, 128_000)]
    assert "llama-3-8b (no model was named)" in run("--vocab", "32k", "128k").stdout


def test_tied_totals() -> None:
    """One matrix less each: 131,072,000 and 524,288,000."""
    assert totals("--vocab", "32k", "128k", "--tie") == [7_110_660_096, 7_503_876_096]
    assert totals("llama-3.2-1b", "--vocab", "32k") == [1_038_682_112]


def test_both_totals_stand_side_by_side() -> None:
    """`--both` shows the tied and the untied total of each row."""
    shown = run("--vocab", "32k", "--both").stdout
    assert "7,110,660,096" in shown
    assert "7,241,732,096" in shown


def test_differences_are_to_the_first_row() -> None:
    """96,000 rows more, twice, in parameters, percent and bytes."""
    first, second = rows("--vocab", "32k", "128k")
    assert first["difference"] == {"parameters": 0, "percent": 0.0, "bytes": 0}
    assert second["difference"]["parameters"] == 2 * 96_000 * 4_096
    assert second["difference"]["bytes"] == 2 * 2 * 96_000 * 4_096
    assert second["difference"]["percent"] == pytest.approx(100 * 786_432_000 / 7_241_732_096)


def test_every_model_with_every_vocabulary() -> None:
    """Models before and after the sizes; model by model, size by size."""
    found = rows("llama-3-8b", "--vocab", "32k", "128k", "llama-3.2-1b")
    assert [(row["model"], row["vocab_size"]) for row in found] == [
        ("llama-3-8b", 32_000),
        ("llama-3-8b", 128_000),
        ("llama-3.2-1b", 32_000),
        ("llama-3.2-1b", 128_000),
    ]


def test_models_side_by_side() -> None:
    """Without a vocabulary each model is as it was published."""
    published = [8_030_261_248, 7_615_616_512, 9_241_705_984]
    assert published == totals("llama-3-8b", "qwen2.5-7b", "gemma-2-9b")


def test_a_model_file_that_is_named_like_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file `32k` is a model before the option, and a size behind it."""
    (tmp_path / "32k").write_text('{"model_type": "gpt2"}')
    monkeypatch.chdir(tmp_path)
    assert [row["model"] for row in rows("32k", "--vocab", "50257")] == ["32k"]
    assert [row["vocab_size"] for row in rows("--vocab", "50257", "32k")] == [50_257, 32_000]


def test_padding_is_shown() -> None:
    """Megatron's rule for four ranks: 50,688 rows, 431 of them wasted, 12,672 a rank."""
    (row,) = rows("gpt2", "--tp", "4")
    assert row["padding"] == {
        "vocab_size": 50_257,
        "padded_vocab_size": 50_688,
        "multiple": 512,
        "tensor_parallel_size": 4,
        "rows_per_rank": 12_672,
        "wasted_rows": 431,
    }
    assert "12,672" in run("gpt2", "--tp", "4").stdout


def test_rows_a_rank_are_shown_where_there_are_ranks() -> None:
    """With --pad-to alone a rank would hold all rows."""
    assert "rows/rank" in run("gpt2", "--tp", "2").stdout
    assert "rows/rank" not in run("gpt2", "--pad-to", "1Ki").stdout
    assert rows("gpt2", "--pad-to", "1Ki")[0]["vocab_size"] == 51_200


def test_all_that_was_asked_for_fits_80_columns() -> None:
    """Both totals, wasted rows and rows a rank of two models stand in one table."""
    words = ("llama-3.2-1b", "gpt2", "--vocab", "32k", "128k", "--both", "--tp", "8")
    done = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(app, ["compare", *words])
    assert max(map(len, done.stdout.splitlines())) <= 80
    (line,) = [line for line in done.stdout.splitlines() if "1,497,434,112" in line]
    assert line.split()[:2] == ["llama-3.2-1b", "128,000"]
    assert line.split()[-3:] == ["1,497,434,112", "0", "16,000"]


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (("gpt2",), "the model as it is"),
        (("gpt2", "bert-base-uncased"), "every model as it is"),
        (("gpt2", "--untie"), "the body of gpt2; everything but the tying"),
        (("gpt2", "--tp", "2"), "the body of gpt2; everything but V"),
        (("gpt2", "--vocab", "1k", "--untie"), "the body of gpt2; everything but V and the tying"),
    ],
)
def test_what_is_held_is_said(words: tuple[str, ...], held: str) -> None:
    """Whatever an option changes is not held."""
    assert json.loads(run(*words, "--json").stdout)["held"] == held


def test_models_of_one_name_go_by_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files x.json are told apart by their folders."""
    monkeypatch.chdir(tmp_path)
    for folder, width in (("a", 768), ("b", 1_200)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.json").write_text(json.dumps({"model_type": "gpt2", "n_embd": width}))
    shown = run("a/x.json", "b/x.json").stdout
    assert "2 models" in shown
    assert [line.split()[0] for line in shown.splitlines() if "50,257" in line] == ["a/x.json", "b/x.json"]


def test_a_list_with_spaces_behind_its_commas() -> None:
    """`32k, 64k` comes in two words, the first of which ends in a comma."""
    assert [row["vocab_size"] for row in rows("--vocab", "32k,", "64k,", "128k", "gpt2")] == [32_000, 64_000, 128_000]


def test_advice_names_its_law_and_its_range() -> None:
    """An extrapolated advice says so."""
    (row,) = rows("llama-3-8b", "--advise")
    assert row["advice"]["extrapolated"] is True
    assert "extrapolated" in run("llama-3-8b", "--advise").stdout


def test_other_hidden_sizes() -> None:
    """V × d alone, with exit code 0: that is all that was asked."""
    done = run("gpt2", "--vocab", "50000", "--hidden", "1024", "--json")
    assert done.exit_code == 0
    (row,) = json.loads(done.stdout)["rows"]
    assert row["parameters"]["input_embedding"] == 51_200_000
    assert row["parameters"]["total"] is None


@pytest.mark.parametrize("ending", [".svg", ".html", ".md", ".csv", ".json"])
def test_export_writes_what_is_shown(tmp_path: Path, ending: str) -> None:
    """Every ending gives a file that holds the total."""
    file = tmp_path / f"out{ending}"
    assert run("--vocab", "32k", "--export", str(file)).exit_code == 0
    assert "7241732096" in file.read_text(encoding="utf-8").replace(",", "")


def test_an_exported_page_has_every_column(tmp_path: Path) -> None:
    """A page is as wide as its table needs, whatever the terminal is."""
    file = tmp_path / "out.html"
    words = ("gpt2", "llama-3-8b", "--vocab", "32k", "64k", "--both", "--tp", "4", "--advise", "--export", str(file))
    assert CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(app, ["compare", *words]).exit_code == 0
    page = file.read_text(encoding="utf-8")
    assert "left out" not in page
    assert "rows/rank" in page


@pytest.mark.parametrize("option", ["--export", "--plot"])
@pytest.mark.parametrize("file", ["", "out", "out.pdf"])
def test_a_file_of_another_kind_is_told_before_anything_is_printed(option: str, file: str) -> None:
    """One line, exit code 2, and no table."""
    done = run("gpt2", option, file)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Known endings are" in done.stderr


@pytest.mark.parametrize("option", ["--both", "--advise"])
def test_hidden_sizes_have_no_totals_to_ask_for(option: str) -> None:
    """What needs a total is a usage error beside --hidden, not a column of unknowns."""
    done = run("gpt2", "--hidden", "1024", option)
    assert done.exit_code == 2
    assert "which need a total" in done.stderr


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_plot_draws_a_chart(tmp_path: Path, ending: str) -> None:
    """A picture of the kind that the ending names."""
    pytest.importorskip("matplotlib")
    file = tmp_path / f"chart{ending}"
    assert run("gpt2", "--vocab", "16k..64k", "--plot", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG" if ending == ".png" else b"<?xml")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--vocab", "5x"), 2, "not a number"),
        (("--export", "out.pdf"), 2, ".svg"),
        (("--plot", "out.pdf"), 2, ".png"),
        (("--export", "no/such/folder/out.csv"), 1, "cannot write"),
        (("--hidden", "1024", "--tp", "2"), 2, "--hidden"),
        (("--tp", "0"), 2, "0"),
        (("no-such-model",), 1, "no-such-model"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(words: tuple[str, ...], code: int, said: str) -> None:
    """An error names what is wrong, and its exit code tells usage from input."""
    done = run(*words)
    assert done.exit_code == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_architecture_has_no_total(tmp_path: Path) -> None:
    """V × d is compared, the total stays unknown, and the exit code says so."""
    config = tmp_path / "config.json"
    config.write_text('{"vocab_size": 32000, "hidden_size": 4096}')
    done = run(str(config), "--vocab", "32k", "64k", "--json")
    assert done.exit_code == 1
    assert [row["parameters"]["input_embedding"] for row in json.loads(done.stdout)["rows"]] == [
        32_000 * 4_096,
        64_000 * 4_096,
    ]
