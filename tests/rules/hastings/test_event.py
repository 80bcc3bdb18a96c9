"""Events through the engine: round 1, matches that grow, the group of both draws, withdrawals, prizes, the end.

Rulings: H2-H13, H27, H29-H40, H43-H52.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random

import pytest

import rules.hastings.drafts as drafts
from rules.advice import ways
from rules.hastings.challengers import reached_before, standings_of
from rules.hastings.event import KPlay
from rules.hastings.prizes import SETTINGS, loses_prize
from rules.hastings.second_draw import Sheet, draw_again
from rules.hastings.times import time_in
from rules.model import Game, Round
from rules.parts.record import standing
from rules.reasons import render
from tests.judges.hastings import times as judged_times
from tests.rules.hastings.play import (
    LONDON,
    OPENING,
    Hastings,
    boards,
    opened,
    play_on,
    play_round,
    started,
    win,
)
from tests.rules.laws import all_laws

PRINTED = {name: Fraction(amount) for name, (_, _, amount) in SETTINGS.items()}


def day(number: int, hour: int = 0, minute: int = 0) -> datetime:
    """A moment on the day of a slot: day 1 is 28 December."""
    return datetime(2004, 12, 27, hour, minute, tzinfo=LONDON) + timedelta(days=number)


def ending(event: Hastings, game: str, at: datetime) -> None:
    """The game ended at that moment, as typed in Ended."""
    event.decide("Ended", game, end=at)


def said_now(event: Hastings, code: str) -> bool:
    """Whether a trouble with this code is shown."""
    return code in event.troubles()


# --- before and round 1 ---------------------------------------------------------------------------------------------


def test_before_the_opening_round_1_is_drafted_without_its_draw() -> None:
    """The list is paired in Next round; the lot is drawn at the opening, and the colours follow it."""
    event = opened(8)
    event.run()
    assert event.answer.state == "before"
    assert [w.on for w in event.answer.waits] == ["start"]
    assert event.drafted()[0] == ("K-R1-01.1", "P001", "P005")
    event.by_rule = lambda lot: (lot.among[1],)
    event.at(OPENING)
    assert boards(event, "K-R1") == [("P005", "P001"), ("P002", "P006"), ("P007", "P003"), ("P004", "P008")]
    assert standing(event.book).round("K-R1").starts == day(1, 14, 15)


def test_a_lot_to_be_typed_is_waited_for() -> None:
    """Nothing is shown until the draw for White on board 1 is typed."""
    event = opened(4)
    event.draw_lots = False
    event.at(OPENING)
    assert event.rounds() == {}
    assert [(w.on, w.what) for w in event.answer.waits] == [("lot", ("K-R1",))]


def test_odd_field_holds_the_median_back() -> None:
    """Nine players: number 5 is held back, without colour, and goes on with his place."""
    event = started(9)
    assert event.games("K-R1")[-1] == ("K-R1-05", "P005", "(held back)")
    for game in event.open_games():
        event.reported(game.id, "1-0" if game.white in ("P001", "P002", "P003", "P004") else "0-1")
    event.at(day(1, 21, 30))
    assert event.state.k_rounds[1].ranking[:5] == ("P001", "P002", "P003", "P004", "P005")


def test_federation_and_family_are_kept_apart_in_round_1() -> None:
    """Two from the named federation and two of one family do not meet in round 1."""
    people = {
        "P001": {"Federation": "BLR"}, "P005": {"Federation": "blr"},
        "P002": {"Family": "Ash"}, "P007": {"Family": "ash"},
    }  # fmt: skip
    event = started(8, **people)
    met = {frozenset(pair) for pair in boards(event, "K-R1")}
    assert met == {frozenset(p) for p in (("P001", "P006"), ("P002", "P005"), ("P003", "P007"), ("P004", "P008"))}
    assert "may not be" in event.said("K-R1")


def test_missing_round_1_with_notice() -> None:
    """Half a point, no colour, into round 2 of the Challengers; not asked for later."""
    event = opened(9)
    event.decide("Misses round", "P009", "K-R1")
    event.at(OPENING)
    assert ("K-R1-05", "P009", "(half bye)") in event.games("K-R1")
    play_round(event, Random(1), ("1-0",))
    event.at(day(1, 21, 30))
    assert event.row("Standings", "Player", "P009")["Brought"] == Fraction(1, 2)
    event.decide("Misses round", "P001", "K-R3")
    event.run()
    assert said_now(event, "half-point-refused")


def test_late_entries_get_further_boards() -> None:
    """Shown boards stay; an odd number of late entries is joined by who is held back; ranks count the new list."""
    event = started(9)
    event.add("Late", Rating=2692)
    event.run()
    assert event.games("K-R1")[-1][1:] in {("Late", "P005"), ("P005", "Late")}
    assert event.state.k_rounds[0].held == ()
    assert event.state.listing.order[:3] == ("P001", "Late", "P002")
    play_round(event, Random(3), ("1-0",))
    event.at(day(1, 21, 30))
    assert event.state.k_rounds[1].ranking[1] in ("Late", "P005")


def test_entries_after_the_start_have_half_a_point() -> None:
    """Who enters after round 1 has begun is in the Challengers' round 2 with ½."""
    event = started(8)
    event.at(day(1, 14, 16))
    event.add("Later", Rating=2600)
    event.run()
    play_round(event, Random(1), ("1-0",))
    event.at(day(1, 21, 30))
    assert event.row("Standings", "Player", "Later")["Brought"] == Fraction(1, 2)


