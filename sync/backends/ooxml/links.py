"""Links of cells: to a web address, which stands among the tab's relations, or to a place in the workbook."""

from __future__ import annotations

from sync.backends.ooxml.areas import Area
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.xml import Element, alone, children, drop, made
from sync.grid import address


class Links:
    """The links of one tab."""

    def __init__(self, package: Package, sheet: Sheet) -> None:
        self._package, self._sheet = package, sheet
        self._at: dict[tuple[int, int], Element] = {}
        self._over: list[tuple[Area, Element]] = []  # those over several cells
        for holder in children(sheet.root, "hyperlinks"):
            for link in children(holder, "hyperlink"):
                ref = link.get("ref") or ""
                if ref:
                    self._keep(Area.of(ref), link)

    def has(self, row: int, column: int) -> bool:
        """Whether the cell leads somewhere."""
        return (row, column) in self._at or any(a.holds(row, column) for a, _ in self._over)

    def _keep(self, area: Area, link: Element) -> None:
        if (area.top, area.left) == (area.bottom, area.right):
            self._at[area.top, area.left] = link
        else:
            self._over.append((area, link))

    def remove(self, row: int, column: int) -> None:
        """Let the cell lead nowhere; other cells of its link go on."""
        gone = [self._at.pop((row, column))] if (row, column) in self._at else []
        for area, link in list(self._over):
            if not area.holds(row, column):
                continue
            self._over.remove((area, link))
            for left in area.without(row, column):
                again = alone(link.tag, dict(link.attrib))
                again.set("ref", left.ref)
                link.addprevious(again)
                self._keep(left, again)
            gone.append(link)
        for link in gone:
            self._forget(link)

    def _forget(self, link: Element) -> None:
        relation = link.get(self._sheet.space.id)
        holder = link.getparent()
        drop(link)
        if relation and not any(other.get(self._sheet.space.id) == relation for other in holder):
            self._package.unlead(self._sheet.path, relation)
        if not len(holder):
            drop(holder)

    def lead_out(self, row: int, column: int, url: str) -> None:
        """Let the cell lead to a web address."""
        relation = self._package.lead(self._sheet.path, self._sheet.space, "hyperlink", url, outside=True)
        self._add(row, column, {self._sheet.space.id: relation})

    def lead_to(self, row: int, column: int, location: str) -> None:
        """Let the cell lead to a place in the workbook."""
        self._add(row, column, {"location": location})

    def _add(self, row: int, column: int, says: dict[str, str]) -> None:
        says = {"ref": address(row, column - 1), **says}
        space, holder = self._sheet.space, self._sheet.ensure("hyperlinks")
        self._at[row, column] = made(holder, space.tag("hyperlink"), says, {"r": space.relation})
