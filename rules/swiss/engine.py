"""The Swiss engine: what follows from a book at a moment, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.advice import Decide, Pick, Type
from rules.model import Answer, Book, Draft, Id, Lot, Reason, Recorded, Row, Tables, Trouble, Value, Wait
from rules.parts.ends import RESULT, ROW, START, lot_typed
from rules.parts.ids import round_id
from rules.parts.outcomes import next_deadline
from rules.parts.start import has_started, start_moment
from rules.reasons import render
from rules.sheet import FormatSheet
from rules.swiss import tables
from rules.swiss.director import finishes_after
from rules.swiss.drafts import Drafted, draft_round, present_in
from rules.swiss.explain import explain
from rules.swiss.listing import COLOUR_LOT, Listing, list_troubles, listing_for, lot_reason
from rules.swiss.places import places_of
from rules.swiss.report import report_table
from rules.swiss.roster import status_notices
from rules.swiss.season import Season, replay
from rules.swiss.sheet import SWISS
from rules.swiss.terms import TABLES
from rules.swiss.trf import report_file
from rules.swiss.troubles import standing_troubles
from rules.swiss.withdraw import withdrawals

FINISHED = Decide("Finish", Pick("the last round played"))


class SwissEngine:
    """Seed 001 with the rulings of `docs/rulings/001-swiss.md`."""

    @property
    def sheet(self) -> FormatSheet:
        """The Swiss part of the workbook."""
        return SWISS

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        season = replay(book, now)
        if not season.rounds and not has_started(book, now):
            return _before(season)
        ahead = _ahead(season)
        left = status_notices(season.roster, season.people, now) if ahead.state != "finished" else ()
        taken_back, _ = withdrawals(season)
        if left:
            ahead = replace(ahead, now=left)
        elif taken_back:
            ahead = replace(ahead, now=tuple(_taken_back(season, n.about, n) for n in taken_back))
        return _answer(season, ahead)

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why something is as it is. Raises KeyError where nothing is known of it."""
        return explain(replay(book, now), about)

    def report_file(self, book: Book, now: datetime) -> str:
        """The report of the rounds that are over, as TRF16 text. Rule: 20."""
        season = replay(book, now)
        return report_file(season, places_of(season, season.complete))


@dataclass(frozen=True)
class Ahead:
    """What comes next: facts that follow, the list and draft of the next round, what it waits for."""

    state: str  # results, draft, finished
    now: tuple[Recorded, ...] = ()
    listing: Listing | None = None
    drafts: tuple[Draft, ...] = ()
    waits: tuple[Wait, ...] = ()
    troubles: tuple[Trouble, ...] = ()


def _taken_back(season: Season, round_: Id, fact: object) -> Recorded:
    return Recorded(fact, season.now, Reason("S50", "round-withdrawn", {"round": round_}))  # type: ignore[arg-type]


def last_round(season: Season) -> int:
    """The number of the last round: as declared, or as the director ends it. Rule: 1; ruling S51."""
    ends = finishes_after(season.decisions)
    return season.terms.rounds if ends is None else max(1, min(season.terms.rounds, ends))


def _ahead(season: Season) -> Ahead:
    if season.complete < len(season.rounds):
        late = season.published + 1 > max(season.terms.closes, 1) and season.published < last_round(season)
        listed = list_troubles(season, listing_for(season, season.next_round)) if late else ()
        return Ahead("results", waits=_game_waits(season), troubles=listed)
    if season.published >= last_round(season):
        return Ahead("finished")
    return _next_round(season)


