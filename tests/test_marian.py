"""Marian: an encoder and a decoder that may have a vocabulary each, and sines that no checkpoint holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import embcalc
from embcalc import api, architectures
from embcalc.errors import ConfigError
from embcalc.explain import steps
from embcalc.views.params import facts, rows, subtitle
from tests.cli.typed import given, typed

# the vocabularies of a source language of 36 tokens and of a target language of 52, each 256 wide
TWO: dict[str, Any] = {
    "architectures": ["MarianMTModel"],
    "model_type": "marian",
    "vocab_size": 36,
    "decoder_vocab_size": 52,
    "share_encoder_decoder_embeddings": False,
    "d_model": 256,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": 128,
    "tie_word_embeddings": True,
}
ONE = {
    key: value for key, value in TWO.items() if key not in ("decoder_vocab_size", "share_encoder_decoder_embeddings")
}
SINES = 2 * 128 * 256
ATTENTION, FORWARD, NORM = 4 * (256 * 256 + 256), 256 * 64 + 64 + 64 * 256 + 256, 2 * 256
BODY = 2 * (ATTENTION + FORWARD + 2 * NORM) + 2 * (2 * ATTENTION + FORWARD + 3 * NORM)


def test_both_tables_count_and_the_head_is_tied_to_the_decoders() -> None:
    """36 · 256 and 52 · 256 of vocabulary, nothing for the head, though the table that is read first is not its."""
    found = embcalc.report(TWO)
    assert (found.total, found.vocabulary) == (1_804_544, 36 * 256 + 52 * 256)
    assert found.total == BODY + SINES + 36 * 256 + 52 * 256
    assert (found.manifest.tied, found.vocab_sizes) == (True, (36, 52))
    assert found.tying_difference == 52 * 256
    assert found.untied_total == 1_817_856


def test_the_json_names_both_tables_and_the_heads_owner() -> None:
    """Name, shape and parameters of each table; V stays the encoder's."""
    document = embcalc.report(TWO).to_dict()
    assert (document["vocab_size"], document["tied"]) == (36, True)
    assert [
        (row["name"], row["shape"], row["parameters"], row["tied_to"])
        for row in document["tables"]
        if row["role"] in ("input_embedding", "output_head")
    ] == [
        ("model.encoder.embed_tokens.weight", [36, 256], 9_216, None),
        ("model.decoder.embed_tokens.weight", [52, 256], 13_312, None),
        ("lm_head.weight", [52, 256], 0, "model.decoder.embed_tokens.weight"),
    ]


def test_the_sines_are_counted_but_neither_trained_nor_saved() -> None:
    """Two tables of 128 × 256; the checkpoint has 52 values of bias that are no parameters instead."""
    document = embcalc.report(TWO).to_dict()
    assert document["parameters"]["non_trainable"] == document["parameters"]["position_embedding"] == SINES == 65_536
    assert document["parameters"]["stored"] == 1_804_544 - SINES + 52
    assert [row["trainable"] for row in document["tables"] if row["role"] == "position_embedding"] == [False, False]
    alone = embcalc.report({**TWO, "architectures": ["MarianModel"]})
    assert alone.manifest.counts.stored == alone.total == 1_804_544


def test_people_see_both_tables() -> None:
    """A row for each, V as a sum, the owner of the head, and what is not trained."""
    found = embcalc.report(TWO)
    assert subtitle(found) == "MarianMTModel, V = 36 + 52, d = 256"
    assert [(row.cells[1], row.cells[2], row.detail) for row in rows(found)][:3] == [
        ("36 × 256", "9,216", "model.encoder.embed_tokens.weight"),
        ("52 × 256", "13,312", "model.decoder.embed_tokens.weight"),
        ("tied, 0 extra", "0", "lm_head.weight = model.decoder.embed_tokens.weight"),
    ]
    shown = {fact.label: fact for fact in facts(found)}
    assert shown["never trained"].figure == "65,536"
    assert shown["stored"].remark.startswith("without 65,536 fixed parameters")
    assert "part" not in shown["if it were untied"].remark
    assert next(step.numbers for step in steps(found) if step.figure == "input embedding") == "36 × 256 + 52 × 256"


def test_untied_a_shared_table_becomes_three() -> None:
    """The encoder's, the decoder's and the head's part from it, as the remark says."""
    found = embcalc.report(ONE)
    assert found.tying_difference == 3 * 36 * 256
    remarks = {fact.label: fact.remark for fact in facts(found)}
    assert "the encoder's and the decoder's tables part, too" in remarks["if it were untied"]
    assert len(embcalc.report(ONE, tied=False).tables) == 3


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("stated", [None, 0, 36])
@pytest.mark.parametrize("tied", [True, False])
def test_one_vocabulary_is_replaced_wherever_it_is(*, shared: bool, stated: int | None, tied: bool) -> None:
    """Where both sides have one size, another size is for both, whether the config states it once or twice."""
    config = {**TWO, "decoder_vocab_size": stated, "share_encoder_decoder_embeddings": shared}
    counts = embcalc.report(config, vocab_size=100, tied=tied).manifest.counts
    tables = (1 if tied else 4) if shared else (2 if tied else 3)
    assert counts.input_embedding + counts.output_head == tables * 100 * 256
    assert counts.total == BODY + SINES + tables * 100 * 256
    assert counts.buffer == 100


