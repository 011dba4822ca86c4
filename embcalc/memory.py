"""Memory: what a model's weights take in each precision, and in training, for the vocabulary and for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from embcalc.quantization import LayoutError
from embcalc.reports import Report
from embcalc.schemes import Scheme
from embcalc.tensors import Role

PUBLISHED = "as published"


class Weights(NamedTuple):
    """Bytes of a model's weights in one precision; None where they are not known, and `refused` says why.

    `output_head` has the head's bias and is 0 where the head is tied; `body` is all that is neither. Scales, zeros and
    code books count to the matrix that they belong to. Saved buffers are not counted. `stated` is what a stated number
    of parameters takes where the tensors are not known.
    """

    precision: str
    detail: str = ""
    input_embedding: int | None = None
    output_head: int | None = None
    body: int | None = None
    refused: str | None = None
    stated: int | None = None

    @property
    def vocabulary(self) -> int | None:
        """Bytes of everything that grows with V: the input embedding, and the head where it owns its weights."""
        return _sum(self.input_embedding, self.output_head)

    @property
    def total(self) -> int | None:
        """Bytes of all weights."""
        return _sum(self.vocabulary, self.body) if self.stated is None else self.stated

    @property
    def share(self) -> float | None:
        """The vocabulary's part of all bytes, 0 to 1."""
        return self.vocabulary / self.total if self.total and self.vocabulary is not None else None


class Regime(NamedTuple):
    """A way to train with Adam: bytes that each parameter takes for its weight, gradient, master copy and moments."""

    name: str
    weight: int
    gradient: int
    master: int
    moments: int

    @property
    def each(self) -> int:
        """Bytes a parameter, all together."""
        return self.weight + self.gradient + self.master + self.moments


# 16 bytes a parameter in mixed precision: ZeRO, Rajbhandari et al. 2020, section 3.1; 18 with gradients summed in 32
# bits: Megatron-LM's distributed optimizer documentation
REGIMES = (
    Regime("fp32", 4, 4, 0, 8),
    Regime("mixed, 32-bit gradients", 2, 4, 4, 8),
    Regime("mixed", 2, 2, 4, 8),
    Regime("pure bf16", 2, 2, 0, 4),
)


class Training(NamedTuple):
    """Bytes that training with Adam takes beside activations: of all parameters, and of the vocabulary's if known.

    Those of the parameters that are `fixed` have a weight, but no gradient and no state.
    """

    regime: Regime
    parameters: int
    vocabulary: int | None
    fixed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Bytes of each part, and bytes a parameter."""
        (name, weight, gradient, master, moments), trained = self.regime, self.parameters - self.fixed
        return {
            "regime": name,
            "bytes_per_parameter": self.regime.each,
            "weights": self.parameters * weight,
            "gradients": trained * gradient,
            "master_weights": trained * master,
            "moments": trained * moments,
            "vocabulary": None if self.vocabulary is None else self.vocabulary * self.regime.each,
            "total": trained * self.regime.each + self.fixed * weight,
        }


class Memory(NamedTuple):
    """The bytes of one model.

    `rows` are the precisions asked for; `published` is the checkpoint as its config describes it, None where the config
    does not say.
    """

    report: Report
    rows: Sequence[Weights]
    published: Weights | None
    training: Sequence[Training]

    @property
    def parameters(self) -> int | None:
        """Parameters of the model, each once, trained or not; the stated number where they are not known."""
        return self.report.total

    @property
    def warnings(self) -> list[str]:
        """What the source and the config gave cause to say, and why the checkpoint's own bytes are not known."""
        refused = self.published.refused if self.published else None
        return [*self.report.warnings, *([f"{PUBLISHED}: {refused}"] if refused and self.report.complete else [])]

    @property
    def listed(self) -> list[Weights]:
        """Every row, what is published first."""
        return [*([self.published] if self.published else []), *self.rows]

    def bits(self, weights: Weights) -> float | None:
        """Bits that a parameter takes on average."""
        return weights.total * 8 / self.parameters if weights.total and self.parameters else None

    def to_dict(self) -> dict[str, Any]:
        """What `embcalc memory --format json` prints; bytes are exact integers, null where not known."""
        figures = self.report.to_dict()
        return {
            **{key: figures[key] for key in ("model", "source", "model_type", "architecture")},
            **{key: figures[key] for key in ("vocab_size", "hidden_size", "embedding_size", "tied")},
            "parameters": {key: figures["parameters"][key] for key in ("total", "stated_total", "vocabulary")},
            "embedding_share": figures["embedding_share"],
            "stated_dtype": self.report.manifest.dtype,
            "not_counted": list(self.report.manifest.not_counted),
            "published": self._weights(self.published) if self.published else None,
            "weights": [self._weights(row) for row in self.rows],
            "training": [row.to_dict() for row in self.training] or None,
            "warnings": self.warnings,
        }

    def _weights(self, row: Weights) -> dict[str, Any]:
        return {
            "precision": row.precision,
            "detail": row.detail,
            "input_embedding": row.input_embedding,
            "output_head": row.output_head,
            "vocabulary": row.vocabulary,
            "body": row.body,
            "total": row.total,
            "vocabulary_share": row.share,
            "bits_per_parameter": self.bits(row),
            "refused": row.refused,
        }


def weighed(report: Report, name: str, made: Callable[[], Scheme | None]) -> Weights | None:
    """The bytes in the scheme that `made` makes: refused where it cannot be made, None where it makes none."""
    try:
        scheme = made()
    except LayoutError as error:
        return Weights(name, refused=str(error))
    return weigh(report, scheme) if scheme else None


def weigh(report: Report, scheme: Scheme) -> Weights:
    """The bytes of a model's weights as a scheme stores them, each tensor once, tied copies and buffers left out.

    Of a model whose architecture is not described only the tables' bytes are given, and those of a stated total in a
    scheme that stores all values alike. A tensor that does not fit the scheme's layout refuses the whole row.
    """
    sums = dict.fromkeys((Role.INPUT_EMBEDDING, Role.OUTPUT_HEAD, Role.BODY), 0)
    for tensor in report.manifest.folded:
        if tensor.tied_to or tensor.role is Role.BUFFER:
            continue
        role = Role.OUTPUT_HEAD if tensor.role is Role.OUTPUT_HEAD_BIAS else tensor.role
        try:
            sums[role if role in sums else Role.BODY] += scheme.size(tensor)
        except LayoutError as error:
            return Weights(scheme.name, scheme.detail, refused=f"{tensor.name}: {error}")
    found = Weights(scheme.name, scheme.detail, sums[Role.INPUT_EMBEDDING], sums[Role.OUTPUT_HEAD], sums[Role.BODY])
    return found if report.complete else _in_part(report, scheme, found)


def _in_part(report: Report, scheme: Scheme, found: Weights) -> Weights:
    """Of weights that only the known tables make up: what is certain, and what a stated total adds."""
    stated = scheme.each.size(report.stated_total) if scheme.each and report.stated_total else None
    known = found._replace(
        input_embedding=found.input_embedding if report.table else None,
        output_head=found.output_head if report.head_known else None,
        stated=stated,
        refused="the architecture is not described" if stated is None else None,
    )
    rest = None if stated is None or known.vocabulary is None else stated - known.vocabulary
    return known._replace(body=rest)


def training(report: Report) -> list[Training]:
    """Each regime's bytes for a model; none where the number of its parameters is neither known nor stated."""
    if report.total is None:
        return []
    fixed = report.manifest.counts.non_trainable
    return [Training(regime, report.total, report.vocabulary, fixed) for regime in REGIMES]


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second
