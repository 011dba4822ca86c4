"""A quantization_config of compressed-tensors: one group of linear layers, what it targets and what it ignores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from embcalc.architectures.skipping import copies_not, pattern, texts
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.manifests import Manifest
from embcalc.quantization import Layout, LayoutError, eight_bit, packed
from embcalc.schemes import Copies, is_linear
from embcalc.tensors import Tensor

EIGHT = ("float-quantized", "int-quantized", "naive-quantized")
WEIGHTS = {"num_bits": 8, "type": "int", "symmetric": True, "strategy": None, "group_size": None, "actorder": None}


def compressed_tensors(config: Config, _: Manifest) -> tuple[str, Layout, Copies]:
    """What is quantised, how, and which copies: the targets of the one group, less what is ignored.

    Described are one group of symmetric weights, packed (4 or 8 bits) or a byte a value. `targets` and `ignore` name
    modules in full, by class ("Linear") or by "re:" and a pattern. Source: compressed-tensors, utils/match.py.
    """
    groups = config.part("config_groups", {}).data
    if len(groups) != 1:
        raise LayoutError(f"compressed-tensors with {len(groups)} config_groups is not described; one is")
    (name,) = groups
    group = config.part("config_groups", {}).part(name, {"targets": None, "input_activations": None})
    weights = group.part("weights", WEIGHTS)
    if not weights.flag("symmetric"):
        raise LayoutError("compressed-tensors with zero points is not described")
    targets = _matches(group.spelt("targets"), group.items("targets") or ["Linear"])
    ignored = _matches(config.spelt("ignore"), config.items("ignore") or [])
    copies = copies_not(lambda module: ignored(module) or not targets(module))

    def chosen(tensor: Tensor) -> int:
        return copies(tensor) if is_linear(tensor) else 0

    detail, layout = _layout(config.text("format"), weights, static=_is_static(group))
    return f"compressed-tensors {detail}", layout, chosen


def _layout(form: str, weights: Config, *, static: bool) -> tuple[str, Layout]:
    strategy, bits, group = weights.data.get("strategy"), weights.num_bits, weights.optional("group_size")
    if form == "pack-quantized" and bits in (4, 8) and strategy in ("group", "channel", None):
        order = weights.data.get("actorder") == "group"
        words = f"groups of {group}" if group else "one scale a row"
        return f"{bits}-bit, {words}", packed(bits, group, activation_order=order)
    extra = 2 if static else 0
    if form in EIGHT and bits == 8:  # noqa: PLR2004
        kind = f"{'fp8' if weights.text('type') == 'float' else 'int8'}, 16-bit scale"
        if strategy == "channel":
            return f"{kind} a row", eight_bit(1, None, 2, extra)
        if strategy in ("tensor", None):
            return f"{kind} a matrix", eight_bit(None, None, 2, extra)
        if strategy == "block":
            first, second = _block(weights)
            return f"{kind} a block of {first} × {second}", eight_bit(first, second, 2, extra)
    raise LayoutError(f"compressed-tensors {form} with {bits} bits by {strategy or 'no strategy'} is not described")


def _block(weights: Config) -> tuple[int, int]:
    sizes = weights.numbers("block_structure") if "block_structure" in weights.data else ()
    if len(sizes) != 2 or min(sizes) < 1:  # noqa: PLR2004
        raise ConfigError(f"{weights.spelt('block_structure')} must be two sizes, not {list(sizes)}")
    return sizes[0], sizes[1]


def _is_static(group: Config) -> bool:
    """Whether the inputs have a scale that is stored with the layer."""
    inputs = group.data.get("input_activations")
    return isinstance(inputs, Mapping) and not inputs.get("dynamic")


def _matches(key: str, named: Sequence[Any]) -> Callable[[str], bool]:
    words = texts(key, named)
    names = {word for word in words if not word.startswith("re:")}
    patterns = [pattern(key, word.removeprefix("re:")) for word in words if word.startswith("re:")]
    return lambda module: "Linear" in names or module in names or any(found.match(module) for found in patterns)
