"""Llama 3.2 Vision: a token table with eight rows more than the head, in a config of two parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from embcalc import api, architectures
from embcalc.api import report
from embcalc.architectures.positions import positions
from embcalc.cards.check import check
from embcalc.cards.judging.verdict import Verdict
from embcalc.errors import ConfigError, EmbcalcError, UsageError
from embcalc.memory import Weights
from embcalc.sources import Source
from embcalc.views import compare as compare_view
from embcalc.views import params
from embcalc.views.sheet import Facts, Grid
from embcalc.whatif import Question, compare, compare_widths

TEXT = {
    "model_type": "mllama_text_model",
    "vocab_size": 128_256,
    "hidden_size": 4_096,
    "num_hidden_layers": 2,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14_336,
    "cross_attention_layers": [1],
    "tie_word_embeddings": False,
}
VISION = {
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_global_layers": 1,
    "attention_heads": 2,
    "intermediate_size": 64,
    "vision_output_dim": 64,
    "image_size": 28,
    "patch_size": 14,
}
SMALL: dict[str, Any] = {"model_type": "mllama", "text_config": TEXT, "vision_config": VISION}
TABLE, HEAD = 525_369_344, 525_336_576  # 128,264 · 4,096 and 128,256 · 4,096
TOTAL = 1_487_244_551
WHY_NOT = "the table has 128,264 rows, the head 128,256"
# linear layers of one text layer: q, o, k, v, and three of the feed-forward
LAYER = 2 * 4_096 * 4_096 + 2 * 1_024 * 4_096 + 3 * 14_336 * 4_096
# and of one vision layer
SEEING = 4 * 32 * 32 + 2 * 64 * 32
PROJECTOR = 64 * 4_096


def test_the_table_has_eight_rows_more_than_the_head() -> None:
    """vocab_size is the head's rows; the table has 8 more, for tokens that are never written."""
    found = report(SMALL)
    assert found.table is not None
    assert found.head is not None
    assert (found.table.shape, found.head.shape) == ((128_264, 4_096), (128_256, 4_096))
    counts = found.manifest.counts
    assert (counts.input_embedding, counts.output_head, counts.total) == (TABLE, HEAD, TOTAL)
    assert (found.vocab_size, found.logits, found.manifest.config_vocab_size) == (128_264, 128_256, 128_256)


@pytest.mark.parametrize("top", [{}, {"tie_word_embeddings": True}, {"tie_word_embeddings": False}])
@pytest.mark.parametrize("inner", [None, True, False])
def test_no_flag_ties_it(top: dict[str, bool], inner: bool | None) -> None:  # noqa: FBT001
    """Nine settings of the two flags, and one answer: the class decides."""
    text = {key: value for key, value in TEXT.items() if key != "tie_word_embeddings"}
    flag = {} if inner is None else {"tie_word_embeddings": inner}
    manifest = architectures.build({**SMALL, **top, "text_config": text | flag})
    assert (manifest.tied, manifest.tied_from, manifest.counts.total) == (False, "class", TOTAL)


def test_there_is_no_tied_total() -> None:
    """The untied total is the total; the tied one and the difference do not exist."""
    assert report(SMALL).to_dict()["tying"] == {"tied_total": None, "untied_total": TOTAL, "difference": None}


def test_tying_is_refused_with_both_numbers_of_rows() -> None:
    """What cannot be one matrix is not reckoned as one."""
    with pytest.raises(ConfigError, match=f"head cannot be tied to the token table: {WHY_NOT}"):
        report(SMALL, tied=True)
    assert report(SMALL, tied=False).total == TOTAL


def test_the_table_shows_both_shapes_and_says_why() -> None:
    """`params` has a row for each, and a line beneath."""
    parts = params.sheet(report(SMALL)).parts
    grid, facts = parts[0], parts[1]
    assert isinstance(grid, Grid)
    assert isinstance(facts, Facts)
    shapes = {row.cells[0]: row.cells[1] for row in grid.rows if "table" not in row.cells[0]}
    assert shapes["input embedding"] == "128,264 × 4,096"
    assert shapes["output head"] == "128,256 × 4,096"
    assert ("if it were tied", "it cannot be", WHY_NOT) in [tuple(fact) for fact in facts.lines]


