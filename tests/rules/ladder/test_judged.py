"""Random seasons, played by the engine and by the literal judge side by side; everything they say must agree.

`PAIRSHEET_CAMPAIGN` multiplies the number of seasons.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules.ladder.corrections import repaired
from rules.ladder.engine import ENGINE
from rules.ladder.season import replay
from rules.parts.ids import ref
from rules.parts.record import is_bye, standing
from tests.judges import ladder as judge
from tests.rules.laws import all_laws
from tests.rules.runner import BEGIN, Event

SEASONS = 60 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCHES = 12
WORDS = {"1-0": "1-0", "0-1": "0-1", "½-½": "1/2-1/2", "Null": "Null", "1-0F": "1-0F", "0-1F": "0-1F", "0-0F": "0-0F"}
THINGS = ("correct", "correct", "pause", "leave", "leave", "slip", "late", "additional", "pairs", "finalists")
BACK = {word: said for said, word in WORDS.items()} | {"": None}


class Season:
    """One season in both worlds: the engine's event and the judge's log."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.count = self.dice.choice((2, 3, 4, 5, 6, 7, 8, 9, 12, 15))
        self.rounds = self.dice.choice((1, 2, 3, 5, 5))
        self.kept = self.dice.random() < 0.3
        self.draws = self.dice.choice((0.1, 0.4, 0.9))
        self.event = Event(ENGINE, now=BEGIN, hold=True)
        self.event.set("Rounds", self.rounds).set("Removed players' games", "kept" if self.kept else "ignored")
        self.log: list[dict[str, Any]] = []
        self.players: list[dict[str, Any]] = []
        self.late = 0
        for i in range(self.count):
            player: dict[str, Any] = {"name": f"P{i}", "seed": self.dice.choice((None, i)), "rating": None}
            if self.dice.random() < 0.8:
                player["rating"] = self.dice.randrange(1000, 2000)
            self.players.append(player)
            self.event.add(player["name"], Seed=player["seed"], Rating=player["rating"])
        self.event.set("Start", "now")
        self.event.run()
        self.event.publish("R1")
        self.log.append({"do": "publish"})

    def tick(self) -> None:
        """Time goes on a little; never as far as a deadline unless wanted."""
        self.event.now += self.event.now.resolution * 60_000_000

    def judged(self) -> dict[str, Any]:
        """What the judge makes of it."""
        settings = {"rounds": self.rounds, "removed_games": "kept" if self.kept else "ignored"}
        return judge.play({"players": self.players, "settings": settings, "log": self.log})

    def step(self) -> bool:
        """One thing happens; False when the season is over."""
        self.tick()
        event, dice = self.event, self.dice
        answer = event.answer
        if answer.state == "finished":
            return False
        stopped = any(t.code == "final-stopped" for t in answer.troubles)
        if stopped:
            event.decide("Continue final")
            self.log.append({"do": "go on"})
        elif any(t.code == "too-few-paired" for t in answer.troubles):
            paused = [p.name for p in event.book.people if p.status == "Paused"]
            if not paused:
                return False
            self.status(paused[0], "Active")
        elif dice.random() < (0.4 if answer.drafts else 0.15):
            self.something_else()
        elif answer.drafts:
            (draft,) = answer.drafts
            if any(check.blocks for check in draft.checks):  # a paused Finalist
                for check in draft.checks:
                    if check.code == "finalist-paused":
                        self.status(check.about, "Active")
            else:
                event.publish(draft.id)
                self.log.append({"do": "publish"})
                return True
        else:
            games = event.open_games()
            if dice.random() < 0.06 and ref(games[0].id).stage == "R":
                self.time_out()
            else:
                for game in dice.sample(games, dice.randint(1, len(games))):
                    self.report(game.id)
                    self.tick()
        event.run()
        return True

    def result(self) -> str:
        """A result by chance."""
        roll = self.dice.random()
        if roll < self.draws:
            return "½-½"
        if roll < self.draws + 0.05:
            return self.dice.choice(("1-0F", "0-1F", "0-0F", "Null"))
        return self.dice.choice(("1-0", "0-1"))

    def report(self, id_: str) -> None:
        """A result of an open game: sometimes with the colours the other way round (L10)."""
        result = self.result()
        fact = standing(self.event.book).game(id_)
        assert isinstance(fact.black, str)
        white, black = fact.white, fact.black
        if result in ("1-0", "0-1", "½-½"):
            self.event.reported(id_, WORDS[result])
        else:
            self.event.typed(id_, WORDS[result])
        self.enter_result(id_, white, black, result)

    def enter_result(self, id_: str, white: str, black: str, result: str) -> None:
        at = ref(id_)
        entry: dict[str, Any] = {"do": "result", "white": white, "black": black, "result": result}
        if at.stage == "F":
            entry |= {"game": at.game, "final": at.number}
        else:
            entry["round"] = at.number
        self.log.append(entry)

    def time_out(self) -> None:
        """Nobody plays: all open games become Null at the deadline."""
        event = self.event
        games = event.open_games()
        wake = event.answer.wake
        assert wake is not None
        event.now = wake
        event.run()
        for game in games:
            assert isinstance(game.black, str)
            self.enter_result(game.id, game.white, game.black, "Null")

    def status(self, player: str, status: str) -> None:
        """Typed into Players."""
        self.event.add(player, Status=status)
        self.log.append({"do": "status", "player": player, "status": status})

    def something_else(self) -> None:
        """A correction, a pause, a leaver, a slip taken back, a late player, the director's words."""
        event, dice = self.event, self.dice
        stands = standing(event.book)
        what = dice.choice(THINGS)
        if what == "correct":
            closed = [
                id_
                for id_ in stands.games
                if not is_bye(stands.game(id_))
                and event.row("Pairings", "Game", id_)["Decided by"] in ("form", "director")
            ]
            if closed:
                id_ = dice.choice(closed)
                fact = stands.game(id_)
                result = self.result()
                event.typed(id_, WORDS[result])
                self.enter_result(id_, fact.white, str(fact.black), result)
            return
        inside = [str(p) for p in event.column("Ladder", "Player")]
        now = {p.name: p.status for p in event.book.people}
        player = dice.choice(inside)
        if what == "pause":
            self.status(player, "Paused" if now[player] == "Active" else "Active")
        elif what == "leave" and len(inside) > 3:
            self.status(player, dice.choice(("Withdrawn", "Disqualified")))
        elif what == "slip" and event.state() == "running":
            self.status(player, "Disqualified")
            event.run()
            self.tick()
            self.status(player, "Active")
        elif what == "late" and self.late < 4:
            self.late += 1
            new = {"name": f"L{self.late}", "seed": 100 + self.late, "rating": None}
            event.add(f"L{self.late}", Seed=100 + self.late)
            self.log.append({"do": "enter", "player": new})
        elif what == "additional" and dice.random() < 0.3:
            event.decide("Additional rounds", "", "1")
            self.log.append({"do": "additional", "rounds": 1})
        elif what == "pairs" and event.answer.drafts and event.rounds():
            self.typed_pairs()
        elif what == "finalists" and event.answer.drafts and event.answer.drafts[0].id.startswith("F"):
            two = dice.sample(inside, 2)
            event.decide("Finalists", "", " ; ".join(two))
            self.log.append({"do": "finalists", "players": two})
            event.run()
            if any(check.blocks for check in event.draft().checks):
                self.log.pop()  # one of them is paused: the word is taken back
            else:
                event.publish(event.draft().id)
                self.log.append({"do": "publish"})
            event.undecide("Finalists")

    def typed_pairs(self) -> None:
        """The director pairs two for the drafted round, and the draft goes out at once."""
        event, dice = self.event, self.dice
        (draft,) = event.answer.drafts
        kind = next(r.fact.kind for r in draft.facts if hasattr(r.fact, "kind"))
        names = sorted({name for _, white, black in event.drafted() for name in (white, black)} - {"(bye)"})
        if kind not in ("round", "additional") or len(names) < 4:
            return
        two = dice.sample(names, 2)
        only = dice.random() < 0.4
        event.decide("Pair", draft.id, " ; ".join(two))
        if only:
            event.decide("Only typed pairs", draft.id)
        self.log.append({"do": "pairs", "pairs": [two], "rest": "idle" if only else "rule"})
        event.run()
        event.publish(draft.id)
        self.log.append({"do": "publish"})


