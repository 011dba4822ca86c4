"""Report: what a manifest says about the vocabulary: embedding, head, tying, shares, bytes. Arithmetic only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from embcalc.dtypes import Dtype, sixteen_bit
from embcalc.errors import EmbcalcError
from embcalc.manifests import Manifest
from embcalc.tensors import Role, Tensor


class Origin(NamedTuple):
    """Where a config came from: its name, the kind of source, the place, and the commit where there is one."""

    model: str
    kind: str = "config"
    location: str = ""
    revision: str | None = None


class Report(NamedTuple):
    """The figures of one model. Counts are parameters, each tensor once; a figure that is not known is None.

    `total` is exact where `complete`; else it is None, or the `stated_total` that the caller supplied. `tied_total`
    and `untied_total` are the same model built both ways; both are None where a class has no head or the
    architecture is not described, the tied one where head and table cannot be one matrix.
    """

    origin: Origin
    manifest: Manifest
    dtype: Dtype
    tied_total: int | None
    untied_total: int | None
    stated_total: int | None
    warnings: Sequence[str]

    @property
    def complete(self) -> bool:
        """Whether every tensor is known, so that the total is exact."""
        return self.manifest.complete

    @property
    def total(self) -> int | None:
        """Parameters of the model, each once, trained or not; a stated total where the exact one is not known."""
        return self.manifest.counts.total if self.complete else self.stated_total

    @property
    def table(self) -> Tensor | None:
        """The token table, V × d, the first where there are several; None where a model has none."""
        return self.manifest.first(Role.INPUT_EMBEDDING)

    @property
    def tables(self) -> tuple[Tensor, ...]:
        """The token tables that own their values: one, or an encoder's and a decoder's that are not the same."""
        return tuple(row for row in self.manifest.notable if row.role is Role.INPUT_EMBEDDING and not row.tied_to)

    @property
    def head(self) -> Tensor | None:
        """The output head, V × d; None where the class has none or, of an unknown class, none is stated."""
        return self.manifest.first(Role.OUTPUT_HEAD)

    @property
    def vocab_size(self) -> int | None:
        """V, the rows of the token table as built, the encoder's where the decoder has another vocabulary."""
        return self.table.shape[0] if self.table else None

    @property
    def vocab_sizes(self) -> tuple[int, ...]:
        """Every V, each once: two where an encoder reads one vocabulary and a decoder writes another."""
        return tuple(dict.fromkeys(table.shape[0] for table in self.tables))

    @property
    def logits(self) -> int | None:
        """Logits of a position, as in `Manifest.logits`; None where the class has no head."""
        return self.manifest.logits

    @property
    def embedding_size(self) -> int | None:
        """d, the columns of the token table; narrower than the hidden size where the embedding is factorised."""
        return self.table.shape[1] if self.table else None

    @property
    def head_known(self) -> bool:
        """False where it is not known whether a head of its own belongs to the model."""
        return self.complete or self.manifest.tied is not None

    @property
    def input_embedding(self) -> int | None:
        """V · d, the parameters of the token table; None where not even that is known."""
        return self.manifest.counts.input_embedding if self.complete or self.table else None

    @property
    def vocabulary(self) -> int | None:
        """Everything that grows with V: the input embedding, and what the head owns with its bias."""
        counts = self.manifest.counts
        own = counts.input_embedding + counts.output_head + counts.output_head_bias
        return own if self.head_known else None

    @property
    def share(self) -> float | None:
        """Vocabulary parameters of the total, 0 to 1; the input embedding's alone where the head is not known."""
        part = self.input_embedding if self.vocabulary is None else self.vocabulary
        return part / self.total if self.total and part is not None else None

    @property
    def non_embedding(self) -> int | None:
        """The total without the vocabulary parameters: what model cards call so."""
        return None if self.total is None or self.vocabulary is None else self.total - self.vocabulary

    @property
    def non_embedding_strict(self) -> int | None:
        """The stricter reading: without position, type and per-layer tables too."""
        counts = self.manifest.counts
        if self.non_embedding is None or not self.complete:
            return None
        return self.non_embedding - counts.position_embedding - counts.other_embedding

    @property
    def without_input_embedding(self) -> int | None:
        """The total without the token table: a head of its own stays in."""
        return None if self.total is None or self.input_embedding is None else self.total - self.input_embedding

    @property
    def without_embedding_tables(self) -> int | None:
        """The total without any table that is looked up, by token, position or type: a head of its own stays in.

        It is what transformers' `num_parameters(exclude_embeddings=True)` gives, but for XLM-RoBERTa's masked LM, whose
        tied table transformers finds under the head's name and so leaves in.
        """
        counts = self.manifest.counts
        if self.total is None or not self.complete:
            return None
        return self.total - counts.input_embedding - counts.position_embedding - counts.other_embedding

    @property
    def body_matrices(self) -> int | None:
        """The body's weights of linear layers, routers and experts, without biases, norms and convolutions.

        So Kaplan et al. 2020 count N for their scaling laws (section 2.1): 12 · layers · d² of a GPT-2.
        """
        return self.manifest.counts.matrices if self.complete else None

    @property
    def active(self) -> int | None:
        """Parameters that one token uses: all of them, but only the routed experts in a mixture of experts.

        Tables and head count in full, as model cards count them.
        """
        return self.manifest.counts.active if self.complete else None

    @property
    def tying_difference(self) -> int | None:
        """What an own head costs: the untied total less the tied one; d · V where only the tables are known.

        Of two vocabularies it is the decoder's.
        """
        if self.tied_total is not None and self.untied_total is not None:
            return self.untied_total - self.tied_total
        found = [self.head] if self.head else self.tables
        return math.prod(found[-1].shape) if found and not self.complete else None

    @property
    def other_total(self) -> int | None:
        """The total with the other tying."""
        return self.untied_total if self.manifest.tied else self.tied_total

    def bytes(self, parameters: int | None) -> int | None:
        """Bytes of so many parameters in the report's data type."""
        return None if parameters is None else self.dtype.size(parameters)

    def to_dict(self) -> dict[str, Any]:
        """The report as the JSON that `embcalc params --format json` prints; integers are exact."""
        from embcalc.reports.document import of_report

        return of_report(self)


