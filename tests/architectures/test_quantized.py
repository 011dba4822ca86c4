"""A quantization_config decides what a published checkpoint holds: sizes of real ones, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc import api
from embcalc.errors import ConfigError
from embcalc.memory import Weights

LINEAR_8B = 32 * (2 * 4_096 * 4_096 + 2 * 4_096 * 1_024 + 3 * 4_096 * 14_336)
ROWS_8B = 32 * (3 * 4_096 + 2 * 1_024 + 2 * 14_336)
TOTAL_8B = 8_030_261_248


def published(model: str, config: Any, **changes: Any) -> Weights:
    """A bundled model as published with this quantization_config."""
    data = {**api.load(model).data, "quantization_config": config, **changes}
    found = api.memory(data, precisions=["bf16"]).published
    assert found is not None
    return found


def int8(skipped: int = 0, rows: int = 0, matrices: int = 0) -> int:
    """Llama-3-8B in LLM.int8 when so many values, rows and matrices are left in 16 bits."""
    kept = TOTAL_8B - LINEAR_8B + skipped
    return LINEAR_8B - skipped + 4 * (ROWS_8B - rows) + 224 - matrices + 2 * kept


def test_published_int8() -> None:
    """The total_size in the index of a Llama-3.1-8B in LLM.int8 with the rest in float32."""
    found = published("llama-3.1-8b", {"quant_method": "bitsandbytes", "load_in_8bit": True}, torch_dtype="float32")
    assert found.total == 11_188_584_672


def test_published_gpt_oss() -> None:
    """The total_size in the indexes of openai/gpt-oss-20b and -120b: 13.76 and 65.25 GB."""
    sizes = [api.memory(name, precisions=["bf16"]).published for name in ("gpt-oss-20b", "gpt-oss-120b")]
    assert [size.total for size in sizes if size] == [13_761_264_768, 65_248_815_744]


def test_published_mlx() -> None:
    """The total_size in the index of lmstudio-community/Qwen3-14B-MLX-4bit, whose tables are in 4 bits too."""
    found = published("qwen3-14b", {"group_size": 64, "bits": 4})
    assert found.total == 8_307_783_680


def test_published_deepseek_v3() -> None:
    """DeepSeek-V3's files hold 688,586,727,753 bytes, with a layer for multi-token prediction, buffers and headers."""
    found = api.memory("deepseek-v3", precisions=["bf16"]).published
    assert found is not None
    assert found.total is not None
    # the extra layer: 257 experts and attention in fp8 with scales; tables, eh_proj, router and norms in 16 bits
    expert = 3 * 7_168 * 2_048
    latent = 7_168 * 1_536 + 1_536 * 24_576 + 7_168 * 576 + 512 * 32_768 + 16_384 * 7_168
    scales = 257 * 3 * 56 * 16 + 56 * 12 + 12 * 192 + 56 * 5 + 4 * 256 + 128 * 56
    plain = 2 * 129_280 * 7_168 + 7_168 * 14_336 + 256 * 7_168 + 5 * 7_168 + 1_536 + 512
    extra = 257 * expert + latent + 4 * scales + 2 * plain + 59 * 256 * 4
    headers = 688_586_727_753 - found.total - extra
    assert 0 < headers < 15_000_000


def test_scales_count_in_blocks() -> None:
    """Qwen3-8B-FP8: a float32 for 128 × 128 values of every linear layer, the head and tables in 16 bits."""
    linear = 36 * (2 * 4_096 * 4_096 + 2 * 4_096 * 1_024 + 3 * 4_096 * 12_288)
    found = published("qwen3-8b", {"quant_method": "fp8", "weight_block_size": [128, 128]})
    assert found.total == linear + linear // 128 // 128 * 4 + 2 * (8_190_735_360 - linear)


