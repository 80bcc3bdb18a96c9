"""Colours of the knock-out: what a player seeks, and who gets it where both seek the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.hastings.field import Colour, Last, Pair
from rules.model import Id, Reason

CAME = ("won-slow", "won-mini", "won-Armageddon", "lost-Armageddon", "lost-mini", "lost-slow")  # best claim first


def other(colour: Colour) -> Colour:
    """The opposite colour."""
    return "B" if colour == "W" else "W"


def sought_by(history: str) -> Colour | None:
    """The colour a player with these slow games (oldest first) seeks. Ruling: H19."""
    if not history:
        return None
    last: Colour = "W" if history[-1] == "W" else "B"
    if history[-2:] in ("WW", "BB"):
        return other(last)
    whites = history.count("W")
    if 2 * whites != len(history):
        return "B" if 2 * whites > len(history) else "W"
    return other(last)


def how_they_came(last: Last | None) -> Mapping[Id, str]:
    """How each came through the last round, for step (3) of H23; held back counts as having won the slow game."""
    came: dict[Id, str] = {}
    if last is None:
        return came
    for result in last.results:
        for player in (result.first, result.second):
            came[player] = f"{'won' if player == result.winner else 'lost'}-{result.stage}"
    came.update(dict.fromkeys(last.held, "won-slow"))
    return came


@dataclass
class Settler:
    """Gives colours board by board from the top. Rule: 16, 27; rulings H23, H24, H26, H28.

    side: H21's side of a player who seeks nothing (round 2 only). premier: after (1) and (2) of H23 the lot.
    """

    rank: Mapping[Id, int]
    colours: Mapping[Id, str]
    side: Mapping[Id, Colour]
    came: Mapping[Id, str]
    premier: bool = False
    white_boards: int = 0  # boards of two White seekers left to the alternation so far
    black_boards: int = 0

    def seeks(self, player: Id) -> Colour | None:
        """What counts as sought."""
        return sought_by(self.colours.get(player, "")) or self.side.get(player)

    def white(self, pair: Pair) -> tuple[Id | None, Reason]:
        """Who has White (None: a lot decides), and why."""
        first, second = pair
        one, two = self.seeks(first), self.seeks(second)
        mine, theirs = self.colours.get(first, ""), self.colours.get(second, "")
        data = {"first": first, "second": second, "first_colours": mine or "–", "second_colours": theirs or "–"}
        if one != two:
            white = first if one == "W" or two == "B" else second
            code = "seek-each" if one and two else "seek-one"
            return white, Reason("H26" if code == "seek-one" else "16", code, {**data, "white": white})
        if one is None and self.premier:
            return None, Reason("H28", "seek-lot-none", data)
        wanted: Colour = one or "W"
        player, why = self._gets(pair, wanted)
        if player is None:
            return None, Reason("27/H28", "seek-lot", data)
        white = player if wanted == "W" else (second if player == first else first)
        word = "White" if wanted == "W" else "Black"
        return white, Reason(why.rule, why.code, {**data, **why.data, "player": player, "white": white, "sought": word})

    def _gets(self, pair: Pair, wanted: Colour) -> tuple[Id | None, Reason]:
        first, second = pair
        mine, theirs = self.colours.get(first, ""), self.colours.get(second, "")
        uneven = [abs(2 * one.count("W") - len(one)) for one in (mine, theirs)]
        if uneven[0] != uneven[1]:
            return first if uneven[0] > uneven[1] else second, Reason("H23", "seek-uneven")
        for one, two in zip(reversed(mine), reversed(theirs), strict=False):
            if one != two:  # each gets the opposite of what they had: who had the other colour gets the one wanted
                return second if one == wanted else first, Reason("H23", "seek-history")
        if self.premier:
            return None, Reason("27/H28", "seek-lot")
        came = [CAME.index(self.came.get(p, "won-slow")) for p in pair]
        if came[0] != came[1]:
            nearer = first if came[0] < came[1] else second
            return nearer, Reason("16/H23", "seek-came", {"came": _words(CAME[min(came)])})
        if wanted == "W":
            self.white_boards += 1
        else:
            self.black_boards += 1
        number = self.white_boards if wanted == "W" else self.black_boards
        lower, higher = sorted(pair, key=lambda p: -self.rank[p])
        code = "seek-lower" if number % 2 else "seek-higher"
        return lower if number % 2 else higher, Reason("16/H24", code, {"number": number})


def _words(came: str) -> str:
    did, _, stage = came.partition("-")
    words = {"slow": "the slow game", "mini": "the mini-match", "Armageddon": "the Armageddon"}
    return f"{did} {words[stage]}"


def by_lot(pairs: Sequence[Pair], lot: Colour, before: int = 0) -> tuple[Id, ...]:
    """White of each board of round 1: the higher-ranked player's colour alternates down. Rule: 4; ruling H4.

    First players are the higher ranked. `before` boards stand above these.
    """
    return tuple(
        first if (lot == "W") == (number % 2 == 0) else second
        for number, (first, second) in enumerate(pairs, start=before)
    )
