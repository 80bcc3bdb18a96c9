"""Two lines of Decisions seen in one pass that say different things: both are named, neither counts, and it waits."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from sync.backends.memory import MemoryBackend
from sync.grid import Cell
from tests.backends.people import MemoryPerson
from tests.sync.desk import FIVE, Desk, desk

EIGHT = (*FIVE, ("Fay", 1750), ("Gus", 1700), ("Hal", 1650))
CODE = "decisions-contradict"
Line = tuple[str, str, str]


def rows(d: Desk) -> list[int]:
    """The row numbers of the filled lines of Decisions."""
    at = d.person.heading_row("Decisions", "Decision")
    column = d.person.column("Decisions", "Decision")
    seen = d.person.see("Decisions")
    return [n for n in range(at + 1, len(seen) + 1) if column < len(seen[n - 1]) and seen[n - 1][column]]


def delete(d: Desk, number: int) -> Desk:
    """Delete one line of Decisions."""
    d.person.delete_rows("Decisions", rows(d)[number])
    return d


def reverse(d: Desk) -> Desk:
    """Put the lines of Decisions upside down."""
    found = rows(d)
    d.person.arrange("Decisions", found[0], list(reversed(range(len(found)))))
    return d


def level_two() -> Desk:
    """Two players of an event with one round, level: a play-off."""
    d = desk(FIVE[:2], True, "grand-chess-tour", Check_for="0")
    d.results("EV-R1", "1/2-1/2").settle()
    return d


@dataclass(frozen=True)
class Case:
    """An event, two lines that contradict each other, and how to see which of them counts (`""` neither)."""

    make: Callable[[], Desk]
    first: Line
    second: Line
    counts: Callable[[Desk], str]


def said(d: Desk, about: str) -> str:
    """What the engine says of something now."""
    from rules.reasons import render
    from rules.registry import engine_of

    engine, answer = engine_of(d.format), d.last.decided
    assert answer.gathered is not None
    book = answer.gathered.book(answer.reading.claims if answer.reading else ())
    return render(engine.explain(book, d.now, about), engine.sheet.words)


def pair_in(round_: str) -> Callable[[Desk], str]:
    """Who meets Ada in the draft or the round; blank while it is held."""

    def look(d: Desk) -> str:
        games = [g for g in d.games() if g.id.startswith(f"{round_}-")]
        return next((str(g.black if g.white == "Ada" else g.white) for g in games if "Ada" in (g.white, g.black)), "")

    return look


def complete(format_: str, round_: str) -> Callable[[], Desk]:
    """An event whose first round waits for its last result."""

    def make() -> Desk:
        d = desk(EIGHT, True, format_)
        for game in d.open_games()[1:]:
            d.result(game, favoured(d, game))
        d.settle()
        assert d.rounds()[-1] == round_
        return d

    return make


def last_result(d: Desk) -> Desk:
    """The result that completes the round."""
    for game in d.open_games():
        d.result(game, favoured(d, game))
    return d


def favoured(d: Desk, id_: str) -> str:
    """The first by the alphabet wins, whatever colours were drawn."""
    game = next(g for g in d.games() if g.id == id_)
    first = game.white < str(game.black)
    return ("2-0" if first else "0-2") if d.format == "pente" else "1-0" if first else "0-1"


DRAFTS = {
    "ladder": Case(complete("ladder", "R1"), ("Pair", "R2", "Ada ; Cem"), ("Pair", "R2", "Ada ; Dov"), pair_in("R2")),
    "swiss": Case(complete("swiss", "R1"), ("Pair", "R2", "Ada ; Dov"), ("Pair", "R2", "Ada ; Gus"), pair_in("R2")),
    "hastings": Case(
        complete("hastings", "K-R1"), ("Pair", "K-R2", "Ada ; Dov"), ("Pair", "K-R2", "Ada ; Cem"), pair_in("K-R2")
    ),
    "pente": Case(
        complete("pente", "A-R1"), ("Pair", "A-R2", "Ada ; Cem"), ("Pair", "A-R2", "Ada ; Gus"), pair_in("A-R2")
    ),
}


@pytest.mark.parametrize("format_", DRAFTS)
def test_two_pairs_for_one_player_hold_the_round(format_: str) -> None:
    """Problems names both lines; the round stays a draft, whichever stands above; one deleted, the other counts."""
    for gone, upside_down in ((0, False), (1, True)):
        case = DRAFTS[format_]
        d = case.make()
        d.decide(*case.first).decide(*case.second)
        if upside_down:
            reverse(d)
        last_result(d).settle()
        d.later(days=2).settle()
        problem = d.problem(CODE)
        cells = [f"Decisions A{row} (Decision)" for row in rows(d)]
        assert problem.facts["cells"] == tuple(cells)
        assert all(cell in d.says(problem) for cell in cells)
        assert case.counts(d) == ""
        kept = (case.second, case.first)[gone if not upside_down else 1 - gone]
        delete(d, gone).settle()
        assert CODE not in d.codes()
        assert case.counts(d) == kept[2].removeprefix("Ada ; ")


MATCHES = {
    "grand-chess-tour": Case(level_two, ("Winner", "EV-P1", "Ada"), ("Winner", "EV-P1", "Ben"), lambda d: champion(d)),
    "hastings": Case(
        lambda: desk(FIVE[:4], True, "hastings"),
        ("Winner", "K-R1-01", "Ada"),
        ("Winner", "K-R1-01.1", "Cem"),
        lambda d: through(d, "K-R1-01"),
    ),
    "pente": Case(
        lambda: desk(FIVE[:4], True, "pente"),
        ("Winner", "A-R1-01", "Ada"),
        ("Winner", "A-R1-01", "Dov"),
        lambda d: through(d, "A-R1-01"),
    ),
}


def champion(d: Desk) -> str:
    """Who won the event, as Standings has it."""
    first = [p for place, p in d.table("Standings", "Place", "Player") if place == "1"]
    return first[0] if len(first) == 1 else ""


def through(d: Desk, match: str) -> str:
    """Who won a match by the director's word, as its explanation says."""
    text = said(d, match)
    return next((n for n, _ in EIGHT if f"{n} won" in text or f"{n} goes on" in text), "")


