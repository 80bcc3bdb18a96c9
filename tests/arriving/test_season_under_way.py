"""`new --with-rounds` as people use it: a report file becomes a book that goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.swiss.engine import ENGINE
from sync.backends.books import open_book
from sync.cli.moving import put_in
from sync.pairing_systems import enable, pairs_by
from sync.running.moving import moving_from
from sync.running.service import make
from tests.newcomer.person import Typist, run
from tests.rules.runner import BEGIN
from tests.rules.swiss.test_taking_over import EVENT
from tests.rules.trf.sound import load_trf
from tests.rules.trf.test_files import REAL
from tests.rules.trf.test_files import real_file as real_file


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_real_event_goes_on_after_its_fourth_round(here: Path, real: bytes) -> None:
    """52 players, half-point byes and all: one command, and round 5 is the Dutch system's of the file itself."""
    enable()
    words = ("new", "swiss", "gros.xlsx", "--trf", str(REAL), "--with-rounds")
    asked = run(*words)
    assert (asked.exit_code, (here / "gros.xlsx").exists()) == (2, False)
    assert '--set "Pairing system=dutch"' in asked.output
    made = run(*words, "--set", "Pairing system=dutch", "--set", "Time zone=Europe/Madrid")
    assert made.exit_code == 0, made.output
    assert "52 players, 4 rounds" in made.output
    assert "Not kept: whether those who missed the last rounds come back: Moreno Romero Ernesto (" in made.output
    assert run("sync", "gros.xlsx").exit_code == 0
    book = Typist(here / "gros.xlsx")
    points = {p.name: float(p.points) for p in load_trf(real).players}
    assert dict(zip(book.column("Standings", "Player"), book.column("Standings", "Points"), strict=True)) == points
    assert "R5 is out" in run("sync", "gros.xlsx", "--at", "2030-01-01").output
    rows = zip(book.column("Games", "Game"), book.column("Games", "White"), book.column("Games", "Black"), strict=True)
    mine = {(white, black) for game, white, black in rows if game.startswith("R5-") and not black.startswith("(")}
    names = {player.number: player.name for player in load_trf(real).players}
    theirs = {(names[white], names[black]) for white, black in pairs_by("dutch", real.decode()) if black}
    assert mine == theirs
    assert "taken over from donostia-2010.trf, line " in run("explain", "gros.xlsx", "R3-01").output
    again = run(*words, "--set", "Pairing system=dutch")
    assert (again.exit_code, "was there already" in again.output) == (2, True)


def test_an_attempt_that_broke_off_is_taken_up_again(here: Path) -> None:
    """A book that holds the players and no round yet gets them; one with other players does not."""
    (here / "club.trf").write_text(EVENT, encoding="utf-8")
    moving = moving_from(EVENT.encode(), "club.trf", ENGINE, {}, BEGIN)
    make(open_book("club.xlsx"), ENGINE, moving.carried)
    put_in(open_book("club.xlsx"), ENGINE, moving, "club.xlsx")
    assert "R2-03" in Typist(here / "club.xlsx").column("Games", "Game")
    run("new", "swiss", "other.xlsx")
    said = run("new", "swiss", "other.xlsx", "--trf", "club.trf", "--with-rounds")
    assert (said.exit_code, "no round was taken over" in said.output) == (2, True)


@pytest.mark.parametrize("words", [("--set", "Runden=7"), ("--set", "Rounds=many"), ("--with-rounds",)])
def test_options_that_say_nothing_known_are_told(here: Path, words: tuple[str, ...]) -> None:
    """A setting there is not, a value it cannot have, rounds of no file: exit code 2 and no book."""
    said = run("new", "swiss", "club.xlsx", *words)
    assert (said.exit_code, (here / "club.xlsx").exists()) == (2, False), said.output
