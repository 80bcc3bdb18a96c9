"""Notices: once each, whatever happens to workers and webhooks; reminders only where nobody reported."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sync.backends.memory import MemoryBackend
from sync.decide import Decided
from sync.running.once import Notes
from sync.running.outbox import send
from sync.settings import Operator
from sync.telling.channels import BREAK
from tests.sync.desk import Desk, desk

WHO = Operator(notices=("json://secret.example/hook",), digest=("json://digest.example/hook",))


class Letterbox:
    """Keeps what was posted; can be broken."""

    def __init__(self) -> None:
        self.posted: list[tuple[tuple[str, ...], str]] = []
        self.broken: Exception | bool = False

    def __call__(self, address: str, title: str, text: str) -> bool:
        """Deliver."""
        assert title
        if isinstance(self.broken, Exception):
            raise self.broken
        if not self.broken:
            self.posted.append(((address,), text.replace(BREAK, "")))
        return not self.broken

    def deliver(self, decided: Decided) -> Notes:
        """The sender a pass is given."""
        return send((*decided.box.again, *decided.box.due), WHO, "Event", self)


def posted() -> tuple[Desk, Letterbox]:
    """A started ladder whose notices are delivered."""
    d, box = desk(Rounds=2, Tournament="Autumn"), Letterbox()
    d.send = box.deliver
    d.start()
    return d, box


def test_a_round_is_told_once_with_everything_in_it() -> None:
    """Who plays whom, who has White, who invites, until when, in the event's zone and in UTC."""
    d, box = posted()
    (text,) = [t for _, t in box.posted if "R1 (round)" in t]
    for part in ("Autumn", "Cem (White) – Ben (Black)", "Cem invites", "Ada (bye)", "CET", "17:00 UTC"):
        assert part in text
    d.settle()
    assert len(box.posted) == 1
    assert "sent" in str(d.shown("Notices"))


def test_reminders_only_where_nobody_reported() -> None:
    """48 and 12 hours before, once each, in whatever rhythm the worker comes."""
    d, box = posted()
    d.report("R1-01", "White won", "Cem").settle()
    for _ in range(7 * 24):
        d.later(hours=1).sync()
    reminders = [t for _, t in box.posted if "no report yet" in t]
    assert len(reminders) == 2
    assert all("R1-02" in t for t in reminders)
    assert sum("is Null" in t for a, t in box.posted if a == WHO.notices) == 1


def test_every_notice_once_over_restarts_and_two_workers() -> None:
    """A season with two workers taking turns, restarted at will."""
    d, box = posted()
    dice = random.Random(1)
    for _ in range(70):
        worker = MemoryBackend(d.book)
        still = d.open_games()
        if still and dice.random() < 0.25:
            d.report(dice.choice(still), dice.choice(("White won", "draw")))
        d.later(hours=dice.choice((1, 9, 30))).sync(worker)
    texts = Counter(t for a, t in box.posted if a == WHO.notices)
    assert max(texts.values()) == 1
    assert any("the event is over" in t for t in texts)
    keys = [row[3] for row in d.shown("Journal") if row[2] == "notice"]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("broken", [True, RuntimeError("no route to secret.example")])
def test_a_broken_webhook_never_stops_a_pass_and_leaks_nothing(broken: Exception | bool) -> None:
    """The pass goes on, the notice is marked as not delivered, the address appears nowhere."""
    d, box = posted()
    box.broken = broken
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]
    assert "not delivered" in str(d.shown("Notices"))
    everything = str([d.shown(t) for t in d.person.titles()])
    assert "secret.example" not in everything


def test_without_addresses_texts_are_there_to_paste() -> None:
    """Nothing is sent, everything is in Notices, the newest first; no digest is written day by day."""
    d = desk(started=True)
    d.later(days=3).settle()
    d.result("R1-01", "oops").later(days=1).settle()
    rows = d.table("Notices", "About", "State")
    assert ("round", "ready to paste") in rows
    assert not any(kind == "digest" for kind, _ in rows)


