"""Where output goes: through pipes, to terminals, and where it cannot go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

EMBCALC = [sys.executable, "-m", "embcalc"]
posix = pytest.mark.skipif(os.name == "nt", reason="pipes, signals and terminals as POSIX has them")


def shell(script: str) -> subprocess.CompletedProcess[str]:
    """Run a line of sh in which `embcalc` is the program."""
    line = script.replace("embcalc", f"'{sys.executable}' -m embcalc")
    environment = os.environ | {"PYTHONUNBUFFERED": ""}
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=environment)


@posix
def test_a_pipe_that_closes_early_is_no_fault() -> None:
    """`| head -1` gets its line, and nobody complains."""
    done = shell("embcalc tensors deepseek-v3 --all | head -1")
    assert (done.stdout, done.stderr) == ("deepseek-v3  DeepseekV3ForCausalLM\n", "")


@posix
@pytest.mark.parametrize("words", ["params gpt2", "params gpt2 --json", "models", "tensors deepseek-v3 --all"])
def test_a_closed_output_is_one_line(words: str) -> None:
    """Exit code 1, no traceback."""
    done = shell(f"embcalc {words} >&-")
    assert (done.returncode, done.stderr) == (1, "Error: standard output: closed\n")


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", ["params gpt2", "params gpt2 --json", "--version", "tensors gpt2 --format csv"])
def test_a_full_disk_is_one_line(words: str) -> None:
    """What the system says of it, and exit code 1."""
    done = shell(f"embcalc {words} > /dev/full")
    assert (done.returncode, done.stderr) == (1, "Error: standard output: No space left on device\n")


@posix
def test_an_interrupt_ends_it_without_a_word() -> None:
    """Exit code 130, as shells expect it."""
    with subprocess.Popen(
        [*EMBCALC, "params", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        # whoever waits for its input has been started, but who knows when: a bound is all that can be given
        try:
            running.wait(timeout=1)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
        assert running.communicate()[1] == b""
        assert running.returncode == 130


def on_a_terminal(environment: dict[str, str]) -> str:
    """What `embcalc params gpt2` writes to a terminal of 80 columns."""
    import pty

    leader, follower = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM")}
    # a reader must run beside it: a terminal takes a few thousand characters, then waits
    with subprocess.Popen(
        [*EMBCALC, "params", "gpt2"], stdout=follower, stderr=follower, env=kept | {"COLUMNS": "80"} | environment
    ):
        os.close(follower)
        written = b""
        while True:
            try:
                some = os.read(leader, 4096)
            except OSError:
                break
            if not some:
                break
            written += some
    os.close(leader)
    return written.decode()


@posix
def test_a_terminal_gets_colour() -> None:
    """Headings, names and remarks are told apart."""
    assert "\x1b[1;36mgpt2" in on_a_terminal({"TERM": "xterm-256color"})


@posix
@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}])
def test_a_plain_terminal_gets_plain_text(environment: dict[str, str]) -> None:
    """NO_COLOR and a terminal that knows no escape sequences get none."""
    shown = on_a_terminal(environment)
    assert "124,439,808" in shown
    assert "\x1b" not in shown


def test_a_pipe_gets_plain_text_without_trailing_blanks() -> None:
    """No escape sequences, no padding."""
    done = subprocess.run([*EMBCALC, "params", "gpt2"], capture_output=True, text=True, check=False)
    assert "\x1b" not in done.stdout
    assert [line for line in done.stdout.splitlines() if line != line.rstrip()] == []
