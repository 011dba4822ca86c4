"""Config: a read-only view of a model's config that checks every value it hands out and remembers what was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from embcalc.errors import ConfigError, close_matches

# The largest sizes that any model is believed to have; beyond them a config is damaged, not big.
MAX_LAYERS = 10_000
MAX_EXPERTS = 100_000
MAX_SIZE = 1 << 31
MAX_LABELS = 10_000_000

MOST_SLIPS = 2
MOST_STRANGERS = 1_000  # keys that are looked at for a misspelt one: each is compared letter by letter
SHOWN_LENGTH = 60
_MISSING = object()


class Config:
    """A mapping with config.json's keys, seen as one model type sees it.

    `config.hidden_size` is a size: a whole number from 1 to `MAX_SIZE`. `count` also takes 0, `optional` takes null,
    `flag` takes true and false. A key that is absent takes the class default of the model type, and `defaults_used`
    says so; a key that has none is an error. `aliases` maps the names that other types use to this type's own
    (`hidden_size` → `n_embd`), as transformers' attribute_map does; a key can be asked for by any of its names.
    `former` maps names of older releases that win over the type's own wherever they are not null (`n_embed`).
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        defaults: Mapping[str, Any] | None = None,
        aliases: Mapping[str, str] | None = None,
        former: Mapping[str, str] | None = None,
        path: str = "",
    ) -> None:
        self.data = data
        self.path = path
        self.defaults = defaults or {}
        self.aliases = aliases or {}
        self.former = former or {}
        self._read_before: dict[str, Any] = {}
        self.defaults_used: dict[str, Any] = {}
        self.notes: list[str] = []

    def __getattr__(self, key: str) -> int:
        """A size: `config.hidden_size`."""
        if key.startswith("_"):
            raise AttributeError(key)
        return self._whole(key, self._read(key), least=1)

    def count(self, key: str) -> int:
        """A whole number that may be 0: experts, groups, leading dense layers, rows of a table that may be absent."""
        return self._whole(key, self._read(key), least=0)

    def signed(self, key: str) -> int:
        """A whole number of either sign, for keys in which a negative one means "none"."""
        return self._whole(key, self._read(key), least=-MAX_SIZE)

    def optional(self, key: str) -> int | None:
        """A size, or None where the config or the class default says null."""
        value = self._read(key)
        return None if value is None else self._whole(key, value, least=1)

    def optional_count(self, key: str) -> int | None:
        """A whole number from 0 on, or None where the config or the class default says null."""
        value = self._read(key)
        return None if value is None else self._whole(key, value, least=0)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._read(key)
        if not isinstance(value, bool):
            raise ConfigError(f"{self.spelt(key)} must be true or false, not {shown(value)}")
        return value

    def optional_flag(self, key: str) -> bool:
        """True or false, for config classes that allow null and take it as false."""
        return self._read(key) is not None and self.flag(key)

    def text(self, key: str) -> str:
        """A string."""
        value = self._read(key)
        if not isinstance(value, str):
            raise ConfigError(f"{self.spelt(key)} must be text, not {shown(value)}")
        return value

    def items(self, key: str) -> Sequence[Any] | None:
        """A list, or None where the config or the class default says null."""
        value = self._read(key)
        if value is not None and not isinstance(value, (list, tuple)):
            raise ConfigError(f"{self.spelt(key)} must be a list, not {shown(value)}")
        return value

    def numbers(self, key: str) -> Sequence[int]:
        """A list of whole numbers, empty where the config or the class default says null."""
        values = self.items(key) or ()
        strange = [value for value in values if isinstance(value, bool) or not isinstance(value, int)]
        if strange:
            raise ConfigError(f"{self.spelt(key)} must list whole numbers, not {shown(strange[0])}")
        return values

    def part(
        self,
        key: str,
        defaults: Mapping[str, Any],
        *,
        aliases: Mapping[str, str] | None = None,
        former: Mapping[str, str] | None = None,
    ) -> Config:
        """The mapping under a key as a config of its own; empty where the key or its default is null.

        What it notes, and which defaults it takes, stands in this config too, under the key's full path.
        """
        value = self._read(key)
        if value is not None and not isinstance(value, Mapping):
            raise ConfigError(f"{self.spelt(key)} must be a mapping, not {shown(value)}")
        hint = self._misspelt(key) if value is None else None
        if hint:
            self.notes.append(f"{self.path}{key} is absent, so class defaults are used for all of it. {hint}")
        part = Config(value or {}, defaults=defaults, aliases=aliases, former=former, path=f"{self.path}{key}.")
        part.notes, part.defaults_used = self.notes, self.defaults_used
        return part

    def has(self, key: str) -> bool:
        """Whether the config itself states the key, under its own name or an alias, and not as null."""
        return self._find(key)[1] is not None and self._find(key)[1] is not _MISSING

    @property
    def num_labels(self) -> int:
        """Classes of a classification head: num_labels, else the entries of id2label, else 2 (transformers' rule)."""
        labels = self.data.get("id2label")
        if labels is not None and not isinstance(labels, Mapping):
            raise ConfigError(f"{self.spelt('id2label')} must be a mapping, not {shown(labels)}")
        if self.data.get("num_labels") is not None:
            return self._whole("num_labels", self.data["num_labels"], least=1)
        if labels is None:
            return 2
        try:
            return self._whole("id2label's length", len({int(key) for key in labels}), least=1)
        except (TypeError, ValueError):
            raise ConfigError(f"{self.spelt('id2label')} must have whole numbers as its keys") from None

    def override(self, **values: Any) -> Config:
        """A copy in which the given keys have other values, under whichever names the config has them."""
        own = {self._own(key): value for key, value in values.items()}
        stale = {name for key in own for name in self._names(key)}
        kept = {key: value for key, value in self.data.items() if key not in stale}
        return Config(kept | own, defaults=self.defaults, aliases=self.aliases, former=self.former, path=self.path)

    def _own(self, key: str) -> str:
        return self.aliases.get(key, key)

    def _names(self, own: str) -> list[str]:
        """Every name of a key, the one that wins first."""
        former = [name for name, of in self.former.items() if of == own and self.data.get(name) is not None]
        return [*former, own, *(alias for alias, of in self.aliases.items() if of == own)]

    def _find(self, key: str) -> tuple[str, Any]:
        own = self._own(key)
        stated = [(name, self.data[name]) for name in self._names(own) if name in self.data]
        if not stated:
            return own, _MISSING
        if stated[0][0] in self.former:
            return stated[0]
        if any(value != stated[0][1] for _, value in stated[1:]):
            both = " and ".join(f"{name} = {shown(value)}" for name, value in stated)
            raise ConfigError(f"{self.path}{own}: {both} contradict each other")
        return stated[0]

    def _read(self, key: str) -> Any:
        if key not in self._read_before:
            self._read_before[key] = self._lookup(self._own(key))
        return self._read_before[key]

    def _lookup(self, key: str) -> Any:
        value = self._find(key)[1]
        if value is not _MISSING:
            return value
        if key not in self.defaults:
            raise ConfigError(f"{self.spelt(key)} is missing", self._misspelt(key))
        value = self.defaults[key]
        path = f"{self.path}{key}"
        if value is not None and path not in self.defaults_used:
            self.defaults_used[path] = value
            hint = self._misspelt(key)
            if hint:
                self.notes.append(f"{path} is absent, so the class default {shown(value)} is used. {hint}")
        return value

    def _misspelt(self, key: str) -> str | None:
        known = {*self.defaults, *self.aliases, *self.aliases.values(), *self.former}
        strangers = [name for name in self.data if isinstance(name, str) and name not in known]
        found = _slip(key, tuple(strangers[:MOST_STRANGERS]))
        return f"Is {found} meant to be {key}?" if found else None

    def _whole(self, key: str, value: Any, least: int) -> int:
        if type(value) is int and least <= value <= limit(key):
            return value
        name = self.spelt(key)
        if isinstance(value, float) and value.is_integer():
            self.notes.append(f"{name} is written as {value!r}; it is read as {int(value)}")
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ConfigError(f"{name} must be a whole number, not {shown(value)}")
        if value < least:
            raise ConfigError(f"{name} must be at least {least}, not {shown(value)}")
        if value > limit(key):
            raise ConfigError(f"{name} must be at most {limit(key):,}, not {shown(value)}")
        return value

    def spelt(self, key: str) -> str:
        """The key's full path under the name that this config has it by, for messages."""
        own = self._own(key)
        return f"{self.path}{next((name for name in self._names(own) if name in self.data), own)}"


@lru_cache(maxsize=1024)
def _slip(key: str, strangers: tuple[str, ...]) -> str | None:
    """The stranger among a config's keys that looks like a slip of the hand for `key`."""
    # 0.8 tells slips (vcoab_size) from kin (layer_norm_eps, qk_layernorm: 0.69)
    found = close_matches(key, strangers, most=1, likeness=0.8)
    # a prefix makes another key (text_hidden_size), a slip of the hand does not (hiden_size, vocabsize)
    return found[0] if found and abs(len(found[0]) - len(key)) <= MOST_SLIPS else None


def limit(key: str) -> int:
    """The largest value that is believed for a key."""
    if "layer" in key and "size" not in key:
        return MAX_LAYERS
    if "expert" in key and "size" not in key:
        return MAX_EXPERTS
    return MAX_LABELS if key == "num_labels" else MAX_SIZE


def shown(value: Any) -> str:
    """A config's value in an error message: as JSON writes it, shortened, with its kind where that is the fault."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = repr(value) if not isinstance(value, str) else f'the text "{value}"'
    return text if len(text) <= SHOWN_LENGTH else f"{text[: SHOWN_LENGTH - 3]}..."
