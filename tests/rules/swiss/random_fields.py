"""Random events for the tie-breaks: games, forfeits, byes of every kind, people who come late and who leave."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from rules.swiss.tiebreaks.field import DRAW, LOSS, WIN, Field, Turn, What

SIGN = {WIN: "1", DRAW: "=", LOSS: "0"}


def random_field(dice: Random, edition: int = 2026) -> Field:
    """Up to 14 players, up to 9 rounds, now and then not all of them played; nobody meets twice."""
    players, total = dice.randint(2, 14), dice.randint(1, 9)
    rounds = total if dice.random() < 0.7 else dice.randint(1, total)
    ratings = {n: dice.choice((dice.randint(1400, 2800), 2000)) for n in range(1, players + 1)}
    turns: dict[int, list[Turn]] = {n: [] for n in ratings}
    met: set[frozenset[int]] = set()
    comes = {n: dice.choice((1, 1, 1, 1, 2, 3)) for n in ratings}
    leaves = {n: dice.choice((total,) * 5 + (dice.randint(1, total),)) for n in ratings}
    for round_ in range(1, rounds + 1):
        free = [n for n in ratings if comes[n] <= round_ <= leaves[n]]
        idle = [n for n in ratings if n not in free]
        dice.shuffle(free)
        while free:
            one = free.pop()
            chance = dice.random()
            other = next((n for n in free if frozenset((one, n)) not in met), None)
            if chance < 0.08 or other is None:
                bye = dice.choice((What.PAIRING_BYE, What.HALF_BYE, What.ZERO_BYE))
                worth = {What.PAIRING_BYE: WIN, What.HALF_BYE: DRAW, What.ZERO_BYE: LOSS}[bye]
                turns[one].append(Turn(round_, bye, worth))
                continue
            free.remove(other)
            met.add(frozenset((one, other)))
            _pair(dice, turns, round_, one, other)
        for n in idle:
            turns[n].append(Turn(round_, What.ZERO_BYE))
    return Field({n: tuple(t) for n, t in turns.items()}, ratings, rounds, total, edition, None)


def _pair(dice: Random, turns: dict[int, list[Turn]], round_: int, one: int, other: int) -> None:
    if dice.random() < 0.12:
        won = dice.choice((one, other, 0))
        for player, opponent in ((one, other), (other, one)):
            what = What.FORFEIT_WON if player == won else What.FORFEIT_LOST
            turns[player].append(Turn(round_, what, WIN if player == won else LOSS, opponent))
        return
    points: Fraction = dice.choice((WIN, DRAW, LOSS))
    turns[one].append(Turn(round_, What.GAME, points, other, True))
    turns[other].append(Turn(round_, What.GAME, WIN - points, one, False))


def report(field: Field) -> str:
    """The event as a report file (TRF16)."""
    lines = ["012 Random", f"062 {len(field.turns)}", "092 Individual: Swiss-System", f"XXR {field.total}"]
    for number, turns in field.turns.items():
        cells = "".join(f"  {_cell(number, turn)}" for turn in turns)
        points = f"{float(field.score[number]):4.1f}"
        name = f"Player{number}, X"
        rating = field.ratings[number] or 0
        lines.append(
            f"001 {number:4d} m    {name:<33} {rating:4d} GER {number:11d} 2000/01/01 {points} {number:4d}{cells}"
        )
    return "\n".join(lines) + "\n"


def _cell(number: int, turn: Turn) -> str:
    if turn.opponent is None:
        letter = {What.PAIRING_BYE: "U", What.HALF_BYE: "H", What.ZERO_BYE: "Z"}[turn.what]
        return f"0000 - {letter}"
    if turn.what is What.GAME:
        return f"{turn.opponent:4d} {'w' if turn.white else 'b'} {SIGN[turn.points]}"
    return (
        f"{turn.opponent:4d} {'w' if number < turn.opponent else 'b'} {'+' if turn.what is What.FORFEIT_WON else '-'}"
    )
