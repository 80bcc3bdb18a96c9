"""Names in rows of Games held against the record: a row may carry the name people saw when it was written.

Whoever was renamed stands in new rows under the new name and in old rows under the old one. Both mean the same player,
so neither is a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.model import Entry, Game, Recorded
from rules.parts.ids import parse_ref
from rules.sheet import FormatSheet
from sync.journal import Journal
from sync.kinds import cell_text, clean, name_key
from sync.reading.decode import Sheet, TypedRow

Names = frozenset[tuple[str, str]]
"""Pairs of a compared name and the recorded name of somebody who was once shown under it."""


def noted_names(journal: Journal, shown: Mapping[str, str]) -> Names:
    """Everybody's names as shown today and as noted at earlier passes."""
    noted = {(name_key(str(line.detail.get("name", ""))), line.subject) for line in journal.of("renamed")}
    return frozenset(noted | {(name_key(now), name) for name, now in shown.items()})


def with_recorded_names(sheet: Sheet, spec: FormatSheet, games: Mapping[str, Recorded], names: Names) -> Sheet:
    """The sheet with the recorded names in rows of Games that carry another name of the same player."""
    if not names or "Games" not in sheet.rows:
        return sheet
    rows = tuple(_named_as_recorded(row, spec, games, names) for row in sheet.rows["Games"])
    return replace(sheet, rows={**sheet.rows, "Games": rows})


def _named_as_recorded(row: TypedRow, spec: FormatSheet, games: Mapping[str, Recorded], names: Names) -> TypedRow:
    at = parse_ref(clean(cell_text(row.raw.get("Game"))))
    recorded = games.get(str(at)) if at is not None else None
    game = recorded.fact if recorded is not None else None
    if not isinstance(game, Game):
        return row
    sides = {spec.first_heading: game.white, spec.second_heading: game.black}
    back = {
        heading: name
        for heading, name in sides.items()
        if isinstance(name, str) and (name_key(cell_text(row.raw.get(heading))), name) in names
    }
    return replace(row, raw={**row.raw, **back}, values={**row.values, **back}) if back else row


def recorded_names(sheet: Sheet, journal: Journal) -> Mapping[str, str]:
    """Compared names of rows whose record is lost, and whom they mean by what is left: notes, and “Also known as”."""
    entered = {name_key(r.fact.player): r.fact.player for r in journal.facts if isinstance(r.fact, Entry)}
    players = sheet.rows.get("Players", ())
    if not entered:  # everybody is entered anew, under the name of today
        return {key: row.text("Player") for row in players for key in _also(row)}
    found = dict(_aliases(players, entered))
    found |= {key: name for key, name in noted_names(journal, {}) if name_key(name) in entered}
    return {**found, **entered}


def _aliases(rows: Iterable[TypedRow], entered: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    for row in rows:
        for key in _also(row):
            if key in entered:
                yield name_key(row.text("Player")), entered[key]


def _also(row: TypedRow) -> tuple[str, ...]:
    value = row.values.get("Also known as")
    return tuple(name_key(str(alias)) for alias in value) if isinstance(value, tuple) else ()
