"""Making a book: the tabs of a format and the first lines of Settings; a new season out of an old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.model import Engine
from rules.sheet import Setting
from sync.backends.base import Backend, BackendError
from sync.grid import Cell, Grid, TabGrid
from sync.kinds import cell_text
from sync.plan import OutRow
from sync.reading.first_look import tabs_in
from sync.schema import normal, settings_of, workbook

BEFORE_START = "— before you start —"
THE_REST = "— the rest can stay as it is —"
NOT_CARRIED = frozenset({"Start", "Publish", "Confirm", "Copy", "Form link", "Form answers", "Public sheet", "Format"})


@dataclass(frozen=True)
class Carried:
    """What a new book takes from elsewhere: players' rows, settings, lines of Decisions."""

    players: tuple[Mapping[str, Cell], ...] = ()
    settings: Mapping[tuple[str, str], Cell] | None = None
    told: tuple[str, ...] = ()  # sentences about names that could not be taken over as written
    decisions: tuple[Mapping[str, Cell], ...] = ()  # lines of Decisions


def settings_rows(engine: Engine, values: Mapping[tuple[str, str], Cell] | None = None) -> list[OutRow]:
    """The lines of a fresh Settings tab."""
    values = values or {}
    sectioned = engine.sheet.has_sections

    def line(setting: Setting, section: str = "") -> OutRow:
        value: Cell = values.get((setting.name, section))
        if value is None and not section:
            value = engine.sheet.name if setting.name == "Format" else (setting.default or None)
        return (
            (setting.name, value, section or None, setting.help) if sectioned else (setting.name, value, setting.help)
        )

    every = settings_of(engine.sheet)
    rows: list[OutRow] = [(BEFORE_START,)]
    for first in (True, False):
        for setting in (s for s in every if s.before_start is first):
            rows.append(line(setting))
            rows += [line(setting, section) for (name, section) in values if name == setting.name and section]
        if first:
            rows.append((THE_REST,))
    return rows


def first_rows(engine: Engine, carried: Carried = Carried()) -> dict[str, Sequence[OutRow]]:
    """First rows of the tabs of a new book, by name."""
    tabs = {t.name: t for t in workbook(engine.sheet)}
    rows: dict[str, Sequence[OutRow]] = {"Settings": settings_rows(engine, carried.settings)}
    if carried.players:
        headings = tabs["Players"].headings
        rows["Players"] = [tuple(player.get(h) for h in headings) for player in carried.players]
    if carried.decisions:
        headings = tabs["Decisions"].headings
        rows["Decisions"] = [tuple(line.get(h) for h in headings) for line in carried.decisions]
    return rows


def create(backend: Backend, engine: Engine, carried: Carried = Carried()) -> None:
    """Make what is missing of a book; what is there is not touched. Raises what the backend raises.

    The event's zone begins as the file's own, where the file has one; the director sees it in Settings.
    """
    settings = dict(carried.settings or {})
    zone = _file_zone(backend)
    if zone and settings.get(("Time zone", "")) is None:
        settings["Time zone", ""] = zone
    backend.prepare(workbook(engine.sheet), first_rows(engine, replace(carried, settings=settings)))


def _file_zone(backend: Backend) -> str:
    """The zone of a spreadsheet that is there already; blank for a file, or one that is still to be made."""
    try:
        return backend.read().zone or ""
    except BackendError:
        return ""


def carry(grid: Grid, engine: Engine, places: Mapping[str, int]) -> Carried:
    """Players, seeds by the last ladder or standings (`places`), and settings of an old book.

    Who was withdrawn or disqualified is not carried; statuses, notes and pauses are not either.
    """
    tabs = tabs_in(grid, workbook(engine.sheet))
    players, settings = tabs.get("Players"), tabs.get("Settings")
    rows: list[Mapping[str, Cell]] = []
    for cells in _records(players) if players else ():
        if cell_text(cells.get("Status")).casefold() in ("withdrawn", "disqualified") or not cells.get("Player"):
            continue
        kept = {h: c for h, c in cells.items() if h not in ("Status", "Until", "From round", "Note")}
        place = places.get(cell_text(cells.get("Player")))
        kept["Seed"] = place if place is not None else None
        rows.append(kept)
    rows.sort(key=lambda r: (r.get("Seed") is None, r["Seed"] if isinstance(r.get("Seed"), int) else 0))
    known = {normal(s.name): s.name for s in settings_of(engine.sheet)}
    values: dict[tuple[str, str], Cell] = {}
    for cells in _records(settings) if settings else ():
        name = known.get(normal(cells.get("Setting")))
        if name and name not in NOT_CARRIED and cells.get("Value") is not None:
            values[name, cell_text(cells.get("For"))] = cells["Value"]
    return Carried(tuple(rows), values)


def _records(tab: TabGrid) -> list[dict[str, Cell]]:
    headings = [cell_text(c) for c in (tab.rows[0] if tab.rows else ())]
    return [dict(zip(headings, row, strict=False)) for row in tab.rows[1:]]
