"""Who leaves a group, against the letter of the rulings worked out by trying everything (S13-S23)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import pytest

from rules.parts.median import Card, MedianSettings
from rules.parts.median.compatible import Field
from rules.parts.median.floaters import Group, send_on_floaters, send_residents, send_the_lonely
from rules.parts.median.floats import LastFloat
from tests.rules.median.boards import colours

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


class Letter:
    """The same group, decided by plain enumeration. Players are places of the field."""

    def __init__(self, group: Group) -> None:
        self.field = group.field
        self.residents = list(group.residents)
        self.arrived = list(group.arrived)
        self.down = group.downward
        self.door = [p for p in range(len(self.field.cards)) if group.door >> p & 1]
        self.protected = set(group.protected)
        self.named: list[int] = []

    def fits(self, a: int, b: int) -> bool:
        return self.field.may_meet(a, b)

    def before(self, a: int, b: int) -> bool:
        """Whether a stands before b in the order of S24."""
        score, number = self.field.scores, self.field.numbers
        if score[a] != score[b]:
            return score[a] > score[b] if self.down else score[a] < score[b]
        return number[a] < number[b] if self.down else number[a] > number[b]

    def in_order(self, players: Iterable[int]) -> list[int]:
        left, found = list(players), []
        while left:
            first = next(p for p in left if all(self.before(p, q) for q in left if q != p))
            found.append(first)
            left.remove(first)
        return found

    def served(self, who: Sequence[int], by: Sequence[int]) -> int:
        """How many of `who` can have different compatible ones of `by` at once."""
        for count in range(min(len(who), len(by)), 0, -1):
            for some in combinations(who, count):
                for others in permutations(by, count):
                    if all(self.fits(a, b) for a, b in zip(some, others, strict=True)):
                        return count
        return 0

    def pairs(self, players: Sequence[int]) -> int:
        """The largest number of pairs."""
        if len(players) < 2:
            return 0
        first, *rest = players
        best = self.pairs(rest)
        for two in rest:
            if self.fits(first, two):
                best = max(best, 1 + self.pairs([p for p in rest if p != two]))
        return best

    def has_door(self, player: int) -> bool:
        rivals = [p for p in self.named if self.before(p, player)]
        return self.served([*rivals, player], self.door) > self.served(rivals, self.door)

    def leavers(self) -> list[int]:
        everybody = [*self.arrived, *self.residents]
        lonely = [p for p in everybody if not any(self.fits(p, q) for q in everybody if q != p)]
        self.named += self.in_order(lonely)
        self.arrived = [p for p in self.arrived if p not in lonely]
        self.residents = [p for p in self.residents if p not in lonely]
        self._floaters_go_on()
        members = [*self.arrived, *self.residents]
        count = len(members) - 2 * self.pairs(members)
        if count == 1:
            self.named.append(self._evener())
        elif count > 1:
            self._several(count)
        return self.named

    def _floaters_go_on(self) -> None:
        without = [p for p in self.arrived if not self.has_door(p)]
        order = self.in_order(without) + self.in_order(p for p in self.arrived if p not in without)
        staying: list[int] = []
        for player in order:
            if self.served([*staying, player], self.residents) == len(staying) + 1:
                staying.append(player)
        gone = self.in_order(p for p in self.arrived if p not in staying)
        self.named += gone
        self.arrived = staying

    def _evener(self) -> int:
        members = [*self.arrived, *self.residents]
        dues = [self.field.claims[p].due for p in members]
        white, black = dues.count("W"), dues.count("B")
        majority = None if white == black else "W" if white > black else "B"
        last = self.residents[-1]
        ratings, maxi = self.field.ratings, self.field.settings.maxi

        def counts(player: int) -> bool:
            near = not maxi or abs(ratings[player] - ratings[last]) <= 100
            return majority is not None and self.field.claims[player].due == majority and near

        kinds = {p: self.has_door(p) for p in self.residents}
        order: list[int] = []
        plain: list[int] = []
        for door, shielded in ((True, False), (True, True), (False, False)):
            some = [p for p in self.residents if kinds[p] is door and (not door or (p in self.protected) is shielded)]
            order += [p for p in reversed(some) if counts(p)] + [p for p in reversed(some) if not counts(p)]
            plain += list(reversed(some))

        def works(player: int) -> bool:
            rest = [p for p in members if p != player]
            return self.pairs(rest) * 2 == len(rest)

        return order[0] if works(order[0]) else next(p for p in plain if works(p))

    def _several(self, count: int) -> None:
        most = self.pairs([*self.arrived, *self.residents])
        for _ in range(count):
            kinds = {p: self.has_door(p) for p in self.residents}
            backward = self.residents[::-1]
            for player in sorted(backward, key=lambda p: not kinds[p]):
                rest = [p for p in self.residents if p != player]
                if self.pairs([*self.arrived, *rest]) == most and self.served(self.arrived, rest) == len(self.arrived):
                    self.residents = rest
                    self.named.append(player)
                    break
            else:
                raise AssertionError("nobody may leave")


def random_group(dice: random.Random) -> Group:
    """A group with arrivals, next door, meetings, colours, protection; down or up."""
    residents, arrivals, doors = dice.randint(1, 7), dice.choice((0, 0, 1, 2, 3)), dice.randint(0, 4)
    down = dice.random() < 0.5
    size = residents + arrivals + doors
    thick = dice.random() * 0.9
    places = list(range(1, size + 1))
    dice.shuffle(places)
    homes = [6] * residents + [dice.choice((7, 8) if down else (5, 4)) for _ in range(arrivals)]
    homes += [5 if down else 7] * doors
    met: dict[int, set[int]] = {number: set() for number in places}
    strangers = set(places[residents : residents + arrivals])  # arrivals may not meet each other, or they had paired
    for a, b in combinations(places, 2):
        if dice.random() < thick or {a, b} <= strangers:
            met[a].add(b)
    pasts = ("", "W", "B", "WB", "BW", "WW", "BB", "WBB", "BWW", "WBWW")
    cards = [
        Card(
            number,
            rating=2400 - dice.randint(0, 40) * 10,
            brought=home,
            brought_colours=colours(dice.choice(pasts)),
            met=frozenset(met[number]),
        )
        for number, home in zip(places, homes, strict=True)
    ]
    field = Field.of(cards, MedianSettings(6 if down else 9, 11, maxi=dice.random() < 0.2))
    at = {kind: [field.place[n] for n in numbers] for kind, numbers in (
        ("home", sorted(places[:residents])),
        ("in", places[residents : residents + arrivals]),
        ("door", places[residents + arrivals :]),
    )}  # fmt: skip
    home = at["home"] if down else at["home"][::-1]
    protected = {place: LastFloat(0, 0, True, 0, 0) for place in at["home"] if dice.random() < 0.3}
    group = Group(field, home, [], down, 6, field.mask(at["door"]), protected)
    group.arrived = sorted(at["in"], key=group.rank)
    return group


@pytest.mark.parametrize("seed", range(4))
def test_leavers_agree_with_the_letter(seed: int) -> None:
    """The same players leave in the same order as when every possibility is tried."""
    dice = random.Random(seed)
    several = gone_on = 0
    for _ in range(150 * CAMPAIGN):
        group = random_group(dice)
        wanted = Letter(group)
        leavers = wanted.leavers()
        send_the_lonely(group)
        send_on_floaters(group)
        send_residents(group)
        assert [one.player for one in group.left] == leavers
        several += sum(one.why.code == "float-several" for one in group.left)
        gone_on += sum(one.why.code == "float-goes-on" for one in group.left)
    assert several
    assert gone_on
