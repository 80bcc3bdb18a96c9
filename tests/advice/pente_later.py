"""Further plays of a pente championship: seeds and lots, days of a period, ties, play-offs, lines typed late."""

from __future__ import annotations

from collections.abc import Callable

from sync.grid import Cell
from sync.problems import Problem
from tests.advice.books import EIGHT, after, kept, pente
from tests.advice.pente import GAME, P, b
from tests.advice.play import play, wall
from tests.sync.desk import Desk, desk


def section(
    which: str, names: int, act: Callable[[Desk], object] | None = None, lots: str = "drawn"
) -> Callable[[], Desk]:
    """A section that is asked to start, with something done before."""

    def made() -> Desk:
        d = desk(EIGHT[:names], format=P, Lots=lots)
        for name, _ in EIGHT[:names]:
            d.type("Players", name, "Section", which)
        if act is not None:
            act(d)
        return d.start()

    return made


def level(d: Desk) -> None:
    """Two of the section cannot be told apart."""
    for name in ("P1", "P2"):
        d.type("Players", name, "Rating", 1850)


def order(_: Desk, problem: Problem) -> Cell:
    """The names in some order."""
    among = problem.facts["among"]
    assert isinstance(among, tuple)
    return " ; ".join(str(name) for name in reversed(among))


def unplaced() -> Desk:
    """Somebody with too few rated games for section B."""
    d = desk(EIGHT[:4], format=P, Lots="drawn")
    d.person.add_row("Players", {"Player": "Ned", "Rating": 1480, "Rated games": 3, "Opponents": 1})
    d.settle()
    return d


def runs(made: Callable[[], Desk], score: str, **time: float) -> Callable[[], Desk]:
    """A running score typed in a match of section A, and time let go."""
    return after(made, lambda d: d.result(GAME, score), **time)


def contradicted() -> Desk:
    """A running score typed, and a report that goes against it."""
    d = pente()
    d.result(GAME, "2-1").settle()
    d.later(hours=2).report(GAME, "0-2", str(next(g.white for g in d.games() if g.id == GAME))).settle()
    return d


def stranger() -> Desk:
    """The name of somebody of the other section typed over one who plays."""
    d = pente()
    d.person.add_row("Players", {"Player": "Zoe", "Rating": 1500, "Section": "B"})
    d.settle()
    d.type("Games", GAME, "Player 1", "Zoe").settle()
    return d


def the_one_missing(d: Desk, _problem: Problem) -> Cell:
    """Who stands nowhere in the round now."""
    first = next(g for g in d.games() if g.id == GAME)
    return str(first.white)


def champion_leaves() -> Desk:
    """The champion of a section that is over leaves."""
    d = section("A", 2)()
    for _ in range(4):
        for game in d.open_games():
            d.result(game, "3-1" if next(str(g.white) for g in d.games() if g.id == game) == "P1" else "1-3")
        d.settle()
        d.later(days=1).settle()
    d.status("P1", "Withdrawn").settle()
    return d


def other_section() -> Desk:
    """A pair typed for round 1 of section A, one of whom plays in B."""
    d = desk(EIGHT, format=P, Lots="drawn")
    for number, (name, _) in enumerate(EIGHT):
        d.type("Players", name, "Section", "A" if number < 4 else "B")
    d.decide("Pair", "A-R1", "P1 ; P7")
    return d.start()


def b_played(names: int, word: str) -> Callable[[], Desk]:
    """A section B whose rounds all ended alike."""

    def made() -> Desk:
        d = section("B", names)()
        for number in range(1, 5):
            for game in d.open_games():
                if game.startswith(f"B-R{number}-"):
                    d.result(game, word)
            d.settle()
            for _ in range(60):
                if f"B-R{number + 1}" in d.rounds() or number == 4:
                    break
                d.later(days=1).settle()
        return kept(d)

    return made


def to_the_preliminary() -> Desk:
    """Two level players of B whose preliminary match both forfeited."""
    d = b_played(2, "2-2")()
    for _ in range(60):
        if "B-P0" in d.rounds():
            break
        d.later(days=1).settle()
    d.result("B-P0-01", "0-0F").settle()
    return d


def to_the_playoff(score: str, days: int = 0) -> Callable[[], Desk]:
    """A play-off match of B that stands so."""

    def made() -> Desk:
        d = b_played(2, "4-0")()
        for _ in range(60):
            if "B-P1" in d.rounds():
                break
            d.later(days=1).settle()
        kept(d)
        d.result("B-P1-01", score)
        while days:
            d.settle()
            if "week-claim" in d.codes():
                break
            d.later(days=1)
        d.settle()
        return d

    return made


def one_forfeits(d: Desk, _problem: Problem) -> None:
    """The director looks at the match, which was never gone on with."""
    for game in d.open_games():
        d.result(game, "1-0F")


def two_lines(d: Desk) -> None:
    """Two half-byes asked by one player."""
    d.decide("Half-bye", "P1", "B-R2").decide("Half-bye", "P1", "B-R3")


def on_a_monday() -> Desk:
    """The second period is to start on a Monday; its round is drafted and held."""
    d = pente(Check_for="2 days")
    for game in d.open_games():
        d.result(game, "3-1")
    d.decide("Start", "A-R2", From=wall(d, days=21)).settle()
    return kept(d)


def another_time(d: Desk, _problem: Problem) -> None:
    """A Thursday, typed a little later."""
    d.later(minutes=10).decide("Start", "A-R2", From=wall(d, days=24))


def outage(d: Desk) -> None:
    """An outage that ends before it begins."""
    d.person.add_row(
        "Decisions", {"Decision": "Outage", "About": "A-R1", "From": wall(d, days=2), "To": wall(d, days=1)}
    )


def ends(d: Desk, problem: Problem) -> None:
    """From and To in this order."""
    d.person.type("Decisions", "To", problem.at.row, wall(d, days=3))


def go_on(d: Desk, _problem: Problem) -> None:
    """They go on, and one wins."""
    for game in d.open_games():
        d.result(game, "8-6")


play(P, "seed-tie", section("A", 4, level, lots="typed"), {"their order": order})
play(P, "needs-games", unplaced, {"the right number": 60}, hand={1: lambda d, _p: d.type("Players", "Ned", "Rated games", 60).type("Players", "Ned", "Opponents", 20)})  # fmt: skip
play(P, "typed-running", contradicted, {"the score the match ended with": "3-1"}, changes=(GAME,))
play(P, "stands-twice", stranger, {"the right name": the_one_missing})
play(P, "withdrawal-refused", champion_leaves)
play(P, "decision-not-there", other_section, {"the right name": "P1 ; P2"})
play(P, "half-bye-several", b(two_lines))
play(P, "outage-ends", after(pente, outage), hand={0: ends})
play(P, "odd-weekday", on_a_monday, hand={0: another_time})
play(P, "last-two-days", after(pente, lambda _: None, days=14), hand={0: one_forfeits})
play(
    P,
    "tie-not-here",
    to_the_playoff("6-6 tie"),
    {"the running score": "6-6", "the round": "B-P1", "a number": 1},
    comes=("tie-play-on",),
)
play(P, "tie-play-on", runs(pente, "6-6"), {"a time": lambda d, _p: wall(d, days=2)}, hand={0: go_on})
play(P, "week-claim", to_the_playoff("6-6", 30), {"the round": "B-P1", "a number": 1}, comes=("tie-play-on",))
play(P, "order-after-preliminary", to_the_preliminary, {"both names": order})
play(P, "order-of-many", b_played(4, "2-2"), {"all their names": order})
