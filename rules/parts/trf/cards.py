"""Report files and pairing cards: a field out of a file, and a file out of a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.parts.median import Card, Colour, Kind, Slot
from rules.parts.trf.records import PlayerRecord, ResultColour, RoundResult, Trf
from rules.parts.trf.scoring import Scoring, scoring_of


@dataclass(frozen=True)
class Person:
    """What a report says of a player beside the games."""

    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


def cards_before(trf: Trf, round_number: int) -> tuple[Card, ...]:
    """The cards of all players as they stood before a round, numbered by starting rank.

    Present is whoever has an opponent or the pairing-allocated bye in that round's cell. Where the file ends before
    the round, everybody is but those it calls absent (`XXZ`, `240`). Raises ValueError where points are no halves.
    """
    scoring = scoring_of(trf)
    away = _announced_absent(trf, round_number)
    by_number = {player.number: player for player in trf.players}
    known = round_number <= trf.rounds
    return tuple(
        Card(
            player.number,
            tuple(slot_of(player, number, by_number, scoring) for number in range(1, round_number)),
            rating=player.rating,
            federation=player.federation or None,
            present=takes_part(player.result(round_number)) if known else player.number not in away,
        )
        for player in sorted(trf.players, key=lambda one: one.number)
    )


def takes_part(result: RoundResult) -> bool:
    """Whether a player was there to be paired: an opponent, or the pairing-allocated bye."""
    return result.opponent is not None or result.code == "U"


def _announced_absent(trf: Trf, round_number: int) -> set[int]:
    absent: set[int] = set()
    if round_number == trf.rounds + 1:
        for text in trf.texts("XXZ"):
            absent |= {int(word) for word in text.split() if word.isdecimal()}
    for record in trf.byes:
        if record.round == round_number:
            absent |= set(record.players)
    return absent


def slot_of(player: PlayerRecord, number: int, by_number: Mapping[int, PlayerRecord], scoring: Scoring) -> Slot:
    """A round of a player as a slot of the card."""
    result = player.result(number)
    gained = half_points(scoring.of(result))
    if result.opponent is None:
        kind = {"U": Kind.BYE, "F": Kind.BYE, "+": Kind.BYE, "H": Kind.HALF_BYE}.get(result.code, Kind.ABSENT)
        return Slot(number, kind, gained=gained)
    if result.code == "+":
        return Slot(number, Kind.DEFAULT_WON, result.opponent, gained=gained)
    if result.code == "-":
        rival = by_number.get(result.opponent)
        both = rival is not None and rival.result(number).code == "-"
        return Slot(number, Kind.DOUBLE_DEFAULT if both else Kind.DEFAULT_LOST, result.opponent, gained=gained)
    colour: Colour = "W" if result.colour == "w" else "B"
    return Slot(number, Kind.PLAYED, result.opponent, colour, gained)


def half_points(points: Fraction) -> int:
    """Points as whole half-points. Raises ValueError where they are not."""
    doubled = points * 2
    if doubled.denominator != 1:
        raise ValueError(f"{points} points are no whole number of half-points")
    return doubled.numerator


def players_of(
    cards: Sequence[Card],
    people: Mapping[int, Person],
    rounds: int,
    *,
    ranks: Mapping[int, int] | None = None,
    seats: Mapping[tuple[int, int], Colour] | None = None,
) -> tuple[PlayerRecord, ...]:
    """Player lines of a field after some rounds.

    `people` by pairing number; `ranks` likewise, with ties allowed; without them by points, then number.
    A default has no colour on the card; `seats` may say by (round, number) which colour was scheduled, else the
    higher numbered has White.
    """
    if ranks is None:
        order = sorted(cards, key=lambda one: (-one.score(rounds + 1), one.number))
        ranks = {card.number: rank for rank, card in enumerate(order, start=1)}
    records = []
    for card in sorted(cards, key=lambda one: one.number):
        person = people[card.number]
        slots = {slot.round: slot for slot in card.slots}
        cells = tuple(
            result_of(card.number, slots[number], (seats or {}).get((number, card.number)))
            if number in slots
            else RoundResult()
            for number in range(1, rounds + 1)
        )
        records.append(
            PlayerRecord(
                card.number,
                person.name,
                person.sex,
                person.title,
                person.rating,
                person.federation,
                person.fide_id,
                person.birth,
                Fraction(card.score(rounds + 1), 2),
                ranks.get(card.number),
                cells,
            )
        )
    return tuple(records)


def result_of(number: int, slot: Slot, seat: Colour | None = None) -> RoundResult:
    """The cell of a slot."""
    shade: ResultColour = "-"
    if slot.opponent is not None:
        colour = slot.colour or seat or ("W" if number < slot.opponent else "B")
        shade = "w" if colour == "W" else "b"
    code = {
        Kind.PLAYED: {2: "1", 1: "=", 0: "0"}.get(slot.gained, "0"),
        Kind.DEFAULT_WON: "+",
        Kind.DEFAULT_LOST: "-",
        Kind.DOUBLE_DEFAULT: "-",
        Kind.BYE: "U",
        Kind.HALF_BYE: "H",
        Kind.ABSENT: "Z",
    }[slot.kind]
    return RoundResult(slot.opponent, shade, code)
