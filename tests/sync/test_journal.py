"""The Journal: what is written comes back, gaps and damage are noticed, order in the sheet does not matter."""

from __future__ import annotations

import json
import random
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.model import Empty, Entry, Fact, Game, Lot, Noticed, Reason, Recorded, Round, Value
from sync.grid import Cell, Row
from sync.journal import (
    Line,
    as_reread,
    event_of,
    fact_detail,
    from_json,
    known_tabs,
    noted_setting,
    read_journal,
    subject_of,
    to_json,
)
from sync.journal_rows import in_parts
from sync.kinds import in_zone
from sync.plan import kept, units
from tests.sync.desk import desk

ZONE = ZoneInfo("Europe/Berlin")
NAMES = st.text(min_size=1, max_size=12)
ROUNDS = st.builds("{}{}{}".format, st.sampled_from(["", "A-", "PAR-"]), st.sampled_from("RPF"), st.integers(1, 99))
GAMES = st.builds("{}-{:02d}".format, ROUNDS, st.integers(1, 99))
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)).map(
    lambda m: in_zone(m.replace(microsecond=0), ZONE)
)
"""Times that a clock can show: none stands in the hour that is left out in spring."""
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.text(max_size=20), st.fractions(), MOMENTS
)  # fmt: skip
VALUES: st.SearchStrategy[Value] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4
)
FIELDS = st.dictionaries(st.text(min_size=1, max_size=8), VALUES, max_size=3)
REASONS = st.recursive(
    st.builds(Reason, NAMES, NAMES, FIELDS),
    lambda inner: st.builds(Reason, NAMES, NAMES, FIELDS, st.lists(inner, max_size=2).map(tuple)),
    max_leaves=3,
)
MAYBE = st.one_of(st.none(), MOMENTS)
FACTS: st.SearchStrategy[Fact] = st.one_of(
    st.builds(Entry, NAMES, NAMES, st.integers(1, 999), FIELDS, NAMES),
    st.builds(Round, ROUNDS, NAMES, MAYBE, MAYBE, FIELDS),
    st.builds(Game, GAMES, NAMES, st.one_of(NAMES, st.sampled_from(list(Empty))), NAMES, MAYBE, FIELDS),
    st.builds(
        Lot, NAMES, st.sampled_from(["order", "colour", "toss", "choice"]), st.lists(NAMES, max_size=3).map(tuple),
        st.one_of(st.none(), st.lists(NAMES, max_size=3).map(tuple)),
    ),
    st.builds(Noticed, NAMES, NAMES, VALUES),
)  # fmt: skip
RECORDED = st.builds(Recorded, FACTS, MOMENTS, REASONS)


def line_of(no: int, recorded: Recorded) -> Line:
    """A fact as a line."""
    fact = recorded.fact
    return Line(no, recorded.at, event_of(fact), subject_of(fact), fact_detail(recorded), "", "token")


def rows_of(lines: list[Line]) -> list[Row]:
    """Lines as read back from a sheet."""
    return [row for line in lines for row in line.rows()]


@given(VALUES)
def test_a_value_comes_back(value: Value) -> None:
    """Decode undoes encode, for every value of the model."""
    assert from_json(to_json(value), ZONE) == value


@given(st.lists(RECORDED, max_size=4), st.randoms(use_true_random=False))
def test_facts_come_back_whatever_the_order_of_the_rows(facts: list[Recorded], dice: random.Random) -> None:
    """Written, shuffled and read: the same facts in the order of their numbers."""
    rows = rows_of([line_of(no, fact) for no, fact in enumerate(facts, start=1)])
    dice.shuffle(rows)
    journal = read_journal(rows, 2, ZONE)
    assert list(journal.facts) == facts
    assert journal.missing == 0
    assert journal.damaged_rows == ()


