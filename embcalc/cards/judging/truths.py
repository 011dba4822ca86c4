"""What is true of a model: for each kind of claim the values that its config gives, and how surely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from embcalc.architectures import build, find
from embcalc.cards.judging.sizes import FEED_FORWARD, KEYS, Sizes, first, is_composite, sizes
from embcalc.cards.language.finding import (
    ACTIVE,
    BACKBONE,
    DIMENSION,
    EMBEDDING,
    HEAD,
    HEADS,
    HIDDEN,
    NON_EMBEDDING,
    TOTAL,
)
from embcalc.dtypes import ALIASES, BITS
from embcalc.errors import EmbcalcError, SourceError
from embcalc.reports import Report, report
from embcalc.sources import tokenizer


@dataclass(frozen=True)
class Truths:
    """A model's config and report (None: nothing can be counted), and the folders in which its other files lie.

    `packed` says that the card is of weights that may hold several values of the model in one.
    """

    data: Mapping[str, Any]
    report: Report | None
    folders: tuple[Path, ...] = ()
    packed: bool = False

    @property
    def composite(self) -> bool:
        """Whether the config describes several models in one."""
        return is_composite(self.data)

    @property
    def quantized(self) -> bool:
        """Whether the weights are stored in another form than the config's data type."""
        return bool(self.data.get("quantization_config") or self.data.get("quantization"))

    @cached_property
    def counts(self) -> dict[str, list[tuple[str, int]]]:
        """For each reading of "parameters" the counts that go by it, each with its name; the first is the usual one."""
        report = self.report
        if report is None:
            return {}
        counts, tables = report.manifest.counts, _of_embeddings(report)
        found = {EMBEDDING: tables} if tables else {}
        if report.head_known and report.head:
            found[HEAD] = [
                ("the output head", counts.output_head + counts.output_head_bias),
                ("the output head", counts.output_head),
            ]
        total = report.total if report.complete else None
        if total is None or report.non_embedding is None:
            return found
        strict = total - (report.vocabulary or 0) - counts.position_embedding - counts.other_embedding
        non = [("non-embedding", report.non_embedding), ("non-embedding, positions left out too", strict)]
        non.append(("total without the input embedding", total - counts.input_embedding))
        found |= {TOTAL: [("total", total)], NON_EMBEDDING: non, BACKBONE: [*non, ("the body", counts.body)]}
        active = report.active or total
        found[ACTIVE] = [
            ("active", active),
            ("active, without the input embedding", active - counts.input_embedding),
            ("active, without embedding and head", active - (report.vocabulary or 0)),
        ]
        return found

    @cached_property
    def others(self) -> list[tuple[str, int]]:
        """Other counts that a number of parameters may turn out to be, each with its name."""
        report = self.report
        if report is None or not report.complete or report.total is None:
            return []
        found = [entry for reading in (TOTAL, NON_EMBEDDING, ACTIVE) for entry in self.counts.get(reading, [])]
        counts = report.manifest.counts
        if report.head and not report.head.tied_to:
            found.append(("total without the output head", report.total - counts.output_head - counts.output_head_bias))
        if report.other_total is not None:
            word = "the tied head counted twice" if report.manifest.tied else "the total if the head were tied"
            found.append((word, report.other_total))
        if counts.position_embedding:
            found.append(("total without the position table", report.total - counts.position_embedding))
        if counts.buffer:
            found.append(("stored values, with buffers that are no parameters", counts.stored))
        if counts.non_trainable:
            found.append(("total without the parameters that are never trained", report.total - counts.non_trainable))
        return [*found, *self.counts.get(EMBEDDING, [])]

    @cached_property
    def other_classes(self) -> list[tuple[str, dict[str, int]]]:
        """The same model in its other classes, with and without a pooler or a head: each one's counts by reading."""
        name = self.data.get("model_type")
        described = find(name) if isinstance(name, str) else None
        if described is None or self.report is None or not self.report.complete:
            return []
        found = []
        for other in described.classes:
            try:
                made = report(build({**self.data, "architectures": [other]}))
            except EmbcalcError:
                continue
            if made.total is not None and made.non_embedding is not None:
                found.append(
                    (other, {TOTAL: made.total, NON_EMBEDDING: made.non_embedding, BACKBONE: made.non_embedding})
                )
        return found

    @property
    def predicts_ahead(self) -> bool:
        """Whether a checkpoint may hold layers that predict further tokens, which the class does not have."""
        ahead = self.data.get("num_nextn_predict_layers")
        return isinstance(ahead, int) and ahead > 0

    @property
    def feed_forward(self) -> tuple[int, ...]:
        """Widths that are called hidden, too: those inside the feed-forward layers, and of all heads together."""
        heads, each = first(self.data, KEYS[HEADS][0]), self.data.get("head_dim")
        own = [first(self.data, (key,)) for key in FEED_FORWARD]
        return tuple(value for value in (*own, heads * each if heads and isinstance(each, int) else None) if value)

    def sizes(self, kind: str) -> Sizes:
        """The values of a kind that the config states, or its class has by default, and those of the tables built."""
        found = sizes(self.data, kind)
        table, hidden = (self.report.embedding_size, self.report.manifest.hidden_size) if self.report else (None, None)
        if kind == DIMENSION:
            pooled = "layers after the model may change the size of its vectors" if self._pools() else ""
            found = found._replace(why_unsure=found.why_unsure or pooled)
        built = {DIMENSION: table, HIDDEN: hidden}.get(kind)
        return found._replace(values=(*found.values, built)) if built else found

    def _pools(self) -> bool:
        names = ("modules.json", "1_Pooling", "2_Dense")
        return any((folder / name).exists() for folder in self.folders for name in names)

    @cached_property
    def tokenizers(self) -> set[int]:
        """How many tokens the tokenizer beside the card has, without and with added ones; empty where there is none."""
        for folder in self.folders:
            try:
                found = tokenizer.read(folder)
            except SourceError:
                continue
            sizes = (found.base, found.length, None if found.highest is None else found.highest + 1)
            return {size for size in sizes if size}
        return set()


def _of_embeddings(report: Report) -> list[tuple[str, int]]:
    """The counts that go by the name of the embedding, the usual one first."""
    counts = report.manifest.counts
    found = [("the input embedding", counts.input_embedding)] if report.table else []
    if len(report.tables) > 1:
        found += [("one of the token tables", table.parameters) for table in report.tables]
    if report.vocabulary is not None and report.vocabulary != counts.input_embedding:
        found.append(("the embedding and the output head", report.vocabulary))
    tables = counts.position_embedding + counts.other_embedding
    if report.table and tables:
        found.append(("all embedding tables", counts.input_embedding + tables))
    return found


def plain_dtype(name: str) -> str:
    """Torch's name of a data type, or the name as it is where it is not known."""
    plain = name.lower().removeprefix("torch.")
    plain = {"f8_e4m3": "float8_e4m3fn"}.get(plain, ALIASES.get(plain, plain))
    return plain if plain in BITS else name
