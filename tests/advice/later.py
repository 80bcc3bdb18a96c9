"""Further plays: what a director meets once rounds are out, at a Final, and in a table of prizes."""

from __future__ import annotations

from collections.abc import Callable

from sync.grid import Cell
from sync.problems import Problem
from tests.advice.books import after, hastings, ladder, pente, swiss, tour
from tests.advice.hastings import SIXTEEN
from tests.advice.pente import b, before
from tests.advice.play import play
from tests.sync.desk import FIVE, Desk, desk

S, P, L = "swiss", "pente", "ladder"
GAME = "A-R1-01"
AGAIN = "Withdraw round"


def black(d: Desk, game: str, name: str) -> None:
    """Another Black typed."""
    d.type("Games", game, "Black", name)


def swapped(d: Desk) -> None:
    """Two Blacks change places."""
    one, two = d.games()[:2]
    black(d, one.id, str(two.black))
    black(d, two.id, str(one.black))


def both_back(d: Desk, _problem: Problem) -> None:
    """Both are typed as they were published: each of the two games has its message."""
    for game in d.games()[:2]:
        black(d, game.id, str(game.black))


def early(made: Callable[[], Desk], round_: str, next_: str, word: str) -> Callable[[], Desk]:
    """A line that takes a round back, typed before that round was published."""

    def there() -> Desk:
        d = made()
        d.decide(AGAIN, next_).settle()
        for _ in range(30):
            d.later(hours=6)
            for game in d.open_games():
                d.result(game, word)
            d.settle()
            if next_ in d.rounds():
                return d
        raise AssertionError(round_)

    return there


def until(code: str, score: str) -> Callable[[], Desk]:
    """A running score, and days gone by until the message comes."""

    def there() -> Desk:
        d = pente()
        if score:
            d.result(GAME, score).settle()
        for _ in range(60):
            d.later(hours=8).settle()
            if code in d.codes():
                return d
        raise AssertionError(d.codes())

    return there


def returned(code: str) -> Callable[[], Desk]:
    """Somebody left, a round was published since, and the Status is Active again."""

    def there() -> Desk:
        d = pente()
        gone = str(d.games()[0].white)
        d.status(gone, "Withdrawn").settle()
        for _ in range(30):
            if "A-R2" in d.rounds():
                break
            for game in d.open_games():
                d.result(game, "3-1")
            d.later(hours=12).settle()
        d.status(gone, "Active").settle()
        assert code in d.codes(), d.codes()
        return d

    return there


def winners(d: Desk) -> list[str]:
    """Who won in round 1."""
    return [g.white for g in d.games() if g.id.startswith("A-R1-")]


def next_pairs(names: str) -> Callable[[Desk], object]:
    """A pair typed for the next round, which is drafted."""

    def act(d: Desk) -> None:
        d.decide("Pair", "A-R2", names).settle()
        for game in d.open_games():
            d.result(game, "3-1")

    return act


play(S, "bye-changed", after(swiss, lambda d: black(d, "R1-01", "(bye)")))
play(S, "published-changed", after(swiss, swapped), hand={0: both_back})
play(S, "overdue", after(lambda: swiss(Days_per_round=3), lambda _d: None, days=4),
     {"the result": "1-0", "a later date": "2026-12-20 18:00"})  # fmt: skip
play(S, "withdraw-too-early", early(swiss, "R1", "R2", "1-0"), changes=("R2",))
play(L, "withdraw-too-early", early(lambda: ladder(Rounds=5), "R1", "R2", "1-0"), changes=("R2",))
play(P, "withdraw-too-early", early(pente, "A-R1", "A-R2", "3-1"), changes=("A-R2",))

play(P, "bad-score", after(lambda: b(lambda _d: None)().start(), lambda d: d.result("B-R1-01", "3-2")),
     {"a score with four games": "3-1"})  # fmt: skip
play(P, "exit-unreadable", before(lambda d: d.type("Players", "P1", "Last exit", "early")), {"R7, 7 or champion": "R7"})
play(P, "half-bye-last", b(lambda d: d.decide("Half-bye", "P1", "B-R4")), {"an earlier round of {rounds}": "B-R2"})
play(P, "half-bye-late", after(lambda: b(lambda _d: None)().start(), lambda d: d.decide("Half-bye", "P1", "B-R2")))
play(P, "reduced-clock", after(pente, lambda d: d.result(GAME, "3-3")))
play(P, "last-three-days", until("last-three-days", ""))
play(P, "tie-claim", until("tie-claim", "6-6"), changes=(GAME,))
play(P, "adjourned-late", until("adjourned-late", "2-2"), {"1-0F, 0-1F or 0-0F": "1-0F"}, changes=(GAME,))
play(P, "no-return", returned("no-return"))
play(P, "decision-names", after(lambda: pente(Check_for="3 days"), next_pairs("P1 ; P2 ; P3")),
     {"the names with ; between them": lambda d, _p: " ; ".join(winners(d)[:2])})  # fmt: skip


def at_the_final(*, act: Callable[[Desk], object] = lambda _d: None, **settings: Cell) -> Callable[[], Desk]:
    """A ladder of four whose Final is drafted and held."""

    def there() -> Desk:
        d = desk(FIVE[:4], started=True, Rounds=1, Check_for="3 days", **settings)
        d.later(days=3, hours=1).settle()
        d.results("R1").settle()
        act(d)
        d.settle()
        return d

    return there


play(L, "additional-question", at_the_final(), {"a number": 1})
play(L, "final-asks", at_the_final(Before_the_Final="ask"), {"a number": 1, "two names": "Ada ; Ben"})


def rapid() -> Desk:
    """An event for which the regulations print no prizes."""
    return tour(start=False, Kind="rapid")


def prize_typed(d: Desk, _problem: Problem) -> None:
    """A prize of the event."""
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "1", "Prize": 100})


def rising(d: Desk) -> None:
    """The second gets more than the first."""
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "1", "Prize": 100})
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "2", "Prize": 500})


T, H = "grand-chess-tour", "hastings"
play(T, "prizes-missing", rapid, hand={0: prize_typed})
play(T, "prize-rises", after(lambda: tour(start=False), rising), {"the right amount": 1000})
play(H, "prize-rises", after(lambda: hastings(1, SIXTEEN), lambda d: d.set("Prize: Premier winner", 10).set("Prize: Premier runner-up", 20)),
     {"the right amount": 5000}, comes=("setting-changed",))  # fmt: skip
