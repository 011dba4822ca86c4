"""Config: every value that is handed out is checked, and every default that is taken is remembered."""

from __future__ import annotations

import math
from typing import Any

import pytest

from embcalc.config import MAX_EXPERTS, MAX_LAYERS, MAX_SIZE, Config, shown
from embcalc.errors import ConfigError


def refused(data: dict[str, Any], read: str, key: str) -> str:
    """The line with which a config refuses to hand out a key."""
    with pytest.raises(ConfigError) as caught:
        getattr(Config(data), read)(key)
    return f"{caught.value} | {caught.value.hint}"


NO_SIZES: list[Any] = [
    None,
    True,
    False,
    "4096",
    "",
    [],
    [1],
    {},
    1.5,
    math.nan,
    math.inf,
    -1,
    0,
    MAX_SIZE + 1,
    10**400,
    1e300,
]


@pytest.mark.parametrize("value", NO_SIZES, ids=repr)
def test_what_is_no_size_is_refused_by_name(value: Any) -> None:
    """A size is a whole number from 1 to 2³¹, and text is none."""
    with pytest.raises(ConfigError, match=r"^hidden_size must be") as caught:
        _ = Config({"hidden_size": value}).hidden_size
    assert len(str(caught.value)) < 200


def test_a_whole_float_is_read_with_a_note() -> None:
    """2048.0 says 2048; the note says that it is written so."""
    config = Config({"n_inner": 2048.0})
    assert config.n_inner == 2048
    assert type(config.n_inner) is int
    assert config.notes[0] == "n_inner is written as 2048.0; it is read as 2048"


def test_bounds_differ_by_what_is_counted() -> None:
    """Layers and experts are fewer than rows of a table."""
    assert Config({"num_hidden_layers": MAX_LAYERS}).num_hidden_layers == MAX_LAYERS
    assert "at most 10,000" in refused({"num_hidden_layers": MAX_LAYERS + 1}, "count", "num_hidden_layers")
    assert "at most 100,000" in refused({"num_experts": MAX_EXPERTS + 1}, "count", "num_experts")
    assert Config({"moe_intermediate_size": MAX_SIZE}).moe_intermediate_size == MAX_SIZE


def test_counts_may_be_zero_and_optional_sizes_null() -> None:
    """Zero experts are none; null heads are as many as there are."""
    assert Config({"num_experts": 0}).count("num_experts") == 0
    assert Config({"num_key_value_heads": None}).optional("num_key_value_heads") is None
    assert "at least 1" in refused({"num_key_value_heads": 0}, "optional", "num_key_value_heads")
    assert "at least 0" in refused({"num_experts": -1}, "count", "num_experts")


@pytest.mark.parametrize("value", [0, 1, "true", None, [], 1.0])
def test_a_flag_is_true_or_false(value: Any) -> None:
    """Numbers and words are neither."""
    assert "mlp_bias must be true or false" in refused({"mlp_bias": value}, "flag", "mlp_bias")


def test_text_lists_and_parts_are_checked() -> None:
    """Each kind of value names its key when it is another."""
    assert "must be text" in refused({"hidden_act": 1}, "text", "hidden_act")
    assert "must be a list" in refused({"layer_types": "full"}, "items", "layer_types")
    assert "must list whole numbers" in refused({"mlp_only_layers": [0, True]}, "numbers", "mlp_only_layers")
    with pytest.raises(ConfigError, match=r"attn_config must be a mapping, not a list"):
        Config({"attn_config": []}).part("attn_config", {})


def test_a_nested_key_is_named_with_its_path() -> None:
    """Where the key stands is a part of its name."""
    part = Config({"attn_config": {"kv_n_heads": "8"}}).part("attn_config", {})
    with pytest.raises(ConfigError, match=r"^attn_config\.kv_n_heads must be a whole number"):
        _ = part.kv_n_heads


def test_what_a_part_notes_stands_in_the_whole() -> None:
    """Defaults and notes have the key's path; a part that is absent is all defaults, and a slip in its name is told."""
    config = Config({"text_config": {"vocab_size": 7.0, "num_heads": 2}})
    text = config.part("text_config", {"hidden_size": 64, "heads": 1}, aliases={"num_heads": "heads"})
    assert (text.vocab_size, text.hidden_size, text.heads) == (7, 64, 2)
    assert config.defaults_used == {"text_config.hidden_size": 64}
    assert config.notes == ["text_config.vocab_size is written as 7.0; it is read as 7"]
    slip = Config({"text_confg": {}}, defaults={"text_config": None})
    assert slip.part("text_config", {"hidden_size": 64}).hidden_size == 64
    assert slip.defaults_used == {"text_config.hidden_size": 64}
    assert slip.notes[0].endswith("Is text_confg meant to be text_config?")


