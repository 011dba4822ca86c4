"""From a config to a manifest: finds the family that describes a `model_type` and builds the class it names.

A family is a file of this package; `FAMILIES` says which model types it describes, so that only one is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from embcalc.architectures.model_type import ModelType
from embcalc.architectures.unknown import TEXT_PARTS, vocabulary_only
from embcalc.config import Config, shown
from embcalc.errors import ConfigError, did_you_mean
from embcalc.manifests import Manifest
from embcalc.tensors import Role

FAMILIES: dict[str, tuple[str, ...]] = {
    "albert": ("albert",),
    "bart": ("bart",),
    "bert": ("bert",),
    "bloom": ("bloom",),
    "cohere": ("cohere", "cohere2"),
    "deberta": ("deberta-v2",),
    "deepseek": ("deepseek_v2", "deepseek_v3"),
    "distilbert": ("distilbert",),
    "electra": ("electra",),
    "falcon": ("falcon",),
    "gemma": ("gemma", "gemma2", "gemma3_text"),
    "glm": ("glm4", "glm4_moe"),
    "gpt2": ("gpt2", "gpt_bigcode"),
    "gpt_neo": ("gpt_neo",),
    "gpt_neox": ("gpt_neox",),
    "gpt_oss": ("gpt_oss",),
    "gptj": ("gptj",),
    "llama": ("granite", "llama", "mistral", "smollm3"),
    "mamba": ("mamba", "mamba2"),
    "marian": ("marian",),
    "mixtral": ("mixtral",),
    "mllama": ("mllama", "mllama_text_model", "mllama_vision_model"),
    "modernbert": ("modernbert",),
    "mpt": ("mpt",),
    "olmo": ("olmo", "olmo2", "olmoe"),
    "opt": ("opt",),
    "phi": ("phi", "phi3"),
    "qwen": ("qwen2", "qwen3"),
    "qwen_moe": ("qwen2_moe", "qwen3_moe"),
    "roberta": ("roberta", "xlm-roberta"),
    "stablelm": ("stablelm",),
    "starcoder2": ("starcoder2",),
    "t5": ("mt5", "t5"),
    "whisper": ("whisper",),
}

# beyond it a model type or a class name is damage, not a name
LONGEST_NAME = 200


def model_types() -> dict[str, str]:
    """Every supported `model_type`, sorted, with the family (module) that describes it."""
    return dict(sorted((name, family) for family, names in FAMILIES.items() for name in names))


def find(model_type: str) -> ModelType | None:
    """The description of a model type, or None where there is none."""
    family = model_types().get(model_type)
    if family is None:
        return None
    described: Mapping[str, ModelType] = import_module(f"embcalc.architectures.{family}").MODEL_TYPES
    return described[model_type]


def build(data: Mapping[str, Any], *, vocab_size: int | None = None, tied: bool | None = None) -> Manifest:
    """The manifest of the model that a config describes: every tensor of the class named in `architectures`.

    `vocab_size` and `tied` replace what the config says. Where the model type or the class is not described, the
    manifest is incomplete: it holds the vocabulary's tables alone, and a warning says why. Raises ConfigError for a
    value that no model can be built from, UnknownArchitectureError where not even those tables can be told.
    """
    manifest = _build(data, vocab_size=vocab_size, tied=tied)
    manifest.dtype = stated_dtype(data)
    manifest.warnings = list(dict.fromkeys([*manifest.warnings, *_dtypes_that_disagree(data)]))
    return manifest


def _build(data: Mapping[str, Any], *, vocab_size: int | None, tied: bool | None) -> Manifest:
    model_type, named = _names(data)
    described = find(model_type) if model_type else None
    if described is None:
        return vocabulary_only(data, *_unknown_type(model_type), vocab_size=vocab_size, tied=tied)
    config = Config(data, defaults=described.defaults, aliases=described.aliases, former=described.former)
    if any(part.data.get("per_layer_config") for part in (config, described.text(config))):
        why = "per_layer_config sizes each layer by itself, which is not described"
        return vocabulary_only(data, why, vocab_size=vocab_size, tied=tied)
    name = _class_name(named, described)
    if name not in described.classes:
        return vocabulary_only(data, *_unknown_class(name, described), vocab_size=vocab_size, tied=tied)
    config = _asked(config, described, vocab_size, tied)
    text = described.text(config)
    tree = described.classes[name](config, described.build(config), described.prefix)
    manifest = Manifest(tree, model_type=model_type, architecture=name, hidden_size=getattr(text, described.width))
    manifest.config_vocab_size = getattr(text, described.vocab_key) if manifest.first(Role.INPUT_EMBEDDING) else None
    manifest.several_parts = text is not config
    _say_tying(manifest, (config, text), given=tied)
    manifest.defaults_used = config.defaults_used if named else {"architectures": [name], **config.defaults_used}
    manifest.not_counted = _not_counted(data, name)
    manifest.warnings = config.notes
    if vocab_size is not None and manifest.first(Role.INPUT_EMBEDDING) is None:
        raise ConfigError(f"{name} has no token table, so there is no vocabulary to change")
    return manifest


def _vocab_keys(config: Config, described: ModelType) -> list[str]:
    """The keys that another vocabulary replaces. Two vocabularies of different sizes cannot both become one size."""
    first, second = described.vocab_key, described.second_vocab_key
    if second is None:
        return [first]
    rows, its_rows = getattr(config, first), config.optional_count(second) or getattr(config, first)
    if rows != its_rows:
        two = f"{config.spelt(first)} {rows:,} and {config.spelt(second)} {its_rows:,} are two vocabularies"
        raise ConfigError(f"{two}; one size does not say what becomes of both", "Change them in the config.")
    return [first, second]


def _asked(config: Config, described: ModelType, vocab_size: int | None, tied: bool | None) -> Config:
    """The config with what is asked for in place of what it says, in its language model's part where it has parts."""
    text = described.text(config)
    sizes = {} if vocab_size is None else dict.fromkeys(_vocab_keys(text, described), vocab_size)
    tying = {} if tied is None else {"tie_word_embeddings": tied}
    if not sizes and not tying:
        return config
    if text is config:
        return config.override(**sizes, **tying)
    return config.override(**{text.path.removesuffix("."): text.override(**sizes, **tying).data}, **tying)


