"""The list of the fleet: at home in a workbook, a spreadsheet or a text file; what people put beside it stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.backends.google import GoogleBackend
from sync.backends.xlsx import XlsxBackend
from sync.fleet.board import Entry
from sync.fleet.listing import Listing, NoList, Shown, TextListing
from sync.grid import Cell
from sync.running.health import label
from tests.backends.google_rig import UNCOUNTED, GooglePerson, GoogleSession
from tests.backends.people import Person, XlsxPerson
from tests.emulator.fixtures import emulated

SHEET = "https://docs.google.com/spreadsheets/d/" + "a" * 44 + "/edit"
BOOKS = (Entry("/srv/club.xlsx"), Entry(SHEET, "north"))


@pytest.fixture(params=["workbook", "spreadsheet"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Listing, Person]:
    """A list in a workbook or a spreadsheet of the operator's, and the operator."""
    if request.param == "workbook":
        path = tmp_path / "fleet.xlsx"
        listing = Listing(XlsxBackend(path))
        listing.add(BOOKS)
        return listing, XlsxPerson(path)
    at = emulated()
    listing = Listing(GoogleBackend(at.book_id, GoogleSession(at.plain_session(), "", UNCOUNTED), tmp_path))
    listing.add(BOOKS)
    return listing, GooglePerson(at)


def rows(person: Person) -> list[list[Cell]]:
    """The tab as the operator sees it, without blank ends."""
    found = [list(row) for row in person.see("Fleet")]
    for row in found:
        while row and row[-1] is None:
            row.pop()
    return found


def test_books_are_added_once_and_removed(home: tuple[Listing, Person]) -> None:
    """A book that stands there is not added again, also by its id; an account may change."""
    listing, _ = home
    assert [line.entry for line in listing.lines()] == list(BOOKS)
    assert listing.add([BOOKS[0], Entry("a" * 44, "north")]) == ()
    assert listing.add([Entry(SHEET, "south")]) == (Entry(SHEET, "south"),)
    assert [line.entry.account for line in listing.lines()] == ["", "south"]
    assert listing.remove(["a" * 44]) == (Entry(SHEET, "south"),)
    assert [line.entry for line in listing.lines()] == [BOOKS[0]]
    assert listing.remove(["/srv/other.xlsx"]) == ()


def test_it_is_filled_in_and_what_people_add_stays(home: tuple[Listing, Person]) -> None:
    """State and error beside each book; a column of the operator's own and a line that is no book stay as typed."""
    listing, person = home
    width = len(rows(person)[0])
    person.type_at("Fleet", f"{chr(ord('A') + width)}1", "Organiser")
    person.type_at("Fleet", f"{chr(ord('A') + width)}2", "Ada")
    person.type_at("Fleet", "A4", "the club's old ladder")
    said = Shown("ladder", "running", "2026-12-01T10:00:00+00:00", 2, "")
    assert listing.fill({label(BOOKS[0].book): said, label(SHEET): Shown(state="set aside", error="no")})
    found = rows(person)
    assert found[1][2:4] == ["ladder", "running"]
    assert found[1][5] == 2
    assert found[1][width] == "Ada"
    assert found[2][3] == "set aside"
    assert found[2][6] == "no"
    assert found[3][0] == "the club's old ladder"
    assert found[3][3] == "not a book"
    assert not listing.fill({label(BOOKS[0].book): said}), "nothing changed, nothing is written"


def test_a_book_of_the_operators_without_a_list(tmp_path: Path) -> None:
    """It says what makes one, and is left as it is."""
    path = tmp_path / "other.xlsx"
    from openpyxl import Workbook

    Workbook().save(path)
    before = path.read_bytes()
    with pytest.raises(NoList, match="fleet add"):
        Listing(XlsxBackend(path)).lines()
    assert path.read_bytes() == before


def test_a_list_in_a_text_file(tmp_path: Path) -> None:
    """Comments stay; an account follows after a tab; a path may hold a blank."""
    path = tmp_path / "fleet.txt"
    path.write_text(f"# the north\n{SHEET}\tnorth\n/srv/our club.xlsx\n", encoding="utf-8")
    listing = TextListing(path)
    assert [line.entry for line in listing.lines()] == [Entry(SHEET, "north"), Entry("/srv/our club.xlsx")]
    assert listing.add([Entry(SHEET, "south"), Entry("/srv/new.xlsx")]) == (
        Entry(SHEET, "south"),
        Entry("/srv/new.xlsx"),
    )
    assert listing.remove(["/srv/our club.xlsx"]) == (Entry("/srv/our club.xlsx"),)
    assert path.read_text(encoding="utf-8") == f"# the north\n{SHEET}\tsouth\n/srv/new.xlsx\n"
    assert TextListing(tmp_path / "none.txt").lines() == ()
