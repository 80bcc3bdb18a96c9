"""Outcomes of matches as people see them, and those that a round was made from. Rule: P10, P55, P65."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.model import Id, Trouble
from rules.parts.lines import outcome_word
from rules.parts.outcomes import Outcome
from rules.parts.results import corrected, results_since, results_used
from rules.pente.history import Event, History, Match


def shown_outcome(m: Match) -> Outcome:
    """A match as people see it: forfeits of leavers, and winners named, although nobody typed a result."""
    o, v = m.outcome, m.verdict
    if v.by == "leaver":
        return replace(o, state="decided", by="leaver", how=v.how, score=_forfeit_score(m), at=v.at)
    if v.state == "open" and o.state == "decided":
        return replace(o, state="open")
    if v.state == "frozen":
        return replace(o, state="frozen")
    if v.state == "decided" and o.state == "open":
        return replace(o, state="decided", by="director", how=v.how, score=_forfeit_score(m))
    return o


def _forfeit_score(m: Match) -> tuple[Fraction, Fraction]:
    winner = m.verdict.winner
    return Fraction(int(winner == m.upper)), Fraction(int(winner == m.lower))


def _words(history: History) -> dict[Id, str]:
    """What counts in every match of a section; blank while it is open, whatever its running score."""
    found = {}
    for m in history.matches():
        if not m.is_bye:
            found[m.id] = outcome_word(shown_outcome(m)) if m.verdict.is_settled else ""
    return found


def results_unused(event: Event, history: History) -> tuple[tuple[Id, str], ...]:
    """Results of a section that no round rests on yet, or that changed since."""
    return results_since(results_used(event.book, event.stands), _words(history))


def corrections(event: Event) -> list[Trouble]:
    """Matches whose result is another one than the round after them was made from. What was published stays."""
    words: dict[Id, str] = {}
    for history in event.sections.values():
        words |= _words(history)
    outcomes = {m.id: m.outcome for history in event.sections.values() for m in history.matches()}
    found = corrected(results_used(event.book, event.stands), words, outcomes)
    return [Trouble("correction", one.game, "Result", one.facts()) for one in found]
