"""Into which section, with which seed, and why."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.model import Person, Value
from rules.pente.engine import ENGINE
from rules.pente.placing import entrant, place, seed_groups, with_typed_seeds
from tests.rules.pente.book import pairs, section_a
from tests.rules.runner import Event


def person(**fields: Value) -> Person:
    """A row of Players."""
    return Person("Kay", {key.replace("_", " "): value for key, value in fields.items()})


@pytest.mark.parametrize(
    ("fields", "section", "code"),
    [
        ({"Rating": Fraction(1400), "Wants_A": True}, "A", "placed-a-wish"),
        ({"Rating": Fraction(1600), "Rated_games": 50, "Opponents": 9}, "A", "placed-a-rating"),
        ({"Rating": Fraction(159999, 100), "Rated_games": 50, "Opponents": 9}, "B", "placed-b-games"),
        (
            {"Rating": Fraction(1500), "Rated_games": 50, "Opponents": 9, "Best_rating": Fraction(1750)},
            "A",
            "placed-a-best",
        ),
        (
            {"Rating": Fraction(1500), "Rated_games": 19, "Opponents": 9, "Best_rating": Fraction(1800)},
            "B",
            "placed-b-games",
        ),
        ({"Rating": Fraction(1500), "Rated_games": 10, "Opponents": 3}, "B", "placed-b-games"),
        ({"Rating": Fraction(1500), "Rated_games": 10, "Opponents": 2}, "A", "placed-a-minimum"),
        ({"Rating": Fraction(1500), "Rated_games": 3, "Information_accepted": True}, "B", "placed-b-information"),
        ({"Rating": Fraction(1700), "Information_accepted": True}, "A", "placed-a-rating"),
        ({"Rating": Fraction(1500), "Rated_games": 9, "Opponents": 9}, "A", "placed-a-minimum"),
        ({"Rating": Fraction(1900), "Rated_games": 90, "Opponents": 9, "Section": "B"}, "B", "placed-by-director"),
    ],
)
def test_placing(fields: dict[str, Value], section: str, code: str) -> None:
    """A- and B-eligibility in the order of P1; established needs 20 games (P2); the director's word comes first."""
    where, why = place(entrant(person(**fields)))
    assert (where, why.code) == (section, code)


def test_provisional_ratings_are_lowered() -> None:
    """A-format 3: 1800 with 15 games counts 1700; decimals are cut off (P3); a blank count is none (P52)."""
    assert entrant(person(Rating=Fraction(1800), Rated_games=15)).seeding == 1700
    assert entrant(person(Rating=Fraction(180099, 100), Rated_games=20)).seeding == 1800
    assert entrant(person(Rating=Fraction(1800))).seeding == 1400


def groups(*rows: tuple[str, str, str | int | None]) -> list[list[str]]:
    """Names in seeding order, still tied ones together: (name, rating, last exit)."""
    people = [
        Person(n, {"Rating": Fraction(r), "Rated games": 50, "Last exit": None if e is None else str(e)})
        for n, r, e in rows
    ]
    return [[e.name for e in group] for group, _ in seed_groups([entrant(p) for p in people])]


def test_ties_by_last_exit_when_all_took_part() -> None:
    """A-format 4.1: who went out later is higher, the champion highest; P4 asks it of the whole group."""
    assert groups(("a", "1800.9", "R3"), ("b", "1800.1", "R5"), ("c", "1800.5", "champion")) == [["c"], ["b"], ["a"]]


def test_ties_by_decimals_when_somebody_did_not() -> None:
    """A-format 4.2; three players that would stand in a circle pair by pair (P4)."""
    assert groups(("a", "1800.2", "R5"), ("b", "1800.9", "R3"), ("c", "1800.5", None)) == [["b"], ["c"], ["a"]]


def test_smaller_groups_start_again_without_the_used_tool() -> None:
    """P4: c is told apart by decimals; a and b, both of the last championship, then by exit."""
    assert groups(("a", "1800.5", "R3"), ("b", "1800.5", "R5"), ("c", "1800.2", None)) == [["b"], ["a"], ["c"]]
    assert groups(("a", "1800.5", "R5"), ("b", "1800.5", "R5")) == [["a", "b"]]


