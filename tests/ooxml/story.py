"""A short event over a book: a start, results, somebody who leaves, a correction, the end. People edit the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from sync.backends.base import Backend
from sync.grid import Cell
from sync.running.once import run_pass
from tests.ooxml.hand import Hand

BEGIN = datetime(2026, 10, 24, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))
MOST_PASSES = 12
Step = tuple[bytes, bytes]


def start(hand: Hand) -> None:
    """The director's word."""
    hand.type("Settings", "Value", hand.row_of("Settings", "Setting", "Start"), "now")


def results(hand: Hand) -> None:
    """A result for each game that has none."""
    top, game = hand.heading("Games", "Game")
    _, result = hand.heading("Games", "Result")
    words: tuple[Cell, ...] = ("1-0", "1/2-1/2", "0-1")
    for row, cells in sorted(hand.see("Games").items()):
        if row > top and cells.get(game) and not cells.get(result):
            hand.type_at("Games", row, result, words[row % 3])


def leave(hand: Hand) -> None:
    """Eva goes home."""
    hand.type("Players", "Status", hand.row_of("Players", "Player", "Eva"), "Withdrawn")


def correct(hand: Hand) -> None:
    """The first game ended otherwise, and a line of Decisions that asks for something nobody knows."""
    top, _ = hand.heading("Games", "Game")
    hand.type("Games", "Result", top + 1, "0-1")
    hand.add("Decisions", Decision="Rename", About="Fay", Value="Fay Again")


def enter(hand: Hand) -> None:
    """Somebody comes late."""
    hand.add("Players", Player="Gil", Rating=1890)


STORY: tuple[tuple[Callable[[Hand], None], ...], ...] = (
    (start,),
    (results, leave),
    (results, enter),
    (correct,),
    (results,),
)


def play(path: Path, backend: Callable[[], Backend]) -> Iterator[Step]:
    """The file before and after each pass that wrote. Raises what the backend raises."""
    now = BEGIN
    yield from settle(path, backend, now)
    for turn in STORY:
        hand = Hand(path)
        for act in turn:
            act(hand)
        hand.save()
        now += timedelta(days=1)
        yield from settle(path, backend, now)


def settle(path: Path, backend: Callable[[], Backend], now: datetime) -> Iterator[Step]:
    """Passes until nothing is written."""
    for number in range(MOST_PASSES):
        before = path.read_bytes()
        if not run_pass(backend(), lambda: now, token=lambda n=number: f"{now:%d}-{n}", seed=lambda: "corpus").wrote:  # type: ignore[misc]
            assert path.read_bytes() == before
            return
        yield before, path.read_bytes()
    raise AssertionError("the passes never came to rest")
