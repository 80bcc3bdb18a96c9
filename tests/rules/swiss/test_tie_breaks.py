"""Tie-breaks of C.07: worked examples, each article's corner, the list in Settings, places and reasons in a book."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.reasons import render
from rules.swiss.engine import ENGINE
from rules.swiss.tiebreaks.catalogue import SPECS, TieBreak, read_list, read_one
from rules.swiss.tiebreaks.direct import direct_encounter
from rules.swiss.tiebreaks.field import DRAW, LOSS, WIN, Field, Turn, What
from rules.swiss.tiebreaks.order import placed, value_of
from rules.swiss.tiebreaks.ratings import expected_percent, perfect_performance, performance
from rules.swiss.tiebreaks.values import Value
from tests.rules.swiss.build import swiss

HALF = Fraction(1, 2)
MARKS = {
    "+": (What.FORFEIT_WON, WIN), "-": (What.FORFEIT_LOST, LOSS), "U": (What.PAIRING_BYE, WIN),
    "H": (What.HALF_BYE, DRAW), "Z": (What.ZERO_BYE, LOSS),
}  # fmt: skip
POINTS = {"1": WIN, "½": DRAW, "0": LOSS}


def field(cards: Mapping[str, str], edition: int = 2026, ratings: Mapping[str, int] | None = None) -> Field:
    """Players by letter, their rounds as `wB1` (White against B, won), `E+` (forfeit), `H` (half-point bye)."""
    number = {letter: n for n, letter in enumerate(cards, start=1)}
    turns = {}
    for letter, card in cards.items():
        own = []
        for round_, mark in enumerate(card.split(), start=1):
            if mark in MARKS:
                own.append(Turn(round_, *MARKS[mark]))
            elif mark[-1] in "+-":
                own.append(Turn(round_, *MARKS[mark[-1]], number[mark[0]]))
            else:
                own.append(Turn(round_, What.GAME, POINTS[mark[2]], number[mark[1]], mark[0] == "w"))
        turns[number[letter]] = tuple(own)
    rounds = max(len(own) for own in turns.values())
    return Field(turns, {number[k]: v for k, v in (ratings or {}).items()}, rounds, rounds, edition)


SIX = {
    "A": "wF1 wB1 wC½ wD1 E+", "B": "wE1 bA0 H wC1 wD½", "C": "wD1 wE½ bA½ bB0 wF1",
    "D": "bC0 wF1 wE1 bA0 bB½", "E": "bB0 bC½ bD0 wF1 A-", "F": "bA0 bD0 U bE0 bC0",
}  # fmt: skip


def values(seen: Field, tie: str) -> list[Fraction | None]:
    """Of everybody, in the order of numbers."""
    return [value(seen, n, tie).amount for n in seen.turns]


def value(seen: Field, number: int, tie: str) -> Value:
    """Of one player."""
    found = value_of(seen, number, known(tie))
    assert found is not None
    return found


def known(text: str) -> TieBreak:
    """A tie-break that there is."""
    found = read_one(text)
    assert found is not None, text
    return found


def halves(text: str) -> list[Fraction]:
    """`11 12½` as numbers."""
    return [Fraction(t.removesuffix("½") or 0) + (HALF if t.endswith("½") else 0) for t in text.split()]


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        ("BH", "11 14 12½ 13 11 12½"),
        ("BH-C1", "10 11½ 11½ 12 9½ 11½"),
        ("SB", "9½ 7 6½ 4 2½ 1"),
        ("PS", "13½ 9 9½ 7½ 4 3"),
        ("PS-C1", "12½ 8 8½ 7½ 4 3"),
        ("WIN", "4 2 2 2 1 1"),
        ("WON", "3 2 2 2 1 0"),
        ("BPG", "0 1 2 3 3 4"),
        ("REP", "5 4 5 5 4 5"),
        ("STD", "4½ 3 3 2½ 1½ 1"),
        ("KS", "2½ 1½ 1½ ½ ½ 0"),
        ("TPN", "1 2 3 4 5 6"),
    ],
)
def test_a_whole_event(tie: str, expected: str) -> None:
    """A half-point bye, a pairing-allocated bye and a forfeit among five rounds: values worked out by hand (16.2-16.5)."""
    assert values(field(SIX), tie) == halves(expected)


def test_places_of_the_whole_event() -> None:
    """Two on 3 points have met: direct encounter parts them; without it Buchholz does after a tie in Buchholz Cut 1."""
    seen = field(SIX)
    for ties, by in (("DE ; BH", 0), ("BH-C1 ; BH", 1)):
        order = placed(seen, read_list(ties)[0], lambda tied: (tuple(tied),))
        assert [(one.number, one.place) for one in order] == [(n, n) for n in range(1, 7)]
        assert [(one.by, one.neighbour) for one in order[1:3]] == [(by, 3), (by, 2)]


def test_who_left_counts_draws_for_the_opponents() -> None:
    """Rounds after the last one played, left out by the player's own will, are draws for others; earlier byes are not."""
    seen = field(
        {"A": "wB1 wC1 wD1 wE1 wF1", "B": "bA0 wX1 wX1 Z Z", "C": "H bA0 wX1 wX1 wX1", "D": "wX1 wX½ bA0 X- Z",
         "E": "wX1 wX1 wX1 bA0 wX1", "F": "Z wX1 wX1 X- bA0", "X": "Z Z Z Z Z"}
    )  # fmt: skip
    parts = value(seen, 1, "BH")
    assert [part.amount for part in parts.parts] == halves("3 3½ 2 4 2")