def compare(season: Season) -> None:
    """Everything the judge says, the engine says."""
    event, said = season.event, season.judged()
    answer, now = event.answer, replay(event.book, event.now)
    assert list(now.ladder) == said["now"]["ladder"]
    assert dict(now.ranks) == said["now"]["ranks"]
    assert {(a, b): now.scores.of(a, b) for a in now.ladder for b in now.ladder if a != b} == said["now"]["scores"]
    assert {k: v for k, v in now.tally.half_wins.items() if v} == {k: v for k, v in said["now"]["wins"].items() if v}
    assert list(now.roster.initial) == said["initial"]
    assert len(now.stages) == len(said["rounds"])
    for stage, theirs in zip(now.stages, said["rounds"], strict=True):
        assert stage.kind == theirs["kind"]
        assert list(stage.paired_on) == theirs["ladder_before"]
        assert stage.complete == theirs["decided"]
        if stage.complete:
            assert list(stage.ladder) == theirs["ladder_after"]
        facts = now.stands.games_of(stage.id)
        ours = {(g.white, str(g.black), g.taken["inviter"]) for g in facts if not is_bye(g)}
        assert ours == {(g["white"], g["black"], g["inviter"]) for g in theirs["games"]}
        assert [g.white for g in facts if is_bye(g)] == ([theirs["bye"]] if theirs["bye"] else [])
        results = {frozenset((g.outcome.white, str(g.outcome.black))): g for g in stage.games}
        for game in theirs["games"]:
            ours_now = event.row("Pairings", "Game", results[frozenset((game["white"], game["black"]))].outcome.id)
            assert BACK[str(ours_now["Outcome"])] in (game["result"], "Null" if game["result"] == "0-0F" else None)
        if theirs["otherwise"] is not None:
            pairs = {frozenset(p) for p in theirs["otherwise"]["pairs"]}
            idle = theirs["otherwise"]["bye"]
            assert repaired(stage) == pairs | ({frozenset((idle,))} if idle else set())
    compare_end(season, said, answer.state)