@pytest.mark.parametrize("format_", MATCHES)
def test_two_winners_of_one_match_leave_it_open(format_: str) -> None:
    """Whatever the order of the rows, nobody has won until one line is gone."""
    case = MATCHES[format_]
    d = case.make()
    d.decide(*case.first).decide(*case.second).settle()
    assert len(d.problem(CODE).facts["cells"]) == 2  # type: ignore[arg-type]
    assert case.counts(d) == ""
    reverse(d).settle()
    assert CODE in d.codes()
    assert case.counts(d) == ""
    delete(d, 0).settle()  # upside down: the second of the two
    assert CODE not in d.codes()
    assert case.counts(d) == case.first[2]


@pytest.mark.parametrize("format_", MATCHES)
def test_a_line_typed_later_counts_wherever_it_stands(format_: str) -> None:
    """Seen in two passes the lines have an order, and sorting the tab does not change it."""
    case = MATCHES[format_]
    d = case.make()
    d.decide(*case.first).settle()
    d.later(hours=1).decide(*case.second).settle()
    assert CODE not in d.codes()
    assert case.counts(d) == case.second[2]
    reverse(d).settle()
    assert CODE not in d.codes()
    assert case.counts(d) == case.second[2]


def test_a_later_line_settles_what_two_disputed() -> None:
    """The third word is the last one."""
    case = MATCHES["pente"]
    d = case.make()
    d.decide(*case.first).decide(*case.second).settle()
    d.later(hours=1).decide(*case.first).settle()
    assert CODE not in d.codes()
    assert case.counts(d) == "Ada"


def wall(moment: datetime) -> Cell:
    """As typed into a cell."""
    return moment.replace(tzinfo=None, second=0)


def test_two_deadlines_keep_a_ladder_game_open_until_the_later_one() -> None:
    """Neither is the deadline; the game is no Null before both are over. The Games tab and Decisions count alike."""
    d = desk(started=True)
    d.decide("Deadline", "R1-01", To=wall(d.now + timedelta(days=9)))
    d.type("Games", "R1-01", "Deadline", wall(d.now + timedelta(days=11))).settle()
    cells = d.problem(CODE).facts["cells"]
    assert isinstance(cells, tuple)
    assert [str(cell).split()[0] for cell in cells] == ["Decisions", "Games"]
    d.later(days=10).settle()
    assert d.outcome("R1-02") == "Null"
    assert d.outcome("R1-01") == ""
    d.later(days=2).settle()
    assert d.outcome("R1-01") == "Null"


