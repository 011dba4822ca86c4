"""Words right around a figure that show it to be of a run, a device, a part, or of models in general."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from embcalc.cards.language.finding import CONTEXT, DIMENSION, HEADS, HIDDEN, KV_HEADS, LAYERS, PARAMETERS, VOCABULARY

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
_OF_SHAPE = (PARAMETERS, VOCABULARY, LAYERS, HEADS, KV_HEADS, HIDDEN, DIMENSION)
_NOUN = r"(?:layers?|heads?|blocks?|tokens|entries|words|dimensions?|param(?:eter)?s?)"
# the 6-layer run; a vocabulary of 10,000 would give
_RUN = re.compile(
    rf"[\s-]*(?:{_NOUN}[\s-]+)?(?:(?:runs?|experiments?|trials?|ablations?|attempts?)\b|(?:would|could|might)\b)", _I
)
# one should train a 50M-parameter model
_ADVICE = re.compile(r"\b(?:one|you|people|users)\s+(?:should|would|could|might|may|need\w*|want\w*)\b[^,;.]*$", _I)
# synthetic data from a 405B-parameter model
_MADE_BY = re.compile(
    r"\b(?:(?:c[ao]me|generated|written|produced|judged|scored|filtered|rated|labell?ed|annotated|graded|translated|created)\s+(?:\w+\s+)?"
    r"(?:from|by|with|using|via)|answers?\s+of|outputs?\s+of|responses?\s+of)\s+(?:an?|the)\s+(?:\w+\s+)?$",
    _I,
)
_MACHINE = r"(?:\w*gpus?|devices?|ranks?|nodes?|stages?|shards?|cards?|chips?|workers?|cores?)\b"
# 950M parameters lie on each GPU; 4 heads per rank; 8-layer pipeline parallelism
_SHARED_OUT = re.compile(
    rf"[^.;,]{{0,24}}\b(?:per|each|every)\s+{_MACHINE}|[\s-]*(?:{_NOUN}[\s-]+)?(?:(?:pipeline|tensor)[\s-]+(?:parallel|stages?|slices?)|stages\b)",
    _I,
)
# a hidden dimension of 16,384 in the SAE
_IN_PART = re.compile(
    rf"\s*(?:{_NOUN}\s+)?(?:in|of|for)\s+(?:the|its|an?|our)\s+(?:\w+\s+)?(?:sae|auto-?encoder|probe|mlp|ffn|adapter|classifier|projector|retriever"
    r"|router|drafter|draft|vision|audio|visual|speech|pooler|reward|critic|vocoder|decoder\s+head)\b",
    _I,
)
_SPARSE = re.compile(r"\b(?:saes?|sparse\s+auto-?encoders?|(?:linear\s+)?prob(?:e|ing)|steering\s+vectors?)\b", _I)
# dropout in 6 layers; not of a network that is organised in 12 layers
_IN_LAYERS = re.compile(
    r"(?:\b(?:used|applied|placed|enabled|disabled|shown|inserted|injected|present|only|active)\s+|(?<!ed\s)(?<!parameters\s)(?<!weights\s))"
    r"\b(?:in|on|at)\s+$"
    r"|\b(?:maps?|patterns?|outputs?|scores?|activations?|visuali[sz]\w*|average|mean|entrop\w+)\s+(?:of|from|for|over|in)\s+$",
    _I,
)
# 28 layers x 4 heads x 128
_TIMES = re.compile(rf"[^.;]*\d\s*(?:{_NOUN}\s*)?[×x*]\s*$", _I)
_LOOK = re.compile(
    r"\s*(?:attention\s+)?(?:heads?|layers?)\s+(?:look|attend|focus|show|matter|seem|copy|fire|act|learn|specialis|specializ)",
    _I,
)
_SEEN = re.compile(
    r"\s*(?:(?:vocabulary\s+)?(?:entries|tokens|words|items|pieces)\s+)?(?:occur|appear|survive|remain|are\s+(?:used|seen|kept|left|needed))",
    _I,
)
_OTHER_VOCABULARY = re.compile(
    r"\b(?:label|tag|char(?:acter)?|entity|class|action|image|visual|audio|codec|phone(?:me)?|speaker|relation|intent|event|midi|domain|data(?:set)?"
    r"|corpus|test|story|stories|basic|hsk|jlpt|(?:cefr\s+)?[abc][12]|(?!model\b|tokeni[sz]er\b|it\b|encoder\b|decoder\b)[a-z]+(?:['’]s|s['’]))"
    r"[\s-]+vocab(?:ulary)?\b[^.;]{0,24}$"
    r"|\b(?:tf-?idf|word2vec|fasttext|glove|bag[\s-]of[\s-]words|vectori[sz]er|n-?gram|bm25|corpus|data(?:set)?|stories|texts)\b[^.;]{0,24}\bvocab[^.;]{0,12}$",
    _I,
)
# the Hindi tokenizer has
_OTHER_TOKENIZER = re.compile(
    r"\b[Tt]he\s+(?!BPE|Byte|Sentence|Word|Unigram|Model)[A-Z][\w.-]*\s+[Tt]okeni[sz]er\s+(?:has|with|of|contains)\b[^.;]{0,12}$"
)
_USUAL = re.compile(
    rf"\s*(?:{_NOUN}\s+)?(?:is|are)\s+(?:enough|common|typical|usual|standard|normal|sufficient|plenty)\b",
    _I,
)
_TYPICAL = re.compile(
    r"\b(?:a|the|most|many|any)?\s*(?:typical|usual|ordinary|common|average|conventional|most|many)\s+(?:[\w-]+\s+)?(?:models?|transformers?|llms?|networks?)"
    r"\b[^.;]*$",
    _I,
)
_TOY = re.compile(rf"[\s-]*(?:{_NOUN}[\s-]+)?(?:toy|debug|dummy|mock|test)\b", _I)
_TOGETHER = re.compile(
    r"\b(?:together|along(?:side)?|paire?d?(?:\s+it)?|works?|combined?(?:\s+it)?)(?:\s+with)?\s+(?:an?|another)\s+(?:\w+\s+)?$",
    _I,
)
# layers of filters
_LAYERS_OF = re.compile(
    r"\s*(?:layers\s+)?of\s+(?:the\s+)?(?:filter|cach|difficult|review|safet|security|moderat|abstract|defen[cs]|protect|access|check|indirect|meaning"
    r"|analys|process|valid)",
    _I,
)
_ORDER = re.compile(
    r"^\W*(?:please\s+)?(?:set|load|pass|change|try|specify|increase|reduce|lower|raise|choose|run)\b[^.;]*$", _I
)


def found(place: Place) -> str:
    """Why the words around a figure show that it is not the model's; empty where they do not."""
    kind, after = place.phrase.kind, place.after[:60]
    if kind == CONTEXT or kind not in _OF_SHAPE:
        return ""
    if any(word.match(after) for word in (_RUN, _USUAL, _TOY)) or any(
        word.search(place.close) for word in (_ADVICE, _TYPICAL, _ORDER)
    ):
        return "a run, or what would be, is spoken of"
    if _SHARED_OUT.match(after):
        return "it is told of one device of several"
    if kind == VOCABULARY:
        other = _SEEN.match(after) or any(words.search(place.close) for words in (_OTHER_VOCABULARY, _OTHER_TOKENIZER))
        return "another vocabulary is spoken of" if other else ""
    if kind == PARAMETERS:
        another = _MADE_BY.search(place.close) or _TOGETHER.search(place.close)
        return "another model is spoken of" if another else ""
    part = _IN_PART.match(after) or _LAYERS_OF.match(after) or _SPARSE.search(place.close)
    some = kind in (LAYERS, HEADS, KV_HEADS) and (
        _IN_LAYERS.search(place.close) or _LOOK.match(after) or _TIMES.match(place.close)
    )
    return "it is told of a part" if part or some else ""
