"""Report files: exact round trips, mistakes named by place, both editions, and a real event."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules.parts.trf import PlayerRecord, RoundResult, TrfError, dump_trf, make_trf, read_trf
from rules.parts.trf.editions import convert, edition_of
from rules.parts.trf.records import HeaderRecord, NationalRecord, ProhibitedRecord
from rules.parts.trf.scoring import scoring_of
from tests.rules.trf.sound import load_trf

SHARED = Path(os.environ.get("PAIRSHEET_SHARED") or Path(__file__).resolve().parents[3].parent / "shared")
REAL = SHARED / "data" / "trf" / "donostia-2010.trf"

SMALL = """\
012 Little Open
XXR 3
XXC black1
001    1 m GM Ahlberg, Anna                     2400 SWE     1700001 1990/01/02  2.0    1     3 b 1     2 w 0  0000 - U
001    2 w    Berg, Bo                          2300 SWE     1700002 1991/00/00  1.5    2     4 w =     1 b 1  0000 - Z
001    3 m    Carlsen, Carl                        0 SWE           0 1992/00/00  0.0    4     1 w 0     4 b -          \n\
001    4 m    Dahl, Dag                         2100 SWE     1700004 1993/00/00  2.0    3     2 b =     3 w +  0000 - H
XXP 1 4
XXS WW=1.0 HPB=0.5
"""


def line(number: int, text: str = SMALL) -> str:
    """A line of the text, counted from 1."""
    return text.split("\n")[number - 1]


def with_line(number: int, new: str) -> str:
    """The small file with one line replaced."""
    lines = SMALL.split("\n")
    lines[number - 1] = new
    return "\n".join(lines)


def put(text: str, column: int, value: str) -> str:
    """The text with characters from a column (from 1) on replaced."""
    return text[: column - 1] + value + text[column - 1 + len(value) :]


@pytest.fixture(name="real")
def real_file() -> bytes:
    """Bytes of the real event, skipped loudly where the shared data is not at hand."""
    if not REAL.exists():
        warnings.warn(f"{REAL} is missing: the real event is not checked", stacklevel=2)
        pytest.skip(f"{REAL} is missing; set PAIRSHEET_SHARED")
    return REAL.read_bytes()


def test_real_event_round_trip(real: bytes) -> None:
    """A real file of 52 players comes back byte for byte, and nothing in it is called wrong."""
    reading = read_trf(real)
    assert reading.problems == ()
    assert dump_trf(reading.trf) == real
    assert len(reading.trf.players) == 52
    assert (reading.trf.rounds, reading.trf.total_rounds) == (4, 9)


def test_real_event_points_add_up(real: bytes) -> None:
    """The printed points are the sum of the rounds by the file's own point system."""
    trf = load_trf(real)
    scoring = scoring_of(trf)
    assert all(sum(map(scoring.of, player.rounds)) == player.points for player in trf.players)


def test_real_event_lines_written_afresh(real: bytes) -> None:
    """A line made from the values alone has every field in the columns of the original."""
    for player in load_trf(real).players:
        assert dump_trf(make_trf([replace(player, source="")])).decode().rstrip() == player.source.rstrip()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_bytes_come_back(ending: str, encoding: str) -> None:
    """Any line end, any encoding, blank lines, comments, unknown lines, no end at the end: all the same bytes."""
    text = "### by hand\n\n" + SMALL.replace("Ahlberg", "Åhlberg") + "999 what is this\nXXQ of somebody\n012 again"
    data = text.replace("\n", ending).encode(encoding)
    reading = read_trf(data)
    assert dump_trf(reading.trf) == data
    assert [(one.line, one.column, one.blocks) for one in reading.problems] == [(12, 1, False)]
    assert reading.trf.players[0].name == "Åhlberg, Anna"


def test_values_of_the_small_file() -> None:
    """Every kind of cell is read as what it means."""
    trf = load_trf(SMALL)
    one, _, three, four = trf.players
    assert (one.title, one.rating, one.federation, one.birth) == ("GM", 2400, "SWE", "1990/01/02")
    assert one.rounds == (RoundResult(3, "b", "1"), RoundResult(2, "w", "0"), RoundResult(None, "-", "U"))
    assert three.rating is None
    assert three.result(3) == RoundResult()
    assert four.points == 2
    assert trf.text("XXR") == "3"


@pytest.mark.parametrize(
    ("number", "column", "value", "expected"),
    [
        (4, 5, "   x", "a starting rank"),
        (4, 49, "24OO", "a rating"),
        (4, 81, " two", "points such as"),
        (4, 86, " 1st", "a rank"),
        (4, 92, "  3a", "an opponent's starting rank"),
        (4, 97, "g", "w, b or -"),
        (4, 99, "2", "a result: one of"),
        (2, 5, "x", "the number of rounds"),
        (3, 5, "green1", "white1, black1 or rank"),
        (8, 7, "x", "a starting rank"),
        (9, 5, "WW:1.0", "points such as WW=1.0"),
        (4, 96, "7", "a blank column"),
        (4, 92, "   9", "the starting rank of another player"),
        (4, 92, "   1", "the starting rank of another player"),
        (4, 92, "   4", "an opponent whose own line names 1"),
        (4, 97, "w", "the colour that line 6 leaves"),
        (4, 99, "D", "a result that fits 0 of line 6"),
        (5, 5, "   1", "a starting rank not used before"),
        (4, 99, "U", "a result of a game against 3"),
    ],
)
def test_a_wrong_line_is_named(number: int, column: int, value: str, expected: str) -> None:
    """Line, column, value, and what was expected; the same file cannot be loaded as sound."""
    text = with_line(number, put(line(number), column, value))
    found = [one for one in read_trf(text).blocked if one.line == number and expected in one.expected]
    assert found, [str(one) for one in read_trf(text).problems]
    assert found[0].value in value.strip()
    assert column <= found[0].column < column + len(value)
    with pytest.raises(TrfError, match=f"line {number}, column"):
        load_trf(text)


