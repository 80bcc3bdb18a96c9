"""The record and the results read as an event: rounds of both tournaments, leavers, the director's winners."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from rules.hastings.event import (
    KNOCK_OUT,
    ONE,
    ZERO,
    CRound,
    Event,
    KRound,
    Leaving,
    list_lots,
)
from rules.hastings.listing import Entrant, Listing, entrant_from, list_players
from rules.hastings.match import read_match
from rules.hastings.times import hours_of
from rules.model import Book, Decision, Empty, Entry, How, Id, Noticed, Recorded, Round, Value
from rules.parts.decisions import DEADLINE, PAIR, of_kind
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.people import OUT, STATUS
from rules.parts.record import Standing, is_bye, standing


def read_event(book: Book, now: datetime) -> Event:
    """The event of a book at a moment."""
    stands = standing(book)
    people = {p.name: p for p in book.people}
    entries = {player: _entrant(r) for (_, player), r in stands.entries.items()}
    leavings = _leavings(book.record)
    place_of: dict[Id, int] = {r.fact.id: n for n, r in enumerate(book.record) if isinstance(r.fact, Round)}
    ruling = tuple(d for d in book.decisions if d.kind in (PAIR, DEADLINE))
    found = dict(outcomes(replace(book, decisions=ruling), stands, now))
    words = of_kind(book.decisions, "Winner")
    rounds = {id_: id_.rpartition("-")[0] for id_ in found}
    for decision in of_kind(book.decisions, "Ended"):
        if decision.about in found and decision.end is not None:
            found[decision.about] = replace(found[decision.about], ended=decision.end)
    if leavings:
        for id_, o in found.items():
            found[id_] = _left(o, first_to_leave(leavings, place_of.get(rounds[id_], 0), (o.white, str(o.black))))
    listing = list_players(tuple(entries.values()), list_lots(stands))
    by_round: dict[Id, list[Outcome]] = {}
    for id_, o in found.items():
        by_round.setdefault(rounds[id_], []).append(o)
    k_rounds, c_rounds = [], []
    for id_, recorded in stands.rounds.items():
        at = ref(id_)
        if at.section == KNOCK_OUT:
            mine = by_round.get(id_, ())
            k_rounds.append(_k_round(words, stands, recorded, mine, listing, leavings, place_of[id_]))
        else:
            games = tuple(by_round.get(id_, ()))
            c_rounds.append(CRound(id_, at.number, games, recorded, place_of[id_]))
    return Event(
        book=book,
        now=now,
        stands=stands,
        hours=hours_of(book),
        people=people,
        entries=entries,
        listing=listing,
        k_rounds=tuple(sorted(k_rounds, key=lambda r: r.number)),
        c_rounds=tuple(sorted(c_rounds, key=lambda r: r.number)),
        outcomes=found,
        leavings=leavings,
    )


def _entrant(recorded: Recorded) -> Entrant:
    entry = recorded.fact
    assert isinstance(entry, Entry)
    return entrant_from(entry.player, entry.taken)


def _leavings(record: Sequence[Recorded]) -> tuple[Leaving, ...]:
    found: list[Leaving] = []
    for place, recorded in enumerate(record):
        fact = recorded.fact
        if not isinstance(fact, Noticed) or fact.what != STATUS:
            continue
        if fact.value in OUT:
            found.append(Leaving(fact.about, place, recorded.at, str(fact.value)))
        else:
            latest = next((i for i in reversed(range(len(found))) if found[i].player == fact.about), None)
            if latest is not None and fact.value is None:
                del found[latest]
            elif latest is not None:
                found[latest] = replace(found[latest], back=place)
    return tuple(found)


def first_to_leave(leavings: Sequence[Leaving], place: int, players: Collection[Id]) -> frozenset[Id]:
    """Who of two left first after their pairing was shown, both if at the same moment: who leaves later has won.

    Ruling: H47.
    """
    gone = [one for one in leavings if one.place > place and one.player in players]
    first = min((one.at for one in gone), default=None)
    return frozenset(one.player for one in gone if one.at == first)


def _left(o: Outcome, gone: frozenset[Id]) -> Outcome:
    """An open game of somebody who withdrew after the pairing was shown: won by default. Rule: 33; ruling H36."""
    if o.state != "open" or not isinstance(o.black, str) or not gone & {o.white, o.black} or o.is_void:
        return o
    if {o.white, o.black} <= gone:
        return replace(o, state="decided", how=How.DOUBLE_DEFAULT, score=(ZERO, ZERO), by="leaver")
    score = (ZERO, ONE) if o.white in gone else (ONE, ZERO)
    return replace(o, state="decided", how=How.DEFAULT, score=score, by="leaver")


def _names(value: Value) -> tuple[Id, ...]:
    return tuple(str(v) for v in value) if isinstance(value, tuple) else ()


def _whole(value: Value, otherwise: int) -> int:
    return int(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else otherwise


def _k_round(
    words: Sequence[Decision],
    stands: Standing,
    recorded: Recorded,
    outcomes_: Sequence[Outcome],
    listing: Listing,
    leavings: Sequence[Leaving],
    place: int,
) -> KRound:
    round_ = recorded.fact
    assert isinstance(round_, Round)
    taken = round_.taken
    slow = _whole(taken.get("slow"), 1)
    boards: dict[int, tuple[Id, Id]] = {}
    lines = taken.get("boards")
    for line in lines if isinstance(lines, tuple) else ():
        if isinstance(line, tuple) and len(line) == 3:
            boards[_whole(line[0], 0)] = (str(line[1]), str(line[2]))
    games: dict[int, list[Outcome]] = {}
    held: list[Id] = []
    through: dict[int, Id] = {}  # who goes on since the director made their published game a bye
    for o in outcomes_:
        id_, at = o.id, ref(o.id)
        if at.board is None:
            continue
        if is_bye(stands.game(id_)) or not isinstance(o.black, str):
            if not is_bye(stands.game(id_)):
                through[at.board] = o.white
            elif o.black is Empty.HELD_BACK:
                held.append(o.white)
            continue
        games.setdefault(at.board, []).append(o)
        if at.board not in boards:
            fact = stands.game(id_).taken
            boards[at.board] = (str(fact.get("first") or o.white), str(fact.get("second") or o.black))
    matches = []
    for board in sorted(boards):
        first, second = _players(boards[board], games.get(board, ()))
        id_ = f"{round_.id}-{board:02d}"
        gone = first_to_leave(leavings, place, (first, second))
        if board in through and through[board] not in (first, second):
            first = through[board]
        word = winner_word(words, id_, first, second) or through.get(board, "")
        matches.append(read_match(id_, board, first, second, slow, games.get(board, ()), gone, word))
    paired = {p for m in matches for p in m.players}
    held = [p for p in dict.fromkeys(held) if p not in paired]
    ranking = _names(taken.get("ranking"))
    if ref(round_.id).number == 1:
        present = paired | set(held)
        ranking = tuple(p for p in listing.order if p in present)
    return KRound(
        id=round_.id,
        number=ref(round_.id).number,
        places=len(ranking) + len(ranking) % 2 if ref(round_.id).number == 1 else _whole(taken.get("places"), 2),
        slow=slow,
        is_final=_is_final(ref(round_.id).number, ranking, taken.get("places")),
        ranking=ranking,
        matches=tuple(matches),
        held=tuple(held),
        lucky=_names(taken.get("lucky")),
        recorded=recorded,
        place=place,
    )


def _is_final(number: int, ranking: Sequence[Id], places: Value) -> bool:
    return len(ranking) <= 2 if number == 1 else _whole(places, 2) <= 2


def _players(named: tuple[Id, Id], games: Sequence[Outcome]) -> tuple[Id, Id]:
    """First and second as the director last had them: a name changed in the first game stands for the match."""
    if not games or not isinstance(games[0].black, str):
        return named
    now = (games[0].white, games[0].black)
    if set(now) == set(named):
        return named
    if named[0] in now:
        return named[0], now[1] if now[0] == named[0] else now[0]
    if named[1] in now:
        return now[1] if now[0] == named[1] else now[0], named[1]
    return now


def winner_word(words: Sequence[Decision], about: Id, first: Id, second: Id) -> Id:
    """The winner of a match by the director's word, blank where there is none; the last counts. H52."""
    word = ""
    for decision in words:
        at = parse_ref(decision.about)
        if at is not None and at.board is not None and at.match == about and decision.value in (first, second):
            word = decision.value
    return word
