"""Sentences in languages of which only the word for parameters is read: it takes this model's name to be sure of them.

`Das größere Modell hat 70B Parameter` has the word, but nothing in it that is known to show another model.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embcalc.cards.language.place import Place

_I = re.IGNORECASE
# German, Dutch, Swedish, Indonesian, French, Spanish, Portuguese, Italian, Polish; none is an English word of its own
_WORDS = re.compile(
    r"(?<![\w-])(?:der|das|und|ist|hat|mit|ein|eine[mnrs]?|wurde|dieses|unser|het|een|heeft|met|dit|deze|och|har|med|modellen|yang|dengan"
    r"|memiliki|ini|adalah|lebih|untuk|avec|est|une|des|les|le|du|mod[èe]le|sur|con|una|los|las|tiene|modelo|com|uma|possui|il|della|ha|modello"
    r"|ma|jest|oraz|\w*[à-öø-ÿąćčďęěğłńňőœřśşšůűźżž]\w*)(?![\w-])",
    _I,
)
FEWEST_WORDS = 2
_EAST = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_ABOUT = (
    r"(?:\s+(?:insgesamt|rund|etwa|ca\.?|circa|ungefähr|genau|über|sekitar|ongeveer|in\s+totaal"
    r"|environ|au\s+total|unos|cerca\s+de|~))*\s*~?$"
)
_HAS = (
    r"\s+(?:hat|besitzt|umfasst|zählt|heeft|telt|bevat|memiliki|mempunyai|mengandung|har|a|compte|possède|contient|tiene|cuenta\s+con|tem|possui"
    r"|conta\s+com|ha|ma"
    r"|(?:ist|is|adalah|est|es|é)\s+(?:ein\w*|een|sebuah|une?|una?|uma?)\s+(?:[\w-]+\s+){1,4}?(?:mit|met|dengan|avec|con|com))"
)
_THIS_MODEL = re.compile(
    rf"(?:^\W*|[,:;]\s+)(?:(?:das|dieses|unser|het|dit|ons|le|ce|notre|el|este|nuestro|o|nosso|il|questo|den\s+här)\s+(?:\w*model\w*|mod[èe]l\w*)"
    rf"|model\s+ini|modellen){_HAS}{_ABOUT}",
    _I,
)
_NAME_HAS = re.compile(rf"\W*{_HAS}{_ABOUT}", _I)
_THIS_EAST = re.compile(r"(?:本|この|当|이|본|우리|저희)\s*(?:모델|モデル)(?P<rest>.*)$", re.DOTALL)
_OTHER_EAST = re.compile(r"教師|ベース|大規模|小規模|大き|小さ|より|蒸留|元の|교사|더\s|베이스|기반|큰|작은|보다")


def doubt(place: Place) -> str:
    """Why it is not sure of whom a sentence in another language tells; empty where it is, and in English."""
    before = place.sentence[: place.phrase.start]
    if _EAST.search(place.sentence):
        told = _is_told(place, before)
    elif len(_WORDS.findall(place.sentence[:400])) >= FEWEST_WORDS:
        told = bool(_THIS_MODEL.search(before) or (place.start and _NAME_HAS.fullmatch(place.before)))
    else:
        return ""
    return "" if told else "the sentence is in a language in which only figures are read"


def _is_told(place: Place, before: str) -> bool:
    """Whether a sentence in Japanese or Korean tells of this model."""
    found = _THIS_EAST.search(before)
    rest = place.before if place.start else found["rest"] if found else None
    return rest is not None and _OTHER_EAST.search(rest) is None
