"""How sentences say a figure, as patterns of what stands to the left and to the right of its number."""

from __future__ import annotations

import re

from embcalc.cards.language.finding import ACTIVE, BACKBONE, EMBEDDING, NON_EMBEDDING

_I = re.IGNORECASE
QUALIFIER = r"(?:[A-Za-z][\w'/-]*\s+){0,3}?"
P_RIGHT = re.compile(
    rf"[\s-]{{0,16}}(?:of\s+)?(?P<words>{QUALIFIER})(?:learnable\s+|trained\s+"
    rf"|model\s+)?param(?:eter)?s?\b(?P<rest>[^.;。]{{0,60}})",
    _I,
)
P_ACTIVE = re.compile(
    r"\s*(?:of\s+(?:them|which|these)\s+)?(?:are\s+|is\s+|params?\s+|parameters?\s+)?(?:being\s+)?(?:active"
    r"|activated)\b(?!\s*(?:expert|head|layer))",
    _I,
)
P_TOTAL = re.compile(r"\s*(?:in\s+total|total)\b(?!\s*(?:tokens|examples|samples|images|steps|hours|batch|size))", _I)
P_NON = re.compile(r"\s*(?:are\s+)?non-embeddings?\b(?!\s*(?:model|layer|dim))", _I)
_IN_EMBEDDING = (
    r"(?:(?:are|is|sits?|lies?|lives?|belongs?|goe?s?)\s+)?(?:in|for|from|of|to)\s+(?:the\s+|its\s+)?(?:two\s+|both\s+)?"
    r"(?:input\s+|token\s+|word\s+|vocabulary\s+)?embeddings?(?:\s+(?:layers?|tables?|matrix|matrices))?\b"
)
P_EMBEDDING = re.compile(
    rf"\s*(?!of\b){_IN_EMBEDDING}(?!\s*(?:model|space|dim|size|vector))|\s*embeddings?(?=\s*[),+/;]|\s+and\b|\s*$)", _I
)
P_BACKBONE = re.compile(
    r"\s*(?:(?:are|is)\s+)?(?:(?:in|for|of)\s+(?:the\s+|its\s+)?)?(?:transformer\s+)?backbone\b(?!\s+(?:layer|model|network|with))",
    _I,
)
OF_THE_BACKBONE = re.compile(r"\s*(?:are\s+)?(?:of|in|for)\s+(?:the|its)\s+(?:transformer\s+)?backbone\b", _I)
P_LEFT = re.compile(
    r"(?P<words>(?:[A-Za-z-]+\s+){0,2})(?:parameters?|params?)(?:\s+(?:count|size|number))?\s*"
    r"(?:(?:of|is|are|totals?|totaling|totalling|reaches|amounts?\s+to)\s+)+(?:only\s+|a\s+total\s+of\s+)?$",
    _I,
)
ZH_LEFT = re.compile(
    r"(?P<words>总|激活|非(?:词)?嵌入层?|(?:词)?嵌入层?|可训练|训练)?(?:的)?参数(?:总?量|数量?|规模|总数|大小)?(?:大小)?(?:约为|为|是|有|达到?|共计?|约|仅|:|：|\s)*$"
)
ZH_RIGHT = re.compile(
    r"\s*(?:个)?(?:的)?(?P<words>总|激活|非(?:词)?嵌入|(?:词)?嵌入|可训练|训练)?(?:模型)?参数|\s*(?:の|개의\s*)?(?:パラメータ|파라미터)"
)
READINGS = (
    (
        re.compile(
            r"non[\s-]{0,16}embeddings?|非(?:词)?嵌入|exclud\w+\s+(?:the\s+)?(?:\w+\s+)?embeddings?"
            r"|without\s+(?:the\s+)?embeddings?|not\s+(?:counting|including)\s+(?:the\s+)?embeddings?",
            _I,
        ),
        NON_EMBEDDING,
    ),
    (re.compile(r"\bactiv(?:e|ated|ates|ating)\b|激活", _I), ACTIVE),
    (re.compile(r"\bbackbone\b", _I), BACKBONE),
    (re.compile(r"\bembeddings?\b|嵌入", _I), EMBEDDING),
)
# words between a number and "parameters" that leave it a count of the whole model
WHOLE = re.compile(r"(?:total|overall|model|learnable|unique|number|count|of|the|all|full|dense|trained|in)?", _I)
KNOWN = re.compile(
    r"(?:非)?(?:词)?嵌入层?|激活|总|(?:non[\s-]{0,16})?embeddings?|active|activated|backbone|total|word|token|input|layer|its",
    _I,
)
ABOUT_EMBEDDING = re.compile(rf"\s*(?:\(\s*)?{_IN_EMBEDDING}(?!\s*model)", _I)
ABOUT_ACTIVE = re.compile(
    r"\s*(?:\(\s*)?(?:are\s+|is\s+|being\s+)?(?:active|activated)\b|\s*(?:used\s+|active\s+)?per\s+(?:token|forward)",
    _I,
)
EXCLUDING = re.compile(
    r"\s*\(?\s*(?:exclud\w+|without|not\s+(?:counting|including)|non[\s-])\s*(?:the\s+)?(?:\w+\s+)?embeddings?", _I
)
EXCLUDED = re.compile(
    r"\b(?:exclud\w+|without(?:\s+counting)?|not\s+counting|leaving\s+out|apart\s+from)\s+(?:the\s+)?(?:\w+\s+)?embeddings?\b[^.;]{0,30}$"
    r"|(?:不(?:含|包括|计)|去(?:除|掉)|除(?:去|了))(?:词)?嵌入[^。；]{0,20}$",
    _I,
)
VOCAB_RIGHT = re.compile(
    r"[\s-]{0,16}(?:tokens|entries|words|(?:word|sub-?word|sentence)?-?pieces|sub-?words)\s+in\s+(?:the|its|our)\s+vocabulary\b|"
    r"[\s-]{0,16}(?:(?:sub-?words?|word-?pieces?|bpe|sentence-?pieces?|unique|distinct|different|byte-level|multilingual|tokens?"
    r"|words?|pieces?|entry|entries|items)[\s-]{1,16}){0,4}vocab(?:ulary)?\b|\s*(?:个)?(?:大小"
    r"|规模)?的?(?:词汇?表|词汇量)",
    _I,
)
VOCAB_LEFT = re.compile(
    r"(?:vocab(?:ulary)?(?:\s+size)?(?:\s*\([^()]{1,20}\))?"
    r"(?:\s*(?:of|is|was|has|have|had|with|contains?|containing|comprises?|comprising|consists?\s+of|includes?"
    r"|including|counts|totals|size|the|a|total|exactly|[:=(])\s*)+"
    r"|词(?:汇)?表(?:的)?(?:大小|规模|数量|容量|长度)?(?:约为|为|是|有|达到?|共|包含|含|约|:|：|\s)+|词汇量(?:约为|为|是|约|:|：|\s)+)$",
    _I,
)
# the tokenizer has 32,000 tokens
TOKENIZER_LEFT = re.compile(
    r"\btokeni[sz]er\s+(?:has|with|of|contains?|comprises|includes|uses)\s+(?:a\s+total\s+of\s+|exactly\s+)?$", _I
)
TOKENS_RIGHT = re.compile(
    r"\s*(?:unique\s+|distinct\s+)?(?:tokens|entries|pieces|sub-?words)\b(?!\s*(?:max|per|context|long|limit|reserved|for|of|in))",
    _I,
)
VOCAB_GROWS = re.compile(
    r"(?:extend\w*|expand\w*|enlarg\w*|increas\w*|grow\w*|resiz\w*|reduc\w*|扩展|扩充"
    r"|扩大)[^.;。；]{0,40}?(?:vocab(?:ulary)?|词(?:汇)?[表库])[^.;。；]{0,20}?(?:\bto|至|到)\s*$",
    _I,
)
HIDDEN_LEFT = re.compile(
    r"(?:hidden[\s_-]+(?:state\s+|layer\s+|states?\s+)?(?:size|dim\w*|width)|model\s+dim\w*|d_model|n_embd"
    r"|hidden_size|residual\s+(?:stream\s+)?(?:size|width|dim\w*)|\bwidth)"
    r"(?:\s*\([^()]{1,20}\))?(?:\s*(?:of|is|=|:|was|equals)\s*)+$|hidden[\s_-]+(?:size|dim\w*|width)\s+$|hidden\s+layers?\s+(?:are|is)\s+$"
    r"|隐藏(?:层)?(?:维度|大小|尺寸)(?:为|是|约|:|：|\s)*$",
    _I,
)
HIDDEN_RIGHT = re.compile(
    r"[\s-]{0,16}(?:dimensions?|dimensional|d)\s+(?:of\s+)?hidden(?:\s+(?:states?|size|layers?|vectors?"
    r"|representations?))?\b|[\s-]+hidden\s+(?:layers?\s+|states?\s+)?(?:sizes?|dim\w*|units|width)\b"
    r"|[\s-]+wide\s+(?:residual|hidden)\b|\s*维(?:的)?隐藏",
    _I,
)
HIDDEN_BARE = re.compile(r"\s+(?:hidden\s+)?dimensions?\s*(?:,|and\b)", _I)
# 12-layer, 768-hidden, 12-heads
HIDDEN_ALONE = re.compile(r"[\s-]+hidden(?=\s*(?:[,;)）、]|and\b|\Z))", _I)
LAYER_OR_HEAD = re.compile(r"\d[\s-]+(?:attention[\s-]+)?(?:layers?|heads?)\b", _I)
DIMENSION_LEFT = re.compile(r"(?:embedding|output|vector)s?\s+(?:size|dim\w*)(?:\s*(?:of|is|=|:|was)\s*)+$", _I)
DIMENSION_RIGHT = re.compile(
    r"[\s-]{0,16}dim(?:ension(?:al|s)?)?(?:\s+(?:(?:dense|normali[sz]ed|unit|sentence|text)\s+){0,2}(?:vector|embedding)s?"
    r"(?:\s+(?:space|vectors?|s))?)?\b",
    _I,
)
LAYER_RIGHT = re.compile(
    r"[\s-]{0,16}(?:(?:transformer|hidden|decoder|encoder|stacked|repeat(?:ing|ed))[\s-]+)*(?:layers?"
    r"|blocks?)\b(?!\s+(?:sizes?|units|dim\w*|width)\b(?!\s*(?:\d|of\b|is\b)))(?!\s*(?:norm|perceptron|of\s+(?:mlp|lstm|conv)|deep|wise|each))|\s*层(?!次|级|面|归一)",
    _I,
)
LAYER_LEFT = re.compile(
    r"(?:number\s+of\s+(?:(?:hidden|transformers?|encoder|decoder|attention|total|stacked|model|network|all|its)\s+)?layers|num_(?:hidden_)?layers|n_layers?)(?:\s*(?:of|is|=|:)\s*)+$|层数(?:为|是|:|：|\s)*$",
    _I,
)
HEAD_RIGHT = re.compile(
    r"[\s-]{0,16}(?:(?:self-)?attention[\s-]+|query[\s-]+|q[\s-]+)?heads?\b|\s*个?(?:注意力)?头(?!部)", _I
)
HEAD_LEFT = re.compile(
    r"(?:number\s+of\s+(?:attention\s+)?heads|num_attention_heads|n_heads?)(?:\s*(?:of|is|=|:)\s*)+$", _I
)
KV_RIGHT = re.compile(
    r"[\s-]{0,16}(?:shared\s+)?(?:kv|k/v|key[\s/-]*(?:and\s+)?value)[\s-]+(?:attention\s+)?heads?\b", _I
)
KV_LEFT = re.compile(
    r"(?:num_key_value_heads|n_kv_heads|number\s+of\s+(?:kv|key[\s/-]?value)\s+heads)(?:\s*(?:of|is|=|:)\s*)+$", _I
)
CONTEXT_RIGHT = re.compile(
    r"[\s-]{0,16}(?:tokens?)?[\s-]{0,16}(?:of\s+)?(?:maximum\s+|native\s+)?(?:context|sequence)(?:\s+(?:length|window"
    r"|size))?\b|[\s-]+tokens?[\s-]+window\b|\s*(?:consecutive|contiguous)\s+tokens\b|\s*(?:的)?上下文",
    _I,
)
CONTEXT_LEFT = re.compile(
    r"(?:context(?:ual)?|sequence)[\s-]{0,16}(?:length|window|size)?s?(?:\s+size|\s+length)?(?:\s*(?:of|is|=|:|at"
    r"|to|up|maximum|lengths)\s*)+(?:about\s+)?$|\b(?:set|configured)\s+(?:for|to)\s+(?:an?\s+)?context\s+(?:lengths?|windows?)\s+$"
    r"|max_position_embeddings(?:\s*(?:of|is|=|:)\s*)+$"
    r"|上下文(?:窗口)?(?:长度|大小)?(?:为|是|达到?|可达|:|：|\s)*$",
    _I,
)
MEMORY_UNIT = re.compile(r"\s?(?P<unit>[GMT]i?B)\b")
MACHINE = re.compile(
    r"\b(?:v?rams?|gpus?|cpus?|disk|memory|cuda|a100|h100|h800|v100|a10g?|t4|rtx|l40s?|machine|laptop|device"
    r"|card|host|node|available|free|require[sd]?|needs?|needed|fits?|run|dataset|corpus|corpora|data|text"
    r"|tokens?|kv|cache|peak|runtime)\b|显存|内存",
    _I,
)
# another size in memory, to which a data type next to it belongs
ANOTHER_SIZE = re.compile(r"\d\s?[KMGT]i?B\b|\b(?:instead\s+of|rather\s+than|vs\.?|versus|compared)\b", _I)
OF_WEIGHTS = re.compile(r"(?<=weights )(?:alone )?(?:need|require|take|fit)\b|(?<=memory) of the weights", _I)
WEIGHTS = re.compile(
    r"\b(?:weights?|checkpoint|model\s+(?:file|size|weights)|size\s+of\s+(?:the|this|our)\s+model|parameters)\b|权重",
    _I,
)
DTYPE_WORD = re.compile(
    r"(?<![\w.])(?:torch\.)?(?P<name>bfloat16|bf16|float16|fp16|f16|half|float32|fp32|f32|float64|fp64|fp8"
    r"|float8|int8|int4|f8_e4m3|fp8_e4m3)(?![\w])",
    _I,
)
DTYPE_WEIGHTS = re.compile(
    r"(?:\bweights?\s+(?:are|is|were|have\s+been)\s+(?:all\s+)?(?:stored|saved|released|provided|published"
    r"|distributed|kept|given)?\s*(?:in|as)\s+(?:the\s+)?"
    r"|\b(?:stored|saved|released|provided|published|distributed)\s+(?:in|as)\s+(?:the\s+)?)$",
    _I,
)
TIED_WORDS = re.compile(
    r"(?P<un>\b(?:un|non-?|not\s+|no\s+|without\s+|never\s+|does\s+not\s+(?:have|use)\s+|doesn't\s+(?:have"
    r"|use)\s+|separate\s+\(un))?"
    r"(?:\b|(?<=un)|(?<=non))(?:tied|tying|tie|shared|shares|sharing)\s+(?:the\s+|its\s+)?(?:(?:word"
    r"|token|input|output|in\s*/\s*out|weights?|vocabulary)?"
    r"(?:\s*(?:/|and|-|,|with|&)\s*(?:the\s+)?(?:output|input|word))?\s*(?:word\s+|token\s+"
    r"|weight\s+)?(?:embeddings?|embedding\s+weights))(?:\s+(?P<who>\w+))?",
    _I,
)
TIED_AFTER = re.compile(
    r"\b(?:input\s+(?:and|/|&)\s+output\s+embeddings?(?:\s+(?:weights|matrices|layers))?|(?:word"
    r"|token)\s+embeddings?|embeddings?|lm[_ ]head|output\s+(?:head|layer|projection))\s+"
    r"(?:weights\s+|matrix\s+)?(?:is|are)\s+(?P<un>not\s+|un)?(?:tied|shared)\b(?P<with>[^.;]{0,40})",
    _I,
)
SHARE = re.compile(
    r"(?P<un>\b(?:do(?:es)?\s+not|doesn't|don't|not|never)\s+)?\bshare\s+(?:the\s+|its\s+|their\s+)?input\s*(?:and|/|&|-)\s*output\s+(?:word\s+"
    r"|token\s+)?embeddings?",
    _I,
)
TYING = re.compile(r"\b(?P<un>no\s+|without\s+)?(?:weight|embedding)[\s-]tying\b", _I)
ZH_TIED = re.compile(
    r"(?P<un>不|未|没有|非|无)?(?:共享|绑定)(?:了)?(?:输入(?:和|与|、|/)?输出)?(?:的)?(?:词)?(?:嵌入|权重|embedding)|(?:词嵌入|嵌入"
    r"|embedding)(?:层)?(?:权重)?(?P<un2>不|未|没有)?(?:共享|绑定)",
    _I,
)
PERCENT = re.compile(r"\s?%\s*(?:of\s+(?:the|its|all|total)?[\w\s]{0,20}?param(?:eter)?s?|的?(?:总)?参数)?", _I)
SHARE_LEFT = re.compile(r"embeddings?(?:\s+(?:layer|table|parameters|share))?\b[^.;]{0,60}$", _I)
TRAINED_ON = re.compile(r"\s*(?:tokens?|examples|samples)")
PER_TOKEN = re.compile(r"\s+(?:per|for\s+(?:each|every|a))\s+(?:token|forward)\b", _I)
ACTIVATES = re.compile(r"\bactivat\w+\s+(?:only\s+|just\s+)?(?:a\s+)?$|激活(?:了)?\s*$", _I)
# 3B of the 30B parameters are active
PART_OF = re.compile(
    r"\d\s?(?:[KMB]|billion|million|[亿万])\s+(?:out\s+)?of\s+(?:the|its|all|our)\s+(?:total\s+)?[~\w]{0,9}$", _I
)
OF_ALL = re.compile(
    r"\s+(?:out\s+)?of\s+(?:the|its|all|our)\s+(?:total\s+)?~?\d[\d.,]*\s?(?:[KMB]|billion|million)?\s+(?:total\s+)?"
    r"(?:parameters|params)\b",
    _I,
)
# it activates 3B of its 30B parameters
OF_ITS = re.compile(r"\s+(?:out\s+)?of\s+(?:its|the)\s+(?:total\s+)?~?\d", _I)
OF_BACKBONE = re.compile(r"\bbackbone\s+(?:\w+\s+){0,2}$", _I)
LAYERS_OR_HEADS = re.compile(r"\b(?:layers|heads)\b")
