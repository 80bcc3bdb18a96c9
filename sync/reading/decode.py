"""From a grid to what people say: settings, players, decisions, rows of games, rounds and lots, form answers.

All mistakes are gathered in one go. Nothing is guessed: what cannot be read counts as not typed, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from rules.model import Fields, Value
from rules.parts.ids import parse_ref
from rules.sheet import Cell as CellKind
from rules.sheet import Column, FormatSheet, Kind
from sync.grid import Cell, Grid, Row, TabGrid, address, column_letters, filled_rows, is_blank, row_and_letters
from sync.kinds import (
    LONGEST_LIST,
    ORDERS,
    RATINGS,
    Misread,
    Ways,
    cell_text,
    clean,
    read_cell,
    read_time,
    short_text,
    split_names,
    zone_named,
)
from sync.marks import free_title, is_loose, made_keys
from sync.problems import At, Problem
from sync.reading.headings import KEY_HEADINGS, columns_of, heading_cells, heading_row_of, journal_columns
from sync.reading.tabs import (
    by_headings,
    has_marks,
    is_marked,
    is_ours_by_title,
    may_be_known_by_headings,
    own_tabs,
)
from sync.schema import Rows, Tab, normal, settings_of, workbook

UTC_ZONE = ZoneInfo("UTC")
UTC_WAYS = Ways(UTC_ZONE)
LEAST_SET = {"Days per game": 1, "Rounds": 1, "Site patience": 24}
ENDS = ("Deadline", "To", "Until")
"""Columns in which a date alone means the end of that day."""
WORDED = {
    "Publish": "automatically, or the id of a round such as R4",
    "If the TD does not answer": "wait, or a whole number of days",
}
"""Settings that are a word or something else, and what they may be."""
MOST_SET = 36_500  # the most a setting that counts something may say: as days, a hundred years
ELSEWHERE = "answers:"  # how the keys of tabs begin that stand in another book


@dataclass(frozen=True)
class TypedRow:
    """One row of a tab as read: values by heading, where each cell stands, and the raw cells by heading."""

    tab: str
    number: int
    values: Fields
    raw: Mapping[str, Cell]
    columns: Mapping[str, int]
    unread: frozenset[str] = frozenset()  # headings over a cell that holds something which cannot be read

    def at(self, heading: str = "") -> At:
        """The cell under a heading; the whole row without one."""
        if heading in self.columns:
            return At(self.tab, address(self.number, self.columns[heading]), heading, self.number)
        return At(self.tab, f"A{self.number}", "", self.number)

    def text(self, heading: str) -> str:
        """The cell's value as text, blank when there is none."""
        value = self.values.get(heading)
        return "" if value is None else str(value)


@dataclass(frozen=True)
class Sheet:
    """Everything a grid says, understood as far as it can be without knowing the record."""

    grid: Grid
    tabs: Mapping[str, TabGrid]  # by name in the schema, those that are there
    titles: Mapping[str, str]  # the title people see, by name in the schema
    zone: ZoneInfo
    settings: Mapping[tuple[str, str], Value]
    setting_cells: Mapping[tuple[str, str], At]
    rows: Mapping[str, tuple[TypedRow, ...]]  # by tab name: rows that are not blank
    problems: tuple[Problem, ...] = ()
    layout: Mapping[str, Tab] = field(default_factory=dict)
    ways: Ways = UTC_WAYS
    unsound: frozenset[str] = frozenset()  # tabs whose rows cannot be told apart: headings damaged or out of place

    @property
    def names(self) -> Mapping[str, str]:
        """Names in the schema by title; blank for other tabs, even with one of those titles."""
        own = own_tabs(self.grid, tuple(self.layout.values()), self.tabs).values()
        return {tab.title: "" for tab in own} | {title: name for name, title in self.titles.items()}

    def lacks(self, tab: str, heading: str) -> bool:
        """Whether a tab that is there has lost this heading."""
        if tab not in self.tabs or tab not in self.layout:
            return False
        return heading not in columns_of(self.layout[tab], self.tabs[tab], "")[0]


