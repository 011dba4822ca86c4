"""A Hub on the loopback address, and the loads that a process of its own makes from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

MAIN = "1" * 40
OTHER = "a" * 40
CONFIG = {"model_type": "bert", "vocab_size": 30073, "hidden_size": 768}

_LOADER = """
import json, sys
from embcalc.errors import EmbcalcError
from embcalc.sources import load
for ref in sys.argv[1:]:
    try:
        print(json.dumps(load(ref)._asdict()))
    except EmbcalcError as error:
        print(json.dumps({"error": str(error), "kind": type(error).__name__, "hint": error.hint}))
"""


class Answer(NamedTuple):
    """What the stub says to a path: the body is JSON unless it is bytes; a delay in seconds comes first."""

    status: int = 200
    body: Any = b""
    headers: Mapping[str, str] = {}
    delay: float = 0.0


class Stub(NamedTuple):
    """A running stub: its address and the paths that it was asked for."""

    endpoint: str
    requests: list[str]


@contextmanager
def serving(answers: Mapping[str, Answer | Sequence[Answer]]) -> Iterator[Stub]:
    """A Hub that knows these paths, and says 404 without a code to all others.

    Of several answers to one path, each is given once and the last one from then on.
    """
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            requests.append(self.path)
            known = answers.get(self.path, Answer(404))
            turns = [known] if isinstance(known, Answer) else known
            answer = turns[min(requests.count(self.path), len(turns)) - 1]
            time.sleep(answer.delay)
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in ({"Content-Length": str(len(body))} | dict(answer.headers)).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_GET = do_HEAD = answer  # noqa: N815  # the names that http.server looks for

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Stub(f"http://127.0.0.1:{server.server_port}", requests)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def file(body: Any, commit: str = MAIN) -> Answer:
    """A file of a repository at a commit."""
    return Answer(200, body, {"ETag": f'"{commit}"', "X-Repo-Commit": commit})


def refusal(status: int, code: str = "", **headers: str) -> Answer:
    """An answer with a status and the code that tells the client what is wrong."""
    return Answer(status, b"", ({"X-Error-Code": code} if code else {}) | headers)


def loaded(refs: Sequence[str], home: Path, **environment: str) -> list[dict[str, Any]]:
    """What `load` gives or raises for each word, in a process of its own: the client reads its settings once."""
    inherited = {key: value for key, value in os.environ.items() if not key.upper().startswith("HF_")}
    inherited = {key: value for key, value in inherited.items() if not key.upper().endswith("_PROXY")}
    root = str(Path(__file__).parents[2])
    settings = {"HF_HOME": str(home), "PYTHONPATH": root, "EMBCALC_HUB_TIMEOUT": "10", "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-c", _LOADER, *refs],
        env=inherited | settings | environment,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    problem = done.stderr[-2000:]
    assert (done.returncode, problem) == (0, ""), problem
    return [json.loads(line) for line in done.stdout.splitlines()]
