"""From an answer to rows: the worker's own tabs as they should be, and rows to append elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from types import MappingProxyType
from zoneinfo import ZoneInfo

from rules.model import Answer, Empty, Fields, Game, Lot, Reason, Recorded, Round, Row, Value
from rules.parts.ids import parse_ref, ref
from rules.reasons import moment_text, number_text, render, value_text
from rules.sheet import Cell, Column, FormatSheet, Kind
from sync.chesssites.links import public_links
from sync.kinds import SEPARATOR, join_names
from sync.plan import Formula, Link, Out, OutRow, fitting, units, wall_clock
from sync.problems import CATALOGUE, At, Problem, Sort, Urgency, wording
from sync.schema import PAIRINGS, Tab

_URGENCIES = list(Urgency)
NOBODY: Mapping[str, str] = MappingProxyType({})
LONGEST_SHOWN = 30_000  # characters of a cell
CUT = "… and"  # begins what stands in place of the names that a cell has no room for
NO_NAMES = frozenset(
    ["board", "code", "colour", "event", "final", "game", "games", "holds", "kind", "lot", "match", "matches", "rate",
     "result", "round", "rounds", "section", "stage", "state", "status", "what"]
)  # fmt: skip
"""Data of reasons that are ids or words of ours: never somebody's name, though somebody may be called so."""


@dataclass(frozen=True)
class Shown:
    """What every view needs: the format, how names are shown, and links by game."""

    spec: FormatSheet
    shown: Mapping[str, str]  # recorded name -> name to show
    links: Mapping[str, str]  # game id -> link of the game that counts
    reports: Mapping[str, str]  # game id -> pre-filled report link
    form: str = ""


def catalogue_of(spec: FormatSheet) -> Mapping[str, Sort]:
    """The catalogue of problems with the format's own troubles added."""
    own = {
        code: Sort(Urgency(urgency), wrong, advice, otherwise)
        for code, (urgency, wrong, advice, otherwise) in spec.troubles.items()
    }
    return {**CATALOGUE, **own}


def out_of(value: Value | Empty, kind: Kind = Kind.TEXT) -> Out:
    """A value as a cell of a view: exact numbers as numbers where a cell can hold them, times in words."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return int(value)
        return float(value) if value.denominator in (2, 4, 8) else number_text(value)
    if isinstance(value, tuple):
        return join_names([value_text(v) for v in value])
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, Empty):
        return value.value
    del kind
    return value


def named(value: Value, shown: Mapping[str, str]) -> Value:
    """A value with recorded names replaced by the names shown today."""
    if not shown:
        return value
    if isinstance(value, str):
        return shown.get(value, value)
    if isinstance(value, tuple):
        return tuple(named(v, shown) for v in value)
    return value


def holds_names(column: Column | None, value: Value) -> bool:
    """Whether a view's cell may hold names: by its column's kind; what a line is about, or stands in a column of the
    data's own, is one where it is no id."""
    if column is not None and column.heading != "About":
        return column.kind in (Kind.PLAYER, Kind.PLAYERS)
    return not isinstance(value, str) or parse_ref(value) is None


def said(reason: Reason, show: Shown, clauses: bool = True) -> str:
    """A reason in words, with the names shown today; without `clauses` as a headline.

    One whose words are not known is shown as it was recorded: by another version, or changed by hand in the Journal.
    """
    try:
        return render(_renamed(reason, show.shown), show.spec.words, clauses)
    except (KeyError, ValueError):
        data = ", ".join(f"{key} {value_text(value)}" for key, value in reason.data.items())
        return f"{reason.code}: {data}" if data else reason.code


def fitted(rows: Sequence[OutRow]) -> list[OutRow]:
    """Rows of a view whose texts fit into cells: a longer one is cut and says so. No link shows its private part."""
    return [tuple(_fitted(out) for out in row) for row in rows]


def _fitted(out: Out) -> Out:
    if out is None or type(out) is int:
        return out
    if isinstance(out, str):
        out = public_links(out)
    elif isinstance(out, Link):
        return Link(public_links(out.text), public_links(out.url), out.tab, out.cell)
    if isinstance(out, str) and units(out) > LONGEST_SHOWN:
        return f"{fitting(out, LONGEST_SHOWN - 1)}…"
    return out


def listed(names: Sequence[str]) -> str:
    """Names as a list; the last of more than a cell holds are only counted."""
    text = join_names(list(names))
    if units(text) <= LONGEST_SHOWN:
        return text
    shown = fitting(text, LONGEST_SHOWN - 50).split(SEPARATOR)[:-1]
    return join_names([*shown, f"{CUT} {len(names) - len(shown)} more"])


