"""One score-group: who leaves it, and how those who stay are paired (S12-S31)."""

from dataclasses import dataclass
from dataclasses import field as default
from typing import Literal

from tests.judges.swiss.cards import Field
from tests.judges.swiss.columns import walk
from tests.judges.swiss.matching import can_be_paired_off, most_pairs, most_served

Side = Literal["above", "below"]


@dataclass(frozen=True)
class Made:
    """A pair as it was made; colours come later."""

    first: int
    second: int
    place: int
    made_by: str
    floater: int = 0
    column: int = 0


@dataclass(frozen=True)
class Leaver:
    """A player who leaves a group, with type (10.9) and the rule that sends them on."""

    number: int
    kind: str
    rule: str


@dataclass
class Worked:
    """What came out of a group: pairs in the order in which they were made, and leavers as they were named."""

    made: list[Made] = default(default_factory=list)
    leavers: list[Leaver] = default(default_factory=list)


def floater_order(field: Field, numbers: list[int], side: Side) -> list[int]:
    """The order of S24 for players of one side."""
    if side == "above":
        return sorted(numbers, key=lambda n: (-field.score(n), n))
    return sorted(numbers, key=lambda n: (field.score(n), -n))


def scrutiny_order(numbers: list[int], upward: bool) -> list[int]:
    """1, 2, 3… downward, from the lowest numbered up in a group paired upward."""
    return sorted(numbers, reverse=upward)


class Group:
    """A group outside the median while it is being worked on."""

    def __init__(
        self, field: Field, side: Side, place: int, residents: list[int], arrived: list[int], next_door: list[int]
    ) -> None:
        self.field = field
        self.side: Side = side
        self.upward = side == "below"
        self.place = place
        self.residents = list(residents)
        self.floaters = list(arrived)
        self.next_door = next_door
        self.leavers: list[Leaver] = []

    def work(self) -> Worked:
        """The steps of S12 in their order."""
        self.lonely_leave()
        self.floaters_go_on()
        self.residents_leave()
        floaters = floater_order(self.field, self.floaters, self.side)
        made = pair_inside(self.field, self.place, self.upward, floaters, self.residents)
        return Worked(made, self.leavers)

    def has_opponent_next_door(self, number: int) -> bool:
        """S16, at this moment."""
        named = [leaver.number for leaver in self.leavers if leaver.number != number]
        order = floater_order(self.field, [*named, number], self.side)
        rivals = order[: order.index(number)]
        return most_served(self.field, [*rivals, number], self.next_door) > most_served(
            self.field, rivals, self.next_door
        )

    def kind(self, number: int) -> str:
        """The type of the player, at this moment (S17)."""
        if number in self.floaters:
            return "b" if self.has_opponent_next_door(number) else "a"
        return "d" if self.has_opponent_next_door(number) else "c"

    def leave(self, number: int, rule: str, kind: str = "") -> None:
        """Name the player to leave."""
        self.leavers.append(Leaver(number, kind or self.kind(number), rule))
        self.residents = [n for n in self.residents if n != number]
        self.floaters = [n for n in self.floaters if n != number]

    def lonely_leave(self) -> None:
        """S13."""
        everybody = self.residents + self.floaters
        lonely = [n for n in everybody if not any(self.field.compatible(n, other) for other in everybody)]
        for number in floater_order(self.field, lonely, self.side):
            self.leave(number, self.why_lonely(number, everybody))

    def why_lonely(self, number: int, everybody: list[int]) -> str:
        """The reason shown under S13."""
        if all(self.field.met(number, other) for other in everybody if other != number):
            return "9.3.a"
        if abs(self.field.imbalance(number)) >= 2:
            return "9.3.b"
        colours = self.field.colours(number)
        if len(colours) >= 2 and colours[-1] == colours[-2]:
            return "9.3.c"
        return "10.1"

    def floaters_go_on(self) -> None:
        """S14."""
        in_order = floater_order(self.field, self.floaters, self.side)
        kinds = {n: self.kind(n) for n in in_order}  # judged once, after S13 (S17)
        staying: list[int] = []
        going: list[int] = []
        for number in [n for n in in_order if kinds[n] == "a"] + [n for n in in_order if kinds[n] == "b"]:
            if most_served(self.field, [*staying, number], self.residents) == len(staying) + 1:
                staying.append(number)
            else:
                going.append(number)
        for number in floater_order(self.field, going, self.side):
            self.leave(number, "S14", kinds[number])

    def residents_leave(self) -> None:
        """S18, then S19 with S21, or S22."""
        members = self.residents + self.floaters
        pairs = most_pairs(self.field, members)
        must_leave = len(members) - 2 * pairs
        if must_leave == 1:
            self.one_leaves()
        elif must_leave > 1:
            for _ in range(must_leave):
                self.one_of_several_leaves(pairs)

    def one_leaves(self) -> None:
        """S19, S21, S23."""
        members = self.residents + self.floaters
        kinds = {n: self.kind(n) for n in self.residents}
        majority = self.majority_colour()
        scrutiny = scrutiny_order(self.residents, self.upward)
        last = scrutiny[-1]

        def counts_as_majority(number: int) -> bool:
            if majority == "" or self.field.due(number) != majority:
                return False
            return not self.field.settings.maxi or self.field.within_100(number, last)

        def key(number: int, colour_step: bool) -> tuple[bool, bool, bool, int]:
            return (
                kinds[number] == "c",
                kinds[number] == "d" and self.field.protected(number),
                colour_step and not counts_as_majority(number),
                -scrutiny.index(number),
            )

        def others_pair_off(number: int) -> bool:
            return can_be_paired_off(self.field, [n for n in members if n != number])

        first = min(self.residents, key=lambda n: key(n, True))
        if others_pair_off(first):
            self.leave(first, "S19", kinds[first])
            return
        for number in sorted(self.residents, key=lambda n: key(n, False)):
            if others_pair_off(number):
                self.leave(number, "S21", kinds[number])
                return
        raise AssertionError("S18 promises that one resident can leave")

    def majority_colour(self) -> str:
        """The colour due to more players of the group, "" if equal."""
        dues = [self.field.due(n) for n in self.residents + self.floaters]
        if dues.count("W") == dues.count("B"):
            return ""
        return "W" if dues.count("W") > dues.count("B") else "B"

    def one_of_several_leaves(self, pairs: int) -> None:
        """S22: the next one. `pairs` is the number of pairs the group is to make."""
        scrutiny = scrutiny_order(self.residents, self.upward)
        kinds = {n: self.kind(n) for n in self.residents}
        for number in sorted(self.residents, key=lambda n: (kinds[n] == "c", -scrutiny.index(n))):
            residents = [n for n in self.residents if n != number]
            if most_pairs(self.field, residents + self.floaters) < pairs:
                continue
            if most_served(self.field, self.floaters, residents) < len(self.floaters):
                continue
            self.leave(number, "S22", kinds[number])
            return
        raise AssertionError("S18 promises that one resident can leave")


