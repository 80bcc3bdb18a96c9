"""Rows that a pass appends to Rounds, Games and Lots, and where they will stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.model import Game, Lot, Round
from rules.sheet import FormatSheet
from sync.encode import ledger_cells, placed
from sync.journal import subject_of
from sync.kinds import zone_named
from sync.plan import AppendRows, OutRow
from sync.reading.decode import TypedRow, columns_of, heading_row_of
from sync.reading.gather import Gathered
from sync.reading.ledger import ID_COLUMN, LedgerRow, latest_by_row
from sync.reading.restored import cells_as_typed, last_filled, tab_as_read
from sync.runner import Run


def appended_rows(known: Gathered, result: Run, spec: FormatSheet) -> list[AppendRows]:
    """New rows of Rounds, Games and Lots; rows that were deleted come back with what people last typed there."""
    rows: dict[str, list[OutRow]] = {}
    names: dict[type, str] = {Round: "Rounds", Game: "Games", Lot: "Lots"}
    have = set(known.ledger.rows)
    where = {
        name: columns_of(known.sheet.layout[name], known.sheet.tabs[name], name)[0]
        for name in names.values()
        if name in known.sheet.tabs
    }
    again = set(known.ledger.again)
    wanted = [(key, r) for key, r in latest_by_row(known.record).items() if key in again]
    wanted += [
        ((names[type(r.fact)], subject_of(r.fact)), r)
        for r in result.facts
        if type(r.fact) in names and (names[type(r.fact)], subject_of(r.fact)) not in have
    ]
    for (name, id_), recorded in wanted:
        if (name, id_) in again:
            cells = cells_as_typed(recorded, (name, id_), known.sheet, spec, known.journal, known.who.shown)
        else:
            file_zone = zone_named(known.sheet.grid.zone)
            cells = ledger_cells(recorded, spec, known.sheet.titles, known.who.shown, file_zone)
        rows.setdefault(name, []).append(placed(cells, where.get(name, {}), known.sheet.layout[name]))
    return [
        AppendRows(name, tuple(rows[name]))
        for name in ("Rounds", "Games", "Lots")
        if name in rows and name not in known.sheet.unsound  # there they would stand without their ids
    ]


def as_appended(known: Gathered, steps: Sequence[AppendRows]) -> Gathered:
    """The same with the rows that this pass appends, where they will stand: what is wrong with them is shown there."""
    rows = dict(known.ledger.rows)
    for step in steps:
        layout = known.sheet.layout[step.tab]
        tab = tab_as_read(known.sheet, step.tab)
        where = columns_of(layout, tab, "")[0]
        first = max(last_filled(tab), heading_row_of(layout, tab)) + 1
        for number, cells in enumerate(step.rows, start=first):
            id_ = str(cells[where[ID_COLUMN[step.tab]]])
            if (step.tab, id_) not in rows:
                rows[step.tab, id_] = LedgerRow(id_, TypedRow(tab.title, number, {}, {}, where))
    return replace(known, ledger=replace(known.ledger, rows=rows))
