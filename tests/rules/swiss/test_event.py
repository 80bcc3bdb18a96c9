"""An event from the list to the end: start, lots, late entries, absences, no-shows, the director's words."""

from __future__ import annotations

from datetime import timedelta

from rules.advice import ways
from rules.model import Entry, Lot, Noticed, Row
from rules.parts.ends import START, lot_typed
from rules.parts.record import standing
from rules.reasons import render
from rules.swiss.words import WORDS
from tests.rules.runner import BEGIN, ZONE
from tests.rules.swiss.build import answer_colour, answer_lot, drafted, higher_wins, pairs, play, swiss

EIGHT = ["Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gus", "Hal"]
SEVEN = EIGHT[:7]
STAY = {"No-shows": "stay"}


def _said(row: Row) -> str:
    return render(row.why, WORDS) if row.why is not None else ""


# --- start and lots -----------------------------------------------------------------------------------------------


def test_before_the_start_everything_is_a_preview() -> None:
    """The list and round 1 are shown, nothing is recorded, and the wait names the setting that ends it."""
    event = swiss(*EIGHT, start=False)
    assert event.answer.state == "before"
    assert event.book.record == ()
    assert drafted(event) == ["Ada-Eva", "Fay-Ben", "Cem-Gus", "Hal-Dov"]
    assert event.column("Standings", "Player") == EIGHT
    assert [(w.on, w.ends_by) for w in event.answer.waits] == [("start", (START,))]


def test_a_start_time_wakes() -> None:
    """A time typed as Start begins the event by itself."""
    event = swiss(*EIGHT, start=False)
    event.set("Start", BEGIN + timedelta(hours=3))
    event.run()
    assert event.answer.wake == BEGIN + timedelta(hours=3)
    event.at(BEGIN + timedelta(hours=3))
    answer_colour(event, "W")
    assert event.rounds() == {"R1": "round"}


def test_the_lot_of_round_one_gives_both_printed_tables() -> None:
    """14.2: number 1 has the drawn colour, the odd ones of the upper half the same, the even ones the other."""
    forty = [f"P{n:02}" for n in range(1, 41)]
    white = pairs(swiss(*forty, laws=False), "R1")
    assert white[:4] == ["P01-P21", "P22-P02", "P03-P23", "P24-P04"]
    assert white[-1] == "P40-P20"
    black = pairs(swiss(*forty, laws=False, lot="B"), "R1")
    assert black[:4] == ["P21-P01", "P02-P22", "P23-P03", "P04-P24"]
    assert black[-1] == "P20-P40"


def test_the_colour_lot_is_asked_once_between_two() -> None:
    """S48: it is drawn between the first of those paired and the first of the lower half; round 1 waits for it."""
    event = swiss(*EIGHT, start=False)
    event.set("Start", "now")
    event.run()
    lot = standing(event.book).lot("R1 colour")
    assert lot == Lot("R1 colour", "colour", ("Ada", "Eva"))
    assert [(w.on, w.what, w.ends_by) for w in event.answer.waits] == [
        ("lot", ("R1 colour",), (lot_typed("R1 colour"),))
    ]
    assert event.answer.drafts == ()


def test_equals_are_ordered_by_lot() -> None:
    """7, S41: rating, then title, then local rating, then a lot in which the first drawn is the highest."""
    facts = {
        "Ada": {"Rating": 2000},
        "Ben": {"Rating": 2000, "Title": "FM"},
        "Cem": {"Rating": 2000},
        "Dov": {"Rating": 2000, "Local rating": 1900},
        "Eva": {"Rating": None, "Estimate": 2100},
        "Fay": {"Rating": 2000},
    }
    event = swiss("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", people=facts)
    (wait,) = event.answer.waits
    assert wait.what == ("LIST-1",)
    answer_lot(event, "LIST-1", ("Fay", "Ada", "Cem"))
    answer_colour(event, "W")
    assert event.column("Starting list", "Player") == ["Eva", "Ben", "Dov", "Fay", "Ada", "Cem"]
    assert "by lot" in event.said("Ada")


