"""An owner who changes how a book looks and behaves, at random, in a program that keeps everything: XML and no library."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from lxml import etree

from tests.ooxml.hand import Hand
from tests.ooxml.package import element, place
from tests.ooxml.vocabulary import MAIN, local

TABS = ("Players", "Settings", "Decisions", "Games", "This round", "Problems", "Journal")


def meddle(hand: Hand, dice: random.Random) -> None:
    """One to six changes."""
    for _ in range(dice.randrange(1, 7)):
        title = dice.choice([t for t in TABS if t in hand.titles()])
        dice.choice(CHANGES)(hand, dice, title)


def _cells(hand: Hand, title: str) -> list[Any]:
    return [cell for cells in hand.rows(title).values() for cell in cells.values()]


def paint(hand: Hand, dice: random.Random, title: str) -> None:
    """A cell in other colours and letters."""
    cells = _cells(hand, title)
    if cells:
        dice.choice(cells).set("s", str(hand.look(dice)))


def widen(hand: Hand, dice: random.Random, title: str) -> None:
    """A column wider, or hidden."""
    columns = list(hand.root(title).iter(f"{{{MAIN}}}col"))
    if columns:
        column = dice.choice(columns)
        column.set("width", str(dice.choice((4.5, 17.25, 60))))
        column.set("customWidth", "1")
        if dice.random() < 0.2:
            column.set("hidden", "1")


def raise_row(hand: Hand, dice: random.Random, title: str) -> None:
    """A row higher, or hidden; never one of the headings."""
    rows = [r for r in hand.root(title).iter(f"{{{MAIN}}}row") if int(r.get("r") or 0) > 3]
    if rows:
        row = dice.choice(rows)
        row.set("ht", str(dice.choice((12.0, 31.5, 90.0))))
        row.set("customHeight", "1")
        if dice.random() < 0.2:
            row.set("hidden", "1")


def offer(hand: Hand, dice: random.Random, title: str) -> None:
    """A drop-down far out, where the worker has none."""
    root = hand.root(title)
    listed = root.find(f"{{{MAIN}}}dataValidations")
    row = dice.randrange(2_000, 900_000)
    rule = f'<dataValidation type="list" allowBlank="1" sqref="A{row}:B{row + 3}"><formula1>"yes,no,{row}"</formula1></dataValidation>'
    if listed is None:
        place(root, element(f'<dataValidations count="1">{rule}</dataValidations>'))
    else:
        listed.append(element(rule))
        listed.set("count", str(len(listed)))


def colour(hand: Hand, dice: random.Random, title: str) -> None:
    """A rule of the owner's, with no format of its own but a scale."""
    root = hand.root(title)
    rank = max((int(r.get("priority", "0")) for r in root.iter(f"{{{MAIN}}}cfRule")), default=0) + 1
    scale = (
        f'<cfvo type="min"/><cfvo type="max"/><color rgb="FFFFFFFF"/><color rgb="FF{dice.randrange(0xFFFFFF):06X}"/>'
    )
    at = dice.choice("BCD")
    place(
        root,
        element(
            f'<conditionalFormatting sqref="{at}2:{at}40"><cfRule type="colorScale" priority="{rank}"><colorScale>{scale}</colorScale></cfRule></conditionalFormatting>'
        ),
    )


def print_set_up(hand: Hand, dice: random.Random, title: str) -> None:
    """Margins, and words above what is printed."""
    root = hand.root(title)
    for node in [n for n in root if local(n.tag) in ("headerFooter", "rowBreaks")]:
        root.remove(node)
    place(
        root,
        element(f"<headerFooter><oddHeader>&amp;LOur club {dice.randrange(99)}&amp;R&amp;P</oddHeader></headerFooter>"),
    )
    margins = root.find(f"{{{MAIN}}}pageMargins")
    if margins is not None:
        margins.set("left", dice.choice(("0.25", "0.75", "1.5")))


def note_down(hand: Hand, dice: random.Random, title: str) -> None:
    """Numbers and texts to the right of the worker's columns, and a formula."""
    row = dice.randrange(2, 9)
    column = dice.randrange(30, 34)
    hand.type_at(title, row, column, dice.choice(("a note", " edges ", "two\nlines", 7, 2.5, "=x", "½")))
    if dice.random() < 0.3:
        cell = hand.rows(title)[row][column]
        for child in list(cell):
            cell.remove(child)
        cell.attrib.pop("t", None)
        etree.SubElement(cell, f"{{{MAIN}}}f").text = f"ROW(A{row})*2"
        etree.SubElement(cell, f"{{{MAIN}}}v").text = str(row * 2)


def tint(hand: Hand, dice: random.Random, title: str) -> None:
    """Another colour of the tab."""
    properties = hand.root(title).find(f"{{{MAIN}}}sheetPr")
    if properties is not None:
        for node in properties.findall(f"{{{MAIN}}}tabColor"):
            properties.remove(node)
        properties.insert(0, element(f'<tabColor rgb="FF{dice.randrange(0xFFFFFF):06X}"/>'))


def zoom(hand: Hand, dice: random.Random, title: str) -> None:
    """Seen larger or smaller, with or without lines."""
    view = next(hand.root(title).iter(f"{{{MAIN}}}sheetView"))
    view.set("zoomScale", str(dice.choice((70, 100, 130))))
    view.set("showGridLines", dice.choice("01"))


def name(hand: Hand, dice: random.Random, title: str) -> None:
    """A name for some cells."""
    hand.package.name(f"Club_{dice.randrange(10**9)}", f"'{title}'!$A$1:$B${dice.randrange(2, 90)}")


CHANGES: tuple[Callable[[Hand, random.Random, str], None], ...] = (
    paint, paint, paint, widen, raise_row, offer, colour, print_set_up, note_down, note_down, tint, zoom, name,
)  # fmt: skip