def _next_round(season: Season) -> Ahead:
    listing = listing_for(season, season.next_round)
    troubles = list_troubles(season, listing)
    if season.twice:
        why = Reason("S2", "wait-twice", {"holds": listing.round, "player": season.twice[0][0]})
        wait = Wait(
            listing.round,
            "director",
            (season.twice[0][1],),
            (Type(Pick("the right names"), "Games → White and Black"),),
            None,
            why,
        )
        return Ahead("draft", listing=listing, waits=(wait,), troubles=troubles)
    if listing.asks:
        asked = tuple(Recorded(lot, season.now, lot_reason(lot)) for lot in listing.asks)
        return Ahead("draft", asked, listing, troubles=troubles)
    if listing.waiting:
        return Ahead(
            "draft", (), listing, (), tuple(_lot_wait(listing.round, id_) for id_ in listing.waiting), troubles
        )
    if season.published == 0 and season.terms.system not in TABLES:
        colour = season.stands.lot(COLOUR_LOT)
        asked_colour = _colour_lot(season, listing) if colour is None else None
        if asked_colour is not None:
            return Ahead("draft", (asked_colour,), listing, troubles=troubles)
        if colour is not None and colour.answer is None:
            return Ahead("draft", (), listing, (), (_lot_wait(listing.round, COLOUR_LOT),), troubles)
    made = draft_round(season, listing)
    waits, more = _held_up(season, listing, made)
    drafts = (made.draft,) if made.draft is not None else ()
    return Ahead("draft", (), listing, drafts, waits, (*troubles, *made.typed.troubles, *more))


