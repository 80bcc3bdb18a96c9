"""Placing, days, scores and clocks, each beside the second judge on random values."""

from __future__ import annotations

import os
import random
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from rules.model import Person, Value
from rules.parts.matches import Plan, read_score
from rules.pente.calendar import Outage, period
from rules.pente.placing import entrant, place
from rules.pente.repeats import keep_repeats_away
from rules.pente.verdicts import ELIMINATION, PLAYOFF, REGULAR, time_control
from tests.judges.pente import avoid_repeats, clocks, lead_of_two, place_entrant, regular_score, season_days

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
STATES = {"over": "decided", "running": "unfinished", "impossible": "refused"}
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe")
CODES = {
    "placed-a-wish": "wish",
    "placed-a-rating": "rating",
    "placed-a-best": "established",
    "placed-b-games": "games",
    "placed-b-information": "information",
    "placed-a-minimum": "neither",
}


def test_placing() -> None:
    """Around every limit: 1600, 1750, 20 games, 10 games, 3 opponents."""
    dice = random.Random(1)
    for _ in range(2000 * TIMES):
        rating = dice.choice(["1599.99", "1600", "1500.5", "1750", "1400"])
        best = dice.choice([None, "1749.9", "1750", "1800"])
        games, opponents = dice.choice([9, 10, 19, 20, 50]), dice.choice([2, 3, 9])
        wish, accepted = dice.random() < 0.1, dice.random() < 0.3
        fields: dict[str, Value] = {
            "Rating": Fraction(rating),
            "Rated games": games,
            "Opponents": opponents,
            "Best rating": None if best is None else Fraction(best),
            "Wants A": wish,
            "Information accepted": accepted,
        }
        section, why = place(entrant(Person("x", fields)))
        theirs = place_entrant(
            {
                "name": "x", "rating": rating, "games": games, "opponents": opponents, "best": best, "wish_a": wish,
                "accepted": accepted,
            }
        )  # fmt: skip
        assert (section, CODES[why.code]) == theirs


def test_days() -> None:
    """Seasons over changes of clocks and holidays, with typed weeks and outages that touch, overlap and cross midnight."""
    dice = random.Random(2)
    for _ in range(150 * TIMES):
        zone = dice.choice(ZONES)
        first = date(2024, 1, 1) + timedelta(days=dice.randrange(700))
        weeks = [dice.choice([0, 0, 0, 1, 2]) for _ in range(6)]
        begin = datetime(first.year, first.month, first.day, tzinfo=UTC)
        outages = []
        for _ in range(dice.randrange(6)):
            at = begin + timedelta(minutes=30 * dice.randrange(48 * 80))
            outages.append((at, at + timedelta(minutes=30 * dice.choice([5, 11, 12, 13, 20, 59, 60, 61]))))
        start = first
        for theirs, typed in zip(season_days(first, zone, weeks, outages), weeks, strict=True):
            ours = period(start, ZoneInfo(zone), typed, [Outage(a, b) for a, b in outages])
            assert (ours.start, ours.close, ours.next_start) == (theirs["start"], theirs["close"], theirs["next_start"])
            assert (ours.outage or "none", ours.holiday) == (theirs["outage"], theirs["holiday"])
            assert ours.odd_weekday == theirs["warning"]
            assert ours.opens.astimezone(UTC) == theirs["opens"].astimezone(UTC)
            assert ours.closes.astimezone(UTC) == theirs["closes"].astimezone(UTC)
            start = ours.next_start


def test_scores() -> None:
    """Every score up to 15 games a side."""

    def state(plan: Plan, a: int, b: int) -> str:
        return STATES[read_score(plan, (Fraction(a), Fraction(b))).state]

    for a in range(16):
        for b in range(16):
            assert state(ELIMINATION, a, b) == state(PLAYOFF, a, b) == lead_of_two(a, b)
            assert state(REGULAR, a, b) == regular_score(a, b)


def test_clocks() -> None:
    """Sets 1 to 12, with nobody agreeing and with both agreeing after three sets (P20, P35)."""
    both = [(3, "x", "keep"), (3, "y", "keep")]
    for part, plan in (("A", ELIMINATION), ("playoff", PLAYOFF)):
        for words, kept in (((), frozenset()), (both, frozenset(range(4, 13)))):
            theirs = [f"{m} min" + (f" + {s} s" if s else "") for m, s in clocks(part, 12, words)]
            assert [time_control(plan, n, kept) for n in range(1, 13)] == theirs


def test_repeats() -> None:
    """Random brackets with many meetings before: pairings, and what cannot be helped."""
    dice = random.Random(3)
    for _ in range(1500 * TIMES):
        size = dice.randrange(1, 12)
        pairs = [(f"u{n}", f"l{n}") for n in range(size)]
        chance = dice.random()
        met = {frozenset((u, lo)) for u, _ in pairs for _, lo in pairs if dice.random() < chance}
        ours, theirs = keep_repeats_away(pairs, met), avoid_repeats(pairs, met)
        assert list(ours.pairs) == theirs["pairings"]
        assert [n + 1 for n in ours.left] == list(theirs["left"])