# --- a match --------------------------------------------------------------------------------------------------------


def drawn_match() -> Hastings:
    """Round 1 of four players; board 1 drawn at 17:40, everything else decided."""
    event = started(4)
    event.at(day(1, 14, 15))
    event.reported("K-R1-02.1", "1-0")
    event.reported("K-R1-01.1", "1/2-1/2", sent=day(1, 17, 40))
    event.at(day(1, 17, 45))
    return event


def test_a_drawn_game_is_followed_by_a_mini_match() -> None:
    """Colours reversed, not before 18:30 nor 30 minutes after; its second game follows the first by ten minutes."""
    event = drawn_match()
    assert event.games("K-R1")[1] == ("K-R1-01.2", "P003", "P001")
    assert event.row("This round", "Player", "P001")["Starts"] == day(1, 18, 30)
    assert event.row("This round", "Player", "P001")["Rate"] == "quick"
    event.at(day(1, 19, 0))
    event.reported("K-R1-01.2", "1-0", sent=day(1, 19, 0))
    event.run()
    assert event.games("K-R1")[2] == ("K-R1-01.3", "P001", "P003")
    assert event.row("This round", "Player", "P001")["Starts"] == day(1, 19, 10)


def test_armageddon_by_a_new_lot_and_black_goes_on_with_a_draw() -> None:
    """A drawn mini-match: a lot gives the colours, not before 20:00; a draw sends Black on."""
    event = drawn_match()
    event.lots = {"K-R1-01.4": ("P003",)}
    event.reported("K-R1-01.2", "1-0", sent=day(1, 18, 50))
    event.at(day(1, 18, 50))
    event.reported("K-R1-01.3", "1-0", sent=day(1, 19, 20))
    event.at(day(1, 19, 20))
    assert event.games("K-R1")[3] == ("K-R1-01.4", "P003", "P001")
    assert event.row("This round", "Player", "P001")["Starts"] == day(1, 20, 0)
    event.reported("K-R1-01.4", "1/2-1/2")
    event.run()
    row = event.row("Bracket", "Board", 1)
    assert (row["Through"], row["How"]) == ("P001", "Armageddon")
    assert (row["Slow"], row["Mini-match"], row["Armageddon"]) == ("½-½ (w)", "0-1 (b), 1-0 (w)", "½-½ (b)")
    assert "who had Black" in event.said("K-R1-01")


def test_a_typed_end_moves_the_earliest_time() -> None:
    """The clock runs from the end of the game, where the director typed it, not from the report."""
    event = drawn_match()
    ending(event, "K-R1-01.1", day(1, 18, 20))
    event.run()
    assert event.row("This round", "Player", "P001")["Starts"] == day(1, 18, 50)


@pytest.mark.parametrize("over", [(17, 40), (18, 20), (23, 50)])
def test_earliest_times_are_the_judges(over: tuple[int, int]) -> None:
    """Both limits hold, the later counts, past midnight too."""
    event = started(4)
    moment = day(1, *over)
    event.at(moment)
    event.reported("K-R1-01.1", "1/2-1/2", sent=moment)
    event.run()
    expected = day(1) + timedelta(minutes=judged_times.mini_match(over[0] * 60 + over[1]))
    assert event.row("This round", "Player", "P001")["Starts"] == expected


def test_default_in_the_slow_game() -> None:
    """The other goes on without colour, 1 point; the absent player is out until the director says otherwise."""
    event = started(8)
    event.reported("K-R1-01.1", "1-0F")
    for game in event.open_games():
        event.reported(game.id, "1-0")
    event.run()
    assert event.state.slow_colours("P001") == ""
    assert event.state.barred == {"P005"}
    assert said_now(event, "defaulted")
    event.decide("Plays on", "P005")
    event.run()
    assert event.state.barred == frozenset()


