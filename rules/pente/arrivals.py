"""Facts that follow at once: who left, who is back, rounds taken back.

Rule: seed 004, info 15; P5, P10; the record: what people type counts while it stands.
"""

from __future__ import annotations

from collections.abc import Collection

from rules.model import Fact, Id, Noticed, Reason, Recorded, Trouble
from rules.parts.people import OUT
from rules.parts.withdrawal import taken_back
from rules.pente import elimination, playoffs
from rules.pente.history import LEFT, OVER, WITHDRAWN, Event, History, Stage, published_since
from rules.pente.placing import A


def is_over(history: History) -> bool:
    """Whether the section has its champion. Rule: P10, P12."""
    if history.section == A:
        return bool(elimination.rank(history).champions)
    return bool(playoffs.champions(history)[0])


def leaving(event: Event, history: History) -> tuple[list[Recorded], list[Trouble]]:
    """Who leaves or is back now. All who leave in one pass leave together. Rule: P10.

    Refused once the section is over. No return after the next round was published; before, the entry was a slip.
    """
    facts: list[Recorded] = []
    troubles: list[Trouble] = []
    over, told = is_over(history), False
    for person in sorted(event.book.people, key=lambda p: p.name):
        if person.name not in history.entries:
            continue
        name, gone, left = person.name, person.status in OUT, history.left.get(person.name)
        if gone and left is None and not over and history.last is not None:
            facts += [] if told else _over(event, history.last)
            told = True
            data = {"player": name, "round": history.last.id, "status": person.status}
            facts.append(_noticed(event, Noticed(name, LEFT, history.last.id), Reason("info 15, P10", "left", data)))
        elif gone and left is None and history.last is not None and _would_matter(history, name):
            troubles.append(Trouble("withdrawal-refused", name, "Status", {"player": name, "section": history.section}))
        elif not gone and left is not None and not published_since(history, name):
            fact = Noticed(name, LEFT, None)
            facts.append(_noticed(event, fact, Reason("P10", "back-again", {"player": name})))
        elif not gone and left is not None:
            troubles.append(Trouble("no-return", name, "Status", {"player": name}))
    return facts, troubles


def _over(event: Event, stage: Stage) -> list[Recorded]:
    """That a round is over when somebody leaves, so that the forfeits in it stay; or that it is open again.

    Rule: P64.
    """
    said = event.stands.notice(stage.id, OVER) is not None
    is_over = stage.is_complete and any(m.verdict.by == "leaver" for m in stage.matches)
    if said == is_over:
        return []
    code = "round-over" if is_over else "round-open-again"
    fact = Noticed(stage.id, OVER, True if is_over else None)
    return [_noticed(event, fact, Reason("P64", code, {"round": stage.id}))]


def _would_matter(history: History, player: str) -> bool:
    if history.section == A:
        return player not in elimination.rank(history).exits
    return player in playoffs.remaining(history)


def rounds_taken_back(event: Event) -> tuple[list[Recorded], list[Trouble]]:
    """Rounds the director takes back: only a section's last, while none of its matches has a result."""
    stages = {stage.id: stage for history in event.sections.values() for stage in history.stages}

    def last_with(round_: Id) -> Collection[Id]:
        return (round_,) if event.sections[round_[0]].last is stages[round_] else ()

    def told(rounds: Collection[Id]) -> tuple[Id, ...]:
        matches = [m for round_ in rounds for m in stages[round_].matches if not m.is_bye]
        return tuple(m.id for m in matches if m.outcome.claim is not None or m.outcome.held)

    rounds, troubles = taken_back(event.book, event.stands, event.book.decisions, last_with, told, named="matches")
    facts = [
        _noticed(event, Noticed(id_, WITHDRAWN, True), Reason("P53", "round-withdrawn", {"round": id_}))
        for id_ in rounds
    ]
    return facts, list(troubles)


def _noticed(event: Event, fact: Fact, why: Reason) -> Recorded:
    return Recorded(fact, event.now, why)
