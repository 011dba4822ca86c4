"""Record what transformers builds, on its meta device (no weights, no memory), as the truth that tests compare with.

    python -m tests.manifests.record --new MODEL_TYPE [CLASS]  class defaults and the default config
    python -m tests.manifests.record CONFIG.json [CLASS ...]   one more case, for the config's own or the given classes

Needs torch and transformers beside the project; `pip install torch transformers` in an environment of its own.
A case holds: `total`, parameters with tied ones once; `stored`, values in the saved file, buffers included; `tied`,
whether the head is one tensor with a token table, the encoder's or the decoder's; the shapes of head and input table;
`ties`, tied name → the name that is saved; and `tensors`, name → shape as save_pretrained writes them, in the notation
of notation.py.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.manifests.notation import pack

HERE = Path(__file__).parent
# the auto classes in which a type's usual class is looked up, first match wins
USUAL = ("SEQ_TO_SEQ_CAUSAL_LM", "IMAGE_TEXT_TO_TEXT", "SPEECH_SEQ_2_SEQ", "MASKED_LM", "CAUSAL_LM", "PRETRAINING")


def read(config: dict[str, Any]) -> Any:
    """The config object that transformers makes of a config.json."""
    from transformers import AutoConfig

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(config), encoding="utf-8")
        return AutoConfig.from_pretrained(folder, local_files_only=True)


def usual_class(model_type: str) -> str:
    """The name of the class that a checkpoint of the type usually holds."""
    from transformers.models.auto import modeling_auto

    tables = [getattr(modeling_auto, f"MODEL_FOR_{name}_MAPPING_NAMES") for name in USUAL]
    return str(next(table[model_type] for table in tables if model_type in table))


def case(config: dict[str, Any], class_name: str) -> dict[str, Any]:
    """Build a class from a config and say what it holds."""
    import torch
    import transformers
    from transformers.core_model_loading import revert_weight_conversion

    with torch.device("meta"):
        model = getattr(transformers, class_name)._from_config(read(config))
    model.tie_weights()
    state = model.state_dict(keep_vars=True)
    for key in model._keys_to_ignore_on_save or []:
        state.pop(key, None)
    tied = model.all_tied_weights_keys or {}
    owners = {id(tensor): name for name, tensor in reversed(state.items()) if name not in tied}
    for name, tensor in state.items():
        owners.setdefault(id(tensor), name)
    kept = {name: state[name].detach() for name in state if owners[id(state[name])] == name}
    saved = {name: list(tensor.shape) for name, tensor in revert_weight_conversion(model, kept).items()}
    table, head = _weight(model.get_input_embeddings), _weight(model.get_output_embeddings)
    return {
        "class": class_name,
        "config": config,
        "total": sum(parameter.numel() for parameter in model.parameters()),
        "stored": sum(math.prod(shape) for shape in saved.values()),
        "tied": None if table is None or head is None else table is head or _is_table(model, head),
        "input_embedding": None if table is None else list(table.shape),
        "output_head": None if head is None else list(head.shape),
        "ties": {name: owners[id(tensor)] for name, tensor in state.items() if owners[id(tensor)] != name},
        "tensors": pack(saved),
    }


def class_defaults(model_type: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The plain values that a config class takes for absent keys, before it derives others, and its other key names."""
    import dataclasses

    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    config_class = CONFIG_MAPPING[model_type]
    fields = {field.name: field.default for field in dataclasses.fields(config_class)}
    if "tie_word_embeddings" not in fields and hasattr(made := config_class(), "tie_word_embeddings"):
        fields["tie_word_embeddings"] = made.tie_word_embeddings  # T5 sets it without having a field for it
    plain = (bool, int, float, str, type(None))
    return {key: value for key, value in fields.items() if isinstance(value, plain)}, config_class.attribute_map


def _is_table(model: Any, weight: Any) -> bool:
    import torch

    return any(module.weight is weight for module in model.modules() if isinstance(module, torch.nn.Embedding))


def _weight(getter: Any) -> Any:
    try:
        return getter().weight
    except (AttributeError, NotImplementedError):
        return None


def save(record: dict[str, Any]) -> None:
    """Write a record with one case's facts a line and one tensor a line."""
    path = HERE / f"{record['model_type']}.json"
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in record.items() if key != "cases"]
    cases = [_case_lines(entry) for entry in record["cases"]]
    text = "\n".join(["{", *lines, ' "cases": [', ",\n".join(cases), " ]", "}", ""])
    path.write_text(text, encoding="utf-8")


def _case_lines(entry: dict[str, Any]) -> str:
    facts = [f"   {json.dumps(key)}: {json.dumps(value)}," for key, value in entry.items() if key != "tensors"]
    tensors = [f"    {json.dumps(name)}: {json.dumps(shape)}" for name, shape in entry["tensors"].items()]
    return "\n".join(["  {", *facts, '   "tensors": {', ",\n".join(tensors), "   }", "  }"])


def load(model_type: str) -> dict[str, Any]:
    """The record of a model type."""
    record: dict[str, Any] = json.loads((HERE / f"{model_type}.json").read_text(encoding="utf-8"))
    return record


def main(arguments: list[str]) -> int:
    """Record a new model type or one more case; returns the exit code."""
    import transformers

    if arguments[:1] == ["--new"]:
        defaults, aliases = class_defaults(arguments[1])
        usual = arguments[2] if len(arguments) > 2 else usual_class(arguments[1])
        config = {"model_type": arguments[1], "architectures": [usual]}
        head = {"model_type": arguments[1], "transformers": transformers.__version__, "usual": usual}
        save({**head, "class_defaults": defaults, "aliases": aliases, "cases": [case(config, usual)]})
        return 0
    config = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    record = load(config["model_type"])
    for name in arguments[1:] or config["architectures"][:1]:
        record["cases"].append(case(config, name))
    save(record)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
