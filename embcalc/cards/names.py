"""Names of models in a text: which are this model's own, which are its family's, and which are another's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import NamedTuple

# words that a name may have more or less of without becoming another model's
GENERIC = re.compile(
    r"instruct|chat|it|pt|hf|models?|card|for|the|an?|of|llm|lm|gguf|gptq|awq|fp8|fp16|bf16|int4|int8|4bit|8bit|mlx|exl2|official"
    r"|preview|release|id|my|our|version|repo|readme|pretrained|discriminator"
)
_FAMILIES = (
    r"gpt-?neox|gpt-?neo|gpt-?j|gpt-?oss|chatgpt|gpt|codellama|code-?llama|openllama|tinyllama|llama|alpaca|vicuna|wizard(?:lm|coder|math)"
    r"|mistral|mixtral|ministral|zephyr|qwen|qwq|gemma|paligemma|gemini|palm|distilbert|distilroberta|xlm-?roberta|roberta|albert|electra"
    r"|modernbert|neobert|camembert|flaubert|biobert|scibert|codebert|mbert|sbert|deberta|bert|xlnet|xlm|mbart|bart|pegasus|umt5|byt5|mt5"
    r"|flan|t0pp?|ul2|bloomz?|opt|galactica|pythia|codex|codegen|starcoder|starchat|santacoder|deepseek(?:moe)?|moonlight|kimi|baichuan"
    r"|chatglm|glm|internlm|internvl|yi|aquila|skywork|xverse|hunyuan|ernie|minimax|minicpm|minitron|minilm|orion|telechat|falcon|mpt|dbrx"
    r"|command-?r|cohere|aya|jamba|mamba|rwkv|phi|orca|nemotron|granite|olmoe|olmo|smollm|stablelm|stable-?lm|redpajama|openelm|dolly"
    r"|koala|guanaco|claude|gopher|chinchilla|lamda|megatron|whisper|wav2vec2?|hubert|clip|siglip|vit|blip|llava|pixtral|florence"
    r"|nomic-embed|e5|bge|gte|mpnet|simcse|contriever|luke|longformer|bigbird|exaone|solar|polyglot|elyza|swallow|rinna|sakura|seallm"
    r"|sailor|merak|lfm2?|arctic|grok|nous|hermes|dolphin|openchat|starling|tulu|persimmon|fuyu|idefics|cogvlm|switch-?transformer|eurollm"
    r"|salamandra|apertus|dots|mimo|ling|step|seed-?oss"
)
# those that are words, too, count with a capital alone
_ORDINARY = re.compile(
    r"palm|opt|bloom|falcon|dolphin|orca|solar|switch.*|step|ling|seed|dots|luke|yi|command-?r|arctic|dolly|koala|electra|flan|phi|vit"
    r"|clip|claude|gopher|grok|hermes|nous|orion|aquila|starling|sailor|swallow|granite|codex|e5|mamba|galactica|persimmon|moonlight|aya"
)
# words of a name are parted by signs that they do not hold, so that a long one is read in one go
_W = r"[A-Za-z0-9.]"
_PART = rf"(?:[-_ ]?(?:v?\d{_W}*[A-Za-z0-9]|v?\d+[a-zA-Z]*))?(?:[-_]+{_W}*[A-Za-z0-9])*_*"
_FAMILY = re.compile(rf"(?<![\w-])({_FAMILIES}){_PART}(?![\w-])", re.IGNORECASE | re.ASCII)
# a name with a size in it: Foo-7B-chat, foo-1.5b, Bar_8x7B
_SIZED = re.compile(
    rf"(?<![\w./-])[A-Za-z]{_W}*(?:[-_]+{_W}+)*?[-_]+(?:\d+x)?\d+(?:\.\d+)?[BbMm](?![a-zA-Z])(?:[-_]+{_W}*[A-Za-z0-9])*_*",
    re.ASCII,
)
_ID = re.compile(r"(?<![\w./-])[\w.-]+/(?=[\w.-]*[A-Za-z])[\w.-]*\w(?![\w/])", re.ASCII)
_SIZE = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?[bm]|a\d+(?:\.\d+)?[bm]|\d+k")
# words that tell the members of a family apart
_MEMBER = re.compile(
    r"x{0,3}(?:large|small)|base|medium|x+[ls]|lite|light|mini|tiny|nano|micro|big|huge|giant|distil(?:led)?"
)
_COUNTED = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?[bm]|a\d+(?:\.\d+)?[bm]")
_TOKEN = re.compile(r"\d+(?:\.\d+)+[a-z]*|[a-z]+|\d+(?:\.\d+)?[a-z]?(?:\d+[bm])?|[\u4e00-\u9fff]+")
_FIRST_VERSION = re.compile(r"(?<=[a-z])v1(?=-)", re.IGNORECASE)
_SMALLEST = 2
_FEWEST_LETTERS = 4
# a name that has a rank in it, as siblings do: foobar-large for foobar-base
_RANK = r"(?:nano|pico|micro|tiny|mini|small|medium|base|large|big|huge|giant|max|x{1,3}l|x{1,3}large|x{1,2}small|lite)"
LONGEST = 200
# that a model goes by
MOST_NAMES = 50


class Whose(Enum):
    """Whose name a name is."""

    OWN = "own"
    FAMILY = "family"
    OTHER = "other"


class Mention(NamedTuple):
    """A model's name in a text."""

    name: str
    start: int
    end: int
    whose: Whose


