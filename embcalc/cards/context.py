"""Whose figure a sentence gives: this model's, surely or perhaps, or another's, with the reason."""

from __future__ import annotations

import re
from typing import NamedTuple

from embcalc.cards.finding import (
    CONTEXT,
    DIMENSION,
    DTYPE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    MEMORY,
    PARAMETERS,
    TIED,
    VOCABULARY,
)
from embcalc.cards.names import Mention, Names, Whose
from embcalc.cards.phrases import Phrase

_I = re.IGNORECASE


class Standing(NamedTuple):
    """Why a figure is not this model's (`reason`), or why that is not sure (`doubt`); both empty: it is."""

    reason: str = ""
    doubt: str = ""


# sections in which figures are of other models, or of no model
_FOREIGN_SECTION = re.compile(
    r"\b(?:benchmarks?|evaluat\w*|results?|compar\w*|performance|leaderboards?|change\s?log|news|what'?s\s+new|release\s+notes|"
    r"(?:version\s+)?history|updates?|roadmap|related|other\s+(?:models|versions|sizes|releases)|citations?|cite|citing|references?|bibtex|"
    r"acknowledge?ments?|thanks|credits|base\s+model|teacher|draft|(?:model\s+)?(?:family|families|variants?|variations|zoo|series|lineup|sizes)|"
    r"model\s+(?:list|index|collection)|available\s+(?:models|checkpoints)|datasets?|training\s+data|limitations|bias(?:es)?|licen[cs]e|faq|"
    r"environmental|carbon|glossary|ethic\w*|safety|todo|previous|earlier|ablations?|baselines?|speculative)\b"
    r"|评测|评估|评价|性能|更新|新闻|引用|致谢|其他模型|模型列表|训练数据|数据集|许可|协议|对比|比较|局限",
    _I,
)
_RUNNING_SECTION = re.compile(
    r"\b(?:usage|use|using|inference|quick\s?start|get(?:ting)?\s+started|how\s+to|deploy\w*|hardware|requirements?|install\w*|examples?|demo|run(?:ning)?|"
    r"serv(?:e|ing)|infrastructure|training|fine-?tun\w*|quanti[sz]\w*|gguf|provided\s+files|procedure|hyper-?parameters?)\b|使用|推理|部署|训练|微调|量化|硬件",
    _I,
)
_SIZE_IN_HEADING = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[BbM](?![\w])")
_CHANGEABLE = (CONTEXT, DTYPE, MEMORY)

