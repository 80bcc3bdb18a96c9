"""Pairing a report file again, and files made of cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.parts.median import Card, Colour, Kind, RoundPairing, Slot
from rules.parts.median.words import MEDIAN_WORDS
from rules.parts.trf import PlayerRecord, RoundResult, dump_trf, make_trf, read_trf
from rules.parts.trf.cards import Person, cards_before, players_of
from rules.parts.trf.recheck import RECHECK_WORDS, lot_of, recheck
from rules.parts.trf.records import HeaderRecord, ProhibitedRecord
from rules.reasons import render
from tests.rules.median.events import Event
from tests.rules.trf.sound import load_trf
from tests.rules.trf.test_files import REAL, SMALL


def file_of(event: Event, rounds: int) -> tuple[bytes, list[Card]]:
    """The report of a random event after some rounds, and the cards it came from."""
    cards: list[Card] = []
    seats: dict[tuple[int, int], Colour] = {}
    lot = "white1"
    for settings, before, answer in event.play():
        cards, lot = before, "white1" if settings.lot == "W" else "black1"
        if settings.round == rounds + 1 or not isinstance(answer, RoundPairing):
            break
        for board in answer.boards:
            seats[settings.round, board.white], seats[settings.round, board.black] = "W", "B"
    people = {card.number: Person(f"Player {card.number}", rating=card.rating) for card in cards}
    lines = players_of(cards, people, rounds, seats=seats)
    head = [HeaderRecord("012", "Random"), HeaderRecord("XXR", str(event.rounds)), HeaderRecord("XXC", lot)]
    return dump_trf(make_trf([*head, *lines])), cards


@pytest.mark.parametrize("seed", range(6))
def test_our_own_events_agree_with_themselves(seed: int) -> None:
    """Export after six rounds, read, pair again: every pair, colour and bye as it was, and the cards come back."""
    data, cards = file_of(Event(23, 8, seed, absent=0.05, defaults=0.05), 6)
    reading = read_trf(data)
    assert reading.problems == ()
    for check in recheck(reading.trf):
        assert check.agrees
        assert check.same_pairs == check.boards
        assert check.forbidden == ()
    again = cards_before(reading.trf, 7)
    for one, two in zip(cards, again, strict=True):
        assert (one.number, one.score(7), one.colours(7)) == (two.number, two.score(7), two.colours(7))
        assert one.opponents(7, defaults_count=True) == two.opponents(7, defaults_count=True)
        assert bool(one.bye_bar(7)) == bool(two.bye_bar(7))


def test_cells_become_slots() -> None:
    """Byes, defaults and absences of a file as slots of the card."""
    one, two, three, four = cards_before(load_trf(SMALL), 4)
    assert one.slots == (
        Slot(1, Kind.PLAYED, 3, "B", 2),
        Slot(2, Kind.PLAYED, 2, "W", 0),
        Slot(3, Kind.BYE, gained=2),
    )
    assert two.slots[2].kind is Kind.ABSENT
    assert three.slots[1] == Slot(2, Kind.DEFAULT_LOST, 4)
    assert [slot.kind for slot in four.slots] == [Kind.PLAYED, Kind.DEFAULT_WON, Kind.HALF_BYE]
    assert all(card.present for card in (one, two, three, four))


def test_absent_ones_are_not_paired_in_the_next_round() -> None:
    """XXZ and 240 say who will be missing."""
    for extra in ("XXZ 2 3\n", "240 Z 004    2    3\n"):
        cards = cards_before(load_trf(SMALL + extra), 4)
        assert [card.number for card in cards if not card.present] == [2, 3]


def test_differences_are_explained_in_words() -> None:
    """Other colours, other pairs, a second meeting: each is named, with the rules' own reasons, all in words."""
    words = {**MEDIAN_WORDS, **RECHECK_WORDS}

    def said(text: str) -> list[str]:
        found = [one for check in recheck(load_trf(text)) for one in check.differences]
        return [render(reason, words) for one in found for reason in one.why]

    assert said(SMALL) == []
    colours = said(SMALL.replace("black1", "white1"))
    assert colours[0] == "Round 1: the file gives White to 3 against 1; by the rules:"
    assert "1 has White by the lot of round 1" in colours[1]
    pairs = said(SMALL.replace("XXP 1 4", "XXP 1 3"))
    assert pairs[0] == "Round 1: the file pairs 3 (White) with 1; by the rules:"
    assert any("order of exchanges" in sentence for sentence in pairs)
    bye = said(SMALL.replace("  2.0    1     3 b 1     2 w 0  0000 - U", "  1.0    1     3 b 1     2 w 0"))
    assert bye == []
    again = SMALL.replace("0000 - U", "   3 b 1").replace("w 0     4 b -          ", "w 0     4 b -     1 w 0")
    (reason,) = recheck(load_trf(again))[2].forbidden
    assert (reason.code, reason.data["white"], reason.data["black"]) == ("file-second-meeting", 3, 1)


def test_prohibited_pairs_are_kept_apart() -> None:
    """260 bars 1 and 2 from meeting in round 1 only; without it they are a proposed pair."""
    one = PlayerRecord(1, "A", rounds=(RoundResult(2, "w", "1"),))
    two = PlayerRecord(2, "B", rounds=(RoundResult(1, "b", "0"),))

    def agrees(*extra: ProhibitedRecord) -> bool:
        return recheck(make_trf([one, two, *extra]))[0].agrees

    assert agrees()
    assert not agrees(ProhibitedRecord(1, 1, (1, 2)))
    assert agrees(ProhibitedRecord(2, 3, (1, 2)))


def test_lot_is_read_off_the_file() -> None:
    """Declared, or from the colours of round 1."""
    assert lot_of(load_trf(SMALL)) == "B"
    assert lot_of(load_trf(SMALL.replace("XXC black1\n", ""))) == "B"
    assert lot_of(load_trf(SMALL.replace("XXC black1", "152 W"))) == "W"


def test_real_event_is_paired_again() -> None:
    """Four rounds of a real event under another Swiss: round 1 is the same to the last colour, nothing is illegal."""
    if not Path(REAL).exists():
        pytest.skip(f"{REAL} is missing; set PAIRSHEET_SHARED")
    checks = recheck(load_trf(REAL.read_bytes()))
    assert [check.round for check in checks] == [1, 2, 3, 4]
    assert checks[0].agrees
    assert all(isinstance(check.answer, RoundPairing) for check in checks)
    assert all(check.forbidden == () for check in checks)
    assert all(check.same_pairs > check.boards // 2 for check in checks)


def test_another_reader_understands_our_files(tmp_path: Path) -> None:
    """py4swiss reads an exported event, sees every game as we do, and can pair the next round from it."""
    pytest.importorskip("py4swiss")
    from py4swiss.engines import DutchEngine
    from py4swiss.trf.trf_parser import TrfParser

    data, cards = file_of(Event(23, 8, 1, absent=0.05, defaults=0.05), 6)
    path = tmp_path / "event.trf"
    path.write_bytes(data)
    parsed = TrfParser.parse(path)
    assert len(parsed.player_sections) == len(cards)
    for card, section in zip(cards, parsed.player_sections, strict=True):
        assert section.points_times_ten == 5 * card.score(7)
        seen = [(one.id, one.color.value.upper()) for one in section.results if one.result.value in "1=0"]
        slots = sorted((slot for slot in card.slots if slot.kind is Kind.PLAYED), key=lambda one: one.round)
        assert seen == [(slot.opponent, slot.colour) for slot in slots]
    assert len(DutchEngine.generate_pairings(parsed)) == 12
