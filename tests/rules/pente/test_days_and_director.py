"""Days of the rounds, reminders at their moments, and the director's words."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from rules.parts.record import standing
from tests.rules.pente.book import FIRST_DAY, pairs, results, section_a, section_b
from tests.rules.runner import ZONE, Event

BYE = "(bye)"


def day(text: str, hour: int = 0, minute: int = 0) -> datetime:
    """A moment in the zone of the event."""
    return datetime.fromisoformat(text).replace(hour=hour, minute=minute, tzinfo=ZONE)


def round_days(event: Event, id_: str) -> tuple[datetime | None, datetime | None]:
    """Start and deadline as announced."""
    fact = standing(event.book).round(id_)
    return fact.starts, fact.due


def test_first_round_and_the_next() -> None:
    """Info 4, P37: Thursday to Monday eleven days on; the next starts two weeks after, whenever results come in."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    assert round_days(event, "A-R1") == (day("2025-11-06"), day("2025-11-17", 23, 59))
    results(event, "A-R1", "2-0")
    assert round_days(event, "A-R2")[0] == day("2025-11-20")


def test_thanksgiving_week_adds_a_week_once() -> None:
    """P39: 20 November to 1 December touches the week of the 27th."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    results(event, "A-R1", "2-0")
    assert round_days(event, "A-R2") == (day("2025-11-20"), day("2025-12-08", 23, 59))
    assert "holiday week" in event.said("A-R2")
    results(event, "A-R2", "2-0")
    assert round_days(event, "A-R3")[0] == day("2025-12-11")


def test_without_a_typed_start_the_next_thursday_or_friday() -> None:
    """P56: and a first start that has passed before the publication goes to the next one too."""
    event = section_a(4)
    event.run()
    assert round_days(event, "A-R1")[0] == day("2025-11-06")
    late = section_a(4).set("First start", day("2025-10-30"))
    late.run()
    assert round_days(late, "A-R1")[0] == day("2025-11-06")


def test_another_weekday_is_taken_with_a_warning() -> None:
    """P37: Saturday plays nine days; the warning stands beside the draft."""
    event = section_a(4).set("First start", day("2025-11-08"))
    event.hold = True
    event.run()
    assert [c.code for c in event.draft().checks] == ["odd-weekday"]
    event.publish("A-R1")
    assert round_days(event, "A-R1")[1] == day("2025-11-17", 23, 59)


def test_a_late_round_waits_for_the_next_thursday_or_friday() -> None:
    """P56: never in the past."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.at(day("2025-11-22", 12))
    results(event, "A-R1", "2-0")
    assert round_days(event, "A-R2")[0] == day("2025-11-27")


def test_outages_and_weeks_typed_while_the_round_runs() -> None:
    """Info 7, P40-P41: the shown deadline follows, the announced one stays on record; the start moves by whole weeks."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.decide("Outage", start=day("2025-11-09", 0), end=day("2025-11-09", 8)).run()  # 18:00-02:00 Eastern
    assert event.row("Pairings", "Game", "A-R1-01")["Due"] == day("2025-11-18", 23, 59)
    event.decide("Extra weeks", "A-R1", "1").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Due"] == day("2025-11-25", 23, 59)
    assert round_days(event, "A-R1")[1] == day("2025-11-17", 23, 59)
    results(event, "A-R1", "2-0")
    assert round_days(event, "A-R2")[0] == day("2025-11-27")


def test_a_half_typed_outage_is_named() -> None:
    """An outage needs both ends."""
    event = section_a(4)
    event.decide("Outage", start=day("2025-11-09")).run()
    assert "outage-ends" in event.troubles()


def test_typed_start_and_deadline() -> None:
    """P48: a typed deadline counts for the whole round and moves the next start by whole weeks until after it."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.decide("Deadline", "A-R1", end=day("2025-11-21", 20)).run()
    assert event.row("Pairings", "Game", "A-R1-01")["Due"] == day("2025-11-21", 20)
    event.decide("Deadline", "A-R1-02", end=day("2025-11-23", 20)).run()
    assert event.row("Pairings", "Game", "A-R1-02")["Due"] == day("2025-11-23", 20)
    event.decide("Start", "A-R3", start=day("2025-12-19"))
    results(event, "A-R1", "2-0")
    assert round_days(event, "A-R2")[0] == day("2025-11-27")
    results(event, "A-R2", "2-0")
    assert round_days(event, "A-R3")[0] == day("2025-12-19")


def test_reminders_come_at_their_moments() -> None:
    """P38: last three and two days, the end of the period; each moment is a wake."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    assert event.answer.wake == day("2025-11-06")
    event.at(day("2025-11-14", 12))
    assert not {"last-three-days", "last-two-days", "period-over"} & set(event.troubles())
    assert event.answer.wake == day("2025-11-15")
    event.at(day("2025-11-15"))
    assert "last-three-days" in event.troubles()
    event.at(day("2025-11-16"))
    assert "last-two-days" in event.troubles()
    assert str(event.row("This round", "Player", "Ann")["Remark"]).endswith("last two days")
    event.at(day("2025-11-18"))
    assert "period-over" in event.troubles()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == ""  # nothing is forfeited by the clock (P19)


def test_tied_sets_in_the_last_two_days_are_shown_to_the_director() -> None:
    """Pairing rules 2-3, P42: outcomes of adjournments are typed; the reminder comes with the last two days."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.typed("A-R1-01", "2-2").run()
    assert "adjourned-late" not in event.troubles()
    event.at(day("2025-11-16", 1))
    assert "adjourned-late" in event.troubles()
    event.typed("A-R1-01", "0-0F").run()
    assert event.row("Pairings", "Game", "A-R1-01")["Outcome"] == "0-0F"