def test_a_late_entrant_joins_the_lot_without_disturbing_the_others() -> None:
    """S48: the later lot only says where the newcomer stands."""
    same = {name: {"Rating": 2000} for name in EIGHT}
    event = swiss("Ada", "Ben", "Cem", "Dov", people=same)
    answer_lot(event, "LIST-1", ("Dov", "Ada", "Cem", "Ben"))
    answer_colour(event, "W")
    event.add("Eva", Rating=2000, From_round="R2")
    higher_wins(event)
    answer_lot(event, "LIST-2", ("Ben", "Eva", "Ada", "Cem", "Dov"))
    assert event.column("Starting list", "Player") == ["Dov", "Eva", "Ada", "Cem", "Ben"]


# --- late entries and the closing of the list -----------------------------------------------------------------------


def test_a_late_entrant_is_not_listed_before_and_renumbers_everybody() -> None:
    """17, S42: no points for missed rounds, a number by rating on arrival, numbers by round as they were."""
    event = swiss(*SEVEN, people={"Cem": {"From round": "R2"}})
    assert "Cem" not in event.column("Standings", "Player")
    assert pairs(event, "R1") == ["Ada-Eva", "Fay-Ben", "Dov-Gus"]
    higher_wins(event)
    row = event.row("Starting list", "Player", "Dov")
    assert (row["R1"], row["R2"]) == (3, 4)
    assert event.row("Starting list", "Player", "Cem")["R1"] is None
    assert event.row("Standings", "Player", "Cem")["Points"] == 0
    assert "R2-04" in [game for game, _, black in event.games("R2") if black == "(bye)"]
    entries = [r for r in event.book.record if isinstance(r.fact, Entry) and r.fact.at == "R2"]
    assert {r.why.code for r in entries} == {"entered-late", "renumbered"}


def test_a_late_entrant_may_have_the_bye() -> None:
    """S42: present like anyone; on no points and with the lowest number they are the first to get it."""
    event = swiss(*SEVEN[:6], people={"Fay": {"From round": "R2"}})
    assert pairs(event, "R1")[-1] == "Eva-(bye)"
    event.add("Gus", Rating=1000, From_round="R2")
    higher_wins(event)
    assert "Gus-(bye)" in pairs(event, "R2")


def test_the_list_closes_when_round_three_is_paired() -> None:
    """S42, S49: after that nobody enters and ratings do not renumber; another closing round in Settings admits."""
    event = swiss(*EIGHT)
    for _ in range(3):
        higher_wins(event)
    assert "R4" in event.rounds()
    event.add("Zoe", Rating=2600, From_round="R4")
    event.add("Hal", Rating=2700).run()
    assert "Zoe" not in event.column("Standings", "Player")
    assert {"list-closed", "rating-later"} <= set(event.troubles())
    higher_wins(event)
    assert event.column("Starting list", "Player") == EIGHT
    reopened = swiss(*EIGHT, hold=True)
    reopened.publish("R1")
    for round_ in ("R2", "R3", "R4"):
        higher_wins(reopened)
        reopened.publish(round_)
    reopened.add("Zoe", Rating=2600, From_round="R5").set("List closes", "R5")
    higher_wins(reopened)
    reopened.publish("R5")
    assert reopened.column("Starting list", "Player")[0] == "Zoe"


# --- byes, absences, leaving ----------------------------------------------------------------------------------------


def test_the_bye_is_a_point_without_opponent_or_colour() -> None:
    """8: the lowest numbered of the lowest score has it, once."""
    event = swiss(*SEVEN)
    assert pairs(event, "R1")[-1] == "Gus-(bye)"
    assert event.row("Standings", "Player", "Gus")["Points"] == 1
    assert event.row("Colours and floats", "Player", "Gus")["Colours"] is None
    for _ in range(4):
        higher_wins(event)
    byes = [white for r in event.rounds() for _, white, black in event.games(r) if black == "(bye)"]
    assert len(byes) == len(set(byes)) == 5


def test_absent_for_a_round() -> None:
    """17: the director's word leaves a player out; no points, no bye, a row of the round says so."""
    event = swiss(*EIGHT)
    event.decide("Absent", "Cem", "R2 ; R3")
    higher_wins(event)
    assert ("R2-05", "Cem", "(absent)") in event.games("R2")
    assert event.row("This round", "Player", "Cem")["State"] == "absent"
    assert event.row("Standings", "Player", "Cem")["Points"] == 1
    higher_wins(event)
    higher_wins(event)
    assert any("Cem" in pair for pair in pairs(event, "R4") if "(absent)" not in pair)


