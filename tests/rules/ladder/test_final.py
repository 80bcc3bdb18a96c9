"""The Final and the Placements (2, L13, L18, L19, L20, L27)."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

from rules.advice import ways
from tests.rules.ladder.build import codes, higher_wins, ladder, names_of, order, pairs, reason, win
from tests.rules.runner import Event


def in_the_final(*names: str, rounds: int = 1, **settings: Any) -> Event:
    """The Final of an event in which the higher player always won."""
    event = ladder(*(names or ("Ada", "Ben", "Cem", "Dov")), Rounds=rounds, **settings)
    for _ in range(rounds):
        higher_wins(event)
    assert "F1" in event.rounds()
    return event


def final_wins(event: Event) -> list[Fraction]:
    """The Final Wins of both, as the headline says."""
    data = event.answer.headline[0].data
    return [data["first_wins"], data["second_wins"]]  # type: ignore[list-item]


def test_the_top_two_play_for_three_final_wins() -> None:
    """2(a), 2(b)(i)-(ii): three wins in a row end it; First and Second Place."""
    event = in_the_final()
    for _ in range(3):
        win(event, "Ben>Ada")
    assert event.state() == "finished"
    assert event.row("Ladder", "Player", "Ben")["Placement"] == 1
    assert event.row("Ladder", "Player", "Ada")["Placement"] == 2
    assert [id_ for id_, _, _ in event.games("F1")] == ["F1-01.1", "F1-01.2", "F1-01.3"]


def test_games_follow_one_at_a_time_and_their_clock_starts_when_announced() -> None:
    """3(a)(ii)-(iii), L13: the worker was away for two days after the result; the next game still has seven."""
    event = in_the_final()
    (game,) = event.open_games()
    sent = event.now + timedelta(hours=1)
    event.now += timedelta(days=2)
    event.reported(game.id, "1-0", sent=sent).run()
    (following,) = event.open_games()
    assert following.id == "F1-01.2"
    assert following.due == event.now + timedelta(days=7)


def test_colours_alternate_and_go_on_from_the_rounds() -> None:
    """L9: Ada and Ben met in round 1 (Ben White), so Ada is White first, then Ben."""
    event = in_the_final("Ada", "Ben")
    assert pairs(event, "R1") == ["Ben-Ada"]
    win(event, "Ada>Ben")
    win(event, "Ada>Ben")
    assert pairs(event, "F1") == ["Ada-Ben", "Ben-Ada", "Ada-Ben"]
    assert event.row("This round", "Player", "Ada")["Invites"] == "Ben"


def test_level_at_two_and_a_half_play_on() -> None:
    """2(a): 2½-2½ after five games; half a Final Win for a draw; as many games as it takes."""
    event = in_the_final()
    win(event, "Ada>Ben")
    win(event, "Ben>Ada")
    win(event, "Ada>Ben")
    win(event, "Ben>Ada")
    win(event, "Ada=Ben")
    assert final_wins(event) == [Fraction(5, 2), Fraction(5, 2)]
    win(event, "Ada=Ben")
    assert final_wins(event) == [3, 3]
    assert event.state() == "running"
    win(event, "Ben>Ada")
    assert reason(event, "champion").parts[-1].data["wins"] == 4


def test_final_games_change_nothing_on_the_ladder() -> None:
    """2(a), L18: Wins, Scores, Ranks and the Ladder stay, though Ben wins three."""
    event = in_the_final()
    before = (on_the_ladder(event), event.column("Scores", "Ben"))
    for _ in range(3):
        win(event, "Ben>Ada")
    assert before == (on_the_ladder(event), event.column("Scores", "Ben"))
    assert order(event).startswith("Ben"), "the Champion leads the finished Ladder, in second position as before"


def on_the_ladder(event: Event) -> set[tuple[object, ...]]:
    """Each player's Position, Rank and Points."""
    return set(zip(*(event.column("Ladder", h) for h in ("Player", "Position", "Rank", "Points")), strict=True))


def test_everybody_else_is_placed_by_rank() -> None:
    """2(b)(iii), L20: Cem and Dov drew, so both are third; Eva is fifth."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", hold=True, Rounds=1)
    event.decide("Bye", "R1", "Eva").run()
    event.publish("R1")
    win(event, "Ada>Ben", "Cem=Dov")
    event.publish("F1")
    for _ in range(3):
        win(event, "Ada>Ben")
    assert dict(zip(names_of(event), event.column("Ladder", "Placement"), strict=True)) == {
        "Ada": 1,
        "Ben": 2,
        "Cem": 3,
        "Dov": 3,
        "Eva": 5,
    }


def test_a_null_game_gives_nobody_a_final_win_and_keeps_the_colours() -> None:
    """L13: game 1 is Null; in game 2 the same player has White."""
    event = in_the_final()
    event.later(days=7)
    games = event.games("F1")
    assert event.row("Pairings", "Game", "F1-01.1")["Outcome"] == "Null"
    assert games[0][1:] == games[1][1:]
    assert final_wins(event) == [0, 0]


def test_two_null_games_running_stop_the_final() -> None:
    """L27: no third game until the director lets it go on."""
    event = in_the_final()
    event.later(days=21)
    assert len(event.games("F1")) == 2
    assert "final-stopped" in event.troubles()
    (wait,) = event.answer.waits
    assert ways(wait.ends_by) == (
        "in Decisions add Continue final, About F1; or in Decisions add Champion, About F1, Value a name"
    )
    event.decide("Continue final", "F1").run()
    assert len(event.games("F1")) == 3
    assert "final-goes-on-director" in codes(reason(event, "F1-01.3"))
    event.later(days=30)
    assert len(event.games("F1")) == 4, "one word lets it go on once"


def test_a_deadline_of_the_final_does_not_reach_a_game_announced_later() -> None:
    """L42, L13: the director wants the Final over in ten days; a game announced after that has its own seven."""
    event = in_the_final()
    event.decide("Deadline", "F1", end=event.now + timedelta(days=10)).run()
    win(event, "Ada>Ben")
    assert event.row("Pairings", "Game", "F1-01.2")["Due"] == event.now + timedelta(days=10)
    event.later(days=10)  # F1-01.2 is Null; the third game is announced as that deadline passes
    event.later(days=1)
    assert event.row("Pairings", "Game", "F1-01.3")["Outcome"] == ""


def test_a_null_and_a_played_game_in_between_do_not_stop_it() -> None:
    """L27: two running."""
    event = in_the_final()
    event.later(days=7)
    win(event, "Ada>Ben")
    event.later(days=7)
    assert len(event.games("F1")) == 4
    assert "final-stopped" not in event.troubles()


def test_the_director_ends_a_stopped_final() -> None:
    """L27: Champion typed; the other Finalist is second. Somebody else's name is answered."""
    event = in_the_final()
    event.later(days=21)
    event.decide("Champion", "F1", "Cem").run()
    assert "champion-unknown" in event.troubles()
    event.undecide("Champion").decide("Champion", "F1", "Ben").run()
    assert event.state() == "finished"
    assert event.row("Ladder", "Player", "Ben")["Placement"] == 1
    assert event.row("Ladder", "Player", "Ada")["Placement"] == 2


