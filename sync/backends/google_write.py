"""A plan as one `spreadsheets.batchUpdate`: the guard first, then every step. All of it lands, or nothing.

Values are entered by their type, so nothing from a player is ever evaluated; the only formulas are the worker's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from rules.sheet import NUMBER_KINDS, Column, FormatSheet, Kind
from sync.backends.base import Raced
from sync.backends.cells import storable_out
from sync.backends.google_known import (
    GUARD,
    KEPT_GUARDS,
    NOTE_TABS,
    NOTE_TITLE,
    Known,
    Sheet,
    fresh_id,
    titles_taken,
)
from sync.backends.google_session import Json
from sync.grid import Grid, Row
from sync.kinds import to_serial
from sync.marks import free_title
from sync.plan import AppendRows, Formula, Link, MakeTab, Out, OutRow, Plan, RenewCells, ReplaceRows, Step
from sync.schema import JOURNAL, LOTS, Tab, games_columns, normal, rounds_columns

Dress = Callable[[Tab, int, Sequence[OutRow]], list[Json]]

CELLS = "userEnteredValue,userEnteredFormat.numberFormat"
TEXT: Json = {"type": "TEXT"}
MOMENT: Json = {"type": "DATE_TIME", "pattern": "yyyy-mm-dd hh:mm"}
_MORE_ROWS = 100
_LARGEST_WHOLE = 2**53  # whole numbers beyond this lose digits in a spreadsheet
_EVERYTHING = FormatSheet("", "", "", has_rate=True, has_ended=True, has_starts=True, has_lots=True)
_APPENDED: Mapping[str, Column] = {
    normal(c.heading): c for c in (*LOTS, *JOURNAL, *rounds_columns(_EVERYTHING), *games_columns(_EVERYTHING))
}


def cell_data(out: Out, ids: Callable[[str], int | None], blank: Json | None = None) -> Json:
    """A cell as the service takes it, with the number format its type needs. `ids` gives a tab's id by its name."""
    out = storable_out(out)
    if out is None:
        return {"userEnteredFormat": {"numberFormat": blank}} if blank else {}
    if isinstance(out, bool):
        return {"userEnteredValue": {"boolValue": out}}
    if isinstance(out, datetime):
        moment = out.replace(microsecond=0)
        return {
            "userEnteredValue": {"numberValue": to_serial(moment)},
            "userEnteredFormat": {"numberFormat": MOMENT},
        }
    if isinstance(out, Formula):
        return {"userEnteredValue": {"formulaValue": everywhere(out.text)}}
    if isinstance(out, Link):
        formula = link_formula(out, ids)
        return {"userEnteredValue": {"formulaValue": formula} if formula else {"stringValue": out.text}}
    if isinstance(out, str):
        return {"userEnteredValue": {"stringValue": out}, "userEnteredFormat": {"numberFormat": TEXT}}
    if out != out or out in (float("inf"), float("-inf")) or abs(out) >= _LARGEST_WHOLE:
        return {"userEnteredValue": {"stringValue": str(out)}}
    return {"userEnteredValue": {"numberValue": out}}


def everywhere(formula: str) -> str:
    """The formula with `;` between arguments, which every locale reads; quoted texts and titles stay as they are."""
    if "{" in formula:  # in an array the two marks differ
        return formula
    parts: list[str] = []
    quote = ""
    for letter in formula:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == ",":
            letter = ";"
        parts.append(letter)
    return "".join(parts)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def link_formula(link: Link, ids: Callable[[str], int | None]) -> str:
    """A HYPERLINK to the web or to a cell of this book; "" where there is nowhere to go."""
    where = link.url if link.url.startswith(("https://", "http://")) else ""
    if link.tab:
        id_ = ids(link.tab)
        where = f"#gid={id_}&range={link.cell or 'A1'}" if id_ is not None else where
    return f"=HYPERLINK({_quoted(where)};{_quoted(link.text)})" if where and link.text else ""


