"""`shapes`, beneath the table: what the figures mean, and why the arrays are what they are."""

from __future__ import annotations

from collections.abc import Iterator

from embcalc.activations import Activations
from embcalc.activations.arrays import Array
from embcalc.activations.flow import own_tables, symbols
from embcalc.activations.limits import ADDED
from embcalc.activations.ranks import Ranks
from embcalc.activations.training import Training
from embcalc.positions import Kind, Position
from embcalc.units import gb, gib, grouped, printable, times
from embcalc.views.sheet import Fact

WAYS = {
    Kind.LEARNED: ("learned", "a trained table of P rows, added to X"),
    Kind.SINUSOIDAL: ("sinusoidal", "a table of P rows of fixed sines, added to X"),
    Kind.ROTARY: ("rotary", "turns queries and keys, no parameters"),
    Kind.RELATIVE: ("relative", "inside attention, by distance, in b steps"),
    Kind.ALIBI: ("ALiBi", "inside attention, a slope a head, no parameters"),
    Kind.STATE: ("none", "a recurrent state reads token after token"),
}
LETTERS = {"r": "values of each head", "a": "heads", "L": "layers", "f": "channels", "S": "states of each"}


def facts(found: Activations) -> Iterator[Fact]:
    """What stands beneath the arrays, line by line."""
    yield from _sizes(found)
    if found.two_sequences:
        n = grouped(found.seq)
        tables = "each looks up its own table" if own_tables(found.report) else "both look up E"
        yield Fact("two sequences", f"n = {n} each", f"one for the encoder, one for the decoder; {tables}")
    yield from _positions(found)


def _sizes(found: Activations) -> Iterator[Fact]:
    table = found.embedding
    for name, label in (("logits", "logits"), ("million_vectors", "10⁶ vectors")):
        array = found.named(name)
        if array:
            yield Fact(label, f"{grouped(array.bytes)} bytes", f"{_both(array)}, {_times(array.bytes, table.bytes)} E")
    tables = (array for array in found.arrays if array.name == table.name)
    yield from (Fact("E", f"{grouped(each.bytes)} bytes", _both(each)) for each in tables)
    second = symbols(found.report, found.batch, found.seq).get("V′")
    if second:
        rows = (*found.report.tables, *([found.report.head] if found.report.head else []))
        yield Fact("V′", grouped(second), f"rows of {', '.join(row.name for row in rows if row.shape[0] == second)}")
    hidden, narrow = found.report.manifest.hidden_size, found.report.embedding_size
    if hidden and narrow and hidden != narrow:
        yield Fact("h", grouped(hidden), f"the width of the body; E is {grouped(narrow)} wide")
    if found.pooling:
        width, modes = found.pooling.width, found.pooling.modes
        layers = "".join(f", then {grouped(a)} → {grouped(b)}" for a, b in found.pooling.layers)
        yield Fact("pooling", " + ".join(modes), f"{times((width,), copies=len(modes))} values{layers}")
    elif found.named("sentence_vector"):
        yield Fact("pooling", "not stated", "one vector of all tokens': their mean, the first or the last")


def _both(array: Array) -> str:
    return f"{gib(array.bytes)} = {gb(array.bytes)} in {array.dtype.name}"


def _times(size: int, unit: int) -> str:
    if size == unit:
        return "as much as"
    whole, rest = divmod(size, unit)
    return (
        f"{size / unit:,.2f} times" if whole and rest else f"{size / unit:,.3g} times" if rest else f"{whole:,} times"
    )


def _positions(found: Activations) -> Iterator[Fact]:
    if found.positions is None:
        yield Fact("positions", "unknown", "the architecture is not described")
    for way in found.positions.ways if found.positions else ():
        letters = [
            f"{symbol} = {grouped(size)} {LETTERS[symbol]}" for symbol, size in way.sizes.items() if symbol in LETTERS
        ]
        figure, remark = WAYS[way.kind]
        yield Fact("positions", figure, ", ".join(filter(None, (remark, *letters, way.note))))
    most = found.limit
    if most:
        scaling = f"; {printable(found.positions.scaling)}" if found.positions and found.positions.scaling else ""
        yield Fact("context limit", f"{grouped(most.tokens)} tokens", f"{most.reason}{scaling}")
    elif found.positions is not None:
        yield Fact("context limit", "none in the architecture")