_COMPARED = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|than|similar\s+to|comparable\s+(?:to|with)|outperform\w*|surpass\w*|beat(?:s|ing)?|rival\w*|"
    r"match(?:es|ing)?|on\s+par\s+with|against|relative\s+to|instead\s+of|rather\s+than|whereas|unlike|competitive\s+with|close\s+to|"
    r"equivalent\s+to|times\s+(?:larger|smaller|bigger)|approach(?:es|ing))\b|相比|相较|优于|超越|媲美|不同于",
    _I,
)
_ORIGIN = re.compile(
    r"\b(?:based\s+(?:on|upon)|built\s+(?:on|upon|from|with)|derived\s+from|fine-?tuned\s+(?:from|on|with|version\s+of)|initiali[sz]ed\s+(?:from|with)|distill?(?:ed|ation)\s+(?:from|of|by)?|"
    r"starting\s+from|on\s+top\s+of|parent|converted\s+from|up-?cycled|merge[ds]?\s+(?:of|from)|pruned\s+from|teacher|draft|"
    r"adapter|lora|original(?:ly)?|prior|previous(?:ly)?|former(?:ly)?|earlier|predecessor|used\s+to)\b|蒸馏|基于",
    _I,
)
_ANOTHER = re.compile(
    r"\b(?:also|another|second|smaller|larger|bigger|we\s+(?:also\s+)?(?:train|trained|compare|use|used|test|tested|ablate))\b[^.;]*$",
    _I,
)
_SAME = re.compile(r"\b(?:same\s+as|identical\s+to|same\s+(?:architecture|config\w*|size))\b", _I)
_EXAMPLE = re.compile(
    r"\b(?:e\.g\.?|for\s+(?:example|instance)|such\s+as|if|would|could|might|imagine|suppose|hypothetical|assum\w+|example)\b|例如|比如|如果",
    _I,
)
_PLURAL = re.compile(
    r"\b(?:models|variants|sizes|versions|checkpoints|family|series|suite|collection|herd|ranging|ranges?|scales|configurations|"
    r"(?:two|three|four|five|six|seven|several|multiple|various|different|both|each|all|many|other|larger|smaller|bigger)\s+(?:\w+\s+)?models?)\b"
    r"|系列模型|多个|多种|不同规模|分别|两个版本|包括",
    _I,
)
_PLURAL_AFTER = re.compile(
    r"\s*(?:-\s*)?(?:param(?:eter)?s?)?\s*(?:\w+[\s-]){0,2}?(?:models|variants|versions|sizes|checkpoints|configurations)\b|[\s-]*(?:level|class|scale|range|regime|category|tier|budget|mark)\b"
    r"|级别|量级|以下|以内|以上的模型",
    _I,
)
_LIMIT_BEFORE = re.compile(
    r"\b(?:under|below|up\s+to|at\s+the|sub-?|within|beyond|above|from|between|to|reach\w*|scal\w+\s+to)\s*$|不到|以下$",
    _I,
)
_NUMBER_BEFORE = re.compile(
    r"\d\s*(?:[KMBT亿万]|billion|million)?\s*(?:,|/|、|–|—|-|\bto\b|\band\b|\bor\b|和|与|或|至|到|&)+\s*(?:and|or|to)?\s*~?$",
    _I,
)
_NUMBER_AFTER = re.compile(
    r"\s*(?:[KMBT亿万]|billion|million)?\s*(?:,|/|、|–|—|\bto\b|\band\b|\bor\b|和|与|或|至|到|&|→|->)+\s*(?:and|or|to)?\s*~?\d+(?:\.\d+)?\s*(?:[KMBT亿万](?![a-z])|billion|million)",
    _I,
)
_PART = re.compile(
    r"\b(?:vision|visual|image|audio|speech|vit|siglip|clip|projector|projection|adapters?|lora|q-?lora|trainable|teacher|student|draft|assistant|"
    r"reward|judge|expert|experts|router|gate|mtp|multi-token|classifier|classification\s+head|mlp|merger|connector|speculative|eagle|medusa|proxy|toy|auxiliary|filter(?:ing)?\s+model|sibling|companion|u-?net|"
    r"diffusion|vae|text\s+encoder|image\s+encoder|vision\s+encoder|value\s+head|critic|retriever|reranker|detector|backbone\s+network|tower|resampler|perceiver)\b"
    r"|视觉|图像|音频|专家|可训练",
    _I,
)
_NETWORK = re.compile(
    r"[^.;,]{0,25}\b(?:mlp|perceptron|lstm|bilstm|gru|rnn|cnn|conv\w*|feed-?forward|ffn|head|classifier|adapter|projector|lora)\b",
    _I,
)
_MIXTURE = re.compile(r"\bmixture[\s-]+of[\s-]+experts?\b", _I)
_LAYER_PART = re.compile(
    r"\b(?:first|last|top|bottom|final|every|each|per|between|additional|extra|new|frozen|freez\w*|unfr\w*|unfroz\w*|early|later|upper|lower|"
    r"remaining|middle|next|layer|to|from|prun\w*|conv\w*|lstm|gru|mlp|head|classifier|remov\w*|drop\w*|add\w*|after|within|dense|linear|of\s+the|kept|"
    r"fully|sliding|global|local|shared|kv|mamba|ssm|recurrent|moe|sparse)\s*$"
    r"|[前后每第]\s*$",
    _I,
)
_HEADED = re.compile(
    r"(?=.*(?:length|window|size))\W*(?:(?:an?|the|with|maximum|max|native|context|sequence|input|length|window|size|of)\W*)*",
    _I,
)
_GROWN = re.compile(
    r"\b(?:extend\w*|expand\w*|enlarg\w*|increas\w*|from|original(?:ly)?|previous(?:ly)?|added|adding|adds|new|additional|extra|resiz\w*|reduc\w*|trim\w*|prun\w*|truncat\w*|merg\w*)\b|扩展|扩充|扩大|新增|原|增加",
    _I,
)
_TOKENIZER = re.compile(r"\b(?:tiktoken|open-?vocab\w*|llama-?\d?\s+tokenizer|gpt-?\d\s+tokenizer)\b", _I)
_LENGTHENED = re.compile(
    r"\b(?:extend\w*|expand\w*|extrapolat\w*|up\s+to|yarn|rope|ntk|train\w*|fine-?tun\w*|limit\w*|truncat\w*|batch\w*|pack\w*|scal\w*|longer|beyond|through|chunk\w*|evaluat\w*|stage|phase|warm\w*|"
    r"generat\w*|output|prompt|benchmark|needle|tested|recommend\w*|within|maximum\s+output|slid\w*|segments?)\b|扩展|外推|训练|微调|阶段|生成",
    _I,
)
_THIS = re.compile(
    r"\b(?:this|our|the)\s+(?:\w+[\s-]){0,3}?(?:model|network|checkpoint|transformer|release|version|repo(?:sitory)?)\b|\bit(?:'s)?\b|\bits\b|本模型|该模型|此模型|我们的模型|本仓库|它",
    _I,
)
# a word with a capital that begins a sentence and has a verb after it is its subject
_SUBJECT = re.compile(
    r"^\W*(?:(?:The|A|An)\s+)?(?P<name>[A-Z][\w.+-]*(?:[\s-]+[A-Z0-9][\w.+-]*){0,4})(?:\s*\([^)]*\))?,?\s+(?:is|has|have|uses?|was|features?|contains?|comes|consists|includes?|employs?|boasts?|comprises?|supports?|"
    r"adopts?|offers?|provides?|packs?|operates?|runs?|retains?|keeps?|scales?|also|now|shares?|ties?)\b"
    r"|^\W*(?P<zh>[A-Za-z][A-Za-z0-9_.-]*)\s*(?:是|具有|拥有|包含|采用|使用|有|支持|总参数|的)",
)
_PLAIN_SUBJECT = re.compile(
    r"(?:the|a|an|this|it|its|model|models?|our|we|architecture|vocabulary|tokenizer|transformer|decoder|encoder|embeddings?|backbone|hidden|layers?|context|"
    r"total|parameters?|there|both|input|output|network|base|size|training|each|all|these|they|weights?|checkpoint|word|token|attention|rope|gqa|here|texts?|inputs|sequences?|tokens?|documents?|sentences|pre-?training|tokeni[sz]ation|bpe|wordpiece|sentencepiece|moe|mixture|version|lm|llm)",
    _I,
)
_NAMES_REACH = 60


