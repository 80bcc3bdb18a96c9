"""Season walk 11 and 19: the director is away, the worker is down; nobody loses by it."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from rules.model import Game, Round
from tests.season.around import Maker, copied, due, is_over, next_round, until
from tests.sync.desk import FIVE, Desk, desk

WORDS = ("White won", "Black won", "draw")


def test_11_a_season_without_one_human_edit_reaches_a_champion(anywhere: Maker) -> None:
    """After Start only reports: junk, contradictions, games nobody plays, an outage of three days."""
    small = anywhere.name == "xlsx"
    d = anywhere(FIVE[: 2 if small else 4], Rounds=1 if small else 2, If_the_TD_does_not_answer="2").start()
    dice = random.Random((anywhere.name != "memory" and 4) or 11)
    for number in range(120):
        if is_over(d):
            break
        for game in d.open_games():
            roll = dice.random()
            if roll < 0.6:
                d.report(game, dice.choice(WORDS))
            elif roll < 0.7:
                d.report(game, "White won", "a").report(game, "Black won", "b")
            elif roll < 0.8:
                d.report("R44-01", "hello", "Stranger")
        if number % 5 == 4:
            d.later(days=3)  # nobody looks
        d.settle()
        if not d.open_games() or dice.random() < 0.4:
            due(d)
        else:
            d.later(hours=30).settle()
    assert is_over(d), d.codes()
    assert len([p for p in d.table("Ladder", "Placement") if p == ("1",)]) == 1


def test_11_each_kind_of_decision_prints_its_default() -> None:
    """What happens if nobody acts stands beside each, and then happens."""
    d = desk(FIVE, True, "ladder", If_the_TD_does_not_answer="2")
    d.later(days=6).report("R1-01", "I won", "Cem").report("R1-02", "White won", "x").report("R1-02", "Black won", "y")
    d.settle()
    held = {str(p.facts.get("game")): d.says(p) for p in d.problems if p.code == "game-held"}
    assert all("At " in text for text in held.values())
    until(d, lambda o: o.outcome("R1-02") != "", most=12)
    assert d.outcome("R1-02") == "Null", "contradicting reports end Null"
    until(d, lambda o: o.outcome("R1-01") != "", most=12)
    d = desk(FIVE[:2], True, "ladder", Rounds=1, Before_the_Final="ask", If_the_TD_does_not_answer="3")
    d.results("R1").settle()
    assert "goes out by itself" in d.says(d.problem("final-asks"))
    asked = d.now
    until(d, lambda o: "F1" in o.rounds())
    assert d.now == asked + timedelta(days=3), "no additional rounds"
    until(d, lambda o: "final-stopped" in o.codes())
    stopped = d.now
    until(d, lambda o: "F1-01.3" in [g.id for g in o.games()])
    assert d.now == stopped + timedelta(days=3), "a stopped Final goes on"


def test_11_wait_waits_however_long() -> None:
    """With `wait` the event stands still for a year rather than decide in the director's place."""
    d = desk(FIVE[:2], True, "ladder", Rounds=1, Before_the_Final="ask")
    d.results("R1").settle()
    d.later(days=365).settle()
    assert d.rounds() == ["R1"]


