"""Somebody with edit rights who does everything a sheet allows: every decision, status, setting, result and row."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from rules.model import Empty, Engine
from rules.sheet import Cell as CellKind
from rules.sheet import Column, Kind
from sync.backends.memory import MemoryBook, MemoryTab
from sync.grid import Cell, is_blank
from sync.kinds import cell_text
from sync.plan import value_of
from sync.schema import FORM, STATUSES, Tab, decisions_of, settings_of, workbook
from tests.fuzz import pools


class Meddler:
    """Does one random thing to the tabs where people type. `log` tells what, for a failing case."""

    def __init__(self, book: MemoryBook, engine: Engine, dice: random.Random) -> None:
        self.book = book
        self.spec = engine.sheet
        self.dice = dice
        self.layout: dict[str, Tab] = {t.name: t for t in workbook(engine.sheet)}
        self.settings = settings_of(engine.sheet)
        self.decisions = decisions_of(engine.sheet)
        self.log: list[str] = []
        self.now = datetime(2026, 11, 2, 18)

    # the sheet
    def tab(self, name: str) -> MemoryTab | None:
        """The tab of this name."""
        return self.book.by_key(name)

    def rows(self, name: str) -> list[tuple[int, dict[str, Cell]]]:
        """Number and cells by heading of every filled row."""
        tab, layout = self.tab(name), self.layout[name]
        if tab is None:
            return []
        found = []
        for number, row in enumerate(tab.rows, start=1):
            if number > layout.heading_row and any(not is_blank(value_of(c)) for c in row):
                cells = {h: value_of(row[i]) if i < len(row) else None for i, h in enumerate(layout.headings)}
                found.append((number, cells))
        return found

    def put(self, name: str, number: int, heading: str, value: Cell) -> None:
        """Type into a cell."""
        tab = self.tab(name)
        if tab is not None:
            tab.put(number, self.layout[name].index(heading), value)
            self.log.append(f"{name} {number} {heading} = {str(value)[:60]!r}")

    def append(self, name: str, cells: dict[str, Cell]) -> None:
        """Type a new row."""
        tab = self.tab(name)
        if tab is None:
            return
        number = max(tab.last_filled(), self.layout[name].heading_row) + 1
        for heading, value in cells.items():
            self.put(name, number, heading, value)

    def set(self, name: str, value: Cell, section: str = "") -> None:
        """Type a setting, in its line or a new one for a section."""
        for number, cells in self.rows("Settings"):
            if cells["Setting"] == name and cell_text(cells.get("For")) == section:
                self.put("Settings", number, "Value", value)
                return
        self.append("Settings", {"Setting": name, "Value": value, **({"For": section} if section else {})})

    # what may be typed
    def name(self) -> Cell:
        """A player, or something that is none."""
        there = [c["Player"] for _, c in self.rows("Players") if not is_blank(c["Player"])]
        return self.dice.choice(there) if there and self.dice.random() < 0.85 else self.dice.choice(pools.HOSTILE_NAMES)

    def id(self) -> Cell:
        """A game, round or lot of the book, or an id made up."""
        there = [c[h] for t, h in (("Games", "Game"), ("Rounds", "Round")) for _, c in self.rows(t)]
        drafts = [r["Board"] for _, r in self.rows("Next round") if "Board" in r]
        pool: list[str] = [c for c in (*there[-12:], *drafts) if isinstance(c, str)]
        if pool and self.dice.random() < 0.6:
            picked: str = self.dice.choice(pool)
            return self._next_round(picked) if self.dice.random() < 0.3 else picked
        return self.dice.choice(pools.IDS)

    def _next_round(self, id_: str) -> str:
        head = id_.split("-0")[0].split(".")[0]
        digits = head[len(head.rstrip("0123456789")) :]
        return head[: len(head) - len(digits)] + str(int(digits) + 1) if digits and len(digits) < 5 else head

    def value(self, kind: Kind | None, choices: tuple[str, ...] = ()) -> Cell:
        """Something to type where this kind is asked for."""
        if self.dice.random() < 0.12:
            return self.dice.choice(pools.TEXTS)
        match kind:
            case Kind.PLAYER:
                return self.name()
            case Kind.PLAYERS:
                return " ; ".join(cell_text(self.name()) for _ in range(self.dice.choice((0, 1, 2, 2, 2, 2, 3, 4))))
            case Kind.INTEGER | Kind.NUMBER:
                return self.dice.choice(pools.NUMBERS)
            case Kind.CHECK:
                return self.dice.choice((True, False, "yes", "no", "perhaps", 1, 0, 2, "x"))
            case Kind.MOMENT:
                return self.moment()
            case Kind.DURATION:
                return self.dice.choice(pools.DURATIONS)
            case Kind.SLOT:
                return self.dice.choice(pools.SLOTS)
            case Kind.ZONE:
                return self.dice.choice(pools.ZONES)
            case Kind.CHOICE:
                words: tuple[Cell, ...] = (*choices, *(c.upper() for c in choices), "x", 0)
                return self.dice.choice(words)
            case Kind.RESULT:
                return self.word()
            case Kind.GAME_ID | Kind.ROUND_ID:
                return self.id()
            case Kind.URL:
                return self.dice.choice(pools.LINKS)
        return self.dice.choice(
            (self.id(), self.name(), self.dice.choice(pools.TEXTS), self.dice.choice(pools.NUMBERS))
        )

    def moment(self) -> Cell:
        """A time near or far."""
        if self.dice.random() < 0.6:
            return self.now + timedelta(hours=self.dice.randint(-200, 400), minutes=self.dice.choice((0, 30)))
        return self.dice.choice(pools.TIMES)

    def word(self) -> Cell:
        """A result, or rubbish."""
        own = [w.word for w in self.spec.results] + [a for w in self.spec.results for a in w.aliases]
        return self.dice.choice(own) if self.dice.random() < 0.7 else self.dice.choice(pools.WORDS)

    # acts
    def strike(self) -> None:
        """One random thing."""
        acts: list[tuple[int, Callable[[], None]]] = [
            (5, self.decide), (4, self.status), (4, self.setting), (6, self.result), (3, self.sides), (3, self.beside), (2, self.lot),
            (1, self.prize), (3, self.player_cell), (1, self.new_player), (3, self.form), (2, self.take_back), (1, self.swap),
            (1, self.rename), (1, self.publish),
        ]  # fmt: skip
        (_, act) = self.dice.choices(acts, [w for w, _ in acts])[0]
        act()

    def decide(self) -> None:
        """A line of Decisions."""
        spec = self.dice.choice(self.decisions)
        cells: dict[str, Cell] = {"Decision": spec.kind}
        if spec.about is not None and self.dice.random() < 0.9:
            wanted = self.value(spec.about)
            if spec.about is Kind.TEXT and self.dice.random() < 0.7:
                wanted = self.id()
            cells["About"] = wanted
        elif self.dice.random() < 0.15:
            cells["About"] = self.value(None)
        if spec.value is not None and self.dice.random() < 0.9:
            cells["Value"] = self.value(spec.value)
        elif self.dice.random() < 0.15:
            cells["Value"] = self.value(None)
        if spec.start or self.dice.random() < 0.1:
            cells["From"] = self.moment()
        if spec.end or self.dice.random() < 0.1:
            cells["To"] = self.moment()
        self.append("Decisions", cells)

    def take_back(self) -> None:
        """A decision is cleared, or typed over."""
        rows = self.rows("Decisions")
        if not rows:
            return
        number, _ = self.dice.choice(rows)
        if self.dice.random() < 0.6:
            for heading in self.layout["Decisions"].headings:
                self.put("Decisions", number, heading, None)
        else:
            self.put(
                "Decisions", number, self.dice.choice(("Decision", "About", "Value", "From", "To")), self.value(None)
            )

    def status(self) -> None:
        """Somebody pauses, leaves, is thrown out, comes back."""
        rows = self.rows("Players")
        if not rows:
            return
        number, _ = self.dice.choice(rows)
        self.put(
            "Players", number, "Status", self.dice.choice((*STATUSES, None, None, "Active", "active", "Widthdrawn", 0))
        )
        if self.dice.random() < 0.3:
            self.put("Players", number, "Until", self.moment())

    def setting(self) -> None:
        """A setting changes, perhaps for a section that there is or is not."""
        spec = self.dice.choice(self.settings)
        if spec.name in ("Format", "Start", "Copy", "Form answers", "Public sheet", "Verify games", "Find games"):
            return
        value = (
            self.dice.choice(pools.WORDINGS) if spec.name.startswith("Notice") else self.value(spec.kind, spec.choices)
        )
        if spec.name == "If the TD does not answer":
            value = self.dice.choice((0, 1, "1", 9999, "wait", "never", -1, 10**12, "9" * 30, 1.5))
        section = (
            self.dice.choice(("", "", "", "A", "B", "K", "PAR", "zz", "{", "R1")) if self.spec.has_sections else ""
        )
        self.set(spec.name, value, section)

    def publish(self) -> None:
        """Publish by hand, or automatically again."""
        self.set(
            "Publish",
            self.dice.choice(
                ("automatically", "automatically", "R1", "R9", "A-R9", "K-R9", "PAR-R1", "9", "", "{", "R9-01")
            ),
        )

    def open_rows(self) -> list[tuple[int, dict[str, Cell]]]:
        """Rows of Games whose game has no outcome yet."""
        still = {r["Game"] for _, r in self.rows("Pairings") if is_blank(r["Outcome"])}
        marks = {e.value for e in Empty}
        return [
            (n, c) for n, c in self.rows("Games") if c["Game"] in still and c[self.spec.second_heading] not in marks
        ]

    def result(self) -> None:
        """A result is typed, corrected or cleared."""
        rows = self.rows("Games")
        if rows:
            self.put("Games", self.dice.choice(rows)[0], "Result", self.dice.choice((self.word(), self.word(), None)))

    def play(self, share: float) -> None:
        """Open games are played: the director types their results."""
        sound = [w.word for w in self.spec.results if w.word not in ("Void", "Open", "Null", "0-0F")]
        for number, _ in self.open_rows():
            if self.dice.random() < share:
                self.put("Games", number, "Result", self.dice.choice(sound))
                if self.spec.has_ended and self.dice.random() < 0.2:
                    self.put("Games", number, "Ended", self.moment())

    def sides(self) -> None:
        """White or Black of a game is changed, to a player, a mark or rubbish."""
        rows = self.rows("Games")
        if rows:
            heading = self.dice.choice((self.spec.first_heading, self.spec.second_heading))
            value = self.dice.choice((self.name(), self.dice.choice(pools.MARKS), None))
            self.put("Games", self.dice.choice(rows)[0], heading, value)

    def swap(self) -> None:
        """The two names of a game change places."""
        rows = self.rows("Games")
        if rows:
            number, cells = self.dice.choice(rows)
            first, second = self.spec.first_heading, self.spec.second_heading
            self.put("Games", number, first, cells[second])
            self.put("Games", number, second, cells[first])

    def beside(self) -> None:
        """A deadline, an end, a start, a link, a note."""
        tab = self.dice.choice(("Games", "Games", "Rounds"))
        rows = self.rows(tab)
        columns = [
            c
            for c in self.layout[tab].columns
            if c.cell in (CellKind.PERSON, CellKind.SEEDED) and c.kind is not Kind.PLAYER
        ]
        if rows and columns:
            column = self.dice.choice(columns)
            self.put(
                tab,
                self.dice.choice(rows)[0],
                column.heading,
                self.dice.choice((None, self._for(column), self._for(column))),
            )

    def _for(self, column: Column) -> Cell:
        return self.value(column.kind, column.choices)

    def lot(self, sound: bool = False) -> None:
        """A lot is typed: rightly, wrongly, late."""
        rows = self.rows("Lots") if "Lots" in self.layout else []
        if not rows:
            return
        number, cells = self.dice.choice(rows)
        names = [n.strip() for n in cell_text(cells["Among"]).split(";")]
        self.dice.shuffle(names)
        kind = cells["Kind"]
        right: Cell = (
            self.dice.choice(("White", "Black"))
            if kind == "choice"
            else " ; ".join(names)
            if kind == "order"
            else names[0]
        )
        wrong: Cell = self.dice.choice(
            (" ; ".join(names[1:]), self.name(), None, "White ; Black", self.dice.choice(pools.TEXTS))
        )
        self.put("Lots", number, "Typed", right if sound or self.dice.random() < 0.6 else wrong)

    def prize(self) -> None:
        """A line of Prizes."""
        if "Prizes" in self.layout:
            cells: dict[str, Cell] = {
                "Section": self.dice.choice(("PAR", "K", "C", "TOUR", "", "{", self.id())),
                "Place": self.dice.choice((1, 1, 2, "3", "bonus", "first", -1, 10**9, "1.5", "", "9" * 400)),
                "Prize": self.dice.choice(pools.NUMBERS),
                "Points": self.dice.choice(pools.NUMBERS),
            }
            self.append("Prizes", cells)

    def player_cell(self) -> None:
        """A cell of somebody's row."""
        rows = self.rows("Players")
        columns = [c for c in self.layout["Players"].columns if c.heading not in ("Player", "Status")]
        if rows:
            column = self.dice.choice(columns)
            self.put(
                "Players",
                self.dice.choice(rows)[0],
                column.heading,
                self.dice.choice((None, self._for(column), self._for(column))),
            )

    def new_player(self) -> None:
        """Somebody arrives late."""
        cells: dict[str, Cell] = {
            "Player": self.dice.choice((f"Late {self.dice.randrange(99)}", self.dice.choice(pools.HOSTILE_NAMES)))
        }
        for column in self.layout["Players"].columns[1:]:
            if self.dice.random() < 0.15:
                cells[column.heading] = self._for(column)
        self.append("Players", cells)

    def rename(self) -> None:
        """A name is typed over, perhaps with the old one kept beside it; or a row goes."""
        rows = self.rows("Players")
        if not rows:
            return
        number, cells = self.dice.choice(rows)
        if self.dice.random() < 0.2:
            for heading in self.layout["Players"].headings:
                self.put("Players", number, heading, None)
            return
        self.put(
            "Players",
            number,
            "Player",
            self.dice.choice((self.name(), self.dice.choice(pools.HOSTILE_NAMES), "Renamed")),
        )
        if self.dice.random() < 0.5:
            self.put("Players", number, "Also known as", cells["Player"])

    def form(self) -> None:
        """An answer of the form."""
        cells: dict[str, Cell] = {"Timestamp": self.dice.choice((self.now, self.now, self.now, self.moment()))}
        open_ = self.open_rows()
        if open_ and self.dice.random() < 0.6:
            _, game = self.dice.choice(open_)
            cells |= {"Pairing": game["Game"], "Result": self.word(), "Your name": game[self.spec.first_heading]}
        for column in FORM[1:]:
            if self.dice.random() < 0.2:
                cells[column.heading] = self._for(column)
        self.append("Form Responses", cells)
