"""Reports: the arithmetic on a manifest, and the JSON that machines read."""

from __future__ import annotations

from typing import Any

import pytest

import embcalc
from embcalc.dtypes import dtype
from embcalc.errors import EmbcalcError
from embcalc.manifests import Manifest
from embcalc.reports import Report, report
from embcalc.tensors import Param, Role

V, D, BODY = 1_000, 16, 5_000
# what DESIGN promises, and what was added to it; none is ever renamed or taken away
KEYS = {
    "": [
        "model",
        "source",
        "model_type",
        "architecture",
        "vocab_size",
        "hidden_size",
        "embedding_size",
        "tied",
        "tied_from",
        "parameters",
        "tables",
        "embedding_share",
        "tying",
        "memory",
        "defaults_used",
        "not_counted",
        "warnings",
    ],
    "source": ["kind", "location", "revision"],
    "parameters": [
        "total",
        "stated_total",
        "input_embedding",
        "output_head",
        "output_head_bias",
        "vocabulary",
        "position_embedding",
        "other_embedding",
        "body",
        "non_embedding",
        "non_embedding_strict",
        "without_input_embedding",
        "without_embedding_tables",
        "body_matrices",
        "active",
        "stored",
        "non_trainable",
    ],
    "tying": ["tied_total", "untied_total", "difference"],
    "memory": [
        "dtype",
        "stated_dtype",
        "total",
        "vocabulary",
        "input_embedding",
        "output_head",
        "body",
        "tying_difference",
    ],
}


def model(*, tied: bool, complete: bool = True) -> Manifest:
    """A token table, a head with a bias, a position table, a body and a buffer."""
    owner = "embed.weight" if tied else None
    tree: dict[str, Any] = {
        "embed": {"weight": Param((V, D), Role.INPUT_EMBEDDING)},
        "positions": {"weight": Param((64, D), Role.POSITION_EMBEDDING)},
        "body": Param((BODY,)),
        "mask": Param((9,), Role.BUFFER),
        "head": {"weight": Param((V, D), Role.OUTPUT_HEAD, owner), "bias": Param((V,), Role.OUTPUT_HEAD_BIAS)},
    }
    return Manifest(tree, tied=tied, complete=complete, hidden_size=D)


def made(*, tied: bool) -> Report:
    """Its report, with the other tying beside it."""
    return report(model(tied=tied), counterpart=model(tied=not tied))


@pytest.mark.parametrize("ref", ["llama-3-8b", "gpt2", "deepseek-v3", "bert-base-uncased"])
def test_json_keys_stay(ref: str) -> None:
    """The keys of the JSON, in their order: programs depend on them."""
    document = embcalc.report(ref).to_dict()
    assert {"": list(document), **{key: list(document[key]) for key in KEYS if key}} == KEYS


def test_json_keys_are_the_same_where_little_is_known() -> None:
    """An unknown figure is null, and never left out."""
    document = embcalc.report({"vocab_size": 32_000, "hidden_size": 4_096}).to_dict()
    assert {"": list(document), **{key: list(document[key]) for key in KEYS if key}} == KEYS
    assert document["parameters"]["total"] is None
    assert document["parameters"]["input_embedding"] == 32_000 * 4_096
    assert document["tied"] is None
    assert [(row["name"], row["shape"]) for row in document["tables"]] == [(None, [32_000, 4_096])]


def test_untied_figures() -> None:
    """V·d twice and V of bias; non-embedding is the rest, strictly without positions."""
    found = made(tied=False)
    assert found.total == 2 * V * D + V + 64 * D + BODY
    assert found.vocabulary == 2 * V * D + V
    assert found.non_embedding == 64 * D + BODY
    assert found.non_embedding_strict == BODY
    assert found.share == (2 * V * D + V) / (2 * V * D + V + 64 * D + BODY)
    assert found.manifest.counts.stored == found.total + 9


def test_tied_figures() -> None:
    """V·d once; the head's bias stays."""
    found = made(tied=True)
    assert found.vocabulary == V * D + V
    assert found.non_embedding == made(tied=False).non_embedding


def test_an_own_head_stays_in_where_only_tables_are_left_out() -> None:
    """Without the token table, then without positions, too: the head's V·d and its bias are still there."""
    own = made(tied=False)
    assert own.without_input_embedding == V * D + V + 64 * D + BODY
    assert own.without_embedding_tables == V * D + V + BODY
    assert made(tied=True).without_embedding_tables == V + BODY


@pytest.mark.parametrize(
    ("config", "without_tables"),
    [
        # num_parameters(exclude_embeddings=True) in transformers 5.24
        ({"model_type": "gpt2"}, 85_056_000),
        ({"model_type": "bert"}, 85_678_650),
        ({"model_type": "deberta-v2"}, 682_451_556),
        ({"model_type": "gpt_neox"}, 20_244_713_472),
        ({"model_type": "bart"}, 352_718_848),
        ({"model_type": "t5", "vocab_size": 32_128, "d_model": 512, "num_layers": 6, "num_heads": 8}, 44_056_576),
    ],
    ids=lambda value: value["model_type"] if isinstance(value, dict) else "",
)
def test_without_tables_is_the_count_of_transformers(config: dict[str, Any], without_tables: int) -> None:
    """Token, position and type tables are left out, a head of its own is not."""
    assert embcalc.report(config).without_embedding_tables == without_tables