def test_a_time_the_clocks_leave_out_is_noted_as_it_will_be_read() -> None:
    """A deadline reckoned into the hour left out in spring is the time after it, in this pass as in every later one."""
    never = datetime(2000, 3, 26, 2, 30, tzinfo=ZONE)
    now = datetime(2000, 3, 20, 12, tzinfo=ZONE)
    game = Game("R1-01", "Ada", "Ben", due=never, taken={"shown": (never,)})
    noted = as_reread(Recorded(game, now, Reason("", "due", {"due": never})), now)
    assert isinstance(noted.fact, Game)
    assert noted.fact.due == datetime(2000, 3, 26, 3, 30, tzinfo=ZONE)
    journal = read_journal(rows_of([line_of(1, noted)]), 2, ZONE)
    assert list(journal.facts) == [noted]


NOTE = Line(1, datetime(2026, 1, 1, tzinfo=ZONE), "seen", "R1-01", {"cells": {}}, "", "t")


def note(no: int, event: str = "seen", **detail: object) -> Line:
    """A note."""
    return Line(no, NOTE.when, event, "x", detail, "", "t")


def test_gaps_doubles_and_damage() -> None:
    """A missing number is counted, a line that stands twice counts once, rubbish is named by its row."""
    rows: list[tuple[Cell, ...]] = [
        *rows_of([note(1), note(2), note(2), note(5)]),
        ("hello",),
        (None,),
        (6, "no time", "seen"),
    ]
    journal = read_journal(rows, 2, ZONE)
    assert [line.no for line in journal.lines] == [1, 2, 5]
    assert journal.missing == 2
    assert journal.damaged_rows == (6, 8)
    assert journal.last == 5
    assert journal.has_pass("t")


def test_a_new_season_leaves_the_old_lines_out() -> None:
    """Lines before the last `season` belong to another event; numbers go on."""
    journal = read_journal(rows_of([note(1, "book"), note(2), note(3, "season", book="b"), note(4)]), 2, ZONE)
    assert [line.no for line in journal.lines] == [3, 4]
    assert journal.missing == 0
    assert read_journal([], 2, ZONE).last == 0


def test_what_is_needed_before_the_rest_can_be_read() -> None:
    """Keys of tabs and the zone as last noted."""
    rows = rows_of(
        [note(1, "tabs", Games="g"), note(2, "settings", **{"Time zone@": "Asia/Tokyo"}), note(3, "tabs", Games="h")]
    )
    assert known_tabs(rows) == {"Games": "h"}
    assert noted_setting(rows, "Time zone") == "Asia/Tokyo"
    assert known_tabs([(1, "", "tabs", "", "{broken")]) == {}
    assert noted_setting([(1, "", "settings", "", "{broken")], "Time zone") == ""


def test_exact_thirds() -> None:
    """Fractions are exact."""
    assert from_json(to_json(Fraction(1, 3)), ZONE) == Fraction(1, 3)


# --- changed by hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", range(1, 6))
def test_a_line_changed_by_hand_is_noticed(column: int) -> None:
    """Whichever cell it is, though what stands there now could have been written."""
    rows = [list(row) for row in rows_of([note(1), note(2, tab="Games"), note(3)])]
    rows[1][column] = ["", "2026-01-02T00:00:00+01:00", "back", "y", '{"tab":"Rounds"}', "a person"][column]
    journal = read_journal([tuple(row) for row in rows], 7, ZONE)
    assert [(line.row, line.no) for line in journal.changed] == [(8, 2)]
    assert [line.no for line in journal.lines] == [1, 2, 3]
    assert journal.damaged_rows == ()


def test_lines_written_before_there_were_checksums_are_taken_as_they_stand() -> None:
    """Their pass is all that stands in the last cell."""
    rows = [(*row[:6], "token") for row in rows_of([note(1), note(2)])]
    journal = read_journal(rows, 2, ZONE)
    assert journal.changed == ()
    assert journal.has_pass("token")


def test_of_a_line_that_stands_twice_the_one_that_was_written_counts() -> None:
    """Somebody copied a row and typed into the upper of the two."""
    (row,) = rows_of([note(1, tab="Games")])
    journal = read_journal([(*row[:4], '{"tab":"Rounds"}', *row[5:]), row], 2, ZONE)
    assert journal.changed == ()
    assert journal.lines[0].detail == {"tab": "Games"}


