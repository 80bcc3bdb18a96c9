"""Random events with results, for holding the engine's output against the judge.

The results are grown round by round with the judge's own draw, so they fit the pairings only as long as the engine
agrees with the judge; the first round in which it does not is where to look.
"""

from random import Random
from typing import Any

from tests.judges.hastings.draw import TITLES
from tests.judges.hastings.match import DEFAULTS
from tests.judges.hastings.replay import replay


def random_player(rng: Random, name: str, lot: int) -> dict[str, Any]:
    """A player; ratings, titles and estimates are often equal or missing."""
    rated = rng.random() < 0.85
    return {
        "id": name,
        "rating": rng.randrange(1400, 2700, rng.choice([1, 50])) if rated else None,
        "estimate": rng.choice([None, 0, 1500, 2900]) if not rated else None,
        "title": rng.choice(TITLES),
        "lot": lot,
        "federation": rng.choice(["BLR", "ENG", "SCO", None]),
        "family": rng.choice(["Ash", "Birch", "Cole"]) if rng.random() < 0.1 else None,
    }


def random_record(rng: Random, first: str, second: str, slow_games: int, defaults: float) -> dict[str, Any]:
    """A complete match record, drawn game by game; ``defaults`` is the chance that a game is not attended."""

    def game() -> str:
        return rng.choice("+-x") if rng.random() < defaults else rng.choice("110==")

    a, b = rng.sample([first, second], 2)
    record: dict[str, Any] = {"a": a, "b": b, "slow": [], "quick": [], "armageddon": None}
    for _ in range(slow_games):
        record["slow"].append(game())
        if record["slow"][-1] in DEFAULTS:
            return record
    if record["slow"].count("1") != record["slow"].count("0"):
        return record
    record["quick"] = [game(), game()]
    won = sum(code in "1+" for code in record["quick"])
    lost = sum(code in "0-" for code in record["quick"])
    if won == lost:
        record["armageddon"] = (rng.choice([a, b]), game())
    return record


def random_event(
    rng: Random, number: int, defaults: float = 0.04, leaving: float = 0.03
) -> tuple[dict[str, Any], dict[int, list[dict[str, Any]]]]:
    """An event of ``number`` players, late and missing ones included, with results to the very end."""
    lots = rng.sample(range(number), number)
    players = [random_player(rng, f"p{i:03d}", lots[i]) for i in range(number)]
    event: dict[str, Any] = {
        "players": players,
        "misses": [],
        "late": [],
        "after_start": [],
        "named_federations": rng.choice([[], ["BLR"], ["BLR", "ENG"]]),
        "lot": rng.choice("WB"),
        "withdrawn": {},
        "plays_on": [],
        "excused": [],
        "premier_lots": {(r, board): rng.choice("WB") for r in range(2, 12) for board in range(1, 5)},
    }
    for player in players:
        chance = rng.random()
        if chance < 0.1:
            event["late" if chance < 0.05 else "misses" if chance < 0.08 else "after_start"].append(player["id"])
        if rng.random() < 0.3:
            event["plays_on"].append(player["id"])
        if rng.random() < 0.3:
            event["excused"].append(player["id"])
    results: dict[int, list[dict[str, Any]]] = {}
    while True:
        rounds = replay(event, results)["rounds"]
        if not rounds or rounds[-1]["finished"]:
            return event, results
        now = rounds[-1]
        assert now["round"] not in results
        results[now["round"]] = [
            random_record(rng, board["first"], board["second"], now["slow_games"], defaults) for board in now["boards"]
        ]
        everybody = [player["id"] for player in players]
        if not now["final"]:
            event["withdrawn"][now["round"] + 1] = [player for player in everybody if rng.random() < leaving]
