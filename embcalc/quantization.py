"""How many bytes one weight matrix takes, stored in each of the usual quantised layouts.

A layout is a function (rows out, columns in) → bytes, for a linear layer's weight (out, in). Every tensor that the
format stores beside the packed values is counted (scales, zeros, code books), files' headers and JSON are not. A matrix
that a layout cannot hold raises LayoutError, which says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from embcalc.errors import EmbcalcError

Layout = Callable[[int, int], int]

FLOAT16, FLOAT32, INT32, INT64 = 2, 4, 4, 8  # bytes
WORD = 32  # bits of the integers that GPTQ, AWQ and compressed-tensors pack into


class LayoutError(EmbcalcError):
    """A quantised layout that a matrix does not fit, or that is not known."""


def blocks(values: int, size: int) -> int:
    """How many blocks of a size hold so many values; the last may be partly filled."""
    return -(-values // size)


def llm_int8(rows: int, columns: int) -> int:
    """LLM.int8 of bitsandbytes: a byte a value, a float32 absmax a row (`SCB`), one byte that names the format.

    Source: bitsandbytes, nn/modules.py (Linear8bitLt: weight, SCB, weight_format).
    """
    return rows * columns + FLOAT32 * rows + 1


def bnb_4bit(*, double: bool) -> Layout:
    """NF4 or FP4 of bitsandbytes: two values a byte, an absmax a block of 64, a code book of 16 float32 a matrix.

    The absmax is a float32; `double` quantisation makes it a byte, with a float32 absmax a block of 256 of them and a
    code book of 256 float32. The JSON state, some 100 bytes a matrix, is not counted.
    Source: bitsandbytes, functional.py (quantize_4bit, QuantState.as_dict); QLoRA, Dettmers et al. 2023.
    """

    def size(rows: int, columns: int) -> int:
        scales = blocks(rows * columns, 64)
        nested = scales + FLOAT32 * (blocks(scales, 256) + 256)
        return blocks(rows * columns, 2) + (nested if double else FLOAT32 * scales) + FLOAT32 * 16

    return size


def gptq(bits: int, group: int | None) -> Layout:
    """GPTQ: values and zeros packed in 32-bit words, 16-bit scales a group of inputs, `g_idx` a word an input.

    `group` None is one group for all inputs. qweight (in · bits / 32, out), qzeros (groups, out · bits / 32),
    scales (groups, out), g_idx (in). Source: AutoGPTQ and GPTQModel, QuantLinear's buffers.
    """

    def size(rows: int, columns: int) -> int:
        if columns % WORD or rows % WORD:
            raise LayoutError(f"GPTQ packs whole words of 32 bits: {rows} × {columns} is no multiple of 32 both ways")
        groups = blocks(columns, group or columns)
        words = columns * bits // WORD * rows + groups * rows * bits // WORD + columns
        return INT32 * words + FLOAT16 * groups * rows

    return size


def awq(bits: int, group: int | None) -> Layout:
    """AWQ for GEMM kernels: values and zeros packed along the outputs, 16-bit scales a group of inputs.

    qweight (in, out · bits / 32), qzeros (in / group, out · bits / 32), scales (in / group, out).
    Source: AutoAWQ, modules/linear/gemm.py (WQLinear_GEMM).
    """

    def size(rows: int, columns: int) -> int:
        width = group or columns
        if columns % width or rows * bits % WORD:
            raise LayoutError(f"AWQ needs inputs in groups of {width} and outputs in whole words: {rows} × {columns}")
        groups = columns // width
        return INT32 * (columns + groups) * (rows * bits // WORD) + FLOAT16 * groups * rows

    return size


def packed(bits: int, group: int | None, *, activation_order: bool = False) -> Layout:
    """compressed-tensors "pack-quantized" (W4A16): packed integers, 16-bit scales a group of inputs, the shape.

    Symmetric, so without zeros. weight_packed int32 (out, ⌈in · bits / 32⌉), weight_scale (out, groups), weight_shape
    int64 (2); with `activation_order` weight_g_idx int32 (in). `group` None is one group a row.
    Source: compressed-tensors, compressors/pack_quantized.
    """

    def size(rows: int, columns: int) -> int:
        words = rows * blocks(columns, WORD // bits)
        groups = blocks(columns, group or columns)
        order = INT32 * columns if activation_order else 0
        return INT32 * words + FLOAT16 * rows * groups + 2 * INT64 + order

    return size


def eight_bit(rows_a_scale: int | None, columns_a_scale: int | None, scale: int, extra: int = 0) -> Layout:
    """A byte a value (float8 or int8) with a scale of so many bytes a block; None: one block is the whole way.

    (128, 128, 4) is DeepSeek-V3's float8 with float32 scales (weight_scale_inv), (1, None, 2) a 16-bit scale a row,
    (None, None, 4) one float32 for all. `extra` are bytes once a matrix, such as a static scale of the inputs.
    Source: DeepSeek-V3, inference/fp8_cast_bf16.py; transformers, integrations/finegrained_fp8.py (FP8Linear).
    """

    def size(rows: int, columns: int) -> int:
        scales = blocks(rows, rows_a_scale or rows) * blocks(columns, columns_a_scale or columns)
        return rows * columns + scale * scales + extra

    return size


def mxfp4(rows: int, columns: int) -> int:
    """MXFP4: blocks of 32 four-bit floats along the inputs that share one 8-bit exponent: 17 bytes a block.

    Source: OCP Microscaling Formats specification 1.0; gpt-oss stores `…_blocks` and `…_scales` so.
    """
    if columns % 32:
        raise LayoutError(f"MXFP4 needs inputs in blocks of 32: {rows} × {columns}")
    return rows * columns // 32 * 17


def mlx(bits: int, group: int) -> Layout:
    """MLX's affine quantisation: packed values, a 16-bit scale and a 16-bit bias a group of inputs.

    Source: MLX, mx.quantize (weight, scales, biases).
    """

    def size(rows: int, columns: int) -> int:
        if columns % group or columns * bits % WORD:
            raise LayoutError(f"MLX needs inputs in groups of {group}: {rows} × {columns}")
        return rows * columns * bits // 8 + 2 * FLOAT16 * rows * (columns // group)

    return size


# values and bytes of one block: scales, minima and packed values. Source: llama.cpp, ggml/src/ggml-common.h
GGML = {
    "F32": (1, 4),
    "F16": (1, 2),
    "Q8_0": (32, 2 + 32),
    "Q5_1": (32, 2 + 2 + 4 + 16),
    "Q5_0": (32, 2 + 4 + 16),
    "Q4_0": (32, 2 + 16),
    "Q6_K": (256, 128 + 64 + 16 + 2),
    "Q5_K": (256, 2 + 2 + 12 + 32 + 128),
    "Q4_K": (256, 2 + 2 + 12 + 128),
}
# what llama.cpp takes where a row is no multiple of the block (src/llama-quant.cpp, tensor_type_fallback)
FALLBACK = {"Q6_K": "Q8_0", "Q5_K": "Q5_1", "Q4_K": "Q5_0"}


def ggml_fits(name: str, columns: int) -> bool:
    """Whether rows of so many values are whole blocks of a type."""
    return columns % GGML[name][0] == 0


def ggml_type(name: str, columns: int) -> str:
    """The type that llama.cpp writes rows of so many values in, when asked for `name`.

    A k-quant whose 256-blocks do not divide the row falls back to a 32-block type, and that to F16. Raises LayoutError
    for Q8_0 and Q4_0, for which llama.cpp has no fallback.
    """
    if ggml_fits(name, columns):
        return name
    if name not in FALLBACK:
        raise LayoutError(f"llama.cpp has no fallback for rows of {columns} in {name}, which needs a multiple of 32")
    return FALLBACK[name] if ggml_fits(FALLBACK[name], columns) else "F16"


def ggml_size(name: str, shape: tuple[int, ...]) -> int:
    """Bytes of a tensor in a ggml type; its rows must be whole blocks."""
    values, size = GGML[name]
    return math.prod(shape) // values * size
