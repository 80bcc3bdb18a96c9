"""Whole events of every other format played through the sheet, and held against the second judges.

What people typed goes to the judge; what stands in the book must be what he makes of it: every pairing, bye, lucky
loser, place, prize and champion. `PAIRSHEET_CAMPAIGN` multiplies the number of events.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import pytest

from rules.grandchesstour.playoff import PlayOff
from rules.grandchesstour.season import season_of
from rules.hastings.prizes import champion, runner_up
from rules.hastings.reading import read_event as read_hastings
from rules.model import Answer, Book, Empty, Game, Id, Lot, Row, Wait
from rules.parts.ids import ref
from rules.parts.record import standing
from rules.pente.history import read_event as read_pente
from sync.grid import Cell
from tests.judges import tour as tour_judge
from tests.judges.hastings import replay
from tests.judges.swiss import Card, Past, Settings, judge_round, standings
from tests.rules.grandchesstour.test_against_judge import lot_name, names_of
from tests.rules.pente.campaign import Played, Script
from tests.rules.pente.test_against_the_judge import hold_a, hold_b
from tests.tournaments.whole import Whole

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
TURNED = {"1": "0", "0": "1", "+": "-", "-": "+"}
WORDS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½"}
CODES = {"1-0": "1", "0-1": "0", "1/2-1/2": "=", "1-0F": "+", "0-1F": "-", "0-0F": "x"}


def field_of(count: int, **more: Cell) -> list[dict[str, Cell]]:
    """Players from the strongest down."""
    return [{"Player": f"P{n:03d}", "Rating": 2700 - 7 * n, **more} for n in range(1, count + 1)]


def one_game(dice: random.Random, game: Game) -> str:
    """The stronger one scores more; now and then somebody does not come."""
    better = game.white < str(game.black)
    words = ("1-0", "0-1", "1/2-1/2", "1-0F", "0-1F")
    return dice.choices(words, (50 if better else 25, 25 if better else 50, 25, 1, 1))[0]


# --- the Swiss --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2 * CAMPAIGN))
@pytest.mark.parametrize(("players", "rounds"), [(23, 7), (40, 6)])
def test_a_swiss_is_the_judges_round_by_round(players: int, rounds: int, seed: int) -> None:
    """Half of the results come by form. Every round's boards and bye, and the last table, are the judge's."""
    whole = Whole("swiss", field_of(players), {"Rounds": str(rounds), "No-shows": "stay"}, one_game, seed, 0.5).play()
    stands = standing(whole.book)
    number = {str(name): int(str(no)) for no, name in whole.shown("Starting list", "No", "Player")}
    lot = stands.lots["R1 colour"].fact
    assert isinstance(lot, Lot)
    assert lot.answer is not None
    settings = Settings("W" if lot.answer[0] == lot.among[0] else "B")
    past: dict[int, list[Past]] = {n: [] for n in number.values()}
    for round_ in range(1, rounds + 1):
        judged = judge_round(cards(past), round_, rounds, settings)
        games = [g for g in stands.games_of(f"R{round_}") if isinstance(g.black, str)]
        assert [(number[g.white], number[str(g.black)]) for g in games] == [(p.white, p.black) for p in judged.pairs]
        byes = [number[g.white] for g in stands.games_of(f"R{round_}") if g.black is Empty.BYE]
        assert byes == ([judged.bye] if judged.bye else [])
        for own in byes:
            past[own].append(Past("bye", gained=2))
        for game in games:
            note(past, number[game.white], number[str(game.black)], whole.typed[game.id])
    judged_table = [(line.place, line.number, line.half_points) for line in standings(cards(past))]
    shown = whole.shown("Standings", "Place", "No", "Points")
    assert [(int(str(p)), int(str(no)), round(2 * float(str(points)))) for p, no, points in shown] == judged_table


def cards(past: Mapping[int, list[Past]]) -> list[Card]:
    """The judge's cards: everybody is rated, by number."""
    return [Card(n, sum(one.gained for one in h), tuple(h), rating=2700 - 7 * n) for n, h in past.items()]


def note(past: dict[int, list[Past]], white: int, black: int, word: str) -> None:
    """A result on both cards."""
    gained = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "1-0F": (2, 0), "0-1F": (0, 2)}[word]
    kind, colours = ("default", ("", "")) if word.endswith("F") else ("game", ("W", "B"))
    past[white].append(Past(kind, black, colours[0], gained[0]))
    past[black].append(Past(kind, white, colours[1], gained[1]))


