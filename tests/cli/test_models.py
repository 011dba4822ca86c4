"""`embcalc models`, as it is typed."""

from __future__ import annotations

import csv
import io

from embcalc import architectures
from tests.cli.typed import document, typed


def test_every_bundled_model_and_model_type_is_listed() -> None:
    """At least a hundred models and forty-eight types."""
    found = document("models")
    assert len(found["models"]) >= 100
    assert [entry["model_type"] for entry in found["model_types"]] == list(architectures.model_types())


def test_a_filter_looks_at_names_hub_ids_and_types() -> None:
    """Case does not matter."""
    assert [model["model"] for model in document("models", "DeepSeek-AI/DeepSeek-V3")["models"]] == ["deepseek-v3"]
    assert {model["model_type"] for model in document("models", "GEMMA2")["models"]} == {"gemma2"}


def test_a_row_holds_the_published_figures() -> None:
    """V, d, total, share and tying."""
    row = next(model for model in document("models", "gpt2")["models"] if model["model"] == "gpt2")
    assert row == {
        "model": "gpt2",
        "hub_id": "openai-community/gpt2",
        "model_type": "gpt2",
        "vocab_size": 50_257,
        "embedding_size": 768,
        "total": 124_439_808,
        "embedding_share": 38_597_376 / 124_439_808,
        "tied": True,
    }


def test_the_table_and_csv() -> None:
    """Aligned for people, one line a model for machines; one type is no plural."""
    shown = typed("models", "gpt2-xl").stdout
    assert "gpt2-xl  gpt2        50,257  1,600  1,557,611,200  5.16 %  yes" in shown
    assert "\n1 model type: gpt2\n" in typed("models", "gpt2").stdout
    rows = list(csv.DictReader(io.StringIO(typed("models", "gpt2", "--format", "csv").stdout)))
    assert [row["model"] for row in rows] == ["distilgpt2", "gpt2", "gpt2-large", "gpt2-medium", "gpt2-xl"]


def test_a_narrow_terminal_says_what_it_leaves_out() -> None:
    """Columns go, numbers stay whole."""
    shown = typed("models", "qwen3", columns=60).stdout
    assert "left out for want of width:" in shown
    assert "235,093,634,560" in shown


def test_nothing_found_is_an_error_with_close_names() -> None:
    """Exit code 1 and the names that were likely meant."""
    done = typed("models", "lama-3.2-1b-instruct")
    assert done.exit_code == 1
    assert "Did you mean llama-3.2-1b" in done.stderr
