"""The ladder's views: Ladder, This round, Pairings, Scores, History, Next round, Why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rules.ladder.corrections import absorbed
from rules.ladder.final import Final
from rules.ladder.games import Played
from rules.ladder.phase import Phase
from rules.ladder.reasons import idle_reason, move_reason, pairing_reason, rank_reason, result_reason
from rules.ladder.season import Season, is_null
from rules.model import Draft, Empty, Game, Id, Reason, Recorded, Round, Row, Trouble, Value
from rules.parts.ids import ref
from rules.parts.lines import opponent_text, outcome_word, pairing_rows, why_rows

TOP = 100  # players shown in the matrix


def ladder_table(season: Season, phase: Phase) -> tuple[Row, ...]:
    """The Ladder from the top. Rank and counts are of this moment, positions of the last 5(e) (L21)."""
    before = {player: i for i, player in enumerate(season.before_last, start=1)}
    counts = counts_of(season)
    rows = []
    for player, position in season.positions.items():
        c = counts.get(player, Counts())
        moved = season.stages and player in before
        cells: dict[str, Value] = {
            "Position": position,
            "Player": player,
            "Rank": season.ranks[player],
            "Change": before[player] - position if moved else None,
            "Played": c.wins + c.draws + c.losses,
            "Wins": c.wins,
            "Draws": c.draws,
            "Losses": c.losses,
            "Null": c.nulls,
            "Byes": c.byes,
            "Points": Fraction(2 * c.wins + c.draws, 2),
            "Placement": placement(season, phase, player) if phase.state == "finished" else None,
        }
        why = rank_reason(season, player)
        if phase.state == "finished":
            why = Reason(why.rule, why.code, why.data, (placement_reason(season, phase, player),))
        rows.append(Row(cells, why))
    if phase.state == "finished":  # led by the Champion
        rows.sort(key=_by_placement)
    return tuple(rows)


def _by_placement(row: Row) -> tuple[bool, int]:
    place = row.cells.get("Placement")
    return not isinstance(place, int), place if isinstance(place, int) else 0


class Counts:
    """What a player did in the preliminary rounds."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = self.nulls = self.byes = 0


def counts_of(season: Season) -> Mapping[Id, Counts]:
    """Wins, draws, losses, Null games and Byes by player."""
    counts: dict[Id, Counts] = {}
    for stage in season.stages:
        for game in stage.games:
            o = game.outcome
            if o.state == "bye":
                counts.setdefault(o.white, Counts()).byes += 1
                continue
            for player in (o.white, str(o.black)):
                c = counts.setdefault(player, Counts())
                if o.is_completed:
                    gained = o.score_of(player)
                    c.wins += gained == 1
                    c.draws += gained == Fraction(1, 2)
                    c.losses += gained == 0
                elif is_null(game):
                    c.nulls += 1
    return counts


def placement(season: Season, phase: Phase, player: Id) -> int:
    """The Placement of a player of the Ladder at the end. Rule: ladder 2(b), L20."""
    if player == phase.champion:
        return 1
    if player == phase.second:
        return 2
    return 1 + sum(rank < season.ranks[player] for rank in season.ranks.values())


def placement_reason(season: Season, phase: Phase, player: Id) -> Reason:
    """Why a player has their Placement."""
    place = placement(season, phase, player)
    facts: dict[str, Value] = {"player": player, "place": place, "rank": season.ranks[player]}
    if player == phase.champion:
        return Reason("2(b)(i)", "placed-first", facts)
    if player == phase.second:
        return Reason("2(b)(ii)", "placed-second", facts)
    return Reason("2(b)(iii)", "placed", {**facts, "better": place - 1})


