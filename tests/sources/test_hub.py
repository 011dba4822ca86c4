"""The real client against a Hub on the loopback address: what it gives, and a line for each way to fail."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embcalc.sources import bundled
from tests.sources.stub_hub import CONFIG, MAIN, OTHER, Answer, Stub, file, loaded, refusal, serving

Loaded = dict[str, Any]
OLD = CONFIG | {"vocab_size": 30000}
GATED = "openai-community/gpt2"


def at(repo: str, revision: str = "main", name: str = "config.json") -> str:
    """The path of a repository's file on the Hub."""
    return f"/{repo}/resolve/{revision}/{name}"


def listing(*names: str) -> Answer:
    """What the Hub says of a repository that holds these files."""
    return Answer(200, {"id": "org/x", "siblings": [{"rfilename": name} for name in names]})


ANSWERS: dict[str, Answer | list[Answer]] = {
    at("org/ok"): file(CONFIG),
    at("org/ok", OTHER): file(OLD, OTHER),
    at("org/ok", "refs%2Fpr%2F1"): file(OLD, OTHER),
    at("org/ok", "nope"): refusal(404, "RevisionNotFound"),
    at("org/gated401"): refusal(401, "GatedRepo"),
    at("org/gated403"): refusal(403, "GatedRepo"),
    at("org/forbidden"): refusal(403),
    at("org/private"): refusal(401, "RepoNotFound"),
    at("org/missing"): refusal(404, "RepoNotFound"),
    at("openai-community/gtp2"): refusal(404, "RepoNotFound"),
    at("org/badtoken"): Answer(401, b"", {"X-Error-Message": "Invalid credentials in Authorization header"}),
    at("org/empty"): refusal(404, "EntryNotFound"),
    at("org/gguf"): refusal(404, "EntryNotFound"),
    "/api/models/org/gguf": listing("README.md", "tiny-q4.gguf", "tiny-q8.gguf"),
    at("org/adapter"): refusal(404, "EntryNotFound"),
    "/api/models/org/adapter": listing("adapter_config.json"),
    at("org/adapter", name="adapter_config.json"): file({"base_model_name_or_path": "org/base"}),
    at("org/broken"): file(b'{"a": 1,}'),
    at("org/huge"): Answer(200, b"", {"Content-Length": "9000000000", "ETag": '"huge"', "X-Repo-Commit": MAIN}),
    at("org/no-hub"): Answer(200, CONFIG),
    at("org/passing"): [refusal(503), file(CONFIG)],
    at(GATED): refusal(401, "GatedRepo"),
    at(GATED, "v1"): refusal(401, "GatedRepo"),
    at("google-bert/bert-base-uncased"): refusal(404, "RepoNotFound"),
}


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    """A Hub that answers at once."""
    with serving(ANSWERS) as running:
        yield running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's folder, in which the answers of `online` are cached."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def online(stub: Stub, home: Path) -> dict[str, Loaded]:
    """What every word gives where the Hub answers."""
    repos = sorted({path.split("/resolve/")[0].strip("/") for path in ANSWERS if "/resolve/" in path})
    words = [*repos, f"org/ok@{OTHER}", "org/ok@refs/pr/1", "org/ok@nope", "org/ok@../x", f"{GATED}@v1", "org/--x"]
    return dict(zip(words, loaded(words, home, HF_ENDPOINT=stub.endpoint), strict=True))


@pytest.fixture(scope="module")
def offline(online: dict[str, Loaded], home: Path) -> dict[str, Loaded]:
    """What words give after `online`, where the client is told to stay offline."""
    assert online
    words = ["org/ok", f"org/ok@{OTHER}", "org/ok@other", "org/never", GATED]
    return dict(zip(words, loaded(words, home, HF_HUB_OFFLINE="1"), strict=True))


def test_config_comes_with_the_commit_it_is_of(online: dict[str, Loaded]) -> None:
    """The vocabulary may differ between revisions; each names its commit."""
    hub = {"name": "org/ok", "kind": "hub", "location": "org/ok", "warnings": []}
    assert online["org/ok"] == hub | {"data": CONFIG, "revision": MAIN}
    assert online[f"org/ok@{OTHER}"] == hub | {"data": OLD, "revision": OTHER}
    assert online["org/ok@refs/pr/1"] == hub | {"data": OLD, "revision": OTHER}


