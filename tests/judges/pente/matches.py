"""Scores, time controls and outcomes of single matches (P9, P18, P20, P21, P27, P35)."""

from collections.abc import Sequence
from typing import Any

Outcome = tuple[Any, ...]


def lead_of_two(a: int, b: int) -> str:
    """ "decided", "unfinished" or "refused" for a match won by a lead of two games (P18; play-offs: P35)."""
    if a < 0 or b < 0:
        return "refused"
    if abs(a - b) == 2:
        return "decided"
    if abs(a - b) <= 1:
        return "unfinished"
    return "refused"


def check_games(winners: Sequence[str]) -> str:
    """The same, told game by game: winners in order of play. Games after a set won 2-0 are refused (P18)."""
    for start in range(0, len(winners), 2):
        one_set = list(winners[start : start + 2])
        if len(one_set) == 2 and one_set[0] == one_set[1]:
            return "decided" if start + 2 == len(winners) else "refused"
    return "unfinished"


def first_movers_fit(movers: Sequence[str]) -> bool:
    """Whether both moved first once in every complete set of two; game 1 is open (P18)."""
    return all(movers[i] != movers[i + 1] for i in range(0, len(movers) - 1, 2))


def tie_may_be_declared(a: int, b: int) -> bool:
    """Whether a declared tie is accepted in section A: level after at least 12 games (P21)."""
    return a == b and a + b >= 12


def regular_score(a: int, b: int) -> str:
    """ "decided", "unfinished" or "refused" for a regular match of section B: four games exactly (P27)."""
    if a < 0 or b < 0 or a + b > 4:
        return "refused"
    return "decided" if a + b == 4 else "unfinished"


def clocks(part: str, sets: int, words: Sequence[tuple[int, str, str]] = ()) -> list[tuple[int, int]]:
    """(minutes a player, seconds a move) of sets 1 to `sets`. `part`: "A", "regular" or "playoff" (P20, P35).

    `words`: ``(after_set, player, "keep" or "reduce")`` in the order said; a word said after set n, or during it,
    counts from set n+1. Keeping needs both players; one "reduce" ends it and wipes out what was agreed before.
    """
    if part == "regular":
        return [(20, 0)] * sets
    full = (30, 5) if part == "A" else (20, 0)
    answer = []
    for number in range(1, sets + 1):
        keeping: set[str] = set()
        for after_set, player, word in words:
            if after_set < number:
                keeping = keeping | {player} if word == "keep" else set()
        if number <= 3 or len(keeping) == 2:
            answer.append(full)
        elif part == "A":
            answer.append({4: (20, 3), 5: (15, 2)}.get(number, (10, 0)))
        else:
            answer.append((15, 0) if number == 4 else (10, 0))
    return answer


def losers(pair: Sequence[str], outcome: Outcome | None, tie_allowed: bool) -> list[str]:
    """Who lost an elimination match: nobody while it is open or tied, both after a double forfeit (P9, P34)."""
    x, y = pair
    if outcome is None:
        return []
    kind = outcome[0]
    if kind == "win":
        return [y if outcome[1] == x else x]
    if kind == "forfeit":
        return [outcome[1]]
    if kind == "double":
        return [x, y]
    if kind == "tie" and tie_allowed:
        return []
    if kind == "games":
        games = outcome[1]
        if lead_of_two(games[x], games[y]) != "decided":
            raise ValueError(f"{games} decides no match (P18)")
        return [x if games[x] < games[y] else y]
    raise ValueError(f"not an outcome here: {outcome!r}")


def match_wins(pair: Sequence[str], outcome: Outcome, player: str) -> int:
    """Games won by `player` in a regular match of section B; a forfeited match is 4-0, a double one 0-0 (P27)."""
    x, y = pair
    kind = outcome[0]
    if kind == "games":
        games = outcome[1]
        if regular_score(games[x], games[y]) != "decided":
            raise ValueError(f"{games} is no complete match (P27)")
        return int(games[player])
    if kind == "forfeit":
        return 0 if outcome[1] == player else 4
    if kind == "double":
        return 0
    raise ValueError(f"not an outcome here: {outcome!r}")


def outcome_of(outcomes: Any, stage: Any, upper: str, lower: str) -> Outcome | None:
    """The outcome given for a pairing: from a function, or from a mapping with the pair either way round."""
    if callable(outcomes):
        return outcomes(stage, upper, lower)  # type: ignore[no-any-return]
    given = outcomes.get(stage, {})
    return given.get((upper, lower), given.get((lower, upper)))  # type: ignore[no-any-return]


def leaving(items: Sequence[Any]) -> list[list[str]]:
    """Withdrawals of a stage as batches: each a list of names who leave at the same moment."""
    return [[item] if isinstance(item, str) else list(item) for item in items]


def forfeit_of_leavers(
    pair: Sequence[str], played: Outcome | None, settled: Outcome | None, gone: set[str], round_is_complete: bool
) -> Outcome | None:
    """What a match of the last published round counts after withdrawals in its period (P10, P44, P64).

    `played` is the result typed, or None; `settled` what it counted until now. A played match stands. An open one is
    forfeited by the one who leaves, by both if both leave before every match of the round has its outcome; a forfeit
    of a round that is complete stays as it is.
    """
    if played is not None or (round_is_complete and settled is not None):
        return settled
    left = [player for player in pair if player in gone]
    if len(left) == 2:
        return ("double",)
    return ("forfeit", left[0]) if left else settled
