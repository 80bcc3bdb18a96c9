"""When no pairing of the round keeps the absolute rules: which rule blocks whom, and what could be relaxed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from rules.model import Reason, Value
from rules.parts.median.bye import choose_bye
from rules.parts.median.cards import Card
from rules.parts.median.compatible import Field, Waive
from rules.parts.median.existence import Pairable, bits
from rules.parts.median.settings import MedianSettings

SEARCHED = 200  # up to so many players the blocked groups are worked out exactly
RELAXATIONS = {"meetings": "2", "colours": "12.1", "bye": "8.2", "apart": "director"}
SET_ASIDE = {
    "meetings": "the rule that no two meet twice",
    "colours": "the colour limits",
    "bye": "what bars from the bye",
    "apart": "a line Keep apart",
}


def explain_blocked(
    cards: Collection[Card], settings: MedianSettings, apart: Iterable[tuple[int, int]]
) -> tuple[Reason, ...]:
    """Reasons why these players, all present, cannot be paired: who is stuck on what, and which single rules
    (or, failing that, pairs of rules) would open the round if the director set them aside. Ruling: S2."""
    kept = tuple(apart)
    field = Field.of(cards, settings, apart=kept)
    return (*_who_is_stuck(field), *_what_would_help(cards, settings, kept))


def _who_is_stuck(field: Field) -> list[Reason]:
    found: list[Reason] = []
    everybody = field.everybody
    lonely = [place for place, mask in enumerate(field.adjacent) if not mask]
    found.extend(_lonely_reason(field, place) for place in lonely)
    if len(field.cards) % 2:
        free = [card for card in field.cards if not card.bye_bar(field.settings.round)]
        if not free:
            found.append(Reason("8.2", "blocked-bye", {"players": tuple(field.numbers)}))
    if len(field.cards) > SEARCHED:
        return found
    question = Pairable(field.adjacent)
    missable = field.mask(p for p in range(len(field.cards)) if Pairable(field.adjacent).can_spare(p))
    wanted = 0
    for place in bits(missable):
        wanted |= field.adjacent[place]
    wanted &= everybody & ~missable
    groups = [group for group in _pieces(field, missable) if group & (group - 1) or not _is_lonely(field, group)]
    if question.deficit > len(field.cards) % 2 and groups:
        players = tuple(tuple(field.numbers[p] for p in bits(group)) for group in groups)
        data: dict[str, Value] = {
            "groups": players,
            "opponents": tuple(field.numbers[p] for p in bits(wanted)),
            "left_over": question.deficit,
        }
        found.append(Reason("S2", "blocked-groups" if wanted else "blocked-groups-alone", data))
    return found


def _is_lonely(field: Field, group: int) -> bool:
    return all(not field.adjacent[place] for place in bits(group))


def _pieces(field: Field, among: int) -> list[int]:
    """Connected parts of the players of a mask."""
    pieces = []
    while among:
        piece = grow = among & -among
        while grow:
            reach = 0
            for place in bits(grow):
                reach |= field.adjacent[place]
            grow = reach & among & ~piece
            piece |= grow
        pieces.append(piece)
        among &= ~piece
    return pieces


def _lonely_reason(field: Field, place: int) -> Reason:
    others = [p for p in range(len(field.cards)) if p != place]
    met = tuple(field.numbers[p] for p in others if p in field.met[place])
    apart = tuple(field.numbers[p] for p in others if p in field.kept_apart[place] and p not in field.met[place])
    rest = tuple(field.numbers[p] for p in others if p not in field.met[place] and p not in field.kept_apart[place])
    rule = "2" if not rest and not apart else "12.1" if rest else "director"
    data: dict[str, Value] = {
        "player": field.numbers[place],
        "met": met,
        "kept_apart": apart,
        "colour_limit": rest,
        "history": "".join(field.claims[place].history),
    }
    bars = (("met", met), ("kept_apart", apart), ("colour_limit", rest))
    parts = tuple(Reason("", f"blocked-{bar.replace('_', '-')}", {bar: players}) for bar, players in bars if players)
    return Reason(rule, "blocked-player", data, parts)


def _what_would_help(
    cards: Collection[Card], settings: MedianSettings, apart: tuple[tuple[int, int], ...]
) -> list[Reason]:
    odd = len(cards) % 2 == 1
    names = [name for name in RELAXATIONS if (name != "bye" or odd) and (name != "apart" or apart)]

    def helps(chosen: Collection[str]) -> bool:
        waive = Waive("meetings" in chosen, "colours" in chosen, "apart" in chosen)
        field = Field.of(cards, settings, apart=apart, waive=waive)
        return choose_bye(field, bye_bars="bye" not in chosen).possible

    for count in range(1, len(names) + 1):
        sets = [chosen for chosen in combinations(names, count) if helps(chosen)]
        if sets:
            return [
                Reason(
                    "+".join(RELAXATIONS[name] for name in chosen),
                    "could-relax",
                    {"rules": chosen, "words": tuple(SET_ASIDE[name] for name in chosen)},
                )
                for chosen in sets
            ]
    return [Reason("S2", "nothing-helps")]
