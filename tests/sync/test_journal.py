"""The Journal: what is written comes back, gaps and damage are noticed, order in the sheet does not matter."""

from __future__ import annotations

import random
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

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
from sync.kinds import in_zone

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
    return [line.cells() for line in lines]


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
