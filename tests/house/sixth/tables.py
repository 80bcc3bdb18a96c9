"""The views of the round-robin."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model import Draft, Empty, Game, Id, Reason, Row, Value
from rules.parts.lines import opponent_text, outcome_word, pairing_rows, why_rows
from rules.parts.outcomes import Outcome
from tests.house.sixth.season import Line, Season, standings


def place_reason(line: Line) -> Reason:
    """Why a player has the place."""
    facts: dict[str, Value] = {"player": line.player, "points": line.points, "played": line.played, "place": line.place}
    return Reason("5", "place", facts)


def annulled(season: Season, player: Id) -> Reason:
    """That a leaver's games count for nothing."""
    facts: dict[str, Value] = {"player": player, "played": len(season.played_by(player)), "games": season.games_each()}
    return Reason("6", "annulled", facts)


def standings_table(season: Season) -> tuple[Row, ...]:
    """Everybody by place."""
    rows = []
    for line in standings(season):
        cells: dict[str, Value] = {
            "Place": line.place,
            "Player": line.player,
            "No": season.order.index(line.player) + 1,
            "Points": line.points,
            "Direct": line.direct,
            "Sonneborn-Berger": line.berger,
            "Played": line.played,
            "Why": None,
        }
        why = annulled(season, line.player) if season.is_annulled(line.player) else place_reason(line)
        rows.append(Row(cells, why))
    return tuple(rows)


def this_round_table(season: Season) -> tuple[Row, ...]:
    """One row a player."""
    round_ = season.rounds[-1] if season.rounds else ""
    seats = {player: o for o in season.games_of(round_) for player in (o.white, o.black)}
    return tuple(_seat(season, player, seats.get(player), round_) for player in season.order)


def _seat(season: Season, player: Id, own: Outcome | None, round_: Id) -> Row:
    cells: dict[str, Value] = dict.fromkeys(("Opponent", "Colour", "Due", "Report", "Game"))
    cells["Player"] = player
    if own is None:
        why = Reason("3", "idle" if round_ else "idle-start", {"player": player, "round": round_})
        return Row({**cells, "State": "no game in this round" if round_ else "waits for round 1"}, why)
    bye = isinstance(own.black, Empty)
    cells |= {
        "Opponent": opponent_text(own.opponent_of(player)),
        "Colour": None if bye else "White" if own.white == player else "Black",
        "Due": own.due if not own.is_over else None,
        "Game": None if bye else own.id,
        "State": "free" if bye else outcome_word(own) or "to be played",
    }
    return Row(cells, season.stands.games[own.id].why)


def pairings_table(season: Season) -> tuple[Row, ...]:
    """Every game with what counts."""
    gone = {o.id for o in season.outcomes.values() if any(season.is_annulled(p) for p in (o.white, str(o.black)))}
    remarks = dict.fromkeys(gone, "counts for nothing: a player left early")
    return pairing_rows(season.book, season.stands, season.outcomes, remarks, {})


def next_round_table(drafts: Sequence[Draft], notes: Sequence[Reason]) -> tuple[Row, ...]:
    """The draft, and what it waits for."""
    rows = []
    for draft in drafts:
        for recorded in draft.facts:
            game = recorded.fact
            board, white, black = (
                (game.id, game.white, opponent_text(game.black)) if isinstance(game, Game) else (None, None, None)
            )
            rows.append(Row({"Board": board, "White": white, "Black": black, "Why": None}, recorded.why))
    return (*rows, *(Row({"Board": None, "White": None, "Black": None, "Why": None}, note) for note in notes))


def why_table(season: Season) -> tuple[Row, ...]:
    """One line a decision, the newest first."""
    return tuple(reversed(why_rows(season.book.record)))
