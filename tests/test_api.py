"""The functions behind the commands, as they are called from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import embcalc
from embcalc.dtypes import dtype
from embcalc.errors import ConfigError, EmbcalcError, SourceError, UnknownArchitectureError

TINY = {
    "model_type": "llama",
    "architectures": ["LlamaForCausalLM"],
    "vocab_size": 32_000,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}
# table and head, two layers (q and o, k and v, three of the feed-forward, two norms), last norm
TINY_TOTAL = 2 * 32_000 * 64 + 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 64


def total(config: dict[str, Any], **options: Any) -> int | None:
    """The total of a config."""
    return embcalc.report(config, **options).total


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("llama-3-8b", {"total": 8_030_261_248, "input_embedding": 525_336_576, "output_head": 525_336_576}),
        ("llama-3.2-1b", {"total": 1_235_814_400, "input_embedding": 262_668_288, "output_head": 0}),
        ("qwen2.5-0.5b", {"total": 494_032_768, "output_head": 0}),
        ("qwen2.5-7b", {"non_embedding": 6_525_621_760}),
        ("gemma-2-2b", {"total": 2_614_341_888}),
        ("gpt2", {"total": 124_439_808, "position_embedding": 1_024 * 768, "non_embedding_strict": 85_056_000}),
        ("mixtral-8x7b", {"total": 46_702_792_704, "active": 12_879_925_248}),
        ("deepseek-v3", {"total": 671_026_404_352, "stored": 671_026_419_200}),
    ],
)
def test_published_figures(name: str, figures: dict[str, int]) -> None:
    """The totals that publishers and transformers give, to the last digit."""
    found = embcalc.report(name).to_dict()["parameters"]
    assert {key: found[key] for key in figures} == figures


@pytest.mark.parametrize(
    ("name", "share"), [("llama-3-8b", 13.0839), ("llama-3.2-1b", 21.2547), ("qwen2.5-0.5b", 27.5558)]
)
def test_published_shares(name: str, share: float) -> None:
    """What the vocabulary holds of the whole, in percent."""
    assert round(100 * (embcalc.report(name).share or 0), 4) == share


BERT = {
    "model_type": "bert",
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3_072,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
}
STORIES = TINY | {
    "intermediate_size": 172,
    "num_hidden_layers": 5,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "tie_word_embeddings": True,
}
# five layers: q and o, k and v, three of the feed-forward, two norms; and the last norm
STORIES_BODY = 5 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 172 + 2 * 64) + 64
LLAMA_3 = {"model_type": "llama", "vocab_size": 128_256, "num_key_value_heads": 8, "tie_word_embeddings": False}


@pytest.mark.parametrize(
    ("config", "figures"),
    [
        pytest.param(
            BERT | {"architectures": ["BertModel"], "vocab_size": 30_522},
            {"total": 109_482_240, "input_embedding": 30_522 * 768, "non_embedding": 86_041_344},
            id="BERT-base, 110M as its paper says",
        ),
        pytest.param(
            BERT | {"architectures": ["BertModel"], "vocab_size": 119_547},
            {"total": 109_482_240 + (119_547 - 30_522) * 768, "input_embedding": 91_812_096},
            id="multilingual BERT, 177,853,440 of the same body",
        ),
        pytest.param(
            # the head's class has no pooler (590,592) and brings 711,675 of its own: V of bias, a dense layer, a norm
            BERT | {"architectures": ["BertForMaskedLM"], "vocab_size": 119_547},
            {"total": 177_853_440 - 590_592 + 711_675, "output_head_bias": 119_547},
            id="multilingual BERT with its head, 177,974,523",
        ),
        pytest.param(
            STORIES | {"vocab_size": 512}, {"total": 260_032, "body": 260_032 - 512 * 64}, id="stories260K and 512 rows"
        ),
        pytest.param(
            STORIES, {"total": STORIES_BODY + 32_000 * 64, "body": 227_264}, id="stories260K and 32,000 rows: 2,275,264"
        ),
        pytest.param(
            LLAMA_3 | {"hidden_size": 4_096, "intermediate_size": 14_336, "num_hidden_layers": 32},
            {"total": 8_030_261_248},
            id="Llama-3-8B",
        ),
        pytest.param(
            LLAMA_3
            | {"hidden_size": 8_192, "intermediate_size": 28_672, "num_hidden_layers": 80, "num_attention_heads": 64},
            {"total": 70_553_706_496, "output_head": 128_256 * 8_192},
            id="Llama-3-70B",
        ),
        pytest.param(
            {
                "model_type": "qwen3",
                "vocab_size": 151_936,
                "hidden_size": 2_560,
                "intermediate_size": 9_728,
                "num_hidden_layers": 36,
                "num_attention_heads": 32,
                "num_key_value_heads": 8,
                "head_dim": 128,
                "tie_word_embeddings": True,
            },
            # 32 heads of 128 are 4,096, wider than the hidden size
            {"total": 4_022_468_096, "output_head": 0},
            id="Qwen3-4B, as its repository's metadata",
        ),
        pytest.param(
            {
                "model_type": "qwen2",
                "vocab_size": 152_064,
                "hidden_size": 8_192,
                "intermediate_size": 29_568,
                "num_hidden_layers": 80,
                "num_attention_heads": 64,
                "num_key_value_heads": 8,
                "tie_word_embeddings": False,
            },
            {"total": 72_706_203_648, "output_head": 152_064 * 8_192},
            id="Qwen2.5-72B, as its repository's metadata",
        ),
    ],
)
def test_totals_of_configs(config: dict[str, Any], figures: dict[str, int]) -> None:
    """What publishers state for models of these sizes."""
    found = embcalc.report(config).to_dict()["parameters"]
    assert {key: found[key] for key in figures} == figures


def test_the_share_of_a_vocabulary_that_is_too_large() -> None:
    """stories260K: 12.6 % with its own 512 tokens, 90 % with Llama's 32,000; multilingual BERT: 51.62 %."""
    assert embcalc.report(STORIES, vocab_size=512).share == 512 * 64 / 260_032
    assert round(100 * (embcalc.report(STORIES).share or 0), 2) == 90.01
    multilingual = BERT | {"architectures": ["BertModel"], "vocab_size": 119_547}
    assert round(100 * (embcalc.report(multilingual).share or 0), 2) == 51.62


