"""Which cells of a table are this model's: the row or the column that is recognisably its own, or why none is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from embcalc.cards.claims import own_labels
from embcalc.cards.claims.sections import short
from embcalc.cards.language import labels
from embcalc.cards.language.finding import CONTEXT, DTYPE, MEMORY, PARAMETERS
from embcalc.cards.language.label_words import SIZE, Label
from embcalc.cards.language.names import Names, Whose
from embcalc.cards.markup.elements import Cell

_VALUE_HEADING = re.compile(
    r"\W*(?:values?|settings?|details?|specifications?|specs?|description|info(?:rmation)?|configuration"
    r"|config|number|count|size|spec|this\s+model|ours|值|数值|取值|参数值|说明|内容)?\W*",
    re.IGNORECASE,
)
_REMARK_HEADING = re.compile(
    r"\W*(?:comments?|notes?|remarks?|description|explanation|source|details?|reference|备注|说明)\W*", re.IGNORECASE
)
_NAME_HEADING = re.compile(
    r"\W*(?:models?(?:\s*names?)?|names?|version|variants?|checkpoint|模型(?:名称)?|名称|size)?\W*", re.IGNORECASE
)
_NOT_SHOWN = "the table is about several models, and none of them is recognisably this one"
_ROLE = re.compile(r"\b(?:teacher|student|draft|base|original|previous|before|vision|audio|image)\b", re.IGNORECASE)
# what rows of one model may differ in, as its weights are stored or used in several ways
_OF_STORAGE = (CONTEXT, DTYPE, MEMORY)
_RESULTS = re.compile(
    r"\b(?:mmlu|gsm8k|humaneval|hellaswag|arc|winogrande|bleu|rouge|accuracy|f1|perplexity|ppl|mteb|sts|map"
    r"|ndcg|score|avg\.?|average)\b",
    re.IGNORECASE,
)


class Table(NamedTuple):
    """A table's rows, the headings above it, and the names that this model goes by."""

    rows: Sequence[Sequence[Cell]]
    headings: tuple[str, ...]
    names: Names
    above: str

    @property
    def head(self) -> Sequence[Cell]:
        """The row of headings."""
        return self.rows[0]

    @property
    def body(self) -> Sequence[Sequence[Cell]]:
        """The rows beneath it."""
        return self.rows[1:]


class Choice(NamedTuple):
    """This model's cells: their column (None: not known), why there are none, and whether they surely bear its name.

    Where several rows are this model's, those at `unsettled` say different things.
    """

    column: int | None = None
    reason: str = ""
    named: bool = False
    doubt: str = ""
    way: str = "table"
    unsettled: frozenset[int] = frozenset()

    def at(self, place: int) -> Choice:
        """The choice for the cells in one column."""
        return self._replace(reason=self.reason or (_NOT_SHOWN if place in self.unsettled else ""))


def rows(table: Table, across: Sequence[Label | None]) -> tuple[list[Sequence[Cell]], Choice]:
    """This model's rows in a table with a model in each; `across` are the labels of its columns."""
    found = own_labels.find([[cell.text for cell in row] for row in table.body], table.names, headings(table))
    own, doubt = [table.body[place] for place in found.places], found.doubt
    sized = [row for row in table.body if _has_size(row, across, table.names)]
    if sized and (not own or doubt or (_unsettled(own, across) and len(sized) < len(own))):
        own, doubt = sized, "the row may be about another model of this size"
    unsettled = _unsettled(own, across)
    if any(label and label.kind not in _OF_STORAGE for place, label in enumerate(across) if place in unsettled):
        return own, Choice(reason=_NOT_SHOWN)
    if own:
        doubt = doubt or ("the table has several rows of this name" if unsettled else "")
    else:
        doubt = _unnamed(table, across)
    named = bool(own) and doubt != own_labels.MAY_BE_ANOTHERS
    return own, Choice(reason=row_reason(table, own, across), named=named, doubt=doubt, unsettled=unsettled)


