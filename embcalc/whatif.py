"""What-ifs: the same model with other vocabularies, tied or not, padded and split over ranks; models side by side."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from embcalc.api import load, report
from embcalc.architectures.unknown import vocabulary_only
from embcalc.config import MAX_SIZE
from embcalc.dtypes import Dtype
from embcalc.errors import UsageError
from embcalc.reports import Origin, Report
from embcalc.reports import report as figures
from embcalc.sources import Source
from embcalc.units import parse_count, round_up, vocabularies

# 128 rows a rank: what Megatron-LM pads a vocabulary to unless --make-vocab-size-divisible-by says otherwise
MEGATRON_ROWS = 128
# non-vocabulary parameters of the models that the vocabulary law was fitted on
FITTED = (33_000_000, 1_130_000_000)
MOST_SIZES = 10_000
# 128,256 is one number; 32k,128k are two
GROUPED = re.compile(r"\d{1,3}([,_]\d{3})+")


class Padding(NamedTuple):
    """A vocabulary as it is built: rows asked for, the multiple they are padded to, and the ranks that share them."""

    rows: int
    multiple: int
    ranks: int

    @property
    def padded(self) -> int:
        """Rows as built: the least multiple that holds the rows asked for."""
        return round_up(self.rows, self.multiple)

    @property
    def wasted(self) -> int:
        """Rows that no token uses."""
        return self.padded - self.rows

    @property
    def per_rank(self) -> int:
        """Rows that one tensor-parallel rank holds."""
        return self.padded // self.ranks


def padding(rows: int, *, pad_to: int | None = None, ranks: int | None = None) -> Padding:
    """How `rows` are padded: to a multiple of `pad_to`, by default of 128 a rank (Megatron-LM's rule).

    The multiple is always one that `ranks` divides: with `pad_to` it is the least common multiple of the two. Raises
    UsageError for more rows than any table has.
    """
    multiple = math.lcm(pad_to, ranks or 1) if pad_to else MEGATRON_ROWS * (ranks or 1)
    found = Padding(rows, multiple, ranks or 1)
    if found.padded > MAX_SIZE:
        raise UsageError(f"padded to a multiple of {multiple:,}, V is {found.padded:,}; at most {MAX_SIZE:,} is read")
    return found


@dataclass(frozen=True)
class Row:
    """One model with one vocabulary, compared with the first row. Differences are None where a total is not known."""

    report: Report
    base: Report
    padding: Padding | None = None

    @property
    def difference(self) -> int | None:
        """Parameters more than the first row has."""
        if self.report.total is None or self.base.total is None:
            return None
        return self.report.total - self.base.total

    @property
    def difference_share(self) -> float | None:
        """The difference as a share of the first row's total."""
        return self.difference / self.base.total if self.difference is not None and self.base.total else None

    @property
    def difference_bytes(self) -> int | None:
        """The difference in bytes, each row in its own data type."""
        own, base = self.report.bytes(self.report.total), self.base.bytes(self.base.total)
        return None if own is None or base is None else own - base

    @property
    def advice(self) -> Advice | None:
        """The vocabulary that the scaling law holds best for a body of this size.

        None where the body is not known, and where the model has no vocabulary, or two of them.
        """
        if self.report.non_embedding is None or self.report.embedding_size is None or len(self.report.vocab_sizes) != 1:
            return None
        return Advice(self.report.non_embedding, self.report.embedding_size)

    def to_dict(self, *, advise: bool = False) -> dict[str, Any]:
        """The keys of `params`' JSON and the difference to the first row; padding and advice where asked for."""
        result = self.report.to_dict()
        result["difference"] = {
            "parameters": self.difference,
            "percent": None if self.difference_share is None else 100 * self.difference_share,
            "bytes": self.difference_bytes,
        }
        if self.padding:
            result["padding"] = {
                "vocab_size": self.padding.rows,
                "padded_vocab_size": self.padding.padded,
                "multiple": self.padding.multiple,
                "tensor_parallel_size": self.padding.ranks,
                "rows_per_rank": self.padding.per_rank,
                "wasted_rows": self.padding.wasted,
            }
        if advise:
            result["advice"] = self.advice.to_dict() if self.advice else None
        return result


class Advice(NamedTuple):
    """The best vocabulary for a body of a size, by Tao et al. 2024, "Scaling Laws with Vocabulary", approach 2.

    Nv = 3,145,728 · (Nnv / 33,000,000) ^ 0.8354: vocabulary parameters Nv = V · d, counted once, that are best for Nnv
    parameters outside the vocabulary when training compute is spent optimally. The law was fitted on models of
    33 million to 1.13 billion non-vocabulary parameters; anything else is extrapolated.
    """

    body: int
    width: int

    @property
    def parameters(self) -> int:
        """Nv, the best number of vocabulary parameters."""
        return round(3_145_728 * math.pow(self.body / 33e6, 0.8354))

    @property
    def vocab_size(self) -> int:
        """Nv / d, the best number of rows."""
        return round(self.parameters / self.width)

    @property
    def extrapolated(self) -> bool:
        """Whether the body lies outside of the sizes that the law was fitted on."""
        return not FITTED[0] <= self.body <= FITTED[1]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "law": "Tao et al. 2024, approach 2",
            "vocabulary_parameters": self.parameters,
            "vocab_size": self.vocab_size,
            "extrapolated": self.extrapolated,
        }