# --- the two-section championship -------------------------------------------------------------------------------------


def pente_score(dice: random.Random, game: Game) -> str:
    """A match score of the section, now and then a forfeit; in section A also a tie."""
    if game.id.startswith("B-R"):
        return dice.choices(("4-0", "3-1", "2-2", "1-3", "0-4", "1-0F", "0-1F"), (4, 6, 5, 6, 4, 1, 1))[0]
    words, weights = ["2-0", "0-2", "3-1", "1-3", "4-2", "2-4", "1-0F", "0-1F"], [6, 5, 4, 4, 2, 2, 1, 1]
    if game.id.startswith("A-"):
        words, weights = [*words, "0-0F", "6-6 tie"], [*weights, 1, 1]
    return dice.choices(words, weights)[0]


@dataclass
class SheetEvent:
    """What the judge's adapter looks at: a book, the time, the answer."""

    book: Book
    now: datetime
    answer: Answer

    def table(self, view: str) -> tuple[Row, ...]:
        """Rows of a view."""
        return self.answer.tables[view]


class FromSheet(Played):
    """One section of an event played through the sheet, told to the judge as the campaign tells its own."""

    def __init__(self, section: str, whole: Whole) -> None:
        self.section, self.script = section, Script()
        book = whole.book
        mine = replace(book, people=tuple(p for p in book.people if p.name.startswith(section)))
        self.event = SheetEvent(mine, whole.now, whole.answer)  # type: ignore[assignment]
        self._read = (mine, read_pente(book, whole.now).sections[section])
        self.names = sorted(self.history.players)
        for stage in self.history.stages:
            outcomes = self.script.outcomes.setdefault(self.stage_name(stage), {})
            for match in (m for m in stage.matches if not m.is_bye):
                first, second = match.outcome.white, str(match.outcome.black)
                outcomes[match.upper, str(match.lower)] = judged(first, second, whole.typed[match.id])


def judged(first: Id, second: Id, word: str) -> Any:
    """A result as the judge reads it."""
    if word in ("1-0F", "0-1F"):
        return ("forfeit", second if word == "1-0F" else first)
    if word == "0-0F":
        return ("double",)
    if word.endswith("tie"):
        return ("tie",)
    a, b = word.split("-")
    return ("games", {first: int(a), second: int(b)})


@pytest.mark.parametrize("seed", range(3 * CAMPAIGN))
def test_both_sections_of_a_championship_are_the_judges(seed: int) -> None:
    """Thirteen players in A and nine to seventeen in B, side by side, to both champions."""
    dice = random.Random(f"field {seed}")
    count = dice.choice((9, 12, 17))
    people: list[dict[str, Cell]] = [
        {"Player": f"A{n:02d}", "Rating": 1950 - 11 * n, "Rated games": 90, "Opponents": 20} for n in range(13)
    ]
    people += [
        {"Player": f"B{n:02d}", "Rating": 1590 - 11 * n, "Rated games": 90, "Opponents": 20} for n in range(count)
    ]
    whole = Whole("pente", people, {}, pente_score, seed, 0.4, director=order_the_tied).play()
    assert set(read_pente(whole.book, whole.now).sections["A"].players) == {f"A{n:02d}" for n in range(13)}
    played = FromSheet("B", whole)
    orders: dict[Any, list[list[str]]] = {}
    for _, _, value in [d for d in whole.shown("Decisions", "Decision", "About", "Value") if d[0] == "Order"]:
        last = [s for s in played.history.stages if s.kind == "round"][-1]
        orders.setdefault(played.stage_name(last), []).append(str(value).split(" ; "))
    played.script.typed_orders = orders
    hold_a(FromSheet("A", whole))
    hold_b(played)


def order_the_tied(whole: Whole, wait: Wait) -> None:
    """Where three or more are level on everything for the play-offs, the director types their order."""
    names = whole.dice.sample(wait.what, len(wait.what))
    whole.person.add_row("Decisions", {"Decision": "Order", "About": "B", "Value": " ; ".join(names)})


# --- the knock-out and its Challengers --------------------------------------------------------------------------------


def slow_or_quick(dice: random.Random, game: Game) -> str:
    """Anything, draws often enough for every stage; hardly anybody stays away."""
    del game
    return dice.choices(("1-0", "0-1", "1/2-1/2", "1-0F"), (33, 30, 36, 1))[0]


