"""People shuffle and damage the sheet at random, between passes and during them: in memory, in a file, at Google.

No crash, nothing a person typed is lost or changed, no round twice, passes come to rest; and when the damage is undone
the tabs are those of a book that was never damaged. The same functions, the same hands, the same promises on every
backend. `PAIRSHEET_CAMPAIGN` multiplies the number of books.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules.model import Round
from sync.backends.base import Raced
from sync.grid import Cell, Grid
from sync.running.once import NotABook
from tests.sync.desk import Desk
from tests.sync.rigs import RIGS, Rig
from tests.sync.vandal import Vandal, assert_nothing_of_people_changed, rows_of_people

Rows = dict[str, list[tuple[Cell, ...]]]
Counts = Mapping[str, tuple[int, int]]
TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
# Batches of books, and books in each; a book in memory costs little.
MANY: Counts = {"memory": (3, 4), "xlsx": (1, 1), "google": (1, 3)}
FEWER: Counts = {"memory": (1, 12), "xlsx": (1, 2), "google": (1, 3)}


def on_every_backend(counts: Counts) -> pytest.MarkDecorator:
    """Gives a test the name of a backend and the seeds of its books."""
    cases = [
        pytest.param(name, range(batch * each * TIMES, (batch + 1) * each * TIMES), id=f"{name}-{batch}")
        for name, (batches, each) in counts.items()
        for batch in range(batches)
    ]
    return pytest.mark.parametrize(("backend", "seeds"), cases)


@contextmanager
def each_book(backend: str, folder: Path, seeds: range) -> Iterator[Callable[[Callable[[Rig, int], bool]], int]]:
    """Runs a case on the book of each seed; how many said yes. What fails tells its book."""
    rig = RIGS[backend](folder / backend)

    def run(case: Callable[[Rig, int], bool]) -> int:
        said = 0
        for seed in seeds:
            try:
                said += case(rig, seed)
            except Exception as error:
                raise AssertionError(f"book {seed} ({backend})") from error
        return said

    yield run
    rig.check()


def careful_pass(d: Desk) -> None:
    """A pass after which promise 1 is checked."""
    before = rows_of_people(d.person, d.save().backend.read())
    d.sync()
    assert_nothing_of_people_changed(before, rows_of_people(d.person, d.backend.read()))


def no_round_twice(d: Desk) -> None:
    """No id was published twice."""
    rounds = Counter(r.fact.id for r in d.record() if isinstance(r.fact, Round))
    assert all(count == 1 for count in rounds.values()), rounds


def progress(d: Desk, dice: random.Random) -> None:
    """Somebody plays, reports, or time goes on."""
    still = d.open_games()
    if still and dice.random() < 0.7:
        game = dice.choice(still)
        d.report(game, dice.choice(("White won", "Black won", "draw")), "")
    else:
        d.later(hours=dice.choice((1, 5, 30, 100)))


def started(rig: Rig, seed: int) -> Desk:
    """An event under way."""
    dice = random.Random(f"event {seed}")
    d = rig.desk(Check_for=dice.choice(("0", "2 hours")))
    d.decide("Keep apart", "", "Ada ; Ben")
    for _ in range(dice.randint(0, 8)):
        progress(d, dice)
        d.settle()
    return d


def wild(rig: Rig, seed: int) -> bool:
    """Damage after damage, never undone; in one book of three also to the Journal. Whether it stayed a book."""
    d, dice, journal = started(rig, seed), random.Random(seed), seed % 3 == 0
    vandal = Vandal(d.person, dice, journal)
    for _ in range(12):
        for _ in range(dice.randint(1, 3)):
            vandal.strike()
        try:
            careful_pass(d)
            careful_pass(d)
        except NotABook:
            assert journal
            return False  # Settings and the record are both gone: refused in one plain line
        if dice.random() < 0.4:
            d.later(hours=dice.choice((1, 30, 100)))
    d.settle()
    no_round_twice(d)
    return True


@on_every_backend(MANY)
def test_wild_damage_never_crashes_or_loses_anything(backend: str, seeds: range, tmp_path: Path) -> None:
    """Damage upon damage: every pass ends, changes nothing of anybody's, and they come to rest."""
    with each_book(backend, tmp_path, seeds) as run:
        assert run(wild) > 0


def _drafts(d: Desk) -> list[tuple[str, str]]:
    return [(row[3], row[4]) for row in d.shown("Journal") if row[2] == "drafted"]


def mended(rig: Rig, seed: int) -> bool:
    """Damage, passes, undo: the same tabs as without. False where something was published on the damage."""
    d, dice = started(rig, seed), random.Random(seed)
    version = rig.version(d)
    d.later(hours=1).settle()
    facts, drafts, views = [r.fact for r in d.record()], _drafts(d), d.views()
    rig.rewind(d, version)
    vandal = Vandal(d.person, dice)
    for _ in range(dice.randint(1, 4)):
        vandal.strike()
        careful_pass(d)
    careful_pass(d)
    rig.undo(d, version)
    d.later(hours=1).settle()
    if [r.fact for r in d.record()] != facts or _drafts(d) != drafts:
        return False  # something was published on it, or another draft began to wait
    assert d.views() == views, vandal.log
    return True


@on_every_backend(MANY)
def test_damage_undone_leaves_no_trace(backend: str, seeds: range, tmp_path: Path) -> None:
    """Unless something was published on it, nothing shows that there was any damage."""
    with each_book(backend, tmp_path, seeds) as run:
        assert run(mended) > 0.6 * len(seeds)


def struck_in_between(rig: Rig, seed: int) -> bool:
    """Something happens to the sheet after it was read and before it is written. Whether the pass went on."""
    d, dice = started(rig, seed), random.Random(seed)
    vandal = Vandal(d.person, dice)
    for game in d.open_games():
        d.result(game, "1-0")
    backend = rig.worker(d)
    real = backend.read
    struck: list[Rows] = []

    def read() -> Grid:
        grid = real()
        if not struck:
            vandal.strike()
            struck.append(rows_of_people(d.person, d.save().backend.read()))
        return grid

    backend.read = read  # type: ignore[method-assign]
    try:
        d.sync(backend)
    except Raced:
        return False
    assert_nothing_of_people_changed(struck[0], rows_of_people(d.person, d.backend.read()))
    d.settle()
    no_round_twice(d)
    return True


@on_every_backend(FEWER)
def test_damage_between_read_and_write(backend: str, seeds: range, tmp_path: Path) -> None:
    """The sheet changes under the worker's hands: nothing of anybody's is changed, a later pass mends the rest."""
    with each_book(backend, tmp_path, seeds) as run:
        assert run(struck_in_between) > 0
