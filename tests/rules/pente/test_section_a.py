"""Section A, round by round, on fields small enough to check by hand."""

from __future__ import annotations

import pytest

from rules.pente.engine import ENGINE
from rules.reasons import render
from tests.rules.pente.book import champions, pairs, places, results, section_a
from tests.rules.runner import Event

BYE = "(bye)"


def test_first_round_folds_the_seeds() -> None:
    """A-format 7, P11: highest against lowest, in the order of the higher seeds."""
    event = section_a(6)
    event.run()
    assert pairs(event, "A-R1") == [("Ann", "Fay"), ("Bob", "Eva"), ("Cem", "Dov")]
    assert "highest left, against Fay (seed 6)" in event.said("A-R1-01")


def test_the_bye_goes_to_the_highest_seed_without_one() -> None:
    """A-format 8: Ann has it in round 1; byes are counted over both brackets (P7)."""
    event = section_a(5)
    event.run()
    assert pairs(event, "A-R1") == [("Bob", "Eva"), ("Cem", "Dov"), ("Ann", BYE)]
    results(event, "A-R1", "2-0")
    # bracket 1: Ann, Bob, Cem (Ann has had a bye: Bob); bracket 2: Dov, Eva
    assert pairs(event, "A-R2") == [("Ann", "Cem"), ("Bob", BYE), ("Dov", "Eva")]
    assert "without a bye so far" in event.said("A-R2-02")


def test_two_losses_and_out_to_the_champion() -> None:
    """A-format 1-2, P8, P22: brackets are one when one unbeaten player is left; the champion is the one with fewer than two."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", "2-0")
    assert pairs(event, "A-R2") == [("Ann", "Bob"), ("Cem", "Dov")]
    results(event, "A-R2", "2-0")
    # Ann unbeaten; Bob and Cem one loss; Dov out. Combined: Ann, Bob, Cem, odd: bye to Ann
    assert pairs(event, "A-R3") == [("Bob", "Cem"), ("Ann", BYE)]
    assert "combined" in event.said("A-R3-01")
    results(event, "A-R3", "2-0")
    assert pairs(event, "A-R4") == [("Ann", "Bob")]
    assert "every move repeats" in event.said("A-R4-01")
    results(event, "A-R4", "1-3")
    assert champions(event, "A") == ()
    assert pairs(event, "A-R5") == [("Ann", "Bob")]
    results(event, "A-R5", "0-2")
    assert champions(event, "A") == ("Bob",)
    assert places(event, "A") == [(1, "Bob"), (2, "Ann"), (3, "Cem"), (4, "Dov")]
    assert event.answer.state == "finished"


def test_the_unbeaten_player_is_seed_one_while_unbeaten() -> None:
    """A-format 6, P6: Dov, alone without a loss, comes first for bye and fold; beaten, the old order is back."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", {"01": "0-2", "02": "2-0"})  # Dov beats Ann, Bob beats Cem
    assert pairs(event, "A-R2") == [("Bob", "Dov"), ("Ann", "Cem")]
    results(event, "A-R2", {"01": "0-2", "02": "2-0"})
    # Dov unbeaten, Ann and Bob one loss: odd, bye to Dov as seed 1
    assert pairs(event, "A-R3") == [("Ann", "Bob"), ("Dov", BYE)]
    assert "alone is unbeaten" in event.said("A-R3-02")
    results(event, "A-R3", "2-0")
    assert pairs(event, "A-R4") == [("Dov", "Ann")]
    results(event, "A-R4", "0-2")
    assert pairs(event, "A-R5") == [("Ann", "Dov")]


def test_a_repeat_is_moved_away() -> None:
    """Pairing rule 4.1, P13, P16: the lower player changes with the one a pairing down, and the row says so."""
    event = section_a(8)
    event.run()
    results(event, "A-R1", {"01": "0-2", "02": "2-0", "03": "2-0", "04": "2-0"})
    # bracket 1: Bob Cem Dov Hal; bracket 2: Ann Eva Fay Gus
    assert pairs(event, "A-R2") == [("Bob", "Hal"), ("Cem", "Dov"), ("Ann", "Gus"), ("Eva", "Fay")]
    results(event, "A-R2", {"01": "2-0", "02": "2-0", "03": "2-0", "04": "0-2"})
    # bracket 1: Bob Cem. bracket 2: Ann Dov Fay Hal: Ann-Hal is a repeat
    assert pairs(event, "A-R3") == [("Bob", "Cem"), ("Ann", "Fay"), ("Dov", "Hal")]
    assert "Hal has met Ann before, so goes 1 down" in event.said("A-R3-02")
    assert "So Dov meets Hal." in event.said("A-R3-03")


