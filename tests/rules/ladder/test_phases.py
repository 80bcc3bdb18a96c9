"""What follows a round: tie-breaks, additional rounds, Finalists (5(a), 5(f), L4, L17, L19, L23)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from rules.advice import Decide
from rules.model import Round
from tests.rules.ladder.build import (
    codes,
    drafted,
    draw_all,
    higher_wins,
    ladder,
    moment,
    names_of,
    order,
    pairs,
    ranks,
    reason,
    win,
)
from tests.rules.runner import Event


def three_level(hold: bool = False, **settings: Any) -> Event:
    """Three players after a single round of draws each against each: all of Rank 1."""
    event = ladder("Ada", "Ben", "Cem", "Dov", hold=True, Rounds=2, **settings)
    event.decide("Pair", "R1", "Ada ; Ben").decide("Pair", "R1", "Cem ; Dov").run()
    event.publish("R1")
    win(event, "Ada=Ben", "Cem>Dov")
    event.decide("Pair", "R2", "Ben ; Cem").decide("Pair", "R2", "Ada ; Dov").run()
    event.publish("R2")
    win(event, "Ben=Cem", "Ada>Dov")
    event.hold = hold
    event.run()
    return event


def test_the_rounds_are_numbered_and_counted_by_the_setting() -> None:
    """5(a), 5(f): two rounds, then the Final."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=2)
    higher_wins(higher_wins(event))
    assert list(event.rounds()) == ["R1", "R2", "F1"]


def test_a_last_round_does_not_say_that_a_further_round_waits() -> None:
    """Round 2 waits by its name; after the last round a tie-break or the Final comes, which only the results say."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=2)
    said = [w.why.code for w in event.answer.waits if w.why is not None]
    assert said == ["wait-results"]
    higher_wins(event)
    said = [w.why.code for w in event.answer.waits if w.why is not None]
    assert said == ["wait-what-follows"]


def test_more_than_two_players_of_rank_1_play_each_other() -> None:
    """5(f)(i), L17: Ada, Ben and Cem are level; Dov is idle. One deadline, no Bye, the next round number."""
    event = three_level()
    assert event.rounds()["R3"] == "tie-break"
    assert ranks(event)[:3] == [1, 1, 1]
    assert {frozenset(p.split("-")) for p in pairs(event, "R3")} == {
        frozenset(p) for p in (("Ada", "Ben"), ("Ada", "Cem"), ("Ben", "Cem"))
    }
    assert event.row("This round", "Player", "Dov")["State"] == "not in the tie-break"
    assert event.row("This round", "Player", "Ada")["Opponent"].count(";") == 1  # type: ignore[union-attr]
    assert len({row.cells["Due"] for row in event.table("Pairings") if row.cells["Round"] == "R3"}) == 1


def test_lines_for_the_draft_of_a_tie_break_are_answered() -> None:
    """L17: there each plays each; a pair, a Bye or a wish typed for it counts for nothing, and says so."""
    event = three_level(hold=True)
    before = drafted(event)
    event.decide("Pair", "R3", "Ada ; Dov").decide("Only typed pairs", "R3").decide("Keep apart", "R3", "Ada ; Ben")
    event.decide("Keep apart", "", "Ben ; Cem").run()
    assert drafted(event) == before
    assert event.troubles().count("decision-tie-break") == 3


def test_tie_break_games_count_as_wins() -> None:
    """L17: Cem beats both and is alone at the top; then two of Rank 2 play on, by 5(f)(ii)."""
    event = three_level()
    win(event, "Cem>Ada", "Cem>Ben", "Ada=Ben")
    assert names_of(event)[0] == "Cem"
    assert ranks(event)[:3] == [1, 2, 2]
    assert event.rounds()["R4"] == "tie-break"
    assert [set(p.split("-")) for p in pairs(event, "R4")] == [{"Ada", "Ben"}]
    assert reason(event, "R4").parts[0].rule == "5(f)(ii)"
    win(event, "Ben>Ada")
    assert list(event.rounds())[-1] == "F1"
    assert set(pairs(event, "F1")[0].split("-")) == {"Cem", "Ben"}


def test_a_tie_break_is_repeated_until_it_does_not_apply() -> None:
    """5(f)(iv): all drawn again, so all play again."""
    event = three_level()
    draw_all(event)
    assert event.rounds()["R4"] == "tie-break"


def test_two_players_of_rank_1_are_the_finalists() -> None:
    """5(f): exactly two of Rank 1 need no tie-break."""
    event = ladder("Ada", "Ben", Rounds=1)
    draw_all(event)
    assert event.rounds() == {"R1": "round", "F1": "final"}
    assert ranks(event) == [1, 1]


def test_more_than_three_games_each_ask_for_a_longer_deadline() -> None:
    """L17, season walk 23: five level players have four games each; a typed deadline answers the question."""
    names = ("Ada", "Ben", "Cem", "Dov", "Eva")
    event = ladder(*names, hold=True, Rounds=4)
    for n, name in enumerate(names[:-1], start=1):
        event.decide("Pair", f"R{n}", f"{name} ; {names[n]}").decide("Only typed pairs", f"R{n}").run()
        event.publish(f"R{n}")
        draw_all(event)
    assert ranks(event) == [1, 1, 1, 1, 1]
    assert [check.code for check in event.draft().checks] == ["tie-break-long"]
    assert not any(check.blocks for check in event.draft().checks)
    event.decide("Deadline", "R5", end=moment(30)).run()
    assert event.draft().checks == ()
    event.publish("R5")
    assert event.row("Pairings", "Game", "R5-01")["Due"] == moment(30)


def test_a_setting_gives_a_tie_break_more_days() -> None:
    """Tie-break days per game: two games each at five days make ten."""
    event = three_level(False, **{"Tie-break_days_per_game": 5})
    assert event.row("Pairings", "Game", "R3-01")["Due"] == event.now + timedelta(days=10)


def test_additional_rounds_are_played_as_many_as_asked_for() -> None:
    """5(f)(iii), L17: one asked for, later one more."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, hold=True)
    event.publish("R1")
    event.decide("Additional rounds", "", "1")
    higher_wins(event)
    assert event.draft().id == "R2"
    event.publish("R2")
    assert event.rounds()["R2"] == "additional"
    higher_wins(event)
    assert event.draft().id == "F1"
    event.decide("Additional rounds", "R2", "1").run()
    assert event.draft().id == "R3"


