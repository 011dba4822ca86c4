"""A card that `embcalc card` wrote is true for `embcalc check`, until its config changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import embcalc
from embcalc.cards.check import check
from embcalc.cards.checked import Checked
from embcalc.cards.judging.judge import Verdict
from embcalc.cards.writing.update import update

# a tied and an untied decoder, learned positions, a mixture of experts, a factorised embedding, an encoder without a
# head, an encoder-decoder, a model without attention
MODELS = [
    "llama-3.2-1b",
    "llama-3-8b",
    "gpt2",
    "mixtral-8x7b",
    "albert-base-v2",
    "bge-m3",
    "t5-v1_1-small",
    "mamba-130m",
]
PLAIN = "# A model\n\nIts card says nothing yet.\n"


def repository(folder: Path, model: str, **changes: int) -> Path:
    """A folder with a bundled model's config, some of its values changed, and a card that was written before."""
    (folder / "config.json").write_text(json.dumps({**embcalc.load(model).data, **changes}), encoding="utf-8")
    if not changes:
        (folder / "README.md").write_text(PLAIN, encoding="utf-8")
    return folder


def failures(found: Checked) -> set[int]:
    """The lines of a card that do not hold."""
    return {finding.line for finding in found.findings if finding.verdict is Verdict.FAIL}


@pytest.mark.parametrize("model", MODELS)
def test_a_written_card_is_true(tmp_path: Path, model: str) -> None:
    """Every figure of the block and of the mapping is judged, and holds; only a head of 0 is passed over."""
    folder = repository(tmp_path, model)
    update(folder, embcalc.report(folder), front_matter=True)
    found = check(folder)
    assert not found.failed(strict=True)
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    stated = {
        number
        for number, line in enumerate(lines, start=1)
        if line.startswith(("| ", "  "))
        and not line.startswith(("| Figure", "| ---", "| Architecture", "| Output head"))
    }
    held = {finding.line for finding in found.findings if finding.verdict is Verdict.OK}
    assert stated - held == set()


@pytest.mark.parametrize("model", ["llama-3.2-1b", "qwen3-30b-a3b", "mamba-130m"])
@pytest.mark.parametrize("front_matter", [True, False], ids=["with mapping", "block alone"])
def test_one_digit_changed_in_the_config_fails(tmp_path: Path, model: str, front_matter: bool) -> None:  # noqa: FBT001
    """One column less: every line with a figure that depends on it fails, and so does the block as a whole."""
    folder = repository(tmp_path, model)
    written = update(folder, embcalc.report(folder), front_matter=front_matter)
    size = embcalc.load(model).data["vocab_size"]
    repository(folder, model, vocab_size=size - 1)
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    wanted = {number for number, line in enumerate(lines, start=1) if f"{size:,}" in line or line.endswith(f": {size}")}
    wanted |= {number for number, line in enumerate(lines, start=1) if line.startswith(("| Total", "  parameters"))}
    found = check(folder)
    assert found.failed()
    assert wanted | {written.line} <= failures(found)
    assert len(wanted) == (4 if front_matter else 2)


def test_a_stale_block_shows_the_difference(tmp_path: Path) -> None:
    """The finding at the block's first line has the lines that are out of date and those that should stand there."""
    folder = repository(tmp_path, "gpt2")
    written = update(folder, embcalc.report(folder))
    repository(folder, "gpt2", n_embd=780)
    (found,) = [finding for finding in check(folder).findings if finding.kind == "block"]
    assert found.line == written.line == 5
    assert "-| Hidden size                       | 768 |" in found.message
    assert "+| Hidden size                       | 780 |" in found.message


def test_writing_anew_mends_it(tmp_path: Path) -> None:
    """After another run of `card`, the card is true again."""
    folder = repository(tmp_path, "gpt2")
    update(folder, embcalc.report(folder), front_matter=True)
    repository(folder, "gpt2", n_embd=780)
    assert check(folder).failed()
    assert update(folder, embcalc.report(folder), front_matter=True).changed
    assert not check(folder).failed(strict=True)


@pytest.mark.parametrize("block", ["<!-- embcalc:start -->\n", "<!-- embcalc:end -->\n"])
def test_a_lone_marker_fails_with_its_line(tmp_path: Path, block: str) -> None:
    """`check` says what is wrong with the markers where it stands."""
    folder = repository(tmp_path, "gpt2")
    (folder / "README.md").write_text(f"# A model\n\n{block}", encoding="utf-8")
    assert failures(check(folder)) == {3}
