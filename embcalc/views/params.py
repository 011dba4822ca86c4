"""`params`: a model's parts in rows, and the facts beneath them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from embcalc.explain import TABLES, steps
from embcalc.reports import Report
from embcalc.tensors import Role, Tensor
from embcalc.units import gb, gib, grouped, percent, printable, signed, times, vocabularies
from embcalc.views.sheet import Column, Fact, Facts, Grid, Part, Row, Sheet, Steps

TIED_FROM = {
    "config": "tie_word_embeddings in the config",
    "class default": "class default, not set in the config",
    "class": "the class itself, whatever the config says",
    "option": "as asked for",
}
SIXTEEN = 16


def sheet(report: Report, *, explain: bool = False) -> Sheet:
    """A model's parts as rows, the facts beneath them, and with `explain` each figure's formula."""
    columns = (
        Column("part"),
        Column("shape", number=True),
        Column("parameters", number=True),
        Column("share", number=True),
        Column("16-bit" if report.dtype.bits == SIXTEEN else report.dtype.name, number=True),
    )
    parts: list[Part] = [Grid(columns, list(rows(report))), Facts(list(facts(report)))]
    if explain:
        parts.append(Steps(steps(report)))
    return Sheet(printable(report.origin.model), subtitle(report), place(report), parts)


def subtitle(report: Report) -> str:
    """Class and sizes: `LlamaForCausalLM, V = 128,256, d = 4,096`."""
    words = [printable(report.manifest.architecture or report.manifest.model_type or "unknown architecture")]
    if report.table:
        words += [f"V = {vocabularies(report.vocab_sizes)}", f"d = {grouped(report.table.shape[1])}"]
    hidden = report.manifest.hidden_size
    if hidden and hidden != report.embedding_size:
        words.append(f"hidden size {grouped(hidden)}")
    return ", ".join(words)


def place(report: Report) -> str:
    """Where the config came from: `bundled config of meta-llama/Meta-Llama-3-8B`."""
    origin = report.origin
    where = {
        "bundled": f"bundled config of {origin.location}",
        "hub": f"Hub: {origin.location}",
        "stdin": "standard input",
    }.get(origin.kind, origin.location)
    return printable(f"{where} @ {origin.revision}" if origin.revision else where)


def rows(report: Report) -> Iterator[Row]:
    """The parts of a model, the total last."""
    counts = report.manifest.counts
    for table in report.tables:
        row = _row(report, "input embedding", table.parameters, table)
        sides = len(report.tables) > 1 and not report.complete
        yield row._replace(detail=table.name.split(".")[0]) if sides else row
    yield _head(report)
    if counts.output_head_bias:
        yield _row(report, "head bias", counts.output_head_bias, report.manifest.first(Role.OUTPUT_HEAD_BIAS))
    for tensor in report.manifest.notable:
        if tensor.role in TABLES and not tensor.tied_to:
            yield _row(report, TABLES[tensor.role], tensor.parameters, tensor)
    if report.complete:
        yield _row(report, "body", counts.body)
    if report.total is None:
        yield Row(("total", "", "unknown", "", ""), kind="total")
    else:
        yield _row(report, "total" if report.complete else "total, as stated", report.total, kind="total")


def _row(report: Report, label: str, parameters: int, tensor: Tensor | None = None, kind: str = "") -> Row:
    share = percent(parameters / report.total) if report.total else ""
    memory = gib(report.dtype.size(parameters), like=report.bytes(report.total))
    shape = times(tensor.shape, copies=tensor.copies) if tensor else ""
    detail = tensor.name if tensor and report.complete else ""
    return Row((label, shape, grouped(parameters), share, memory), detail, kind)


def _head(report: Report) -> Row:
    head = report.head
    if head is None:
        known = "none in this class" if report.complete else "the config does not say whether it is tied"
        return Row(("output head", "", "0" if report.complete else "unknown", "", ""), known)
    if head.tied_to:
        # of several tables it is one
        name = f"{head.name} = {head.tied_to}" if len(report.tables) > 1 else head.name
        return Row(("output head", "tied, 0 extra", "0", "", ""), name if report.complete else "")
    return _row(report, "output head", report.manifest.counts.output_head, head)


def facts(report: Report) -> Iterator[Fact]:
    """What stands beneath the table, line by line."""
    total = report.total
    if report.share is not None and total:
        part = report.manifest.counts.input_embedding if report.vocabulary is None else report.vocabulary
        remark = "" if report.vocabulary is not None else "; the input embedding alone"
        of = grouped(total) if report.complete else f"a stated, not an exact, total of {grouped(total)}"
        yield Fact("embedding share", percent(report.share), f"{grouped(part)} of {of}{remark}")
    elif report.vocabulary is not None:
        yield Fact("vocabulary", grouped(report.vocabulary), "input embedding + what the head owns")
    yield from _tying(report)
    if report.non_embedding is not None:
        yield Fact("non-embedding", grouped(report.non_embedding), "total − embedding − head")
        if report.non_embedding_strict not in (None, report.non_embedding):
            yield Fact("  strict", grouped(report.non_embedding_strict or 0), "without position and other tables")
    if report.active is not None and total and report.active != total:
        yield Fact("active", grouped(report.active), f"parameters a token uses, {percent(report.active / total)}")
    yield from _stored(report)
    yield from _memory(report)
    yield from (Fact("not counted", left_out) for left_out in report.manifest.not_counted)
    if used := _defaults(report):
        yield Fact("class defaults", used)


def _stored(report: Report) -> Iterator[Fact]:
    counts = report.manifest.counts
    if report.complete and counts.non_trainable:
        yield Fact("never trained", grouped(counts.non_trainable), "fixed sines that the class keeps as parameters")
    if report.complete and (counts.buffer or counts.unsaved):
        unsaved = f"without {grouped(counts.unsaved)} fixed parameters" if counts.unsaved else ""
        buffers = "with saved buffers, which are no parameters" if counts.buffer else ""
        yield Fact("stored", grouped(counts.stored), ", ".join(filter(None, (unsaved, buffers))))


def _tying(report: Report) -> Iterator[Fact]:
    manifest, difference = report.manifest, report.tying_difference
    if manifest.tied is not None:
        source = TIED_FROM.get(manifest.tied_from or "", f"{manifest.tied_from} in the config")
        yield Fact("tied", "yes" if manifest.tied else "no", source)
    elif not manifest.complete:
        yield Fact("tied", "unknown", "the config has no tie_word_embeddings")
    if manifest.untieable:
        yield Fact("if it were tied", "it cannot be", manifest.untieable)
    if difference is None:
        return
    size = gib(report.dtype.size(difference), like=report.bytes(report.total))
    if manifest.tied is None:
        yield Fact("a head of its own", signed(difference), f"{size}; it would be d × V")
        return
    sign, word = ("−", "tied") if manifest.tied is False else ("+", "untied")
    if report.other_total is None or not report.total:
        yield Fact(f"if it were {word}", f"{sign}{grouped(difference)}", f"{sign}{size}; the head is d × V")
        return
    share = percent(difference / report.total)
    change = f"{sign}{grouped(difference)} ({sign}{share}), {sign}{size}"
    if report.head and difference > math.prod(report.head.shape):
        change += f"; the encoder's and the decoder's tables {'part' if manifest.tied else 'join'}, too"
    yield Fact(f"if it were {word}", grouped(report.other_total), change)


def _memory(report: Report) -> Iterator[Fact]:
    size = report.bytes(report.total)
    if size is not None:
        name = "bf16 or fp16" if report.dtype.bits == SIXTEEN else report.dtype.name
        each = f"{report.dtype.bits / 8:g} byte{'s' if report.dtype.bits > 8 else ''}"  # noqa: PLR2004
        yield Fact("memory", f"{gib(size)} = {gb(size)}", f"weights, {each} each ({name})")


def _defaults(report: Report) -> str:
    used = report.manifest.defaults_used.items()
    return printable(", ".join(f"{key} = {_plain(value)}" for key, value in used))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return grouped(value)
    return ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
