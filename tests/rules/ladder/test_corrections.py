"""A corrected result, a round taken back, White and Black changed (L22, L23)."""

from __future__ import annotations

from rules.ladder.season import replay
from rules.model import Noticed
from tests.rules.ladder.build import codes, higher_wins, ladder, moment, order, pairs, reason, win
from tests.rules.runner import Event


def note(event: Event) -> dict[str, object]:
    """The data of the one note about a correction."""
    (found,) = [t for t in event.answer.troubles if t.code == "correction"]
    return dict(found.data)


def corrected() -> Event:
    """Round 2 is out on R1-01 = Ada beat Ben; then it turns out that Ben won."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    win(event, "Ada>Ben", "Cem>Dov")
    event.later(hours=1)
    event.typed("R1-01", "1-0").run()
    return event


def test_a_correction_reaches_the_ladder_and_leaves_the_published_pairs() -> None:
    """L22: the Ladder is as if Ben had won at once; round 2 stays as announced."""
    event = corrected()
    assert order(event) == "Ben Ada Cem Dov"
    clean = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ben>Ada", "Cem>Dov")
    assert order(clean) == order(event)
    assert pairs(event, "R2") == ["Dov-Ben", "Cem-Ada"]


def test_the_note_says_what_changed_and_what_would_have_been_paired() -> None:
    """L22, season walk 24: recomputed from two clean seasons, one with each result."""
    event = corrected()
    old = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ada>Ben", "Cem>Dov")
    new = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ben>Ada", "Cem>Dov")
    said = note(event)
    assert (said["game"], said["old"], said["new"]) == ("R1-01", "0-1", "1-0")
    places = [{p: i for i, p in enumerate(order(e).split(), 1)} for e in (old, new)]
    moved = tuple(f"{p} {places[0][p]} → {places[1][p]}" for p in order(new).split() if places[0][p] != places[1][p])
    assert said["moved"] == moved
    would = {frozenset(p.split("-")) for p in pairs(new, "R2")} - {frozenset(p.split("-")) for p in pairs(old, "R2")}
    listed = said["otherwise"]
    assert isinstance(listed, tuple)
    assert {frozenset(str(text).removeprefix("R2: ").split(" – ")) for text in listed} == would
    assert said["finalists"] == "none is published yet"


def test_a_result_that_was_cleared_is_undone_by_typing_it_again() -> None:
    """L22: urgent, since what comes next waits for it; the earlier result is named."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.typed("R1-01", "1-0").typed("R1-02", "1-0").run()
    event.typed("R1-01", "").run()
    assert [t.code for t in event.answer.troubles] == ["result-lost"]
    (lost,) = event.answer.troubles
    assert (lost.data["after"], lost.data["again"]) == ("R2", "1-0 again, or the right result")


def test_clearing_the_cell_undoes_a_correction() -> None:
    """Season walk 24: the same tables as before, and no note."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    win(event, "Ada>Ben", "Cem>Dov")
    before = {title: [dict(r.cells) for r in rows] for title, rows in event.answer.tables.items()}
    event.typed("R1-01", "1-0").run()
    event.typed("R1-01", "").run()
    assert {title: [dict(r.cells) for r in rows] for title, rows in event.answer.tables.items()} == before
    assert "correction" not in event.troubles()


def test_a_result_put_right_before_the_round_goes_out_is_no_correction() -> None:
    """Nothing rests on it yet: the draft is made anew."""
    event = ladder("Ada", "Ben", "Cem", "Dov", hold=True)
    event.publish("R1")
    win(event, "Ada>Ben", "Cem>Dov")
    event.typed("R1-01", "1-0").run()
    assert "correction" not in event.troubles()
    assert order(event) == "Ben Ada Cem Dov"


def test_once_the_next_round_is_out_the_correction_is_history() -> None:
    """The note goes; Why keeps the line with old and new."""
    event = corrected()
    event.later(hours=1)
    higher_wins(event)
    assert "R3" in event.rounds()
    assert "correction" not in event.troubles()
    lines = [row for row in event.table("Why") if row.why and row.why.code == "corrected"]
    assert [(row.cells["About"], row.cells["Round"]) for row in lines] == [("R1-01", "R3")]


def test_a_correction_says_when_other_finalists_would_play() -> None:
    """S18: the Final is out; Ben lost to Ada after all, so Cem would have been second."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1)
    win(event, "Ada>Ben", "Cem>Dov")
    event.typed("R1-02", "Null").run()
    assert note(event)["finalists"] == "the published Finalists stay the top two"
    event = ladder("Ada", "Ben", "Cem", Rounds=2)
    win(event, "Ben>Cem")
    win(event, "Ada>Ben" if "Ada" in " ".join(pairs(event, "R2")) else "Ben>Cem")
    event.typed("R1-01", "1-0").run()
    assert note(event)["finalists"] in (
        "the published Finalists stay the top two",
        f"the top two would be {order(event).split()[0]} and {order(event).split()[1]}",
    )