def test_a_stopped_final_goes_on_by_itself_when_the_director_does_not_answer() -> None:
    """Season walk 11: after three days."""
    event = in_the_final(If_the_TD_does_not_answer="3 days")
    event.later(days=14)
    assert len(event.games("F1")) == 2
    event.later(days=3)
    assert len(event.games("F1")) == 3
    assert "final-goes-on-time" in codes(reason(event, "F1-01.3"))


def test_when_a_finalist_leaves_a_new_final_starts_at_0() -> None:
    """2(c), L19: Ben leads 1-0 and Ada leaves; Cem comes in, both at 0; the old games stay in the record."""
    event = in_the_final()
    win(event, "Ben>Ada")
    event.later(hours=1)
    event.add("Ada", Status="Withdrawn").run()
    assert event.rounds()["F2"] == "final"
    assert set(event.games("F2")[0][1:]) == {"Ben", "Cem"}
    assert final_wins(event) == [0, 0]
    assert event.row("Pairings", "Game", "F1-01.1")["Outcome"] in ("1-0", "0-1")
    assert event.row("Pairings", "Game", "F1-01.2")["Decided by"] == "player left"


def test_when_a_finalist_leaves_the_ties_are_looked_at_again() -> None:
    """2(c), 5(f)(ii): without Ada, Cem and Dov share Rank 2 behind Ben: they play a tie-break first."""
    event = ladder("Ada", "Ben", "Cem", "Dov", hold=True, Rounds=1)
    event.publish("R1")
    win(event, "Ada>Ben", "Cem=Dov")
    event.hold = False
    event.run()
    assert "F1" in event.rounds()
    event.later(hours=1)
    event.add("Ada", Status="Disqualified").run()
    assert event.rounds()["R2"] == "tie-break"
    win(event, "Cem>Dov")
    assert set(event.games("F2")[0][1:]) == {"Ben", "Cem"}


def test_a_finalist_taken_out_by_mistake_goes_on_where_the_final_stood() -> None:
    """L15, season walk 10: nothing was published in between, so the Final, its score and its open game are back."""
    event = in_the_final()
    win(event, "Ben>Ada")
    event.hold = True
    event.later(hours=1)
    event.add("Ada", Status="Disqualified").run()
    assert event.draft().id == "F2"
    event.later(minutes=1)
    event.add("Ada", Status="Active").run()
    assert event.answer.drafts == ()
    assert final_wins(event) == [0, 1]
    assert [g.id for g in event.open_games()] == ["F1-01.2"]


def test_after_the_end_nobodys_status_changes_a_placement() -> None:
    """Season walk 16: edits to Players after the end change nothing."""
    event = in_the_final()
    for _ in range(3):
        win(event, "Ada>Ben")
    before = [row.cells for row in event.table("Ladder")]
    event.add("Ada", Status="Withdrawn").add("Zoe", Seed=1).run()
    assert [row.cells for row in event.table("Ladder")] == before
    assert event.state() == "finished"


def test_a_corrected_final_game_opens_the_final_again() -> None:
    """L23, season walk 16: the deciding game becomes a draw, so the next one follows."""
    event = in_the_final()
    for _ in range(3):
        win(event, "Ada>Ben")
    event.typed("F1-01.3", "1/2-1/2").run()
    assert event.state() == "running"
    assert [g.id for g in event.open_games()] == ["F1-01.4"]
    event.typed("F1-01.3", "").run()
    assert event.state() == "finished"


def test_a_game_corrected_to_null_stops_the_final_after_the_game_that_is_out() -> None:
    """L27, L22: game 1 Null, game 2 corrected to Null; game 3 is out and is played. It too is Null: stopped."""
    event = in_the_final()
    event.later(days=7)
    win(event, "Ada>Ben")
    event.typed("F1-01.2", "Null").run()
    assert "final-stopped" not in event.troubles()
    assert [g.id for g in event.open_games()] == ["F1-01.3"]
    event.later(days=7)
    assert "final-stopped" in event.troubles()
