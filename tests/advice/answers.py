"""Plays of what is told of answers that forms gave."""

from __future__ import annotations

from sync.problems import Problem
from tests.advice.common import case
from tests.sync.desk import Desk


def name_the_game(d: Desk, problem: Problem) -> None:
    """A column for the game's id, beside what the form wrote."""
    d.person.type_at(problem.at.tab, "C1", "Pairing")
    d.person.type_at(problem.at.tab, f"C{problem.at.row}", "R1-01")


case("answers-unread", hand={0: name_the_game}, changes=("R1-01",))
case("report-untimed")
case(
    "stamp-two-ways",
    {"the time as 2026-11-30 18:00": "2026-11-02 19:00", "day first or month first": "day first"},
    changes=("R1-01",),
)
