"""What the event does to everybody's rating, game by game. Ruling: S68."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.model import Id, Reason, Value
from rules.parts.decisions import of_kind
from rules.parts.median import Kind
from rules.parts.numerals import whole_in
from rules.swiss.rating_change import Change, change_of, difference_of, expectation, k_of
from rules.swiss.roster import number_taken, text_taken
from rules.swiss.season import Season

RATING_K = "Rating K"
HEADINGS = ("Rated games", "Expected", "K", "Rating change")


@dataclass(frozen=True)
class Rated:
    """One game against a rated opponent."""

    round: int
    opponent: Id
    rating: int
    gained: Fraction


def games_rated(season: Season, player: Id) -> tuple[Rated, ...]:
    """The games over the board against rated opponents; defaults and byes are none."""
    found = []
    for number, past in sorted(season.history.get(player, {}).items()):
        if past.kind is not Kind.PLAYED or past.opponent is None:
            continue
        rating = number_taken(season.entry(past.opponent), "rating")
        if rating:
            found.append(Rated(number, past.opponent, rating, Fraction(past.gained, 2)))
    return tuple(found)


def age_of(season: Season, player: Id) -> int | None:
    """How old a player becomes in the year of the event, None where Born names no year."""
    year = text_taken(season.entry(player), "born")[:4]
    return season.now.year - int(year) if year.isdecimal() and len(year) == 4 else None


def typed_k(season: Season, player: Id) -> int | None:
    """The K that the director typed for a player; the line seen last counts."""
    found = [whole_in(d.value) for d in of_kind(season.decisions, RATING_K) if d.about.strip() == player]
    return next((k for k in reversed(found) if k), None)


def change_for(season: Season, player: Id) -> Change | None:
    """The change of a rated player; None for whoever has no rating or no rated game yet."""
    own, met = number_taken(season.entry(player), "rating"), games_rated(season, player)
    if not own or not met:
        return None
    k = k_of(own, age_of(season, player), typed_k(season, player))
    return change_of(own, [(one.rating, one.gained) for one in met], k)


def rating_cells(season: Season, player: Id) -> Mapping[str, Value]:
    """The further columns of Standings where the setting asks for them."""
    if not season.terms.rating_change:
        return {}
    found = change_for(season, player)
    if found is None:
        return dict.fromkeys(HEADINGS)
    return dict(zip(HEADINGS, (found.games, found.expected, found.k, found.change), strict=True))


def rating_reasons(season: Season, player: Id) -> tuple[Reason, ...]:
    """What the change is made of, game by game."""
    own = number_taken(season.entry(player), "rating")
    found = change_for(season, player) if season.terms.rating_change else None
    if found is None or own is None:
        return ()
    parts = []
    for one in games_rated(season, player):
        expected = expectation(difference_of(own, one.rating))
        facts: dict[str, Value] = {
            "round": f"R{one.round}",
            "opponent": one.opponent,
            "rating": one.rating,
            "expected": f"{float(expected):.2f}",
            "gained": one.gained,
        }
        parts.append(Reason("", "rating-game", facts))
    total: dict[str, Value] = {
        "score": found.score,
        "games": found.games,
        "expected": f"{float(found.expected):.2f}",
        "k": found.k,
        "change": f"{found.change:+d}",
    }
    return (Reason("S68", "rating-change", total, tuple(parts)),)
