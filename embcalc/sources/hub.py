"""The Hub, through huggingface_hub: the only place that touches the network.

The client keeps its own rules for HF_TOKEN, HF_ENDPOINT, HF_HOME and HF_HUB_OFFLINE. What is added is a deadline, since
a server that accepts a connection and stays silent holds the client for minutes, and an answer for each way to fail.
"""

from __future__ import annotations

import logging
import math
import os
import queue
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from embcalc.errors import SourceError
from embcalc.sources import contents, files
from embcalc.sources.hub_errors import Asked, UnreachableError, explained
from embcalc.sources.wording import fault as reason
from embcalc.sources.wording import printable

TIMEOUT_VARIABLE = "EMBCALC_HUB_TIMEOUT"
DEFAULT_TIMEOUT = 15.0
# what the error at hand is made to wait for advice
_ADVICE_TIMEOUT = 5.0

_CONFIG = "config.json"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_PASSING_STATUS = frozenset({429, 500, 502, 503, 504})
_T = TypeVar("_T")


class Fetched(NamedTuple):
    """A config that was downloaded or found in the client's cache, and the commit it is of."""

    data: dict[str, Any]
    commit: str
    warnings: tuple[str, ...]


def fetch(repo: str, revision: str | None) -> Fetched:
    """Download config.json of a repository at a branch, tag or commit (None: the default branch).

    A cached copy of what a branch or tag last was is used, with a warning, where the Hub gives no answer; a commit that
    is cached is never asked for again. Raises SourceError: UnreachableError where the Hub gave no answer, GatedError
    where it did not let the file be read.
    """
    _check_revision(revision)
    constants = _settings()
    asked = Asked(repo, revision, constants.ENDPOINT, _timeout())
    cached = None
    try:
        cached = _cached(repo, revision)
        if cached is not None and (constants.HF_HUB_OFFLINE or _COMMIT.fullmatch(revision or "")):
            return _read(cached, repo)
        return _read(_within(asked.seconds, lambda seen: _download(asked, _CONFIG, seen, retry=cached is None)), repo)
    except SourceError:
        raise
    except Exception as fault:  # noqa: BLE001  # each kind gets its line; a traceback helps nobody here
        error = explained(fault, asked)
        if cached is not None and isinstance(error, UnreachableError):
            return _read(cached, repo, warning=f"{error}; its cached copy is used")
        raise _with_advice(error, fault, asked) from None


def _settings() -> ModuleType:
    """The client's settings, which it reads from the environment once, when it is first imported."""
    try:
        from huggingface_hub import constants
    except (ImportError, ValueError) as error:
        raise SourceError(f"huggingface_hub cannot be loaded: {reason(error)}", "Is HF_ENDPOINT an address?") from None
    return constants


def _timeout() -> float:
    stated = os.environ.get(TIMEOUT_VARIABLE) or str(DEFAULT_TIMEOUT)
    try:
        seconds = float(stated)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= threading.TIMEOUT_MAX:
        raise SourceError(f"{TIMEOUT_VARIABLE} must be a number of seconds, not {printable(stated)}")
    return seconds


def _check_revision(revision: str | None) -> None:
    """Refuse what no Git reference can be: the client builds paths in its cache from it."""
    if revision is None:
        return
    if not revision.isprintable() or ".." in revision or revision.startswith("/") or set(revision) & set(" \\:"):
        raise SourceError(
            f"{printable(revision)!r} is not a revision", "Write a branch, a tag or a commit after the @."
        )


def _cached(repo: str, revision: str | None) -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    path = try_to_load_from_cache(repo, _CONFIG, revision=revision)
    return Path(path) if isinstance(path, str) else None


def _download(asked: Asked, name: str, seen: list[BaseException], *, retry: bool) -> Path:
    """The path of a downloaded file. Asks for its size first: that call fails at once and with its own reason."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url

    try:
        size = get_hf_file_metadata(hf_hub_url(asked.repo, name, revision=asked.revision)).size or 0
    except Exception as fault:
        seen.append(fault)
        if not retry or getattr(getattr(fault, "response", None), "status_code", None) not in _PASSING_STATUS:
            raise
        size = 0  # the client tries again by itself, for longer than the deadline
    if size > files.MAX_BYTES:
        raise SourceError(f"{asked.repo}: {name} is larger than {files.MAX_BYTES // 1_000_000} MB, which no config is")
    return Path(hf_hub_download(asked.repo, name, revision=asked.revision))


def _within(seconds: float, work: Callable[[list[BaseException]], _T]) -> _T:
    """The result of `work`, or after so many seconds the last fault it has seen, else TimeoutError."""
    results: queue.SimpleQueue[tuple[_T | None, BaseException | None]] = queue.SimpleQueue()
    seen: list[BaseException] = []

    def run() -> None:
        try:
            with _quiet():
                results.put((work(seen), None))
        except Exception as fault:  # noqa: BLE001  # raised again by the caller
            results.put((None, fault))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, fault = results.get(timeout=seconds)
    except queue.Empty:
        fault = seen[-1] if seen else TimeoutError()
    if fault is not None:
        raise fault
    return result  # type: ignore[return-value]  # there is one where there is no fault


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the client's progress bars and log lines off the terminal, unless the user asked for them."""
    from huggingface_hub.utils.tqdm import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars

    hide_bars = "HF_HUB_DISABLE_PROGRESS_BARS" not in os.environ and not are_progress_bars_disabled()
    logger = logging.getLogger("huggingface_hub")
    level = logger.level
    if hide_bars:
        disable_progress_bars()
    if "HF_HUB_VERBOSITY" not in os.environ:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
        if hide_bars:
            enable_progress_bars()


def _read(path: Path, repo: str, warning: str | None = None) -> Fetched:
    """The config in a snapshot of the cache: …/snapshots/<commit>/config.json."""
    with path.open("rb") as file:
        raw = file.read(files.MAX_BYTES + 1)
    data = files.parse(raw, f"{repo}: {_CONFIG}", ".json")
    return Fetched(data, path.parent.name, (warning,) if warning else ())


def _with_advice(error: SourceError, fault: BaseException, asked: Asked) -> SourceError:
    """The error with what a second look can add: what the repository holds instead, or which commits are cached."""
    kind = type(fault).__name__
    if kind == "RemoteEntryNotFoundError":
        held = _held(asked)
        return SourceError(f"{error}; it holds {held.what}", held.hint) if held else error
    commits = _cached_commits(asked.repo) if isinstance(error, UnreachableError) else []
    if commits:
        error.hint = f"A commit of it is cached: {asked.repo}@{commits[0]}"
    return error


def _held(asked: Asked) -> contents.Contents | None:
    from huggingface_hub import HfApi

    def look(seen: list[BaseException]) -> contents.Contents:
        listed = HfApi().model_info(asked.repo, revision=asked.revision).siblings or []
        names = [file.rfilename for file in listed]
        return contents.described(names, lambda name: files.read(_download(asked, name, seen, retry=False)))

    try:
        return _within(min(asked.seconds, _ADVICE_TIMEOUT), look)
    except Exception:  # noqa: BLE001  # the error at hand stands without it
        return None


def _cached_commits(repo: str) -> list[str]:
    snapshots = Path(_settings().HF_HUB_CACHE, f"models--{repo.replace('/', '--')}", "snapshots")
    try:
        return sorted(snapshot.name for snapshot in snapshots.iterdir() if (snapshot / _CONFIG).exists())
    except OSError:
        return []