def test_absent_keys_take_the_default_and_say_so() -> None:
    """Nothing is filled in silently."""
    config = Config({}, defaults={"vocab_size": 32_000, "head_dim": None})
    assert config.vocab_size == 32_000
    assert config.optional("head_dim") is None
    assert config.defaults_used == {"vocab_size": 32_000}


def test_a_key_without_a_default_is_missing() -> None:
    """The error names the key, and the key that it was written as."""
    with pytest.raises(ConfigError, match="vocab_size is missing") as caught:
        _ = Config({"vcoab_size": 10}).vocab_size
    assert caught.value.hint == "Is vcoab_size meant to be vocab_size?"


def test_a_misspelt_key_with_a_default_is_noted() -> None:
    """The default is used, and the note names the likely slip."""
    config = Config({"hiden_size": 64}, defaults={"hidden_size": 4_096})
    assert config.hidden_size == 4_096
    assert "hidden_size is absent, so the class default 4096 is used. Is hiden_size meant" in config.notes[0]


def test_keys_of_kin_are_no_slips() -> None:
    """`text_hidden_size` is another key, not a misspelt one."""
    config = Config({"text_hidden_size": 64, "layer_norm_epsilon": 1}, defaults={"hidden_size": 8, "layer_norm_eps": 1})
    assert config.hidden_size == 8
    assert config.notes == []


def test_a_key_is_found_under_any_of_its_names() -> None:
    """n_embd and hidden_size are one key; the error uses the name that is written."""
    aliases = {"hidden_size": "n_embd"}
    assert Config({"n_embd": 768}, aliases=aliases).hidden_size == 768
    assert Config({"hidden_size": 768}, aliases=aliases).n_embd == 768
    with pytest.raises(ConfigError, match=r"^n_embd must be"):
        _ = Config({"n_embd": None}, aliases=aliases).hidden_size


def test_two_names_with_two_values_contradict_each_other() -> None:
    """Neither of two values is believed more than the other."""
    with pytest.raises(ConfigError, match="n_embd = 1 and hidden_size = 2 contradict each other"):
        _ = Config({"n_embd": 1, "hidden_size": 2}, aliases={"hidden_size": "n_embd"}).n_embd


def test_an_override_replaces_every_name() -> None:
    """`--vocab` leaves no older value behind."""
    config = Config({"n_vocab": 10}, aliases={"n_vocab": "vocab_size"}).override(vocab_size=7)
    assert config.vocab_size == 7


@pytest.mark.parametrize(
    ("data", "labels"),
    [({}, 2), ({"num_labels": 7}, 7), ({"id2label": {"0": "a", "1": "b", "2": "c"}}, 3), ({"id2label": None}, 2)],
)
def test_labels_are_stated_or_counted(data: dict[str, Any], labels: int) -> None:
    """num_labels, else the entries of id2label, else 2."""
    assert Config(data).num_labels == labels


@pytest.mark.parametrize(
    "data", [{"num_labels": 0}, {"num_labels": "3"}, {"id2label": ["a"]}, {"id2label": {"x": "a"}}]
)
def test_labels_that_cannot_be_counted_are_refused(data: dict[str, Any]) -> None:
    """A list of names or keys that are no numbers are not what the class reads."""
    with pytest.raises(ConfigError, match=r"num_labels|id2label"):
        _ = Config(data).num_labels


def test_values_in_messages_are_short_and_plain() -> None:
    """A long text is cut, a mapping is not spilt, and a truth value is written as JSON writes it."""
    assert shown(None) == "null"
    assert shown(True) == "true"
    assert shown({"a": 1}) == "a mapping"
    assert shown("4096") == 'the text "4096"'
    assert len(shown("x" * 10_000)) == 60


def test_many_strange_keys_cost_little() -> None:
    """The search for a misspelt key looks at a thousand of them at most."""
    data: dict[str, Any] = {f"{number}_size": 1 for number in range(100_000)}
    with pytest.raises(ConfigError, match="vocab_size is missing"):
        _ = Config(data).vocab_size
