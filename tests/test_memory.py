"""Bytes of whole models by precision, against published figures and arithmetic."""

from __future__ import annotations

import pytest

from embcalc import api
from embcalc.errors import UsageError
from embcalc.memory import Weights

LINEAR_8B = 32 * (2 * 4_096 * 4_096 + 2 * 4_096 * 1_024 + 3 * 4_096 * 14_336)
REST_8B = 8_030_261_248 - LINEAR_8B


def row(model: object, precision: str) -> Weights:
    """One precision of a model."""
    return api.memory(model, precisions=[precision]).rows[0]  # type: ignore[arg-type]


def test_plain_types_are_parameters_times_bytes() -> None:
    """Llama-3-8B: 16.06 GB and 14.96 GiB in 16 bits, twice that in 32."""
    assert row("llama-3-8b", "bf16").total == 16_060_522_496
    assert row("llama-3-8b", "fp32").total == 32_121_044_992
    assert row("llama-3.1-70b", "fp16").total == 141_107_412_992


def test_four_bits_leave_the_vocabulary_in_sixteen() -> None:
    """Llama-3-8B in NF4: 6,979,321,856 values in half a byte, 224 code books, the other 1,050,939,392 in two bytes."""
    assert LINEAR_8B == 6_979_321_856
    assert REST_8B == 1_050_939_392
    nf4 = row("llama-3-8b", "nf4")
    assert nf4.total == LINEAR_8B // 2 + LINEAR_8B // 64 * 4 + 224 * 64 + REST_8B * 2
    assert nf4.vocabulary == 2 * 128_256 * 4_096 * 2
    assert nf4.share == pytest.approx(2_101_346_304 / 6_027_761_664)


def test_double_quantisation_takes_a_quarter_of_the_scales() -> None:
    """A byte a block of 64, and of those a float32 a block of 256; two code books a matrix."""
    scales = LINEAR_8B // 64
    expected = LINEAR_8B // 2 + scales + scales // 256 * 4 + 224 * (64 + 1_024) + REST_8B * 2
    assert row("llama-3-8b", "nf4-double").total == expected


def test_w4a16_of_llama_3_2_1b() -> None:
    """A tied head stays tied: 1,012,011,008 bytes and 15,204,352 of scales; untied one table more."""
    shapes = 16 * 7 * 16
    assert row("llama-3.2-1b", "int4").total == 1_012_011_008 + 15_204_352 + shapes
    untied = api.memory("llama-3.2-1b", precisions=["int4"], tied=False).rows[0]
    assert untied.total == 1_537_347_584 + 15_204_352 + shapes


def test_group_sizes_by_name() -> None:
    """`gptq-g32` has four times the scales and zeros of `gptq`, 2.5 bytes an output a group."""
    named, wide = row("llama-3-8b", "gptq-g32"), row("llama-3-8b", "gptq")
    assert wide.precision == "gptq-g128"
    assert (named.total or 0) - (wide.total or 0) == LINEAR_8B // 32 * 5 // 2 - LINEAR_8B // 128 * 5 // 2


def test_gpt2_is_quantised_though_it_is_stored_transposed() -> None:
    """Its 12 × 4 Conv1D weights are linear layers: (out) scales of four bytes in LLM.int8."""
    linear = 12 * (768 * 2_304 + 768 * 768 + 2 * 768 * 3_072)
    rows = 12 * (2_304 + 768 + 3_072 + 768)
    assert row("gpt2", "int8").total == linear + 4 * rows + 48 + 2 * (124_439_808 - linear)


def test_routers_and_fused_experts_are_no_linear_layers() -> None:
    """Of gpt-oss-20b, NF4 takes the attention's projections alone, MXFP4 the experts alone."""
    attention = 24 * 2 * (2_880 * 4_096 + 2_880 * 512)
    nf4 = attention // 2 + attention // 64 * 4 + 24 * 4 * 64 + 2 * (20_914_757_184 - attention)
    assert row("gpt-oss-20b", "nf4").total == nf4
    assert row("gpt-oss-20b", "mxfp4").total == 13_761_264_768


def test_a_classifier_keeps_its_last_module() -> None:
    """`score` is the last module of the class, and stays as it is."""
    config = {"model_type": "llama", "architectures": ["LlamaForSequenceClassification"], "num_labels": 2}
    linear = 32 * (4 * 4_096 * 4_096 + 3 * 4_096 * 11_008)
    kept = 32_000 * 4_096 + 65 * 4_096 + 2 * 4_096
    rows = 32 * (4 * 4_096 + 2 * 11_008 + 4_096)
    assert row(config, "int8").total == linear + 4 * rows + 32 * 7 + 2 * kept


def test_a_matrix_that_does_not_fit_refuses_the_row() -> None:
    """gpt-oss's 2,880 inputs are no groups of 128: the reason names the tensor, and there is no number."""
    refused = row("gpt-oss-20b", "awq")
    assert refused.total is None
    assert refused.refused is not None
    assert "q_proj.weight: AWQ needs inputs in groups of 128" in refused.refused


def test_unknown_precisions_are_an_error() -> None:
    """The message names what is close."""
    with pytest.raises(UsageError, match="unknown precision 'nf5'"):
        row("llama-3-8b", "nf5")


def test_an_unknown_architecture_has_the_tables_alone() -> None:
    """V · d is certain, the body is not."""
    known = row({"model_type": "nobody", "vocab_size": 1_000, "hidden_size": 64, "tie_word_embeddings": False}, "bf16")
    assert (known.input_embedding, known.output_head, known.body) == (128_000, 128_000, None)
    assert known.refused == "the architecture is not described"


@pytest.mark.parametrize(
    ("regime", "each"), [("fp32", 16), ("mixed, 32-bit gradients", 18), ("mixed", 16), ("pure bf16", 8)]
)
def test_training_takes_so_many_bytes_a_parameter(regime: str, each: int) -> None:
    """Weights, gradients, master weights and Adam's two moments: 2 + 2 + 4 + 4 + 4 = 16 in mixed precision."""
    (found,) = [t.to_dict() for t in api.memory("llama-3-8b", training=True).training if t.regime.name == regime]
    assert found["bytes_per_parameter"] == each
    assert found["total"] == 8_030_261_248 * each
    assert found["total"] == sum(found[key] for key in ("weights", "gradients", "master_weights", "moments"))
    assert found["vocabulary"] == 2 * 128_256 * 4_096 * each
