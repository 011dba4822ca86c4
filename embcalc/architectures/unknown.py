"""What can be said of a model whose architecture is not described: the vocabulary's tables, and no total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from embcalc.blocks import Module, output_head, token_table
from embcalc.config import Config
from embcalc.errors import ConfigError, UnknownArchitectureError
from embcalc.manifests import Manifest

# the field's names for the same two sizes, most used first
ROWS = ("vocab_size", "padded_vocab_size", "n_vocab")
WIDTH = ("hidden_size", "d_model", "n_embd", "dim", "model_dim")
# translators with a vocabulary for each language: FSMT's names, then others'
SOURCE_ROWS = ("src_vocab_size", "source_vocab_size", "source_vocab")
TARGET_ROWS = ("tgt_vocab_size", "target_vocab_size", "target_vocab")
TYING = "tie_word_embeddings"
# fairseq's names for what is one matrix: the decoder's table and the head; the encoder's table and the decoder's
SHARED_HEAD = ("share_decoder_input_output_embed", "share_decoder_input_output")
SHARED_TABLES = ("share_all_embeddings", "share_encoder_decoder_embeddings")
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

    A config with a vocabulary for each side has a table for each; the head then has the target's rows. The tensors'
    names are roles, not a checkpoint's names. `why` becomes a warning, with `hint` behind it. Raises
    UnknownArchitectureError where the config has no key for the rows or the width of the table.
    """
    config, path = _text_part(data)
    stated, tied_from = (tied, "option") if tied is not None else _stated_tying(data, config)
    named = data.get("architectures")
    return Manifest(
        _tree(config, stated, vocab_size, why, hint),
        model_type=data.get("model_type"),
        architecture=named[0] if named else None,
        hidden_size=_first(config, WIDTH),
        tied=stated,
        tied_from=tied_from if stated is not None else None,
        complete=False,
        warnings=[f"{why}, so the total is unknown{path}" + (f". {hint}" if hint else ""), *config.notes],
    )


def _tree(config: Config, tied: bool | None, vocab_size: int | None, why: str, hint: str | None) -> Module:
    source, target = _first(config, SOURCE_ROWS), _first(config, TARGET_ROWS)
    two = source is not None and target is not None
    rows = target if two else _first(config, ROWS)
    if vocab_size is not None and not two:
        rows = Config({"vocab_size": vocab_size}).vocab_size
    # a factorised table is embedding_size wide; hidden_size is then the width of the body
    width = _first(config, ("embedding_size", *WIDTH))
    if rows is None or width is None:
        missing = [name for name, size in (("vocab_size", rows), ("hidden_size", width)) if size is None]
        verb = "is" if len(missing) == 1 else "are"
        problem = f"{why}; and {' and '.join(missing)} {verb} missing, so nothing can be counted"
        raise UnknownArchitectureError(problem, hint)
    if two:
        tables, table = _two_tables(config, source or 0, rows, width, vocab_size), "decoder.input_embedding.weight"
    else:
        tables, table = {"input_embedding": token_table(rows, width)}, "input_embedding.weight"
    head = {} if tied is None else {"output_head": output_head(rows, width, tied_to=table if tied else None)}
    return {**tables, **head}


def _two_tables(config: Config, source: int, target: int, width: int, vocab_size: int | None) -> Module:
    """The encoder's table and the decoder's, one of them tied where the config says that they are the same."""
    if vocab_size is not None:
        raise ConfigError(
            f"{source:,} and {target:,} rows are two vocabularies; one size does not say what becomes of both",
            "Change them in the config.",
        )
    single = _first(config, ROWS)
    if single not in (None, source, target):
        raise ConfigError(f"a vocabulary of {single:,} contradicts those of {source:,} and {target:,}")
    shared = next((config.flag(key) for key in SHARED_TABLES if config.data.get(key) is not None), None)
    if shared and source != target:
        raise ConfigError(f"vocabularies of {source:,} and {target:,} rows cannot share a table")
    # tie_word_embeddings ties the two tables as well in some types, and in others the head alone
    if shared is None and source == target and config.data.get(TYING):
        raise UnknownArchitectureError(
            f"whether the two vocabularies of {source:,} rows share a table is not known, so nothing can be counted",
            "Say share_encoder_decoder_embeddings: true or false.",
        )
    owner = "encoder.input_embedding.weight" if shared else None
    return {
        "encoder": {"input_embedding": token_table(source, width)},
        "decoder": {"input_embedding": token_table(target, width, tied_to=owner)},
    }


def _text_part(data: Mapping[str, Any]) -> tuple[Config, str]:
    """The part of a config that sizes the token table, and a remark where it is a nested one."""
    if all(data.get(key) is None for key in (*ROWS, *SOURCE_ROWS, *TARGET_ROWS)):
        for name in TEXT_PARTS:
            part = data.get(name)
            if isinstance(part, Mapping) and any(part.get(key) is not None for key in ROWS):
                return Config(part, path=f"{name}."), f" (the vocabulary is read from {name})"
    return Config(data), ""


def _first(config: Config, keys: tuple[str, ...]) -> int | None:
    return next((getattr(config, key) for key in keys if config.data.get(key) is not None), None)


def _stated_tying(data: Mapping[str, Any], config: Config) -> tuple[bool | None, str]:
    """Whether the head is tied, and where that is from: "config" for tie_word_embeddings, else the key's name."""
    for part in (data, config.data):
        said = {key: Config(part).flag(key) for key in (*SHARED_HEAD, TYING) if part.get(key) is not None}
        if said:
            key, tied = next(iter(said.items()))
            # that tables are not all one leaves open whether the decoder's is the head's, but not the other way round
            if said.get(TYING, tied) and not tied:
                raise ConfigError(f"{key} = false and {TYING} = true contradict each other")
            return tied, "config" if key == TYING else key
    return None, ""
