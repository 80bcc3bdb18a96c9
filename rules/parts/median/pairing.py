"""One round of the median Swiss: cards in, boards out, every one with its reasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.model import Reason
from rules.parts.median.blocked import explain_blocked
from rules.parts.median.bye import ByeChoice, choose_bye
from rules.parts.median.cards import Card
from rules.parts.median.colours import allocate
from rules.parts.median.compatible import Field
from rules.parts.median.floaters import Leaver
from rules.parts.median.floats import floats_of
from rules.parts.median.groups import work_toward_median
from rules.parts.median.median import pair_median
from rules.parts.median.meeting import Pair
from rules.parts.median.settings import MedianSettings


@dataclass(frozen=True)
class Board:
    """A game to be played, by pairing numbers. `why`: floats that brought the two here, the pair, its colours."""

    white: int
    black: int
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class RoundPairing:
    """A whole round: boards in order, the bye, and what concerns the round (cracked pairs, a rule set aside)."""

    round: int
    boards: tuple[Board, ...]
    bye: int | None = None
    bye_why: Reason | None = None
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class NoPairing:
    """No pairing keeps the absolute rules (S2): what blocks whom, and what could be relaxed."""

    round: int
    why: tuple[Reason, ...]


def pair_round(
    cards: Collection[Card],
    settings: MedianSettings,
    *,
    fixed: Sequence[tuple[int, int]] = (),
    fixed_bye: int | None = None,
    keep_apart: Collection[tuple[int, int]] = (),
) -> RoundPairing | NoPairing:
    """The round's pairing, the same for the same cards in any order.

    Cards of absent players belong in too (their results count for last round's floats); only those present
    are paired. The director may type pairs (`fixed`, White first), the bye, and pairs to keep apart; these are facts
    and not checked against the rules (S46), the rest is paired by the rules. Rule: the whole of seed 001 part B.
    Raises ValueError where numbers are doubled, or a fixed player is unknown, absent or named twice.
    """
    present = sorted((card for card in cards if card.present), key=lambda card: card.number)
    typed = _typed_players(cards, present, fixed, fixed_bye)
    free = [card for card in present if card.number not in typed]

    notes: list[Reason] = []
    field, bye = _settle_bye(free, settings, keep_apart, notes)
    if not bye.possible:
        return NoPairing(settings.round, explain_blocked(free, settings, keep_apart))
    bye_number, bye_why = bye.number, bye.why
    if fixed_bye is not None:
        if bye_number is not None:
            return NoPairing(settings.round, (Reason("8.1", "bye-twice", {"player": fixed_bye}),))
        bye_number, bye_why = fixed_bye, Reason("S46", "bye-by-director", {"player": fixed_bye})
    if bye.number is not None:
        field = field.without((bye.number,))

    above, below, residents = work_toward_median(field, floats_of(cards, settings.round - 1))
    median = pair_median(field, above, below, residents)
    notes += median.cracked
    moved = _floats_by_player([*above.leavers, *below.leavers])
    in_list = [card.number for card in present if card.number != bye_number]
    boards = [_board(field, pair, moved, settings, in_list) for pair in (*above.pairs, *median.pairs, *below.pairs)]
    boards += [
        Board(white, black, (Reason("S46", "paired-by-director", {"white": white, "black": black}),))
        for white, black in fixed
    ]
    scores = {card.number: card.score(settings.round) for card in present}
    return RoundPairing(settings.round, in_board_order(boards, scores), bye_number, bye_why, tuple(notes))


def in_board_order(boards: Sequence[Board], scores: Mapping[int, int]) -> tuple[Board, ...]:
    """Boards by the higher score of the pair, then the other score, then the higher number. Ruling: S40."""

    def place(board: Board) -> tuple[int, int, int]:
        one, two = scores[board.white], scores[board.black]
        return (-max(one, two), -min(one, two), min(board.white, board.black))

    return tuple(sorted(boards, key=place))


def _settle_bye(
    free: Collection[Card], settings: MedianSettings, apart: Collection[tuple[int, int]], notes: list[Reason]
) -> tuple[Field, ByeChoice]:
    """The field and its bye, with rule 22 while that leaves a pairing. Rulings: S9, S38."""
    if settings.federations_apart:
        field = Field.of(free, settings, apart=apart, federations_apart=True)
        bye = choose_bye(field)
        if bye.possible:
            return field, bye
    field = Field.of(free, settings, apart=apart)
    bye = choose_bye(field)
    if settings.federations_apart and bye.possible:
        notes.append(Reason("22/S38", "federations-set-aside", {"round": settings.round}))
    return field, bye


def _typed_players(
    cards: Collection[Card], present: Sequence[Card], fixed: Sequence[tuple[int, int]], fixed_bye: int | None
) -> set[int]:
    numbers = [card.number for card in cards]
    if len(set(numbers)) < len(numbers):
        raise ValueError("two cards have the same number")
    here = {card.number for card in present}
    named = [number for pair in fixed for number in pair] + ([fixed_bye] if fixed_bye is not None else [])
    for number in named:
        if number not in here:
            raise ValueError(f"number {number} is not present and cannot be paired by the director")
    if len(set(named)) < len(named):
        raise ValueError("the director paired somebody twice")
    return set(named)


def _floats_by_player(leavers: Sequence[Leaver]) -> dict[int, list[Reason]]:
    moved: dict[int, list[Reason]] = {}
    for one in leavers:
        moved.setdefault(one.player, []).append(one.why)
    return moved


def _board(
    field: Field, pair: Pair, moved: Mapping[int, Sequence[Reason]], settings: MedianSettings, in_list: Sequence[int]
) -> Board:
    white, black, colours = allocate(
        field.claims[pair.first],
        field.claims[pair.second],
        median_or_above=pair.median_or_above,
        lot=settings.lot,
        place_of=in_list,
    )
    floats = [reason for player in (pair.first, pair.second) for reason in moved.get(player, ())]
    return Board(white, black, (*floats, pair.why, colours))
