"""Half-point byes that players ask for: who gets one in a round, and what is wrong with a request. Ruling: S62."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.model import Decision, Id, Trouble, Value
from rules.parts.decisions import of_kind
from rules.parts.ids import ref, round_id
from rules.swiss.director import absent_in, round_of
from rules.swiss.terms import Terms

HALF_BYE = "Half-point bye"
REFUSED_WORDS = {"limit": "half-bye-limit", "late": "half-bye-round", "none": "half-bye-none"}


def rounds_typed(text: str) -> tuple[Id, ...]:
    """The rounds of a cell such as `R4 ; R5`, blank for a word that names none."""
    return tuple(round_of(word) for word in text.replace(",", ";").split(";"))


def asked_for(decisions: Sequence[Decision], player: Id) -> tuple[int, ...]:
    """The rounds for which a player asks half a point, in order."""
    found = {
        ref(id_).number
        for d in decisions
        if d.kind == HALF_BYE and d.about.strip() == player
        for id_ in rounds_typed(d.value)
        if id_
    }
    return tuple(sorted(found))


def answers(
    terms: Terms, decisions: Sequence[Decision], player: Id, given: Collection[int], from_round: int
) -> Mapping[int, str]:
    """What becomes of a player's requests from a round on, by round: `granted`, `limit`, `late` or `none`.

    `given` are the rounds in which the player had half a point already. Whoever gets none is out of the round without
    points, since who asks is away. Ruling: S62.
    """
    found: dict[int, str] = {}
    had = sum(number < from_round for number in given)
    for number in asked_for(decisions, player):
        if number < from_round:
            continue
        if not terms.half_byes:
            found[number] = "none"
        elif number > (terms.half_until or terms.rounds):
            found[number] = "late"
        elif had >= terms.half_byes:
            found[number] = "limit"
        else:
            found[number] = "granted"
            had += 1
    return found


def request_troubles(
    terms: Terms, decisions: Sequence[Decision], given: Mapping[Id, Collection[int]], published: int
) -> tuple[Trouble, ...]:
    """Requests that cannot be read, came too late, or give no half point."""
    found: list[Trouble] = []
    if terms.half_until and not terms.half_byes:
        facts: dict[str, Value] = {"until": round_id("", "R", terms.half_until)}
        found.append(Trouble("half-bye-until-idle", "Settings", "Half-point byes until", facts))
    told: set[tuple[Id, int]] = set()
    for d in of_kind(decisions, HALF_BYE):
        player, at = d.about.strip(), d.key or d.about
        rounds = rounds_typed(d.value)
        if not all(rounds):
            found.append(Trouble("absent-no-round", at, "Value", {"player": player, "typed": d.value}))
        said = answers(terms, decisions, player, given.get(player, ()), published + 1)
        for id_ in rounds:
            number = ref(id_).number if id_ else 0
            facts = {
                "player": player,
                "round": id_,
                "most": terms.half_byes,
                "until": round_id("", "R", terms.half_until or terms.rounds),
            }
            if not id_ or (player, number) in told:
                continue
            told.add((player, number))
            if number <= published:
                if number not in given.get(player, ()):
                    found.append(Trouble("half-bye-late", at, "Value", facts))
            elif absent_in(decisions, player, id_) and said.get(number) == "granted":
                found.append(Trouble("half-bye-absent", at, "Value", facts))
            elif said.get(number, "granted") != "granted":
                found.append(Trouble(REFUSED_WORDS[said[number]], at, "Value", facts))
    return tuple(found)
