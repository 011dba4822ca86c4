"""Tables of a card: properties in rows or in columns, and which row or column is this model's where there are several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from embcalc.cards import labels
from embcalc.cards.context import section
from embcalc.cards.finding import Claim, Found, Skipped
from embcalc.cards.labels import Label
from embcalc.cards.names import Names, Whose
from embcalc.cards.text import Block, Cell
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
_NOT_SHOWN = "the table is about several models, and none of them is recognisably this one"
_RESULTS = re.compile(
    r"\b(?:mmlu|gsm8k|humaneval|hellaswag|arc|winogrande|bleu|rouge|accuracy|f1|perplexity|ppl|mteb|sts|map"
    r"|ndcg|score|avg\.?|average)\b",
    re.IGNORECASE,
)


def find(block: Block, headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """The claims of a table."""
    rows = [row for row in block.rows if row]
    if len(rows) < 1:
        return
    head, body = rows[0], rows[1:]
    across = [labels.find(cell.text) for cell in head]
    down = [labels.find(row[0].text) for row in body]
    if (sum(label is not None for label in across[1:]) >= max(1, sum(label is not None for label in down)) and body) or (across and across[0] is not None and body and not any(down) and not _is_value(head)):
        yield from _columns(block, head, body, across, headings, names)
    else:
        yield from _rows(block, rows, headings, names)


def _is_value(head: Sequence[Cell]) -> bool:
    """Whether the heading row is itself a property and its value."""
    return len(head) > 1 and bool(re.search(r"\d", head[1].text)) and labels.find(head[1].text) is None


def _columns(
    block: Block,
    head: Sequence[Cell],
    body: Sequence[Sequence[Cell]],
    across: Sequence[Label | None],
    headings: tuple[str, ...],
    names: Names,
) -> Iterator[Found]:
    """Properties in columns, a model in each row."""
    own = [row for row in body if any(names.is_row(cell.text) for cell in row[:2])]
    own = own or [row for row in body if names.is_size(row[0].text)]
    reason = ""
    if not own and len(body) == 1:
        first = body[0][0].text if across[0] is None else ""
        others = [mention for mention in names.mentions(first) if mention.whose is not Whose.OWN]
        if others or (first.strip() and across[0] is None and not _NAME_HEADING.fullmatch(first)):
            reason = f"the row is about {first.strip()}"
    elif not own or _differ(own, across):
        reason = _NOT_SHOWN
    if any(_RESULTS.search(cell.text) for cell in head) and not own:
        reason = reason or "it is a table of results"
    for row in own or body:
        for cell, label in zip(row, across, strict=False):
            if label is not None:
                yield from _cell(block, label, cell, headings, names, reason, named=bool(own))


def _differ(rows: Sequence[Sequence[Cell]], across: Sequence[Label | None]) -> bool:
    """Whether rows with this model's name say different things."""
    shown = {
        tuple(
            cell.text.split() and " ".join(cell.text.split()) for cell, label in zip(row, across, strict=False) if label
        )
        for row in rows
    }
    return len(shown) > 1


def _rows(block: Block, rows: Sequence[Sequence[Cell]], headings: tuple[str, ...], names: Names) -> Iterator[Found]:
    """Properties in rows; this model's value is in the second column, or in the one that is recognisably its own."""
    head = rows[0]
    column, reason, named = _own_column(rows, names)
    reason = reason or _said_above(block, names)
    start = 0 if _is_value(head) and labels.find(head[0].text) else 1
    seen: dict[tuple[str, str], int] = {}
    kept = rows[start:]
    for row in kept:
        label = labels.find(row[0].text)
        if label is not None:
            seen[label.kind, label.reading] = seen.get((label.kind, label.reading), 0) + 1
    for row in kept:
        label = labels.find(row[0].text)
        if label is None:
            continue
        why = reason
        if seen[label.kind, label.reading] > 1 and label.kind != "memory":
            why = why or "the table gives the property more than once"
        cells = row[1:] if column is None else row[column : column + 1]
        for cell in cells:
            yield from _cell(block, label, cell, headings, names, why, named=named)


def _own_column(rows: Sequence[Sequence[Cell]], names: Names) -> tuple[int | None, str, bool]:
    """The column with this model's values; the reason where there is none; whether its heading is this model's name."""
    head, body = rows[0], rows[1:]
    own = [index for index, cell in enumerate(head) if index and names.is_row(cell.text)]
    own = own or [index for index, cell in enumerate(head) if index and names.is_size(cell.text)]
    if len(own) == 1:
        return own[0], "", True
    values = [
        index
        for index, cell in enumerate(head)
        if index and (index == 1 or not _REMARK_HEADING.fullmatch(cell.text) or not cell.text.strip())
    ]
    if len(values) <= 1 or (len(head) > 1 and _VALUE_HEADING.fullmatch(head[1].text) and head[1].text.strip()):
        others = (
            [mention for mention in names.mentions(head[1].text) if mention.whose is Whose.OTHER]
            if len(head) > 1
            else []
        )
        return 1, f"the column is about {others[0].name}" if others else "", False
    bold = [index for index in values if all(len(row) > index and _is_bold(row[index]) for row in body if _counts(row))]
    if len(bold) == 1 and len(body) > 1:
        return bold[0], "", True
    return None, _NOT_SHOWN, False


def _counts(row: Sequence[Cell]) -> bool:
    return labels.find(row[0].text) is not None


def _is_bold(cell: Cell) -> bool:
    return cell.bold


def _said_above(block: Block, names: Names) -> str:
    """Another model's name in the sentence right above a table, without this one's."""
    last = re.split(r"(?<=[.!?。])\s", block.before.strip())[-1]
    mentions = names.mentions(last)
    if not last.rstrip().endswith((":", "：")) or any(mention.whose is Whose.OWN for mention in mentions):
        return ""
    others = [mention.name for mention in mentions if mention.whose is Whose.OTHER]
    return f"the table is about {others[0]}" if others else ""


def _cell(
    block: Block, label: Label, cell: Cell, headings: tuple[str, ...], names: Names, reason: str, *, named: bool
) -> Iterator[Found]:
    why = reason or ("" if named else section(headings, names, label.kind))
    for item in label_values(label, cell.text, 0):
        moved = replace(item, start=item.start + cell.start)
        if isinstance(moved, Claim):
            yield Skipped(moved.kind, moved.text, moved.start, why) if why else replace(moved, way="table")
        else:
            yield moved
