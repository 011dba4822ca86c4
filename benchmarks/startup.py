"""CPU time of whole commands, as ratios to the imports that they cannot do without.

    python benchmarks/startup.py [RUNS]

Each pair of commands runs in turn, so that both meet the same weather; the medians are compared.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = sys.executable
TABLE_FLOOR = "import typer, yaml; from rich.table import Table; from rich.console import Console"
LLAMA = (
    '{"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 128256, "hidden_size": 4096, '
    '"intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, '
    '"tie_word_embeddings": false}'
)


def cpu_seconds(command: list[str]) -> float:
    """User and system time of one run of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(title: str, command: list[str], floor: list[str], runs: int, most: float) -> None:
    """Print the medians of a command and its floor, and their ratio beside the ratio that is the goal."""
    pairs = [(cpu_seconds(command), cpu_seconds(floor)) for _ in range(runs + 1)][1:]
    ours, base = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{title:<42} {ours * 1e3:6.0f} ms / {base * 1e3:6.0f} ms = {ours / base:5.2f}   (goal: at most {most})")


def main() -> None:
    """Run the comparisons."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    embcalc = [str(Path(PYTHON).with_name("embcalc"))]
    with tempfile.TemporaryDirectory() as folder:
        config = str(Path(folder) / "config.json")
        Path(config).write_text(LLAMA, encoding="utf-8")
        compare("params llama-3-8b", [*embcalc, "params", "llama-3-8b"], [PYTHON, "-c", TABLE_FLOOR], runs, 1.5)
        compare(
            "params config.json --format json",
            [*embcalc, "params", config, "--format", "json"],
            [PYTHON, "-c", "import typer"],
            runs,
            1.3,
        )


if __name__ == "__main__":
    main()