FIELDS = [(120, 1), (21, 3), (17, 1), (16, 0)]
MORE = (
    [(33, 4), (64, 2), (128, 5), (127, 6), *((15 + n, n) for n in range(10 * (CAMPAIGN - 1)))] if CAMPAIGN > 1 else []
)


@pytest.mark.parametrize(("players", "seed"), FIELDS + MORE)
def test_a_knock_out_is_the_judges_to_both_winners(players: int, seed: int) -> None:
    """120 to 64 and down to both winners, powers of two, odd fields: boards, colours, lucky losers, entries."""
    people = field_of(players)
    whole = Whole("hastings", people, {"Kept apart": "none"}, slow_or_quick, seed, director=no_round).play()
    book, typed = whole.book, whole.typed
    state, stands = read_hastings(book, whole.now), standing(book)
    lot = stands.lots["K-R1"].fact
    assert isinstance(lot, Lot)
    assert lot.answer is not None
    event: dict[str, Any] = {
        "players": [{"id": str(p["Player"]), "rating": p["Rating"]} for p in people],
        "lot": "W" if lot.answer[0] == lot.among[0] else "B",
        "premier_lots": {},
    }
    results: dict[int, list[dict[str, Any]]] = {}
    for number, mine in enumerate(state.k_rounds, start=1):
        told = replay(event, results)["rounds"][-1]
        for board in told["boards"]:
            drawn = stands.lots.get(f"{mine.id}-{board['board']:02d}.1")
            if board["white"] is None and drawn is not None and isinstance(drawn.fact, Lot) and drawn.fact.answer:
                white = drawn.fact.answer[0]
                event["premier_lots"][number, board["board"]] = "W" if white == board["first"] else "B"
        told = replay(event, results)["rounds"][-1]
        assert list(mine.ranking) == told["ranking"]
        assert list(mine.lucky) == told["lucky"]
        assert list(mine.held) == told["held_back"]
        assert [m.players for m in mine.matches] == [(b["first"], b["second"]) for b in told["boards"]]
        assert [m.games[0].white for m in mine.matches] == [b["white"] for b in told["boards"]]
        results[number] = [record_of(m.id, told["slow_games"], stands.games, stands, typed) for m in mine.matches]
    truth = replay(event, results)
    assert champion(state)[0] == truth["winner"]
    assert runner_up(state) == truth["runner_up"]
    brought = {str(p): float(str(b or 0)) for p, b in whole.shown("Standings", "Player", "Brought")}
    cards_of_losers = {c["id"]: c["score"] / 2 for r in truth["rounds"] for c in r.get("entries", ())}
    assert brought.items() <= cards_of_losers.items()
    played = [stands.game(i) for i in stands.games if i.startswith("C-") and typed.get(i, "F")[-1] != "F"]
    met = [frozenset((g.white, g.black)) for g in played]
    assert len(met) == len(set(met)), "nobody meets twice in the Challengers"
    through = {str(p) for (p,) in whole.shown("Bracket", "Through") if p}
    assert truth["winner"] in through
    stages = {(str(r), str(s)) for r, s in whole.shown("Bracket", "Round", "Stage")}
    assert {r for r, _ in stages} == {r.id for r in state.k_rounds}
    decisions = " ".join(str(d) for (d,) in whole.shown("Why", "Decision"))
    assert all(f"Lucky loser {n} of {len(r.lucky)}" in decisions for r in state.k_rounds for n in (1,) if r.lucky)


def record_of(match: Id, slow: int, games: Any, stands: Any, typed: Mapping[str, str]) -> dict[str, Any]:
    """A match as the judge reads it, from what people typed for its games."""
    played = sorted((g for g in games if g.startswith(f"{match}.") and g in typed), key=lambda g: ref(g).game or 0)
    first = stands.game(played[0])
    record: dict[str, Any] = {"a": first.white, "b": first.black, "slow": [], "quick": [], "armageddon": None}
    for id_ in played:
        game, index = stands.game(id_), (ref(id_).game or 1) - 1
        code = CODES[typed[id_]]
        code = code if game.white == first.white else TURNED.get(code, code)
        if index < slow:
            record["slow"].append(code)
        elif index < slow + 2:
            record["quick"].append(code)
        else:
            record["armageddon"] = (game.white, code)
    return record


