"""Labels of properties: which words before a colon or in a table's heading name which figure of a model."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from embcalc.cards.finding import (
    ACTIVE,
    BACKBONE,
    CONTEXT,
    DIMENSION,
    DTYPE,
    EMBEDDING,
    HEAD,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    NON_EMBEDDING,
    PARAMETERS,
    SHARE,
    TIED,
    TOTAL,
    VOCABULARY,
)

SIZE = "size"  # parameters or bytes: the value tells


class Label(NamedTuple):
    """What a label names; a `weak` one may name something else (the precision of the training)."""

    kind: str
    reading: str = ""
    weak: bool = False
    unit: str = ""
    dtype: str = ""


_P = r"(?:param(?:eter)?s?|paramaters|weights?\s+count|パラメータ数?)(?:\s+(?:count|size|number|scale))?"
_ZH_P = r"参数(?:总?量|数量?|规模|总数|大小)?"
_PATTERNS: tuple[tuple[str, Label], ...] = (
    (
        rf"(?:(?:total|overall|full|model|all|model\s+total|total\s+model|unique)\s+)?{_P}(?:\s+(?:total|in\s+total|overall|all|full|exact|unique|trained))?",
        Label(PARAMETERS, TOTAL),
    ),
    (
        rf"{_P}\s+of\s+(?:the|this)\s+model|(?:总|模型|模型总|全部)?{_ZH_P}(?:\s*总计?)?|总パラメータ数",
        Label(PARAMETERS, TOTAL),
    ),
    (
        rf"(?:active|activated|activation)\s+(?:model\s+)?{_P}(?:\s+per\s+(?:token|forward))?|{_P}\s+(?:active|activated)(?:\s+per\s+token)?|(?:每\w*)?激活{_ZH_P}",
        Label(PARAMETERS, ACTIVE),
    ),
    (
        rf"(?:non|without|excluding|excl\.?|w/o)[\s-]*embeddings?\s+{_P}|{_P}\s+(?:non|without|excluding|excl\.?|w/o)[\s-]*embeddings?|{_P}\s*[,:]?\s*non\s+embeddings?|非(?:词)?嵌入(?:层)?{_ZH_P}|{_ZH_P}\s*(?:非嵌入|不含嵌入(?:层)?)",
        Label(PARAMETERS, NON_EMBEDDING),
    ),
    (
        rf"(?:input\s+|word\s+|token\s+|vocab(?:ulary)?\s+)?embeddings?\s+(?:layer\s+)?{_P}|{_P}\s+(?:in\s+(?:the\s+)?)?(?:token\s+|word\s+|input\s+)?embeddings?(?:\s+(?:layer|table|matrix))?|(?:词|输入)?嵌入(?:层)?{_ZH_P}",
        Label(PARAMETERS, EMBEDDING),
    ),
    (rf"output\s+head\s+{_P}", Label(PARAMETERS, HEAD)),
    (rf"backbone\s+{_P}|{_P}\s+backbone", Label(PARAMETERS, BACKBONE)),
    (r"(?:model\s+|total\s+)?size|model\s+scale|模型(?:大小|规模)", Label(SIZE, TOTAL)),
    (
        r"(?:tokenizer\s+)?vocab(?:ulary)?(?:\s+(?:size|length|dim(?:ension)?|entries|tokens))?|size\s+of\s+(?:the\s+)?vocab(?:ulary)?|n\s+vocab|词(?:汇)?表(?:大小|规模|长度|容量|数量)?|词汇(?:量|大小|表大小)|語彙(?:サイズ|数)",
        Label(VOCABULARY),
    ),
    (
        r"(?:(?:attention|model|transformer|decoder|encoder|llm)\s+)?hidden(?:\s+(?:layers?|state|states))?\s+(?:size|dim(?:ension)?s?|dimensionality|width|units)|d\s*model|dim\s+model|model\s+(?:dim(?:ension)?s?|dimensionality|width)|n\s+embd|n\s+embed|hidden|hidden\s+state|隐藏(?:层|状态)?(?:的)?(?:维度|大小|尺寸|维数)|隐层维度|模型维度|embed\s+dim|width",
        Label(HIDDEN),
    ),
    (
        r"(?:(?:output|sentence|text|vector|dense|token|word)\s+)?embeddings?\s+(?:size|dim(?:ension)?s?|dimensionality|length|width)|(?:output\s+|vector\s+)?dim(?:ension)?s?|(?:output|vector)\s+(?:size|dimensionality)|嵌入维度|向量维度|embedding维度",
        Label(DIMENSION),
    ),
    (
        r"(?:(?:hidden|transformer|decoder|encoder|model|total)\s+)?(?:layers?|blocks)(?:\s+(?:count|number|dense\s+layers?\s+included|depth))?|n\s+layers?|num\s+hidden\s+layers|depth|(?:transformer|隐藏)?层数|层数",
        Label(LAYERS),
    ),
    (
        r"(?:(?:self\s+)?attention\s+|query\s+|q\s+)?heads?(?:\s+(?:count|gqa|mha|mqa|q|query))?|n\s+heads?|attention\s+heads?\s+(?:q|query)|(?:q|query)\s+attention\s+heads|注意力头(?:数量?)?|(?:attention)?头数",
        Label(HEADS),
    ),
    (
        r"(?:attention\s+)?(?:kv|key\s*/?\s*value|k/v|gqa)\s+(?:attention\s+)?heads?|(?:attention\s+)?heads?\s+(?:kv|key\s*/?\s*value)|n\s+kv\s+heads|(?:kv|键值)头数?量?|gqa\s+groups|(?:kv|key value)\s+groups",
        Label(KV_HEADS),
    ),
    (
        r"(?:(?:native|max(?:imum)?|default|full|model|supported|input)\s+)?(?:context|ctx)(?:\s+(?:length|window|size|len|limit))?(?:\s+(?:length|size))?|(?:native\s+)?context\s+(?:length|window)\s+(?:max|tokens)|max(?:imum)?\s+position\s+embeddings|n\s+(?:positions|ctx)|上下文(?:长度|窗口|窗口大小|窗口长度|长)?|最大上下文(?:长度)?|支持上下文(?:长度)?",
        Label(CONTEXT),
    ),
    (
        r"(?:max(?:imum)?\s+)?(?:input\s+)?(?:sequence|seq|input|token)\s+(?:length|len|tokens)|max(?:imum)?\s+(?:length|tokens|input\s+tokens|sequence)|(?:最大)?(?:序列|输入)长度",
        Label(CONTEXT, weak=True),
    ),
    (
        r"(?:tied?|tying|shared?|sharing)\s+(?:word\s+|input\s*/?\s*(?:and\s+)?output\s+|weights?\s+)?(?:embeddings?|weights?)|weight\s+(?:tying|sharing)|embeddings?\s+(?:tied|tying|shared|sharing)|(?:word\s+)?embeddings?\s+(?:weight\s+)?(?:tying|tie|sharing)|tied|input\s*/?\s*(?:and\s+)?output\s+embeddings?\s+(?:tied|shared)|(?:词)?嵌入(?:层)?(?:权重)?(?:绑定|共享)|(?:权重|词嵌入)(?:绑定|共享)|(?:共享|绑定)(?:词嵌入|嵌入|权重)",
        Label(TIED),
    ),
    (
        r"tensor\s+types?|(?:torch\s+)?dtype|weights?\s+(?:dtype|data\s*type|precision|type)|dtype\s+of\s+(?:the\s+)?weights|model\s+dtype|weight\s+format|权重(?:精度|类型|格式)",
        Label(DTYPE),
    ),
    (
        r"precision|data\s*type|number\s+format|format|numerical?\s+precision|model\s+precision|精度|数据类型",
        Label(DTYPE, weak=True),
    ),
    (
        r"(?:(?:model|total)\s+)?weights?(?:\s+(?:size|file|files|on\s+disk|memory))?|(?:checkpoint|weights?|file|model\s+file|disk|download)\s+size|size\s+(?:on\s+disk|of\s+the\s+(?:weights|checkpoint))|memory\s+(?:of\s+(?:the\s+)?weights(?:\s+in)?|for\s+(?:the\s+)?weights|\(?weights\)?)|weights?\s+memory|权重(?:文件)?(?:大小|体积)",
        Label(MEMORY),
    ),
    (
        r"embeddings?\s+(?:share|ratio|fraction|percentage)(?:\s+of\s+(?:the\s+)?(?:total|parameters))?|(?:share|ratio)\s+(?:of\s+)?(?:the\s+)?embeddings?|嵌入(?:层)?(?:参数)?占比",
        Label(SHARE),
    ),
)
_COMPILED = tuple((re.compile(pattern), label) for pattern, label in _PATTERNS)
_LEAD = re.compile(
    r"^(?:(?:the|a|our|this\s+model'?s|model'?s|its|approx(?:imate)?\.?|numbers?\s+of|num(?:ber)?\.?(?:\s+of)?|n(?=\s+param)|nr\.?|no\.?(?:\s+of)?|n\.?\s+of|count\s+of|nb(?:\s+of)?)\s+)+"
)
_BYTES = re.compile(r"\b([GMT]i?B)\b")
_DTYPES = re.compile(r"\b(bf16|fp16|fp32|f16|f32|float16|float32|bfloat16|fp8|half)\b", re.IGNORECASE)
LONGEST = 60


@lru_cache(maxsize=4096)
def find(text: str) -> Label | None:
    """What a label names, None where it is no known one: `**# Params (B)**`, `Number of Parameters (Non-Embedding)`."""
    if len(text) > LONGEST * 2:
        return None
    stated_bytes, stated_dtype = _BYTES.search(text), _DTYPES.search(text)
    plain = normal(_DTYPES.sub(" ", _BYTES.sub(" ", text)))
    if not plain or len(plain) > LONGEST:
        return None
    for pattern, label in _COMPILED:
        if pattern.fullmatch(plain):
            if stated_bytes and label.kind == SIZE:
                label = Label(MEMORY)  # noqa: PLW2901 - the same label, told apart by its unit
            unit, dtype = stated_bytes[1] if stated_bytes else "", stated_dtype[1] if stated_dtype else ""
            return label._replace(unit=unit, dtype=dtype)
    return (
        Label(MEMORY, dtype=stated_dtype[1]) if stated_dtype and re.fullmatch(r"(?:in|at|memory|size)", plain) else None
    )


def normal(text: str) -> str:
    """A label in lower case, its words apart, without leading articles and `number of`; a leading # means that."""
    lowered = re.sub(r"([a-z])([A-Z])(?=[a-z])", r"\1 \2", text).lower()
    words = re.sub(r"[^\w/一-鿿.'’+-]+|[_-]", " ", lowered.replace("#", " number of "))
    words = re.sub(r"\s+", " ", words).strip(" .'’-/")
    return _LEAD.sub("", words).strip()
