"""Facts that follow at once: who left, who is back, rounds taken back.

Rule: seed 004, info 15; P5, P10; the record: what people type counts while it stands.
"""

from __future__ import annotations

from rules.model import Fact, Noticed, Reason, Recorded, Trouble
from rules.parts.decisions import id_in, of_kind
from rules.parts.people import OUT
from rules.parts.record import is_done, seen_against
from rules.pente import elimination, playoffs
from rules.pente.history import LEFT, OVER, WITHDRAWN, Event, History, Stage, published_since
from rules.pente.placing import A
from rules.pente.typed import WITHDRAW


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


def taken_back(event: Event) -> tuple[list[Recorded], list[Trouble]]:
    """Rounds the director takes back: only a section's last, while none of its matches has a result.

    A word counts once; it stays in the sheet.
    """
    facts: list[Recorded] = []
    troubles: list[Trouble] = []
    for decision in of_kind(event.book.decisions, WITHDRAW):
        about = id_in(decision.about)
        if is_done(event.book, decision, about):
            continue
        key = decision.key or decision.about
        stage = next((s for h in event.sections.values() for s in h.stages if s.id == about), None)
        if stage is None:
            troubles.append(Trouble("withdraw-unknown", key, "About", {"round": about}))
            continue
        history = event.sections[about[0]]
        told = tuple(m.id for m in stage.matches if not m.is_bye and (m.outcome.claim is not None or m.outcome.held))
        if history.last is not stage:
            troubles.append(Trouble("withdraw-not-last", key, "About", {"round": about}))
        elif seen_against(event.book, decision, stage.published) < 0:
            troubles.append(Trouble("withdraw-too-early", key, "About", {"round": about}))
        elif told:
            troubles.append(Trouble("withdraw-has-results", key, "About", {"round": about, "matches": told}))
        elif not any(isinstance(f.fact, Noticed) and f.fact.about == about for f in facts):
            fact = Noticed(about, WITHDRAWN, True)
            facts.append(_noticed(event, fact, Reason("P53", "round-withdrawn", {"round": about})))
    return facts, troubles


def _noticed(event: Event, fact: Fact, why: Reason) -> Recorded:
    return Recorded(fact, event.now, why)
