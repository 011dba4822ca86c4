"""The paths of `check`, each with what was found: a card, a config or a file of metadata, and the config's files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embcalc.api import load
from embcalc.architectures.unknown import TEXT_PARTS
from embcalc.cards.checked import Checked, Finding
from embcalc.cards.compare import compare, compare_metadata, report_of
from embcalc.cards.documents import document
from embcalc.cards.documents.document import CardError
from embcalc.cards.paths import CONFIGS, Named, folder, named
from embcalc.errors import EmbcalcError
from embcalc.sources.places import key_place
from embcalc.sources.wording import printable
from embcalc.verdicts import Verdict

if TYPE_CHECKING:
    from embcalc.rows import Files
    from embcalc.sources import Source

_NO_CARD = f"there is no {document.NAME} beside the config"


def check(path: str | Path, config: str | None = None, *, every: bool = False, files: Files | None = None) -> Checked:
    """Compare every claim of a card with its config; whatever cannot be read becomes the result's `error`.

    `path` is a README.md, a folder that holds one, the config beside one, or a YAML or JSON file of metadata. `config`
    is a file or a model where the config is elsewhere; otherwise it is the one in the card's folder. With `every`,
    figures that no rule takes for a claim are found, too, and skipped. The config is also compared with `files`.
    """
    shown = str(path)
    try:
        kind = named(Path(path), files=bool(files), elsewhere=config is not None)
        if kind is Named.CONFIG:
            return _of_config(shown, config, files)
        card = (document.read_plain if kind is Named.METADATA else document.read)(folder(Path(path)))
        shown = card.path
        source = _config(Path(card.path), config)
        checked = compare_metadata(card, source) if kind is Named.METADATA else compare(card, source, every=every)
        return _with_files(checked, source, files)
    except EmbcalcError as error:
        return Checked(shown, error=error)
    except RecursionError:
        return Checked(shown, error=CardError(f"{shown}: nested too deeply to be read"))


def _of_config(path: str, config: str | None, files: Files | None) -> Checked:
    """A config that has no card: it is compared with its files alone."""
    checked = Checked(path, findings=[Finding(Verdict.SKIPPED, "card", "", 1, 1, _NO_CARD)], missing=True)
    if not files:
        return checked
    source = load(config or path)
    return _with_files(replace(checked, config=source.location), source, files)


def _with_files(checked: Checked, source: Source, files: Files | None) -> Checked:
    found = _compared(source, files, folder(Path(checked.path))) if files else ()
    return replace(checked, findings=[*checked.findings, *found])


def _compared(source: Source, asked: Files, card: Path) -> Iterator[Finding]:
    """What comes of comparing a config with its files; the place is that of its vocab_size.

    Files beside it are those in its folder, or in that of the card where the config is no file.
    """
    from embcalc.rows.files import compare as compare_files

    report, own = report_of(source)[0], source.kind == "file"
    place = key_place(Path(source.location), "vocab_size") if own else (1, 1)
    if report is None:
        yield Finding(
            Verdict.SKIPPED,
            "config",
            "",
            *place,
            "nothing can be counted from the config",
            path=source.location,
            facts={},
        )
        return
    beside = Path(source.location).parent if own else card if card.is_dir() else card.parent
    for found in compare_files(asked, report, beside, _pad(source.data)):
        yield Finding(found.verdict, found.kind, "", *place, found.message, path=source.location, facts=found.facts)


def _pad(data: Mapping[str, Any]) -> int | None:
    """The id of the padding token that a config states, at the top or for its language model."""
    parts = (data, *(data.get(name) for name in TEXT_PARTS))
    stated = [part.get("pad_token_id") for part in parts if isinstance(part, Mapping)]
    return next((value for value in stated if type(value) is int), None)


def _config(card: Path, config: str | None) -> Source:
    if config is not None:
        return load(config)
    found = next((card.parent / name for name in CONFIGS if (card.parent / name).exists()), None)
    if found is None:
        raise CardError(f"{printable(str(card))}: there is no config.json beside it", "Name the config with --config.")
    return load(str(found.absolute()) if card.parent == Path() else str(found))