def _not_counted(data: Mapping[str, Any], name: str) -> list[str]:
    """What a checkpoint may hold beside the class, so that nobody misses it in the total."""
    layers = data.get("num_nextn_predict_layers")
    if not isinstance(layers, int) or layers < 1:
        return []
    noun = "layer" if layers == 1 else "layers"
    return [f"{layers} multi-token-prediction {noun} (num_nextn_predict_layers), which {name} does not build"]


def stated_dtype(data: Mapping[str, Any]) -> str | None:
    """The data type that a config states for its weights, under the key of newer or older releases; null is none."""
    stated = (part.get(key) for _, part in _parts(data) for key in ("dtype", "torch_dtype"))
    return next((value for value in stated if isinstance(value, str)), None)


def _parts(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """A config and its language model, each with the path to its keys."""
    inner = [(f"{name}.", part) for name in TEXT_PARTS if isinstance(part := data.get(name), Mapping)]
    return [("", data), *inner]


def _dtypes_that_disagree(data: Mapping[str, Any]) -> list[str]:
    """A remark where the newer and the older key for the data type are both there and say different things."""
    both = ((path, part.get("dtype"), part.get("torch_dtype")) for path, part in _parts(data))
    return [
        f"{path}torch_dtype {old} disagrees with {path}dtype {new}, which is used"
        for path, new, old in both
        if isinstance(new, str) and isinstance(old, str) and new.split(".")[-1] != old.split(".")[-1]
    ]


def _names(data: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """The model type and the class that a config names; None where it names none."""
    model_type, classes = data.get("model_type"), data.get("architectures")
    if model_type is not None and not _is_name(model_type):
        raise ConfigError(f"model_type must be a name, not {shown(model_type)}")
    if classes is not None and not isinstance(classes, list):
        raise ConfigError(f"architectures must be a list of class names, not {shown(classes)}")
    if classes and not _is_name(classes[0]):
        raise ConfigError(f"architectures must list class names, not {shown(classes[0])}")
    return model_type, classes[0] if classes else None


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _class_name(named: str | None, described: ModelType) -> str:
    """The class to build, as its type spells it: early Llama checkpoints say LLaMAForCausalLM."""
    if named is None:
        return described.usual
    folded = {known.casefold(): known for known in described.classes}
    return folded.get(named.casefold(), named)


def _say_tying(manifest: Manifest, parts: Sequence[Config], given: bool | None) -> None:
    """Fill in whether the head is tied, and which of "option", "config", "class default" or "class" decided that."""
    head = manifest.first(Role.OUTPUT_HEAD)
    if head is None:
        return
    if given and manifest.untieable:
        raise ConfigError(f"the output head cannot be tied to the token table: {manifest.untieable}")
    manifest.tied = head.tied_to is not None
    stated = [flag for part in parts if isinstance(flag := part.data.get("tie_word_embeddings"), bool)]
    if manifest.untieable or (stated and manifest.tied not in stated):
        manifest.tied_from = "class"
    elif given is not None:
        manifest.tied_from = "option"
    else:
        manifest.tied_from = "config" if stated else "class default"


def _unknown_type(model_type: str | None) -> tuple[str, str | None]:
    if model_type is None:
        return "the config has no model_type", None
    return f"model_type {model_type} is not described", did_you_mean(model_type, model_types())


def _unknown_class(name: str, described: ModelType) -> tuple[str, str | None]:
    hint = did_you_mean(name, described.classes) or f"Described are {', '.join(described.classes)}."
    return f"the class {name} is not described for this model_type", hint
