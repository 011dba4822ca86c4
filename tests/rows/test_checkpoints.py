"""A config's tables against a checkpoint's: shapes, rows of embedding and head, and which file is out of date."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc.api import report
from embcalc.checkpoints import Checkpoint, Stored
from embcalc.rows import Comparison
from embcalc.rows.checkpoints import with_checkpoint
from embcalc.rows.matching import wanted
from embcalc.sources.tokenizer import Tokenizer
from embcalc.verdicts import Verdict
from tests.rows.test_tokens import model

TABLE, HEAD = "model.embed_tokens.weight", "lm_head.weight"


def held(dtype: str = "BF16", /, **shapes: tuple[int, ...]) -> Checkpoint:
    """A checkpoint with a table and a head of these shapes; other tensors by their names, `.` written `__`."""
    names = {"table": TABLE, "head": HEAD}
    tensors = {names.get(name, name.replace("__", ".")): Stored(dtype, shape) for name, shape in shapes.items()}
    return Checkpoint("model.safetensors", tensors)


def failures(found: list[Comparison]) -> list[Comparison]:
    """Those that fail."""
    return [comparison for comparison in found if comparison.verdict is Verdict.FAIL]


def test_tables_of_the_configs_shape_are_fine() -> None:
    """Both are compared."""
    found = with_checkpoint(model(1000), held(table=(1000, 64), head=(1000, 64)))
    assert [comparison.verdict for comparison in found] == [Verdict.OK, Verdict.OK]


@pytest.mark.parametrize(
    ("rows", "name", "shape", "difference", "parameters"),
    [
        (32128, "shared__weight", (32101, 768), 27, 20_736),  # 27 · 768
        (50258, "head", (50400, 4096), 142, 581_632),  # 142 · 4,096
        (32000, "head", (32001, 4096), 1, 4096),
        (128264, "base_model__model__lm_head__weight", (128259, 4096), 5, 20_480),  # 5 · 4,096
        (262145, "table", (262144, 1152), 1, 1152),
    ],
)
def test_other_rows_fail(rows: int, name: str, shape: tuple[int, int], difference: int, parameters: int) -> None:
    """With both shapes, and the rows and parameters between them; whatever wraps or names the table."""
    stored, width = shape
    (found,) = with_checkpoint(model(rows, width), held(**{name: shape}))
    assert found.verdict is Verdict.FAIL
    assert f"{stored:,} × {width:,}" in found.message
    assert f"{rows:,} × {width:,}" in found.message
    assert found.facts["config_shape"] == [rows, width]
    assert found.facts["checkpoint_shape"] == [stored, width]
    assert (found.facts["row_difference"], found.facts["parameter_difference"]) == (difference, parameters)
    assert found.facts["parameter_difference_of_all_tables"] == 2 * parameters


def test_padding_and_the_tokenizer_tell_which_is_out_of_date() -> None:
    """128,264 is 128,259 padded to a multiple of 8; a tokenizer agrees with one of the files, or with neither."""
    (padded,) = with_checkpoint(model(128264), held(table=(128259, 64)), Tokenizer(128259))
    assert "128,264 is 128,259 padded to a multiple of 8" in padded.message
    assert padded.facts["padded_to_multiples_of"] == [8]
    (config,) = with_checkpoint(model(262145), held(table=(262144, 64)), Tokenizer(262144))
    assert "vocab_size in the config is out of date" in config.message
    (checkpoint,) = with_checkpoint(model(32001), held(table=(32000, 64)), Tokenizer(32001))
    assert "the checkpoint is out of date" in checkpoint.message
    (neither,) = with_checkpoint(model(50258), held(table=(50400, 64)), Tokenizer(50257))
    assert "out of date" not in neither.message


def test_a_head_that_was_not_resized_fails_twice() -> None:
    """It is neither what the config says nor what the embedding is: 32,128 − 32,102 = 26 rows."""
    found = failures(with_checkpoint(model(32102), held(table=(32102, 64), head=(32128, 64))))
    assert len(found) == 2
    assert found[1].message.startswith("input and head rows differ")
    assert found[1].facts == {"input_shape": [32102, 64], "head_shape": [32128, 64], "row_difference": 26}


@pytest.mark.parametrize(
    ("model_type", "architecture", "name", "shape"),
    [
        ("bart", "BartForConditionalGeneration", "final_logits_bias", (1, 303)),
        ("bart", "BartForConditionalGeneration", "module.final_logits_bias", (1, 303)),
        ("bert", "BertForMaskedLM", "cls.predictions.bias", (303,)),
        ("roberta", "RobertaForMaskedLM", "lm_head.bias", (303,)),
        ("gptj", "GPTJForCausalLM", "lm_head.bias", (303,)),
    ],
)
def test_what_is_added_to_the_logits_has_as_many_entries(
    model_type: str, architecture: str, name: str, shape: tuple[int, ...]
) -> None:
    """One left behind by a resize: transformers 5.24 refuses to load each of them."""
    config = {"model_type": model_type, "architectures": [architecture], "vocab_size": 300}
    made = report(config)
    width = made.table.shape[1] if made.table else 0
    tables = {tensor.name: Stored("F32", (300, width)) for tensor in made.manifest.notable if len(tensor.shape) == 2}
    fits = Checkpoint("", {**tables, name: Stored("F32", (*shape[:-1], 300))})
    assert [found.message for found in failures(with_checkpoint(made, fits)) if name in found.message] == []
    other = Checkpoint("", {**tables, name: Stored("F32", shape)})
    assert [found.facts["tensor"] for found in failures(with_checkpoint(made, other)) if name in found.message] == [
        name
    ]


def test_tables_of_two_vocabularies_are_told_apart() -> None:
    """An encoder's and a decoder's have the same last names, and other rows."""
    config = {
        "model_type": "marian",
        "architectures": ["MarianMTModel"],
        "vocab_size": 300,
        "decoder_vocab_size": 200,
        "share_encoder_decoder_embeddings": False,
        "tie_word_embeddings": False,
        "d_model": 16,
    }
    names = {"model.encoder.embed_tokens.weight": 300, "model.decoder.embed_tokens.weight": 200, "lm_head.weight": 200}
    tensors = {name: Stored("F32", (rows, 16)) for name, rows in names.items()}
    found = with_checkpoint(report(config), Checkpoint("", tensors))
    assert [comparison.verdict for comparison in found] == [Verdict.OK] * 3
    swapped = {**tensors, "model.encoder.embed_tokens.weight": Stored("F32", (200, 16))}
    assert len(failures(with_checkpoint(report(config), Checkpoint("", swapped)))) == 1


def test_a_head_of_its_own_must_be_there() -> None:
    """Unless it is packed, tied, or the file is a part: a shard, a list, a model saved without its head, an adapter."""

    def outcome(*names: str, whole: bool = True, **changes: Any) -> list[str]:
        tensors = {name: Stored("BF16", (1000, 64)) for name in names}
        found = with_checkpoint(model(1000, **changes), Checkpoint("", tensors, whole=whole))
        return [comparison.facts["missing"] for comparison in failures(found)]

    assert outcome(TABLE) == [HEAD]
    assert outcome(TABLE, HEAD) == []
    assert outcome(TABLE, "lm_head.qweight") == []
    assert outcome(TABLE, "output_projection.weight") == []
    assert outcome(TABLE, tie_word_embeddings=True) == []
    assert outcome(TABLE, architectures=["LlamaModel"]) == []
    assert outcome(TABLE, whole=False) == []
    assert outcome("embed_tokens.weight") == []
    assert outcome("base_model.model.model.embed_tokens.weight") == []


def test_a_missing_head_is_a_warning_where_names_do_not_tell() -> None:
    """T5 names its table alike with and without a head, and an encoder alone needs none."""
    config = {"model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "tie_word_embeddings": False}
    tensors = {"shared.weight": Stored("F32", (32128, 512))}
    found = with_checkpoint(report(config), Checkpoint("", tensors, whole=True))
    assert [comparison.verdict for comparison in found] == [Verdict.OK, Verdict.WARNING]


def test_another_width_is_another_model() -> None:
    """Then no difference of rows is told."""
    (found,) = with_checkpoint(model(1000), held(table=(1000, 32)))
    assert (found.verdict, "row_difference" in found.facts) == (Verdict.FAIL, False)


def test_a_tied_head_in_the_checkpoint_is_compared_too() -> None:
    """Older files hold the shared matrix twice; an absent one is no fault."""
    tied = model(1000, tie_word_embeddings=True)
    assert len(with_checkpoint(tied, held(table=(1000, 64)))) == 1
    assert failures(with_checkpoint(tied, held(table=(1000, 64), head=(1001, 64))))


def test_packed_tables_are_passed_over() -> None:
    """Of 4-bit values in 32-bit words, the columns are not those of the config."""
    (found,) = with_checkpoint(model(1000), held("U32", table=(1000, 8)))
    assert found.verdict is Verdict.SKIPPED


def test_words_of_32_bits_pack_columns_alone() -> None:
    """As MLX stores tables: another number of rows is another vocabulary."""
    (found,) = with_checkpoint(model(1000), held("U32", table=(1001, 8)))
    assert found.verdict is Verdict.FAIL


def test_a_head_in_another_form_is_passed_over_and_named() -> None:
    """A packed weight goes by another name."""
    found = with_checkpoint(model(1000), held(table=(1000, 64), lm_head__qweight=(8, 1000)))
    assert [comparison.verdict for comparison in found] == [Verdict.OK, Verdict.SKIPPED]
    assert "lm_head.qweight" in found[1].message


def test_a_table_of_another_part_is_not_the_models() -> None:
    """Of names with the same last parts those count that share most with the class's own."""
    found = with_checkpoint(model(1000), held(table=(1000, 64), text_encoder__embed_tokens__weight=(77, 8)))
    assert [comparison.facts["tensor"] for comparison in found] == [TABLE]


