"""`explain` says what the clauses ask that its reasons name."""

from __future__ import annotations

from rules.ladder.sheet import LADDER
from rules.model import Reason
from rules.registry import engine_of
from sync.running.explaining import _clauses, explained_in
from tests.sync.desk import Desk, desk


def _explained(d: Desk, about: str) -> str:
    return explained_in(d.backend.read(), engine_of(d.format), about, lambda: d.now)


def test_a_pairing_names_its_clauses_and_says_what_they_ask() -> None:
    told = _explained(desk(started=True), "R1-01").splitlines()
    below = told[told.index("The clauses in plain words:") + 1 :]
    assert any(line.startswith("  5(c)(iv): The opponent is the one with the smallest match cost") for line in below)
    assert len(below) == len({line.split(":")[0] for line in below}), "each clause once"


def test_a_reason_of_rulings_alone_has_none_below() -> None:
    assert list(_clauses(Reason("L23", "typed", parts=(Reason("", "typed"),)), LADDER)) == []


def test_a_clause_of_the_swiss_in_a_knock_out_is_not_taken_for_its_own() -> None:
    """Places of the Challengers go by clause 6 of the Swiss; clause 6 of the knock-out is about a missed round 1."""
    sheet = engine_of("hastings").sheet
    own = list(_clauses(Reason("6/H7", "half-point"), sheet))
    lent = list(_clauses(Reason("6", "place-by-points"), sheet))
    assert own[1:] == [f"  6: {sheet.text.clauses['6']}"]
    assert lent[1:] == [f"  swiss 6: {engine_of('swiss').sheet.text.clauses['6']}"]
    assert list(_clauses(Reason("8.1/S9", "bye"), sheet))[1].startswith("  swiss 8.1: ")
