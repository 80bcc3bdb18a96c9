"""Seasons played through the workbook: people report late, wrongly, twice or never, the director corrects, mis-taps,
goes away. Every season reaches a Champion, and the Ladder, the pairs and the Placements are the literal judge's.

`PAIRSHEET_CAMPAIGN` multiplies the number of seasons.
"""

from __future__ import annotations

import os
import random
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.ladder.season import replay
from rules.model import Empty, Game, Round
from rules.parts.ids import ref
from rules.parts.record import is_bye
from tests.judges import ladder as judge
from tests.sync.desk import desk, file_desk

SEASONS = 8 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCHES = 4
WORDS = {"1-0": "1-0", "0-1": "0-1", "½-½": "1/2-1/2", "Null": "Null", "1-0F": "1-0F", "0-1F": "0-1F"}
SAID = {word: said for said, word in WORDS.items()} | {"0-0F": "Null"}
SPOKEN = {"1-0": "White won", "0-1": "Black won", "½-½": "draw"}
NAMES = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida")
MOST_STEPS = 260


class Season:
    """A season of a book, and the judge's log of what happened in it."""

    def __init__(self, seed: int, path: Path | None = None, gentle: bool = False) -> None:
        self.dice = random.Random(seed)
        self.gentle = gentle
        count = self.dice.choice((2, 4, 5, 6, 7, 8, 9)) if path is None else 4
        self.rounds = self.dice.choice((1, 2, 3, 5)) if path is None else 2
        players = tuple((name, self.dice.randrange(1000, 2000)) for name in NAMES[:count])
        settings: dict[str, Any] = {
            "Rounds": self.rounds, "Check_for": self.dice.choice(("0", "0", "3 hours")),
            "If_the_TD_does_not_answer": "2",
        }  # fmt: skip
        self.d = file_desk(path, players, lazy=True, **settings) if path else desk(players, **settings)
        self.players = [{"name": n, "rating": r, "seed": None} for n, r in players]
        self.log: list[dict[str, Any]] = []
        self.told: dict[str, str] = {}  # game -> result in the log
        self.published = 0
        self.late = 0
        self.d.start()
        self.catch_up()

    # the judge's log follows what the book made known
    def catch_up(self) -> None:
        """Enter what the passes since published and decided, in order."""
        self.enter_results()
        stages = self.stages()
        while self.published < len(stages):
            self.log.append({"do": "publish"})
            self.published += 1

    def stages(self) -> list[str]:
        """Rounds and Finals published, in order."""
        done = self.d.last.decided
        assert done.gathered is not None
        record = (*done.gathered.record, *done.facts)
        return [r.fact.id for r in record if isinstance(r.fact, Round)]

    def enter_results(self) -> None:
        """Results as Pairings shows them, where they differ from what the judge was told."""
        for row in self.d.table("Pairings", "Game", "White", "Black", "Outcome", "Decided by"):
            game, white, black, word, by = row
            if not word or black.startswith("(") or by == "player left":
                continue
            if self.told.get(game) == word:
                continue
            self.told[game] = word
            at = ref(game)
            entry: dict[str, Any] = {"do": "result", "white": white, "black": black, "result": SAID[word]}
            entry |= {"game": at.game, "final": at.number} if at.stage == "F" else {"round": at.number}
            self.log.append(entry)

    def sync(self) -> None:
        """Passes until quiet; the judge hears of each in turn, so results come before what was published on them."""
        for _ in range(12):
            before = self.published
            done = self.d.sync()
            self.catch_up()
            if not done.wrote and before == self.published:
                return
        raise AssertionError("the passes never came to rest")

    # what people do
    def step(self) -> bool:
        """One thing happens; False when the season is over."""
        d, dice = self.d, self.dice
        d.later(minutes=dice.choice((7, 90, 600)))
        self.sync()
        answer = d.last.decided.answer
        assert answer is not None
        if answer.state == "finished":
            return False
        still = d.open_games()
        roll = dice.random()
        if "final-stopped" in d.codes():
            d.decide("Continue final", Note=f"{len(self.log)}")
            self.log.append({"do": "go on"})
        elif not self.gentle and roll < 0.22:
            self.something_else(still)
        elif still and dice.random() < 0.9:
            self.report(dice.choice(still))
        else:
            wake = d.last.decided.wake
            d.now = wake + timedelta(seconds=1) if wake is not None else d.now + timedelta(days=1)
        self.sync()
        return True

    def fact(self, game: str) -> Game:
        """The game as recorded."""
        done = self.d.last.decided
        assert done.gathered is not None
        record = (*done.gathered.record, *done.facts)
        return next(r.fact for r in record if isinstance(r.fact, Game) and r.fact.id == game)

    def report(self, game: str) -> None:
        """Once, twice, by the opponent too, wrongly first, with names the other way round; or nothing at all."""
        d, dice = self.d, self.dice
        fact = self.fact(game)
        assert not isinstance(fact.black, Empty)
        result = dice.choice(("1-0", "0-1", "½-½", "1-0"))
        sent = d.now
        kind = dice.random()
        if kind < 0.5:
            d.report(game, SPOKEN[result], fact.white)
        elif kind < 0.6:  # both report
            d.report(game, SPOKEN[result], fact.white)
            d.report(game, SPOKEN[result], fact.black, sent + timedelta(minutes=1))
        elif kind < 0.7:  # a slip, put right by the same person
            d.report(game, SPOKEN[dice.choice(("1-0", "0-1"))], fact.black)
            d.later(minutes=3).report(game, SPOKEN[result], fact.black)
        elif kind < 0.8:  # by names, the colours the other way round
            turned = {"1-0": "Black won", "0-1": "White won", "½-½": "draw"}[result]
            d.report("", turned, fact.white, White=fact.black, Black=fact.white)
            if self.last_white_matters():
                d.result(game, WORDS[result])
        elif kind < 0.86:  # contradiction, settled by the director
            d.report(game, "White won", fact.white)
            d.report(game, "Black won", fact.black, sent + timedelta(minutes=2))
            self.sync()
            d.result(game, WORDS[result])
        elif kind < 0.9:  # junk
            d.report("R77-01", "White won", "Nobody")
            d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), "Game URL": "hello"})
        else:
            d.result(game, WORDS[dice.choice((result, "1-0F", "Null"))])

    def last_white_matters(self) -> bool:
        """Real colours the other way round would change who has White next: the judge is told colours as published."""
        return True

    def something_else(self, still: list[str]) -> None:
        """The director: a correction, a mis-tap taken back, a leaver, a pause that ends by itself, a late player."""
        d, dice = self.d, self.dice
        what = dice.choice(("correct", "mis-tap", "leave", "pause", "late", "sort", "away", "clear"))
        inside = [p for (p,) in d.table("Ladder", "Player")]
        player = dice.choice(inside)
        final = any(s.startswith("F") for s in self.stages())
        if what == "correct" and self.told:
            game = dice.choice(sorted(self.told))
            if not is_bye(self.fact(game)):
                d.result(game, WORDS[dice.choice(("1-0", "0-1", "½-½"))])
        elif what == "mis-tap":
            word = dice.choice(("Withdrawn", "Disqualified"))
            self.log.append({"do": "status", "player": player, "status": word})
            d.status(player, word)
            before = self.published
            self.sync()
            if self.published == before:  # else something was published on it, and it is too late
                self.log.append({"do": "status", "player": player, "status": "Active"})
                d.later(minutes=1).status(player, "Active")
        elif what == "leave" and len(inside) > 3 and dice.random() < 0.5:
            self.log.append({"do": "status", "player": player, "status": "Withdrawn"})
            d.status(player, "Withdrawn")
        elif what == "pause" and not final and len(inside) > 3:
            until = (d.now + timedelta(days=2)).replace(minute=7)
            d.status(player, "Paused").type("Players", player, "Until", until.replace(tzinfo=None, second=0))
            self.log.append({"do": "status", "player": player, "status": "Paused"})
            self.sync()
            d.now = max(d.now, until + timedelta(minutes=5))
            self.log.append({"do": "status", "player": player, "status": "Active"})
        elif what == "late" and self.late < 2 and not final:
            self.late += 1
            name = f"Late{self.late}"
            d.person.add_row("Players", {"Player": name, "Seed": 100 + self.late})
            self.log.append({"do": "enter", "player": {"name": name, "seed": 100 + self.late, "rating": None}})
        elif what == "sort":
            d.person.sort("Games", dice.choice(("White", "Result", "Game")))
            d.person.sort("Form Responses", "Result")
        elif what == "away":
            d.later(days=dice.choice((1, 3)))
        del still


