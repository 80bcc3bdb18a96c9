"""Workbook files edited part by part: a pass over a large event and a club's, in time and memory; openpyxl as the peer.

A quiet pass has next to nothing to write. A full one publishes a round: nearly every view changes, and a hundred lines
are added. Ratios are to openpyxl's own `load_workbook` of the same file in the same run.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from time import perf_counter

from rules.registry import engine_of
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import Keep
from sync.backends.xlsx_mark import mark_path
from sync.decide import Outside, decide
from tests.bench.passes import PLAYERS, ROUNDS, ZONE, build
from tests.bench.timing import median_seconds, peak_memory, process_cpu, side_by_side

CLUB_PLAYERS, CLUB_ROUNDS = 30, 7
LOAD = "from openpyxl import load_workbook; import sys; load_workbook(sys.argv[1])"
PASS = (
    "import sys; from datetime import datetime; from zoneinfo import ZoneInfo;"
    "from sync.backends.books import open_book; from sync.running.once import run_pass;"
    f"run_pass(open_book(sys.argv[1]), lambda: datetime.fromisoformat(sys.argv[2]).replace(tzinfo=ZoneInfo({str(ZONE)!r})))"
)
NO_BACKUPS = Keep(0, 0)


def main() -> None:
    """Time, processor seconds and memory."""
    with tempfile.TemporaryDirectory() as folder:
        large, club = Path(folder) / "large" / "book.xlsx", Path(folder) / "club" / "book.xlsx"
        for path in (large, club):
            path.parent.mkdir()
        now = build(large)
        last = large.with_name("last.xlsx")
        shutil.copy(large, last)
        _timed(f"quiet pass, {PLAYERS} x {ROUNDS}", large, last, now)
        _timed(f"full pass, {PLAYERS} x {ROUNDS}", large, large.with_name("before.xlsx"), now)
        _measured(f"{PLAYERS} x {ROUNDS}", large, now)
        now = build(club, CLUB_PLAYERS, CLUB_ROUNDS)
        _measured(f"{CLUB_PLAYERS} x {CLUB_ROUNDS}", club, now)


def _put(path: Path, book: Path) -> None:
    """A book as it was: a copy elsewhere would be one, and its pass would stop. What was seen of it since is forgotten."""
    shutil.copy(path, book)
    mark_path(book).unlink(missing_ok=True)


def _timed(what: str, book: Path, path: Path, now: datetime) -> None:
    """Each part of a pass in this process, and together."""
    from openpyxl import load_workbook

    engine = engine_of("ladder")
    whole, read, decided, saved = [], [], [], []
    for _ in range(5):
        _put(path, book)
        begun = perf_counter()
        backend = XlsxBackend(book, NO_BACKUPS)
        grid = backend.read()
        there = perf_counter()
        done_with = decide(grid, engine, now, Outside("bench", "seed"))
        known = perf_counter()
        backend.write(done_with.plan)
        done = perf_counter()
        for times, spent in (
            (read, there - begun),
            (decided, known - there),
            (saved, done - known),
            (whole, done - begun),
        ):
            times.append(spent)
    peer = median_seconds(lambda: load_workbook(path), 5)
    assert not done_with.stopped
    print(f"{what}: {sum(len(getattr(step, 'rows', ())) for step in done_with.plan.steps)} rows written")
    for name, times in (("read", read), ("decide", decided), ("save and read back", saved), ("whole pass", whole)):
        side_by_side(f"  {name}", sorted(times)[len(times) // 2], "openpyxl load_workbook", peer)


def _measured(what: str, book: Path, now: datetime) -> None:
    """A whole process, start included: processor seconds and memory."""
    path = book.with_name("before.xlsx")
    at = now.replace(tzinfo=None).isoformat()

    def run(*arguments: str) -> tuple[float, float]:
        _put(path, book)
        memory = peak_memory(*arguments)[1]
        spent = []
        for _ in range(3):
            _put(path, book)
            spent.append(process_cpu(*arguments, runs=1))
        return sorted(spent)[1], memory

    cpu, memory = run("-c", PASS, str(book), at)
    os.environ["PAIRSHEET_WRITER"] = "openpyxl"
    old_cpu, old_memory = run("-c", PASS, str(book), at)
    del os.environ["PAIRSHEET_WRITER"]
    peer_cpu, peer_memory = run("-c", LOAD, str(book))
    side_by_side(f"full pass, {what}, start included (CPU)", cpu, "openpyxl load_workbook", peer_cpu)
    side_by_side("  beside the older writer", cpu, "its pass", old_cpu)
    print(f"{f'full pass, {what}, memory':44} ours {memory:9.1f} MB  openpyxl load_workbook {peer_memory:9.1f} MB")
    print(f"{'  beside the older writer':44} ours {memory:9.1f} MB  its pass {old_memory:9.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
