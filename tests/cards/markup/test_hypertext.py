"""HTML of a card: cells, headings and text are read where they stand, whatever is not closed."""

from __future__ import annotations

import pytest

from embcalc.cards.documents import document
from embcalc.cards.markup import text
from embcalc.cards.markup.elements import Block


def read(body: str) -> tuple[document.Document, list[Block]]:
    """A card and its blocks."""
    card = document.of_text("README.md", body)
    return card, text.read(card).blocks


def table(body: str) -> list[list[str]]:
    """The texts of the cells of the only table in a card."""
    rows = next(block.rows for block in read(body)[1] if block.kind == "table")
    return [[" ".join(cell.text.split()) for cell in row] for row in rows]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def test_each_cell_stands_where_it_does_in_the_file(newline: str) -> None:
    """Front matter, line ends, entities and tags over several lines do not shift it."""
    lines = ["---", "a: b", "---", "# M", "<table", " border=1>", "<tr><td>&lt;<b>a</b><td", ">", "  1,001", "</table>"]
    card, blocks = read(newline.join(lines))
    [row] = blocks[1].rows
    assert [card.line_column(cell.start) for cell in row] == [(7, 9), (8, 2)]
    assert card.line_column(row[1].start + row[1].text.index("1,001")) == (9, 3)


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", [["a", "b"], ["c", "d"]]),
        ("<table><td>a</td><td>b</td></table>", [["a", "b"]]),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", [["a", "b"], ["a", "c"]]),
        ("<table><tr><td>a<td rowspan=0>b<tr><td>c<tr><td>d</table>", [["a", "b"], ["c", "b"], ["d", "b"]]),
        ("<table><tr><td>a<td>b<td>c<tr><td>d<td colspan=2>e</table>", [["a", "b", "c"], ["d", "e", "e"]]),
        ("<table><tr><td colspan=2>a<td>b<tr><td colspan=2>c<td>d</table>", [["a", "b"], ["c", "d"]]),
        (
            "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>e<td>f<td>g</table>",
            [["a", "b c", "b d"], ["e", "f", "g"]],
        ),
        ("<table><caption>x</caption><tr><td>a<td>b</table>", [["", ""], ["x", ""], ["a", "b"]]),
        (
            "<table><thead><tr><th>p<th>v<tbody><tr><td colspan=2>x<tr><td>a<td>b</table>",
            [["p", "v"], ["x", ""], ["a", "b"]],
        ),
        ("<table><tr><td>a<script>b</script><style>c</style><td><del>d</del>e</table>", [["a", "e"]]),
        ("<table><tr><td>a<br>b<p>c</p><td>10<sup class='x'>9</sup></table>", [["a; b; c", "10^"]]),
        ("<table>\n\n<tr><td>\n\n- a\n\n</td><td>\n\n**b**\n\n</td></tr>\n\n</table>", [["- a", "b"]]),
    ],
)
def test_a_table_is_laid_out_as_browsers_do(body: str, rows: list[list[str]]) -> None:
    """Ends may be left out, cells may span, rows of headings are one, a text across heads what is beneath it."""
    assert table(f"# M\n{body}\n") == rows


@pytest.mark.parametrize(
    "body",
    [
        "<table><tr><td>a<td>b<tr><td>c</td><td>d<td>e</table>",
        "<table><tr><td rowspan=3>a<td>b<tr><td>c</table>",
        "<table><tr><td>a<td rowspan=2>b<tr><td>c<td>d<td>e</table>",
        "<table><tr><td width='5>a<td>b</table>",
        "<table><tr hidden><td>a<td>b</table>",
    ],
)
def test_a_table_that_may_be_shifted_is_not_relied_on(body: str) -> None:
    """Rows that are not whole, spans that end nowhere, torn tags and hidden parts are a reason to judge nothing."""
    assert read(f"# M\n{body}\n")[1][1].reason


def test_a_table_that_is_never_closed_ends_with_its_part() -> None:
    """What follows is read as if there were none."""
    _, blocks = read("# M\n<table><tr><td>a<td>b\n\n## c\n\nd\n")
    assert [(block.kind, block.text.strip()) for block in blocks] == [
        ("heading", "M"),
        ("table", ""),
        ("heading", "c"),
        ("paragraph", "d"),
    ]


def test_headings_paragraphs_and_lists() -> None:
    """Each is a block under the headings above it; a summary heads what it hides."""
    lists = "<h2>c</h2><ul><li>d<li>e</ul>\n\n<details><summary>f</summary><p>g</details>\n\nh\n"
    _, blocks = read(f"<h1>M</h1>\n<p>a <b>b</b></p>\n{lists}")
    assert [(block.kind, " ".join(block.text.split()), block.headings) for block in blocks] == [
        ("heading", "M", ("M",)),
        ("paragraph", "a b", ("M",)),
        ("heading", "c", ("M", "c")),
        ("item", "d", ("M", "c")),
        ("item", "e", ("M", "c")),
        ("paragraph", "g", ("M", "c", "f")),
        ("paragraph", "h", ("M", "c")),
    ]
    assert blocks[3].group == blocks[4].group > 0
