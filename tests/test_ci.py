"""The GitHub action and the pre-commit hooks: the very commands in them, run on a copy of the sample model."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "examples" / "sample-model"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps are bash")

# what `pip install --target` leaves: a program in bin/ that runs with the folder in PYTHONPATH; its words are kept
PIP = """#!{shell}
printf '%s\\n' "$@" > "$RUNNER_TEMP/pip-words"
mkdir -p "$RUNNER_TEMP/embcalc/bin"
printf '%s\\n' '#!{shell}' 'PYTHONPATH={root} exec {python} -m embcalc "$@"' > "$RUNNER_TEMP/embcalc/bin/embcalc"
chmod +x "$RUNNER_TEMP/embcalc/bin/embcalc"
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of the sample model."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample-model"))


def substituted(text: str, inputs: dict[str, str]) -> str:
    """An expression with its inputs put in, as GitHub does it; an input that is not given has its default."""
    values = {f"inputs.{name}": inputs.get(name, entry["default"]) for name, entry in ACTION["inputs"].items()}
    values["github.action_path"] = str(ROOT)
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text)


def act(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's steps in a folder; only pip is another one, which installs this checkout by a link."""
    runner = folder.parent / "runner"
    runner.mkdir(exist_ok=True)
    shell = shutil.which("bash") or "bash"
    stub = runner / "python3"
    stub.write_text(PIP.format(shell=shell, root=shlex.quote(str(ROOT)), python=shlex.quote(sys.executable)))
    stub.chmod(0o755)
    base = os.environ | {
        "RUNNER_TEMP": str(runner),
        "GITHUB_STEP_SUMMARY": str(runner / "summary.md"),
        "PATH": f"{runner}{os.pathsep}{os.environ['PATH']}",
        "HF_HUB_OFFLINE": "1",
    }
    done = None
    for step in ACTION["runs"]["steps"]:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "inputs reach a script through the environment, never as code"
        environment = base | {name: substituted(value, inputs) for name, value in step["env"].items()}
        # GitHub's own way to call bash
        words = [shell, "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            break
    assert done is not None
    return done


def pip_words(folder: Path) -> list[str]:
    """What the action gave to `python3`."""
    return (folder.parent / "runner" / "pip-words").read_text().splitlines()


def spoil(folder: Path) -> None:
    """Change one digit in the config."""
    config = folder / "config.json"
    config.write_text(config.read_text(encoding="utf-8").replace("8192", "8193"), encoding="utf-8")


def test_action_describes_its_inputs() -> None:
    """A composite action whose inputs are all optional and described."""
    assert ACTION["runs"]["using"] == "composite"
    assert list(ACTION["inputs"]) == ["path", "config", "strict", "version"]
    assert all({"description", "default"} <= entry.keys() for entry in ACTION["inputs"].values())


@needs_bash
def test_action_passes_on_a_true_card(repository: Path) -> None:
    """No annotation of an error, exit code 0, and a summary for the job's page."""
    done = act(repository, strict="true")
    assert (done.returncode, done.stderr) == (0, "")
    assert "::error" not in done.stdout
    assert "1 card" in (repository.parent / "runner" / "summary.md").read_text(encoding="utf-8")


@needs_bash
def test_action_annotates_a_contradiction(repository: Path) -> None:
    """One digit of the config changed: an error on the card's line, and the step fails."""
    spoil(repository)
    line = (repository / "README.md").read_text(encoding="utf-8").splitlines().index("  parameters: 6819072") + 1
    done = act(repository)
    assert done.returncode == 1
    assert re.search(rf"^::error file=(?:\./)?README\.md,line={line},", done.stdout, re.MULTILINE), done.stdout


@needs_bash
def test_action_takes_several_paths_and_a_config(repository: Path) -> None:
    """Paths stand one a line and may have spaces; a config that is elsewhere is used."""
    other = Path(shutil.copytree(repository, repository / "other model"))
    assert act(repository, path=".\nother model\n").returncode == 0
    spoil(other)
    done = act(repository, path=".\nother model\n")
    assert (done.returncode, "other model" in done.stdout) == (1, True)
    assert act(repository, path="other model", config="config.json").returncode == 0


@needs_bash
def test_action_installs_what_is_asked_for(repository: Path) -> None:
    """This checkout, or a version; into a folder of the runner's, away from the job's own Python."""
    target = str(repository.parent / "runner" / "embcalc")
    act(repository)
    words = pip_words(repository)
    assert words[:3] == ["-m", "pip", "install"]
    assert words[-3:] == ["--target", target, str(ROOT)]
    act(repository, version="1.2.3")
    assert pip_words(repository)[-1] == "embcalc==1.2.3"


@needs_bash
def test_inputs_are_no_code(repository: Path) -> None:
    """A path or a version that looks like shell code is a word, and nothing more."""
    hostile = "$(touch stolen)`touch stolen`; touch stolen"
    act(repository, path=hostile, config=hostile, strict=hostile, version=hostile)
    assert not (repository / "stolen").exists()


def hook(name: str, folder: Path, files: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a hook's entry on those of the files that it asks for, as pre-commit does."""
    wanted = [file for file in files if re.search(HOOKS[name]["files"], file)]
    program, *words = shlex.split(HOOKS[name]["entry"])
    assert (program, HOOKS[name]["language"]) == ("embcalc", "python")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-m", "embcalc", *words, *wanted]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


FILES = ["config.json", "README.md", "docs/README.md.txt", "model.safetensors", "tokenizer_config.json"]


def test_hooks_ask_for_cards_and_configs() -> None:
    """In every folder, and for nothing that is only named alike."""
    for wanted in HOOKS.values():
        found = [file for file in [*FILES, "sub/README.md"] if re.search(wanted["files"], file)]
        assert found == ["config.json", "README.md", "sub/README.md"]


def test_card_hook_leaves_a_true_card_alone(repository: Path) -> None:
    """pre-commit passes when no file has changed."""
    before = (repository / "README.md").read_bytes()
    done = hook("embcalc-card", repository, FILES)
    assert (done.returncode, done.stderr) == (0, "")
    assert (repository / "README.md").read_bytes() == before == (SAMPLE / "README.md").read_bytes()


def test_card_hook_writes_after_a_change_of_the_config(repository: Path) -> None:
    """The config alone is staged: the card beside it gets the new figures."""
    spoil(repository)
    done = hook("embcalc-card", repository, ["config.json"])
    assert done.returncode == 0, done.stderr
    assert "| 8,193 |" in (repository / "README.md").read_text(encoding="utf-8")


def test_check_hook(repository: Path) -> None:
    """It passes on the sample, and fails when one digit of the config is another one."""
    done = hook("embcalc-check", repository, FILES)
    assert done.returncode == 0, done.stdout + done.stderr
    spoil(repository)
    for files in (["README.md"], ["config.json"]):
        done = hook("embcalc-check", repository, files)
        assert done.returncode == 1
        assert re.search(r"^README\.md:7:15: .*6819072", done.stdout, re.MULTILINE), done.stdout


def test_sample_card_is_true() -> None:
    """The sample's figures are arithmetic: V·d, six layers of attention, MLP and two norms, a last norm."""
    config = json.loads((SAMPLE / "config.json").read_text(encoding="utf-8"))
    d, f, v = config["hidden_size"], config["intermediate_size"], config["vocab_size"]
    layer = 2 * d * d + 2 * d * (d // 2) + 3 * d * f + 2 * d
    total = v * d + 6 * layer + d
    text = (SAMPLE / "README.md").read_text(encoding="utf-8")
    assert f"  parameters: {total}\n" in text
    assert f"| {total:,} |" in text
    assert f"| {total - v * d:,} |" in text
