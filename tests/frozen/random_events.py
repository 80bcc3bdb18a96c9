"""Events played by random people, the same for a seed whatever the version: what they do is drawn from lists of their own.

python -m tests.frozen.random_events VERSION COUNT        writes the golden files; run with the version to be kept
"""

from __future__ import annotations

import random
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from rules.registry import engine_of, formats
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Cell
from sync.kinds import cell_text
from sync.making.create import Carried, create
from sync.running.once import Pass, run_pass
from tests.backends.people import MemoryPerson
from tests.frozen.differences import Change, Found, changes
from tests.frozen.snapshot import SECTIONS, Snapshot, digest, snapshot
from tests.frozen.stands import DATA, packed, unpacked

STORED = DATA.parent / "golden_events"
IN_FULL, EVERY_DAY, TURNS = 8, 3, 10
APART = frozenset({"words", "lines"})  # whose fingerprints say nothing: wording, settings noted
BEGIN = datetime(2026, 11, 2, 18, 0, tzinfo=ZoneInfo("Europe/Berlin"))
SCORES = {"pente": ("2-0", "0-2", "3-1", "1-3", "1-0F", "0-1F")}
WORDS = ("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1-0F")
DECISIONS = (("Withdraw round", "R2"), ("Keep apart", "R3"), ("Finish", "R3"), ("Bye", "R2"), ("Answered", "all"))


class Event:
    """A book in memory, a worker, a clock, and people who play, report, leave and rule."""

    def __init__(self, format_name: str, seed: int) -> None:
        self.dice, self.now, self.passes = random.Random(f"golden {format_name} {seed}"), BEGIN, 0
        self.format, self.engine = format_name, engine_of(format_name)
        book = MemoryBook(zone="Europe/Berlin")
        self.backend, self.person = MemoryBackend(book), MemoryPerson(book)
        settings: dict[tuple[str, str], Cell] = {
            ("Time zone", ""): "Europe/Berlin", ("Check for", ""): self.dice.choice(("0", "2 hours")),
        }  # fmt: skip
        if format_name in ("ladder", "swiss"):
            settings["Rounds", ""] = self.dice.choice((2, 3, 4))
        if format_name == "grand-chess-tour":
            settings |= {("Events", ""): "PAR", ("Lots", ""): "drawn"}
        players: list[dict[str, Cell]] = [
            {"Player": f"P{n}", "Rating": (1900 if format_name == "pente" and n < 4 else 1590) - 7 * n}
            for n in range(self.dice.choice((4, 5, 6, 8)))
        ]
        create(self.backend, self.engine, Carried(tuple(players), settings))
        self.names = [str(p["Player"]) for p in players]

    def told(self) -> Snapshot:
        """The whole event, and what the book says at its end."""
        self._set("Start", "now")
        done = self._settle()
        for _ in range(TURNS):
            self.now = self.now + self.dice.choice((timedelta(hours=3), timedelta(days=1), timedelta(days=4)))
            self._turn()
            done = self._settle()
        return snapshot(done, self.engine, 0)

    def _set(self, name: str, value: Cell) -> None:
        self.person.type("Settings", "Value", self.person.row_of("Settings", "Setting", name), value)

    def _settle(self) -> Pass:
        for _ in range(40):
            self.passes += 1
            done = run_pass(self.backend, lambda: self.now, token=self._token, seed=lambda: "golden")
            if not done.wrote:
                return done
        raise AssertionError("the passes never came to rest")

    def _token(self) -> str:
        return f"p{self.passes}"

    def _rows(self, tab: str, *headings: str) -> list[list[str]]:
        above = self.person.heading_row(tab, headings[0])
        columns = [self.person.column(tab, h) for h in headings]
        rows = [[cell_text(r[c]) if c < len(r) else "" for c in columns] for r in self.person.see(tab)[above:]]
        return [row for row in rows if row[0]]

    def _turn(self) -> None:
        dice, words = self.dice, SCORES.get(self.format, WORDS)
        for game, outcome, white, black in self._rows("Pairings", "Game", "Outcome", "White", "Black"):
            if black.startswith("(") or not black:
                continue
            if outcome:
                if dice.random() < 0.03:
                    self._result(game, dice.choice(words))
            elif (chance := dice.random()) < 0.5:
                self._result(game, dice.choice(words))
            elif chance < 0.85:
                row: dict[str, Cell] = {
                    "Timestamp": self.now.replace(tzinfo=None), "Pairing": game,
                    "Result": dice.choice(words[:2]), "Your name": dice.choice((white, black)),
                }  # fmt: skip
                self.person.add_row("Form Responses", row)
        if dice.random() < 0.1:
            row_number = self.person.row_of("Players", "Player", dice.choice(self.names))
            self.person.type("Players", "Status", row_number, dice.choice(("Withdrawn", "Paused", None)))
        if dice.random() < 0.15:
            kind, about = dice.choice(DECISIONS)
            pair = " ; ".join(dice.sample(self.names, 2)) if kind == "Keep apart" else None
            value = dice.choice(self.names) if kind == "Bye" else pair
            cells: dict[str, Cell] = {"Decision": kind, "About": about, "Value": value}
            self.person.add_row("Decisions", {h: v for h, v in cells.items() if v})

    def _result(self, game: str, word: str) -> None:
        self.person.type("Games", "Result", self.person.row_of("Games", "Game", game), word)


def digests(told: Snapshot) -> dict[str, str]:
    """A fingerprint of each section."""
    return {section: digest(told[section]) for section in SECTIONS}


def stored(format_name: str) -> dict[str, Any]:
    """What the frozen version made: digests of every seed, and some in full."""
    data: dict[str, Any] = unpacked(path_of(format_name).read_bytes())
    return data


def compared(format_name: str, campaign: bool) -> Found:
    """What differs from the stored events; in a campaign all seeds are played."""
    golden, found = stored(format_name), Found(format_name, events=True)
    for seed in list(golden["digests"])[: None if campaign else EVERY_DAY]:
        told, every_day = Event(format_name, int(seed)).told(), int(seed) < EVERY_DAY
        if seed in golden["full"]:
            found.add(f"seed {seed}", changes(golden["full"][seed], told), every_day)
            continue
        was, now = golden["digests"][seed], digests(told)
        differs = [Change(f"digest: {s}", was[s], now[s]) for s in was if s not in APART and was[s] != now[s]]
        found.add(f"seed {seed}", differs, every_day)
    return found


def path_of(format_name: str) -> Path:
    """Where a format's events are stored."""
    return STORED / f"{format_name}.json.gz"


def main() -> None:
    """Write the golden files."""
    version, count, *wanted = sys.argv[1:]
    STORED.mkdir(parents=True, exist_ok=True)
    for format_name in wanted or formats():
        told = {str(seed): Event(format_name, seed).told() for seed in range(int(count))}
        full = {seed: what for seed, what in told.items() if int(seed) < IN_FULL}
        marks = {seed: digests(what) for seed, what in told.items()}
        path_of(format_name).write_bytes(packed({"made with": version, "digests": marks, "full": full}))
        print(format_name, path_of(format_name).stat().st_size // 1000, "kB")


if __name__ == "__main__":
    main()