def _renamed(reason: Reason, shown: Mapping[str, str]) -> Reason:
    if not shown:
        return reason
    data = {k: v if k in NO_NAMES else named(v, shown) for k, v in reason.data.items()}
    return Reason(reason.rule, reason.code, data, tuple(_renamed(p, shown) for p in reason.parts))


def headings_of(tab: Tab, rows: Sequence[Row]) -> list[str]:
    """Headings of a view: the schema's, then further ones of the data where the view is open-ended."""
    headings = dict.fromkeys(tab.headings)
    if tab.open_ended:
        for row in rows:
            headings.update(dict.fromkeys(row.cells))
    return list(headings)


def view_rows(tab: Tab, rows: Sequence[Row], banner: tuple[OutRow, OutRow], show: Shown) -> list[OutRow]:
    """A whole view: two lines of banner, the headings, the rows."""
    headings = headings_of(tab, rows)
    columns = {c.heading: c for c in tab.columns}
    shown_headings = [h if h in columns else show.shown.get(h, h) for h in headings]
    out: list[OutRow] = [*banner, tuple(shown_headings)] if tab.heading_row == 3 else [tuple(shown_headings)]
    wanted = [(h, columns.get(h), h in FILLED) for h in headings]
    for row in rows:
        cells = row.cells
        # Numbers and blanks are most cells of a large event; they stand as they are.
        out.append(
            tuple(
                value
                if type(value := cells.get(h)) is int or (value is None and not filled)
                else _cell(h, value, row, column, show)
                for h, column, filled in wanted
            )
        )
    return out


FILLED = ("Why", "Decision", "Report", "Link")
"""Headings under which a cell that the engine leaves blank may be filled."""


def _cell(heading: str, value: Value, row: Row, column: Column | None, show: Shown) -> Out:
    if heading in ("Why", "Decision") and value is None and row.why is not None:
        return said(row.why, show)
    game = str(row.cells.get("Game") or "")
    if heading == "Report" and value is None:
        link = show.reports.get(game) or (show.form if game else "")
        return Link("report here", url=link) if link else None
    if heading == "Link" and value is None and game in show.links:
        value = show.links[game]
    if holds_names(column, value):
        value = named(value, show.shown)
    if isinstance(value, str) and value.startswith("https://") and (column is None or column.kind is Kind.URL):
        return Link(value, url=value)
    return out_of(value, column.kind if column else Kind.TEXT)


# --- rows appended beside what people type ------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a look-up leads: a view by its name in the schema, and a column counted from 0."""

    view: str
    column: int


def look_up_place(tab: str, heading: str) -> Place | None:
    """Where the look-up under this heading of Games or Rounds leads; None for every other column."""
    if tab == "Games" and heading in ("Outcome", "Due", "Link", "Remark"):
        return Place("Pairings", PAIRINGS.index(heading))
    return Place("Status", 1) if (tab, heading) == ("Rounds", "Status") else None


def look_up(id_: str, view: str, column: int, key: str = "A") -> Formula:
    """A formula that shows a view's cell by the row's own id; safe under sorting, inserting and moving.

    `&""` makes a blank cell a blank text: a look-up of nothing would show 0.
    """
    quoted = "'" + view.replace("'", "''") + "'"
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column]
    return Formula(f'=IFERROR(INDEX({quoted}!${letter}:${letter},MATCH("{id_}",{quoted}!${key}:${key},0))&"","")')


def ledger_cells(
    recorded: Recorded,
    spec: FormatSheet,
    titles: Mapping[str, str],
    shown: Mapping[str, str] = NOBODY,
    file_zone: ZoneInfo | None = None,
) -> dict[str, Out]:
    """The cells of a new row of Games, Rounds or Lots, by heading; `shown` are the names people see today.

    A time that people may type over is written as it will be read: on the clock of the file, where that has one.
    """
    fact = recorded.fact
    announced = moment_text(recorded.at)
    pairings = titles.get("Pairings", "Pairings")
    match fact:
        case Game():
            black = fact.black.value if isinstance(fact.black, Empty) else fact.black
            cells: dict[str, Out] = {
                "Game": fact.id,
                "Round": ref(fact.id).round,
                spec.first_heading: shown.get(fact.white, fact.white),
                spec.second_heading: shown.get(black, black),
                "Announced": announced,
            }
            for heading in ("Outcome", "Due", "Link", "Remark"):
                cells[heading] = look_up(fact.id, pairings, PAIRINGS.index(heading))
            if spec.has_rate:
                cells["Rate"] = fact.rate or None
            return cells
        case Round():
            cells = {"Round": fact.id, "Kind": fact.kind, "Announced": announced}
            cells["Status"] = look_up(fact.id, titles.get("Status", "Status"), 1)
            if spec.has_starts:
                cells["Starts"] = (
                    wall_clock(fact.starts.astimezone(file_zone) if file_zone else fact.starts) if fact.starts else None
                )
            return cells
        case Lot():
            return {
                "Lot": fact.id,
                "Kind": fact.kind,
                "Among": listed(fact.among),
                "Drawn": listed(fact.answer) if fact.answer else None,
            }
    return {}


