"""Tables of a card: properties in rows or in columns, and which of several models is this one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from embcalc.cards import labels, pairs, table_parts
from embcalc.cards.context import section, standing
from embcalc.cards.elements import Block, Cell
from embcalc.cards.finding import MEMORY, PARAMETERS, Claim, Found, Skipped
from embcalc.cards.label_words import SIZE, Label
from embcalc.cards.names import Names, Whose
from embcalc.cards.phrases import phrases
from embcalc.cards.prose import told
from embcalc.cards.values import label_values

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
_PROSE_LABEL = re.compile(
    r"\W*(?:(?:model\s+)?(?:architecture|type|structure|design|summary|description)|backbone|模型?(?:架构|结构|类型|简介))\W*",
    re.IGNORECASE,
)
_PROPERTY_AND_VALUE = 2
_NOT_SHOWN = "the table is about several models, and none of them is recognisably this one"
_TWICE = "the table gives the property more than once"
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


def find(block: Block, headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """The claims of a table."""
    table = Table([row for row in block.rows if row], headings, names, block.before)
    if not table.rows:
        return
    untitled = _untitled(table)
    across = [labels.find(cell.text) for cell in table.head]
    down = [labels.find(row[0].text) for row in untitled.body]
    in_columns = sum(label is not None for label in across[1:]) >= max(1, sum(label is not None for label in down))
    first = across[0] is not None and not any(down) and not _is_value(table.head)
    yield from _columns(untitled, across) if untitled.body and (in_columns or first) else _rows(table)
    if not any(across) and not any(down):
        yield from _listed(untitled)


def _untitled(table: Table) -> Table:
    """The table without rows that only head others; the first of them is a heading above the table."""
    body = [row for row in table.body if not table_parts.is_title(row)]
    if len(body) == len(table.body):
        return table
    above = (*table.headings, table.body[0][0].text) if table_parts.is_title(table.body[0]) else table.headings
    return table._replace(rows=[table.head, *body], headings=above)


def _is_value(head: Sequence[Cell]) -> bool:
    """Whether the heading row is itself a property and its value."""
    return len(head) > 1 and bool(re.search(r"\d", head[1].text)) and labels.find(head[1].text) is None


def _columns(table: Table, across: Sequence[Label | None]) -> Iterator[Found]:
    """Properties in columns, a model in each row."""
    names = table.names
    own = [row for row in table.body if any(names.is_row(cell.text) for cell in row[:2])]
    own = own or [row for row in table.body if names.is_size(row[0].text)]
    sized = [row for row in table.body if _has_size(row, across, names)]
    sized = sized if not own or (_differ(own, across) and len(sized) < len(own)) else []
    own = sized or own
    doubt = "the row may be about another model of this size" if sized else ""
    choice = Choice(reason=_row_reason(table, own, across), named=bool(own), doubt=doubt)
    choice = choice._replace(way="row" if len(table.body) > 1 else "table")
    for row in own or table.body:
        cells = [(label, cell) for cell, label in zip(row, across, strict=False) if label is not None]
        values = Counter(
            key[:2] for key in {(*key, cell.text.strip()) for label, cell in cells for key in _keys(label)}
        )
        for label, cell in cells:
            twice = _TWICE if any(values[key] > 1 for key in _keys(label)) else ""
            yield from _cell(table, label, cell, choice._replace(reason=choice.reason or twice))


def _has_size(row: Sequence[Cell], across: Sequence[Label | None], names: Names) -> bool:
    """Whether a row is of this model's family and gives this model's size: `Llama 2 | 7B` for Llama-2-7B."""
    sizes = [cell for cell, label in zip(row, across, strict=False) if label and label.kind in (PARAMETERS, SIZE)]
    named = across[0] is None and names.whose(row[0].text) in (Whose.OWN, Whose.FAMILY)
    return named and any(names.is_size(cell.text) for cell in sizes)


def _row_reason(table: Table, own: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> str:
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


def _rows(table: Table) -> Iterator[Found]:
    """Properties in rows; this model's value is in the second column, or in the one that is recognisably its own."""
    choice = _own_column(table)
    choice = choice._replace(reason=choice.reason or _said_above(table))
    start = 0 if _is_value(table.head) and labels.find(table.head[0].text) else 1
    rows = list(table_parts.titled(table.rows, table.names))[start:]
    labelled = [(label, row, above) for above, row in rows if (label := labels.find(row[0].text)) is not None]
    seen = {(*key, _shown(row)) for label, row, above in labelled if not above.reason for key in _keys(label)}
    values = Counter(key[:2] for key in seen)
    for label, row, above in labelled:
        twice = any(values[key] > 1 for key in _keys(label))
        why = choice.reason or above.reason or (_TWICE if twice else "")
        cells = row[1:] if choice.column is None else row[choice.column : choice.column + 1]
        for cell in cells:
            yield from _cell(table, label, cell, choice._replace(reason=why, doubt=choice.doubt or above.doubt))
    if not choice.reason and all(len(row) == _PROPERTY_AND_VALUE for row in table.rows):
        for row in table.rows[start:]:
            if _PROSE_LABEL.fullmatch(row[0].text):
                yield from _sentence(table, row[1])