def compare_end(season: Season, said: dict[str, Any], state: str) -> None:
    """The draft or the Final, the Champion and the Placements."""
    event, due = season.event, said["next"]
    if due["kind"] in ("round", "tie-break", "additional") and len(due["participants"]) < 2:
        assert "too-few-paired" in event.troubles()
    elif due["kind"] in ("round", "tie-break", "additional"):
        draft = event.draft()
        assert draft.id == f"R{due['round']}"
        games = {(white, black) for _, white, black in event.drafted()}
        expected = {(g["white"], g["black"]) for g in due["games"]} | ({(due["bye"], "(bye)")} if due["bye"] else set())
        assert games == expected
    elif due["kind"] == "final":
        (fact,) = [r.fact for r in event.draft().facts if hasattr(r.fact, "taken") and "finalists" in r.fact.taken]
        names = fact.taken["finalists"]
        assert isinstance(names, tuple)
        assert set(names) == set(due["finalists"])
    elif due["kind"] == "final game":
        (game,) = event.open_games()
        assert (game.white, game.black, ref(game.id).game) == (due["white"], due["black"], due["game"])
    elif due["kind"] == "stopped":
        assert "final-stopped" in event.troubles() or event.open_games(), "a game that is out is played"
    elif due["kind"] == "wait":
        assert len(event.open_games()) == len(due["games"])
    assert (state == "finished") == (due["kind"] == "over")
    if due["kind"] == "over":
        ours = {str(r.cells["Player"]): r.cells["Placement"] for r in event.table("Ladder")}
        assert ours == (said["placements"] or {})


def played(seed: int, laws_every: int = 0) -> Season:
    """A whole season, compared on the way and at the end."""
    season = Season(seed)
    for n in range(400):
        going = season.step()
        if n % 7 == 0 or not going:
            season.event.run()
            compare(season)
        if laws_every and n % laws_every == 0:
            all_laws(season.event, seed)
        if not going:
            break
    return season


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_engine_and_the_literal_judge_agree_on_random_seasons(batch: int) -> None:
    """Ladders, Ranks, Scores, pairs, Byes, colours, what follows, Final, Placements: the same, season after season."""
    finished = 0
    for seed in range(batch * SEASONS // BATCHES, (batch + 1) * SEASONS // BATCHES):
        try:
            season = played(seed)
        except Exception as error:
            raise AssertionError(f"season {seed}") from error
        finished += season.event.state() == "finished"
    assert finished > 0.6 * SEASONS / BATCHES


def test_the_laws_hold_all_along_random_seasons() -> None:
    """Every law of the protocol, after many passes of seasons full of corrections, leavers and late players."""
    for seed in range(1000, 1012):
        season = played(seed, laws_every=9)
        assert season.event.passes > 5
