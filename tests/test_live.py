"""Random small configs of every model type, built by an installed transformers and by embcalc: the same tensors.

Skipped where torch or transformers are absent; they are no dependencies. EMBCALC_LIVE_SEED and EMBCALC_LIVE_ROUNDS look
further than the handful of configs that are always the same.
"""

from __future__ import annotations

import os
import random
from importlib.util import find_spec
from typing import Any

import pytest

from embcalc import architectures
from embcalc.errors import EmbcalcError
from tests.manifests import record
from tests.manifests.notation import unpack

SEED = os.environ.get("EMBCALC_LIVE_SEED", "0")
ROUNDS = int(os.environ.get("EMBCALC_LIVE_ROUNDS", "4"))
SMALLEST = 8  # of the recorded cases, the small ones: a large one takes long to list
# transformers 5 builds them tied, every published checkpoint is not: see embcalc/architectures/t5.py
ALWAYS_TIED = ("t5", "mt5")

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        not (find_spec("torch") and find_spec("transformers")), reason="torch or transformers is absent"
    ),
    pytest.mark.filterwarnings("default"),
]


def changed(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([value + 1, 2 * value, max(1, value // 2), 1, 2, 3, 8])
    if isinstance(value, str) and value.startswith(("gelu", "silu", "relu")):
        return chance.choice(["gelu", "relu", "silu", "prelu", "quick_gelu"])
    return value


def varied(model_type: str, chance: random.Random) -> tuple[dict[str, Any], str]:
    """A recorded small config with one to four keys changed, and one of the classes of its type."""
    described = architectures.find(model_type)
    assert described is not None
    cases = sorted(record.load(model_type)["cases"], key=lambda case: int(case["total"]))
    config = dict(chance.choice(cases[:SMALLEST])["config"])
    for key in chance.sample(sorted(described.defaults), chance.randint(1, min(4, len(described.defaults)))):
        # two names with two values are refused on purpose
        written = next((alias for alias, own in described.aliases.items() if own == key and alias in config), key)
        config[written] = changed(config.get(written, described.defaults[key]), chance)
    if model_type in ALWAYS_TIED:
        config.pop("tie_word_embeddings", None)
    return config, chance.choice(sorted(described.classes))


@pytest.mark.parametrize("model_type", architectures.model_types())
def test_what_transformers_builds_is_what_is_counted(model_type: str) -> None:
    """Names, shapes, totals, stored values and ties; what transformers refuses is not compared."""
    chance = random.Random(f"{SEED} {model_type}")  # noqa: S311 - the same configs each time are what is wanted
    for _ in range(ROUNDS):
        config, name = varied(model_type, chance)
        try:
            truth = record.case(config, name)
        except Exception:  # noqa: BLE001, S112 - whatever a class says of a config that it cannot be built from
            continue
        if any(0 in shape for shape in truth["tensors"].values()):  # heads without width are refused on purpose
            continue
        try:
            manifest = architectures.build(config | {"architectures": [name]})
        except EmbcalcError as error:
            pytest.fail(f"refused: {error}: {name} {config}")
        assert unpack(truth["tensors"]) == {tensor.name: tensor.shape for tensor in manifest.saved()}, config
        assert (truth["total"], truth["stored"]) == (manifest.counts.total, manifest.counts.stored), config
        assert truth["ties"] == {t.name: t.tied_to for t in manifest.tensors() if t.tied_to}, config
        assert truth["tied"] == manifest.tied, config