@pytest.mark.parametrize(
    ("format_", "lines"),
    [
        ("ladder", (("Finalists", "", "Ada ; Ben"), ("Finalists", "", "Ada ; Cem"))),
        ("ladder", (("Additional rounds", "", "1"), ("No additional rounds", "", ""))),
        ("ladder", (("Bye", "R2", "Ada"), ("Pair", "R2", "Ada ; Ben"))),
        ("ladder", (("Keep apart", "R2", "Ben ; Ada"), ("Pair", "R2", "Ada ; Ben"))),
        ("swiss", (("Finish", "R3", ""), ("Finish", "R4", ""))),
        ("swiss", (("Bye", "R2", "Ada"), ("Bye", "R2", "Ben"))),
        ("hastings", (("No round", "C-R2", ""), ("Pair", "C-R2", "Ada ; Ben"))),
        ("pente", (("Champion", "A", "Ada"), ("Champion", "A", "Ada ; Ben"))),
        ("pente", (("Order", "B", "Ada ; Ben ; Cem"), ("Order", "B", "Ben ; Ada"))),
    ],
)
def test_more_that_cannot_be_meant_together(format_: str, lines: tuple[Line, Line]) -> None:
    """Every kind of line that decides one thing."""
    d = desk(EIGHT, True, format_)
    d.decide(*lines[0]).decide(*lines[1]).settle()
    assert len(d.problem(CODE).facts["cells"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("format_", "lines"),
    [
        ("ladder", (("Pair", "R2", "Ada ; Ben"), ("Pair", "R2", "Ada ; Ben"))),
        ("ladder", (("Pair", "R2", "Ada ; Ben"), ("Pair", "R3", "Ada ; Cem"))),
        ("ladder", (("Keep apart", "", "Ada ; Ben"), ("Keep apart", "", "Ada ; Cem"))),
        ("ladder", (("Additional rounds", "", "1"), ("Additional rounds", "", "2"))),
        ("ladder", (("Bye", "R2", "Ada"), ("Bye", "R2", "Ben"))),
        ("swiss", (("Absent", "Ada", "R2"), ("Absent", "Ada", "R3"))),
        ("pente", (("Order", "B", "Ada ; Ben"), ("Order", "B", "Cem ; Dov"))),
        ("grand-chess-tour", (("Leaves", "EV", "Ada"), ("Leaves", "EV", "Ben"))),
    ],
)
def test_lines_that_go_together(format_: str, lines: tuple[Line, Line]) -> None:
    """The same twice, other rounds, and lines that add up."""
    d = desk(EIGHT, True, format_)
    d.decide(*lines[0]).decide(*lines[1]).settle()
    assert CODE not in d.codes()


WORDS: dict[str, tuple[Line, ...]] = {
    "ladder": (
        ("Pair", "R2", "Ada ; Eva"), ("Bye", "R2", "Ben"), ("Keep apart", "", "Cem ; Dov"),
        ("Additional rounds", "", "1"), ("Contacted", "R1-01", "Ada"), ("Pair", "R2", "Eva ; Gus"),
    ),
    "swiss": (
        ("Pair", "R2", "Ada ; Hal"), ("Keep apart", "", "Ben ; Cem"), ("Absent", "Dov", "R2"), ("Finish", "R4", ""),
        ("Bye", "R2", "Ben"), ("Excuse", "Eva", ""),
    ),
    "grand-chess-tour": (
        ("Leaves", "EV", "Hal"), ("Winner", "EV-P1", "Ada"), ("Blitz for rapid", "EV-P1", ""), ("Leaves", "EV", "Gus"),
    ),
    "hastings": (
        ("Winner", "K-R1-01", "Ada"), ("Keep apart", "", "Ben ; Cem"), ("Absent", "Fay", "C-R2"),
        ("Misses round", "Dov", "K-R1"), ("Prize kept", "Ben", "agreed stage"),
    ),
    "pente": (
        ("Winner", "A-R1-01", "Hal"), ("Extra weeks", "A-R1", "1"), ("Pair", "A-R2", "Ada ; Cem"),
        ("Bye", "A-R2", "Ben"), ("Keep time control", "A-R1-02", "4-5"), ("Extra weeks", "A-R1", "2"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("format_", WORDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_rows_changes_nothing(format_: str, seed: int) -> None:
    """Players, Decisions, Games and Rounds in any order: the same event, the same draft, the same words."""
    dice = random.Random(seed)
    one = desk(EIGHT, True, format_)
    book = one.book.copy()
    other = Desk(MemoryBackend(book), MemoryPerson(book), format_, one.now)
    for d in (one, other):
        for line in WORDS[format_] if d is one else dice.sample(WORDS[format_], len(WORDS[format_])):
            d.decide(*line)
    for d in (one, other):
        for game in d.open_games()[:2]:
            d.result(game, "2-0" if format_ == "pente" else "1-0")
    for tab, heading in (("Players", "Player"), ("Games", "Game"), ("Rounds", "Round"), ("Decisions", "Decision")):
        top = other.person.heading_row(tab, heading) + 1
        count = sum(1 for row in other.person.see(tab)[top - 1 :] if any(row))
        other.person.arrange(tab, top, dice.sample(range(count), count))
    for d in (one, other):
        d.settle()
        d.later(days=9).settle()
    assert [(g.id, g.white, g.black) for g in one.games()] == [(g.id, g.white, g.black) for g in other.games()]
    assert sorted(one.codes()) == sorted(other.codes())
    assert one.views("Problems", "Submissions") == other.views("Problems", "Submissions")