def this_round_table(season: Season, phase: Phase) -> tuple[Row, ...]:
    """One row a player of the Ladder: whom they play, with which colour, who invites, until when, and the state."""
    games, final = games_now(season, phase)
    stage = season.last
    rows = []
    for player in season.ladder:
        own = [g for g in games if player in (g.outcome.white, g.outcome.black)]
        if final is not None:
            if phase.state == "finished":  # a game that was out when a correction ended it is not needed
                own = [g for g in own if g in final.games[: final.decided_after] and g.outcome.is_over] or own
            own = own[-1:]  # one game of the Final at a time
        cells: dict[str, Value] = {"Player": player}
        if not own:
            why = idle_reason(season, player, stage, final.id if final else "", phase.state == "finished")
            if phase.state == "before":
                why = Reason("L25", "idle-start", {"player": player})
            cells |= {"Opponent": None, "Colour": None, "Invites": None, "Due": None, "Report": None}
            cells["State"] = IDLE[why.code]
            rows.append(Row(cells, why))
            continue
        open_ones = [g for g in own if not g.outcome.is_over] or own
        cells |= {
            "Opponent": _joined(opponent_text(g.outcome.opponent_of(player)) for g in open_ones),
            "Colour": _joined(
                "" if g.outcome.state == "bye" else "White" if g.outcome.white == player else "Black" for g in open_ones
            ),
            "Invites": _joined(inviter(season, g) for g in open_ones),
            "Due": max((g.outcome.due for g in own if not g.outcome.is_over and g.outcome.due), default=None),
            "Report": None,
            "Game": _joined(g.outcome.id for g in own if not g.outcome.is_over),  # for the report link
            "State": state_text(open_ones[0]) if len(own) == 1 else _many(own),
        }
        rows.append(Row(cells, reason_of_game(season, open_ones[0])))
    return tuple(rows)


IDLE: Mapping[str, str] = {
    "idle-start": "waits for the start",
    "idle-paused": "paused",
    "idle-final": "the Final is being played",
    "idle-over": "the event is over",
    "idle-first": "waits for round 1",
    "idle-tie-break": "not in the tie-break",
    "idle": "not paired in this round",
}


def games_now(season: Season, phase: Phase) -> tuple[tuple[Played, ...], Final | None]:
    """The games players look at now: those of the Final where it is the latest publication, else of the last round."""
    if phase.final is not None and season.roster.publications[-1].round.id == phase.final.id:
        return phase.final.games, phase.final
    return (season.last.games if season.last else ()), None


def _joined(words: Iterable[str]) -> Value:
    found = [word for word in words if word]
    return " ; ".join(found) if found else None


def _many(games: Sequence[Played]) -> str:
    over = sum(g.outcome.is_over for g in games)
    return f"{over} of {len(games)} games decided"


def inviter(season: Season, game: Played) -> Id:
    """Who sends the invitation: the lower in the Ladder on which the game was paired; blank for a Bye."""
    o = game.outcome
    if isinstance(o.black, Empty):
        return ""
    named = season.stands.game(o.id).taken.get("inviter")
    if named in (o.white, o.black):
        return str(named)
    ladder = next((s.paired_on for s in season.stages if s.id == ref(o.id).round), season.ladder)
    place = {p: i for i, p in enumerate(ladder)}
    return max((o.white, o.black), key=lambda p: place.get(p, len(place)))


def state_text(game: Played) -> str:
    """How a game stands, in a few words."""
    o = game.outcome
    if o.state == "bye":
        return "Bye"
    if o.state == "frozen":
        return "frozen: see Problems"
    if o.state == "decided":
        word = outcome_word(o)
        return f"{word} (opponent left)" if o.by == "leaver" else word
    if any(c.state == "held" for c in o.held):
        return "reported, waits for the director"
    return "reported, being checked" if o.held else "to be played"


def remark(game: Played) -> str:
    """What is to be said about a game besides its outcome."""
    o = game.outcome
    said = []
    if o.state == "open" and o.held:
        said.append(state_text(game))
    if o.state == "frozen":
        said.append(state_text(game))
    if o.by == "leaver":
        said.append(f"{game.left} left")
    if o.late:
        said.append("a report came after the deadline")
    if o.claim is not None and o.claim.note:
        said.append(o.claim.note)
    return "; ".join(said)


def reason_of_game(season: Season, game: Played) -> Reason:
    """Why a game ended so, or why it is played."""
    return result_reason(game) or pairing_reason(season, game.outcome.id)


def pairings_table(season: Season) -> tuple[Row, ...]:
    """Every game of the record with what counts."""
    outcomes = {id_: g.outcome for id_, g in season.games.items()}
    remarks = {id_: remark(g) for id_, g in season.games.items()}
    reasons = {id_: reason_of_game(season, g) for id_, g in season.games.items()}
    return pairing_rows(season.book, season.stands, outcomes, remarks, reasons)


def column_of(player: Id) -> str:
    """The heading of a player's column: a name that is a heading already stands in brackets."""
    return f"({player})" if player in ("Position", "Player") else player


