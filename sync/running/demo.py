"""A sample season on a real workbook: a person types, players report by form, the worker passes.

Nothing here is known to the rules: the season is played through the same doors that everybody uses, with made-up
results of a fixed seed, so it comes out the same every time but for its dates (it ends today).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.model import Row
from rules.registry import engine_of
from sync.backends.base import BackendError
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import Keep
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.reading.gather import read_sheet
from sync.running.once import Pass, engine_for, run_pass
from sync.schema import normal

ZONE = ZoneInfo("Europe/Berlin")
PLAYERS = (
    ("Ada Novak", 2110), ("Ben Okafor", 2045), ("Chiara Rossi", 1990), ("Dmitri Petrov", 1930),
    ("Elif Kaya", 1885), ("Finn Larsen", 1820), ("Grace Chen", 1760),
)  # fmt: skip
TITLE = "Chess960 Sample Ladder"
SEED = 1  # a season with all the sample is to show: a draw, a Null, a bye, a tie-break round, a Final of five games
WEEKS = 5
HOURS = (16, 52)  # between one report and the next
MOST_PASSES = 160
TYPED, BOTH, SLIP = "R1-02", "R1-01", "R1-03"  # games reported in another way than once and rightly
WORDS = {"White won": "1-0", "Black won": "0-1", "draw": "1/2-1/2"}
TURNED = {"White won": "Black won", "Black won": "White won", "draw": "White won"}
SHOWN = {  # heading of the tab -> heading on a narrow console
    "Position": "#", "Player": "Player", "Rank": "Rank", "Played": "Pld", "Wins": "W", "Draws": "D", "Losses": "L",
    "Null": "Null", "Points": "Pts", "Placement": "Place",
}  # fmt: skip


def is_sample(path: Path) -> bool:
    """Whether the file is a sample made here, which may be made again."""
    try:
        grid = XlsxBackend(path).read()
        sheet, _, _ = read_sheet(grid, engine_for(grid).sheet)
    except BackendError:
        return False
    return sheet.settings.get(("Tournament", "")) == TITLE


@dataclass(frozen=True)
class Told:
    """One thing that happened, for the console."""

    at: datetime
    text: str


class Hand:
    """A person at the workbook: opens it, types, saves, as a spreadsheet program would."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def edit(self, change: Callable[[Typing], None]) -> None:
        """Open, type, save."""
        from openpyxl import load_workbook

        book = load_workbook(self._path)
        change(Typing(book))
        book.save(self._path)


class Typing:
    """Cells of an open workbook, found as a person finds them: by tab and heading."""

    def __init__(self, book: object) -> None:
        self._book = book

    def add(self, tab: str, values: dict[str, Cell]) -> None:
        """A new row below the last filled one."""
        sheet = self._book[tab]  # type: ignore[index]
        columns = {normal(c.value): c.column for c in sheet[1]}
        row = max((c.row for r in sheet.iter_rows() for c in r if c.value is not None), default=1) + 1
        for heading, value in values.items():
            sheet.cell(row, columns[normal(heading)]).value = value

    def put(self, tab: str, row: str, heading: str, value: Cell) -> None:
        """A cell of the row whose first column says `row`."""
        sheet = self._book[tab]  # type: ignore[index]
        columns = {normal(c.value): c.column for c in sheet[1]}
        for cells in sheet.iter_rows(min_row=2):
            if cells[0].value == row:
                sheet.cell(cells[0].row, columns[normal(heading)]).value = value
                return
        raise KeyError(row)


