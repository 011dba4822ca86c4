"""The packages of embcalc depend on one another in one direction only, and the command line starts lightly."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import embcalc

ROOT = Path(embcalc.__file__).parent
# what each part may import besides itself; a part is a module or a package
ALLOWED = {
    "errors": set(),
    "units": {"errors"},
    "verdicts": set(),
    "dtypes": {"errors"},
    "config": {"errors"},
    "positions": set(),
    "pooling": {"config", "errors"},
    "tensors": set(),
    "folding": {"tensors"},
    "walking": {"folding", "tensors"},
    "manifests": {"errors", "folding", "tensors", "walking"},
    "quantization": {"errors"},
    "gguf": {"manifests", "quantization", "tensors", "walking"},
    "schemes": {"manifests", "dtypes", "errors", "gguf", "quantization", "tensors", "walking"},
    "blocks": {"config", "errors", "tensors"},
    "architectures": {
        "manifests",
        "blocks",
        "config",
        "dtypes",
        "errors",
        "positions",
        "quantization",
        "schemes",
        "tensors",
        "walking",
    },
    "sources": {"config", "errors", "units"},
    "reports": {"manifests", "dtypes", "errors", "tensors"},
    "activations": {"manifests", "dtypes", "errors", "pooling", "positions", "reports", "tensors", "units"},
    "memory": {"manifests", "quantization", "reports", "schemes", "tensors"},
    "explain": {"reports", "tensors", "units", "walking"},
    "api": {
        "manifests",
        "activations",
        "architectures",
        "dtypes",
        "errors",
        "memory",
        "pooling",
        "reports",
        "schemes",
        "sources",
        "tensors",
    },
    "catalog": {"api", "architectures", "reports", "sources"},
    "whatif": {"api", "architectures", "config", "dtypes", "errors", "reports", "sources", "units"},
    "checkpoints": {"errors", "sources"},
    "rows": {"checkpoints", "errors", "reports", "sources", "tensors", "units", "verdicts"},
    "cards": {
        "api",
        "architectures",
        "config",
        "dtypes",
        "errors",
        "reports",
        "rows",
        "sources",
        "tensors",
        "units",
        "verdicts",
    },
    "views": {
        "manifests",
        "activations",
        "cards",
        "verdicts",
        "explain",
        "memory",
        "positions",
        "reports",
        "schemes",
        "tensors",
        "units",
        "whatif",
    },
    "render": {"cards", "errors", "units", "verdicts", "views", "whatif"},
    "cli": {
        "activations",
        "api",
        "architectures",
        "cards",
        "catalog",
        "dtypes",
        "errors",
        "explain",
        "memory",
        "render",
        "reports",
        "rows",
        "sources",
        "units",
        "views",
        "whatif",
    },
    "__init__": {"api"},
    "__main__": {"cli"},
}


def part(path: Path) -> str:
    """The part of the program that a file belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The parts that a file imports, wherever in it the import stands."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "embcalc":
            tail = node.module.split(".")[1:]
            names |= {tail[0]} if tail else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("embcalc.")}
    return names


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    """No file imports a part that stands above its own."""
    assert imported(path) - {part(path)} <= ALLOWED[part(path)]


# the rooms of `cards`, each with those that it may use; what stands outside of them uses all
ROOMS = {
    "documents": set(),
    "markup": {"documents"},
    "writing": {"documents"},
    "language": set(),
    "claims": {"documents", "language", "markup"},
    "judging": {"language"},
}


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_the_rooms_of_cards_point_one_way(room: str) -> None:
    """A card is read, then understood, then judged; writing needs no more than the document."""
    for path in sorted((ROOT / "cards" / room).glob("*.py")):
        used = {
            node.module.split(".")[2] if node.module.count(".") > 1 else alias.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith("embcalc.cards.")
            for alias in node.names
        }
        assert used - {room} <= ROOMS[room], path


def test_every_room_of_cards_is_named() -> None:
    """A new folder is placed before it is used."""
    assert {path.parent.name for path in (ROOT / "cards").glob("*/__init__.py")} == set(ROOMS)


def modules_after(*arguments: str) -> set[str]:
    """The modules that are loaded when a command has run."""
    code = (
        "import sys, embcalc.cli as cli\n"
        f"sys.argv = ['embcalc', *{arguments!r}]\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_a_json_config_needs_neither_rich_nor_yaml_nor_the_hub(tmp_path: Path) -> None:
    """`--format json` on a config.json loads only what it uses: start-up is a feature."""
    config = tmp_path / "config.json"
    config.write_text('{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}')
    loaded = modules_after("params", str(config), "--json", "--quiet")
    assert "embcalc.architectures.llama" in loaded
    assert loaded & {"rich", "yaml", "huggingface_hub", "pydantic", "embcalc.render.table", "asyncio"} == set()


def test_a_bundled_model_never_loads_the_hub_client() -> None:
    """A local source has no business with the network."""
    assert "huggingface_hub" not in modules_after("params", "llama-3-8b")


def test_a_card_alone_loads_neither_the_hub_client_nor_what_reads_other_files(tmp_path: Path) -> None:
    """Checkpoints and tokenizers are for those who ask for them, and only a safetensors file needs the client."""
    (tmp_path / "config.json").write_text('{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}')
    (tmp_path / "README.md").write_text("- Layers: 32\n")
    others = {"huggingface_hub", "embcalc.rows.files", "embcalc.checkpoints"}
    assert modules_after("check", str(tmp_path)) & others == set()
    asked = modules_after("check", str(tmp_path), "--tokenizer-len", "32000")
    assert "embcalc.rows.files" in asked
    assert "huggingface_hub" not in asked


def test_import_embcalc_is_light() -> None:
    """`import embcalc` alone imports none of its parts."""
    code = "import sys, embcalc; print([name for name in sys.modules if name.startswith('embcalc.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
