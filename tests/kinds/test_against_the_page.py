"""What a second reader, written from the page alone, found in the first one: a case for each."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from rules.parts.ids import parse_ref
from rules.sheet import Kind
from sync.chesssites.accounts import Account, NoAccount, read_account
from sync.chesssites.model import Site
from sync.grid import Cell
from sync.kinds import DAY_FIRST, MONTH_FIRST, Misread, Ways, read_cell, read_moment, read_time
from sync.reading.stamps import TwoWays, read_stamp, stamp_column

BERLIN = ZoneInfo("Europe/Berlin")
WAYS = Ways(BERLIN)


def code(found: object) -> str:
    return found.code if isinstance(found, Misread) else ""


def test_an_error_in_a_column_of_moments_is_named_as_one() -> None:
    """As in every other kind: not as a time that cannot be read."""
    assert code(read_time("#REF!", WAYS)) == "error-cell"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.TEXT, Kind.RESULT, Kind.PLAYER, Kind.URL)])
@pytest.mark.parametrize("typed", ["\u200b", "\u200e \u00a0", "\ufeff\n"])
def test_a_cell_in_which_nothing_can_be_seen_is_blank(kind: Kind, typed: str) -> None:
    """Also in a column of moments."""
    assert read_cell(typed, kind, BERLIN, ("no", "yes")) is None
    assert read_time(typed, WAYS) is None


@pytest.mark.parametrize("kind", [Kind.ZONE, Kind.CHOICE, Kind.GAME_ID, Kind.ROUND_ID, Kind.PLAYERS])
def test_clean_text_of_which_nothing_is_left_is_blank(kind: Kind) -> None:
    """A control character alone is nothing to read."""
    assert read_cell("\u2000\x07", kind, BERLIN, ("no", "yes")) is None


@pytest.mark.parametrize(
    ("cell", "clock"),
    [
        (datetime(2026, 11, 30, 17, 59, 59, 999998), "2026-11-30T18:00:00+01:00"),
        (datetime(2026, 11, 30, 18, 0, 0, 2), "2026-11-30T18:00:00+01:00"),
    ],
)
def test_a_date_cell_is_rounded_to_the_second(cell: Cell, clock: str) -> None:
    """Programs that reckon with day numbers miss it by some millionths."""
    assert read_moment(cell, BERLIN) == datetime.fromisoformat(clock)


@pytest.mark.parametrize("cell", [46356, 46355.999999999, datetime(2026, 11, 29, 23, 59, 59, 999999), "2026-11-30"])
def test_a_deadline_that_rounds_to_a_date_alone_is_the_end_of_that_day(cell: Cell) -> None:
    """However the spreadsheet keeps it."""
    end = datetime(2026, 11, 30, 23, 59, 59, tzinfo=BERLIN)
    assert read_moment(cell, BERLIN, end_of_day=True) == end


def test_a_weekday_does_not_overrule_how_dates_are_meant() -> None:
    """8 March 2026 is a Sunday, 3 August a Monday: with the day first the weekday is wrong, and nothing is guessed."""
    typed = "Monday 08-03-2026"
    assert code(read_moment(typed, BERLIN, order=DAY_FIRST)) == "weekday-wrong"
    august = datetime(2026, 8, 2, 22, tzinfo=UTC)
    assert read_moment(typed, BERLIN, order=MONTH_FIRST) == august
    assert read_moment(typed, BERLIN) == august


@pytest.mark.parametrize("typed", ["ſ-R3-02", "ı-R3", "PARſ-P2"])
def test_letters_that_only_have_a_plain_capital_stand_in_no_id(typed: str) -> None:
    """`ſ` becomes S in capitals, and was section S."""
    assert parse_ref(typed) is None


def test_a_fraction_may_follow_a_unit_at_once() -> None:
    """Between parts may stand nothing."""
    assert read_cell("1 hour½min", Kind.DURATION, BERLIN) == 3630


@pytest.mark.parametrize("typed", ["chess.com=a", "lichess=юрий", "www.chess.com", "Lichess.org=" + "x" * 31])
def test_a_site_with_an_impossible_name_is_no_name_itself(typed: str) -> None:
    """It was an account called `chess.com=a`."""
    assert isinstance(read_account(typed), NoAccount)


def test_a_port_is_no_name_behind_a_site() -> None:
    """`chess.com:443/…` is a link, with or without what browsers put before it."""
    assert read_account("chess.com:443/member/adler_a") == Account("adler_a", Site.CHESS_COM)


def stamp(cell: Cell, order: str = "", column: Cell = None) -> object:
    """What a stamp of a form says, with another one in its column."""
    look = stamp_column(("Timestamp",), [(cell,), (column,)])
    assert look is not None
    return read_stamp(cell, look, BERLIN, None, order)


def test_letters_of_a_zone_do_not_choose_between_two_days() -> None:
    """1 July has no CET and 7 January has: yet only the setting, the column and the weekday say how a date is meant."""
    assert isinstance(stamp("1/7/2027 18:00 CET"), TwoWays)


def test_a_weekday_does_not_overrule_the_column_of_stamps() -> None:
    """Where two stamps of a column contradict each other, the setting counts, and by it the weekday is wrong."""
    typed = "Monday 08-03-2026 10:00"
    assert stamp(typed) == datetime(2026, 8, 3, 10, tzinfo=BERLIN)
    assert stamp(typed, DAY_FIRST, "13/1/2026 10:00") is None


def test_a_stamp_is_of_our_time() -> None:
    """An empty cell with the format of a date shows a day of 1899 or 1900."""
    assert stamp(datetime(1900, 1, 1, 8, 30), column="2026-11-30 18:00") is None


@pytest.mark.parametrize(
    "typed", ["lıchess: adler_a", "adler_a on lıchess", "lichess: adıler", "chess.com/member/adıler"]
)
def test_a_letter_that_only_looks_like_i_is_none(typed: str) -> None:
    """The first two ended the pass in a traceback, the others were accounts of somebody else's name."""
    assert isinstance(read_account(typed), NoAccount)