def scores_table(season: Season) -> tuple[Row, ...]:
    """The Scores of the top of the Ladder against each other."""
    shown = season.ladder[:TOP]
    rows = []
    for position, player in enumerate(shown, start=1):
        cells: dict[str, Value] = {"Position": position, "Player": player}
        for other in shown:
            cells[column_of(other)] = None if other == player else season.scores.of(player, other)
        rows.append(Row(cells))
    return tuple(rows)


def history_table(season: Season) -> tuple[Row, ...]:
    """Position by round of everybody ever entered, in the order of the Ladder; those who left last."""
    columns: list[tuple[str, Mapping[Id, int]]] = [("Start", _places(season.roster.initial))]
    columns += [(stage.id, _places(stage.ladder)) for stage in season.stages if stage.complete]
    gone = [p for p in season.roster.everybody if p not in season.positions]
    return tuple(
        Row({"Player": player, **{heading: places.get(player) for heading, places in columns}})
        for player in (*season.ladder, *gone)
    )


def _places(ladder: Sequence[Id]) -> Mapping[Id, int]:
    return {player: i for i, player in enumerate(ladder, start=1)}


def next_round_table(drafts: Sequence[Draft], notes: Sequence[Reason]) -> tuple[Row, ...]:
    """The drafts: what they are, each board with its reason, then warnings and what is waited for."""
    rows: list[Row] = []
    for draft in drafts:
        games = [r for r in draft.facts if isinstance(r.fact, Game)]
        each = _games_each(games)
        rows += [Row({"Board": r.fact.id, "Games each": each}, r.why) for r in draft.facts if isinstance(r.fact, Round)]
        rows += [_board(r) for r in games]
        rows += [
            Row({"Board": None, "White": r.fact.player}, r.why)
            for r in draft.facts
            if not isinstance(r.fact, Game | Round) and hasattr(r.fact, "player")
        ]
        rows += [Row({"Board": check.about}, warning(check)) for check in draft.checks]
    return (*rows, *(Row({"Board": None}, note) for note in notes))


def warning(check: Trouble) -> Reason:
    """A check of a draft as a sentence."""
    return Reason("L17" if check.code == "tie-break-long" else "L23", f"check-{check.code}", check.data)


def _board(recorded: Recorded) -> Row:
    game = recorded.fact
    assert isinstance(game, Game)
    return Row({"Board": game.id, "White": game.white, "Black": opponent_text(game.black)}, recorded.why)


def _games_each(games: Sequence[Recorded]) -> int | None:
    each: dict[Id, int] = {}
    for recorded in games:
        game = recorded.fact
        assert isinstance(game, Game)
        for player in (game.white, game.black):
            if isinstance(player, str) and not isinstance(game.black, Empty):
                each[player] = each.get(player, 0) + 1
    return max(each.values(), default=None)


def why_table(season: Season, phase: Phase) -> tuple[Row, ...]:
    """One line a decision, the newest first: facts with their reasons, and between them what followed from them."""
    places = [p.place for p in season.roster.publications]
    facts = why_rows(season.book.record)
    cuts = [*places[1:], len(facts)][: len(places)]
    rows: list[Row] = list(facts[: places[0]] if places else facts)
    took = absorbed(season)
    for published, place, cut in zip(season.roster.publications, places, cuts, strict=True):
        id_ = published.round.id
        rows += [Row({"Round": id_, "About": why.data["game"]}, why) for why in took[id_]]
        rows += facts[place:cut]
        for game in season.games_of(id_):
            pairing = pairing_reason(season, game.outcome.id)
            if pairing.code == "pair-changed":
                changed = Reason(pairing.rule, pairing.code, pairing.data)
                rows.append(Row({"Round": id_, "About": game.outcome.id}, changed))
            why = result_reason(game)
            if why is not None and game.outcome.by in ("deadline", "leaver", "director"):
                rows.append(Row({"Round": id_, "About": game.outcome.id}, why))
        stage = next((s for s in season.stages if s.id == id_), None)
        if stage is not None:
            rows += [Row({"Round": id_, "About": m.player}, move_reason(stage, m)) for m in stage.moves]
    if phase.state == "finished" and phase.why is not None:
        rows.append(Row({"Round": phase.final.id if phase.final else None, "About": phase.champion}, phase.why))
    return tuple(reversed(rows))