def test_another_vocabulary_keeps_the_eight_rows() -> None:
    """--vocab is the config's vocab_size; both matrices follow, and nothing else."""
    found = report(SMALL, vocab_size=32_000)
    assert found.table is not None
    assert found.head is not None
    assert (found.table.shape, found.head.shape) == ((32_008, 4_096), (32_000, 4_096))
    assert found.total == TOTAL - 2 * (128_256 - 32_000) * 4_096


def test_another_vocabulary_of_a_part_that_is_not_there() -> None:
    """The part is made, and all else in it is the class's default."""
    assert report({"model_type": "mllama"}).total == 10_642_941_475
    assert report({"model_type": "mllama"}, vocab_size=32_000).total == 10_642_941_475 - 2 * 96_256 * 4_096


def source(config: dict[str, Any] = SMALL) -> Source:
    """The config as a source."""
    return Source(config, "small", "config", "", None, ())


def test_what_is_padded_is_the_configs_number() -> None:
    """128,256 is a multiple of 128 already: nothing is wasted, and the table still has 8 rows more."""
    rows = compare([source()], Question(pad_to=128))
    assert rows[0].padding is not None
    assert (rows[0].padding.rows, rows[0].padding.wasted, rows[0].report.vocab_size) == (128_256, 0, 128_264)


def test_compare_shows_no_tied_total() -> None:
    """A dash, for it is known that there is none."""
    shown = compare_view.sheet(compare([source()], Question()), held="", both=True).parts[0]
    assert isinstance(shown, Grid)
    columns = [column.heading for column in shown.columns]
    cells = dict(zip(columns, shown.rows[0].cells, strict=True))
    assert (cells["tied total"], cells["untied total"]) == ("-", "1,487,244,551")


def test_other_widths_are_refused_where_there_are_two_numbers_of_rows() -> None:
    """V × d would be one of two products; without the head there is one, and it has the 8 rows."""
    with pytest.raises(UsageError, match=WHY_NOT):
        compare_widths(source(), [1_024], Question())
    headless = source({**SMALL, "architectures": ["MllamaModel"]})
    for asked, rows in ((), 128_264), ((32_000,), 32_008):
        counts = compare_widths(headless, [1_024], Question(vocab_sizes=asked))[0].report.manifest.counts
        assert counts.input_embedding == rows * 1_024


def test_shapes_have_both_numbers() -> None:
    """One-hot rows are as long as the table, logits as many as the head has rows."""
    found = api.shapes(SMALL, batch=2, seq=3, ranks=3, training=True)
    shapes = {array.name: array.shape for array in found.arrays}
    assert shapes["one_hot"] == (2, 3, 128_264)
    assert shapes["embedding"] == (128_264, 4_096)
    assert shapes["head"] == (4_096, 128_256)
    assert shapes["logits"] == (2, 3, 128_256)
    assert found.ranks is not None
    assert [array.shape for array in found.ranks.arrays] == [(42_755, 4_096), (4_096, 42_752), (2, 3, 42_752)]
    assert found.training is not None
    gradients = {array.name: array.shape for array in found.training.arrays}
    assert gradients["head_gradient"] == (4_096, 128_256)


def weights(name: str, **changes: Any) -> Weights:
    """A precision's bytes; `published` is that of the config."""
    found = api.memory({**SMALL, **changes}, precisions=[name] if name != "published" else ["bf16"])
    row = found.published if name == "published" else found.rows[0]
    assert row is not None
    return row


