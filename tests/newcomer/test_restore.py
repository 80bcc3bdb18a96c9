"""Going back to an earlier version of a workbook, and what the next pass says of it."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner, Result

from sync.backends.xlsx_backups import backups
from sync.cli import app

BEGIN = datetime(2027, 1, 10, 18, tzinfo=UTC)


@pytest.fixture
def book(made: Path) -> Path:
    """A copy of it that a test may do with what it likes, in the same place: a book elsewhere is another book."""
    kept = made.with_name("kept")
    if kept.exists():
        for there in made.parent.iterdir():
            if there != kept:
                shutil.rmtree(there) if there.is_dir() else there.unlink()
        shutil.copytree(kept, made.parent, dirs_exist_ok=True)
    else:
        shutil.copytree(made.parent, kept)
    return made


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss of six with two rounds out, through the command line."""
    path = tmp_path_factory.mktemp("restore") / "club.xlsx"
    run("new", "swiss", str(path))
    wb = openpyxl.load_workbook(path)
    put(wb, "Time zone", "Europe/Berlin")
    put(wb, "Tournament", "Club evening")
    put(wb, "Rounds", 3)
    put(wb, "Check for", 0)
    put(wb, "Start", "now")
    for row, name in enumerate(("Ada", "Ben", "Cara", "Dan", "Eve", "Fay"), start=2):
        wb["Players"].cell(row, 1).value = name
        wb["Players"].cell(row, [c.value for c in wb["Players"][1]].index("Rating") + 1).value = 2200 - 100 * row
    wb.save(path)
    passes(path, 0)
    results(path, "R1")
    passes(path, 3)
    return path


def put(wb: openpyxl.Workbook, setting: str, value: object) -> None:
    """Type a value beside a setting."""
    for cells in wb["Settings"].iter_rows():
        if cells[0].value == setting:
            wb["Settings"].cell(cells[0].row, 2).value = value


def results(path: Path, round_: str) -> None:
    """Type a win for White in each game of a round."""
    wb = openpyxl.load_workbook(path)
    games = wb["Games"]
    result = [c.value for c in games[1]].index("Result") + 1
    for cells in games.iter_rows(min_row=2):
        if str(cells[0].value).startswith(f"{round_}-"):
            games.cell(cells[0].row, result).value = "1-0"
    wb.save(path)


def run(*words: str, code: int = 0) -> Result:
    """The command, ending with this code."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    return done


def passes(path: Path, hours: int, code: int | None = None) -> str:
    """Two passes, so that everything that follows is written."""
    said = ""
    for minutes in (0, 5):
        at = (BEGIN + timedelta(hours=hours, minutes=minutes)).isoformat()
        done = CliRunner().invoke(app, ["sync", str(path), "--at", at])
        assert done.exit_code in ((0, 1) if code is None else (code,)), done.output
        said += done.output
    return said


def confirmation(path: Path) -> str:
    """The code that Problems asks to be typed."""
    texts = [str(c.value) for row in openpyxl.load_workbook(path)["Problems"].iter_rows() for c in row if c.value]
    return next(found[0] for t in texts if (found := re.search(r"lost-[0-9a-f]+", t)))


def test_a_list_of_what_there_is(book: Path) -> None:
    """A line a version: its number, until when it was the book, what its record holds, and how to go back."""
    said = run("restore", str(book)).output
    assert len(said.splitlines()) == len(backups(book)) + 1
    assert "rounds to R1" in said
    assert re.search(r"^ +1  until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  \d+ lines of the record", said, re.MULTILINE)


def test_going_back_says_what_is_lost_line_by_line_and_can_be_undone(book: Path) -> None:
    """Before it: round 2 and its games by name, results typed since. After it: the file as it was, one command away."""
    before = book.read_bytes()
    which = next(v for v in run("restore", str(book)).output.splitlines() if "rounds to R1" in v).split()[0]
    trial = run("restore", str(book), which, "--dry-run").output
    assert "R2 was published" in trial
    assert re.search(r"R2-01: \w+ – \w+", trial)
    assert book.read_bytes() == before
    said = run("restore", str(book), which).output
    assert "R2 was published" in said
    assert book.read_bytes() != before
    undo = re.search(r"restore \S+ '(.*)'", said)
    assert undo is not None
    run("restore", str(book), undo[1])
    assert book.read_bytes() == before


def test_the_next_pass_stops_until_it_is_told_to_go_on(book: Path) -> None:
    """Nothing is decided on an older version by itself; with the code that Problems shows the event goes on from it."""
    which = next(v for v in run("restore", str(book)).output.splitlines() if "rounds to R1" in v).split()[0]
    run("restore", str(book), which)
    assert "Stopped" in passes(book, 4, code=1)
    wb = openpyxl.load_workbook(book)
    put(wb, "Confirm", confirmation(book))
    wb.save(book)
    assert "Stopped" not in passes(book, 5)
    results(book, "R1")
    passes(book, 6)
    assert "R2-01" in {c[0].value for c in openpyxl.load_workbook(book)["Games"].iter_rows()}


def test_a_damaged_book_comes_back_too(book: Path) -> None:
    """The file cannot be opened any more: what would be lost cannot be told, and the last version can be put back."""
    book.write_bytes(b"rubbish")
    run("sync", str(book), code=3)
    said = run("restore", str(book), "1").output
    assert "cannot be told" in said
    passes(book, 4)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdef",), "Version history"),
        (("no-such.xlsx",), "no earlier version"),
        (("BOOK", "99"), "no version 99"),
        (("BOOK", "1999"), "no version 1999"),
    ],
)
def test_what_is_not_there_is_one_line(book: Path, words: tuple[str, ...], says: str) -> None:
    """Wrong use ends with 2 and says what to do instead."""
    done = run("restore", *(str(book) if w == "BOOK" else w for w in words), code=2)
    assert says in done.output