def test_additional_rounds_asked_for_too_late_are_answered() -> None:
    """The Final is out; the director is told to take it back, does, and the round is drafted."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1)
    higher_wins(event)
    event.later(hours=1)
    event.decide("Additional rounds", "", "1").run()
    assert "additional-too-late" in event.troubles()
    assert list(event.rounds()) == ["R1", "F1"]
    event.later(hours=1)
    event.decide("Withdraw round", "F1").run()
    assert event.rounds()["R2"] == "additional"
    assert "additional-too-late" not in event.troubles()


def test_a_line_about_a_later_round_waits_for_it() -> None:
    """Additional rounds about R2 count once round 2 is over."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, hold=True)
    event.publish("R1")
    event.decide("Additional rounds", "R2", "1")
    higher_wins(event)
    assert event.draft().id == "F1"


def test_a_tie_break_comes_before_additional_rounds() -> None:
    """5(f): (i) and (ii) are looked at first."""
    event = three_level(hold=True)
    event.decide("Additional rounds", "", "1").run()
    kinds = [r.fact.kind for r in event.draft().facts if isinstance(r.fact, Round)]
    assert kinds == ["tie-break"]


def test_the_draft_of_the_final_asks_about_additional_rounds_without_waiting() -> None:
    """5(f)(iii): a question among what needs a person, answered by No additional rounds."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, hold=True)
    event.publish("R1")
    higher_wins(event)
    assert "additional-question" in event.troubles()
    assert event.may_go_out(event.draft())
    event.decide("No additional rounds").run()
    assert "additional-question" not in event.troubles()


def test_before_the_final_ask_waits_for_the_directors_word() -> None:
    """Setting Before the Final = ask: nothing goes out until the director answers."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, Before_the_Final="ask")
    higher_wins(event)
    assert "F1" not in event.rounds()
    (wait,) = [w for w in event.answer.waits if w.on == "director"]
    assert Decide("No additional rounds") in wait.ends_by
    event.decide("No additional rounds").run()
    assert "F1" in event.rounds()


def test_before_the_final_ask_goes_on_when_the_director_does_not_answer() -> None:
    """Season walk 11: no extra rounds is the default after so many days."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, Before_the_Final="ask", If_the_TD_does_not_answer="3")
    higher_wins(event)
    assert "F1" not in event.rounds()
    assert event.draft().not_before == moment(5)
    event.at(moment(5))
    assert "F1" in event.rounds()


def test_the_directors_days_begin_when_the_round_was_over_to_see() -> None:
    """L40: a report that waited counts after three days; the question of the Final is asked then, for three days."""
    event = ladder("Ada", "Ben", Rounds=1, Before_the_Final="ask", If_the_TD_does_not_answer="3")
    event.at(moment(4))
    event.reported("R1-01", "1-0", state="held").run()
    event.at(moment(7))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"
    assert event.draft().not_before == moment(10)
    event.at(moment(10))
    assert "F1" in event.rounds()


def test_the_director_names_the_finalists() -> None:
    """L23: Ada against Cem, although Ben is second."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1, hold=True)
    event.publish("R1")
    higher_wins(event)
    event.decide("Finalists", "", "Cem ; Ada").run()
    assert drafted(event) == ["Cem-Ada"] or drafted(event) == ["Ada-Cem"]
    assert codes(reason(event, "finalists")) == ["finalists-typed"]


def test_finalists_named_too_late_are_answered() -> None:
    """The published Finalists play; the director is told how to take the Final back, and does."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1)
    higher_wins(event)
    event.later(hours=1)
    event.decide("Finalists", "", "Cem ; Ada").run()
    assert "finalists-too-late" in event.troubles()
    event.decide("Withdraw round", "F1").run()
    assert set(event.games("F1")[0][1:]) == {"Ada", "Cem"}
    assert event.games("F1")[0][0] == "F1-02.1"


def test_a_paused_finalist_holds_the_final() -> None:
    """L8: the draft does not go out; Status or Finalists ends the wait."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1)
    event.add("Ada", Status="Paused")
    higher_wins(event)
    assert "F1" not in event.rounds()
    assert "finalist-paused" in event.troubles()
    event.add("Ada", Status="Active").run()
    assert "F1" in event.rounds()


def test_the_order_of_work_is_moves_then_bye_then_pairs() -> None:
    """L4: Dov overtakes Cem before round 2 is paired, so Cem is the bottommost and chooses first."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    win(event, "Ada>Ben", "Dov>Cem")
    assert order(event) == "Ada Ben Dov Cem"
    assert reason(event, "R2-01").data["chosen"] == "Cem"
