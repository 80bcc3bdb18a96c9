"""Round-robin and double round-robin: the tables, who is free, withdrawals before and after half, standings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.parts.record import standing
from rules.reasons import render
from rules.swiss.engine import ENGINE
from tests.judges.tables import places, printed_rounds
from tests.rules.runner import Event
from tests.rules.swiss.build import answer_lot, play, swiss

NAMES = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")


def table(players: int, system: str = "round-robin", start: bool = True, **settings: str | int) -> Event:
    """A round-robin whose lot put the names in alphabetical order."""
    event = swiss(*NAMES[:players], start=False, laws=players == 6, **{"Pairing_system": system, **settings})
    if start:
        event.set("Start", "now").run()
        answer_lot(event, "LIST-1", NAMES[:players])
    return event


def first_wins(event: Event) -> Event:
    """The alphabetically first wins every open game."""
    return play(event, *(f"{min(g.white, str(g.black))}>{max(g.white, str(g.black))}" for g in event.open_games()))


def numbers(event: Event, round_: str) -> list[tuple[int, int]]:
    """The games of a round by number, 0 for nobody."""
    at = {name: n for n, name in enumerate(NAMES, start=1)}
    return [(at[white], at.get(black, 0)) for _, white, black in event.games(round_)]


@pytest.mark.parametrize(
    ("system", "players"),
    [*(("round-robin", n) for n in range(2, 11)), *(("double round-robin", n) for n in (2, 3, 6, 7))],
)
def test_every_round_is_the_printed_tables(system: str, players: int) -> None:
    """S65: numbers by lot, boards and colours as printed, the free player named, the end after the last round."""
    event = table(players, system)
    expected = printed_rounds(players, 1 + (system != "round-robin"))
    while event.answer.state != "finished":
        first_wins(event)
    assert [sorted(numbers(event, r)) for r in event.rounds()] == [sorted(one) for one in expected]
    assert [row.cells["Player"] for row in event.table("Standings")] == list(NAMES[:players])


@pytest.mark.parametrize("players", [4, 5, 8])
def test_a_double_round_robin_gives_no_colour_three_times(players: int) -> None:
    """S65: both colours against everybody, and never three times running."""
    event = table(players, "double round-robin")
    while event.answer.state != "finished":
        first_wins(event)
    games = [(w, b) for r in event.rounds() for _, w, b in event.games(r) if b in NAMES]
    assert len(games) == len(set(games)) == players * (players - 1)
    for name in NAMES[:players]:
        colours = "".join("W" if w == name else "B" for w, b in games if name in (w, b))
        assert "WWW" not in colours
        assert "BBB" not in colours


def test_who_left_after_half_loses_the_rest() -> None:
    """S66: Fay leaves after three of five games: they count, the others win without a game."""
    event = table(6)
    for _ in range(3):
        first_wins(event)
    event.add("Fay", Status="Withdrawn").run()
    for game in event.open_games():
        if "Fay" in (game.white, str(game.black)):
            event.typed(game.id, "0-1F" if game.white == "Fay" else "1-0F")
    event.run()
    first_wins(event)
    assert event.answer.state != "finished"
    rows = [w for _, w, b in event.games("R5") if b == "(bye)"]
    assert len(rows) == 1
    assert "was to meet Fay, who has left" in event.said(next(i for i, _, b in event.games("R5") if b == "(bye)"))
    first_wins(event)
    points = {str(r.cells["Player"]): r.cells["Points"] for r in event.table("Standings")}
    assert points == {"Ada": 5, "Ben": 4, "Cem": 3, "Dov": 2, "Eva": 1, "Fay": 0}
    assert event.row("Cross-table", "Player", rows[0])["R5"] == "w6 +"


def test_who_left_before_half_counts_for_nobody() -> None:
    """S66: Ada leaves after two wins of five games: nobody's points against her count, and Report says it."""
    event = table(6)
    for _ in range(2):
        first_wins(event)
    event.add("Ada", Status="Withdrawn").run()
    for game in event.open_games():
        if "Ada" in (game.white, str(game.black)):
            event.typed(game.id, "0-1F" if game.white == "Ada" else "1-0F")
    event.run()
    while event.answer.state != "finished":
        first_wins(event)
    points = {str(r.cells["Player"]): r.cells["Points"] for r in event.table("Standings")}
    assert points == {"Ben": 4, "Cem": 3, "Dov": 2, "Eva": 1, "Fay": 0, "Ada": 0}
    said = [render(r.why, event.engine.sheet.words) for r in event.table("Report") if r.why is not None]
    assert any("Ada left before half" in line for line in said)
    assert "Round-Robin" in ENGINE.report_file(event.book, event.now)


def test_words_for_single_rounds_and_other_rounds_are_told() -> None:
    """S65: Pair, Bye, Keep apart and Absent name nothing a table knows; the rounds follow from the players."""
    event = table(6, start=False, Rounds=7)
    assert "table-rounds" in event.troubles()
    event.set("Start", "now").run()
    answer_lot(event, "LIST-1", NAMES[:6])
    event.decide("Pair", "R2", "Ada ; Ben").decide("Absent", "Cem", "R2").run()
    assert event.troubles().count("table-fixed") == 2
    event.add("Zoe", Rating=2000).run()
    assert "table-closed" in event.troubles()


def test_a_table_for_too_many_waits() -> None:
    """S65: the printed tables go to sixteen."""
    event = swiss(*(f"P{n:02}" for n in range(17)), start=False, laws=False, Pairing_system="round-robin")
    event.set("Start", "now").run()
    answer_lot(event, "LIST-1", tuple(f"P{n:02}" for n in range(17)))
    assert event.rounds() == {}
    assert "no-pairing" in event.troubles()


@pytest.mark.parametrize("seed", range(12))
def test_standings_are_the_judges(seed: int) -> None:
    """S65, S66: random results, defaults and withdrawals; points and order by a second reading of the text."""
    from random import Random

    dice = Random(seed)
    count = dice.randint(4, 9)
    event = table(count)
    leaver, after = dice.choice(NAMES[:count]), dice.randint(1, count - 2)
    played = []
    number = 0
    while event.answer.state != "finished":
        number += 1
        for game in event.open_games():
            black = str(game.black)
            gone = number == after + 1 and leaver in (game.white, black)
            if gone:
                word = "0-1F" if game.white == leaver else "1-0F"
            else:
                word = dice.choice(("1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0F"))
            event.typed(game.id, word)
            played.append((game.white, black, word))
        event.run()
        if number == after:
            event.add(leaver, Status="Withdrawn").run()
    expected = places(NAMES[:count], played, leaver, set(NAMES[:count]))
    got = {str(r.cells["Player"]): r.cells["Points"] for r in event.table("Standings")}
    assert got == expected
    assert standing(event.book).rounds
    assert all(isinstance(value, int | Fraction) for value in got.values())