@pytest.mark.parametrize(
    ("keys", "stated", "warnings"),
    [
        ({}, None, []),
        ({"torch_dtype": None, "dtype": "bfloat16"}, "bfloat16", []),
        ({"torch_dtype": "float16", "dtype": None}, "float16", []),
        ({"torch_dtype": "float16"}, "float16", []),
        ({"torch_dtype": "torch.float16", "dtype": "float16"}, "float16", []),
        (
            {"torch_dtype": "float16", "dtype": "bfloat16"},
            "bfloat16",
            ["torch_dtype float16 disagrees with dtype bfloat16, which is used"],
        ),
    ],
)
@pytest.mark.parametrize("config", [TINY, {"model_type": "nobody", "vocab_size": 5, "hidden_size": 7}])
def test_the_stated_data_type(
    config: dict[str, Any], keys: dict[str, Any], stated: str | None, warnings: list[str]
) -> None:
    """`dtype` is the newer name of `torch_dtype`; null says nothing, and where neither does, nothing is guessed."""
    found = embcalc.report(config | keys)
    assert found.to_dict()["memory"]["stated_dtype"] == stated
    assert [line for line in found.warnings if "dtype" in line] == warnings


def test_the_data_type_of_a_language_model_inside_another() -> None:
    """Its keys are named with the part in which they stand."""
    inner = {"vocab_size": 5, "hidden_size": 7, "torch_dtype": "float32", "dtype": "bfloat16"}
    found = embcalc.report({"model_type": "nobody", "text_config": inner})
    expected = "text_config.torch_dtype float32 disagrees with text_config.dtype bfloat16, which is used"
    assert expected in found.warnings


def test_a_model_can_be_a_name_a_path_a_source_or_a_mapping(tmp_path: Path) -> None:
    """All four give the same figures; only the origin differs."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(TINY))
    models: list[Any] = [path, str(path), str(tmp_path), embcalc.load(str(path)), TINY]
    assert [embcalc.report(model).total for model in models] == [TINY_TOTAL] * 5
    assert embcalc.report(path).origin.kind == "file"
    assert embcalc.report(TINY).origin == ("llama", "config", "", None)


def test_another_vocabulary_and_tying() -> None:
    """V·d is rebuilt, and the rest is held."""
    body = TINY_TOTAL - 2 * 32_000 * 64
    assert total(TINY, vocab_size=1_000) == body + 2 * 1_000 * 64
    assert total(TINY, vocab_size=1_000, tied=True) == body + 1_000 * 64
    assert total(TINY | {"tie_word_embeddings": True}, tied=False) == TINY_TOTAL


def test_memory_in_another_data_type() -> None:
    """Four bytes each."""
    assert embcalc.report(TINY, dtype=dtype("float32")).to_dict()["memory"]["total"] == 4 * TINY_TOTAL


def test_the_config_is_left_as_it_was() -> None:
    """Nothing is written into the caller's mapping."""
    before = json.dumps(TINY)
    embcalc.report(TINY, vocab_size=7, tied=True)
    assert json.dumps(TINY) == before


def test_tensors_are_named_as_in_a_checkpoint() -> None:
    """The first and the last of gpt2's 149, the tied head included."""
    names = [tensor.name for tensor in embcalc.manifest("gpt2").tensors()]
    assert (names[0], names[-1], len(names)) == ("transformer.wte.weight", "lm_head.weight", 2 + 12 * 12 + 2 + 1)


@pytest.mark.parametrize(
    ("model", "error"),
    [
        ("no-such-model", SourceError),
        ("no/such/path.json", SourceError),
        ({"model_type": "llama", "vocab_size": "32000"}, ConfigError),
        ({"model_type": 5}, ConfigError),
        ({}, UnknownArchitectureError),
    ],
)
def test_errors_are_of_one_family(model: Any, error: type[EmbcalcError]) -> None:
    """Whatever is wrong with an input is an EmbcalcError with a line of its own."""
    with pytest.raises(error) as caught:
        embcalc.report(model)
    assert isinstance(caught.value, EmbcalcError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [0, -1, True, 2.5, "32k", 1 << 40])
@pytest.mark.parametrize("config", [TINY, {"vocab_size": 5, "hidden_size": 7}])
def test_a_vocabulary_that_cannot_be_is_refused(size: Any, config: dict[str, Any]) -> None:
    """The option is checked as the key is, for described and unknown types alike."""
    with pytest.raises(ConfigError, match="vocab_size must be"):
        embcalc.report(config, vocab_size=size)


def test_there_is_nothing_else_at_the_top() -> None:
    """A misspelt function is an AttributeError, as in any module."""
    with pytest.raises(AttributeError, match="no attribute 'reprot'"):
        _ = embcalc.reprot
