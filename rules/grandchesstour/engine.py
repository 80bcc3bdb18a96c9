"""The tour's engine: what follows from a book at a moment, and why."""

from __future__ import annotations

from datetime import datetime

from rules.grandchesstour.explain import explain
from rules.grandchesstour.follows import drafts, follows, troubles, waits
from rules.grandchesstour.match import ToPlay
from rules.grandchesstour.rounds import (
    bracket_table,
    due_games,
    main_games_now,
    next_round_table,
    pairings_table,
    this_round_table,
    why_table,
)
from rules.grandchesstour.season import Season, season_of
from rules.grandchesstour.sheet import TOUR_SHEET
from rules.grandchesstour.tables import cross_table, money_table, standings_table, tour_table
from rules.model import Answer, Book, Reason, Value
from rules.parts.people import pause_ends
from rules.parts.sharing import points_value
from rules.parts.start import start_moment
from rules.sheet import FormatSheet


class TourEngine:
    """Seed 002 with rulings G1-G38: see `docs/rulings/002-grand-chess-tour.md`."""

    @property
    def sheet(self) -> FormatSheet:
        """The tour's part of the workbook."""
        return TOUR_SHEET

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        season = season_of(book, now)
        facts, said = follows(season)
        found = () if facts else drafts(season)
        waiting = waits(season)
        started = season.has_started or bool(book.record)
        return Answer(
            now=facts,
            drafts=found,
            waits=waiting,
            tables={
                "Standings": standings_table(season),
                "This round": this_round_table(season),
                "Tour": tour_table(season),
                "Bracket": bracket_table(season),
                "Cross-table": cross_table(season),
                "Prize money": money_table(season),
                "Pairings": pairings_table(season),
                "Next round": next_round_table(found, waiting),
                "Why": why_table(season),
            },
            troubles=(*troubles(season), *said),
            wake=_wake(season),
            state="before" if not started else "finished" if season.is_over else "running",
            headline=headline(season, started),
        )

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why something is as it is. Raises KeyError where nothing is known of it."""
        return explain(book, now, about)


def _wake(season: Season) -> datetime | None:
    """The next moment at which something changes by the clock alone: a start that comes."""
    moments = [due.start for due in (*due_games(season), *main_games_now(season))]
    moments += [state.event.opens_at(season.now) for state in season.events if not state.main.is_drawn]
    moments += [start_moment(season.book), pause_ends(season.book.people, season.now)]
    for play, times, _ in season.plays:
        steps = [m.step for m in play.matches if isinstance(m.step, ToPlay)]
        moments += [times.starts.get(step.game.id) for step in steps]
    return min((m for m in moments if m is not None and m > season.now), default=None)


def headline(season: Season, started: bool) -> tuple[Reason, ...]:
    """How things stand, in a few lines.

    In a Tour the events that are over are left out (Standings has them), and of those to come all but the next one.
    """
    if not started:
        return (Reason("", "head-before", {}),)
    lines = []
    if season.tour is not None:
        tour = season.tour
        if tour.is_over and tour.awards:
            lines.append(Reason("", "head-tour-over", {"winner": tour.awards[0].player}))
        elif tour.awards and any(tour.total.values()):
            best = max(tour.total.values())
            leaders = tuple(p for p, t in tour.total.items() if t == best)
            lines.append(Reason("", "head-tour", {"leaders": leaders, "total": points_value(best)}))
    said = False  # the next event to come is told
    for state in season.events:
        data: dict[str, Value] = {"event": state.event.name}
        if season.tour is not None and (state.is_over or (said and not state.main.is_drawn)):
            continue
        said = said or not state.main.is_drawn
        if state.is_over:
            lines.append(Reason("", "head-event-over", {**data, "winner": state.winner}))
        elif state.play is not None and not state.play.is_over:
            lines.append(Reason("", "head-play-off", {**data, "players": state.play.players}))
        elif state.main.is_drawn:
            games = [o for o in state.main.games.values() if o.state != "bye"]
            done = sum(o.is_over for o in games)
            lines.append(Reason("", "head-event", {**data, "done": done, "games": len(games)}))
        else:
            lines.append(Reason("", "head-event-waits", data))
    return tuple(lines)


ENGINE = TourEngine()