def test_gptq_leaves_the_vision_model_as_it_is() -> None:
    """4 bits in the text layers, a scale of 16 and a zero of 4 bits for 128 of them, an index of 32 a column."""
    groups = LAYER // 128
    columns = 4 * (2 * (6 * 4_096 + 14_336))
    quantised = 2 * (LAYER // 2 + groups * 2 + groups // 2) + columns
    assert weights("gptq-g128").total == quantised + 2 * (TOTAL - 2 * LAYER)


def test_int8_takes_the_linear_layers_of_all_parts() -> None:
    """All but the head, as the library does: a byte each, a scale of 4 bytes a row, a byte of bookkeeping a matrix."""
    linear = 2 * LAYER + 2 * SEEING + PROJECTOR
    rows = 2 * (2 * 4_096 + 2 * 1_024 + 2 * 14_336 + 4_096) + 2 * (4 * 32 + 64 + 32) + 4_096
    published = {"quantization_config": {"quant_method": "bitsandbytes", "load_in_8bit": True}}
    matrices = 2 * 7 + 2 * 6 + 1
    assert weights("published", **published).total == linear + 4 * rows + matrices + 2 * (TOTAL - linear)


@pytest.mark.parametrize("method", ["gptq", "awq"])
def test_which_parts_a_method_quantises_is_not_guessed(method: str) -> None:
    """GPTQ and AWQ leave some parts alone, and no config says which."""
    refused = weights("published", quantization_config={"quant_method": method, "bits": 4, "group_size": 128}).refused
    assert refused == f"{method} is not described for models of several parts: which are quantised is not said"


def test_layers_that_look_at_the_image_turn_nothing() -> None:
    """Eight of forty by default, none where the list is empty; numbers beyond the last layer are passed over."""
    notes = []
    for listed in (None, [], [0, 39, 40, -1]):
        told = positions({"model_type": "mllama", "text_config": {"cross_attention_layers": listed}})
        assert told is not None
        notes.append(told.ways[0].note)
    assert notes == ["in 32 of 40 layers", "", "in 38 of 40 layers"]


def test_the_limit_is_read_from_the_text_part() -> None:
    """The key is named with its path."""
    told = positions({**SMALL, "text_config": {**TEXT, "max_position_embeddings": 8_192}})
    assert told is not None
    assert (told.limit, told.limit_from) == (8_192, "text_config.max_position_embeddings")


def test_defaults_of_a_part_are_named_with_their_path() -> None:
    """Two parts may have a key of one name."""
    text, vision = ({key: value for key, value in part.items() if key != "hidden_size"} for part in (TEXT, VISION))
    used = report({**SMALL, "text_config": text, "vision_config": vision}).manifest.defaults_used
    assert (used["text_config.hidden_size"], used["vision_config.hidden_size"]) == (4_096, 1_280)


@pytest.mark.parametrize(
    ("part", "keys", "message"),
    [
        ("text_config", {"num_key_value_heads": None}, "text_config.num_key_value_heads must be a whole number"),
        (
            "text_config",
            {"cross_attention_layers": [1.5]},
            "text_config.cross_attention_layers must list whole numbers",
        ),
        ("vision_config", {"image_size": [560, 560]}, "vision_config.image_size must be a whole number, not a list"),
        ("vision_config", {"max_num_tiles": 2}, "vision_config.max_num_tiles must be 4 for the usual"),
        ("vision_config", {"supported_aspect_ratios": [1]}, "must list pairs of whole numbers"),
        ("vision_config", {"hidden_act": "gelo"}, 'vision_config.hidden_act the text "gelo" is not known'),
    ],
)
def test_refuses_what_the_class_refuses(part: str, keys: dict[str, Any], message: str) -> None:
    """The error names the key with its path."""
    with pytest.raises(ConfigError, match=message):
        report({**SMALL, part: {**SMALL[part], **keys}})


def test_a_part_that_sizes_each_layer_by_itself_is_not_described() -> None:
    """The total is unknown then, as it is where the whole config does so."""
    text = {**TEXT, "per_layer_config": {"0": {"intermediate_size": 48}}}
    assert not architectures.build({**SMALL, "text_config": text}).complete


def test_the_vision_model_has_no_vocabulary() -> None:
    """It is counted, and takes neither another vocabulary nor a batch of tokens."""
    config = {"model_type": "mllama_vision_model", **VISION}
    found = report(config)
    assert (found.table, found.head, found.vocab_size) == (None, None, None)
    assert found.total == 44_037
    with pytest.raises(EmbcalcError, match="no token table"):
        report(config, vocab_size=32_000)
    with pytest.raises(EmbcalcError, match="no token table"):
        api.shapes(config)


def judged(tmp_path: Path, card: str) -> list[tuple[str, Verdict]]:
    """What becomes of each claim of a card beside the config."""
    (tmp_path / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    (tmp_path / "README.md").write_text(card, encoding="utf-8")
    return [(finding.text, finding.verdict) for finding in check(tmp_path).findings]


def test_a_card_may_state_either_number_of_rows(tmp_path: Path) -> None:
    """128,256 is what the config calls its vocabulary, 128,264 what the table has."""
    card = f"---\nembcalc:\n  vocab_size: 128256\n  parameters: {TOTAL}\n---\n# M\n- Vocabulary size: 128,264\n"
    assert {verdict for _, verdict in judged(tmp_path, card)} == {Verdict.OK}
    assert len(judged(tmp_path, card)) == 3
