"""Views of places and money: Standings, Tour, Prize money, Cross-table."""

from __future__ import annotations

from fractions import Fraction

from rules.grandchesstour.awards import name_key
from rules.grandchesstour.season import EventState, Season
from rules.model import Id, Row, Value
from rules.parts.sharing import money_text, points_value

ZERO = Fraction(0)
TAKEN_HEADINGS = ("Player", "Sum", "Place", "Total", "Prize", "Event", "No", "Score")


def standings_table(season: Season) -> tuple[Row, ...]:
    """Every event: places, scores, and prizes and points as far as they are given out. Rule: G8."""
    rows = []
    for state in season.events:
        for award in state.awards:
            player = award.player
            cells: dict[str, Value] = {
                "Event": state.event.id,
                "Place": award.place,
                "Player": player,
                "Score": points_value(state.main.score[player]),
                "Played": state.main.played[player],
                "Wins": state.main.won[player],
                "Counted": state.main.wins[player],
                "Prize": None if award.shown is None else money_text(award.shown, season.currency),
                "Tour points": None if award.points is None else points_value(award.points),
                "Why": None,
            }
            rows.append(Row(cells, award.why))
    return tuple(rows)


def tour_table(season: Season) -> tuple[Row, ...]:
    """The Tour: totals with the points of each event. Rule: G22-G24, G27."""
    if season.tour is None:
        return ()
    rows = []
    for award in season.tour.awards:
        cells: dict[str, Value] = {
            "Place": award.place,
            "Player": award.player,
            "Total": points_value(season.tour.total[award.player]),
            "Prize": None if award.shown is None else money_text(award.shown, season.currency),
        }
        for state in season.events:
            points = state.points.get(award.player)
            cells[state.event.id] = None if points is None else points_value(points)
        rows.append(Row(cells, award.why))
    return tuple(rows)


def money_of(season: Season) -> dict[Id, dict[str, Fraction]]:
    """Prize money won so far, by player and event (the Tour as `TOUR`); of those alone whose prizes are typed."""
    won: dict[Id, dict[str, Fraction]] = {}
    for state in season.events:
        for award in state.awards:
            if award.shown is not None:
                won.setdefault(award.player, {})[state.event.id] = award.shown
    if season.tour is not None:
        for award in season.tour.awards:
            if award.shown:
                won.setdefault(award.player, {})["TOUR"] = award.shown
    return won


def money_table(season: Season) -> tuple[Row, ...]:
    """What everybody has won so far, most first."""
    won = money_of(season)
    columns = [s.event.id for s in season.events] + (["TOUR"] if season.tour is not None else [])
    rows = []
    for player in sorted(won, key=lambda p: (-sum(won[p].values(), ZERO), name_key(p))):
        cells: dict[str, Value] = {
            "Player": player,
            "Sum": money_text(sum(won[player].values(), ZERO), season.currency),
        }
        for column in columns:
            amount = won[player].get(column)
            cells[column] = None if amount is None else money_text(amount, season.currency)
        rows.append(Row(cells))
    return tuple(rows)


def cross_table(season: Season) -> tuple[Row, ...]:
    """Every event in the order of pairing numbers: what each scored against each."""
    most = max((len(s.main.numbers) for s in season.events), default=0)
    return tuple(row for state in season.events for row in _cross_rows(state, most))


def _cross_rows(state: EventState, most: int) -> list[Row]:
    gained: dict[tuple[Id, Id], list[Fraction]] = {}
    for o in state.main.games.values():
        if o.state == "decided" and not o.is_void and isinstance(o.black, str):
            for player, other in ((o.white, o.black), (o.black, o.white)):
                worth = state.event.worth.get(state.main.rates[o.id], Fraction(1))
                gained.setdefault((player, other), []).append(worth * o.score_of(player))
    rows = []
    reasons = {a.player: a.why for a in state.awards}
    for number, player in enumerate(state.main.numbers, start=1):
        cells: dict[str, Value] = {
            "Event": state.event.id,
            "No": number,
            "Player": player,
            "Score": points_value(state.main.score[player]),
        }
        for column in range(1, most + 1):
            other = state.main.numbers[column - 1] if column <= len(state.main.numbers) else ""
            scores = gained.get((player, other), [])
            cells[str(column)] = "×" if column == number else points_value(sum(scores, ZERO)) if scores else None
        rows.append(Row(cells, reasons.get(player)))
    return rows
