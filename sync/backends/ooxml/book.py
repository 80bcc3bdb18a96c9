"""The workbook part: tabs in their order, names of ranges, what is worked out again when it is opened."""

from __future__ import annotations

from sync.backends.ooxml.package import Package
from sync.backends.ooxml.space import STRICT, TRANSITIONAL, WORKBOOK, Space
from sync.backends.ooxml.xml import Element, alone, child, children, drop, local, made, place_in_order

LAST_ROW = 1_048_576
_LISTED_TABS = frozenset({"HeadingPairs", "TitlesOfParts"})


def quoted(title: str) -> str:
    """A tab's title as formulas have it."""
    return "'" + title.replace("'", "''") + "'"


class Book:
    """The workbook part of a package."""

    def __init__(self, package: Package) -> None:
        """Raises ValueError where there is none."""
        self.package = package
        there = [r.target for r in package.relations("") if r.kind == "officeDocument"]
        if not there:
            raise ValueError("no workbook")
        self.path = there[0]
        self.root = package.tree(self.path)
        self.space: Space = STRICT if self.root.tag == STRICT.tag("workbook") else TRANSITIONAL
        sheets = child(self.root, "sheets")
        if sheets is None:
            raise ValueError("no tabs")
        self._sheets = sheets
        self._targets = {r.id: r.target for r in package.relations(self.path)}

    def touch(self) -> None:
        """The workbook part was changed."""
        self.package.touch(self.path)

    # tabs
    def tabs(self) -> list[Element]:
        """Elements of all tabs from left to right, charts included."""
        return children(self._sheets, "sheet")

    def titles(self) -> list[str]:
        """Titles of all tabs."""
        return [node.get("name") or "" for node in self.tabs()]

    def path_of(self, title: str) -> str:
        """Where a tab lies. Raises KeyError."""
        for node in self.tabs():
            if node.get("name") == title:
                return self._targets[node.get(self.space.id)]
        raise KeyError(title)

    def is_hidden(self, title: str) -> bool:
        """Whether a tab is hidden."""
        return any(n.get("name") == title and n.get("state") in ("hidden", "veryHidden") for n in self.tabs())

    def hide(self, title: str) -> None:
        """Hide a tab."""
        for node in self.tabs():
            if node.get("name") == title:
                node.set("state", "hidden")
                self.touch()

    def insert(self, title: str, path: str, index: int, hidden: bool) -> None:
        """A new tab at this place from the left; whatever counts tabs by place is counted again."""
        relation = self.package.lead(self.path, self.space, "worksheet", path)
        self._targets[relation] = path
        numbers = [int(node.get("sheetId") or 0) for node in self.tabs()]
        says = {"name": title, "sheetId": str(max(numbers, default=0) + 1)}
        if hidden:
            says["state"] = "hidden"
        says[self.space.id] = relation
        there = self.tabs()
        node = alone(self.space.tag("sheet"), says, {"r": self.space.relation})
        if index < len(there):
            there[index].addprevious(node)
        else:
            self._sheets.append(node)
        index = min(index, len(there))
        for name in self._names():
            local_to = name.get("localSheetId")
            if local_to is not None and int(local_to) >= index:
                name.set("localSheetId", str(int(local_to) + 1))
        for view in children(child(self.root, "bookViews"), "workbookView"):
            for said in ("activeTab", "firstSheet"):
                number = int(view.get(said) or 0)
                if number >= index and (number or said == "activeTab") and len(there):
                    view.set(said, str(number + 1))
        self.touch()
        self._forget_listed_tabs()

    def _forget_listed_tabs(self) -> None:
        """The file's properties may count its tabs; they may also say nothing of them."""
        for relation in self.package.relations(""):
            if (
                relation.kind not in ("extended-properties", "extendedProperties")
                or relation.target not in self.package
            ):
                continue
            root = self.package.tree(relation.target)
            for node in [n for n in root if local(n) in _LISTED_TABS]:
                drop(node)
                self.package.touch(relation.target)

    # names
    def _names(self) -> list[Element]:
        return children(child(self.root, "definedNames"), "definedName")

    def names(self) -> dict[str, str]:
        """What names of the whole workbook stand for."""
        return {n.get("name") or "": n.text or "" for n in self._names() if n.get("localSheetId") is None}

    def names_of(self, index: int) -> list[str]:
        """Names that belong to one tab."""
        return [n.get("name") or "" for n in self._names() if n.get("localSheetId") == str(index)]

    def name(self, name: str, text: str, hidden: bool = False, index: int | None = None) -> None:
        """Let a name stand for this, in the whole workbook or for one tab."""
        belongs = None if index is None else str(index)
        for node in self._names():
            if node.get("name") == name and node.get("localSheetId") == belongs:
                break
        else:
            holder = child(self.root, "definedNames")
            if holder is None:
                holder = alone(self.space.tag("definedNames"))
                place_in_order(self.root, holder, WORKBOOK)
            node = made(holder, self.space.tag("definedName"), {"name": name})
        if belongs is not None:
            node.set("localSheetId", belongs)
        if hidden:
            node.set("hidden", "1")
        node.text = text
        self.touch()

    # what is worked out
    @property
    def since_1904(self) -> bool:
        """Whether days are counted from 1904."""
        said = child(self.root, "workbookPr")
        return said is not None and said.get("date1904") in ("1", "true")

    def work_out_anew(self) -> None:
        """Let programs work every formula out when they open the file."""
        there = child(self.root, "calcPr")
        if there is None:
            there = alone(self.space.tag("calcPr"))
            place_in_order(self.root, there, WORKBOOK)
        if there.get("fullCalcOnLoad") not in ("1", "true"):
            there.set("fullCalcOnLoad", "1")
            self.touch()

    def forget_chain(self) -> None:
        """The order in which formulas were worked out names cells; the program that opens the file makes it again."""
        for relation in self.package.leads(self.path, "calcChain"):
            if relation.target in self.package:
                self.package.remove(relation.target)
            self.package.unlead(self.path, relation.id)
