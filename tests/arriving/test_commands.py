"""`new --players` and `add` as people use them: a file to a first pairing, nothing written on a doubt, nobody twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from openpyxl import load_workbook

from rules.registry import engine_of
from sync.arriving.files import NotAList
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.making.create import create
from sync.running.adding import append, asked_for, players_in, read_book
from tests.arriving.test_lists import LISTS
from tests.newcomer.person import Typist, run

LIST = "Name;Elo;Land\nAda Novak;2000;SLO\nRen Ito;1900;JPN\nCem Kaya;1800;TUR\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_from_a_list_to_the_first_round(here: Path) -> None:
    """One command makes the book; after the start the first round is out with these players."""
    (here / "list.csv").write_text(LIST, encoding="utf-8")
    asked = run("new", "swiss", "club.xlsx", "--players", "list.csv")
    assert (asked.exit_code, (here / "club.xlsx").exists()) == (2, False), (
        "“Land” is a word of a language: it is asked about"
    )
    assert "Land as federation" in asked.output
    made = run("new", "swiss", "club.xlsx", "--players", "list.csv", "--column", "Land=federation")
    assert made.exit_code == 0, made.output
    assert "Name → Player, Elo → Rating, Land → Federation" in made.output
    assert "3 players were taken over" in made.output
    club = Typist(here / "club.xlsx")
    with club:
        club.setting("Time zone", "Europe/Berlin")
        club.setting("Start", "now")
    assert run("sync", "club.xlsx").exit_code in (0, 1)
    assert set(club.column("This round", "Player")) == {"Ada Novak", "Ren Ito", "Cem Kaya"}


def test_more_players_later(here: Path) -> None:
    """They stand below the others; who is there already stays; a dry run writes nothing."""
    (here / "list.csv").write_text("Name;Elo\nAda Novak;2000\n", encoding="utf-8")
    (here / "more.csv").write_text("Name;Elo\nada novak;1234\nZoe Lind;1500\n", encoding="utf-8")
    run("new", "ladder", "club.xlsx", "--players", "list.csv")
    before = (here / "club.xlsx").read_bytes()
    dry = run("add", "club.xlsx", "more.csv", "--dry-run")
    assert "Player: Zoe Lind  Rating: 1500" in dry.output
    assert (here / "club.xlsx").read_bytes() == before
    added = run("add", "club.xlsx", "more.csv")
    assert "1 player added to Players" in added.output, added.output
    assert "left as they are: ada novak" in added.output
    rows = [
        tuple(c.value for c in row[:4])
        for row in load_workbook(here / "club.xlsx")["Players"].iter_rows(min_row=2, max_row=3)
    ]
    assert [(row[0], row[3]) for row in rows] == [("Ada Novak", 2000), ("Zoe Lind", 1500)]
    after = (here / "club.xlsx").read_bytes()
    assert "Nobody is new" in run("add", "club.xlsx", "more.csv").output
    assert (here / "club.xlsx").read_bytes() == after


def test_nothing_is_made_on_a_doubt(here: Path) -> None:
    """Two people with one name, a column nobody knows, a file that is none: exit code 2 and no book."""
    for name, text in (
        ("two", "Name;Elo\nAda;1\nAda;1500\n"),
        ("odd", "Wer;Was\nAda;1\n"),
        ("page", "<html>Sign in</html>"),
    ):
        (here / f"{name}.csv").write_text(text, encoding="utf-8")
        said = run("new", "swiss", "club.xlsx", "--players", f"{name}.csv", "--yes")
        assert said.exit_code == 2, said.output
        assert not (here / "club.xlsx").exists()
    assert run("new", "swiss", "club.xlsx", "--players", "none.csv").exit_code == 2
    (here / "ok.csv").write_text("Name\nAda\n", encoding="utf-8")
    assert run("new", "swiss", "club.xlsx", "--players", "ok.csv", "--column", "nonsense").exit_code == 2
    assert not (here / "club.xlsx").exists()


def test_they_go_into_any_book_in_one_step() -> None:
    """Also one whose columns stand in another order; a write in between is refused as a race."""
    book = MemoryBook()
    backend = MemoryBackend(book)
    create(backend, engine_of("swiss"))
    players = next(tab for tab in book.tabs if tab.title == "Players")
    players.rows[0] = players.rows[0][::-1]
    _, sheet, there = read_book(backend)
    assert there == ()
    append(backend, sheet, [{"Player": "Ada", "Rating": 1500}])
    _, sheet, there = read_book(backend)
    assert there == ("Ada",)
    assert next(iter(sheet.rows["Players"])).text("Rating") == "1500"


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_end_in_a_line(seed: int) -> None:
    """Bytes changed, cut, doubled: players, a doubt, or a line that says why; never anything else."""
    dice = random.Random(seed)
    data = list(LISTS.values())[seed % len(LISTS)][0]
    raw = bytearray(data.encode() if isinstance(data, str) else data)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(raw))
        match dice.randrange(4):
            case 0:
                raw[at] = dice.randrange(256)
            case 1:
                del raw[at : at + dice.randint(1, 20)]
            case 2:
                raw[at:at] = raw[at : at + dice.randint(1, 20)]
            case _:
                raw = raw[: max(1, at)]
        raw = raw or bytearray(b"x")
    try:
        found = players_in(bytes(raw), engine_of("swiss"), asked_for((), ""), "")
    except NotAList as wrong:
        said = str(wrong)
    else:
        said = "read"
        assert found.players or found.doubts
        assert all(isinstance(p["Player"], str) and p["Player"].strip() for p in found.players)
    assert said
