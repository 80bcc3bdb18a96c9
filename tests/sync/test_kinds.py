"""Reading a cell by its column's kind: what people type, and what is refused with which words."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.registry import engine_of
from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds import (
    Misread,
    cell_text,
    clean,
    from_serial,
    name_key,
    next_slot,
    read_cell,
    read_moment,
    split_names,
    to_serial,
)
from sync.reading.results import NoResult, Said, read_result, turned

ZONE = ZoneInfo("Europe/Berlin")
LADDER = engine_of("ladder").sheet
PENTE = engine_of("pente").sheet

READ: list[tuple[Kind, Cell, object]] = [
    (Kind.TEXT, "  a  b ", "a b"), (Kind.TEXT, 7, "7"), (Kind.TEXT, 2.0, "2.0"), (Kind.TEXT, True, "TRUE"), (Kind.TEXT, " ", None),
    (Kind.TEXT, "\u200bAda\ufeff", "Ada"), (Kind.PLAYER, "007", "007"), (Kind.PLAYER, "1e5", "1e5"),
    (Kind.PLAYERS, "So, Wesley ; Ada;", ("So, Wesley", "Ada")),
    (Kind.INTEGER, 5, 5), (Kind.INTEGER, "5", 5), (Kind.INTEGER, 5.0, 5), (Kind.INTEGER, " -2 ", -2),
    (Kind.NUMBER, 7.75, Fraction(31, 4)), (Kind.NUMBER, "7 1/3", Fraction(22, 3)), (Kind.NUMBER, "1½", Fraction(3, 2)),
    (Kind.NUMBER, "2,5", Fraction(5, 2)), (Kind.NUMBER, "1900", Fraction(1900)),
    (Kind.CHECK, True, True), (Kind.CHECK, "x", True), (Kind.CHECK, "nein", False), (Kind.CHECK, "☐", False),
    (Kind.DURATION, "2 hours", 7200), (Kind.DURATION, "30 min", 1800), (Kind.DURATION, "1 day and 2 hours", 93600),
    (Kind.DURATION, 0, 0), (Kind.DURATION, "1,5 h", 5400), (Kind.DURATION, "0", 0), (Kind.DURATION, "3d", 259200),
    (Kind.SLOT, "sunday 18:00", "Sunday 18:00"), (Kind.SLOT, "Sun 8:05", "Sunday 08:05"),
    (Kind.ZONE, "Europe/Berlin", "Europe/Berlin"), (Kind.ZONE, "europe/berlin", "Europe/Berlin"),
    (Kind.ZONE, "Berlin", "Europe/Berlin"), (Kind.ZONE, "utc", "UTC"), (Kind.ZONE, "America/New York", "America/New_York"),
    (Kind.GAME_ID, "r3-2", "R3-02"), (Kind.GAME_ID, " F1-01.2 ", "F1-01.2"), (Kind.ROUND_ID, 3, "R3"),
    (Kind.ROUND_ID, "A-r3", "A-R3"), (Kind.URL, " https://x.org ", "https://x.org"),
]  # fmt: skip
REFUSED: list[tuple[Kind, Cell, str]] = [
    (Kind.INTEGER, 2.5, "not-whole"), (Kind.INTEGER, "two", "not-whole"), (Kind.INTEGER, True, "not-whole"),
    (Kind.NUMBER, "strong", "not-a-number"), (Kind.NUMBER, float("nan"), "not-a-number"),
    (Kind.NUMBER, float("inf"), "not-a-number"), (Kind.NUMBER, "1/0", "not-a-number"), (Kind.NUMBER, "1 2 3", "not-a-number"),
    (Kind.NUMBER, datetime(2026, 1, 1), "not-a-number"), (Kind.CHECK, "perhaps", "not-yes-no"),
    (Kind.DURATION, "a while", "not-a-duration"), (Kind.DURATION, 1.5, "not-a-duration"), (Kind.DURATION, "90", "not-a-duration"), (Kind.DURATION, "2 fortnights", "not-a-duration"),
    (Kind.SLOT, "Caturday 10:00", "not-a-slot"), (Kind.SLOT, "Sunday 25:00", "not-a-slot"), (Kind.SLOT, "s 10:00", "not-a-slot"),
    (Kind.ZONE, "CEST", "not-a-zone"), (Kind.ZONE, "../etc/passwd", "not-a-zone"), (Kind.GAME_ID, "game 3", "not-an-id"),
    (Kind.PLAYER, "x" * 101, "name-too-long"), (Kind.TEXT, "#REF!", "error-cell"), (Kind.NUMBER, "#N/A", "error-cell"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "cell", "value"), READ)
def test_read(kind: Kind, cell: Cell, value: object) -> None:
    """What a person means."""
    assert read_cell(cell, kind, ZONE) == value


@pytest.mark.parametrize(("kind", "cell", "code"), REFUSED)
def test_refused(kind: Kind, cell: Cell, code: str) -> None:
    """What cannot be read is said with a code, never guessed."""
    found = read_cell(cell, kind, ZONE)
    assert isinstance(found, Misread)
    assert found.code == code


def test_choices() -> None:
    """Case is forgiven, anything else is not."""
    choices = ("Active", "Paused")
    assert read_cell("active ", Kind.CHOICE, ZONE, choices) == "Active"
    found = read_cell("gone", Kind.CHOICE, ZONE, choices)
    assert isinstance(found, Misread)
    assert found.expected == "Active, Paused"
    assert read_cell(True, Kind.CHOICE, ZONE, ("no", "yes")) == "yes"


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-11-30 18:00", "2026-11-30T18:00:00+01:00"), ("2026-07-01T08:30", "2026-07-01T08:30:00+02:00"),
        ("30.11.2026 18:00", "2026-11-30T18:00:00+01:00"), ("30 Nov 2026, 18:00", "2026-11-30T18:00:00+01:00"),
        ("Mon 30 Nov 2026, 18:00 CET", "2026-11-30T18:00:00+01:00"), ("2026-11-30", "2026-11-30T23:59:59+01:00"),
        (datetime(2026, 11, 30), "2026-11-30T23:59:59+01:00"), (datetime(2026, 11, 30, 9), "2026-11-30T09:00:00+01:00"),
    ],
)  # fmt: skip
def test_moments(typed: Cell, moment: str) -> None:
    """A date alone means the end of that day, where the column is a deadline."""
    found = read_moment(typed, ZONE, end_of_day=True)
    assert isinstance(found, datetime)
    assert found.isoformat() == moment


@pytest.mark.parametrize("typed", ["11/12/2026", "tomorrow", "2026-13-01", "2026-02-30", 17, True, "18:00"])
def test_no_moments(typed: Cell) -> None:
    """What could mean two days, or none, is refused."""
    assert isinstance(read_moment(typed, ZONE), Misread)


def test_a_date_cell_means_the_files_own_zone() -> None:
    """Text is read in the event's zone, a real date by the clock of the file."""
    tokyo = ZoneInfo("Asia/Tokyo")
    cell = datetime(2026, 11, 30, 18, 0)
    typed = read_moment(cell, ZONE, file_zone=tokyo)
    assert isinstance(typed, datetime)
    assert typed.isoformat() == "2026-11-30T10:00:00+01:00"
    text = read_moment("2026-11-30 18:00", ZONE, file_zone=tokyo)
    assert isinstance(text, datetime)
    assert text.isoformat() == "2026-11-30T18:00:00+01:00"


