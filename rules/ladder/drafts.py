"""Drafting a round or a Final: who meets whom, who takes the Bye, with colours, inviters and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.ladder.director import Typed, deadline_typed, not_for_tie_break, typed_for
from rules.ladder.final import colours_of, due_from, first_game, inviter_reason
from rules.ladder.order import ranks
from rules.ladder.pairing import Bye, Match, all_pairs, choose_bye, match_all
from rules.ladder.phase import Plan
from rules.ladder.roster import newcomers, taken_of
from rules.ladder.season import Season, Tally, scores_among
from rules.model import Draft, Empty, Entry, Fact, Game, Id, Reason, Recorded, Round, Trouble, Value
from rules.parts.ids import game_id, ref
from rules.parts.lines import opponent_text, outcome_word
from rules.parts.numerals import days_in
from rules.parts.record import next_free_board
from rules.parts.results import results_since, results_used

KEPT = 10  # candidates recorded with a match; `explain` shows all
MANY_GAMES = 3  # more games each than this in a tie-break round ask for a longer deadline (L17)


@dataclass(frozen=True)
class Pairs:
    """A round paired: typed pairs, matches of 5(c) in the order made, and Byes."""

    typed: tuple[tuple[Id, Id], ...]
    matches: tuple[Match, ...]
    byes: tuple[tuple[Id, Bye | None], ...]  # None: typed by the director

    @property
    def unordered(self) -> frozenset[frozenset[Id]]:
        """Who meets whom, and who nobody."""
        pairs = [frozenset(p) for p in self.typed] + [frozenset((m.chosen, m.opponent)) for m in self.matches]
        return frozenset(pairs + [frozenset((player,)) for player, _ in self.byes])


def pair_round(
    participants: Sequence[Id],
    ladder: Sequence[Id],
    rank: Mapping[Id, int],
    tally: Tally,
    number: int,
    typed: Typed,
    keep: int | None = KEPT,
) -> Pairs:
    """Pair the participants of a round around what the director typed. Rules: ladder 5(b), 5(c), L6, L7, L23."""
    fixed = {p for pair in typed.pairs for p in pair} | set(typed.byes)
    rest = [p for p in participants if p not in fixed]
    byes: list[tuple[Id, Bye | None]] = [(player, None) for player in typed.byes]
    if typed.only_typed:
        return Pairs(typed.pairs, (), tuple(byes))
    bye = choose_bye(rest, tally.completed, number)
    if bye is not None:
        byes.append((bye.player, bye))
        rest.remove(bye.player)
    positions = {player: i for i, player in enumerate(ladder, start=1)}
    matches = match_all(rest, positions, rank, tally.met, number, typed.apart, keep)
    return Pairs(typed.pairs, matches, tuple(byes))


def draft_round(season: Season, plan: Plan) -> tuple[Draft | None, Typed, tuple[Id, ...]]:
    """The draft of a preliminary round; None where fewer than two can be paired. Also what the director typed
    for it and who could be paired.
    """
    joining = newcomers(season.people, season.roster, season.now, plan.number)
    ladder = (*season.ladder, *(p.name for p in joining))
    scores = (
        scores_among(ladder, tuple(p for p in season.through if p not in ladder), season.tally.half_wins)
        if joining
        else season.scores
    )
    rank = ranks(ladder, scores)
    participants = season.participants(ladder)
    if plan.kind == "tie-break":
        participants = tuple(p for p in participants if p in plan.players)
        typed = Typed(troubles=not_for_tie_break(season, plan.id))
    else:
        typed = typed_for(season, plan.id, participants)
    if len(participants) < 2:
        return None, typed, participants
    board = next_free_board(season.book.record, plan.id)
    facts: list[Fact] = []
    reasons: list[Reason] = []
    for number, person in enumerate(joining, start=len(season.ladder) + 1):
        facts.append(Entry(person.name, "", number, taken_of(person), plan.id))
        back = person.name in season.roster.everybody
        data: dict[str, Value] = {"player": person.name, "number": number, "round": plan.id}
        reasons.append(Reason("L15" if back else "L16", "entered-again" if back else "entered-late", data))
    days = round_days(season, plan, len(participants))
    taken: dict[str, Value] = {
        "ladder": ladder,
        "pairs": typed.pairs,
        "byes": typed.byes,
        "apart": tuple(sorted(tuple(sorted(pair)) for pair in typed.apart)),
        "results": results_unused(season),
    }
    if typed.only_typed:
        taken["only typed"] = True
    facts.append(Round(plan.id, plan.kind, due=due_from(season.now, days), taken=taken))
    reasons.append(plan.why)
    if plan.kind == "tie-break":
        games = [
            _game(season.tally, ladder, pair, Reason(plan.why.rule, "tie-break-game", dict(plan.why.data)))
            for pair in all_pairs(participants)
        ]
    else:
        pairs = pair_round(participants, ladder, rank, season.tally, plan.number, typed)
        games = games_of(pairs, ladder, rank, season.tally)
    for number, (white, black, extra, why) in enumerate(games, start=board):
        facts.append(Game(game_id(plan.id, number), white, black, taken=extra))
        reasons.append(why)
    recorded = tuple(Recorded(fact, season.now, why) for fact, why in zip(facts, reasons, strict=True))
    return Draft(plan.id, recorded, checks=_checks(season, plan, participants, games)), typed, participants


Drawn = tuple[Id, Id | Empty, dict[str, Value], Reason]


def games_of(pairs: Pairs, ladder: Sequence[Id], rank: Mapping[Id, int], tally: Tally) -> list[Drawn]:
    """The games of a paired round in board order: typed pairs, matches as made, Byes."""
    games = [
        _game(tally, ladder, pair, Reason("L23", "paired-by-director", {"first": pair[0], "second": pair[1]}))
        for pair in pairs.typed
    ]
    games += [_game(tally, ladder, (m.chosen, m.opponent), match_reason(m, rank)) for m in pairs.matches]
    for player, bye in pairs.byes:
        games.append((player, Empty.BYE, {}, bye_reason(player, bye)))
    return games


def match_reason(match: Match, rank: Mapping[Id, int]) -> Reason:
    """Why two players meet: what 5(c)(iv) compared."""
    best = next(c for c in match.candidates if c.player == match.opponent)
    data: dict[str, Value] = {
        "chosen": match.chosen,
        "opponent": match.opponent,
        "end": match.end,
        "rank": rank[match.chosen],
        "opponent_rank": rank[match.opponent],
        "considered": match.considered,
        "cost": best.cost,
        "games": best.games,
        "distance": best.distance,
        "candidates": tuple((c.player, c.cost, c.games, c.distance) for c in match.candidates),
    }
    parts = []
    if match.passed_over:
        parts.append(Reason("L23", "kept-apart", {"chosen": match.chosen, "players": match.passed_over}))
    if match.apart_broken:
        parts.append(Reason("L23", "apart-broken", {"first": match.chosen, "second": match.opponent}))
    return Reason("5(c)(iii)" if match.end == "top" else "5(c)(ii)", f"paired-from-{match.end}", data, tuple(parts))


def bye_reason(player: Id, bye: Bye | None) -> Reason:
    """Why a player takes the Bye."""
    if bye is None:
        return Reason("L23", "bye-typed", {"player": player})
    data: dict[str, Value] = {"player": player, "games": bye.games, "among": bye.among, "end": bye.end}
    return Reason("5(b)", f"bye-from-{bye.end}", data)


def _game(tally: Tally, ladder: Sequence[Id], pair: tuple[Id, Id], why: Reason) -> Drawn:
    higher, lower = sorted(pair, key=ladder.index)
    white, black, colour = colours_of(tally, higher, lower)
    whole = Reason(why.rule, why.code, why.data, (*why.parts, colour, inviter_reason(higher, lower)))
    return white, black, {"inviter": lower}, whole


def round_days(season: Season, plan: Plan, players: int) -> int:
    """Days from the announcement to the deadline. Rule: ladder 3(a); a setting gives a tie-break more (L17)."""
    if plan.kind != "tie-break":
        return season.rules.days
    per_game = days_in(season.book.setting("Tie-break days per game")) or 0
    return max(season.rules.days, per_game * (players - 1))


def _checks(season: Season, plan: Plan, participants: Sequence[Id], games: Sequence[Drawn]) -> tuple[Trouble, ...]:
    checks = []
    each = len(participants) - 1
    if plan.kind == "tie-break" and each > MANY_GAMES and deadline_typed(season, plan.id) is None:
        days = round_days(season, plan, len(participants))
        if days <= season.rules.days:
            facts: dict[str, Value] = {"round": plan.id, "games": each, "days": days}
            checks.append(Trouble("tie-break-long", plan.id, "Deadline", facts))
    for white, black, _, why in games:
        if any(part.code == "apart-broken" for part in why.parts):
            pair: dict[str, Value] = {"round": plan.id, "first": white, "second": opponent_text(black)}
            checks.append(Trouble("apart-broken", plan.id, "", pair))
    return tuple(checks)


def draft_final(season: Season, plan: Plan) -> Draft:
    """The draft of a Final: the round and its first game. Rule: ladder 5(f)(v), 2(a), 2(c)."""
    finalists = (plan.players[0], plan.players[1])
    taken: dict[str, Value] = {
        "finalists": finalists,
        "ladder": season.ladder,
        "results": results_unused(season),
    }
    facts = (
        Recorded(Round(plan.id, "final", taken=taken), season.now, plan.why),
        first_game(season, plan.id, finalists),
    )
    checks = tuple(
        Trouble("finalist-paused", player, "Status", {"player": player}, blocks=True)
        for player in finalists
        if season.status(player) != "Active"
    )
    return Draft(plan.id, facts, checks=checks)


def results_unused(season: Season) -> tuple[tuple[Id, str], ...]:
    """Results that no publication rests on yet, or that changed since: they are recorded with the next one (L22)."""
    return results_since(results_used(season.book, season.stands), results_now(season))


def results_now(season: Season) -> dict[Id, str]:
    """The word of every preliminary game that is over, and blank for one that was and is open again."""
    return {
        id_: outcome_word(g.outcome)
        for id_, g in season.games.items()
        if ref(id_).stage == "R" and g.outcome.state != "bye"
    }