@pytest.mark.parametrize("word", ["3-0", "4-1", "5-1", "2-2 tie", "5-5 tie", "1/2-1/2"])
def test_impossible_scores_are_refused(word: str) -> None:
    """A-match 1, 4; P18, P21: no score but a lead of two, no tie before twelve games."""
    event = section_a(4)
    event.run()
    if word == "1/2-1/2" or word.endswith("tie"):
        _claim(event, "A-R1-01", word)
    else:
        event.typed("A-R1-01", word)
    event.run()
    assert {"bad-score-lead", "tie-too-early", "bad-score"} & set(event.troubles())
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == ""


def _claim(event: Event, game: str, word: str) -> None:
    """A word that the sheet's list does not hold."""
    from dataclasses import replace
    from fractions import Fraction

    from rules.model import How

    event.typed(game, "2-0")
    claim = event.book.claims[-1]
    first, second = word.removesuffix(" tie").split("-")
    score = (Fraction(first), Fraction(second))
    how = How.TIE_DECLARED if word.endswith("tie") else How.PLAYED
    event.book = replace(event.book, claims=(*event.book.claims[:-1], replace(claim, score=score, how=how)))


def test_a_running_score_is_no_result_yet() -> None:
    """P18: level or one ahead is unfinished; the remark shows the score and the clock of the set."""
    event = section_a(2)
    event.run()
    event.reported("A-R1-01", "3-3").run()
    row = event.row("Pairings", "Game", "A-R1-01")
    assert row["Outcome"] == ""
    assert str(row["Remark"]).startswith("set 4: 20 min + 3 s a player; stands 3-3")
    assert "reduced-clock" in event.troubles()
    event.decide("Keep time control", "A-R1-01").run()
    assert str(event.row("Pairings", "Game", "A-R1-01")["Remark"]).startswith("set 4: 30 min + 5 s")
    event.reported("A-R1-01", "5-3", sent=event.now.replace(hour=20)).run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "5-3"


@pytest.mark.parametrize(
    ("kept", "controls"),
    [
        ("", ["30 min + 5 s"] * 7),
        ("4", ["30 min + 5 s"] * 4 + ["15 min + 2 s", "10 min", "10 min"]),
        ("5-", ["30 min + 5 s"] * 3 + ["20 min + 3 s"] + ["30 min + 5 s"] * 3),
    ],
)
def test_time_controls_by_set(kept: str, controls: list[str]) -> None:
    """A-match 3: sets 4, 5, 6 and later; P20, P51: for the sets agreed on, the first control is kept."""
    from rules.pente.typed import kept_sets
    from rules.pente.verdicts import ELIMINATION, time_control

    event = section_a(2)
    event.decide("Keep time control", "A-R1-01", kept)
    sets = kept_sets(event.book, "A-R1-01")
    assert [time_control(ELIMINATION, n, sets) for n in range(1, 8)] == controls
    assert [time_control(ELIMINATION, n) for n in range(1, 8)] == ["30 min + 5 s"] * 3 + [
        "20 min + 3 s", "15 min + 2 s", "10 min", "10 min",
    ]  # fmt: skip


def test_a_declared_tie_keeps_both_in_their_bracket() -> None:
    """A-match 4: nobody loses; the two are paired on as before, and have met (P14)."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", {"01": "6-6 tie", "02": "2-0"})
    # bracket 1: Ann Bob Dov, odd: bye to Ann; bracket 2: Cem alone
    assert pairs(event, "A-R2") == [("Bob", "Dov"), ("Ann", BYE), ("Cem", BYE)]
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "6-6 tie"


def test_forfeits() -> None:
    """P9, P19: a forfeit costs one loss, a double forfeit both one; neither is a withdrawal."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", {"01": "0-0F", "02": "1-0F"})
    # Bob unbeaten alone: combined, Bob first: Bob-Dov, Ann-Cem
    assert pairs(event, "A-R2") == [("Bob", "Dov"), ("Ann", "Cem")]
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-0F"


