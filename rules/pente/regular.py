"""Section B, regular rounds: a Swiss on games won.

Rule: seed 004, B-format, B-pairing; pairing rule 4; P23-P29.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.model import Id
from rules.pente.folds import first_with_fewest, neighbours
from rules.pente.history import History
from rules.pente.repeats import Arranged, keep_repeats_away

ROUND = "round"


@dataclass(frozen=True)
class MadeB:
    """A new regular round. `places`: those to be paired in order, half-byes and the full bye taken out."""

    places: tuple[Id, ...]
    half_byes: tuple[Id, ...]
    bye: Id | None
    before: tuple[tuple[Id, Id], ...]
    arranged: Arranged[Id]
    typed: tuple[tuple[Id, Id], ...] = ()
    typed_byes: tuple[Id, ...] = ()


def rounds_for(entered: int) -> int:
    """How many regular rounds. Rule: B-format 1; P23: by those entered when round 1 is published."""
    return 4 if entered < 16 else 5 if entered < 32 else 6 if entered < 64 else 7


def playoff_size(rounds: int) -> int:
    """How many go on to the play-offs. Rule: B-format 2."""
    return 4 if rounds <= 5 else 8


def total_rounds(history: History) -> int:
    """Regular rounds of this section, as fixed with round 1."""
    return rounds_for(len(history.entries))


def total_wins(history: History) -> Mapping[Id, int]:
    """Games won in the regular rounds, byes and forfeits included. Rule: B-format 2, B-pairing 2, 4-5; P25-P27."""
    wins = dict.fromkeys(history.players, 0)
    for m in history.matches(ROUND):
        for player in m.players:
            wins[player] = wins.get(player, 0) + m.wins_of(player)
    return wins


def opponents_wins(history: History, wins: Mapping[Id, int]) -> Mapping[Id, int]:
    """For each round with an opponent, all that opponent's wins to date. Rule: B-pairing 2; P28.

    While a round runs, an opponent counts from the moment the match has its outcome (P60).
    """
    total = dict.fromkeys(history.players, 0)
    for m in history.matches(ROUND):
        if m.verdict.state != "decided":
            continue
        for player in m.players:
            other = m.other(player)
            total[player] = total.get(player, 0) + wins.get(other or "", 0)
    return total


def still_in(history: History) -> tuple[Id, ...]:
    """Who has not left. Rule: P10: nobody is out of a Swiss by losing."""
    return tuple(p for p in history.players if p not in history.left)


def place_order(history: History, lot: Sequence[Id]) -> tuple[Id, ...]:
    """Those still in by places: games won, opponents' games won, the round's lot. Rule: B-pairing 1-2; P24."""
    wins = total_wins(history)
    others = opponents_wins(history, wins)
    drawn = {player: n for n, player in enumerate(lot)}
    return tuple(sorted(still_in(history), key=lambda p: (-wins[p], -others[p], drawn[p])))


def make_round(
    places: Sequence[Id],
    half_byes: Collection[Id],
    byes: Mapping[Id, int],
    met: Collection[frozenset[Id]],
    typed: Sequence[tuple[Id, Id]] = (),
    typed_byes: Collection[Id] = (),
) -> MadeB:
    """Half-byes, the full bye, neighbours, moves. Rule: B-pairing 3-5; pairing rule 4; P24-P26, P29, P47."""
    fixed = {p for pair in typed for p in pair} | set(typed_byes)
    halves = tuple(p for p in places if p in half_byes and p not in fixed)
    free = [p for p in places if p not in halves and p not in fixed]
    bye = first_with_fewest(free[::-1], byes) if len(free) % 2 else None
    here = tuple(p for p in free if p != bye)
    pairs = neighbours(here)
    return MadeB(
        here,
        halves,
        bye,
        pairs,
        keep_repeats_away(pairs, met),
        tuple(typed),
        tuple(p for p in places if p in typed_byes),
    )


def granted(requests: Mapping[Id, Collection[int | None]], rounds: int) -> tuple[Mapping[Id, int], Mapping[Id, str]]:
    """Half-byes granted by player, and why others are refused: `unknown`, `several` or `last`.

    Rule: B-pairing 4; P25.
    """
    found: dict[Id, int] = {}
    refused: dict[Id, str] = {}
    for player, wanted in requests.items():
        numbers = set(wanted)
        if len(numbers) > 1:
            refused[player] = "several"
            continue
        number = next(iter(numbers))
        if number is None or not 1 <= number <= rounds:
            refused[player] = "unknown"
        elif number == rounds:
            refused[player] = "last"
        else:
            found[player] = number
    return found, refused
