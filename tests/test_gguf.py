"""llama.cpp's mixtures give the sizes of published GGUF files."""

from __future__ import annotations

import pytest

from embcalc import api
from embcalc.gguf import more_bits

# a file also holds its tokenizer: 5.9 MB for Qwen's 151,643 tokens, 7.8 MB for Llama 3's 128,256, less for small ones
SMALL, QWEN, LLAMA_3 = (700_000, 1_900_000), (5_940_000, 6_000_000), (7_830_000, 7_870_000)
FILES = [
    # bytes of the files of that name published on the Hub (bartowski's of the Instruct model)
    ("llama-3.1-8b", "q4_k_m", 4_920_739_232, LLAMA_3),
    ("llama-3.2-1b", "q4_k_m", 807_694_464, LLAMA_3),
    ("llama-3.2-3b", "q4_k_m", 2_019_377_696, LLAMA_3),
    ("qwen2.5-0.5b", "q4_k_m", 397_808_192, QWEN),
    ("qwen2.5-3b", "q4_k_m", 1_929_903_264, QWEN),
    ("qwen2.5-7b", "q4_k_m", 4_683_074_240, QWEN),
    ("qwen2.5-14b", "q4_k_m", 8_988_110_976, QWEN),
    ("qwen2.5-32b", "q4_k_m", 19_851_336_576, QWEN),
    ("qwen2.5-72b", "q4_k_m", 47_415_715_488, QWEN),
    ("mistral-7b-v0.3", "q4_k_m", 4_372_812_000, SMALL),
]


@pytest.mark.parametrize(("model", "precision", "size", "tokenizer"), FILES)
def test_published_files(model: str, precision: str, size: int, tokenizer: tuple[int, int]) -> None:
    """A file is its tensors and what its tokenizer takes: tied heads, narrow rows and 70B models among them."""
    total = api.memory(model, precisions=[precision]).rows[0].total
    assert total is not None
    assert tokenizer[0] < size - total < tokenizer[1]


@pytest.mark.parametrize(
    ("precision", "gigabytes"),
    [("q8_0", 8.54), ("q6_k", 6.60), ("q5_k_m", 5.73), ("q4_k_m", 4.92), ("q4_0", 4.66)],
)
def test_sizes_on_the_cards_of_llama_3_8b(precision: str, gigabytes: float) -> None:
    """The gigabytes that the cards of Llama-3-8B's GGUF files state, less 7.8 MB of tokenizer."""
    total = api.memory("llama-3-8b", precisions=[precision]).rows[0].total
    assert total is not None
    assert gigabytes == pytest.approx((total + 7_840_000) / 1e9, abs=0.0051)


def test_buffers_that_llama_cpp_reports() -> None:
    """Its log of Llama-3.1-8B in Q4_K_M: 281.81 MiB for the token table, 4,403.49 MiB for all else (and 256 bytes)."""
    row = api.memory("llama-3.1-8b", precisions=["q4_k_m"]).rows[0]
    assert row.input_embedding is not None
    assert row.total is not None
    assert round(row.input_embedding / 2**20, 2) == 281.81
    assert round((row.total - row.input_embedding + 256) / 2**20, 2) == 4403.49


def test_half_of_the_layers_get_more_bits() -> None:
    """Of 32 layers 16, so that 2 · 16 tensors and the head are Q6_K: 33, as llama.cpp counts them."""
    assert [layer for layer in range(32) if more_bits(layer, 32)] == [
        *(0, 1, 2, 3, 6, 9, 12, 15, 18, 21, 24, 27, 28, 29, 30, 31)
    ]


def test_eight_experts_keep_keys_and_values_in_8_bits() -> None:
    """Mixtral-8x7B, Q4_0: 2 · 32 · 1024 × 4096 values take 34 bytes for 32 in place of 18."""
    row = api.memory("mixtral-8x7b", precisions=["q4_0"]).rows[0]
    norms, routers = 65 * 4_096 * 4, 32 * 8 * 4_096 * 4
    raised = 2 * 32 * 1_024 * 4_096
    rest = 46_702_792_704 - 2 * 32_000 * 4_096 - 65 * 4_096 - 32 * 8 * 4_096 - raised
    assert row.body == norms + routers + raised // 32 * 34 + rest // 32 * 18


def test_a_tied_table_has_the_heads_type() -> None:
    """Llama-3.2-1B: one table of 128,256 × 2,048 in Q6_K, whatever the kind of file."""
    for row in api.memory("llama-3.2-1b", precisions=["q6_k", "q5_k_m", "q4_k_m", "q4_0"]).rows:
        assert (row.input_embedding, row.output_head) == (128_256 * 2_048 // 256 * 210, 0)


@pytest.mark.parametrize("model", ["gpt2", "deepseek-v3", "bert-base-uncased", "gpt-oss-20b"])
def test_other_models_are_refused(model: str) -> None:
    """Where the conversion is not described there is a reason and no number."""
    row = api.memory(model, precisions=["q4_k_m"]).rows[0]
    assert row.total is None
    assert row.refused is not None
    assert row.refused.startswith("the GGUF mixtures are not described for ")


def test_an_unknown_class_of_a_known_type_is_refused() -> None:
    """Without the body there is nothing to mix."""
    config = {"model_type": "llama", "architectures": ["LlamaForPoetry"], "vocab_size": 8, "hidden_size": 256}
    row = api.memory({**config, "tie_word_embeddings": False}, precisions=["q4_k_m"]).rows[0]
    assert (row.total, row.refused) == (None, "the architecture is not described")


def test_a_fused_projection_is_refused_where_releases_differ() -> None:
    """Phi-3 in Q4_K_M depends on the release of llama.cpp, in Q8_0 it does not."""
    mixed, plain = api.memory("phi-3-mini-4k", precisions=["q4_k_m", "q8_0"]).rows
    assert mixed.refused == "releases of llama.cpp differ in the type of a fused query, key and value projection"
    assert plain.refused is None
