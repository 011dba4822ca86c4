"""`compare`: models and vocabularies in rows, with the difference to the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from embcalc.units import gib, grouped, percent, printable, short, signed, vocabularies
from embcalc.views.sheet import Column, Fact, Facts, Grid, Row, Sheet
from embcalc.whatif import FITTED, labels
from embcalc.whatif import Row as Variant

BAR = 10
EIGHTHS = " ▏▎▍▌▋▊▉"
TIED = {True: "yes", False: "no", None: "-"}
# a column, and what stands in it for a row
Cells = tuple[Column, Callable[[Variant], str]]


def sheet(rows: Sequence[Variant], *, held: str, both: bool = False, advise: bool = False) -> Sheet:
    """One row a variant, the share as a bar, and what was held beneath."""
    models = labels(rows)
    names = list(dict.fromkeys(models))
    known = [row for row in rows if row.report.total]
    widest = max((row.report.share or 0.0 for row in rows), default=0.0)
    columns: list[Cells] = []
    # where no total is known, the tables themselves are what there is to compare
    columns += _tables(1 if known else 0, both=both)
    columns += _shares(widest, several=len(rows) > 1) if known else []
    columns += TOTALS if both else []
    columns += _padding(rows)
    columns += [(Column("advised V", number=True), _advised)] if advise else []
    headings = [Column("model")] if len(names) > 1 else []
    firsts = [[model] if headings else [] for model in models]
    lines = [Row((*first, *(cell(row) for _, cell in columns))) for first, row in zip(firsts, rows, strict=True)]
    grid = Grid((*headings, *(column for column, _ in columns)), lines, breaks="-")
    title = printable(names[0]) if len(names) == 1 else f"{len(names)} models"
    beside = f"{len(rows)} rows" if len(rows) > 1 else ""
    return Sheet(title, beside, "", [grid, Facts(list(_facts(rows, held, widest, advise=advise)))])


def _tables(rank: int, *, both: bool) -> list[Cells]:
    return [
        (Column("V", number=True), lambda row: vocabularies(row.report.vocab_sizes) or "none"),
        (Column("d", number=True, rank=6 * rank), lambda row: _number(row.report.embedding_size)),
        (Column("tied", rank=2 if both else 1), lambda row: TIED[row.report.manifest.tied]),
        (
            Column("embedding", number=True, rank=5 * rank),
            lambda row: _number(row.report.manifest.counts.input_embedding),
        ),
        (Column("head", number=True, rank=5 * rank), _head),
        (Column("vocabulary", number=True, rank=4 * rank), lambda row: _number(row.report.vocabulary)),
        # with both totals beside it, it is one of them
        (Column("total", number=True, rank=2 if both else 0), lambda row: _number(row.report.total)),
    ]


def _shares(widest: float, *, several: bool) -> list[Cells]:
    found: list[Cells] = [
        (
            Column("share", number=True),
            lambda row: "unknown" if row.report.share is None else percent(row.report.share),
        ),
        # no vocabulary, no bar
        (Column("", rank=2), lambda row: bar((row.report.share or 0.0) / (widest or 1.0))),
    ]
    return [*found, *DIFFERENCES] if several else found


def _head(row: Variant) -> str:
    counts = row.report.manifest.counts
    return _number(counts.output_head + counts.output_head_bias if row.report.head_known else None)


def _advised(row: Variant) -> str:
    return f"{short(row.advice.vocab_size)}{'*' if row.advice.extrapolated else ''}" if row.advice else "unknown"


def _number(value: int | None) -> str:
    return "unknown" if value is None else grouped(value)


def _change(row: Variant) -> str:
    if row.difference_share is None:
        return "unknown"
    sign = "+" if row.difference_share > 0 else "−" if row.difference_share < 0 else ""
    return f"{sign}{percent(abs(row.difference_share))}"


def _bytes(row: Variant) -> str:
    size = row.difference_bytes
    return "unknown" if size is None else f"{'+' if size > 0 else ''}{gib(size)}"


DIFFERENCES: list[Cells] = [
    (Column("Δ", number=True, rank=7), lambda row: "unknown" if row.difference is None else signed(row.difference)),
    (Column("Δ %", number=True, rank=1), _change),
    (Column("Δ bytes", number=True, rank=6), _bytes),
]
TOTALS: list[Cells] = [
    # a head that cannot be the table has no tied total, rather than one that is not known
    (
        Column("tied total", number=True),
        lambda row: "-" if row.report.manifest.untieable else _number(row.report.tied_total),
    ),
    (Column("untied total", number=True), lambda row: _number(row.report.untied_total)),
]
PADDING: list[Cells] = [
    (Column("V asked", number=True, rank=3), lambda row: _number(row.padding and row.padding.rows)),
    (Column("wasted", number=True), lambda row: _number(row.padding and row.padding.wasted)),
]
RANKS: list[Cells] = [(Column("rows/rank", number=True), lambda row: _number(row.padding and row.padding.per_rank))]


def _padding(rows: Sequence[Variant]) -> list[Cells]:
    found = [row.padding for row in rows if row.padding]
    # a single rank holds all rows
    return (PADDING if found else []) + (RANKS if any(padding.ranks > 1 for padding in found) else [])


def bar(part: float) -> str:
    """A bar of up to ten cells for a part from 0 to 1, in eighths of a cell."""
    eighths = round(max(0.0, min(1.0, part)) * BAR * 8)
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def _facts(rows: Sequence[Variant], held: str, widest: float, *, advise: bool) -> Iterator[Fact]:
    yield Fact("held", held)
    if any(row.report.logits not in (None, row.report.vocab_size) for row in rows):
        yield Fact("V", "the rows of the token table as built; a head that has not as many cannot be tied to it")
    if widest and len(rows) > 1:
        dtypes = " and ".join(dict.fromkeys(row.report.dtype.name for row in rows))
        yield Fact("Δ", f"the difference to the first row, of the whole model; bytes in {dtypes}")
    if widest:
        yield Fact("bars", f"the share; the longest is {percent(widest)}")
    if any(row.padding for row in rows):
        pads = next(row.padding for row in rows if row.padding)
        ranks = f" for {pads.ranks} ranks" if pads.ranks > 1 else ""
        yield Fact("padded", f"V to a multiple of {grouped(pads.multiple)}{ranks}; the totals hold the padding")
    if advise:
        yield Fact("advised V", "by the law of Tao et al. 2024, approach 2, for a body of this size and d")
        low, high = FITTED
        if any(row.advice and row.advice.extrapolated for row in rows):
            yield Fact("*", f"extrapolated: the law was fitted on bodies of {short(low)} to {short(high)} parameters")


def document(rows: Sequence[Variant], *, held: str, advise: bool = False) -> dict[str, Any]:
    """What the rows are compared with, what was held, and a row for each variant."""
    base = rows[0].report
    return {
        "base": {
            "model": base.origin.model,
            "vocab_size": base.vocab_size,
            "tied": base.manifest.tied,
            "total": base.total,
        },
        "held": held,
        "rows": [row.to_dict(advise=advise) for row in rows],
    }


def records(rows: Sequence[Variant], *, advise: bool = False) -> list[dict[str, Any]]:
    """One record a variant."""
    return [row.to_dict(advise=advise) for row in rows]
