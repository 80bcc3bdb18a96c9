"""Preparing a spreadsheet: which tabs, headings and protections it lacks, as requests. What is there stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_templates.google import (
    dress,
    dress_column,
    frame_of,
    new_tab,
    players_range,
    protections,
)
from sheets_templates.look import TabLook, look_of
from sync.backends.cells import lacking, trimmed
from sync.backends.google_closed import NOTE_WORDS, PROTECTIONS
from sync.backends.google_known import NOTE_TABS, SHAPE, Known, Sheet, fresh_id, titles_taken
from sync.backends.google_session import Json
from sync.backends.google_write import cell_data, guard_requests
from sync.grid import Row, TabGrid
from sync.marks import free_title, tab_ids
from sync.plan import OutRow
from sync.schema import Rows, Tab, normal

_THINGS: Mapping[str, str] = {
    "charts": "chartId",
    "bandedRanges": "bandedRangeId",
    "conditionalFormats": "ranges",
    "merges": "startRowIndex",
    "filterViews": "filterViewId",
    "basicFilter": "range",
    "slicers": "slicerId",
    "developerMetadata": "metadataId",
    "rowGroups": "depth",
    "columnGroups": "depth",
    "tables": "tableId",
}
"""What a person may put onto a tab besides cells, with one field of each."""
#: The shape of a spreadsheet with what protects its tabs, and what else stands on them.
SHAPE_WITH_PROTECTIONS = (
    SHAPE.replace("namedRanges(namedRangeId)", "namedRanges(namedRangeId,range(sheetId))").removesuffix(")")
    + f",{PROTECTIONS},"
    + ",".join(f"{name}({of})" for name, of in _THINGS.items())
    + ")"
)
_FRAME = "tabColorStyle,hidden,rightToLeft,gridProperties(frozenRowCount,frozenColumnCount,hideGridlines)"
LOOKS = (
    f"sheets(properties(sheetId,{_FRAME}),data(rowData(values(userEnteredFormat,dataValidation,note)),"
    "rowMetadata(pixelSize,hiddenByUser),columnMetadata(pixelSize,hiddenByUser)))"
)
_SIZES = {"rowMetadata": 21, "columnMetadata": 100}  # pixels of a row and of a column that nobody changed
_AS_MADE = (1000, 26)  # rows and columns of the tab a new spreadsheet comes with


def descriptions(answer: Mapping[str, Any]) -> dict[int, list[str]]:
    """Descriptions of the protections of each tab, by its id."""
    return {
        int(s["properties"].get("sheetId", 0)): [str(p.get("description", "")) for p in s.get("protectedRanges", ())]
        for s in answer.get("sheets", ())
    }


def with_things(answer: Mapping[str, Any]) -> frozenset[int]:
    """Ids of the tabs that hold something besides cells: charts, filters, protections, named ranges …"""
    found = {
        int(s["properties"].get("sheetId", 0))
        for s in answer.get("sheets", ())
        if any(s.get(thing) for thing in (*_THINGS, "protectedRanges"))
    }
    found |= {int(n.get("range", {}).get("sheetId", 0)) for n in answer.get("namedRanges", ())}
    return frozenset(found - set(NOTE_TABS))


def with_looks(answer: Mapping[str, Any]) -> frozenset[int]:
    """Ids of the tabs that somebody gave a look: in a cell (or a list or a note), a size, a colour, frozen rows …"""
    return frozenset(
        int(s["properties"].get("sheetId", 0))
        for s in answer.get("sheets", ())
        if _has_frame(s["properties"]) or any(_has_look(part) for part in s.get("data", ()))
    )


def _has_frame(properties: Mapping[str, Any]) -> bool:
    return any(properties.get(p) for p in ("tabColorStyle", "hidden", "rightToLeft")) or any(
        properties.get("gridProperties", {}).values()
    )


def _has_look(part: Mapping[str, Any]) -> bool:
    cells = any(cell for row in part.get("rowData", ()) for cell in row.get("values", ()))
    return cells or any(
        line.get("hiddenByUser") or line.get("pixelSize", size) != size
        for axis, size in _SIZES.items()
        for line in part.get(axis, ())
    )


def to_look_at(known: Known, rows: Mapping[int, Sequence[Row]], tabs: Sequence[Tab]) -> list[Sheet]:
    """Tabs without a word on them that the worker may take or delete: of our titles, and the only one of a new book."""
    titles = {normal(t.name) for t in tabs}
    ours = {id_ for tab in tabs for id_ in tab_ids(tab.name)}
    return [
        s
        for s in known.sheets
        if s.cells
        and not rows.get(s.id)
        and s.id not in ours
        and (normal(s.title) in titles or s == sole_as_made(known))
    ]


def sole_as_made(known: Known) -> Sheet | None:
    """The one tab of a spreadsheet, where it has the size that a new spreadsheet's tab has."""
    mine = [s for s in known.sheets if s.id not in NOTE_TABS]
    return mine[0] if len(mine) == 1 and (mine[0].rows, mine[0].columns) == _AS_MADE else None


def names_of_players(sheet: Sheet | None, rows: Mapping[int, Sequence[Row]]) -> str | None:
    """The range drop-downs of players use."""
    if sheet is None:
        return None
    headings = rows.get(sheet.id) or [()]
    column = next((i for i, h in enumerate(headings[0]) if normal(h) == "player"), 0)
    return players_range(sheet.title, column)