def find_tabs(grid: Grid, layout: Sequence[Tab], known: Mapping[str, str]) -> dict[str, TabGrid]:
    """The tabs of the schema among those of the grid, by name in the schema. `known`: keys the Journal remembers.

    A tab is the worker's by its key: the one remembered, or one that only the worker gives. A title or headings count
    for the tabs where people type; for a view only in a book whose Journal knows it and whose keys another program
    lost, all of them: else it is somebody's own, and the worker has none.
    """
    found: dict[str, TabGrid] = {}
    taken: set[str] = set()

    def take(name: str, tab: TabGrid | None) -> None:
        if tab is not None and name not in found and tab.key not in taken:
            found[name] = tab
            taken.add(tab.key)

    for tab in layout:
        key = known.get(tab.name, "")
        if key and not (is_loose(key) and tab.rows is Rows.VIEW):
            take(tab.name, grid.tab(key))
    grid = replace(grid, tabs=tuple(t for t in grid.tabs if not t.key.startswith(ELSEWHERE)))
    if known or is_marked(grid):
        for tab in layout:
            take(tab.name, next((t for t in grid.tabs if t.key in made_keys(tab.name)), None))
    lost = not has_marks(grid, layout, known)
    for tab in layout:
        titled = (t for t in grid.tabs if normal(t.title) == normal(tab.name) and t.key not in taken)
        take(tab.name, next((t for t in titled if is_ours_by_title(tab, t, known, lost)), None))
    for tab in layout:
        if tab.name in found:
            continue
        if tab.rows is Rows.FORM:  # others that hold answers are found by what they are: sync.claims.forms
            continue
        if may_be_known_by_headings(tab, known, lost):
            take(tab.name, by_headings(grid, tab, taken, known))
    return found