@pytest.mark.parametrize(
    ("skipped", "expected"),
    [
        pytest.param(None, int8(), id="by default the head stays"),
        pytest.param(["lm_head"], int8(), id="the head by name"),
        pytest.param(
            ["lm_head", "model.layers.1"],
            int8(LINEAR_8B // 32, ROWS_8B // 32, 7),
            id="a layer with all beneath it, but not layer 10",
        ),
        pytest.param(["lm_head", "k_proj"], int8(32 * 4_096 * 1_024, 32 * 1_024, 32), id="an ending"),
        pytest.param(
            ["lm_head", r"model.layers.*.mlp"], int8(32 * 3 * 4_096 * 14_336, 32 * 32_768, 96), id="a pattern"
        ),
    ],
)
def test_skipped_modules(skipped: list[str] | None, expected: int) -> None:
    """llm_int8_skip_modules names modules, endings and patterns; without it the head alone stays."""
    config = {"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_skip_modules": skipped}
    assert published("llama-3-8b", config).total == expected


def test_a_head_that_is_not_skipped_is_quantised() -> None:
    """A list without lm_head takes the head too, as the library does."""
    config = {"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_skip_modules": ["nothing"]}
    assert published("llama-3-8b", config).output_head == 128_256 * 4_096 + 4 * 128_256 + 1


def test_four_bits_and_double_quantisation() -> None:
    """bnb_4bit_use_double_quant decides how the scales are stored."""
    config = {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}
    rows = api.memory("llama-3-8b", precisions=["nf4", "nf4-double"]).rows
    double = published("llama-3-8b", config | {"bnb_4bit_use_double_quant": True})
    assert [published("llama-3-8b", config).total, double.total] == [row.total for row in rows]


def test_gptq_and_awq_follow_their_group_size() -> None:
    """Groups as the config says; −1 is one group."""
    gptq = {"quant_method": "gptq", "bits": 4, "group_size": 32}
    awq = {"quant_method": "awq", "bits": 4, "group_size": 128, "version": "gemm", "zero_point": True}
    rows = api.memory("llama-3-8b", precisions=["gptq-g32", "awq-g128"]).rows
    assert [published("llama-3-8b", config).total for config in (gptq, awq)] == [row.total for row in rows]
    whole = published("llama-3-8b", gptq | {"group_size": -1}).total
    inputs = 32 * (6 * 4_096 + 14_336)
    assert whole == LINEAR_8B // 2 + ROWS_8B * 5 // 2 + 4 * inputs + 2 * (TOTAL_8B - LINEAR_8B)


GROUP = {"num_bits": 4, "type": "int", "symmetric": True, "strategy": "group", "group_size": 128}


def compressed(weights: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A quantization_config of compressed-tensors with one group."""
    groups = {"group_0": {"targets": ["Linear"], "weights": weights}}
    return {"quant_method": "compressed-tensors", "ignore": ["lm_head"], "config_groups": groups, **more}


def test_compressed_tensors_packed() -> None:
    """W4A16 by groups of 128, as the int4 row has it."""
    found = published("llama-3.2-1b", compressed(GROUP, format="pack-quantized"))
    assert found.total == 1_012_011_008 + 15_204_352 + 112 * 16


def test_compressed_tensors_ignores_by_pattern() -> None:
    """`re:` begins a pattern over the module's name."""
    channel = {"num_bits": 8, "type": "float", "symmetric": True, "strategy": "channel"}
    config = compressed(channel, format="float-quantized", ignore=["lm_head", r"re:.*self_attn\.(q|k|v|o)_proj"])
    mlp = 32 * 3 * 4_096 * 14_336
    assert published("llama-3-8b", config).total == mlp + 2 * 32 * 32_768 + 2 * (TOTAL_8B - mlp)


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ({"quant_method": "quip"}, 'quant_method "quip" is not described'),
        ({"quant_algo": "FP8"}, "quantization_config has no quant_method"),
        ({"quant_method": "mxfp4"}, "mxfp4 is described for experts that share one tensor"),
        ({"quant_method": "awq", "version": "gemv"}, "AWQ is described for version gemm"),
        ({"quant_method": "gptq", "bits": 5}, "bits 5 is not described; 2, 3, 4, 8 are"),
        (
            {"quant_method": "fp8", "quant_algo": "MIXED_PRECISION"},
            'fp8 with quant_algo "MIXED_PRECISION" is not described',
        ),
        (compressed(GROUP | {"symmetric": False}, format="pack-quantized"), "zero points is not described"),
        (compressed(GROUP, format="marlin-24"), "compressed-tensors marlin-24 with 4 bits"),
    ],
)
def test_what_is_not_described_has_a_reason_and_no_number(config: dict[str, Any], reason: str) -> None:
    """An unknown method is never guessed."""
    found = published("llama-3-8b", config)
    assert found.total is None
    assert found.refused is not None
    assert reason in found.refused


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ([4], "quantization_config must be a mapping, not a list"),
        (
            {"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_skip_modules": ["(a*)*b"]},
            "llm_int8_skip_modules: the pattern .* is too involved",
        ),
        (
            {"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_skip_modules": [7]},
            "must list names, not 7",
        ),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_skip_modules": ["a[*"]}, "is no pattern"),
        ({"quant_method": "fp8", "weight_block_size": [128]}, "must be two sizes"),
    ],
)
def test_damaged_sections_are_errors(config: Any, message: str) -> None:
    """A section that cannot be read is one clear line."""
    with pytest.raises(ConfigError, match=message):
        published("llama-3-8b", config)


def test_of_an_unknown_architecture_nothing_is_known_to_be_quantised() -> None:
    """What is skipped goes by the checkpoint's names, which are not known: the head's bytes are not either."""
    sizes = {"vocab_size": 1_000, "hidden_size": 64, "tie_word_embeddings": False, "dtype": "bfloat16"}
    section = {"quant_method": "fp8", "weight_block_size": [128, 128], "modules_to_not_convert": ["lm_head"]}
    found = api.memory({"model_type": "nobody", **sizes, "quantization_config": section}, precisions=["bf16"])
    assert found.published is not None
    assert (found.published.output_head, found.published.total) == (None, None)
    assert "what is quantised is not known" in (found.published.refused or "")
    assert found.rows[0].output_head == 128_000


def test_an_unknown_data_type_is_no_number() -> None:
    """A dtype that is not known refuses the row alone."""
    found = api.memory({"model_type": "gpt2", "dtype": "auto"}, precisions=["bf16"])
    assert found.published is not None
    assert found.published.refused == "the config's dtype: unknown data type 'auto'"
    assert found.rows[0].total == 2 * 124_439_808


def test_a_config_that_says_nothing_has_no_published_row() -> None:
    """Without a data type nothing is guessed; with one it is that."""
    assert api.memory({"model_type": "gpt2"}, precisions=["bf16"]).published is None
    stated = api.memory({"model_type": "gpt2", "dtype": "float32"}, precisions=["bf16"]).published
    assert stated is not None
    assert stated.total == 4 * 124_439_808
