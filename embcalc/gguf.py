"""llama.cpp's mixtures: which GGUF type each tensor gets in a file of a kind such as Q4_K_M.

The rules are those of llama.cpp's src/llama-quant.cpp (llama_tensor_get_type, tensor_allows_quantization,
tensor_type_fallback), for a model that is converted from 16 or 32 bits and quantised without an importance matrix and
without options. Tensor data is counted; header, tokenizer, computed tables and alignment are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from embcalc.manifests import Manifest
from embcalc.quantization import LayoutError, ggml_fits, ggml_size, ggml_type
from embcalc.tensors import Kind, Role, Tensor
from embcalc.walking import numbers


class Mixture(NamedTuple):
    """A kind of file: its usual type, and the type of the value and down projections in layers that need more bits."""

    usual: str
    more: str


MIXTURES = {
    "q8_0": Mixture("Q8_0", "Q8_0"),
    "q6_k": Mixture("Q6_K", "Q6_K"),
    "q5_k_m": Mixture("Q5_K", "Q6_K"),
    "q4_k_m": Mixture("Q4_K", "Q6_K"),
    "q4_0": Mixture("Q4_0", "Q4_0"),
}
# types whose tensors the conversion keeps as they are, or joins (experts) without changing a row. Left out are those
# whose head it doubles in some releases (gpt2, bloom, falcon …) or whose projections it splits (deepseek).
DESCRIBED = (
    *("cohere", "cohere2", "gemma", "gemma2", "gemma3_text", "glm4", "gpt_neox", "granite", "llama", "mistral"),
    *("mixtral", "olmo", "olmo2", "olmoe", "phi", "phi3", "qwen2", "qwen2_moe", "qwen3", "qwen3_moe", "smollm3"),
    *("stablelm", "starcoder2"),
)
VALUE = frozenset({"v_proj"})
FUSED = frozenset({"qkv_proj", "query_key_value"})
KEY = frozenset({"k_proj"})
ATTENTION_OUT = frozenset({"o_proj", "dense"})
DOWN = frozenset({"down_proj", "w2", "fc2", "dense_4h_to_h", "c_proj"})
EIGHT = 8
LAYERS_OF_70B = 80


class Shape(NamedTuple):
    """What the rules ask of a model: its layers, its experts, whether it is a "70B", whether the head is tied."""

    layers: int
    experts: int
    is_70b: bool
    tied: bool


def mixture(name: str, manifest: Manifest) -> tuple[str, Callable[[Tensor], int]]:
    """The mixture of a name for one model: what it does in words, and the bytes of each of the model's tensors.

    Raises LayoutError where the model's conversion is not described, or where releases of llama.cpp differ.
    """
    kind = MIXTURES[name]
    shape = _shape(name, manifest)

    def size(tensor: Tensor) -> int:
        raised = _raised(tensor, kind, shape.layers)
        return sum(
            copies * ggml_size(_type(tensor, kind, shape, more=more), tensor.shape)
            for copies, more in ((raised, True), (tensor.copies - raised, False))
            if copies
        )

    return f"llama.cpp's {name.upper()}, no importance matrix", size


def more_bits(layer: int, layers: int) -> bool:
    """Whether a layer's value and down projections get the higher type (`use_more_bits`): about half of them do."""
    return layer < layers // 8 or layer >= 7 * layers // 8 or (layer - layers // 8) % 3 == 2  # noqa: PLR2004


def _raised(tensor: Tensor, kind: Mixture, layers: int) -> int:
    """How many copies of a tensor stand in layers in which it gets the higher type."""
    if kind.usual == kind.more or module(tensor) not in VALUE | DOWN:
        return 0
    listed = numbers(tensor.name)[0]
    return tensor.copies // len(listed) * sum(more_bits(layer, layers) for layer in listed)


def _type(tensor: Tensor, kind: Mixture, shape: Shape, *, more: bool) -> str:
    columns = tensor.shape[-1] if tensor.shape else 1
    table = tensor.role is Role.INPUT_EMBEDDING
    if not table and (len(tensor.shape) < 2 or tensor.kind in (Kind.OTHER, Kind.ROUTER)):  # noqa: PLR2004
        return "F32"
    if tensor.role is Role.OUTPUT_HEAD or (table and shape.tied):
        return ggml_type(_head_type(kind.usual, columns), columns)
    return ggml_type(kind.usual if table else _layer_type(module(tensor), kind, shape, more=more), columns)


def _head_type(usual: str, columns: int) -> str:
    return "Q8_0" if usual == "Q8_0" or not ggml_fits(usual, columns) else "Q6_K"


def _layer_type(name: str, kind: Mixture, shape: Shape, *, more: bool) -> str:
    if shape.experts == EIGHT and name in VALUE | KEY:
        return "Q8_0"
    if shape.experts == EIGHT and name in ATTENTION_OUT and kind.usual == "Q4_K":
        return "Q5_K"
    if more:
        return kind.more
    return "Q5_K" if shape.is_70b and name in VALUE and kind.usual == "Q4_K" else kind.usual


def module(tensor: Tensor) -> str:
    """The last module's name of a weight: `model.layers.0.mlp.down_proj.weight` → `down_proj`."""
    return tensor.name.split(".")[-2] if "." in tensor.name else tensor.name


def _shape(name: str, manifest: Manifest) -> Shape:
    if not manifest.complete:
        raise LayoutError("the architecture is not described")
    head = manifest.first(Role.OUTPUT_HEAD)
    if manifest.model_type not in DESCRIBED or head is None:
        what = manifest.model_type if head is not None else f"{manifest.architecture}, which has no output head,"
        raise LayoutError(f"the GGUF mixtures are not described for {what}")
    found = [(tensor, numbers(tensor.name)) for tensor in manifest.folded if is_block_weight(tensor)]
    if MIXTURES[name].usual != MIXTURES[name].more and any(module(tensor) in FUSED for tensor, _ in found):
        raise LayoutError("releases of llama.cpp differ in the type of a fused query, key and value projection")
    layers = 1 + max(max(listed[0]) for _, listed in found)
    experts = max((1 + max(listed[1]) for _, listed in found if len(listed) > 1), default=0)
    return Shape(layers, experts, _is_70b(manifest, layers), head.tied_to is not None)


def is_block_weight(tensor: Tensor) -> bool:
    """Whether a tensor is the weight of a linear layer in a numbered block."""
    return tensor.kind is Kind.LINEAR and bool(numbers(tensor.name))


def _is_70b(manifest: Manifest, layers: int) -> bool:
    """llama.cpp takes 80 layers for a 70B model: of Qwen 2, and of Llama with fewer heads for keys than for queries.

    Source: llama.cpp's src/models (llama.cpp, qwen2.cpp: LLM_TYPE_70B).
    """
    rows = {module(tensor): tensor.shape[0] for tensor in manifest.folded if is_block_weight(tensor)}
    grouped = rows.get("v_proj", 0) < rows.get("q_proj", 0)
    known = manifest.model_type == "qwen2" or (manifest.model_type in ("llama", "mistral") and grouped)
    return known and layers == LAYERS_OF_70B
