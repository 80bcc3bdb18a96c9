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
    assert list(_clauses(Reason("L23", "typed", parts=(Reason("", "typed"),)), LADDER.text)) == []