def test_passing_fault_is_tried_again(online: dict[str, Loaded]) -> None:
    """A 503 that goes away costs a second request and no word."""
    assert online["org/passing"]["data"] == CONFIG


@pytest.mark.parametrize(
    ("word", "line", "hint"),
    [
        ("org/gated401", "org/gated401 is gated on the Hub", "set HF_TOKEN to a token"),
        ("org/gated403", "org/gated403 is gated on the Hub", "Accept its terms"),
        ("org/forbidden", "the Hub answered 403 (Forbidden) for org/forbidden", "HF_TOKEN"),
        ("org/private", "org/private does not exist on the Hub, or is private", "HF_TOKEN"),
        ("org/missing", "org/missing does not exist on the Hub, or is private", "HF_TOKEN"),
        ("openai-community/gtp2", "does not exist on the Hub", f"Did you mean {GATED}"),
        ("google-bert/bert-base-uncased", "does not exist on the Hub", ""),
        ("org/badtoken", "the Hub does not accept the token", "unset it"),
        ("org/ok@nope", "org/ok has no revision nope", "a branch, a tag or a whole commit hash"),
        ("org/ok@../x", "'../x' is not a revision", ""),
        ("org/--x", "org/--x is not a Hub id", "owner/name"),
        ("org/empty", "org/empty has no config.json", ""),
        ("org/gguf", "org/gguf has no config.json; it holds tiny-q4.gguf and 1 more", "converted to GGUF"),
        ("org/adapter", "org/adapter has no config.json; it holds an adapter", "Ask for its base model: org/base"),
        ("org/broken", "org/broken: config.json: line 1, column 8: not valid JSON: trailing comma", ""),
        ("org/huge", "org/huge: config.json is larger than 8 MB", ""),
        ("org/no-hub", "does not answer as the Hub does", "HF_ENDPOINT"),
    ],
)
def test_refusal_is_one_line_with_what_to_do(online: dict[str, Loaded], word: str, line: str, hint: str) -> None:
    """Each answer of the Hub is told apart from the others."""
    assert line in online[word]["error"]
    assert hint in (online[word]["hint"] or "")
    assert online[word]["error"].isprintable()


def test_gated_repository_falls_back_to_the_bundled_config(online: dict[str, Loaded]) -> None:
    """With a warning, and not where a revision is asked for, of which the bundled one may be another version."""
    source = online[GATED]
    assert (source["kind"], source["name"], source["location"]) == ("bundled", "gpt2", GATED)
    assert source["warnings"] == [f"{GATED} is gated on the Hub; the bundled config gpt2 is used instead"]
    assert "gated" in online[f"{GATED}@v1"]["error"]


def test_cached_files_are_read_offline(offline: dict[str, Loaded]) -> None:
    """A branch that was cached and a commit that was cached, without a warning: the user asked for it."""
    assert [offline[word]["revision"] for word in ("org/ok", f"org/ok@{OTHER}")] == [MAIN, OTHER]
    assert offline["org/ok"]["warnings"] == []


def test_what_is_not_cached_offline_is_an_error(offline: dict[str, Loaded]) -> None:
    """It says so, names a cached commit where there is one, and a bundled config serves instead where there is one."""
    assert "org/never is not in the cache, and HF_HUB_OFFLINE" in offline["org/never"]["error"]
    assert offline["org/ok@other"]["hint"] == f"A commit of it is cached: org/ok@{MAIN}"
    assert offline[GATED]["kind"] == "bundled"


def test_cached_commit_makes_no_request(online: dict[str, Loaded], stub: Stub, home: Path) -> None:
    """A commit never changes, so one that is cached is not asked for again."""
    assert online
    before = stub.requests.count(at("org/ok", OTHER))
    assert loaded([f"org/ok@{OTHER}"], home, HF_ENDPOINT=stub.endpoint)[0]["data"] == OLD
    assert stub.requests.count(at("org/ok", OTHER)) == before