@given(st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(lambda m: m.replace(microsecond=0)))
def test_serials_come_back(moment: datetime) -> None:
    """A day number says the same second again."""
    assert from_serial(to_serial(moment)) == moment


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """And what is compared does not change by cleaning."""
    assert clean(clean(text)) == clean(text)
    assert name_key(clean(text)) == name_key(text)
    assert all(part == clean(part) and part for part in split_names(text))


CELLS = st.one_of(
    st.none(), st.text(max_size=12), st.integers(), st.floats(), st.booleans(),
    st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)),
)  # fmt: skip


@given(CELLS, st.sampled_from(list(Kind)))
def test_no_cell_crashes_a_reader(cell: Cell, kind: Kind) -> None:
    """Whatever stands in a cell, there is a value, a blank or a Misread with a code of the catalogue."""
    from sync.problems import CATALOGUE

    found = read_cell(cell, kind, ZONE, ("a", "b"))
    assert not isinstance(found, Misread) or found.code in CATALOGUE
    assert isinstance(cell_text(cell), str)


@given(CELLS)
def test_no_cell_crashes_the_result_reader(cell: Cell) -> None:
    """A result, no result, or blank."""
    for sheet in (LADDER, PENTE):
        assert isinstance(read_result(cell, sheet), Said | NoResult | None)


@pytest.mark.parametrize("word", [w.word for w in LADDER.results])
def test_every_word_of_the_list_is_read_and_turned_back(word: str) -> None:
    """Each reads as itself; seen from the other side twice it is the same."""
    said = read_result(word, LADDER)
    assert isinstance(said, Said)
    assert said.word == word
    if word != "0-0F":
        assert turned(turned(said, LADDER), LADDER) == said


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("1-0!", "1-0"), ("=1-0", "1-0"), ("Null?", "Null"), ("viod", "Void"), ("=", ""), (0.5, "1/2-1/2"),
        ("1/2", "1/2-1/2"), ("2-1", ""), ("1-1", ""), ("0", ""), ("1", ""), ("won", ""), ("10-0", ""), ("-", ""),
    ],
)  # fmt: skip
def test_only_a_result_that_was_clearly_meant_is_proposed(typed: Cell, near: str) -> None:
    """One wrong figure is another result: nobody is asked whether `2-1` meant that Black won."""
    said = read_result(typed, LADDER)
    assert isinstance(said, NoResult)
    assert said.near == (f" Did you mean {near}?" if near else "")


def test_matches() -> None:
    """Scores of a match, and a tie declared on a score."""
    assert read_result("3–1", PENTE) == Said("3-1", (Fraction(3), Fraction(1)), read_result("3-1", PENTE).how)  # type: ignore[union-attr]
    tie = read_result("6-6 tie", PENTE)
    assert isinstance(tie, Said)
    assert tie.word == "6-6 tie"
    assert turned(Said("3-1", (Fraction(3), Fraction(1)), tie.how), PENTE).score == (Fraction(1), Fraction(3))


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("2026-11-01 18:00", "2026-11-01 18:00"), ("2026-11-01 18:01", "2026-11-08 18:00"),
        ("2026-10-24 12:00", "2026-10-25 18:00"),
    ],
)  # fmt: skip
def test_the_next_slot(at: str, found: str) -> None:
    """At or after the moment, by the clock on the wall, across a change of clocks too."""
    slot = next_slot("Sunday 18:00", datetime.fromisoformat(at).replace(tzinfo=ZONE))
    assert f"{slot:%Y-%m-%d %H:%M}" == found
