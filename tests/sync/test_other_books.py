"""Answers and mirrors in other books: only where the other book names this one, and files only in the same folder."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Grid, TabGrid
from sync.problems import Problem
from sync.running.beside import NotAllowed, code_of, may_read, open_beside
from sync.running.once import Pass
from sync.running.service import pass_over
from sync.schema import JOURNAL_TAB
from tests.sync.desk import Desk, file_desk


@pytest.fixture
def club(tmp_path: Path) -> Desk:
    """A ladder in a file, round 1 out."""
    return file_desk(tmp_path / "club.xlsx", started=True)


def passed(d: Desk) -> Pass:
    """A pass as the command makes it, by a worker that has just started."""
    d.save()
    return pass_over(lambda: d.now)(d.backend.address)


def told(done: Pass, code: str) -> Problem:
    """The problem of this code."""
    found = [p for p in done.decided.problems if p.code == code]
    assert found, [p.code for p in done.decided.problems]
    return found[0]


def answers(path: Path, *titles: str) -> None:
    """A book of form answers with a message for its director, and these further tabs."""
    wb = Workbook()
    ws = wb["Sheet"]
    ws.title = "Form Responses 1"
    ws.append(["Timestamp", "Pairing", "Result", "Message to the director"])
    ws.append([datetime(2026, 11, 2, 19), "R1-01", "1-0", "my secret"])
    for title in titles:
        wb.create_sheet(title)
    wb.save(path)


def code(d: Desk) -> str:
    """The code of a book."""
    return code_of(d.backend.read())


def test_answers_of_another_club_are_not_read(club: Desk, tmp_path: Path) -> None:
    """Without our code nothing of it is read; what to type stands beside the cell. With it, reports count."""
    answers(tmp_path / "private.xlsx")
    club.set("Form answers", "private.xlsx")
    problem = told(passed(club), "answers-not-ours")
    assert problem.at.column == "Value"
    assert problem.facts["mark"] == code(club)
    assert "secret" not in str([t.rows for t in club.backend.read().tabs])
    answers(tmp_path / "private.xlsx", code(club))
    done = passed(club)
    assert "answers-not-ours" not in [p.code for p in done.decided.problems]
    assert club.outcome("R1-01") == "1-0"


def test_a_code_in_an_answer_opens_nothing(club: Desk, tmp_path: Path) -> None:
    """Whoever fills the form in cannot let another book read it."""
    answers(tmp_path / "private.xlsx")
    wb = load_workbook(tmp_path / "private.xlsx")
    wb["Form Responses 1"]["D2"] = code(club)
    wb.save(tmp_path / "private.xlsx")
    club.set("Form answers", "private.xlsx")
    told(passed(club), "answers-not-ours")


def test_a_mirror_is_begun_in_an_empty_book_and_kept(club: Desk, tmp_path: Path) -> None:
    """The worker marks it; the next pass goes on; another event is refused for as long as it stands."""
    Workbook().save(tmp_path / "public.xlsx")
    club.set("Public sheet", "public.xlsx")
    assert not [p for p in passed(club).decided.problems if p.code == "mirror-not-ours"]
    shown = load_workbook(tmp_path / "public.xlsx")
    assert code(club) in shown.sheetnames
    assert shown["Ladder"]["B4"].value == "Ada"
    club.result("R1-01", "0-1")
    passed(club)
    mine = (tmp_path / "public.xlsx").read_bytes()
    other = file_desk(tmp_path / "other.xlsx", (("Xena", 2000), ("Yann", 1900)), started=True)
    other.set("Public sheet", "public.xlsx")
    for _ in range(2):
        done = passed(other)
        assert told(done, "mirror-not-ours").facts["why"] == "shows another event already"
        passed(club)
    assert (tmp_path / "public.xlsx").read_bytes() == mine


def test_a_mirror_never_overwrites_what_stands_there(club: Desk, tmp_path: Path) -> None:
    """A stranger's Ladder stays; so does another event's book, even where it names this one."""
    wb = Workbook()
    wb["Sheet"].title = "Ladder"
    wb["Ladder"]["A1"] = "ours since 1950"
    wb.save(tmp_path / "public.xlsx")
    before = (tmp_path / "public.xlsx").read_bytes()
    club.set("Public sheet", "public.xlsx")
    assert told(passed(club), "mirror-not-ours").facts["why"] == "is not empty"
    assert (tmp_path / "public.xlsx").read_bytes() == before
    wb.create_sheet(code(club))
    wb.save(tmp_path / "public.xlsx")
    passed(club)
    after = load_workbook(tmp_path / "public.xlsx")
    assert after["Ladder"]["A1"].value == "ours since 1950"
    assert after["Ladder (Pairsheet)"]["B4"].value == "Ada"
    other = file_desk(tmp_path / "other.xlsx", started=True)
    other.person.add_tab(code(club))
    before = (tmp_path / "other.xlsx").read_bytes()
    club.set("Public sheet", "other.xlsx")
    assert told(passed(club), "mirror-not-ours").facts["why"] == "is the book of an event itself"
    assert (tmp_path / "other.xlsx").read_bytes() == before


def test_a_mirror_of_an_earlier_version_goes_on(club: Desk, tmp_path: Path) -> None:
    """It has no mark yet, but the worker's tabs under this event's name; it gets one. Another event's does not."""
    Workbook().save(tmp_path / "public.xlsx")
    club.set("Tournament", "Club ladder").set("Public sheet", "public.xlsx")
    passed(club)

    def unmark() -> None:
        wb = load_workbook(tmp_path / "public.xlsx")
        del wb[next(t for t in wb.sheetnames if t.startswith("for-"))]
        wb.save(tmp_path / "public.xlsx")

    unmark()
    club.result("R1-01", "0-1")
    passed(club)
    assert code(club) in load_workbook(tmp_path / "public.xlsx").sheetnames
    unmark()
    other = file_desk(tmp_path / "other.xlsx", started=True)
    other.set("Tournament", "Another").set("Public sheet", "public.xlsx")
    told(passed(other), "mirror-not-ours")