def test_a_mini_match_game_missed_is_just_lost() -> None:
    """A quick game by default: colours and points of the slow game stay; the match goes on."""
    event = drawn_match()
    event.reported("K-R1-01.2", "0-1F")
    event.run()
    assert event.games("K-R1")[2] == ("K-R1-01.3", "P001", "P003")
    event.reported("K-R1-01.3", "1/2-1/2")
    event.run()
    assert event.row("Bracket", "Board", 1)["Through"] == "P001"
    assert event.state.k_plays["P003"][0].points == Fraction(1, 2)


def test_games_after_the_end_count_for_nothing() -> None:
    """A corrected first game leaves the mini-match as surplus."""
    event = drawn_match()
    event.reported("K-R1-01.2", "1-0")
    event.run()
    event.typed("K-R1-01.1", "1-0")
    event.run()
    assert event.row("Bracket", "Board", 1)["Through"] == "P001"
    assert said_now(event, "surplus-game")


# --- both draws together --------------------------------------------------------------------------------------------


def test_both_draws_are_shown_together_not_before_half_past_nine() -> None:
    """{K-R2, C-R2} is one group that waits for the last match and for 21:30."""
    event = started(40)
    event.hold = False
    play_round(event, Random(5))
    draft = event.draft()
    assert said_now(event, "draws-agree")
    assert [r.fact.id for r in draft.facts if isinstance(r.fact, Round)] == ["K-R2", "C-R2"]
    assert draft.not_before == day(1, 21, 30)
    event.at(day(1, 21, 29))
    assert set(event.rounds()) == {"K-R1"}
    event.at(day(1, 21, 30))
    assert set(event.rounds()) == {"K-R1", "K-R2", "C-R2"}


def test_the_second_draw_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the two draws differ nothing is shown, and the director is told where."""
    event = started(8)
    play_round(event, Random(5), ("1-0",))

    def other(data: object) -> Sheet:
        right = draw_again(data)  # type: ignore[arg-type]
        return Sheet(right.lucky, right.ranking[::-1], right.boards, right.held)

    monkeypatch.setattr(drafts, "draw_again", other)
    event.at(day(1, 22))
    assert event.answer.drafts == ()
    (trouble,) = [t for t in event.answer.troubles if t.code == "draws-differ"]
    assert trouble.blocks
    assert trouble.data["what"] == "ranking"
    monkeypatch.undo()
    event.run()
    assert "K-R2" in event.rounds()


def test_withdrawn_before_the_pairings_is_replaced_by_a_lucky_loser() -> None:
    """A winner who leaves before round 2 is shown makes room for one more lucky loser, and is in neither tournament."""
    event = started(16)
    for game in event.open_games():
        win(event, game.id, min(game.white, str(game.black)))
    event.add("P003", Status="Withdrawn")
    event.at(day(1, 21, 30))
    second = event.state.k_rounds[1]
    assert len(second.ranking) == 8
    assert second.lucky == ("P010",)  # one who seeks Black is wanted; P009 of the higher board seeks White
    assert "P003" not in second.ranking
    assert not any("P003" in (w, b) for _, w, b in event.games("C-R2"))


def test_withdrawn_after_the_pairings_loses_by_default() -> None:
    """Once shown there is no replacement; taken back before another round it is as if it never was."""
    event = started(8)
    event.add("P001", Status="Withdrawn")
    event.run()
    assert event.row("Bracket", "Board", 1)["Through"] == "P005"
    event.add("P001", Status="Active")
    event.run()
    assert event.row("Bracket", "Board", 1)["Through"] is None


def test_who_leaves_first_loses() -> None:
    """The opponent who withdraws later has won all the same."""
    event = started(8)
    event.add("P001", Status="Withdrawn")
    event.later(minutes=1)
    event.add("P005", Status="Withdrawn")
    event.later(minutes=1)
    assert event.row("Bracket", "Board", 1)["Through"] == "P005"


def test_losers_bring_their_slow_games() -> None:
    """½ after a drawn first game, 0 after a lost one; the Challengers are in list order inside a score."""
    event = started(16)
    for game in event.open_games():
        event.reported(game.id, "1/2-1/2" if game.id in ("K-R1-07.1", "K-R1-08.1") else "1-0")
    event.run()
    for game in event.open_games():
        win(event, game.id, min(game.white, str(game.black)))
    event.run()
    for game in event.open_games():
        win(event, game.id, min(game.white, str(game.black)))
    event.at(day(1, 21, 30))
    rows = [(r.cells["Player"], r.cells["Brought"]) for r in event.table("Standings")]
    assert rows[:2] == [("P015", Fraction(1, 2)), ("P016", Fraction(1, 2))]
    assert {points for _, points in rows[2:]} == {Fraction(0)}


def test_the_director_pairs_and_keeps_apart() -> None:
    """A typed pair is brought together by exchange in the knock-out, and played as typed in the Challengers."""
    event = started(40)
    play_round(event, Random(5))
    rounds = [r.fact for r in event.draft().facts if isinstance(r.fact, Round)]
    ranking = rounds[0].taken["ranking"]
    assert isinstance(ranking, tuple)
    event.decide("Pair", "K-R2", f"{ranking[0]} ; {ranking[1]}")
    others = [str(w) for id_, w, b in event.drafted() if id_.startswith("C-")]
    event.decide("Pair", "C-R2", f"{others[1]} ; {others[0]}")
    event.at(day(1, 21, 30))
    met = {frozenset(pair) for pair in boards(event, "K-R2")}
    assert frozenset((ranking[0], ranking[1])) in met
    assert (others[1], others[0]) in [(w, b) for _, w, b in event.games("C-R2")]


def test_taking_a_group_back() -> None:
    """Withdraw round takes both tournaments' rounds back; they are drafted again on new boards."""
    event = started(40)
    play_round(event, Random(5))
    event.at(day(1, 21, 30))
    event.decide("Withdraw round", "K-R2")
    event.run()
    first = event.games("K-R2")[0][0]
    assert first != "K-R2-01.1"
    assert set(event.rounds()) == {"K-R1", "K-R2", "C-R2"}


