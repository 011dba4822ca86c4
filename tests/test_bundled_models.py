"""The bundled configs: each has an independent total, and the manifest meets it exactly."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from embcalc import architectures
from tests.manifests import record

CONFIGS = Path(__file__).parent.parent / "configs"
TOTALS = Path(__file__).parent / "bundled_totals.tsv"
FILES = {path.stem: path for path in sorted(CONFIGS.glob("*.yaml"))}

# Keys of published files that today's config classes do not list: renamed since, moved into rope_parameters, or written
# for readers other than the class.
ANYWHERE = {
    "architectures",
    "model_type",
    "partial_rotary_factor",
    "quantization_config",
    "rope_scaling",
    "rope_theta",
    "tie_word_embeddings",
    "torch_dtype",
}
PUBLISHED = {
    "bloom": {"n_embed", "seq_length"},
    "cohere2": {"head_dim"},
    "deberta-v2": {"norm_rel_ebd", "position_buckets", "share_att_key"},
    "deepseek_v2": {"moe_layer_freq", "scoring_func"},
    "deepseek_v3": {"moe_layer_freq", "num_nextn_predict_layers", "scoring_func", "topk_method"},
    "gemma3_text": {"rope_local_base_freq"},
    "glm4_moe": {"head_dim", "num_nextn_predict_layers"},
    "gpt2": {"n_ctx"},
    "gpt_neox": {"rotary_emb_base", "rotary_pct"},
    "gpt_oss": {"initial_context_length"},
    "mamba": {"intermediate_size"},
    "modernbert": {"global_attn_every_n_layers"},
    "phi3": {"attention_bias"},
    "qwen3_moe": {"head_dim"},
    "t5": {"n_positions"},
}


def rows() -> list[dict[str, str]]:
    """The independent totals: model, total, class and where the total is from."""
    with TOTALS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def config(name: str) -> dict[str, Any]:
    """A bundled config."""
    data: dict[str, Any] = yaml.safe_load(FILES[name].read_text(encoding="utf-8"))
    return data


def hub_id(name: str) -> str:
    """The Hub id that a bundled config's first line states."""
    first = FILES[name].read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("# ")


def test_every_config_has_a_total_and_every_total_a_config() -> None:
    """The folder and the table name the same models, each once."""
    assert sorted(FILES) == [row["model"] for row in rows()]


def test_every_total_says_where_it_is_from() -> None:
    """A total is the publisher's own number or what transformers builds, and is never taken from this project."""
    assert {row["source"].split(" ")[0] for row in rows()} <= {"published", "transformers"}


def test_at_least_a_hundred_models_are_bundled() -> None:
    """The names that people type first are there."""
    assert len(FILES) >= 100


@pytest.mark.parametrize("row", rows(), ids=[row["model"] for row in rows()])
def test_manifest_total_equals_the_independent_total(row: dict[str, str]) -> None:
    """The class that the config names has as many parameters as its publisher, or transformers, counts."""
    manifest = architectures.build(config(row["model"]))
    assert row["class"].casefold() == (manifest.architecture or "").casefold()
    assert int(row["total"]) == manifest.counts.total


@pytest.mark.parametrize("name", FILES)
def test_first_line_is_the_hub_id(name: str) -> None:
    """A bundled config says which repository on the Hub it describes."""
    assert re.fullmatch(r"# [\w.-]+/[\w.-]+", FILES[name].read_text(encoding="utf-8").partition("\n")[0])


def test_hub_ids_are_unique() -> None:
    """No model is bundled twice."""
    ids = [hub_id(name) for name in FILES]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("name", FILES)
def test_name_is_written_as_people_type_it(name: str) -> None:
    """Names are lower case, without spaces or owners."""
    assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name)


@pytest.mark.parametrize("name", FILES)
def test_keys_are_those_of_a_config_json(name: str) -> None:
    """Every key is one that the config class reads or that files of this type are published with."""
    model_type = config(name)["model_type"]
    truth = record.load(model_type)
    known = {*truth["class_defaults"], *truth["aliases"], *ANYWHERE, *PUBLISHED.get(model_type, ())}
    assert set(config(name)) - known == set()
