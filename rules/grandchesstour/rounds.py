"""Views of games: This round, Pairings, Bracket, Next round, Why; and which games can be played now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.grandchesstour.follows import playoff_reason
from rules.grandchesstour.match import Asked, Match, ToPlay
from rules.grandchesstour.plans import TIME_LIMITS
from rules.grandchesstour.playoff import SEQUENCE, PlayOff, plan_name
from rules.grandchesstour.reasons import end_reason, match_reason, result_reason
from rules.grandchesstour.season import Season
from rules.model import Draft, Empty, Entry, Game, Id, Reason, Round, Row, Value, Wait
from rules.parts.ids import ref
from rules.parts.lines import opponent_text, outcome_word, pairing_rows, why_rows
from rules.parts.matches import Score
from rules.parts.outcomes import Outcome
from rules.parts.sharing import points_text


@dataclass(frozen=True)
class Due:
    """A game of a play-off that can be played now, or as soon as its start has come."""

    outcome: Outcome
    rate: str
    start: datetime | None
    event: Id


def due_games(season: Season) -> tuple[Due, ...]:
    """All games of play-offs that can be played; those of one round run side by side. Rule: G28."""
    found = []
    for play, times, _ in season.plays:
        if play.is_over:
            continue
        if play.three is not None and play.three.open is not None and not play.three.over:
            o = play.three.open
            found.append(Due(o, play.three.rate, times.starts.get(o.id), play.section))
        for match in play.matches:
            if match.open is not None and match.winner is None:
                upcoming = match.course.next
                rate = upcoming.rate if upcoming else ""
                found.append(Due(match.open, rate, times.starts.get(match.open.id), play.section))
    return tuple(found)


def main_games_now(season: Season) -> tuple[Due, ...]:
    """The games of the round being played in each event: the first one with a game to come."""
    found = []
    for state in season.events:
        still = state.main.still
        if not still:
            continue
        round_ = ref(still[0].id).round
        word = season.director.start_of({round_})
        start = word.start if word is not None else season.stands.round(round_).starts
        games = [o for g, o in state.main.games.items() if ref(g).round == round_]
        found += [Due(o, state.main.rates[o.id], start, state.event.id) for o in games]
    return tuple(found)


def state_text(due: Due, now: datetime) -> str:
    """How a game stands, in a few words."""
    o = due.outcome
    if o.state == "bye":
        return "free"
    if o.state == "frozen":
        return "frozen: see Problems"
    if o.state == "decided":
        return outcome_word(o)
    if o.held:
        return "reported, being checked"
    if due.start is not None and due.start > now:
        return f"not before {due.start:%H:%M}"  # past midnight from 00:00 (G28)
    return "to be played"


def this_round_table(season: Season) -> tuple[Row, ...]:
    """One row a player and game: the rounds being played, then play-off games that can be played, with times."""
    rows = []
    for due in (*main_games_now(season), *due_games(season)):
        o = due.outcome
        players = [o.white] if isinstance(o.black, Empty) else [o.white, o.black]
        for player in players:
            cells: dict[str, Value] = {
                "Player": player,
                "Opponent": opponent_text(o.opponent_of(player)),
                "Colour": None if o.state == "bye" else "White" if player == o.white else "Black",
                "Starts": due.start,
                "Rate": due.rate or None,
                "Clock": TIME_LIMITS.get(due.rate) if ref(o.id).stage == "P" else None,
                "Report": None,
                "State": state_text(due, season.now),
                "Game": o.id,
            }
            rows.append(Row(cells, result_reason(o) or season.stands.games[o.id].why))
    return tuple(rows)


def pairings_table(season: Season) -> tuple[Row, ...]:
    """Every game of the record with what counts."""
    shown = dict(season.found)
    for state in season.events:
        shown |= state.main.games
    remarks = _remarks(season)
    for play, _, _ in season.plays:
        counted = [g for m in play.matches for g in m.games] + [
            g for g in (play.three.games if play.three else ()) if g
        ]
        shown |= {g.id: g.outcome for g in counted if g.id and g.outcome is not None}
    reasons = {id_: why for id_, o in shown.items() if (why := result_reason(o)) is not None}
    return pairing_rows(season.book, season.stands, shown, remarks, reasons)


def _remarks(season: Season) -> Mapping[Id, str]:
    said: dict[Id, list[str]] = {}
    for due in due_games(season):
        if due.start is not None:
            said.setdefault(due.outcome.id, []).append(f"starts {due.start:%H:%M}")
    for play, _, _ in season.plays:
        if play.three is not None:
            _rates(season, said, [(g.id, g.rate) for g in play.three.games if g and g.id])
            if play.three.open is not None:
                _rates(season, said, [(play.three.open.id, play.three.rate)])
        for match in play.matches:
            for id_ in match.surplus:
                said.setdefault(id_, []).append("counts for nothing: the match was over before")
            for id_ in match.outdated:
                said.setdefault(id_, []).append("does not fit any more: type Void")
            _rates(season, said, [(g.id, g.rate) for g in match.games if g.id])
            if match.open is not None and match.course.next is not None:
                _rates(season, said, [(match.open.id, match.course.next.rate)])
            if match.winner is not None and match.by == "director":
                open_ones = [g for g in season.stands.games if ref(g).match == match.id and not season.found[g].is_over]
                for id_ in open_ones:
                    said.setdefault(id_, []).append("not needed: the director named the winner")
    for id_, o in season.found.items():
        if o.late:
            said.setdefault(id_, []).append("a report came late")
        if o.claim is not None and o.claim.note:
            said.setdefault(id_, []).append(o.claim.note)
    return {id_: "; ".join(words) for id_, words in said.items()}


def _rates(season: Season, said: dict[Id, list[str]], games: Sequence[tuple[Id, str]]) -> None:
    for id_, rate in games:
        if rate and rate != season.stands.game(id_).rate:
            said.setdefault(id_, []).append(f"played in {rate}")


# --- the play-offs ---------------------------------------------------------------------------------------------------


def bracket_table(season: Season) -> tuple[Row, ...]:
    """Every match and bye of every play-off, matches of a tree that are not known yet included."""
    return tuple(row for play, _, _ in season.plays for row in _bracket(season, play))


def _bracket(season: Season, play: PlayOff) -> list[Row]:
    kinds = {r: season.stands.round(r).kind for r in season.stands.rounds}
    head: dict[str, Value] = {
        "Match": play.first_round,
        "Round": "play-off",
        "First": None,
        "Second": None,
        "Score": None,
        "Games": " ; ".join(play.order or play.players),
        "Winner": play.winner,
        "State": _state_of(play),
    }
    rows = [Row(head, end_reason(play) if play.is_over else playoff_reason(season, play))]
    if play.three is not None:
        for number, game in enumerate(play.three.games, start=1):
            first, second = (play.three.numbers[n - 1] for n in SEQUENCE[number - 1])
            on = play.three.open if game is None else None
            id_ = game.id if game else on.id if on and {on.white, on.black} == {first, second} else ""
            cells: dict[str, Value] = {
                "Match": id_ or f"{play.first_round}, game {number}",
                "Round": "all-play-all",
                "First": first,
                "Second": second,
                "Score": _score(game.score) if game else None,
                "Games": None,
                "Winner": None,
                "State": "over" if game else f"{id_} is to be played" if id_ else "to come",
            }
            rows.append(Row(cells))
    lines: list[tuple[tuple[str, int, int, int, int], Row]] = []
    for bye in play.byes:
        id_ = f"{bye.round}-{bye.board:02d}"
        cells = {"Match": id_, "Round": kinds.get(bye.round), "First": bye.player, "Second": "(bye)"}
        cells |= {"Score": None, "Games": None, "Winner": bye.player, "State": "bye"}
        lines.append((ref(id_).sort_key, Row(cells, bye.why)))
    lines += [(ref(m.id).sort_key, _match_row(m, kinds.get(ref(m.id).round))) for m in play.matches]
    rows += [row for _, row in sorted(lines, key=lambda line: line[0])]
    known = {m.name for m in play.matches}
    for place in play.places:
        if not place.bye and place.name not in known:
            cells = {"Match": None, "Round": f"places {place.name}", "First": place.players[0]}
            cells |= {"Second": place.players[1], "Score": None, "Games": None, "Winner": None, "State": "to come"}
            rows.append(Row(cells))
    return rows


def _match_row(match: Match, kind: str | None) -> Row:
    games = ", ".join(f"{g.rate} {_score(g.score)}" if g.id else f"{g.rate} {_score(g.score)}F" for g in match.games)
    cells: dict[str, Value] = {
        "Match": match.id,
        "Round": kind,
        "First": match.players[0],
        "Second": match.players[1],
        "Score": _score(match.score) if match.games else None,
        "Games": games or plan_name(match.plan),
        "Winner": match.winner,
        "State": _match_state(match),
    }
    return Row(cells, match_reason(match))


def _match_state(match: Match) -> str:
    if match.winner is not None:
        return "over" if match.by == "played" else f"over ({match.by})"
    if match.outdated:
        return f"waits for the director: {', '.join(match.outdated)} to be voided"
    if match.undecided:
        return "waits for the director: both missed the Armageddon game"
    if match.open is not None:
        return f"{match.open.id} is to be played"
    if isinstance(match.step, Asked):
        return f"waits for the {'lot' if match.step.lot.kind == 'colour' else match.step.lot.kind}: {match.step.lot.id}"
    return f"{match.step.game.id} follows" if isinstance(match.step, ToPlay) else ""


def _state_of(play: PlayOff) -> str:
    if play.is_over:
        return f"won by {play.winner}"
    if play.waits_for_director:
        return "waits for the director: more than eight players"
    if play.stale:
        return "waits for the director: other players are level now"
    if play.needed:
        return f"waits for the lot: {play.needed[0].lot.id}"
    return "running" if play.matches or play.three else "drafted"


def _score(score: Score) -> str:
    return f"{points_text(score[0])}-{points_text(score[1])}"


# --- the draft and the reasons ---------------------------------------------------------------------------------------


def next_round_table(drafts: Sequence[Draft], waits: Sequence[Wait]) -> tuple[Row, ...]:
    """The drafts with the reason of each row, then what is waited for."""
    rows: list[Row] = []
    for draft in drafts:
        for recorded in draft.facts:
            fact = recorded.fact
            if isinstance(fact, Round):
                rows.append(_line(fact.id, None, None, None, recorded.why))
            elif isinstance(fact, Game):
                rows.append(_line(fact.id, fact.white, opponent_text(fact.black), fact.rate or None, recorded.why))
            elif isinstance(fact, Entry):
                rows.append(_line(f"{fact.section} {fact.number}", fact.player, None, None, recorded.why))
    rows += [_line(w.holds, None, None, None, w.why) for w in waits if w.why is not None and w.on != "results"]
    return tuple(rows)


def _line(board: Value, white: Value, black: Value, rate: Value, why: Reason) -> Row:
    return Row({"Board": board, "White": white, "Black": black, "Rate": rate, "Why": None}, why)


def why_table(season: Season) -> tuple[Row, ...]:
    """One line a decision, the newest first; on top how play-offs stand and who won what."""
    rows = list(reversed(why_rows(season.book.record)))
    top: list[Row] = []
    for play, _, _ in season.plays:
        if play.is_over:
            top.append(Row({"Round": play.first_round, "About": play.winner}, end_reason(play)))
    for state in season.events:
        if state.is_over:
            top += [Row({"Round": None, "About": a.player}, a.why) for a in state.awards]
    if season.tour is not None and season.tour.is_complete:
        top += [Row({"Round": None, "About": a.player}, a.why) for a in season.tour.awards]
    return (*top, *(Row({**row.cells, "Decision": None}, row.why) for row in rows))
