"""Who leaves a score-group: the lonely, arrived floaters who cannot stay, and residents who make it even.

All functions work on places of the field. `Group` is the group outside the median that is being handled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as fresh

from rules.model import Reason, Value
from rules.parts.median.columns import GUARD
from rules.parts.median.compatible import Field
from rules.parts.median.existence import Pairable, distinct_choices
from rules.parts.median.floats import LastFloat


@dataclass(frozen=True)
class Leaver:
    """A player transferred toward the median, with type (a-d), the rule and the step that chose them."""

    player: int
    kind: str
    why: Reason


@dataclass
class Group:
    """A score-group outside the median while it is handled. `door` masks the players next door (S15)."""

    field: Field
    residents: list[int]  # in scrutiny order
    arrived: list[int]  # in the order of S24
    downward: bool
    score: int
    door: int
    protected: Mapping[int, LastFloat]
    left: list[Leaver] = fresh(default_factory=list)

    def rank(self, player: int) -> tuple[int, int]:
        """Order among floaters: score first, then number, both in the direction of the pairing. Ruling: S24."""
        score, number = self.field.scores[player], self.field.numbers[player]
        return (-score, number) if self.downward else (score, -number)

    def has_opponent_next_door(self, player: int) -> bool:
        """Whether somebody next door is left for the player once the rivals standing before have one each.

        Rule: 10.3, 10.4; ruling S16.
        """
        adjacent = self.field.adjacent
        options = adjacent[player] & self.door
        if not options:
            return False
        mine = self.rank(player)
        rivals = [one.player for one in self.left if self.rank(one.player) < mine]
        if options.bit_count() > len(rivals):
            return True
        rows = [adjacent[rival] & self.door for rival in rivals]
        return distinct_choices([*rows, options]) > distinct_choices(rows)

    def type_of(self, player: int, *, arrived: bool) -> str:
        """Type a-d at this moment. Rule: 10.9; ruling S17."""
        if arrived:
            return "b" if self.has_opponent_next_door(player) else "a"
        return "d" if self.has_opponent_next_door(player) else "c"

    def leave(self, player: int, kind: str, rule: str, code: str, **data: Value) -> None:
        """Transfer a player. The reason carries who, from which score, and the type."""
        number = self.field.numbers[player]
        facts: dict[str, Value] = {
            "player": number,
            "score": self.score,
            "type": kind,
            "downward": self.downward,
            **data,
        }
        self.left.append(Leaver(player, kind, Reason(rule, code, facts)))
        (self.residents if player in self.residents else self.arrived).remove(player)


def send_the_lonely(group: Group) -> None:
    """Everybody compatible with nobody in the group leaves at once.

    Rule: 9.3 a-c, 10.1; rulings S13, S47 (alone counts as having met everybody). Said in the order of S24.
    """
    everybody = [*group.arrived, *group.residents]
    members = group.field.mask(everybody)
    lonely = [player for player in everybody if not group.field.adjacent[player] & members]
    residents = set(group.residents)
    for player in sorted(lonely, key=group.rank):
        others = [one for one in everybody if one != player]
        rule, code = _why_lonely(group.field, player, others)
        kind = group.type_of(player, arrived=player not in residents)
        group.leave(player, kind, rule, code, others=len(others))


def _why_lonely(field: Field, player: int, others: Sequence[int]) -> tuple[str, str]:
    claim = field.claims[player]
    if not others:
        return "9.3.a/S13", "float-alone"
    if all(one in field.met[player] for one in others):
        return "9.3.a/S13", "float-met-all"
    if abs(claim.balance) >= 2:
        return "9.3.b/S13", "float-balance"
    if len(claim.history) >= 2 and claim.history[-1] == claim.history[-2]:
        return "9.3.c/S13", "float-same-twice"
    return "10.1/S13", "float-no-opponent"


def send_on_floaters(group: Group) -> None:
    """Arrived floaters stay as long as they can have different compatible residents; the others go on.

    Rule: 10.1, 10.5, 10.9 a-b; ruling S14: those without an opponent next door are served first.
    """
    if not group.arrived:
        return
    adjacent = group.field.adjacent
    residents = group.field.mask(group.residents)
    kinds = {player: group.type_of(player, arrived=True) for player in group.arrived}
    staying: list[int] = []
    rows: list[int] = []
    for player in sorted(group.arrived, key=lambda one: (kinds[one] != "a", group.rank(one))):
        row = adjacent[player] & residents
        if distinct_choices([*rows, row]) > len(rows):
            staying.append(player)
            rows.append(row)
    for player in sorted(set(group.arrived) - set(staying), key=group.rank):
        group.leave(player, kinds[player], "10.5/S14", "float-goes-on")


def send_residents(group: Group) -> None:
    """As few residents as possible leave so that all others of the group can be paired off.

    Rule: 9.3.d, 10.2-10.4, 10.9, 10.10, 11.4 (paragraphs as numbered in S1); rulings S18-S23.
    """
    members = [*group.arrived, *group.residents]
    if not members:
        return
    at = {player: i for i, player in enumerate(members)}
    question = Pairable(group.field.graph(members), independent=group.field.independent(members))
    if question.deficit == 1:
        _make_even(group, question, at)
    elif question.deficit > 1:
        _send_several(group, question, at)


def _make_even(group: Group, question: Pairable, at: Mapping[int, int]) -> None:
    """One must leave. Rulings: S19, S20, S21, S23."""
    field = group.field
    majority = _majority_colour(field, [*group.arrived, *group.residents])
    last = group.residents[-1]
    kinds = {player: group.type_of(player, arrived=False) for player in group.residents}
    back = {player: -i for i, player in enumerate(group.residents)}

    def is_due_majority(player: int) -> bool:
        if majority is None or field.claims[player].due != majority:
            return False
        return not field.settings.maxi or abs(field.ratings[player] - field.ratings[last]) <= GUARD

    def place(player: int, *, colour: bool) -> tuple[bool, bool, bool, int]:
        shielded = kinds[player] == "d" and player in group.protected
        return (kinds[player] == "c", shielded, colour and not is_due_majority(player), back[player])

    first = min(group.residents, key=lambda player: place(player, colour=True))
    if question.can_spare(at[first]):
        chosen, rule, code = first, "9.3.d/10.2/S19", "float-even"
    else:
        order = sorted(group.residents, key=lambda player: place(player, colour=False))
        chosen = next(player for player in order if question.can_spare(at[player]))
        rule, code = "11.4.a/S21", "float-instead"
    data: dict[str, Value] = {
        "majority": majority,
        "due": field.claims[chosen].due,
        "because_of_colour": is_due_majority(chosen) and code == "float-even",
        "last": field.numbers[last],
    }
    if code == "float-instead":
        data["passed_over"] = field.numbers[first]
    data["shielded"] = tuple(
        field.numbers[player]
        for player in group.residents
        if player in group.protected and kinds[player] == "d" and player != chosen
    )
    group.leave(chosen, kinds[chosen], rule, code, **data)


def _majority_colour(field: Field, players: Iterable[int]) -> str | None:
    """The colour due to more of the players, or None. Rule: 10.2; ruling S19."""
    dues = [field.claims[player].due for player in players]
    white, black = dues.count("W"), dues.count("B")
    return None if white == black else "W" if white > black else "B"


def _send_several(group: Group, question: Pairable, at: Mapping[int, int]) -> None:
    """Two or more must leave, chosen one after another. Rule: 11.4 b; ruling S22: no protection, no colour."""
    adjacent = group.field.adjacent
    staying = [adjacent[player] for player in group.arrived]

    def floaters_are_served(without: int) -> bool:
        residents = group.field.mask(group.residents) & ~(1 << without)
        return not staying or distinct_choices([row & residents for row in staying]) == len(staying)

    def try_one(player: int) -> bool:
        return question.can_spare(at[player]) and floaters_are_served(player)

    while question.deficit:
        backward = list(reversed(group.residents))
        later: list[tuple[int, str]] = []
        chosen: tuple[int, str] | None = None
        for player in backward:
            kind = group.type_of(player, arrived=False)
            if kind == "c":
                later.append((player, kind))
            elif try_one(player):
                chosen = (player, kind)
                break
        if chosen is None:
            chosen = next(one for one in later if try_one(one[0]))
        player, kind = chosen
        question.can_spare(at[player])  # the kept pairing must be one without this player
        question.remove(at[player])
        group.leave(player, kind, "11.4.b/S22", "float-several", still=question.deficit)
