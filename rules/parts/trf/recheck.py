"""Pairing every round of a report file again, and saying where and why the file differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from rules.model import Reason, Value
from rules.parts.median import (
    Card,
    Colour,
    MedianSettings,
    NoPairing,
    RoundPairing,
    pair_round,
)
from rules.parts.median.cards import other
from rules.parts.median.colours import claim_of
from rules.parts.trf.cards import cards_before
from rules.parts.trf.records import Trf


@dataclass(frozen=True)
class Difference:
    """One place where file and rules part. `why` starts with what they say, then the rules' own reasons.

    kind: `pair` the file has a board the rules do not make; `colours` the same two, the other way round; `bye`.
    """

    kind: Literal["pair", "colours", "bye"]
    players: tuple[int, ...]
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class RoundCheck:
    """A round paired again. `forbidden` names boards of the file that an absolute rule bars."""

    round: int
    boards: int
    same_pairs: int
    answer: RoundPairing | NoPairing
    differences: tuple[Difference, ...]
    forbidden: tuple[Reason, ...]

    @property
    def agrees(self) -> bool:
        """Whether the file is exactly what the rules give."""
        return not self.differences and isinstance(self.answer, RoundPairing)


def recheck(
    trf: Trf, *, maxi: bool = False, separate_federations: bool = False, replay_defaults: bool = True
) -> tuple[RoundCheck, ...]:
    """Every round of the file, paired again from the cards as they stood before it.

    Rule: seed 001 part B. Starting ranks are taken as the numbers of every round (17 may have renumbered). The lot
    is read off the file (`152`, `XXC`, else the colours of round 1); prohibited pairs (`XXP`, `260`) are kept apart.
    """
    total = max(trf.total_rounds, trf.rounds)
    lot = lot_of(trf)
    checks = []
    for number in range(1, trf.rounds + 1):
        settings = MedianSettings(number, total, lot, maxi, separate_federations, replay_defaults)
        cards = cards_before(trf, number)
        if not any(card.present for card in cards):
            continue
        apart = [pair for group in kept_apart(trf, number) for pair in combinations(sorted(group), 2)]
        answer = pair_round(cards, settings, keep_apart=apart)
        checks.append(_compare(trf, settings, cards, answer))
    return tuple(checks)


def lot_of(trf: Trf) -> Colour:
    """The colour drawn for number 1: as declared, else read off round 1, else White.

    In round 1 the higher numbered of each pair, counted among those paired, has it in odd places (14.2).
    """
    declared = trf.text("152").strip().upper()
    if declared in ("W", "B"):
        return "W" if declared == "W" else "B"
    extension = trf.text("XXC").lower()
    if "white1" in extension or "black1" in extension:
        return "W" if "white1" in extension else "B"
    paired = sorted(player.number for player in trf.players if player.result(1).opponent is not None)
    for player in sorted(trf.players, key=lambda one: one.number):
        result = player.result(1)
        if result.opponent is not None and result.opponent > player.number and result.colour != "-":
            colour: Colour = "W" if result.colour == "w" else "B"
            return colour if paired.index(player.number) % 2 == 0 else other(colour)
    return "W"


def kept_apart(trf: Trf, round_number: int) -> Iterator[tuple[int, ...]]:
    """Groups of players who may not meet each other in a round."""
    for text in trf.texts("XXP"):
        yield tuple(int(word) for word in text.split() if word.isdecimal())
    for record in trf.prohibited:
        if record.first <= round_number <= record.last:
            yield record.players


def _compare(
    trf: Trf, settings: MedianSettings, cards: tuple[Card, ...], answer: RoundPairing | NoPairing
) -> RoundCheck:
    number = settings.round
    theirs: dict[frozenset[int], int] = {}  # pair → who has White
    uncoloured: set[frozenset[int]] = set()  # defaults in a file that gives them no colours
    byes = []
    for player in trf.players:
        result = player.result(number)
        if result.opponent is not None and result.colour == "w":
            theirs[frozenset((player.number, result.opponent))] = player.number
        elif result.opponent is not None and result.colour == "-":
            pair = frozenset((player.number, result.opponent))
            mirror = next((p.result(number) for p in trf.players if p.number == result.opponent), None)
            if mirror is None or mirror.colour == "-":
                uncoloured.add(pair)
                theirs.setdefault(pair, min(pair))
            else:
                theirs.setdefault(pair, result.opponent if mirror.colour == "w" else player.number)
        elif result.code == "U" and result.opponent is None:
            byes.append(player.number)
    boards = answer.boards if isinstance(answer, RoundPairing) else ()
    ours = {frozenset((one.white, one.black)): one for one in boards}
    found = list(_bye_differences(byes, answer))
    for pair, white in sorted(theirs.items(), key=lambda one: sorted(one[0])):
        board = ours.get(pair)
        data: dict[str, Value] = {"round": number, "white": white, "black": next(iter(pair - {white}))}
        if board is None:
            reasons = [reason for one in ours.values() if pair & {one.white, one.black} for reason in one.why]
            code = "differs-default" if pair in uncoloured else "differs-pair"
            found.append(Difference("pair", tuple(sorted(pair)), (Reason("", code, data), *reasons)))
        elif board.white != white and pair not in uncoloured:
            reasons = [reason for reason in board.why if reason.code.startswith("colour-")]
            found.append(Difference("colours", tuple(sorted(pair)), (Reason("", "differs-colours", data), *reasons)))
    same = sum(pair in ours for pair in theirs)
    barred = tuple(_forbidden(settings, cards, theirs, byes, uncoloured))
    return RoundCheck(number, len(theirs), same, answer, tuple(found), barred)


def _bye_differences(byes: list[int], answer: RoundPairing | NoPairing) -> Iterator[Difference]:
    if not isinstance(answer, RoundPairing):
        yield Difference("pair", (), answer.why)
        return
    wanted = [] if answer.bye is None else [answer.bye]
    if byes != wanted:
        data: dict[str, Value] = {"round": answer.round, "file": tuple(byes), "rules": tuple(wanted)}
        own = () if answer.bye_why is None else (answer.bye_why,)
        yield Difference("bye", tuple(sorted({*byes, *wanted})), (Reason("", "differs-bye", data), *own))


def _forbidden(
    settings: MedianSettings,
    cards: tuple[Card, ...],
    theirs: dict[frozenset[int], int],
    byes: list[int],
    uncoloured: set[frozenset[int]],
) -> Iterator[Reason]:
    by_number = {card.number: card for card in cards}
    now = settings.round
    for pair, white in sorted(theirs.items(), key=lambda one: sorted(one[0])):
        black = next(iter(pair - {white}))
        one, two = by_number[white], by_number[black]
        data: dict[str, Value] = {"round": now, "white": white, "black": black}
        if black in one.opponents(now, defaults_count=not settings.replay_defaults):
            yield Reason("2", "file-second-meeting", data)
        if pair in uncoloured:
            continue
        first, second = claim_of(white, one.colours(now)), claim_of(black, two.colours(now))
        equals = settings.is_last and one.score(now) == two.score(now)
        if not equals and not (first.white_allowed and second.black_allowed):
            yield Reason("12.1", "file-colour-limit", data)
    for number in byes:
        if by_number[number].bye_bar(now):
            yield Reason("8.2", "file-second-bye", {"round": now, "player": number})


RECHECK_WORDS = {
    "differs-pair": "Round {round}: the file pairs {white} (White) with {black}; by the rules:",
    "differs-default": "Round {round}: the file pairs {white} with {black} (a default without colours); by the rules:",
    "differs-colours": "Round {round}: the file gives White to {white} against {black}; by the rules:",
    "differs-bye": "Round {round}: the file gives the bye to {file}, the rules to {rules}.",
    "file-second-meeting": "Round {round}: {white} and {black} have met before.",
    "file-colour-limit": "Round {round}: {white} (White) against {black} breaks a colour limit.",
    "file-second-bye": "Round {round}: {player} had no right to the bye.",
}
