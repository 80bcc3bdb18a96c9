"""Section A, double elimination: rounds, brackets, byes, end and places (P5-P12, P22)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tests.judges.pente.matches import forfeit_of_leavers, leaving, losers, outcome_of
from tests.judges.pente.placing import Entrant, seed_order
from tests.judges.pente.repeats import avoid_repeats

Round = dict[str, Any]


def pairing_order(seeds: Sequence[str], still_in: Collection[str], losses: Mapping[str, int]) -> list[str]:
    """Those still in, by the seeds that hold for the round about to be made (P6).

    `seeds`: all entrants by original seed. Exactly one still in without a loss: that player first.
    """
    present = [player for player in seeds if player in still_in]
    unbeaten = [player for player in present if losses.get(player, 0) == 0]
    if len(unbeaten) == 1:
        return unbeaten + [player for player in present if player != unbeaten[0]]
    return present


def bye_a(bracket: Sequence[str], byes: Mapping[str, int]) -> str | None:
    """Who gets the bye in a bracket given by seed: with an odd number, the first with the fewest byes (P7)."""
    if len(bracket) % 2 == 0:
        return None
    fewest = min(byes.get(player, 0) for player in bracket)
    return next(player for player in bracket if byes.get(player, 0) == fewest)


def _fold(players: Sequence[str]) -> list[tuple[str, str]]:
    return [(players[i], players[-1 - i]) for i in range(len(players) // 2)]


def make_round_a(
    seeds: Sequence[str],
    still_in: Collection[str],
    losses: Mapping[str, int],
    byes: Mapping[str, int],
    met: Collection[frozenset[str]],
) -> list[dict[str, Any]]:
    """The brackets of the next round (P8, P11): each ``name`` ("1", "2" or "combined"), ``players`` by seed, ``bye``,
    ``pairings``, ``moves`` and ``left`` (repeats that stay). Empty once at most one player is still in (P12).
    """
    order = pairing_order(seeds, still_in, losses)
    if len(order) <= 1:
        return []
    unbeaten = [player for player in order if losses.get(player, 0) == 0]
    beaten = [player for player in order if losses.get(player, 0) == 1]
    brackets = [("1", unbeaten), ("2", beaten)] if len(unbeaten) >= 2 else [("combined", order)]
    answer = []
    for name, players in brackets:
        if not players:
            continue
        bye = bye_a(players, byes)
        folded = _fold([player for player in players if player != bye])
        answer.append({"name": name, "players": players, "bye": bye, **avoid_repeats(folded, met)})
    return answer


def _losses(rounds: Sequence[Round]) -> dict[str, list[int]]:
    """Of each player the rounds of the matches lost, as the results stand now (P9)."""
    lost: dict[str, list[int]] = {}
    for one in rounds:
        for pair, outcome in one["outcomes"].items():
            for player in losers(pair, outcome, tie_allowed=True):
                lost.setdefault(player, []).append(one["number"])
    return lost


def _exit_round(player: str, lost: Mapping[str, list[int]], gone: Mapping[str, int]) -> int | None:
    """Round of the second loss, or the number under which the player left; of both, the earlier (P10, P22)."""
    numbers = lost.get(player, [])[1:2] + ([gone[player]] if player in gone else [])
    return min(numbers) if numbers else None


def places_by_exit(
    players: Sequence[str], champions: Sequence[str], exits: Mapping[str, int | None]
) -> list[tuple[int, list[str]]]:
    """``[(place, names), …]``: champions first, then who never went out, then later exits first; shared (P22).

    Inside a place the names keep the order of `players` (original seed).
    """
    groups = [[player for player in players if player in champions]]
    rest = [player for player in players if player not in champions]
    groups.append([player for player in rest if exits[player] is None])
    for number in sorted({exits[player] for player in rest} - {None}, reverse=True):  # type: ignore[type-var]
        groups.append([player for player in rest if exits[player] == number])  # noqa: PERF401
    answer = []
    place = 1
    for group in groups:
        if group:
            answer.append((place, group))
            place += len(group)
    return answer


def play_a(
    entrants: Sequence[Entrant],
    outcomes: Any,
    *,
    typed: Sequence[Sequence[str]] = (),
    lot: Sequence[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The whole section from its entries: seeds first (while a tie is open: ``{"waiting": groups}``), then the rounds.

    See `play_a_seeded` for `outcomes`, `more` and what comes back.
    """
    if len(entrants) < 2:
        return {"played": False}
    seeds = seed_order(entrants, typed, lot)
    if seeds["order"] is None:
        return {"played": True, "over": False, "waiting": seeds["tied"], "rounds": []}
    return play_a_seeded(seeds["order"], outcomes, **more)


