"""The engine held against the literal second judge over random tours with every kind of tie.

Events are played through the engine: lots, tosses and choices typed as they are asked for, games as they are due,
players leaving, blitz for rapid, both missing the Armageddon game. After every step both say how things stand.
PAIRSHEET_CAMPAIGN multiplies the number of events.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from rules.grandchesstour.amounts import amounts_of
from rules.grandchesstour.clock import Times
from rules.grandchesstour.events import KINDS
from rules.grandchesstour.follows import drafts
from rules.grandchesstour.playoff import PlayOff
from rules.grandchesstour.rounds import due_games
from rules.grandchesstour.season import Season, season_of
from rules.model import Book, Claim, Fields, Game, How, Lot
from rules.parts.berger import MOST, berger_table
from rules.parts.ids import ref
from rules.parts.record import standing
from rules.parts.sharing import money_text, points_text
from tests.judges import tour as judge
from tests.rules.grandchesstour.play import answer, tour
from tests.rules.runner import BEGIN, Event

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
WORDS = {"1-0": "1-0", "0-1": "0-1", "½-½": "1/2-1/2", "1-0F": "1-0F", "0-1F": "0-1F", "0-0F": "0-0F"}
Data = dict[str, Any]


def minutes(moment: datetime | None) -> int | None:
    """Minutes since the begin, as the judge counts."""
    return None if moment is None else round((moment - BEGIN).total_seconds() / 60)


@dataclass
class Played:
    """A random tour: the engine's book, and the same told to the judge."""

    dice: random.Random
    event: Event
    data: dict[str, Data]  # event id -> the judge's event
    facts: dict[str, Data] = field(default_factory=dict)  # section -> the judge's facts of its play-off
    second: bool = True
    best: int | None = None
    read: tuple[Book, datetime, Season] | None = None

    def season(self) -> Season:
        """The book as the engine reads it."""
        if self.read is None or self.read[0] is not self.event.book or self.read[1] != self.event.now:
            self.read = (self.event.book, self.event.now, season_of(self.event.book, self.event.now))
        return self.read[2]

    def of(self, section: str) -> Data:
        """The judge's facts of a play-off."""
        empty: Data = {"lots": {}, "results": {}, "left": [], "blitz": [], "decided": {}}
        return self.facts.setdefault(section, empty)


# --- making an event ------------------------------------------------------------------------------------------------


def result_of(
    dice: random.Random, mood: str, strength: dict[str, int], wins: set[tuple[str, str]], w: str, b: str
) -> str:
    """A result: by strength with a few decided games among equals, or anything at all."""
    if mood == "anything":
        return dice.choice(["1-0", "0-1", "½-½", "½-½", "½-½", "1-0F", "0-1F", "0-0F"])
    if strength[w] != strength[b]:
        return dice.choice(["1-0", "1-0", "1-0F"]) if strength[w] > strength[b] else "0-1"
    if (w, b) in wins:
        return "1-0"
    return "0-1" if (b, w) in wins else "½-½"


def moods(dice: random.Random, players: list[str], top: int) -> tuple[dict[str, int], set[tuple[str, str]]]:
    """Strengths with `top` equal at the top, and circles of wins among them that leave the scores equal."""
    strength = {p: (9 if i < top else dice.randint(0, 4)) for i, p in enumerate(dice.sample(players, len(players)))}
    best = [p for p in players if strength[p] == 9]
    wins: set[tuple[str, str]] = set()
    for _ in range(dice.randint(0, 3)):
        if len(best) >= 3:
            a, b, c = dice.sample(best, 3)
            if not any({x, y} <= {a, b, c} for x, y in wins):
                wins |= {(a, b), (b, c), (c, a)}
    return strength, wins