def test_the_digest_comes_once_a_day_and_only_if_something_needs_the_director() -> None:
    """To the director's own address."""
    d, box = posted()
    for _ in range(48):
        d.later(hours=1).sync()
    assert not [t for a, t in box.posted if a == WHO.digest]
    d.result("R1-01", "oops")
    for _ in range(48):
        d.later(hours=1).sync()
    digests = [t for a, t in box.posted if a == WHO.digest]
    assert len(digests) == 3, "on the evening of the mistake and on the two mornings after"
    assert "oops" in digests[0]


def test_the_directors_own_wording() -> None:
    """A line in Settings replaces ours; a wording that cannot be used is told of and ours is used."""
    d = desk(Tournament="Autumn")
    row = d.person.row_of("Settings", "Setting", "Notice: round")
    d.person.type("Settings", "Value", row, "Hey! {round}: {games}")
    d.start()
    assert "Hey! R1 (round):\nR1-01" in str(d.table("Notices", "Text to paste")[0][0])
    d.person.type("Settings", "Value", row, "Hey {nobody}")
    d.results("R1").settle()
    assert "Autumn: R2 (round) is out." in str(d.shown("Notices"))


def test_a_null_put_off_and_null_again_is_told_again() -> None:
    """A new deadline makes it another event."""
    d = desk(started=True, Publish="R1")
    d.later(days=8).settle()
    d.type("Games", "R1-01", "Deadline", "2026-11-20 18:00").settle()
    assert d.outcome("R1-01") == ""
    d.later(days=30).settle()
    texts = [t for k, t in d.table("Notices", "About", "Text to paste") if k == "null" and "R1-01" in t]
    assert len(texts) == 2


def test_a_leaver_and_the_champion() -> None:
    """Each has a notice of their own."""
    d = desk(started=True)
    d.status("Dov", "Withdrawn").settle()
    assert "Dov has left (withdrawn)." in str(d.shown("Notices"))
    for name in ("Ben", "Cem", "Eva"):
        d.status(name, "Withdrawn")
    d.settle()
    assert sum(kind == "champion" for kind, _ in d.table("Notices", "About", "State")) == 1


def test_a_leaver_affects_open_games_alone() -> None:
    """A game that was Null by its deadline before is not told of again."""
    d = desk(started=True)
    first = next(g.id for g in d.games() if "Dov" in (g.white, g.black))
    d.later(days=8).settle()
    assert d.outcome(first) == "Null"
    second = next(g.id for g in d.games() if "Dov" in (g.white, g.black) and g.id.startswith("R2-"))
    d.status("Dov", "Withdrawn").settle()
    (text,) = [t for k, t in d.table("Notices", "About", "Text to paste") if k == "leaver"]
    assert f"{second} is affected." in text
    assert first not in text


def test_the_pass_that_marks_sends_what_it_finds_due() -> None:
    """A reminder that falls due between the write and the mark is not lost."""
    d, box = posted()
    d.later(days=4, hours=23, minutes=59).settle()
    seconds = iter(range(0, 600, 61))
    start = d.now

    def deliver(decided: Decided) -> Notes:
        d.now = start.replace(second=0) + (d.now - start)
        d.later(seconds=next(seconds) + 61)
        return box.deliver(decided)

    d.send = deliver
    d.status("Ada", "Withdrawn").sync()
    d.settle()
    assert sum("no report yet" in t for _, t in box.posted) == 2


def states(d: Desk) -> dict[str, list[str]]:
    """State of every text in Notices, the newest first, by its kind."""
    found: dict[str, list[str]] = {}
    for kind, state in d.table("Notices", "About", "State"):
        found.setdefault(kind, []).append(state)
    return found


def test_a_round_taken_back_is_told_and_its_notice_is_no_longer_true() -> None:
    """The old text stays and says that it is not true any more; out again, the round is told anew."""
    d = desk(started=True, Tournament="Autumn", Publish="R1")
    d.results("R1").settle()
    d.set("Publish", "R2").settle()
    assert states(d)["round"] == ["ready to paste", "ready to paste"]
    d.later(minutes=5).set("Publish", "R1").decide("Withdraw round", "R2").settle()
    assert states(d)["round"] == ["no longer true", "ready to paste"]
    assert states(d)["withdrawn"] == ["ready to paste"]
    assert "Autumn: R2 was taken back." in str(d.shown("Notices"))
    d.later(minutes=5).set("Publish", "R2").settle()
    assert states(d)["round"] == ["ready to paste", "no longer true", "ready to paste"]
    assert states(d)["withdrawn"] == ["no longer true"]
    rows = d.shown("Journal")
    assert sum("R2" in str(row) and row[2] == "notice" for row in rows) >= 3, "nothing was deleted"