def sizes(words: Iterable[str]) -> list[int]:
    """The sizes that words name, each once: `32k`, `32k,128k`, `128,256` (one number), `16k..256k` (doubling).

    Raises NumberError for a word that is no size, UsageError for a range that runs backwards, for a size that no table
    has, and for too many sizes.
    """
    found = list(dict.fromkeys(size for word in words for size in _sizes(word)))
    if len(found) > MOST_SIZES:
        raise UsageError(f"{len(found):,} sizes are too many; at most {MOST_SIZES:,} are compared")
    if found and max(found) > MAX_SIZE:
        raise UsageError(f"{max(found):,} is more than any table has; at most {MAX_SIZE:,}")
    return found


def _sizes(word: str) -> Iterator[int]:
    if GROUPED.fullmatch(word):
        yield parse_count(word)
        return
    # 32k, 64k with a space behind the comma comes in two words
    for part in word.removesuffix(",").split(","):
        first, doubling, last = part.partition("..")
        if not first or (doubling and not last):
            raise UsageError(f"a size is missing in {word!r}", "Write 32k,128k or 16k..256k.")
        size, end = parse_count(first), parse_count(last if doubling else first)
        if size > end:
            raise UsageError(f"the range {part} runs backwards")
        while size <= end:
            yield size
            size *= 2


@dataclass(frozen=True)
class Question:
    """What is asked of each model: other vocabularies (none: its own), tying, padding, ranks, the data type."""

    vocab_sizes: Sequence[int] = ()
    tied: bool | None = None
    pad_to: int | None = None
    ranks: int | None = None
    dtype: Dtype | None = None


def compare(models: Iterable[str | Source], question: Question) -> list[Row]:
    """Every model with every vocabulary, rebuilt from its architecture; differences are to the first row.

    Everything but the vocabulary is held. Raises what `load` and `report` raise.
    """
    reports = [row for model in models for row in _variants(model, question)]
    return [Row(variant, reports[0][0], pads) for variant, pads in reports]


def labels(rows: Sequence[Row]) -> list[str]:
    """What to call the model of each row: its name, or where it is from if another model has that name."""
    places: dict[str, set[str]] = {}
    for row in rows:
        places.setdefault(row.report.origin.model, set()).add(row.report.origin.location)
    origins = [row.report.origin for row in rows]
    return [origin.model if len(places[origin.model]) == 1 else origin.location for origin in origins]


def _variants(model: str | Source, question: Question) -> Iterator[tuple[Report, Padding | None]]:
    source = load(model) if isinstance(model, str) else model
    padded = question.pad_to is not None or question.ranks is not None
    own: tuple[int | None, ...] = (None,)
    if padded and not question.vocab_sizes:
        built = report(source)
        # the config's number is padded; the class may add rows to it
        own = (built.manifest.config_vocab_size or built.vocab_size,)
    for size in question.vocab_sizes or own:
        pads = padding(size, pad_to=question.pad_to, ranks=question.ranks) if padded and size else None
        built = report(source, vocab_size=pads.padded if pads else size, tied=question.tied, dtype=question.dtype)
        yield built, pads


def compare_widths(model: str | Source, widths: Sequence[int], question: Question) -> list[Row]:
    """The vocabulary's tables alone for other hidden sizes: V × d. The body does not scale by itself: no total."""
    source = load(model) if isinstance(model, str) else model
    own = report(source, tied=question.tied)
    if len(own.vocab_sizes) > 1:
        raise UsageError(f"V is {vocabularies(own.vocab_sizes)}, two vocabularies: V × d is not one table for each d")
    if own.manifest.untieable:
        raise UsageError(f"V × d is not one product for each d: {own.manifest.untieable}")
    reports = []
    for size in question.vocab_sizes or (None,):
        rows = report(source, vocab_size=size, tied=question.tied).vocab_size
        for width in widths:
            data = {"vocab_size": rows, "hidden_size": width, "tie_word_embeddings": own.manifest.tied}
            known = {key: value for key, value in data.items() if value is not None}
            manifest = vocabulary_only(known, "the body does not scale with the hidden size by itself")
            reports.append(
                figures(manifest, origin=Origin(source.name, source.kind, source.location), dtype=question.dtype)
            )
    return [Row(built, reports[0]) for built in reports]
