"""`embcalc memory`: the bytes of a model's weights by precision, and what training takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from embcalc.cli.options import (
    Format,
    FormatOption,
    JsonOption,
    Models,
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


NAME = r"(?:fp32|bf16|fp16|fp8|int8|nf4(?:-double)?|mxfp4|q[4-8]_[0k](?:_m)?|(?:int4|gptq|awq)(?:-g\d+)?)"


class Command(SpreadCommand):
    """`memory`, whose precisions may stand one after the other."""

    many = ("--precision",)
    like = re.compile(rf"{NAME}(?:,{NAME})*", re.IGNORECASE)


def memory(
    models: Models,
    *,
    precision: Annotated[
        list[str] | None,
        typer.Option("--precision", metavar="NAMES...", help="Only these: bf16 nf4 gptq-g32 q4_k_m, or with commas."),
    ] = None,
    training: Annotated[
        bool, typer.Option("--training", help="Also weights, gradients and Adam's moments, by way of training.")
    ] = False,
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
    found, failed = gather(models, lambda model: _weighed(model, names, size, tie, training=training))
    for weighed in found:
        warn([] if quiet else weighed.warnings)
    documents = [weighed.to_dict() for weighed in found]
    result = Result(
        sheets=lambda: _sheets(found),
        document=lambda: documents if len(models) > 1 else documents[0],
        records=lambda: _records(documents),
    )
    emit(form, result)
    # a row that was asked for by name, and what a config says of its own checkpoint, must have an answer
    if failed or any(row.refused for weighed in found for row in (weighed.listed if names else weighed.listed[:1])):
        raise typer.Exit(1)


def _weighed(model: str, names: list[str], size: int | None, tie: bool | None, *, training: bool) -> Memory:
    from embcalc import api

    return api.memory(model, precisions=names or None, training=training, vocab_size=size, tied=tie)


def _sheets(found: list[Memory]) -> list[Sheet]:
    from embcalc.views.memory import sheet

    return [sheet(memory) for memory in found]


def _records(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    from embcalc.views.memory import records

    return [record for document in documents for record in records(document)]