def test_nobody_left_shares_the_title() -> None:
    """P12: a double forfeit of the last two; the director may name one champion."""
    event = section_a(2)
    event.run()
    results(event, "A-R1", "0-0F")
    results(event, "A-R2", "0-0F")
    assert champions(event, "A") == ("Ann", "Bob")
    assert places(event, "A") == [(1, "Ann"), (1, "Bob")]
    event.decide("Champion", "A", "Bob").run()
    assert champions(event, "A") == ("Bob",)
    assert places(event, "A") == [(1, "Bob"), (2, "Ann")]


def test_two_who_tie_again_and_again_play_on() -> None:
    """P12, P62: only the director may declare them joint champions."""
    event = section_a(2)
    event.run()
    for number in range(1, 4):
        results(event, f"A-R{number}", "6-6 tie")
    assert event.answer.state == "running"
    event.decide("Champion", "A", "Ann ; Bob")
    results(event, "A-R4", "6-6 tie")
    assert champions(event, "A") == ("Ann", "Bob")


def test_a_leaver_forfeits_the_open_match() -> None:
    """P10, P43: an open match is forfeited, a played one stands; out with that round's number; no return."""
    event = section_a(4)
    event.run()
    event.add("Dov", Status="Withdrawn").run()
    row = event.row("Pairings", "Game", "A-R1-01")
    assert (row["Outcome"], row["Decided by"]) == ("1-0F", "player left")
    results(event, "A-R1", {"02": "2-0"})
    assert event.row("Standings A", "Player", "Dov")["Out in round"] == 1
    assert pairs(event, "A-R2") == [("Ann", "Bob"), ("Cem", BYE)]
    event.add("Dov", Status="Active").run()
    assert "no-return" in event.troubles()


def test_a_slip_is_taken_back_before_the_next_round() -> None:
    """Withdrawn typed by mistake and put back: the match is open again."""
    event = section_a(4)
    event.run()
    event.add("Dov", Status="Withdrawn").run()
    event.add("Dov", Status="Active").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == ""
    assert "no-return" not in event.troubles()


def test_both_leaving_is_a_double_forfeit() -> None:
    """P10, P44: together or one after the other in one round."""
    event = section_a(4)
    event.run()
    event.add("Dov", Status="Withdrawn").run()
    event.add("Ann", Status="Withdrawn").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-0F"


def test_leaving_is_refused_once_the_section_is_over() -> None:
    """P10: the champion can no longer leave."""
    event = section_a(2)
    event.run()
    event.add("Bob", Status="Withdrawn").run()
    assert champions(event, "A") == ("Ann",)
    event.add("Ann", Status="Withdrawn").run()
    assert "withdrawal-refused" in event.troubles()
    assert champions(event, "A") == ("Ann",)


def test_corrections_count_from_then_on() -> None:
    """P9: published pairings stay; who thereby has fewer than two losses is in again."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", "2-0")
    results(event, "A-R2", "2-0")
    assert event.row("Standings A", "Player", "Dov")["Out in round"] == 2
    event.typed("A-R2-02", "0-2").run()
    assert event.row("Standings A", "Player", "Cem")["Out in round"] == 2
    assert pairs(event, "A-R3") == [("Bob", "Cem"), ("Ann", BYE)]
    results(event, "A-R3", "2-0")
    assert pairs(event, "A-R4") == [("Bob", "Dov"), ("Ann", BYE)] or pairs(event, "A-R4")[-1][1] == BYE


def test_a_void_match_never_was() -> None:
    """P54: cancelled: no loss, and the two have not met."""
    event = section_a(2)
    event.run()
    results(event, "A-R1", "Void")
    assert pairs(event, "A-R2") == [("Ann", "Bob")]
    assert "every move" not in event.said("A-R2-01")


def test_the_director_names_a_winner_without_a_score() -> None:
    """P55: a Decision Winner decides an elimination match."""
    event = section_a(2)
    event.run()
    event.decide("Winner", "A-R1-01", "Bob").run()
    assert event.row("Standings A", "Player", "Ann")["Lost matches"] == 1
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"]


def test_who_leaves_later_does_not_spoil_an_earlier_forfeit() -> None:
    """P44: Dov left first, so the match was Ann's; Ann leaving in round 2 changes nothing of round 1."""
    event = section_a(4)
    event.run()
    event.add("Dov", Status="Withdrawn").run()
    results(event, "A-R1", {"02": "2-0"})
    event.add("Ann", Status="Withdrawn").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "1-0F"
    assert event.row("Standings A", "Player", "Ann")["Out in round"] == 2


