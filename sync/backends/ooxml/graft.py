"""Tabs made in a scratch workbook, put into the real one: a whole new tab, or its looks over one that is there."""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy

from sync.backends.ooxml.notes import add_notes
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.scratch import Made
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.space import WORKSHEET, Space
from sync.backends.ooxml.styles import Adopted
from sync.backends.ooxml.xml import Element, child, children, drop, local, place_in_order
from sync.backends.xlsx_sheet import place_of
from sync.grid import address

_SHEETS = "xl/worksheets/sheet1.xml"
_PART_OF = {"comments": "xl/comments1.xml", "vmlDrawing": "xl/drawings/vmlDrawing1.vml"}


def new_tab(package: Package, space: Space, made: Made, looks: Adopted, title: str) -> str:
    """The tab of this title as a part of the real workbook, with its notes; where it lies comes back."""
    root = made.sheet(title)
    looks.dress(root)
    for view in root.iter(space.tag("sheetView")):
        view.attrib.pop("tabSelected", None)
    path = package.free_name(_SHEETS)
    package.put_tree(path, root)
    package.declare(path, "worksheet")
    numbers: dict[str, str] = {}
    for relation in made.package.relations(made.path(title)):
        if relation.outside:
            again = package.lead(path, space, relation.kind, relation.target, outside=True)
        else:
            target = package.free_name(_PART_OF[relation.kind])
            package.put_tree(target, made.part(relation.target))
            package.declare(target, relation.kind)
            again = package.lead(path, space, relation.kind, target)
        numbers[relation.id] = again
    for node in root.iter():
        if node.get(space.id) in numbers:
            node.set(space.id, numbers[node.get(space.id)])
    return path


def lay_over(package: Package, sheet: Sheet, made: Made, looks: Adopted, only: Collection[str] | None = None) -> None:
    """The looks and cells of a scratch tab over the real one of its title; `only` these cells and their columns."""
    root = made.sheet(sheet.title)
    looks.dress(root)
    _cells(sheet, root, only)
    _columns(sheet, root, only)
    _rules(sheet, root)
    _offers(sheet, root)
    if only is None:
        _page(sheet, root)
    notes = {r.kind: r.target for r in made.package.relations(made.path(sheet.title))}
    if "comments" in notes and "vmlDrawing" in notes:
        add_notes(package, sheet, made.part(notes["comments"]), made.part(notes["vmlDrawing"]))
    package.touch(sheet.path)


def _cells(sheet: Sheet, root: Element, only: Collection[str] | None) -> None:
    for row in children(child(root, "sheetData"), "row"):
        number = int(row.get("r"))
        for cell in row:
            at = cell.get("r")
            if only is not None and at not in only:
                continue
            there = sheet.made_cell(number, place_of(at)[1] + 1)
            sheet.cells.clear(there)
            for name in ("s", "t"):
                if cell.get(name):
                    there.set(name, cell.get(name))
            there.extend(deepcopy(list(cell)))
        if only is None and row.get("ht"):
            line = sheet.made_row(number)
            line.set("ht", row.get("ht"))
            line.set("customHeight", "1")


def _columns(sheet: Sheet, root: Element, only: Collection[str] | None) -> None:
    letters = None if only is None else {at.rstrip("0123456789") for at in only}
    for node in children(child(root, "cols"), "col"):
        first = address(1, int(node.get("min")) - 1).rstrip("0123456789")
        if letters is None or first in letters:
            sheet.put_column(deepcopy(node))


def _rules(sheet: Sheet, root: Element) -> None:
    """Colours by rule, behind those there are."""
    last = max((int(n.get("priority") or 0) for n in sheet.root.iter(sheet.space.tag("cfRule"))), default=0)
    for node in children(root, "conditionalFormatting"):
        again = deepcopy(node)
        for rule in children(again, "cfRule"):
            rule.set("priority", str(int(rule.get("priority") or 0) + last))
        again.tail = None
        place_in_order(sheet.root, again, WORKSHEET)


def _offers(sheet: Sheet, root: Element) -> None:
    """Drop-downs and prompts."""
    fresh = children(child(root, "dataValidations"), "dataValidation")
    if not fresh:
        return
    holder = sheet.ensure("dataValidations")
    holder.extend(deepcopy(fresh))
    holder.set("count", str(len(children(holder, "dataValidation"))))


def _page(sheet: Sheet, root: Element) -> None:
    """What is said of the whole tab: its colour, the rows that stay in sight, protection, paper."""
    _properties(sheet, child(root, "sheetPr"))
    _view(sheet, root)
    for name in ("sheetProtection", "pageSetup"):
        node = child(root, name)
        if node is None:
            continue
        there = child(sheet.root, name)
        if there is not None:
            drop(there)
        place_in_order(sheet.root, deepcopy(node), WORKSHEET)
    if child(sheet.root, "pageMargins") is None and child(root, "pageMargins") is not None:
        place_in_order(sheet.root, deepcopy(child(root, "pageMargins")), WORKSHEET)


def _properties(sheet: Sheet, said: Element | None) -> None:
    if said is None:
        return
    there = sheet.ensure("sheetPr")
    for number, name in enumerate(("tabColor", "pageSetUpPr")):
        node, old = child(said, name), child(there, name)
        if node is None:
            continue
        if old is not None:
            drop(old)
        if number:
            there.append(deepcopy(node))
        else:
            there.insert(0, deepcopy(node))


def _view(sheet: Sheet, root: Element) -> None:
    fresh = children(child(root, "sheetViews"), "sheetView")[0]
    holder = sheet.ensure("sheetViews")
    there = child(holder, "sheetView")
    if there is None:
        again = deepcopy(fresh)
        again.attrib.pop("tabSelected", None)
        holder.append(again)
        return
    if fresh.get("zoomScale"):
        there.set("zoomScale", fresh.get("zoomScale"))
    pane = child(fresh, "pane")
    if pane is None:
        return
    for node in [n for n in there if local(n) in ("pane", "selection")]:
        drop(node)
    there[:0] = [deepcopy(n) for n in fresh if local(n) in ("pane", "selection")]
