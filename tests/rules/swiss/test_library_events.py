"""Random events with the library's systems: every round is the one that the library itself makes of a report.

The report is written here, column by column, from what was typed and published, and goes to the library directly.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from rules.parts.record import standing
from sync.pairing_systems import enable
from tests.rules.runner import Event
from tests.rules.swiss.build import begin, swiss

pytest.importorskip("py4swiss")

SYSTEMS = ("dutch", "dubov", "burstein")
EVENTS = int(4 * float(os.environ.get("PAIRSHEET_CAMPAIGN", "1")))
BYE = {"win": 1.0, "draw": 0.5, "nothing": 0.0}
Cell = tuple[str, str, str, float]  # opponent's name, colour, letter, points


class Played:
    """What the test itself knows of an event: who was to be away, and every cell of every player."""

    def __init__(self, dice: Random, system: str) -> None:
        self.dice = dice
        self.rounds = dice.choice((5, 6, 7))
        self.baku = dice.random() < 0.5
        self.bye = dice.choice(tuple(BYE))
        self.names = [f"P{n:02}" for n in range(1, dice.randint(8, 15))]
        self.late = {name: dice.choice((2, 3)) for name in dice.sample(self.names, 2)}
        self.cells: dict[str, dict[int, Cell]] = {name: {} for name in self.names}
        self.half: dict[str, set[int]] = {}
        self.zero: dict[str, set[int]] = {}
        self.lot = dice.choice("WB")
        people = {name: {"From round": f"R{n}"} for name, n in self.late.items()}
        self.event = swiss(
            *self.names,
            rounds=self.rounds,
            start=False,
            laws=False,
            lot=self.lot,
            people=people,
            Pairing_system=system,
            Acceleration="Baku" if self.baku else "none",
            Points_for_the_bye=self.bye,
            **{"Half-point byes": 2, "No-shows": "stay"},
        )
        for name in self.names:
            for number in range(1, self.rounds + 1):
                if number < self.late.get(name, 1) or dice.random() > 0.12:
                    continue
                if dice.random() < 0.5 and len(self.half.get(name, ())) < 2:
                    self.half.setdefault(name, set()).add(number)
                    self.event.decide("Half-point bye", name, f"R{number}")
                else:
                    self.zero.setdefault(name, set()).add(number)
                    self.event.decide("Absent", name, f"R{number}")
        self.event.set("Start", "now")
        begin(self.event, self.lot)

    def away(self, number: int) -> set[str]:
        """Who is not to be paired."""
        return {
            name
            for name in self.names
            if number in self.half.get(name, set()) | self.zero.get(name, set()) or number < self.late.get(name, 1)
        }

    def numbers(self, number: int) -> dict[str, int]:
        """The numbers by which a round was paired."""
        rows = self.event.table("Starting list")
        return {str(r.cells["Player"]): int(str(n)) for r in rows if (n := r.cells.get(f"R{number}")) is not None}

    def initial(self) -> str:
        """The colour of number 1 as the library takes it, from the lot between two of those who were there."""
        lot = standing(self.event.book).lot("R1 colour")
        assert lot is not None
        assert lot.answer is not None
        odd = self.numbers(1)[lot.among[0]] % 2 == 1
        return "white1" if (lot.answer[0] == lot.among[0]) == odd else "black1"

    def report(self, number: int, group: int) -> str:
        """The event before a round, as the library reads it."""
        numbers = self.numbers(number)
        lines = [f"XXR {self.rounds}", f"XXC {self.initial()}", f"XXS PAB={BYE[self.bye]}"]
        away = sorted(numbers[name] for name in numbers if name in self.away(number))
        if away:
            lines.append("XXZ " + " ".join(map(str, away)))
        if self.baku:
            half = (self.rounds + 1) // 2
            points = [1.0 if n <= (half + 1) // 2 else 0.5 if n <= half else 0.0 for n in range(1, number + 1)]
            said = " ".join(f"{p:4.1f}" for p in points)
            lines += [f"XXA {one:>4} {said}" for one in range(1, group + 1)]
        for name, own in sorted(numbers.items(), key=lambda one: one[1]):
            cells = [self.cells[name].get(n, ("", "-", "Z", 0.0)) for n in range(1, number)]
            total = sum(cell[3] for cell in cells)
            rating = 2400 - 10 * self.names.index(name)
            line = f"001 {own:>4}  {'':3} {name:<33} {rating:>4} {'':3} {'':11} {'':10} {total:4.1f} {own:>4}"
            for other, colour, letter, _ in cells:
                line += f"  {numbers[other] if other else '0000':>4} {colour} {letter}"
            lines.append(line)
        return "\n".join(lines) + "\n"

    def play(self, number: int) -> None:
        """Results for a published round, defaults among them."""
        for id_, white, black in self.event.games(f"R{number}"):
            if black == "(bye)":
                self.cells[white][number] = ("", "-", "U", BYE[self.bye])
            elif black == "(half bye)":
                self.cells[white][number] = ("", "-", "H", 0.5)
            elif black != "(absent)":
                word, one, two = self.dice.choice(
                    (("1-0", "1", "0"), ("0-1", "0", "1"), ("1/2-1/2", "=", "="), ("1-0F", "+", "-"))
                )
                gained = {"1": 1.0, "+": 1.0, "=": 0.5}
                self.event.typed(id_, word)
                self.cells[white][number] = (black, "w", one, gained.get(one, 0.0))
                self.cells[black][number] = (white, "b", two, gained.get(two, 0.0))


def asked_directly(system: str, report: str, folder: Path) -> set[tuple[int, int]] | None:
    """What the library makes of a report; None where it refuses."""
    from py4swiss import engines
    from py4swiss.engines.common.exceptions import PairingError
    from py4swiss.trf import TrfParser

    path = folder / "event.trf"
    path.write_text(report)
    engine = {"dutch": engines.DutchEngine, "dubov": engines.DubovEngine, "burstein": engines.BursteinEngine}[system]
    try:
        return {(pair.white, pair.black) for pair in engine.generate_pairings(TrfParser.parse(path))}
    except PairingError:
        return None


def published(event: Event, number: int, numbers: dict[str, int]) -> set[tuple[int, int]]:
    """The pairs of a round by number, 0 with the bye."""
    found = set()
    for _, white, black in event.games(f"R{number}"):
        if black == "(bye)":
            found.add((numbers[white], 0))
        elif not black.startswith("("):
            found.add((numbers[white], numbers[black]))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(EVENTS))
def test_every_round_is_the_librarys(system: str, seed: int, tmp_path: Path) -> None:
    """S54, S58, S62-S64: lots, absences, half-point byes, late entries, defaults, acceleration, the bye's points."""
    enable()
    dice = Random(f"{system}{seed}")
    played = Played(dice, system)
    size = 2 * -(-len(played.numbers(1)) // 4)
    last = next(name for name, n in played.numbers(1).items() if n == size)
    for number in range(1, played.rounds + 1):
        if f"R{number}" not in played.event.rounds():
            assert {"no-pairing", "too-few-paired"} & set(played.event.troubles())
            break
        numbers = played.numbers(number)
        report = played.report(number, numbers[last])
        assert published(played.event, number, numbers) == asked_directly(system, report, tmp_path), report
        rows = {black for _, _, black in played.event.games(f"R{number}")}
        assert ("(half bye)" in rows) is any(number in rounds for rounds in played.half.values())
        played.play(number)
        played.event.run()
    for row in played.event.table("Standings"):
        cells = played.cells[str(row.cells["Player"])]
        assert row.cells["Points"] == Fraction(sum(cell[3] for cell in cells.values()))