def make_tour(dice: random.Random, sizes: list[int], top: int = 0) -> Played:
    """A tour with events of these sizes, every main game still to come."""
    everybody = [f"P{n:02d}" for n in range(1, 17)]
    ids = ["PAR", "LEU", "SIN"][: len(sizes)]
    members = {
        id_: sorted(dice.sample(everybody[: max(sizes) + 2], size)) for id_, size in zip(ids, sizes, strict=True)
    }
    kinds = {id_: dice.choice(list(KINDS) if top == 0 else ["classical", "rapid"]) for id_ in ids}
    event = tour(members, laws=False, **kinds)
    for id_ in ids:
        event.set("Blitz rounds", "single", id_)
    event.draw_lots = True
    prizes: list[Fields] = []
    data: dict[str, Data] = {}
    for id_ in ids:
        data[id_] = {"players": members[id_], "playoff": {}}
        if dice.random() < 0.4:
            table = sorted((Fraction(dice.randint(0, 900)) for _ in range(dice.randint(1, 9))), reverse=True)
            points = sorted((Fraction(dice.randint(0, 40), 2) for _ in range(dice.randint(1, 9))), reverse=True)
            prizes += [{"Section": id_, "Place": str(i), "Prize": a} for i, a in enumerate(table, start=1)]
            prizes += [{"Section": id_, "Place": Fraction(i), "Points": a} for i, a in enumerate(points, start=1)]
            prizes.append({"Section": id_, "Place": "bonus", "Points": Fraction(2)})
            data[id_] |= {"bonus": 2}
        elif kinds[id_] != "classical":
            data[id_] |= {"prizes": []}
    event.book = replace(event.book, prizes=tuple(prizes))
    for state in season_of(event.book, event.now).events:
        amounts = amounts_of(event.book, state.event)
        if any(row["Section"] == state.event.id for row in prizes):
            data[state.event.id] |= {"prizes": list(amounts.prizes), "points": list(amounts.points)}
    event.run()
    event.draw_lots = False
    return Played(dice, event, data)


def play_main(played: Played, section: str, top: int = 0) -> None:
    """The main games of an event in one to three helpings, ended at known times; now and then in any order.

    A play-off may begin before the last helping: who plays for other places does not delay it (G28, G39).
    """
    dice, event = played.dice, played.event
    players = played.data[section]["players"]
    mood = dice.choice(["anything", "level", "level"]) if top == 0 else "level"
    strength, wins = moods(dice, players, top or dice.randint(1, len(players)))
    record = standing(event.book)
    ids = [g for g in record.games if ref(g).section == section and ref(g).stage == "R"]
    games = [g for g in (record.game(id_) for id_ in ids) if isinstance(g.black, str)]
    if dice.random() < 0.5:
        dice.shuffle(games)
    if dice.random() < 0.5:  # those who matter are through before the others
        games.sort(key=lambda g: max(strength[g.white], strength[str(g.black)]) < 9)
    rows: dict[str, Data] = {g.id: {"white": g.white, "black": g.black, "rate": g.rate, "result": None} for g in games}
    played.data[section]["games"] = list(rows.values())
    played.data[section]["playoff"] = played.of(section)
    cuts = sorted({dice.randint(0, len(games)) for _ in range(dice.randint(0, 2))} | {0, len(games)})
    for begin, end in pairwise(cuts):
        claims = []
        for game in games[begin:end]:
            word = result_of(dice, mood, strength, wins, game.white, str(game.black))
            event.now += timedelta(minutes=dice.randint(0, 2))
            score = judge.PARTS[word]
            claims.append(Claim(game.id, (game.white, str(game.black)), score, How.PLAYED, "ruled", event.now))
            rows[game.id] |= {"result": word, "ended": minutes(event.now)}
        event.book = replace(event.book, claims=(*event.book.claims, *claims))
        event.run()
        for _ in range(dice.randint(1, 3) if end < len(games) else 0):
            compare_event(played, section)
            play = the_play(played, section)
            if play is not None and not play.is_over:
                step(played, section)


# --- comparing ------------------------------------------------------------------------------------------------------