def no_round(whole: Whole, wait: Wait) -> None:
    """Where the Challengers cannot be paired, the director leaves the round out."""
    whole.person.add_row("Decisions", {"Decision": "No round", "About": wait.holds})


# --- the tour ---------------------------------------------------------------------------------------------------------


def mostly_drawn(dice: random.Random, game: Game) -> str:
    """Draws enough for ties of every size and for Armageddon games."""
    del game
    return dice.choices(("1-0", "0-1", "1/2-1/2"), (1, 1, 6))[0]


@pytest.mark.parametrize("seed", range(8 * CAMPAIGN))
def test_a_tour_is_the_judges_to_the_last_prize(seed: int) -> None:
    """Two events: places, prizes and points of each, its play-off match by match, and the winner of the Tour."""
    people = [{"Player": f"P{n}"} for n in range(4 + seed % 5)]
    settings: dict[str, Cell] = {"Events": "PAR ; LEU", "Lots": ("typed", "drawn")[seed % 2]}
    whole = Whole("grand-chess-tour", people, settings, mostly_drawn, seed, director=start_the_next).play()
    season, stands = season_of(whole.book, whole.now), standing(whole.book)
    told = []
    for state in season.events:
        section = state.event.id
        games = [stands.game(g) for g in stands.games if g.startswith(f"{section}-R") and g in whole.typed]
        event = {
            "players": [str(p["Player"]) for p in people],
            "games": [
                {"white": g.white, "black": g.black, "rate": g.rate, "result": WORDS[whole.typed[g.id]], "ended": 0}
                for g in games
            ],
            "playoff": playoff_facts(whole, state.play, section),
        }
        judged = tour_judge.finish(event)
        theirs = [(r["player"], r["place"], r["prize"], r["points"]) for r in judged["rows"]]
        assert sorted((a.player, a.place, a.prize, a.points) for a in state.awards) == sorted(theirs)
        assert judged["over"]
        assert (judged["playoff"] is None) == (state.play is None)
        if state.play is not None:
            matches = {n: m["winner"] for n, m in judged["playoff"]["matches"].items() if n != "all"}
            assert {m.name: m.winner for m in state.play.matches} == matches
        told.append(event)
    tour = season.tour
    assert tour is not None
    facts = playoff_facts(whole, tour.play, "TOUR")
    last = tour_judge.tour(told, best=None, second_playoff=True, playoffs={"first": facts, "second": facts})
    theirs = [(r["player"], r["total"], r["place"], r["prize"]) for r in last["rows"]]
    assert sorted((a.player, tour.total[a.player], a.place, a.prize) for a in tour.awards) == sorted(theirs)
    shown = whole.shown("Tour", "Place", "Player")
    assert {str(name) for place, name in shown if place == 1} == {r["player"] for r in last["rows"] if r["place"] == 1}


def start_the_next(whole: Whole, wait: Wait) -> None:
    """The director starts the next event: a line of its own in Settings."""
    section = ref(wait.holds).section
    whole.person.add_row("Settings", {"Setting": "Start", "Value": "now", "For": section})


def playoff_facts(whole: Whole, play: PlayOff | None, section: Id) -> dict[str, Any]:
    """What people typed in a play-off, and its lots, as the judge reads them."""
    facts: dict[str, Any] = {"lots": {}, "results": {}, "left": [], "blitz": [], "decided": {}}
    if play is None:
        return facts
    stands = standing(whole.book)
    for recorded in stands.lots.values():
        lot = recorded.fact
        if isinstance(lot, Lot) and lot.id.startswith(f"{section}-P") and lot.answer is not None:
            name = lot_name(play, lot)
            facts["lots"][name] = list(lot.answer) if name.startswith(("order", "numbers")) else lot.answer[0]
    for id_ in [g for g in stands.games if g.startswith(f"{section}-P") and g in whole.typed]:
        game, name = stands.game(id_), names_of(play).get(ref(id_).match, "all")
        results = facts["results"].setdefault(name, [])
        if name == "all":  # the judge counts the three games in their printed order
            numbers = list(play.order or ())
            pairs = [{numbers[1], numbers[2]}, {numbers[0], numbers[1]}, {numbers[2], numbers[0]}]
            results += [{"result": None}] * (pairs.index({game.white, str(game.black)}) - len(results))
        results.append({"result": WORDS[whole.typed[id_]], "ended": 0})
    return facts