def test_the_dummy_has_a_limit_since_2026() -> None:
    """A draw a round at most; of a forfeit, the opponent's score; the text of 2024 knows none (16.4)."""
    cards = {"A": "U wB1 wC1 wD½ wE½", "B": "wX1 bA0 wX1 wX1 Z", "C": "wX1 wX1 bA0 Z Z", "D": "wX1 wX1 wX1 bA½ Z",
             "E": "wX1 wX1 Z Z bA½", "X": "Z Z Z Z Z"}  # fmt: skip
    new, old = value(field(cards), 1, "BH"), value(field(cards, 2024), 1, "BH")
    assert (new.parts[0].amount, old.parts[0].amount) == (Fraction(5, 2), 4)
    assert (new.parts[0].kind, new.parts[1].kind) == ("dummy", "game")


def test_a_round_left_out_by_ones_own_will_is_cut_first() -> None:
    """Unless it would take less away than the least value (16.5)."""
    seen = field(
        {"A": "H wB½ wC1 wD1 wE0", "B": "wX1 bA½ wX1 wX1 H", "C": "Z Z bA0 wX1 wX0", "D": "wX1 H H bA0 H",
         "E": "wX1 Z Z wX1 bA1", "X": "Z Z Z Z Z"}
    )  # fmt: skip
    cut = value(seen, 1, "BH-C1")
    assert [part.round for part in cut.parts if part.cut] == [1]
    plain = field({"A": "U wB½ wC1", "B": "wX1 bA½ wX1", "C": "Z Z bA0", "X": "Z Z Z"})
    cut = value(plain, 1, "BH-C1")
    assert [part.round for part in cut.parts if part.cut] == [3]


def test_direct_encounter_where_not_all_have_met() -> None:
    """Only who stays alone on top whatever the missing games bring is ranked (6.3)."""
    open_ = field({"X": "wY1 wZ½", "Y": "bX0 Z", "Z": "H bX½"})
    assert direct_encounter(open_, (1, 2, 3)) == ((1, 2, 3),)
    both = field({"X": "wY1 wZ1", "Y": "bX0 Z", "Z": "H bX0"})
    assert direct_encounter(both, (1, 2, 3)) == ((1,), (2, 3))
    forfeit = field({"X": "Y+", "Y": "X-"})
    assert direct_encounter(forfeit, (1, 2)) == ((1, 2),)
    assert direct_encounter(forfeit, (1, 2), forfeits=True) == ((1,), (2,))


def test_two_who_met_twice_count_the_average() -> None:
    """6.1.2: X and Y drew on average; both beat Z."""
    seen = field({"X": "wY1 bY0 wZ1", "Y": "bX0 wX1 Z", "Z": "Z Z bX0"})
    assert direct_encounter(seen, (1, 2)) == ((1, 2),)


def test_performances() -> None:
    """Average, performance and perfect performance by the tables (10.1-10.3)."""
    five = [1850, 1900, 1960, 2010, 2075]
    assert (performance(Fraction(7, 2), five), perfect_performance(Fraction(7, 2), five)) == (2108, 2115)
    four = [2000, 2000, 2000, 2100]
    found = [(performance(Fraction(s), four), perfect_performance(Fraction(s), four)) for s in (3, 4, 0)]
    assert found == [(2218, 2216), (2825, 2836), (1225, 1200)]
    assert [expected_percent(d) for d in (0, 3, 4, -4, 735, 736, -736)] == [50, 50, 51, 49, 99, 100, 0]


