"""What stands in the sheet held against what ought to stand there."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from rules.model import Game, Lot, Round
from rules.reasons import moment_text
from rules.sheet import FormatSheet
from sync.encode import recorded_text
from sync.journal import subject_of
from sync.kinds import cell_text, clean, zone_named
from sync.reading.gather import Gathered


def recorded_cells(known: Gathered, spec: FormatSheet) -> dict[tuple[str, str], dict[str, str]]:
    names = {Game: "Games", Round: "Rounds", Lot: "Lots"}
    wanted: dict[tuple[str, str], dict[str, str]] = {}
    zones = _zones_so_far(known)
    for recorded in known.record:
        tab = names.get(type(recorded.fact))
        if tab is None:
            continue
        key = (tab, subject_of(recorded.fact))
        if tab == "Lots" and key in wanted:
            continue  # the row holds the lot as first asked for
        text = recorded_text(recorded, spec, known.sheet.titles)
        if tab == "Rounds" and key in wanted:  # taken back and out again: the row may say either time
            text = {heading: words for heading, words in text.items() if wanted[key].get(heading) == words}
        row = known.ledger.rows[key].row if zones and key in known.ledger.rows else None
        if row is not None and "Announced" in text:  # as it was written, on the clock of then
            typed = clean(cell_text(row.raw.get("Announced")))
            if typed in {moment_text(recorded.at.astimezone(zone)) for zone in zones}:
                text["Announced"] = typed
        wanted[key] = text
    return wanted


def _zones_so_far(known: Gathered) -> set[ZoneInfo]:
    """The zones the event had before it got another one; none while it keeps its first."""
    noted = {str(line.detail.get("Time zone@", "")) for line in known.journal.of("settings")} - {""}
    return {zone for name in noted if (zone := zone_named(name)) is not None and zone != known.sheet.zone}