def test_an_absence_without_a_round_is_said() -> None:
    """A line that names no round is told and changes nothing."""
    event = swiss(*EIGHT)
    event.decide("Absent", "Cem", "soon")
    event.run()
    assert "absent-no-round" in event.troubles()


def test_paused_and_withdrawn() -> None:
    """Paused players keep their place and get an (absent) row; withdrawn ones are out, with what they have."""
    event = swiss(*EIGHT)
    event.add("Ada", Status="Withdrawn").add("Ben", Status="Paused")
    higher_wins(event)
    round_two = pairs(event, "R2")
    assert "Ben-(absent)" in round_two
    assert not any("Ada" in pair for pair in round_two)
    assert event.row("Standings", "Player", "Ada")["Points"] == 1
    event.add("Ben", Status="Active")
    higher_wins(event)
    assert any("Ben" in pair for pair in pairs(event, "R3"))


def test_a_pause_ends_by_itself() -> None:
    """Until: the engine wakes then."""
    event = swiss(*EIGHT, hold=True)
    event.publish("R1")
    end = event.now + timedelta(days=2)
    event.add("Ben", Status="Paused", Until=end)
    higher_wins(event)
    assert "Ben-(absent)" in drafted(event)
    assert event.answer.wake == end
    event.at(end)
    assert "Ben-(absent)" not in drafted(event)


def test_no_show_counts_as_withdrawn_until_excused() -> None:
    """Scope, S43: who did not appear is not paired until the director accepts the reason."""
    event = swiss(*EIGHT, hold=True)
    event.publish("R1")
    play(event, "Ada+Eva", "Ben>Fay", "Cem>Gus", "Dov>Hal")
    assert not any("Eva" in pair for pair in drafted(event))
    assert "no-show" in event.troubles()
    event.decide("Excuse", "Eva", "R1")
    event.run()
    assert any("Eva" in pair for pair in drafted(event))
    assert "no-show" not in event.troubles()


def test_no_shows_may_stay_by_setting() -> None:
    """With No-shows = stay nobody is left out for a default."""
    event = swiss(*EIGHT, **STAY)
    play(event, "Ada+Eva", "Ben>Fay", "Cem>Gus", "Dov>Hal")
    assert any("Eva" in pair for pair in pairs(event, "R2"))


def test_a_default_gives_no_colour_and_no_meeting() -> None:
    """S3, S4, S10: a point for the winner, neither colour nor meeting for anybody; both defaulting get nothing."""
    event = swiss(*EIGHT, **STAY)
    play(event, "Ada+Eva", "Ben>Fay", "Cem>Gus")
    event.typed("R1-04", "0-0F")
    event.run()
    assert event.row("Standings", "Player", "Ada")["Played"] == 0
    assert event.row("Colours and floats", "Player", "Ada")["Colours"] is None
    assert [event.row("Standings", "Player", p)["Points"] for p in ("Ada", "Eva", "Dov", "Hal")] == [1, 0, 0, 0]
    assert event.said("Ada>Eva").startswith("Ada and Eva have not met.")


# --- the director's words -------------------------------------------------------------------------------------------


def test_typed_pairs_byes_and_pairs_kept_apart_shape_the_draft() -> None:
    """S46: facts of the director; the others are paired around them, and the report names each."""
    event = swiss(*SEVEN, hold=True)
    event.decide("Pair", "R1", "Gus ; Ada").decide("Bye", "R1", "Ben").decide("Keep apart", "", "Cem ; Eva")
    event.run()
    assert drafted(event)[0] == "Gus-Ada"
    assert drafted(event)[-1] == "Ben-(bye)"
    assert not any({"Cem", "Eva"} == set(pair.split("-")) for pair in drafted(event))
    event.publish("R1")
    assert sum("placed by the director" in _said(r) for r in event.table("Report")) == 2