class Names:
    """The names that this model goes by."""

    def __init__(self, names: Sequence[str]) -> None:
        self._asked: tuple[str, list[Mention]] = ("", [])
        names = list(dict.fromkeys(name for name in names if len(name) <= LONGEST))[:MOST_NAMES]
        self.own = _without_origins([tokens for tokens in (tokenised(name) for name in names) if tokens])
        self.words = frozenset(word for tokens in self.own for word in tokens)
        self.joined = frozenset("".join(tokens) for tokens in self.own)
        firsts = {own[0] for own in self.own if own[0].isalpha() and len(own[0]) >= _FEWEST_LETTERS}
        first = "|".join(map(re.escape, sorted(firsts, key=len, reverse=True))) or r"(?!)"
        # an ordinary word may be the first of a name: it takes a capital, or a rank
        self._siblings = re.compile(
            rf"(?<![\w./-])(?:(?=[A-Z])(?i:{first})(?:v?[0-9][0-9.]*)?(?:[-_][A-Z0-9][a-zA-Z0-9.]*){{0,6}}[-_][A-Z][a-zA-Z0-9.]*"
            rf"|(?i:{first})(?:v?[0-9][0-9.]*)?(?:[-_][a-zA-Z0-9.]+){{0,6}}?[-_](?i:{_RANK})(?:[-_][a-zA-Z0-9.]+){{0,6}})(?![\w-])"
        )
        spelt = {name.strip() for name in names if tokenised(name) in self.own and len(name.strip()) > _SMALLEST}
        # a name that is a plain word, too (a folder called model), is none where it stands in a sentence
        self._literals = [
            re.compile("|".join(map(re.escape, sorted(some, key=len, reverse=True))) or r"(?!)", flags)
            for some, flags in (
                ([name for name in spelt if re.search(r"[\d-]", name)], re.IGNORECASE),
                ([name for name in spelt if not re.search(r"[\d-]", name) and not name.islower()], re.RegexFlag(0)),
            )
        ]

    def whose(self, name: str) -> Whose:
        """Whose the name is: `Qwen2.5` is the family of Qwen2.5-7B, `Qwen2.5-14B` another's."""
        tokens = tokenised(name)
        if not tokens:
            return Whose.FAMILY
        # Foo-MiniLMv1-L12 is Foo-MiniLM-L12
        if {"".join(tokens), "".join(tokenised(_FIRST_VERSION.sub("", name)))} & self.joined:
            return Whose.OWN
        for own in self.own:
            if set(tokens) <= set(own) and _sizes(tokens) and len(tokens) > 1:
                return Whose.OWN
        joined = "".join(tokens)
        if any(joined and "".join(own).startswith(joined) for own in self.own) or set(tokens) <= self.words:
            return Whose.FAMILY
        return Whose.OTHER

    def is_row(self, label: str) -> bool:
        """Whether a table's row or column with this label is this model's: all words of the name, and no other."""
        tokens = tokenised(label)
        return bool(tokens) and "".join(tokens) in self.joined

    def is_size(self, label: str) -> bool:
        """Whether a label is nothing but this model's size: `7B` for Qwen2.5-7B."""
        tokens = tokenised(label)
        return len(tokens) == 1 and _sizes(tokens) and tokens[0] in self.words

    def mentions(self, text: str) -> list[Mention]:
        """Every name of a model in a text, in order; the last answer is kept, for a sentence states several figures."""
        if text == self._asked[0]:
            return self._asked[1]
        found: list[Mention] = []
        for start, end, name in sorted(self._spans(text), key=lambda span: (span[0], -span[1])):
            if not found or start >= found[-1].end:
                found.append(Mention(name, start, end, self.whose(name)))
        self._asked = (text, found)
        return found

    def own_in(self, text: str) -> bool:
        """Whether this model is named in a text."""
        return any(mention.whose is Whose.OWN for mention in self.mentions(text))

    def others_in(self, text: str) -> list[str]:
        """The names of other models in a text."""
        return [mention.name for mention in self.mentions(text) if mention.whose is Whose.OTHER]

    def _spans(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in chain.from_iterable(pattern.finditer(text) for pattern in self._literals):
            before, after = text[: found.start()][-1:], text[found.end() :][:1]
            if (
                not (before.isalnum() and before.isascii())
                and not (after.isascii() and after.isalnum())
                and after != "-"
            ):
                yield *found.span(), found[0]
        for found in self._siblings.finditer(text):
            yield *found.span(), found[0]
        for pattern in (_SIZED, _ID):
            for found in pattern.finditer(text):
                if not _is_phrase(found[0]):
                    yield *found.span(), found[0].rpartition("/")[2]
        for found in _FAMILY.finditer(text):
            if not _ORDINARY.fullmatch(found[1].lower()) or found[0][0].isupper():
                yield *found.span(), found[0]


def _without_origins(names: list[list[str]]) -> list[list[str]]:
    """The names without those that others go on from: R1 where another is R1-Distill-Foo-8B, a model of its own.

    So is Foo-V2 where another is Foo-V2-Lite: the one names the family, in the title of a card that all of it shares.
    """
    return [name for name in names if not any(_goes_on(other, name) for other in names)]


def _goes_on(name: Sequence[str], origin: Sequence[str]) -> bool:
    rest = name[len(origin) :]
    if rest and list(name[: len(origin)]) == list(origin) and _MEMBER.fullmatch(rest[0]):
        return True
    words = [word for word in rest if word.isalpha() and len(word) > _SMALLEST and not _SIZE.fullmatch(word)]
    return list(name[: len(origin)]) == list(origin) and not _sizes(origin) and _sizes(rest) and bool(words)


def _is_phrase(name: str) -> bool:
    """Whether what looks like a name is plain words: `input/output`, `up-to-7B`."""
    if "/" in name:
        owner, _, rest = name.partition("/")
        return not re.search(r"\d|-", rest) or bool(re.fullmatch(r"[\d.]+[a-zA-Z]*", owner))
    return name.split("-", maxsplit=1)[0].lower() in (
        "to",
        "up",
        "a",
        "the",
        "of",
        "than",
        "over",
        "under",
        "sub",
        "non",
    )


def tokenised(name: str) -> list[str]:
    """A name's words, numbers and sizes, without what says nothing: `Meta-Llama-3-8B-Instruct` → meta llama 3 8b."""
    lowered = re.sub(r"\([^)]*\)", " ", name.lower().rpartition("/")[2]) or name.lower()
    parts = [part for part in re.split(r"[^\w.\u4e00-\u9fff]+|_", lowered) if not GENERIC.fullmatch(part)]
    tokens = [token for part in parts for token in _TOKEN.findall(part)]
    # Yi-6B-base is Yi-6B, but bert-base is not all of BERT, nor is bert-base-128k
    counted = any(_COUNTED.fullmatch(token) for token in tokens)
    return [word for word in tokens if word != "base"] if counted else tokens


def _sizes(tokens: Sequence[str]) -> bool:
    return any(_SIZE.fullmatch(token) for token in tokens)


def of_title(title: str) -> Iterator[str]:
    """The names that a card's title gives: all of it, and the part that looks like a name."""
    title = title[: LONGEST * 2]
    plain = re.sub(
        r"^(?:model card (?:for|of)|introduction(?: to)?|welcome to)\s+|[^\w\s./()+-]", " ", title, flags=re.IGNORECASE
    )
    plain = " ".join(plain.split())
    if plain:
        yield plain
        yield re.sub(r"[()]", " ", plain)
        yield re.split(r"\s[-–:|]\s|:\s|\s\(", plain)[0]
        for word in plain.split():
            if re.search(r"\d[BbMm](?![a-z])", word) and re.search(r"[A-Za-z]{2}", word):
                yield word
