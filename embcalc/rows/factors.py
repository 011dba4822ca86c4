"""An adapter's low-rank factors of a token table and of a head: one of the two has as many rows as the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from embcalc.reports import Report
from embcalc.rows import CHECKPOINT, Comparison
from embcalc.rows.matching import in_module, vocabulary
from embcalc.rows.names import parts
from embcalc.tensors import Role
from embcalc.units import grouped
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.checkpoints import Checkpoint

# which axis is the vocabulary's: PEFT's LoRA of an embedding is A (rank × V), B (d × rank), of a linear layer A
# (rank × d), B (V × rank)
_AXES = {"lora_embedding_A": (Role.INPUT_EMBEDDING, 1), "lora_B": (Role.OUTPUT_HEAD, 0)}


def of_factors(report: Report, checkpoint: Checkpoint) -> Iterator[Comparison]:
    """Whether each such factor in a checkpoint has as many entries as the config's table has rows."""
    tables = {role: [tensor for tensor in vocabulary(report) if tensor.role is role] for role, _ in _AXES.values()}
    for name, held in checkpoint.tensors.items():
        factor = next((part for part in parts(name)[-2:] if part in _AXES), None)
        role, axis = _AXES[factor] if factor else (None, 0)
        table = next((tensor for tensor in tables.get(role, ()) if in_module(name, tensor)), None) if role else None
        if table is None or len(held.shape) != 2:  # noqa: PLR2004 - a matrix
            continue
        entries, rows = held.shape[axis], table.shape[0]
        facts = {"tensor": name, "role": table.role.value, "rows": rows, "checkpoint_shape": list(held.shape)}
        if entries == rows:
            yield Comparison(Verdict.OK, CHECKPOINT, f"{name} is for {grouped(rows)} rows, as in the config", facts)
        else:
            message = f"shape mismatch: {name} is for {grouped(entries)} rows, but the config gives {grouped(rows)}"
            yield Comparison(Verdict.FAIL, CHECKPOINT, message, facts)
