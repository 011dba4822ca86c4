"""A vocabulary's tensors against a checkpoint: their shapes, and whether the embedding and the head are both there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from embcalc.reports import Report
from embcalc.rows import CHECKPOINT, Comparison, listed, pads
from embcalc.rows.factors import of_factors
from embcalc.rows.matching import TABLE_ROLES, Match, in_module, matches, vocabulary
from embcalc.rows.names import parts
from embcalc.tensors import Role
from embcalc.units import counted, grouped, times
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.checkpoints import Checkpoint, Stored
    from embcalc.sources.tokenizer import Tokenizer


def with_checkpoint(report: Report, checkpoint: Checkpoint, tokenizer: Tokenizer | None = None) -> list[Comparison]:
    """Whether the tables in a checkpoint, the head and its bias have the shapes that the config gives them.

    They are found by the names in the config's class, whatever wraps the model, else by those that tables go by. A
    shape that differs fails, as does a head with other rows than the embedding where the class has as many, and a head
    of its own that is missing. Packed tables (integers) are passed over. An adapter's factors of a table must have its
    rows. With a tokenizer, the message says which file it agrees with.
    """
    found, factors = matches(report, checkpoint.tensors), [*of_factors(report, checkpoint)]
    if not found and not factors:
        message = "no token table and no output head of the config's class are in it"
        return [Comparison(Verdict.SKIPPED, CHECKPOINT, message, {})]
    results = [_compared(report, match, tokenizer) for match in found]
    return [*results, *factors, *_unlike(report, found), *_without_head(report, checkpoint, found)]


def _compared(report: Report, match: Match, tokenizer: Tokenizer | None) -> Comparison:
    (tensor, name, held), is_table = match, match.tensor.role in TABLE_ROLES
    facts: dict[str, Any] = {
        "tensor": name,
        "role": tensor.role.value,
        "dtype": held.dtype or None,
        "config_shape": list(tensor.shape),
        "checkpoint_shape": list(held.shape),
    }
    # MLX packs columns alone into words of 32 bits
    rows_differ = held.dtype == "U32" and is_table and held.shape[:1] != tensor.shape[:1]
    if _is_packed(held) and not rows_differ:
        return Comparison(Verdict.SKIPPED, CHECKPOINT, f"{name} is stored in packed form ({held.dtype})", facts)
    if held.shape == tensor.shape:
        return Comparison(Verdict.OK, CHECKPOINT, f"{name} is {times(held.shape)}, as in the config", facts)
    said = f"shape mismatch: {name} is {times(held.shape)}, but the config gives {times(tensor.shape)}"
    if not is_table or len(held.shape) != len(tensor.shape) or held.shape[1] != tensor.shape[1]:
        return Comparison(Verdict.FAIL, CHECKPOINT, said, facts)
    rows = abs(held.shape[0] - tensor.shape[0])
    facts |= _differences(report, rows, tensor.shape[1])
    facts["padded_to_multiples_of"] = pads(*sorted((held.shape[0], tensor.shape[0])))
    differ = f"{counted(rows, 'row')} and {grouped(rows * tensor.shape[1])} parameters apart"
    reasons = [differ, *_reasons(tensor.shape[0], held.shape[0], tokenizer)]
    return Comparison(Verdict.FAIL, CHECKPOINT, f"{said}: {'; '.join(reasons)}", facts)


def _is_packed(held: Stored) -> bool:
    return held.dtype[:1] in ("I", "U")


def _differences(report: Report, rows: int, width: int) -> dict[str, int]:
    """What so many rows are in parameters, of one table and of all that own their values."""
    own = sum(tensor.role in TABLE_ROLES and not tensor.tied_to for tensor in vocabulary(report))
    return {
        "row_difference": rows,
        "parameter_difference": rows * width,
        "parameter_difference_of_all_tables": rows * width * own,
    }


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


def _unlike(report: Report, found: Sequence[Match]) -> Iterator[Comparison]:
    """A head that was not resized with its embedding."""
    sizes = {tensor.shape[0] for tensor in vocabulary(report) if tensor.role in TABLE_ROLES}
    first = {match.tensor.role: match for match in reversed(found) if not _is_packed(match.held)}
    if len(sizes) > 1 or not first.keys() >= set(TABLE_ROLES):
        return
    table, head = (first[role] for role in TABLE_ROLES)
    rows, other = table.held.shape, head.held.shape
    if rows[0] != other[0]:
        message = (
            f"input and head rows differ: {table.name} is {times(rows)}, {head.name} is {times(other)}; "
            "an untied head is resized by itself"
        )
        facts = {
            "input_shape": list(rows),
            "head_shape": list(other),
            "row_difference": abs(rows[0] - other[0]),
        }
        yield Comparison(Verdict.FAIL, CHECKPOINT, message, facts)


def _without_head(report: Report, checkpoint: Checkpoint, found: Sequence[Match]) -> Iterator[Comparison]:
    """A head of its own that the checkpoint of a whole model lacks, or holds in another form than its weight.

    A model without its head is saved under shorter names than those of the config's class, and is no fault; where the
    class's names have nothing in front that would tell, it is a warning.
    """
    head, own = report.head, [match.name for match in found if match.name == match.tensor.name]
    if head is None or head.tied_to or any(match.tensor.role is Role.OUTPUT_HEAD for match in found):
        return
    other = next((name for name in checkpoint.tensors if in_module(name, head)), None)
    if other is not None:
        yield Comparison(Verdict.SKIPPED, CHECKPOINT, f"of {head.name} there is only {other}", {"tensor": other})
    elif own and checkpoint.whole:
        tells = len(parts(own[0])) > 2  # noqa: PLR2004 - more than a module and its weight
        message = (
            f"{head.name} is not in it, but the config does not tie the head to the embedding: loaded so, the head has "
            "random values"
        )
        yield Comparison(Verdict.FAIL if tells else Verdict.WARNING, CHECKPOINT, message, {"missing": head.name})