def unread_headings(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Headings of a tab that mean nothing to the worker."""
    if name not in sheet.tabs:
        return ()
    tab, there = sheet.layout[name], sheet.tabs[name]
    read = set(columns_of(tab, there, "")[0].values())
    cells = enumerate(heading_cells(there, heading_row_of(tab, there)))
    return tuple(short_text(cell_text(c)) for i, c in cells if i not in read and not is_blank(c))


def read_rows(tab: Tab, grid_tab: TabGrid, ways: Ways) -> tuple[tuple[TypedRow, ...], list[Problem]]:
    """All rows of a tab that are not blank, read by the kinds of their columns."""
    title = grid_tab.title
    where, problems = columns_of(tab, grid_tab, title)
    heading_row = heading_row_of(tab, grid_tab)
    problems += _above_headings(tab, grid_tab, heading_row)
    used = sorted(where.values())
    lost = set(grid_tab.lost_formulas)
    rows: list[TypedRow] = []
    readers = [(c, where[c.heading]) for c in tab.columns if c.heading in where and c.cell is not CellKind.LOOK_UP]
    for number, cells in _lines(grid_tab, heading_row + 1, used):
        values: dict[str, Value] = {}
        raw: dict[str, Cell] = {}
        unread: set[str] = set()
        for column, index in readers:
            cell = cells[index] if index < len(cells) else None
            raw[column.heading] = cell if column.cell is CellKind.RECORDED else _kept(cell)
            if cell is None:
                if lost and address(number, index) in lost:
                    at = At(title, address(number, index), column.heading, number)
                    problems.append(Problem("lost-formula", at, {"then": AS_BLANK}))
                    unread.add(column.heading)
                continue
            value = _read(cell, column, ways)
            if isinstance(value, Misread):
                unread.add(column.heading)
                if tab.rows is not Rows.FORM and (tab.name, column.heading) != ("Decisions", "Decision"):
                    at = At(title, address(number, index), column.heading, number)
                    then = NO_LINE if tab.name == "Decisions" else AS_BLANK
                    facts: Fields = {
                        "typed": value.typed, "expected": value.expected, "then": then,
                        "least": ways.ratings[0], "most": ways.ratings[1],
                    }  # fmt: skip
                    problems.append(Problem(value.code, at, facts, (tab.name, column.heading) in HELD_BY_RUBBISH))
            elif value is not None:
                values[column.heading] = value
        if tab.rows is Rows.FORM:
            _keep_other_answers(cells, where, raw)
        rows.append(TypedRow(title, number, values, raw, where, frozenset(unread)))
    for merged in grid_tab.merges:
        if tab.rows is not Rows.VIEW:
            problems.append(Problem("merged-cells", At(title, merged.split(":")[0]), {"range": merged}))
    return tuple(rows), problems


def _lines(grid_tab: TabGrid, first: int, used: Sequence[int]) -> list[tuple[int, Row]]:
    """Row number and cells of every row with something in a column that is read, if only a formula without a value."""
    lost = {n for n, at in map(row_and_letters, grid_tab.lost_formulas) if at in {column_letters(i) for i in used}}
    filled = {
        number: cells
        for number, cells in filled_rows(grid_tab, first)
        if number in lost or not all(is_blank(cells[i]) for i in used if i < len(cells))
    }
    filled |= {number: () for number in lost if number >= first and number not in filled}
    return sorted(filled.items())


AS_BLANK, NO_LINE = "The cell counts as blank.", "The line is not used."
HELD_BY_RUBBISH = frozenset({("Players", "Status"), ("Players", "From round")})
"""Cells where a slip of the finger would pair somebody who shall not play: no round goes out before it is mended.

What is taken when the event begins (`Column.at_start`) holds the first round alone: see `sync.reading.unread`.
"""


def _above_headings(tab: Tab, grid_tab: TabGrid, heading_row: int) -> list[Problem]:
    """Lines that stand above headings which were moved down: they are not read."""
    if tab.rows is Rows.FORM or heading_row <= tab.heading_row:
        return []
    filled = [n for n, _ in filled_rows(TabGrid("", "", grid_tab.rows[: heading_row - 1]), tab.heading_row)]
    if not filled:
        return []
    at = At(grid_tab.title, f"A{filled[0]}", "", filled[0])
    return [Problem("rows-above", at, {"count": len(filled), "row": heading_row}, holds=True)]


def _kept(cell: Cell) -> Cell:
    """A raw cell, cut where it holds more than anybody types on purpose: it must fit into a line of the Journal."""
    return cell[:LONGEST_LIST] if isinstance(cell, str) else cell


def _keep_other_answers(cells: Row, where: Mapping[str, int], raw: dict[str, Cell]) -> None:
    """Form questions have the TD's own wording: keep every further answer under its column letter."""
    for index, cell in enumerate(cells):
        if index not in where.values() and not is_blank(cell):
            raw[f"#{column_letters(index)}"] = _kept(cell)


def _read(cell: Cell, column: Column, ways: Ways) -> Value | Misread:
    if column.kind is Kind.MOMENT:
        return read_time(cell, ways, column.heading in ENDS)
    if column.cell is CellKind.RECORDED and column.kind in (Kind.TEXT, Kind.PLAYERS) and isinstance(cell, str):
        return split_names(cell) if column.kind is Kind.PLAYERS else clean(cell) or None  # our own: as long as it is
    if column.heading == "Typed" and isinstance(cell, str) and len(cell) <= LONGEST_LIST:
        return clean(cell) or None  # the order of a lot may hold many names
    return read_cell(cell, column.kind, ways.zone, column.choices, ways.ratings, ways.order)


def near(text: str, names: Sequence[str]) -> str:
    """` Did you mean “…”?` where one name is near, else blank."""
    folded = {n.casefold(): n for n in names}
    found = get_close_matches(text.casefold(), list(folded), n=1, cutoff=0.6)
    return f" Did you mean “{folded[found[0]]}”?" if found else ""


def _read_settings(
    sheet: FormatSheet,
    rows: Sequence[TypedRow],
    ways: Ways,
    problems: list[Problem],
) -> tuple[dict[tuple[str, str], Value], dict[tuple[str, str], At]]:
    specs = {normal(s.name): s for s in settings_of(sheet)}
    values: dict[tuple[str, str], Value] = {}
    cells: dict[tuple[str, str], At] = {}
    value: Value | Misread
    for row in rows:
        name = row.text("Setting")
        if not name or name.startswith(("—", "-", "·")):
            continue
        spec = specs.get(normal(name))
        if spec is None:
            facts = {"typed": name, "near": near(name, [s.name for s in specs.values()])}
            problems.append(Problem("setting-unknown", row.at("Setting"), facts))
            continue
        section = clean(row.text("For")).upper()
        key = (spec.name, section)
        if key in cells:
            problems.append(Problem("setting-twice", row.at("Setting"), {"typed": spec.name, "first": str(cells[key])}))
            continue
        cells[key] = row.at("Value")
        cell = row.raw.get("Value")
        if spec.kind is Kind.MOMENT:
            value = read_time(cell, ways, now_too=spec.name == "Start")
        else:
            value = read_cell(cell, spec.kind, ways.zone, spec.choices, ways.ratings)
        least = LEAST_SET.get(spec.name, 0)
        if spec.kind is Kind.INTEGER and isinstance(value, int) and not least <= value <= MOST_SET:
            value = Misread("not-whole", cell_text(cell), f"a whole number from {least} to {MOST_SET}")
        if isinstance(value, str) and spec.name in WORDED:
            value = _worded(spec.name, value, not sheet.has_sections)
            if isinstance(value, Misread) and spec.name == "Publish":
                values[key] = value.typed  # which fits no round: better none goes out than one too many
        if isinstance(value, Misread):
            then = "The default counts." if spec.default else "It counts as not set."
            said: Fields = {
                "typed": value.typed, "expected": value.expected, "then": then,
                "least": ways.ratings[0], "most": ways.ratings[1],
            }  # fmt: skip
            problems.append(Problem(value.code, row.at("Value"), said, holds=value.code == "not-a-zone"))
        elif value is not None:
            values[key] = value
    for spec in specs.values():
        if spec.default and (spec.name, "") not in values:
            value = read_cell(spec.default, spec.kind, ways.zone, spec.choices)
            assert not isinstance(value, Misread), spec.name
            values[spec.name, ""] = value
    _ratings(values, cells, problems)
    return values, cells


def _ratings(
    values: dict[tuple[str, str], Value], cells: Mapping[tuple[str, str], At], problems: list[Problem]
) -> None:
    """The lowest and the highest rating there is: the defaults where the two are the wrong way round."""
    least, most = (values.get((name, "")) for name in ("Ratings from", "Ratings to"))
    if not isinstance(least, int) or not isinstance(most, int) or least <= most:
        return
    at = cells.get(("Ratings to", "")) or cells.get(("Ratings from", "")) or At("Settings")
    facts: Fields = {"least": least, "most": most, "default": f"{RATINGS[0]} and {RATINGS[1]}"}
    problems.append(Problem("ratings-crossed", at, facts))
    values["Ratings from", ""], values["Ratings to", ""] = RATINGS


def _worded(name: str, typed: str, one_section: bool) -> str | Misread:
    """A setting that is a word or something else; a bare number is a round where there is one section."""
    text = clean(typed)
    if name == "Publish":
        round_ = f"R{int(text)}" if one_section and re.fullmatch("[0-9]{1,3}", text) else text
        if text.casefold().startswith("auto") or parse_ref(round_) is not None:
            return round_
    elif text.casefold() == "wait" or re.fullmatch("[0-9]{1,4}( *days?)?", text, re.IGNORECASE):
        return typed
    return Misread("not-a-choice", short_text(text), WORDED[name])


def decode(grid: Grid, sheet: FormatSheet, known_tabs: Mapping[str, str], last_zone: str = "") -> Sheet:
    """What the grid says. `known_tabs` maps names in the schema to tab keys remembered from earlier passes.

    `last_zone` is the event's zone as last known, for while the cell holds none that can be read.
    """
    layout = {tab.name: tab for tab in workbook(sheet)}
    tabs = find_tabs(grid, tuple(layout.values()), known_tabs)
    problems: list[Problem] = []
    titles = {name: tabs[name].title if name in tabs else free_title(name, grid.titles) for name in layout}
    zone = zone_named(last_zone) or UTC_ZONE
    file_zone = zone_named(grid.zone)
    rows: dict[str, tuple[TypedRow, ...]] = {}
    settings: dict[tuple[str, str], Value] = {}
    cells: dict[tuple[str, str], At] = {}
    if "Settings" in tabs:
        rows["Settings"], in_tab = read_rows(layout["Settings"], tabs["Settings"], Ways(zone))
        zone = zone_named(_said_in(rows["Settings"], "Time zone", Kind.ZONE)) or zone
        order = _said_in(rows["Settings"], "Dates", Kind.CHOICE, ORDERS)
        found: list[Problem] = []
        there = Ways(zone, file_zone, order, _limits_in(rows["Settings"]))
        settings, cells = _read_settings(sheet, rows["Settings"], there, found)
        problems += [*in_tab, *found]
    ratings = (settings.get((name, "")) for name in ("Ratings from", "Ratings to"))
    least, most = (value if isinstance(value, int) else RATINGS[i] for i, value in enumerate(ratings))
    ways = Ways(zone, file_zone, str(settings.get(("Dates", "")) or ""), (least, most))
    for name, tab in layout.items():
        if name in ("Settings", "Journal") or tab.rows is Rows.VIEW or name not in tabs:
            continue
        rows[name], in_tab = read_rows(tab, tabs[name], ways)
        problems += in_tab
    unsound = frozenset(n for n in layout if n in tabs and _is_unsound(layout[n], tabs[n]))
    return Sheet(grid, tabs, titles, zone, settings, cells, rows, tuple(problems), layout, ways, unsound)


def _said_in(rows: Sequence[TypedRow], name: str, kind: Kind, choices: tuple[str, ...] = ()) -> str:
    """A setting that the others are read by: the event's zone, and how slashed dates are meant."""
    for row in rows:
        if normal(row.raw.get("Setting")) == normal(name):
            found = read_cell(row.raw.get("Value"), kind, UTC_ZONE, choices)
            return found if isinstance(found, str) else ""
    return ""


def _limits_in(rows: Sequence[TypedRow]) -> tuple[int, int]:
    """Lowest and highest rating, by which another setting is read; what is wrong with them is told elsewhere."""
    least, most = RATINGS
    for row in rows:
        found = read_cell(row.raw.get("Value"), Kind.INTEGER, UTC_ZONE)
        if isinstance(found, int) and 0 <= found <= MOST_SET:
            name = normal(row.raw.get("Setting"))
            least = found if name == normal("Ratings from") else least
            most = found if name == normal("Ratings to") else most
    return (least, most) if least <= most else RATINGS


def _is_unsound(tab: Tab, grid_tab: TabGrid) -> bool:
    if tab.name not in KEY_HEADINGS:
        return False
    where, _ = columns_of(tab, grid_tab, "")
    moved = bool(_above_headings(tab, grid_tab, heading_row_of(tab, grid_tab)))
    return moved or any(h not in where for h in KEY_HEADINGS[tab.name])


__all__ = [
    "Sheet",
    "TypedRow",
    "columns_of",
    "decode",
    "find_tabs",
    "heading_row_of",
    "journal_columns",
    "near",
    "own_tabs",
    "read_rows",
    "unread_headings",
]
