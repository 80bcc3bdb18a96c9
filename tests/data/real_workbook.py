"""The workbook of real results in the documentation: `python -m tests.data.real_workbook docs/samples/real-games.xlsx`.

225 over-the-board Chess960 games of 23 players, 2025-2026, played as a ladder of 71 rounds with typed pairs, through
the same doors that everybody uses: the director types each round's pairs and results, the worker passes.
"""

from __future__ import annotations

import csv
import sys
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.registry import engine_of
from sync.backends.base import Backend
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import Keep
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.running.once import run_pass
from tests.backends.people import Person, XlsxPerson

GAMES = Path(__file__).parent / "chess960-games.csv"
ZONE = ZoneInfo("Europe/Berlin")


def rounds() -> list[list[dict[str, str]]]:
    """Games of each played round, in the order they were played."""
    found: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    with GAMES.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = (row["date"], row["event"], row["round"].split(".")[0].zfill(3))
            found.setdefault(key, []).append(row)
    return [found[key] for key in sorted(found)]


def ratings() -> dict[str, int]:
    """Each player's best rating in the headers."""
    best: dict[str, int] = {}
    for games in rounds():
        for game in games:
            for side in ("white", "black"):
                best[game[side]] = max(best.get(game[side], 0), int(game[f"{side}_elo"] or 0))
    return best


def play(backend: Backend, person: Person) -> None:
    """The whole event on a fresh book."""
    players: tuple[dict[str, Cell], ...] = tuple(
        {"Player": name, "Rating": rating} for name, rating in sorted(ratings().items(), key=lambda p: (-p[1], p[0]))
    )
    every = rounds()
    settings: dict[tuple[str, str], Cell] = {
        ("Tournament", ""): "Chess960 over the board, 2025-2026",
        ("Time zone", ""): str(ZONE),
        ("Check for", ""): "0",
        ("Rounds", ""): len(every),
        ("Before the Final", ""): "ask",  # none was played
    }
    create(backend, engine_of("ladder"), Carried(players, settings))
    now = datetime(2025, 2, 7, 12, tzinfo=ZONE)
    turned = {"1-0": "0-1", "0-1": "1-0"}
    for number, games in enumerate(every, start=1):
        for game in games:
            pair: dict[str, Cell] = {
                "Decision": "Pair",
                "About": f"R{number}",
                "Value": f"{game['white']} ; {game['black']}",
            }
            person.add_row("Decisions", pair)
        person.add_row("Decisions", {"Decision": "Only typed pairs", "About": f"R{number}"})
        if number == 1:
            person.type("Settings", "Value", person.row_of("Settings", "Setting", "Start"), "now")
        person.flush()
        _pass(backend, now)
        played = {frozenset((game["white"], game["black"])): game for game in games}
        for row, cells in enumerate(person.see("Games"), start=1):
            game_ = played.get(frozenset(cells[2:4])) if cells and str(cells[0]).startswith(f"R{number}-") else None
            if game_ is not None:
                word = game_["result"] if cells[2] == game_["white"] else turned.get(game_["result"], game_["result"])
                person.type("Games", "Result", row, word)
        now += timedelta(days=1)
    person.flush()
    _pass(backend, now)


def _pass(backend: Backend, now: datetime) -> None:
    for _ in range(10):
        if not run_pass(backend, lambda: now, token=lambda: f"{now:%Y%m%d}", seed=lambda: "real games").wrote:
            return


def main() -> None:
    """Write the workbook."""
    path = Path(sys.argv[1])
    path.unlink(missing_ok=True)
    play(XlsxBackend(path, Keep(0, 0)), XlsxPerson(path, lazy=True))
    path.with_name(path.name + ".pairsheet").unlink(missing_ok=True)
    print(path)


if __name__ == "__main__":
    main()