def test_words_that_cannot_be_followed_are_told() -> None:
    """Unknown names, one name for two, a bye in an even field, a player named twice, a line too late."""
    event = swiss(*EIGHT, hold=True)
    event.decide("Pair", "R1", "Ada").decide("Bye", "R1", "Ben").decide("Pair", "R1", "Cem ; Dov")
    event.decide("Pair", "R1", "Dov ; Eva").decide("Bye", "R1", "Fay ; Gus").decide("Keep apart", "R1", "Ada")
    event.run()
    assert {"decision-two-names", "bye-even", "decision-twice", "decision-one-name"} <= set(event.troubles())
    event.publish("R1")
    event.now += timedelta(hours=1)
    event.decide("Pair", "R1", "Ada ; Ben")
    event.add("Hal", Status="Withdrawn").decide("Pair", "R2", "Ada ; Hal")
    higher_wins(event)
    assert {"decision-too-late", "decision-not-paired"} <= set(event.troubles())


def test_a_directors_second_meeting_is_said_and_stands() -> None:
    """S46: a typed pair is not held against the rules, but the draft says what they would have said."""
    event = swiss(*EIGHT, hold=True)
    event.publish("R1")
    event.decide("Pair", "R2", "Ada ; Eva")
    higher_wins(event)
    assert "Ada-Eva" in drafted(event)
    assert [check.code for check in event.draft().checks] == ["pair-met"]
    event.decide("Pair", "R3", "Ada ; Ben")
    event.publish("R2")
    higher_wins(event)
    assert "pair-colours" in [check.code for check in event.draft().checks]


def test_a_round_that_cannot_be_paired_waits_for_the_director() -> None:
    """S2: which rule blocks whom, what could be relaxed, and the words that end the wait."""
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=4)
    for _ in range(3):
        higher_wins(event)
    assert event.answer.drafts == ()
    assert "no-pairing" in event.troubles()
    assert "many-rounds" in event.troubles()
    (wait,) = event.answer.waits
    assert wait.on == "director"
    assert "in Decisions add Pair, About R4, Value two names" in ways(wait.ends_by)
    trouble = next(t for t in event.answer.troubles if t.code == "no-pairing")
    assert "can meet nobody. [2] Met already:" in str(trouble.data["why"])
    assert "sets aside the rule that no two meet twice" in str(trouble.data["why"])
    event.decide("Pair", "R4", "Ada ; Ben").decide("Pair", "R4", "Dov ; Cem")
    event.run()
    assert pairs(event, "R4") == ["Ada-Ben", "Dov-Cem"]


def test_the_director_ends_the_event() -> None:
    """S51: Finish, About the last round."""
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=4)
    for _ in range(3):
        higher_wins(event)
    event.decide("Finish", "R3")
    event.run()
    assert event.answer.state == "finished"
    assert render(event.answer.headline[0], WORDS).startswith("Finished. First: Ada")
    event.decide("Finish", "now")
    event.run()
    assert "finish-unknown" in event.troubles()


def test_a_round_is_taken_back_with_its_entries() -> None:
    """S50: only the latest, only without results; entries made with it fall, boards get new numbers."""
    event = swiss(*SEVEN, hold=True)
    event.publish("R1")
    event.decide("Withdraw round", "R1")
    event.run()
    assert event.rounds() == {}
    assert standing(event.book).withdrawn == {"R1"}
    event.drop("Gus").run()
    assert event.drafted()[0][0] == "R1-05"
    assert "Gus" not in " ".join(drafted(event))
    event.publish("R1")
    assert event.rounds() == {"R1": "round"}
    event.now += timedelta(hours=1)
    event.decide("Withdraw round", "R2")
    event.typed("R1-05", "1-0")
    event.run()
    event.now += timedelta(hours=1)
    event.undecide("Withdraw round").decide("Withdraw round", "R1")
    event.run()
    assert "withdraw-has-results" in event.troubles()


# --- results after the fact ------------------------------------------------------------------------------------------


def test_a_corrected_result_is_said_and_counts_from_the_next_round() -> None:
    """What was published stays; scores follow the correction."""
    event = swiss(*EIGHT)
    higher_wins(event)
    before = pairs(event, "R2")
    event.typed("R1-01", "0-1")
    event.run()
    assert pairs(event, "R2") == before
    assert "correction" in event.troubles()
    assert event.row("Standings", "Player", "Eva")["Points"] == 1
    event.later(hours=1)
    higher_wins(event)
    assert "correction" not in event.troubles()


