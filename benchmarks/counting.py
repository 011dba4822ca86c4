"""Time and memory of counting inside one process: a report, a list of all tensors, and how they grow with depth.

python benchmarks/counting.py
"""

from __future__ import annotations

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import embcalc

MODEL = "deepseek-v3"


def milliseconds(call: Callable[[], Any], runs: int = 30) -> float:
    """The median time of a call."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def peak_kilobytes(call: Callable[[], Any]) -> float:
    """The most memory that a call holds at a time."""
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e3


def main() -> None:
    """Print the figures, and the ratios between a model and one with ten times its layers and experts."""
    data = embcalc.load(MODEL).data
    deep = data | {
        "num_hidden_layers": 10 * data["num_hidden_layers"],
        "n_routed_experts": 10 * data["n_routed_experts"],
    }
    shallow_time, deep_time = (milliseconds(lambda config=config: embcalc.report(config)) for config in (data, deep))
    shallow_memory, deep_memory = (
        peak_kilobytes(lambda config=config: embcalc.report(config)) for config in (data, deep)
    )
    tensors = milliseconds(lambda: list(embcalc.manifest(data).tensors()), runs=5)
    print(f"{sys.version.split()[0]}, {MODEL}")
    print(f"report                                {shallow_time:8.2f} ms   (goal: at most 2)")
    print(f"ten times the layers and experts      {deep_time / shallow_time:8.2f} times the time   (goal: 1)")
    print(f"                                      {deep_memory / shallow_memory:8.2f} times the memory (goal: 1)")
    print(f"all its tensors listed                {tensors:8.2f} ms   (goal: at most 500)")


if __name__ == "__main__":
    main()
