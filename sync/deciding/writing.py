"""The plan of what to write: tabs that are missing, new rows, views, the Journal and the status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.sheet import FormatSheet
from sync.deciding.asking import Asked
from sync.deciding.lines import NewLines
from sync.deciding.values import Decided, Outside
from sync.encode import fitted, placed
from sync.grid import TabGrid
from sync.journal import Line
from sync.plan import AppendRows, MakeTab, OutRow, Plan, Step, changed_rows, view_mark
from sync.problems import Problem, Sort
from sync.reading.beside import width_of
from sync.reading.decode import Sheet, journal_columns
from sync.reading.gather import Gathered
from sync.reading.look_ups import doubted
from sync.schema import Rows, Tab
from sync.telling.notices import Outbox
from sync.telling.views import beats, notice_rows, old_marks, says_else, status_of, views_of, wake_of


@dataclass(frozen=True)
class _Views:
    """The views as they ought to stand, their fingerprints, and the steps that make them so."""

    rows: Mapping[str, Sequence[OutRow]]
    marks: Mapping[str, str]
    steps: tuple[Step, ...]


def written(
    known: Gathered,
    asked: Asked,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    spec: FormatSheet,
    lines: NewLines,
    now: datetime,
    outside: Outside,
    box: Outbox,
    appended: Sequence[AppendRows],
) -> Decided:
    """The pass as it was decided, with its plan."""
    sheet, result = known.sheet, asked.result
    missing = [name for name, tab in sheet.layout.items() if name not in sheet.tabs and tab.rows is not Rows.FORM]
    views = _views(known, asked, problems, catalogue, spec, now, box, outside.delivering)
    steps: list[Step] = [*_tabs_to_make(sheet, missing), *appended, *views.steps]
    if lines.made:
        steps.append(AppendRows("Journal", tuple(row for line in lines.made for row in _journal_rows(line, sheet))))
    due = wake_of(result, now)
    new_rows = {name: 0 for name in missing if sheet.layout[name].rows is Rows.APPENDED and name != "Journal"}
    new_rows |= {step.tab: len(step.rows) for step in appended}
    status = status_of(
        known, result, problems, catalogue, views.marks, lines.last, now, due, spec, outside.requests, new_rows
    )
    if steps or beats(known.status, now, sheet.zone) or says_else(known.status, status):
        steps += _status_steps(sheet, status)
    return Decided(
        plan=Plan(outside.token, sheet.grid.revision, tuple(steps), {n: t.key for n, t in sheet.tabs.items()}),
        problems=tuple(problems),
        catalogue=catalogue,
        facts=result.facts,
        answer=result.answer,
        wake=min((m for m in (due, box.wake, outside.wake) if m is not None), default=None),
        last_no=lines.last,
        lines=tuple(lines.made),
        gathered=known,
        reading=asked.reading,
        held=result.held,
        box=box,
        views=views.rows,
        due=due,
        look_ups=doubted(sheet, known.ledger),
    )


def _tabs_to_make(sheet: Sheet, missing: Sequence[str]) -> list[Step]:
    """The worker's tabs that are gone, each before those that follow it; people's tabs are not made again."""
    order = list(sheet.layout)
    return [
        MakeTab(
            sheet.layout[name],
            tuple(sheet.titles[n] for n in order[order.index(name) + 1 :] if n in sheet.tabs),
            sheet.titles[name],
        )
        for name in missing
        if sheet.layout[name].rows is not Rows.PEOPLE
    ]


def _views(
    known: Gathered,
    asked: Asked,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    spec: FormatSheet,
    now: datetime,
    box: Outbox,
    delivering: bool,
) -> _Views:
    sheet = known.sheet
    made = views_of(known, asked.result, asked.reading, problems, catalogue, spec, now)
    made["Notices"] = notice_rows(sheet.layout["Notices"], known.journal, box, now, delivering)
    views = {name: fitted(rows) for name, rows in made.items()}
    marks = {name: _mark(sheet.layout[name], rows) for name, rows in views.items()}
    before = old_marks(known.status)
    steps: list[Step] = []
    for name, rows in views.items():
        tab = sheet.tabs.get(name, TabGrid("", ""))
        if sheet.grid.is_shut(tab.key):
            marks[name] = before.get(name, "")  # as it was when it was last written
            continue
        width = max(width_of(sheet.layout[name], tab, rows), _width_in(before.get(name, "")))
        same = before.get(name, "") == marks[name] and _headings_stand(tab, rows, sheet.layout[name].heading_row)
        steps += changed_rows(name, tab, rows, width, same)
    return _Views(views, marks, tuple(steps))


def _status_steps(sheet: Sheet, status: Sequence[OutRow]) -> Sequence[Step]:
    tab = sheet.tabs.get("Status", TabGrid("", ""))
    if sheet.grid.is_shut(tab.key):
        return ()
    return changed_rows("Status", tab, status, width_of(sheet.layout["Status"], tab, status), True)


def _journal_rows(line: Line, sheet: Sheet) -> list[OutRow]:
    """The rows of a line of the Journal, each cell under its heading wherever people moved it."""
    layout = sheet.layout["Journal"]
    if "Journal" not in sheet.tabs:
        return list(line.rows())
    where = journal_columns(layout, sheet.tabs["Journal"])
    assert where is not None, "a pass over such a Journal is stopped"
    return [placed(dict(zip(layout.headings, row, strict=True)), where, layout) for row in line.rows()]


def _mark(layout: Tab, rows: Sequence[OutRow]) -> str:
    """A view's fingerprint; how wide it is stands with it where columns follow the data and may go again."""
    return f"{view_mark(rows)}/{max(len(r) for r in rows)}" if layout.open_ended and rows else view_mark(rows)


def _width_in(mark: str) -> int:
    """How wide a view was when its fingerprint was taken; 0 where that is not known."""
    width = mark.partition("/")[2]
    return int(width) if width.isdecimal() and len(width) < 5 else 0


def _headings_stand(tab: TabGrid, rows: Sequence[OutRow], heading_row: int) -> bool:
    """Whether a view has its headings still; one that was emptied is written again with all its formulas."""
    return heading_row > len(rows) or tab.cell(heading_row, 0) == rows[heading_row - 1][0]