@dataclass
class Preparation:
    """What is to be made of these tabs. `requests` is empty when nothing is missing."""

    known: Known
    rows: Mapping[int, Sequence[Row]]  # by id of the tab
    protected: Mapping[int, Sequence[str]]
    editors: Sequence[str]
    ours: Mapping[str, TabGrid]  # the tabs that are there already, by name in the schema
    busy: frozenset[int] = frozenset()  # tabs that hold something besides values
    skip: int = 0  # ids of new tabs to pass over, when Google refused the first
    requests: list[Json] = field(default_factory=list)

    def prepare(self, tabs: Sequence[Tab], first: Mapping[str, Sequence[OutRow]]) -> list[Json]:
        """All requests, the guard before them; none when nothing is missing."""
        blank = self._sole_blank_tab()
        order = list(self.known.sheets)
        at, looked = 0, []
        for tab in tabs:
            look, sheet = look_of(tab), self._found(tab)
            if sheet is None:
                sheet = self._make(look, at, order, len(first.get(tab.name, ())))
                order.insert(at, sheet)
                looked.append((look, sheet, True))
            else:
                looked.append((look, sheet, False))
            at = order.index(sheet) + 1
        list_of = next((sheet for look, sheet, _ in looked if look.tab.name == "Players"), None)
        players = names_of_players(list_of, self.rows)
        for look, sheet, new in looked:  # all tabs are there before anything refers to them
            rows = first.get(look.tab.name, ())
            if new or not self.rows.get(sheet.id):
                self._dress(look, sheet, rows, players, new)
            else:
                self._complete(look, sheet, players)
        if blank is not None and all(sheet.id != blank.id for _, sheet, _ in looked):
            self.requests.append({"deleteSheet": {"sheetId": blank.id}})
        return self._guarded()

    def _found(self, tab: Tab) -> Sheet | None:
        """The tab that is ours; one of our title that is empty, or holds answers of a form, is taken for it."""
        if tab.name in self.ours and tab.rows is not Rows.FORM:
            return self.known.by_id(self.ours[tab.name].key)
        titled = self.known.by_title(tab.name)
        if tab.rows is Rows.FORM:
            return next((s for s in self.known.sheets if s.id in tab_ids(tab.name)), titled)
        return titled if titled is not None and self._is_blank(titled) else None

    def _is_blank(self, sheet: Sheet) -> bool:
        return sheet.cells and not self.rows.get(sheet.id) and sheet.id not in self.busy

    def _sole_blank_tab(self) -> Sheet | None:
        """The one blank tab a new spreadsheet comes with."""
        sole = sole_as_made(self.known)
        return sole if sole is not None and self._is_blank(sole) else None

    def _make(self, look: TabLook, at: int, order: Sequence[Sheet], rows: int) -> Sheet:
        name = look.tab.name
        id_ = fresh_id(name, {s.id for s in order}, self.skip)
        made = new_tab(look, id_, rows)
        properties = made["addSheet"]["properties"]
        properties |= {"index": at, "title": free_title(name, titles_taken(order))}
        self.requests.append(made)
        grid = properties["gridProperties"]
        return Sheet(id_, properties["title"], look.hidden, grid["rowCount"], grid["columnCount"])

    def _dress(self, look: TabLook, sheet: Sheet, rows: Sequence[OutRow], players: str | None, new: bool) -> None:
        if not new:
            self.requests += frame_of(look, sheet.id, max(sheet.rows, len(rows) + 20), sheet.columns)
        self.requests += dress(look, sheet.id, rows, players, self.editors)
        if rows:
            lines = [{"values": [_first_cell(out) for out in row]} for row in rows]
            start = {"sheetId": sheet.id, "rowIndex": look.first_row - 1, "columnIndex": 0}
            self.requests.append({"updateCells": {"rows": lines, "start": start, "fields": "userEnteredValue"}})

    def _complete(self, look: TabLook, sheet: Sheet, players: str | None) -> None:
        """Headings and protections that a tab with something in it lacks."""
        rows = self.rows[sheet.id]
        place = look.tab.heading_row - 1
        headings = trimmed(list(rows[place])) if place < len(rows) else ()
        lacks = lacking(look.tab, headings)
        more = len(headings) + len(lacks) - sheet.columns
        if more > 0:
            self.requests.append({"appendDimension": {"sheetId": sheet.id, "dimension": "COLUMNS", "length": more}})
        columns = {c.heading: c for c in look.columns}
        for index, column in enumerate(lacks, start=len(headings)):
            self.requests += dress_column(look, sheet.id, index, columns[column.heading], players)
        there = self.protected.get(sheet.id, ())
        if tuple(headings) == look.tab.headings:  # elsewhere the worker's columns may have moved
            self.requests += protections(look, sheet.id, self.editors, there)

    def _guarded(self) -> list[Json]:
        new = self.known.note_tab is None
        if not self.requests and not new:
            return []
        guard = guard_requests(self.known, "prepare", self.skip)
        if new:
            # A hidden tab cannot be the only one, and its protection needs it to be there.
            given: Json = {"range": {"sheetId": NOTE_TABS[self.skip]}, "description": NOTE_WORDS, "warningOnly": False}
            if self.editors:
                given["editors"] = {"users": list(self.editors)}
            guard.append({"addProtectedRange": {"protectedRange": given}})
        return [*guard, *self.requests]


def _first_cell(out: Any) -> Json:
    # The formats of the lines are there already.
    data = cell_data(out, lambda _: None)
    data.pop("userEnteredFormat", None)
    return data


def made_and_dressed(tab: Tab, id_: int, players: str | None, editors: Sequence[str]) -> list[Json]:
    """Requests that make one tab and put everything on it; the first one makes it."""
    look = look_of(tab)
    return [new_tab(look, id_), *dress(look, id_, (), players, editors)]