def test_every_reading_of_non_embedding() -> None:
    """GPT-2 and T5-small without tables, Llama-2-7B without its head or with it, and the weight matrices alone."""
    gpt2 = embcalc.report("gpt2")
    assert gpt2.non_embedding == gpt2.without_input_embedding == 124_439_808 - 50_257 * 768 == 85_842_432
    assert gpt2.non_embedding_strict == 85_842_432 - 1_024 * 768 == 85_056_000
    # Kaplan et al. 2020: N = 12 · layers · d²; 121,344 biases and norms are left out
    assert gpt2.body_matrices == 12 * 12 * 768**2 == 84_934_656
    llama = embcalc.report("llama-2-7b")
    assert llama.without_input_embedding == 6_738_415_616 - 32_000 * 4_096 == 6_607_343_616
    assert llama.non_embedding == 6_738_415_616 - 2 * 32_000 * 4_096 == 6_476_271_616
    t5 = embcalc.report("t5-small")
    assert t5.without_input_embedding == 60_506_624 - 32_128 * 512 == 44_057_088
    # two tables of relative positions, 32 × 8
    assert t5.without_embedding_tables == 44_057_088 - 2 * 32 * 8 == 44_056_576


@pytest.mark.parametrize(
    ("name", "matrices"),
    [
        # q and o, k and v, three of the feed-forward, 32 layers
        ("llama-3-8b", 32 * (2 * 4_096 * 4_096 + 2 * 4_096 * 1_024 + 3 * 4_096 * 14_336)),
        # as above, and 8 experts of three matrices, and a router
        ("mixtral-8x7b", 32 * (2 * 4_096 * 4_096 + 2 * 4_096 * 1_024 + 8 * 3 * 4_096 * 14_336 + 8 * 4_096)),
        # attention, a router, 32 experts whose biases are (experts, width) and no matrices
        ("gpt-oss-20b", 24 * (2 * 2_880 * 4_096 + 2 * 2_880 * 512 + 32 * 2_880 + 32 * 3 * 2_880 * 2_880)),
    ],
)
def test_matrices_are_those_of_linear_layers_routers_and_experts(name: str, matrices: int) -> None:
    """Neither what has two axes without being one, nor the tables and the head."""
    assert embcalc.report(name).body_matrices == matrices


@pytest.mark.parametrize("tied", [True, False])
def test_the_other_tying_costs_one_matrix(tied: bool) -> None:  # noqa: FBT001
    """Both totals are given, whichever the model has."""
    found = made(tied=tied)
    assert found.tying_difference == V * D
    assert found.other_total == (found.untied_total if tied else found.tied_total)
    assert found.tied_total == V * D + V + 64 * D + BODY


def test_without_a_counterpart_the_other_tying_is_not_known() -> None:
    """Nothing is derived from one of two."""
    found = report(model(tied=True))
    assert (found.tied_total, found.untied_total, found.tying_difference) == (None, None, None)


def test_memory_is_counted_in_the_data_type() -> None:
    """16 bits unless another is asked for; 4 bits are half a byte."""
    assert made(tied=False).bytes(1_000) == 2_000
    assert report(model(tied=False), dtype=dtype("float32")).bytes(1_000) == 4_000
    assert report(model(tied=False), dtype=dtype("int4")).bytes(1_001) == 501
    assert made(tied=False).bytes(None) is None


def test_a_stated_total_serves_where_the_exact_one_is_not_known() -> None:
    """The share is then of that total; what was not counted stays unknown."""
    tables = Manifest({"embed": {"weight": Param((V, D), Role.INPUT_EMBEDDING)}}, complete=False)
    found = report(tables, stated_total=64_000)
    assert (found.total, found.share) == (64_000, 0.25)
    assert (found.vocabulary, found.non_embedding, found.active) == (None, None, None)
    assert found.to_dict()["parameters"]["total"] is None


def test_a_stated_total_less_than_the_table_is_refused() -> None:
    """A share above one would be nonsense."""
    tables = Manifest({"embed": {"weight": Param((V, D), Role.INPUT_EMBEDDING)}}, complete=False)
    with pytest.raises(EmbcalcError, match=r"stated total of 15,999 is less than the vocabulary's 16,000"):
        report(tables, stated_total=V * D - 1)
    assert report(tables, stated_total=V * D).share == 1.0


def test_an_exact_total_is_never_replaced() -> None:
    """A warning says that the stated one is not used, unless they are equal."""
    exact = made(tied=True).total
    other = report(model(tied=True), stated_total=7)
    assert (other.total, other.stated_total) == (exact, None)
    assert other.warnings == [f"the stated total of 7 is not used: the exact one is {exact:,}"]
    assert report(model(tied=True), stated_total=exact).warnings == []
