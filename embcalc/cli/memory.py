"""`embcalc memory`: the bytes of a model's weights by precision, and what training takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from embcalc.cli.options import (
    Format,
    FormatOption,
    JsonOption,
    OptionalModels,
    QuietOption,
    TieOption,
    VocabOption,
    chosen,
    stated,
)
from embcalc.cli.spread import SpreadCommand

if TYPE_CHECKING:
    from embcalc.memory import Memory
    from embcalc.views.sheet import Sheet


NAME = r"(?:fp32|bf16|fp16|[48]-bit|fp8|int8|nf4(?:-double)?|mxfp4|q[4-8]_[0k](?:_m)?|(?:int4|gptq|awq)(?:-g\d+)?)"


class Command(SpreadCommand):
    """`memory`, whose precisions may stand one after the other."""

    many = ("--precision",)
    like = re.compile(rf"{NAME}(?:,{NAME})*", re.IGNORECASE)


def memory(
    models: OptionalModels = None,
    *,
    precision: Annotated[
        list[str] | None,
        typer.Option("--precision", metavar="NAMES...", help="Only these: bf16 nf4 gptq-g32 q4_k_m, or with commas."),
    ] = None,
    training: Annotated[
        bool, typer.Option("--training", help="Also weights, gradients and Adam's moments, by way of training.")
    ] = False,
    total: Annotated[
        str | None,
        typer.Option(
            "--total", metavar="N", help="Weigh so many parameters: 7B. Without a MODEL, or one not described."
        ),
    ] = None,
    vocab: VocabOption = None,
    tie: TieOption = None,
    output: FormatOption = Format.TABLE,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Weigh a model in each precision: the vocabulary, the body, the total, and the vocabulary's share in bytes."""
    from embcalc.cli.output import emit, gather, warn
    from embcalc.cli.result import Result

    form, size = chosen(output, as_json), stated(vocab)
    words = [name.strip().lower() for part in precision or () for name in part.split(",")]
    names = list(dict.fromkeys(filter(None, words)))
    options = {"precisions": names or None, "training": training, "stated_total": stated(total)}
    if models:
        found, failed = gather(models, lambda model: _weighed(model, vocab_size=size, tied=tie, **options))
    else:
        found, failed = [_alone(given=vocab is not None or tie is not None, **options)], False
    for weighed in found:
        warn([] if quiet else weighed.warnings)
    documents = [weighed.to_dict() for weighed in found]
    result = Result(
        sheets=lambda: _sheets(found),
        document=lambda: documents if models and len(models) > 1 else documents[0],
        records=lambda: _records(documents),
    )
    emit(form, result)
    # a row that was asked for by name, and what a config says of its own checkpoint, must have an answer
    if failed or any(row.refused for weighed in found for row in (weighed.listed if names else weighed.listed[:1])):
        raise typer.Exit(1)


def _weighed(model: str, **options: Any) -> Memory:
    from embcalc import api

    return api.memory(model, **options)


def _alone(*, given: bool, **options: Any) -> Memory:
    """A stated number of parameters, of no model; `given` says whether options of a model stand beside it."""
    from embcalc import api
    from embcalc.errors import UsageError

    if options["stated_total"] is None:
        raise UsageError("a MODEL is missing", "Or state a number of parameters alone: --total 7B.")
    if given:
        raise UsageError("--vocab, --tie and --untie need a MODEL")
    return api.memory(None, **options)


def _sheets(found: list[Memory]) -> list[Sheet]:
    from embcalc.views.memory import sheet

    return [sheet(memory) for memory in found]


def _records(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    from embcalc.views.memory import records

    return [record for document in documents for record in records(document)]
