"""What in a sentence or a heading shows that a figure is not this model's: words and phrases, as patterns."""

from __future__ import annotations

import re

_I = re.IGNORECASE
# sections in which figures are of other models, or of no model
FOREIGN_SECTION = re.compile(
    r"\b(?:benchmarks?|evaluat\w*|results?|compar\w*|performance|leaderboards?|change\s?log|news|what'?s\s+new"
    r"|release\s+notes|"
    r"(?:version\s+)?history|updates?|roadmap|related|(?:other|larger|bigger|smaller)\s+(?:models|versions|sizes|releases|variants)|citations?"
    r"|cite|citing|references?|bibtex|"
    r"acknowledge?ments?|thanks|credits|base\s+model|teacher|draft|(?:model\s+)?(?:family|families|variants?"
    r"|variations|zoo|series|lineup|sizes)|"
    r"model\s+(?:list|index|collection)|available\s+(?:models|checkpoints)|datasets?|training\s+data"
    r"|limitations|bias(?:es)?|licen[cs]e|faq|"
    r"environmental|carbon|glossary|ethic\w*|safety|todo|previous|earlier|ablations?|baselines?|speculative)\b"
    r"|评测|评估|评价|性能|更新|新闻|引用|致谢|其他模型|模型列表|训练数据|数据集|许可|协议|对比|比较|局限",
    _I,
)
RUNNING_SECTION = re.compile(
    r"\b(?:usage|use|using|inference|quick\s?start|get(?:ting)?\s+started|how\s+to|deploy\w*|hardware"
    r"|requirements?|install\w*|examples?|demo|run(?:ning)?|"
    r"serv(?:e|ing)|infrastructure|training|fine-?tun\w*|quanti[sz]\w*|gguf|provided\s+files|procedure"
    r"|hyper-?parameters?|ollama|lm\s?studio|kobold\w*|llama\.?cpp|llamafile|vllm|sglang|oobabooga|silly\s?tavern|samplers?|presets?|v?ram"
    r"|(?:recommended|suggested|generation|sampler|sampling|my)\s+(?:\w+\s+)?settings)\b|使用|推理|部署|训练|微调|量化|硬件",
    _I,
)
# a table with one of these rows or columns is of settings of the use
OF_USE = re.compile(
    r"\W*(?:temp(?:erature)?|top[\s_-]?[pk]|min[\s_-]?p|rep(?:eat|etition)?[\s_.-]*pen(?:alty)?|num[\s_-](?:ctx|gpu|predict|thread)|n[\s_-]ctx"
    r"|n[\s_-]gpu[\s_-]layers|gpu[\s_-]layers|threads|max[\s_-]?(?:new[\s_-])?tokens|flash[\s_-]?attention|mirostat|dry[\s_]\w+)\W*",
    _I,
)
MODEL_SECTION = re.compile(
    r"\W*(?:the\s+)?(?:pre-?processing|tokeni[sz](?:er|ation)|model|(?:model\s+)?(?:architecture|specifications?|configuration))(?:\s+(?:details?|overview"
    r"|summary|specifications?))?\W*|模型(?:结构|架构|参数|规格)?",
    _I,
)
SIZE_IN_HEADING = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[BbM](?![\w])")
COMPARED = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|than(?!\s+(?:half|two\s+thirds|a\s+(?:third|quarter)|\d+\s?%))|similar\s+to|comparable\s+(?:to|with)|outperform\w*"
    r"|surpass\w*|beat(?:s|ing)?|rival\w*|"
    r"match(?:es|ing)?|on\s+par\s+with|against|relative\s+to|instead\s+of|rather\s+than|whereas|unlike"
    r"|competitive\s+with|close\s+to|"
    r"equivalent\s+to|times\s+(?:larger|smaller|bigger)|(?:twice|half|double|triple|times)\s+(?:the|its)\s+size|approach(?:es|ing))\b|相比|相较|优于|超越|媲美|不同于",
    _I,
)
ORIGIN = re.compile(
    r"\b(?:based\s+(?:on|upon)|built\s+(?:(?:on|upon)(?!\s+(?:an?|the)\s+(?:[\w-]+\s+){0,3}?(?:architecture|transformer|decoder|design)\b)|from|with(?!\s+(?:\d|an?\s+(?:vocab|hidden|context|total)|$)))|derived\s+from|fine-?tuned\s+(?:from|on|with"
    r"|version\s+of)|(?:fine-?tunes?|derivatives?|spin-?offs?)\s+of|initiali[sz]ed\s+(?:from|with)|distill?(?:ed|ation)\s+(?:from|of|by)?|"
    r"starting\s+from|on\s+top\s+of|parent|converted\s+from|up-?cycled|merge[ds]?\s+(?:of|from)|pruned\s+from"
    r"|teacher|draft|"
    r"adapter|lora|original(?:ly)?|prior|previous(?:ly)?|former(?:ly)?|earlier|predecessor|successor\s+(?:of|to)|used\s+to)\b|蒸馏|基于",
    _I,
)
ANOTHER = re.compile(
    r"\b(?:also|another|second|smaller|larger|bigger|we\s+(?:also\s+)?(?:train|trained|compare|use|used|test"
    r"|tested|ablate))\b[^.;]*$",
    _I,
)
# based on the Foo architecture and has 12 layers: the layers are this model's
_AND_HAS = r"architecture\s*,?\s+and\s+(?:has|contains|consists\s+of|comprises|uses|features)"
SAME = re.compile(rf"\b(?:same\s+as|identical\s+to|same\s+(?:architecture|config\w*|size)|{_AND_HAS})\b", _I)
ARCHITECTURE_OF = re.compile(rf"[\s-]+(?:\w+[\s-]+){{0,2}}?{_AND_HAS}\b", _I)
EXAMPLE = re.compile(
    r"\b(?:e\.g\.?|for\s+(?:example|instance)|such\s+as|if|would|could|might|imagine|suppose|hypothetical"
    r"|assum\w+|example)\b|例如|比如|如果",
    _I,
)
PLURAL = re.compile(
    r"\b(?:models|variants|sizes|versions|checkpoints|family|series|suite|collection|herd|ranging|ranges?"
    r"|scales|configurations|"
    r"(?:two|three|four|five|six|seven|several|multiple|various|different|both|each|all|many|other|larger"
    r"|smaller|bigger)\s+(?:\w+\s+)?models?)\b"
    r"|系列模型|多个|多种|不同规模|分别|两个版本|包括",
    _I,
)
# one of them: `the smallest model of the family`
MEMBER_OF = re.compile(
    r"(?<=model|rsion|riant|ember|point|llest|rgest|ggest) (?:of|in|from) (?:the|our|this|its) (?:[\w.-]+ ){0,2}?"
    r"(?:family|series|suite|collection|line-?up)\b",
    _I,
)
# unlike Foo with its 32K tokens, this model has
AFTER_COMPARED = re.compile(
    r"\b(?:unlike|compared\s+(?:to|with)|in\s+contrast\s+to)\b[^;]{0,120}?[,，]\s*(?:it|this\s+model|our\s+model|the\s+model)\b"
    r"|(?:与|和|比|相较于?|相比)[^；。]{0,80}?[,，]\s*(?:本模型|该模型|它)",
    _I,
)
# a name with a verb or a bracket behind it is what the next figure is said of
TOLD = re.compile(r"\s*(?:[(（]|(?:has|have|had|uses?|with|contains?|comes|features)\b)", _I)
# a hidden size of 768 and 110M parameters: the number before is of another kind
PROPERTY_BEFORE = re.compile(
    r"\b(?:size|width|dim\w*|length|layers|heads|vocab\w*)\s*(?:of|is|=|:)?\s*\d[\d,]*\s*(?:,|and\b)+\s*(?:and\s+)?~?$",
    _I,
)
IT = re.compile(r"[,;]\s*(?:it|this\s+model)\b", _I)
PLURAL_AFTER = re.compile(
    r"\s*(?:-\s*)?(?:param(?:eter)?s?)?\s*(?:\w+[\s-]){0,2}?(?:models|variants|versions|sizes|checkpoints"
    r"|configurations)\b|[\s-]*(?:level|class|scale|range|regime|category|tier|budget|mark)\b"
    r"|级别|量级|以下|以内|以上的模型",
    _I,
)
LIMIT_BEFORE = re.compile(
    r"\b(?:under|below|up\s+to|at\s+the|sub-?|within|beyond|above|from|between|to|reach\w*|scal\w+\s+to)\s*$|不到|以下$",
    _I,
)
NUMBER_BEFORE = re.compile(
    r"\d\s*(?:[KMBT亿万]|billion|million)?\s*(?:,|/|、|–|—|-|\bto\b|\band\b|\bor\b|和|与|或|至|到|&)+\s*(?:and|or|to)?\s*~?$",
    _I,
)
NUMBER_AFTER = re.compile(
    r"\s*(?:[KMBT亿万]|billion|million)?\s*(?:,|/|、|–|—|\bto\b|\band\b|\bor\b|和|与|或|至|到|&|→|->)+\s*(?:and|or"
    r"|to)?\s*~?\d+(?:\.\d+)?\s*(?:[KMBT亿万](?![a-z])|billion|million)",
    _I,
)
PART = re.compile(
    r"\b(?:vision|visual|image|audio|speech|vit|siglip|clip|projector|projection|adapters?|lora|q-?lora"
    r"|trainable|teacher|student|draft|assistant|"
    r"reward|judge|expert|experts|router|gate|mtp|multi-token|classifier|classification\s+head|mlp|merger"
    r"|connector|speculative|eagle|medusa|proxy|toy|auxiliary|filter(?:ing)?\s+model|sibling|companion|u-?net|"
    r"diffusion|vae|text\s+encoder|image\s+encoder|vision\s+encoder|value\s+head|critic|retriever|reranker"
    r"|detector|backbone\s+network|tower|resampler|perceiver)\b"
    r"|视觉|图像|音频|专家|可训练",
    _I,
)
# 4,096-parameter head, 2M parameters MLP; not the 8B parameter multi-head attention model
COUNTED_PART = re.compile(
    r"[\s-]+param(?:eter)?s?\s+(?:[a-z]+[\s-]){0,2}?(?:heads?|mlp|ffn|layers?|blocks?|modules?|matri(?:x|ces)|tables?"
    r"|classifiers?|projectors?|adapters?|projections?|probes?|drafters?)\b(?!\s*(?:attention|norm\w*))",
    _I,
)
PART_SUBJECT = re.compile(
    r"\W*(?:the|a|an|its|our|each|this)\s+(?:[\w-]+\s+){0,3}?(?P<part>head|classifier|mlp|perceptron|adapter|projector"
    r"|projection|router|gate|probe|drafter|draft\s+model|critic|reward\s+model|retriever|reranker|pooler|lstm|cnn)\b"
    r"(?!\s*(?:count|dim\w*|size|of\b))",
    _I,
)
NETWORK = re.compile(
    r"[^.;,]{0,25}\b(?:mlp|perceptron|lstm|bilstm|gru|rnn|cnn|conv(?:olution\w*|net\w*|\d?d|s)?|feed-?forward|ffn|head|classifier"
    r"|adapter|projector|lora)\b",
    _I,
)
# a BiLSTM with 2 layers, a convolutional head (2-layer
NETWORK_BEFORE = re.compile(
    r"\b(?:mlp|perceptron|(?:bi-?)?lstm|gru|rnn|cnn|conv(?:olution\w*|net\w*|\d?d|s)?|(?:feed-?forward|projection|classification"
    r"|regression|tagging|prediction)\s+\w+|classifier|tagger|adapter|projector|head)\s*"
    r"(?:\(|(?:with|of|has|having|that\s+has)\b)(?:[^.;()]|\([^()]*\)){0,30}$",
    _I,
)
MIXTURE = re.compile(r"\bmixture[\s-]+of[\s-]+experts?\b", _I)
LAYER_PART = re.compile(
    r"\b(?:first|last|top|bottom|final|every|each|per|between|additional|extra|new|frozen|freez\w*|unfr\w*"
    r"|unfroz\w*|early|later|upper|lower|"
    r"remaining|middle|next|layer|to|from|prun\w*|conv(?:olution\w*|net\w*|\d?d|s)?|lstm|gru|mlp|head|classifier|remov\w*|drop\w*|add\w*"
    r"|after|within|dense|linear|of\s+the|kept|other|rest|"
    r"fully|sliding|global|local|shared|kv|mamba|ssm|recurrent|moe|sparse)\s*$"
    r"|[前后每第]\s*$",
    _I,
)
HEADED = re.compile(
    r"(?=.*(?:length|window|size))\W*(?:(?:an?|the|with|maximum|max|native|context|sequence|input|length"
    r"|window|size|of)\W*)*",
    _I,
)
GROWN = re.compile(
    r"\b(?:extend\w*|expand\w*|enlarg\w*|increas\w*|from|old|original(?:ly)?|previous(?:ly)?|added|adding|adds|new"
    r"|additional|extra|resiz\w*|reduc\w*|trim\w*|prun\w*|truncat\w*|merg\w*|initial|(?:base|parent|donor|source|starting)(?=\s+(?:vocab|tokeni)))\b|扩展|扩充|扩大|新增|原|增加",
    _I,
)
LENGTHENED = re.compile(
    r"\b(?:extend\w*|expand\w*|extrapolat\w*|up\s+to|yarn|rope|ntk|train\w*|fine-?tun\w*|limit\w*|truncat\w*"
    r"|batch\w*|pack\w*|scal\w*|longer|beyond|through|chunk\w*|evaluat\w*|stage|phase|warm\w*|"
    r"generat\w*|output|prompt|benchmark|needle|tested|recommend\w*|within|maximum\s+output|slid\w*"
    r"|segments?)\b|扩展|外推|训练|微调|阶段|生成",
    _I,
)
THIS = re.compile(
    r"\b(?:this|our|the)\s+(?:\w+[\s-]){0,3}?(?:model|network|checkpoint|transformer|release|version"
    r"|repo(?:sitory)?)\b|\bit(?:'s)?\b|\bits\b|本模型|该模型|此模型|我们的模型|本仓库|它",
    _I,
)
# a word with a capital that begins a sentence and has a verb after it is its subject
SUBJECT = re.compile(
    r"^\W*(?:(?:The|A"
    r"|An)\s+)?(?P<name>[A-Z][\w.+-]*(?:[\s-]+[A-Z0-9][\w.+-]*){0,4})(?:\s*\([^)]*\))?,?\s+(?:is|has|have"
    r"|uses?|was|features?|contains?|comes|consists|includes?|employs?|boasts?|comprises?|supports?|"
    r"adopts?|offers?|provides?|packs?|operates?|runs?|retains?|keeps?|scales?|also|now|shares?|ties?|picked|chose|used|had|suggested|proposed|reported|recommends?|prefers?)\b(?!\s*[:：])"
    r"|^\W*(?P<zh>[A-Za-z][A-Za-z0-9_.-]*)\s*(?:是|具有|拥有|包含|采用|使用|有|支持|总参数|的)",
)
PLAIN_SUBJECT = re.compile(
    r"(?:ours|the|a|an|this|it|its|model|models?|our|we|architecture|vocabulary|tokenizer|transformer|decoder"
    r"|encoder|embeddings?|backbone|hidden|layers?|context|"
    r"total|parameters?|there|both|input|output|network|base|size|training|each|all|these|they|weights?"
    r"|checkpoint|word|token|attention|rope|gqa|here|texts?|inputs|sequences?|tokens?|documents?|sentences"
    r"|pre-?training|tokeni[sz]ation|bpe|wordpiece|sentencepiece|moe|mixture|version|lm|llm)",
    _I,
)
OF_ANOTHER = re.compile(
    r"^\s*\)?\s*(?:\w+\s+){0,3}(?:of|for|in|as|by|than|vs\.?|like)\s+(?:the\s+|a\s+)?$|^\s*[(（]\s*$", _I
)
LIKE = re.compile(r"-(?:based|style|like|type|compatible)$", _I)
LIKE_AFTER = re.compile(r"[\s-]+(?:based|style|like|type|compatible)\b", _I)
TOKENIZER_OF = re.compile(
    r"(?:'s)?[\s-]+(?:\w+[\s-]+){0,3}?(?:tokeni[sz]er|byte-level|bpe|byte\s+pair|sentence-?piece|vocab\w*)\b", _I
)
PRONOUN = re.compile(r"\W*(?:it|its|they|which|that|这|它|其)\b", _I)
MORE_VALUES = re.compile(r"\s*(?:to|and|or|[×x*–/-])\s*\d")
# of the 184M parameters
OF_THE = re.compile(r"\bof\s+the\s+$", _I)
NAMED_BY_SIZE = re.compile(r"\bthe\s+$", _I)
INPUT = re.compile(r"\binputs?\b", _I)
# the config.json is set for context length up to 512
CONFIGURED = re.compile(r"\bis\s+(?:set|configured)\s+(?:for|to)\b", _I)
LAYERS_TUNED = re.compile(
    r"\s*(?:\w+\s+)?(?:un)?(?:froz\w*|freez\w*)|\s*(?:(?:are|were)\s+)?(?:trainable|tuned|trained|kept|removed"
    r"|dropped|merged|added|quanti[sz]ed)\b",
    _I,
)
# one of several: `the fourth and largest version`, `our biggest model`; not of `this is the smallest version`
SUPERLATIVE = re.compile(
    r"\b(?:larg|small|bigg|tini)est\b[^.;,]{0,40}?\b(?:versions?|models?|variants?|sizes?|members?|releases?|checkpoints?)\b",
    _I,
)
THIS_IS = re.compile(r"\b(?:this|it)\s+(?:[\w-]+\s+){0,2}?is\b", _I)
# what a whole model may be, too: `a 149M-parameter classifier`
WHOLE_OR_PART = re.compile(r"\W*(?:classifier|critic|reward(?:\s+model)?|retriever|reranker|detector|judge)\W*", _I)
IS_A = re.compile(r"(?:^\W*|\b(?:is|as)\s+)(?:this|our|an?)\s+(?:[\w-]+\s+){0,2}$", _I)
# of another size than what it is made from
OTHER_SIZE_OF = re.compile(
    r"\W*(?:this|it)\s+(?:[\w-]+\s+)?is\s+(?:an?|the)\s+(?:[\w-]+[\s,]+){0,4}?(?:distilled|pruned|smaller|tiny|trimmed|reduced"
    r"|shrunk|slimmed|scaled-down|compact)\s+(?:[\w-]+\s+){0,2}?(?:version|variant|derivative)\s+of\b",
    _I,
)
EXPERTS_COUNTED = re.compile(
    r"\d+\s*个[^，。]{0,4}专家(?=[，,、]\s*总)|\b\d+\s+(?:[\w-]+\s+){0,2}?experts\b(?=\s*(?:[,(]|and\b|with\b))", _I
)