def rank_facts(found: Activations, ranks: Ranks) -> Iterator[Fact]:
    """How V is split over the ranks."""
    sizes = symbols(found.report, found.batch, found.seq)
    for symbol in ("V", "V′"):
        size = sizes.get(symbol, 0)
        rows = -(-size // ranks.ranks)
        total, padding = rows * ranks.ranks, rows * ranks.ranks - size
        added = f"{grouped(padding)} rows of padding" if padding else "no padding"
        figure = f"{grouped(ranks.ranks)} × {grouped(rows)} rows"
        remark = f"{grouped(size)} → {grouped(total)}, {added}; Megatron-LM pads to 128 × ranks"
        yield from [Fact(f"{symbol} over ranks", figure, remark)] if size else []


def training_facts(found: Activations, made: Training) -> Iterator[Fact]:
    """What a parameter costs, and what a batch reaches."""
    names = {"weights": "weights", "gradients": "gradient", "master_copy": "fp32 master copy", "moments": "moments"}
    parts = " + ".join(f"{bits / 8:g} {names[what]}" for what, bits in made.bits.items() if bits)
    yield Fact("bytes a parameter", f"{sum(made.bits.values()) / 8:g}", parts)
    of = f"N = {grouped(made.parameters)} parameters that grow with V"
    yield Fact("vocabulary in all", f"{gib(made.bytes)} = {gb(made.bytes)}", of)
    tokens = "2 · B · n" if found.two_sequences else "B · n"
    text, least = f"at most {grouped(made.touched)} rows of E", f"min({tokens}, V)"
    if own_tables(found.report):
        text, least = f"at most {grouped(made.touched)} rows", "min(B · n, rows) of each side's table"
    yield Fact("a batch looks up", text, f"{least}; the gradients of repeated tokens add up")
    if found.report.manifest.tied:
        table = "the head's table" if own_tables(found.report) else "E"
        yield Fact("tied", f"every row of {table}", "the head's gradient is dense and adds to the lookup's")


# Four things that the table shows, each in two lines.


def reasons(found: Activations) -> Iterator[Fact]:
    """Why: lookup and one-hot, order, tying, and what a static vector is."""
    rows = grouped((found.report.vocab_size or 1) - 1)
    yield Fact(
        "lookup",
        f"A one-hot row has a single 1: one-hot × E is one row of E plus {rows} times nothing. "
        "Row E[id] is the same, without the work.",
    )
    yield Fact("order", f"Swap two tokens and two rows of X swap, no more: E knows no order. {_order(found)}")
    yield Fact("tying", _tying(found))
    yield Fact(
        "context",
        "X is static: one token, one row, whatever the sentence. "
        "Hidden states are contextual: the layers mixed in the other tokens.",
    )


def _tying(found: Activations) -> str:
    tied, why_not = found.report.manifest.tied, found.report.manifest.untieable
    if why_not:
        return f"Logit i = hidden state · row i of the head. E cannot be the head: {why_not}."
    if tied is not None:
        return TYING[tied]
    return f"{UNTOLD} {'This class has none.' if found.report.complete else 'No head is known here.'}"


TYING = {
    True: "Logit i = hidden state · row i of E: what stands for token i going in scores it coming out. "
    "One matrix, d · V parameters saved.",
    False: "Tied, logit i would be hidden state · row i of E, one matrix for both ends. "
    "Here the head is its own: d · V parameters more.",
}
UNTOLD = "A head over the vocabulary can share E: logit i is then hidden state · row i of E."


def _order(found: Activations) -> str:
    ways: tuple[Position, ...] = found.positions.ways if found.positions else ()
    if not ways:
        return "Positions must say it."
    if ways[0].kind is Kind.STATE:
        return "The state does: it reads one token after the other."
    return "The position table adds it." if ways[0].kind in ADDED else "Attention adds it, by position or distance."