class Season:
    """The sample season. `tell` hears what happens."""

    def __init__(self, path: Path, now: datetime, tell: Callable[[Told], None]) -> None:
        self.path = path
        self.backend = XlsxBackend(path, Keep(0, 0))  # it is made anew each time
        self.hand = Hand(path)
        self.end = now.astimezone(ZONE).replace(second=0, microsecond=0)
        self.now = (self.end - timedelta(weeks=WEEKS)).replace(hour=18, minute=0)
        self.tell = tell
        self.luck = random.Random(SEED)
        self.habits = random.Random(SEED)
        self.rating = dict(PLAYERS)
        self.passes = 0
        self.unplayed = False
        self.mended = False
        self.mistapped = False

    def play(self, until: Callable[[Pass], bool] = lambda _: False) -> Pass:
        """Make the workbook and play the season to its champion, or until the director is shown what is asked for.

        The last pass comes back.
        """
        players: tuple[dict[str, Cell], ...] = tuple({"Player": name, "Rating": rating} for name, rating in PLAYERS)
        settings: dict[tuple[str, str], Cell] = {
            ("Tournament", ""): TITLE,
            ("Time zone", ""): str(ZONE),
            ("Check for", ""): "0",
        }
        create(self.backend, engine_of("ladder"), Carried(players, settings))
        self._pass()
        self.tell(Told(self.now, f"{len(PLAYERS)} players are entered; round 1 is drafted. The director types Start."))
        self.hand.edit(lambda typing: typing.put("Settings", "Start", "Value", "now"))
        done = self._pass()
        for _ in range(MOST_PASSES):
            if done.decided.answer is None or done.decided.answer.state == "finished":
                break
            done = self._next(done)
            if until(done):
                return done
        self.now = self.end
        self._pass()
        return done

    def _next(self, done: Pass) -> Pass:
        answer = done.decided.answer
        assert answer is not None
        still = [row for row in answer.tables["Pairings"] if _is_open(row)]
        if not still:
            self.now = done.decided.wake or self.now + timedelta(days=1)
            return self._pass()
        if str(still[0].cells["Round"]) == "R2" and not self.mended:
            self._correct(answer.tables["Pairings"])
        if str(still[0].cells["Round"]) == "R3" and not self.mistapped:
            self._mis_tap()
        forgotten = None
        if not self.unplayed and str(still[0].cells["Round"]) == "R2":
            forgotten, self.unplayed = still[-1], True
        self.hand.edit(lambda typing: self._report(typing, [r for r in still if r is not forgotten]))
        done = self._pass()
        if forgotten is not None:
            self.tell(Told(self.now, f"{forgotten.cells['Game']} is not reported: it becomes Null at its deadline."))
            self.now = done.decided.wake or self.now + timedelta(days=7)
            while (done := self._pass()).decided.wake and self._is_open_still(done, forgotten):
                self.now = done.decided.wake
            self._late(forgotten)
            done = self._pass()
        return done

    def _is_open_still(self, done: Pass, game: Row) -> bool:
        answer = done.decided.answer
        rows = answer.tables["Pairings"] if answer is not None else ()
        return any(row.cells["Game"] == game.cells["Game"] and _is_open(row) for row in rows)

    def _correct(self, rows: tuple[Row, ...]) -> None:
        """The director finds an old result wrong, and a day later that it was right after all."""
        self.mended = True
        game = next(row for row in rows if row.cells["Game"] == SLIP)
        other = "0-1" if game.cells["Outcome"] == "1-0" else "1-0"
        for word, said in ((other, f"is corrected to {other}; the Ladder follows, the pairs stay"),
                           (None, "is taken back: the cell is cleared, everything is as before")):  # fmt: skip
            self.now += timedelta(hours=3)
            self.hand.edit(lambda typing, word=word: typing.put("Games", SLIP, "Result", word))  # type: ignore[misc]
            self._pass()
            self.tell(Told(self.now, f"{SLIP}: the result {said}."))

    def _mis_tap(self) -> None:
        """A finger slips on the phone; an hour later it is corrected."""
        self.mistapped = True
        name = PLAYERS[-1][0]
        for word, said in (("Withdrawn", "Withdrawn by mistake"), ("Active", "Active again: nothing has happened")):
            self.now += timedelta(hours=1)
            self.hand.edit(lambda typing, word=word: typing.put("Players", name, "Status", word))  # type: ignore[misc]
            self._pass()
            self.tell(Told(self.now, f"{name} is {said}."))

    def _late(self, row: Row) -> None:
        """The game that nobody reported is reported after all."""
        self.now += timedelta(hours=2)
        game, white = str(row.cells["Game"]), str(row.cells["White"])
        self.hand.edit(lambda typing: typing.add("Form Responses", self._answer(game, "White won", white)))
        self.tell(Told(self.now, f"{game}: a report comes after the deadline. It is shown and changes nothing."))

    def _answer(self, game: str, word: str, name: str) -> dict[str, Cell]:
        """What a form keeps."""
        return {"Timestamp": self.now.replace(tzinfo=None), "Pairing": game, "Result": word, "Your name": name}

    def _report(self, typing: Typing, rows: list[Row]) -> None:
        slowest = min(HOURS[1], 140 // max(1, len(rows)))  # all of a round inside its seven days
        for row in rows:
            self.now += timedelta(hours=self.habits.randint(min(HOURS[0], slowest), slowest))
            game, white, black = (str(row.cells[h]) for h in ("Game", "White", "Black"))
            word = self._result(white, black)
            name, other = (black, white) if word == "Black won" else (white, black)
            if game == TYPED:
                typing.put("Games", game, "Result", WORDS[word])
                self.tell(Told(self.now, f"{game} {white} – {black}: the director types the result ({word})."))
                continue
            if game == SLIP:
                typing.add("Form Responses", self._answer(game, TURNED[word], name))
                self.tell(Told(self.now, f"{game} {white} – {black}: reported wrongly ({TURNED[word]})."))
                self.now += timedelta(minutes=25)
            typing.add("Form Responses", self._answer(game, word, name))
            if game == BOTH:
                self.now += timedelta(minutes=40)
                typing.add("Form Responses", self._answer(game, word, other))
            how = {SLIP: "corrected by the same player", BOTH: "reported by both"}.get(game, "reported by form")
            self.tell(Told(self.now, f"{game} {white} – {black}: {how} ({word})."))

    def _result(self, white: str, black: str) -> str:
        if self.luck.random() < 0.14:
            return "draw"
        expected = 1 / (1 + 10 ** ((self.rating[black] - self.rating[white]) / 400))
        return "White won" if self.luck.random() < expected else "Black won"

    def _pass(self) -> Pass:
        """Passes until nothing more is written."""
        while True:
            done = run_pass(self.backend, lambda: self.now, token=lambda: f"demo{self.passes}")
            self.passes += 1
            for fact in done.decided.facts:
                if type(fact.fact).__name__ == "Round":
                    self.tell(Told(self.now, f"{fact.fact.id} ({fact.fact.kind}) is published."))  # type: ignore[union-attr]
            if not done.wrote:
                return done


def _is_open(row: Row) -> bool:
    return not row.cells.get("Outcome") and not str(row.cells.get("Black") or "").startswith("(")


def ladder_lines(done: Pass) -> Iterator[tuple[str, ...]]:
    """The first view as text, headings first."""
    answer = done.decided.answer
    assert answer is not None
    rows = answer.tables["Ladder"]
    yield tuple(SHOWN.values())
    for row in rows:
        yield tuple(_text(row.cells.get(h)) for h in SHOWN)


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(float(value)).rstrip("0").rstrip(".") if isinstance(value, Fraction) else str(value)
