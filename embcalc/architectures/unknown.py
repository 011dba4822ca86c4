"""What can be said of a model whose architecture is not described: the vocabulary's tables, and no total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embcalc.blocks import Module, output_head, token_table
from embcalc.config import Config
from embcalc.errors import UnknownArchitectureError
from embcalc.manifests import Manifest

# the field's names for the same two sizes, most used first
ROWS = ("vocab_size", "padded_vocab_size", "n_vocab")
WIDTH = ("hidden_size", "d_model", "n_embd", "dim", "model_dim")
# where composite configs keep their language model
TEXT_PARTS = ("text_config", "llm_config", "language_config", "text_model_config")


def vocabulary_only(
    data: Mapping[str, Any],
    why: str,
    hint: str | None = None,
    *,
    vocab_size: int | None = None,
    tied: bool | None = None,
) -> Manifest:
    """An incomplete manifest: the token table, and the head where the config says whether it is tied.

    The tensors' names are roles, not a checkpoint's names. `why` becomes a warning, with `hint` behind it. Raises
    UnknownArchitectureError where the config has no key for the rows or the width of the table.
    """
    config, path = _text_part(data)
    rows = _first(config, ROWS) if vocab_size is None else Config({"vocab_size": vocab_size}).vocab_size
    # a factorised table is embedding_size wide; hidden_size is then the width of the body
    width = _first(config, ("embedding_size", *WIDTH))
    if rows is None or width is None:
        missing = [name for name, size in (("vocab_size", rows), ("hidden_size", width)) if size is None]
        verb = "is" if len(missing) == 1 else "are"
        problem = f"{why}; and {' and '.join(missing)} {verb} missing, so nothing can be counted"
        raise UnknownArchitectureError(problem, hint)
    stated, tied_from = (tied, "option") if tied is not None else _stated_tying(data, config)
    tree: Module = {"input_embedding": token_table(rows, width)}
    if stated is not None:
        owner = "input_embedding.weight" if stated else None
        tree["output_head"] = output_head(rows, width, tied_to=owner)
    named = data.get("architectures")
    return Manifest(
        tree,
        model_type=data.get("model_type"),
        architecture=named[0] if named else None,
        hidden_size=_first(config, WIDTH),
        tied=stated,
        tied_from=tied_from if stated is not None else None,
        complete=False,
        warnings=[f"{why}, so the total is unknown{path}" + (f". {hint}" if hint else ""), *config.notes],
    )


def _text_part(data: Mapping[str, Any]) -> tuple[Config, str]:
    """The part of a config that sizes the token table, and a remark where it is a nested one."""
    if all(data.get(key) is None for key in ROWS):
        for name in TEXT_PARTS:
            part = data.get(name)
            if isinstance(part, Mapping) and any(part.get(key) is not None for key in ROWS):
                return Config(part, path=f"{name}."), f" (the vocabulary is read from {name})"
    return Config(data), ""


def _first(config: Config, keys: tuple[str, ...]) -> int | None:
    return next((getattr(config, key) for key in keys if config.data.get(key) is not None), None)


def _stated_tying(data: Mapping[str, Any], config: Config) -> tuple[bool | None, str]:
    for part in (data, config.data):
        if part.get("tie_word_embeddings") is not None:
            return Config(part).flag("tie_word_embeddings"), "config"
    return None, ""
