"""When the games of a play-off may start.

Rule: 6, G28, G35: the play-off 30 minutes after the last main game of anyone in it; the next game of a match 10
minutes after the one before; the first game of a match 10 minutes after the last game that decided its players. The
arbiter may shorten 10 to 5 and lengthen at will. Unknown ends make unknown starts (None).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rules.grandchesstour.director import Director
from rules.grandchesstour.events import BREAK, SHORTEST
from rules.grandchesstour.match import Match, ToPlay
from rules.grandchesstour.playoff import PlayOff
from rules.model import Decision, Id, Trouble, Value
from rules.parts.ids import ref, round_id
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing


@dataclass(frozen=True)
class Times:
    """Starts by game id (games played, open, or next to be recorded), the start of the whole, and refused words."""

    start: datetime | None = None
    starts: Mapping[Id, datetime | None] = field(default_factory=dict)
    last_end: datetime | None = None
    troubles: tuple[Trouble, ...] = ()


def end_of(o: Outcome, director: Director) -> datetime | None:
    """When a game ended: as typed, else as reported, else when its result was said. Rule: G35."""
    return director.ends.get(o.id) or o.ended or o.at


@dataclass(frozen=True)
class Announced:
    """When a play-off was published, and the start announced with it."""

    at: datetime
    start: datetime | None


def announced(stands: Standing, section: Id) -> Announced | None:
    """How the play-off of an event (or the Tour) was announced, None while it is not."""
    first = round_id(section, "P", 1)
    if first not in stands.rounds:
        return None
    return Announced(stands.rounds[first].at, stands.round(first).starts)


def last_end(
    games: Iterable[Outcome], players: Iterable[Id], director: Director, out: Announced | None = None
) -> datetime | None:
    """When the last of these games of any of the players ended; None while that cannot be known.

    Rule: G28, G35, G40. The last one to end may stand in an earlier round: a game put off. A game not attended has no
    end of its own unless one is typed; where nothing was played, nothing is known. A result typed after the play-off
    was announced is a correction, not an end: then what was announced stands.
    """
    wanted = set(players)
    ends: list[datetime] = []
    for player in wanted:
        own = [
            o
            for o in games
            if o.state == "decided" and not o.is_void and o.by != "leaver" and player in (o.white, o.black)
        ]
        for o in own:
            typed, said = director.ends.get(o.id) or o.ended, end_of(o, director)
            if typed is None and said is not None and out is not None and said > out.at:
                said = None if out.start is None else out.start - BREAK
            if said is not None:
                ends.append(said)
    return max(ends, default=None)


def times_of(play: PlayOff, base: datetime | None, interval: timedelta, director: Director) -> Times:
    """Starts of all games of a play-off. `base`: the end of the last main game of anyone in it."""
    made = _Clock(play, interval, director)
    first = None if base is None else base + BREAK
    start = made.typed({play.section, play.first_round}, first, first)
    known: dict[Id, datetime | None] = {}  # player -> end of the last game that decided where they are
    if play.three is not None:
        before: datetime | None = None
        begun = False
        for game in play.three.games:
            if game is None or not game.id or game.outcome is None or game.outcome.by == "leaver":
                continue
            made.starts[game.id] = made.next_start(game.id, before) if begun else made.typed({game.id}, start, start)
            before, begun = end_of(game.outcome, director), True
        for id_ in _next_ids(play.three.open, play.three.step):
            made.starts[id_] = made.next_start(id_, before) if begun else made.typed({id_}, start, start)
        if begun:
            known = dict.fromkeys(play.players, before)
    for match in play.matches:
        made.match(match, start, known)
    ends = [e for e in (*known.values(), *made.ends) if e is not None]
    return Times(start, made.starts, max(ends, default=base), tuple(made.troubles))


def _next_ids(open_game: Outcome | None, step: object) -> tuple[Id, ...]:
    if open_game is not None:
        return (open_game.id,)
    return (step.game.id,) if isinstance(step, ToPlay) else ()


class _Clock:
    """Collects starts while the play-off is walked through in order of play."""

    def __init__(self, play: PlayOff, interval: timedelta, director: Director) -> None:
        self.play, self.interval, self.director = play, interval, director
        self.starts: dict[Id, datetime | None] = {}
        self.ends: list[datetime | None] = []
        self.troubles: list[Trouble] = []

    def typed(self, abouts: set[Id], planned: datetime | None, earliest: datetime | None) -> datetime | None:
        """The start typed for one of these, never before the earliest; else the planned one."""
        word: Decision | None = self.director.start_of(abouts)
        if word is None or word.start is None:
            return planned
        if earliest is not None and word.start < earliest:
            facts: dict[str, Value] = {"about": word.about, "typed": word.start, "earliest": earliest}
            self.troubles.append(Trouble("start-too-early", word.key or word.about, "From", facts))
            return earliest
        return word.start

    def next_start(self, id_: Id, before: datetime | None) -> datetime | None:
        """The start of a game after one that ended then."""
        if before is None:
            return self.typed({id_}, None, None)
        return self.typed({id_}, before + self.interval, before + SHORTEST)

    @staticmethod
    def _not_before(start: datetime | None, before: datetime | None, wait: timedelta) -> datetime | None:
        """So long after a game, and never before the play-off itself starts."""
        if before is None:
            return None
        return before + wait if start is None else max(start, before + wait)

    def match(self, match: Match, start: datetime | None, known: dict[Id, datetime | None]) -> None:
        """Starts of the games of one match; afterwards `known` holds when its winner was known."""
        decided = [known[p] for p in match.players if p in known]
        before: datetime | None = None if not decided or None in decided else max(e for e in decided if e is not None)
        fresh = True
        played = [g.outcome for g in match.games if g.outcome is not None and g.outcome.by != "leaver"]
        ids = [o.id for o in played]
        ends = {o.id: end_of(o, self.director) for o in played}
        for id_ in (*ids, *_next_ids(match.open, match.step)):
            if fresh and not decided:
                self.starts[id_] = self.typed({id_, ref(id_).match}, start, start)
            elif fresh:
                abouts = {id_, ref(id_).match, ref(id_).round}
                planned = self._not_before(start, before, self.interval)
                self.starts[id_] = self.typed(abouts, planned, self._not_before(start, before, SHORTEST))
            else:
                self.starts[id_] = self.next_start(id_, before)
            fresh = False
            before = ends.get(id_, before)
        if match.winner is not None and (ids or decided):
            known[match.winner] = before
        self.ends.append(before)
