"""Total and embedding share against V, as a chart; drawn by matplotlib, the optional extra `plot`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embcalc.errors import EmbcalcError, UsageError
from embcalc.units import short
from embcalc.whatif import Row, labels

ENDINGS = (".png", ".svg")


class PlotError(EmbcalcError):
    """A chart that cannot be drawn or written."""


def draw(rows: Sequence[Row], path: str) -> None:
    """Draw every model's total (left, in billions of parameters) and embedding share (right, in percent) against V.

    Raises UsageError for a file that is neither .png nor .svg, PlotError where matplotlib is not installed, where no
    row has a total, or where the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(f"cannot draw to {path!r}", f"Known endings are {' and '.join(ENDINGS)}.")
    known = [row for row in rows if row.report.total is not None and row.report.vocab_size is not None]
    if not known:
        raise PlotError("no total is known, so there is nothing to draw")
    figure = _figure(known)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise PlotError(f"cannot write {path}: {error.strerror}") from None


def _figure(rows: Sequence[Row]) -> Any:
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, PercentFormatter
    except ImportError:
        raise PlotError("charts need matplotlib", "Install it with: pip install 'embcalc[plot]'") from None
    figure = Figure(figsize=(9, 4), layout="constrained")
    totals, shares = figure.subplots(1, 2)
    models = labels(rows)
    for name in dict.fromkeys(models):
        points = sorted(_point(row) for model, row in zip(models, rows, strict=True) if model == name)
        sizes, total, share = zip(*points, strict=True)
        totals.plot(sizes, total, marker="o", label=name)
        shares.plot(sizes, share, marker="o", label=name)
    for axes, title in ((totals, "total parameters"), (shares, "embedding share")):
        axes.set(title=title, xlabel="V, rows of the token table", ylim=(0, None))
        axes.xaxis.set_major_formatter(FuncFormatter(_tick))
        axes.grid(visible=True, alpha=0.3)
    totals.yaxis.set_major_formatter(FuncFormatter(_tick))
    shares.yaxis.set_major_formatter(PercentFormatter(xmax=1))
    handles, names = totals.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4)
    return figure


def _tick(value: float, _: int) -> str:
    return short(round(value)).replace(".00", "").replace(".0", "")


def _point(row: Row) -> tuple[int, int, float]:
    return row.report.vocab_size or 0, row.report.total or 0, row.report.share or 0.0
