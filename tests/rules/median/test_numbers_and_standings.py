"""Pairing numbers (7, S41) and standings by rule 16 (S44, S45)."""

from __future__ import annotations

import pytest

from rules.parts.median import Card, Kind, Slot
from rules.parts.swiss_numbers import Entrant, number_players
from rules.parts.swiss_tiebreaks import Score, score_of, standings


def test_order_of_the_list() -> None:
    """Rating or estimate, then title, then local rating; a higher estimate stands before a lower rating."""
    entrants = [
        Entrant("Unrated"),
        Entrant("Estimated", estimate=2100),
        Entrant("Local", rating=2000, title="FM", local=2050),
        Entrant("Plain", rating=2000),
        Entrant("Woman GM", rating=2000, title="wgm"),
        Entrant("Fide", rating=2000, title="FM", local=2010),
    ]
    got = number_players(entrants)
    assert got.order == ("Estimated", "Woman GM", "Local", "Fide", "Plain", "Unrated")
    assert [one.code for one in got.why][:3] == ["number-first", "number-by-rating", "number-by-title"]
    assert got.needs_lot == ()
    assert got.order.index("Fide") == 3


def test_the_lot_is_asked_for_and_used() -> None:
    """Who is equal in everything waits for a lot; the latest lot that holds them all decides."""
    tied = [Entrant(name, rating=1900) for name in "CAB"]
    assert number_players(tied).needs_lot == (("A", "B", "C"),)
    drawn = number_players(tied, lots=[("B", "A"), ("C", "A", "B"), ("B", "C", "A", "Z")])
    assert drawn.order == ("B", "C", "A")
    assert drawn.needs_lot == ()
    assert number_players(tied, lots=[("B", "A")]).needs_lot == (("A", "B", "C"),)


def test_doubled_ids_are_refused() -> None:
    """Two entrants with one id are the caller's mistake."""
    with pytest.raises(ValueError, match="same id"):
        number_players([Entrant("A"), Entrant("A")])


def test_ratings_without_the_lowest_and_on() -> None:
    """16 a: equal without the lowest, so the two lowest go: 2400 alone beats 2300 with 100 less below."""
    got = standings(
        [
            Score(1, 4, (2300, 2200, 1500), (2, 2, 4)),
            Score(2, 4, (2400, 2100, 1900), (0, 2, 4)),
            Score(3, 5, (1200,), (1, 3, 5)),
        ]
    )
    assert [(line.number, line.place) for line in got] == [(3, 1), (2, 2), (1, 3)]
    assert got[1].values == (4500, 2400, 0)
    assert got[2].why.data["term"] == 2
    assert got[0].why.code == "place-by-points"


def test_one_unrated_opponent_turns_the_whole_group_to_progress() -> None:
    """16 b as soon as one of the tied met an unrated opponent; the first round's score falls first."""
    got = standings(
        [
            Score(1, 4, (2300, 2200, 2100), (2, 2, 4)),
            Score(2, 4, (2400, None, 2100), (1, 3, 4)),
            Score(3, 4, (2400, 2000, 2100), (2, 4, 4)),
        ]
    )
    assert [line.number for line in got] == [3, 2, 1]
    assert got[0].values == (10, 8, 4)
    assert got[2].why.data["term"] == 2  # 8 each, then 6 against 7
    assert {line.why.rule for line in got} == {"16.b/S45"}


def test_a_place_is_shared_when_nothing_decides() -> None:
    """Equal after every cut: same place, listed by number, the next place counted on."""
    same = [Score(n, 2, (2000, 1900), (2, 2)) for n in (5, 2)] + [Score(3, 2, (2000, 1800), (2, 2))]
    got = standings([*same, Score(9, 0, (), (0, 0))])
    assert [(line.number, line.place, line.shared) for line in got] == [
        (2, 1, True),
        (3, 1, True),
        (5, 1, True),
        (9, 4, False),
    ]


def test_scores_from_cards() -> None:
    """Defaults and byes give points but no opponent; missed rounds repeat the score; earlier play comes first."""
    card = Card(
        1,
        (
            Slot(1, Kind.PLAYED, 2, "W", 2),
            Slot(2, Kind.BYE, gained=2),
            Slot(3, Kind.DEFAULT_LOST, 3),
            Slot(5, Kind.PLAYED, 4, "B", 1),
        ),
    )
    assert score_of(card, 5, {2: 2100, 3: 2000, 4: None}) == Score(1, 5, (2100, None), (2, 4, 4, 4, 5))
    late = Card(7, (Slot(3, Kind.PLAYED, 2, "W", 2),), brought=3)
    got = score_of(late, 3, {2: 2100}, earlier_opponents=(2500, 2450), earlier_reached=(2, 3))
    assert got == Score(7, 5, (2500, 2450, 2100), (2, 3, 5))
