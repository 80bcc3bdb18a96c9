"""Everything that is to be told in Problems, in the order it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from rules.model import Round
from rules.sheet import FormatSheet
from sync.deciding.asking import Asked
from sync.deciding.doubting import recorded_cells
from sync.deciding.opening import Opened
from sync.deciding.values import Outside
from sync.plan import AppendRows
from sync.problems import At, Problem, Sort
from sync.reading.appended import as_appended
from sync.reading.beside import told_beside
from sync.reading.changed_cells import recorded_cells_changed, typed_over_status
from sync.reading.stops import Stops
from sync.telling.to_do import (
    from_engine,
    games_found,
    games_told,
    missing_tabs,
    of_the_file,
    somebodys_own,
    with_their_ends,
)
from sync.telling.views import answer_rounds, pairings_to_be

_OF_THE_NEXT_DRAFT = ("setting-changed", "zone-anew")  # said until a draft goes out for which it counted


def things_to_tell(
    opened: Opened,
    asked: Asked,
    halt: Stops,
    appended: Sequence[AppendRows],
    catalogue: Mapping[str, Sort],
    spec: FormatSheet,
    now: datetime,
    outside: Outside,
) -> list[Problem]:
    """What was noticed in reading, by the engine, and in what stands in the sheet; notices come later."""
    known, result = opened.known, asked.result
    sheet = known.sheet
    coming = as_appended(known, appended)
    pairings = pairings_to_be(known, result, asked.reading, spec)
    reports = with_their_ends(asked.reading.problems, result)
    found = [*known.problems, *halt.holds, *asked.problems, *reports, *outside.problems]
    found += games_found(coming, result, outside.notes, now)
    found += recorded_cells_changed(sheet, known.ledger, recorded_cells(known, spec), pairings)
    found += typed_over_status(sheet, known.ledger, dict(answer_rounds(result)))
    found += told_beside(sheet)
    found += opened.problems
    if any(isinstance(r.fact, Round) for r in result.facts):
        found = [p for p in found if p.code not in _OF_THE_NEXT_DRAFT]
    found += from_engine(result, coming, catalogue, spec, games_told(reports, result))
    found += missing_tabs(sheet, spec.name)
    found += somebodys_own(sheet)
    found += of_the_file(sheet)
    if result.answer.state == "finished":
        found.append(Problem("finished", At(sheet.titles.get(spec.views[0].title, ""))))
    return found
