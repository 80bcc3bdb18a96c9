"""Cells as they are sent and read: types, formulas for every locale, links, dates."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.backends.base import Raced
from sync.backends.google_known import Known, Sheet
from sync.backends.google_read import range_of, rows_of
from sync.backends.google_write import Writer, cell_data, everywhere, link_formula
from sync.kinds import to_serial
from sync.plan import AppendRows, Formula, Link, Plan, ReplaceRows
from tests.backends.contract import GAME, named, plan
from tests.backends.google_rig import GooglePerson, prepared
from tests.emulator.cells import Formula as Entered
from tests.emulator.cells import from_extended


def ids(name: str) -> int | None:
    """Only Games is known."""
    return 77 if name == "Games" else None


@given(st.text(max_size=60))
def test_no_text_becomes_anything_but_text(text: str) -> None:
    """Whatever a player sends is entered as a string value, or not at all."""
    data = cell_data(text, ids)
    assert set(data.get("userEnteredValue", {"stringValue": ""})) == {"stringValue"}
    assert not isinstance(from_extended(data.get("userEnteredValue")), Entered)


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_link_is_one_formula_whatever_its_text(text: str, tail: str) -> None:
    """Quotes are doubled, so that nothing gets out of the two strings."""
    formula = link_formula(Link(text, "https://example.org/" + tail), ids)
    if not text:
        assert formula == ""
        return
    inner = formula.removeprefix("=HYPERLINK(").removesuffix(")")
    first, rest = _string(inner)
    assert first == "https://example.org/" + tail
    assert rest[0] == ";"
    second, end = _string(rest[1:])
    assert (second, end) == (text, "")


def _string(text: str) -> tuple[str, str]:
    assert text[0] == '"'
    at, out = 1, ""
    while True:
        if text[at : at + 2] == '""':
            out, at = out + '"', at + 2
        elif text[at] == '"':
            return out, text[at + 1 :]
        else:
            out, at = out + text[at], at + 1


def test_links_lead_to_cells_and_only_to_web_addresses() -> None:
    """A tab by its id, so that a renamed one is still found; anything but http leads nowhere."""
    assert link_formula(Link("C14", tab="Games", cell="C14"), ids) == '=HYPERLINK("#gid=77&range=C14";"C14")'
    assert link_formula(Link("x", url="javascript:alert(1)"), ids) == ""
    assert link_formula(Link("x", tab="Nowhere", cell="A1"), ids) == ""
    assert cell_data(Link("x", url="mailto:a@b"), ids) == {"userEnteredValue": {"stringValue": "x"}}


def test_formulas_are_read_alike_in_every_locale() -> None:
    """`;` between arguments, which a comma locale and a dot locale both take; quoted parts are left alone."""
    assert everywhere('=IF(A1="a,b",INDEX(\'My, tab\'!A:A,2),"")') == '=IF(A1="a,b";INDEX(\'My, tab\'!A:A;2);"")'
    assert everywhere("={1,2}") == "={1,2}"


def test_numbers_a_spreadsheet_cannot_hold_are_text() -> None:
    """No digit is lost behind anybody's back, and no request is one Google cannot read."""
    assert cell_data(2**60, ids) == {"userEnteredValue": {"stringValue": str(2**60)}}
    assert cell_data(float("inf"), ids) == {"userEnteredValue": {"stringValue": "inf"}}
    assert cell_data(True, ids) == {"userEnteredValue": {"boolValue": True}}


@given(st.datetimes(datetime(2000, 1, 2), datetime(2099, 12, 31)))
def test_a_time_of_day_comes_back_as_a_date_to_the_second(moment: datetime) -> None:
    """Through the day number and back; midnight stays a number, which date columns read as a day."""
    moment = moment.replace(microsecond=0)
    ((got,),) = rows_of([[to_serial(moment)]])
    whole = (moment.hour, moment.minute, moment.second) == (0, 0, 0)
    assert got == (to_serial(moment) if whole else moment)


def test_money_and_ratings_stay_numbers() -> None:
    """45000.5 under Prize is money, not a day in 2023."""
    assert rows_of([["Place", "Prize"], [1, 45000.5]])[1] == (1, 45000.5)
    assert rows_of([["Place", "When"], [1, 45000.5]])[1] == (1, datetime(2023, 3, 15, 12))


def test_blanks_at_the_ends_are_no_cells() -> None:
    """Empty texts, short rows, blank rows."""
    assert rows_of([["a", "", None], [], ["", "b", ""], [""], []]) == [("a",), (), (None, "b")]


@pytest.mark.parametrize("title", ["Games", "It's", "D3", "R1C1", "A:A", "Blatt 1", "名簿", "'", "''x''"])
def test_a_tab_of_any_title_is_read_and_written(tmp_path: Path, title: str) -> None:
    """Titles that look like cells, ranges or quotes."""
    at = prepared(tmp_path)
    person = GooglePerson(at.emulated)
    if title != "Games":
        person.rename_tab("Games", title)
    assert range_of(title).count("'") == 2 + 2 * title.count("'")
    backend = at.backend("new")
    grid = backend.read()
    key = named(grid, title).key
    backend.write(Plan("p", grid.revision, (AppendRows("Games", (GAME,)),), {"Games": key}))
    assert named(backend.read(), title).rows[1] == GAME


def test_a_date_typed_in_the_spreadsheets_zone_arrives_as_its_wall_clock(tmp_path: Path) -> None:
    """The cell's number carries no zone; the grid says which zone the file has."""
    at = prepared(tmp_path)
    at.emulated.director.set_zone("America/New_York")
    person = GooglePerson(at.emulated)
    backend = at.backend()
    backend.write(plan(backend.read(), AppendRows("Games", (GAME,))))
    person.type("Games", "Deadline", 2, datetime(2026, 3, 8, 2, 30))
    grid = backend.read()
    games = named(grid, "Games").rows
    assert games[1][games[0].index("Deadline")] == datetime(2026, 3, 8, 2, 30)
    assert grid.zone == "America/New_York"


def test_a_plan_for_a_tab_nobody_knows_is_raced() -> None:
    """Found out before anything is sent."""
    known = Known("x", None, (Sheet(1, "Games"),), (4,))
    step = ReplaceRows("Why", 4, (("a",),), 1)
    with pytest.raises(Raced, match="Why is gone"):
        Writer(Plan("t", 4, (step,), {"Why": "99"}), known, None, lambda *_: [])


def test_a_formula_in_an_appended_row_gets_no_text_format() -> None:
    """A look-up in a plain-text cell would show itself; blanks under Result take what is typed as text."""
    look_up = cell_data(Formula("=A1"), ids)
    assert "userEnteredFormat" not in look_up
    assert cell_data(None, ids, {"type": "TEXT"}) == {"userEnteredFormat": {"numberFormat": {"type": "TEXT"}}}
