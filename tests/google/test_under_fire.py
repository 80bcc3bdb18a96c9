"""Hundreds of passes of two workers over Google spreadsheets, with faults at every request and people in between.

Afterwards what was typed stands, no round or result is lost or doubled, and the worker's tabs are those that another
backend works out from the same tabs of people and the same record. `PAIRSHEET_CAMPAIGN` multiplies the seeds.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from rules.model import Game, Round
from rules.registry import engine_of
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Grid, Row, is_blank, is_blank_row
from sync.kinds import cell_text
from sync.reading.gather import read_sheet
from sync.running.once import run_pass
from tests.google.fire import Event, Season
from tests.google.promise import VIEWS, name_of

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN") or 1)
PASSES = 300
BANNER = 2  # rows above the headings of a view: the state, and when the worker was here


def tab_rows(grid: Grid, name: str) -> tuple[Row, ...]:
    """Rows of a tab by its name in the schema."""
    return next(t.rows for t in grid.tabs if name_of(int(t.key)) == name)


def at_rest(event: Event) -> Grid:
    """The book as it came to rest."""
    assert event.grid is not None
    return event.grid


def recomputed(event: Event) -> Grid:
    """The same people's tabs and the same record in a fresh book in memory, its views worked out there from nothing."""
    grid = at_rest(event)
    book = MemoryBook(grid.book, grid.title, grid.zone, revision=grid.revision)
    for tab in grid.tabs:
        is_view = name_of(int(tab.key)) in VIEWS
        book.add(tab.title, () if is_view else tab.rows, tab.hidden, tab.key)
    backend = MemoryBackend(book)
    for _ in range(4):
        if not run_pass(backend, lambda: event.rested).wrote:
            return backend.read()
    raise AssertionError("the fresh book never comes to rest")


def assert_the_record_is_whole(event: Event) -> None:
    """The Journal counts 1, 2, 3 …; every round and game stands in it once, and once in its tab."""
    grid = at_rest(event)
    sheet, journal, _ = read_sheet(grid, engine_of("ladder").sheet)
    numbers = [row[0] for row in tab_rows(grid, "Journal")[1:]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [line.no for line in journal.lines] == numbers
    for kind, tab, heading in ((Round, "Rounds", "Round"), (Game, "Games", "Game")):
        recorded = [r.fact.id for r in journal.facts if isinstance(r.fact, kind)]
        assert len(recorded) == len(set(recorded))
        standing = Counter(row.text(heading) for row in sheet.rows[tab] if row.text(heading))
        assert standing == Counter(recorded), tab
    passes = [line.token for line in journal.lines]
    blocks = [token for n, token in enumerate(passes) if n == 0 or passes[n - 1] != token]
    assert len(blocks) == len(set(blocks)), "a pass was written twice"


def assert_every_result_counts_once(event: Event) -> None:
    """Each game has one line in Pairings; a result that stands typed is its Outcome; each answer is told once."""
    grid = at_rest(event)
    _, journal, _ = read_sheet(grid, engine_of("ladder").sheet)
    rows = tab_rows(grid, "Pairings")
    headings = [cell_text(c) for c in rows[2]]
    outcome = {cell_text(r[0]): cell_text(r[headings.index("Outcome")]) if len(r) > 4 else "" for r in rows[3:] if r}
    games = [r.fact for r in journal.facts if isinstance(r.fact, Game)]
    assert sorted(outcome) == sorted(g.id for g in games)
    for (tab, game, heading), word in event.crowd.typed.items():
        if (tab, heading) == ("Games", "Result") and not is_blank(word):
            assert outcome[game] == str(word).replace("½-½", "1/2-1/2"), game
    answers = [r for r in tab_rows(grid, "Submissions")[3:] if not is_blank_row(r)]
    assert len(answers) == len(event.crowd.answers)


def assert_views_are_a_clean_recomputation(event: Event) -> None:
    """Row for row, but for what tells when the worker was here; and nothing is added to people's tabs and the record."""
    ours, theirs = at_rest(event), recomputed(event)
    there = {t.key: t for t in theirs.tabs}
    assert set(there) >= {t.key for t in ours.tabs}
    for tab in ours.tabs:
        name = name_of(int(tab.key))
        above = BANNER if name in VIEWS else 0
        if name != "Status":
            assert tab.rows[above:] == there[tab.key].rows[above:], tab.title


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign-in library waits between its tries by the real clock."""
    monkeypatch.setattr("google.auth._exponential_backoff.time.sleep", lambda _: None)


@pytest.mark.parametrize("seed", range(CAMPAIGN))
def test_a_season_under_fire(seed: int, tmp_path: Path) -> None:
    """Several events from beginning to end in some three hundred passes; nothing is lost, doubled or changed."""
    season = Season(seed, tmp_path)
    season.play(PASSES)
    for event in season.events:
        assert not event.crowd.changed()
        assert_the_record_is_whole(event)
        assert_every_result_counts_once(event)
        assert_views_are_a_clean_recomputation(event)
    assert season.passes >= PASSES
    assert season.finished, "no event came to its end"
    assert {"in a round", "in the Final", "finished"} <= set(season.met), "a phase without trouble"
    assert sum(e.watch.looked for e in season.events) > PASSES / 3
    assert season.outcomes["decided again"] > 0
    assert not any("\n" in line for line in season.said)
    season.here.service.judge.raise_violations()