def test_a_changed_pairing_is_said_and_reported() -> None:
    """Scope, S43: published pairings are changed only for a second meeting; the change counts and is named."""
    event = swiss(*EIGHT)
    event.decide("Pair", "R1-01", "Ada ; Fay").decide("Pair", "R1-02", "Eva ; Ben")
    event.run()
    assert "published-changed" in event.troubles()
    assert event.row("This round", "Player", "Ada")["Opponent"] == "Fay"
    for game in ("R1-01", "R1-02", "R1-03", "R1-04"):
        event.typed(game, "1-0")
    event.run()
    assert event.said("Ada>Fay").startswith("Ada and Fay have met.")
    assert any("published and is now" in _said(r) for r in event.table("Report"))


def test_standing_twice_holds_the_next_round() -> None:
    """A player typed into two games: the first counts, and nothing is drafted until the names are right."""
    event = swiss(*EIGHT)
    event.decide("Pair", "R1-02", "Fay ; Ada")
    event.run()
    for game in ("R1-01", "R1-02", "R1-03", "R1-04"):
        event.typed(game, "1-0")
    event.run()
    assert "stands-twice" in event.troubles()
    assert event.answer.drafts == ()
    assert event.answer.waits[0].on == "director"
    event.undecide("Pair")
    event.run()
    assert "R2" in event.rounds()


def test_a_void_game_is_as_if_never_paired() -> None:
    """Neither gets points, colour or meeting."""
    event = swiss(*EIGHT)
    event.typed("R1-01", "Void")
    play(event, "Ben>Fay", "Cem>Gus", "Dov>Hal")
    assert "R2" in event.rounds()
    assert event.row("Standings", "Player", "Ada")["Points"] == 0
    assert event.row("Cross-table", "Player", "Ada")["R1"] == "absent"


def test_held_reports_wait_for_the_director_or_for_the_time_he_has() -> None:
    """With days set, a single clear report counts when they are over; contradicting ones go on waiting."""
    event = swiss(*EIGHT, If_the_TD_does_not_answer="2")
    event.reported("R1-01", "1-0", state="held")
    event.run()
    assert "game-held" in event.troubles()
    assert event.answer.wake == event.now + timedelta(days=2)
    event.reported("R1-02", "1-0", state="held").reported("R1-02", "0-1", state="held")
    event.later(days=3)
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"
    assert event.row("Pairings", "Game", "R1-02")["Outcome"] == ""


def test_deadlines_are_said_not_enforced() -> None:
    """Days per round: a game past its deadline is told to the director; nobody loses by the clock."""
    event = swiss(*EIGHT, Days_per_round=7)
    due = BEGIN + timedelta(days=7)
    assert event.row("Pairings", "Game", "R1-01")["Due"] == due
    event.at(due)
    assert event.troubles().count("overdue") == 4
    event.decide("Deadline", "R1", end=due + timedelta(days=1))
    event.run()
    assert "overdue" not in event.troubles()
    assert event.row("Pairings", "Game", "R1-01")["Due"].tzinfo is ZONE  # type: ignore[union-attr]


def test_leavers_with_an_open_game_are_said() -> None:
    """The director gives the point."""
    event = swiss(*EIGHT)
    event.add("Eva", Status="Withdrawn")
    event.run()
    trouble = next(t for t in event.answer.troubles if t.code == "leaver-open")
    assert (trouble.about, trouble.data["word"]) == ("R1-01", "1-0F")


def test_nothing_is_said_of_a_game_that_has_its_result() -> None:
    """Neither that it is past its deadline, nor that one of its players has left: only open games want a word."""
    event = swiss(*EIGHT, Days_per_round=7)
    play(event, "Ada>Eva")
    event.add("Eva", Status="Withdrawn")
    event.at(BEGIN + timedelta(days=8))
    late = [t.about for t in event.answer.troubles if t.code == "overdue"]
    assert late == ["R1-02", "R1-03", "R1-04"]
    assert "leaver-open" not in event.troubles()


