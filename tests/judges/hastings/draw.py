"""The list, round 1 and the undoing of forbidden pairs (H1-H8)."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

TITLES = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", None]
OTHER = {"W": "B", "B": "W"}


def official_list(players: Sequence[dict[str, Any]]) -> list[str]:
    """H1, H2: everybody, best first: the rated by rating, then the estimated, then the rest; title; lot."""

    def key(player: dict[str, Any]) -> tuple[int, int, int, int]:
        if player.get("rating") is not None:
            strength = (0, -player["rating"])
        elif player.get("estimate") is not None:
            strength = (1, -player["estimate"])
        else:
            strength = (2, 0)
        return (*strength, TITLES.index(player.get("title")), player.get("lot", 0))

    ordered = sorted(players, key=key)
    for one, two in pairwise(ordered):
        if key(one) == key(two):
            raise ValueError(f"a lot is needed between {one['id']} and {two['id']}")
    return [player["id"] for player in ordered]


def round_one_ranking(
    whole_list: Sequence[str], misses: Sequence[str] = (), after_start: Sequence[str] = ()
) -> list[str]:
    """H2: the list without those who miss round 1; late entries stand where the list has them."""
    return [player for player in whole_list if player not in misses and player not in after_start]


def places_round_one(number: int) -> int:
    """H3: the places of round 1 are the players, rounded up to even."""
    return number + number % 2


def halves(ranking: Sequence[str], places: int) -> tuple[list[tuple[str, str]], list[str]]:
    """H3: the pairs i v i + h in order of i, and those held back."""
    half = places // 2
    pairs, held_back = [], []
    for i in range(1, half + 1):
        if i > len(ranking):
            continue  # both places are vacant
        if i + half > len(ranking):
            held_back.append(ranking[i - 1])
        else:
            pairs.append((ranking[i - 1], ranking[i + half - 1]))
    return pairs, held_back


def fewest_forbidden(firsts: Sequence[str], seconds: Sequence[str], allowed: Callable[[str, str], bool]) -> int:
    """The smallest number of forbidden boards over every dealing of the seconds to the firsts.

    The boards less the greatest number of allowed ones, found with augmenting paths. The tests hold it against
    every permutation.
    """
    holder: dict[str, str] = {}

    def seat(first: str, seen: set[str]) -> bool:
        for second in seconds:
            if second in seen or not allowed(first, second):
                continue
            seen.add(second)
            if second not in holder or seat(holder[second], seen):
                holder[second] = first
                return True
        return False

    return len(firsts) - sum(seat(first, set()) for first in firsts)


def deal_anew(
    firsts: Sequence[str],
    seconds: Sequence[str],
    allowed: Callable[[str, str], bool],
    position: dict[str, int],
) -> list[tuple[str, str]]:
    """H6 (3): from the top the highest-ranked free second with whom the smallest number is still reached."""
    best = fewest_forbidden(firsts, seconds, allowed)
    free = sorted(seconds, key=lambda player: position[player])
    spent = 0
    dealt = []
    for i, first in enumerate(firsts):
        for second in free:
            others = [player for player in free if player != second]
            cost = 0 if allowed(first, second) else 1
            if spent + cost + fewest_forbidden(firsts[i + 1 :], others, allowed) == best:
                dealt.append((first, second))
                free = others
                spent += cost
                break
        else:
            raise AssertionError("the smallest number is always reached by somebody")
    return dealt


def undo_forbidden(
    pairs: Sequence[tuple[str, str]],
    allowed: Callable[[str, str], bool],
    position: dict[str, int],
    kind: Callable[[str, str], Any] | None = None,
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """H6 (and H25 where ``kind`` tells what a board's own kind is): the pairs to be played, and what stays forbidden.

    ``allowed(first, second)`` tells whether the two may meet. First players and the order of boards stay.
    """
    firsts = [first for first, _ in pairs]
    seconds = [second for _, second in pairs]
    number = len(pairs)

    def partner_for(i: int) -> int | None:
        """The first board that mends board i: below, above, two below, two above and so on."""
        around = [j for distance in range(1, number) for j in (i + distance, i - distance) if 0 <= j < number]
        rows = [around]
        if kind is not None:
            own = kind(firsts[i], seconds[i])
            rows = [[j for j in around if kind(firsts[j], seconds[j]) == own], around]
        for row in rows:
            for j in row:
                if allowed(firsts[i], seconds[j]) and allowed(firsts[j], seconds[i]):
                    return j
        return None

    def mend_one() -> bool:
        for i in range(number):
            if allowed(firsts[i], seconds[i]):
                continue
            j = partner_for(i)
            if j is not None:
                seconds[i], seconds[j] = seconds[j], seconds[i]
                return True
        return False

    while mend_one():
        pass
    now = list(zip(firsts, seconds, strict=True))
    if not all(allowed(first, second) for first, second in now):
        now = deal_anew(firsts, [second for _, second in pairs], allowed, position)
    return now, [(first, second) for first, second in now if not allowed(first, second)]


def kept_apart(players: Sequence[dict[str, Any]], named_federations: Sequence[str], one: str, two: str) -> bool:
    """H5: both of one named federation, or both of one family."""
    of = {player["id"]: player for player in players}
    federation, family = of[one].get("federation"), of[one].get("family")
    if federation is not None and federation in named_federations and federation == of[two].get("federation"):
        return True
    return family is not None and family == of[two].get("family")


def pair_round_one(
    ranking: Sequence[str],
    late: Sequence[str],
    players: Sequence[dict[str, Any]],
    named_federations: Sequence[str],
    lot: str,
) -> dict[str, Any]:
    """H3-H6 and H8: boards, held back and forbidden pairs of round 1.

    ``ranking`` has the late entries in it; ``late`` names them; ``lot`` is the colour of the higher-ranked player
    of board 1.
    """
    position = {player: place for place, player in enumerate(ranking, start=1)}
    is_final = len(ranking) == 2

    def allowed(one: str, two: str) -> bool:
        return is_final or not kept_apart(players, named_federations, one, two)

    shown = [player for player in ranking if player not in late]
    pairs, held_back = halves(shown, places_round_one(len(shown)))
    pairs, left = undo_forbidden(pairs, allowed, position)

    group = [player for player in ranking if player in late]
    if len(group) % 2 == 1 and held_back:
        group = [player for player in ranking if player in late or player in held_back]
        held_back = []
    late_pairs, late_held_back = halves(group, places_round_one(len(group)))
    late_pairs, late_left = undo_forbidden(late_pairs, allowed, position)

    boards = []
    for number, (first, second) in enumerate(pairs + late_pairs, start=1):
        higher, lower = (first, second) if position[first] < position[second] else (second, first)
        colour_of_higher = lot if number % 2 == 1 else OTHER[lot]
        boards.append(
            {
                "board": number,
                "first": first,
                "second": second,
                "white": higher if colour_of_higher == "W" else lower,
                "why": "lot H4",
                "rank": position[higher],
            }
        )
    return {
        "boards": boards,
        "held_back": sorted(held_back + late_held_back, key=lambda player: position[player]),
        "forbidden_left": left + late_left,
    }
