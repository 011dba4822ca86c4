"""Files of metadata: each key that names a figure is judged as it stands, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from embcalc.cards.check import check
from embcalc.verdicts import Verdict
from tests.cards.test_check import TOTAL, folder

WHISPER = """{"architectures": ["WhisperForConditionalGeneration"], "model_type": "whisper", "vocab_size": 51865,
"d_model": 384, "encoder_layers": 4, "decoder_layers": 4, "encoder_attention_heads": 6, "decoder_attention_heads": 6,
"encoder_ffn_dim": 1536, "decoder_ffn_dim": 1536, "max_source_positions": 1500, "max_target_positions": 448}"""


def judged(path: Path, name: str, text: str) -> list[tuple[str, str, int]]:
    """Verdict, kind and line of everything found in such a file beside a config."""
    (path / name).write_text(text)
    found = check(path / name)
    assert found.error is None
    return [(finding.verdict.value, finding.kind, finding.line) for finding in found.findings]


@pytest.mark.parametrize("name", ["meta.yaml", "meta.yml", "about.json"])
def test_true_keys_hold_in_yaml_and_json(tmp_path: Path, name: str) -> None:
    """By the names that such files use; keys that name no figure are left alone."""
    folder(tmp_path, "# M\n")
    keys = [f'"n_parameters": {TOTAL}', '"n_layers": 2', '"embed_dim": 64', '"vocab_size": 1000', '"name": "8B 7"']
    text = "{\n" + ",\n".join(keys) + "\n}\n"
    assert judged(tmp_path, name, text) == [
        ("ok", "parameters", 2),
        ("ok", "layers", 3),
        ("ok", "hidden_size", 4),
        ("ok", "vocab_size", 5),
    ]


def test_each_false_key_fails_with_its_line(tmp_path: Path) -> None:
    """Also within a mapping of the file; nothing is said of a value that is not given."""
    folder(tmp_path, "# M\n")
    text = "model:\n  num_layers: 3\n  vocab_size: null\n  tied_embeddings: false\n"
    assert judged(tmp_path, "meta.yaml", text) == [
        ("fail", "layers", 2),
        ("skipped", "vocab_size", 3),
        ("fail", "tied", 4),
    ]


def test_nought_is_no_way_to_say_unknown(tmp_path: Path) -> None:
    """Figures of a small speech model: 37,760,640 parameters, of which 51,865 · 384 = 19,916,160 are the table."""
    (tmp_path / "config.json").write_text(WHISPER)
    (tmp_path / "meta.yaml").write_text("n_parameters: 39000000\nn_embedding_parameters: 0\nembed_dim: 512\n")
    total, table, width = check(tmp_path / "meta.yaml").findings
    assert {finding.verdict for finding in (total, table, width)} == {Verdict.FAIL}
    assert (total.actual, table.actual, width.actual) == (37_760_640, 19_916_160, 384)
    assert "3.2 % less" in total.message  # 37.76 of 39 million
    assert "n_embedding_parameters" in table.message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"n_parameters: {TOTAL}.0", [("ok", "parameters")]),
        ("n_parameters: 7e9", [("fail", "parameters")]),
        ("n_parameters: 12_000", [("fail", "parameters")]),
        ("model_size: 7B", [("fail", "parameters")]),
        ("model_size: 5", [("skipped", "parameters")]),
        ("size: 500 MB in bf16", [("fail", "memory")]),
        ("size: 500 MB", [("skipped", "memory")]),
        ("n_layers: 12 / 24", [("skipped", "layers")]),
        ("layers/heads: 2/3", [("ok", "layers"), ("fail", "heads")]),
        ("tied: maybe", [("skipped", "tied")]),
        ("tied: 1", [("ok", "tied")]),
        ("dtype: torch.int32", [("skipped", "dtype")]),
        ("vocab: vocab.txt", [("skipped", "vocab_size")]),
        ("embedding_share: 0.7", [("fail", "embedding_share")]),
        ("model: {embedding_share: 46}", [("ok", "embedding_share")]),
        ("embedding_share: 200 %", [("fail", "embedding_share")]),
    ],
)
def test_a_value_that_is_more_or_less_than_a_number_is_read_as_in_a_card(
    tmp_path: Path, text: str, found: list[tuple[str, str]]
) -> None:
    """A size may be of parameters or of bytes, some values are no figure, and none of them is a traceback."""
    folder(tmp_path, "# M\n")
    assert [finding[:2] for finding in judged(tmp_path, "meta.yaml", text)] == found


def test_a_share_may_be_a_part_of_one(tmp_path: Path) -> None:
    """Of the model, 64,000 of its parameters are the table: both spellings hold."""
    folder(tmp_path, "# M\n")
    share = 64_000 / TOTAL
    text = f"a:\n  embedding_share: {share:.3f}\nembedding_share: {100 * share:.1f} %\n"
    assert {verdict for verdict, _, _ in judged(tmp_path, "meta.yaml", text)} == {"ok"}


@pytest.mark.parametrize("key", ["teacher", "base_model", "training", "vision_encoder", "gpt2-xl", "model_b"])
def test_what_is_said_under_another_key_may_be_of_another(tmp_path: Path, key: str) -> None:
    """Then it is judged where it agrees, and passed over where it does not."""
    folder(tmp_path, "# M\n")
    assert judged(tmp_path, "meta.yaml", f"{key}:\n  num_layers: 3\n  vocab_size: 1000\n") == [
        ("skipped", "layers", 2),
        ("ok", "vocab_size", 3),
    ]
    assert judged(tmp_path, "meta.yaml", f"{key}:\n  model:\n    num_layers: 3\n") == [("skipped", "layers", 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [("- 1\n", "holds no mapping"), ("a: [\n", ":2:1: not valid YAML"), ("", "holds no mapping"), ("x", "no mapping")],
)
def test_what_is_no_mapping_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    """An error with the path, and the place where there is one."""
    folder(tmp_path, "# M\n")
    (tmp_path / "meta.yaml").write_text(text)
    error = check(tmp_path / "meta.yaml").error
    assert str(tmp_path / "meta.yaml") in str(error)
    assert message in str(error)


def test_damaged_json_is_called_so(tmp_path: Path) -> None:
    """Though the reader is YAML's, of which JSON is a part."""
    folder(tmp_path, "# M\n")
    (tmp_path / "meta.json").write_text('{"a":')
    assert "meta.json:1:6: not valid JSON" in str(check(tmp_path / "meta.json").error)


def test_a_config_by_another_name_is_no_metadata(tmp_path: Path) -> None:
    """It states a type, and makes no claim."""
    (tmp_path / "other.json").write_text(WHISPER)
    assert [finding.kind for finding in check(tmp_path / "other.json").findings] == ["card"]
