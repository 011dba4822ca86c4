"""Tables of a card: what properties in rows or in columns state of this model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from embcalc.cards.claims import own_cells, pairs, table_parts
from embcalc.cards.claims.context import standing
from embcalc.cards.claims.own_cells import Choice, Table
from embcalc.cards.claims.prose import told
from embcalc.cards.claims.sections import section
from embcalc.cards.claims.values import label_values
from embcalc.cards.language import labels
from embcalc.cards.language.finding import MEMORY, Claim, Found, moved
from embcalc.cards.language.label_words import Label
from embcalc.cards.language.names import Names
from embcalc.cards.language.phrases import phrases
from embcalc.cards.markup.elements import Block, Cell

_PROSE_LABEL = re.compile(
    r"\W*(?:(?:model\s+)?(?:architecture|type|structure|design|summary|description)|backbone|模型?(?:架构|结构|类型|简介))\W*",
    re.IGNORECASE,
)
_PROPERTY_AND_VALUE = 2
_TWICE = "the table gives the property more than once"


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
    own, choice = own_cells.rows(table, across)
    choice = choice._replace(way="row" if len(table.body) > 1 else "table")
    for row in own or table.body:
        cells = [
            (place, label, cell)
            for place, (cell, label) in enumerate(zip(row, across, strict=False))
            if label is not None
        ]
        values = Counter(
            key[:2] for key in {(*key, cell.text.strip()) for _, label, cell in cells for key in _keys(label)}
        )
        for place, label, cell in cells:
            here, twice = choice.at(place), _TWICE if any(values[key] > 1 for key in _keys(label)) else ""
            yield from _cell(table, label, cell, here._replace(reason=here.reason or twice))


def _rows(table: Table) -> Iterator[Found]:
    """Properties in rows; this model's value is in the second column, or in the one that is recognisably its own."""
    choice = own_cells.column(table)
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
    if not table.body:
        return
    own, choice = own_cells.rows(table, [None])
    if not own and len(table.body) > 1:
        return
    choice = choice._replace(way="row" if len(table.body) > 1 else "table")
    for cell in (cell for row in own or table.body for cell in row[1:]):
        another = choice._replace(reason=choice.reason or pairs.reason(cell.text, table.names))
        for label, first, last in pairs.find(cell.text):
            yield from _cell(table, label, Cell(cell.text[first:last], cell.start + first), another)


def _cell(table: Table, label: Label, cell: Cell, choice: Choice) -> Iterator[Found]:
    why = choice.reason or ("" if choice.named else section(table.headings, table.names, label.kind))
    for item in label_values(label, cell.text, 0):
        found = moved(item, cell.start)
        if isinstance(found, Claim):
            yield found.passed_over(why) if why else replace(found, way=choice.way).doubted(choice.doubt)
        else:
            yield found
