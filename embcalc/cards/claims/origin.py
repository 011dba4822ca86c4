"""Cards of repositories whose files are not the model that the config describes: adapters, and quantised weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from embcalc.cards.documents.document import Document
from embcalc.cards.language.finding import DTYPE, MEMORY, PARAMETERS, Claim, Found

_FLAGS = re.IGNORECASE | re.MULTILINE
_ADAPTER = re.compile(
    r"^library_name:\s*[\"']?peft|base_model:adapter:|^base_model_relation:\s*[\"']?adapter"
    r"|^\s*-\s*[\"']?(?:q?lora|peft|adapters?)[\"']?\s*$",
    _FLAGS,
)
_QUANTISED = re.compile(
    r"^quantized_by:|^base_model_relation:\s*[\"']?quantized"
    r"|^library_name:\s*[\"']?(?:gguf|mlx|llama\.?cpp|exllama\w*|ctranslate2|onnx\w*|bitnet|openvino)"
    r"|^\s*-\s*[\"']?(?:gguf|gptq|awq|exl[23]|mlx|quanti[sz]ed|quanti[sz]ation|bitsandbytes|imatrix|[2348]-?bit"
    r"|int[48]|fp8|nvfp4|autoround|compressed-tensors)[\"']?\s*$",
    _FLAGS,
)
_ADAPTER_TITLE = re.compile(r"\b(?:q?lora|adapters?)\b", re.IGNORECASE)
_QUANTISED_TITLE = re.compile(
    r"(?<![A-Za-z])(?:gguf|gptq|awq|exl[23]|mlx|[2-8]-?bit|[2-8]bits|int[48]|w\d+a\d+|fp8|nvfp4|imatrix|quanti[sz]\w*)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)


def doubted(card: Document, title: str, found: Iterable[Found]) -> Iterator[Found]:
    """The findings, with a doubt about claims that such a repository may make of its own files."""
    doubts = _doubts(card, title)
    for item in found:
        yield item.doubted(doubts.get(item.kind, "")) if isinstance(item, Claim) else item


def is_quantised(card: Document, title: str) -> bool:
    """Whether the card is of weights that are stored in another form than the config says."""
    return bool(_QUANTISED.search(card.front_matter or "") or _QUANTISED_TITLE.search(title))


def _doubts(card: Document, title: str) -> dict[str, str]:
    doubts: dict[str, str] = {}
    if is_quantised(card, title):
        doubts |= dict.fromkeys((MEMORY, DTYPE), "the card is of quantised weights")
    if _ADAPTER.search(card.front_matter or "") or _ADAPTER_TITLE.search(title):
        doubts |= dict.fromkeys((MEMORY, DTYPE, PARAMETERS), "the card is of an adapter")
    return doubts
