"""A rating list looked up for the players of a book: blank cells are filled, typed ones stay and are compared."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sync.arriving.people import Arrived
from sync.arriving.ratings import KINDS, Found, Wanted, look_up, told_by
from sync.backends.base import Backend
from sync.grid import Cell, is_blank
from sync.plan import Plan, RenewCells
from sync.reading.decode import Sheet, TypedRow
from sync.running.adding import WrongWord
from sync.schema import workbook

FILLED = ("FIDE id", "Title", "Federation", "Born", "Sex", "Rating", "Local rating")


@dataclass(frozen=True)
class Filling:
    """What a list says for a book: cells to fill (row, heading, value), lines to show, what differs, who is missing."""

    cells: tuple[tuple[int, str, str | int], ...] = ()
    shown: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    said: str = ""
    filled: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)  # by player


def kind_named(text: str) -> str:
    """Which rating of the list is meant. Raises WrongWord."""
    kind = text.strip().casefold()
    if kind not in KINDS:
        raise WrongWord(f"--kind “{text}”: write {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    return kind


def filling_of(sheet: Sheet, path: Path, kind: str, encoding: str, columns: Mapping[str, str]) -> Filling:
    """What a list says of the players of a book. Raises NotAList and OSError."""
    rows = {row.text("Player"): row for row in sheet.rows.get("Players", ()) if row.text("Player")}
    known = frozenset(rows[next(iter(rows))].columns) if rows else frozenset()
    wanted = [_wanted({h: row.text(h) for h in row.columns}) for row in rows.values()]
    found = look_up(path, wanted, encoding, columns) if wanted else Found({}, {}, 0, "")
    cells: list[tuple[int, str, str | int]] = []
    shown, differs = [], []
    filled: dict[str, dict[str, str | int]] = {}
    for name, listed in found.by_name.items():
        row, told = rows[name], told_by(listed, kind, known)
        fresh = {h: told[h] for h in FILLED if h in told and _is_blank(row, h)}
        cells += [(row.number, heading, value) for heading, value in fresh.items()]
        if fresh:
            filled[name] = fresh
            shown.append(f"{name}: {', '.join(f'{heading} {value}' for heading, value in fresh.items())}")
        differs += [
            f"{name}: {heading} is {row.text(heading)}, the list says {told[heading]}"
            for heading in FILLED
            if heading in told and not _is_blank(row, heading) and row.text(heading) != str(told[heading])
        ]
        if "Rating" in known and "Rating" not in told and _is_blank(row, "Rating"):
            differs.append(f"{name}: the list has no {kind} rating")
    missing = tuple(f"{name}: {why}" for name, why in found.not_found.items())
    said = f"{found.lines:,} people, {found.said}" if wanted else ""
    return Filling(tuple(cells), tuple(shown), tuple(differs), missing, said, filled)


def with_ratings(
    arrived: Arrived, known: frozenset[str], path: Path, kind: str, encoding: str, columns: Mapping[str, str]
) -> Filling:
    """Fill what is blank in a list of players that is about to be taken over. Raises NotAList and OSError."""
    wanted = [_wanted({heading: str(value) for heading, value in player.items()}) for player in arrived.players]
    found = look_up(path, wanted, encoding, columns)
    shown = []
    filled: dict[str, dict[str, str | int]] = {}
    for player in arrived.players:
        name = str(player["Player"])
        listed = found.by_name.get(name)
        told = told_by(listed, kind, known) if listed is not None else {}
        fresh = {heading: told[heading] for heading in FILLED if heading in told and heading not in player}
        if fresh:
            player.update(fresh)
            filled[name] = fresh
            shown.append(f"{name}: {', '.join(f'{heading} {value}' for heading, value in fresh.items())}")
    missing = tuple(f"{name}: {why}" for name, why in found.not_found.items())
    return Filling((), tuple(shown), (), missing, f"{found.lines:,} people, {found.said}", filled)


def headings_of_players(sheet_of_format: object) -> frozenset[str]:
    """The headings that Players has in a format."""
    return frozenset(c.heading for tab in workbook(sheet_of_format) if tab.name == "Players" for c in tab.columns)  # type: ignore[arg-type]


def fill(
    backend: Backend,
    sheet: Sheet,
    cells: Sequence[tuple[int, str, str | int]],
    token: Callable[[], str] = lambda: secrets.token_hex(6),
) -> None:
    """Write into the blank cells, all or none. Raises what the backend raises at a write."""
    columns = sheet.rows["Players"][0].columns
    placed: tuple[tuple[int, int, Cell], ...] = tuple((row, columns[heading], value) for row, heading, value in cells)
    places = {name: found.key for name, found in sheet.tabs.items()}
    backend.write(Plan(token(), sheet.grid.revision, (RenewCells("Players", placed),), places))


def _wanted(cells: Mapping[str, str]) -> Wanted:
    return Wanted(
        cells.get("Player", ""),
        cells.get("FIDE id", ""),
        cells.get("Username", ""),
        cells.get("Federation", ""),
        cells.get("Born", ""),
    )


def _is_blank(row: TypedRow, heading: str) -> bool:
    return heading in row.columns and is_blank(row.raw.get(heading))