def names_of(play: PlayOff) -> dict[str, str]:
    """The judge's names of matches by their ids."""
    return {m.id: m.name for m in play.matches}


def lot_name(play: PlayOff, lot: Lot) -> str:
    """The judge's name of a lot."""
    head, _, tail = lot.id.partition(" ")
    if tail.startswith("order"):
        return f"order:{tail.split()[1]}"
    if tail in ("numbers", "bye"):
        return tail
    match = names_of(play)[ref(head).match]
    if lot.kind == "colour":
        return f"white:{match}:{((ref(head).game or 1) + 1) // 2}"
    return f"{lot.kind}:{match}"


def lots_asked(played: Played, section: str) -> list[Lot]:
    """Lots of a play-off that wait for an answer (one of a game that a leaver misses is waited for no more)."""
    waited = {name for w in played.event.answer.waits if w.on == "lot" for name in w.what}
    found = [r.fact for r in standing(played.event.book).lots.values()]
    return [x for x in found if isinstance(x, Lot) and x.id in waited and x.id.startswith(f"{section}-P")]


def compare(played: Played, section: str, play: PlayOff, times: Times, told: Data) -> None:
    """The engine's play-off is the judge's: order, matches, winners, games due with colours and times, questions."""
    order = list(play.order) if play.order else None
    assert told["over"] == play.is_over
    assert told["winner"] == play.winner
    if "play-off" not in played.of(section)["decided"]:
        assert told["order"] == order
        theirs = {n: (frozenset(m["players"]), m["winner"]) for n, m in told["matches"].items() if n != "all"}
        assert {m.name: (frozenset(m.players), m.winner) for m in play.matches} == theirs
    ours: set[tuple[Any, ...]] = set()
    for due in due_games(played.season()):
        o = due.outcome
        if ref(o.id).section != section:
            continue
        name = names_of(play).get(ref(o.id).match, "all")
        number = ref(o.id).game or ref(o.id).board
        ours.add((name, number, due.rate, o.white, o.black, minutes(due.start)))
    due_there = {(g["match"], g["game"], g["rate"], g["white"], g["black"], g["start"]) for g in told["due"]}
    if name_all := [g for g in due_there if g[0] == "all"]:  # boards used up by a game nobody played shift the number
        (one,) = name_all
        ours = {(n, one[1] if n == "all" else k, *rest) for n, k, *rest in ours}
    assert ours == due_there
    if not play.is_over:
        asked = {lot_name(play, x): frozenset(x.among) for x in lots_asked(played, section)}
        wanted = {n["lot"]: frozenset(n["among"]) for n in told["needs"] if "lot" in n}
        assert asked == wanted
        undecided = {m.name for m in play.matches if m.undecided} | ({"play-off"} if play.waits_for_director else set())
        assert undecided == {n["decision"] for n in told["needs"] if "decision" in n}
    assert times.start is None or not told["due"] or True in [g["start"] is not None for g in told["due"]]


def compare_event(played: Played, section: str) -> Data:
    """Standings, prizes and points of an event, and its play-off."""
    season = played.season()
    state = season.state(section)
    assert state is not None
    told = judge.finish(played.data[section])
    assert told["complete"] == state.main.is_complete
    assert told["over"] == state.is_over
    theirs = [(r["player"], r["place"], r["prize"], r["points"]) for r in told["rows"]]
    assert sorted((a.player, a.place, a.prize, a.points) for a in state.awards) == sorted(theirs)
    wins = {r["player"]: (r["score"], r["wins"]) for r in told["rows"]}
    assert {p: (state.main.score[p], state.main.wins[p]) for p in state.main.numbers} == wins
    assert (told["playoff"] is None) == (state.play is None)
    if state.play is not None:
        compare(played, section, state.play, state.times, told["playoff"])
    if state.is_over:
        amounts = amounts_of(played.event.book, state.event)
        count = len(state.main.numbers)
        bonus = amounts.bonus if len(state.main.top) == 1 else ZERO
        assert sum((a.prize or ZERO for a in state.awards), ZERO) == sum(amounts.prizes[:count])
        assert sum((a.points or ZERO for a in state.awards), ZERO) == sum(amounts.points[:count]) + bonus
    return told