def headings(table: Table) -> list[str]:
    """What may give the family's name to ranks: a table's first heading, or the one above where that is of names."""
    first = table.head[0].text
    return list(table.headings[-1:]) if _NAME_HEADING.fullmatch(first) else [first]


def _has_size(row: Sequence[Cell], across: Sequence[Label | None], names: Names) -> bool:
    """Whether a row is of this model's family and gives this model's size: `Llama 2 | 7B` for Llama-2-7B."""
    sizes = [cell for cell, label in zip(row, across, strict=False) if label and label.kind in (PARAMETERS, SIZE)]
    named = across[0] is None and names.whose(row[0].text) in (Whose.OWN, Whose.FAMILY)
    return named and any(names.is_size(cell.text) for cell in sizes)


def row_reason(table: Table, own: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> str:
    """Why no row is this model's; empty where one is."""
    if own:
        return ""
    if any(_RESULTS.search(cell.text) for cell in table.head):
        return "it is a table of results"
    if len(table.body) > 1:
        return _NOT_SHOWN
    first = table.body[0][0].text.strip() if across[0] is None else ""
    return "" if _NAME_HEADING.fullmatch(first) or _unnamed(table, across) else f"the row is about {first}"


def _unnamed(table: Table, across: Sequence[Label | None]) -> str:
    """The doubt about the only row of a table whose first column has no names: `Languages | 104`."""
    if len(table.body) != 1 or across[0] is not None:
        return ""
    head = table.head[0].text
    named = _NAME_HEADING.fullmatch(head) or table.names.others_in(table.body[0][0].text)
    return "" if named else f"the row is about {short(head.strip())}"


def _unsettled(rows: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> frozenset[int]:
    """The columns with a label in which rows say different things."""
    return frozenset(
        place
        for place, label in enumerate(across)
        if label and len({" ".join(row[place].text.split()) for row in rows if place < len(row)}) > 1
    )


def column(table: Table) -> Choice:
    """The column with this model's values: by its heading, the only one, or the one in bold."""
    choice = _column(table)
    return choice._replace(reason=choice.reason or _said_above(table))


def _column(table: Table) -> Choice:
    head, names = table.head, table.names
    found = own_labels.find([[cell.text] if place else [] for place, cell in enumerate(head)], names, headings(table))
    if len(found.places) == 1 and not found.doubt:
        return Choice(found.places[0], named=True)
    values = [index for index, cell in enumerate(head) if index == 1 or (index and _has_values(cell))]
    if len(values) <= 1 or _is_plain_heading(head):
        text = head[1].text if len(head) > 1 else ""
        others = names.others_in(text)
        others += [found[0] for found in _ROLE.finditer(text)]
        return Choice(1, f"the column is about {others[0]}" if others else "")
    labelled = [row for row in table.body if labels.find(row[0].text) is not None]
    bold = [index for index in values if all(len(row) > index and row[index].bold for row in labelled)]
    if len(bold) == 1 and len(labelled) > 1:
        return Choice(bold[0], named=True)
    return Choice(found.places[0], doubt=found.doubt) if found.doubt else Choice(None, _NOT_SHOWN)


def _has_values(cell: Cell) -> bool:
    return not cell.text.strip() or not _REMARK_HEADING.fullmatch(cell.text)


def _is_plain_heading(head: Sequence[Cell]) -> bool:
    return len(head) > 1 and bool(head[1].text.strip()) and _VALUE_HEADING.fullmatch(head[1].text) is not None


def _said_above(table: Table) -> str:
    """Another model's name in the sentence right above a table, without this one's."""
    last = re.split(r"(?<=[.!?。])\s", table.above.strip())[-1]
    if not last.rstrip().endswith((":", "：")) or table.names.own_in(last):
        return ""
    others = table.names.others_in(last)
    return f"the table is about {others[0]}" if others else ""
