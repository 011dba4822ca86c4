"""Recorded configs with something changed at random: either they are counted, or they are refused in one line."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import embcalc
from embcalc import architectures
from embcalc.errors import EmbcalcError
from embcalc.render import csv, json, markdown
from embcalc.tensors import Role
from embcalc.views import params, tensors
from tests.manifests import record

ODD: list[Any] = [
    *(None, -1, 0, 1, 3, 7, 1.5, 2.0, True, False, 10_000, 100_000, 1 << 31, (1 << 31) + 1, 10**12, 10**400),
    *(math.nan, math.inf, "4096", "", "\x1b[31m", "x" * 1_000, "gelu", [], {}, [1], [None], ["a"], [[1]], {"a": 1}),
    *([0], [-1], [True], ["full_attention"], [[["global"], 2]], {"0": {"a": None}}),
]
ROUNDS = 40


def changed(config: dict[str, Any], keys: list[str], chance: random.Random) -> dict[str, Any]:
    """A config in which one to three keys are absent or hold something odd."""
    for key in chance.sample(keys, chance.choice([1, 1, 2, 3])):
        if chance.random() < 0.15:
            config.pop(key, None)
        else:
            config[key] = chance.choice(ODD)
    return config


@pytest.mark.parametrize("model_type", architectures.model_types())
def test_a_changed_config_is_counted_or_refused(model_type: str) -> None:
    """No other exception, no negative or fractional size, and nothing that acts on a terminal in any format."""
    chance = random.Random(model_type)  # noqa: S311 - the same changes each time are what is wanted
    described = architectures.find(model_type)
    assert described is not None
    cases = record.load(model_type)["cases"]
    lengths = []
    for _ in range(ROUNDS):
        case = chance.choice(cases)
        config = case["config"] | {"architectures": [case["class"]]}
        keys = sorted({*described.defaults, *config, *described.aliases, "num_labels", "id2label", "dtype"})
        try:
            found = embcalc.report(changed(config, keys, chance))
        except EmbcalcError as error:
            lengths.append(len(str(error)))
        else:
            check(found)
    assert all(0 < length < 400 for length in lengths)


def check(found: Any) -> None:
    """Sizes are sizes, sums are sums, and every format can be written."""
    manifest = found.manifest
    assert all(type(size) is int and size >= 0 for row in manifest.folded for size in row.shape)
    assert manifest.counts.total == sum(row.parameters for row in manifest.folded if row.role is not Role.BUFFER)
    assert not manifest.complete or 0 < manifest.counts.active <= manifest.counts.total
    shown = [
        markdown.render([params.sheet(found, explain=True), tensors.sheet("m", manifest, manifest.folded)]),
        csv.render([found.to_dict()]),
        json.render(found.to_dict()),
    ]
    assert all(text.replace("\n", "").isprintable() for text in shown)