class Told(dict[str, tuple[timedelta, str]]):
    """How long after its announcement each game is reported, and as what; the same for all who ask."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dice = random.Random(seed)

    def __missing__(self, game: str) -> tuple[timedelta, str]:
        self[game] = (timedelta(hours=self.dice.randrange(10, 50)), self.dice.choice(("White won", "Black won")))
        return self[game]


def play_on(d: Desk, gap: tuple[datetime, datetime] | None, told: Told) -> None:
    """A season to its champion, games reported as told; nobody looks in the gap, but players go on reporting."""
    reported: set[str] = set()
    for _ in range(80):
        if is_over(d):
            return
        announced = {r.fact.id: r.at for r in d.record() if isinstance(r.fact, Game)}
        coming = sorted((announced[g] + told[g][0], g) for g in d.open_games() if g not in reported)
        moments = [coming[0][0] if coming else None, d.last.decided.wake]
        d.now = max(d.now, min(m for m in moments if m is not None))
        if gap is not None and gap[0] <= d.now < gap[1]:
            d.now = gap[1]
        for when, game in coming:
            if when <= d.now:
                d.report(game, told[game][1], sent=when)
                reported.add(game)
        d.settle()
    raise AssertionError(f"the season never ended: {d.codes()}")


def begun(phase: str) -> Desk:
    """A season up to a phase."""
    if phase == "a tie-break":
        d = desk(FIVE[:4], True, "ladder", Rounds=3, Check_for="2 hours")
        for round_ in ("R1", "R2", "R3"):
            d.results(round_, "1/2-1/2").settle()
            next_round(d)
        assert d.table("Rounds", "Round", "Kind")[-1][1] == "tie-break"
        return d
    d = desk(FIVE[:3], True, "ladder", Rounds=2, Check_for="2 hours")
    if phase == "a round":
        return d
    d.later(hours=20).results("R1").settle()
    if phase == "all results in":
        return d
    while d.rounds()[-1] != "F1":
        next_round(d)
        d.results(d.rounds()[-1]).settle()
    if phase == "the last game":
        d.later(hours=9).result("F1-01.2", "0-1").settle()
    return d


@pytest.mark.parametrize("phase", ["a round", "all results in", "a tie-break", "the Final", "the last game"])
def test_19_three_dead_days_cost_nobody_time(phase: str) -> None:
    """In each phase: the same results and the same champion as undisturbed, and no clock that began in the past."""
    steady, told = begun(phase), Told(3)
    down = copied(steady)
    down.settle()
    begin = steady.now + timedelta(hours=1)
    play_on(steady, None, told)
    play_on(down, (begin, begin + timedelta(days=3)), told)
    headings = ("Player", "Wins", "Placement")
    assert down.table("Ladder", *headings) == steady.table("Ladder", *headings)
    outcomes = [d.table("Pairings", "Game", "White", "Black", "Outcome") for d in (steady, down)]
    assert outcomes[0] == outcomes[1]
    assert down.now > steady.now
    for recorded in down.record():
        if isinstance(recorded.fact, Game | Round) and recorded.fact.due is not None:
            assert recorded.fact.due == recorded.at + timedelta(days=7)
            assert not begin < recorded.at < begin + timedelta(days=3), "nothing is dated into the gap"


def test_19_reports_sent_while_the_worker_was_down_count_from_when_they_were_sent(anywhere: Maker) -> None:
    """The deadline passed on the second dead day, the report came on the first: it counts. One sent after it does not."""
    d = anywhere(started=True, Check_for="2 hours")
    d.later(days=6, hours=12)
    d.report("R1-01", "White won", "Cem")
    d.later(days=2)
    d.report("R1-02", "White won", "Eva")
    d.later(days=1).settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "Null")
    assert d.rounds() == ["R1"], "after the gap the draft is held as always"
    assert any(c == "late-report" for c in d.codes()), "what fell due is listed"


def test_19_the_order_of_catching_up_is_edits_reports_deadlines_rounds() -> None:
    """All of it at once, in one pass, after the gap."""
    d = desk(started=True)
    d.later(days=1).result("R1-02", "0-1")
    d.report("R1-01", "White won", "Cem", sent=d.now)
    d.status("Dov", "Paused")
    d.later(days=9).settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "0-1")
    assert d.rounds() == ["R1", "R2"]
    assert "Dov" not in {n for g, w, b in d.table("Games", "Game", "White", "Black") if g[:2] == "R2" for n in (w, b)}
    assert all(r.at == d.now for r in d.record() if isinstance(r.fact, Round) and r.fact.id == "R2")
