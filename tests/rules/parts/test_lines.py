"""Rows and words shared by the views of all formats."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from rules.model import Book, Empty, Entry, Game, How, Noticed, Reason, Recorded, Round
from rules.parts.lines import outcome_word, pairing_rows, score_word, why_rows
from rules.parts.outcomes import Outcome
from rules.parts.record import WITHDRAWN, standing
from tests.rules.runner import BEGIN

WHY = Reason("5(a)", "typed", {"value": "x"})
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def facts(*found: Entry | Round | Game | Noticed) -> Book:
    """A book with these facts in its record."""
    return Book(record=tuple(Recorded(f, BEGIN + timedelta(minutes=n), WHY) for n, f in enumerate(found)))


@pytest.mark.parametrize(
    ("how", "score", "word"),
    [
        (How.PLAYED, (ONE, NONE), "1-0"),
        (How.PLAYED, (HALF, HALF), "1/2-1/2"),
        (How.PLAYED, (Fraction(7, 2), Fraction(5, 2)), "3½-2½"),
        (How.DEFAULT, (NONE, ONE), "0-1F"),
        (How.DOUBLE_DEFAULT, (NONE, NONE), "0-0F"),
        (How.TIE_DECLARED, (Fraction(6), Fraction(6)), "6-6 tie"),
        (How.NULL, (NONE, NONE), "Null"),
        (How.VOID, None, "Void"),
    ],
)
def test_an_outcome_is_written_as_it_is_typed(how: How, score: tuple[Fraction, Fraction] | None, word: str) -> None:
    """The word of the result column, Armageddon and matches included."""
    assert outcome_word(Outcome("R1-01", "Ada", "Ben", "decided", how=how, score=score)) == word


def test_open_games_and_byes_have_no_outcome() -> None:
    """Blank while nothing is decided."""
    assert outcome_word(Outcome("R1-01", "Ada", "Ben", "open")) == ""
    assert outcome_word(Outcome("R1-02", "Cem", Empty.BYE, "bye")) == ""
    assert score_word(HALF, HALF) == "1/2-1/2"


def test_games_of_a_withdrawn_round_stay_in_the_list() -> None:
    """Their rows in Games look them up: Void, with the reason."""
    book = facts(
        Round("R1", "round"),
        Game("R1-01", "Ada", "Ben"),
        Noticed("R1", WITHDRAWN, True),
        Round("R1", "round"),
        Game("R1-02", "Ben", "Ada"),
    )
    open_game = Outcome("R1-02", "Ben", "Ada", "open", BEGIN)
    rows = pairing_rows(book, standing(book), {"R1-02": open_game}, {"R1-02": "remark"}, {})
    assert [row.cells["Outcome"] for row in rows] == ["Void", ""]
    assert [row.cells["Decided by"] for row in rows] == ["round withdrawn", ""]
    assert [row.cells["Due"] for row in rows] == [None, BEGIN]
    assert [row.cells["Remark"] for row in rows] == [None, "remark"]


def test_why_names_the_round_of_every_fact() -> None:
    """A late player belongs to the round joined, a removal to the round that was running."""
    book = facts(
        Entry("Ada", "", 1),
        Round("R1", "round"),
        Game("R1-01", "Ada", "Ben"),
        Noticed("Ben", "status", "Withdrawn"),
        Entry("Cem", "", 2, at="R2"),
        Round("R2", "round"),
    )
    told = [(row.cells["Round"], row.cells["About"]) for row in why_rows(book.record)]
    assert told == [(None, "Ada"), ("R1", "R1"), ("R1", "R1-01"), ("R1", "Ben"), ("R2", "Cem"), ("R2", "R2")]