def compare(season: Season) -> None:
    """Ladder, Scores, rounds, pairs, Byes, the Final and the Placements: the book's and the judge's."""
    done = season.d.last.decided
    assert done.answer is not None
    assert done.gathered is not None
    assert done.reading is not None
    said = judge.play({"players": season.players, "settings": {"rounds": season.rounds}, "log": season.log})
    now = replay(done.gathered.book(done.reading.claims), season.d.now)
    assert list(now.ladder) == said["now"]["ladder"]
    assert dict(now.ranks) == said["now"]["ranks"]
    assert {(a, b): now.scores.of(a, b) for a in now.ladder for b in now.ladder if a != b} == said["now"]["scores"]
    shown = season.d.table("Games", "Game", "White", "Black")
    for theirs in said["rounds"]:
        ours = {(w, b) for g, w, b in shown if g.startswith(f"R{theirs['round']}-")}
        games = {(g["white"], g["black"]) for g in theirs["games"]}
        assert ours == games | ({(theirs["bye"], "(bye)")} if theirs["bye"] else set()), theirs["round"]
    if done.answer.state == "finished":
        assert said["next"]["kind"] == "over"
        places = {p: int(n) for p, n in season.d.table("Ladder", "Player", "Placement") if n}
        assert places == (said["placements"] or {})


