"""Season walk 23: tie-breaks and Finals that can end."""

from __future__ import annotations

from datetime import timedelta

from rules.model import Round
from tests.season.around import Maker, is_over, next_round, until
from tests.sync.desk import FIVE, Desk, desk

SIX = (*FIVE, ("Fay", 1750))


def tied(d: Desk) -> Desk:
    """Three drawn rounds: everybody has Rank 1, and the tie-break is drafted."""
    for round_ in ("R1", "R2", "R3"):
        d.results(round_, "1/2-1/2").settle()
        if round_ != "R3":
            next_round(d)
    return d


def test_23_six_tied_the_draft_shows_games_each_and_asks_for_more_time(anywhere: Maker) -> None:
    """Fifteen games, five each: said before they go out; with a Deadline typed for the draft they have it."""
    d = tied(anywhere(SIX, started=True, Rounds=3, Check_for="2 hours"))
    assert set(d.table("Ladder", "Rank")) == {("1",)}
    draft = d.table("Next round", "Board", "White", "Black", "Games each")
    assert len([r for r in draft if r[0].startswith("R4-")]) == 15
    assert "5" in {r[3] for r in draft}
    long = d.says(d.problem("tie-break-long"))
    assert "5 games each" in long
    until_ = (d.now + timedelta(days=21)).replace(tzinfo=None)
    d.decide("Deadline", "R4", To=until_).settle()
    assert "tie-break-long" not in d.codes()
    until(d, lambda o: "R4" in o.rounds())
    dues = {due for g, due in d.table("Pairings", "Game", "Due") if g.startswith("R4-")}
    assert len(dues) == 1
    assert f"{until_:%d %b %Y}".lstrip("0") in dues.pop()


def test_23_a_setting_gives_each_game_its_days() -> None:
    """Three days a game: fifteen days for five each, and nothing is asked."""
    d = tied(desk(SIX, True, "ladder", Rounds=3, Check_for="2 hours"))
    assert "tie-break-long" in d.codes()
    d.set("Tie-break days per game", 3).settle()
    assert "tie-break-long" not in d.codes()
    until(d, lambda o: "R4" in o.rounds())
    (round_,) = [r for r in d.record() if isinstance(r.fact, Round) and r.fact.id == "R4"]
    assert isinstance(round_.fact, Round)
    assert round_.fact.due == round_.at + timedelta(days=15)


def final(d: Desk) -> Desk:
    """Play one round of two and stand at the Final."""
    d.results("R1").settle()
    until(d, lambda o: "F1" in o.rounds())
    return d


def test_23_a_final_nobody_plays_stops_after_two_nulls_and_says_how_it_ends(anywhere: Maker) -> None:
    """Null, Null: it stands still and is on the list; the director ends it or lets it go on."""
    d = final(anywhere(FIVE[:2], started=True, Rounds=1))
    until(d, lambda o: "final-stopped" in o.codes())
    assert [d.outcome(f"F1-01.{n}") for n in (1, 2)] == ["Null", "Null"]
    assert "Continue final" in d.says(d.problem("final-stopped"))
    assert d.last.decided.wake is None
    d.later(days=30).settle()
    assert len([g for g in d.games() if g.id.startswith("F1")]) == 2
    d.decide("Continue final", "F1").settle()
    assert "F1-01.3" in [g.id for g in d.games()]
    d.decide("Champion", "F1", "Ben").settle()
    assert is_over(d)
    assert ("Ben", "1") in d.table("Ladder", "Player", "Placement")


def test_23_one_null_between_played_games_stops_nothing() -> None:
    """Only two running."""
    d = final(desk(FIVE[:2], True, "ladder", Rounds=1))
    d.result("F1-01.1", "Null").settle()
    d.result("F1-01.2", "1-0").settle()
    d.result("F1-01.3", "Null").settle()
    assert "final-stopped" not in d.codes()
    assert "F1-01.4" in [g.id for g in d.games()]
