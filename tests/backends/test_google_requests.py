"""How many requests a pass costs, and how large they are: the log of the emulator is the judge."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from sync.backends.google import GoogleBackend
from sync.grid import TabGrid
from sync.plan import AppendRows, Formula, Link, ReplaceRows, changed_rows
from tests.backends.contract import GAME, named, plan
from tests.backends.google_rig import Desk, GooglePerson, desk, prepared
from tests.backends.sample import FIRST_ROWS, TABS

READ, WRITE, LOOK = "values.batchGet", "batchUpdate", "get"


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """A prepared spreadsheet whose worker has read it once."""
    return prepared(tmp_path)


def settled(at: Desk) -> GoogleBackend:
    """A backend in its steady state."""
    backend = at.backend()
    backend.read()
    return backend


def test_an_unchanged_sheet_costs_one_read_and_no_write(at: Desk) -> None:
    """Ten passes over a quiet book: ten requests."""
    backend = settled(at)
    with at.counted() as calls:
        for _ in range(10):
            grid = backend.read()
            backend.write(plan(grid))
    assert calls == [READ] * 10


def test_a_changed_sheet_costs_one_read_and_one_write(at: Desk) -> None:
    """Each pass that writes: one batchGet, one batchUpdate, whatever it touches."""
    backend = settled(at)
    with at.counted() as calls:
        for number in range(4):
            grid = backend.read()
            steps = (
                AppendRows("Games", (GAME,)),
                AppendRows("Journal", ((number, "x"),)),
                ReplaceRows("Ladder", 4, ((1, f"P{number}"),), 6),
                ReplaceRows("Scores", 4, tuple(tuple(range(50)) for _ in range(50)), 50),
            )
            backend.write(plan(grid, *steps))
    assert calls == [READ, WRITE] * 4


def test_the_first_pass_of_a_process_that_knows_nothing_looks_up_once(at: Desk) -> None:
    """Two reads, then one a pass."""
    with at.counted() as calls:
        backend = at.backend("new")
        backend.read()
        backend.read()
    assert calls == [LOOK, READ, READ]


def test_a_timer_job_finds_what_the_last_one_knew(at: Desk) -> None:
    """A new process with the same folder pays one read."""
    settled(at)
    with at.counted() as calls:
        at.backend().read()
    assert calls == [READ]


def test_a_renamed_tab_costs_two_more_requests_once(at: Desk) -> None:
    """A refused read, a look, a read; afterwards one read again."""
    backend = settled(at)
    GooglePerson(at.emulated).rename_tab("Games", "Partien")
    with at.counted() as calls:
        grid = backend.read()
        backend.read()
    assert calls == [READ, LOOK, READ, READ]
    assert named(grid, "Partien").rows


def test_another_workers_write_costs_two_more_requests_once(at: Desk) -> None:
    """The note in the hidden tab shows a new number; the cells are read again, after the number."""
    backend = settled(at)
    other = at.backend("other")
    other.write(plan(other.read(), AppendRows("Games", (GAME,))))
    with at.counted() as calls:
        grid = backend.read()
        backend.read()
    assert calls == [READ, LOOK, READ, READ]
    assert grid.revision == other.read().revision
    assert named(grid, "Games").rows[1] == GAME


def test_a_note_somebody_typed_over_costs_one_look_and_changes_nothing(at: Desk) -> None:
    """The named ranges are believed, not the cell; and the odd cell is not asked about again."""
    backend = settled(at)
    revision = backend.read().revision
    at.emulated.director.type("_pairsheet", "A1", 999)
    with at.counted() as calls:
        assert backend.read().revision == revision
        assert backend.read().revision == revision
    assert calls == [READ, LOOK, READ]
    backend.write(plan(backend.read(), AppendRows("Games", (GAME,))))
    assert at.emulated.director.sees("_pairsheet", "A1") == str(revision + 1)


def test_new_tabs_and_another_zone_are_seen_after_a_while(tmp_path: Path) -> None:
    """Ten minutes at the latest, or with the next write's own answer."""
    at = prepared(tmp_path)
    moment = [1_700_000_000.0]
    backend = GoogleBackend(at.emulated.book_id, at.session(), tmp_path, lambda: moment[0])
    assert backend.read().zone == "Etc/GMT"
    at.emulated.director.set_zone("Europe/Berlin")
    at.emulated.director.add_tab("Form Responses 1")
    assert backend.read().zone == "Etc/GMT"
    moment[0] += 601
    grid = backend.read()
    assert grid.zone == "Europe/Berlin"
    assert "Form Responses 1" in [t.title for t in grid.tabs]
    at.emulated.director.set_zone("Asia/Tokyo")
    backend.write(plan(grid, AppendRows("Games", (GAME,))))
    with at.counted() as calls:
        assert backend.read().zone == "Asia/Tokyo"
    assert calls == [READ]


def test_preparing_costs_three_reads_and_one_write_then_two_reads(tmp_path: Path) -> None:
    """`new` looks, reads, looks at the one blank tab whether anybody gave it a look, makes everything in one go.

    Again, it only looks.
    """
    at = desk(tmp_path)
    backend = at.backend()
    with at.counted() as calls:
        backend.prepare(TABS, FIRST_ROWS)
    assert calls == [LOOK, READ, LOOK, WRITE]
    with at.counted() as calls:
        backend.prepare(TABS, FIRST_ROWS)
    assert calls == [LOOK, READ]
    at.emulated.service.judge.raise_violations()


