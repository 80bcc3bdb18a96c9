"""The director's words as the ladder understands them: one place that reads the Decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.ladder.pairing import Pair
from rules.ladder.season import Season
from rules.model import Decision, Id, Noticed, Trouble
from rules.parts.decisions import APART, BYE, DEADLINE, PAIR, id_in, names_in, of_kind
from rules.parts.ids import parse_ref
from rules.parts.numerals import whole_in
from rules.parts.record import WITHDRAWN, seen_against
from rules.parts.withdrawal import taken_back

ADDITIONAL = "Additional rounds"
NO_ADDITIONAL = "No additional rounds"
ONLY_TYPED = "Only typed pairs"
FINALISTS = "Finalists"
REFUSE = "Refuse claim"
CONTACTED = "Contacted"
CHAMPION = "Champion"
CONTINUE = "Continue final"


@dataclass(frozen=True)
class Typed:
    """The director's input to the draft of one round."""

    pairs: tuple[tuple[Id, Id], ...] = ()
    byes: tuple[Id, ...] = ()
    apart: frozenset[Pair] = frozenset()
    only_typed: bool = False
    troubles: tuple[Trouble, ...] = ()


def typed_for(season: Season, round_: Id, participants: Sequence[Id]) -> Typed:
    """What the director typed for the draft of a round, as far as it can be followed. Rule: L17, L23."""
    free = list(participants)
    troubles: list[Trouble] = []
    pairs: list[tuple[Id, Id]] = []
    byes: list[Id] = []

    def refuse(decision: Decision, code: str, player: Id) -> None:
        facts = {"kind": decision.kind, "typed": decision.value, "player": player, "round": round_}
        troubles.append(Trouble(code, decision.key or decision.about, "Value", facts))

    def usable(decision: Decision, players: Iterable[Id]) -> bool:
        for player in players:
            if player in free:
                continue
            known = player in participants
            refuse(decision, "decision-twice" if known else "decision-not-paired", player)
            return False
        return True

    for decision in of_kind(season.book.decisions, PAIR, BYE):
        if id_in(decision.about) != round_:
            continue
        players = names_in(decision.value)
        if len(set(players)) != (2 if decision.kind == PAIR else 1):
            refuse(decision, "decision-two-names" if decision.kind == PAIR else "decision-one-name", decision.value)
        elif usable(decision, players):
            for player in players:
                free.remove(player)
            if decision.kind == PAIR:
                pairs.append((players[0], players[1]))
            else:
                byes.append(players[0])
    apart = set()
    for decision in of_kind(season.book.decisions, APART):
        players = names_in(decision.value)
        if decision.about and id_in(decision.about) != round_:
            continue
        if len(set(players)) != 2:
            refuse(decision, "decision-two-names", decision.value)
        else:
            apart.add(frozenset(players))
    only = any(id_in(d.about) == round_ for d in of_kind(season.book.decisions, ONLY_TYPED))
    return Typed(tuple(pairs), tuple(byes), frozenset(apart), only and bool(pairs), tuple(troubles))


def not_for_tie_break(season: Season, round_: Id) -> tuple[Trouble, ...]:
    """Lines for the draft of a round that is a tie-break: there each plays each, whatever is typed. Rule: L17."""
    return tuple(
        Trouble("decision-tie-break", d.key or d.about, "About", {"kind": d.kind, "round": round_})
        for d in of_kind(season.book.decisions, PAIR, BYE, APART, ONLY_TYPED)
        if id_in(d.about) == round_
    )


def additional_asked(season: Season) -> int:
    """How many additional rounds the director still wants. Rule: ladder 5(f)(iii), L17.

    All lines add up; a line about a round counts once that round is over.
    """
    last = season.last.number if season.last else 0
    asked = 0
    for decision in of_kind(season.book.decisions, ADDITIONAL):
        about = parse_ref(decision.about)
        if about is None or about.number <= last:
            asked += whole_in(decision.value) or 0
    return asked - sum(stage.kind == "additional" for stage in season.stages)


def wants_no_more(season: Season) -> bool:
    """Whether the director said since the last round that the Final may start."""
    said = of_kind(season.book.decisions, NO_ADDITIONAL)
    if season.last is None:
        return bool(said)
    return any(seen_against(season.book, d, season.last.published.recorded) >= 0 for d in said)


def finalists_typed(season: Season) -> tuple[tuple[Id, Id] | None, tuple[Trouble, ...]]:
    """The Finalists the director named, if both are in the Ladder. The last word counts. Rule: L23."""
    found: tuple[Id, Id] | None = None
    troubles = []
    for decision in of_kind(season.book.decisions, FINALISTS):
        players = names_in(decision.value)
        facts = {"kind": FINALISTS, "typed": decision.value, "player": decision.value, "round": "Final"}
        if len(set(players)) != 2:
            troubles.append(Trouble("decision-two-names", decision.key or decision.about, "Value", facts))
            continue
        missing = next((p for p in players if p not in season.ladder), None)
        if missing is not None:
            if season.roster.is_out(missing) is None:
                facts["player"] = missing
                troubles.append(Trouble("decision-not-paired", decision.key or decision.about, "Value", facts))
            continue
        found = (players[0], players[1])
    return found, tuple(troubles)


def deadline_typed(season: Season, round_: Id) -> datetime | None:
    """A deadline typed for a round, also before it is published. The last word counts."""
    found = None
    for decision in of_kind(season.book.decisions, DEADLINE):
        if id_in(decision.about) == round_ and decision.end is not None:
            found = decision.end
    return found


def contacted(season: Season, player: Id, game: Id, null_at: datetime | None) -> bool:
    """Whether the director ticked off that a player was reached after a Null game. Rule: ladder 3(b), L14."""
    for decision in of_kind(season.book.decisions, CONTACTED):
        if id_in(decision.about) == game and (not decision.value or player in names_in(decision.value)):
            return True
        if decision.about.strip() == player and (decision.seen is None or null_at is None or decision.seen >= null_at):
            return True
    return False


def withdrawals(season: Season) -> tuple[tuple[Noticed, ...], tuple[Trouble, ...]]:
    """Rounds the director takes back now, and what is wrong with other such words: only the latest round."""
    latest = season.roster.publications[-1].round.id if season.roster.publications else ""

    def last_with(round_: Id) -> Collection[Id]:
        return (round_,) if round_ == latest else ()

    def told(rounds: Collection[Id]) -> tuple[Id, ...]:
        games = [g.outcome for round_ in rounds for g in season.games_of(round_)]
        return tuple(o.id for o in games if o.state in ("decided", "frozen") or o.held)

    rounds, troubles = taken_back(season.book, season.stands, season.book.decisions, last_with, told)
    return tuple(Noticed(round_, WITHDRAWN, True) for round_ in rounds), troubles


def too_late(season: Season) -> tuple[Trouble, ...]:
    """Words for the draft of a round that came after it was published."""
    troubles = []
    for decision in of_kind(season.book.decisions, PAIR, BYE, ONLY_TYPED):
        at = parse_ref(decision.about)
        if at is None or at.board is not None or str(at) not in season.stands.rounds:
            continue
        if seen_against(season.book, decision, season.stands.rounds[str(at)]) > 0:
            facts = {"kind": decision.kind, "round": str(at)}
            troubles.append(Trouble("decision-too-late", decision.key or decision.about, "About", facts))
    return tuple(troubles)
