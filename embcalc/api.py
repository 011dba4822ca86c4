"""The functions behind the commands, for use from Python: a reference or a config in, a manifest or a report out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embcalc.architectures import build
from embcalc.errors import EmbcalcError, UsageError
from embcalc.reports import Origin, Report
from embcalc.reports import report as _report

if TYPE_CHECKING:
    from embcalc.activations import Activations
    from embcalc.dtypes import Dtype
    from embcalc.manifests import Manifest
    from embcalc.memory import Memory
    from embcalc.pooling import Pooling
    from embcalc.sources import Source

    Model = str | os.PathLike[str] | Source | Mapping[str, Any]


def load(ref: str | os.PathLike[str]) -> Source:
    """Read a config: a bundled name, a file, a folder with config.json, `owner/name[@revision]` on the Hub, or `-`.

    Raises SourceError where it cannot be read.
    """
    from embcalc.sources import load as _load

    return _load(os.fspath(ref))


def manifest(model: Model, *, vocab_size: int | None = None, tied: bool | None = None) -> Manifest:
    """Every tensor of a model: `manifest("llama-3-8b").tensors()` gives names, shapes and roles.

    `model` is what `load` takes, what it returns, or a config as a mapping. `vocab_size` and `tied` replace the
    config's own. Raises SourceError, ConfigError or UnknownArchitectureError.
    """
    data, origin, _ = _data(model)
    return _build(data, origin, vocab_size, tied=tied)


def report(
    model: Model,
    *,
    vocab_size: int | None = None,
    tied: bool | None = None,
    dtype: Dtype | None = None,
    stated_total: int | None = None,
) -> Report:
    """The figures of a model: `report("llama-3-8b").to_dict()` is what `embcalc params --json` prints.

    `model`, `vocab_size` and `tied` are as in `manifest`; `dtype` is what memory is reckoned in, `stated_total` a
    total to use where the architecture is not described.
    """
    data, origin, warnings = _data(model)
    built = _build(data, origin, vocab_size, tied=tied)
    counterpart = None
    if built.complete and built.tied is not None and not built.untieable:
        counterpart = _build(data, origin, vocab_size, tied=not built.tied)
    return _report(
        built, counterpart=counterpart, origin=origin, dtype=dtype, stated_total=stated_total, warnings=warnings
    )


def shapes(
    model: Model,
    *,
    batch: int = 1,
    seq: int | None = None,
    dtype: Dtype | None = None,
    logits_dtype: Dtype | None = None,
    ranks: int | None = None,
    training: bool = False,
    vocab_size: int | None = None,
    tied: bool | None = None,
) -> Activations:
    """The arrays that flow through a model's vocabulary: `shapes("llama-3-8b", batch=8).named("logits").bytes`.

    `model`, `vocab_size` and `tied` are as in `manifest`; all else is as in `embcalc.activations.activations`. How
    sentence vectors are pooled is read beside the config, where that is a sentence-transformers folder.
    """
    from embcalc.activations import activations
    from embcalc.architectures.positions import positions

    source = load(model) if isinstance(model, (str, os.PathLike)) else model
    found = report(source, vocab_size=vocab_size, tied=tied, dtype=dtype)
    with _naming(found.origin):
        told, pooled = positions(_data(source)[0]) if found.complete else None, _pooling(found.origin)
    return activations(
        found,
        told,
        pooling=pooled,
        batch=batch,
        seq=seq,
        logits_dtype=logits_dtype,
        ranks=ranks,
        training=training,
    )


def _pooling(origin: Origin) -> Pooling | None:
    if origin.kind != "file":
        return None
    from embcalc.pooling import pooling
    from embcalc.sources import sentence

    found = sentence.modules(Path(origin.location))
    return pooling(found.pooling, found.dense) if found else None


def memory(
    model: Model | None,
    *,
    precisions: Sequence[str] | None = None,
    training: bool = False,
    vocab_size: int | None = None,
    tied: bool | None = None,
    stated_total: int | None = None,
) -> Memory:
    """The bytes of a model's weights: `memory("llama-3-8b", precisions=["nf4"]).rows[0].total`.

    `model`, `vocab_size` and `tied` are as in `manifest`; `precisions` are names as `embcalc.schemes.scheme` takes
    them, the usual ones unless given; `training` adds what training with Adam takes. `stated_total` is a number of
    parameters to weigh where the architecture is not described, or where `model` is None; only precisions that store
    every value alike can then be told, which are those shown unless others are given.
    """
    from functools import partial

    from embcalc import memory as parts
    from embcalc.schemes import FLAT, USUAL, flat, scheme

    if model is None:
        found = _stated(stated_total)
        rows = [parts.weighed(found, name, partial(flat, name)) for name in precisions or FLAT]
        return parts.Memory(found, [row for row in rows if row], None, parts.training(found) if training else [])
    from embcalc.architectures.quantized import published

    source = load(model) if isinstance(model, (str, os.PathLike)) else model
    found = report(source, vocab_size=vocab_size, tied=tied, stated_total=stated_total)
    built, data = found.manifest, _data(source)[0]
    usual = USUAL if found.stated_total is None else FLAT
    rows = [parts.weighed(found, name, partial(scheme, name, built)) for name in precisions or usual]
    with _naming(found.origin):
        stored = parts.weighed(found, parts.PUBLISHED, partial(published, data, built))
    return parts.Memory(found, [row for row in rows if row], stored, parts.training(found) if training else [])


def _stated(total: int | None) -> Report:
    """The report of a number of parameters of which nothing else is known."""
    from embcalc.manifests import Manifest

    if total is None:
        raise UsageError("a model is missing, or a number of parameters")
    name = "1 parameter" if total == 1 else f"{total:,} parameters"
    return _report(Manifest({}, complete=False), origin=Origin(name, "stated"), stated_total=total)


def _build(data: Mapping[str, Any], origin: Origin, vocab_size: int | None, *, tied: bool | None) -> Manifest:
    with _naming(origin):
        return build(data, vocab_size=vocab_size, tied=tied)


@contextmanager
def _naming(origin: Origin) -> Iterator[None]:
    """Errors within name the place that the config came from."""
    try:
        yield
    except EmbcalcError as error:
        if origin.kind != "config":
            error.within(origin.location if origin.kind == "file" else origin.model)
        raise


def _data(model: Model) -> tuple[Mapping[str, Any], Origin, tuple[str, ...]]:
    if isinstance(model, Mapping):
        return model, Origin(str(model.get("model_type") or "config")), ()
    source = load(model) if isinstance(model, (str, os.PathLike)) else model
    origin = Origin(source.name, source.kind, source.location, source.revision)
    return source.data, origin, source.warnings
