"""A random season of a book in memory: people report, mistype, pause, leave; the director acts or does not."""

from __future__ import annotations

import random
from datetime import timedelta

from sync.grid import Cell
from tests.season.around import due, is_over
from tests.sync.desk import Desk, desk

NAMES = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gus")


class Walk:
    """One season; the same seed is the same season."""

    def __init__(self, seed: int) -> None:
        self.dice = dice = random.Random(seed)
        players = tuple((name, dice.randrange(1000, 2000)) for name in NAMES[: dice.choice((2, 3, 4, 5, 7))])
        settings: dict[str, str | int] = {
            "Rounds": dice.choice((1, 2, 3)),
            "Check_for": dice.choice(("0", "2 hours")),
            "If_the_TD_does_not_answer": dice.choice(("wait", "wait", "2")),
            "Publish": dice.choice(("automatically", "automatically", "R2")),
            "Before_the_Final": dice.choice(("go on", "ask")),
            "Publish_at": dice.choice(("", "", "Sunday 18:00")),
        }
        self.d: Desk = desk(players, False, "ladder", **settings)

    def step(self) -> bool:
        """Something happens, and the worker passes. False when the season is over."""
        d, dice = self.d, self.dice
        if not d.rounds() and dice.random() < 0.7:
            d.set("Start", "now")
        elif d.open_games() and dice.random() < 0.6:
            self.report(dice.choice(d.open_games()))
        elif dice.random() < 0.35:
            self.something()
        elif not due(d):
            d.later(days=1)
        d.later(minutes=dice.choice((3, 200, 900))).settle()
        return not is_over(d) if d.last.decided.answer is not None else True

    def report(self, game: str) -> None:
        """By form, typed, contradicting, unreadable."""
        d, dice = self.d, self.dice
        word = dice.choice(("White won", "Black won", "draw"))
        kind = dice.random()
        there = any(g == game for (g, *_) in d.table("Games", "Game"))
        if kind < 0.55 or not there:
            d.report(game, word)
        elif kind < 0.75:
            d.result(game, dice.choice(("1-0", "0-1", "1/2-1/2", "Null", "0-1F", "Void")))
        elif kind < 0.85:
            d.report(game, "White won", "x").report(game, "Black won", "y")
        elif kind < 0.92:
            d.report(game, "we played")
        else:
            d.result(game, "oops")

    def something(self) -> None:
        """What a director, or a finger, does."""
        d, dice = self.d, self.dice
        players = [str(r[0]) for r in d.table("Players", "Player")]
        player = dice.choice(players)
        ids = [str(r[0]) for r in d.table("Games", "Game") if r[0]]
        what = dice.randrange(12)
        if what == 0:
            d.status(player, dice.choice(("Paused", "Withdrawn", "Active", "Disqualified")))
        elif what == 1:
            until: Cell = (d.now + timedelta(days=3)).replace(tzinfo=None, second=0)
            d.status(player, "Paused").type("Players", player, "Until", until)
        elif what == 2 and ids:
            row = d.row("Games", dice.choice(ids))
            d.person.copy_row("Games", row, len(d.person.see("Games")) + 1)
            d.person.type("Games", "Result", row, "1-0")
        elif what == 3 and ids:
            d.person.delete_rows("Games", d.row("Games", dice.choice(ids)))
        elif what == 4:
            d.decide(dice.choice(("Continue final", "No additional rounds", "Additional rounds")), "", "")
        elif what == 5:
            d.decide("Additional rounds", "", "1")
        elif what == 6 and ids:
            d.result(dice.choice(ids), None)
        elif what == 7 and d.rounds():
            d.decide("Withdraw round", d.rounds()[-1])
        elif what == 8:
            d.set("Publish", dice.choice(("automatically", "R1", "R3", "F1")))
        elif what == 9:
            d.set("Time zone", dice.choice(("Europe/Berlin", "Nowhere", "Europe/Berlin")))
        elif what == 10 and len(players) < 9:
            d.person.add_row("Players", {"Player": f"Late{len(players)}"})
        elif ids:
            d.type("Games", dice.choice(ids), "Black", dice.choice((*players, "Nobody")))