@pytest.mark.parametrize(
    ("name", "shape", "verdict"),
    [
        ("base_model.model.model.embed_tokens.lora_embedding_A", (8, 1000), Verdict.OK),
        ("base_model.model.model.embed_tokens.lora_embedding_A", (8, 1001), Verdict.FAIL),
        ("base_model.model.lm_head.lora_B.weight", (1000, 8), Verdict.OK),
        ("base_model.model.lm_head.lora_B.default.weight", (999, 8), Verdict.FAIL),
    ],
)
def test_an_adapters_factor_of_a_table_has_its_rows(name: str, shape: tuple[int, int], verdict: Verdict) -> None:
    """PEFT cannot put it on a table with others; the other factor has the width."""
    assert wanted(model(1000))(name)
    found = with_checkpoint(model(1000), Checkpoint("", {name: Stored("F32", shape)}))
    assert found[0].verdict is verdict


def test_a_factor_that_is_no_matrix_is_passed_over() -> None:
    """Nothing is made of half a shape."""
    tensors = {"embed_tokens.lora_embedding_A": Stored("F32", (1000,))}
    assert [found.verdict for found in with_checkpoint(model(1000), Checkpoint("", tensors))] == [Verdict.SKIPPED]


def test_a_checkpoint_without_tables_is_passed_over() -> None:
    """An adapter of attention layers alone."""
    (found,) = with_checkpoint(model(1000), held(model__layers__0__lora_A__weight=(8, 64)))
    assert found.verdict is Verdict.SKIPPED


