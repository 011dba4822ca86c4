"""The precisions by name: which of a model's tensors are quantised, and how many bytes each tensor then takes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from embcalc.dtypes import Dtype, dtype, sixteen_bit
from embcalc.errors import UsageError, did_you_mean
from embcalc.gguf import MIXTURES, mixture
from embcalc.manifests import Manifest
from embcalc.quantization import Layout, LayoutError, awq, bnb_4bit, eight_bit, gptq, llm_int8, mxfp4, packed
from embcalc.tensors import Kind, Role, Tensor
from embcalc.walking import numbers

Copies = Callable[[Tensor], int]

PLAIN = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
BARE = {"8-bit": 8, "4-bit": 4}
FLAT = (*PLAIN, *BARE)  # bytes follow from the number of parameters alone
DEFAULT_GROUP = 128
USUAL = (
    *PLAIN,
    *("fp8", "int8", "int4-g128", "nf4", "nf4-double", "gptq-g128", "gptq-g32", "awq-g128", "mxfp4"),
    *MIXTURES,
)
GROUPED = re.compile(r"(int4|gptq|awq)(?:-g([1-9]\d{0,5}))?")


class Scheme(NamedTuple):
    """A way to store a model's weights: its name, what it does in words, and the bytes of a tensor's copies.

    `each` is the data type of every value, where all are stored alike and nothing is stored beside them.
    """

    name: str
    detail: str
    size: Callable[[Tensor], int]
    each: Dtype | None = None


def scheme(name: str, manifest: Manifest) -> Scheme:
    """The scheme of a name, for one model: `nf4`, `gptq-g32`, `q4_k_m`.

    What no scheme quantises keeps 16 bits: tables, norms, biases, routers, and the output head but for GGUF. Raises
    UsageError for an unknown name, LayoutError where the scheme is not described for the model.
    """
    plain = name.lower()
    rest = sixteen_bit(manifest.dtype)
    if plain in FLAT:
        return flat(plain)
    if plain in MIXTURES:
        return Scheme(plain, *mixture(plain, manifest))
    found = GROUPED.fullmatch(plain)
    if found:
        return _grouped(found[1], int(found[2] or DEFAULT_GROUP), rest, manifest)
    linear, all_experts = all_but(kept_modules(manifest)), has_fused_experts(manifest)
    known: dict[str, tuple[str, Layout, Copies]] = {
        "fp8": ("8-bit linear layers, scale a block of 128 × 128", eight_bit(128, 128, 4), _or_experts(linear)),
        "int8": ("LLM.int8 linear layers, scale a row", llm_int8, linear),
        "nf4": ("4-bit linear layers, scale a block of 64", bnb_4bit(double=False), linear),
        "nf4-double": ("as nf4, its scales in 8 bits", bnb_4bit(double=True), linear),
        "mxfp4": (
            f"4-bit {'experts' if all_experts else 'linear layers'}, exponent a block of 32",
            mxfp4,
            fused_experts if all_experts else linear,
        ),
    }
    if plain not in known:
        raise _unknown(name)
    detail, layout, copies = known[plain]
    return Scheme(plain, detail, stored(layout, copies, rest))


def flat(name: str) -> Scheme:
    """The scheme of a name that stores every value alike, so that a number of parameters tells its bytes.

    Raises LayoutError for a scheme that does not, UsageError for an unknown name.
    """
    plain = name.lower()
    if plain in PLAIN:
        return whole(plain, dtype(PLAIN[plain]))
    if plain in BARE:
        bits = BARE[plain]
        return whole(plain, Dtype(f"{bits} bits", bits))._replace(detail=f"every value in {bits} bits, without scales")
    if plain in USUAL or GROUPED.fullmatch(plain):
        raise LayoutError("scales, and what stays in 16 bits, depend on the tensors, so that a MODEL is needed")
    raise _unknown(name)


def _unknown(name: str) -> UsageError:
    known = (*USUAL, *BARE)
    return UsageError(f"unknown precision {name!r}", did_you_mean(name, known) or f"Known are {', '.join(known)}.")


def _grouped(method: str, group: int, rest: Dtype, manifest: Manifest) -> Scheme:
    name, in_blocks = f"{method}-g{group}", blocks(manifest)
    of = " of the language model alone" if manifest.several_parts else ""
    if method == "int4":
        detail = f"4-bit linear layers in blocks{of}, scale a group of {group}"
        return Scheme(name, detail, stored(packed(4, group), in_blocks, rest))
    layout = gptq(4, group) if method == "gptq" else awq(4, group)
    detail = f"{method.upper()}{of}, scale and zero a group of {group}{', g_idx' if method == 'gptq' else ''}"
    return Scheme(name, detail, stored(layout, in_blocks, rest))


def whole(name: str, kind: Dtype) -> Scheme:
    """Every tensor in one data type."""

    def size(tensor: Tensor) -> int:
        return kind.size(math.prod(tensor.shape)) * tensor.copies

    return Scheme(name, f"every tensor in {kind.name}", size, each=kind)


def stored(layout: Layout, copies: Copies, rest: Dtype) -> Callable[[Tensor], int]:
    """Bytes of a tensor of which so many copies are quantised in a layout, the others kept in a plain data type."""

    def size(tensor: Tensor) -> int:
        chosen = copies(tensor)
        quantised = chosen * _matrix(layout, tensor) if chosen else 0
        return quantised + (tensor.copies - chosen) * rest.size(math.prod(tensor.shape))

    return size


def _matrix(layout: Layout, tensor: Tensor) -> int:
    """One copy's bytes, with its axes as the layout counts them: (out, in)."""
    if tensor.kind is Kind.EXPERTS:
        count, rows_in, rows_out = tensor.shape
        return count * layout(rows_out, rows_in)
    first, second = tensor.shape
    return layout(second, first) if tensor.kind is Kind.CONV1D else layout(first, second)