def standing(sentence: str, phrase: Phrase, names: Names, headings: tuple[str, ...], above: str) -> Standing:
    """Whose figure a phrase of a sentence gives.

    `headings` are those above it, without the card's title; `above` is the text before the sentence in its block.
    """
    if phrase.part:
        return Standing(_of_part(phrase))
    foreign = section(headings, names, phrase.kind)
    if foreign:
        return Standing(foreign)
    if "?" in sentence[phrase.end : phrase.end + 60] and sentence.rstrip().endswith("?"):
        return Standing("it is a question")
    mentions = names.mentions(sentence)
    start = max((m.end for m in mentions if m.whose is Whose.OWN and m.end <= phrase.start), default=0)
    before, after = sentence[start : phrase.start], sentence[phrase.end :]
    reason = _before(sentence, before, after, phrase) or _other(sentence, phrase, mentions, start)
    if reason:
        return Standing(reason)
    if phrase.doubt:
        return Standing(doubt=phrase.doubt)
    return _subject(sentence, phrase, mentions, start, above, names)


def section(headings: tuple[str, ...], names: Names, kind: str) -> str:
    """Why what stands under these headings is not of this model; empty where it may be."""
    for heading in headings:
        mentions = names.mentions(heading)
        if any(m.whose is Whose.OWN for m in mentions):
            continue
        found = _FOREIGN_SECTION.search(heading)
        if found:
            return f"it stands in the section “{_short(heading)}”"
        if any(m.whose is Whose.OTHER for m in mentions):
            return f"it stands in a section about {next(m.name for m in mentions if m.whose is Whose.OTHER)}"
        sizes = [size[0].lower() for size in _SIZE_IN_HEADING.finditer(heading)]
        if sizes and not names.words & set(sizes):
            return f"it stands in the section “{_short(heading)}”"
        if kind in _CHANGEABLE and _RUNNING_SECTION.search(heading):
            return f"it stands in the section “{_short(heading)}”"
    return ""


def _of_part(phrase: Phrase) -> str:
    if phrase.kind in (MEMORY, TIED):
        return phrase.part
    return f"it counts only a part: {phrase.part}"


