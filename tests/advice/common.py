"""Plays of what every format tells: mistakes in cells, tabs, names, rows, settings, the record, reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.registry import engine_of
from sync.backends.memory import MemoryBook, MemoryTab
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.problems import Problem
from tests.advice.books import kept
from tests.advice.play import COMMON, Hand, play, undo
from tests.sync.desk import Desk, desk
from tests.sync.test_bad_input import CASES


def damaged(code: str) -> Callable[[], Desk]:
    """A started ladder with the damage of the case that provokes a code, and the version from before it."""

    def made() -> Desk:
        d = desk(started=True)
        d.version = d.book.copy()  # type: ignore[attr-defined]
        CASES[code][0](d)
        d.sync()
        return d

    return made


def case(
    code: str,
    pick: Mapping[str, Cell | Callable[[Desk, Problem], Cell]] | None = None,
    hand: Mapping[int, Hand] | None = None,
    comes: tuple[str, ...] = (),
    **more: object,
) -> None:
    """A play on the book of the case that provokes a code."""
    play(COMMON, code, damaged(code), pick, hand, comes, **more)  # type: ignore[arg-type]


def address(d: Desk, problem: Problem, value: Cell) -> None:
    """Type into the cell the problem points at."""
    d.person.type_at(problem.at.tab, problem.at.cell, value)


EXPECTED = "{expected}"
case("error-cell", {"the value itself": 2000})
case("not-a-rating", {EXPECTED: 1950})
case(
    "rating-range",
    {"the right rating": 1950, "a lower number": 50, "a higher number": 20_000},
    hand={1: lambda d, _: (d.type("Players", "Ben", "Rating", 60), d.set("Ratings from", 50))},
)
case("not-a-seed", {EXPECTED: 2})
case("ratings-crossed", {"the lowest rating": 100, "the highest rating": 6000}, comes=("rating-range",))
case(
    "date-two-ways",
    {"the right one of the two, with its time": "2027-01-11 18:00", "how such dates are meant": "day first"},
)
case("weekday-wrong", {"the date without the weekday, such as 2026-11-30 18:00": "2027-11-01 18:00"})
case("zone-letters", {"the time of the event's zone without letters": "2027-11-01 18:00"})
case("not-whole", {EXPECTED: 7}, comes=())
case("not-a-time", {EXPECTED: "2026-11-20 18:00"})
case("not-a-duration", {EXPECTED: "2 hours"}, comes=("setting-changed",))
case("not-a-slot", {EXPECTED: "Sunday 18:00"}, comes=("setting-changed",))
case("not-a-zone", {EXPECTED: "Europe/Berlin"})
case("not-a-choice", {"one of the list": "Withdrawn"})
case("not-an-id", {"the id as Games and Rounds show it": "R2"})
case("name-too-long", {"a name of at most 100 characters": "Fay"})
case("text-too-long", {"at most 1000 characters": "Club ladder"})
case("name-with-separator", {"the name without the semicolon": "Fay"})
case(
    "username-unreadable",
    {"the name as the chess site shows it, or the link of the player's page there": "https://lichess.org/@/ben960"},
)
case("name-is-a-mark", {"the name without brackets": "Fay"})
case("own-tab")


def shut(why: str) -> Callable[[], Desk]:
    """A started ladder whose Ladder may not be written, by the person's doing."""

    def made() -> Desk:
        d = desk(started=True)
        view(d).shut = why
        d.later(hours=1).result("R1-01", "1-0").sync()
        return d

    return made


def view(d: Desk) -> MemoryTab:
    """The tab that is shut."""
    tab = d.book.by_title("Ladder")
    assert tab is not None
    return tab


def opened(d: Desk, _: Problem) -> None:
    """The person takes back what she did to it."""
    view(d).shut = ""


def deleted(d: Desk, _: Problem) -> None:
    """The person deletes it."""
    d.book.tabs.remove(view(d))


def binned() -> Desk:
    """A started ladder whose file somebody put into the bin."""
    d = desk(started=True)
    d.book.binned = True
    d.sync()
    return d


def out_of_the_bin(d: Desk, _: Problem) -> None:
    """The person takes it out."""
    d.book.binned = False


play(COMMON, "in-bin", binned, hand={0: out_of_the_bin})
play(COMMON, "view-protected", shut("protected"), hand={0: opened, 1: deleted})
play(COMMON, "view-table", shut("table"), hand={0: opened, 1: deleted})
play(COMMON, "view-full", shut("full"), hand={0: opened})
play(COMMON, "view-refused", shut("refused"), hand={0: deleted})
case("own-tab-unread")


def put(cell: str, value: Cell) -> Hand:
    """Type into a cell of the problem's tab."""
    return lambda d, p: d.person.type_at(p.at.tab, cell, value)


def renamed_setting() -> Desk:
    """The name of a line of Settings was typed over."""
    d = desk(started=True)
    row = d.person.row_of("Settings", "Setting", "Days per game")
    d.person.type("Settings", "Setting", row, "Days a game")
    d.sync()
    return d


def own_line() -> Desk:
    """Somebody wrote a line into the Journal."""
    d = kept(desk(started=True))
    d.person.type_at("Journal", f"A{len(d.person.see('Journal')) + 2}", "to do: buy a cup")
    d.sync()
    return d


def changed_id() -> Desk:
    """Somebody typed over an id, and the line of the game is known by nothing else."""
    d = kept(desk(started=True))
    d.person.add_row("Games", {"Game": "R1-99", "White": "Ada"})
    d.sync()
    return d


