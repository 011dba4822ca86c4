"""The arrays in the order in which they flow: ids, one-hot, E, X, positions, hidden states, head, logits or vectors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from embcalc.activations.arrays import FLOAT32, IDS, Array, State, array
from embcalc.activations.limits import ADDED, tables
from embcalc.dtypes import Dtype
from embcalc.errors import EmbcalcError
from embcalc.pooling import Pooling
from embcalc.positions import Kind, Positions
from embcalc.reports import Report
from embcalc.tensors import Role, Tensor
from embcalc.units import grouped

MILLION = 10**6
COMPUTED = {
    Kind.ROTARY: ("rotary_angles", State.COMPUTED),
    Kind.ALIBI: ("alibi_biases", State.COMPUTED),
    Kind.RELATIVE: ("distance_biases", State.FLOWS),
    Kind.STATE: ("recurrent_state", State.FLOWS),
}


def symbols(report: Report, batch: int, seq: int) -> dict[str, int]:
    """What the symbols stand for: B, n, V, d, and h where the body is wider or narrower than the token table.

    V′ is another number of tokens where there is one: of a decoder's own vocabulary, or of logits.
    """
    if report.table is None:
        raise EmbcalcError("the model has no token table, so nothing flows through a vocabulary")
    rows, width = report.table.shape
    hidden = report.manifest.hidden_size or width
    second = next((size for size in (*report.vocab_sizes, report.logits) if size and size != rows), None)
    found = {"B": batch, "n": seq, "V": rows, "d": width}
    return found | ({"V′": second} if second else {}) | ({"h": hidden} if hidden != width else {})


def sides(report: Report) -> tuple[str, ...]:
    """The sequences that are looked up: an encoder's and a decoder's where both have a token table, else one."""
    found = [tensor for tensor in report.manifest.notable if tensor.role is Role.INPUT_EMBEDDING]
    parts = {part for table in found for part in table.name.split(".")}
    return ("encoder_", "decoder_") if {"encoder", "decoder"} <= parts else ("",)


def own_tables(report: Report) -> list[Tensor]:
    """An encoder's and a decoder's table where each looks up one of its own; empty where there is one for all."""
    if len(sides(report)) == 1 or len(report.tables) == 1:
        return []
    return [table for table in report.tables if {"encoder", "decoder"} & set(table.name.split("."))]


def rows_symbol(rows: int, report: Report) -> str:
    """V, or V′ for another number of rows."""
    return "V" if rows == report.vocab_size else "V′"


def inputs(report: Report, sizes: Mapping[str, int], positions: Positions | None) -> Iterator[Array]:
    """From token ids to what enters the first layer."""
    for side in sides(report):
        yield array(f"{side}token_ids", ("B", "n"), sizes, IDS)
    apart = len(report.vocab_sizes) > 1
    for side, rows in zip(sides(report), ("V", "V′"), strict=False) if apart else [("", "V")]:
        yield array(f"{side}one_hot", ("B", "n", rows), sizes, report.dtype, State.NEVER_BUILT)
    for table in report.tables:
        name = table.name if report.complete else None
        rows = rows_symbol(table.shape[0], report)
        yield Array("embedding", (rows, "d"), table.shape, report.dtype, State.HELD, name)
    for side in sides(report):
        yield array(f"{side}vectors", ("B", "n", "d"), sizes, report.dtype)
    entering = list(_positions(report, sizes, positions))
    widened = "h" in sizes and report.complete
    wider = [array("body_vectors", ("B", "n", "h"), sizes, report.dtype)] if widened else []
    first = any(step.symbols == ("P", "h") and step.name == "position_table" for step in entering)
    yield from (*wider, *entering) if first else (*entering, *wider)


def _positions(report: Report, sizes: Mapping[str, int], positions: Positions | None) -> Iterator[Array]:
    for way in positions.ways if positions else ():
        for table in tables(report.manifest, way):
            name, rows = ("position_table", "P") if way.kind in ADDED else ("distance_table", "b")
            across = "a" if table.shape[1] == way.sizes.get("a") else _symbol(table.shape[1], sizes)
            yield Array(name, (rows, across), table.shape, report.dtype, State.HELD, table.name)
        if way.computed:
            name, state = COMPUTED[way.kind]
            yield array(name, way.computed, {**sizes, **way.sizes}, report.dtype, state)


def _symbol(size: int, sizes: Mapping[str, int]) -> str:
    return "h" if size == sizes.get("h") else "d"


def outputs(report: Report, sizes: Mapping[str, int], pooling: Pooling | None, leaving: Dtype) -> Iterator[Array]:
    """From the last layer to the loss, or to sentence vectors; `leaving` is the data type of logits and vectors."""
    wide, head = _wide(sizes), report.head
    if not report.complete and head is None and pooling is None:
        return
    if len(sides(report)) > 1:
        yield array("encoder_output", ("B", "n", wide), sizes, report.dtype)
    yield array("hidden_states" if head else "token_vectors", ("B", "n", wide), sizes, report.dtype)
    if head:
        yield from _head(report, head, sizes)
        rows = rows_symbol(report.logits or 0, report)
        yield array("logits", ("B", "n", rows), sizes, leaving)
        yield array(f"{one_position(report)}_logits", ("B", rows), sizes, leaving)
        yield Array("loss", (), (), FLOAT32)
    if pooling or not head:
        yield from _sentence(sizes, pooling, leaving)


def one_position(report: Report) -> str:
    """Which position's logits are wanted: generation wants the last, a class that fills in masks any one."""
    masked = any(word in (report.manifest.architecture or "") for word in ("MaskedLM", "PreTraining"))
    return "one_position" if masked else "last_position"


def _head(report: Report, head: Tensor, sizes: Mapping[str, int]) -> Iterator[Array]:
    # a head that does not lead to V itself works on top of E
    rows, width = head.shape if head.shape[0] == report.logits else (sizes["V"], sizes["d"])
    shared = head.tied_to is not None or head.shape[0] != rows
    narrow = _symbol(width, sizes)
    if width != sizes[_wide(sizes)] and report.complete:
        yield array("head_vectors", ("B", "n", narrow), sizes, report.dtype)
    state = State.SHARED if shared else State.HELD
    name = head.name if report.complete else None
    yield Array("head", (narrow, rows_symbol(rows, report)), (width, rows), report.dtype, state, name)


def _sentence(sizes: Mapping[str, int], pooling: Pooling | None, leaving: Dtype) -> Iterator[Array]:
    wide, batch = _wide(sizes), sizes["B"]
    size = sizes[wide]
    if pooling and pooling.width != size:
        given = f"the pooling is made for token vectors of {grouped(pooling.width)} values"
        raise EmbcalcError(f"{given}, but the model has {grouped(size)}")
    if pooling and pooling.layers:
        yield Array("joined_vector", ("B", "j"), (batch, pooling.joined), leaving)
    if pooling and pooling.size != size:
        wide, size = "s", pooling.size
    yield Array("sentence_vector", ("B", wide), (batch, size), leaving)
    yield Array("million_vectors", ("10⁶", wide), (MILLION, size), leaving)


def _wide(sizes: Mapping[str, int]) -> str:
    return "h" if "h" in sizes else "d"
