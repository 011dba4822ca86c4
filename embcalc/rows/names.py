"""The names that token tables and heads go by in checkpoints."""

from __future__ import annotations

# modules that hold the token table, or the head, where a checkpoint names them otherwise than the config's class
TABLES = ("embed_tokens", "wte", "word_embeddings", "shared", "tok_embeddings", "tokens_embed", "embed_in")
HEADS = ("lm_head", "embed_out", "output_projection")
# what wrappers of adapters put between a module and its weight
_WRAPPERS = frozenset({"base_layer", "modules_to_save", "token_adapter", "default"})


def parts(name: str) -> list[str]:
    """The parts of a tensor's name, without an adapter's wrappers: `model`, `embed_tokens`, `weight`."""
    return [part for part in name.split(".") if part not in _WRAPPERS]
