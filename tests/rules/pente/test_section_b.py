"""Section B: regular rounds, half-byes and byes, standings, play-offs and their ties."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from rules.advice import ways
from rules.parts.ends import lot_typed
from rules.parts.record import standing
from rules.pente.history import read_event
from rules.pente.playoffs import forfeit_points, numbers
from rules.pente.regular import granted, playoff_size, rounds_for
from tests.rules.pente.book import champions, pairs, places, results, section_b
from tests.rules.runner import Event

BYE, HALF = "(bye)", "(half bye)"


def lot(event: Event, id_: str) -> list[str]:
    """The order a lot gave."""
    found = standing(event.book).lot(id_)
    assert found is not None
    return list(found.answer or ())


def history(event: Event):  # type: ignore[no-untyped-def]
    """Section B as the engine reads it."""
    return read_event(event.book, event.now).sections["B"]


@pytest.mark.parametrize(
    ("players", "rounds", "size"), [(15, 4, 4), (16, 5, 4), (31, 5, 4), (32, 6, 8), (63, 6, 8), (64, 7, 8)]
)
def test_how_many_rounds(players: int, rounds: int, size: int) -> None:
    """B-format 1-2, P23."""
    assert rounds_for(players) == rounds
    assert playoff_size(rounds) == size


def test_round_one_is_a_recorded_lot() -> None:
    """B-pairing 1, P24: 1 v 2, 3 v 4 of the lot; the lot stands in the record before the round."""
    event = section_b(4)
    event.run()
    order = lot(event, "B-R1")
    assert pairs(event, "B-R1") == [(order[0], order[1]), (order[2], order[3])]
    kinds = [type(r.fact).__name__ for r in event.book.record]
    assert kinds.index("Lot") < kinds.index("Round")


def test_typed_lots_are_waited_for() -> None:
    """P24: without a drawn lot round 1 waits, and the wait names the cell."""
    event = section_b(4)
    event.draw_lots = False
    event.run()
    (wait,) = event.answer.waits
    assert wait.ends_by == (lot_typed("B-R1"),)
    assert not event.rounds()


def test_later_rounds_by_wins_then_opponents_wins() -> None:
    """B-pairing 2-3: 4-0 and 3-1 winners meet, losers meet."""
    event = section_b(4)
    event.run()
    first, second = pairs(event, "B-R1")
    results(event, "B-R1", {"01": "4-0", "02": "3-1"})
    assert pairs(event, "B-R2") == [(first[0], second[0]), (second[1], first[1])]
    assert f"{first[0]} is placed 1 (4 games won, opponents' wins 0)" in event.said("B-R2-01")


def test_matches_have_four_games() -> None:
    """B-match 1, P27: 2-2 is a result, 2-1 is unfinished, 3-2 is refused, a forfeit is 4-0, a double one 0-0."""
    event = section_b(6)
    event.run()
    results(event, "B-R1", {"01": "2-2", "02": "3-2", "03": "2-1"})
    assert "bad-score" in event.troubles()
    assert event.row("Pairings", "Game", "B-R1-03")["Outcome"] == ""
    results(event, "B-R1", {"02": "0-1F", "03": "0-0F"})
    a, b = pairs(event, "B-R1")[1]
    assert event.row("Standings B", "Player", b)["Games won"] == 4
    assert event.row("Standings B", "Player", a)["Games won"] == 0
    third = pairs(event, "B-R1")[2]
    assert [event.row("Standings B", "Player", p)["Games won"] for p in third] == [0, 0]


def test_full_bye_to_the_lowest_without_one() -> None:
    """B-pairing 5, P26: in round 1 the last of the lot; 4 wins and no opponent; next time somebody else."""
    event = section_b(5)
    event.run()
    last = lot(event, "B-R1")[-1]
    assert pairs(event, "B-R1")[-1] == (last, BYE)
    assert event.row("Standings B", "Player", last)["Games won"] == 4
    assert event.row("Standings B", "Player", last)["Opponents' wins"] == 0
    results(event, "B-R1", "4-0")
    assert pairs(event, "B-R2")[-1][1] == BYE
    assert pairs(event, "B-R2")[-1][0] != last


def test_half_byes() -> None:
    """B-pairing 4, P25: asked for before round 1, one round, not the last; 2 wins, no opponent."""
    event = section_b(6)
    event.decide("Half-bye", "Ann", "B-R1").decide("Half-bye", "Bob", "B-R4").decide("Half-bye", "Cem", "B-R2")
    event.decide("Half-bye", "Cem", "R3").decide("Half-bye", "Dov", "2")
    event.run()
    assert pairs(event, "B-R1")[-2] == ("Ann", HALF)
    assert pairs(event, "B-R1")[-1][1] == BYE
    assert event.row("Standings B", "Player", "Ann")["Games won"] == 2
    results(event, "B-R1", "4-0")
    assert ("Dov", HALF) in pairs(event, "B-R2")
    assert ("Cem", HALF) not in pairs(event, "B-R2")
    event.decide("Half-bye", "Eva", "B-R3").run()
    assert "half-bye-late" in event.troubles()


def test_refused_half_byes_are_answered_before_the_start() -> None:
    """P25: several or the last round are refused as a whole, each with its own trouble."""
    assert granted({"a": [4], "b": [1, 2], "c": [None], "d": [3]}, 4) == (
        {"d": 3},
        {"a": "last", "b": "several", "c": "unknown"},
    )
    event = section_b(6).set("Start", "")
    event.decide("Half-bye", "Bob", "B-R4").decide("Half-bye", "Nobody", "B-R2").run()
    assert {"half-bye-last", "not-in-section"} <= set(event.troubles())


def test_a_half_bye_taken_back_is_played() -> None:
    """P49: the line is gone before its round: the player plays."""
    event = section_b(4)
    event.decide("Half-bye", "Ann", "B-R2").run()
    event.undecide("Half-bye")
    results(event, "B-R1", "4-0")
    assert all(black != HALF for _, black in pairs(event, "B-R2"))


def test_opponents_wins_count_everything_to_date() -> None:
    """P28: later rounds, wins against the player, an opponent met twice counts twice, a bye adds nothing."""
    event = section_b(2)
    event.run()
    results(event, "B-R1", "3-1")
    results(event, "B-R2", "2-2")
    a = pairs(event, "B-R1")[0][0]
    row = event.row("Standings B", "Player", a)
    other_total = 4 - 3 + 2
    assert row["Opponents' wins"] == 2 * other_total  # round 3 is running: not counted yet (P60)


def played(count: int, *rounds: dict[str, str]) -> Event:
    """Regular rounds with these results."""
    event = section_b(count)
    event.run()
    for number, words in enumerate(rounds, start=1):
        results(event, f"B-R{number}", words)
    return event


def test_playoffs_fold_the_seeds_left() -> None:
    """PO-pairing 2, P34, P36: highest left against lowest left; lead of two; champion; places by exit, then by the numbers."""
    event = section_b(8)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", {"01": "4-0", "02": "3-1", "03": "4-0", "04": "3-1"})
    while "B-P1" not in event.rounds():
        _settle(event)
    seeds = standing(event.book).round("B-P1").taken["seeds"]
    assert isinstance(seeds, tuple)
    assert pairs(event, "B-P1") == [(seeds[0], seeds[3]), (seeds[1], seeds[2])]
    results(event, "B-P1", {"01": "0-2", "02": "3-1"})
    assert pairs(event, "B-P2") == [(seeds[1], seeds[3])]
    results(event, "B-P2", "4-2")
    assert champions(event, "B") == (seeds[1],)
    assert places(event, "B")[:4] == [(1, seeds[1]), (2, seeds[3]), (3, seeds[0]), (3, seeds[2])]
    assert event.answer.state == "finished"
    assert "play-off seed 1" in event.said("B-P1")


def _settle(event: Event) -> None:
    """Play preliminary matches and type orders until the play-offs are there."""
    for round_, kind in event.rounds().items():
        if kind == "preliminary":
            results(event, round_, "2-0")
    for wait in event.answer.waits:
        if wait.on == "director":
            event.decide("Order", "B", " ; ".join(wait.what))
    event.run()


def test_two_tied_play_a_preliminary_match() -> None:
    """PO-pairing 1.3, P32: two equal on all three numbers at places that matter; both forfeiting, the director orders."""
    event = section_b(2)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", "2-2")
    assert event.rounds()["B-P0"] == "preliminary"
    results(event, "B-P0", "0-0F")
    assert "order-after-preliminary" in event.troubles()
    (wait,) = event.answer.waits
    assert ways(wait.ends_by) == "in Decisions add Order, About B, Value the names in order"
    event.decide("Order", "B", "Bob ; Ann").run()
    assert pairs(event, "B-P1") == [("Bob", "Ann")]


def test_the_winner_of_the_preliminary_ranks_higher() -> None:
    """P32: and its games change no totals."""
    event = section_b(2)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", "2-2")
    upper, lower = pairs(event, "B-P0")[0]
    before = numbers(history(event))
    results(event, "B-P0", "1-3")
    assert pairs(event, "B-P1") == [(lower, upper)]
    assert numbers(history(event)) == before


def test_three_tied_wait_for_the_director() -> None:
    """P33: nothing but a typed order of the whole group ends it; one of them leaving makes it two (P32)."""
    event = section_b(4)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", "2-2")
    (wait,) = event.answer.waits
    assert wait.on == "director"
    assert len(wait.what) == 4
    assert not event.answer.drafts
    event.decide("Order", "B", "Ann ; Bob").run()
    assert not event.answer.drafts
    event.decide("Order", "B", "Dov ; Cem ; Bob ; Ann").run()
    assert pairs(event, "B-P1") == [("Dov", "Ann"), ("Cem", "Bob")]


def test_an_extra_week_instead_of_a_tie_in_the_playoffs() -> None:
    """PO-match 5, P35: no declared tie; Extra weeks for the round, and the reminder at the right moment."""
    event = section_b(2)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", {"01": "4-0"})
    event.typed("B-P1-01", "6-6 tie").run()
    assert "tie-not-here" in event.troubles()
    event.typed("B-P1-01", "6-6").run()
    assert "tie-play-on" in event.troubles()
    due = event.row("Pairings", "Game", "B-P1-01")["Due"]
    assert isinstance(due, datetime)
    event.decide("Extra weeks", "B-P1").run()
    later = event.row("Pairings", "Game", "B-P1-01")["Due"]
    assert later == due + timedelta(days=7)


def test_forfeit_points() -> None:
    """PO-pairing 1.2, P31: +1 for who forfeited to others, -2 in the last round, -1 before; a double one is neither."""
    event = section_b(4)
    event.run()
    (a, b), (c, d) = pairs(event, "B-R1")
    results(event, "B-R1", {"01": "1-0F", "02": "4-0"})
    lists = forfeit_points(history(event))
    assert lists[a].before == (b,)
    assert lists[a].total == -1
    for number in range(2, 5):
        words = {
            id_[-2:]: ("1-0F" if b == black and number == 4 else "2-2") for id_, _, black in event.games(f"B-R{number}")
        }
        results(event, f"B-R{number}", words)
    lists = forfeit_points(history(event))
    met_b = {p for n in range(1, 5) for pair in pairs(event, f"B-R{n}") if b in pair for p in pair} - {b}
    for player in (a, c, d):
        assert (b in lists[player].to_others) == (player in met_b and (player != a or _gave_elsewhere(event, a, b)))


def _gave_elsewhere(event: Event, a: str, b: str) -> bool:
    """Whether b forfeited to somebody other than a."""
    return any(b in m.verdict.forfeited and m.other(b) != a for m in history(event).matches())


def test_who_leaves_before_the_playoffs_is_replaced() -> None:
    """P30: the next in order moves up, seeds close up."""
    event = section_b(6)
    event.run()
    event.hold = True
    for number in range(1, 5):
        results(event, f"B-R{number}", {"01": "4-0", "02": "4-0", "03": "3-1"})
        if number < 4:
            event.publish(f"B-R{number + 1}")
    assert [d.id for d in event.answer.drafts] or event.answer.waits
    top = places(event, "B")[0][1]
    event.add(top, Status="Withdrawn").run()
    event.hold = False
    while "B-P1" not in event.rounds():
        _settle(event)
    seeds = standing(event.book).round("B-P1").taken["seeds"]
    assert isinstance(seeds, tuple)
    assert top not in seeds
    assert len(seeds) == 4


def test_a_second_preliminary_round_takes_the_next_number() -> None:
    """P30, P58: somebody leaves during the first one, and a tie that did not matter now does."""
    event = section_b(6)
    rounds = (
        ("Ann ; Cem", "Bob ; Dov", "Eva ; Fay"),
        ("Ann ; Dov", "Bob ; Cem", "Eva ; Fay"),
        ("Ann ; Eva", "Bob ; Fay", "Cem ; Dov"),
        ("Ann ; Fay", "Bob ; Eva", "Cem ; Dov"),
    )
    for number, typed in enumerate(rounds, start=1):
        for pair in typed:
            event.decide("Pair", f"B-R{number}", pair)
    event.run()
    for number, third in enumerate(("0-0F", "2-2", "3-1", "3-1"), start=1):
        results(event, f"B-R{number}", {"01": "4-0", "02": "4-0", "03": third})
    assert pairs(event, "B-P0") == [("Ann", "Bob")]
    event.add("Cem", Status="Withdrawn").run()
    results(event, "B-P0", "2-0")
    assert event.rounds()["B-P1"] == "preliminary"
    assert pairs(event, "B-P1") == [("Eva", "Fay")]
    results(event, "B-P1", "0-2")
    assert pairs(event, "B-P2") == [("Ann", "Fay"), ("Bob", "Dov")]
    # P36: Fay beats Ann, Bob beats Dov: the losers share place 3; Eva and Cem behind by their numbers
    results(event, "B-P2", {"01": "0-2", "02": "2-0"})
    results(event, "B-P3", "2-0")
    assert champions(event, "B") == ("Bob",)
    assert places(event, "B") == [(1, "Bob"), (2, "Fay"), (3, "Ann"), (3, "Dov"), (5, "Cem"), (6, "Eva")]


def test_an_odd_playoff_sends_the_highest_seed_through() -> None:
    """P34: three left of a field of three: the highest seed has no match; pairing rule 4 plays no part."""
    event = section_b(3)
    event.run()
    for number in range(1, 5):
        results(event, f"B-R{number}", "3-1")
    while "B-P1" not in event.rounds():
        _settle(event)
    assert pairs(event, "B-P1")[-1][1] == BYE
    assert "goes through without a match" in event.said("B-P1-02")


def test_neighbours_who_have_met_are_moved_apart() -> None:
    """P29: general rule 4 holds in the regular rounds too: Cem, second placed, may meet nobody twice if it can be helped."""
    event = section_b(4)
    for pair in ("Ann ; Bob", "Cem ; Dov"):
        event.decide("Pair", "B-R1", pair)
    event.run()
    results(event, "B-R1", {"01": "2-2", "02": "2-2"})
    met = {frozenset(p) for p in pairs(event, "B-R1")}
    assert not met & {frozenset(p) for p in pairs(event, "B-R2")}


def test_one_left_is_champion_at_once() -> None:
    """P23: fewer than two still in: no further round."""
    event = section_b(2)
    event.run()
    event.add("Bob", Status="Withdrawn").run()
    assert champions(event, "B") == ("Ann",)
    assert list(event.rounds()) == ["B-R1"]
