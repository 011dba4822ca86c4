"""Which cells of a table are this model's: the row or the column that is recognisably its own, or why none is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from embcalc.cards.language import labels
from embcalc.cards.language.finding import PARAMETERS
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
    """This model's cells: their column (None: not known), why there are none, and whether they bear its name."""

    column: int | None = None
    reason: str = ""
    named: bool = False
    doubt: str = ""
    way: str = "table"


def rows(table: Table, across: Sequence[Label | None]) -> tuple[list[Sequence[Cell]], Choice]:
    """This model's rows in a table with a model in each; `across` are the labels of its columns."""
    names = table.names
    own = [row for row in table.body if any(names.is_row(cell.text) for cell in row[:2])]
    own = own or [row for row in table.body if names.is_size(row[0].text)]
    sized = [row for row in table.body if _has_size(row, across, names)]
    sized = sized if not own or (_differ(own, across) and len(sized) < len(own)) else []
    own = sized or own
    doubt = "the row may be about another model of this size" if sized else ""
    return own, Choice(reason=row_reason(table, own, across), named=bool(own), doubt=doubt)


def _has_size(row: Sequence[Cell], across: Sequence[Label | None], names: Names) -> bool:
    """Whether a row is of this model's family and gives this model's size: `Llama 2 | 7B` for Llama-2-7B."""
    sizes = [cell for cell, label in zip(row, across, strict=False) if label and label.kind in (PARAMETERS, SIZE)]
    named = across[0] is None and names.whose(row[0].text) in (Whose.OWN, Whose.FAMILY)
    return named and any(names.is_size(cell.text) for cell in sizes)


def row_reason(table: Table, own: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> str:
    """Why no row is this model's; empty where one is."""
    if own:
        return _NOT_SHOWN if _differ(own, across) else ""
    if any(_RESULTS.search(cell.text) for cell in table.head):
        return "it is a table of results"
    if len(table.body) > 1:
        return _NOT_SHOWN
    first = table.body[0][0].text.strip() if across[0] is None else ""
    return "" if _NAME_HEADING.fullmatch(first) else f"the row is about {first}"


def _differ(rows: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> bool:
    """Whether rows with this model's name say different things."""
    kept = [[cell for cell, label in zip(row, across, strict=False) if label] for row in rows]
    return len({tuple(" ".join(cell.text.split()) for cell in row) for row in kept}) > 1


def column(table: Table) -> Choice:
    """The column with this model's values: by its heading, the only one, or the one in bold."""
    choice = _column(table)
    return choice._replace(reason=choice.reason or _said_above(table))


def _column(table: Table) -> Choice:
    head, names = table.head, table.names
    own = [index for index, cell in enumerate(head) if index and names.is_row(cell.text)]
    own = own or [index for index, cell in enumerate(head) if index and names.is_size(cell.text)]
    if len(own) == 1:
        return Choice(own[0], named=True)
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
    return Choice(None, _NOT_SHOWN)


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