def test_a_typed_start_moves_the_days() -> None:
    """Decisions Start moves a round and the days after it."""
    event = started(40)
    event.decide("Start", "K-R2", start=day(3, 15, 0))
    play_round(event, Random(5))
    event.at(day(1, 21, 30))
    assert event.state.slot_start(2) == day(3, 15, 0)
    assert event.state.slot_start(3) == day(4, 14, 15)


def test_duties_with_times() -> None:
    """What people must do is announced with the times of the day worked out."""
    event = started(8)
    duties = {str(row.cells["Duty"]): row.why for row in event.table("Duties")}
    assert set(duties) >= {"Clocks", "Mini-match", "Armageddon", "Reconstruction", "Results", "Next pairings"}
    text = event.said("K-R1")
    for part in ("14:15", "18:30", "20:00", "21:30", "70 minutes", "90 minutes", "reconstructed", "Post results"):
        assert part in text


def test_times_of_the_day_are_read_in_many_forms() -> None:
    """18:30, 6.30pm, and the fraction a spreadsheet makes of it; anything else is refused."""
    assert [str(time_in(t)) for t in ("18:30", "6.30pm", "9.30pm", "0.5", Fraction(3, 4))] == [
        "18:30:00", "18:30:00", "21:30:00", "12:00:00", "18:00:00",
    ]  # fmt: skip
    assert time_in("soon") is None
    event = opened(4, {"Earliest pairings": "soon"})
    event.run()
    assert said_now(event, "time-unreadable")


# --- the Premier and the end ----------------------------------------------------------------------------------------


def premier(seed: int = 2, size: int = 16) -> Hastings:
    """An event at the beginning of its quarter-finals."""
    event = started(size)
    play_round(event, Random(seed), ("1-0", "0-1"))
    event.at(day(1, 21, 30))
    assert event.state.k_rounds[-1].places == 8
    return event


def test_the_premier_pairs_by_position_and_plays_two_games() -> None:
    """1-5, 2-6, 3-7, 4-8; the second game has colours reversed, a day later; level: the mini-match."""
    event = premier()
    ranking = event.state.k_rounds[-1].ranking
    assert [m.players for m in event.state.k_rounds[-1].matches] == list(zip(ranking[:4], ranking[4:], strict=True))
    first = event.open_match_games()[0]
    event.reported(first.id, "1-0")
    event.run()
    second = next(g for g in event.open_match_games() if g.id == "K-R2-01.2")
    assert (second.white, second.black) == (first.black, first.white)
    assert event.row("This round", "Player", second.white)["Starts"] == day(3, 14, 15)
    event.reported(second.id, "1-0")
    event.run()
    third = next(g for g in event.open_match_games() if g.id == "K-R2-01.3")
    assert (third.rate, third.white) == ("quick", first.white)


