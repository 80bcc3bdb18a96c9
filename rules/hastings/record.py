"""Results as they were when rounds were made from them, and what was corrected since. Ruling: H49."""

from __future__ import annotations

from rules.hastings.event import Event
from rules.model import Id
from rules.parts.lines import outcome_word
from rules.parts.results import Corrected, corrected, results_since, results_used


def results_now(event: Event) -> dict[Id, str]:
    """The word of every game; blank where it has none."""
    return {id_: outcome_word(o) for id_, o in event.outcomes.items() if o.state != "bye"}


def results_unused(event: Event) -> tuple[tuple[Id, str], ...]:
    """Results no round rests on yet, or that changed since."""
    return results_since(results_used(event.book, event.stands), results_now(event))


def corrections(event: Event) -> tuple[Corrected, ...]:
    """What was corrected since a round was made from it."""
    return corrected(results_used(event.book, event.stands), results_now(event), event.outcomes)