def _colour_lot(season: Season, listing: Listing) -> Recorded | None:
    """The lot for number 1's colour, drawn once: between the first of those paired and the first of the lower half.

    Rule: 14.2; rulings S39, S48. Who is drawn has White.
    """
    here = present_in(season, listing)
    players = [player for player in listing.order if here[player]]
    if len(players) < 2:
        return None
    lot = Lot(COLOUR_LOT, "colour", (players[0], players[len(players) // 2]))
    return Recorded(lot, season.now, Reason("14.2", "lot-colour", {"player": players[0]}))


def _lot_wait(holds: Id, lot: Id) -> Wait:
    why = Reason("7" if lot != COLOUR_LOT else "14.2", "wait-lot", {"holds": holds, "lot": lot})
    return Wait(holds, "lot", (lot,), (lot_typed(lot),), None, why)


def _held_up(season: Season, listing: Listing, made: Drafted) -> tuple[tuple[Wait, ...], tuple[Trouble, ...]]:
    if made.draft is not None:
        return (), ()
    round_ = listing.round
    facts: dict[str, Value] = {"round": round_, "holds": round_, "count": len(made.present)}
    if made.missing:
        facts["system"] = season.terms.system
        why = Reason("20.1", "wait-system", facts)
        wait = Wait(round_, "director", (), (Type(Pick("another system"), "Settings → Pairing system"),), None, why)
        return (wait,), (Trouble("system-missing", "Settings", "Pairing system", facts, blocks=True),)
    if not made.blocked:
        why = Reason("S2", "wait-players", facts)
        wait = Wait(
            round_, "director", (), (Type("Active", "Players → Status", Pick("those who play")), FINISHED), None, why
        )
        return (wait,), (Trouble("too-few-paired", round_, "", facts),)
    ends = (
        Decide("Pair", round_, Pick("two names")),
        Decide("Bye", round_, Pick("a name")),
        Decide("Absent", Pick("a name"), round_),
        FINISHED,
    )
    why = Reason("S2", "wait-blocked", facts, made.blocked)
    said = " ".join(render(reason, SWISS.words) for reason in made.blocked)
    trouble = Trouble("no-pairing", round_, "", {"round": round_, "why": said}, blocks=True)
    return (Wait(round_, "director", (), ends, None, why),), (trouble,)


def _game_waits(season: Season) -> tuple[Wait, ...]:
    """Waits for results, and for the director's word on single games."""
    round_ = season.rounds[season.complete]
    still = [o for o in season.games_of(round_) if not o.is_over]
    last = season.published >= last_round(season)
    holds = round_ if last else season.next_round
    ids = tuple(o.id for o in still)
    facts: dict[str, Value] = {"holds": "The end" if last else holds, "games": ids}
    found = [Wait(holds, "results", ids, (RESULT,), None, Reason("1", "wait-results", facts))]
    for o in still:
        if o.state == "frozen":
            why = Reason("S43", "wait-frozen", {"game": o.id})
            found.append(Wait(holds, "director", (o.id,), (ROW,), None, why))
        elif any(c.state == "held" for c in o.held):
            why = Reason("6", "wait-held", {"game": o.id})
            found.append(Wait(holds, "director", (o.id,), (RESULT,), season.answers_at, why))
    return tuple(found)


def _before(season: Season) -> Answer:
    """Before the start: the list and round 1 as a preview, lots not drawn yet. Rule: 7, 14."""
    listing = listing_for(season, round_id("", "R", 1))
    made = draft_round(season, listing)
    until = start_moment(season.book)
    wait = Wait("R1", "start", (), (START,), until, Reason("14", "wait-start", {}))
    troubles = [*list_troubles(season, listing), *made.typed.troubles, *standing_troubles(season, False)]
    if made.draft is None:
        troubles += _held_up(season, listing, made)[1]
    drafts = (made.draft,) if made.draft is not None else ()
    rule = "S65" if season.terms.system in TABLES else "14.2"
    lots: tuple[Reason, ...] = (Reason(rule, "preview-lots", {}),) if drafts else ()
    shown = {
        "Standings": tables.preview_standings(listing),
        "This round": tables.this_round_table(season, listing),
        "Pairings": (),
        "Cross-table": (),
        "Starting list": tables.starting_list(season, listing),
        "Colours and floats": (),
        "Report": report_table(season),
        "Next round": tables.next_round_table(drafts, {}, (Reason("14", "wait-start", {}), *lots)),
        "Why": tables.why_table(season),
    }
    ends = season.people.pause_ends(season.now)
    moments = [moment for moment in (until, ends) if moment is not None and moment > season.now]
    return Answer(
        drafts=drafts,
        waits=(wait,),
        tables=shown,
        troubles=tuple(troubles),
        wake=min(moments, default=None),
        state="before",
        headline=(Reason("", "head-before", {}),),
    )


def _answer(season: Season, ahead: Ahead) -> Answer:
    finished = ahead.state == "finished"
    places = places_of(season)
    names = {number: player for player, number in season.numbers.items()}
    points = {names[one.number]: one.points for one in places}
    notes = [wait.why for wait in ahead.waits if wait.why is not None]
    listing = ahead.listing if not season.rounds else None
    shown: dict[str, Callable[[], tuple[Row, ...]]] = {
        "Standings": lambda: (
            tables.standings_table(season, places, finished)
            if places or listing is None
            else tables.preview_standings(listing)
        ),
        "This round": lambda: tables.this_round_table(season, listing),
        "Pairings": lambda: tables.pairings_table(season),
        "Cross-table": lambda: tables.cross_table(season, places),
        "Starting list": lambda: tables.starting_list(season, listing),
        "Colours and floats": lambda: tables.colours_table(season),
        "Report": lambda: report_table(season),
        "Next round": lambda: tables.next_round_table(ahead.drafts, points, notes),
        "Why": lambda: tables.why_table(season),
    }
    return Answer(
        now=ahead.now,
        drafts=() if ahead.now else ahead.drafts,
        waits=ahead.waits,
        tables=Tables(shown),
        troubles=(*standing_troubles(season, finished), *ahead.troubles),
        wake=_wake(season),
        state="finished" if finished else "running",
        headline=_headline(season, ahead, [names[one.number] for one in places if one.place == 1]),
    )


def _wake(season: Season) -> datetime | None:
    """The next moment at which something changes by the clock alone."""
    moments = [next_deadline(season.outcomes, season.now), season.answers_at, season.people.pause_ends(season.now)]
    return min((m for m in moments if m is not None and m > season.now), default=None)


def _headline(season: Season, ahead: Ahead, first: Sequence[Id]) -> tuple[Reason, ...]:
    if ahead.state == "finished":
        code = "head-finished" if len(first) == 1 else "head-shared"
        return (Reason("", code, {"players": tuple(first)}),)
    if ahead.state == "results":
        round_ = season.rounds[season.complete]
        games = [o for o in season.games_of(round_) if o.state != "bye"]
        facts: dict[str, Value] = {"round": round_, "over": sum(o.is_over for o in games), "games": len(games)}
        facts["rounds"] = season.terms.rounds
        return (Reason("", "head-running", facts),)
    if season.rounds:
        return (Reason("", "head-complete", {"round": season.rounds[-1], "next": season.next_round}),)
    return (Reason("", "head-first", {"next": season.next_round}),)


ENGINE = SwissEngine()
