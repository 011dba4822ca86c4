"""A token table's rows against a checkpoint: its tables' shapes, and whether embedding and head have alike rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from embcalc.reports import Report
from embcalc.rows import CHECKPOINT, Comparison, listed, pads
from embcalc.rows.names import HEADS, TABLES, is_table, tail
from embcalc.tensors import Role, Tensor
from embcalc.units import counted, grouped, times
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.checkpoints import Checkpoint, Stored
    from embcalc.sources.tokenizer import Tokenizer

_ROLES = (Role.INPUT_EMBEDDING, Role.OUTPUT_HEAD)


def wanted(report: Report) -> Callable[[str], bool]:
    """Tells which of a checkpoint's tensors are tables of the config's class, or are named as tables are."""
    tails = {tail(tensor.name) for tensor in _tables(report)}
    return lambda name: tail(name) in tails or is_table(name)


def with_checkpoint(report: Report, checkpoint: Checkpoint, tokenizer: Tokenizer | None = None) -> list[Comparison]:
    """Whether the tables in a checkpoint have the shapes that the config gives them.

    Tables are found by the names in the config's class, whatever wraps the model, else by those that tables go by. A
    shape that differs fails, as does a head with other rows than the embedding where the class has as many. Packed
    tables (integers) are passed over. With a tokenizer, the message says which file it agrees with.
    """
    found = [(tensor, name, held) for tensor in _tables(report) for name, held in _matching(tensor, checkpoint)]
    if not found:
        message = "no token table and no output head of the config's class are in it"
        return [Comparison(Verdict.SKIPPED, CHECKPOINT, message, {})]
    results = [_compared(report, tensor, name, held, tokenizer) for tensor, name, held in found]
    return [*results, *_unlike(report, found)]


def _tables(report: Report) -> list[Tensor]:
    return [tensor for tensor in report.manifest.notable if tensor.role in _ROLES and len(tensor.shape) == 2]  # noqa: PLR2004


def _matching(tensor: Tensor, checkpoint: Checkpoint) -> Iterator[tuple[str, Stored]]:
    """The checkpoint's tensors that are this table; by likeness of the name only where none has its own."""
    held = checkpoint.tensors
    own = [name for name in held if tail(name) == tail(tensor.name)]
    like = TABLES if tensor.role is Role.INPUT_EMBEDDING else HEADS
    if not own and not tensor.tied_to:
        own = [name for name in held if tail(name) in {f"{module}.weight" for module in like}]
    # of copies in an encoder and a decoder, one is enough where they are alike
    alike = {held[name]: name for name in reversed(own)}
    yield from ((name, held[name]) for name in own if alike[held[name]] == name)


def _compared(report: Report, tensor: Tensor, name: str, held: Stored, tokenizer: Tokenizer | None) -> Comparison:
    facts: dict[str, Any] = {
        "tensor": name,
        "role": tensor.role.value,
        "dtype": held.dtype or None,
        "config_shape": list(tensor.shape),
        "checkpoint_shape": list(held.shape),
    }
    if held.dtype[:1] in ("I", "U"):
        return Comparison(Verdict.SKIPPED, CHECKPOINT, f"{name} is stored in packed form ({held.dtype})", facts)
    if held.shape == tensor.shape:
        return Comparison(Verdict.OK, CHECKPOINT, f"{name} is {times(held.shape)}, as in the config", facts)
    said = f"shape mismatch: {name} is {times(held.shape)}, but the config gives {times(tensor.shape)}"
    if len(held.shape) != len(tensor.shape) or held.shape[1] != tensor.shape[1]:
        return Comparison(Verdict.FAIL, CHECKPOINT, said, facts)
    rows = abs(held.shape[0] - tensor.shape[0])
    own = sum(not each.tied_to for each in _tables(report))
    facts |= {
        "row_difference": rows,
        "parameter_difference": rows * tensor.shape[1],
        "parameter_difference_of_all_tables": rows * tensor.shape[1] * own,
        "padded_to_multiples_of": pads(*sorted((held.shape[0], tensor.shape[0]))),
    }
    differ = f"{counted(rows, 'row')} and {grouped(rows * tensor.shape[1])} parameters apart"
    reasons = [differ, *_reasons(tensor.shape[0], held.shape[0], tokenizer)]
    return Comparison(Verdict.FAIL, CHECKPOINT, f"{said}: {'; '.join(reasons)}", facts)


def _reasons(config: int, checkpoint: int, tokenizer: Tokenizer | None) -> Iterator[str]:
    """Which of the two files is likely out of date, as far as padding and the tokenizer tell."""
    few, many = sorted((config, checkpoint))
    paddings = pads(few, many)
    if paddings:
        yield f"{grouped(many)} is {grouped(few)} padded to a multiple of {listed(paddings)}"
    if tokenizer is None:
        return
    tokens = counted(tokenizer.length, "token")
    if tokenizer.length == checkpoint:
        stale = "" if paddings else ", so that vocab_size in the config is out of date"
        yield f"the tokenizer has {tokens}, as many as the checkpoint has rows{stale}"
    elif tokenizer.length == config:
        yield f"the tokenizer has {tokens}, as the config says, so that the checkpoint is out of date"
    else:
        yield f"the tokenizer has {tokens}"


def _unlike(report: Report, found: Sequence[tuple[Tensor, str, Stored]]) -> Iterator[Comparison]:
    """A head that was not resized with its embedding."""
    if len({tensor.shape[0] for tensor in _tables(report)}) > 1:
        return
    first = {tensor.role: (name, held) for tensor, name, held in reversed(found) if held.dtype[:1] not in ("I", "U")}
    if len(first) < len(_ROLES):
        return
    (table, rows), (head, other) = first[Role.INPUT_EMBEDDING], first[Role.OUTPUT_HEAD]
    if rows.shape[0] != other.shape[0]:
        message = (
            f"input and head rows differ: {table} is {times(rows.shape)}, {head} is {times(other.shape)}; "
            "an untied head is resized by itself"
        )
        facts = {
            "input_shape": list(rows.shape),
            "head_shape": list(other.shape),
            "row_difference": abs(rows.shape[0] - other.shape[0]),
        }
        yield Comparison(Verdict.FAIL, CHECKPOINT, message, facts)
