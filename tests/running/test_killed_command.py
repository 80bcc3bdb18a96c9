"""The real command over several books, killed outright again and again while a person goes on typing between two kills.

`PAIRSHEET_CAMPAIGN=N` kills N times as often. Every seed plays its own event.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from rules.model import Empty, Game, Round
from rules.registry import engine_of
from sync.backends.xlsx import XlsxBackend
from sync.decide import Outside, decide
from sync.grid import Cell
from sync.reading.gather import read_sheet
from tests.backends.people import XlsxPerson
from tests.campaign import FROM, TIMES
from tests.sync.desk import Desk, fill

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3 * TIMES
LONGEST = 90  # seconds that a pass over three small books may take on a busy machine
FORMATS = ("ladder", "swiss", "hastings")
PLAYERS = tuple((name, 2000 - 50 * number) for number, name in enumerate(("Ada", "Ben", "Eva", "Jan", "Ida", "Zoe")))
TYPED = ("1-0", "0-1", "1/2-1/2")


def _command(books: list[Path], *more: str) -> list[str]:
    return [sys.executable, "-m", "sync", "sync", *map(str, books), *more]


def _env(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PAIRSHEET_STATE": str(folder / "state")}


@contextmanager
def _running(books: list[Path]) -> Iterator[subprocess.Popen[bytes]]:
    """The worker with its child, in a group of their own."""
    quiet = subprocess.DEVNULL
    command = _command(books, "--every", "1")
    with subprocess.Popen(command, env=_env(books[0].parent), stdout=quiet, stderr=quiet, start_new_session=True) as it:
        try:
            yield it
        finally:
            _kill(it)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The whole group at once: nobody cleans up."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def _facts(path: Path, format_name: str) -> list[object]:
    return [r.fact for r in read_sheet(XlsxBackend(path).read(), engine_of(format_name).sheet)[1].facts]


def _types(dice: Random, path: Path, format_name: str) -> dict[str, Cell]:
    """A person types results of open games and saves; what was typed comes back."""
    person = XlsxPerson(path, lazy=True)
    typed: dict[str, Cell] = {}
    for fact in _facts(path, format_name):
        if isinstance(fact, Game) and not isinstance(fact.black, Empty) and dice.random() < 0.6:
            row = person.row_of("Games", "Game", fact.id)
            if not person.see("Games")[row - 1][person.column("Games", "Result")]:
                typed[fact.id] = dice.choice(TYPED)
                person.type("Games", "Result", row, typed[fact.id])
    person.flush()
    return typed


def _held(path: Path, wanted: dict[str, Cell]) -> dict[str, Cell]:
    person = XlsxPerson(path, lazy=True)
    column = person.column("Games", "Result")
    return {game: person.see("Games")[person.row_of("Games", "Game", game) - 1][column] for game in wanted}


def _stands_whole(path: Path, format_name: str) -> None:
    """The Journal without a gap or a double, each game and round once, and nothing left to write but times."""
    grid, engine = XlsxBackend(path).read(), engine_of(format_name)
    _, journal, _ = read_sheet(grid, engine.sheet)
    numbers = [line.no for line in journal.lines]
    assert numbers == sorted(set(numbers))
    facts = [r.fact for r in journal.facts]
    for kind in (Game, Round):
        ids = [fact.id for fact in facts if isinstance(fact, kind)]
        assert len(ids) == len(set(ids)), ids
    games = [str(row[0]) for row in XlsxPerson(path, lazy=True).see("Games") if row and str(row[0]).startswith("R")]
    assert sorted(games) == sorted(fact.id for fact in facts if isinstance(fact, Game) and fact.id.startswith("R"))
    again = decide(grid, engine, datetime.now(UTC), Outside("again", "again"))
    assert not again.stopped
    assert {getattr(step.tab, "name", step.tab) for step in again.plan.steps} <= {"Status", "Problems"}


@pytest.mark.parametrize("seed", range(FROM, FROM + max(1, KILLS // 8)))
def test_nothing_typed_is_lost_and_nothing_done_twice(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    books = {tmp_path / f"{name}.xlsx": name for name in FORMATS}
    for path, name in books.items():
        fill(Desk(XlsxBackend(path), XlsxPerson(path, lazy=True), name), PLAYERS, False)
        person = XlsxPerson(path)
        person.type("Settings", "Value", person.row_of("Settings", "Setting", "Start"), "now")
    typed: dict[Path, dict[str, Cell]] = {path: {} for path in books}
    for _ in range(min(KILLS, 8)):
        with _running(list(books)) as worker:
            time.sleep(dice.uniform(0.2, 5.0))
            _kill(worker)
        for path, name in books.items():
            assert _held(path, typed[path]) == typed[path]
            if dice.random() < 0.7:
                typed[path] |= _types(dice, path, name)
    for _ in range(4):
        done = subprocess.run(
            _command(list(books)), env=_env(tmp_path), capture_output=True, text=True, timeout=LONGEST, check=False
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    for path, name in books.items():
        assert _held(path, typed[path]) == typed[path]
        _stands_whole(path, name)
