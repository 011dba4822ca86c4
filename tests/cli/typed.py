"""Commands as they are typed, run in this process; and small configs to run them on."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from embcalc.cli import app

LLAMA: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "vocab_size": 32_000,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}
# table and head, two layers (q and o, k and v, three of the feed-forward, two norms), the last norm
LLAMA_TOTAL = 2 * 32_000 * 64 + 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 64


def typed(*words: str, columns: int = 200, stdin: str | bytes | None = None) -> Result:
    """Run `embcalc` with these words, without colour and without the network."""
    environment = {"COLUMNS": str(columns), "NO_COLOR": "1", "HF_HUB_OFFLINE": "1"}
    return CliRunner(env=environment).invoke(app, list(words), input=stdin, prog_name="embcalc")


def given(config: dict[str, Any] | str, *words: str) -> Result:
    """Run a command with a config on standard input: `given(config, "params", "--json")`."""
    command, *options = words
    return typed(command, "-", *options, stdin=config if isinstance(config, str) else json.dumps(config))


def document(*words: str) -> Any:
    """What a command that works prints with `--json`."""
    done = typed(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)
