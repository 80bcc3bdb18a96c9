"""People shuffle and damage the sheet at random, between passes and during them.

No crash, nothing a person typed is lost or changed, no round twice, passes come to rest; and when the damage is undone
the tabs are those of a book that was never damaged. `PAIRSHEET_CAMPAIGN` multiplies the number of books.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.model import Round
from sync.backends.base import Raced
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Cell, Grid
from sync.once import NotABook
from tests.backends.people import MemoryPerson
from tests.sync.desk import Desk, desk, file_desk
from tests.sync.vandal import Vandal, assert_nothing_of_people_changed, rows_of_people

Rows = dict[str, list[tuple[Cell, ...]]]
TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCHES = 6
EACH = 4 * TIMES
VIEW_KEYS = frozenset(
    {"Ladder", "This round", "Pairings", "Scores", "History", "Next round", "Why", "Problems", "Submissions", "Notices",
     "Status"}
)  # fmt: skip


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


def started(seed: int) -> Desk:
    """An event under way."""
    dice = random.Random(f"event {seed}")
    d = desk(started=True, Check_for=dice.choice(("0", "2 hours")))
    d.decide("Keep apart", "", "Ada ; Ben")
    for _ in range(dice.randint(0, 8)):
        progress(d, dice)
        d.settle()
    return d


def wild(seed: int, journal: bool = False) -> None:
    """Damage after damage, never undone."""
    d, dice = started(seed), random.Random(seed)
    vandal = Vandal(d.person, dice, journal)
    for _ in range(12):
        for _ in range(dice.randint(1, 3)):
            vandal.strike()
        try:
            careful_pass(d)
            careful_pass(d)
        except NotABook:
            assert journal
            return  # Settings and the record are both gone: refused in one plain line
        if dice.random() < 0.4:
            d.later(hours=dice.choice((1, 30, 100)))
    d.settle()
    no_round_twice(d)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_wild_damage_never_crashes_or_loses_anything(batch: int) -> None:
    """Damage upon damage: every pass ends, changes nothing of anybody's, and they come to rest."""
    for seed in range(batch * EACH, (batch + 1) * EACH):
        try:
            wild(seed, journal=seed % 3 == 0)
        except Exception as error:
            raise AssertionError(f"book {seed}") from error


def _drafts(d: Desk) -> list[tuple[str, str]]:
    return [(row[3], row[4]) for row in d.shown("Journal") if row[2] == "drafted"]


def undo(book: MemoryBook, version: MemoryBook) -> None:
    """What an undo does: people's tabs as they were, with the rows the worker appended since still below them."""
    for was in version.tabs:
        now = book.by_key(was.key)
        if was.key in VIEW_KEYS:
            if now is not None:
                now.title = was.title
            continue
        kept = was.copy()
        if now is not None and was.key in ("Games", "Rounds", "Journal"):
            have = {str(row[0]) for row in kept.rows if row}
            kept.rows += [list(r) for r in now.rows if r and str(r[0]) not in have and _is_ours(r, was.key)]
        if now is None:
            book.tabs.append(kept)
        else:
            now.rows, now.title = kept.rows, kept.title
    book.tabs = [t for t in book.tabs if version.by_key(t.key) is not None or t.key in VIEW_KEYS]


def _is_ours(row: Sequence[object], key: str) -> bool:
    """Whether the worker wrote a row: the Journal's last cell is a pass."""
    return key == "Journal" and len(row) > 6 and str(row[6]).startswith("pass")


def mended(seed: int) -> bool:
    """Damage, passes, undo: the same tabs as without. False where something was published on the damage."""
    d, dice = started(seed), random.Random(seed)
    clean = Desk(MemoryBackend(d.book.copy()), MemoryPerson(d.book), now=d.now)
    clean.person = MemoryPerson(clean.book)
    version = d.book.copy()
    vandal = Vandal(d.person, dice)
    for _ in range(dice.randint(1, 4)):
        vandal.strike()
        careful_pass(d)
    careful_pass(d)
    undo(d.book, version)
    d.later(hours=1).settle()
    clean.later(hours=1).settle()
    if [r.fact for r in d.record()] != [r.fact for r in clean.record()] or _drafts(d) != _drafts(clean):
        return False  # something was published on it, or another draft began to wait
    assert d.views() == clean.views(), vandal.log
    return True


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damage_undone_leaves_no_trace(batch: int) -> None:
    """Unless something was published on it, nothing shows that there was any damage."""
    same = 0
    for seed in range(batch * EACH, (batch + 1) * EACH):
        try:
            same += mended(seed)
        except Exception as error:
            raise AssertionError(f"book {seed}") from error
    assert same > 0.6 * EACH


def test_damage_between_read_and_write() -> None:
    """The sheet changes under the worker's hands: nothing of anybody's is changed, a later pass mends the rest."""
    for seed in range(12 * TIMES):
        d, dice = started(seed), random.Random(seed)
        vandal = Vandal(d.person, dice)
        for game in d.open_games():
            d.result(game, "1-0")
        backend = MemoryBackend(d.book)
        real = backend.read
        struck: list[Rows] = []

        def read(real=real, struck=struck, vandal=vandal, d=d) -> Grid:  # type: ignore[no-untyped-def]
            grid: Grid = real()
            if not struck:
                vandal.strike()
                struck.append(rows_of_people(d.person, d.backend.read()))
            return grid

        backend.read = read  # type: ignore[method-assign]
        try:
            d.sync(backend)
        except Raced:
            continue
        assert_nothing_of_people_changed(struck[0], rows_of_people(d.person, d.backend.read()))
        d.settle()
        no_round_twice(d)


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_wild_damage_to_a_file(seed: int, tmp_path: Path) -> None:
    """The same with a workbook file."""
    dice = random.Random(seed)
    d = file_desk(tmp_path / "book.xlsx", started=True, lazy=True)
    vandal = Vandal(d.person, dice)
    for _ in range(4):
        for _ in range(2):
            vandal.strike()
        careful_pass(d)
    d.settle()
    no_round_twice(d)
