"""One pass decided: from what was read to the one plan of what to write. Pure: the time comes in.

Each step has a value of its own: what stops the pass; the book opened, who is who; the engine asked, with the form's
answers, until nothing more follows; the rows to append; what is to be told; what is to be said; the difference to
what is there already.
"""

from __future__ import annotations

from datetime import datetime

from rules.model import Engine
from sync.deciding.asking import ask
from sync.deciding.noting import note_what_was_seen
from sync.deciding.opening import Read, begin
from sync.deciding.saying import note_notices, outbox_of
from sync.deciding.stopped import stopped_pass
from sync.deciding.troubling import things_to_tell
from sync.deciding.values import Decided, Outside
from sync.deciding.writing import written
from sync.encode import catalogue_of
from sync.grid import Grid
from sync.reading.appended import appended_rows
from sync.reading.gather import read_sheet
from sync.reading.stops import stops

__all__ = ["Decided", "Outside", "decide"]


def decide(grid: Grid, engine: Engine, now: datetime, outside: Outside) -> Decided:
    """What this pass writes."""
    spec = engine.sheet
    catalogue = catalogue_of(spec)
    sheet, journal, status = read_sheet(grid, spec)
    now = now.astimezone(sheet.zone).replace(microsecond=0)  # as the Journal keeps it
    halt = stops(sheet, journal, status, outside.marked, grid.book)
    if halt.problems:
        return stopped_pass(sheet, halt.problems, catalogue, outside)
    opened = begin(grid, engine, Read(sheet, journal, status, halt), now, outside)
    known, lines = opened.known, opened.lines
    asked = ask(engine, known, now, outside, held=any(p.holds for p in (*known.problems, *halt.holds)))
    note_what_was_seen(known, lines, asked.result)
    for fact in asked.result.facts:
        lines.fact(fact)
    for event, subject, detail, cause in (*asked.reading.lines, *outside.notes):
        lines.note(event, subject, detail, cause)
    appended = appended_rows(known, asked.result, spec)
    problems = things_to_tell(opened, asked, halt, appended, catalogue, spec, now, outside)
    box = outbox_of(engine, known, asked.result, problems, catalogue, now, outside.delivering)
    problems += box.problems
    note_notices(box, lines, outside.delivering)
    return written(known, asked, problems, catalogue, spec, lines, now, outside, box, appended)
