"""Whole random events: the absolute rules hold, and a round is found whenever there is one (2, 8.2, 12.1, S2, S35)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product

import pytest

from rules.parts.median import Card, MedianSettings, NoPairing, RoundPairing, pair_round
from tests.rules.median.events import Event, illegalities, somebody_could_pair

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


@pytest.mark.parametrize("seed", range(6 * CAMPAIGN))
@pytest.mark.parametrize("size", [7, 20, 33, 64])
def test_rounds_keep_the_absolute_rules(size: int, seed: int) -> None:
    """Byes, defaults, late entries, withdrawals, odd fields: nothing forbidden, everybody present has a place."""
    event = Event(size, min(9, size - 2), seed, absent=0.05, defaults=0.05, late=0.1, leaving=0.15, maxi=seed % 3 == 2)
    rounds = 0
    for settings, cards, answer in event.play():
        if isinstance(answer, NoPairing):
            assert answer.why
            break
        assert illegalities(settings, cards, answer) == []
        assert all(board.why for board in answer.boards)
        rounds += 1
    assert rounds >= 3


@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (9, 7)])
def test_small_fields_run_as_far_as_anything_can(size: int, rounds: int) -> None:
    """Few players and many rounds: a round is missing only where trying everything finds none either."""
    paired = missing = 0
    for seed, rough in product(range(25 * CAMPAIGN), (0.0, 0.06)):
        event = Event(size, rounds, seed, absent=rough, defaults=rough)
        for settings, cards, answer in event.play():
            if isinstance(answer, RoundPairing):
                assert illegalities(settings, cards, answer) == []
                paired += 1
            else:
                assert not somebody_could_pair(settings, cards)
                assert answer.why
                missing += 1
    assert paired > 60


@pytest.mark.parametrize(("size", "rounds"), [(100, 9), (250, 11)] + [(500, 11)] * (CAMPAIGN > 1))
def test_large_events(size: int, rounds: int) -> None:
    """Large fields keep the rules too, with rule 22 in half of the events."""
    for seed in range(2 * CAMPAIGN):
        event = Event(size, rounds, seed, absent=0.02, defaults=0.02, leaving=0.05, federations=(seed % 2) * 4)
        for settings, cards, answer in event.play():
            assert isinstance(answer, RoundPairing)
            assert illegalities(settings, cards, answer) == []
            if (
                seed % 2
                and settings.round > settings.total - 3
                and not any(note.code == "federations-set-aside" for note in answer.notes)
            ):
                assert not _compatriots_above_half(settings, cards, answer)


def _compatriots_above_half(
    settings: MedianSettings, cards: Sequence[Card], answer: RoundPairing
) -> list[tuple[int, int]]:
    by_number = {card.number: card for card in cards}
    return [
        (board.white, board.black)
        for board in answer.boards
        if by_number[board.white].federation == by_number[board.black].federation
        and min(by_number[n].score(settings.round) for n in (board.white, board.black)) > settings.half
    ]


def test_same_event_same_rounds() -> None:
    """Pairing twice from the same cards gives the same answer, reasons and all."""
    for settings, cards, answer in Event(40, 7, 3, absent=0.05, defaults=0.05).play():
        again = pair_round(list(reversed(cards)), settings)
        assert repr(again) == repr(answer)
