"""Plays of what the shell around a pass tells: other books, notices, chess sites, files; and of money and numbers."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from openpyxl import Workbook, load_workbook

from sync.backends.base import Backend
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from sync.journal_rows import rows_of
from sync.problems import At, Problem
from sync.running.once import NO_LOOKUPS, Lookups, Notes, Pass, run_pass
from sync.running.service import pass_over
from sync.settings import Operator
from tests.advice.books import after, tour
from tests.advice.play import COMMON, play
from tests.backends.people import XlsxPerson
from tests.sync.desk import Desk, desk, file_desk
from tests.sync.test_other_books import answers, code
from tests.sync.test_outgoing import Post, started
from tests.verification.desk import LinkDesk

FORM = "Form Responses"
HEADINGS = ("No", "When", "Event", "Subject", "Detail", "Cause", "Pass", "Check")


def folder() -> Path:
    """A folder of its own for a play, gone when all is over."""
    made = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


# --- money and numbers, in Prizes of a tour --------------------------------------------------------------------------


def priced(heading: str, value: Cell) -> Callable[[], Desk]:
    """A tour with an odd amount in Prizes."""
    return after(tour, lambda d: d.person.add_row("Prizes", {"Section": "PAR", "Place": 1, heading: value}))


EXPECTED = "{expected}"
play(COMMON, "not-money", priced("Prize", "$10,000"), {EXPECTED: 10_000})
play(COMMON, "money-decimals", priced("Prize", 12.505), {EXPECTED: 12.5})
play(COMMON, "not-a-number", priced("Points", "1 2"), {EXPECTED: 12})

# --- a file -----------------------------------------------------------------------------------------------------------


def edited(act: Callable[[object], None]) -> Callable[[], Desk]:
    """A ladder in a file, changed by somebody at a spreadsheet program."""

    def made() -> Desk:
        d = file_desk(folder() / "book.xlsx", started=True)
        change(d, act)
        d.sync()
        return d

    return made


def change(d: Desk, act: Callable[[object], None]) -> None:
    """Open the file, change it, save it."""
    assert isinstance(d.person, XlsxPerson)
    wb = load_workbook(d.person.path)
    act(wb)
    wb.save(d.person.path)


def merged(wb: object) -> None:
    """Two cells of Players made one."""
    wb["Players"].merge_cells("A5:B5")  # type: ignore[index]


def parted(d: Desk, _problem: Problem) -> None:
    """The merge undone, and the rating typed again."""
    change(d, lambda wb: wb["Players"].unmerge_cells("A5:B5"))  # type: ignore[index]


def computed(wb: object) -> None:
    """A rating by a formula that no program has worked out."""
    wb["Players"]["D2"] = "=1000+900"  # type: ignore[index]


play(COMMON, "merged-cells", edited(merged), hand={0: parted})
play(COMMON, "lost-formula", edited(computed), {"the value itself": 1900})

# --- other books ------------------------------------------------------------------------------------------------------


@dataclass
class Beside(Desk):
    """A desk in a folder, whose passes open the books named in Settings as the command does."""

    def sync(self, worker: Backend | None = None) -> Pass:
        """One pass of a worker that has just started."""
        del worker
        self.save()
        self.done.append(pass_over(lambda: self.now)(self.backend.address))  # type: ignore[attr-defined]
        return self.last

    @property
    def home(self) -> Path:
        """Its folder."""
        assert isinstance(self.person, XlsxPerson)
        return self.person.path.parent


def beside(setting: str, value: str, act: Callable[[Beside], object] | None = None) -> Callable[[], Desk]:
    """A ladder in a file that names another book."""

    def made() -> Desk:
        plain = file_desk(folder() / "club.xlsx", started=True)
        d = Beside(plain.backend, plain.person, plain.format, plain.now, plain.done)
        if act is not None:
            act(d)
        d.set(setting, value)
        d.sync()
        return d

    return made


def here(d: Desk) -> Path:
    """The folder of the book."""
    assert isinstance(d, Beside)
    return d.home


def a_tab_of_that_title(d: Desk, problem: Problem) -> None:
    """The director adds the tab to the book of answers."""
    wb = load_workbook(here(d) / "private.xlsx")
    wb.create_sheet(str(problem.facts["mark"]))
    wb.save(here(d) / "private.xlsx")


def strangers(d: Beside) -> None:
    """A book in which something stands."""
    wb = Workbook()
    wb["Sheet"]["A1"] = "ours since 1950"
    wb.save(d.home / "public.xlsx")


def an_empty_one(d: Desk, _problem: Problem) -> None:
    """An empty book is made and named."""
    Workbook().save(here(d) / "empty.xlsx")
    d.set("Public sheet", "empty.xlsx")


def readable(d: Desk, _problem: Problem) -> None:
    """The right book of answers is named, and lets this event in."""
    answers(here(d) / "right.xlsx", code(d))
    d.set("Form answers", "right.xlsx")


def broken(name: str) -> Callable[[Beside], None]:
    """A file that is no workbook."""
    return lambda d: (d.home / name).write_bytes(b"PK\x03\x04 nothing") and None


def read_before() -> Desk:
    """A book whose Journal says that it read these answers before there were codes."""

    def remembers(d: Beside) -> None:
        answers(d.home / "private.xlsx")
        (tab,) = XlsxBackend(d.home / "private.xlsx").read().tabs
        lines = d.person.see("Journal")
        detail = json.dumps({FORM: f"answers:{tab.key}"})
        for row in rows_of(len(lines), "2026-11-02T18:00:00+01:00", "tabs", "", detail, "", "p"):
            d.person.add_row("Journal", dict(zip(HEADINGS, row, strict=False)))

    return beside("Form answers", "private.xlsx", remembers)()


REFUSED_ELSEWHERE = "../other.xlsx"
TAKEN = ("setting-changed", "message", "claim-no-game", "report-untimed", "answers-unread")
play(COMMON, "answers-not-ours", beside("Form answers", "private.xlsx", lambda d: answers(d.home / "private.xlsx")),
     hand={0: a_tab_of_that_title}, comes=TAKEN)  # fmt: skip
play(COMMON, "answers-unnamed", read_before, comes=TAKEN)
play(COMMON, "answers-unreachable", beside("Form answers", "private.xlsx", broken("private.xlsx")), hand={0: readable},
     comes=TAKEN)  # fmt: skip
play(COMMON, "mirror-not-ours", beside("Public sheet", "public.xlsx", strangers), hand={0: an_empty_one})
play(COMMON, "mirror-unreachable", beside("Public sheet", "public.xlsx", broken("public.xlsx")), hand={0: an_empty_one})
play(COMMON, "link-not-allowed", beside("Form answers", REFUSED_ELSEWHERE), hand={0: readable}, comes=TAKEN)

# --- notices ----------------------------------------------------------------------------------------------------------


def refused(tries: int) -> Callable[[], Desk]:
    """A ladder whose round could not be sent, tried for so many hours."""

    def made() -> Desk:
        post = Post()
        post.refuses = lambda *_: True
        d = started(Operator(notices=("discord://1/2",)), post)
        for _ in range(tries):
            d.later(hours=1).settle()
        d.post = post  # type: ignore[attr-defined]
        return d

    return made


def taken_again(d: Desk, _problem: Problem) -> None:
    """The service takes texts again, and time goes on."""
    d.post.refuses = lambda *_: False  # type: ignore[attr-defined]
    d.later(hours=2)


def pasted(d: Desk, _problem: Problem) -> None:
    """The text was pasted by hand; the next one comes through."""
    d.post.refuses = lambda *_: False  # type: ignore[attr-defined]
    d.status("Eva", "Withdrawn").settle()
    d.later(minutes=1)


play(COMMON, "notice-waits", refused(0), then=taken_again)
play(COMMON, "notice-lost", refused(50), hand={0: pasted})

# --- chess sites ------------------------------------------------------------------------------------------------------


@dataclass
class Looking(Desk):
    """A desk whose worker is told what the chess sites said."""

    notes: Notes = ()
    problems_told: tuple[Problem, ...] = field(default_factory=tuple)

    def sync(self, worker: Backend | None = None) -> Pass:
        """One pass; what was found is told once."""
        told = Lookups(NO_LOOKUPS.checked, self.notes, self.problems_told)
        self.notes, number = (), len(self.done) + 1
        done = run_pass(worker or self.backend, lambda: self.now, lambda *_: told, token=lambda: f"pass{number}")
        self.done.append(done)
        return done


def looking(**settings: Cell) -> Looking:
    """A ladder of verified games, round 1 out."""
    plain = desk(started=True, **{"Verify_games": "yes", **settings})
    return Looking(plain.backend, plain.person, plain.format, plain.now, plain.done)


def found() -> Desk:
    """A game that nobody reported stands at the chess site."""
    d = looking(Find_games="yes")
    says = {"says": "1-0", "link": "https://lichess.org/abcdefgh", "players": ["Ada", "Ben"]}
    d.notes = (("proposed", "R1-01", says, ""),)
    d.settle()
    return d


def without_contact() -> Desk:
    """The operator named no address."""
    d = looking()
    d.problems_told = (Problem("contact-missing", At("Settings")),)
    d.settle()
    return d


def named(d: Desk, _problem: Problem) -> None:
    """The operator sets one."""
    assert isinstance(d, Looking)
    d.problems_told = ()


def odd_clock() -> Desk:
    """A clock that nobody can read, and a worker that looks games up."""
    plain = desk(Verify_games="yes", Clock="900+10")
    d = LinkDesk(plain.backend, plain.person, plain.format, plain.now, plain.done)
    d.start()
    return d


play(COMMON, "game-found", found, {"its result": "1-0"})
play(COMMON, "contact-missing", without_contact, hand={0: named})
play(COMMON, "clock-unreadable", odd_clock, {"minutes|seconds": "15|10"},
     comes=("setting-changed",))  # fmt: skip
