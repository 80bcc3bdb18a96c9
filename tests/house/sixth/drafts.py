"""What comes next: who enters, the next round from the table, rounds taken back, who left; and what is wrong."""

from __future__ import annotations

from collections.abc import Collection

from rules.model import Draft, Empty, Entry, Fact, Game, Id, Noticed, Reason, Recorded, Round, Trouble, Value
from rules.parts.ids import game_id, ref
from rules.parts.lost import lost_results
from rules.parts.people import OUT, STATUS
from rules.parts.record import WITHDRAWN, next_free_board
from rules.parts.results import corrected, results_since, results_used
from rules.parts.withdrawal import taken_back
from tests.house.sixth.season import Season


def entries(season: Season) -> tuple[Recorded, ...]:
    """Everybody with a number. Rule: 1."""
    return tuple(
        Recorded(Entry(player, "", number), season.now, Reason("1", "entered", {"player": player, "number": number}))
        for number, player in enumerate(season.order, start=1)
    )


def draft(season: Season) -> Draft | None:
    """The next round of the table; None after the last. Rules: 2, 3, 4, 7."""
    number = len(season.rounds) + 1
    if number > len(season.table):
        return None
    id_, row = season.next_round, season.table[number - 1]
    since = results_since(results_used(season.book, season.stands), season.words())
    said: dict[str, Value] = {"number": number, "rounds": len(season.table), "players": len(season.order)}
    facts: list[tuple[Fact, Reason]] = [
        (Round(id_, "round", taken={"results": since}), Reason("2", "round-next", said))
    ]
    board = next_free_board(season.book.record, id_)
    for white, black in row.games:
        pair = season.order[white - 1], season.order[black - 1]
        for fact, why in _game(season, number, pair):
            facts.append((Game(game_id(id_, board), *fact[:2], taken=fact[2]), why))
            board += 1
    if row.free is not None and not season.has_left(free := season.order[row.free - 1]):
        why = Reason("4", "free", {"player": free, "number": number})
        facts.append((Game(game_id(id_, board), free, Empty.BYE), why))
    return Draft(id_, tuple(Recorded(fact, season.now, why) for fact, why in facts))


Drawn = tuple[Id, "Id | Empty", dict[str, Value]]


def _game(season: Season, number: int, pair: tuple[Id, Id]) -> list[tuple[Drawn, Reason]]:
    here = [p for p in pair if not season.has_left(p)]
    if len(here) == 2:
        why = Reason("2", "meets", {"white": pair[0], "black": pair[1], "number": number})
        return [((*pair, {}), why)]
    gone = next(p for p in pair if p not in here)
    return [
        ((player, Empty.BYE, {"left": gone}), Reason("7", "opponent-left", {"player": player, "other": gone}))
        for player in here
    ]


def noticed(season: Season) -> tuple[Recorded, ...]:
    """Players seen to have left or to be back, and rounds that the director takes back."""
    found = []
    for player in season.order:
        row = season.people.rows.get(player)
        if row is None or (row.status in OUT) == season.has_left(player):
            continue
        gone = row.status in OUT
        why = Reason("6", "left" if gone else "back", {"player": player, "status": row.status})
        found.append(Recorded(Noticed(player, STATUS, row.status if gone else None), season.now, why))
    back = tuple(
        Recorded(Noticed(round_, WITHDRAWN, True), season.now, Reason("3", "round-withdrawn", {"round": round_}))
        for round_ in _withdrawals(season)[0]
    )
    return tuple(found) or back


def _withdrawals(season: Season) -> tuple[tuple[Id, ...], tuple[Trouble, ...]]:
    def last_with(round_: Id) -> Collection[Id]:
        return (round_,) if round_ == season.rounds[-1] else ()

    def told(rounds: Collection[Id]) -> tuple[Id, ...]:
        found = season.outcomes.values()
        return tuple(o.id for o in found if ref(o.id).round in rounds and (o.state in ("decided", "frozen") or o.held))

    return taken_back(season.book, season.stands, season.decisions, last_with, told)


def troubles(season: Season) -> tuple[Trouble, ...]:
    """What a person should know or do."""
    known = results_used(season.book, season.stands)
    found = [*_withdrawals(season)[1], *lost_results(season.stands, season.outcomes.values(), known)]
    about = {trouble.about for trouble in found}
    for o in season.outcomes.values():
        gone = [p for p in (o.white, o.black) if isinstance(p, str) and season.has_left(p)]
        if o.state == "open" and gone and o.id not in about:
            word = "0-0F" if len(gone) == 2 else "0-1F" if o.white in gone else "1-0F"
            found.append(Trouble("leaver-open", o.id, "Result", {"player": tuple(gone), "game": o.id, "word": word}))
    changed = corrected(known, season.words(), season.outcomes)
    return (*found, *(Trouble("correction", one.game, "Result", one.facts()) for one in changed))