def recorded_text(recorded: Recorded, spec: FormatSheet, titles: Mapping[str, str]) -> dict[str, str]:
    """What the recorded cells of a ledger row must say (for noticing that they were changed)."""
    wanted = {"Game", "Round", "Announced", "Kind", "Lot", "Among", "Rate"}
    cells = ledger_cells(recorded, spec, titles)
    return {h: str(v) for h, v in cells.items() if h in wanted and isinstance(v, str)}


def placed(cells: Mapping[str, Out], where: Mapping[str, int], tab: Tab) -> OutRow:
    """Cells by heading as a row, each under its heading wherever people moved it."""
    places = where or {h: i for i, h in enumerate(tab.headings)}
    width = max(places.values(), default=-1) + 1
    row: list[Out] = [None] * width
    for heading, value in cells.items():
        if heading in places:
            row[places[heading]] = value
    return tuple(row)


def is_written(column: Column) -> bool:
    """Whether the worker writes this column in an appended row."""
    return column.cell in (Cell.RECORDED, Cell.SEEDED, Cell.LOOK_UP)


# --- Problems, Next round, Status ---------------------------------------------------------------------------------


def problem_rows(problems: Sequence[Problem], catalogue: Mapping[str, Sort], names: Mapping[str, str]) -> list[OutRow]:
    """Problems by urgency, each with a link to its cell. `names`: those of the schema by title."""
    rows: list[tuple[int, int, OutRow]] = []
    seen: set[tuple[Out, ...]] = set()
    for order, problem in enumerate(problems):
        urgency, wrong, advice, otherwise = wording(problem, catalogue)
        row: OutRow = (urgency.value, _where(problem.at, names), wrong, advice, otherwise)
        if row[1:] in seen:
            continue
        seen.add(row[1:])
        rows.append((_URGENCIES.index(urgency), order, row))
    return _a_line_a_cell([row for _, _, row in sorted(rows, key=lambda r: r[:2])])


def _a_line_a_cell(rows: Sequence[OutRow]) -> list[OutRow]:
    """Rows about the same cell as one, the most urgent first: each text once, in order."""
    cells: dict[object, list[OutRow]] = {}
    for row in rows:
        one_cell = isinstance(row[1], Link) and row[1].text.endswith(")")  # its heading stands in brackets
        cells.setdefault(row[1] if one_cell else id(row), []).append(row)
    return [
        (same[0][0], same[0][1], *(" ".join(dict.fromkeys(str(row[i]) for row in same if row[i])) for i in (2, 3, 4)))
        for same in cells.values()
    ]


def needs_you(problems: Sequence[Problem], catalogue: Mapping[str, Sort]) -> int:
    """How many problems need a person (notes do not)."""
    return len(
        {
            (str(p.at),)
            if p.at.cell and p.at.column
            else (p.code, str(p.at), tuple(sorted((k, str(v)) for k, v in p.facts.items())))
            for p in problems
            if catalogue[p.code].urgency is not Urgency.NOTE
        }
    )


def _where(at: At, names: Mapping[str, str]) -> Out:
    if not at.tab:
        return None
    name = names.get(at.tab, at.tab)
    if not name:
        return str(at)  # a tab of somebody's own
    return Link(str(at), tab=name, cell=at.cell or "A1")


def status_rows(lines: Sequence[tuple[str, Out]]) -> list[OutRow]:
    """The Status tab."""
    return [("What", "Value"), *((what, value) for what, value in lines)]


def compact(data: Fields | Mapping[str, object]) -> str:
    """Small JSON for a cell of Status."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def banner(answer: Answer, title: str, show: Shown, needs: int) -> str:
    """The first line of every view for people: the event, where it stands, whether something needs the director."""
    parts = [title, *(said(r, show, clauses=False) for r in answer.headline)]
    if needs:
        parts.append(f"{needs} {'thing needs' if needs == 1 else 'things need'} the director (see Problems)")
    return " · ".join(p for p in parts if p)
