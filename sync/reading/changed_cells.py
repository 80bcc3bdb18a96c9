"""Cells of the ledger tabs that people changed where only the worker writes: the record and Pairings count."""

from __future__ import annotations

from collections.abc import Mapping

from sync.grid import ERRORS, Cell, address, is_blank
from sync.kinds import cell_text, clean
from sync.problems import At, Problem
from sync.reading.decode import Sheet, columns_of
from sync.reading.ledger import Ledger


def recorded_cells_changed(
    sheet: Sheet,
    ledger: Ledger,
    wanted: Mapping[tuple[str, str], Mapping[str, str]],
    coming: Mapping[str, Mapping[str, Cell]],
) -> list[Problem]:
    """Recorded cells that people changed: the record counts. What was typed over a look-up is named as well.

    `coming`: what Pairings will say of each game after this pass; a look-up may show what it says now, or that.
    """
    problems = _typed_over_look_ups(sheet, ledger, coming)
    for (tab, id_), cells in wanted.items():
        row = ledger.rows[tab, id_].row if (tab, id_) in ledger.rows else None
        if row is None:
            continue
        for heading, recorded in cells.items():
            if heading not in row.raw:
                continue
            typed = clean(cell_text(row.raw.get(heading)))
            if typed != clean(recorded):
                facts = {"typed": typed or "(blank)", "recorded": recorded}
                problems.append(Problem("recorded-changed", row.at(heading), facts))
    return problems


def typed_over_status(sheet: Sheet, ledger: Ledger, coming: Mapping[str, str]) -> list[Problem]:
    """Cells of Rounds that should show how a round stands and hold something else: `coming`, what Status will say."""
    tab, view = sheet.tabs.get("Rounds"), sheet.tabs.get("Status")
    if tab is None or view is None or "Rounds" in sheet.unsound:
        return []
    where, _ = columns_of(sheet.layout["Rounds"], tab, "")
    column = where.get("Status")
    if column is None:
        return []
    now = {cell_text(row[0]): row[1] for row in view.rows if len(row) > 1}
    problems = []
    for (name, id_), ledger_row in ledger.rows.items():
        if name != "Rounds" or ledger_row.row is None:
            continue
        number = ledger_row.row.number
        cell = tab.cell(number, column)
        typed = clean(cell_text(cell))
        if is_blank(cell) or typed in {clean(cell_text(now.get(id_))), clean(coming.get(id_, "")), *ERRORS}:
            continue
        at = At(tab.title, address(number, column), "Status", number)
        problems.append(Problem("look-up-typed", at, {"typed": typed[:60], "heading": "Status"}))
    return problems


def _typed_over_look_ups(sheet: Sheet, ledger: Ledger, coming: Mapping[str, Mapping[str, Cell]]) -> list[Problem]:
    """Cells of Games that should show what Pairings has and hold something else: it is never read."""
    tab, view = sheet.tabs.get("Games"), sheet.tabs.get("Pairings")
    if tab is None or view is None or "Games" in sheet.unsound:
        return []
    where, _ = columns_of(sheet.layout["Games"], tab, "")
    shown, _ = columns_of(sheet.layout["Pairings"], view, "")
    headings = [h for h in ("Outcome", "Due", "Link", "Remark") if h in where and h in shown]
    if "Game" not in shown:
        return []
    by_id = {cell_text(row[shown["Game"]]): row for row in view.rows if len(row) > shown["Game"]}
    problems = []
    for (name, id_), ledger_row in ledger.rows.items():
        if name != "Games" or ledger_row.row is None:
            continue
        number = ledger_row.row.number
        for heading in headings:
            cell = tab.cell(number, where[heading])
            row = by_id.get(id_, ())
            now = row[shown[heading]] if shown[heading] < len(row) else None
            then = coming.get(id_, {}).get(heading)
            typed = clean(cell_text(cell))
            if is_blank(cell) or typed in {clean(cell_text(now)), clean(cell_text(then)), *ERRORS}:
                continue
            at = At(tab.title, address(number, where[heading]), heading, number)
            problems.append(Problem("look-up-typed", at, {"typed": typed[:60], "heading": heading}))
    return problems