def report(
    manifest: Manifest,
    *,
    counterpart: Manifest | None = None,
    origin: Origin | None = None,
    dtype: Dtype | None = None,
    stated_total: int | None = None,
    warnings: Sequence[str] = (),
) -> Report:
    """The figures of a manifest.

    `counterpart` is the same model with the other tying; without it the cost of the other tying is not known.
    `dtype` is what memory is reckoned in (default: 16 bits). `stated_total` is used only where the manifest is
    incomplete; a warning says so where the exact total is another. `warnings` are those of the source; the manifest's
    own follow. Raises EmbcalcError for a stated total that is less than the tables alone.
    """
    known, remarks = manifest.counts.total, []
    if stated_total is not None and manifest.complete and stated_total != known:
        remarks = [f"the stated total of {stated_total:,} is not used: the exact one is {known:,}"]
    elif stated_total is not None and not manifest.complete and stated_total < known:
        raise EmbcalcError(f"the stated total of {stated_total:,} is less than the vocabulary's {known:,} parameters")
    totals = {built.tied: built.counts.total for built in (manifest, counterpart) if built and built.complete}
    both = {True, False} <= set(totals)
    alone = totals.get(False) if manifest.untieable else None
    return Report(
        origin=origin or Origin(model=manifest.model_type or "model"),
        manifest=manifest,
        dtype=dtype or sixteen_bit(manifest.dtype),
        tied_total=totals[True] if both else None,
        untied_total=totals[False] if both else alone,
        stated_total=None if manifest.complete else stated_total,
        warnings=[*warnings, *manifest.warnings, *remarks],
    )