def test_a_forfeit_of_a_complete_round_stays_when_the_winner_leaves() -> None:
    """P64: Dov left, the round was over; Ann leaves days later in the same round and keeps her win, and her exit."""
    event = section_a(8)
    event.hold = True
    event.run()
    event.publish("A-R1")
    event.add("Hal", Status="Withdrawn").run()
    results(event, "A-R1", {"02": "2-0", "03": "2-0", "04": "2-0"})
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "1-0F"
    event.later(days=3)
    event.add("Ann", Status="Withdrawn").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "1-0F"
    assert "stay as they are" in str([render(r.why, ENGINE.sheet.words) for r in event.table("Why")])
    event.add("Ann", Status="Active").run()  # a slip: she is back, and a result is taken out again
    event.typed("A-R1-02", "").run()
    event.add("Ann", Status="Withdrawn").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-0F", "the round was open: both left in it"


def test_both_leaving_while_the_round_is_open_is_a_double_forfeit() -> None:
    """P44, P64: one after the other, with a match still to be played."""
    event = section_a(8)
    event.run()
    event.add("Hal", Status="Withdrawn").run()
    results(event, "A-R1", {"02": "2-0", "03": "2-0"})
    event.later(days=3)
    event.add("Ann", Status="Withdrawn").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-0F"


def test_a_report_sent_after_the_leaving_does_not_count() -> None:
    """P61: the match was forfeited; only the director can say otherwise."""
    event = section_a(4)
    event.run()
    event.add("Dov", Status="Withdrawn").run()
    event.later(hours=1)
    event.reported("A-R1-01", "0-2").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "1-0F"
    event.typed("A-R1-01", "0-2").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-2"


def test_a_running_score_typed_is_taken_further_by_a_later_report() -> None:
    """P63: the director wrote down where the match stands; the report of its end counts without the cell being cleared."""
    event = section_a(4)
    event.run()
    event.typed("A-R1-01", "2-1").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == ""
    event.later(hours=1)
    event.reported("A-R1-01", "2-2").run()
    assert "typed-running" not in event.troubles()
    event.later(hours=1)
    event.reported("A-R1-01", "2-4").run()
    row = event.row("Pairings", "Game", "A-R1-01")
    assert (row["Outcome"], row["Decided by"]) == ("2-4", "form")
    event.typed("A-R1-01", "4-2").run()  # an end is a decision
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "4-2"


@pytest.mark.parametrize(("word", "first"), [("1-3", False), ("4-2", True)])
def test_a_report_that_a_running_score_typed_outranks_is_told(word: str, first: bool) -> None:
    """P63: it contradicts what was typed, or was sent before: the match stays open and somebody is asked."""
    event = section_a(4)
    event.run()
    for reports in (first, not first):
        if reports:
            event.reported("A-R1-01", word)
        else:
            event.typed("A-R1-01", "2-1")
        event.run()
        event.later(hours=1)
    event.run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == ""
    assert "typed-running" in event.troubles()
    event.typed("A-R1-01", word).run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == word
    assert "typed-running" not in event.troubles()


def test_a_correction_can_end_the_section_with_a_match_open() -> None:
    """P57: the second loss is found while the next match is published: over at once."""
    event = section_a(2)
    event.run()
    results(event, "A-R1", "2-0")
    results(event, "A-R2", "0-2")
    assert pairs(event, "A-R3") == [("Ann", "Bob")]
    event.typed("A-R2-01", "2-0").run()
    assert champions(event, "A") == ("Ann",)
    assert event.answer.state == "finished"


def test_a_result_corrected_after_the_next_round_was_made_is_told() -> None:
    """P65: round 2 was made from the old result; round 3 is made from the new one, and nothing is left to say."""
    event = section_a(8)
    event.run()
    results(event, "A-R1", "2-0")
    event.typed("A-R1-01", "0-2").run()
    (told,) = [t for t in event.answer.troubles if t.code == "correction"]
    assert (told.about, told.data["old"], told.data["new"]) == ("A-R1-01", "2-0", "0-2")
    assert told.data["rests"] == "A-R2 was made from the old one."
    event.later(hours=1)
    results(event, "A-R2", "2-0")
    assert "A-R3" in event.rounds()
    assert "correction" not in event.troubles()
