"""The bye: who gets it when the number present is odd."""

from __future__ import annotations

from dataclasses import dataclass

from rules.model import Reason, Value
from rules.parts.median.compatible import Field
from rules.parts.median.existence import Pairable, has_dirac_degree


@dataclass(frozen=True)
class ByeChoice:
    """`number` of who has the bye (None with an even field), or `possible` False when no pairing exists."""

    possible: bool
    number: int | None = None
    why: Reason | None = None


def choose_bye(field: Field, *, bye_bars: bool = True) -> ByeChoice:
    """The bye, and whether everybody else can be paired off.

    Rule: 8.1-8.3; ruling S9: by score upwards, inside a score from the lowest numbered up; passed over is who is
    barred and who would leave the others unable to be paired off. `bye_bars` False leaves 8.2 aside (only to
    find out what stands in the way).
    """
    size = len(field.cards)
    sure = has_dirac_degree(field.adjacent)
    question = None if sure else Pairable(field.adjacent, independent=field.independent(range(size)))
    if size % 2 == 0:
        return ByeChoice(possible=question is None or question.complete)
    if question is not None and question.deficit > 1:
        return ByeChoice(possible=False)
    passed: list[Reason] = []
    for place in sorted(range(size), key=lambda one: (field.scores[one], -field.numbers[one])):
        card = field.cards[place]
        bar = card.bye_bar(field.settings.round) if bye_bars else ""
        data: dict[str, Value] = {"player": card.number, "score": field.scores[place]}
        if bar:
            passed.append(Reason("8.2", "bye-barred", {**data, "because": bar}))
        elif question is not None and not question.can_spare(place):
            passed.append(Reason("8.1/S9", "bye-leaves-others", data))
        else:
            return ByeChoice(possible=True, number=card.number, why=Reason("8.1/S9", "bye", data, tuple(passed)))
    return ByeChoice(possible=False)