def test_default_in_the_premier() -> None:
    """Either slow game: the opponent goes on, every game not played counts 1 for him; no prize until allowed."""
    event = premier()
    game = event.open_match_games()[0]
    event.reported(game.id, "1-0")
    event.run()
    event.reported("K-R2-01.2", "1-0F")  # Black, who won the first game, does not come
    event.run()
    match = event.state.k_rounds[-1].matches[0]
    assert (match.over, match.winner) == (True, game.black)
    assert [p.points for p in event.state.k_plays[str(game.black)][-2:]] == [0, 1]
    assert game.white in event.state.barred
    assert loses_prize(event.state, str(game.white)) == "K-R2-01"
    assert loses_prize(event.state, str(game.black)) is None
    event.decide("Prize kept", game.white, "certified ill-health")
    event.decide("Plays on", game.white)
    event.run()
    assert game.white not in event.state.barred
    assert loses_prize(event.state, str(game.white)) is None


def test_the_challengers_play_on_while_the_premier_has_its_second_game() -> None:
    """C-R3 belongs to the second day of the quarter-finals and comes alone."""
    event = started(40)
    dice = Random(4)
    for _ in range(3):
        play_round(event, dice)
        event.go_on()
    ids = list(event.rounds())
    assert event.state.k_rounds[-1].slow == 2
    while event.state.last_slot < event.state.k_rounds[-1].number + 1:
        for game in event.open_games():
            event.reported(game.id, "1/2-1/2")
        event.run()
        event.go_on()
    assert f"C-R{event.state.k_rounds[-1].number + 1}" in event.rounds()
    assert f"K-R{event.state.k_rounds[-1].number + 1}" not in event.rounds()
    assert len(event.rounds()) == len(ids) + 1


def test_a_final_without_a_winner_waits_for_the_director() -> None:
    """Both finalists missing: no winner; the director names one, and the second prize waits."""
    event = started(4)
    play_round(event, Random(1), ("1-0",))
    event.at(day(1, 21, 30))
    final = event.state.k_rounds[-1]
    assert final.is_final
    event.typed(f"{final.matches[0].id}.1", "0-0F")
    event.run()
    play_on(event, Random(1))
    assert event.answer.state == "running"
    assert said_now(event, "no-winner")
    event.decide("Winner", final.id, final.ranking[0])
    event.run()
    assert event.answer.state == "finished"
    assert event.row("Prize money", "Place", "1")["Player"] == final.ranking[0]


def test_no_sum_is_shown_before_it_is_typed() -> None:
    """Who wins what place is shown; how much, once Prizes or the settings say so (H53)."""
    event = started(12)
    play_on(event, Random(11))
    rows = [r.cells for r in event.table("Prize money")]
    assert [c["Place"] for c in rows if c["Section"] == "Premier"] == ["1", "2", "3-4", "3-4"]
    assert {(c["Prize"], c["Withheld"]) for c in rows} == {(None, None)}
    event.set("Prize: Premier winner", Fraction(300))
    event.run()
    rows = [r.cells for r in event.table("Prize money")]
    assert [c["Prize"] for c in rows if c["Section"] == "Premier"] == [300, 0, 0, 0]
    event.book = replace(event.book, prizes=({"Section": "K", "Place": "1", "Prize": Fraction(50)},))
    event.run()
    assert [r.cells["Prize"] for r in event.table("Prize money") if r.cells["Section"] == "Premier"] == [50, 0]


def test_a_finalist_missing_leaves_the_other_the_prize() -> None:
    """A finalist who withdraws before the final is shown is not replaced: the other wins without play."""
    event = started(4, settings=PRINTED)
    for game in event.open_games():
        event.reported(game.id, "1-0")
    event.run()
    leaver = event.state.k_rounds[0].matches[0].winner
    event.add(str(leaver), Status="Withdrawn")
    event.run()
    play_on(event, Random(1))
    assert event.answer.state == "finished"
    rows = event.table("Prize money")
    assert rows[0].cells["Player"] == event.state.k_rounds[0].matches[1].winner
    assert (rows[1].cells["Player"], rows[1].cells["Withheld"]) == (None, 1000)
    assert said_now(event, "second-prize")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9])
def test_small_fields_play_to_the_end(size: int) -> None:
    """One player alone wins; two play the final at once; three, five and nine as H40 has it."""
    event = started(size)
    play_on(event, Random(size))
    assert event.answer.state == "finished"
    sizes = {1: [1], 2: [2], 3: [3, 2], 5: [5, 4, 2], 9: [9, 8, 4, 2]}
    assert [len(r.ranking) for r in event.state.k_rounds] == sizes[size]