def test_a_game_needs_an_opponent() -> None:
    """A win without opponent is named at the opponent's columns."""
    (found,) = read_trf(with_line(4, put(line(4), 119, "1"))).blocked
    assert (found.line, found.column, found.value) == (4, 112, "0000")
    assert found.expected == "the opponent of a game played"


def test_all_mistakes_come_at_once() -> None:
    """Three wrong lines: three problems in one reading, in the order of the file."""
    text = with_line(2, "XXR many").replace("  2.0    1", "  2,x    1").replace("XXP 1 4", "XXP 1")
    places = [(one.line, one.column) for one in read_trf(text).blocked if one.line in (2, 4, 8)]
    assert places == [(2, 5), (4, 82), (8, 5)]


def test_shifted_field_is_a_warning() -> None:
    """Something in a blank column is said, and the file is read all the same."""
    text = with_line(4, put(line(4), 48, "x"))
    reading = read_trf(text)
    assert [(one.line, one.column, one.blocks) for one in reading.problems] == [(4, 48, False)]
    assert len(reading.trf.players) == 4


def test_points_that_do_not_add_up_are_a_warning() -> None:
    """Printed points other than the sum of the rounds are named with that sum."""
    (found,) = read_trf(with_line(5, put(line(5), 81, " 2.5"))).problems
    assert (found.line, found.column, found.value, found.blocks) == (5, 81, "2.5", False)
    assert found.expected.startswith("1.5")


NEW = """\
012 New Open
142 9
152 W
162  W 1.0    D 0.5    P 0.5
001    1 m    One                               2400 SWE           1             0.0    1
SWE    1      One                               2450 SWE
240 H 002    1
250      1.0 001 003 0001 0001
260 001 002    1    2
299 +         0.5 003    1
"""


def test_trf26_lines() -> None:
    """Records of the new edition are read and come back; a player not listed is a warning."""
    reading = read_trf(NEW)
    trf = reading.trf
    assert reading.blocked == ()
    assert [(one.line, one.value) for one in reading.problems] == [(9, "2")]
    assert dump_trf(trf).decode() == NEW
    assert edition_of(trf) == "TRF26"
    assert trf.total_rounds == 9
    assert trf.prohibited == (ProhibitedRecord(1, 2, (1, 2)),)
    assert [one for one in trf.records if isinstance(one, NationalRecord)] == [NationalRecord("SWE", 1, 2450)]
    assert scoring_of(trf).points["U"] == Fraction(1, 2)


def test_records_written_afresh_read_the_same() -> None:
    """Writing the values without their lines and reading them again changes nothing."""
    for text in (SMALL, NEW):
        trf = read_trf(text).trf
        fresh = make_trf(replace(record, source="") for record in trf.records)
        again = read_trf(dump_trf(fresh)).trf
        wanted = [one for one in trf.records if not isinstance(one, NationalRecord)]
        assert [one for one in again.records if not isinstance(one, NationalRecord)] == wanted


def test_a_changed_record_does_not_keep_its_old_line() -> None:
    """The remembered line is used only as long as it still says the same."""
    trf = load_trf(SMALL)
    changed = replace(trf.players[0], points=Fraction(7, 2))
    assert isinstance(changed, PlayerRecord)
    written = dump_trf(make_trf([changed])).decode()
    assert load_trf(written.split("  3.5")[0] + "  3.5    1\r\n").players[0].points == Fraction(7, 2)
    assert "  3.5    1     3 b 1" in written


def test_editions_convert_both_ways() -> None:
    """Rounds, colour, prohibited pairs and points change their words and keep their meaning."""
    extended = SMALL + "XXZ 2\nXXA    1  1.0  1.0  0.5\n"
    new = convert(load_trf(extended), "TRF26")
    assert edition_of(new) == "TRF26"
    lines = dump_trf(new).decode().split("\r\n")
    assert {"142 3", "152 B", "240 Z 004    2", "260 001 003    1    4"} <= set(lines)
    assert sum(one.startswith("250") for one in lines) == 2
    assert read_trf(dump_trf(new)).blocked == ()
    old = convert(load_trf(dump_trf(new)), "TRF16")
    assert edition_of(old) == "TRF16"
    texts = {record.tag: record.text for record in old.records if isinstance(record, HeaderRecord)}
    assert (texts["XXR"], texts["XXC"], texts["XXP"], texts["XXZ"]) == ("3", "black1", "1 4", "2")
    assert texts["XXA"].split() == ["1", "1.0", "1.0", "0.5"]
    assert scoring_of(old) == scoring_of(load_trf(SMALL))
    assert old.players == load_trf(SMALL).players