def test_a_leaver_who_comes_back_is_told_and_the_old_text_is_no_longer_true() -> None:
    """Status put back before or after a round: both texts are there, one of them true."""
    d = desk(started=True)
    d.status("Dov", "Withdrawn").settle()
    assert states(d)["leaver"] == ["ready to paste"]
    d.later(minutes=5).status("Dov", "Active").settle()
    assert states(d)["leaver"] == ["no longer true"]
    assert states(d)["back"] == ["ready to paste"]
    assert "Dov is back in the event." in str(d.shown("Notices"))
    d.later(minutes=5).status("Dov", "Withdrawn").settle()
    assert states(d)["leaver"] == ["ready to paste", "no longer true"]
    assert states(d)["back"] == ["no longer true"]


def test_a_reminder_and_a_null_that_came_to_nothing_say_so() -> None:
    """A result makes the reminder pointless; a new deadline makes the Null untrue."""
    d = desk(started=True, Publish="R1")
    d.later(days=5, hours=1).settle()
    assert set(states(d)["reminder"]) == {"ready to paste"}
    d.results("R1").settle()
    assert set(states(d)["reminder"]) == {"no longer true"}
    other = desk(started=True, Publish="R1")
    other.later(days=8).settle()
    assert set(states(other)["null"]) == {"ready to paste"}
    other.type("Games", "R1-01", "Deadline", "2026-11-20 18:00").settle()
    assert sorted(states(other)["null"]) == ["no longer true", "ready to paste"]


def test_what_was_sent_and_is_no_longer_true_says_both() -> None:
    """Delivered texts cannot be taken back, but the director sees which to correct."""
    d, _ = posted()
    d.status("Dov", "Withdrawn").settle()
    d.later(minutes=5).status("Dov", "Active").settle()
    assert states(d)["leaver"] == ["sent; no longer true"]


def test_a_leaver_of_the_championship_is_told_too() -> None:
    """There the round in which somebody left is noted, not the status."""
    d = desk(tuple((f"P{n}", 1700 - n) for n in range(1, 7)), format="pente")
    d.start()
    d.status("P3", "Withdrawn").settle()
    assert "P3 has left (withdrawn)." in str(d.shown("Notices"))
    d.later(minutes=5).status("P3", "Active").settle()
    assert states(d)["leaver"] == ["no longer true"]
    assert "P3 is back in the event." in str(d.shown("Notices"))


def test_a_leaver_of_a_swiss_is_told_too() -> None:
    """Seen once; the games that are open are named, and a return is told."""
    d = desk(started=True, format="swiss", Lots="drawn")
    game, player, _ = d.table("Pairings", "Game", "White", "Black")[0]
    d.status(player, "Withdrawn").settle()
    assert f"{player} has left (withdrawn). {game} is affected." in str(d.shown("Notices"))
    d.later(minutes=5).status(player, "Active").settle()
    assert states(d)["leaver"] == ["no longer true"]
    assert f"{player} is back in the event." in str(d.shown("Notices"))


def test_a_leaver_of_an_event_of_a_tour_is_told_too() -> None:
    """There the director says which event is left."""
    d = desk((("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), format="grand-chess-tour", Events="PAR")
    d.set("Lots", "drawn").start()
    d.decide("Leaves", "PAR", "Ada").settle()
    assert "Ada has left (withdrawn)." in str(d.shown("Notices"))
    d.later(minutes=5).type("Decisions", "Leaves", "Decision", None).settle()
    assert states(d)["leaver"] == ["no longer true"]
    assert "Ada is back in the event." in str(d.shown("Notices"))