def test_prize_table_goes_before_the_settings() -> None:
    """Amounts of the Prizes tab count where the tab has lines for a section; equal scores share."""
    event = started(8, settings={"Prize: Challengers winner": Fraction(900)})
    play_on(event, Random(11))
    shares = [r.cells for r in event.table("Prize money") if r.cells["Section"] == "Challengers"]
    assert sum(Fraction(str(c["Prize"])) + Fraction(str(c["Withheld"] or 0)) for c in shares) == 900
    event.book = replace(event.book, prizes=({"Section": "C", "Place": "1", "Prize": Fraction(50)},))
    event.run()
    shares = [r.cells for r in event.table("Prize money") if r.cells["Section"] == "Challengers"]
    assert sum(Fraction(str(c["Prize"])) for c in shares) == 50


# --- a whole event --------------------------------------------------------------------------------------------------


def test_a_whole_event_of_120() -> None:
    """120 entries to both winners: 60 and 4 lucky losers, 64, 32, 16, the Premier; every stage in the views."""
    event = started(120, settings=PRINTED)
    event.watch = None
    dice = Random(16)
    play_round(event, dice)
    event.go_on()
    second = event.state.k_rounds[1]
    assert (len(second.ranking), len(second.lucky)) == (64, 4)
    assert [len(r.games) for r in event.state.c_rounds if r.number == 2] == [28]
    all_laws(event)
    play_on(event, dice)
    assert event.answer.state == "finished"
    state = event.state
    assert [r.id for r in state.k_rounds] == ["K-R1", "K-R2", "K-R3", "K-R4", "K-R5", "K-R7", "K-R9"]
    assert [len(r.ranking) for r in state.k_rounds] == [120, 64, 32, 16, 8, 4, 2]
    assert [r.number for r in state.c_rounds] == list(range(2, 11))
    assert state.total == 10
    games = [o for r in state.c_rounds for o in r.games if isinstance(o.black, str)]
    met = [frozenset((o.white, str(o.black))) for o in games]
    assert len(set(met)) == len(met)
    assert not set(met) & state.met
    bracket = event.table("Bracket")
    assert {row.cells["Round"] for row in bracket} == {r.id for r in state.k_rounds}
    assert len(bracket) == 60 + 32 + 16 + 8 + 4 + 2 + 1
    assert any(row.cells["Armageddon"] for row in bracket)
    assert any(row.cells["First from"] == "lucky loser" or row.cells["Second from"] == "lucky loser" for row in bracket)
    standings = event.table("Standings")
    assert len(standings) == 118  # everybody but the finalists
    prizes = [(r.cells["Section"], r.cells["Place"], r.cells["Prize"]) for r in event.table("Prize money")]
    assert prizes[:4] == [
        ("Premier", "1", 1500),
        ("Premier", "2", 1000),
        ("Premier", "3-4", 400),
        ("Premier", "3-4", 400),
    ]
    assert event.table("Why")[0].cells["About"] == "winner"
    assert len(event.table("Lucky losers")) == 4
    finals = [f for r in event.book.record if isinstance(f := r.fact, Game) and f.id.startswith("K-R9")]
    assert len(finals) >= 2
    all_laws(event)


# --- rulings of ours ------------------------------------------------------------------------------------------------


def test_two_players_and_one_who_missed_the_final() -> None:
    """H43: round 1 of two is the final, with one slow game; who missed it has half a point and no round to play."""
    event = opened(3)
    event.decide("Misses round", "P003", "K-R1")
    event.at(OPENING)
    assert event.state.k_rounds[0].is_final
    assert event.state.total == 1
    play_on(event, Random(1))
    assert event.answer.state == "finished"
    assert set(event.rounds()) == {"K-R1"}
    event.add("Late", Rating=2000)
    event.run()
    assert said_now(event, "entry-too-late")


def test_a_withheld_share_is_not_given_to_others() -> None:
    """H44: a defaulter keeps the place but not the money, and nobody gets it instead."""
    event = started(40)
    table = tuple({"Section": "C", "Place": str(n), "Prize": Fraction(100)} for n in range(1, 11))
    event.book = replace(event.book, prizes=table)
    play_on(event, Random(8))
    best, game = next(
        (player, o)
        for line in event.table("Prize money")
        if line.cells["Section"] == "Challengers" and (player := str(line.cells["Player"]))
        for r in event.state.c_rounds
        for o in r.games
        if player in (o.white, o.black) and isinstance(o.black, str) and o.score_of(player) == 0
    )
    event.typed(game.id, "0-1F" if game.white == best else "1-0F")
    event.run()
    after = {r.cells["Player"]: r.cells for r in event.table("Prize money") if r.cells["Section"] == "Challengers"}
    paid = sum((Fraction(str(c["Prize"])) for c in after.values()), Fraction(0))
    withheld = sum((Fraction(str(c["Withheld"] or 0)) for c in after.values()), Fraction(0))
    assert paid + withheld == 1000
    assert after[best]["Prize"] == 0
    assert withheld > 0