def test_two_hundred_players_fit_into_two_megabytes(at: Desk) -> None:
    """The first full write of a large ladder, with the matrix of the top hundred, stays well under the advised size."""
    backend = settled(at)
    names = [f"Player number {n} of the club" for n in range(200)]
    games = tuple(
        (
            f"R1-{n:02}", "R1", names[n], names[n + 100],
            *(Formula(f'=IFERROR(INDEX(\'Pairings\'!$E:$E,MATCH("R1-{n:02}",\'Pairings\'!$A:$A,0)),"")') for _ in range(4)),
            "2026-01-05T09:00:00+00:00",
        )
        for n in range(100)
    )  # fmt: skip
    ladder = tuple((n + 1, name, n, "+1", 4, 2.5) for n, name in enumerate(names))
    pairings = tuple(
        (g[0], "R1", g[2], g[3], "1-0", "form", "Sunday 18:00", Link("game", "https://lichess.org/abcdefgh"), "")
        for g in games
    )
    scores = tuple((names[n], *((n * 7 + m) % 100 for m in range(100))) for n in range(100))
    journal = tuple(
        (n, "2026-01-05T09:00:00+00:00", "game", f"R1-{n:02}", '{"reason": "' + "x" * 300 + '"}') for n in range(300)
    )
    grid = backend.read()
    backend.write(
        plan(
            grid,
            AppendRows("Games", games),
            AppendRows("Journal", journal),
            ReplaceRows("Ladder", 4, ladder, 6),
            ReplaceRows("Pairings", 4, pairings, 9),
            ReplaceRows("Scores", 4, scores, 101),
        )
    )  # fmt: skip
    sizes = [c.body_size for c in at.emulated.service.log.calls if c.name.endswith("batchUpdate")]
    assert max(sizes) < 1_000_000
    assert named(backend.read(), "Scores").rows[102][:3] == (names[99], 93, 94)
    at.emulated.service.judge.raise_violations()


def test_only_changed_rows_of_a_view_are_sent(at: Desk) -> None:
    """One row of two hundred changed: a small request."""
    backend = settled(at)
    before = tuple((n + 1, f"Player {n}", n) for n in range(200))
    backend.write(plan(backend.read(), ReplaceRows("Ladder", 4, before, 6)))
    grid = backend.read()
    now = TabGrid("x", "Ladder", named(grid, "Ladder").rows[3:])
    after = (*before[:99], (100, "Somebody else", 99), *before[100:])
    steps = changed_rows("Ladder", now, after, 6, True)
    shifted = [ReplaceRows(s.tab, s.first + 3, s.rows, s.width) for s in steps]
    assert [(s.first, len(s.rows)) for s in shifted] == [(103, 1)]
    backend.write(plan(grid, *shifted))
    assert at.emulated.service.log.calls[-1].body_size < 2_000
    assert named(backend.read(), "Ladder").cell(103, 1) == "Somebody else"


def test_a_book_with_a_hundred_tabs_of_long_titles_is_read(at: Desk) -> None:
    """An address has a length; the titles are spread over as many requests as they need."""
    for n in range(100):
        at.emulated.director.add_tab(f"Somebody's tab with quite a long title, number {n} äöü", 5, 5)
    backend = at.backend("new")
    with at.counted() as calls:
        grid = backend.read()
    assert len(grid.tabs) == len(TABS) + 100
    assert calls[0] == LOOK
    assert 2 <= len(calls) - 1 <= 4


def test_a_read_from_before_a_long_sleep_is_not_written_on(tmp_path: Path) -> None:
    """A laptop that slept between read and write reads again: more revisions may have gone than are kept."""
    at = prepared(tmp_path)
    moment = [1_700_000_000.0]
    backend = GoogleBackend(at.emulated.book_id, at.session(), tmp_path, lambda: moment[0])
    grid = backend.read()
    moment[0] += timedelta(hours=9).total_seconds()
    with at.counted() as calls, pytest.raises(Exception, match="too long ago"):
        backend.write(plan(grid, AppendRows("Games", (GAME,))))
    assert calls == []


def test_a_deleted_tab_that_undo_brings_back_is_seen_within_a_minute(tmp_path: Path) -> None:
    """Not only after ten: people were just told to bring it back. An hour later all is as ever."""
    at = prepared(tmp_path)
    moment = [1_700_000_000.0]
    backend = GoogleBackend(at.emulated.book_id, at.session(), tmp_path, lambda: moment[0])
    backend.read()
    whole = at.emulated.book
    at.emulated.director.delete_tab("Players")
    assert "Players" not in [t.title for t in backend.read().tabs]
    at.emulated.director.restore(whole)
    moment[0] += 60
    assert "Players" in [t.title for t in backend.read().tabs]
    with at.counted() as calls:
        for _ in range(4):
            moment[0] += 3600
            backend.read()
            moment[0] += 60
            backend.read()
    assert calls == [LOOK, READ, READ] * 4
