"""What is true of a model: for each kind of claim the values that its config gives, and how surely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from embcalc.architectures import build, find
from embcalc.cards.finding import (
    ACTIVE,
    BACKBONE,
    CONTEXT,
    DIMENSION,
    EMBEDDING,
    HEAD,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    NON_EMBEDDING,
    TOTAL,
)
from embcalc.dtypes import ALIASES, BITS
from embcalc.errors import EmbcalcError
from embcalc.reports import Report, report

# the field's names of a size; the first that is there is taken, of layers and heads all of an encoder and a decoder
KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    LAYERS: (
        ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"),
        ("num_decoder_layers", "decoder_layers"),
    ),
    HEADS: (
        ("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"),
        ("decoder_attention_heads",),
    ),
    KV_HEADS: (("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"),),
    HIDDEN: (("hidden_size", "d_model", "n_embd", "dim"),),
    DIMENSION: (
        ("embedding_size",),
        ("word_embed_proj_dim",),
        ("hidden_size", "d_model", "n_embd", "dim"),
        ("projection_dim",),
    ),
    CONTEXT: (
        ("max_position_embeddings", "n_positions"),
        ("seq_length",),
        ("max_seq_len", "max_sequence_length"),
        ("n_ctx",),
    ),
}
_FEED_FORWARD = (
    "intermediate_size",
    "ffn_dim",
    "d_ff",
    "n_inner",
    "ffn_hidden_size",
    "encoder_ffn_dim",
    "moe_intermediate_size",
)
_PARTS = ("text_config", "llm_config", "language_config", "text_model_config")
_MAX_TOKENIZER_BYTES = 24_000_000
# rows of the first positions that serve no token: RoBERTa has 514 rows for 512 tokens
_OFFSETS = (0, 2)


class Sizes(NamedTuple):
    """The values that a claim may state; one that states another is false only where `why_unsure` is empty."""

    values: tuple[int, ...]
    why_unsure: str = ""


@dataclass(frozen=True)
class Truths:
    """A model's config and report (None: nothing can be counted), and the folders in which its other files lie."""

    data: Mapping[str, Any]
    report: Report | None
    folders: tuple[Path, ...] = ()

    @property
    def composite(self) -> bool:
        """Whether the config describes several models in one, such as a vision encoder and a language model."""
        return any(
            key.endswith("_config") and isinstance(value, Mapping) and key != "quantization_config"
            for key, value in self.data.items()
            if isinstance(key, str)
        )

    @property
    def quantized(self) -> bool:
        """Whether the weights are stored in another form than the config's data type."""
        return bool(self.data.get("quantization_config") or self.data.get("quantization"))

    @property
    def complete_class(self) -> bool:
        """Whether the config names the class that is counted."""
        return bool(self.data.get("architectures"))

    @cached_property
    def counts(self) -> dict[str, list[tuple[str, int]]]:
        """For each reading of "parameters" the counts that go by it, each with its name; the first is the usual one."""
        report = self.report
        if report is None:
            return {}
        counts = report.manifest.counts
        found = {EMBEDDING: [("the input embedding", counts.input_embedding)]} if report.table else {}
        if report.vocabulary is not None and report.vocabulary != counts.input_embedding:
            found.setdefault(EMBEDDING, []).append(("the embedding and the output head", report.vocabulary))
        if report.head_known and report.head:
            found[HEAD] = [
                ("the output head", counts.output_head + counts.output_head_bias),
                ("the output head", counts.output_head),
            ]
        total = report.total if report.complete else None
        if total is None or report.non_embedding is None:
            return found
        tables = counts.position_embedding + counts.other_embedding
        if report.table and tables:
            found[EMBEDDING].append(("all embedding tables", counts.input_embedding + tables))
        strict = total - (report.vocabulary or 0) - tables
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
        heads, each = _first(self.data, KEYS[HEADS][0]), self.data.get("head_dim")
        own = [_first(self.data, (key,)) for key in _FEED_FORWARD]
        return tuple(value for value in (*own, heads * each if heads and isinstance(each, int) else None) if value)

    def sizes(self, kind: str) -> Sizes:
        """The values of a kind that the config states, or its class has by default."""
        values = self._values(kind)
        unsure = "the config describes several models in one" if self.composite else ""
        if kind == LAYERS and len(values) > 1:
            values = (*values, sum(values))
        if kind == CONTEXT:
            return self._context(values, unsure)
        if kind == DIMENSION:
            if self.report and self.report.embedding_size:
                values = (*values, self.report.embedding_size)
            unsure = unsure or self._pooled()
        if kind == HIDDEN and self.report and self.report.manifest.hidden_size:
            values = (*values, self.report.manifest.hidden_size)
        if kind == KV_HEADS and not values:
            return Sizes(self._values(HEADS), "the config does not state the key-value heads")
        return Sizes(values, unsure if values else "the config does not state it")

    def _values(self, kind: str) -> tuple[int, ...]:
        parts = [self.data, *(part for name in _PARTS if isinstance(part := self.data.get(name), Mapping))]
        found = [_first(part, names) for part in parts for names in KEYS[kind]]
        values = [value for value in found if value is not None]
        if not values:
            name = self.data.get("model_type")
            described = find(name) if isinstance(name, str) else None
            defaults = described.defaults if described else {}
            aliases = described.aliases if described else {}
            own = [tuple(aliases.get(key, key) for key in names) for names in KEYS[kind]]
            values = [value for names in own if (value := _first(defaults, names)) is not None]
        return tuple(dict.fromkeys(values))

    def _context(self, values: tuple[int, ...], unsure: str) -> Sizes:
        data = self.data
        rope = next((data[key] for key in ("rope_scaling", "rope_parameters") if data.get(key)), None)
        scaled = isinstance(rope, Mapping) and rope.get("rope_type", rope.get("type", "default")) not in (
            "default",
            None,
        )
        stretched = [
            int(value * factor)
            for value in values
            if isinstance(rope, Mapping)
            and isinstance(factor := rope.get("factor"), (int, float))
            and 0 < factor < 10**4
        ]
        if scaled or (rope is not None and not isinstance(rope, Mapping)):
            unsure = unsure or "the config scales its rotary positions"
        elif isinstance(data.get("sliding_window"), int) and data.get("use_sliding_window") is not False:
            unsure = unsure or "the config has a sliding window"
        elif (
            data.get("layer_types")
            or data.get("alibi")
            or data.get("model_type") in ("bloom", "mpt", "t5", "mt5", "umt5", "mamba", "mamba2")
        ):
            unsure = unsure or "the architecture does not limit the length"
        elif len(set(values)) > 1:
            unsure = unsure or "the config states more than one length"
        fitting = tuple(value - offset for value in (*values, *stretched) for offset in _OFFSETS)
        return Sizes(fitting, unsure if values else "the config does not state it")

    def _pooled(self) -> str:
        for folder in self.folders:
            if (folder / "modules.json").exists() or any((folder / name).exists() for name in ("1_Pooling", "2_Dense")):
                return "layers after the model may change the size of its vectors"
        return ""

    @cached_property
    def tokenizers(self) -> set[int]:
        """How many tokens the tokenizer beside the card has, without and with added ones; empty where there is none."""
        for folder in self.folders:
            found = _tokens(folder / "tokenizer.json")
            if found:
                return found
        return set()


def plain_dtype(name: str) -> str:
    """Torch's name of a data type, or the name as it is where it is not known."""
    plain = name.lower().removeprefix("torch.")
    plain = {"f8_e4m3": "float8_e4m3fn"}.get(plain, ALIASES.get(plain, plain))
    return plain if plain in BITS else name


def _first(data: Mapping[str, Any], names: Sequence[str]) -> int | None:
    for name in names:
        value = data.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 and value == int(value):
            return int(value)
    return None


def _tokens(path: Path) -> set[int]:
    import json

    try:
        if path.stat().st_size > _MAX_TOKENIZER_BYTES:
            return set()
        read = json.loads(path.read_bytes())
        vocab = read["model"]["vocab"]
        added = [entry["id"] for entry in read.get("added_tokens") or ()]
        ids = list(vocab.values()) if isinstance(vocab, dict) else range(len(vocab))
        return {len(vocab), max([*ids, *added]) + 1, len(set(ids) | set(added))}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return set()
