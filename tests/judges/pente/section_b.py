"""Section B, regular rounds: number, places, byes, pairings, wins (P23-P29).

The record is a list of rounds in order; each a dict with ``number``, ``half`` (names on a half-bye), ``byes`` (names
with the full bye), ``pairings`` [(upper, lower)] and ``outcomes`` {pairing: outcome or None}.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tests.judges.pente.matches import match_wins
from tests.judges.pente.repeats import avoid_repeats

Round = dict[str, Any]


def number_of_rounds(entered: int) -> int:
    """Regular rounds for this many entered when round 1 is published (P23)."""
    if entered < 16:
        return 4
    if entered < 32:
        return 5
    if entered < 64:
        return 6
    return 7


def grant_half_byes(requests: Mapping[str, Sequence[int]], rounds: int) -> tuple[dict[str, int], list[str]]:
    """(granted {name: round}, names refused): exactly one round, not the last regular one, else refused whole (P25)."""
    granted: dict[str, int] = {}
    refused = []
    for player, asked in requests.items():
        wanted = set(asked)
        if len(wanted) == 1 and 1 <= min(wanted) < rounds:
            granted[player] = min(wanted)
        elif wanted:
            refused.append(player)
    return granted, refused


def total_wins(record: Sequence[Round], player: str) -> int:
    """Game wins so far: matches, 2 for a half-bye, 4 for a full bye (P25-P27)."""
    wins = 0
    for one in record:
        if player in one["half"]:
            wins += 2
        if player in one["byes"]:
            wins += 4
        for pair in one["pairings"]:
            outcome = one["outcomes"].get(pair)
            if player in pair and outcome is not None:
                wins += match_wins(pair, outcome, player)
    return wins


def opponents(record: Sequence[Round], player: str) -> list[str]:
    """Opponents round by round, forfeited matches too; one met twice stands twice (P28)."""
    return [pair[1] if pair[0] == player else pair[0] for one in record for pair in one["pairings"] if player in pair]


def opponents_wins(record: Sequence[Round], player: str) -> int:
    """For each round with an opponent all that opponent's wins to date (P28)."""
    return sum(total_wins(record, opponent) for opponent in opponents(record, player))


def place_order(record: Sequence[Round], still_in: Collection[str], lot: Sequence[str]) -> list[str]:
    """Those still in by place for the next round: wins, opponents' wins, lot; in round 1 the lot alone (P24)."""
    present = [player for player in lot if player in still_in]
    if set(present) != set(still_in):
        raise ValueError("the lot does not hold everybody still in")
    if not record:
        return present
    return sorted(
        present, key=lambda player: (-total_wins(record, player), -opponents_wins(record, player), lot.index(player))
    )


def full_bye(places: Sequence[str], byes: Mapping[str, int]) -> str | None:
    """Of those left after the half-byes, if odd: the lowest placed with the fewest byes, half or full (P26)."""
    if len(places) % 2 == 0:
        return None
    fewest = min(byes.get(player, 0) for player in places)
    return next(player for player in reversed(places) if byes.get(player, 0) == fewest)


def byes_so_far(record: Sequence[Round]) -> dict[str, int]:
    """Half and full byes of each player, alike (P26)."""
    count: dict[str, int] = {}
    for one in record:
        for player in [*one["half"], *one["byes"]]:
            count[player] = count.get(player, 0) + 1
    return count


def met_so_far(record: Sequence[Round]) -> set[frozenset[str]]:
    """Every two paired in a regular round so far (P14)."""
    return {frozenset(pair) for one in record for pair in one["pairings"]}


def make_round_b(
    record: Sequence[Round], still_in: Collection[str], lot: Sequence[str], half: Mapping[str, int]
) -> dict[str, Any]:
    """The next round (P24-P26, P29): ``number``, ``places`` (everybody still in), ``half``, ``byes``, ``pairings``,
    ``moves``, ``left``. `half`: the half-byes granted, {name: round}.
    """
    number = len(record) + 1
    places = place_order(record, still_in, list(lot))
    away = [player for player in places if half.get(player) == number]
    available = [player for player in places if player not in away]
    bye = full_bye(available, byes_so_far(record))
    closed_up = [player for player in available if player != bye]
    neighbours = [(closed_up[i], closed_up[i + 1]) for i in range(0, len(closed_up), 2)]
    return {
        "number": number,
        "places": places,
        "half": away,
        "byes": [] if bye is None else [bye],
        **avoid_repeats(neighbours, met_so_far(record)),
    }


def shared_places(players: Sequence[str], keys: Mapping[str, Any], first: int = 1) -> list[tuple[int, list[str]]]:
    """``[(place, names), …]``, higher key first, equal keys sharing; names keep the order of `players` (P24, P36)."""
    answer = []
    place = first
    for key in sorted({keys[player] for player in players}, reverse=True):
        group = [player for player in players if keys[player] == key]
        answer.append((place, group))
        place += len(group)
    return answer
