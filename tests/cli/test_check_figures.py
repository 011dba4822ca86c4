"""`embcalc check --json` on cards that state the figures of models of well-known sizes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import typed

XLM_R = {"model_type": "xlm-roberta", "architectures": ["XLMRobertaModel"], "vocab_size": 250_048, "hidden_size": 768}
QWEN = {"model_type": "qwen2", "vocab_size": 151_936, "hidden_size": 4_096, "num_hidden_layers": 2}
GPT2 = {"model_type": "gpt2"}
GEMMA = {
    "model_type": "gemma",
    "vocab_size": 256_000,
    "hidden_size": 3_072,
    "intermediate_size": 24_576,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 16,
    "head_dim": 256,
}
DEBERTA = {
    "model_type": "deberta-v2",
    "architectures": ["DebertaV2Model"],
    "vocab_size": 128_100,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3_072,
    "relative_attention": True,
    "position_buckets": 256,
    "norm_rel_ebd": "layer_norm",
    "share_att_key": True,
    "pos_att_type": ["p2c", "c2p"],
    "position_biased_input": False,
    "type_vocab_size": 0,
}


def checked(place: Path, config: dict[str, Any], sentence: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of a check, and the claims that it found."""
    (place / "config.json").write_text(json.dumps(config))
    (place / "README.md").write_text(f"# A model\n\n{sentence}\n")
    done = typed("check", str(place), "--json")
    (card,) = json.loads(done.stdout)
    return done.exit_code, card["claims"]


@pytest.mark.parametrize(
    ("config", "sentence", "claims"),
    [
        pytest.param(
            XLM_R,
            "The embedding dimension is 1024, the vocabulary size is 250048.",
            [("embedding_dimension", "fail", 768), ("vocab_size", "ok", 250_048)],
            id="the width of another size of model",
        ),
        pytest.param(
            QWEN,
            "Its tokenizer has a vocabulary of 151,851 tokens.",
            # the table is padded: 151,936 − 151,851 rows are spare
            [("vocab_size", "remark", 151_936)],
            id="the tokens of a table that is longer",
        ),
        pytest.param(
            GPT2,
            "This is the smallest of four, with 117M parameters.",
            # no reading gives 117M: 85.06M, 85.84M, 123.65M, 124.44M, 163.04M
            [("parameters", "fail", 124_439_808)],
            id="a number that was never true",
        ),
        pytest.param(
            GEMMA,
            "This decoder has 7B parameters.",
            # 256,000 · 3,072 in the tied table, 7,751,248,896 in the rest
            [("parameters", "fail", 256_000 * 3_072 + 7_751_248_896)],
            id="a rounded name",
        ),
        pytest.param(
            DEBERTA,
            "Its backbone has 86M parameters; a vocabulary of 128K tokens adds 98M parameters in the embedding layer.",
            # 183,831,552 in all, 128,100 · 768 of them in the table
            [
                ("parameters", "ok", 183_831_552 - 98_380_800),
                ("vocab_size", "ok", 128_100),
                ("parameters", "ok", 98_380_800),
            ],
            id="each part by its name",
        ),
    ],
)
def test_figures_are_judged_by_what_they_are_said_of(
    tmp_path: Path, config: dict[str, Any], sentence: str, claims: list[tuple[str, str, int]]
) -> None:
    """The verdict and the true value of each; a card fails where one is false."""
    code, found = checked(tmp_path, config, sentence)
    assert [(claim["kind"], claim["verdict"], claim["actual"]) for claim in found] == claims
    assert code == any(verdict == "fail" for _, verdict, _ in claims)


def test_a_false_total_is_told_with_the_true_one(tmp_path: Path) -> None:
    """How far off it is, and what is left without the vocabulary: 22 % and 7.75B for a model of 8.54B."""
    assert round(100 * (8_537_680_896 / 7e9 - 1), 1) == 22.0
    assert round(100 * (124_439_808 / 117e6 - 1), 1) == 6.4
    (gemma,) = checked(tmp_path, GEMMA, "This decoder has 7B parameters.")[1]
    assert "8,537,680,896 (8.54B), 22.0 % more" in gemma["message"]
    assert "7,751,248,896 (7.75B)" in gemma["message"]
    (gpt2,) = checked(tmp_path, GPT2, "It has 117M parameters.")[1]
    assert "124,439,808 (124.4M), 6.4 % more" in gpt2["message"]


def test_spare_rows_are_told(tmp_path: Path) -> None:
    """85 rows more than tokens."""
    assert 151_936 - 151_851 == 85
    (claim,) = checked(tmp_path, QWEN, "The vocabulary has 151,851 tokens.")[1]
    assert claim["message"] == "a tokenizer's size: the table has 151,936 rows, 85 of them spare"
