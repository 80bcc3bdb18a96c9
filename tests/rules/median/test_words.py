"""Every reason can be said in words, with names."""

from __future__ import annotations

from collections.abc import Iterator

from rules.model import Reason
from rules.parts.median import NoPairing, RoundPairing
from rules.parts.median.words import MEDIAN_WORDS, with_names
from rules.reasons import render
from tests.rules.median.events import Event


def _reasons(answer: RoundPairing | NoPairing) -> Iterator[Reason]:
    if isinstance(answer, NoPairing):
        yield from answer.why
        return
    yield from answer.notes
    if answer.bye_why is not None:
        yield answer.bye_why
    for board in answer.boards:
        yield from board.why


def test_every_reason_of_many_events_has_its_sentence() -> None:
    """Random events, small and large: each reason renders, and names stand where numbers were."""
    seen: set[str] = set()
    for seed in range(12):
        for event in (Event(6, 5, seed), Event(33, 7, seed, absent=0.1, defaults=0.1), Event(24, 9, seed, maxi=True)):
            names = {number: f"Player {number:03}" for number in range(1, event.size + 1)}
            for _, _, answer in event.play():
                for reason in _reasons(answer):
                    named = with_names(reason, names)
                    text = render(named, MEDIAN_WORDS)
                    assert reason.rule in text
                    assert "player" not in reason.data or "Player 0" in text
                    seen.update(one.code for one in reason.walk())
    assert len(seen) > 20
    assert seen <= set(MEDIAN_WORDS)
