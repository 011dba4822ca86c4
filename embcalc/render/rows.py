"""What the table and the Markdown of `params` say alike: the parts of a model in rows, and the facts beneath them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embcalc.reports import Report
from embcalc.tensors import Role, Tensor
from embcalc.units import gb, gib, grouped, percent, printable, signed

TIED_FROM = {
    "config": "tie_word_embeddings in the config",
    "class default": "the class default, the config has no tie_word_embeddings",
    "class": "the class itself, whatever the config says",
    "option": "as asked for",
}
SIXTEEN = 16
TABLES = {Role.POSITION_EMBEDDING: "position table", Role.OTHER_EMBEDDING: "other table"}


class Row(NamedTuple):
    """A part of a model: label, tensor name, shape, parameters, share of the total, and bytes, each as text."""

    label: str
    name: str
    shape: str
    parameters: str
    share: str
    memory: str


class Fact(NamedTuple):
    """A line beneath the table: a label, the figure, and a remark."""

    label: str
    figure: str
    remark: str = ""


def title(report: Report) -> str:
    """The model's name as printed over its table."""
    return printable(report.origin.model)


def subtitle(report: Report) -> str:
    """Class and sizes: `LlamaForCausalLM, V = 128,256, d = 4,096`."""
    words = [printable(report.manifest.architecture or report.manifest.model_type or "unknown architecture")]
    if report.table:
        words += [f"V = {grouped(report.table.shape[0])}", f"d = {grouped(report.table.shape[1])}"]
    hidden = report.manifest.hidden_size
    if hidden and hidden != report.embedding_size:
        words.append(f"hidden size {grouped(hidden)}")
    return ", ".join(words)


def place(report: Report) -> str:
    """Where the config came from: `bundled config of meta-llama/Meta-Llama-3-8B`."""
    origin = report.origin
    where = {
        "bundled": f"bundled config of {origin.location}",
        "file": origin.location,
        "hub": f"Hub: {origin.location}",
        "stdin": "standard input",
    }.get(origin.kind, origin.location)
    return printable(f"{where} @ {origin.revision}" if origin.revision else where)


def rows(report: Report) -> Iterator[Row]:
    """The parts of a model, the total last."""
    counts = report.manifest.counts
    if report.table:
        yield _row(report, "input embedding", counts.input_embedding, report.table)
    yield _head(report)
    if counts.output_head_bias:
        yield _row(report, "head bias", counts.output_head_bias, report.manifest.first(Role.OUTPUT_HEAD_BIAS))
    for tensor in report.manifest.folded:
        if tensor.role in TABLES and not tensor.tied_to:
            yield _row(report, TABLES[tensor.role], tensor.parameters, tensor)
    if report.complete:
        yield _row(report, "body", counts.body)
    if report.total is None:
        yield Row("total", "", "", "unknown", "", "")
    else:
        yield _row(report, "total" if report.complete else "total, as stated", report.total)


def _row(report: Report, label: str, parameters: int, tensor: Tensor | None = None) -> Row:
    share = percent(parameters / report.total) if report.total else ""
    copies = f"{tensor.copies} × " if tensor and tensor.copies > 1 else ""
    return Row(
        label,
        tensor.name if tensor and report.complete else "",
        copies + " × ".join(grouped(size) for size in tensor.shape) if tensor else "",
        grouped(parameters),
        share,
        gib(report.dtype.size(parameters), like=report.bytes(report.total)),
    )


def _head(report: Report) -> Row:
    head = report.head
    if head is None:
        known = "none in this class" if report.complete else "unknown: the config does not say whether it is tied"
        return Row("output head", known, "", "0" if report.complete else "unknown", "", "")
    if head.tied_to:
        name = head.name if report.complete else ""
        return Row("output head", name, "tied, 0 extra", "0", "", "")
    return _row(report, "output head", report.manifest.counts.output_head, head)


def facts(report: Report) -> Iterator[Fact]:
    """What stands beneath the table, line by line."""
    total = report.total
    if report.share is not None and total:
        part = report.manifest.counts.input_embedding if report.vocabulary is None else report.vocabulary
        remark = "" if report.vocabulary is not None else "; the input embedding alone"
        of = grouped(total) if report.complete else f"a stated, not an exact, total of {grouped(total)}"
        yield Fact("embedding share", percent(report.share), f"{grouped(part)} of {of}{remark}")
    yield from _tying(report)
    if report.non_embedding is not None:
        yield Fact("non-embedding", grouped(report.non_embedding), "total − embedding − head")
        if report.non_embedding_strict not in (None, report.non_embedding):
            yield Fact("  strict", grouped(report.non_embedding_strict or 0), "position and other tables left out too")
    if report.active is not None and total and report.active != total:
        yield Fact("active", grouped(report.active), f"parameters a token uses, {percent(report.active / total)}")
    if report.complete and report.manifest.counts.buffer:
        yield Fact("stored", grouped(report.manifest.counts.stored), "with saved buffers, which are no parameters")
    yield from _memory(report)


def defaults_used(report: Report) -> str:
    """The keys that the config does not state, with the class defaults that were taken: `mlp_bias = false`."""
    used = report.manifest.defaults_used.items()
    return printable(", ".join(f"{key} = {_plain(value)}" for key, value in used))


def _tying(report: Report) -> Iterator[Fact]:
    manifest, difference = report.manifest, report.tying_difference
    if manifest.tied is not None:
        yield Fact("tied", "yes" if manifest.tied else "no", TIED_FROM.get(manifest.tied_from or "", ""))
    elif not manifest.complete:
        yield Fact("tied", "unknown", "the config has no tie_word_embeddings")
    if difference is None:
        return
    change = difference if manifest.tied else -difference
    size = gib(report.dtype.size(abs(difference)), like=report.bytes(report.total))
    sign = "+" if change > 0 else "−"
    label = "an own head" if manifest.tied is None else "if it were untied" if manifest.tied else "if it were tied"
    if report.other_total is None or not report.total:
        yield Fact(label, signed(abs(difference)), f"{size}; the head would be d × V")
        return
    share = percent(abs(difference) / report.total)
    yield Fact(label, grouped(report.other_total), f"{signed(change)} ({sign}{share}), {sign}{size}")


def _memory(report: Report) -> Iterator[Fact]:
    size = report.bytes(report.total)
    if size is not None:
        name = "bf16 or fp16" if report.dtype.bits == SIXTEEN else report.dtype.name
        each = f"{report.dtype.bits / 8:g} byte{'s' if report.dtype.bits > 8 else ''}"  # noqa: PLR2004
        yield Fact("memory", f"{gib(size)} = {gb(size)}", f"weights, {each} each ({name})")


MODEL_HEADINGS = ("model", "model type", "V", "d", "total", "share", "tied")


def model_row(report: Report) -> tuple[str, ...]:
    """A bundled model in one row, under `MODEL_HEADINGS`."""
    tied = {True: "yes", False: "no", None: "no head"}[report.manifest.tied]
    return (
        report.origin.model,
        report.manifest.model_type or "",
        grouped(report.vocab_size or 0),
        grouped(report.embedding_size or 0),
        grouped(report.total or 0),
        percent(report.share or 0.0),
        tied,
    )


def memory_heading(report: Report) -> str:
    """The heading of the memory column: `16-bit`, `float32`."""
    return "16-bit" if report.dtype.bits == SIXTEEN else report.dtype.name


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return grouped(value)
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
