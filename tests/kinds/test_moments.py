"""Moments in cells and stamps: what is read as which moment, and what is asked about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rules.reasons import moment_text
from sync.grid import Cell
from sync.kinds import DAY_FIRST, MONTH_FIRST, Misread, dates_possible, read_moment

BERLIN = ZoneInfo("Europe/Berlin")
WINTER, SUMMER = "2026-11-30T18:00:00+01:00", "2027-07-01T18:00:00+02:00"
READ: list[tuple[str, str]] = [
    ("2026-11-30 18:00", WINTER), ("2026-11-30T18:00", WINTER), ("2026-11-30T18:00:00", WINTER),
    ("2026-11-30 18:00:00.000", WINTER), ("2026-11-30T17:00:00Z", WINTER), ("2026-11-30T17:00Z", WINTER),
    ("2026-11-30T18:00:00+01:00", WINTER), ("2026-11-30T18:00:00+0100", WINTER), ("2026-11-30T18:00+01", WINTER),
    ("2026-11-30T12:00:00-05:00", WINTER), ("2026-11-30T12:00-05:00", WINTER), ("2026-11-30 18:00 +01:00", WINTER),
    ("2026-11-30 17:00 UTC", WINTER), ("2026-11-30 17:00 GMT", WINTER), ("2026-11-30 18:00 UTC+1", WINTER),
    ("2026-11-30 12:00 GMT-5", WINTER), ("2026-11-30 18:00 CET", WINTER), ("2026-11-30 12:00 America/New York", WINTER),
    ("2026-11-30 12:00 america/new_york", WINTER), ("2026/11/30 18:00", WINTER), ("2026.11.30 18:00", WINTER),
    ("30.11.2026 18:00", WINTER), ("30. 11. 2026, 18:00", WINTER), ("30.11.2026 18.00", WINTER),
    ("30.11.2026 18:00 Uhr", WINTER), ("30.11.2026 18h00", WINTER), ("30.11.2026 18 h 00", WINTER),
    ("30.11.2026 18h", WINTER), ("30.11.2026 18 Uhr", WINTER), ("30/11/2026 18:00", WINTER), ("11/30/2026 18:00", WINTER),
    ("30-11-2026 18:00", WINTER), ("30 Nov 2026, 18:00", WINTER), ("30. November 2026 18:00", WINTER),
    ("November 30, 2026 6:00 PM", WINTER), ("Nov 30th, 2026, 6 p.m.", WINTER), ("30-Nov-2026 18:00", WINTER),
    ("30 de noviembre de 2026 18:00", WINTER), ("30 novembre 2026 18:00", WINTER), ("Mon 30 Nov 2026, 18:00", WINTER),
    ("Monday, 2026-11-30 18:00", WINTER), ("lundi 30 novembre 2026 18:00", WINTER), ("Mo., 30.11.2026 18:00", WINTER),
    ("11/30/2026 6:00:00\u202fPM", WINTER), ("２０２６-11-30 18:00".replace("11", "１１").replace("30", "３０").replace("18:00", "１８：００"), WINTER),
    ("2027-07-01 18:00", SUMMER), ("2027-07-01 18:00 CEST", SUMMER), ("Wed 3/11/2026 18:00", "2026-03-11T18:00:00+01:00"),
    ("2026-11-30", "2026-11-30T00:00:00+01:00"), ("2026-11-30 24:00", "2026-12-01T00:00:00+01:00"),
    ("2026-11-30 12:00 AM", "2026-11-30T00:00:00+01:00"), ("2026-11-30 12:30 pm", "2026-11-30T12:30:00+01:00"),
    ("5/5/2027", "2027-05-05T00:00:00+02:00"), ("2027-03-28 02:30", "2027-03-28T03:30:00+02:00"),
    ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"), ("2026-10-25 02:30 CET", "2026-10-25T02:30:00+01:00"),
]  # fmt: skip
ASKED: list[tuple[Cell, str]] = [
    ("1/11/2027", "date-two-ways"), ("01/11/2027 18:00", "date-two-ways"), ("1-11-2027", "date-two-ways"),
    ("Tuesday 2026-11-30", "weekday-wrong"), ("So 30.11.2026", "weekday-wrong"), ("Wed 1/11/2027", "weekday-wrong"),
    ("2026-11-30 18:00 EST", "zone-letters"), ("2026-11-30 18:00 CEST", "zone-letters"),
    ("2027-07-01 18:00 CET", "zone-letters"), ("2027-03-28 02:30 CET", "zone-letters"), ("2026-11-30 18:00 heute", "zone-letters"),
    ("2026-11-30 10:00-12:00", "not-a-time"), ("2026-11-30 18:00 -05:00", "not-a-time"), ("2026-11-30 18:00 to 19:00", "not-a-time"),
    ("2026-11-30T18:00+15:00", "not-a-time"), ("2026-11-30 18:00:60", "not-a-time"), ("2026-11-30 24:01", "not-a-time"),
    ("2026-11-30 25:00", "not-a-time"), ("2026-11-30 13:00 PM", "not-a-time"), ("2026-11-30 0:30 am", "not-a-time"),
    ("2026-11-30 18", "not-a-time"), ("2026-11-30 18:0", "not-a-time"), ("2026-11-31", "not-a-time"), ("30.11.26", "not-a-time"),
    ("30.11.", "not-a-time"), ("31/11/2026", "not-a-time"), ("13/13/2026", "not-a-time"), ("2026-11", "not-a-time"),
    ("18:00", "not-a-time"), ("tomorrow", "not-a-time"), ("30 Novembro 2026 or later", "not-a-time"), ("30 Nvo 2026", "not-a-time"),
    ("by 2026-11-30", "not-a-time"), ("2026-11-30 at 18:00", "not-a-time"), ("2026-11-30\n18:00", "not-a-time"),
    ("20261130", "not-a-time"), ("46000", "not-a-time"), ("now", "not-a-time"), (17, "not-a-time"), (True, "not-a-time"),
    ("2026–11–30", "not-a-time"), ("2026-11-30 18:00 Mars/Olympus", "not-a-time"), ("٢٠٢٦-11-30", "not-a-time"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "moment"), READ)
def test_moments(typed: str, moment: str) -> None:
    """A zone that is said is converted; letters count where they are the event's own zone on that day."""
    found = read_moment(typed, BERLIN)
    assert isinstance(found, datetime), found
    assert found.isoformat() == moment


