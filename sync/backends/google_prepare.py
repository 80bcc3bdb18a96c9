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
from sync.backends.google_known import NOTE_TABS, SHAPE, Known, Sheet, fresh_id, tab_ids
from sync.backends.google_session import Json
from sync.backends.google_write import cell_data, free_title, guard_requests
from sync.grid import Row
from sync.plan import OutRow
from sync.schema import Tab, normal

#: The shape of a spreadsheet with what protects its tabs.
SHAPE_WITH_PROTECTIONS = SHAPE.removesuffix(")") + ",protectedRanges(description))"
NOTE_WORDS = "Pairsheet: kept to notice other writers"


def descriptions(answer: Mapping[str, Any]) -> dict[int, list[str]]:
    """Descriptions of the protections of each tab, by its id."""
    return {
        int(s["properties"].get("sheetId", 0)): [str(p.get("description", "")) for p in s.get("protectedRanges", ())]
        for s in answer.get("sheets", ())
    }


def found_tab(known: Known, name: str) -> Sheet | None:
    """The tab of this name in the schema: by the id it was made with, so that a renamed one is found, or by title."""
    own = tab_ids(name)
    return next((s for s in known.sheets if s.id in own), None) or known.by_title(name)


def names_of_players(known: Known, rows: Mapping[int, Sequence[Row]], coming: bool) -> str | None:
    """The range drop-downs of players use; `coming` when the tab is about to be made."""
    sheet = found_tab(known, "Players")
    if sheet is None:
        return players_range("Players", 0) if coming else None
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
    skip: int = 0  # ids of new tabs to pass over, when Google refused the first
    requests: list[Json] = field(default_factory=list)

    def prepare(self, tabs: Sequence[Tab], first: Mapping[str, Sequence[OutRow]]) -> list[Json]:
        """All requests, the guard before them; none when nothing is missing."""
        players = names_of_players(self.known, self.rows, any(t.name == "Players" for t in tabs))
        blank = self._sole_blank_tab()
        order = list(self.known.sheets)
        at, looked = 0, []
        for tab in tabs:
            look, sheet = look_of(tab), found_tab(self.known, tab.name)
            if sheet is None:
                sheet = self._make(look, at, order, len(first.get(tab.name, ())))
                order.insert(at, sheet)
                looked.append((look, sheet, True))
            else:
                looked.append((look, sheet, False))
            at = order.index(sheet) + 1
        for look, sheet, new in looked:  # all tabs are there before anything refers to them
            rows = first.get(look.tab.name, ())
            if new or not self.rows.get(sheet.id):
                self._dress(look, sheet, rows, players, new)
            else:
                self._complete(look, sheet, players)
        if blank is not None and all(sheet.id != blank.id for _, sheet, _ in looked):
            self.requests.append({"deleteSheet": {"sheetId": blank.id}})
        return self._guarded()

    def _sole_blank_tab(self) -> Sheet | None:
        """The one blank tab a new spreadsheet comes with."""
        mine = [s for s in self.known.sheets if s.id not in NOTE_TABS]
        return mine[0] if len(mine) == 1 and mine[0].cells and not self.rows.get(mine[0].id) else None

    def _make(self, look: TabLook, at: int, order: Sequence[Sheet], rows: int) -> Sheet:
        name = look.tab.name
        id_ = fresh_id(name, {s.id for s in order}, self.skip)
        made = new_tab(look, id_, rows)
        properties = made["addSheet"]["properties"]
        properties |= {"index": at, "title": free_title(name, order)}
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
