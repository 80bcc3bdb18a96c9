"""Everybody meets everybody: the round-robin and the double round-robin by the Berger tables.

They are systems of this room: the list, standings, tie-breaks, report and notices are those of a Swiss; who meets whom
is read off the tables. Rulings: S65, S66.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.model import Empty, Game, Id, Reason, Recorded, Trouble, Value
from rules.parts.berger import MOST, BergerRound, berger_table
from rules.parts.decisions import APART, BYE, PAIR, of_kind
from rules.parts.ids import game_id, parse_ref, ref
from rules.parts.people import OUT
from rules.parts.record import next_free_board
from rules.swiss.director import ABSENT
from rules.swiss.listing import Listing
from rules.swiss.season import INSTEAD, Season
from rules.swiss.terms import TABLES


def tables_for(players: int, cycles: int) -> tuple[BergerRound, ...]:
    """The rounds of so many cycles. Raises ValueError where the tables do not go so far.

    Every second cycle has all colours reversed; the last two rounds of a cycle with another one after it change
    places, so that nobody has one colour three times running. Ruling: S65.
    """
    single = berger_table(players)
    rounds: list[BergerRound] = []
    for number in range(cycles):
        cycle = [_turned(one) if number % 2 else one for one in single]
        if number + 1 < cycles and len(cycle) > 2:
            cycle[-2:] = reversed(cycle[-2:])
        rounds += cycle
    return tuple(rounds)


def _turned(one: BergerRound) -> BergerRound:
    return replace(one, games=tuple((black, white) for white, black in one.games))


def table_games(season: Season, listing: Listing) -> list[Recorded] | Reason:
    """The rows of a round by the table, boards in its order; or why there are none.

    Whoever was to meet a player who has left has a row without opponent that names them. Rulings: S65, S66.
    """
    names = dict(enumerate(_order(season) or listing.order, start=1))
    number = ref(listing.round).number
    if len(names) > MOST:
        return Reason("S65", "table-too-long", {"players": len(names), "most": MOST})
    one = tables_for(len(names), TABLES[season.terms.system])[number - 1]
    found: list[Recorded] = []
    at = next_free_board(season.book.record, listing.round)

    def add(white: Id, black: Id | Empty, why: Reason, taken: Mapping[str, Value]) -> None:
        game = Game(game_id(listing.round, at + len(found)), white, black, taken=taken)
        found.append(Recorded(game, season.now, why))

    facts: dict[str, Value]
    for first, second in one.games:
        white, black = names[first], names[second]
        gone = [p for p in (white, black) if season.people.status(p, season.now) in OUT]
        facts = {"white": white, "black": black, "first": first, "second": second, "round": listing.round}
        if not gone:
            add(white, black, Reason("S65", "paired-by-table", facts), {})
        elif len(gone) == 1:
            here = black if white in gone else white
            facts = {"player": here, "left": gone[0], "round": listing.round}
            add(here, Empty.BYE, Reason("S66", "free-by-leaver", facts), {INSTEAD: gone[0]})
    if one.free is not None and season.people.status(names[one.free], season.now) not in OUT:
        facts = {"player": names[one.free], "round": listing.round}
        add(names[one.free], Empty.BYE, Reason("S65", "free-by-table", facts), {})
    return found


def _order(season: Season) -> tuple[Id, ...]:
    taken = season.roster.at.get("R1", {})
    return tuple(sorted(taken, key=lambda player: taken[player].number))


def table_troubles(season: Season) -> tuple[Trouble, ...]:
    """Words for single rounds, which a table does not know, and a number of rounds that is not the table's."""
    if season.terms.system not in TABLES:
        return ()
    found = []
    for d in of_kind(season.decisions, PAIR, BYE, APART, ABSENT):
        at = parse_ref(d.about)
        if at is None or at.board is None:  # a changed row of Games is another thing
            facts: dict[str, Value] = {"kind": d.kind}
            found.append(Trouble("table-fixed", d.key or d.about, "Decision", facts))
    typed = season.typed_rounds
    if not season.rounds and typed is not None and typed != season.terms.rounds and len(season.people.rows) > 1:
        facts = {"rounds": season.terms.rounds, "typed": typed, "players": len(season.people.rows)}
        found.append(Trouble("table-rounds", "Settings", "Rounds", facts))
    return tuple(found)