def is_linear(tensor: Tensor) -> bool:
    """Whether a tensor is the weight of a linear layer, stored as usual or transposed."""
    return tensor.kind in (Kind.LINEAR, Kind.CONV1D)


def blocks(manifest: Manifest) -> Copies:
    """Copies of a linear layer in the numbered blocks of the language model: what GPTQ and AWQ quantise."""
    part = _language_model(manifest) if manifest.several_parts else ""

    def copies(tensor: Tensor) -> int:
        return tensor.copies if _in_block(tensor) and tensor.name.startswith(part) else 0

    return copies


def _in_block(tensor: Tensor) -> bool:
    return is_linear(tensor) and tensor.role is not Role.OUTPUT_HEAD and bool(numbers(tensor.name))


def _language_model(manifest: Manifest) -> str:
    """The path of the innermost module that holds both the token table and numbered blocks."""
    table = manifest.first(Role.INPUT_EMBEDDING)
    path = table.name.split(".")[:-1] if table else []
    found = [tensor.name for tensor in manifest.folded if _in_block(tensor)]
    outer = (".".join([*path[:end], ""]) for end in range(len(path) - 1, 0, -1))
    return next((module for module in outer if any(name.startswith(module) for name in found)), "")


def fused_experts(tensor: Tensor) -> int:
    """Copies of a tensor that holds all experts' weights."""
    return tensor.copies if tensor.kind is Kind.EXPERTS else 0


def has_fused_experts(manifest: Manifest) -> bool:
    """Whether the experts of a model share one tensor a projection, and so are no linear layers."""
    return any(tensor.kind is Kind.EXPERTS for tensor in manifest.folded)


def all_but(kept: frozenset[str]) -> Copies:
    """Copies of every linear layer but the output head and those in the top-level modules named."""

    def copies(tensor: Tensor) -> int:
        chosen = is_linear(tensor) and tensor.role is not Role.OUTPUT_HEAD
        return tensor.copies if chosen and tensor.name.split(".")[0] not in kept else 0

    return copies


def kept_modules(manifest: Manifest) -> frozenset[str]:
    """The top-level module that keeps its precision beside tied weights: the last one of a class with a head.

    Source: transformers, get_keys_to_not_convert: tied weights, the output embeddings and the last module stay.
    """
    bare = (manifest.architecture or "").endswith("Model") and manifest.first(Role.OUTPUT_HEAD) is None
    # the head stays by its role: where it is the last module, nothing else does
    if bare or not manifest.folded or manifest.folded[-1].role is Role.OUTPUT_HEAD:
        return frozenset()
    return frozenset({manifest.folded[-1].name.split(".")[0]})


def _or_experts(linear: Copies) -> Copies:
    return lambda tensor: linear(tensor) or fused_experts(tensor)