def test_only_tables_are_asked_of_the_checkpoint() -> None:
    """By the last module's name, whatever wraps it."""
    asked = wanted(model(1000))
    assert asked(TABLE)
    assert asked(HEAD)
    assert asked("base_model.model.model.embed_tokens.modules_to_save.default.weight")
    assert asked("transformer.wte.weight")
    assert not asked("model.layers.0.mlp.up_proj.weight")
    assert not asked("model.norm.weight")
    assert not asked("default")
    assert not asked("")


def test_copies_in_encoder_and_decoder_are_compared_once() -> None:
    """T5's checkpoints hold one matrix under three names."""
    config = {"model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "vocab_size": 96, "d_model": 8}
    names = ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight")
    checkpoint = Checkpoint("", {name: Stored("F32", (96, 8)) for name in names})
    found = with_checkpoint(report({**config, "num_layers": 1, "d_ff": 8, "d_kv": 4, "num_heads": 2}), checkpoint)
    compared = [(comparison.facts["tensor"], comparison.verdict) for comparison in found]
    assert compared == [("shared.weight", Verdict.OK), ("lm_head.weight", Verdict.OK)]


def test_comparisons_stand_in_the_order_of_the_class() -> None:
    """Whatever order the file has."""
    found = with_checkpoint(model(1000), Checkpoint("", {name: Stored("F32", (1000, 64)) for name in (HEAD, TABLE)}))
    assert [comparison.facts["tensor"] for comparison in found] == [TABLE, HEAD]
