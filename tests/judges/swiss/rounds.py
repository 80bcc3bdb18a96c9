"""A whole round: bye, groups from both ends, the median and its cracking, colours, boards (S9, S11, S15, S32-S40)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.judges.swiss.cards import Card, Field, Settings
from tests.judges.swiss.groups import Group, Made, Side, floater_order, pair_inside
from tests.judges.swiss.matching import can_be_paired_off


@dataclass(frozen=True)
class Pair:
    """One board; see the package's docstring."""

    white: int
    black: int
    place: int
    made_by: str
    floater: int
    column: int
    colour_step: str


@dataclass(frozen=True)
class Float:
    """One player leaving one group; see the package's docstring."""

    number: int
    left: int
    reached: int
    kind: str
    rule: str


@dataclass(frozen=True)
class Round:
    """The answer; see the package's docstring."""

    possible: bool
    bye: int = 0
    pairs: tuple[Pair, ...] = ()
    floats: tuple[Float, ...] = ()
    cracked: tuple[tuple[int, int, str], ...] = ()
    federations_set_aside: bool = False


def judge_round(cards: Iterable[Card], round_number: int, total_rounds: int, settings: Settings) -> Round:
    """The one pairing of the round that text and rulings allow."""
    given = list(cards)
    field = Field(given, round_number, total_rounds, settings)
    set_aside = False
    bye = find_bye(field)
    if bye is None and field.federations:
        field = Field(given, round_number, total_rounds, settings, federations=False)  # S38
        set_aside = True
        bye = find_bye(field)
    if bye is None:
        return Round(possible=False)
    paired = [card.number for card in given if card.present and card.number != bye]
    work = Work(field, paired)
    work.outside_the_median()
    made = work.median()
    pairs = [finish(field, one, paired) for one in made]
    pairs.sort(key=lambda pair: board_key(field, pair))
    return Round(True, bye, tuple(pairs), tuple(work.floats), tuple(work.cracked), set_aside)


def find_bye(field: Field) -> int | None:
    """Who gets the bye; 0 if nobody is to have it, None if the round cannot be paired at all (S2, S9)."""
    present = [number for number, card in field.cards.items() if card.present]
    if len(present) % 2 == 0:
        return 0 if can_be_paired_off(field, present) else None
    for number in sorted(present, key=lambda n: (field.score(n), -n)):
        if field.may_take_bye(number) and can_be_paired_off(field, [n for n in present if n != number]):
            return number
    return None


def finish(field: Field, made: Made, paired: list[int]) -> Pair:
    """The pair with colours."""
    white, black, step = field.colours_of_pair(made.first, made.second, made.place, paired)
    return Pair(white, black, made.place, made.made_by, made.floater, made.column, step)


def board_key(field: Field, pair: Pair) -> tuple[int, int, int]:
    """S40."""
    scores = field.score(pair.white), field.score(pair.black)
    return -max(scores), -min(scores), min(pair.white, pair.black)


class Work:
    """The order of work of 9.2."""

    def __init__(self, field: Field, paired: list[int]) -> None:
        self.field = field
        scores = {field.score(n) for n in paired}
        self.residents = {score: sorted(n for n in paired if field.score(n) == score) for score in scores}
        self.places: dict[Side, list[int]] = {
            "above": sorted((s for s in scores if s > field.median), reverse=True),
            "below": sorted(s for s in scores if s < field.median),
        }
        # Pairs of either side in the order in which they were made, and who has come to the median from there.
        self.made: dict[Side, list[Made]] = {"above": [], "below": []}
        self.waiting: dict[Side, list[int]] = {"above": [], "below": []}
        self.floats: list[Float] = []
        self.cracked: list[tuple[int, int, str]] = []

    def outside_the_median(self) -> None:
        """Work on both sides; the median may still crack what is made here."""
        for side in ("above", "below"):
            arrived: list[int] = []
            for index, place in enumerate(self.places[side]):
                group = Group(self.field, side, place, self.residents[place], arrived, self.next_door(side, index))
                done = group.work()
                self.made[side] += done.made
                reached = self.next_place(side, index)
                self.floats += [Float(one.number, place, reached, one.kind, one.rule) for one in done.leavers]
                arrived = [one.number for one in done.leavers]
            self.waiting[side] = arrived

    def next_place(self, side: Side, index: int) -> int:
        """The next place toward the median."""
        places = self.places[side]
        return places[index + 1] if index + 1 < len(places) else self.field.median

    def next_door(self, side: Side, index: int) -> list[int]:
        """S15."""
        place = self.next_place(side, index)
        if place != self.field.median:
            return self.residents[place]
        other: Side = "below" if side == "above" else "above"
        there = self.residents.get(place, []) + self.waiting[other]
        if there:
            return there
        beyond = self.places[other]
        return self.residents[beyond[-1]] if beyond else []

    def median(self) -> list[Made]:
        """S32-S34: everybody's pairs, once the median can be paired."""
        residents = self.residents.get(self.field.median, [])
        while not can_be_paired_off(self.field, residents + self.waiting["above"] + self.waiting["below"]):
            self.crack()
        floaters = floater_order(self.field, self.waiting["above"], "above")
        floaters += floater_order(self.field, self.waiting["below"], "below")
        made = pair_inside(self.field, self.field.median, False, floaters, residents)
        return self.made["above"] + self.made["below"] + made

    def crack(self) -> None:
        """S33: undo one pairing."""
        side: Side = "below" if len(self.waiting["above"]) > len(self.waiting["below"]) else "above"
        if not self.made[side]:
            side = "below" if side == "above" else "above"
        made = self.made[side].pop()
        self.waiting[side] += [made.first, made.second]
        self.cracked.append((made.first, made.second, side))
