"""The process dies at every step of a pass, and the next one ends in the same workbook. A second pass writes nothing."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import sync.backends.xlsx as xlsx_module
from rules.registry import engine_of
from sync.backends.base import Raced, Uncertain
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.decide import Outside, decide
from sync.plan import Plan
from tests.backends.people import MemoryPerson
from tests.sync.desk import Desk, desk, file_desk

PAST_TENSE = ("Status", "Notices")


class Killed(BaseException):
    """The process is gone: nothing catches this."""


def dies() -> None:
    """Be killed."""
    raise Killed


def twin(d: Desk) -> Desk:
    """The same book again, apart from the first."""
    book = d.book.copy()
    return Desk(MemoryBackend(book), MemoryPerson(book), now=d.now)


def busy(d: Desk) -> Desk:
    """Something of everything to decide: results, a report, a status, a decision, a deadline."""
    d.result("R1-01", "1-0").report("R1-02", "draw", "Eva").decide("Keep apart", "", "Ada ; Ben")
    d.status("Dov", "Withdrawn").set("Check for", "1 hour")
    return d


def journal(d: Desk) -> list[list[str]]:
    """Lines of the Journal but for their pass, and the seed."""
    return [row[:4] for row in d.shown("Journal")]


def killed(d: Desk, when: str) -> None:
    """One pass that dies."""
    backend = MemoryBackend(d.book)
    if when == "before":
        backend.before_landing = dies
    elif when == "after":
        backend.after_landing = dies
    elif when == "mark":
        backend.set_mark = lambda mark: dies()  # type: ignore[method-assign] # noqa: ARG005
    elif when == "read":
        backend.read = lambda: dies()  # type: ignore[method-assign,assignment,return-value]
    with pytest.raises(Killed):
        d.sync(backend)


@pytest.mark.parametrize("when", ["read", "before", "after", "mark"])
@pytest.mark.parametrize("times", [1, 3])
def test_killed_at_every_step(when: str, times: int) -> None:
    """Before the write, at it, after it, before the mark: the same Journal, the same tabs, no round twice."""
    d = busy(desk(started=True))
    clean = twin(d)
    clean.settle()
    clean.later(hours=2).settle()
    for _ in range(times):
        try:
            killed(d, when)
        except pytest.fail.Exception:
            break  # nothing was left to write, so nothing to die of
    d.settle()
    d.later(hours=2).settle()
    assert journal(d) == journal(clean)
    assert d.views() == clean.views()
    assert d.rounds() == ["R1", "R2"]


def test_a_whole_season_of_kills() -> None:
    """Every pass of a season is killed once or twice, at a random step; the season ends as one without kills does."""
    d = desk(started=True, Rounds=2)
    clean = twin(d)
    dice = random.Random(7)
    for number in range(40):
        still = clean.open_games()
        assert d.open_games() == still
        for n, game in enumerate(still):
            word = ("1-0", "0-1", "1/2-1/2")[(number + n) % 3]
            for desk_ in (d, clean):
                desk_.result(game, word)
        clean.settle()
        for _ in range(dice.randint(1, 2)):
            with contextlib.suppress(pytest.fail.Exception):
                killed(d, dice.choice(("read", "before", "after", "mark")))
        d.settle()
        assert d.views() == clean.views()
        if clean.last.decided.answer is not None and clean.last.decided.answer.state == "finished":
            break
        for desk_ in (d, clean):
            desk_.later(hours=3)
    assert journal(d) == journal(clean)
    assert clean.last.decided.answer is not None
    assert clean.last.decided.answer.state == "finished"


@pytest.mark.parametrize("landed", [True, False])
def test_unsure_whether_a_write_landed(landed: bool) -> None:
    """The pass's token in the Journal tells; what landed is not written again, what did not is."""
    d = busy(desk(started=True))
    clean = twin(d)
    clean.settle()
    backend = MemoryBackend(d.book)
    real = backend.write

    def write(plan: Plan) -> None:
        if landed:
            real(plan)
        raise Uncertain("the network went away")

    backend.write = write  # type: ignore[method-assign]
    if landed:
        assert d.sync(backend).wrote
    else:
        with pytest.raises(Uncertain):
            d.sync(backend)
    d.settle()
    assert journal(d) == journal(clean)


def test_two_workers_take_turns_at_random() -> None:
    """Each reads when it likes and writes later; whoever is late begins again. The book is one worker's book."""
    d = desk(started=True, Rounds=2)
    clean = twin(d)
    dice = random.Random(3)
    workers = [MemoryBackend(d.book), MemoryBackend(d.book)]
    engine = engine_of("ladder")
    for number in range(6):
        for n, game in enumerate(clean.open_games()):
            for desk_ in (d, clean):
                desk_.result(game, ("1-0", "0-1")[(number + n) % 2])
        clean.settle()
        for turn in range(6):
            plans = [
                (w, decide(w.read(), engine, d.now, Outside(f"w{number}{turn}{i}", "s"))) for i, w in enumerate(workers)
            ]
            dice.shuffle(plans)
            first = True
            for worker, decided in plans:
                if decided.plan.is_empty:
                    continue
                if first:
                    worker.write(decided.plan)
                    first = False
                else:
                    with pytest.raises(Raced):
                        worker.write(decided.plan)
        assert d.views() == clean.views()
    assert journal(d) == journal(clean)


def test_a_file_killed_at_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While making the new file, before and after it takes the old one's place, before the mark: the next pass mends."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, started=True, lazy=True)
    rounds = 1
    steps: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
        lambda m: m.setattr("sync.backends.ooxml.write.rewritten", lambda *_: dies()),
        lambda m: m.setattr(xlsx_module, "replace", lambda *_: dies()),
        lambda m: m.setattr(XlsxBackend, "set_mark", lambda *_: dies()),
    )
    for number, break_at in enumerate(steps):
        d.later(hours=1)
        for game in d.open_games():
            d.result(game, ("1-0", "0-1")[number % 2])
        d.save()
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            break_at(patch)
            with pytest.raises(Killed):
                d.sync()
        if number < 2:
            assert path.read_bytes() == before
        d.settle()
        rounds += 1
        assert d.rounds() == [f"R{n}" for n in range(1, rounds + 1)]
    before = path.read_bytes()
    assert not d.sync().wrote
    assert path.read_bytes() == before, "a second pass does not change a byte"
    assert not list(tmp_path.glob("*.tmp*"))
