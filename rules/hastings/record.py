"""Results as they were when rounds were made from them, and what was corrected since. Ruling: H49."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hastings.event import Event
from rules.model import Fields, Id, Reason, Round, Value
from rules.parts.lines import outcome_word


def results_recorded(event: Event) -> dict[Id, str]:
    """The result of every game as last recorded with a round."""
    known: dict[Id, str] = {}
    for recorded in event.book.record:
        fact = recorded.fact
        if isinstance(fact, Round) and fact.id in event.stands.rounds:
            lines = fact.taken.get("results")
            for line in lines if isinstance(lines, tuple) else ():
                if isinstance(line, tuple) and len(line) == 2:
                    known[str(line[0])] = str(line[1])
    return known


def results_now(event: Event) -> dict[Id, str]:
    """The word of every game; blank where it has none."""
    return {id_: outcome_word(o) for id_, o in event.outcomes.items() if o.state != "bye"}


def results_since(event: Event) -> tuple[tuple[Id, str], ...]:
    """Results no round rests on yet, or that changed since."""
    known = results_recorded(event)
    return tuple((id_, word) for id_, word in results_now(event).items() if known.get(id_, "") != word)


@dataclass(frozen=True)
class Correction:
    """A result that is another than the one rounds were made from; published rounds stay."""

    game: Id
    old: str
    new: str

    @property
    def facts(self) -> Fields:
        """For a sentence."""
        data: dict[str, Value] = {"game": self.game, "old": self.old, "new": self.new or "no result"}
        return data

    @property
    def reason(self) -> Reason:
        """The note."""
        return Reason("H35", "correction", self.facts)


def corrections(event: Event) -> tuple[Correction, ...]:
    """What was corrected since a round was made from it."""
    now = results_now(event)
    return tuple(
        Correction(id_, old, now[id_])
        for id_, old in results_recorded(event).items()
        if old and id_ in now and now[id_] != old
    )
