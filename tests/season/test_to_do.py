"""Season walk 9: one list of what needs a person; where it is empty, the next due time advances the event."""

from __future__ import annotations

import os
import re

import pytest

from rules.model import Game, Round
from sync.plan import Link
from sync.problems import Urgency
from tests.season.around import Maker, copied, due, is_over, needs
from tests.season.walk import Walk
from tests.sync.desk import Desk, desk

SEASONS = 6 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
STEPS = 20
WAITS_FOR_A_WORD = {"not-started", "waits-for-publish"}


def published(d: Desk) -> int:
    """How many rounds and games are published."""
    return sum(isinstance(r.fact, Round | Game) for r in d.record())


def stands_still(d: Desk) -> Desk | None:
    """The book as it stands when nothing is due any more and nothing was published; None where it goes on alone."""
    alone, before = copied(d), published(d)
    for _ in range(60):
        alone.settle()
        if alone.last.decided.stopped:
            return alone
        if is_over(alone) or published(alone) > before:
            return None
        if not due(alone):
            return alone
    raise AssertionError("something is always due, and nothing is ever published")


def moves_on(d: Desk) -> bool:
    """Whether a due time ahead (reminders apart) changes an outcome, publishes, or ends the event."""
    if is_over(d):
        return True
    alone, before = copied(d), (published(d), d.table("Pairings", "Game", "Outcome"))
    for _ in range(8):
        if not due(alone):
            return False
        if is_over(alone) or (published(alone), alone.table("Pairings", "Game", "Outcome")) != before:
            return True
    return False


def holds(d: Desk) -> list[str]:
    """Codes on the list that say that the event waits for a person."""
    catalogue = d.last.decided.catalogue
    urgent = (Urgency.STOP, Urgency.NOW)
    return [p.code for p in d.problems if catalogue[p.code].urgency in urgent or p.code in WAITS_FOR_A_WORD]


@pytest.mark.parametrize("batch", range(4))
def test_09_every_state_that_stops_the_event_is_listed(batch: int) -> None:
    """Random seasons, looked at after every step: left alone, either it goes on or the list says what it waits for.

    An empty list therefore means that the next due time advances the event.
    """
    stood = 0
    for seed in range(batch * SEASONS // 4, (batch + 1) * SEASONS // 4):
        walk = Walk(seed)
        for step in range(STEPS):
            going = walk.step()
            if step % 3 == 0 or not going:
                still = stands_still(walk.d)
                assert still is None or holds(still), f"season {seed}, step {step}: {still.codes()}"
                assert still is None or needs(still), f"season {seed}, step {step}"
                assert needs(walk.d) or moves_on(walk.d), f"season {seed}, step {step}: nothing listed, nothing due"
                stood += still is not None
                every_line_is_true(walk.d, f"season {seed}, step {step}")
            if not going:
                break
    assert stood, "some of them stand still, else nothing was tried"


def every_line_is_true(d: Desk, where: str) -> None:
    """Each line leads to a tab that is there and says what to type; the count is the same everywhere."""
    titles = d.person.titles()
    for problem in d.problems:
        said = d.says(problem)
        assert "{" not in said, (where, said)
        if problem.at.tab:
            assert problem.at.tab in titles or problem.code in ("tab-missing", "tab-emptied"), (where, problem)
            assert not problem.at.cell or re.fullmatch(r"[A-Z]{1,2}\d+", problem.at.cell), (where, problem)
    top = d.shown("Problems")[0][0]
    if d.last.decided.stopped:
        return
    count = needs(d)
    assert top == (f"Needs you: {count}" if count else "Nothing needs you. What is due next happens by itself."), where
    row = d.person.row_of("Status", "What", "Needs the director")
    assert d.person.look("Status", "Value", row) == count, where
    assert (f"{count} thing" in d.shown("Ladder")[0][0]) == bool(count), where


def test_09_a_line_has_urgency_a_link_what_to_type_and_what_happens_otherwise(anywhere: Maker) -> None:
    """The most urgent first; the link leads to the cell."""
    d = anywhere(started=True)
    d.later(days=1).report("R1-02", "White won", "Eva").report("R1-02", "Black won", "Dov")
    d.result("R1-01", "oops").settle()
    rows = d.table("Problems", "Urgency", "Where", "What is wrong", "What to type", "If you do nothing")
    assert [r[0] for r in rows] == sorted((r[0] for r in rows), key=["stopped", "now", "soon", "note"].index)
    bad = next(r for r in rows if "oops" in r[2])
    assert bad[1].startswith("Games ")
    assert "1-0" in bad[3]
    assert all(r[3] for r in rows)
    if anywhere.name == "memory":
        cells = [c for row in d.book.by_title("Problems").rows for c in row if isinstance(c, Link)]  # type: ignore[union-attr]
        assert {(c.tab, c.cell[0]) for c in cells} >= {("Games", "K")} or {c.tab for c in cells} >= {"Games"}


def test_09_three_hundred_junk_answers_make_one_line(anywhere: Maker) -> None:
    """The director's own lines stay on top."""
    d = anywhere(started=True)
    when = d.later(hours=1).now.replace(tzinfo=None)
    tab = d.person.take_up("Form Responses")
    count = 300 if anywhere.name == "memory" else 20
    first = d.person.add_row("Form Responses", {"Timestamp": when, "Game URL": "x", "Result": "White won"})
    tab = d.person.take_up("Form Responses")
    d.person.put_down("Form Responses", [*tab, *(list(tab[first - 1]) for _ in range(count - 1))])
    d.result("R1-01", "oops").settle()
    assert d.problem("claim-no-game").facts["count"] == count
    assert d.codes().count("claim-no-game") == 1
    rows = d.table("Problems", "Urgency", "What is wrong")
    assert "oops" in rows[0][1]
    assert needs(d) == 1, "junk needs nobody"


def test_09_each_kind_of_stop_is_on_the_list() -> None:
    """One by one: each of these holds the event up, and says so under its own name."""
    stops: dict[str, Desk] = {}
    d = desk()
    stops["not-started"] = d
    d = desk(started=True, Publish="R1")
    stops["waits-for-publish"] = d.results("R1")
    d = desk(started=True)
    d.person.copy_row("Games", d.row("Games", "R1-01"), 12)
    stops["row-twice-different"] = d.result("R1-01", "1-0")
    d = desk(started=True)
    stops["no-zone"] = d.set("Time zone", None).results("R1")
    d = desk(started=True)
    d.person.type("Games", "Game", d.row("Games", "R1-01"), "R1-9")
    stops["id-edited"] = d
    d = desk(started=True)
    for name in ("Ada", "Ben", "Cem", "Dov"):
        d.status(name, "Paused")
    stops["too-few-paired"] = d.results("R1")
    for code, one in stops.items():
        one.settle()
        still = stands_still(one)
        assert still is not None, code
        assert code in [*still.codes(), *one.codes()], (code, still.codes())
        assert holds(still), code
