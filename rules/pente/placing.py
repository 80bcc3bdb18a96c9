"""Into which section a player goes, and the seeds of section A.

Rule: seed 004, A-eligibility, B-eligibility, A-format 3-5, info 1-2; P1-P5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.model import Id, Person, Reason, Value
from rules.parts.numerals import whole as whole_text

A, B = "A", "B"
CEILING = 1600  # from here on only section A
BEST_CEILING = 1750  # whoever was established here plays in A
ESTABLISHED = 20  # rated games from which a rating is established, and no longer provisional
DEDUCTION = 20  # for each game short of that
LEAST_GAMES, LEAST_OPPONENTS = 10, 3
CHAMPION = 10**6  # exit of the last champion: later than any round


@dataclass(frozen=True)
class Entrant:
    """What counts for placing and seeding, as collected. `exit`: round of leaving the last championship."""

    name: Id
    rating: Fraction | None = None
    games: int = 0
    opponents: int = 0
    best: Fraction | None = None
    wants_a: bool = False
    accepted: bool = False
    exit: int | None = None
    section: str = ""  # typed by the director
    seed: int | None = None  # typed by the director

    @property
    def is_provisional(self) -> bool:
        """Fewer than 20 rated games."""
        return self.games < ESTABLISHED

    @property
    def deduction(self) -> int:
        """Points taken off for seeding. Rule: A-format 3."""
        return DEDUCTION * max(0, ESTABLISHED - self.games)

    @property
    def seeding(self) -> int:
        """The whole part of the rating less the deduction. Rule: A-format 3; P3."""
        return int(self.rating or 0) - self.deduction

    @property
    def decimals(self) -> Fraction:
        """What stands behind the point of the rating. Rule: A-format 4.2; P4."""
        return (self.rating or Fraction(0)) - int(self.rating or 0)

    @property
    def has_minimum(self) -> bool:
        """Rule: B-eligibility 1."""
        return self.games >= LEAST_GAMES and self.opponents >= LEAST_OPPONENTS


def whole(value: Value) -> int | None:
    """A typed number as a whole one; None for a blank or anything else."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return int(value)


def exit_of(value: Value) -> int | None:
    """The round of exit as typed: `R7`, `7`, `champion`; None where the player took no part. Rule: P4."""
    number = whole(value)
    if number is not None:
        return number
    text = str(value or "").strip().lower()
    if text == "champion":
        return CHAMPION
    digits = text.removeprefix("round").strip().removeprefix("r").strip()
    return whole_text(digits)


def entrant(person: Person) -> Entrant:
    """The columns of Players that the rules ask for. Rule: P52: a blank count is none."""
    fields = person.fields

    def number(heading: str) -> Fraction | None:
        value = fields.get(heading)
        return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None

    return Entrant(
        name=person.name,
        rating=number("Rating"),
        games=whole(fields.get("Rated games")) or 0,
        opponents=whole(fields.get("Opponents")) or 0,
        best=number("Best rating"),
        wants_a=fields.get("Wants A") is True,
        accepted=fields.get("Information accepted") is True,
        exit=exit_of(fields.get("Last exit")),
        section=str(fields.get("Section") or "").strip().upper(),
        seed=whole(fields.get("Seed")),
    )


def decimal_text(value: Fraction | None) -> str:
    """A rating as people write it: `1655.25`; `1/3` where no decimals can say it."""
    if value is None:
        return "–"
    for places in range(7):
        if (value * 10**places).denominator == 1:
            whole_part, rest = divmod(abs(int(value * 10**places)), 10**places)
            return ("-" if value < 0 else "") + (f"{whole_part}.{rest:0{places}}" if places else str(whole_part))
    return str(value)


def place(who: Entrant) -> tuple[str, Reason]:
    """The section and why. Rule: A-eligibility, B-eligibility 1-2; P1-P2, in this order."""
    data: dict[str, Value] = {
        "player": who.name, "rating": decimal_text(who.rating), "games": who.games, "opponents": who.opponents,
        "best": decimal_text(who.best),
    }  # fmt: skip
    if who.section in (A, B):
        return who.section, Reason("info 1", "placed-by-director", {**data, "section": who.section})
    if who.wants_a:
        return A, Reason("A-eligibility, P1", "placed-a-wish", data)
    if who.rating is not None and who.rating >= CEILING:
        return A, Reason("A-eligibility, P1", "placed-a-rating", data)
    if who.best is not None and who.best >= BEST_CEILING and not who.is_provisional:
        return A, Reason("B-eligibility 1, P2", "placed-a-best", data)
    if who.has_minimum:
        return B, Reason("B-eligibility 1", "placed-b-games", data)
    if who.accepted:
        return B, Reason("B-eligibility 2, info 2", "placed-b-information", data)
    return A, Reason("B-eligibility 1-2, P2", "placed-a-minimum", data)


def seed_groups(entrants: Sequence[Entrant]) -> tuple[tuple[tuple[Entrant, ...], tuple[str, ...]], ...]:
    """The seeding order as groups, best first, each with the tools used on it; more than one = still tied.

    Rule: A-format 3-4; P3-P4.
    """
    found: list[tuple[tuple[Entrant, ...], tuple[str, ...]]] = []
    for group in _split(sorted(entrants, key=lambda e: e.name), lambda e: e.seeding):
        found.extend(_untied(group, ()))
    return tuple(found)


def _untied(group: Sequence[Entrant], used: tuple[str, ...]) -> list[tuple[tuple[Entrant, ...], tuple[str, ...]]]:
    if len(group) == 1:
        return [(tuple(group), used)]
    all_took_part = all(e.exit is not None for e in group)
    if all_took_part and "exit" not in used:
        tool, split = "exit", _split(group, lambda e: e.exit or 0)
    elif "decimals" not in used:
        tool, split = "decimals", _split(group, lambda e: e.decimals)
    else:
        return [(tuple(group), used)]
    return [part for smaller in split for part in _untied(smaller, (*used, tool))]


def _split(group: Sequence[Entrant], key: Callable[[Entrant], int | Fraction]) -> list[list[Entrant]]:
    values = sorted({key(e) for e in group}, reverse=True)
    return [[e for e in group if key(e) == value] for value in values]


def with_typed_seeds(order: Sequence[Id], typed: Mapping[Id, int]) -> tuple[tuple[Id, ...], tuple[Id, ...]]:
    """The order with typed seeds at their numbers and the others in the numbers left; and who cannot be followed.

    Rule: P59. A number outside 1 … n, or typed for two players, is not followed.
    """
    wrong = tuple(
        name
        for name, number in typed.items()
        if not 1 <= number <= len(order) or list(typed.values()).count(number) > 1
    )
    fixed = {number: name for name, number in typed.items() if name not in wrong}
    rest = iter([name for name in order if name not in fixed.values()])
    return tuple(fixed[n] if n in fixed else next(rest) for n in range(1, len(order) + 1)), wrong
