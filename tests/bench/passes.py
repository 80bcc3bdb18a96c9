"""A whole pass over a 200-player, 9-round workbook: read, decide and save apart; openpyxl's own load as the peer."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.registry import engine_of
from sync.backends.xlsx import XlsxBackend
from sync.decide import Outside, decide
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.running.once import run_pass
from tests.backends.people import XlsxPerson
from tests.bench.timing import median_seconds, side_by_side

ZONE = ZoneInfo("Europe/Berlin")
PLAYERS, ROUNDS = 200, 9


def build(path: Path, players: int = PLAYERS, rounds: int = ROUNDS) -> datetime:
    """Play the rounds on a workbook; the time after them comes back.

    The book as it stood before the last pass, with a whole round's results typed, is kept beside it as `before.xlsx`.
    """
    backend = XlsxBackend(path)
    engine = engine_of("ladder")
    players: tuple[dict[str, Cell], ...] = tuple(
        {"Player": f"Player {number:03d}", "Rating": 2600 - 5 * number} for number in range(players)
    )
    settings: dict[tuple[str, str], Cell] = {
        ("Time zone", ""): str(ZONE), ("Check for", ""): "0", ("Start", ""): "now", ("Rounds", ""): rounds,
    }  # fmt: skip
    create(backend, engine, Carried(players, settings))
    now = datetime(2026, 1, 5, 18, tzinfo=ZONE)
    luck = random.Random(1)
    person = XlsxPerson(path)
    done = run_pass(backend, lambda now=now: now)
    for number in range(rounds - 1):
        now += timedelta(days=3)
        answer = done.decided.answer
        assert answer is not None
        still = {
            str(r.cells["Game"]): luck.choice(("1-0", "0-1", "1/2-1/2"))
            for r in answer.tables["Pairings"]
            if not r.cells.get("Outcome") and not str(r.cells.get("Black")).startswith("(")
        }
        result = person.column("Games", "Result")
        rows = person.take_up("Games")
        for row in rows[1:]:
            game = str(person.shown(row[0]))
            if game in still:
                while len(row) <= result:
                    row.append(None)
                row[result] = person.typed(still[game], row[result])
        person.put_down("Games", rows)
        if number == rounds - 2:
            shutil.copy(path, path.with_name("before.xlsx"))
        done = run_pass(backend, lambda now=now: now)
    return now + timedelta(days=1)


def main() -> None:
    """Times of each part of a pass."""
    from openpyxl import load_workbook

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ladder.xlsx"
        begun = time.perf_counter()
        now = build(path)
        print(
            f"(playing {ROUNDS} rounds of {PLAYERS} players on the workbook took {time.perf_counter() - begun:.1f} s)"
        )
        backend = XlsxBackend(path)
        engine = engine_of("ladder")
        read = median_seconds(lambda: XlsxBackend(path).read(), 3)
        grid = backend.read()
        decided = median_seconds(lambda: decide(grid, engine, now, Outside("bench", "seed")), 3)
        peer = median_seconds(lambda: load_workbook(path), 3)
        plan = decide(grid, engine, now, Outside("bench", "seed")).plan
        saved = median_seconds(lambda: backend.write(plan), 1)
        side_by_side("read a 200-player, 9-round workbook", read, "openpyxl load_workbook", peer)
        print(f"{'decide':44} ours {decided:9.4f} s")
        side_by_side("save (change parts, read back, replace)", saved, "openpyxl load_workbook", peer)
