"""Further plays of the knock-out, the tour, the ladder and the Swiss: rare states of an event, and lines typed late."""

from __future__ import annotations

from collections.abc import Callable

from sync.grid import Cell
from sync.problems import Problem
from tests.advice.books import SIX, after, hastings, kept, ladder, swiss, tour
from tests.advice.hastings import SIXTEEN
from tests.advice.ladder import TWO
from tests.advice.later import at_the_final, early
from tests.advice.play import play, wall
from tests.sync.desk import FIVE, Desk, desk

L, S, H, T = "ladder", "swiss", "hastings", "grand-chess-tour"
DRAW = "1/2-1/2"


def on(days: int) -> Callable[[Desk, Problem], Cell]:
    """A date some days from now, as a person types it."""
    return lambda d, _problem: wall(d, days=days)


# --- the ladder -------------------------------------------------------------------------------------------------------


def tied() -> Desk:
    """Five level players, whose tie-break is drafted and held."""
    d = desk(FIVE, started=True, Rounds=3, Check_for="2 hours")
    for number in (1, 2, 3):
        d.results(f"R{number}", DRAW).settle()
        while number < 3 and f"R{number + 1}" not in d.rounds():
            d.later(hours=1).settle()
    return kept(d)


def barred() -> Desk:
    """Two players alone who are to be kept apart; round 2 is drafted and held."""
    d = ladder(players=TWO, Rounds=5, Check_for="2 hours")
    d.results("R1").decide("Keep apart", "", "Ada ; Ben").settle()
    return d


play(L, "apart-broken", barred, {"two names": "Ada ; Ben"})
play(L, "decision-tie-break", after(tied, lambda d: d.decide("Pair", "R4", "Ada ; Ben")))
play(L, "finalist-paused", at_the_final(act=lambda d: d.status("Ada", "Paused")), {"two names": "Ben ; Cem"})
play(L, "tie-break-long", tied, {"a later date": on(40)})

# --- the Swiss --------------------------------------------------------------------------------------------------------


def maxi() -> Desk:
    """Maxi asked of a system that has no such rule."""
    from sync.pairing_systems import enable

    enable()
    d = desk(SIX, format=S, Pairing_system="dutch", Maxi="yes", Lots="drawn")
    return d.start()


def three_whites() -> Desk:
    """A pair typed for round 3 whose White had White twice."""
    d = swiss(Check_for="2 hours")
    one, two, three = [str(g.white) for g in d.games()]
    d.results("R1").decide("Pair", "R2", f"{one} ; {two}").settle()
    while "R2" not in d.rounds():
        d.later(hours=1).settle()
    d.results("R2").settle()
    kept(d)
    d.decide("Pair", "R3", f"{one} ; {three}").settle()
    return d


def rated_later() -> Desk:
    """A rating changed when the list is closed."""
    d = swiss(3, List_closes="R2")
    d.type("Players", "P1", "Rating", 2500).settle()
    return d


play(S, "setting-not-here", maxi, {"a system that has it": "median"}, comes=("setting-changed",))
play(
    S,
    "pair-colours",
    three_whites,
    hand={0: lambda d, _p: d.person.delete_rows("Decisions", d.row("Decisions", "Pair") + 1)},
)
play(S, "rating-later", rated_later, {"a later round": "R5"}, comes=("setting-changed",))

# --- the knock-out ----------------------------------------------------------------------------------------------------


def drawn(made: Callable[[], Desk] = lambda: hastings(1, SIXTEEN)) -> Desk:
    """Round 1 is played, and both draws of the day are made."""
    d = made()
    d.results("K-R1").settle()
    return d


def differ() -> Desk:
    """The second draw has another ranking, until the fault is mended."""
    from rules.hastings import drafts
    from rules.hastings.second_draw import Sheet

    right = drafts.draw_again

    def other(data: object) -> Sheet:
        sheet = right(data)  # type: ignore[arg-type]
        return Sheet(sheet.lucky, sheet.ranking[::-1], sheet.boards, sheet.held)

    drafts.draw_again = other  # type: ignore[assignment]
    try:
        return drawn()
    finally:
        drafts.draw_again = right


def onto(d: Desk, wanted: Callable[[Desk], bool], word: str = "1-0") -> Desk:
    """Results and days until it is so."""
    for _ in range(40):
        if wanted(d):
            return kept(d)
        for game in d.open_games():
            d.result(game, word)
        d.settle()
        d.later(hours=6).settle()
    raise AssertionError(f"{d.rounds()} {d.codes()}")


def at_final() -> Desk:
    """Four players; the final is out."""
    return onto(hastings(1, SIXTEEN[:4]), lambda d: "K-R2" in d.rounds())


def blocked() -> Desk:
    """Two Challengers who have met."""
    return onto(hastings(1, SIXTEEN[:6]), lambda d: "no-pairing" in d.codes())


def nobody_won() -> Desk:
    """Both finalists are missing."""
    d = at_final()
    d.result("K-R2-01.1", "0-0F").decide("No round", "C").settle()
    return onto(d, lambda o: "no-winner" in o.codes())


