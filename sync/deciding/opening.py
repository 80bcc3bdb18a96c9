"""The book opened: its first line, what was lost taken up again, who is who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from rules.model import Engine
from sync.deciding.lines import NewLines
from sync.deciding.values import Outside
from sync.grid import Grid
from sync.journal import SEASON, Journal
from sync.problems import At, Problem
from sync.reading.adopt import adopted_facts
from sync.reading.decode import Sheet
from sync.reading.gather import Gathered, gather
from sync.reading.places import last_places
from sync.reading.stops import Stops, is_copy


@dataclass(frozen=True)
class Read:
    """What was read, and what of it stops or holds the pass."""

    sheet: Sheet
    journal: Journal
    status: Mapping[str, object]
    halt: Stops


@dataclass(frozen=True)
class Opened:
    """What is known before the engine is asked. `lines` go on from here."""

    known: Gathered
    lines: NewLines
    problems: tuple[Problem, ...]


def begin(grid: Grid, engine: Engine, read: Read, now: datetime, outside: Outside) -> Opened:
    """Who is who and what stands, with the lines that say where the book began, moved or was mended."""
    spec, sheet, journal, status, halt = engine.sheet, read.sheet, read.journal, read.status, read.halt
    lines = NewLines(journal, now, outside.token)
    own = {"book": grid.book, "file_zone": grid.zone or ""}
    fresh = {**own, "seed": outside.fresh_seed, "format": spec.name, "version": 1}
    if halt.season:
        lines.note(SEASON, grid.book, {**fresh, "places": dict(last_places(grid, engine))})
        journal = Journal((lines.made[-1],), earlier=journal.last)
        status = {}
    elif is_copy(journal, grid.book):
        lines.note("moved", grid.book, own)
    elif not any(journal.of("book", "moved", SEASON)):
        lines.note("book", grid.book, fresh)
    adopted = adopted_facts(sheet, journal, spec, now) if halt.adopt else ()
    for recorded in adopted:
        lines.fact(recorded, "adopted")
    for code, detail in halt.confirmed:
        lines.note("confirmed", code, dict(detail))
    if not adopted:
        return Opened(gather(engine, sheet, journal, status, now), lines, ())
    journal = replace(journal, lines=(*journal.lines, *lines.made), facts=(*journal.facts, *adopted))
    told = Problem("adopted", At(sheet.titles.get("Journal", "Journal")), {"count": len(adopted)})
    return Opened(gather(engine, sheet, journal, status, now), lines, (told,))
