"""How models are named, as patterns: families, sizes, ranks, and the words that say nothing of a name."""

from __future__ import annotations

import re

# words that a name may have more or less of without becoming another model's
GENERIC = re.compile(
    r"instruct|chat|it|pt|hf|models?|card|for|the|an?|of|llm|lm|gguf|gptq|awq|fp8|fp16|bf16|int4|int8|4bit|8bit|mlx|exl2|official"
    r"|preview|release|id|my|our|version|repo|readme|pretrained|discriminator"
)
FAMILIES = (
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
ORDINARY = re.compile(
    r"palm|opt|bloom|falcon|dolphin|orca|solar|switch.*|step|ling|seed|dots|luke|yi|command-?r|arctic|dolly|koala|electra|flan|phi|vit"
    r"|clip|claude|gopher|grok|hermes|nous|orion|aquila|starling|sailor|swallow|granite|codex|e5|mamba|galactica|persimmon|moonlight|aya"
)
# words of a name are parted by signs that they do not hold, so that a long one is read in one go
_W = r"[A-Za-z0-9.]"
PART = rf"(?:[-_ ]?(?:v?\d{_W}*[A-Za-z0-9]|v?\d+[a-zA-Z]*))?(?:[-_]+{_W}*[A-Za-z0-9])*_*"
FAMILY = re.compile(rf"(?<![\w-])({FAMILIES}){PART}(?![\w-])", re.IGNORECASE | re.ASCII)
# a name with a size in it: Foo-7B-chat, foo-1.5b, Bar_8x7B
SIZED = re.compile(
    rf"(?<![\w./-])[A-Za-z]{_W}*(?:[-_]+{_W}+)*?[-_]+(?:\d+x)?\d+(?:\.\d+)?[BbMm](?![a-zA-Z])(?:[-_]+{_W}*[A-Za-z0-9])*_*",
    re.ASCII,
)
# a name that has a rank in it, as siblings do: foobar-large for foobar-base
RANKS = (
    r"(?:nano|pico|micro|tiny|mini|small|medium|base|large|big|huge|giant|max|x{1,3}l|x{1,3}large|x{1,2}small|xs|lite|light"
    r"|turbo)"
)
# Foo-2 XL, Foo 3 70B: a rank or a size behind a name is a part of it
BEHIND = re.compile(
    r"[ ](?:(?P<size>\d+(?:\.\d+)?[BM](?![\w-]|\.\d)(?!\s*[-–]?\s*(?:param|tokens|total|active|dense)))"
    rf"|(?P<rank>(?i:{RANKS}|x{{0,3}}-(?:large|small)))(?=\s+(?:models?|variants?|versions?|checkpoints?|has|have|had|is|are|was|uses?|with"
    r"|contains?|comes|and|or)\b|\s*[,.;:()]|\s*$))"
)
ID = re.compile(r"(?<![\w./-])[\w.-]+/(?=[\w.-]*[A-Za-z])[\w.-]*\w(?![\w/])", re.ASCII)
SIZE = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?[bm]|a\d+(?:\.\d+)?[bm]|\d+k")
# words that tell the members of a family apart
MEMBER = re.compile(
    r"x{0,3}(?:large|small)|base|medium|x+[ls]|lite|light|mini|tiny|nano|micro|big|huge|giant|distil(?:led)?"
)
COUNTED = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?[bm]|a\d+(?:\.\d+)?[bm]")
TOKEN = re.compile(r"\d+(?:\.\d+)+[a-z]*|[a-z]+|\d+(?:\.\d+)?[a-z]?(?:\d+[bm])?|[\u4e00-\u9fff]+")
# mFoo, TinyFoo, distil-foo: a name in which another's is hidden
PREFIX = (
    r"(?<![\w./-])(?:[A-Za-z][a-z]{0,12}(?=[A-Z])"
    r"|(?i:distil|tiny|mini|nano|micro|multilingual|mono|sentence|m|x|open|code|med|bio)-)"
)
