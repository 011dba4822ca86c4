"""A token table's rows against a tokenizer: ids without a row, spare rows, and what padding explains of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from embcalc.reports import Report
from embcalc.rows import MULTIPLES, PADDING_TOKEN, TOKENIZER, Comparison, listed, pads
from embcalc.tensors import Role, Tensor
from embcalc.units import counted, grouped, percent, round_up
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.sources.tokenizer import Tokenizer

# beyond what padding to this needs, spare rows are worth a look
USUAL_PADDING = 256


def with_tokenizer(report: Report, tokenizer: Tokenizer, pad_token_id: int | None = None) -> Iterator[Comparison]:
    """Whether every id of a tokenizer has its row, and how many rows no token uses.

    More tokens than rows fail. Spare rows are a remark; a warning where padding to a multiple of 256 needs fewer, or
    where resizing the table to the tokenizer's length could cut off an id that is in use. `pad_token_id` is the
    config's; a warning where the tokenizer's is another.
    """
    table = report.table
    if table is None:
        yield Comparison(Verdict.SKIPPED, TOKENIZER, "the class has no token table", {})
        return
    tables = [tensor for tensor in report.manifest.notable if tensor.role is Role.INPUT_EMBEDDING]
    if len({tensor.shape[0] for tensor in tables}) > 1:
        message = "the model has a vocabulary each for its encoder and its decoder, and a tokenizer may serve either"
        yield Comparison(Verdict.SKIPPED, TOKENIZER, message, {})
        return
    verdict, message = _judged(table.shape[0], table.shape[1], tokenizer)
    yield Comparison(verdict, TOKENIZER, message, _facts(report, table, tokenizer))
    stated = pad_token_id is not None and pad_token_id >= 0
    if stated and tokenizer.pad is not None and tokenizer.pad != pad_token_id:
        message = f"pad_token_id is {pad_token_id} in the config, but the tokenizer pads with id {tokenizer.pad}"
        yield Comparison(Verdict.WARNING, PADDING_TOKEN, message, {"config": pad_token_id, "tokenizer": tokenizer.pad})


def _judged(rows: int, width: int, tokenizer: Tokenizer) -> tuple[Verdict, str]:
    tokens, needed = tokenizer.length, _needed(tokenizer)
    ids = f" with ids up to {grouped(needed - 1)}" if needed > tokens else ""
    said = f"{counted(tokens, 'token')}{ids} for {counted(rows, 'row')}"
    if needed > rows:
        have = "has" if needed == rows + 1 else "have"
        return Verdict.FAIL, f"{said}: {counted(needed - rows, 'id')} {have} no row{_added(tokenizer)}"
    if ids:
        lost = (
            f"resizing the table to the tokenizer's length would cut off ids in use; {grouped(needed)} rows must stay"
        )
        return Verdict.WARNING, f"{said}: {lost}"
    if rows == tokens:
        return Verdict.OK, said
    spare = rows - tokens
    verdict, why = _spare(rows, tokenizer)
    size = f"{percent(spare / rows)} of the table, {grouped(spare * width)} parameters"
    return verdict, f"{said}: {grouped(spare)} spare ({size}){why}"


def _spare(rows: int, tokenizer: Tokenizer) -> tuple[Verdict, str]:
    """How spare rows are to be taken, and what explains them or may come of them."""
    spare, paddings = rows - tokenizer.length, pads(tokenizer.length, rows)
    usual = round_up(tokenizer.length, USUAL_PADDING)
    if spare < MULTIPLES[0] and not paddings and tokenizer.highest is None:
        unsafe = "the ids may have gaps, and resizing to the tokenizer's length would then cut off ids in use"
        return Verdict.WARNING, f", which no padding explains: {unsafe}"
    if spare >= MULTIPLES[0] and rows > usual:
        lost = "resizing to the tokenizer's length would make the table smaller by them"
        return Verdict.WARNING, f", more than padding to a multiple of {USUAL_PADDING} needs: {lost}"
    room = f"{counted(spare, 'new token')} {'fits' if spare == 1 else 'fit'} without a resize"
    if paddings:
        return Verdict.REMARK, f", as padding to a multiple of {listed(paddings)} leaves them; {room}"
    return Verdict.REMARK, f"; {room}, but the model can emit ids that no token has"


def _needed(tokenizer: Tokenizer) -> int:
    """The rows that the tokenizer's ids need."""
    return max(tokenizer.length, (tokenizer.highest or -1) + 1)


def _added(tokenizer: Tokenizer) -> str:
    if tokenizer.base is None or tokenizer.base == tokenizer.length:
        return ""
    return f"; of the tokens, {grouped(tokenizer.length - tokenizer.base)} are added, beyond tokenizer.vocab_size"


def _facts(report: Report, table: Tensor, tokenizer: Tokenizer) -> dict[str, Any]:
    rows, width = table.shape
    needed = _needed(tokenizer)
    spare, head = max(rows - needed, 0), report.head
    own_head = spare * head.shape[1] if head and not head.tied_to else 0
    return {
        "rows": rows,
        "columns": width,
        "tokens": tokenizer.length,
        "tokenizer_vocab_size": tokenizer.base,
        "highest_id": tokenizer.highest,
        "ids_without_row": max(needed - rows, 0),
        "spare_rows": spare,
        "spare_share": spare / rows,
        "spare_parameters": {
            "input_embedding": spare * width,
            "output_head": own_head,
            "total": spare * width + own_head,
        },
        "new_tokens_that_fit": spare,
        "padded_to_multiples_of": pads(tokenizer.length, rows),
        "padding": {str(multiple): _padding(rows, width, needed, multiple) for multiple in MULTIPLES},
    }


def _padding(rows: int, width: int, needed: int, multiple: int) -> dict[str, Any]:
    """What padding to a multiple would give, and how many rows and parameters of a table are beyond that."""
    padded = round_up(needed, multiple)
    return {
        "is_multiple": rows % multiple == 0,
        "padded_rows": padded,
        "rows_beyond": rows - padded,
        "parameters_beyond": (rows - padded) * width,
    }
