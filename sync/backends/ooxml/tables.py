"""Tables that somebody laid over a tab: they grow with the lines below them, and their headings are those of cells."""

from __future__ import annotations

from sync.backends.base import Refused
from sync.backends.ooxml.areas import Area
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.xml import Element, child, children
from sync.grid import address

Written = set[tuple[int, int]]  # row and column, from 1


def follow(package: Package, sheet: Sheet, written: Written, called: str) -> None:
    """Let the tab's Tables follow what was written. Raises Refused where a heading is none that a Table may have."""
    for relation in package.leads(sheet.path, "table"):
        if relation.target in package:
            table = package.tree(relation.target)
            if _grows(table, written) | _is_renamed(table, sheet, written, called):
                package.touch(relation.target)


def _grows(table: Element, written: Written) -> bool:
    area = Area.of(table.get("ref") or "")
    if int(table.get("totalsRowCount") or 0):
        return False  # what stands below its sums is not part of it
    lines = {row for row, column in written if area.left <= column <= area.right}
    bottom = area.bottom
    while bottom + 1 in lines:
        bottom += 1
    if bottom == area.bottom:
        return False
    table.set("ref", Area(area.top, area.left, bottom, area.right).ref)
    filters = child(table, "autoFilter")
    if filters is not None:
        over = Area.of(filters.get("ref") or table.get("ref"))
        filters.set("ref", Area(over.top, over.left, bottom, over.right).ref)
        sorted_by = child(filters, "sortState")
        for state in (sorted_by, child(table, "sortState")):
            if state is not None and state.get("ref"):
                over = Area.of(state.get("ref"))
                state.set("ref", Area(over.top, over.left, bottom, over.right).ref)
    return True


def _is_renamed(table: Element, sheet: Sheet, written: Written, called: str) -> bool:
    """Give the columns the names their headings have now."""
    if table.get("headerRowCount") == "0":
        return False
    area = Area.of(table.get("ref") or "")
    if not any(row == area.top and area.left <= column <= area.right for row, column in written):
        return False
    columns = children(child(table, "tableColumns"), "tableColumn")
    names: list[str] = []
    for number in range(len(columns)):
        held = sheet.held(area.top, area.left + number)
        if not isinstance(held, str) or not held.strip() or held.casefold() in {name.casefold() for name in names}:
            at = address(area.top, area.left + number - 1)
            raise Refused(
                f"{called} was not written: the Table over {sheet.title}!{table.get('ref')} needs a heading of its own "
                f"in {at}, and there is none. Turn the Table into a plain range (Table Design, Convert to Range), "
                "save, and the next pass will write."
            )
        names.append(held)
    changed = False
    for column, name in zip(columns, names, strict=True):
        stored = name.replace("\n", "_x000a_")
        if column.get("name") != stored:
            column.set("name", stored)
            changed = True
    return changed
