"""The round-robin's engine: what follows from a book at a moment, and why."""

from __future__ import annotations

from datetime import datetime

from rules.model import Answer, Book, Draft, Reason, Recorded, Tables, Trouble, Value, Wait
from rules.parts.berger import MOST
from rules.parts.ids import parse_ref
from rules.parts.lines import outcome_word
from rules.parts.outcomes import next_deadline
from rules.parts.start import has_started, start_moment
from rules.sheet import FormatSheet
from tests.house.sixth import tables
from tests.house.sixth.drafts import draft, entries, noticed, troubles
from tests.house.sixth.season import Season, first_of, replay, standings
from tests.house.sixth.sheet import ROUND_ROBIN


class RoundRobinEngine:
    """Everybody meets everybody."""

    @property
    def sheet(self) -> FormatSheet:
        """The round-robin's part of the workbook."""
        return ROUND_ROBIN

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        season = replay(book, now)
        if not season.stands.entries:
            return _before(season)
        seen = noticed(season)
        if seen:
            return _answer(season, "head-first", now=seen)
        if season.rounds and (open_ := season.open_in(season.rounds[-1])):
            ids = tuple(o.id for o in open_)
            last = len(season.rounds) == len(season.table)
            facts: dict[str, Value] = {"holds": "The end" if last else season.next_round, "games": ids}
            why = Reason("3", "wait-results", facts)
            wait = Wait(season.rounds[-1] if last else season.next_round, "results", ids, ("Games: Result",), None, why)
            return _answer(season, "head-running", waits=(wait,))
        made = draft(season)
        if made is None:
            return _answer(season, "head-finished")
        return _answer(season, "head-complete" if season.rounds else "head-first", drafts=(made,))

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why a game, a round or a player's place is as it is. Raises KeyError where nothing is known of it."""
        season = replay(book, now)
        at = parse_ref(about)
        if about in season.order:
            line = next(one for one in standings(season) if one.player == about)
            return tables.annulled(season, about) if season.is_annulled(about) else tables.place_reason(line)
        if at is None or str(at) not in {**season.stands.games, **season.stands.rounds}:
            raise KeyError(about)
        recorded = {**season.stands.games, **season.stands.rounds}[str(at)]
        o = season.outcomes.get(str(at))
        if o is None or not outcome_word(o):
            return recorded.why
        said = Reason("5", "reported", {"white": o.white, "black": str(o.black), "result": outcome_word(o)})
        return Reason(recorded.why.rule, recorded.why.code, recorded.why.data, (said,))


def _before(season: Season) -> Answer:
    """Before the start: the list, and round 1 as a preview."""
    fits = 2 <= len(season.order) <= MOST
    starts = has_started(season.book, season.now)
    if starts and fits:
        return _answer(season, "head-first", now=entries(season))
    wrong = Trouble("too-few-players", "Start", "Value", {"count": len(season.order), "most": MOST})
    preview = draft(season) if fits else None
    until = start_moment(season.book)
    wait = Wait("R1", "start", (), ("Settings: Start",), until, Reason("3", "wait-start", {}))
    return _answer(
        season,
        "head-before",
        drafts=(preview,) if preview is not None else (),
        waits=(wait,),
        more=(wrong,) if starts else (),
        state="before",
    )


def _answer(
    season: Season,
    head: str,
    now: tuple[Recorded, ...] = (),
    drafts: tuple[Draft, ...] = (),
    waits: tuple[Wait, ...] = (),
    more: tuple[Trouble, ...] = (),
    state: str = "",
) -> Answer:
    round_ = season.rounds[-1] if season.rounds else ""
    games = [o for o in season.games_of(round_) if o.state != "bye"]
    facts: dict[str, Value] = {"round": round_, "next": season.next_round, "over": sum(o.is_over for o in games)}
    facts |= {"games": len(games), "players": first_of(standings(season))}
    finished = head == "head-finished"
    notes = [wait.why for wait in waits if wait.why is not None]
    ends = season.people.pause_ends(season.now)
    moments = [next_deadline(season.outcomes, season.now), ends, start_moment(season.book) if state else None]
    return Answer(
        now=now,
        drafts=drafts,
        waits=waits,
        tables=Tables(
            {
                "Standings": lambda: tables.standings_table(season),
                "This round": lambda: tables.this_round_table(season),
                "Pairings": lambda: tables.pairings_table(season),
                "Next round": lambda: tables.next_round_table(drafts, notes),
                "Why": lambda: tables.why_table(season),
            }
        ),
        troubles=(*troubles(season), *more),
        wake=min((m for m in moments if m is not None and m > season.now), default=None),
        state="before" if state else "finished" if finished else "running",
        headline=(Reason("", head, facts),),
    )


ENGINE = RoundRobinEngine()