def test_a_deleted_row_counts_as_paused() -> None:
    """Deleting a row removes nobody."""
    event = swiss(*EIGHT)
    event.drop("Hal")
    higher_wins(event)
    assert "player-row-missing" in event.troubles()
    assert "Hal-(absent)" in pairs(event, "R2")


def test_who_leaves_is_noted_and_who_comes_back_too() -> None:
    """S57: once, with the entry in the tab; a leaver whose line is deleted stays out."""
    event = swiss(*EIGHT)
    event.add("Hal", Status="Withdrawn").run()
    event.run()
    noted = [r for r in event.book.record if isinstance(r.fact, Noticed)]
    assert [(r.fact.about, r.fact.value) for r in noted if isinstance(r.fact, Noticed)] == [("Hal", "Withdrawn")]
    assert render(noted[0].why, WORDS) == "Status Withdrawn of Hal was seen. [scope/S57]"
    event.drop("Hal")
    higher_wins(event)
    assert not any("Hal" in pair for pair in pairs(event, "R2"))
    assert "player-row-missing" not in event.troubles()
    event.add("Hal", Status="Active")
    higher_wins(event)
    assert standing(event.book).notice("Hal", "status") is None
    assert any("Hal" in pair for pair in pairs(event, "R3"))


def test_fewer_than_two_players() -> None:
    """Nothing to pair: the event waits and says for what."""
    event = swiss("Ada")
    assert event.answer.drafts == ()
    assert "too-few-paired" in event.troubles()
    assert event.answer.waits[0].on == "director"


def test_the_end() -> None:
    """After the declared rounds the event is finished; a shared first place is said."""
    event = swiss("Ada", "Ben", rounds=1)
    play(event, "Ada=Ben")
    assert event.answer.state == "finished"
    assert event.column("Standings", "Place") == [1, 1]
    said = render(event.answer.headline[0], WORDS)
    assert said == "Finished. First place is shared by Ada, Ben."
    assert event.answer.drafts == ()


def test_no_half_byes() -> None:
    """S10, S55: a row turned into a half bye is an absence; the player who was left over gets nothing either."""
    event = swiss(*EIGHT)
    event.decide("Pair", "R1-01", "Ada ; (half bye)")
    event.run()
    play(event, "Ben>Fay", "Cem>Gus", "Dov>Hal")
    assert event.row("Standings", "Player", "Ada")["Points"] == 0
    assert "bye-changed" in event.troubles()
    assert event.row("This round", "Player", "Eva")["State"] != ""


def test_somebody_unlisted_in_a_game() -> None:
    """S56: put into a published game by the director, they count with what they play and are listed with the next round."""
    event = swiss(*EIGHT)
    event.add("Zoe", Rating=1000, From_round="R3").decide("Pair", "R1-04", "Hal ; Zoe")
    event.run()
    assert event.column("Standings", "Player")[-1] == "Zoe"
    for game in ("R1-01", "R1-02", "R1-03", "R1-04"):
        event.typed(game, "1-0")
    event.run()
    assert event.row("Standings", "Player", "Hal")["Points"] == 1
    assert event.row("Starting list", "Player", "Zoe")["R2"] == 9


def test_a_default_against_an_unrated_player_changes_no_tie_break() -> None:
    """S53: only games played are looked at."""
    event = swiss(*EIGHT, people={"Hal": {"Rating": None, "Estimate": 2300}}, **STAY)
    play(event, "Ada>Eva", "Ben>Fay", "Cem>Gus", "Dov+Hal")
    assert event.table("Standings")[0].why.rule == "16.a/S44"  # type: ignore[union-attr]


def test_words_of_the_system_library_come_from_a_report() -> None:
    """S54: the report the library is asked with holds no names."""
    from rules.swiss.season import replay
    from rules.swiss.trf import report_for_pairing

    event = swiss(*EIGHT)
    season = replay(event.book, event.now)
    text = report_for_pairing(season.cards(season.numbers), [1, 2, 3, 4], 2, 5, "B", ((1, 2),))
    assert "Ada" not in text
    assert "XXZ 5 6 7 8" in text
    assert "XXC black1" in text