def _keys(label: Label) -> list[tuple[str, str]]:
    """What a table gives once: the counts that a label names; sizes in memory may be given in several data types."""
    return [(part.kind, part.reading) for part in label.parts or (label,) if part.kind != MEMORY]


def _shown(row: Sequence[Cell]) -> str:
    return " ".join(" ".join(cell.text for cell in row[1:]).split())


def _sentence(table: Table, cell: Cell) -> Iterator[Found]:
    """What a cell says in words: `Architecture | dense decoder with 14B parameters`."""
    for phrase in phrases(cell.text):
        judged = standing(cell.text, phrase, table.names, table.headings, "")
        yield told(phrase, cell.text, cell.start, judged, "table")


def _listed(table: Table) -> Iterator[Found]:
    """Cells that list properties, in this model's row: `my-model | English | Layers: 12, hidden size: 768`."""
    own = [row for row in table.body if any(table.names.is_row(cell.text) for cell in row[:2])]
    if not table.body or not (own or len(table.body) == 1):
        return
    reason = _row_reason(table, own, [None])
    choice = Choice(reason=reason, named=bool(own), way="row" if len(table.body) > 1 else "table")
    for cell in (cell for row in own or table.body for cell in row[1:]):
        another = choice._replace(reason=choice.reason or pairs.reason(cell.text, table.names))
        for label, first, last in pairs.find(cell.text):
            yield from _cell(table, label, Cell(cell.text[first:last], cell.start + first), another)


def _own_column(table: Table) -> Choice:
    """The column with this model's values: by its heading, the only one, or the one in bold."""
    head, names = table.head, table.names
    own = [index for index, cell in enumerate(head) if index and names.is_row(cell.text)]
    own = own or [index for index, cell in enumerate(head) if index and names.is_size(cell.text)]
    if len(own) == 1:
        return Choice(own[0], named=True)
    values = [index for index, cell in enumerate(head) if index == 1 or (index and _has_values(cell))]
    if len(values) <= 1 or _is_plain_heading(head):
        text = head[1].text if len(head) > 1 else ""
        others = [mention.name for mention in names.mentions(text) if mention.whose is Whose.OTHER]
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
    mentions = table.names.mentions(last)
    if not last.rstrip().endswith((":", "：")) or any(mention.whose is Whose.OWN for mention in mentions):
        return ""
    others = [mention.name for mention in mentions if mention.whose is Whose.OTHER]
    return f"the table is about {others[0]}" if others else ""


def _cell(table: Table, label: Label, cell: Cell, choice: Choice) -> Iterator[Found]:
    why = choice.reason or ("" if choice.named else section(table.headings, table.names, label.kind))
    for item in label_values(label, cell.text, 0):
        moved = replace(item, start=item.start + cell.start)
        if isinstance(moved, Claim):
            told = replace(moved, way=choice.way, doubt=moved.doubt or choice.doubt)
            yield Skipped(moved.kind, moved.text, moved.start, why) if why else told
        else:
            yield moved
