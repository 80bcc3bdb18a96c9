"""The director's words as the Swiss understands them: one place that reads the Decisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.model import Decision, Id, Trouble, Value
from rules.parts.decisions import APART, BYE, PAIR, names_in, of_kind
from rules.parts.ids import parse_ref

ABSENT = "Absent"
EXCUSE = "Excuse"
FINISH = "Finish"


def round_of(text: str) -> Id:
    """A round's id as written in the record, blank where the text names none; a bare number is a round."""
    text = text.strip()
    found = parse_ref(f"R{text}" if text.isdigit() else text)
    return found.round if found is not None and found.board is None else ""


@dataclass(frozen=True)
class Typed:
    """The director's input to the draft of one round, as far as it can be followed. Ruling: S46.

    pairs: White first. apart: pairs not to meet.
    """

    pairs: tuple[tuple[Id, Id], ...] = ()
    bye: Id | None = None
    apart: tuple[tuple[Id, Id], ...] = ()
    troubles: tuple[Trouble, ...] = ()


def typed_for(decisions: Sequence[Decision], round_: Id, present: Collection[Id], known: Collection[Id]) -> Typed:
    """What the director typed for the draft of a round. `present` are those who can be paired, `known` all players."""
    free = set(present)
    troubles: list[Trouble] = []
    pairs: list[tuple[Id, Id]] = []
    bye: Id | None = None

    def refuse(decision: Decision, code: str, player: Id) -> None:
        facts: dict[str, Value] = {"kind": decision.kind, "typed": decision.value, "player": player, "round": round_}
        troubles.append(Trouble(code, decision.key or decision.about, "Value", facts))

    for decision in of_kind(decisions, PAIR, BYE):
        if round_of(decision.about) != round_:
            continue
        players = names_in(decision.value)
        wanted = 2 if decision.kind == PAIR else 1
        if len(players) != wanted or len(set(players)) != wanted:
            refuse(decision, "decision-two-names" if wanted == 2 else "decision-one-name", decision.value)
            continue
        wrong = next((p for p in players if p not in free), None)
        if wrong is not None:
            refuse(decision, "decision-twice" if wrong in present else "decision-not-paired", wrong)
        elif decision.kind == PAIR:
            free -= set(players)
            pairs.append((players[0], players[1]))
        elif len(present) % 2 == 0:
            refuse(decision, "bye-even", players[0])
        elif bye is not None:
            refuse(decision, "decision-twice", players[0])
        else:
            free -= set(players)
            bye = players[0]
    apart: set[tuple[Id, Id]] = set()
    for decision in of_kind(decisions, APART):
        if decision.about.strip() and round_of(decision.about) != round_:
            continue
        players = names_in(decision.value)
        if len(players) != 2 or len(set(players)) != 2:
            refuse(decision, "decision-two-names", decision.value)
        elif all(p in known for p in players):
            first, second = sorted(players)
            apart.add((first, second))
    return Typed(tuple(pairs), bye, tuple(sorted(apart)), tuple(troubles))


def absent_in(decisions: Sequence[Decision], player: Id, round_: Id) -> bool:
    """Whether the director said that a player is away in a round."""
    return any(
        d.about.strip() == player and round_ in {round_of(word) for word in d.value.replace(",", ";").split(";")}
        for d in decisions
        if d.kind == ABSENT
    )


def absent_unread(decisions: Sequence[Decision]) -> tuple[Trouble, ...]:
    """Absences without a round that can be read."""
    return tuple(
        Trouble("absent-no-round", d.key or d.about, "Value", {"player": d.about, "typed": d.value})
        for d in of_kind(decisions, ABSENT)
        if not d.value.strip() or any(not round_of(word) for word in d.value.replace(",", ";").split(";"))
    )


def excused(decisions: Sequence[Decision], player: Id, round_: Id) -> bool:
    """Whether the director accepts a player's not appearing in a round (blank: in any). Rule: scope; ruling S43."""
    return any(
        d.about.strip() == player and (not d.value.strip() or round_of(d.value) == round_)
        for d in decisions
        if d.kind == EXCUSE
    )


def finishes_after(decisions: Sequence[Decision]) -> int | None:
    """The round after which the director ends the event early, None where nobody says so. Ruling: S51."""
    numbers = [at.number for d in of_kind(decisions, FINISH) if (at := parse_ref(round_of(d.about))) is not None]
    return min(numbers, default=None)
