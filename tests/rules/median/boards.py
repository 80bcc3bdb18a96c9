"""Short ways to write cards and to read a round in the cases of the median Swiss."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.model import Reason
from rules.parts.median import Card, Colour, MedianSettings, NoPairing, RoundPairing, pair_round
from rules.parts.median.compatible import Field


def colours(text: str) -> tuple[Colour, ...]:
    """`"WB"` as colours, oldest first."""
    return tuple("W" if letter == "W" else "B" for letter in text)


def group(
    size: int,
    *,
    score: int = 0,
    due: Sequence[str] | str = (),
    history: Mapping[int, str] | None = None,
    apart: Iterable[tuple[int, int]] = (),
    ratings: Mapping[int, int] | None = None,
    first: int = 1,
) -> list[Card]:
    """Players numbered from `first` with one score (half-points). `due` gives one game of the other colour to
    whoever is due one (`-` none); `apart` are pairs who have met."""
    past = {first + i: {"W": "B", "B": "W", "-": ""}[letter] for i, letter in enumerate(due)}
    past.update(history or {})
    met = list(apart)
    return [
        Card(
            number,
            rating=(ratings or {}).get(number),
            brought=score,
            brought_colours=colours(past.get(number, "")),
            met=frozenset(b if a == number else a for a, b in met if number in (a, b)),
        )
        for number in range(first, first + size)
    ]


def all_but(size: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Every pair of 1…size except these: who has met when only these may still meet."""
    free = {(min(pair), max(pair)) for pair in pairs}
    return [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1) if (a, b) not in free]


def paired(cards: Collection[Card], settings: MedianSettings) -> RoundPairing:
    """The round, which must exist."""
    answer = pair_round(cards, settings)
    assert isinstance(answer, RoundPairing), answer
    return answer


def pairs(answer: RoundPairing) -> set[tuple[int, int]]:
    """Who meets whom, the higher numbered first."""
    return {(min(one.white, one.black), max(one.white, one.black)) for one in answer.boards}


def blocked(cards: Collection[Card], settings: MedianSettings) -> NoPairing:
    """The answer that there is no round."""
    answer = pair_round(cards, settings)
    assert isinstance(answer, NoPairing), answer
    return answer


def reasons(answer: RoundPairing, number: int) -> dict[str, Reason]:
    """Reasons of the board on which a player sits, by code."""
    board = next(one for one in answer.boards if number in (one.white, one.black))
    return {reason.code: reason for reason in board.why}


def field_of(cards: Iterable[Card], settings: MedianSettings) -> Field:
    """The field these cards make."""
    return Field.of(cards, settings)
