"""The worker's own look-ups in Games and Rounds, held against what they ought to show at each read.

A tab that is deleted leaves `#REF!` in every look-up that led there, for good, and a formula written under a title that
changed in that moment leads nowhere. Such a cell is written again, but only while it still holds the worker's own
formula for that row's id; what somebody typed there stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sync.encode import Place, look_up, look_up_place
from sync.grid import ERRORS, Cell, Row, is_blank
from sync.kinds import cell_text, clean
from sync.plan import Formula, MakeTab, Plan, RenewCells
from sync.reading.decode import Sheet, columns_of
from sync.reading.ledger import Ledger

_REFERENCE = r"(?:#REF!(?:\.?\$?[A-Z]+:\$?[A-Z]+)?|(?:'(?:[^']|'')+'|[^'!\"(),;]+)!\$[A-Z]+:\$[A-Z]+)"
_OWN = re.compile(
    rf"=\s*IFERROR\(\s*INDEX\(\s*{_REFERENCE}\s*[,;]\s*MATCH\(\s*\"(?P<id>[^\"]*)\"\s*[,;]\s*{_REFERENCE}\s*[,;]\s*0\s*\)\s*\)"
    r"\s*(?:&\s*\"\")?\s*[,;]\s*\"\"\s*\)"
)


@dataclass(frozen=True)
class LookUp:
    """A cell that ought to hold a look-up: where it stands, and which formula."""

    tab: str  # name in the schema
    key: str  # of the tab
    row: int  # from 1
    column: int  # from 0
    id: str
    wanted: Formula


def doubted(sheet: Sheet, ledger: Ledger) -> tuple[LookUp, ...]:
    """Look-ups that show something else than the view they lead to, or whose view is gone."""
    found: list[LookUp] = []
    lines = {name: _lines(sheet, name) for name in ("Pairings", "Status")}
    for name in ("Games", "Rounds"):
        tab = sheet.tabs.get(name)
        if tab is None or name in sheet.unsound:
            continue
        for number, column, id_, place in _cells(sheet, ledger, name):
            if _is_doubtful(tab.cell(number, column), place, id_, lines[place.view]):
                wanted = look_up(id_, sheet.titles.get(place.view, place.view), place.column)
                found.append(LookUp(name, tab.key, number, column, id_, wanted))
    return tuple(found)


def _lines(sheet: Sheet, view: str) -> Mapping[str, Row] | None:
    """Lines of a view by what stands in column A, the first of each, as a look-up finds them; None without the view."""
    tab = sheet.tabs.get(view)
    if tab is None:
        return None
    return {cell_text(row[0]).casefold(): row for row in reversed(tab.rows) if row and not is_blank(row[0])}


def _cells(sheet: Sheet, ledger: Ledger, name: str) -> Iterator[tuple[int, int, str, Place]]:
    """Row, column, id and target of every look-up of a tab."""
    where, _ = columns_of(sheet.layout[name], sheet.tabs[name], "")
    places = {where[h]: place for h in where if (place := look_up_place(name, h)) is not None}
    for (of, id_), ledger_row in ledger.rows.items():
        if of == name and ledger_row.row is not None:
            for column, place in places.items():
                yield ledger_row.row.number, column, id_, place


def _is_doubtful(shown: Cell, place: Place, id_: str, lines: Mapping[str, Row] | None) -> bool:
    if lines is None:
        return is_blank(shown) or shown in ERRORS
    row = lines.get(id_.casefold(), ())
    ought = row[place.column] if place.column < len(row) else None
    return clean(cell_text(shown)) != clean(cell_text(ought))


def renewed(look_ups: Sequence[LookUp], stands: Mapping[tuple[str, int, int], str]) -> tuple[RenewCells, ...]:
    """Steps that write those again which still hold the worker's own formula for their id, and lead somewhere else.

    `stands`: what stands in the cells as typed, by key of the tab, row and column.
    """
    cells: dict[str, list[tuple[int, int, Formula]]] = {}
    for one in look_ups:
        text = stands.get((one.key, one.row, one.column), "")
        if own_look_up(text) == one.id and _plain(text) != _plain(one.wanted.text):
            cells.setdefault(one.tab, []).append((one.row, one.column, one.wanted))
    return tuple(RenewCells(tab, tuple(some)) for tab, some in cells.items())


def own_look_up(text: str) -> str | None:
    """The id that one of the worker's look-ups is for; None for every other text."""
    own = _OWN.fullmatch(text.strip())
    return own["id"] if own is not None else None


def with_renewed(plan: Plan, steps: Sequence[RenewCells]) -> Plan:
    """The plan with these steps, once the tabs that are missing are made."""
    makes = tuple(s for s in plan.steps if isinstance(s, MakeTab))
    rest = tuple(s for s in plan.steps if not isinstance(s, MakeTab))
    return replace(plan, steps=(*makes, *steps, *rest))


def _plain(formula: str) -> str:
    """The formula without what a spreadsheet is free to spell otherwise: blanks, marks between arguments, quotes."""
    return re.sub(r"[\s']", "", formula).replace(";", ",").casefold()
