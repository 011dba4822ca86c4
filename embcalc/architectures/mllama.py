"""Mllama (Llama 3.2 Vision): a vision encoder, and a Llama in which some layers attend to the image instead."""

from __future__ import annotations

from embcalc.architectures.llama import llama_mlp
from embcalc.architectures.model_type import ModelType, part
from embcalc.blocks import (
    Module,
    activation,
    bare,
    decoder,
    gqa,
    layer_norm,
    linear,
    output_head,
    position_table,
    qk_norms,
    rms_norm,
    split_width,
    token_table,
)
from embcalc.config import Config
from embcalc.errors import ConfigError
from embcalc.tensors import Param, Role, repeat

# what the config classes take where a list is absent or null
CROSSING = (3, 8, 13, 18, 23, 28, 33, 38)
RATIOS = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1), (4, 1))
TILES = 4
# rows of the token table that the head lacks, for tokens that are read and never written: the image's
MORE_ROWS = 8
GATE = Param((1,))


def text_model(c: Config) -> Module:
    # a head_dim that the config may state is read by nothing
    d, h = c.hidden_size, split_width(c)
    attention = gqa(c, head=h, kv=c.num_key_value_heads)
    rest = {
        "mlp": llama_mlp(c, c.intermediate_size),
        "input_layernorm": rms_norm(d),
        "post_attention_layernorm": rms_norm(d),
    }
    layer = {"self_attn": attention} | rest
    gates: Module = {"cross_attn_attn_gate": GATE, "cross_attn_mlp_gate": GATE}
    crossing = gates | {"cross_attn": attention | qk_norms(h, h)} | rest
    where = crossing_layers(c)
    layers = [crossing if number in where else layer for number in range(c.num_hidden_layers)]
    return decoder(c, layers) | {"embed_tokens": token_table(c.vocab_size + MORE_ROWS, d)}


def crossing_layers(c: Config) -> frozenset[int]:
    # numbers beyond the last layer are passed over
    listed = CROSSING if c.items("cross_attention_layers") is None else c.numbers("cross_attention_layers")
    return frozenset(listed) & frozenset(range(c.num_hidden_layers))


def vision_model(c: Config) -> Module:
    d, p, rows = c.hidden_size, c.patch_size, ratio_rows(c)
    patches = (c.image_size // p) ** 2 + 1
    layer = vision_layer(c)
    tile: Module = {"gate": GATE, "embedding": position_table(rows, c.max_num_tiles * d)}
    return {
        "class_embedding": Param((d,)),
        "patch_embedding": {"weight": Param((d, c.num_channels, p, p))},
        "gated_positional_embedding": {
            "gate": GATE,
            "embedding": Param((patches, d), Role.POSITION_EMBEDDING),
            "tile_embedding": position_table(rows, c.max_num_tiles * patches * d),
        },
        "pre_tile_positional_embedding": tile,
        "post_tile_positional_embedding": tile,
        "layernorm_pre": layer_norm(d),
        "layernorm_post": layer_norm(d),
        "transformer": {"layers": repeat(layer, c.count("num_hidden_layers"))},
        "global_transformer": {
            "layers": repeat({"gate_attn": GATE, "gate_ffn": GATE} | layer, c.count("num_global_layers"))
        },
    }


def vision_layer(c: Config) -> Module:
    d, f, rows = c.hidden_size, c.intermediate_size, c.num_attention_heads * split_width(c)
    project = linear(d, rows, bias=False)
    return {
        "self_attn": {"q_proj": project, "k_proj": project, "v_proj": project, "o_proj": linear(rows, d, bias=False)},
        "mlp": {"activation_fn": activation(c, "hidden_act"), "fc1": linear(d, f), "fc2": linear(f, d)},
        "input_layernorm": layer_norm(d),
        "post_attention_layernorm": layer_norm(d),
    }


def ratio_rows(c: Config) -> int:
    # one for each way to lay out the tiles, and one for no image
    listed = c.items("supported_aspect_ratios")
    ratios = list(map(ratio, RATIOS if listed is None else listed))
    if None in ratios:
        raise ConfigError(f"{c.spelt('supported_aspect_ratios')} must list pairs of whole numbers")
    if ratios == list(RATIOS) and c.max_num_tiles != TILES:
        raise ConfigError(f"{c.spelt('max_num_tiles')} must be {TILES} for the usual supported_aspect_ratios")
    return len(ratios) + 1


def ratio(value: object) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, (list, tuple)) and all(type(side) is int for side in value) else None


# Classes: the text model is in all of them. No head is tied, whatever the config says: the table has more rows.


def text_part(c: Config) -> Config:
    return part(c, "text_config", TEXT)


def model(c: Config, base: Module, prefix: str) -> Module:
    vision = part(c, "vision_config", VISION)
    return {
        "vision_model": vision_model(vision),
        "language_model": {prefix: base},
        "multi_modal_projector": linear(vision.vision_output_dim, text_part(c).hidden_size),
    }


def conditional_generation(c: Config, base: Module, prefix: str) -> Module:
    return model(c, base, prefix) | {"language_model.lm_head": head(text_part(c))}


def text_alone(c: Config, base: Module, prefix: str) -> Module:
    # …ForCausalLM in a config of both parts
    return causal_lm(text_part(c), base, prefix)


def causal_lm(c: Config, base: Module, prefix: str) -> Module:
    return {prefix: base, "lm_head": head(c)}


def head(c: Config) -> Module:
    return output_head(c.vocab_size, c.hidden_size, tied_to=None)


TEXT = ModelType(
    text_model,
    {"MllamaTextModel": bare, "MllamaForCausalLM": causal_lm},
    usual="MllamaForCausalLM",
    defaults={
        "vocab_size": 128_256,
        "hidden_size": 4_096,
        "intermediate_size": 14_336,
        "num_hidden_layers": 40,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "hidden_act": "silu",
        "cross_attention_layers": None,
    },
)
VISION = ModelType(
    vision_model,
    {"MllamaVisionModel": bare},
    usual="MllamaVisionModel",
    aliases={"num_attention_heads": "attention_heads"},
    defaults={
        "hidden_size": 1_280,
        "intermediate_size": 5_120,
        "num_hidden_layers": 32,
        "num_global_layers": 8,
        "attention_heads": 16,
        "num_channels": 3,
        "image_size": 448,
        "patch_size": 14,
        "max_num_tiles": 4,
        "vision_output_dim": 7_680,
        "hidden_act": "gelu",
        "supported_aspect_ratios": None,
    },
)
MODEL_TYPES = {
    "mllama": ModelType(
        lambda c: text_model(text_part(c)),
        {
            "MllamaModel": model,
            "MllamaForConditionalGeneration": conditional_generation,
            "MllamaForCausalLM": text_alone,
        },
        usual="MllamaForConditionalGeneration",
        text=text_part,
        defaults={"text_config": None, "vision_config": None},
    ),
    "mllama_text_model": TEXT,
    "mllama_vision_model": VISION,
}