def pair_inside(field: Field, place: int, upward: bool, floaters: list[int], residents: list[int]) -> list[Made]:
    """Pair everybody of a group: the floaters in the order given, then the rest (S25-S31)."""
    made: list[Made] = []
    unpaired = [*floaters, *residents]
    for floater in floaters:
        if floater not in unpaired:
            continue  # met by an earlier floater
        opponent = opponent_of_floater(field, upward, floater, [n for n in unpaired if n != floater])
        made.append(Made(floater, opponent, place, "S25", floater=floater))
        unpaired = [n for n in unpaired if n not in (floater, opponent)]
    if unpaired:
        found = walk(field, unpaired, upward)
        how = "S29" if found.place_first == found.place_result else "S30"
        made += [Made(a, b, place, how, column=found.place_result) for a, b in found.result]
    return made


def opponent_of_floater(field: Field, upward: bool, floater: int, others: list[int]) -> int:
    """Whom the floater meets among the others still unpaired (S25)."""
    available = [
        n
        for n in scrutiny_order(others, upward)
        if field.compatible(floater, n) and can_be_paired_off(field, [m for m in others if m != n])
    ]
    nearest = min(abs(field.score(floater) - field.score(n)) for n in available)
    looked_at = [n for n in available if abs(field.score(floater) - field.score(n)) == nearest]
    first = looked_at[0]
    for number in looked_at:
        if field.settings.maxi and not field.within_100(number, first):
            continue
        if not field.clash(floater, number):
            return number
    return first