def compare_tour(played: Played) -> Data:
    """Totals, places and money of the Tour, and its play-off."""
    found = played.season().tour
    assert found is not None
    facts = played.of("TOUR")
    told: Data = judge.tour(
        list(played.data.values()),
        best=played.best,
        second_playoff=played.second,
        playoffs={"first": facts, "second": facts},
    )
    assert told["events_over"] == found.is_complete
    theirs = sorted((r["player"], r["total"], r["place"], r["prize"]) for r in told["rows"])
    assert sorted((a.player, found.total[a.player], a.place, a.prize) for a in found.awards) == theirs
    which = {0: None, 1: "first", 2: "second"}[found.tied_for]
    assert list(told["playoffs"]) == ([which] if which else [])
    if which and found.play is not None:
        compare(played, "TOUR", found.play, found.times, told["playoffs"][which])
    if found.is_over:
        assert sum((a.prize or ZERO for a in found.awards), ZERO) == 150_000
    return told


# --- playing a play-off ---------------------------------------------------------------------------------------------


def the_play(played: Played, section: str) -> PlayOff | None:
    """The play-off of a section."""
    return next((p for p, _, _ in played.season().plays if p.section == section), None)


def step(played: Played, section: str) -> None:
    """One thing happens in a play-off: a lot, a game, a word of the director, somebody leaves."""
    dice, event = played.dice, played.event
    play, facts = the_play(played, section), played.of(section)
    assert play is not None
    if play.waits_for_director:
        if len(play.players) <= 16 and dice.random() < 0.7:
            event.decide("Tree of sixteen", f"{section}-P1").run()
            facts["accept"] = True
        else:
            winner = dice.choice(play.players)
            event.decide("Winner", section, winner).run()
            facts["decided"]["play-off"] = winner
        return
    undecided = [m for m in play.matches if m.undecided]
    if undecided:
        match = undecided[0]
        winner = dice.choice(match.players)
        facts["decided"][match.name] = winner
        event.decide("Winner", match.id, winner).run()
        return
    if dice.random() < 0.03 and not facts["left"]:  # the judge does not know who left first: all leave at once
        facts["left"] += dice.sample(play.players, dice.choice([1, 1, 2]))
        for leaver in facts["left"]:
            event.decide("Leaves", section, leaver)
        event.run()
        return
    fresh = [m for m in play.matches if not m.games and m.winner is None and m.name not in facts["blitz"]]
    if fresh and dice.random() < 0.1:
        match = dice.choice(fresh)
        facts["blitz"].append(match.name)
        event.decide("Blitz for rapid", match.id).run()
        return
    if play.three is not None and not play.three.begun and "all" not in facts["blitz"] and dice.random() < 0.1:
        facts["blitz"].append("all")
        event.decide("Blitz for rapid", f"{section}-P1").run()
        return
    asked = lots_asked(played, section)
    games = [d.outcome.id for d in due_games(played.season()) if ref(d.outcome.id).section == section]
    assert asked or games, "nothing to play and nothing to ask for"
    if asked and (not games or dice.random() < 0.5):
        type_lot(played, section, play, dice.choice(asked))
    else:
        type_game(played, section, play, dice.choice(games))


def type_lot(played: Played, section: str, play: PlayOff, lot: Lot) -> None:
    """Answer a lot at random, for the engine and for the judge."""
    among = list(lot.among)
    name = lot_name(play, lot)
    if lot.kind == "choice":
        names = [played.dice.choice(["White", "Black"])]
    else:
        names = played.dice.sample(among, len(among)) if lot.kind == "order" else [played.dice.choice(among)]
    played.of(section)["lots"][name] = names if name.startswith(("order", "numbers")) else names[0]
    answer(played.event, lot.id, *names)


