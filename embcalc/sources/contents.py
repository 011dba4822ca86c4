"""What a folder or a repository without config.json holds instead, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from embcalc.errors import SourceError
from embcalc.sources.wording import printable


class Contents(NamedTuple):
    """`what` ends the sentence "it holds …"; `hint` is a line of its own."""

    what: str
    hint: str | None = None


def described(names: Collection[str], read: Callable[[str], Mapping[str, Any]]) -> Contents:
    """Say what the files of these names make up; `read` gives the mapping in one of them."""
    if "adapter_config.json" in names:
        return Contents("an adapter (adapter_config.json)", _base_model(read))
    if "model_index.json" in names:
        return Contents("a pipeline (model_index.json)", "Its parts, such as text_encoder, have a config.json each.")
    gguf = sorted(name for name in names if name.endswith(".gguf"))
    if gguf:
        hint = "Use the config.json of the model that was converted to GGUF."
        return Contents(f"{printable(gguf[0])}{_more(gguf)}", hint)
    if "params.json" in names:
        hint = "Use the model's converted form, which has a config.json."
        return Contents("params.json, which is another format", hint)
    some = sorted(names)
    return Contents(f"{printable(some[0])}{_more(some)}" if some else "nothing")


def _more(names: list[str]) -> str:
    return f" and {len(names) - 1:,} more" if len(names) > 1 else ""


def _base_model(read: Callable[[str], Mapping[str, Any]]) -> str | None:
    try:
        base = read("adapter_config.json").get("base_model_name_or_path")
    except SourceError:
        return None
    return f"Ask for its base model: {printable(base)}" if isinstance(base, str) and base else None
