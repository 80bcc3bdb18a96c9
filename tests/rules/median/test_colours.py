"""Colours: what is due, the limits, and who gets what (12, S4-S8)."""

from __future__ import annotations

import pytest

from rules.parts.median import Card, Kind, MedianSettings, Slot
from rules.parts.median.colours import allocate, claim_of
from tests.rules.median.boards import blocked, colours, group, paired


def white(three: str, seven: str, *, above: bool = True) -> int:
    """Who has White of #3 and #7 with these colours."""
    got = allocate(
        claim_of(3, colours(three)),
        claim_of(7, colours(seven)),
        median_or_above=above,
        lot="W",
        place_of=list(range(1, 9)),
    )
    return got[0]


@pytest.mark.parametrize(
    ("three", "seven", "above", "wanted"),
    [
        ("WB", "WB", True, 3),
        ("WB", "WB", False, 7),
        ("BW", "BW", False, 3),
        ("BWB", "WBB", True, 7),
        ("WWB", "BBW", True, 7),
        ("WB", "WBB", True, 7),
        ("B", "WB", True, 3),
        ("", "W", True, 3),
    ],
)
def test_touchstones(three: str, seven: str, above: bool, wanted: int) -> None:
    """The colour touchstones of the rulings."""
    assert white(three, seven, above=above) == wanted


@pytest.mark.parametrize(
    ("history", "due"),
    [("", None), ("W", "B"), ("WB", "W"), ("WWB", "B"), ("BB", "W"), ("WBB", "W"), ("WBWWBB", "W"), ("WBW", "B")],
)
def test_due_colour(history: str, due: str | None) -> None:
    """Same twice, then equalising, then alternating, then none (S5)."""
    assert claim_of(1, colours(history)).due == due


def test_limits() -> None:
    """Two running or two more close a colour."""
    assert not claim_of(1, colours("WW")).white_allowed
    assert not claim_of(1, colours("WBWW")).white_allowed
    assert not claim_of(1, colours("WWBW")).white_allowed
    assert claim_of(1, colours("WWB")).white_allowed
    assert claim_of(1, colours("WW")).black_allowed


def test_byes_and_defaults_leave_no_gap() -> None:
    """W, a bye, a default, W: two Whites running, so Black is due (S4)."""
    card = Card(
        1,
        (
            Slot(1, Kind.PLAYED, 2, "W", 2),
            Slot(2, Kind.BYE, gained=2),
            Slot(3, Kind.DEFAULT_LOST, 3),
            Slot(4, Kind.PLAYED, 4, "W", 2),
        ),
    )
    assert card.colours(5) == ("W", "W")
    assert claim_of(1, card.colours(5)).step == "same twice"
    assert card.opponents(5) == {2, 4}
    assert card.opponents(5, defaults_count=True) == {2, 3, 4}


@pytest.mark.parametrize("lot", ["W", "B"])
def test_round_one_table(lot: str) -> None:
    """Forty players: 1 v 21, 22 v 2 … 40 v 20, and the mirror for the other lot (14.2)."""
    answer = paired(group(40), MedianSettings(1, 9, lot=lot))  # type: ignore[arg-type]
    wanted = [(i, i + 20) if (i % 2 == 1) == (lot == "W") else (i + 20, i) for i in range(1, 21)]
    assert [(one.white, one.black) for one in answer.boards] == wanted


def test_round_one_counts_only_who_is_paired() -> None:
    """An absent player leaves no place in the list: odd and even are places among those paired (S39)."""
    cards = [card if card.number != 2 else Card(2, present=False) for card in group(9)]
    answer = paired(cards, MedianSettings(1, 9))
    assert [(one.white, one.black) for one in answer.boards] == [(1, 6), (7, 3), (4, 8), (9, 5)]


def test_last_round_lifts_the_limits_for_equals_only() -> None:
    """Both left with White only: equals meet in the last round, others do not, and nobody does before (S36, S37)."""
    both = {1: "BB", 2: "BB"}
    assert paired(group(2, score=2, history=both), MedianSettings(3, 3)).boards[0].white == 1
    assert blocked(group(2, score=2, history=both), MedianSettings(3, 4)).why
    got = paired(group(4, score=2, history={1: "WBB", 2: "WBB", 3: "BW", 4: "BWB"}), MedianSettings(4, 4))
    assert {(min(b.white, b.black), max(b.white, b.black)) for b in got.boards} == {(1, 3), (2, 4)}


def test_nearer_to_balance_breaks_no_limit() -> None:
    """S52: after pairs of the director somebody may be four Whites ahead; Black is always open to them, White never."""
    far = claim_of(1, colours("WWBWWBWWBW"))
    assert far.balance == 4
    assert (far.white_allowed, far.black_allowed) == (False, True)
    got = allocate(far, claim_of(2, ()), median_or_above=True, lot="W", place_of=[1, 2])
    assert got[:2] == (2, 1)
