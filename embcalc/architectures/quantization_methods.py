"""The methods that a quantization_config can name: of each, the layout, and which of a model's weights have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from embcalc.architectures.compressed import compressed_tensors
from embcalc.architectures.skipping import Skip, nothing, skips
from embcalc.config import Config, shown
from embcalc.errors import ConfigError
from embcalc.manifests import Manifest
from embcalc.quantization import Layout, LayoutError, awq, bnb_4bit, eight_bit, gptq, llm_int8, mlx, mxfp4
from embcalc.schemes import Copies, all_but, blocks, fused_experts, has_fused_experts, is_linear, kept_modules
from embcalc.tensors import Role, Tensor

Reader = Callable[[Config, Manifest], tuple[str, Layout, Copies]]


def _linear(skip: Skip, also: Callable[[Tensor], int] | None = None) -> Copies:
    """Copies of every linear layer that is not skipped, the output head too unless it is."""

    def copies(tensor: Tensor) -> int:
        chosen = also(tensor) if also else tensor.copies if is_linear(tensor) else 0
        return chosen and skip(tensor)

    return copies


def _named_or_usual(config: Config, key: str, manifest: Manifest) -> Copies:
    """The linear layers left when the list under a key is skipped; without a list, the head and the last module are."""
    named = config.items(key)
    return all_but(kept_modules(manifest)) if named is None else _linear(skips(config.spelt(key), named))


def _bitsandbytes(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    four, eight = config.flag("load_in_4bit"), config.flag("load_in_8bit")
    if four == eight:
        raise LayoutError("quantization_config must say either load_in_4bit or load_in_8bit")
    copies = _named_or_usual(config, "llm_int8_skip_modules", manifest)
    if eight:
        return "bitsandbytes LLM.int8, float32 scale a row", llm_int8, copies
    kind = config.text("bnb_4bit_quant_type")
    if kind not in ("nf4", "fp4"):
        raise LayoutError(f"bnb_4bit_quant_type {shown(kind)} is not described")
    double = config.flag("bnb_4bit_use_double_quant")
    scales = "scales quantised to 8 bits" if double else "float32 scale a block of 64"
    return f"bitsandbytes {kind}, {scales}", bnb_4bit(double=double), copies


def _group(config: Config) -> tuple[int | None, str]:
    size = config.signed("group_size")
    return (size, f"groups of {size}") if size > 0 else (None, "one group a row")


def _bits(config: Config, known: tuple[int, ...]) -> int:
    if config.bits not in known:
        raise LayoutError(f"{config.spelt('bits')} {config.bits} is not described; {', '.join(map(str, known))} are")
    return config.bits


def _gptq(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    form = config.data.get("checkpoint_format")
    if form not in (None, "gptq", "gptq_v2") or config.data.get("dynamic") or config.data.get("is_marlin_format"):
        raise LayoutError("this kind of GPTQ checkpoint (its format, or sizes by layer) is not described")
    bits, (group, words) = _bits(config, (2, 3, 4, 8)), _group(config)
    only = config.items("modules_in_block_to_quantize")
    names = [name for part in only or () for name in (part if isinstance(part, list) else [part])]
    in_blocks = blocks(manifest)

    def copies(tensor: Tensor) -> int:
        if config.flag("lm_head") and tensor.role is Role.OUTPUT_HEAD:
            return tensor.copies
        module = tensor.name.rpartition(".")[0]
        return in_blocks(tensor) if not names or any(module.endswith(f".{name}") for name in names) else 0

    order = ", by activation order" if config.flag("desc_act") else ""
    return f"GPTQ {bits}-bit, {words}{order}", gptq(bits, group), copies


def _awq(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    if config.text("version").lower() != "gemm" or not config.flag("zero_point"):
        raise LayoutError("AWQ is described for version gemm with zero points alone")
    bits, (group, words) = _bits(config, (4,)), _group(config)
    skip = skips(config.spelt("modules_to_not_convert"), config.items("modules_to_not_convert") or ())
    return f"AWQ {bits}-bit, {words}", awq(bits, group), _linear(skip, blocks(manifest))


def _fp8(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    strange = [key for key in ("quant_algo", "quantized_layers", "expert_dtype") if config.data.get(key)]
    if strange or config.data.get("scale_fmt") not in (None, "float"):
        key = (*strange, "scale_fmt")[0]
        raise LayoutError(f"fp8 with {key} {shown(config.data[key]).removeprefix('the text ')} is not described")
    if has_fused_experts(manifest):
        raise LayoutError("fp8 is not described for experts that share one tensor")
    sizes = config.numbers("weight_block_size")
    if sizes and (len(sizes) != 2 or min(sizes) < 1):  # noqa: PLR2004
        raise ConfigError(f"{config.spelt('weight_block_size')} must be two sizes, not {list(sizes)}")
    first, second = (sizes[0], sizes[1]) if sizes else (None, None)
    extra = 4 if config.text("activation_scheme") == "static" else 0
    # the config does not tell the scales' type: DeepSeek's are float32, those of Qwen 3 are in 16 bits
    scales = f"a block of {first} × {second} (some checkpoints have it in 16 bits)" if sizes else "a matrix"
    copies = _named_or_usual(config, "modules_to_not_convert", manifest)
    return f"fp8, float32 scale {scales}", eight_bit(first, second, 4, extra), copies


def _fbgemm(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    skip, usual = _skipped(config), all_but(kept_modules(manifest))
    return "fp8 of FBGEMM, float32 scale a row", eight_bit(1, None, 4), _linear(skip, usual)


def _skipped(config: Config) -> Skip:
    named = config.items("modules_to_not_convert")
    return skips(config.spelt("modules_to_not_convert"), named) if named else nothing


def _mxfp4(config: Config, manifest: Manifest) -> tuple[str, Layout, Copies]:
    if not has_fused_experts(manifest):
        raise LayoutError("mxfp4 is described for experts that share one tensor, as gpt-oss has them")
    detail = "experts in MXFP4, 8-bit scale a block of 32"
    return detail, mxfp4, _linear(_skipped(config), fused_experts)


def _mlx(config: Config, _: Manifest) -> tuple[str, Layout, Copies]:
    if any(isinstance(value, Mapping) for value in config.data.values()):
        raise LayoutError("MLX with other bits for some layers is not described")
    bits, group = _bits(config, (2, 3, 4, 6, 8)), config.group_size

    def copies(tensor: Tensor) -> int:
        return tensor.copies if is_linear(tensor) or tensor.role is Role.INPUT_EMBEDDING else 0

    return f"MLX {bits}-bit, groups of {group}, the tables too", mlx(bits, group), copies


METHODS: dict[str, Reader] = {
    "bitsandbytes": _bitsandbytes,
    "gptq": _gptq,
    "awq": _awq,
    "fp8": _fp8,
    "fbgemm_fp8": _fbgemm,
    "compressed-tensors": compressed_tensors,
    "mxfp4": _mxfp4,
    "mlx": _mlx,
}
# which parts of a model of several these quantise differs by program and release, and no config says it
OF_ONE_PART = ("gptq", "awq", "mlx")
# the class defaults of transformers' quantisation configs
DEFAULTS: dict[str, dict[str, Any]] = {
    "bitsandbytes": {
        "load_in_4bit": False,
        "load_in_8bit": False,
        "llm_int8_skip_modules": None,
        "bnb_4bit_quant_type": "fp4",
        "bnb_4bit_use_double_quant": False,
    },
    "gptq": {"group_size": 128, "desc_act": False, "lm_head": False, "modules_in_block_to_quantize": None},
    "awq": {"bits": 4, "group_size": 128, "zero_point": True, "version": "gemm", "modules_to_not_convert": None},
    "fp8": {"weight_block_size": None, "activation_scheme": "dynamic", "modules_to_not_convert": None},
    "fbgemm_fp8": {"modules_to_not_convert": None},
    "compressed-tensors": {"format": "dense", "ignore": None},
    "mxfp4": {"modules_to_not_convert": None},
    "mlx": {},
}