def finalist(d: Desk, _problem: Problem) -> Cell:
    """White of the final."""
    return next(str(g.white) for g in d.games() if g.id == "K-R2-01.1")


def leaves_before_final() -> Desk:
    """A finalist leaves before the final is out."""
    d = drawn(lambda: hastings(1, SIXTEEN[:4]))
    d.status(str(d.games()[0].white), "Withdrawn").settle()
    return onto(d, lambda o: "second-prize" in o.codes())


def surplus() -> Desk:
    """Game 1 of a match was a draw; it is corrected when game 2 is played."""
    d = hastings(1, SIXTEEN)
    d.result("K-R1-01.1", DRAW).settle()
    d.result("K-R1-01.2", "1-0").settle()
    d.result("K-R1-01.1", "1-0").settle()
    return d


def losers(d: Desk, _problem: Problem) -> Cell:
    """Two who lost in round 1."""
    return " ; ".join(str(g.black) for g in d.games()[:2])


def kept_apart() -> Desk:
    """The two finalists are to be kept apart."""
    d = drawn(lambda: hastings(1, SIXTEEN[:4]))
    d.decide("Keep apart", "", " ; ".join(str(g.white) for g in d.games()[:2])).settle()
    return d


def challengers(d: Desk) -> list[str]:
    """Who has met in the Challengers."""
    return [str(n) for g in d.games() if g.id == "C-R2-01" for n in (g.white, g.black)]


play(
    H,
    "decision-not-usable",
    after(drawn, lambda d: d.decide("Pair", "C-R2", "P1 ; P2 ; P3")),
    {"the right names": losers},
)
play(H, "draws-agree", drawn)
play(H, "draws-differ", differ, hand={0: lambda _d, _p: None}, comes=("draws-agree",))
play(
    H,
    "entry-too-late",
    after(
        lambda: drawn(lambda: hastings(1, SIXTEEN[:2])),
        lambda d: d.person.add_row("Players", {"Player": "Zoe", "Rating": 1500}),
    ),
)
play(H, "forbidden-pair", kept_apart)
play(
    H,
    "no-pairing",
    blocked,
    {"two names": lambda d, _p: " ; ".join(challengers(d)), "a name": lambda d, _p: challengers(d)[0]},
)
play(H, "no-winner", nobody_won, {"a name": finalist}, comes=("finished", "second-prize"))
play(H, "nobody-through", after(lambda: hastings(1, SIXTEEN), lambda d: d.result("K-R1-01.1", "0-0F")),
     {"a name": lambda d, _p: str(d.games()[0].white)})  # fmt: skip
play(H, "second-prize", leaves_before_final)
play(H, "surplus-game", surplus)
play(H, "time-unreadable", after(lambda: hastings(1, SIXTEEN), lambda d: d.set("Earliest pairings", "soon")),
     {"a time of the day": "18:30"}, comes=("setting-changed",))  # fmt: skip
play(H, "withdraw-too-early", early(lambda: hastings(1, SIXTEEN), "K-R1", "K-R2", "1-0"), changes=("K-R2", "C-R2"))

# --- the tour ---------------------------------------------------------------------------------------------------------


def two() -> Desk:
    """Two level players: their play-off is out."""
    d = tour(players=FIVE[:2])
    for _ in range(10):
        if "PAR-P1" in d.rounds():
            return kept(d)
        for game in d.open_games():
            d.result(game, DRAW)
        d.settle()
        d.later(hours=1).settle()
    raise AssertionError(d.rounds())


def soon(d: Desk) -> None:
    """Game 2 is to start two minutes after game 1."""
    d.result("PAR-P1-01.1", DRAW).settle()
    d.decide("Start", "PAR-P1-01.2", From=wall(d, minutes=2))


def over_before(d: Desk) -> None:
    """Game 2 is corrected when game 3 is played."""
    for number, word in ((1, DRAW), (2, DRAW), (3, "1-0")):
        d.result(f"PAR-P1-01.{number}", word).settle()
        d.later(minutes=30).settle()
    d.result("PAR-P1-01.2", "1-0")


def one_each() -> Desk:
    """Two events with a player each, started."""
    d = tour("PAR ; PRA", FIVE[:2], start=False)
    return d.type("Players", "Ben", "Events", "PRA").start()


MANY = tuple((f"P{n}", 2000 - 10 * n) for n in range(1, 18))

play(T, "blitz-too-late", after(two, lambda d: d.result("PAR-P1-01.1", DRAW).decide("Blitz for rapid", "PAR-P1")))
play(T, "start-too-early", after(two, soon), {"{earliest} or later": on(1)})
play(T, "surplus-game", after(two, over_before), comes=("correction",), changes=("PAR-P1-01",))
play(T, "too-few-players", one_each, {"at least two players": "Ben"})
play(T, "too-many-players", lambda: tour(players=MANY), {"those who do not play": "P17", "the ids of those they play in": "PRA"},
     other={1: lambda: tour("PAR ; PRA", MANY)})  # fmt: skip
play(T, "withdraw-too-early", early(tour, "PAR", "PAR-P1", DRAW), changes=("PAR-P1",))
