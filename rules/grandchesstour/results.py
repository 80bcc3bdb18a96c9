"""Results that a play-off, or the money of an event, was made from, and what was corrected since. Rule: G41."""

from __future__ import annotations

from rules.grandchesstour.events import TOUR
from rules.grandchesstour.season import Season
from rules.model import Id, Noticed, Reason, Recorded, Trouble
from rules.parts.ids import ref
from rules.parts.lines import outcome_word
from rules.parts.outcomes import Outcome
from rules.parts.results import RESULTS, corrected, results_since, results_used


def outcomes_now(season: Season) -> dict[Id, Outcome]:
    """Every game as it counts, those of leavers included."""
    games = dict(season.found)
    for state in season.events:
        games |= state.main.games
    for play, _, _ in season.plays:
        games |= {g.outcome.id: g.outcome for m in play.matches for g in m.games if g.outcome is not None}
    return games


def _words(season: Season, section: Id = TOUR) -> dict[Id, str]:
    """The word of every game of an event (of all events for the Tour); blank where it is open."""
    return {
        id_: outcome_word(o)
        for id_, o in outcomes_now(season).items()
        if o.state != "bye" and section in (TOUR, ref(id_).section)
    }


def results_unused(season: Season, section: Id) -> tuple[tuple[Id, str], ...]:
    """Results of an event or the Tour that nothing rests on yet, or that changed since."""
    return results_since(results_used(season.book, season.stands), _words(season, section))


def ends_noticed(season: Season) -> list[Recorded]:
    """Events that are over for the first time: places, points and money are made from these results.

    What a play-off was made from stays as recorded with it, so that a correction is announced although it ends the
    event.
    """
    used = results_used(season.book, season.stands)
    found = []
    for state in season.events:
        id_ = state.event.id
        if not state.is_over or (id_, RESULTS) in season.stands.noticed:
            continue
        results = tuple((game, word) for game, word in _words(season, id_).items() if word and game not in used)
        why = Reason("G41", "results-noted", {"event": id_, "winner": state.winner})
        found.append(Recorded(Noticed(id_, RESULTS, results), season.now, why))
    return found


def corrections(season: Season) -> list[Trouble]:
    """Games whose result is another one than a play-off or the prize money was made from."""
    found = corrected(results_used(season.book, season.stands), _words(season), outcomes_now(season))
    ends = {state.event.id: state.event.name for state in season.events}
    troubles = []
    for one in found:
        rests = (
            f"Places, points and prize money of {ends[one.by]} were given out on the old one." if one.by in ends else ""
        )
        troubles.append(Trouble("correction", one.game, "Result", one.facts(rests)))
    return troubles