def guard_requests(known: Known, token: str, skip: int = 0) -> list[Json]:
    """Make the next revision, or have the whole write refused: its id must be free.

    The last twenty are kept, so that a worker some revisions behind is refused as well.
    """
    number = known.revision + 1
    found: list[Json] = []
    note_tab = known.note_tab if known.note_tab is not None else NOTE_TABS[skip]
    if known.note_tab is None:
        found.append({"addSheet": {"properties": note_properties(known, note_tab)}})
    here = {"sheetId": note_tab, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
    name = f"{GUARD}{number}"
    found.append({"addNamedRange": {"namedRange": {"namedRangeId": name, "name": name, "range": here}}})
    kept = sorted((*known.guards, number))
    found += [{"deleteNamedRange": {"namedRangeId": f"{GUARD}{old}"}} for old in kept[:-KEPT_GUARDS]]
    note = [{"userEnteredValue": {"numberValue": number}}, {"userEnteredValue": {"stringValue": token}}]
    words = "Kept by Pairsheet to notice other writers. Please leave it alone."
    found.append(
        {
            "updateCells": {
                "rows": [{"values": note}, {"values": [{"userEnteredValue": {"stringValue": words}}]}],
                "start": {"sheetId": note_tab, "rowIndex": 0, "columnIndex": 0},
                "fields": "userEnteredValue",
            }
        }
    )
    return found


def note_properties(known: Known, id_: int) -> Json:
    """The hidden tab that holds the revision."""
    grid = {"rowCount": 2, "columnCount": 2}
    title = free_title(NOTE_TITLE, titles_taken(known.sheets))
    return {"sheetId": id_, "title": title, "hidden": True, "gridProperties": grid}


class Writer:
    """Turns the steps of a plan into requests, keeping track of the tabs as they will be."""

    def __init__(self, plan: Plan, known: Known, grid: Grid | None, dress: Dress, skip: int = 0) -> None:
        self._plan, self._grid, self._dress, self._skip = plan, grid, dress, skip
        self._sheets = list(known.sheets)
        self._made: dict[str, int] = {}
        self._filled: dict[int, int] = {}
        self.requests: list[Json] = guard_requests(known, plan.token, skip)
        self.views: dict[int, int] = {}  # numbers of requests that fill a view, with its tab
        for step in plan.steps:
            before = len(self.requests)
            self._carry_out(step)
            if isinstance(step, ReplaceRows) and step.tab not in self._made:
                id_ = self._sheet(step.tab).id
                self.views |= dict.fromkeys(range(before, len(self.requests)), id_)

    def _carry_out(self, step: Step) -> None:
        if isinstance(step, MakeTab):
            self._make(step)
        elif isinstance(step, AppendRows):
            self._append(step)
        elif isinstance(step, RenewCells):
            self._renew(step)
        else:
            self._replace(step)

    def _make(self, step: MakeTab) -> None:
        name = step.tab.name
        id_ = fresh_id(name, {s.id for s in self._sheets}, self._skip)
        index = next((i for i, s in enumerate(self._sheets) if s.title in step.before), len(self._sheets))
        title = free_title(step.title or name, titles_taken(self._sheets))
        made = self._dress(step.tab, id_, ())
        properties = {**made[0]["addSheet"]["properties"], "index": index, "title": title}
        self.requests += [{"addSheet": {"properties": properties}}, *made[1:]]
        grid = properties["gridProperties"]
        self._sheets.insert(index, Sheet(id_, title, False, grid["rowCount"], grid["columnCount"]))
        self._made[name] = id_
        self._filled[id_] = step.tab.heading_row

    def _id(self, name: str) -> int | None:
        """Id of a tab by its name in the schema."""
        if name in self._made:
            return self._made[name]
        key = self._plan.places.get(name)
        if key is not None:
            return next((s.id for s in self._sheets if str(s.id) == key), None)
        return next((s.id for s in self._sheets if normal(s.title) == normal(name) and s.id not in NOTE_TABS), None)

    def _sheet(self, name: str) -> Sheet:
        id_ = self._id(name)
        if id_ is None:
            raise Raced(f"The tab {name} is gone: it was there when the book was read.")
        return next(s for s in self._sheets if s.id == id_)

    def _rows(self, sheet: Sheet) -> Sequence[Row]:
        tab = self._grid.tab(str(sheet.id)) if self._grid is not None else None
        return tab.rows if tab is not None else ()

    def _append(self, step: AppendRows) -> None:
        sheet = self._sheet(step.tab)
        rows = self._rows(sheet)
        width = max((len(r) for r in step.rows), default=0)
        filled = max(len(rows), self._filled.get(sheet.id, 0))
        self._grow(sheet, 0, width)
        if filled + len(step.rows) > sheet.rows:
            self._more_rows(sheet, filled + len(step.rows) + _MORE_ROWS - sheet.rows)
        headings = rows[0] if rows else ()
        blanks = [blank_format(headings[i] if i < len(headings) else None) for i in range(width)]
        self.requests.append(
            {
                "appendCells": {
                    "sheetId": sheet.id,
                    "rows": [
                        {"values": [cell_data(out, self._id, blanks[i]) for i, out in enumerate(row)]}
                        for row in step.rows
                    ],
                    "fields": CELLS,
                }
            }
        )
        self._filled[sheet.id] = filled + len(step.rows)

    def _more_rows(self, sheet: Sheet, count: int) -> None:
        """Rows at the end that look and offer what the last one does."""
        self._grow(sheet, sheet.rows + count, 0)
        width = {"startColumnIndex": 0, "endColumnIndex": sheet.columns}
        last = {"sheetId": sheet.id, "startRowIndex": sheet.rows - 1, "endRowIndex": sheet.rows, **width}
        new = {"sheetId": sheet.id, "startRowIndex": sheet.rows, "endRowIndex": sheet.rows + count, **width}
        for how in ("PASTE_FORMAT", "PASTE_DATA_VALIDATION"):
            self.requests.append({"copyPaste": {"source": last, "destination": new, "pasteType": how}})

    def _renew(self, step: RenewCells) -> None:
        """Single cells: runs of them below each other in one request."""
        id_ = self._sheet(step.tab).id
        runs: list[tuple[int, int, list[Json]]] = []
        for row, column, out in sorted(step.cells, key=lambda cell: (cell[1], cell[0])):
            data = {"values": [_view_cell(out, self._id)]}
            if runs and runs[-1][1] == column and runs[-1][0] + len(runs[-1][2]) == row:
                runs[-1][2].append(data)
            else:
                runs.append((row, column, [data]))
        for row, column, rows in runs:
            start = {"sheetId": id_, "rowIndex": row - 1, "columnIndex": column}
            self.requests.append({"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}})

    def _replace(self, step: ReplaceRows) -> None:
        sheet = self._sheet(step.tab)
        last = step.first - 1 + len(step.rows)
        self._grow(sheet, last, step.width)
        lines = [[_view_cell(out, self._id) for out in row[: step.width]] for row in step.rows]
        for line in lines:
            while line and not line[-1]:
                line.pop()  # cells of the range without data are cleared
        self.requests.append(
            {
                "updateCells": {
                    "range": {
                        "sheetId": sheet.id,
                        "startRowIndex": step.first - 1,
                        "endRowIndex": last,
                        "startColumnIndex": 0,
                        "endColumnIndex": step.width,
                    },
                    "rows": [{"values": line} if line else {} for line in lines],
                    "fields": CELLS,
                }
            }
        )

    def _grow(self, sheet: Sheet, rows: int, columns: int) -> None:
        """Make the grid of a tab large enough."""
        now = next(s for s in self._sheets if s.id == sheet.id)
        for dimension, wanted, there in (("ROWS", rows, now.rows), ("COLUMNS", columns, now.columns)):
            if wanted > there:
                more = {"sheetId": sheet.id, "dimension": dimension, "length": wanted - there}
                self.requests.append({"appendDimension": more})
        grown = replace(now, rows=max(rows, now.rows), columns=max(columns, now.columns))
        self._sheets[self._sheets.index(now)] = grown


def _view_cell(out: Out, ids: Callable[[str], int | None]) -> Json:
    """A cell of a view: text needs no format of its own there, which keeps a large matrix small."""
    data = cell_data(out, ids)
    if "stringValue" in data.get("userEnteredValue", {}):
        data.pop("userEnteredFormat", None)
    return data


def blank_format(heading: object) -> Json | None:
    """How a cell left blank in an appended row is to take what a person types there."""
    column = _APPENDED.get(normal(heading))
    if column is None or column.kind in (*NUMBER_KINDS, Kind.CHECK) or column.cell.value == "look-up":
        return None
    return MOMENT if column.kind is Kind.MOMENT else TEXT
