"""What a claim is judged by, where the config tells little, tells of several models, or of other weights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from embcalc.cards.check import check
from tests.cards.test_check import CONFIG, TOTAL

UNKNOWN = {"model_type": "never-seen", "architectures": ["NeverSeenModel"]}
# in float32
WEIGHTS = 4 * TOTAL


@pytest.mark.parametrize(
    ("changes", "stated", "verdict", "message"),
    [
        ({"num_key_value_heads": 2}, "Attention heads: 2", "warning", "2 is the number of key-value heads"),
        ({}, f"Weights: {WEIGHTS * 1.02 / 1e6:.3f} MB in float32", "remark", "the weights alone take"),
        ({}, f"Weights: {WEIGHTS * 1.2 / 1e6:.3f} MB in float32", "fail", "but the weights take"),
        ({}, f"Weights: {WEIGHTS / 2**20:.3f} MB in float32", "remark", "GiB and GB are not the same"),
        ({"quantization_config": {"quant_method": "awq"}}, "Weights: 1 MB in float32", "skipped", "quantised"),
        ({"quantization_config": {"quant_method": "awq"}}, "Tensor type: float16", "skipped", "quantised"),
        ({"vision_config": {"hidden_size": 8}}, "Vocabulary size: 999,999", "skipped", "several models in one"),
        (UNKNOWN, "Weights: 1 MB in float32", "skipped", "not"),
        (UNKNOWN, "Embedding share: 20 %", "skipped", "not"),
        (UNKNOWN, "Parameters: 12M", "skipped", "not"),
        (UNKNOWN, "Layers: 3", "fail", "the config gives 2"),
        ({}, f"Non-embedding parameters: {TOTAL}", "warning", "is total"),
        ({}, "Embedding share: 99 %", "fail", "states a share"),
    ],
)
def test_a_claim_is_judged_by_what_the_config_tells(
    tmp_path: Path, changes: dict[str, object], stated: str, verdict: str, message: str
) -> None:
    """What it does not tell is passed over with the reason, what it contradicts fails."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG | changes))
    (tmp_path / "README.md").write_text(f"# m\n\n- {stated}\n")
    (found,) = check(tmp_path).findings
    assert (found.verdict.value, message in found.message) == (verdict, True), found.message


@pytest.mark.parametrize(
    ("entry", "verdict"),
    [("embedding_share: 0.31", "fail"), ("vocab_size: 1Ki", "fail"), ("vocab_size: 1000", "ok")],
)
def test_a_key_may_state_a_share_of_one_and_a_binary_unit(tmp_path: Path, entry: str, verdict: str) -> None:
    """0.31 is 31 %, and 1Ki is 1,024."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "README.md").write_text(f"---\nembcalc:\n  {entry}\n---\n# m\n")
    (found,) = check(tmp_path).findings
    assert found.verdict.value == verdict
