"""Whole passes of a ladder over a Google spreadsheet: what they cost, and what single troubles do to them.

A whole season under fire is in `test_under_fire`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.registry import engine_of
from sync.backends.base import Refused, Uncertain
from sync.making.create import create
from sync.running.once import run_pass
from tests.backends.contract import named
from tests.backends.google_rig import Desk, GooglePerson, desk
from tests.emulator.book import Book
from tests.emulator.faults import Trouble, batch_updates
from tests.emulator.traffic import Call

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal")
_LADDERS: list[Book] = []


def at_minute(minute: float) -> Callable[[], datetime]:
    """A clock that stands still."""
    return lambda: START + timedelta(minutes=minute)


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """A ladder of eight that may start."""
    made = desk(tmp_path)
    if not _LADDERS:
        create(made.backend("first"), engine_of("ladder"))
        person = GooglePerson(made.emulated)
        for number, name in enumerate(NAMES):
            person.add_row("Players", {"Player": name, "Rating": 2000 - 50 * number})
        for setting, value in (("Start", "now"), ("Time zone", "Europe/Berlin"), ("Check for", "0")):
            person.type("Settings", "Value", person.row_of("Settings", "Setting", setting), value)
        _LADDERS.append(made.emulated.book)
    book = _LADDERS[0].copy()
    book.id = made.emulated.book_id
    made.emulated.service.world.files[book.id].book = book
    return made


def test_the_steady_state_is_one_read_and_a_change_one_write_more(at: Desk) -> None:
    """Nothing due: one request a pass. A result typed: one read and one write, then quiet again."""
    backend = at.backend()
    assert run_pass(backend, at_minute(0)).wrote
    assert not run_pass(backend, at_minute(1)).wrote
    with at.counted() as calls:
        for minute in range(2, 8):
            assert not run_pass(backend, at_minute(minute)).wrote
    assert calls == ["values.batchGet"] * 6
    GooglePerson(at.emulated).type("Games", "Result", 2, "1-0")
    with at.counted() as calls:
        assert run_pass(backend, at_minute(8)).wrote
        assert not run_pass(backend, at_minute(9)).wrote
    assert calls == ["values.batchGet", "batchUpdate", "values.batchGet"]
    at.emulated.service.judge.raise_violations()


@pytest.mark.parametrize(("ahead", "said"), [(86_400.0 * 30, "30 days ahead of"), (-7300.0, "2.0 hours behind")])
def test_a_clock_that_google_contradicts_publishes_nothing(at: Desk, ahead: float, said: str) -> None:
    """Nothing is written until it is set right; the same pass then does it. A quiet pass is no reason to complain."""
    backend = at.backend()
    backend._session.skew = ahead
    with pytest.raises(Refused, match=said):
        run_pass(backend, at_minute(0))
    assert run_pass(backend, at_minute(0), dry=True).decided.plan.steps
    backend._session.skew = 3000.0
    assert run_pass(backend, at_minute(0)).wrote
    backend._session.skew = ahead
    assert not run_pass(backend, at_minute(1)).wrote


def test_two_weeks_without_a_pass_hold_nothing(at: Desk) -> None:
    """A gap alone says nothing about the clock."""
    backend = at.backend()
    assert run_pass(backend, at_minute(0)).wrote
    backend._session.skew = 1.0
    assert run_pass(backend, at_minute(20_000)).wrote


def test_look_ups_show_what_the_views_say(at: Desk) -> None:
    """The formulas of appended rows find their game in Pairings, and follow a renamed tab."""
    backend = at.backend()
    run_pass(backend, at_minute(0))
    GooglePerson(at.emulated).type("Games", "Result", 2, "1-0")
    run_pass(backend, at_minute(1))
    assert at.emulated.director.sees("Games", "E2") == "1-0"
    at.emulated.director.rename_tab("Pairings", "Paarungen")
    assert at.emulated.director.sees("Games", "E2") == "1-0"
    assert not run_pass(backend, at_minute(2)).decided.problems


@pytest.mark.parametrize("trouble", [Trouble.CUT_AFTER, Trouble.TRUNCATED], ids=str)
def test_a_pass_whose_write_landed_unheard_is_known_by_its_token(at: Desk, trouble: Trouble) -> None:
    """The Journal of the next read holds the pass's token: done, once."""
    backend = at.backend()
    at.emulated.service.faults.add(trouble, batch_updates)
    with at.counted() as calls:
        assert run_pass(backend, at_minute(0)).wrote
    assert calls.count("batchUpdate") == 1
    assert not run_pass(backend, at_minute(1)).wrote
    games = named(backend.read(), "Games").rows[1:]
    assert [r[0] for r in games] == ["R1-01", "R1-02", "R1-03", "R1-04"]