def test_no_legal_pairing_waits_for_the_director() -> None:
    """H46: two Challengers who have met cannot be paired again; No round lets the event go on. One alone has no round."""
    event = started(6)
    dice = Random(1)
    for _ in range(20):
        play_round(event, dice, ("1-0",))
        event.go_on()
        if said_now(event, "no-pairing"):
            break
    blocked = next(t for t in event.answer.troubles if t.code == "no-pairing")
    assert blocked.blocks
    assert event.answer.state == "running"
    assert any("No round" in ways(w.ends_by) for w in event.answer.waits)
    event.decide("No round", blocked.about)
    event.run()
    assert not said_now(event, "no-pairing") or blocked.about not in [t.about for t in event.answer.troubles]


def test_no_more_rounds_of_the_challengers_end_the_event() -> None:
    """H46: asked once for a round, the director may say so for all to come; with the champion known that is the end."""
    event = started(4)
    dice = Random(3)
    for _ in range(20):
        play_round(event, dice, ("1-0",))
        event.go_on()
        if said_now(event, "no-pairing"):
            break
    blocked = next(t for t in event.answer.troubles if t.code == "no-pairing")
    assert (
        "the event ends" in str(blocked.data["otherwise"]) or event.state.last_k is None or not event.state.last_k.over
    )
    advice = event.engine.sheet.troubles["no-pairing"][2]
    assert "Decisions" in str(advice.words if not isinstance(advice, str) else advice)
    event.decide("No round", "C")
    for _ in range(20):
        event.run()
        event.go_on()
        assert not said_now(event, "no-pairing"), "asked again"
        if event.answer.state == "finished":
            break
        play_round(event, dice, ("1-0",))
    assert event.answer.state == "finished"


def test_no_legal_pairing_is_left_out_when_the_director_does_not_answer() -> None:
    """H46: with a number of days set the round is left out then, with a note of it, and the event comes to its end."""
    event = started(6)
    event.set("If the TD does not answer", "2")
    dice = Random(1)
    for _ in range(20):
        play_round(event, dice, ("1-0",))
        event.go_on()
        if said_now(event, "no-pairing"):
            break
    (wait,) = [w for w in event.answer.waits if "No round" in ways(w.ends_by)]
    trouble = next(t for t in event.answer.troubles if t.code == "no-pairing")
    assert wait.until is not None
    assert str(wait.until.day) in str(trouble.data["otherwise"])
    assert event.answer.wake is not None
    assert event.answer.wake <= wait.until
    event.at(wait.until - timedelta(minutes=1))
    assert said_now(event, "no-pairing")
    event.at(wait.until)
    assert not said_now(event, "no-pairing")
    notes = [r for r in event.book.record if r.why.code == "no-round-by-time"]
    assert [r.fact.about for r in notes] == [trouble.about]  # type: ignore[union-attr]
    for _ in range(20):
        if event.answer.state == "finished":
            break
        play_round(event, dice, ("1-0",))
        event.go_on()
        if said_now(event, "no-pairing"):  # the next day may be as hard
            event.at(max(w.until for w in event.answer.waits if w.until is not None))
    assert event.answer.state == "finished"
    assert trouble.about not in event.state.stands.rounds


def test_a_pair_typed_after_the_note_opens_the_round_again() -> None:
    """H46: the director's word is later and stands, as long as the round's day has not passed."""
    event = started(6)
    event.set("If the TD does not answer", "1")
    play_round(event, Random(1), ("1-0",))
    event.go_on()
    for game in ("K-R2-01.1", "K-R2-02.1", "C-R2-01"):
        event.reported(game, "1-0")
    event.run()
    (wait,) = [w for w in event.answer.waits if w.holds == "C-R3" and w.on == "director"]
    assert wait.until is not None
    event.at(wait.until)
    assert event.state.stands.notice("C-R3", "No round") is not None
    assert not said_now(event, "no-pairing")
    free = drafts.players_of(event.state, 3, drafts.still_in(event.state, 3))
    event.at(event.now + timedelta(minutes=5))
    event.decide("Pair", "C-R3", " ; ".join(free))
    event.go_on()
    assert event.games("C-R3") == [("C-R3-01", *free)]


@pytest.mark.parametrize("players", [2, 8])
def test_the_preview_says_when_play_starts_only_if_that_is_known(players: int) -> None:
    """Before Start no dash stands where a time would: the sentence says what it hangs on."""
    event = opened(players)
    event.set("Start", None)
    event.run()
    whys = [r.why for d in event.answer.drafts for r in d.facts]
    text = " ".join(render(why, event.engine.sheet.words) for why in whys)
    assert "–." not in text
    assert "is known once Start" in text
    assert "21:30" in text