def test_a_changed_pair_counts_for_the_players_named() -> None:
    """L23: after publication the director swaps White and Black, or puts another player in."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.decide("Pair", "R1-01", "Ada ; Cem").decide("Pair", "R1-02", "Dov ; Ben").run()
    assert event.row("This round", "Player", "Ada")["Opponent"] == "Cem"
    assert event.row("This round", "Player", "Ada")["Invites"] == "Cem"
    assert len(event.table("This round")) == 4
    assert codes(reason(event, "R1-01"))[:2] == ["pair-changed", "paired-from-top"]
    changed = [row.why.data for row in event.table("Why") if row.why and row.why.code == "pair-changed"]
    assert [(d["white"], d["black"], d["old_white"], d["old_black"]) for d in changed] == [
        ("Dov", "Ben", "Dov", "Cem"),
        ("Ada", "Cem", "Ben", "Ada"),
    ]


def test_a_round_without_results_can_be_taken_back() -> None:
    """Withdraw round: drafted again, on new board numbers; the word counts once."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    win(event, "Ada>Ben", "Cem>Dov")
    first = [id_ for id_, _, _ in event.games("R2")]
    event.later(minutes=10)
    event.decide("Pair", "R2", "Ada ; Dov").decide("Withdraw round", "R2").run()
    assert [id_ for id_, _, _ in event.games("R2")] == ["R2-03", "R2-04"]
    assert {"Ada", "Dov"} in [{w, b} for _, w, b in event.games("R2")]
    assert [event.row("Pairings", "Game", id_)["Outcome"] for id_ in first] == ["Void", "Void"]
    withdrawn = [r.fact for r in event.book.record if isinstance(r.fact, Noticed) and r.fact.what == "withdrawn"]
    assert len(withdrawn) == 1


def test_a_round_with_a_result_or_a_report_is_not_taken_back() -> None:
    """The director is told which games stand in the way."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.reported("R1-02", "1-0", state="held").run()
    event.decide("Withdraw round", "R1").run()
    (told,) = [t for t in event.answer.troubles if t.code == "withdraw-has-results"]
    assert told.data["games"] == ("R1-02",)
    assert "R1" in event.rounds()


def test_only_the_latest_round_is_taken_back_and_only_one_that_is_out() -> None:
    """An earlier round, one that does not exist, a line older than the round: each is answered."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.decide("Withdraw round", "R2").run()
    assert "withdraw-unknown" in event.troubles()
    event.later(minutes=1)
    higher_wins(event)
    assert "withdraw-too-early" in event.troubles()
    event.decide("Withdraw round", "R1").run()
    assert "withdraw-not-last" in event.troubles()


def test_two_corrections_at_once_are_two_notes() -> None:
    """Each with its own old and new result."""
    event = corrected()
    event.typed("R1-02", "1/2-1/2").run()
    notes = [t for t in event.answer.troubles if t.code == "correction"]
    assert [t.about for t in notes] == ["R1-01", "R1-02"]
    assert "correction" in codes(reason(event, "R1-01"))


def test_a_reinstated_game_is_played_on() -> None:
    """L23: Open with a new deadline after a Null; the next round stays, its pairs were published."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.at(moment(9))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "Null"
    event.later(hours=1)
    event.typed("R1-01", "Open").decide("Deadline", "R1-01", end=moment(14)).run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == ""
    assert event.row("This round", "Player", "Ada")["Opponent"] is not None
    event.later(days=1)
    event.play((id_, "1-0") for id_, _, _ in event.games("R2")).run()
    assert "R3" not in event.rounds(), "round 3 waits for the game of round 1"
    event.reported("R1-01", "1-0").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"
    assert "R3" in event.rounds()
    assert replay(event.book, event.now).stages[0].complete