def test_ratings_need_a_rating_of_everybody() -> None:
    """One unrated player, and no tie-break of ratings has a value, before a rating is set for the unrated."""
    seen = field({"A": "wB1", "B": "bA0"}, ratings={"A": 2000})
    assert values(seen, "ARO") == [None, None]
    assert values(Field(seen.turns, seen.ratings, 1, 1, 2026, 1500), "ARO") == [1500, 2000]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH", "BH"), ("bh/c1/p", "BH-C1-P"), ("Buchholz Cut 1", "BH-C1"), ("buchholz cut-2", None), ("BH C2", "BH-C2"),
        ("Median Buchholz", "BH-M1"), ("median buchholz 2", "BH-M2"), ("Sonneborn-Berger", "SB"), ("sonneborn berger cut 1", "SB-C1"),
        ("SB-M1", None), ("BH-C3", None), ("BH-C1-M1", None), ("BH-C1-C2", None), ("KS-L+1", "KS-L+1"), ("KS/L-2", "KS-L-2"),
        ("Koya", "KS"), ("TPN-R", "TPN-R"), ("WIN-C1", None), ("Direct encounter", "DE"), ("DE-P", "DE-P"), ("DE/P", "DE-P"),
        ("opponents’ performance", "APRO"), ("AOB-F", "AOB-F"), ("16", "16"), ("Rule 16", "16"), ("Bucholz", None), ("1", None),
        ("average rating", "ARO"), ("ARO-M1", "ARO-M1"), ("ge", "REP"),
    ],
)  # fmt: skip
def test_a_tie_break_by_its_letters_or_name(text: str, code: str | None) -> None:
    """What is no tie-break gives none; nothing is guessed."""
    found = read_one(text)
    assert (found and found.code) == code


def test_every_code_and_name_is_read_as_itself() -> None:
    """With everything that may be added."""
    for spec in SPECS:
        for text in (spec.code, spec.name, *spec.also):
            assert known(text).spec is spec
        for add in spec.adds:
            full = f"{spec.code}-{'L+1' if add == 'L' else add}"
            assert known(full).code == full


def test_a_list_with_one_that_is_none() -> None:
    """Names what is none."""
    ties, unknown = read_list("BH-C1, Bucholz ; SB\nWIN")
    assert [tie.code for tie in ties] == ["BH-C1", "SB", "WIN"]
    assert unknown == ("Bucholz",)


def test_places_columns_and_reasons_in_a_book() -> None:
    """A list in Settings decides the places, each has a column, and `explain` takes them apart (S59)."""
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=2)
    for game in event.open_games():
        event.typed(game.id, "1-0")
    event.run()
    for game in event.open_games():
        event.typed(game.id, "1/2-1/2")
    event.run()
    rule_16 = [(r.cells["Player"], r.cells["Place"]) for r in event.table("Standings")]
    assert all("BH" not in r.cells for r in event.table("Standings"))
    event.set("Tie-breaks", "16 ; BH ; SB")
    event.run()
    rows = event.table("Standings")
    assert [(r.cells["Player"], r.cells["Place"]) for r in rows] == rule_16
    assert {"BH", "SB"} <= set(rows[0].cells)
    event.set("Tie-breaks", "BH ; TPN-R")
    event.run()
    rows = event.table("Standings")
    assert [r.cells["Place"] for r in rows] == [1, 2, 3, 4]
    assert rows[0].why is not None
    assert rows[0].why.code == "place-by-tie-break"
    said = render(ENGINE.explain(event.book, event.now, "Ada"), ENGINE.sheet.words)
    assert "Buchholz: " in said
    assert "R1 " in said


def test_the_report_names_them() -> None:
    """With the year of the text; nothing is said where rule 16 alone decides."""
    event = swiss("Ada", "Ben", "Cem", "Dov")
    assert not [r for r in event.table("Report") if r.why and r.why.code == "report-tie-breaks"]
    event.set("Tie-breaks", "Buchholz cut 1 ; SB").set("Tie-break rules of", 2024)
    event.run()
    (row,) = [r for r in event.table("Report") if r.why and r.why.code == "report-tie-breaks"]
    assert row.why is not None
    assert row.why.data == {"names": ("Buchholz Cut 1", "Sonneborn-Berger"), "edition": "2024"}