@pytest.mark.parametrize(("typed", "code"), ASKED)
def test_what_could_be_another_moment_is_asked_about(typed: Cell, code: str) -> None:
    """Nothing is dropped and nothing guessed."""
    found = read_moment(typed, BERLIN)
    assert isinstance(found, Misread), found
    assert found.code == code


def test_a_date_of_two_days_shows_both() -> None:
    """And a setting says which is meant; one that is one day only is that day under either."""
    both = read_moment("1/11/2027 18:00", BERLIN)
    assert isinstance(both, Misread)
    assert both.expected == "2027-11-01 or 2027-01-11"
    days = [read_moment("1/11/2027", BERLIN, order=order) for order in (DAY_FIRST, MONTH_FIRST)]
    assert [d.isoformat()[:10] for d in days if isinstance(d, datetime)] == ["2027-11-01", "2027-01-11"]
    for order in (DAY_FIRST, MONTH_FIRST):
        for typed in ("30/11/2026 18:00", "11/30/2026 18:00", "Mon 30.11.2026 18:00"):
            found = read_moment(typed, BERLIN, order=order)
            assert isinstance(found, datetime)
            assert found.isoformat() == WINTER


def test_the_readings_of_a_stamp() -> None:
    """For a column of stamps of one form: each says how day and month were taken, where that tells anything."""
    assert [s.order for s in dates_possible("1/11/2027 18:00:00")] == [DAY_FIRST, MONTH_FIRST]
    assert [s.order for s in dates_possible("13/1/2027")] == [DAY_FIRST]
    assert [s.order for s in dates_possible("1/13/2027")] == [MONTH_FIRST]
    assert [s.order for s in dates_possible("5/5/2027")] == [""]
    assert [s.order for s in dates_possible("13.1.2027")] == [""]
    assert [s.order for s in dates_possible("Mon 1/11/2027")] == [DAY_FIRST, MONTH_FIRST]
    assert [s.order for s in dates_possible("Tue 3/11/2026")] == [DAY_FIRST]
    assert dates_possible("soon") == ()


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "UTC", "Europe/London"]
)
def test_what_the_program_writes_it_reads_back(zone: str) -> None:
    """In the words of every view, and as it is noted in the Journal: the same minute, in a doubled hour too."""
    here = ZoneInfo(zone)
    start = datetime(2026, 3, 1, 0, 30, tzinfo=UTC)
    changes = [
        datetime(2026, m, d, h, 30, tzinfo=UTC) for m, d in ((3, 8), (3, 29), (10, 25), (11, 1)) for h in range(9)
    ]
    for moment in (*(start + timedelta(hours=7 * n) for n in range(1270)), *changes):
        there = moment.astimezone(here)
        for written in (moment_text(there), there.isoformat(), str(there)):
            assert read_moment(written, here) == there, written