def delete_rows_of_the_old_season(d: Desk, problem: Problem) -> None:
    """All lines of the tab but its headings."""
    d.person.delete_rows(problem.at.tab, 2, 90)


def a_game_more(d: Desk, problem: Problem) -> None:
    """The line deleted, and a pair typed for the next round."""
    d.person.delete_rows(problem.at.tab, problem.at.row)
    d.decide("Pair", "R2", "Ada ; Eva")


def restored() -> tuple[Desk, MemoryBook]:
    """A book of which an older version came back, and the newer one."""
    d = desk(started=True)
    version = d.book.copy()
    d.results("R1").settle()
    newer = d.book.copy()
    d.book.restore(version)
    d.newer = newer  # type: ignore[attr-defined]
    d.sync()
    return d, newer


def newer_again(d: Desk, _problem: Problem) -> None:
    """The newer version brought back."""
    d.book.restore(d.newer)  # type: ignore[attr-defined]


def swiss_lot(answer: str) -> Callable[[], Desk]:
    """A Swiss whose first lot was answered so: before it was drawn, or after."""

    def made() -> Desk:
        d = desk(format="swiss", Lots="typed" if answer == "nonsense" else "drawn").start()
        lot, drawn, among = d.table("Lots", "Lot", "Drawn", "Among")[0]
        other = next(n for n in among.split(" ; ") if n != drawn)
        d.type("Lots", lot, "Typed", answer if answer == "nonsense" else other)
        d.sync()
        return d

    return made


def withdrawn_again(d: Desk, problem: Problem) -> None:
    """The line added again, with another Status."""
    undo(d, d.version, problem.at.tab)  # type: ignore[attr-defined]
    d.status(str(problem.facts["player"]), "Withdrawn")


def not_started() -> Desk:
    """A book before its start."""
    d = desk()
    d.settle()
    return d


def perhaps() -> Desk:
    """A box that holds neither yes nor no."""
    d = desk(format="pente")
    d.type("Players", "Ada", "Wants A", "perhaps").sync()
    return d


def nobody() -> Desk:
    """A book without players."""
    return desk(())


def more_players(d: Desk, _problem: Problem) -> None:
    """Two players."""
    d.person.add_row("Players", {"Player": "Ada"})
    d.person.add_row("Players", {"Player": "Ben"})


case("tab-missing", hand={1: lambda d, _p: create(d.backend, engine_of("ladder"), Carried())})
case("tab-emptied", comes=("player-gone",), anew=True)
case("heading-missing", hand={0: put("D1", "Rating")})
case("heading-twice", hand={0: put("K1", "My rating")})
case("rows-above")
play(COMMON, "no-players", nobody, hand={0: more_players}, comes=("not-started",))
case("player-blank", {"the name": "Fay"})
case("player-twice", {"a name that tells them apart": "Ada B."})
case("username-twice", {"the right account": "y2"})
case("player-gone", hand={1: withdrawn_again})
case("maybe-renamed")
case("unknown-player", {"the name as in Players": "Cem"})
case("bad-result", {"one of: {words}": "1-0"})
case("result-is-a-date", {"the result: {words}": "1-0"})
case("row-missing")
case("result-on-bye")
case("row-unknown", hand={0: a_game_more, 1: a_game_more})
case("row-without-id")
case("id-edited")
case("row-twice")
case("row-twice-different")
case("recorded-changed")
case("look-up-typed")
case("typed-in-view")
case("against-oneself", {"the right name": "Cem"})
case("twice-in-round", {"the right name": "Cem"})
case("deadline-too-early", {"a later one": "2026-12-01 18:00"})
play(COMMON, "lot-bad", swiss_lot("nonsense"), {EXPECTED: lambda d, _p: d.table("Lots", "Among")[0][0].split(" ; ")[0]})
play(COMMON, "lot-late", swiss_lot("other"))
case("setting-unknown", {"the right name": "Days per game"}, other={0: renamed_setting})
case("setting-twice")
case("setting-fixed")
case("setting-changed", then=lambda d, _p: d.results("R1"))
case("zone-anew")
case("no-zone", {"it": "Europe/Berlin"})
case("zone-changed", hand={1: lambda d, _p: setattr(d.book, "zone", "Europe/Berlin")})
case("decision-unknown", {"one of the list": "Bye"})
case("decision-incomplete", {"it there": "Ada"})
case("decision-bad", {"what fits": 1})
case("decisions-contradict")
case("journal-gap", comes=("adopted",), anew=True)
case("journal-changed", anew=True)
case(
    "journal-damaged", hand={1: lambda d, p: d.person.delete_rows("Journal", p.at.row)}, other={1: own_line}, anew=True
)
case("book-copied", comes=("season-rows", "season-start"), anew=True)
case("season-rows", hand={0: delete_rows_of_the_old_season}, comes=("season-rows", "season-start"), anew=True)
case("season-start", comes=("not-started",), anew=True)
play(COMMON, "book-restored", lambda: restored()[0], hand={0: newer_again}, anew=True)
case("adopted", anew=True)
case("claim-held", {"the result": "1-0"})
case("claims-contradict", {"the result": "1-0"})
case("claim-no-game")
case("notice-wording", {"a text with only these in braces: {names}": "{game} is Null."})
case("message")
case("private-text")
case("waits", hand={0: lambda d, _p: d.type("Games", "R1-01", "White", "Cem")})
case("waits-for-publish")
play(COMMON, "not-started", not_started, {"now or a time": "now"})
case("finished")
play(COMMON, "not-yes-no", perhaps, {EXPECTED: "yes"})