def _before(sentence: str, before: str, after: str, phrase: Phrase) -> str:
    """What stands around a figure in its sentence, after the last mention of this model, that makes it another's."""
    close = before[-90:]
    compared = _COMPARED.search(before)
    if compared:
        return f"it is a comparison (“{compared[0].strip()}”)"
    if _EXAMPLE.search(close):
        return "it is an example"
    if _PLURAL.search(close):
        return "several models are spoken of"
    if phrase.kind == PARAMETERS:
        return _parameters(sentence, before, after, phrase)
    if phrase.kind in (LAYERS, HEADS, KV_HEADS) and (_LAYER_PART.search(close) or _PART.search(close[-40:])):
        return "it counts a part of the layers or heads"
    if phrase.kind in (HIDDEN, DIMENSION) and (_PART.search(close[-60:]) or _NETWORK.search(close[-60:])):
        return "it is the size of a part"
    if phrase.kind == LAYERS and _NETWORK.match(after[:40]):
        return "it counts a part of the layers or heads"
    if phrase.kind in (LAYERS, HEADS) and re.match(r"\s*(?:to|and|or|[×x*–/-])\s*\d", after):
        return "more than one value is given"
    if phrase.kind == VOCABULARY and _GROWN.search(before) and not phrase.doubt:
        return "a vocabulary before or after a change is spoken of"
    if phrase.kind == CONTEXT:
        found = _LENGTHENED.search(before[-70:]) or _LENGTHENED.search(after[:70])
        return f"the length may be another than the config's (“{found[0]}”)" if found else ""
    return ""


def _parameters(sentence: str, before: str, after: str, phrase: Phrase) -> str:
    close = before[-90:]
    number = phrase.written
    if number is not None and number.mark == "under":
        return "it is a limit, not a count"
    rest = after if number is None else sentence[number.end :]
    if _NUMBER_BEFORE.search(close) or _NUMBER_AFTER.match(rest):
        return "more than one value is given"
    if _LIMIT_BEFORE.search(close):
        return "it is a limit, not a count"
    if _PLURAL_AFTER.match(after):
        return "several models are spoken of"
    if _ANOTHER.search(close):
        return "another model may be spoken of"
    part = _PART.search(_MIXTURE.sub(" ", before)[-45:]) or _PART.match(after.lstrip()[:30])
    return f"it counts only a part: {part[0]}" if part else ""


def _other(sentence: str, phrase: Phrase, mentions: list[Mention], start: int) -> str:
    """Another model's name near the figure: before it, or right behind it with a word that joins them."""
    for mention in mentions:
        if mention.whose is not Whose.OTHER:
            continue
        if start <= mention.start and mention.end <= phrase.start:
            return f"it is about {mention.name}"
        between = sentence[phrase.end : mention.start]
        if phrase.end <= mention.start <= phrase.end + _NAMES_REACH and re.search(
            r"^\s*\)?\s*(?:\w+\s+){0,3}(?:of|for|in|as|by|than|vs\.?|like)\s+(?:the\s+|a\s+)?$|^\s*[(（]\s*$",
            between,
            _I,
        ):
            return f"it is about {mention.name}"
    return ""


def _subject(sentence: str, phrase: Phrase, mentions: list[Mention], start: int, above: str, names: Names) -> Standing:
    before = sentence[start : phrase.start]
    origin = _ORIGIN.search(before)
    if origin and not _SAME.search(before):
        return Standing(f"another model is spoken of (“{origin[0].strip()}”)")
    if _SAME.search(before):
        return Standing(doubt="it is said of a model that is the same")
    if start:
        return Standing()
    if (
        phrase.kind == CONTEXT
        and not _THIS.search(before)
        and not re.search(r"\binputs?\b", before)
        and not _HEADED.fullmatch(before)
    ):
        return Standing("it is not said of which model")
    if phrase.kind == PARAMETERS and re.search(r"\bthe\s+$", before, _I):
        return Standing(doubt="a model may be named by its size")
    if any(m.whose is Whose.FAMILY and m.end <= phrase.start for m in mentions) and not _THIS.search(before):
        return Standing(doubt="it may be said of the family")
    found = _SUBJECT.match(sentence)
    name = (found["name"] or found["zh"] or "") if found else ""
    if name and not _PLAIN_SUBJECT.fullmatch(name.split()[0]) and not _PLAIN_SUBJECT.fullmatch(name.split()[-1]):
        whose = names.whose(name)
        if whose is Whose.OTHER:
            return Standing(f"it is about {_short(name)}")
        if whose is Whose.FAMILY:
            return Standing(doubt="it may be said of the family")
    if re.match(r"\W*(?:it|its|they|which|that|这|它|其)\b", sentence, _I):
        last = names.mentions(above[-300:])
        if last and last[-1].whose is Whose.OTHER:
            return Standing(f"it may be about {last[-1].name}")
    return Standing()


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
