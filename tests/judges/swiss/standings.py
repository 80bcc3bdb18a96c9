"""Numbers at the start and places at the end (S41, S44, S45)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tests.judges.swiss.cards import Card

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


@dataclass(frozen=True)
class Entrant:
    """Somebody on the list: FIDE rating, estimate and local rating may be None, title "" and a lot drawn for all.

    The smaller lot comes first.
    """

    name: str
    rating: int | None = None
    estimate: int | None = None
    title: str = ""
    local_rating: int | None = None
    lot: int = 0


@dataclass(frozen=True)
class Standing:
    """A line of the final table. Shared places bear the same number.

    `tie_break` is "a" or "b" among players of equal score, "" for a player alone on their score. `values` are the
    numbers compared, first cut first: for a rating points without the lowest opponent, without the two lowest, …;
    for b half-points of the whole sum, without round 1, without rounds 1 and 2, …
    """

    place: int
    number: int
    half_points: int
    tie_break: str
    values: tuple[int, ...]


def number_players(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants in the order of their pairing numbers, number 1 first (S41)."""

    def key(entrant: Entrant) -> tuple[int, int, int, int]:
        strength = entrant.rating if entrant.rating is not None else (entrant.estimate or 0)
        return -strength, TITLES.index(entrant.title), -(entrant.local_rating or 0), entrant.lot

    return sorted(entrants, key=key)


def standings(cards: Iterable[Card]) -> list[Standing]:
    """The table after the rounds in the cards' histories, best first (6, 16)."""
    by_number = {card.number: card for card in cards}
    lines: list[Standing] = []
    ordered = sorted(by_number.values(), key=lambda card: (-card.half_points, card.number))
    for score, members in groupby(ordered, key=lambda card: card.half_points):
        group = list(members)
        tie_break, values = compare(by_number, group)
        ranked = sorted(group, key=lambda card: ([-value for value in values[card.number]], card.number))
        start = len(lines)
        for offset, card in enumerate(ranked):
            mine = values[card.number]
            shares = offset > 0 and mine == values[ranked[offset - 1].number]
            place = lines[-1].place if shares else start + offset + 1
            lines.append(Standing(place, card.number, score, tie_break, mine))
    return lines


def compare(by_number: dict[int, Card], group: list[Card]) -> tuple[str, dict[int, tuple[int, ...]]]:
    """Which of a and b applies to players of equal score, and what is compared for each."""
    if len(group) == 1:
        return "", {group[0].number: ()}
    ratings = {
        card.number: [by_number[past.opponent].rating for past in card.history if past.kind == "game"] for card in group
    }
    if any(rating is None for known in ratings.values() for rating in known):
        return "b", {card.number: progressive(card) for card in group}
    cuts = max(len(known) for known in ratings.values())
    sums = {}
    for number, known in ratings.items():
        ascending = sorted(rating for rating in known if rating is not None)
        sums[number] = tuple(sum(ascending[cut:]) for cut in range(1, cuts + 1))
    return "a", sums


def progressive(card: Card) -> tuple[int, ...]:
    """The sums of S45, in half-points."""
    reached: list[int] = []
    score = 0
    for past in card.history:
        score += past.gained
        reached.append(score)
    return tuple(sum(reached[cut:]) for cut in range(len(reached)))
