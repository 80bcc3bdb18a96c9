"""What follows at once: statuses seen, lots, the next game of a running match, rounds taken back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from rules.hastings.event import CHALLENGERS, KNOCK_OUT, LATE, Event
from rules.hastings.match import ARMAGEDDON, SLOW, Match
from rules.hastings.roster import FIRST, first_entrants, first_list, joining, late_group, late_ranking, list_lot
from rules.hastings.times import earliest_start
from rules.model import Game, Id, Lot, Noticed, Reason, Recorded, Round, Trouble, Value
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome
from rules.parts.people import OUT, STATUS
from rules.parts.record import WITHDRAWN
from rules.parts.withdrawal import taken_back


def before_first(event: Event) -> tuple[Recorded, ...]:
    """Lots of the list and of board 1, asked for once the event has started. Rule: 1, 4; rulings H1, H4."""
    lot = list_lot(event)
    if lot is not None:
        return (Recorded(lot, event.now, Reason("1/H1", "lot-list", {"players": lot.among})),)
    if event.lot(FIRST) is None:
        missed = {e.id for e in first_entrants(event) if e.missed}
        ranking = [p for p in first_list(event).order if p not in missed]
        if len(ranking) >= 2 and not first_list(event).tied:
            return (_colour_lot(event, ranking),)
    return ()


def follows(event: Event) -> tuple[Recorded, ...]:
    """Facts that follow at once while the event runs."""
    found = status_notices(event)
    if found:
        return found
    taken_back, _ = withdrawals(event)
    if taken_back:
        return taken_back
    found = _late_entries(event)
    if found:
        return found
    return _games(event)


def status_notices(event: Event) -> tuple[Recorded, ...]:
    """Withdrawals seen, and those taken back. Rule: 33; ruling H36.

    Taken back before another round was published it is as if it never was; after that the player has come back.
    """
    found = []
    for player in event.listing.order:
        status, leaving = event.status(player), event.leaving_of(player)
        if leaving is None and status in OUT:
            why = Reason("33/H36", "status-noticed", {"player": player, "value": status})
            found.append(Recorded(Noticed(player, STATUS, status), event.now, why))
        elif leaving is not None and status not in OUT and status != "Missing":
            published = any(isinstance(r.fact, Round) for r in event.book.record[leaving.place :])
            value = "Active" if published else None
            why = Reason("H36", "status-taken-back", {"player": player})
            found.append(Recorded(Noticed(player, STATUS, value), event.now, why))
    return tuple(found)


def _late_entries(event: Event) -> tuple[Recorded, ...]:
    """Late entries seen before play, and the lots their places in the list ask for."""
    if not event.k_rounds:
        return ()
    late = late_group(event)
    found = [
        Recorded(Noticed(e.id, LATE, True), event.now, Reason("14/H8", "late-seen", {"player": e.id}))
        for e in late
        if event.stands.notice(e.id, LATE) is None
    ]
    if found:
        return tuple(found)
    more = late or joining(event, event.last_slot + 1)
    if more:
        lot = list_lot(event, more)
        if lot is not None:
            return (Recorded(lot, event.now, Reason("1/H1", "lot-list", {"players": lot.among})),)
    ranking = late_ranking(event)
    if len(ranking) >= 2 and event.lot(FIRST) is None:  # the shown round had one player only
        return (_colour_lot(event, ranking),)
    return ()


def _colour_lot(event: Event, ranking: Sequence[Id]) -> Recorded:
    """The draw for the colour of the higher-ranked player of board 1. Rule: 4; ruling H4."""
    among = (ranking[0], ranking[(len(ranking) + 1) // 2])
    why = Reason("4/H4", "lot-colour", {"first": among[0], "second": among[1]})
    return Recorded(Lot(FIRST, "colour", among), event.now, why)


def _games(event: Event) -> tuple[Recorded, ...]:
    """Next games of the matches of the latest knock-out round, and the lots they need. Rule: 9, 10, 27, 30."""
    last = event.last_k
    if last is None:
        return ()
    found = []
    for match in last.matches:
        if match.over or match.next is None or any(o.state == "frozen" for o in match.games):
            continue
        fact = next_fact(event, match)
        if fact is not None and not (isinstance(fact.fact, Game) and fact.fact.id in event.stands.games):
            found.append(fact)
    return tuple(found)


def next_fact(event: Event, match: Match) -> Recorded | None:
    """The next game of a match, or the lot for its colours; None while that lot is waited for."""
    upcoming = match.next
    assert upcoming is not None
    id_ = f"{match.id}.{upcoming.number}"
    first, second = match.players
    white: Id
    if upcoming.white is not None:
        white = match.players[upcoming.white]
    else:
        lot = event.lot(id_)
        if lot is None:
            code = "lot-armageddon" if upcoming.rate == ARMAGEDDON else "lot-first-game"
            why = Reason(
                "10/H11" if upcoming.rate == ARMAGEDDON else "27/H28", code, {"first": first, "second": second}
            )
            return Recorded(Lot(id_, "colour", (first, second)), event.now, why)
        if lot.answer is None:
            return None
        white = lot.answer[0] if lot.answer[0] in match.players else first
    black = match.opponent(white)
    taken: dict[str, Value] = {"first": first, "second": second}
    data: dict[str, Value] = {"white": white, "black": black, "number": upcoming.number, "match": match.id}
    if upcoming.rate == SLOW:
        slot = ref(match.id).number + upcoming.number - 1
        data["starts"] = event.slot_start(slot)
        code, rule = ("second-slow", "27") if upcoming.number > 1 else ("first-slow-lot", "27/H28")
        return Recorded(Game(id_, white, black, SLOW, taken=taken), event.now, Reason(rule, code, data))
    earliest = earliest_for(event, match, upcoming.number, upcoming.rate, upcoming.number == match.slow + 1)
    taken["earliest"] = earliest
    data["earliest"] = earliest
    if upcoming.rate == ARMAGEDDON:
        why = Reason("10/H11/H31", "armageddon", data)
    elif upcoming.number == match.slow + 1:
        why = Reason("8-9/H10/H31", "mini-match-first", data)
    else:
        why = Reason("9/H31", "mini-match-second", data)
    return Recorded(Game(id_, white, black, upcoming.rate, taken=taken), event.now, why)


def earliest_for(event: Event, match: Match, number: int, rate: str, first_of_stage: bool) -> datetime:
    """When a play-off game may begin. Ruling: H31."""
    before: Outcome = match.games[number - 2]
    ended = before.ended or before.at or event.now
    day = event.slot_start(ref(match.id).number + match.slow - 1) or ended
    return earliest_start(event.hours, rate, first_of_stage, ended.astimezone(event.now.tzinfo), day)


def withdrawals(event: Event) -> tuple[tuple[Recorded, ...], tuple[Trouble, ...]]:
    """Rounds the director takes back now, and what is wrong with other such words.

    Only what was published last, as a whole group, and only while none of its games has a result. Ruling: H35: both
    draws stand or fall together.
    """
    group = _latest_group(event)

    def last_with(round_: Id) -> Collection[Id]:
        return group if round_ in group else ()

    def told(rounds: Collection[Id]) -> tuple[Id, ...]:
        return tuple(
            id_
            for id_, o in event.outcomes.items()
            if ref(id_).round in rounds and (o.state in ("decided", "frozen") or o.held) and o.by != "leaver"
        )

    rounds, troubles = taken_back(event.book, event.stands, event.book.decisions, last_with, told)
    found = (
        Recorded(Noticed(id_, WITHDRAWN, True), event.now, Reason("H35", "round-withdrawn", {"round": id_}))
        for id_ in rounds
    )
    return tuple(found), troubles


def _latest_group(event: Event) -> tuple[Id, ...]:
    slot = event.last_slot
    ids = (f"{KNOCK_OUT}-R{slot}", f"{CHALLENGERS}-R{slot}")
    return tuple(id_ for id_ in ids if id_ in event.stands.rounds)