def play_a_seeded(
    seeds: Sequence[str],
    outcomes: Any,
    *,
    withdrawals: Mapping[int, Sequence[Any]] | None = None,
    corrections: Mapping[int, Sequence[Any]] | None = None,
    typed_rounds: Mapping[int, Mapping[str, Any]] | None = None,
    declared: Mapping[int, Sequence[str]] | None = None,
    max_rounds: int = 1000,
) -> dict[str, Any]:
    """The whole section from its seed order.

    Returns ``played``; ``seeds``; ``rounds``: each ``number``, ``still_in`` (as recorded when published), ``brackets``
    (as `make_round_a`), ``byes``, ``pairings`` (all, bracket 1 first), ``outcomes``; ``refused``: withdrawals refused
    (P10); ``over``; ``champions`` (several share the title); ``exits`` {name: round or None}; ``places``
    [(place, names)], None while the section runs. A round with an open match stops the replay.
    """
    withdrawals, corrections = withdrawals or {}, corrections or {}
    typed_rounds, declared = typed_rounds or {}, declared or {}
    if len(seeds) < 2:
        return {"played": False}
    rounds: list[Round] = []
    gone: dict[str, int] = {}
    refused: list[tuple[int, str]] = []

    def still_in() -> list[str]:
        lost = _losses(rounds)
        return [player for player in seeds if player not in gone and len(lost.get(player, [])) < 2]

    over, champions = False, []
    while len(rounds) < max_rounds:
        number = len(rounds) + 1
        lost = _losses(rounds)
        byes: dict[str, int] = {}
        met: set[frozenset[str]] = set()
        for one in rounds:
            for player in one["byes"]:
                byes[player] = byes.get(player, 0) + 1
            met |= {frozenset(pair) for pair in one["pairings"]}
        brackets = make_round_a(seeds, still_in(), {p: len(rs) for p, rs in lost.items()}, byes, met)
        made: Round = {
            "number": number,
            "still_in": still_in(),
            "brackets": brackets,
            "byes": [bracket["bye"] for bracket in brackets if bracket["bye"] is not None],
            "pairings": [pair for bracket in brackets for pair in bracket["pairings"]],
        }
        if number in typed_rounds:
            made["byes"] = list(typed_rounds[number]["byes"])
            made["pairings"] = [tuple(pair) for pair in typed_rounds[number]["pairings"]]
        played = {pair: outcome_of(outcomes, number, *pair) for pair in made["pairings"]}
        made["outcomes"] = dict(played)
        rounds.append(made)

        for earlier, x, y, outcome in corrections.get(number, ()):
            results = rounds[earlier - 1]["outcomes"]
            key = (x, y) if (x, y) in results else (y, x)
            if key not in results:
                raise ValueError(f"{x} and {y} were not paired in round {earlier}")
            results[key] = outcome
            if earlier == number:
                played[key] = outcome
        for batch in leaving(withdrawals.get(number, ())):
            if len(still_in()) <= 1:
                refused += [(number, player) for player in batch]
                continue
            for player in batch:
                gone.setdefault(player, number)
            complete = all(outcome is not None for outcome in made["outcomes"].values())
            for pair in made["pairings"]:
                now_gone = {player for player in pair if gone.get(player) == number}
                settled = made["outcomes"][pair]
                made["outcomes"][pair] = forfeit_of_leavers(pair, played[pair], settled, now_gone, complete)

        if number in declared and (len(still_in()) != 1):
            over, champions = True, list(declared[number])
            break
        if len(still_in()) <= 1:
            over, champions = True, still_in() or made["still_in"]
            break
        if any(outcome is None for outcome in made["outcomes"].values()):
            break

    lost = _losses(rounds)
    exits = {player: _exit_round(player, lost, gone) for player in seeds}
    return {
        "played": True,
        "waiting": [],
        "seeds": list(seeds),
        "rounds": rounds,
        "refused": refused,
        "over": over,
        "champions": champions,
        "exits": exits,
        "places": places_by_exit(seeds, champions, exits) if over else None,
    }