def test_answers_that_were_read_before_go_on_with_a_note() -> None:
    """The Journal of a book begun earlier remembers the tab."""
    line = (1, "2026-11-02T18:00:00+01:00", "tabs", "", '{"Form Responses":"answers:123"}', "", "p")
    book = Grid("b", "b", (TabGrid("Journal", "Journal", (JOURNAL_TAB.headings, line)),))
    assert may_read(book, Grid("x", "x", (TabGrid("123", "Answers"),))) == "answers-unnamed"
    assert may_read(book, Grid("x", "x", (TabGrid("9", code_of(book).upper()),))) == ""
    with pytest.raises(NotAllowed):
        may_read(book, Grid("x", "x", (TabGrid("124", "Answers"),)))


def test_files_only_in_the_folder_of_the_book(tmp_path: Path) -> None:
    """No other folder, no link out of it, not the book itself, and none for a spreadsheet."""
    home, away = tmp_path / "home", tmp_path / "away"
    for folder in (home, away):
        folder.mkdir()
        Workbook().save(folder / "answers.xlsx")
    (home / "link.xlsx").symlink_to(away / "answers.xlsx")
    book = str(home / "book.xlsx")

    def opened(where: str) -> str:
        seen: list[str] = []

        def look(path: str) -> MemoryBackend:
            seen.append(path)
            return MemoryBackend(MemoryBook())

        open_beside(book, where, look)
        return seen[0]

    assert opened("answers.xlsx") == opened(str(home / "answers.xlsx")) == str((home / "answers.xlsx").resolve())
    for where in ("../away/answers.xlsx", str(away / "answers.xlsx"), "link.xlsx", "book.xlsx", "none.xlsx"):
        with pytest.raises(NotAllowed):
            opened(where)
    link = "https://docs.google.com/spreadsheets/d/abcdefghijklmnopqrstuvwxyz0123456789/edit"
    never: Callable[[str], MemoryBackend] = lambda _: pytest.fail("opened")  # noqa: E731
    for where in (str(home / "answers.xlsx"), "answers.xlsx", link.replace("/edit", "/copy")):
        with pytest.raises(NotAllowed):
            open_beside(link, where, never)


def test_a_path_that_may_not_be_used_is_one_line(club: Desk, tmp_path: Path) -> None:
    """With the cell it was typed into."""
    (tmp_path / "away").mkdir()
    answers(tmp_path / "away" / "private.xlsx")
    club.set("Form answers", "away/private.xlsx").set("Public sheet", "../other.xlsx")
    done = passed(club)
    found = [p for p in done.decided.problems if p.code == "link-not-allowed"]
    assert [p.at.column for p in found] == ["Value", "Value"]
    assert len({p.at.cell for p in found}) == 2
