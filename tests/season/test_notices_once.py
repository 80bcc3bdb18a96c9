"""Season walk 8: a text for each event, once, whatever happens to workers; reminders only where nobody reported."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC

import pytest

from sync.backends.memory import MemoryBackend
from sync.decide import Decided
from sync.running.once import Notes
from sync.running.outbox import send
from sync.settings import Operator
from tests.season.around import Maker, due, is_over, until
from tests.sync.desk import FIVE, Desk, desk


def told(d: Desk) -> list[tuple[str, str]]:
    """Every notice written so far: kind and text, oldest first."""
    return [(n.kind, n.text) for p in d.done if p.wrote for n in p.decided.box.due]


def keys(d: Desk) -> Counter[str]:
    """How often each notice stands in the Journal."""
    return Counter(row[3] for row in d.shown("Journal") if row[2] == "notice")


def test_08_a_text_for_each_event_of_a_season(anywhere: Maker) -> None:
    """Round with pairs, who invites, due in zone and UTC; reminders at 48 and 12 hours; Null; Final; champion."""
    d = anywhere(FIVE[:3], started=True, Rounds=1, Tournament="Autumn")
    due_at = d.now.replace(day=9).astimezone(UTC)
    (round_,) = [t for k, t in told(d) if k == "round"]
    for part in ("Autumn", "R1", "invites", "CET", f"{due_at:%H:%M} UTC"):
        assert part in round_
    until(d, lambda o: o.outcome("R1-01") == "Null")
    reminders = [t for k, t in told(d) if k == "reminder"]
    assert [("48 hours" in t, "12 hours" in t) for t in reminders] == [(True, False), (False, True)]
    assert [k for k, _ in told(d)].count("null") == 1
    until(d, lambda o: "F1" in o.rounds())
    assert any(k in ("round", "game") and "F1" in t for k, t in told(d))
    for number in (1, 2, 3):
        d.result(f"F1-01.{number}", "1-0" if number != 2 else "0-1").settle()
    assert is_over(d)
    assert [k for k, _ in told(d)].count("champion") == 1
    assert set(keys(d).values()) == {1}
    shown = d.table("Notices", "About", "Text to paste", "State")
    assert {"round", "reminder", "null", "champion"} <= {a for a, _, _ in shown}
    assert {s for _, _, s in shown} == {"ready to paste"}


def test_08_a_leaver_a_new_finalist_and_a_tie_break_are_told() -> None:
    """The opponent reads who left; a new Final is told like the first."""
    d = desk(FIVE[:3], True, "ladder", Rounds=1)
    d.results("R1").settle()
    until(d, lambda o: "F1" in o.rounds())
    (game,) = [g for g in d.games() if g.id == "F1-01.1"]
    d.status(game.white, "Withdrawn").settle()
    assert any(k == "leaver" and game.white in t for k, t in told(d))
    until(d, lambda o: "F2" in o.rounds())
    assert any("F2" in t for _, t in told(d))
    d = desk(FIVE[:4], True, "ladder", Rounds=3)
    for round_ in ("R1", "R2", "R3"):
        d.results(round_, "1/2-1/2").settle()
    assert any(k == "round" and "tie-break" in t for k, t in told(d))


def test_08_no_reminder_for_a_game_with_any_report() -> None:
    """Accepted, contradicting, or waiting for the director: nobody is reminded."""
    d = desk(FIVE, True, "ladder")
    d.report("R1-01", "White won", "Cem").report("R1-01", "Black won", "Ben").settle()
    until(d, lambda o: o.outcome("R1-02") == "Null")
    assert {"R1-02" in t for k, t in told(d) if k == "reminder"} == {True}
    assert not any("R1-01" in t for k, t in told(d) if k == "reminder")


@pytest.mark.parametrize("seed", range(3))
def test_08_once_each_over_restarts_and_two_workers(seed: int) -> None:
    """Two workers take turns, one dies between writing and sending: nothing is posted twice."""
    posted: list[str] = []
    dice = random.Random(seed)

    def send(decided: Decided) -> Notes:
        if dice.random() < 0.15:
            raise KeyboardInterrupt
        posted.extend(n.key for n in decided.box.due)
        return tuple(("notice-sent", n.key, {}, "") for n in decided.box.due)

    d = desk(FIVE[:4], False, "ladder", Rounds=2)
    d.send = send
    d.set("Start", "now")
    for _ in range(150):
        try:
            d.sync(MemoryBackend(d.book))
        except KeyboardInterrupt:
            continue
        if is_over(d):
            break
        still = d.open_games()
        if still and dice.random() < 0.5:
            d.report(dice.choice(still), dice.choice(("White won", "Black won")))
        d.later(hours=dice.choice((1, 11, 40)))
        if "final-stopped" in d.codes():
            d.decide("Continue final", Note=str(d.now))
    assert is_over(d)
    assert posted
    assert max(Counter(posted).values()) == 1
    assert max(keys(d).values()) == 1


def test_08_a_copied_book_says_nothing_twice() -> None:
    """The copy that goes on with the event repeats none of what the first book said."""
    d = desk(FIVE, True, "ladder")
    said = set(keys(d))
    copy = d.book.copy()
    copy.id, copy.mark = "copy", None
    from tests.backends.people import MemoryPerson

    c = Desk(MemoryBackend(copy), MemoryPerson(copy), now=d.now)
    c.set("Copy", "continue").settle()
    while "R2" not in c.rounds() and due(c):
        pass
    assert said <= set(keys(c))
    assert max(keys(c).values()) == 1


def test_08_a_text_that_was_not_taken_is_sent_again_and_both_are_recorded(anywhere: Maker) -> None:
    """In every kind of book: refused at first, told in Problems, sent after the pause, once."""
    refusing = [True]
    sent: list[str] = []

    def take(_: str, __: str, text: str) -> bool:
        if not refusing[0]:
            sent.append(text)
        return not refusing[0]

    who = Operator(notices=("discord://1/2",))
    d = anywhere(FIVE[:3], Tournament="Autumn")
    d.send = lambda decided: send((*decided.box.again, *decided.box.due), who, "Autumn", take)
    d.start()
    assert "notice-waits" in d.codes()
    assert "not delivered yet" in str(d.shown("Notices"))
    refusing[0] = False
    assert due(d)
    assert len(sent) == 1
    assert "\n" in sent[0], "each game on a line of its own"
    assert "notice-waits" not in d.codes()
    assert [s for _, s in d.table("Notices", "About", "State")] == ["sent"]
    d.later(minutes=40).settle()
    assert len(sent) == 1
    events = [row[2] for row in d.shown("Journal") if row[2].startswith("notice")]
    assert events == ["notice", "notice-sent", "notice-again", "notice-sent"]


def test_08_accounts_typed_as_links(anywhere: Maker) -> None:
    """In every kind of book: links are read as accounts, and stay as they were typed."""
    d = anywhere(FIVE[:3])
    typed = ("https://www.chess.com/member/adler_a", "lichess.org/@/bauer_b", "c o h n")
    for (player, _), link in zip(FIVE[:3], typed, strict=True):
        d.type("Players", player, "Username", link)
    d.settle()
    assert d.codes().count("username-unreadable") == 1
    assert [t for (t,) in d.table("Players", "Username")] == list(typed)
