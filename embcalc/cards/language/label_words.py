"""Which words before a colon or in a table's heading name which figure of a model."""

from __future__ import annotations

from typing import NamedTuple

from embcalc.cards.language.finding import (
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
SEVERAL = "several"


class Label(NamedTuple):
    """What a label names; a `weak` one may name something else (the precision of the training).

    One of several properties (`Layers / heads`) has the labels of each as its `parts`.
    """

    kind: str
    reading: str = ""
    weak: bool = False
    unit: str = ""
    dtype: str = ""
    parts: tuple[Label, ...] = ()


_P = (
    r"(?:param(?:eter)?s?|paramaters|weights?\s+count|パラメータ(?:ー)?数?|파라미터(?:\s*수)?)"
    r"(?:\s+(?:count|size|number|scale))?"
)
# Spanish, Portuguese, French, Italian and German
_ELSEWHERE = (
    r"(?:(?:n[úu]mero|nombre|numero|total|cantidad)\s+(?:total\s+)?(?:de|di|of)\s+)?"
    r"(?:par[áaâ]metros|param[èe]tres|parametri|parameter(?:anzahl)?)(?:\s+(?:totale?s?|totali|gesamt))?"
)
_ZH_P = r"参数(?:总?量|数量?|规模|总数|大小)?"
_WITHOUT = r"(?:non|without|excluding|excl\.?|w/o)[\s-]*embeddings?"
_E = r"(?:input\s+|word\s+|token\s+|vocab(?:ulary)?\s+)?embeddings?"
_DIM = r"(?:size|dim(?:ension)?s?|dimensionality|width)"
_LONG = r"max(?:imum)?\s+"

# what a label says in full, in lower case and without `number of`; the first that fits is taken
PATTERNS: tuple[tuple[Label, tuple[str, ...]], ...] = (
    (
        Label(PARAMETERS, TOTAL),
        (
            (
                rf"(?:(?:total|overall|full|model|model\s+total|total\s+model|unique)\s+)?{_P}"
                r"(?:\s+(?:total|in\s+total|overall|full|exact|unique))?"
            ),
            rf"{_P}\s+of\s+(?:the|this)\s+model",
            rf"(?:总|模型|模型总|全部)?{_ZH_P}(?:\s*总计?)?",
            r"総パラメータ数",
            _ELSEWHERE,
        ),
    ),
    (
        Label(PARAMETERS, ACTIVE),
        (
            rf"(?:active|activated|activation)\s+(?:model\s+)?{_P}(?:\s+per\s+(?:token|forward))?",
            rf"{_P}\s+(?:active|activated)(?:\s+per\s+token)?",
            rf"(?:每\w*)?激活{_ZH_P}",
        ),
    ),
    (Label(PARAMETERS, ACTIVE, weak=True), (r"active|activated",)),
    (
        Label(PARAMETERS, NON_EMBEDDING),
        (
            rf"{_WITHOUT}\s+{_P}",
            rf"{_P}\s+{_WITHOUT}",
            rf"非(?:词)?嵌入(?:层)?{_ZH_P}",
            rf"{_ZH_P}\s*(?:非嵌入|不含嵌入(?:层)?)",
        ),
    ),
    (
        Label(PARAMETERS, EMBEDDING),
        (
            rf"{_E}\s+(?:layer\s+)?{_P}",
            rf"{_P}\s+(?:in\s+(?:the\s+)?)?{_E}(?:\s+(?:layer|table|matrix))?",
            rf"(?:词|输入)?嵌入(?:层)?{_ZH_P}",
        ),
    ),
    (Label(PARAMETERS, HEAD), (rf"output\s+head\s+{_P}",)),
    (Label(PARAMETERS, BACKBONE), (rf"backbone\s+(?:number\s+of\s+)?{_P}", rf"{_P}\s+backbone")),
    (Label(SIZE, TOTAL), (r"model\s+size", r"model\s+scale", r"模型(?:大小|规模)")),
    (Label(SIZE, TOTAL, weak=True), (r"(?:total\s+)?size",)),
    (
        Label(VOCABULARY),
        (
            r"(?:tokenizer\s+)?vocab(?:ulary)?(?:\s+(?:size|length|dim(?:ension)?|entries|tokens))?",
            r"size\s+of\s+(?:the\s+)?vocab(?:ulary)?",
            r"n\s+vocab",
            r"词(?:汇)?表(?:大小|规模|长度|容量|数量)?",
            r"词汇(?:量|大小|表大小)",
            r"語彙(?:サイズ|数)|(?:어휘|단어장|보캡)\s*(?:크기|사이즈|수)",
            r"vocabular(?:io|iy?)(?:\s+size)?|tama[ñn]o\s+del\s+vocabulario|vocabul[áa]rio|tamanho\s+do\s+vocabul[áa]rio",
            r"(?:taille\s+du\s+)?vocabulaire|vokabular(?:größe)?",
        ),
    ),
    (
        Label(HIDDEN),
        (
            (
                rf"(?:(?:attention|model|transformer|decoder|encoder|llm)\s+)?hidden(?:\s+(?:layers?"
                rf"|states?))?\s+(?:{_DIM}|units)(?:\s+(?:d\s*model|n\s+embd))?"
            ),
            r"d\s*model|dim\s+model|model\s+(?:dim(?:ension)?s?|dimensionality|width)",
            r"n\s+embd|n\s+embed|emb(?:ed)?\s+dim(?:ension)?s?",
            r"隠れ層(?:の)?(?:次元数?|サイズ)",
            r"隐藏(?:层|状态)?(?:的)?(?:维度|大小|尺寸|维数)|隐层维度|模型维度",
        ),
    ),
    (Label(HIDDEN, weak=True), (r"hidden|hidden\s+state|width",)),
    (
        Label(DIMENSION),
        (
            rf"(?:(?:output|sentence|text|vector|dense|token|word)\s+)?embeddings?\s+(?:{_DIM}|length)",
            r"(?:output|vector)\s+(?:size|dim(?:ension)?s?|dimensionality)",
            r"嵌入维度|向量维度|embedding维度",
        ),
    ),
    (Label(DIMENSION, weak=True), (r"dim(?:ension)?s?",)),
    (
        Label(LAYERS),
        (
            (
                r"(?:(?:hidden|transformer|decoder|encoder|model|total)\s+)?(?:layers?|blocks)"
                r"(?:\s+(?:count|number|dense\s+layers?\s+included|depth))?"
            ),
            r"n\s+layers?|num\s+hidden\s+layers",
            r"(?:transformer|隐藏)?层数|(?:レイヤー|層)数|레이어\s*수|(?:n[úu]mero\s+de\s+)?(?:capas|camadas|couches)",
        ),
    ),
    (Label(LAYERS, weak=True), (r"depth",)),
    (
        Label(HEADS),
        (
            r"(?:(?:self\s+)?att?en?t?t?ion\s+|query\s+|q\s+)heads?(?:\s+(?:count|gqa|mha|mqa|q|query))?",
            r"n\s+heads?|(?:q|query)\s+attention\s+heads|heads?\s+(?:gqa|mha|mqa|q|query)",
            r"注意力头(?:数量?)?|(?:attention)?头数|(?:n[úu]mero\s+de\s+)?(?:cabezas|cabe[çc]as)(?:\s+de\s+aten[cç][iã][óoã]n?o?)?",
        ),
    ),
    (Label(HEADS, weak=True), (r"heads?(?:\s+count)?",)),
    (
        Label(KV_HEADS),
        (
            r"(?:attention\s+)?(?:kv|key\s*/?\s*value|k/v)\s+(?:attention\s+)?heads?(?:\s+(?:gqa|count))?",
            r"(?:attention\s+)?heads?\s+(?:kv|key\s*/?\s*value)|n\s+kv\s+heads",
            r"(?:kv|键值)头数?量?",
        ),
    ),
    (Label(KV_HEADS, weak=True), (r"gqa\s+(?:groups|heads)|(?:kv|key\s+value|query)\s+groups",)),
    (
        Label(CONTEXT),
        (
            (
                r"(?:(?:native|max(?:imum)?|default|full|model|supported|input)\s+)?(?:context|ctx|content(?=\s+(?:length|window)\b))"
                r"(?:\s+(?:length|window|size|len|limit))?(?:\s+(?:length|size|max|tokens))?"
            ),
            rf"{_LONG}position\s+embeddings|n\s+(?:positions|ctx)",
            r"(?:最大)?コンテキスト(?:長|サイズ|ウィンドウ)|컨텍스트\s*(?:길이|윈도우)",
            r"content\s+length",
            r"(?:longitud|tamanho|janela|ventana|fen[êe]tre)\s+de\s+contexto?e?|contexto|kontextl[äa]nge",
            r"(?:最大|支持)?上下文(?:长度|窗口|窗口大小|窗口长度|长)?",
        ),
    ),
    (
        Label(CONTEXT, weak=True),
        (
            rf"(?:{_LONG})?(?:input\s+)?(?:sequence|seq|input|token)\s+(?:length|len|tokens)",
            rf"{_LONG}(?:length|tokens|input\s+tokens|sequence)",
            r"(?:最大)?(?:序列|输入)长度",
        ),
    ),
    (
        Label(TIED),
        (
            (
                r"(?:tied?|tying|shared?|sharing)\s+(?:word\s+|input\s*/?\s*(?:and\s+)?output\s+"
                r"|weights?\s+)?(?:embeddings?|weights?)"
            ),
            r"weight\s+(?:tying|sharing)|tied",
            (
                r"embeddings?\s+(?:tied|tying|shared|sharing)|(?:word\s+)?embeddings?\s+(?:weight\s+)?(?:tying|tie"
                r"|sharing)"
            ),
            r"input\s*/?\s*(?:and\s+)?output\s+embeddings?\s+(?:tied|shared)",
            r"(?:词)?嵌入(?:层)?(?:权重)?(?:绑定|共享)|(?:权重|词嵌入)(?:绑定|共享)|(?:共享|绑定)(?:词嵌入|嵌入|权重)",
        ),
    ),
    (
        Label(DTYPE),
        (
            r"tensor\s+types?|(?:torch\s+)?dtype|model\s+dtype",
            r"weights?\s+(?:dtype|data\s*type|precision|type|format)|dtype\s+of\s+(?:the\s+)?weights",
            r"权重(?:精度|类型|格式)",
        ),
    ),
    (
        Label(DTYPE, weak=True),
        (r"(?:numerical?\s+|model\s+)?precision|data\s*type|(?:number\s+)?format|精度|数据类型",),
    ),
    (
        Label(MEMORY),
        (
            r"(?:(?:model|total)\s+)?weights?(?:\s+(?:size|file|files|on\s+disk|memory))?",
            r"(?:checkpoint|weights?|file|model\s+file|(?:on\s+)?disk|download)\s+size|size\s+on\s+disk",
            r"size\s+of\s+the\s+(?:weights|checkpoint)",
            r"memory\s+(?:of\s+(?:the\s+)?weights(?:\s+in)?|for\s+(?:the\s+)?weights|weights)",
            r"权重(?:文件)?(?:大小|体积)",
        ),
    ),
    (
        Label(SHARE),
        (
            r"embeddings?\s+(?:share|ratio|fraction|percentage)(?:\s+of\s+(?:the\s+)?(?:total|parameters))?",
            r"(?:share|ratio)\s+(?:of\s+)?(?:the\s+)?embeddings?",
            r"嵌入(?:层)?(?:参数)?占比",
        ),
    ),
)