def test_two_vocabularies_are_not_replaced_by_one_size() -> None:
    """Nobody knows what 100 would mean for 36 and 52."""
    message = r"vocab_size 36 and decoder_vocab_size 52 are two vocabularies; one size does not say"
    with pytest.raises(ConfigError, match=message):
        architectures.build(TWO, vocab_size=100)
    done = given(TWO, "params", "--vocab", "100")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "are two vocabularies" in done.stderr


def test_tying_is_asked_for_with_two_vocabularies() -> None:
    """The head is the decoder's table, or 52 · 256 of its own."""
    assert json.loads(given(TWO, "params", "--untie", "--json").stdout)["parameters"]["total"] == 1_817_856
    apart = {**TWO, "tie_word_embeddings": False}
    assert json.loads(given(apart, "params", "--tie", "--json").stdout)["parameters"]["total"] == 1_804_544


def test_shapes_tell_two_vocabularies_apart() -> None:
    """V is the encoder's, V′ the decoder's, which the logits are over: one-hot, tables and what a batch looks up."""
    found = api.shapes(TWO, batch=2, seq=20, ranks=5, training=True)
    listed = [(array.name, array.symbols, array.shape) for array in found.arrays]
    assert ("encoder_one_hot", ("B", "n", "V"), (2, 20, 36)) in listed
    assert ("decoder_one_hot", ("B", "n", "V′"), (2, 20, 52)) in listed
    assert [row for row in listed if row[0] in ("embedding", "head", "logits")] == [
        ("embedding", ("V", "d"), (36, 256)),
        ("embedding", ("V′", "d"), (52, 256)),
        ("head", ("d", "V′"), (256, 52)),
        ("logits", ("B", "n", "V′"), (2, 20, 52)),
    ]
    assert found.ranks
    assert found.training
    assert [array.shape for array in found.ranks.arrays] == [(8, 256), (11, 256), (256, 11), (2, 20, 11)]
    assert found.training.touched == 36 + 40
    assert [array.shape for array in found.training.arrays if array.name == "embedding_gradient"] == [
        (36, 256),
        (52, 256),
    ]


def test_shapes_for_people_name_the_second_vocabulary() -> None:
    """What V′ is, that each side has its own table, and how both are split."""
    shown = " ".join(given(TWO, "shapes", "--tp", "4", "--training").stdout.split())
    assert "V′ 52 rows of model.decoder.embed_tokens.weight, lm_head.weight" in shown
    assert "each looks up its own table" in shown
    assert "V′ over ranks 4 × 13 rows 52 → 52" in shown
    assert "min(B · n, rows) of each side's table" in shown


def test_one_shared_table_is_looked_up_by_both_sides() -> None:
    """No V′, and 2 · B · n tokens for 36 rows."""
    found = api.shapes(ONE, batch=1, seq=10, training=True)
    assert [array.symbols for array in found.arrays if array.name == "one_hot"] == [("B", "n", "V")]
    assert found.training
    assert found.training.touched == 20


def test_compare_shows_two_vocabularies_and_advises_none() -> None:
    """Their sum stands in the column V; other sizes, padding and other widths are refused."""
    assert "36 + 52" in given(TWO, "compare").stdout
    assert json.loads(given(TWO, "compare", "--advise", "--json").stdout)["rows"][0]["advice"] is None
    for words in (["--vocab", "32k"], ["--tp", "4"], ["--hidden", "512"]):
        done = given(TWO, "compare", *words)
        assert (done.exit_code, done.stdout) == (2 if "--hidden" in words else 1, "")
        assert "two vocabularies" in done.stderr


def test_sines_take_a_weight_and_nothing_else_in_training() -> None:
    """2 bytes each for 65,536 of them, 16 for the parameters that are trained."""
    (row,) = [row for row in api.memory(TWO, training=True).training if row.regime.name == "mixed"]
    figures = row.to_dict()
    assert figures["total"] == 16 * (1_804_544 - SINES) + 2 * SINES
    assert figures["weights"] == 2 * 1_804_544
    assert figures["moments"] == 8 * (1_804_544 - SINES)


def test_a_card_may_state_either_vocabulary(tmp_path: Path) -> None:
    """Both sizes hold, each table's parameters do, and a third size is not judged: two tokenizers may share tokens."""
    config = {**TWO, "vocab_size": 58_101, "decoder_vocab_size": 64_172}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    for size, word in ((58_101, "ok"), (64_172, "ok"), (70_000, "skipped")):
        (tmp_path / "README.md").write_text(f"# A\n\nThe vocabulary size is {size:,}.\n", encoding="utf-8")
        done = typed("check", str(tmp_path), "--list")
        assert (done.exit_code, f": {word}: vocabulary" in done.stdout) == (0, True), done.output
    written = typed("card", str(tmp_path), "--write", str(tmp_path / "README.md"))
    assert written.exit_code == 0, written.output
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| Vocabulary size of the encoder    | 58,101 |" in text
    assert "| Vocabulary size of the decoder    | 64,172 |" in text
    assert typed("check", str(tmp_path)).exit_code == 0
