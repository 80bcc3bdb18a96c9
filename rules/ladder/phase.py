"""What comes next: a round, a tie-break, an additional round, the Final, or the end (5(a), 5(f), L17, L24)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.ladder.director import additional_asked, finalists_typed, wants_no_more
from rules.ladder.final import Final, final_now
from rules.ladder.season import Season
from rules.model import Id, Reason, Value
from rules.parts.ids import ref, round_id
from rules.parts.numerals import whole_in

State = Literal["before", "results", "draft", "match", "next game", "stopped", "finished"]


NOT_PLANNED = Reason("", "")


@dataclass(frozen=True)
class Plan:
    """A round to be drafted: its kind, id and number, the players it is limited to, and the rule that asks for it."""

    kind: Literal["round", "tie-break", "additional", "final"]
    id: Id
    number: int
    players: tuple[Id, ...] = ()
    why: Reason = NOT_PLANNED


@dataclass(frozen=True)
class Phase:
    """Where the event is."""

    state: State
    plan: Plan | None = None
    final: Final | None = None
    champion: Id | None = None
    second: Id | None = None
    why: Reason | None = None
    asks_additional: bool = False  # the director may still ask for additional rounds


def rounds_of(season: Season) -> int:
    """The number of preliminary rounds before 5(f) is looked at."""
    return whole_in(season.book.setting("Rounds")) or 5


def phase_of(season: Season) -> Phase:
    """Where the event is now. Rules: ladder 5(a), 5(f), 2(c), L4, L17, L19, L24."""
    if season.roster.started is None:
        return Phase("before")
    final = final_now(season)
    if final is not None and final.champion is not None and not _rounds_since(season):
        code = "champion-by-games" if final.decided_by == "games" else "champion-typed"
        rule = "2(b)(i)" if final.decided_by == "games" else "L27"
        facts: dict[str, Value] = {
            "player": final.champion,
            "second": final.second,
            "wins": final.wins[final.finalists.index(final.champion)],
            "against": final.wins[1 - final.finalists.index(final.champion)],
        }
        return Phase("finished", None, final, final.champion, final.second, Reason(rule, code, facts))
    if len(season.ladder) < 2:
        alone = season.ladder[0] if season.ladder else None
        code = "champion-alone" if alone else "nobody-left"
        return Phase("finished", None, final, alone, None, Reason("L24", code, {"player": alone}))
    if final is not None and final.broken is None and not _rounds_since(season):
        if final.open_game is not None:
            return Phase("match", final=final)
        if final.stopped_since is not None and not final.goes_on:
            return Phase("stopped", final=final)
        return Phase("next game", final=final)
    if any(not stage.complete for stage in season.stages):
        return Phase("results", final=final)
    return _next_round(season, final)


def _rounds_since(season: Season) -> bool:
    """Whether a preliminary round was published after the latest Final."""
    return bool(season.roster.publications) and ref(season.roster.publications[-1].round.id).stage != "F"


def _next_round(season: Season, final: Final | None) -> Phase:
    done = season.last.number if season.last else 0
    number, wanted = done + 1, rounds_of(season)
    id_ = round_id("", "R", number)
    if done < wanted:
        why = Reason("5(a)", "round-next", {"number": number, "rounds": wanted})
        return Phase("draft", Plan("round", id_, number, why=why), final)
    finalists, _ = finalists_typed(season)
    if finalists is not None:
        return Phase("draft", _final_plan(season, finalists, Reason("L23", "finalists-typed", _two(finalists))), final)
    tied = tied_for_final(season)
    if tied is not None:
        rank, players = tied
        facts: dict[str, Value] = {"rank": rank, "count": len(players), "players": players, "games": len(players) - 1}
        why = Reason("5(f)(i)" if rank == 1 else "5(f)(ii)", "tie-break", facts)
        return Phase("draft", Plan("tie-break", id_, number, players, why), final)
    asked = additional_asked(season)
    if asked > 0:
        why = Reason("5(f)(iii)", "additional", {"number": number, "left": asked})
        return Phase("draft", Plan("additional", id_, number, why=why), final)
    top = (season.ladder[0], season.ladder[1])
    ranks = {f"rank_{n}": tuple(p for p in season.ladder if season.ranks[p] == n) for n in (1, 2)}
    why = Reason("5(f)(v)", "finalists-top", _two(top), (Reason("5(f)(iv)", "no-tie", ranks),))
    return Phase("draft", _final_plan(season, top, why), final, asks_additional=not wants_no_more(season))


def tied_for_final(season: Season) -> tuple[int, tuple[Id, ...]] | None:
    """The Rank whose players hold a tie-break round, and the players; None where none is due.

    Rule: ladder 5(f)(i)-(ii), L17.
    """
    groups = {rank: tuple(p for p in season.ladder if season.ranks[p] == rank) for rank in (1, 2)}
    if len(groups[1]) > 2:
        return 1, groups[1]
    if len(groups[1]) == 1 and len(groups[2]) > 1:
        return 2, groups[2]
    return None


def _final_plan(season: Season, finalists: tuple[Id, Id], why: Reason) -> Plan:
    positions = season.positions
    higher, lower = sorted(finalists, key=lambda p: positions[p])
    numbers = [ref(p.round.id).number for p in season.finals]
    number = max(numbers, default=0) + 1
    return Plan("final", round_id("", "F", number), number, (higher, lower), why)


def _two(players: tuple[Id, Id]) -> dict[str, Value]:
    return {"first": players[0], "second": players[1]}