def test_a_tie_that_nothing_breaks_waits_for_a_lot_or_an_order() -> None:
    """P4, P46: round 1 is not made, the group is named; a typed order or the typed lot ends it."""
    event = section_a(2)
    event.draw_lots = False
    event.add("Eve", Rating=Fraction(1850), Rated_games=50).add("Gus", Rating=Fraction(1850), Rated_games=50)
    event.run()
    assert not event.answer.drafts
    assert "seed-tie" in event.troubles()
    (wait,) = [w for w in event.answer.waits if w.on == "lot"]
    assert wait.what == ("Eve", "Gus")
    event.decide("Order", "A", "Gus ; Eve").run()
    assert pairs(event, "A-R1") == [("Ann", "Eve"), ("Bob", "Gus")]


def test_a_drawn_lot_breaks_the_tie_and_is_on_record() -> None:
    """P4: the lot is recorded before round 1 is made."""
    event = section_a(2)
    event.add("Eve", Rating=Fraction(1850), Rated_games=50).add("Gus", Rating=Fraction(1850), Rated_games=50)
    event.run()
    kinds = [type(r.fact).__name__ for r in event.book.record]
    assert kinds.index("Lot") < kinds.index("Entry")
    assert event.column("Starting list", "Number") == [1, 2, 3, 4]


def test_typed_seeds() -> None:
    """P59: a typed seed holds, the others fill the free numbers; out of range or typed twice is not followed."""
    assert with_typed_seeds(("a", "b", "c"), {"c": 1})[0] == ("c", "a", "b")
    assert with_typed_seeds(("a", "b", "c"), {"c": 7, "b": 1, "a": 1}) == (("a", "b", "c"), ("c", "b", "a"))
    event = section_a(4, Seed=None).add("Dov", Seed=Fraction(9))
    event.run()
    assert "seed-wrong" in event.troubles()
    assert not event.rounds()
    event.add("Dov", Seed=Fraction(1)).run()
    assert pairs(event, "A-R1") == [("Dov", "Cem"), ("Ann", "Bob")]


def test_every_placing_and_seed_says_why() -> None:
    """Starting list: section, number and the sentence; needs-games tells who could still reach section B."""
    event = Event(ENGINE)
    event.add("Ann", Rating=Fraction(187431, 100), Rated_games=412, Opponents=96, Best_rating=Fraction(1902))
    event.add("Kay", Rating=Fraction(1544), Rated_games=12, Opponents=4)
    event.add("Ned", Rating=Fraction(1480), Rated_games=3, Opponents=1)
    event.add("Bob", Rating=Fraction(1390), Wants_A=True)
    event.run()
    assert [(r.cells["Section"], r.cells["Player"]) for r in event.table("Starting list")] == [
        ("A", "Ann"), ("A", "Ned"), ("A", "Bob"), ("B", "Kay"),
    ]  # fmt: skip
    assert "needs-games" in event.troubles()
    assert event.answer.state == "before"
    event.add("Ned", Information_accepted=True).set("Start", "now").run()
    assert "Ann is rated 1874.31, at least 1600" in event.said("Ann")
    assert "accepted other information" in event.said("Ned")
    assert "20 points" not in event.said("Ann")


def test_no_rating_holds_round_one() -> None:
    """Info 1: ratings are collected before the start; a row without one is named and nothing is published."""
    event = section_a(3).add("New")
    event.run()
    assert "no-rating" in event.troubles()
    assert not event.rounds()
    event.add("New", Status="Withdrawn").run()
    assert list(event.rounds()) == ["A-R1"]


def test_a_round_of_exit_that_cannot_be_read_holds_round_one() -> None:
    """P4: it breaks ties of seeds, so it counts for nothing only where the cell is blank."""
    event = section_a(4)
    event.add("New", Rating=Fraction(1650), Rated_games=50, Last_exit="the second round").run()
    assert "exit-unreadable" in event.troubles()
    assert not event.rounds()


def test_late_entries_are_refused() -> None:
    """P5: the list closes with round 1; fewer than two entries: the section is not played."""
    event = section_a(4)
    event.run()
    event.add("Late", Rating=Fraction(1700), Rated_games=50).run()
    assert "late-entry" in event.troubles()
    assert event.answer.headline[1].code == "headline-not-played"
