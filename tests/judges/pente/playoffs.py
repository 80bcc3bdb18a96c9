"""Section B: who qualifies, preliminary matches, play-offs, places, and the whole section replayed (P10, P12, P30-P36).

Records of regular rounds are as in `section_b`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tests.judges.pente.matches import forfeit_of_leavers, leaving, losers, outcome_of
from tests.judges.pente.section_b import (
    Round,
    grant_half_byes,
    make_round_b,
    number_of_rounds,
    opponents,
    opponents_wins,
    shared_places,
    total_wins,
)


def playoff_size(rounds: int) -> int:
    """Places in the play-offs: 4 after four or five regular rounds, 8 after six or seven."""
    return 4 if rounds <= 5 else 8


def forfeit_points(record: Sequence[Round], player: str, last_round: int) -> int:
    """Forfeit points of one player: the three lists of P31, an opponent at most once in each."""
    to_others: set[str] = set()
    in_last: set[str] = set()
    before_last: set[str] = set()
    for opponent in set(opponents(record, player)):
        for one in record:
            for pair, outcome in one["outcomes"].items():
                if opponent not in pair or outcome is None:
                    continue
                forfeited = outcome == ("double",) or outcome == ("forfeit", opponent)
                if not forfeited:
                    continue
                if player not in pair:
                    to_others.add(opponent)
                elif outcome != ("double",):
                    (in_last if one["number"] == last_round else before_last).add(opponent)
    return len(to_others) - 2 * len(in_last) - len(before_last)


def numbers(record: Sequence[Round], player: str, last_round: int) -> tuple[int, int, int]:
    """(total wins, opponents' wins, forfeit points); higher is better in each (P30)."""
    return total_wins(record, player), opponents_wins(record, player), forfeit_points(record, player, last_round)


def playoff_order(record: Sequence[Round], still_in: Sequence[str], last_round: int) -> list[tuple[int, list[str]]]:
    """``[(place, names), …]`` of those still in by the three numbers; more than one name: still tied (P30)."""
    return shared_places(list(still_in), {player: numbers(record, player, last_round) for player in still_in})


def seeds_or_needs(
    order: Sequence[tuple[int, Sequence[str]]],
    size: int,
    typed: Sequence[Sequence[str]] = (),
    preliminaries: Mapping[frozenset[str], Any] | None = None,
) -> dict[str, Any]:
    """``{"seeds", "matches", "director"}`` (P30, P32, P33).

    `order` is `playoff_order`; `typed` the orders typed so far, in order of typing; `preliminaries` the outcomes of
    preliminary matches by pair. ``seeds``: the names by seed once nothing is needed, else None. ``matches``: pairs
    that need a preliminary match. ``director``: groups whose order must be typed.
    """
    played = preliminaries or {}
    seeds: list[str] = []
    matches: list[list[str]] = []
    director: list[list[str]] = []
    for place, group in order:
        names = list(group)
        if place > size:
            break
        if len(names) == 1:
            seeds += names
            continue
        holding = [list(words) for words in typed if set(names) <= set(words)]
        if holding:
            seeds += sorted(names, key=holding[-1].index)
        elif len(names) >= 3:
            director.append(names)
        elif played.get(frozenset(names)) is None:
            matches.append(names)
        else:
            lost = losers(names, played[frozenset(names)], tie_allowed=False)
            if len(lost) == 2:
                director.append(names)
            else:
                seeds += sorted(names, key=lambda player: player in lost)
    done = not matches and not director
    return {"seeds": seeds[:size] if done else None, "matches": matches, "director": director}


def playoff_round(seeds: Sequence[str], left: Collection[str]) -> dict[str, Any]:
    """The next play-off round, the seeds left folded (P34): ``byes`` (the highest seed, if odd), ``pairings``."""
    remaining = [player for player in seeds if player in left]
    through = remaining[:1] if len(remaining) % 2 else []
    folded = [player for player in remaining if player not in through]
    return {"byes": through, "pairings": [(folded[i], folded[-1 - i]) for i in range(len(folded) // 2)]}


class _Replay:
    """The running record of one section B."""

    def __init__(self, entrants: Sequence[str], outcomes: Any, facts: Mapping[str, Any]) -> None:
        self.entrants = list(entrants)
        self.outcomes = outcomes
        self.facts = facts
        self.rounds = number_of_rounds(len(entrants))
        self.stages: list[dict[str, Any]] = []  # every stage in order
        self.seeds: list[str] | None = None  # published with P1
        self.gone: dict[str, str] = {}
        self.refused: list[tuple[str, str]] = []
        self.typed: list[list[str]] = []
        self.champions: list[str] = []
        self.over = False

    def of(self, letter: str) -> list[dict[str, Any]]:
        return [one for one in self.stages if one["stage"][0] == letter]

    def playoff_losses(self) -> dict[str, int]:
        """Of each player the first play-off round lost."""
        lost: dict[str, int] = {}
        for one in self.of("P"):
            for pair, outcome in one["outcomes"].items():
                for player in losers(pair, outcome, tie_allowed=False):
                    lost.setdefault(player, one["number"])
        return lost

    def still_in(self) -> list[str]:
        """Before play-off round 1: all who have not left. After: qualified, not beaten, not gone."""
        if self.seeds is None:
            return [player for player in self.entrants if player not in self.gone]
        lost = self.playoff_losses()
        return [player for player in self.seeds if player not in self.gone and player not in lost]

    def publish(self, stage: str, made: dict[str, Any]) -> bool:
        """Record a stage, its results, corrections, orders and withdrawals. Whether the event can go on after it."""
        made = {"half": [], **made, "stage": stage, "number": int(stage[1:]), "still_in": self.still_in()}
        if stage in self.facts["typed_rounds"]:
            made["byes"] = list(self.facts["typed_rounds"][stage]["byes"])
            made["pairings"] = [tuple(pair) for pair in self.facts["typed_rounds"][stage]["pairings"]]
        played = {pair: outcome_of(self.outcomes, stage, *pair) for pair in made["pairings"]}
        made["outcomes"] = dict(played)
        self.stages.append(made)

        for earlier, x, y, outcome in self.facts["corrections"].get(stage, ()):
            results = next(one for one in self.stages if one["stage"] == earlier)["outcomes"]
            key = (x, y) if (x, y) in results else (y, x)
            if key not in results:
                raise ValueError(f"{x} and {y} were not paired in {earlier}")
            results[key] = outcome
            if earlier == stage:
                played[key] = outcome
        self.typed += [list(order) for order in self.facts["typed_orders"].get(stage, ())]
        for batch in leaving(self.facts["withdrawals"].get(stage, ())):
            if len(self.still_in()) <= 1:
                self.refused += [(stage, player) for player in batch]
                continue
            for player in batch:
                self.gone.setdefault(player, stage)
            complete = all(outcome is not None for outcome in made["outcomes"].values())
            for pair in made["pairings"]:
                now_gone = {player for player in pair if self.gone.get(player) == stage}
                settled = made["outcomes"][pair]
                made["outcomes"][pair] = forfeit_of_leavers(pair, played[pair], settled, now_gone, complete)

        left = self.still_in()
        if stage in self.facts["declared"] and len(left) != 1:
            self.over, self.champions = True, list(self.facts["declared"][stage])
        elif len(left) <= 1:
            self.over, self.champions = True, left or made["still_in"]
        return not self.over and all(outcome is not None for outcome in made["outcomes"].values())

    def places(self) -> list[tuple[int, list[str]]]:
        """P36: champions; play-off players by round of exit; all others by the three numbers.

        Inside a shared place: champions as named, play-off players by seed, others in the order of entry.
        """
        lost = self.playoff_losses()
        exits: dict[str, int] = {}
        for player in self.seeds or []:
            left = [int(self.gone[player][1:])] if self.gone.get(player, "R")[0] == "P" else []
            beaten = [lost[player]] if player in lost else []
            exits[player] = min(left + beaten, default=10**6)  # never out, yet not named champion: before all exits
        qualified = [player for player in exits if player not in self.champions]
        others = [player for player in self.entrants if player not in self.champions and player not in exits]
        answer = [(1, list(self.champions))]
        answer += shared_places(qualified, exits, 1 + len(self.champions))
        keys = {player: numbers(self.of("R"), player, self.rounds) for player in others}
        return answer + shared_places(others, keys, 1 + len(self.champions) + len(qualified))


def play_b(
    entrants: Sequence[str],
    lots: Mapping[int, Sequence[str]],
    outcomes: Any,
    *,
    half_bye_requests: Mapping[str, Sequence[int]] | None = None,
    withdrawals: Mapping[str, Sequence[Any]] | None = None,
    corrections: Mapping[str, Sequence[Any]] | None = None,
    typed_orders: Mapping[str, Sequence[Sequence[str]]] | None = None,
    typed_rounds: Mapping[str, Mapping[str, Any]] | None = None,
    declared: Mapping[str, Sequence[str]] | None = None,
    max_stages: int = 100,
) -> dict[str, Any]:
    """The whole section: regular rounds, preliminary matches, play-offs, champion and places.

    `entrants`: names entered when round 1 is published. `lots`: {regular round: complete order}. `typed_orders`:
    {stage: orders the director typed while that stage was the last published, in order of typing}.

    Returns ``played``; ``rounds`` (planned); ``half_byes`` granted and ``half_byes_refused``; ``stages``: each
    ``stage``, ``number``, ``still_in`` (when published), ``half``, ``byes``, ``pairings``, ``outcomes``, for regular
    rounds also ``places``, ``moves``, ``left``; ``seeds`` of the play-offs or None; ``waiting``: groups the director
    must order before the play-offs; ``refused`` withdrawals; ``over``; ``champions``; ``places`` [(place, names)],
    None while the section runs. A stage with an open match stops the replay.
    """
    if len(entrants) < 2:
        return {"played": False}
    replay = _Replay(
        entrants,
        outcomes,
        {
            "withdrawals": withdrawals or {},
            "corrections": corrections or {},
            "typed_orders": typed_orders or {},
            "typed_rounds": typed_rounds or {},
            "declared": declared or {},
        },
    )
    granted, refused = grant_half_byes(half_bye_requests or {}, replay.rounds)
    waiting: list[list[str]] = []
    goes_on = True
    while goes_on and len(replay.stages) < max_stages:
        regular, preliminary, knockout = replay.of("R"), replay.of("T"), replay.of("P")
        if len(regular) < replay.rounds:
            number = len(regular) + 1
            made = make_round_b(regular, replay.still_in(), lots[number], granted)
            goes_on = replay.publish(f"R{number}", made)
            continue
        if replay.seeds is None:
            results = {frozenset(pair): outcome for one in preliminary for pair, outcome in one["outcomes"].items()}
            order = playoff_order(regular, replay.still_in(), replay.rounds)
            needs = seeds_or_needs(order, playoff_size(replay.rounds), replay.typed, results)
            if needs["matches"]:
                made = {"byes": [], "pairings": [tuple(pair) for pair in needs["matches"]]}
                goes_on = replay.publish(f"T{len(preliminary) + 1}", made)
                continue
            if needs["director"]:
                waiting = needs["director"]
                break
            replay.seeds = needs["seeds"]
        goes_on = replay.publish(f"P{len(knockout) + 1}", playoff_round(replay.seeds or [], replay.still_in()))
    return {
        "played": True,
        "rounds": replay.rounds,
        "half_byes": granted,
        "half_byes_refused": refused,
        "stages": replay.stages,
        "seeds": replay.seeds,
        "waiting": waiting,
        "refused": replay.refused,
        "over": replay.over,
        "champions": replay.champions,
        "places": replay.places() if replay.over else None,
    }
