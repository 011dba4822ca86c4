"""Every supported model type equals the recorded truth, tensor by tensor."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc import architectures
from tests.manifests import record
from tests.manifests.notation import unpack

MODEL_TYPES = list(architectures.model_types())
CASES = [
    pytest.param(model_type, number, id=f"{model_type}-{number}-{case['class']}")
    for model_type in MODEL_TYPES
    for number, case in enumerate(record.load(model_type)["cases"])
]


def recorded(model_type: str, number: int) -> dict[str, Any]:
    """One recorded case, with its class named in the config."""
    case: dict[str, Any] = record.load(model_type)["cases"][number]
    case["config"] = case["config"] | {"architectures": [case["class"]]}
    return case


@pytest.mark.parametrize(("model_type", "number"), CASES)
def test_manifest_equals_the_recorded_model(model_type: str, number: int) -> None:
    """Names, shapes, totals, ties and both matrices are those of the real model."""
    case = recorded(model_type, number)
    manifest = architectures.build(case["config"])
    assert unpack(case["tensors"]) == {tensor.name: tensor.shape for tensor in manifest.saved()}
    assert case["total"] == manifest.counts.total
    assert case["stored"] == manifest.counts.stored
    assert case["ties"] == {tensor.name: tensor.tied_to for tensor in manifest.tensors() if tensor.tied_to}
    assert case["tied"] == manifest.tied


@pytest.mark.parametrize("model_type", MODEL_TYPES)
def test_absent_keys_take_the_class_defaults(model_type: str) -> None:
    """Each default that a type states is the one that its config class in transformers has."""
    truth = record.load(model_type)["class_defaults"]
    described = architectures.find(model_type)
    assert described is not None
    assert {key: truth[key] for key in described.defaults} == dict(described.defaults)
    assert record.load(model_type)["usual"] == described.usual
    assert record.load(model_type)["aliases"].items() >= described.aliases.items()
