"""Rows that were appended to people's tabs, looked at once more when the book was read again.

A column that somebody moves between a read and the write on it leaves no trace in the guard: the new row lands under
the headings as they were. It is known by its cells, and put under the right ones before anything is decided on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sync.backends.cells import storable_out
from sync.backends.google_session import Json
from sync.backends.google_write import CELLS, blank_format, cell_data
from sync.grid import Cell, Row, is_blank
from sync.kinds import cell_text
from sync.plan import AppendRows, Formula, Link, Out, OutRow, Plan, value_of
from sync.schema import normal


@dataclass(frozen=True)
class Landed:
    """Rows appended to a tab, under these headings."""

    tab: int
    headings: Row
    rows: tuple[OutRow, ...]


def landed_of(plan: Plan, rows: Mapping[int, Sequence[Row]]) -> tuple[Landed, ...]:
    """What a plan appends to tabs that were there when the book was read, as `rows` of each tab say."""
    found = []
    for step in plan.steps:
        key = plan.places.get(step.tab, "") if isinstance(step, AppendRows) else ""
        if isinstance(step, AppendRows) and key.isdecimal() and rows.get(int(key)):
            found.append(Landed(int(key), rows[int(key)][0], step.rows))
    return tuple(found)


def to_json(landed: Sequence[Landed]) -> list[Json]:
    """As kept beside the worker, for its next process."""
    return [
        {
            "tab": some.tab,
            "headings": [_kept(h) for h in some.headings],
            "rows": [[_kept(o) for o in r] for r in some.rows],
        }
        for some in landed
    ]


def from_json(kept: Any) -> tuple[Landed, ...]:
    """The same again. Raises KeyError, TypeError, ValueError or AttributeError where it cannot be read."""
    return tuple(
        Landed(
            int(some["tab"]),
            tuple(value_of(_again(h)) for h in some["headings"]),
            tuple(tuple(_again(o) for o in row) for row in some["rows"]),
        )
        for some in kept
    )


def _kept(out: Out) -> Any:
    if isinstance(out, datetime):
        return {"moment": out.replace(tzinfo=None).isoformat()}
    if isinstance(out, Formula):
        return {"formula": out.text}
    return out.text if isinstance(out, Link) else out


def _again(kept: Any) -> Out:
    if isinstance(kept, dict):
        return Formula(str(kept["formula"])) if "formula" in kept else datetime.fromisoformat(kept["moment"])
    if kept is None or isinstance(kept, str | int | float):
        return kept
    raise ValueError("no cell")


def put_right(landed: Landed, rows: Sequence[Row]) -> list[Json]:
    """Requests that put rows under the headings as they stand now; nothing where they lie well, or cannot be told."""
    now = rows[0] if rows else ()
    where = places_now(landed.headings, now)
    if where is None:
        return []
    requests: list[Json] = []
    for made in landed.rows:
        old = {column: out for column, out in enumerate(made) if out is not None}
        if not set(old) <= set(where):
            continue
        new = {where[column]: out for column, out in old.items()}
        lines = [n for n, row in enumerate(rows) if n and _is(old, row)]
        if len(lines) != 1 or new == old or any(_is(new, row) for row in rows[1:]):
            continue
        row = rows[lines[0]]
        if any(t not in old and not is_blank(_at(row, t)) for t in new):
            continue  # somebody typed there already
        for column in range(max(len(now), len(made))):
            if column in new or column in old or is_blank(_at(row, column)):
                blank = blank_format(_at(now, column))
                requests.append(_cell(landed.tab, lines[0], column, cell_data(new.get(column), lambda _: None, blank)))
    return requests


def places_now(was: Row, now: Row) -> dict[int, int] | None:
    """Where each column stands now; None when all headings stand where they did. Columns that are gone are left out."""
    names = [normal(h) for h in was]
    names_now = [normal(h) for h in now]
    if names == names_now:
        return None
    where: dict[int, int] = {}
    for column, name in enumerate(names):
        if name and names.count(name) == 1 and names_now.count(name) == 1:
            where[column] = names_now.index(name)
        elif name and column < len(now) and names_now[column] not in names:
            where[column] = column  # another word over the same column
    return where


def _is(cells: Mapping[int, object], row: Row) -> bool:
    """Whether a row shows these cells where they say. What a formula shows is not known."""
    plain = {c: out for c, out in cells.items() if not isinstance(out, Formula)}
    return bool(plain) and all(
        cell_text(_at(row, c)) == cell_text(value_of(storable_out(out)))  # type: ignore[arg-type]
        for c, out in plain.items()
    )


def _at(row: Row, column: int) -> Cell:
    return row[column] if column < len(row) else None


def _cell(tab: int, row: int, column: int, data: Json) -> Json:
    start = {"sheetId": tab, "rowIndex": row, "columnIndex": column}
    return {"updateCells": {"start": start, "rows": [{"values": [data]}], "fields": CELLS}}
