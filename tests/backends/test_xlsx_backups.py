"""Earlier versions of a workbook: which are kept, where they lie, and what a write gives back."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import openpyxl
import pytest

from sync.backends.base import BackendError, Refused
from sync.backends.books import open_book
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_back import refuse_changed
from sync.backends.xlsx_backups import Backup, Keep, backups, folder_of, gone
from sync.grid import Grid, TabGrid
from sync.plan import AppendRows
from tests.backends.contract import plan
from tests.backends.sample import FIRST_ROWS, TABS
from tests.backends.test_xlsx_file import add_part

ROW = AppendRows("Journal", ((1, "x"),))


def a_list(*ages: timedelta) -> tuple[Backup, ...]:
    """Backups of these ages, the newest first."""
    now = datetime(2027, 3, 20, 12)
    return tuple(Backup(now - age, 1, Path(str(age))) for age in sorted(ages))


def test_the_last_ten_and_the_last_of_each_day_for_two_weeks() -> None:
    """Every hour for twenty days: ten of today, and one of each of the thirteen days before."""
    all_ = a_list(*(timedelta(hours=n) for n in range(24 * 20)))
    kept = [b for b in all_ if b not in gone(all_, Keep())]
    assert kept[:10] == list(all_[:10])
    days = [b.until.date() for b in kept]
    assert sorted(set(days)) == [datetime(2027, 3, 7).date() + timedelta(days=n) for n in range(14)]
    assert all(b.until.hour == 23 for b in kept[10:])


def test_a_long_pause_takes_no_backup_away() -> None:
    """Ten weekly writes: all ten are kept, although most are older than two weeks."""
    all_ = a_list(*(timedelta(weeks=n) for n in range(10)))
    assert gone(all_, Keep()) == ()


@pytest.mark.parametrize(("text", "keep"), [("3", Keep(3, 0)), ("3 2", Keep(3, 2)), ("0, 5", Keep(0, 5))])
def test_how_many_is_a_setting(text: str, keep: Keep) -> None:
    """Two numbers: how many of the newest, and for how many days."""
    assert Keep.of(text) == keep


@pytest.mark.parametrize("text", ["many", "-1", "1 2 3", "5000"])
def test_a_setting_that_is_none_is_told(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One plain line that names the variable."""
    monkeypatch.setenv("PAIRSHEET_BACKUPS", text)
    with pytest.raises(BackendError, match="PAIRSHEET_BACKUPS"):
        open_book("book.xlsx")


def test_a_director_finds_them(tmp_path: Path) -> None:
    """`club.xlsx` has a folder `club backups` with workbooks named by when they were the book."""
    book = tmp_path / "club.xlsx"
    backend = XlsxBackend(book, Keep(2, 0))
    backend.prepare(TABS, FIRST_ROWS)
    before = []
    for number in range(4):
        before.append(book.read_bytes())
        backend.write(plan(backend.read(), AppendRows("Journal", ((number, "x"),))))
    assert folder_of(book).name == "club backups"
    assert [b.path.read_bytes() for b in backups(book)] == before[:1:-1]
    assert all(b.path.suffix == ".xlsx" for b in backups(book))


def test_none_are_made_where_none_are_wanted(tmp_path: Path) -> None:
    """`0` keeps none, and makes no folder."""
    book = tmp_path / "club.xlsx"
    backend = XlsxBackend(book, Keep(0, 0))
    backend.prepare(TABS, FIRST_ROWS)
    backend.write(plan(backend.read(), ROW))
    assert not folder_of(book).exists()


def grid(*rows: tuple[object, ...], title: str = "Players") -> Grid:
    """A book of one tab."""
    return Grid("b", "b", (TabGrid("k", title, rows),))  # type: ignore[arg-type]


def test_a_cell_that_would_read_otherwise_is_named() -> None:
    """What the plan does not write must read as before, to the last cell and whatever its kind."""
    before = grid(("Player", "Rating"), ("Ada", 1800))
    refuse_changed(before, before, frozenset(), "club.xlsx")
    for after in (grid(("Player", "Rating"), ("", 1800)), grid(("Player", "Rating"), ("Ada",)), grid(("Player",))):
        with pytest.raises(Refused, match="Players!"):
            refuse_changed(before, after, frozenset(), "club.xlsx")
    with pytest.raises(Refused, match="the tab Players"):
        refuse_changed(before, grid(title="Other"), frozenset(), "club.xlsx")
    longer = grid(("Player", "Rating"), ("Ada", 1800), ("Ben", None, "x"))
    with pytest.raises(Refused, match="Players!A3"):
        refuse_changed(before, longer, frozenset({("Players", "C3")}), "club.xlsx")
    refuse_changed(before, longer, frozenset({("Players", "A3"), ("Players", "C3")}), "club.xlsx")


@pytest.mark.parametrize(
    "cell", [b'<c r="A900" t="str"><is><t>a text</t></is></c>', b'<c r="A900"><is><t>a text</t></is></c>']
)
def test_a_text_that_two_libraries_read_differently_is_not_lost(tmp_path: Path, cell: bytes) -> None:
    """One shows the text of a malformed cell, the other would edit around it: refused, with the cell's address.

    A write to another tab leaves it as it lies. Typed anew, as the message says, the next pass writes here too.
    """
    book = tmp_path / "club.xlsx"
    backend = XlsxBackend(book)
    backend.prepare(TABS, FIRST_ROWS)
    add_part(book, "xl/worksheets/sheet3.xml", old=b"</sheetData>", new=b'<row r="900">' + cell + b"</row></sheetData>")
    backend.write(plan(backend.read(), ROW))
    before, read = book.read_bytes(), backend.read()
    assert read.tabs[2].cell(900, 0) == "a text"
    here = AppendRows("Games", (("R1-01",),))
    with pytest.raises(Refused, match=r"Games!A900 .*a text"):
        backend.write(plan(read, here))
    assert book.read_bytes() == before
    with pytest.raises(Refused, match=r"Games!A900 .*a text"):
        XlsxBackend(book, writer="openpyxl").write(plan(read, ROW))
    assert book.read_bytes() == before
    wb = openpyxl.load_workbook(book)
    wb["Games"]["A900"] = "a text"
    wb.save(book)
    backend.write(plan(backend.read(), here))
    assert openpyxl.load_workbook(book)["Games"]["A900"].value == "a text"
    assert openpyxl.load_workbook(book)["Games"]["A901"].value == "R1-01"