def test_late_entries_come_in_groups() -> None:
    """H48: the first late entry of an even field is held back; the second, an hour later, plays with that one."""
    event = started(8)
    event.set("Check for", 600)
    event.add("Late1", Rating=2500)
    event.run()
    assert len(event.games("K-R1")) == 4
    event.later(minutes=10)
    assert event.games("K-R1")[-1] == ("K-R1-05", "Late1", "(held back)")
    event.later(minutes=60)
    event.add("Late2", Rating=2400)
    event.later(minutes=10)
    assert event.games("K-R1")[-1][1:] in {("Late1", "Late2"), ("Late2", "Late1")}
    assert event.state.k_rounds[0].held == ()


def test_a_correction_leaves_published_rounds() -> None:
    """H49: round 2 stays as it was made; scores follow the corrected result; the director is told."""
    event = started(40)
    play_round(event, Random(5))
    event.at(day(1, 21, 30))
    ranking = event.state.k_rounds[1].ranking
    match = next(m for m in event.state.k_rounds[0].matches if m.winner == m.first and len(m.games) == 1)
    turned = "0-1" if match.games[0].white == match.first else "1-0"
    event.typed(match.games[0].id, turned)
    event.run()
    assert event.state.k_rounds[1].ranking == ranking
    assert said_now(event, "correction")
    assert event.state.k_plays[match.second][0].points == 1


def test_the_lot_of_a_premier_game_follows_the_pairings() -> None:
    """H50: with typed lots the quarter-finals are shown, and a game whose colours are open waits for its lot."""
    event = started(16)
    play_round(event, Random(2), ("1-0",))
    event.draw_lots = False
    event.at(day(1, 21, 30))
    round_ = event.state.k_rounds[-1]
    waiting = [m for m in round_.matches if not m.games]
    lots = [w.what[0] for w in event.answer.waits if w.on == "lot"]
    assert lots == [f"{m.id}.1" for m in waiting]
    assert len(round_.matches) == 4


def test_a_cancelled_game_waits_for_a_word() -> None:
    """H52: a void slow game stops its match; the winner named by the director goes on with the points as they are."""
    event = started(4)
    event.typed("K-R1-01.1", "Void")
    event.run()
    assert said_now(event, "game-void")
    assert event.row("Bracket", "Board", 1)["Through"] is None
    event.decide("Winner", "K-R1-01", "P003")
    event.run()
    assert event.row("Bracket", "Board", 1)["Through"] == "P003"
    assert event.state.k_plays["P003"] == ()
    event.decide("Winner", "K-R1-01", "P002")
    event.run()
    assert said_now(event, "winner-not-usable")


@pytest.mark.parametrize("seed", range(3))
def test_the_last_score_that_somebody_reached_is_the_score(seed: int) -> None:
    """H39, 16 b of the Swiss: a score for every round, and who joins has the first game there in it at once."""
    rated = {f"P{n:02}": 2700 - 5 * n for n in range(1, 17)}
    nobody = {name: {"Rating": None} for name in list(rated)[::4]}  # with an unrated opponent 16 b decides
    event, dice, joined = started(rated, **nobody), Random(seed), 0
    for _ in range(5):
        play_round(event, dice)
        rounds = max((r.number for r in event.state.c_rounds), default=0)
        for line in standings_of(event.state) if rounds else ():
            if line.standing.why.rule.startswith("16.b") and line.entered <= rounds:
                assert len(line.standing.values) == rounds, line
                assert line.standing.values[-1] == line.standing.points, line
                joined += line.entered == rounds
        event.go_on()
    assert joined, "nobody joined in a round just played"


def test_what_was_reached_in_the_knock_out_counts_in_the_progressive_score() -> None:
    """H39, 16 b of the Swiss: the score after each slot, one without play repeating the old one, not the gains."""
    half, one, zero = Fraction(1, 2), Fraction(1), Fraction(0)
    plays = (
        KPlay(1, "half point", half),
        KPlay(2, "played", one, "W", "Other"),
        KPlay(4, "played", zero, "B", "Third"),
        KPlay(5, "held back", one),
    )
    assert reached_before(plays, 5) == (1, 3, 3, 3, 5)
    assert reached_before(plays, 2) == (1, 3)
    twice = (KPlay(1, "played", half, "W", "A"), KPlay(1, "played", half, "B", "A"))
    assert reached_before(twice, 1) == (2,), "two games of one slot"