def type_game(played: Played, section: str, play: PlayOff, id_: str) -> None:
    """A game ends with any result at a later minute."""
    event, dice = played.event, played.dice
    game = standing(event.book).game(id_)
    assert isinstance(game, Game)
    start = next(d.start for d in due_games(played.season()) if d.outcome.id == id_)
    event.now = max(event.now, start or event.now) + timedelta(minutes=dice.randint(1, 40))
    level = ["½-½"] * 6 if dice.random() < 0.7 else []
    word = dice.choice(["1-0", "0-1", "½-½", *level, "1-0F", "0-1F", "0-0F"])
    name = names_of(play).get(ref(id_).match, "all")
    results = played.of(section)["results"].setdefault(name, [])
    row = {"result": word, "ended": minutes(event.now)}
    if name == "all":
        numbers = list(play.order or ())
        pairs = [{numbers[1], numbers[2]}, {numbers[0], numbers[1]}, {numbers[2], numbers[0]}]
        place = pairs.index({game.white, str(game.black)})
        results += [{"result": None}] * (place - len(results))
    results.append(row)
    event.typed(id_, WORDS[word]).run()


def finish(played: Played, section: str) -> None:
    """Play a play-off to its end, comparing after every step."""
    for _ in range(400):
        if section == "TOUR":
            compare_tour(played)
        else:
            compare_event(played, section)
        play = the_play(played, section)
        if play is None or play.is_over:
            return
        step(played, section)
    raise AssertionError("the play-off does not end")


# --- the campaigns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("top", range(1, 14))
def test_every_size_of_tie(top: int) -> None:
    """Events with exactly so many level at the top, play-offs played to their end."""
    for seed in range((3 if top <= 4 else 2 if top <= 8 else 1) * TIMES):
        dice = random.Random(f"size {top} {seed}")
        played = make_tour(dice, [top + dice.randint(1 if top == 1 else 0, 2) if top > 1 else dice.randint(2, 6)], top)
        play_main(played, "PAR", top)
        finish(played, "PAR")


@pytest.mark.parametrize("block", range(4))
def test_random_events(block: int) -> None:
    """Events of any kind with any results."""
    for seed in range(9 * TIMES):
        dice = random.Random(f"event {block} {seed}")
        played = make_tour(dice, [dice.randint(2, 9)])
        play_main(played, "PAR")
        finish(played, "PAR")


@pytest.mark.parametrize("block", range(4))
def test_random_tours(block: int) -> None:
    """Tours of two or three events, with ties for first and second and with a limit to the best events."""
    for seed in range(6 * TIMES):
        dice = random.Random(f"tour {block} {seed}")
        played = make_tour(dice, [dice.randint(2, 6) for _ in range(dice.randint(2, 3))])
        played.second = dice.random() < 0.7
        played.best = dice.choice([None, None, 1, 2])
        played.event.set("Second place play-off", "yes" if played.second else "no").set("Best events", played.best)
        for section in played.data:
            played.data[section]["games"] = []
        for section in played.data:
            play_main(played, section)
            finish(played, section)
            played.event.now += timedelta(hours=2)
            played.event.run()
        finish(played, "TOUR")
        assert played.season().is_over
        assert drafts(played.season()) == ()


@pytest.mark.parametrize("players", range(2, MOST + 1))
def test_tables_are_the_judges(players: int) -> None:
    """The Berger tables of both agree game by game."""
    assert [list(r.games) for r in berger_table(players)] == judge.berger(players)


def test_figures_are_shown_alike() -> None:
    """Money and points of every sort are shown as the judge shows them (G7)."""
    dice = random.Random("figures")
    for _ in range(2000 * TIMES):
        value = Fraction(dice.randint(0, 10**6), dice.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 200]))
        assert money_text(value) == judge.show_money(value)
        assert points_text(value) == judge.show_points(value)
