"""A round by one of the systems of the library: what it is asked, and what can be said about its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from rules.model import Id, Reason, Value
from rules.parts.median import Board, Card, Colour, MedianSettings, RoundPairing, in_board_order
from rules.parts.median.colours import claim_of
from rules.swiss.listing import COLOUR_LOT
from rules.swiss.season import Season
from rules.swiss.systems import NoSystemPairing, pairs_of
from rules.swiss.trf import report_for_pairing, virtual_until


def lot_colour(season: Season) -> Colour:
    """The colour drawn for number 1 in round 1; White as long as nothing is drawn. Rule: 14.2; ruling S39."""
    lot = season.stands.lot(COLOUR_LOT)
    if lot is None or not lot.answer:
        return "W"
    return "W" if lot.answer[0] == lot.among[0] else "B"


def first_colour(season: Season, numbers: Mapping[Id, int]) -> Colour:
    """The colour of odd numbers where nobody claims one, as the systems of today have it.

    The lot gives a colour to the first of those paired in round 1: that is the colour of odd numbers if their number
    was odd. Ruling: S58.
    """
    lot = season.stands.lot(COLOUR_LOT)
    colour = lot_colour(season)
    if lot is None:
        return colour
    taken = season.roster.at.get("R1", {}).get(lot.among[0])
    number = taken.number if taken is not None else numbers.get(lot.among[0], 1)
    return colour if number % 2 else ("B" if colour == "W" else "W")


def by_system(
    season: Season,
    cards: tuple[Card, ...],
    number: int,
    fixed: tuple[tuple[int, int], ...],
    bye: int | None,
    apart: tuple[tuple[int, int], ...],
    numbers: Mapping[Id, int],
) -> RoundPairing:
    """The round by another system: those the director did not place are paired by its library. Ruling: S54."""
    system = season.terms.system
    placed = {n for pair in fixed for n in pair} | ({bye} if bye is not None else set())
    left = [card.number for card in cards if card.present and card.number not in placed]
    by_number = {card.number: card for card in cards}
    virtual = virtual_until(season, numbers, number)
    boards = [
        Board(white, black, (Reason("S46", "paired-by-director", {"white": white, "black": black}),))
        for white, black in fixed
    ]
    bye_why = Reason("S46", "bye-by-director", {"player": bye}) if bye is not None else None
    if left:
        for white, black in _asked(season, cards, left, number, apart, numbers):
            if white and black:
                facts: dict[str, Value] = {"white": white, "black": black, "system": system}
                main = Reason("20", "paired-by-system", facts)
                parts = _known(by_number[white], by_number[black], number, virtual)
                boards.append(Board(white, black, (main, *parts)))
            else:
                bye = white or black
                points = Fraction(by_number[bye].score(number), 2)
                bye_why = Reason("20", "bye-by-system", {"player": bye, "system": system, "points": points})
    scores = {card.number: card.score(number) for card in cards}
    return RoundPairing(number, in_board_order(boards, scores), bye, bye_why)


def _asked(
    season: Season,
    cards: tuple[Card, ...],
    left: Sequence[int],
    number: int,
    apart: tuple[tuple[int, int], ...],
    numbers: Mapping[Id, int],
) -> tuple[tuple[int, int], ...]:
    """Pairs by the library of those who are left; settings go in as pairs not to meet. Rulings: S54, S58."""
    terms = season.terms
    total = max(terms.rounds, number)
    colour = first_colour(season, numbers)
    barred = set(apart)
    if not terms.replay_defaults:
        slots = ((card.number, slot.opponent) for card in cards for slot in card.slots)
        barred |= {_two(one, opponent) for one, opponent in slots if opponent is not None}
    settings = MedianSettings(number, total, colour, False, terms.federations_apart, terms.replay_defaults)
    nations: dict[str, list[int]] = {}
    for card in cards if settings.federations_apart else ():
        if card.federation and card.score(number) > settings.half and card.number in left:
            nations.setdefault(card.federation, []).append(card.number)
    together = {pair for those in nations.values() for pair in combinations(sorted(those), 2)}
    virtual = virtual_until(season, numbers, number)

    def report(pairs: Sequence[tuple[int, int]]) -> str:
        return report_for_pairing(cards, left, number, total, colour, pairs, virtual, terms.bye_points)

    if together - barred:
        try:  # rule 22 holds where it can, as in the median system
            return pairs_of(terms.system, report(sorted(barred | together)))
        except NoSystemPairing:
            pass
    return pairs_of(terms.system, report(sorted(barred)))


def _two(one: int, other_: int) -> tuple[int, int]:
    return (min(one, other_), max(one, other_))


def _known(white: Card, black: Card, number: int, virtual: Mapping[int, tuple[int, ...]]) -> tuple[Reason, ...]:
    """What a pair's cards say beside the library: scores with virtual points, who floats, and the colours due."""
    more = {card.number: (virtual.get(card.number) or (0,))[-1] for card in (white, black)}
    high, low = sorted((white, black), key=lambda card: (-card.score(number) - more[card.number], card.number))
    points, lower = (Fraction(card.score(number) + more[card.number], 2) for card in (high, low))
    facts: dict[str, Value] = {"player": high.number, "points": points, "opponent": low.number, "lower": lower}
    found = [Reason("20", "float-by-system" if points > lower else "float-none-by-system", facts)]
    extra = [card.number for card in (high, low) if more[card.number]]
    if extra:
        gained: dict[str, Value] = {"players": tuple(extra), "points": Fraction(max(more.values()), 2)}
        found.append(Reason("S64", "float-virtual", gained))
    dues = [(card.number, claim_of(card.number, card.colours(number)).due) for card in (white, black)]
    words = {"W": "White", "B": "Black"}
    wanted = [(n, due) for n, due in dues if due is not None]
    if not wanted:
        return tuple(found)
    against = [n for (n, due), had in zip(dues, ("W", "B"), strict=True) if due not in (None, had)]
    if against:
        colour = words[str(dict(wanted)[against[0]])]
        found.append(Reason("20", "colour-by-system-not-due", {"players": tuple(against), "colour": colour}))
    else:
        found.append(Reason("20", "colour-by-system-due", {"players": tuple(n for n, _ in wanted)}))
    return tuple(found)
