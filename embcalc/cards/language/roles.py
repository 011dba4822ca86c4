"""What a noun phrase is beside this model: the model itself, a part of it, or another one."""

from __future__ import annotations

import re
from enum import Enum

from embcalc.cards.language.name_words import RANKS
from embcalc.cards.language.names import Names, Whose

_I = re.IGNORECASE
MODEL = (
    r"models?|networks?|nets?|checkpoints?|transformers?|architectures?|systems?|llms?|lms?|slms?|vlms?|moes?|releases?|versions?"
    r"|variants?|repo(?:sitory)?|stack|frameworks?|design|structure|config(?:uration)?|encoder-decoder|seq2seq|sizes?|ones?|members?"
)
_OF_LAYERS = re.compile(r"feed-?forward|recurrent|convolutional|position\w*|attention|mlp|dense|expert|gating|routing")
_KIN = re.compile(
    r"teachers?|predecessors?|successors?|siblings?|brothers?|sisters?|cousins?|baselines?|competitors?|rivals?|counterparts?|parents?"
    r"|ancestors?|ensembles?|generators?|drafters?|judges?",
    _I,
)
_THEIRS = re.compile(
    r"(?:their|his|her|that|those|whose|another|other|others|some|any|most|many|previous|earlier|older?)", _I
)
_NEUTRAL = re.compile(
    r"the|a|an|this|our|its|it|resulting|final|whole|entire|trained|pre-?trained|fine-?tuned|instruct\w*|chat|language|neural|transformers?"
    r"|decoder|encoder|auto-?regressive|causal|masked|generative|dense|sparse|moe|mixture-of-experts|embeddings?|sentence|text|code|speech"
    r"|deep|open|source|foundation|presented?|proposed|current|ai|modell?ing|nlp|llm|lm|vision|network|model|new|[a-z]+-[a-z-]+|released?"
    r"|\d+-(?:layer|head|block)s?|underlying|actual|complete|architecture|reasoning|single|generation|mixture|experts|parameters?|params?",
    _I,
)
_SIZE = re.compile(r"(?P<size>(?:\d+x)?\d+(?:\.\d+)?[bm])(?:-param\w*)?", _I)
_DEGREE = re.compile(r"(?:larg|small|bigg|tini)(?:er|est)")
_VARIANT = re.compile(r"flagship|second|next|former|latter|multilingual|distill?ed|full|original")
_RELEASE = re.compile(r"versions?|variants?|releases?|ones?")
_STRUCTURE = re.compile(r"architecture|transformer|design|structure|stack|framework")
_INDEFINITE = re.compile(r"an?\b", _I)
_LANGUAGE_MODEL = re.compile(r"\b(?:large|small|tiny)(?=[\s-]+(?:language|scale|foundation|speech)\b)")
_PRONOUN = re.compile(r"(?:it|this|they|we|there|you|i|which|that|these|here|who|authors?)?", _I)
_OF_MANY = re.compile(r"each|every|all|both|several|various", _I)


class Role(Enum):
    """What a noun phrase is beside this model."""

    OWN = "the model"
    UNTOLD = "nothing that tells"
    PART = "a part, or something unknown"
    MEMBER = "one that may be another model"
    OTHER = "another model"


def role(phrase: str, names: Names) -> Role:
    """What a noun phrase is."""
    own = [mention for mention in names.mentions(phrase) if mention.whose is Whose.OWN]
    rest = f"{phrase[: own[-1].start]} {phrase[own[-1].end :]}" if own else phrase
    parts = _LANGUAGE_MODEL.sub(" ", rest.lower()).replace("'s ", " ").split()
    if own and (not parts or parts == ["the"]):
        return Role.OWN
    if not parts or _PRONOUN.fullmatch(parts[-1]) or parts[0][0].isdigit():
        return _of_pronoun(parts, names)
    return _of_noun(parts, names)


def _of_pronoun(parts: list[str], names: Names) -> Role:
    """What `it` is, or what stands before a pronoun: `for the large model we use`."""
    if len(parts) > 1 and parts[0] in ("in", "for", "with"):
        before = role(" ".join(parts[1:-1]), names)
        if before in (Role.OTHER, Role.MEMBER):
            return before
    return Role.OWN if parts[-1:] in (["it"], ["this"]) else Role.UNTOLD


def _of_noun(parts: list[str], names: Names) -> Role:
    last = parts[-1]
    if _KIN.fullmatch(last):
        return Role.OTHER
    if _OF_MANY.fullmatch(parts[0]):
        return Role.PART
    # "the decoder" may be one of two halves
    if parts[0] == "this" and last in ("decoder", "encoder"):
        return Role.OWN
    if re.fullmatch(MODEL, last) and not (last.startswith("network") and any(map(_OF_LAYERS.fullmatch, parts))):
        return _of_model(parts, names)
    ranked = rank(last, names)
    return Role.PART if ranked is Role.UNTOLD else ranked


def _of_model(parts: list[str], names: Names) -> Role:
    """What a noun phrase that ends in a word for a model is, by the words before it."""
    first = parts[0]
    if first == "this":
        return Role.OWN
    if _THEIRS.fullmatch(first):
        return Role.OTHER if first in ("their", "whose") else Role.MEMBER
    if _INDEFINITE.match(first) and _RELEASE.fullmatch(parts[-1]):
        return Role.MEMBER
    ranked = [rank(part, names) for part in parts]
    if Role.OTHER in ranked:
        return Role.MEMBER if _INDEFINITE.match(first) else Role.OTHER
    if _STRUCTURE.fullmatch(parts[-1]):
        return Role.MEMBER if Role.MEMBER in ranked else Role.OWN
    strange = [part for part in parts[:-1] if not _NEUTRAL.fullmatch(part) and part not in names.words]
    return Role.MEMBER if Role.MEMBER in ranked or (strange and first != "our") else Role.OWN


def rank(word: str, names: Names) -> Role:
    """What a word of rank or size says of a model: `largest`, `xl`, `70b`."""
    size = _SIZE.fullmatch(word)
    if size or re.fullmatch(RANKS, word):
        known = names.sized if size else names.ranked
        own = (size["size"] if size else word) in names.words
        return Role.OWN if own else Role.OTHER if known else Role.MEMBER
    if _DEGREE.fullmatch(word):
        return Role.OTHER
    return Role.MEMBER if _VARIANT.fullmatch(word) else Role.UNTOLD
