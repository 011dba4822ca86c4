"""Parts of a table: rows that hold one text head the rows beneath them, which may be of a part of the model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from embcalc.cards.claims.context import Standing
from embcalc.cards.language import cues, labels
from embcalc.cards.language.names import Names
from embcalc.cards.markup.elements import Cell

LONGEST = 40
# titles beneath which a figure is the model's
_OF_THE_MODEL = re.compile(
    r"\W*(?:(?:general|basic|core|main|key|technical|model|base|text|transformer|language|overall)\s+)*(?:general|basics?|core|main"
    r"|overview|info(?:rmation)?|details?|properties|specifications?|specs?|summary|model|architecture|structure|config(?:uration)?"
    r"|transformer|backbone|llm|decoder|attention|embeddings?|dimensions?|sizes?|parameters|vocabulary|tokeni[sz]er|tokeni[sz]ation"
    r"|(?:基本|模型)?(?:信息|结构|架构|参数|规格|配置))\W*",
    re.IGNORECASE,
)


def standing(title: str, names: Names) -> Standing:
    """Whether what stands beneath a title within a table is of this model."""
    if not title.strip() or names.own_in(title):
        return Standing()
    others = names.others_in(title)
    about = others[0] if others else " ".join(title.split())[:LONGEST]
    of_another_size = {size[0].lower() for size in cues.SIZE_IN_HEADING.finditer(title)} - names.words
    if others or of_another_size or cues.PART.search(title) or cues.FOREIGN_SECTION.search(title):
        return Standing(f"it stands in a table or a part of one about {about}")
    return Standing() if _OF_THE_MODEL.fullmatch(title) else Standing(doubt=f"it stands in a table's part: {about}")


def titled(rows: Sequence[Sequence[Cell]], names: Names) -> Iterator[tuple[Standing, Sequence[Cell]]]:
    """Each row, and whether what stands in it is of this model by the title above it."""
    titles = {index for index, row in enumerate(rows) if is_title(row)}
    # one title above all is the table's, which need not say that it is the model's
    alone = len(titles) == 1 and min(titles) <= 1
    above = Standing()
    for index, row in enumerate(rows):
        if index in titles:
            above = standing(row[0].text, names)
            above = above._replace(doubt="") if alone and not cues.RUNNING_SECTION.search(row[0].text) else above
        yield above, row


def is_title(row: Sequence[Cell]) -> bool:
    """Whether a row holds one text alone, which is no label of a value that is missing."""
    text = row[0].text
    return bool(text.strip()) and not any(cell.text.strip() for cell in row[1:]) and labels.find(text) is None
