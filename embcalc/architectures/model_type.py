"""ModelType: what a family's file says of one `model_type`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from embcalc.blocks import Head, Module
from embcalc.config import Config


def whole(c: Config) -> Config:
    """The config itself: what `ModelType.text` is unless a model has several parts."""
    return c


class ModelType(NamedTuple):
    """One `model_type`: its builder, its classes and its class defaults.

    `build` makes the base model's tree. `classes` maps each class that `architectures` may name to what it adds
    around the base model. `usual` is the class taken where `architectures` is absent. `prefix` is the base model's
    name inside those classes. `defaults` holds the class default of every key that the builder reads (None: null);
    `aliases` the other names a key goes by; `former` the names of older releases that win over a key's own.
    `vocab_key` is the key that sizes the token table, `second_vocab_key` the one that sizes the decoder's if it
    may have a vocabulary of its own (null or 0 there: the same). `width` is the key of the residual stream's width.
    `text` gives the part of the config in which these stand: the language model's, in a model of several parts.
    """

    build: Callable[[Config], Module]
    classes: Mapping[str, Head]
    usual: str
    defaults: Mapping[str, Any]
    prefix: str = "model"
    aliases: Mapping[str, str] = {}
    former: Mapping[str, str] = {}
    vocab_key: str = "vocab_size"
    second_vocab_key: str | None = None
    width: str = "hidden_size"
    text: Callable[[Config], Config] = whole


def part(c: Config, key: str, described: ModelType) -> Config:
    """The config of one part of a model, seen as the part's own model type sees it."""
    return c.part(key, described.defaults, aliases=described.aliases, former=described.former)