@given(st.lists(RECORDED, max_size=3))
def test_a_checksum_is_that_of_what_a_cell_gives_back(facts: list[Recorded]) -> None:
    """Whatever characters a name has: some no cell can hold."""
    rows = rows_of([line_of(no, fact) for no, fact in enumerate(facts, start=1)])
    stored = [tuple(kept(c) if isinstance(c, str) else c for c in row) for row in rows]
    assert read_journal(stored, 2, ZONE).changed == ()


def test_a_changed_record_stops_the_pass_until_it_is_undone() -> None:
    """A player's name typed over in the record would make another play; the address of the line is told."""
    d = desk(started=True)
    (row,) = [r for r, cells in enumerate(d.person.see("Journal"), start=1) if cells[2:4] == ["game", "R1-01"]]
    cell, was = f"E{row}", d.person.see("Journal")[row - 1][4]
    before = d.views("Problems")
    d.person.type_at("Journal", cell, str(was).replace("Ben", "Ada"))
    d.settle()
    problem = d.problem("journal-changed")
    assert (str(problem.at), d.last.decided.stopped) == (f"Journal A{row}", True)
    assert f"Line {d.person.see('Journal')[row - 1][0]} of the Journal was changed by hand" in d.says(problem)
    d.person.type_at("Journal", cell, was)
    d.settle()
    assert d.codes() == []
    assert d.views("Problems") == before


def test_a_changed_record_counts_as_it_stands_once_that_is_confirmed() -> None:
    """And it is not asked again; another change is."""
    d = desk(started=True)
    rows = [r for r, cells in enumerate(d.person.see("Journal"), start=1) if cells[2] == "game"]
    for row in rows[:2]:
        d.person.type_at("Journal", f"F{row}", "by me")
    d.settle()
    first = str(d.problem("journal-changed").facts["code"])
    d.set("Confirm", first).settle()
    d.later(hours=1).settle()
    assert d.codes() == []
    d.person.type_at("Journal", f"F{rows[1]}", "by me again")
    d.settle()
    assert d.problem("journal-changed").facts["code"] != first


# --- long lines -----------------------------------------------------------------------------------------------------

CROWD = tuple(
    f"{number:05d} {'Maximiliana Konstantinopolskaya-Hohenlohe-Schillingsfürst'[:54]}" for number in range(1500)
)


def test_a_detail_that_fits_no_cell_goes_on_in_rows_below() -> None:
    """Each row has a No of its own and no name is cut in two; shuffled, they say the same; without one, nothing."""
    lot = Recorded(Lot("seeds", "order", CROWD), NOTE.when, Reason("7", "lot-order", {"players": CROWD}))
    lines = [note(1), line_of(2, lot)]
    rows = rows_of(lines)
    rows += rows_of([note(len(rows) + 1)])
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert all(units(str(row[4])) <= 30_000 for row in rows)
    assert {row[2] for row in rows[2:-1]} == {"more"}
    assert sum(str(row[4]).count(f'"{CROWD[0]}"') for row in rows) == 2
    for name in CROWD:
        assert sum(str(row[4]).count(f'"{name}"') for row in rows) == 2
    random.Random(1).shuffle(rows)
    journal = read_journal(rows, 2, ZONE)
    assert list(journal.facts) == [lot]
    assert (journal.last, journal.missing, journal.changed, journal.damaged_rows) == (len(rows), 0, (), ())
    gone = next(n for n, row in enumerate(rows) if row[2] == "more")
    short = read_journal([*rows[:gone], *rows[gone + 1 :]], 2, ZONE)
    assert short.facts == ()
    assert short.missing == 2


@pytest.mark.parametrize("letter", ["a", "é", "𝔞", '"', "\\"])
def test_parts_fit_whatever_the_letters(letter: str) -> None:
    """Some letters count as two in a spreadsheet, some need two in JSON; together the parts are the text."""
    text = json.dumps({"players": [letter * 50] * 3000}, ensure_ascii=False)
    parts = in_parts(text)
    assert "".join(parts) == text
    assert all(0 < units(part) <= 30_000 for part in parts)
    assert len(parts) < 2 + units(text) / 25_000
    assert in_parts("x" * 100_000) == ["x" * 30_000] * 3 + ["x" * 10_000]
