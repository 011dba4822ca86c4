"""What a clause in Chinese is about: the model, its embedding, another part, or another model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from embcalc.cards.language.finding import BACKBONE, EMBEDDING
from embcalc.cards.language.names import Whose
from embcalc.cards.language.roles import Role, rank

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
_ZH = re.compile(r"[\u4e00-\u9fff]")
_CUT = re.compile(r"[，。；、：,;:（(\n]")
_THIS = re.compile(r"本模型|该模型|此模型|它")
_OTHER = re.compile(
    r"最[大小]|[小大中](?:尺寸|号|杯)|更[大小]|较[大小]|教师|老师|前代|上一代|前身|前作|旧版|其[他它](?!中)|另一|奖励|裁判|草稿|检索|重排|还(?:训练|发布|提供|开源)|同时(?:训练|发布|开源)|基线"
)
_THAN = re.compile(r"比[^，。]{0,8}$")
_BEHIND = re.compile(r"\s*的(?:小|大|更[大小]|教师|学生|草稿|奖励|辅助)(?:型)?模型")
# 相比, 的对比中: up to the end of the clause
_COMPARED = re.compile(r"[^，。；、：,;:（(\n]{0,24}(?:相比|相较|相对|对比|比较|之比)")
# 700亿参数的 Llama, NLLB（33亿参数）
_NAME = r"(?P<name>[A-Za-z][\w.+-]*)"
_NAME_BEHIND = re.compile(rf"\s*的\s*{_NAME}")
_NAME_BEFORE = re.compile(rf"(?<![\w.+-]){_NAME}\s*[（(]\s*$")
_KINDS = re.compile(
    r"transformers?|decoder\S*|encoder\S*|moe|llms?|slms?|vlms?|dense|mlp|ai|bf16|fp16|fp32|int[48]|base|chat|instruct",
    _I,
)
_SIZE = re.compile(r"(?<![\w.])(?P<size>\d+(?:\.\d+)?[BM])\s*(?:参数)?(?:量)?的?(?:模型|版本|变体)", _I)
_PART = re.compile(r"每(?:一?个?)(?:层|块|专家|头)|注意力|前馈|编码器|解码器|位置|分类[头器]|投影|适配器")
_COUNT = r"(?:的)?(?:参数)?(?:总?量|数)?(?:大?约|仅|就|共)?(?:有|为|占据?|占用|包?含|达)?(?:约|了)?\s*$"
_EMBEDDING = re.compile(rf"(?:^|[，。；、：,;:（(\s的]|其中|而)(?:词|输入|token\s*)?嵌入(?:层|矩阵|表)?{_COUNT}", _I)
_BACKBONE = re.compile(rf"(?:主干|骨干)(?:网络)?{_COUNT}")


def reading(left: str) -> str:
    """Which count a number of parameters is by the words before it: 嵌入层有; empty where they do not tell."""
    found = ((_EMBEDDING, EMBEDDING), (_BACKBONE, BACKBONE))
    return next((name for pattern, name in found if pattern.search(left)), "")


def other(place: Place) -> str:
    """Why the clause is about another model: 最大的模型有, 72B 模型有; empty where it may be about this one."""
    clause = _clause(place)
    sizes = [rank(size["size"].lower(), place.names) for size in _SIZE.finditer(clause)]
    foreign = _OTHER.search(clause) and not _THIS.search(clause)
    behind = clause and (_THAN.search(clause) or _BEHIND.match(place.after))
    compared = _ZH.search(place.sentence) and _COMPARED.match(place.after)
    told = foreign or behind or compared or Role.OTHER in sizes or _is_of_another(place)
    return "another model is spoken of" if told else ""


def _is_of_another(place: Place) -> bool:
    """Whether the name that a figure is bound to is another model's."""
    if not _ZH.search(place.sentence):
        return False
    found = _NAME_BEHIND.match(place.after) or _NAME_BEFORE.search(place.sentence[: place.phrase.start])
    return found is not None and not _KINDS.fullmatch(found["name"]) and place.names.whose(found["name"]) is Whose.OTHER


def part(place: Place) -> str:
    """The part of a model that the clause is about; empty where it is about none."""
    found = _PART.search(_clause(place))
    return found[0] if found else ""


def _clause(place: Place) -> str:
    """The clause before a figure; empty where it has no Chinese in it."""
    clause = _CUT.split(place.sentence[: place.phrase.start])[-1]
    return clause if _ZH.search(clause) else ""
