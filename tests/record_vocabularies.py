"""Record what transformers builds for bundled models with other vocabularies, tied and untied.

    python -m tests.record_vocabularies > tests/vocabulary_totals.tsv

Needs torch and transformers, as tests/manifests/record.py does. T5's flag is left out: transformers ties it always.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.manifests.record import case

MODELS = (
    "albert-base-v2",
    "bart-large-cnn",
    "bert-base-uncased",
    "bloom-560m",
    "deepseek-v2-lite",
    "electra-small-generator",
    "falcon-7b",
    "gemma-2-2b",
    "gpt-j-6b",
    "gpt-oss-20b",
    "llama-3-8b",
    "llama-3.2-1b",
    "mamba-130m",
    "mixtral-8x7b",
    "opt-350m",
    "phi-2",
    "qwen2.5-0.5b",
    "roberta-base",
    "santacoder",
)
SIZES = (32_000, 65_537, 128_000, 256_256)


def main() -> None:
    """Print a line a model, vocabulary and tying."""
    print("model", "vocab_size", "tied", "total", "stored", sep="\t")
    for name in MODELS:
        text = Path(__file__).parent.parent.joinpath("configs", f"{name}.yaml").read_text(encoding="utf-8")
        config = yaml.safe_load(text)
        for size in SIZES:
            for tied in (True, False):
                varied = config | {"vocab_size": size, "tie_word_embeddings": tied}
                found = case(varied, config["architectures"][0])
                print(name, size, str(tied).lower(), found["total"], found["stored"], sep="\t", flush=True)


if __name__ == "__main__":
    main()
