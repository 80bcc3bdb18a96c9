"""A book read as a tour: its events with their play-offs, and the Tour itself.

Rule: 3, 4, 6; G2-G5, G22-G26.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from rules.grandchesstour.amounts import amounts_of, prize_troubles, tour_prizes
from rules.grandchesstour.awards import ASKED, Award, event_awards, groups, tour_awards
from rules.grandchesstour.clock import Announced, Times, announced, last_end, times_of
from rules.grandchesstour.director import Director, director_of, leaver_key
from rules.grandchesstour.events import TOUR, Event, events_of, interval_of
from rules.grandchesstour.maingames import Main, main_of
from rules.grandchesstour.match import Ground
from rules.grandchesstour.playoff import PlayOff, playoff_of
from rules.model import Book, Id, Trouble
from rules.parts.ids import ref
from rules.parts.outcomes import Clock, Outcome, outcomes
from rules.parts.record import Standing, standing
from rules.parts.start import has_started

ZERO = Fraction(0)


@dataclass(frozen=True)
class EventState:
    """An event as it stands. `play` is None where there is no tie for first (or it is not settled yet who is in it)."""

    event: Event
    main: Main
    ground: Ground
    play: PlayOff | None
    times: Times
    awards: tuple[Award, ...]

    @property
    def winner(self) -> Id | None:
        """The winner, once there is one."""
        if not self.main.is_complete or not self.main.top:
            return None
        return self.main.top[0] if len(self.main.top) == 1 else self.play.winner if self.play else None

    @property
    def is_over(self) -> bool:
        """Whether it is over, its play-off included."""
        return self.winner is not None

    @property
    def is_asked(self) -> bool:
        """Whether its prizes and points wait until Prizes is mended."""
        return any(a.why.code == ASKED for a in self.awards)

    @property
    def points(self) -> Mapping[Id, Fraction]:
        """Tour points given out so far."""
        return {a.player: a.points for a in self.awards if a.points is not None}


@dataclass(frozen=True)
class TourState:
    """The Tour as it stands. `tied_for` is 1 or 2 where a play-off is due or was played, else 0."""

    total: Mapping[Id, Fraction]
    is_complete: bool  # every event is over
    tied_for: int
    ground: Ground
    play: PlayOff | None
    times: Times
    awards: tuple[Award, ...]

    @property
    def is_over(self) -> bool:
        """Whether the final standings are settled."""
        return self.is_complete and (self.play is None or self.play.is_over)


@dataclass(frozen=True)
class Season:
    """The whole book at a moment."""

    book: Book
    now: datetime
    stands: Standing
    found: Mapping[Id, Outcome]
    director: Director
    events: tuple[EventState, ...]
    tour: TourState | None  # None where there is only one event, or none is wanted (G37)
    currency: str
    troubles: tuple[Trouble, ...]

    @property
    def has_started(self) -> bool:
        """Whether the start has come."""
        return has_started(self.book, self.now)

    @property
    def plays(self) -> tuple[tuple[PlayOff, Times, Ground], ...]:
        """All play-offs there are, those of events first."""
        found = [(s.play, s.times, s.ground) for s in self.events if s.play is not None]
        if self.tour is not None and self.tour.play is not None:
            found.append((self.tour.play, self.tour.times, self.tour.ground))
        return tuple(found)

    def state(self, event: Id) -> EventState | None:
        """An event by id."""
        return next((s for s in self.events if s.event.id == event), None)

    @property
    def is_over(self) -> bool:
        """Whether everything is decided."""
        done = bool(self.events) and all(s.is_over for s in self.events)
        return done and (self.tour is None or self.tour.is_over)


def season_of(book: Book, now: datetime) -> Season:
    """Read a book."""
    stands = standing(book)
    found = outcomes(book, stands, now, Clock())
    director = director_of(book, stands)
    events, troubles = events_of(book)
    currency = str(book.setting("Currency") or "$").strip()
    states = tuple(_event(book, e, stands, found, director, currency) for e in events)
    wanted = str(book.setting("Tour") or "yes").strip().casefold() != "no"
    tour = _tour(book, states, stands, found, director, currency) if wanted and len(states) > 1 else None
    return Season(
        book, now, stands, found, director, states, tour, currency, (*troubles, *prize_troubles(book, events))
    )


def _event(
    book: Book, event: Event, stands: Standing, found: Mapping[Id, Outcome], director: Director, currency: str
) -> EventState:
    left = director.leavers(event.id)
    main = main_of(event, stands, found, left)
    ground = Ground(stands, found, director, left)
    play = None
    times = Times()
    if main.is_settled_at_top and len(main.top) > 1:
        play = playoff_of(ground, event.id, main.top, main.wins)
        base = last_end(main.games.values(), main.top, director, announced(stands, event.id))
        times = times_of(play, base, interval_of(book, event.id)[0], director)
    winner = play.winner if play else None
    awards = event_awards(main.ranked, amounts_of(book, event), main.is_complete, winner, currency)
    return EventState(event, main, ground, play, times, awards)


def best_of(book: Book) -> int | None:
    """How many events count for a player, None for all. Rule: G22."""
    value = book.setting("Best events")
    return int(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) and value >= 1 else None


def _tour(
    book: Book,
    states: tuple[EventState, ...],
    stands: Standing,
    found: Mapping[Id, Outcome],
    director: Director,
    currency: str,
) -> TourState:
    """Totals, ties and money of the Tour. Rule: 4; G22-G27, G36: everybody who played is listed, points or not."""
    gained: dict[Id, list[Fraction]] = {}
    wins: dict[Id, int] = {}
    for state in states:
        for player in state.main.numbers:
            gained.setdefault(player, []).append(state.points.get(player, ZERO))
            wins[player] = wins.get(player, 0) + state.main.wins[player]
    limit = best_of(book)
    total = {p: sum(sorted(points, reverse=True)[:limit], ZERO) for p, points in gained.items()}
    complete = bool(states) and all(s.is_over and not s.is_asked for s in states)
    ranked = groups(total)
    tied_for = 0
    tied: tuple[Id, ...] = ()
    if complete and ranked and len(ranked[0]) > 1:
        tied_for, tied = 1, ranked[0]
    elif complete and len(ranked) > 1 and len(ranked[1]) > 1 and second_is_played(book):
        tied_for, tied = 2, ranked[1]
    ground = Ground(stands, found, director, director.leavers(TOUR))
    play, times = None, Times()
    if tied_for:
        play = playoff_of(ground, TOUR, tied, wins)
        base = _tour_base(states, tied, director, announced(stands, TOUR))
        times = times_of(play, base, interval_of(book, TOUR)[0], director)
    winner = play.winner if play else None
    prizes = tour_prizes(book)
    awards = tour_awards(total, prizes.prizes, complete and prizes.sure, winner, currency, prizes.named)
    return TourState(total, complete, tied_for, ground, play, times, awards)


def second_is_played(book: Book) -> bool:
    """Whether a tie for second alone is played off. Rule: 4, G24."""
    return str(book.setting("Second place play-off") or "yes").strip().casefold() != "no"


def _tour_base(
    states: tuple[EventState, ...], players: tuple[Id, ...], director: Director, out: Announced | None
) -> datetime | None:
    """When the last main or play-off game of any of these in the events ended. Rule: G28."""
    ends: list[datetime] = []
    for state in states:
        own = [p for p in players if p in state.main.numbers]
        ends += [e for e in (last_end(state.main.games.values(), own, director, out),) if e is not None]
        if state.play is not None:
            games = [
                state.ground.found[g]
                for g in state.ground.stands.games
                if ref(g).section == state.event.id and ref(g).stage == "P"
            ]
            ends += [e for e in (last_end(games, own, director, out),) if e is not None]
    return max(ends, default=None)


def effective_words(season: Season) -> dict[tuple[Id, str], str]:
    """Words of the director that count now: they are recorded when first seen. Rule: G32."""
    words: dict[tuple[Id, str], str] = {}
    for play, _, _ in season.plays:
        words |= play.words or {}
    sections = {s.event.id: s.main.numbers for s in season.events}
    if season.tour is not None:
        sections[TOUR] = tuple(season.tour.total)
    for section, players in sections.items():
        for player in sorted(set(season.director.leavers(section)) & set(players)):
            about, kind, value = leaver_key(section, player)
            words[about, kind] = value
    return words