def test_words_for_paths_and_bundled_names_make_no_request(stub: Stub, tmp_path: Path) -> None:
    """A mistyped path is not sent to anyone."""
    (tmp_path / "models").mkdir()
    words = ["home/user/models/demo/checkpoint", "models/demo", "./x/y", "x/y.json", "gpt2", "no-such-model"]
    before = len(stub.requests)
    results = loaded(words, tmp_path, HF_ENDPOINT=stub.endpoint)
    assert ["no such file or directory" in result.get("error", "") for result in results[:4]] == [True] * 4
    assert results[4]["kind"] == "bundled"
    assert len(stub.requests) == before


@pytest.mark.parametrize("variable", ["HF_ENDPOINT", "HTTP_PROXY"])
def test_refused_connection_names_its_cause(variable: str, online: dict[str, Loaded], stub: Stub, home: Path) -> None:
    """At once, not after the client's retries; cached copies and bundled configs serve with a warning."""
    assert online
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        settings = {"HF_ENDPOINT": stub.endpoint, variable: f"http://127.0.0.1:{closed.getsockname()[1]}"}
        start = time.monotonic()
        never, cached, known = loaded(["org/never", "org/ok", GATED], home, **settings)
    assert time.monotonic() - start < 8
    assert "the Hub cannot be reached for org/never (ConnectError: " in never["error"]
    assert "proxy" in never["hint"]
    assert cached["data"] == CONFIG
    assert "ConnectError" in cached["warnings"][0]
    assert cached["warnings"][0].endswith("; its cached copy is used")
    assert (known["kind"], "ConnectError" in known["warnings"][0]) == ("bundled", True)


def test_silent_and_overloaded_servers_are_given_up_in_time(tmp_path: Path) -> None:
    """The deadline is ours: the client would wait for minutes. The status is printed where there was one."""
    answers: dict[str, Answer] = {
        at("org/silent"): Answer(200, b"", delay=3),
        at("org/busy"): refusal(429, **{"Retry-After": "900"}),
        at("org/down"): refusal(503),
        at(GATED): refusal(503),
    }
    with serving(answers) as slow:
        start = time.monotonic()
        words = ["org/silent", "org/busy", "org/down", GATED]
        silent, busy, down, known = loaded(words, tmp_path, HF_ENDPOINT=slow.endpoint, EMBCALC_HUB_TIMEOUT="0.8")
        assert time.monotonic() - start < 8
    assert silent["error"] == "the Hub timed out: no answer for org/silent within 0.8 s"
    assert "EMBCALC_HUB_TIMEOUT" in silent["hint"]
    # early versions of the client keep a 429 to themselves
    assert "429 (Too Many Requests)" in busy["error"] or "timed out" in busy["error"]
    assert down["error"] == "the Hub answered 503 (Service Unavailable) for org/down"
    assert down["hint"] == "Try again later."
    assert (known["kind"], "503" in known["warnings"][0]) == ("bundled", True)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"HF_ENDPOINT": "127.0.0.1:9"}, "HF_ENDPOINT is not an address: 127.0.0.1:9"),
        ({"EMBCALC_HUB_TIMEOUT": "soon"}, "EMBCALC_HUB_TIMEOUT must be a number of seconds, not soon"),
        ({"EMBCALC_HUB_TIMEOUT": "nan"}, "EMBCALC_HUB_TIMEOUT must be a number of seconds, not nan"),
        ({"HF_TOKEN": "hf_secr\u00e9t"}, "the request to the Hub cannot be sent"),
    ],
)
def test_setting_that_cannot_be_used_is_named(settings: dict[str, str], line: str, stub: Stub, tmp_path: Path) -> None:
    """In one line, in which no token is repeated."""
    (result,) = loaded(["org/ok"], tmp_path, **{"HF_ENDPOINT": stub.endpoint} | settings)
    assert line in result["error"]
    assert "secr" not in f"{result}"


def test_the_bundled_ids_of_these_tests_exist() -> None:
    """The fallbacks above would otherwise test nothing."""
    assert bundled.find_hub_id(GATED)
    assert bundled.find_hub_id("google-bert/bert-base-uncased")
