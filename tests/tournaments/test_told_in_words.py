"""What a director reads of a whole event: a sentence for everything, no gaps in any, and files that others accept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from rules.model import Entry, Game, Id, Round
from rules.reasons import render
from rules.registry import engine_of
from rules.swiss.check import check_report
from sync.kinds import cell_text
from sync.making.create import settings_rows
from sync.schema import Rows, workbook
from tests.tournaments.test_whole_events import (
    field_of,
    mostly_drawn,
    no_round,
    one_game,
    order_the_tied,
    pente_score,
    slow_or_quick,
    start_the_next,
)
from tests.tournaments.whole import Whole

GAP = re.compile(r"\{|\}|\bNone\b|Fraction\(|datetime|Empty\.|  |\(\)|\[\]|: ;|, ,")
FORMATS: Mapping[str, tuple[Any, Any, Mapping[str, Any]]] = {
    "swiss": (one_game, None, {"Rounds": "5"}),
    "pente": (pente_score, order_the_tied, {}),
    "hastings": (slow_or_quick, no_round, {"Kept apart": "none"}),
    "grand-chess-tour": (mostly_drawn, start_the_next, {"Events": "PAR ; LEU"}),
}


@cache
def whole_event(name: str) -> Whole:
    """One event of the format, played to its end."""
    choose, director, settings = FORMATS[name]
    more = {"Rated games": 50, "Opponents": 12} if name == "pente" else {}
    players = [dict(p, Rating=1900 - 40 * n) for n, p in enumerate(field_of(7 if "tour" in name else 17, **more))]
    return Whole(name, players, settings, choose, 11, director=director).play()


@pytest.mark.parametrize("name", FORMATS)
def test_everything_can_be_explained(name: str) -> None:
    """Every round, game, bye and player of the event, in sentences without a gap."""
    whole, engine = whole_event(name), engine_of(name)
    book = whole.book
    names: set[Id] = set()
    for recorded in book.record:
        fact = recorded.fact
        if isinstance(fact, Entry):
            names.add(fact.player)
        elif isinstance(fact, Game | Round):
            names.add(fact.id)
    assert len(names) > 25
    for about in sorted(names):
        said = render(engine.explain(book, whole.now, about), engine.sheet.words)
        assert said.strip(), about
        assert not GAP.search(said), f"{about}: {said}"


@pytest.mark.parametrize("name", FORMATS)
def test_no_view_shows_a_gap(name: str) -> None:
    """Every cell of every tab of the worker's own reads as words, numbers or dates."""
    whole, engine = whole_event(name), engine_of(name)
    seen = 0
    for tab in workbook(engine.sheet):
        if tab.rows is not Rows.VIEW or tab.name == "Status":  # which holds a count for the next pass
            continue
        for row in whole.person.see(tab.name):
            for cell in row:
                text = cell_text(cell)
                seen += bool(text)
                assert not GAP.search(text), f"{tab.name}: {text}"
    assert seen > 300


def test_the_report_of_a_swiss_played_in_the_sheet_is_accepted_by_the_check() -> None:
    """The report file, paired again by the rules alone, has every round as it was played."""
    whole = whole_event("swiss")
    engine: Any = engine_of("swiss")
    text = engine.report_file(whole.book, whole.now)
    assert len(re.findall(r"^001 ", text, re.MULTILINE)) == 17
    found = check_report(text)
    assert found.readable
    assert found.agrees, found.lines
    assert found.lines[0].startswith("5 rounds")


def test_a_fresh_knock_out_holds_what_is_printed() -> None:
    """Times, breaks and clocks of the printed announcement stand in Settings; prizes are blank, with the printed ones beside."""
    values = {str(row[0]): row[1] for row in settings_rows(engine_of("hastings")) if len(row) > 1}
    assert [values[n] for n in ("Play starts", "Earliest mini-match", "Earliest Armageddon", "Earliest pairings")] == [
        "14:15", "18:30", "20:00", "21:30",
    ]  # fmt: skip
    prizes = ["Premier winner", "Premier runner-up", "Premier semi-final losers", "Challengers winner"]
    assert [values[f"Prize: {n}"] for n in prizes] == [None] * 4
    said = {str(row[0]): str(row[-1]) for row in settings_rows(engine_of("hastings"))}
    assert ["1500" in said["Prize: Premier winner"], "800" in said["Prize: Challengers winner"]] == [True, True]
    assert [values[f"Break {n}"] for n in ("before mini-match", "between quick games", "before Armageddon")] == [
        "30 min", "10 min", "15 min",
    ]  # fmt: skip


def test_settings_of_a_section_come_below_their_own() -> None:
    """A line for a section stands right below the one for the whole event, before the start too."""
    rows = settings_rows(engine_of("pente"), {("First start", "B"): "2026-11-12", ("Lots", ""): "typed"})
    first = next(n for n, row in enumerate(rows) if row[0] == "First start")
    assert rows[first + 1][:3] == ("First start", "2026-11-12", "B")