def played(seed: int, path: Path | None = None) -> Season:
    """A season to its end."""
    season = Season(seed, path)
    for step in range(MOST_STEPS):
        season.gentle = step > MOST_STEPS // 2
        if not season.step():
            break
        if step % 15 == 0:
            compare(season)
    compare(season)
    return season


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_season_reaches_the_judges_champion(batch: int) -> None:
    """Nothing but what people typed, and the judge agrees all along and at the end."""
    for seed in range(batch * SEASONS // BATCHES, (batch + 1) * SEASONS // BATCHES):
        try:
            season = played(seed)
        except Exception as error:
            raise AssertionError(f"season {seed}") from error
        answer = season.d.last.decided.answer
        assert answer is not None
        assert answer.state == "finished", f"season {seed}: {season.d.codes()}"
        ids = season.d.rounds()
        assert len(ids) == len(set(ids))


def test_a_season_in_a_file(tmp_path: Path) -> None:
    """The same through a workbook file."""
    season = played(3, tmp_path / "season.xlsx")
    answer = season.d.last.decided.answer
    assert answer is not None
    assert answer.state == "finished"


def test_nobody_is_there_for_a_whole_season() -> None:
    """Not one human edit after Start but reports, junk among them: it still reaches a Champion."""
    d = desk(Rounds=2, If_the_TD_does_not_answer="2").start()
    dice = random.Random(5)
    for _ in range(200):
        answer = d.last.decided.answer
        assert answer is not None
        if answer.state == "finished":
            break
        for game in d.open_games():
            roll = dice.random()
            if roll < 0.7:
                d.report(game, dice.choice(("White won", "Black won", "draw")))
            elif roll < 0.8:
                d.report(game, "White won", "Ada").report(game, "Black won", "Ben")
            elif roll < 0.9:
                d.report(game, "I think I won")
        d.settle()
        wake = d.last.decided.wake
        d.now = wake if wake is not None and not d.open_games() else d.now + timedelta(days=2)
        d.settle()
    answer = d.last.decided.answer
    assert answer is not None
    assert answer.state == "finished"
    assert isinstance(d.now, datetime)
