"""A round of the median Swiss beside other engines: seconds a round and ratios.

A script, not a test. One event of each size is played by our engine with random results, seven rounds long.
The same positions are put to pairing-core's Lim (the closest living relative of these rules) and to py4swiss's
Dutch; what an engine refuses is counted, not timed. Ours alone goes on to 5,000 players.

    python -m tests.bench.swiss_peers [largest field for the peers]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.parts.median import Card, Kind, MedianSettings, RoundPairing, Slot, floats_of, pair_round
from rules.swiss.trf import report_for_pairing

SIZES = (20, 50, 100, 200, 400)
ALONE = (1000, 2000, 5000)
ROUNDS = 7
AIMS = {100: 0.010, 400: 0.100, 5000: 2.0}  # seconds a round
PATIENCE = 30.0  # seconds a peer may take for a round

Position = tuple[MedianSettings, tuple[Card, ...]]


def positions(size: int, rounds: int = ROUNDS, seed: int = 1) -> Iterator[tuple[Position, float, RoundPairing]]:
    """Each round of one event before it is paired, with our seconds and answer."""
    dice = random.Random(seed)
    slots: dict[int, list[Slot]] = {n: [] for n in range(1, size + 1)}
    for number in range(1, rounds + 1):
        settings = MedianSettings(number, rounds + 2, "W")
        cards = tuple(Card(n, tuple(slots[n]), rating=2800 - n * 1500 // size) for n in slots)
        start = time.process_time()
        answer = pair_round(cards, settings)
        took = time.process_time() - start
        assert isinstance(answer, RoundPairing)
        yield (settings, cards), took, answer
        if answer.bye is not None:
            slots[answer.bye].append(Slot(number, Kind.BYE, gained=2))
        for board in answer.boards:
            edge = 0.15 if board.white < board.black else -0.15
            draw = dice.random()
            white = 2 if draw < 0.35 + edge else 0 if draw > 0.65 + edge else 1
            slots[board.white].append(Slot(number, Kind.PLAYED, board.black, "W", white))
            slots[board.black].append(Slot(number, Kind.PLAYED, board.white, "B", 2 - white))


def lim(position: Position) -> object:
    """pairing-core's Lim 2026 on the same cards. Building the request is not timed elsewhere, so it is not here."""
    from pairing_core.fide2026 import LIM_2026, P26Player, P26Request, pair_2026  # type: ignore[import-not-found]

    settings, cards = position
    now = settings.round
    last = floats_of(cards, now - 1) if now > 1 else {}
    before = floats_of(cards, now - 2) if now > 2 else {}

    def moved(found: object) -> str:
        return "" if found is None else "D" if getattr(found, "down", False) else "U"

    players = tuple(
        P26Player(
            id=card.number,
            tpn=card.number,
            score=card.score(now) / 2,
            rating=card.rating,
            colors="".join(slot.colour or "u" for slot in card.past(now)),
            opponents=tuple(card.opponents(now)),
            unplayed=sum(slot.kind is not Kind.PLAYED for slot in card.past(now)),
            last_float=moved(last.get(card.number)),
            prev_float=moved(before.get(card.number)),
            got_pab=any(slot.kind is Kind.BYE for slot in card.slots),
            played=sum(slot.kind is Kind.PLAYED for slot in card.slots),
        )
        for card in cards
    )
    request = P26Request(
        players=players,
        ruleset=LIM_2026,
        round_number=now,
        total_rounds=settings.total,
        is_last_round=settings.is_last,
        initial_colour="W",
        wall_clock_seconds=PATIENCE,
    )
    return lambda: pair_2026(request)


def dutch(position: Position, folder: Path) -> object:
    """py4swiss's Dutch on a report of the same event; reading the report is not timed."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    settings, cards = position
    path = folder / "event.trf"
    everybody = [card.number for card in cards]
    path.write_text(report_for_pairing(cards, everybody, settings.round, settings.total, "W", ()), newline="")
    trf = TrfParser.parse(path)
    return lambda: DutchEngine.generate_pairings(trf)


def timed(ask: Callable[[], object]) -> tuple[float | None, str]:
    """Seconds, or None and what was raised."""
    start = time.process_time()
    try:
        ask()
    except Exception as wrong:  # whatever a peer raises is its refusal
        return None, type(wrong).__name__
    return time.process_time() - start, ""


def beside(size: int, folder: Path) -> str:
    """One line of the table: medians of the rounds each engine answered."""
    ours: list[float] = []
    theirs: dict[str, list[float]] = {"lim": [], "dutch": []}
    refused = {"lim": 0, "dutch": 0}
    for position, took, _ in positions(size):
        ours.append(took)
        for name, ask in (("lim", lim(position)), ("dutch", dutch(position, folder))):
            assert callable(ask)
            found, _ = timed(ask)
            if found is None:
                refused[name] += 1
            else:
                theirs[name].append(found)
    mine = statistics.median(ours)
    cells = [f"{size:>6}", f"{1000 * mine:>9.1f}", f"{1000 * max(ours):>9.1f}"]
    for name in ("lim", "dutch"):
        said = statistics.median(theirs[name]) if theirs[name] else None
        cells.append(f"{1000 * said:>9.1f}" if said is not None else f"{'–':>9}")
        cells.append(f"{said / mine:>7.1f}x" if said is not None else f"{'–':>8}")
        cells.append(f"{refused[name]:>3}/{ROUNDS}")
    return " ".join([*cells, aim(size, max(ours))])


def aim(size: int, worst: float) -> str:
    """Whether the slowest round keeps the aim, where there is one."""
    if size not in AIMS:
        return ""
    return f"  aim {1000 * AIMS[size]:.0f} ms: {'kept' if worst <= AIMS[size] else 'missed'}"


def alone(size: int) -> str:
    """Ours only: median and slowest round, and the most memory a round took."""
    ours = [took for _, took, _ in positions(size)]
    tracemalloc.start()
    for _ in positions(size, rounds=2):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    row = f"{size:>6} {1000 * statistics.median(ours):>9.1f} {1000 * max(ours):>9.1f} {most / 2**20:>9.0f} MB"
    return row + aim(size, max(ours))


def main(sizes: Sequence[int] = SIZES) -> None:
    """Print both tables."""
    for _ in positions(60, rounds=4):
        pass  # imports and caches come first, for everybody
    print(
        f"{ROUNDS} rounds of one event of each size; milliseconds of processor time a round (median; worst of ours); ratio to ours;"
    )
    print("rounds refused")
    print(f"{'size':>6} {'ours':>9} {'worst':>9} {'Lim':>9} {'ratio':>8} {'no':>5} {'Dutch':>9} {'ratio':>8} {'no':>5}")
    with TemporaryDirectory() as folder:
        for size in sizes:
            print(beside(size, Path(folder)), flush=True)
    print("\nours alone")
    for size in ALONE:
        print(alone(size), flush=True)


if __name__ == "__main__":
    most = int(sys.argv[1]) if len(sys.argv) > 1 else max(SIZES)
    main([size for size in SIZES if size <= most])