def test_ties_are_claimed_in_the_last_three_days() -> None:
    """A-match 4: before them the players go on; in them the director may declare the tie."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.typed("A-R1-01", "6-6")
    event.at(day("2025-11-12"))
    assert "tie-play-on" in event.troubles()
    event.at(day("2025-11-15", 1))
    assert "tie-claim" in event.troubles()


def test_assigned_times() -> None:
    """Pairing rule 1: two times and then one; once the last has passed the director decides."""
    event = section_a(4).set("First start", FIRST_DAY)
    event.run()
    event.decide("Assigned time", "A-R1-01", start=day("2025-11-09", 20))
    event.decide("Assigned time", "A-R1-01", start=day("2025-11-10", 18)).run()
    remark = str(event.row("Pairings", "Game", "A-R1-01")["Remark"])
    assert "assigned time: Sun 9 Nov 20:00 or Mon 10 Nov 18:00" in remark
    event.at(day("2025-11-10", 19))
    assert "assigned-passed" in event.troubles()
    event.typed("A-R1-01", "0-1F").run()
    assert "assigned-passed" not in event.troubles()


def test_pairs_and_byes_typed_before_publication() -> None:
    """P47: the rest is paired by the rules; a line that cannot be followed holds the round."""
    event = section_a(5)
    event.decide("Pair", "A-R1", "Ann ; Bob").run()
    assert pairs(event, "A-R1") == [("Ann", "Bob"), ("Dov", "Eva"), ("Cem", BYE)]
    event = section_a(4)
    event.decide("Pair", "A-R1", "Ann ; Nobody").run()
    assert "decision-not-there" in [c.code for c in event.draft().checks]
    assert not event.rounds()
    event.undecide("Pair").decide("Bye", "A-R1", "Dov").run()
    assert ("Dov", BYE) in pairs(event, "A-R1")


def test_names_changed_after_publication_are_a_ruling() -> None:
    """P14: the pairing replaced before play is none; somebody standing twice freezes the matches."""
    event = section_a(4)
    event.run()
    event.decide("Pair", "A-R1-01", "Ann ; Cem").run()
    assert "stands-twice" in event.troubles()
    event.decide("Pair", "A-R1-02", "Bob ; Dov").run()
    assert "stands-twice" not in event.troubles()
    results(event, "A-R1", {})
    event.typed("A-R1-01", "").typed("A-R1-02", "")
    for game, players in (("A-R1-01", ("Ann", "Cem")), ("A-R1-02", ("Bob", "Dov"))):
        _result(event, game, players)
    event.run()
    assert pairs(event, "A-R2") == [("Ann", "Bob"), ("Cem", "Dov")]


def _result(event: Event, game: str, players: tuple[str, str]) -> None:
    """A typed 2-0 for the players who stand there now."""
    from dataclasses import replace

    event.typed(game, "2-0")
    claim = replace(event.book.claims[-1], players=players)
    event.book = replace(event.book, claims=(*event.book.claims[:-1], claim))


def test_a_round_taken_back_is_made_again_on_new_numbers() -> None:
    """P53: only a section's last, without results; numbers are never used again; a word counts once."""
    event = section_a(4)
    event.run()
    event.now += timedelta(hours=1)
    event.decide("Withdraw round", "A-R1").run()
    assert [id_ for id_, _, _ in event.games("A-R1")] == ["A-R1-03", "A-R1-04"]
    results(event, "A-R1", {"03": "2-0"})
    event.now += timedelta(hours=1)
    event.decide("Withdraw round", "A-R1").run()
    assert "withdraw-has-results" in event.troubles()


def test_the_first_round_taken_back_opens_the_entry_list() -> None:
    """P5: closed with round 1, so open again without it."""
    event = section_a(3)
    event.run()
    event.add("Late", Rating=1700, Rated_games=50)
    event.now += timedelta(hours=1)
    event.decide("Withdraw round", "A-R1").run()
    assert len(pairs(event, "A-R1")) == 2
    assert "late-entry" not in event.troubles()


@pytest.mark.parametrize(("section", "make"), [("A", section_a), ("B", section_b)])
def test_before_the_start_nothing_goes_out(section: str, make) -> None:  # type: ignore[no-untyped-def]
    """Settings Start is blank: a draft or a wait is shown, nothing is recorded."""
    event = make(4).set("Start", "")
    event.run()
    assert event.answer.state == "before"
    assert not event.book.record
    assert any(w.on == "start" for w in event.answer.waits)
    event.set("Start", day("2025-11-03"))
    event.run()
    assert event.answer.wake is not None
    event.at(day("2025-11-03", 1))
    assert list(event.rounds()) == [f"{section}-R1"]


def test_paused_players_are_paired_and_named() -> None:
    """P50: there are no pauses; before the start Paused is not entered."""
    event = section_a(5).add("Eva", Status="Paused")
    event.run()
    assert {"paused-not-entered"} <= set(event.troubles()) | {"late-entry"}
    assert all("Eva" not in pair for pair in pairs(event, "A-R1"))
    event.add("Ann", Status="Paused").run()
    assert "paused" in event.troubles()
