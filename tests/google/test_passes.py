"""Whole passes of a ladder over a Google spreadsheet: what they cost, what troubles do to them, a season under fire."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.registry import engine_of
from sync.backends.base import BackendError, Refused, Uncertain
from sync.create import create
from sync.grid import Grid, is_blank_row
from sync.once import run_pass
from tests.backends.contract import named
from tests.backends.google_rig import Desk, GooglePerson, desk
from tests.emulator.book import Book
from tests.emulator.faults import Trouble, batch_updates
from tests.emulator.traffic import Call

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN") or 1)
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


class Season:
    """Two workers, a person and a bad line, all from one seed."""

    CHANCES = (
        Trouble.TOO_MANY, Trouble.SERVER_ERROR, Trouble.UNAVAILABLE, Trouble.USAGE_LIMITS, Trouble.HTML,
        Trouble.HANG, Trouble.CUT_BEFORE, Trouble.CUT_AFTER, Trouble.TRUNCATED,
    )  # fmt: skip

    def __init__(self, at: Desk, seed: int) -> None:
        self.at, self.dice = at, random.Random(seed)
        self.workers = [at.backend("a"), at.backend("b")]
        self.person = GooglePerson(at.emulated)
        self.minute = 0.0
        self.typed: dict[str, str] = {}
        self.outcomes: Counter[str] = Counter()
        self.said: list[str] = []  # lines of passes that were given up
        self.games = "Games"
        at.emulated.service.before.append(self.between)

    def trouble(self, call: Call) -> Trouble | None:
        """A trouble at one call in eight, of the spreadsheet only."""
        if call.kind in ("read", "write") and self.dice.random() < 0.12:
            return self.dice.choice(self.CHANCES)
        return None

    def between(self, call: Call) -> None:
        """A person's hand between a read and the write that follows it."""
        if call.name.endswith("batchUpdate") and self.dice.random() < 0.3:
            self.act()

    def act(self) -> None:
        """One thing people do."""
        act = self.dice.choice((self.result, self.result, self.result, self.sort, self.insert, self.rename, self.note))
        act()

    def rows(self) -> list[tuple[int, list[Any]]]:
        """Rows of Games that hold a game."""
        seen = self.person.see(self.games)
        return [(n, row) for n, row in enumerate(seen, start=1) if n > 1 and row and row[0]]

    def result(self) -> None:
        """A result into a game that has none."""
        column = self.person.column(self.games, "Result")
        column_of_id = self.person.column(self.games, "Game")
        free = [(n, r) for n, r in self.rows() if len(r) <= column or r[column] is None]
        if free:
            number, row = self.dice.choice(free)
            word = self.dice.choice(("1-0", "0-1"))
            self.person.type(self.games, "Result", number, word)
            self.typed[str(row[column_of_id])] = word

    def sort(self) -> None:
        """By anything."""
        self.person.sort(self.games, self.dice.choice(("White", "Black", "Game")), self.dice.random() < 0.5)

    def insert(self) -> None:
        """A blank row somewhere."""
        self.person.insert_rows(self.games, self.dice.randint(2, 6))

    def rename(self) -> None:
        """Another title for Games."""
        new = self.dice.choice(("Games", "Partien", "It's on", "D3"))
        if new != self.games:
            self.person.rename_tab(self.games, new)
            self.games = new

    def note(self) -> None:
        """Words in the note of a game and in a column of somebody's own."""
        for number, _ in self.rows()[:1]:
            self.person.type(self.games, "Note", number, f"note {self.dice.random():.3f}")

    def play(self, passes: int) -> None:
        """So many passes of either worker, with a person's acts in between."""
        self.at.emulated.service.faults.by_chance(self.trouble)
        for _ in range(passes):
            self.minute += self.dice.choice((1, 5, 60, 600))
            if self.dice.random() < 0.6:
                self.act()
            try:
                result = run_pass(self.dice.choice(self.workers), at_minute(self.minute))
                self.outcomes["wrote" if result.wrote else "quiet"] += 1
            except Refused:
                self.outcomes["refused"] += 1
            except BackendError as trouble:
                self.said.append(str(trouble))
        self.at.emulated.service.faults.clear()
        self.at.emulated.service.before.clear()


def quiet(at: Desk, season: Season) -> Grid:
    """Passes on a good line until nothing is written; the book then."""
    backend = at.backend("c")
    for _ in range(10):
        if not run_pass(backend, at_minute(season.minute)).wrote:
            break
    else:
        raise AssertionError("it never comes to rest")
    return backend.read()


@pytest.mark.parametrize("seed", range(2 * CAMPAIGN))
def test_a_season_under_fire_loses_and_doubles_nothing(at: Desk, seed: int) -> None:
    """Afterwards no round or game stands twice, what people typed stands and counts, and views equal a clean recomputation."""
    season = Season(at, seed)
    season.play(40)
    grid = quiet(at, season)
    assert season.outcomes["wrote"] >= 5, season.outcomes
    assert not any("\n" in line for line in season.said)
    games = named(grid, season.games).rows
    headings = [str(h) for h in games[0]]
    ids = [r[headings.index("Game")] for r in games[1:] if not is_blank_row(r)]
    assert len(ids) == len(set(ids))
    assert ids
    rounds = [r[0] for r in named(grid, "Rounds").rows[1:]]
    assert len(rounds) == len(set(rounds))
    numbers = [r[0] for r in named(grid, "Journal").rows[1:]]
    assert numbers == list(range(1, len(numbers) + 1))
    shown = {r[0]: r for r in named(grid, "Pairings").rows[3:]}
    pairings = [str(h) for h in named(grid, "Pairings").rows[2]]
    for game, word in season.typed.items():
        row = next(r for r in games[1:] if r and r[headings.index("Game")] == game)
        assert row[headings.index("Result")] == word
        assert shown[game][pairings.index("Outcome")] == word
    # A book whose views were wiped is filled again with the very same.
    before = {t.title: t.rows for t in grid.tabs}
    for title in ("Ladder", "Pairings", "Why", "Scores"):
        person = GooglePerson(at.emulated)
        person.put_down(title, [row if n < 3 else [] for n, row in enumerate(person.take_up(title))])
    after = quiet(at, season)
    for title in ("Ladder", "Pairings", "Why", "Scores"):
        assert named(after, title).rows[3:] == before[title][3:], title
    at.emulated.service.judge.raise_violations()
