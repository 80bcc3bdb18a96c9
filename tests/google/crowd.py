"""People at a Google spreadsheet: players with a form, a director who types, sorts, inserts, renames and forgets.

Whatever is typed is entered in a ledger under the row it belongs to (a game, a player, a line's own mark) and the
heading above it, wherever row and column go afterwards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sync.grid import Cell, address, is_blank
from sync.kinds import cell_text
from tests.backends.google_rig import GooglePerson
from tests.emulator.fixtures import Emulated
from tests.emulator.forms import Form
from tests.emulator.sheet import Sheet
from tests.google.mending import confirm, put_right
from tests.google.promise import name_of

QUESTIONS = ("Game URL", "Result", "White", "Black", "Pairing", "Your name", "Message to the director")
KEYS = {"Games": "Game", "Rounds": "Round", "Players": "Player", "Decisions": "Note", "Settings": "Setting"}
MINE = "Mine"  # a column of the director's own; a line of their own is known by it
RESULTS = ("1-0", "0-1", "1-0", "0-1", "½-½", "1-0F", "0-1F", "Null")
SAID = ("White won", "Black won", "White won", "Black won", "draw", "I do not know", "1-0")
TITLES = ("Partien", "It's on", "D3", "Liste (alt)", "Ω", "R1C1")

Typed = dict[tuple[str, str, str], Cell]  # tab, row, heading


class Crowd:
    """Everybody at one spreadsheet."""

    def __init__(self, at: Emulated, dice: random.Random, rounds: int) -> None:
        self.at, self.dice = at, dice
        self.person = GooglePerson(at)
        self.form = Form(at.service, at.book_id, QUESTIONS)
        self.answers: dict[int, dict[str, str]] = {}  # of the form, by number, as they stand
        self.typed: Typed = {}
        self.done: Counter[str] = Counter()
        self.renamed: dict[tuple[str, str], tuple[str, int]] = {}  # a heading that stands under another name, and until
        self.acts = 0
        self.now = at.service.clock.now()
        self.marks = 0
        self.late = 0
        for tab in ("Games", "Players"):
            self.person.insert_column(self.title(tab), len(self.headings(tab)), MINE)
        self.type("Settings", "Rounds", "Value", rounds)
        self.type("Settings", "Start", "Value", "now")

    # finding one's way
    def sheet(self, tab: str) -> Sheet:
        """The tab, whatever its title is now. Raises KeyError."""
        found = next((s for s in self.at.book.sheets if name_of(s.id) == tab), None)
        if found is None:
            raise KeyError(tab)
        return found

    def title(self, tab: str) -> str:
        """Its title now."""
        return self.sheet(tab).title

    def headings(self, tab: str) -> list[Cell]:
        """The headings of a tab where people type."""
        row = self.sheet(tab).rows.get(0, {})
        return [self.person.shown(row.get(c)) for c in range(max(row, default=-1) + 1)]

    def heading(self, tab: str, heading: str) -> str:
        """What a heading is called now."""
        return self.renamed.get((tab, heading), (heading, 0))[0]

    def column(self, tab: str, heading: str) -> int:
        """Where its column stands now."""
        return [cell_text(c) for c in self.headings(tab)].index(self.heading(tab, heading))

    def rows(self, tab: str) -> dict[str, int]:
        """Numbers of rows by what they are known by; lines of somebody's own by their mark."""
        return {key: number for key, number, _ in self._rows(tab)}

    def _rows(self, tab: str) -> list[tuple[str, int, list[Cell]]]:
        seen = self.person.see(self.title(tab))
        columns = [self.column(tab, KEYS[tab])]
        if tab in ("Games", "Players"):
            columns.append(self.column(tab, MINE))
        found = []
        for number, row in enumerate(seen[1:], start=2):
            cells = [cell_text(row[c]) for c in columns if c < len(row) and not is_blank(row[c])]
            if cells:
                found.append((cells[0], number, row))
        return found

    def type(self, tab: str, row: str, heading: str, value: Cell, number: int = 0) -> None:
        """Type into a cell and enter it in the ledger."""
        number = number or self.rows(tab)[row]
        self.person.type(self.title(tab), self.heading(tab, heading), number, value)
        self.typed[tab, row, heading] = value

    def end(self, tab: str) -> int:
        """Number of the first row below everything."""
        return len(self.person.see(self.title(tab))) + 1

    def mark(self) -> str:
        """A word nobody used before."""
        self.marks += 1
        return f"mark {self.marks}"

    def known_games(self) -> list[str]:
        """Games in the tab that are no byes, as people see them."""
        black = self.column("Games", "Black")
        return [
            key for key, _, row in self._rows("Games")
            if not key.startswith("mark") and black < len(row) and not str(row[black]).startswith("(")
        ]  # fmt: skip

    def open_games(self) -> list[str]:
        """Games without a result typed or shown."""
        columns = [self.column("Games", h) for h in ("Result", "Outcome")]
        shown = {
            key: [cell_text(row[c]) if c < len(row) else "" for c in columns] for key, _, row in self._rows("Games")
        }
        return [game for game in self.known_games() if not any(shown[game])]

    # acting
    def act(self, now: datetime) -> None:
        """Somebody does something; what is impossible just now is left."""
        self.acts += 1
        self.now = now
        self._put_back_what_is_due()
        acts: list[tuple[int, Callable[[], None]]] = [
            (9, self.result), (9, self.report), (3, self.edit_answer), (2, self.delete_answer), (3, self.note),
            (2, self.other_result), (2, self.status), (3, self.decision), (1, self.take_back), (2, self.setting),
            (1, self.newcomer), (4, self.sort), (3, self.blank_rows), (2, self.own_row), (1, self.delete_own_row),
            (2, self.rename_tab), (2, self.rename_heading), (2, self.move_column), (1, self.insert_column),
            (1, self.scribble), (1, self.delete_view), (3, self.look_at_problems),
        ]  # fmt: skip
        (_, act) = self.dice.choices(acts, [w for w, _ in acts])[0]
        if any(tab in KEYS for tab, _ in self.renamed) and act in (self.own_row, self.newcomer, self.decision):
            return  # nobody begins a line while its headings are in disorder
        act()
        self.done[act.__name__] += 1

    def result(self) -> None:
        """A result into a game that has none."""
        games = self.open_games()
        if games:
            self.type("Games", self.dice.choice(games), "Result", self.dice.choice(RESULTS))

    def other_result(self) -> None:
        """Another word into any game, or the word taken back."""
        games = self.known_games()
        if games:
            self.type("Games", self.dice.choice(games), "Result", self.dice.choice((*RESULTS, None)))

    def note(self) -> None:
        """Words beside a game, a round or a player."""
        tab = self.dice.choice(("Games", "Rounds", "Players"))
        rows = [key for key in self.rows(tab) if not key.startswith("mark")]
        heading = self.dice.choice(("Note", MINE)) if tab != "Rounds" else "Note"
        if rows:
            self.type(tab, self.dice.choice(rows), heading, f"note {self.dice.random():.3f}, =1+1")

    def status(self) -> None:
        """Somebody pauses, comes back, or leaves."""
        player = self.dice.choice([p for p in self.rows("Players") if not p.startswith("mark")])
        here = [self.typed.get(("Players", p, "Status")) for p in self.rows("Players")]
        word = self.dice.choice(("Paused", "Active", "Active", None))
        if here.count("Withdrawn") < 1 and self.dice.random() < 0.2:
            word = "Withdrawn"
        self.type("Players", player, "Status", word)
        if word == "Paused":
            until = (self.now + timedelta(days=self.dice.choice((1, 4)))).replace(tzinfo=None, second=0, microsecond=0)
            self.type("Players", player, "Until", until)

    def decision(self) -> None:
        """A line in Decisions, cell by cell as people type."""
        players = [p for p in self.rows("Players") if not p.startswith("mark")]
        games = self.known_games()
        two = " ; ".join(self.dice.sample(players, 2))
        kinds: list[dict[str, Cell]] = [{"Decision": "Keep apart", "Value": two}, {"Decision": "Continue final"}]
        if games:
            game = self.dice.choice(games)
            kinds += [{"Decision": "Contacted", "About": game}, {"Decision": "Refuse claim", "About": game}]
            later = (self.now + timedelta(days=3)).replace(tzinfo=None, second=0, microsecond=0)
            kinds.append({"Decision": "Deadline", "About": game, "To": later})
        if sum(v == "Additional rounds" for v in self.typed.values()) < 1:
            kinds.append({"Decision": "Additional rounds", "Value": "1"})
        mark, number = self.mark(), self.end("Decisions")
        for heading, value in {"Note": mark, **self.dice.choice(kinds)}.items():
            self.type("Decisions", mark, heading, value, number)

    def take_back(self) -> None:
        """A line of Decisions is deleted."""
        rows = self.rows("Decisions")
        if rows:
            self._delete_row("Decisions", self.dice.choice(sorted(rows)))

    def setting(self) -> None:
        """A setting that may change while the event runs."""
        some: tuple[tuple[str, tuple[Cell, ...]], ...] = (
            ("Check for", ("0", "0", "1 hour")), ("Tournament", ("Spring", "Spring cup", "007")),
            ("Hold claims for", ("1", "3")), ("Days per game", ("5", "7")), ("Find games", ("no", None)),
        )  # fmt: skip
        name, words = self.dice.choice(some)
        self.type("Settings", name, "Value", self.dice.choice(words))

    def newcomer(self) -> None:
        """A late player."""
        if self.late < 2:
            self.late += 1
            name, number = f"Late {self.late}", self.end("Players")
            self.type("Players", name, "Player", name, number)
            self.type("Players", name, "Rating", 1500 + self.late, number)

    # the form
    def report(self) -> None:
        """A player sends the form: for an open game mostly, with a link now and then, or junk."""
        games = self.open_games() or self.known_games()
        if not games:
            return
        game = self.dice.choice(games)
        cells = {"Result": self.dice.choice(SAID), "Pairing": game}
        if self.dice.random() < 0.3:
            cells["Game URL"] = f"https://www.chess.com/game/live/{10**9 + len(self.answers)}"
        if self.dice.random() < 0.1:
            cells = {"Message to the director": f'=IMPORTXML("x") hello {len(self.answers)}', "Result": ""}
        number = self.form.submit(cells, at=self.now)
        self.answers[number] = cells

    def edit_answer(self) -> None:
        """An answer sent before is changed in place."""
        if self.answers:
            number = self.dice.choice(sorted(self.answers))
            change = {"Result": self.dice.choice(SAID)}
            self.form.edit(number, change, at=self.now)
            self.answers[number] = {**self.answers[number], **change}

    def delete_answer(self) -> None:
        """The row of an answer is deleted."""
        if self.answers:
            number = self.dice.choice(sorted(self.answers))
            self.form.delete_row(number)
            del self.answers[number]

    def look_at_problems(self) -> None:
        """The director does what is asked for."""
        put_right(self)
        confirm(self)

    # moving things about
    def sort(self) -> None:
        """Any tab where people type, by any heading; or a view."""
        tab = self.dice.choice(("Games", "Games", "Players", "Decisions", "Rounds", "Ladder", "Pairings"))
        heading = {"Games": ("White", "Result", "Game", "Note"), "Players": ("Player", "Rating", "Status")}.get(
            tab, (KEYS.get(tab, "Player" if tab == "Ladder" else "White"),)
        )
        self.person.sort(self.title(tab), self.heading(tab, self.dice.choice(heading)), self.dice.random() < 0.5)

    def blank_rows(self) -> None:
        """Blank rows somewhere among the others."""
        tab = self.dice.choice(sorted(KEYS))
        self.person.insert_rows(self.title(tab), self.dice.randint(2, self.end(tab)), self.dice.randint(1, 2))

    def own_row(self) -> None:
        """A line of somebody's own below or among the others, known by its mark."""
        tab = self.dice.choice(("Games", "Players"))
        number, mark = self.dice.randint(2, self.end(tab)), self.mark()
        self.person.insert_rows(self.title(tab), number)
        self.type(tab, mark, MINE, mark, number)

    def delete_own_row(self) -> None:
        """A blank row or a line of somebody's own goes."""
        tab = self.dice.choice(("Games", "Players"))
        own = [key for key in self.rows(tab) if key.startswith("mark")]
        seen = self.person.see(self.title(tab))
        blank = [n for n, row in enumerate(seen[1:], start=2) if all(is_blank(c) for c in row)]
        if own and self.dice.random() < 0.5:
            self._delete_row(tab, self.dice.choice(own))
        elif blank:
            self.person.delete_rows(self.title(tab), self.dice.choice(blank))

    def _delete_row(self, tab: str, row: str) -> None:
        self.person.delete_rows(self.title(tab), self.rows(tab)[row])
        self.typed = {key: value for key, value in self.typed.items() if key[:2] != (tab, row)}

    def rename_tab(self) -> None:
        """Another title for a tab: people's, the record or a view."""
        tab = self.dice.choice((*KEYS, "Journal", "Pairings", "Ladder", "Why"))
        title = self.dice.choice((tab, *TITLES))
        if all(s.title.casefold() != title.casefold() for s in self.at.book.sheets):
            self.person.rename_tab(self.title(tab), title)

    def rename_heading(self) -> None:
        """Another heading over a column, put back some acts later."""
        tab = self.dice.choice(("Games", "Games", "Players", "Rounds", "Decisions"))
        heading = self.dice.choice([h for h in ("Game", "White", "Result", "Note", "Player", "Status", "Deadline", "About")
                                    if h in {cell_text(c) for c in self.headings(tab)}])  # fmt: skip
        if (tab, heading) not in self.renamed:
            self.person.type_at(self.title(tab), address(1, self.column(tab, heading)), f"{heading}?")
            self.renamed[tab, heading] = (f"{heading}?", self.acts + self.dice.randint(1, 6))

    def _put_back_what_is_due(self, all_of_them: bool = False) -> None:
        for (tab, heading), (_, until) in list(self.renamed.items()):
            if all_of_them or until <= self.acts:
                self.person.type_at(self.title(tab), address(1, self.column(tab, heading)), heading)
                del self.renamed[tab, heading]

    def move_column(self) -> None:
        """A column is dragged to another place."""
        tab = self.dice.choice(("Games", "Players", "Rounds", "Decisions"))
        headings = [cell_text(c) for c in self.headings(tab) if not is_blank(c)]
        self.person.move_column(self.title(tab), self.dice.choice(headings), self.dice.randrange(len(headings)))

    def insert_column(self) -> None:
        """A column of somebody's own between the others."""
        tab = self.dice.choice(("Games", "Players", "Rounds", "Decisions"))
        if len(self.headings(tab)) < 22:
            at = self.dice.randrange(len(self.headings(tab)))
            self.person.insert_column(self.title(tab), at, self.dice.choice((None, self.mark())))

    def scribble(self) -> None:
        """Something typed over a cell of a view, which is the worker's own: it does not stay."""
        tab = self.dice.choice(("Ladder", "Pairings", "Why", "Scores", "Problems"))
        rows = self.person.see(self.title(tab))
        if len(rows) > 3:
            self.person.type_at(self.title(tab), address(self.dice.randint(4, len(rows)), 1), "scribble")

    def delete_view(self) -> None:
        """A view is deleted; it is made again."""
        tab = self.dice.choice(("Ladder", "Why", "Scores", "History"))
        if any(name_of(s.id) == tab for s in self.at.book.sheets):
            self.person.delete_tab(self.title(tab))

    # what the director does when told
    def tidy_up(self) -> bool:
        """Headings are put back, and what Problems asks for is done. Whether there was anything."""
        self._put_back_what_is_due(all_of_them=True)
        mended, confirmed = put_right(self), confirm(self)
        return mended or confirmed

    # what was typed
    def changed(self) -> list[tuple[tuple[str, str, str], Cell, Any]]:
        """Cells that do not hold what was last typed there: where, what was typed, what stands there."""
        found = []
        for tab in KEYS:
            seen = self.person.see(self.title(tab))
            rows = self.rows(tab)
            for (where, row, heading), value in self.typed.items():
                if where != tab:
                    continue
                column = self.column(tab, heading)
                cells = seen[rows[row] - 1] if row in rows else []
                stands = cells[column] if column < len(cells) else None
                if row not in rows or cell_text(stands) != cell_text(value):
                    found.append(((tab, row, heading), value, stands))
        return found
