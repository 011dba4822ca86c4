"""How sentences say a figure: what stands to the left and to the right of a number, or a word that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from embcalc.cards import written
from embcalc.cards.finding import (
    ACTIVE,
    BACKBONE,
    CONTEXT,
    DIMENSION,
    DTYPE,
    EMBEDDING,
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
from embcalc.cards.written import Written


class Phrase(NamedTuple):
    """What a part of a sentence states; `start` and `end` are where the number and its words lie in the sentence."""

    kind: str
    start: int
    end: int
    written: Written | None = None
    reading: str = ""
    state: str = ""
    dtype: str = ""
    unit: int = 0
    part: str = ""
    doubt: str = ""


# a sentence without any of these states no figure: most are passed over at once
_SAID = (
    *(
        "param",
        "vocab",
        "layer",
        "block",
        "head",
        "hidden",
        "dimension",
        "d_model",
        "n_embd",
        "width",
        "context",
        "sequence",
    ),
    *(
        "embedding",
        "activ",
        "total",
        "tokens",
        "position",
        "gb",
        "gib",
        "mb",
        "mib",
        "tb",
        "tib",
        "参数",
        "词",
        "层",
        "头",
        "上下文",
    ),
    *("维", "激活", "嵌入", "隐藏"),
)
_SAID_WITHOUT_NUMBER = ("tied", "tying", "tie ", "shar", "共享", "绑定", "weight", "权重")
# as far as the words around a number are looked at
REACH = 70
FEWEST_PARAMETERS = 1_000
MOST_LAYERS = 1_000
BYTES = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "mib": 2**20, "gib": 2**30, "tib": 2**40, "g": 10**9}

_I = re.IGNORECASE
_QUALIFIER = r"(?:[A-Za-z][\w'/-]*\s+){0,3}?"
_P_RIGHT = re.compile(
    rf"[\s-]*(?P<of>of\s+)?(?P<words>{_QUALIFIER})(?:learnable\s+|trained\s+|model\s+)?param(?:eter)?s?\b(?P<rest>[^.;。]{{0,60}})",
    _I,
)
_P_ACTIVE = re.compile(
    r"\s*(?:of\s+(?:them|which|these)\s+)?(?:are\s+|is\s+|params?\s+|parameters?\s+)?(?:being\s+)?(?:active|activated)\b(?!\s*(?:expert|head|layer))",
    _I,
)
_P_TOTAL = re.compile(r"\s*(?:in\s+total|total)\b(?!\s*(?:tokens|examples|samples|images|steps|hours|batch|size))", _I)
_P_LEFT = re.compile(
    r"(?P<words>(?:[A-Za-z-]+\s+){0,2})(?:parameters?|params?)(?:\s+(?:count|size|number))?\s*"
    r"(?:(?:of|is|are|totals?|totaling|totalling|reaches|amounts?\s+to)\s+)+(?:only\s+|a\s+total\s+of\s+)?$",
    _I,
)
_ZH_LEFT = re.compile(
    r"(?P<words>总|激活|非(?:词)?嵌入|(?:词)?嵌入|可训练|训练)?(?:的)?参数(?:总?量|数量?|规模|总数|大小)?(?:大小)?(?:约为|为|是|有|达到?|共计?|约|仅|:|：|\s)*$"
)
_ZH_RIGHT = re.compile(r"\s*(?:个)?(?:的)?(?P<words>总|激活|非(?:词)?嵌入|(?:词)?嵌入|可训练|训练)?(?:模型)?参数")
_READINGS = (
    (
        re.compile(
            r"non[\s-]*embeddings?|非(?:词)?嵌入|exclud\w+\s+(?:the\s+)?(?:\w+\s+)?embeddings?|without\s+(?:the\s+)?embeddings?|not\s+(?:counting|including)\s+(?:the\s+)?embeddings?",
            _I,
        ),
        NON_EMBEDDING,
    ),
    (re.compile(r"\bactiv(?:e|ated|ates|ating)\b|激活", _I), ACTIVE),
    (re.compile(r"\bbackbone\b", _I), BACKBONE),
    (re.compile(r"\bembeddings?\b|嵌入", _I), EMBEDDING),
)
# words between a number and "parameters" that leave it a count of the whole model
_WHOLE = re.compile(r"(?:total|overall|model|learnable|unique|of|the|all|full|dense|trained|in)?", _I)
_KNOWN = re.compile(
    r"(?:非)?(?:词)?嵌入|激活|总|(?:non[\s-]*)?embeddings?|active|activated|backbone|total|word|token|input|layer|its",
    _I,
)
_ABOUT_EMBEDDING = re.compile(
    r"\s*(?:\(\s*)?(?:in|for|from|of)\s+(?:the\s+|its\s+)?(?:token\s+|word\s+|input\s+)?embeddings?(?:\s+(?:layer|table|matrix))?\b(?!\s*model)",
    _I,
)
_ABOUT_ACTIVE = re.compile(
    r"\s*(?:\(\s*)?(?:are\s+|is\s+|being\s+)?(?:active|activated)\b|\s*(?:used\s+|active\s+)?per\s+(?:token|forward)",
    _I,
)
_EXCLUDING = re.compile(
    r"\s*\(?\s*(?:exclud\w+|without|not\s+(?:counting|including)|non[\s-])\s*(?:the\s+)?(?:\w+\s+)?embeddings?", _I
)
_EXCLUDED = re.compile(r"\b(?:exclud\w+|without|not\s+counting)\s+(?:the\s+)?(?:\w+\s+)?embeddings?\b[^.;]{0,30}$", _I)

_VOCAB_RIGHT = re.compile(
    r"[\s-]*(?:sub-?word|word-?piece|bpe|sentence-?piece|unique|distinct|different|byte-level|multilingual)?[\s-]*"
    r"(?:tokens?|words?|pieces?|entries|items|sub-?words?)?[\s-]*(?:vocab(?:ulary)?)\b|\s*(?:个)?(?:大小|规模)?的?(?:词汇?表|词汇量)",
    _I,
)
_VOCAB_LEFT = re.compile(
    r"(?:vocab(?:ulary)?(?:\s+size)?(?:\s*\([^()]{1,20}\))?"
    r"(?:\s*(?:of|is|was|has|have|had|with|contains?|containing|comprises?|comprising|consists?\s+of|includes?|including|counts|totals|size|the|a|total|exactly|[:=(])\s*)+"
    r"|词(?:汇)?表(?:的)?(?:大小|规模|数量|容量|长度)?(?:约为|为|是|有|达到?|共|包含|含|约|:|：|\s)+|词汇量(?:约为|为|是|约|:|：|\s)+)$",
    _I,
)
_VOCAB_GROWS = re.compile(
    r"(?:extend\w*|expand\w*|enlarg\w*|increas\w*|grow\w*|resiz\w*|reduc\w*|扩展|扩充|扩大)[^.;。；]{0,40}?(?:vocab(?:ulary)?|词(?:汇)?[表库])[^.;。；]{0,20}?(?:\bto|至|到)\s*$",
    _I,
)

_HIDDEN_LEFT = re.compile(
    r"(?:hidden[\s_-]+(?:state\s+|layer\s+|states?\s+)?(?:size|dim\w*|width)|model\s+dim\w*|d_model|n_embd|hidden_size|residual\s+(?:stream\s+)?(?:size|width|dim\w*)|\bwidth)"
    r"(?:\s*\([^()]{1,20}\))?(?:\s*(?:of|is|=|:|was|equals)\s*)+$|hidden\s+layers?\s+(?:are|is)\s+$|隐藏(?:层)?(?:维度|大小|尺寸)(?:为|是|约|:|：|\s)*$",
    _I,
)
_HIDDEN_RIGHT = re.compile(
    r"[\s-]*(?:dimensions?|dimensional|d)\s+(?:of\s+)?hidden(?:\s+(?:states?|size|layers?|vectors?|representations?))?\b|[\s-]+hidden\s+(?:size|dim\w*|units)\b|\s*维(?:的)?隐藏",
    _I,
)
_HIDDEN_BARE = re.compile(r"\s+(?:hidden\s+)?dimensions?\s*(?:,|and\b)", _I)
_DIMENSION_LEFT = re.compile(r"(?:embedding|output|vector)s?\s+(?:size|dim\w*)(?:\s*(?:of|is|=|:|was)\s*)+$", _I)
_DIMENSION_RIGHT = re.compile(
    r"[\s-]*dimension(?:al|s)?\s+(?:dense\s+)?(?:vector|embedding)s?(?:\s+(?:space|vectors?|s))?\b", _I
)

_LAYER_RIGHT = re.compile(
    r"[\s-]*(?:(?:transformer|hidden|decoder|encoder|stacked|repeating)[\s-]+)*(?:layers?|blocks?)\b(?!\s*(?:norm|perceptron|of\s+(?:mlp|lstm|conv)|deep|wise|each))|\s*层(?!次|级|面|归一)",
    _I,
)
_LAYER_LEFT = re.compile(
    r"(?:number\s+of\s+(?:\w+\s+)?layers|num_(?:hidden_)?layers|n_layers?)(?:\s*(?:of|is|=|:)\s*)+$|层数(?:为|是|:|：|\s)*$",
    _I,
)
_HEAD_RIGHT = re.compile(
    r"[\s-]*(?:(?:self-)?attention[\s-]+|query[\s-]+|q[\s-]+)?heads?\b|\s*个?(?:注意力)?头(?!部)", _I
)
_HEAD_LEFT = re.compile(
    r"(?:number\s+of\s+(?:attention\s+)?heads|num_attention_heads|n_heads?)(?:\s*(?:of|is|=|:)\s*)+$", _I
)
_KV_RIGHT = re.compile(r"[\s-]*(?:shared\s+)?(?:kv|k/v|key[\s/-]*(?:and\s+)?value)[\s-]+(?:attention\s+)?heads?\b", _I)
_KV_LEFT = re.compile(
    r"(?:num_key_value_heads|n_kv_heads|number\s+of\s+(?:kv|key[\s/-]?value)\s+heads)(?:\s*(?:of|is|=|:)\s*)+$", _I
)

_CONTEXT_RIGHT = re.compile(
    r"[\s-]*(?:tokens?)?[\s-]*(?:of\s+)?(?:maximum\s+|native\s+)?(?:context|sequence)(?:\s+(?:length|window|size))?\b|\s*(?:consecutive|contiguous)\s+tokens\b|\s*(?:的)?上下文",
    _I,
)
_CONTEXT_LEFT = re.compile(
    r"(?:context(?:ual)?|sequence)[\s-]*(?:length|window|size)?s?(?:\s+size|\s+length)?(?:\s*(?:of|is|=|:|at|to|up|maximum|lengths)\s*)+(?:about\s+)?$|max_position_embeddings(?:\s*(?:of|is|=|:)\s*)+$"
    r"|上下文(?:窗口)?(?:长度|大小)?(?:为|是|达到?|可达|:|：|\s)*$",
    _I,
)
_MEMORY_UNIT = re.compile(r"\s?(?P<unit>[GMT]i?B)\b")
_MACHINE = re.compile(
    r"\b(?:v?rams?|gpus?|cpus?|disk|memory|cuda|a100|h100|h800|v100|a10g?|t4|rtx|l40s?|machine|laptop|device|card|host|node|available|free|require[sd]?|needs?|needed|fits?|run|dataset|corpus|corpora|data|text|tokens?|kv|cache|peak|runtime)\b|显存|内存",
    _I,
)
_OF_WEIGHTS = re.compile(r"(?<=weights )(?:alone )?(?:need|require|take|fit)\b|(?<=memory) of the weights", _I)
_WEIGHTS = re.compile(r"\b(?:weights?|checkpoint|model\s+(?:file|size|weights)|parameters)\b|权重", _I)
DTYPE_WORD = re.compile(
    r"(?<![\w.])(?:torch\.)?(?P<name>bfloat16|bf16|float16|fp16|f16|half|float32|fp32|f32|float64|fp64|fp8|float8|int8|int4|f8_e4m3|fp8_e4m3)(?![\w])",
    _I,
)
_DTYPE_WEIGHTS = re.compile(
    r"(?:\bweights?\s+(?:are|is|were|have\s+been)\s+(?:all\s+)?(?:stored|saved|released|provided|published|distributed|kept|given)?\s*(?:in|as)\s+(?:the\s+)?"
    r"|\b(?:stored|saved|released|provided|published|distributed)\s+(?:in|as)\s+(?:the\s+)?)$",
    _I,
)
_TIED = re.compile(
    r"(?P<un>\b(?:un|non-?|not\s+|no\s+|without\s+|never\s+|does\s+not\s+(?:have|use)\s+|doesn't\s+(?:have|use)\s+|separate\s+\(un))?"
    r"(?:\b|(?<=un)|(?<=non))(?:tied|tying|tie|shared|shares|sharing)\s+(?:the\s+|its\s+)?(?P<what>(?:word|token|input|output|in\s*/\s*out|weights?|vocabulary)?"
    r"(?:\s*(?:/|and|-|,|with|&)\s*(?:the\s+)?(?:output|input|word))?\s*(?:word\s+|token\s+|weight\s+)?(?:embeddings?|embedding\s+weights))(?:\s+(?P<who>\w+))?",
    _I,
)
_TIED_AFTER = re.compile(
    r"\b(?:input\s+(?:and|/|&)\s+output\s+embeddings?(?:\s+(?:weights|matrices|layers))?|(?:word|token)\s+embeddings?|embeddings?|lm[_ ]head|output\s+(?:head|layer|projection))\s+"
    r"(?:weights\s+|matrix\s+)?(?:is|are)\s+(?P<un>not\s+|un)?(?:tied|shared)\b(?P<with>[^.;]{0,40})",
    _I,
)
_TYING = re.compile(r"\b(?P<un>no\s+|without\s+)?(?:weight|embedding)[\s-]tying\b", _I)
_ZH_TIED = re.compile(
    r"(?P<un>不|未|没有|非|无)?(?:共享|绑定)(?:了)?(?:输入(?:和|与|、|/)?输出)?(?:的)?(?:词)?(?:嵌入|权重|embedding)|(?:词嵌入|嵌入|embedding)(?:层)?(?:权重)?(?P<un2>不|未|没有)?(?:共享|绑定)",
    _I,
)
_PERCENT = re.compile(r"\s?%\s*(?:of\s+(?:the|its|all|total)?[\w\s]{0,20}?param(?:eter)?s?|的?(?:总)?参数)?", _I)
_SHARE_LEFT = re.compile(r"embeddings?(?:\s+(?:layer|table|parameters|share))?\b[^.;]{0,60}$", _I)


def phrases(text: str) -> Iterator[Phrase]:
    """What a sentence states, in the order of the text; whose figures they are is not asked here."""
    lowered = text.lower()
    spent = -1
    for number in written.numbers(text) if any(word in lowered for word in _SAID) else ():
        if number.start < spent:
            continue
        left, right = text[max(0, number.start - REACH) : number.start], text[number.end : number.end + REACH * 2]
        phrase = _number(number, left, right, text)
        if phrase is not None:
            yield phrase
            spent = number.end
    if any(word in lowered for word in _SAID_WITHOUT_NUMBER):
        yield from _words(text)


def _number(number: Written, left: str, right: str, text: str) -> Phrase | None:
    for read in (_memory, _share, _parameters, _vocabulary, _context, _shape):
        phrase = read(number, left, right, text)
        if phrase is not None:
            return phrase
    return None


def _phrase(kind: str, number: Written, length: int = 0, **more: str) -> Phrase:
    return Phrase(kind, number.start, number.end + length, number, **more)


def _parameters(number: Written, left: str, right: str, text: str) -> Phrase | None:
    del text
    if number.value < FEWEST_PARAMETERS and not number.plain:
        return None
    if number.plain and number.value < FEWEST_PARAMETERS * 100:
        return None
    found = _P_RIGHT.match(right)
    if found:
        words, rest = found["words"].strip(), found["rest"]
        return _phrase(PARAMETERS, number, found.start("rest"), **_reading(words, rest, left))
    found = _ZH_RIGHT.match(right)
    if found:
        return _phrase(PARAMETERS, number, found.end(), **_reading(found["words"] or "", right[found.end() :], left))
    found = _P_LEFT.search(left) or _ZH_LEFT.search(left)
    if found and not re.match(r"\s*(?:tokens?|examples|samples)", right):
        return _phrase(PARAMETERS, number, **_reading((found["words"] or "").strip(), right, ""))
    if number.plain:
        return None
    found = _P_ACTIVE.match(right)
    if found:
        return _phrase(PARAMETERS, number, found.end(), reading=ACTIVE)
    found = _P_TOTAL.match(right)
    return _phrase(PARAMETERS, number, found.end(), reading=TOTAL) if found else None


def _reading(words: str, rest: str, left: str) -> dict[str, str]:
    """Which count the words around a number mean, or which part of the model it counts."""
    if _EXCLUDING.match(rest) or _EXCLUDED.search(left):
        return {"reading": NON_EMBEDDING}
    for pattern, reading in _READINGS:
        if pattern.search(words):
            strange = [word for word in words.split() if not (_KNOWN.fullmatch(word) or _WHOLE.fullmatch(word))]
            return {"reading": reading, "part": " ".join(strange) if strange and reading != NON_EMBEDDING else ""}
    if _ABOUT_EMBEDDING.match(rest):
        return {"reading": EMBEDDING}
    if _ABOUT_ACTIVE.match(rest) or re.search(r"\bactivat\w+\s+(?:only\s+|just\s+)?(?:a\s+)?$|激活(?:了)?$", left, _I):
        return {"reading": ACTIVE}
    if re.search(r"\bbackbone\s+(?:\w+\s+){0,2}$", left, _I):
        return {"reading": BACKBONE}
    strange = [word for word in words.split() if not _WHOLE.fullmatch(word) and word not in ("总",)]
    return {"reading": TOTAL, "part": " ".join(strange)}


def _vocabulary(number: Written, left: str, right: str, text: str) -> Phrase | None:
    del text
    found = _VOCAB_RIGHT.match(right)
    if found and not re.match(r"\s*of\s+\w*\s*\d", right[found.end() :]):
        return _phrase(VOCABULARY, number, found.end())
    if _VOCAB_LEFT.search(left):
        return _phrase(VOCABULARY, number)
    return _phrase(VOCABULARY, number, doubt="the vocabulary's growth is told") if _VOCAB_GROWS.search(left) else None


def _context(number: Written, left: str, right: str, text: str) -> Phrase | None:
    del text
    found = _CONTEXT_RIGHT.match(right)
    if found and (number.value >= 128):  # noqa: PLR2004 - no context is shorter
        return _phrase(CONTEXT, number, found.end())
    return _phrase(CONTEXT, number) if _CONTEXT_LEFT.search(left) else None


def _shape(number: Written, left: str, right: str, text: str) -> Phrase | None:
    if not number.plain:
        return None
    if _KV_RIGHT.match(right) or _KV_LEFT.search(left):
        return _phrase(KV_HEADS, number)
    if number.value < MOST_LAYERS and (_HEAD_RIGHT.match(right) or _HEAD_LEFT.search(left)):
        return _phrase(HEADS, number)
    if number.value < MOST_LAYERS and (_LAYER_RIGHT.match(right) or _LAYER_LEFT.search(left)):
        return _phrase(LAYERS, number)
    if _HIDDEN_LEFT.search(left) or _HIDDEN_RIGHT.match(right):
        return _phrase(HIDDEN, number)
    if _HIDDEN_BARE.match(right) and re.search(r"\b(?:layers|heads)\b", text):
        return _phrase(HIDDEN, number)
    if re.match(r"[\s-]*dimensional", right) and re.search(r"hidden\s+layers?\s+(?:are|is)\s*$", left, _I):
        return _phrase(HIDDEN, number)
    if _DIMENSION_LEFT.search(left):
        return _phrase(DIMENSION, number)
    doubt = "the size of a sentence's vector may not be the model's width"
    return _phrase(DIMENSION, number, doubt=doubt) if _DIMENSION_RIGHT.match(right) else None


def _memory(number: Written, left: str, right: str, text: str) -> Phrase | None:
    unit = _MEMORY_UNIT.match(right)
    if unit is None:
        return None
    around = left + right
    stated = DTYPE_WORD.search(right[:40]) or DTYPE_WORD.search(left[-40:])
    machine = _MACHINE.search(_OF_WEIGHTS.sub(" ", around))
    part = (
        f"{machine[0]} is spoken of, not the weights"
        if machine and not re.fullmatch("memory|data", machine[0], _I)
        else ""
    )
    if not _WEIGHTS.search(text) and not stated:
        part = part or "it is not said that these are the weights"
    return _phrase(MEMORY, number, unit.end(), dtype=stated["name"] if stated else "", part=part)._replace(
        unit=BYTES[unit["unit"].lower()]
    )


def _share(number: Written, left: str, right: str, text: str) -> Phrase | None:
    del text
    found = _PERCENT.match(right)
    if found is None or not _SHARE_LEFT.search(left) or "param" not in (left + right[:40]):
        return None
    return _phrase(SHARE, number, found.end())


def _words(text: str) -> Iterator[Phrase]:
    for pattern in (_TIED, _TIED_AFTER, _TYING, _ZH_TIED):
        for found in pattern.finditer(text):
            groups = found.groupdict()
            denied = bool(groups.get("un") or groups.get("un2"))
            part = _shared_part(groups)
            yield Phrase(TIED, *found.span(), state="no" if denied else "yes", part=part)
    for found in DTYPE_WORD.finditer(text):
        left = text[max(0, found.start() - REACH) : found.start()]
        if _DTYPE_WEIGHTS.search(left) and re.search(r"\bweights?\b|权重", left, _I):
            yield Phrase(DTYPE, *found.span(), state=found["name"])


def _shared_part(groups: dict[str, str | None]) -> str:
    """What else is shared, where it is not the input and the output embedding."""
    with_ = groups.get("with") or ""
    if re.search(r"\b(?:encoder|decoder|across|between\s+(?:the\s+)?(?:two|query|towers?|layers))\b", with_, _I):
        return "it is not said of input and output"
    if groups.get("who") and re.fullmatch(r"space|model|across|layer|between|dimension|for", groups["who"] or "", _I):
        return "it is not said of input and output"
    return ""
