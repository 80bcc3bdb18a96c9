"""Random events for the median Swiss, and a checker of the absolute rules written without the engine's own code."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.parts.median import Card, Colour, Kind, MedianSettings, NoPairing, RoundPairing, Slot, pair_round


@dataclass
class Event:
    """A random event: strengths by number, absences, defaults, late entries, withdrawals."""

    size: int
    rounds: int
    seed: int
    absent: float = 0.0
    defaults: float = 0.0
    late: float = 0.0
    leaving: float = 0.0
    maxi: bool = False
    federations: int = 0
    cards: list[Card] = field(default_factory=list)

    def play(self) -> Iterator[tuple[MedianSettings, list[Card], RoundPairing | NoPairing]]:
        """Each round as it is paired: settings, cards before it, and the answer. Stops where there is none."""
        dice = random.Random(self.seed)
        slots: dict[int, list[Slot]] = {n: [] for n in range(1, self.size + 1)}
        rating = {n: 2500 - n * 1200 // self.size + dice.randint(-30, 30) for n in slots}
        nation = {n: f"F{dice.randrange(self.federations)}" if self.federations else None for n in slots}
        arrives = {n: dice.randint(2, 3) if dice.random() < self.late else 1 for n in slots}
        leaves = {n: dice.randint(2, self.rounds) if dice.random() < self.leaving else 99 for n in slots}
        lot: Colour = dice.choice(("W", "B"))
        for number in range(1, self.rounds + 1):
            settings = MedianSettings(number, self.rounds, lot, self.maxi, bool(self.federations))
            cards = [
                Card(
                    n,
                    tuple(slots[n]),
                    rating[n],
                    nation[n],
                    present=arrives[n] <= number < leaves[n] and dice.random() >= self.absent,
                )
                for n in slots
            ]
            answer = pair_round(cards, settings)
            yield settings, cards, answer
            if isinstance(answer, NoPairing):
                return
            self._score(answer, slots, rating, dice)

    def _score(
        self, answer: RoundPairing, slots: dict[int, list[Slot]], rating: dict[int, int], dice: random.Random
    ) -> None:
        number = answer.round
        if answer.bye is not None:
            slots[answer.bye].append(Slot(number, Kind.BYE, gained=2))
        for board in answer.boards:
            one, two = board.white, board.black
            if dice.random() < self.defaults:
                if dice.random() < 0.2:
                    slots[one].append(Slot(number, Kind.DOUBLE_DEFAULT, two))
                    slots[two].append(Slot(number, Kind.DOUBLE_DEFAULT, one))
                    continue
                won, lost = (one, two) if dice.random() < 0.5 else (two, one)
                slots[won].append(Slot(number, Kind.DEFAULT_WON, lost, gained=2))
                slots[lost].append(Slot(number, Kind.DEFAULT_LOST, won))
                continue
            wins = 1 / (1 + 10 ** ((rating[two] - rating[one]) / 400))
            drawn = dice.random()
            white = 2 if drawn < wins - 0.15 else 0 if drawn > wins + 0.15 else 1
            slots[one].append(Slot(number, Kind.PLAYED, two, "W", white))
            slots[two].append(Slot(number, Kind.PLAYED, one, "B", 2 - white))


def played(card: Card) -> list[Slot]:
    """Games this player has played, in order."""
    return sorted((slot for slot in card.slots if slot.kind is Kind.PLAYED), key=lambda slot: slot.round)


def may_have(card: Card, colour: str) -> bool:
    """Whether this colour would be neither the third running nor three more."""
    past = [slot.colour for slot in played(card)] + [colour]
    return past[-3:] != [colour] * 3 and abs(past.count("W") - past.count("B")) < 3


def illegalities(settings: MedianSettings, cards: Sequence[Card], answer: RoundPairing) -> list[str]:
    """Everything in a round that an absolute rule forbids."""
    found = []
    by_number = {card.number: card for card in cards}
    seats = [n for board in answer.boards for n in (board.white, board.black)]
    everybody = sorted(seats + ([answer.bye] if answer.bye is not None else []))
    if everybody != sorted(card.number for card in cards if card.present):
        found.append("not exactly those present are paired")
    if answer.bye is not None:
        bars = [s for s in by_number[answer.bye].slots if s.kind in (Kind.BYE, Kind.DEFAULT_WON)]
        found += [f"{answer.bye} has no right to the bye"] * bool(bars)
    if (answer.bye is None) != (len(seats) % 2 == 0 and len(everybody) % 2 == 0):
        found.append("a bye too many or too few")
    for board in answer.boards:
        white, black = by_number[board.white], by_number[board.black]
        if any(slot.opponent == board.black for slot in played(white)):
            found.append(f"{board.white} and {board.black} have met")
        if may_have(white, "W") and may_have(black, "B"):
            continue
        equal = sum(s.gained for s in white.slots) == sum(s.gained for s in black.slots)
        if not (settings.round == settings.total and equal):
            found.append(f"{board.white}-{board.black} breaks a colour limit")
    return found


def somebody_could_pair(settings: MedianSettings, cards: Sequence[Card]) -> bool:
    """Whether any pairing keeps the absolute rules, by trying everything. For small fields."""
    here = [card for card in cards if card.present]
    points = {card.number: sum(slot.gained for slot in card.slots) for card in here}

    def fits(one: Card, two: Card) -> bool:
        if any(slot.opponent == two.number for slot in played(one)):
            return False
        if settings.round == settings.total and points[one.number] == points[two.number]:
            return True
        return any(may_have(one, a) and may_have(two, b) for a, b in ("WB", "BW"))

    def solve(left: list[Card]) -> bool:
        if not left:
            return True
        first, *rest = left
        return any(fits(first, two) and solve([c for c in rest if c is not two]) for two in rest)

    if len(here) % 2 == 0:
        return solve(here)
    free = [c for c in here if not any(s.kind in (Kind.BYE, Kind.DEFAULT_WON) for s in c.slots)]
    return any(solve([c for c in here if c is not one]) for one in free)