@pytest.mark.parametrize("trouble", [Trouble.CUT_BEFORE, Trouble.HANG], ids=str)
def test_a_pass_whose_write_did_not_land_is_given_up_and_the_next_one_does_it(at: Desk, trouble: Trouble) -> None:
    """One line; then the same round, once."""
    backend = at.backend()
    at.emulated.service.faults.add(trouble, batch_updates)
    with pytest.raises(Uncertain):
        run_pass(backend, at_minute(0))
    assert run_pass(backend, at_minute(1)).wrote
    games = named(backend.read(), "Games").rows[1:]
    assert [r[0] for r in games] == ["R1-01", "R1-02", "R1-03", "R1-04"]


def test_the_loser_of_a_race_decides_again_on_what_the_winner_wrote(at: Desk) -> None:
    """Two workers read the same book; one announces the round, the other finds it announced."""
    first, second = at.backend("a"), at.backend("b")
    second.read()
    done: list[bool] = []

    def meanwhile(call: Call) -> None:
        if call.name.endswith("batchUpdate") and not done:
            done.append(True)
            run_pass(first, at_minute(0))

    at.emulated.service.before.append(meanwhile)
    result = run_pass(second, at_minute(0))
    assert result.tries == 2
    games = named(second.read(), "Games").rows[1:]
    assert [r[0] for r in games] == ["R1-01", "R1-02", "R1-03", "R1-04"]


DRAGGED: dict[str, Callable[[GooglePerson], None]] = {
    "inserted": lambda person: person.insert_column("Games", 1, "Pot"),
    "dragged": lambda person: person.move_column("Games", "Result", 2),
    "colours": lambda person: person.move_column("Games", "White", 3),
    "in the record": lambda person: person.move_column("Journal", "Event", 0),
}


@pytest.mark.parametrize("process", ["the same process", "a timer job"])
@pytest.mark.parametrize("what", DRAGGED)
def test_columns_moved_before_a_write_do_not_leave_new_rows_crosswise(at: Desk, what: str, process: str) -> None:
    """The first round lands under the wrong headings; the next pass puts it right before anything is made of it."""
    person, backend = GooglePerson(at.emulated), at.backend()
    making = at.calls.count("batchUpdate")  # of the book itself, where this case is the first

    def meanwhile(call: Call) -> None:
        if call.name.endswith("batchUpdate"):
            at.emulated.service.before.remove(meanwhile)
            DRAGGED[what](person)

    at.emulated.service.before.append(meanwhile)
    assert run_pass(backend, at_minute(0)).wrote
    after = run_pass(backend if process == "the same process" else at.backend(), at_minute(1))
    assert not after.wrote
    assert not after.decided.problems
    grid = backend.read()
    games = named(grid, "Games").rows
    headings = [str(h) for h in games[0]]
    where = [headings.index(h) for h in ("Game", "Round", "White", "Black")]
    assert [tuple(row[i] for i in where) for row in games[1:]] == [
        ("R1-01", "R1", "Ben", "Ada"), ("R1-02", "R1", "Hal", "Gil"),
        ("R1-03", "R1", "Dov", "Cem"), ("R1-04", "R1", "Fay", "Eva"),
    ]  # fmt: skip
    person.type("Games", "Result", person.row_of("Games", "Game", "R1-02"), "1-0")
    assert run_pass(backend, at_minute(2)).wrote
    assert person.look("Pairings", "Outcome", person.row_of("Pairings", "Game", "R1-02")) == "1-0"
    assert at.calls.count("batchUpdate") - making == 3
    at.emulated.service.judge.raise_violations()


def test_what_somebody_typed_on_a_row_that_lies_crosswise_is_left(at: Desk) -> None:
    """Then the row is not touched, and Problems tells of it."""
    person, backend = GooglePerson(at.emulated), at.backend()

    def meanwhile(call: Call) -> None:
        if call.name.endswith("batchUpdate"):
            at.emulated.service.before.remove(meanwhile)
            person.insert_column("Games", 1, "Pot")

    at.emulated.service.before.append(meanwhile)
    run_pass(backend, at_minute(0))
    person.type_at("Games", "J3", "mine")
    assert run_pass(backend, at_minute(1)).decided.problems
    assert at.emulated.director.sees("Games", "J3") == "mine"
    assert at.emulated.director.sees("Games", "B3") == "R1"
    assert at.emulated.director.sees("Games", "C2") == "R1"
