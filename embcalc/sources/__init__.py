"""Where a config comes from: standard input, a file, a folder, a bundled name or the Hub."""

from __future__ import annotations

from typing import Any, NamedTuple

from embcalc.errors import SourceError, did_you_mean
from embcalc.sources import bundled, files, paths
from embcalc.sources.wording import printable

__all__ = ["Source", "load"]


class Source(NamedTuple):
    """A config's mapping and where it is from.

    `name` is what to call the model; `kind` is "bundled", "file", "stdin" or "hub"; `location` is a path, "-" for
    standard input, or an id on the Hub; `revision` is the commit, where it is known.
    """

    data: dict[str, Any]
    name: str
    kind: str
    location: str
    revision: str | None
    warnings: tuple[str, ...]


def load(ref: str) -> Source:
    """Read the config that a word names.

    Tried in this order:

    1. `-`, which is standard input (JSON or YAML);
    2. a file, or a folder that holds config.json (or config.yaml, config.yml);
    3. a bundled name, without regard to case;
    4. `owner/name` or `owner/name@revision`, a repository of the Hub.

    A word that can only be a path never reaches the network. Where the Hub cannot be reached, or says that the
    repository is gated, and a bundled config was taken from it, that one is used and `warnings` says so.
    Raises SourceError: one line, with a hint where there is something to do.
    """
    if ref == "-":
        return Source(files.read_stdin(), "stdin", "stdin", "-", None, ())
    if not ref:
        raise _unknown(ref)
    path = paths.find(ref)
    if path is not None:
        return Source(files.read(path), paths.model_name(path), "file", str(path), None, ())
    known = bundled.find(ref)
    if known is not None:
        return _bundled(known)
    if paths.is_folder(ref):
        raise paths.without_config(ref)
    if paths.is_path(ref):
        raise paths.missing(ref)
    if "/" in ref:
        return _from_hub(ref)
    raise _unknown(ref)


def _bundled(known: bundled.Bundled, warnings: tuple[str, ...] = ()) -> Source:
    return Source(files.read(known.path), known.name, "bundled", known.hub_id, known.commit, warnings)


def _from_hub(ref: str) -> Source:
    from embcalc.sources import hub, hub_errors

    repo, at, revision = ref.partition("@")
    if at and not revision:
        raise SourceError(f"{printable(ref)}: no revision after the @")
    try:
        data, commit, warnings = hub.fetch(repo, revision or None)
    except (hub_errors.UnreachableError, hub_errors.GatedError) as error:
        # of a stated revision, a bundled config may be another version
        known = None if revision else bundled.find_hub_id(repo)
        if known is None:
            raise
        return _bundled(known, (f"{error}; the bundled config {known.name} is used instead",))
    return Source(data, repo, "hub", repo, commit, warnings)


def _unknown(ref: str) -> SourceError:
    close = did_you_mean(ref, bundled.names()) if len(ref) <= 100 else None  # noqa: PLR2004  # no name is longer
    hint = " ".join(filter(None, (close, "Models on the Hub are written owner/name.")))
    return SourceError(f"{printable(ref) or repr(ref)}: no such file and no bundled model", hint)
