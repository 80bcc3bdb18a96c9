"""What follows at once, what is drafted, and what is waited for.

Rule: 3, 4, 6; G10-G21, G25, G29-G34.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rules.advice import Add, Decide, Pick, Type
from rules.grandchesstour.amounts import rising
from rules.grandchesstour.director import (
    BLITZ_FOR_RAPID,
    WINNER,
    about_of,
    notices,
    section_of,
    whole,
    withdrawals,
    word_troubles,
)
from rules.grandchesstour.events import RAPID, TOUR, interval_of, plays_in
from rules.grandchesstour.maingames import schedule
from rules.grandchesstour.match import Asked, Ground, Match, ToPlay
from rules.grandchesstour.playoff import MOST as MOST_TIED
from rules.grandchesstour.playoff import PlayOff, first_facts, is_bye_row, is_published
from rules.grandchesstour.results import corrections, ends_noticed, outcomes_now, results_unused
from rules.grandchesstour.season import EventState, Season, effective_words
from rules.model import Draft, Empty, Entry, Game, Id, Person, Reason, Recorded, Round, Trouble, Value, Wait
from rules.parts.berger import MOST
from rules.parts.ends import RESULT, START, lot_typed, winner_typed
from rules.parts.ids import game_id, ref, round_id
from rules.parts.lost import lost_results
from rules.parts.lots import order_lot
from rules.parts.outcomes import Outcome
from rules.parts.people import ACTIVE, OUT, status_of
from rules.parts.record import next_free_board
from rules.parts.results import MADE_FROM, results_used
from rules.parts.start import has_come, start_moment

TAKEN = {"rating": "Rating", "username": "Username"}


# --- events ----------------------------------------------------------------------------------------------------------


def opening(season: Season, state: EventState) -> datetime | str | None:
    """When an event may be drawn: "" now, a moment to come, or None while its Start must be typed. Rule: G30.

    The first event opens with the Start of the book; every other one needs a Start of its own.
    """
    own = state.event.start
    if not season.has_started:
        return start_moment(season.book)
    if has_come(own, season.now):
        return ""
    if isinstance(own, datetime):
        return own
    return "" if season.events and season.events[0].event.id == state.event.id and own is None else None


def entrants(season: Season, state: EventState) -> tuple[Person, ...]:
    """Who plays in an event that is not drawn yet, by name."""
    rows = {p.name: p for p in reversed(season.book.people) if p.name}
    wanted = [p for p in rows.values() if plays_in(p, state.event.id) and status_of(p, season.now) == ACTIVE]
    return tuple(sorted(wanted, key=lambda p: p.name))


def numbers_id(event: Id) -> Id:
    """The id of the lot for the pairing numbers of an event."""
    return f"{event} numbers"


def _event_lots(season: Season, state: EventState) -> Iterator[Recorded]:
    people = entrants(season, state)
    if state.main.is_drawn or opening(season, state) != "" or not 2 <= len(people) <= MOST:
        return
    asked = order_lot(season.stands, numbers_id(state.event.id), [p.name for p in people])
    if asked.lot is not None:
        data: dict[str, Value] = {"event": state.event.id, "players": tuple(p.name for p in people)}
        yield Recorded(asked.lot, season.now, Reason("3, G29", "lot-event-numbers", data))


def event_draft(season: Season, state: EventState) -> Draft | None:
    """The whole round-robin of an event, all rounds at once; None while its lot is not there. Rule: 3; G29."""
    people = {p.name: p for p in entrants(season, state)}
    if state.main.is_drawn or opening(season, state) != "" or not 2 <= len(people) <= MOST:
        return None
    order = order_lot(season.stands, numbers_id(state.event.id), list(people)).order
    if order is None:
        return None
    event = state.event
    facts: list[Recorded] = []
    for number, player in enumerate(order, start=1):
        taken = {key: people[player].fields.get(heading) for key, heading in TAKEN.items()}
        entry = Entry(player, event.id, number, {k: v for k, v in taken.items() if v is not None})
        data: dict[str, Value] = {"player": player, "event": event.id, "number": number}
        facts.append(Recorded(entry, season.now, Reason("3, G29", "entered", data)))
    for number, (rate, berger) in enumerate(schedule(event, len(order)), start=1):
        round_ = round_id(event.id, "R", number)
        data = {"round": round_, "rate": rate, "number": number, "players": len(order)}
        facts.append(Recorded(Round(round_, rate), season.now, Reason("3, G29", "round-main", data)))
        board = next_free_board(season.book.record, round_)
        for place, (white, black) in enumerate(berger.games, start=board):
            game = Game(game_id(round_, place), order[white - 1], order[black - 1], rate)
            data = {"white": game.white, "black": str(game.black), "white_number": white, "black_number": black}
            facts.append(Recorded(game, season.now, Reason("3, G29", "game-main", {**data, "round": round_})))
        if berger.free is not None:
            free = order[berger.free - 1]
            bye = Game(game_id(round_, board + len(berger.games)), free, Empty.BYE, rate)
            facts.append(Recorded(bye, season.now, Reason("3, G29", "bye-main", {"player": free, "round": round_})))
    book = season.book
    own = any(str(row.get("Section") or "").strip().upper() == event.id for row in book.prizes)
    return Draft(round_id(event.id, "R", 1), tuple(facts), checks=rising(book, event.id if own else ""))


# --- play-offs -------------------------------------------------------------------------------------------------------


def playoff_draft(season: Season, play: PlayOff, start: datetime | None) -> Draft | None:
    """The first round of a play-off; its lots and games follow at once when it is out. Rule: 3, 4, 6; G2, G23, G24."""
    ground = next(g for p, _, g in season.plays if p is play)
    if play.is_over or play.waits_for_director or is_published(ground, play.section):
        return None
    boards = next_free_board(season.book.record, play.first_round) - 1
    fact = first_facts(play, boards)
    taken = {**fact.taken, MADE_FROM: results_unused(season, play.section)}
    fact = Round(fact.id, fact.kind, starts=start, taken=taken)
    return Draft(fact.id, (Recorded(fact, season.now, playoff_reason(season, play)),))


def playoff_reason(season: Season, play: PlayOff) -> Reason:
    """Why there is a play-off."""
    data: dict[str, Value] = {"event": play.section, "players": play.players, "count": len(play.players)}
    if play.section == TOUR and season.tour is not None:
        total = season.tour.total[play.players[0]]
        place = season.tour.tied_for
        rule = "4, G23" if place == 1 else "4, G24"
        return Reason(rule, f"play-off-tour-{place}", {**data, "score": total})
    state = season.state(play.section)
    assert state is not None
    score = state.main.score[play.players[0]]
    return Reason("3, G2", "play-off-event", {**data, "score": score})


def _playoff_facts(season: Season, play: PlayOff, ground: Ground) -> Iterator[Recorded]:
    """Lots, rounds, byes and games that follow at once in a published play-off."""
    if play.is_over or play.stale or not is_published(ground, play.section):
        return
    for asked in play.needed:
        if asked.is_new:
            yield Recorded(asked.lot, season.now, asked.why)
    for round_, kind in play.rounds:
        if round_ not in ground.stands.rounds:
            boards = next_free_board(season.book.record, round_) - 1
            data: dict[str, Value] = {"round": round_, "kind": kind}
            taken: dict[str, Value] = {"boards": boards, MADE_FROM: results_unused(season, play.section)}
            yield Recorded(Round(round_, kind, taken=taken), season.now, Reason("6", "round-play-off", data))
    for bye in play.byes:
        there = [g for g in ground.stands.games if ref(g).round == bye.round and is_bye_row(ground.stands.game(g))]
        if bye.round in ground.stands.rounds and bye.player not in {ground.stands.game(g).white for g in there}:
            id_ = game_id(bye.round, bye.board)
            if id_ not in ground.stands.games:
                yield Recorded(Game(id_, bye.player, Empty.BYE), season.now, bye.why)
    steps = [play.three.step] if play.three is not None else []
    for step in (*steps, *(m.step for m in play.matches)):
        if isinstance(step, ToPlay) and ref(step.game.id).round in ground.stands.rounds:
            yield Recorded(step.game, season.now, step.why)
        elif isinstance(step, Asked) and step.is_new and _round_of_lot(step) in ground.stands.rounds:
            yield Recorded(step.lot, season.now, step.why)


def _round_of_lot(asked: Asked) -> Id:
    return ref(asked.lot.id.split(" ")[0]).round


def follows(season: Season) -> tuple[tuple[Recorded, ...], tuple[Trouble, ...]]:
    """Facts that follow at once, and words of the director that cannot be followed."""
    if not season.has_started and not season.book.record:
        return (), ()
    taken_back = withdrawals(season.book, season.director, told(season), season.now)
    troubles = (*taken_back.troubles, *word_troubles(season.director, _in_sections(season)))
    if taken_back.notices:
        return taken_back.notices, troubles
    found = list(notices(effective_words(season), season.stands, season.now))
    for state in season.events:
        found += _event_lots(season, state)
    for play, _, ground in season.plays:
        found += _playoff_facts(season, play, ground)
    found += ends_noticed(season)
    return tuple(found), troubles


def _in_sections(season: Season) -> dict[Id, Sequence[Id]]:
    """Who plays in each event, and in the Tour."""
    sections: dict[Id, Sequence[Id]] = {s.event.id: s.main.numbers for s in season.events}
    if season.tour is not None:
        sections[TOUR] = tuple(season.tour.total)
    return sections


def told(season: Season) -> frozenset[Id]:
    """Games with a result or a report."""
    return frozenset(
        g for g, o in season.found.items() if (o.state in ("decided", "frozen") and not o.is_void) or o.held
    )


def drafts(season: Season) -> tuple[Draft, ...]:
    """All that could be published now."""
    found = [event_draft(season, s) for s in season.events]
    found += [playoff_draft(season, play, times.start) for play, times, _ in season.plays]
    return tuple(d for d in found if d is not None)


# --- waits and troubles ----------------------------------------------------------------------------------------------


def waits(season: Season) -> tuple[Wait, ...]:
    """What holds things up, and what ends each wait."""
    if not season.has_started and not season.book.record:
        until = start_moment(season.book)
        first = round_id(season.events[0].event.id, "R", 1) if season.events else ""
        return (Wait(first, "start", (), (START,), until, Reason("G30", "wait-start", {})),)
    found: list[Wait] = []
    earlier_over = True
    for state in season.events:
        found += _event_waits(season, state, earlier_over)
        earlier_over = earlier_over and state.is_over
    for play, _, ground in season.plays:
        found += _playoff_waits(play, ground)
    return tuple(found)


def _event_waits(season: Season, state: EventState, earlier_over: bool) -> Iterator[Wait]:
    event = state.event.id
    first = round_id(event, "R", 1)
    if state.main.is_drawn:
        if not state.main.is_complete:
            ids = tuple(o.id for o in state.main.still)
            data: dict[str, Value] = {"event": event, "count": len(ids)}
            yield Wait(
                f"{event}-P1" if state.play is None else event,
                "results",
                ids,
                (RESULT,),
                None,
                Reason("3", "wait-results", data),
            )
        return
    when = opening(season, state)
    if when != "":
        until = when if isinstance(when, datetime) else None
        why = Reason("G30", "wait-event-start", {"event": event})
        ends = (Add(f"a line with Start, then now or a time, and {event} in For", "Settings"),)
        yield Wait(first, "director" if until is None and earlier_over else "time", (), ends, until, why)
        return
    lot = season.stands.lot(numbers_id(event))
    if lot is not None and lot.answer is None:
        why = Reason("3, G29", "wait-lot", {"event": state.event.id})
        yield Wait(first, "lot", (lot.id,), (lot_typed(lot.id),), None, why)


def _playoff_waits(play: PlayOff, ground: Ground) -> Iterator[Wait]:
    holds = play.first_round
    if play.is_over:
        return
    if play.waits_for_director:
        data: dict[str, Value] = {"event": play.section, "count": len(play.players), "players": play.players}
        tree = (Decide("Tree of sixteen", holds),) if len(play.players) <= MOST_TIED else ()
        yield Wait(holds, "director", (), (*tree, winner_typed(holds)), None, Reason("6.4, G20", "wait-nine", data))
        return
    if play.stale:
        data = {"event": play.section, "was": play.stale, "players": play.players}
        ends = (
            Type(Pick("the right result"), "Games → Result"),
            Decide("Withdraw round", holds),
            winner_typed(holds),
        )
        yield Wait(holds, "director", (), ends, None, Reason("G34", "wait-stale", data))
        return
    for asked in (*play.needed, *(m.step for m in play.matches if isinstance(m.step, Asked))):
        if not asked.is_new:
            yield Wait(holds, "lot", (asked.lot.id,), (lot_typed(asked.lot.id),), None, asked.why)
    for match in play.matches:
        yield from _match_waits(match, holds)
    if play.three is not None and play.three.open is not None:
        yield _game_wait(holds, play.three.open.id)
    del ground


def _match_waits(match: Match, holds: Id) -> Iterator[Wait]:
    data: dict[str, Value] = {"match": match.id, "first": match.players[0], "second": match.players[1]}
    if match.undecided:
        why = Reason("G12", "wait-undecided", data)
        yield Wait(holds, "director", (match.id,), (winner_typed(match.id),), None, why)
    elif match.outdated:
        why = Reason("G34", "wait-outdated", {**data, "games": match.outdated})
        ends = (
            Type("Void", "Games → Result"),
            Type(Pick("the right result"), "Games → Result", Pick("the game before")),
        )
        yield Wait(holds, "director", match.outdated, ends, None, why)
    elif match.open is not None:
        yield _game_wait(holds, match.open.id)


def _game_wait(holds: Id, game: Id) -> Wait:
    return Wait(holds, "results", (game,), (RESULT,), None, Reason("6", "wait-game", {"game": game}))


def troubles(season: Season) -> tuple[Trouble, ...]:
    """What is wrong in the sheet."""
    found = list(season.troubles)
    for state in season.events:
        event = state.event.id
        if not state.main.is_drawn:
            count = len(entrants(season, state))
            facts: dict[str, Value] = {"event": event, "count": count, "most": MOST}
            if opening(season, state) == "" and count < 2:
                found.append(Trouble("too-few-players", "Players", "Events", facts))
            elif opening(season, state) == "" and count > MOST:
                found.append(Trouble("too-many-players", "Players", "Events", facts))
        else:
            late = [
                p.name
                for p in season.book.people
                if p.name and _names(p, event) and p.name not in state.main.numbers and p.status not in OUT
            ]
            found += [Trouble("late-entry", name, "Events", {"player": name, "event": event}) for name in sorted(late)]
        if interval_of(season.book, event)[1]:
            found.append(Trouble("interval-short", "Settings", "Interval", {"event": event}))
    without = list(lost_results(season.stands, _open_games(season), results_used(season.book, season.stands), True))
    sections = {ref(t.about).section for t in without}
    found += [*without, *(t for t in _needless(season) if ref(t.about).section not in sections)]
    found += _lost_winners(season)
    found += corrections(season)
    for play, times, _ in season.plays:
        found += times.troubles
        for match in play.matches:
            found += [Trouble("surplus-game", g, "Result", {"game": g, "match": match.id}) for g in match.surplus]
        found += _late_blitz(season, play)
    return tuple(found)


def _open_games(season: Season) -> Iterator[Outcome]:
    """Games that a result is waited for: those of round-robins, and those of matches that are not over."""
    waited = {m.open.id for play, _, _ in season.plays for m in play.matches if m.open is not None}
    for id_, o in outcomes_now(season).items():
        if ref(id_).stage == "R" or id_ in waited:
            yield o


def _names(person: Person, event: Id) -> bool:
    return bool(person.fields.get("Events")) and plays_in(person, event)


def _lost_winners(season: Season) -> Iterator[Trouble]:
    """Winners typed for a match that there is not, or for one that they do not play in. Rule: G12, G38."""
    plays = {p.section: p for p, _, _ in season.plays}
    sections = _in_sections(season)
    for d in season.director.decisions:
        about, player = about_of(d.about), d.value.strip()
        play = plays.get(section_of(about))
        if d.kind != WINNER or play is None or play.stale or not (play.matches or play.three or play.is_over):
            continue
        if player not in sections.get(play.section, ()):
            continue  # told of as a word about a stranger
        match = next((m for m in play.matches if m.id == about), None)
        facts: dict[str, Value] = {"kind": d.kind, "about": d.about, "player": d.value}
        if match is None and about not in whole(play.section):
            yield Trouble("decision-about", d.key or d.about, "About", facts)
        elif player not in (match.players if match is not None else play.players):
            yield Trouble("decision-player", d.key or d.about, "Value", facts)


def _needless(season: Season) -> Iterator[Trouble]:
    """Play-offs that were published and have nobody to play off any more: a result was changed. Rule: G34."""
    sections = [s.event.id for s in season.events] + [TOUR]
    for section in sections:
        first = round_id(section, "P", 1)
        if first not in season.stands.rounds or any(p.section == section for p, _, _ in season.plays):
            continue
        games = [g for g in season.stands.games if ref(g).section == section and ref(g).stage == "P"]
        played = [g for g in games if not is_bye_row(season.stands.game(g))]
        if played and all(season.found[g].is_void for g in played):
            continue
        was = season.stands.round(first).taken.get("players")
        yield Trouble("play-off-needless", first, "", {"round": first, "was": was})


def _late_blitz(season: Season, play: PlayOff) -> Iterator[Trouble]:
    """Blitz asked for where everything the word is about has begun in rapid. Rule: G21."""
    words = play.words or {}
    for d in season.director.decisions:
        if d.kind != BLITZ_FOR_RAPID:
            continue
        about = about_of(d.about)
        found = [
            (m.id, m.begun)
            for m in play.matches
            if (m.plan.stages[0].rate == RAPID or (m.id, BLITZ_FOR_RAPID) in words) and _is_about(play, about, m.id)
        ]
        if play.three is not None and about in (*whole(play.section), play.three.round):
            found.append((play.three.round, play.three.begun))
        known = {m.name for m in play.matches}
        to_come = any(
            p.name not in known and not p.bye and _is_about(play, about, round_id(play.section, "P", p.round))
            for p in play.places
        )
        late = all(begun and (id_, BLITZ_FOR_RAPID) not in words for id_, begun in found)
        if found and late and not to_come:
            yield Trouble("blitz-too-late", d.key or d.about, "About", {"about": d.about})


def _is_about(play: PlayOff, about: Id, id_: Id) -> bool:
    return about in (*whole(play.section), id_, ref(id_).round)
