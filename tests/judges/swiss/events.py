"""Random small events, played round by round from a seed, to hold pairings against each other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tests.judges.swiss.cards import Card, Past, Settings
from tests.judges.swiss.rounds import Round, judge_round


@dataclass(frozen=True)
class Position:
    """A round to be paired, and what this judge says."""

    cards: tuple[Card, ...]
    round_number: int
    total_rounds: int
    settings: Settings
    answer: Round


def random_event(seed: int, most_players: int = 12, rough: bool = True) -> Iterator[Position]:
    """The rounds of one random event; it ends early when a round cannot be paired.

    `rough` adds late entrants, absences, withdrawals and defaults. A late entrant holds a number from the start but
    is absent at first, which is the same to the rules as being numbered on arrival.
    """
    dice = Random(seed)
    players = dice.randint(4, most_players)
    total_rounds = dice.randint(2, min(players - 1, 9))
    settings = Settings(
        lot=dice.choice("WB"),
        maxi=dice.random() < 0.25,
        same_federation=dice.random() < 0.25,
        default_is_meeting=dice.random() < 0.2,
    )
    ratings = sorted((dice.randint(1800, 2500) for _ in range(players)), reverse=True)
    cards = [
        Card(number, rating=rating, federation=dice.choice(("AAA", "BBB", "")))
        for number, rating in enumerate(ratings, start=1)
    ]
    arrives = {c.number: dice.choice((2, 3)) if rough and dice.random() < 0.1 else 1 for c in cards}
    gone: set[int] = set()
    for round_number in range(1, total_rounds + 1):
        here = []
        for card in cards:
            if rough and dice.random() < 0.03:
                gone.add(card.number)
            away = rough and dice.random() < 0.05
            here.append(
                replace(card, present=arrives[card.number] <= round_number and card.number not in gone and not away)
            )
        answer = judge_round(here, round_number, total_rounds, settings)
        yield Position(tuple(here), round_number, total_rounds, settings, answer)
        if not answer.possible:
            return
        cards = play(here, answer, dice, rough)


def play(cards: list[Card], answer: Round, dice: Random, rough: bool) -> list[Card]:
    """The cards after random results of the round."""
    news = {card.number: Past("missed") for card in cards}
    if answer.bye:
        news[answer.bye] = Past("bye", gained=2)
    for pair in answer.pairs:
        if rough and dice.random() < 0.06:
            gained = dice.choice(((2, 0), (0, 2), (0, 0)))
            news[pair.white] = Past("default", pair.black, "", gained[0])
            news[pair.black] = Past("default", pair.white, "", gained[1])
        else:
            gained = dice.choice(((2, 0), (2, 0), (0, 2), (1, 1)))
            news[pair.white] = Past("game", pair.black, "W", gained[0])
            news[pair.black] = Past("game", pair.white, "B", gained[1])
    return [
        replace(
            card, half_points=card.half_points + news[card.number].gained, history=(*card.history, news[card.number])
        )
        for card in cards
    ]
