"""Claims of one list or one sentence that cannot all be true of one model: none of them is judged."""

from __future__ import annotations

from bisect import bisect_right

from embcalc.cards.language.finding import DTYPE, MEMORY, PARAMETERS, TIED, Claim, Found
from embcalc.cards.language.written import Fit, Written
from embcalc.cards.markup.text import Text

# a list with more different values is no description of one model
MOST_VALUES = 12


def settled(found: list[Found], text: Text) -> list[Found]:
    """The findings, where claims of one list or one sentence that cannot all be true of one model are passed over."""
    starts = [block.start for block in text.blocks]
    groups: dict[tuple[object, ...], list[Claim]] = {}
    for item in found:
        if isinstance(item, Claim):
            groups.setdefault((place(item, text, starts), item.kind, item.reading), []).append(item)
    against: dict[int, str] = {}
    for (where, *_), claims in groups.items():
        sure = [claim for claim in claims if claim.sure]
        if where is None or _agree(claims):
            continue
        # what is not surely of this model gives way to what is
        doubtful = [claim for claim in claims if not claim.sure] if sure and _agree(sure) else claims
        against |= {id(claim): "several values are given, of several models" for claim in doubtful}
    return [
        item.passed_over(against[id(item)]) if isinstance(item, Claim) and id(item) in against else item
        for item in found
    ]


def place(claim: Claim, text: Text, starts: list[int]) -> object:
    """What a claim shares with others: its list, or else its block; a table settles its own."""
    index = bisect_right(starts, claim.start) - 1
    if claim.way in ("table", "row") or index < 0:
        return None
    return text.blocks[index].group or -index - 1


def _agree(claims: list[Claim]) -> bool:
    """Whether one value can make all of them true."""
    if claims[0].kind in (TIED, DTYPE):
        return len({claim.state.lower() for claim in claims}) == 1
    if claims[0].kind == MEMORY:
        return len({(claim.dtype, claim.unit) for claim in claims}) == len(claims) or len(claims) == 1
    numbers = list({(n.value, n.step, n.mark): n for claim in claims if (n := claim.written) is not None}.values())
    if len(numbers) > MOST_VALUES:
        return False
    if claims[0].kind != PARAMETERS and len({number.value for number in numbers}) == 1:
        return True
    return all(_touch(a, b) for a in numbers for b in numbers)


def _touch(one: Written, other: Written) -> bool:
    """Whether one number is a rounding of the other."""
    return one.fit(other.value) is not Fit.NO or other.fit(one.value) is not Fit.NO
