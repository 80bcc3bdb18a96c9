"""Bad input: each mistake is a problem with its cell, in words a director understands, and the rest goes on.

Every code of the catalogue has a case here that provokes it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from rules.registry import engine_of, formats
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.decide import Outside, decide
from sync.grid import Cell
from sync.problems import CATALOGUE, At, Problem, Urgency
from sync.running.once import NotABook, run_pass
from tests.advice import books
from tests.backends.people import MemoryPerson
from tests.sync.desk import Desk, desk, file_desk

Damage = Callable[[Desk], object]
LONG = "x" * 300
ODD_NAMES = (
    "Ada  Byron", " Léa ", "🐎 Horse", "שָׁלוֹם", "007", "1e5", "TRUE", "=1+1", "inf", "-3", "#1", "None", "Null", "bye",
    "O'Neil", "a" * 100, "Ж", "R1-01", "1-0", "12.5.2026", "So, Wesley", "<b>x</b>", "{x}", "100%",
)  # fmt: skip


def _copy(season: bool, clear: bool = False) -> Damage:
    def make(d: Desk) -> Desk:
        copy = d.book.copy()
        copy.id, copy.mark = "copy", None
        d.backend, d.person = MemoryBackend(copy), MemoryPerson(copy)
        if season:
            d.set("Copy", "new season")
        if clear:
            d.person.delete_rows("Games", 2, 90)
            d.person.delete_rows("Rounds", 2, 90)
        return d

    return make


def _restored(d: Desk) -> None:
    version = d.book.copy()
    d.results("R1").settle()
    d.book.restore(version)


def _adopted(d: Desk) -> None:
    d.person.delete_rows("Journal", 11, 2)
    d.sync()
    d.set("Confirm", str(d.problem("journal-gap").facts["code"]))


def _missing_tab(d: Desk) -> None:
    d.person.delete_tab("Decisions")


def _zone(d: Desk) -> None:
    d.book.zone = "Asia/Tokyo"


def _held(d: Desk) -> None:
    d.report("R1-01", "White maybe", "Cem")


def _contradict(d: Desk) -> None:
    d.report("R1-01", "White won", "Cem").report("R1-01", "Black won", "Ben")


def _lot(d: Desk, answer: str) -> None:
    lot, drawn, among = d.table("Lots", "Lot", "Drawn", "Among")[0]
    d.type("Lots", lot, "Typed", next(n for n in among.split(" ; ") if n != drawn) if answer == "other" else answer)


def _finish(d: Desk) -> None:
    for name in ("Ben", "Cem", "Dov", "Eva"):
        d.status(name, "Withdrawn")


def _shift(d: Desk) -> None:
    d.person.insert_rows("Games", 1, 2)
    d.person.type_at("Games", "A1", "Our games")
    d.person.type_at("Games", "A2", "of the autumn")


def _copied_and_changed(d: Desk) -> None:
    d.person.copy_row("Games", 2, 6)
    d.person.type("Games", "Result", 6, "1-0")


def _unzoned(d: Desk) -> None:
    d.set("Time zone", None)


# code -> (damage done to a started ladder, the cell it must name; "" for a whole tab)
CASES: dict[str, tuple[Damage, str]] = {
    "error-cell": (lambda d: d.type("Players", "Ada", "Rating", "#REF!"), "Players D2"),
    "not-a-rating": (lambda d: d.type("Players", "Ben", "Rating", "strong"), "Players D3"),
    "rating-range": (lambda d: d.type("Players", "Ben", "Rating", 19500), "Players D3"),
    "not-a-seed": (lambda d: d.type("Players", "Ben", "Seed", "1 2"), "Players E3"),
    "ratings-crossed": (lambda d: d.set("Ratings from", 5000), "Settings B"),
    "date-two-ways": (lambda d: d.type("Games", "R1-01", "Deadline", "1/11/2027"), "Games L2"),
    "weekday-wrong": (lambda d: d.type("Games", "R1-01", "Deadline", "Sunday 2027-11-01"), "Games L2"),
    "zone-letters": (lambda d: d.type("Games", "R1-01", "Deadline", "2027-11-01 18:00 EST"), "Games L2"),
    "not-whole": (lambda d: d.set("Days per game", "a week"), "Settings B"),
    "not-a-time": (lambda d: d.type("Games", "R1-01", "Deadline", "2026-13-45"), "Games L2"),
    "not-a-duration": (lambda d: d.set("Check for", "a while"), "Settings B"),
    "not-a-slot": (lambda d: d.set("Publish at", "Caturday 25:00"), "Settings B"),
    "not-a-zone": (lambda d: d.set("Time zone", "Berlin time"), "Settings B"),
    "not-a-choice": (lambda d: d.type("Players", "Eva", "Status", "Widthdrawn"), "Players F6"),
    "not-an-id": (lambda d: d.type("Players", "Eva", "From round", "soon"), "Players H6"),
    "name-too-long": (lambda d: d.person.add_row("Players", {"Player": LONG}), "Players A7"),
    "text-too-long": (lambda d: d.set("Tournament", "x" * 1001), "Settings B"),
    "name-with-separator": (lambda d: d.person.add_row("Players", {"Player": "A ; B"}), "Players A7"),
    "name-is-a-mark": (lambda d: d.person.add_row("Players", {"Player": "(bye)"}), "Players A7"),
    "tab-missing": (_missing_tab, "Decisions"),
    "tab-emptied": (lambda d: d.person.delete_rows("Players", 2, 20), "Players"),
    "heading-missing": (lambda d: d.person.type_at("Players", "D1", "Elo"), "Players A1"),
    "heading-twice": (lambda d: d.person.type_at("Players", "K1", "Rating"), "Players K1"),
    "rows-above": (_shift, "Games A1"),
    "player-blank": (lambda d: d.person.add_row("Players", {"Rating": 1700}), "Players A7"),
    "player-twice": (lambda d: d.person.add_row("Players", {"Player": " ada "}), "Players A7"),
    "username-twice": (
        lambda d: d.type("Players", "Ada", "Username", "x1").type("Players", "Ben", "Username", "X1"),
        "Players B3",
    ),
    "username-unreadable": (lambda d: d.type("Players", "Ben", "Username", "b e n"), "Players B3"),
    "player-gone": (lambda d: d.person.delete_rows("Players", 3), "Players"),
    "maybe-renamed": (lambda d: d.type("Players", "Dov", "Player", "Dave"), "Players A5"),
    "unknown-player": (lambda d: d.type("Games", "R1-01", "White", "Cme"), "Games C2"),
    "bad-result": (lambda d: d.result("R1-01", "2-1"), "Games J2"),
    "result-is-a-date": (lambda d: d.result("R1-01", datetime(2026, 1, 1)), "Games J2"),
    "result-on-bye": (lambda d: d.result("R1-03", "1-0"), "Games J4"),
    "row-missing": (lambda d: d.person.delete_rows("Games", 3), "Games"),
    "row-unknown": (lambda d: d.person.add_row("Games", {"Game": "R9-99", "White": "Ada"}), "Games A5"),
    "row-without-id": (lambda d: d.person.add_row("Games", {"White": "Ada", "Black": "Ben"}), "Games A5"),
    "id-edited": (lambda d: d.person.type_at("Games", "A2", "R1-09"), "Games A2"),
    "row-twice": (lambda d: d.person.copy_row("Games", 2, 6), "Games A6"),
    "row-twice-different": (_copied_and_changed, "Games A6"),
    "recorded-changed": (lambda d: d.type("Games", "R1-01", "Announced", "yesterday"), "Games I2"),
    "look-up-typed": (lambda d: d.type("Games", "R1-01", "Outcome", "1-0"), "Games E2"),
    "typed-in-view": (lambda d: d.person.type_at("Ladder", "P5", "look here"), "Ladder P5"),
    "against-oneself": (lambda d: d.type("Games", "R1-01", "White", "Ben"), "Games C2"),
    "twice-in-round": (lambda d: d.type("Games", "R1-01", "White", "Dov"), "Games C2"),
    "setting-unknown": (lambda d: d.person.add_row("Settings", {"Setting": "Roundz", "Value": 4}), "Settings A"),
    "setting-twice": (lambda d: d.person.add_row("Settings", {"Setting": "Rounds", "Value": 4}), "Settings A"),
    "setting-fixed": (lambda d: d.set("Rounds", 9), "Settings B"),
    "setting-changed": (lambda d: d.set("Days per game", 3), "Settings B"),
    "no-zone": (_unzoned, "Settings"),
    "zone-anew": (lambda d: d.set("Time zone", "Asia/Tokyo"), "Settings B"),
    "zone-changed": (_zone, "Settings"),
    "decision-unknown": (lambda d: d.decide("Byee", "R2", "Ada"), "Decisions A2"),
    "decision-incomplete": (lambda d: d.decide("Bye", "R2"), "Decisions C2"),
    "decision-bad": (lambda d: d.decide("Additional rounds", "", "many"), "Decisions C2"),
    "decisions-contradict": (
        lambda d: d.decide("Finalists", "", "Ada ; Ben").decide("Finalists", "", "Ada ; Cem"),
        "Decisions A",
    ),
    "deadline-too-early": (lambda d: d.type("Games", "R1-01", "Deadline", "2025-01-01"), "Games L2"),
    "journal-gap": (lambda d: d.person.delete_rows("Journal", 5), "Journal"),
    "journal-damaged": (lambda d: d.person.type_at("Journal", "E6", "{oops"), "Journal A6"),
    "journal-changed": (lambda d: d.person.type_at("Journal", "D6", "Eva"), "Journal A6"),
    "book-copied": (_copy(season=False), "Settings B"),
    "season-rows": (_copy(season=True), "Games"),
    "season-start": (_copy(season=True, clear=True), "Settings B"),
    "book-restored": (_restored, "Settings"),
    "adopted": (_adopted, "Journal"),
    "claim-held": (_held, "Form Responses A2"),
    "claims-contradict": (_contradict, "Form Responses A3"),
    "claim-no-game": (lambda d: d.report("R7-01", "White won"), "Form Responses A2"),
    "answers-unread": (
        lambda d: d.person.add_tab("Poll", [["Timestamp", "Result"], [d.now.replace(tzinfo=None), "1-0"]]),
        "Poll A2",
    ),
    "stamp-two-ways": (
        lambda d: d.person.add_row(
            "Form Responses", {"Timestamp": "2/11/2026 19:00", "Pairing": "R1-01", "Result": "1-0"}
        ),
        "Form Responses A2",
    ),
    "report-untimed": (lambda d: d.person.add_row("Form Responses", {"Result": "1-0"}), "Form Responses A2"),
    "notice-wording": (
        lambda d: d.set("Notice: null", "{oops}").later(days=8),
        "Settings B",
    ),
    "message": (
        lambda d: d.person.add_row(
            "Form Responses", {"Timestamp": d.now.replace(tzinfo=None), "Message to the director": "I am away"}
        ),
        "Form Responses A2",
    ),
    "private-text": (lambda d: d.type("Players", "Ada", "Note", "ada@example.org"), "Players I2"),
    "waits-for-publish": (lambda d: d.set("Publish", "R1").results("R1"), "Settings B"),
    "finished": (_finish, "Ladder"),
    "own-tab": (lambda d: d.person.rename_tab("Why", "Reasons") or d.person.add_tab("Why", [["mine"]]), "Why"),
    "own-tab-unread": (
        lambda d: d.person.rename_tab("Rounds", "Runden") or d.person.add_tab("Rounds", [["mine"]]),
        "Rounds",
    ),
    "waits": (lambda d: d.type("Games", "R1-01", "White", "Ben"), "Games"),
}
ELSEWHERE = {
    "no-players",
    "not-yes-no", "not-a-number", "not-money", "money-decimals", "not-started", "lost-formula", "merged-cells", "lot-bad", "lot-late", "game-found", "contact-missing",
    "answers-unreachable", "answers-not-ours", "answers-unnamed", "mirror-unreachable", "mirror-not-ours",
    "in-bin", "view-protected", "view-table", "view-full", "view-refused",  # tests/advice, tests/google/test_dead_ends
    "link-not-allowed", "clock-unreadable", "notice-waits", "notice-lost",
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(CASES))
def test_a_mistake_is_a_problem_with_its_cell_and_the_rest_goes_on(code: str) -> None:
    """The problem stands in the Problems tab with its address and wording; the pass ends and a second one is quiet."""
    d = desk(started=True)
    damage, where = CASES[code]
    damage(d)
    d.sync()
    problem = d.problem(code)
    assert str(problem.at).startswith(where), str(problem.at)
    wrong, advice, _ = d.says(problem).split(" | ")
    assert wrong
    assert advice
    assert "{" not in d.says(problem).replace("{oops", "")
    shown = d.shown("Problems")
    assert any(wrong in row for row in shown), shown
    d.settle()
    if CATALOGUE[code].urgency is not Urgency.STOP and code not in ("finished", "waits-for-publish", "journal-damaged"):
        assert d.last.decided.answer is not None
        assert d.last.decided.answer.state == "running"


def test_every_code_of_the_catalogue_is_provoked() -> None:
    """A code without a case is a message nobody has read."""
    assert set(CASES) | ELSEWHERE == set(CATALOGUE)
    assert not set(CASES) & ELSEWHERE


# what stands in a line of Decisions -> what is said of it
LINES: dict[tuple[str, str, str], str] = {
    ("Pair", "soon", "Ada ; Ben"): "“soon” in About is no round and no game",
    ("Pair", "R2", "Ada, Ben"): "the names in Value need a ; between them",
    ("Pair", "R2", "Ada vs. Ben"): "the names in Value need a ; between them",
    ("Pair", "R2", "Ada ; Bne"): "Did you mean “Ben”?",
    ("Contacted", "R1-07", "Ada"): "there is no game R1-07",
    ("Contacted", "Adda", ""): "“Adda” in About is no round and no game",
    ("Refuse claim", "R6-01", ""): "there is no game R6-01",
    ("Additional rounds", "", "-1"): "“-1” in Value is not a whole number from 1 on",
    ("Additional rounds", "", "0"): "“0” in Value is not a whole number from 1 on",
    ("Champion", "", "Ada"): "no Final is being played that “Ada” could win",
    ("Byee", "R2", "Ada"): "Did you mean “Bye”?",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_decisions_that_cannot_count_is_told_of_once(line: tuple[str, str, str]) -> None:
    """No line is passed over in silence, and none has two messages that say different things."""
    d = desk(started=True).decide(*line)
    d.sync()
    told = [d.says(p) for p in d.problems if p.at.tab == "Decisions"]
    assert len(told) == 1, told
    assert LINES[line] in told[0]


@pytest.mark.parametrize("about", ["R2", "r2", "2", 2, "Round 2", "round2"])
def test_a_round_may_be_named_in_words(about: Cell) -> None:
    """A bare number is a round where there is one section; the pair typed for it is drafted."""
    d = desk(started=True)
    d.person.add_row("Decisions", {"Decision": "Pair", "About": about, "Value": "Ada ; Eva"})
    d.results("R1").settle()
    assert {"Ada", "Eva"} in [{g.white, g.black} for g in d.games() if g.id.startswith("R2-")]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("If the TD does not answer", "soon"), ("If the TD does not answer", -3), ("Publish", "next one"),
        ("Days per game", 0), ("Rounds", 0), ("Site patience", 1), ("Time zone", "GMT+1"),
    ],
)  # fmt: skip
def test_a_setting_that_says_nothing_is_told_of(name: str, typed: Cell) -> None:
    """Each names its cell and what may stand there; GMT+1 would be read the other way round by half the world."""
    d = desk(started=True).set(name, typed)
    d.sync()
    cell = f"Settings B{d.person.row_of('Settings', 'Setting', name)}"
    assert [d.says(p) for p in d.problems if str(p.at).startswith(cell)], d.codes()


def test_another_zone_for_the_event_changes_no_recorded_cell() -> None:
    """One note about the setting; the cells that say when a round was announced are nobody's doing and stay."""
    d = desk(started=True)
    d.set("Time zone", "Asia/Tokyo").settle()
    assert d.codes() == ["zone-anew"]
    d.type("Games", "R1-01", "Announced", "yesterday").settle()
    assert sorted(d.codes()) == ["recorded-changed", "zone-anew"]
    d.set("Time zone", "Europe/Berlin").settle()
    assert d.codes() == ["recorded-changed"]


def test_publish_that_names_no_round_lets_none_go_out() -> None:
    """Better none than one too many; a bare number is a round."""
    d = desk(started=True).set("Publish", "the next").results("R1")
    d.settle()
    assert d.rounds() == ["R1"]
    d.set("Publish", 2).settle()
    assert d.rounds() == ["R1", "R2"]
    assert d.codes() == []


@pytest.mark.parametrize(("heading", "stops"), [("Note", False), ("Deadline", True)])
def test_what_a_lost_heading_stops_is_said_as_it_is(heading: str, stops: bool) -> None:
    """Without the column of notes rounds go out; without deadlines they do not. The message says which."""
    d = desk(started=True)
    d.person.type_at("Games", {"Note": "M1", "Deadline": "L1"}[heading], "mine")
    d.results("R1").settle()
    assert ("no round is published" in d.says(d.problem("heading-missing"))) is stops
    assert d.rounds() == (["R1"] if stops else ["R1", "R2"])


def test_games_that_wait_for_the_same_thing_are_one_line() -> None:
    """A heading lost over a whole tab freezes every game: one line says it for all of them."""
    d = desk(started=True)
    d.person.type_at("Games", "A1", "mine")
    d.settle()
    assert d.codes() == ["heading-missing"]


def test_a_final_that_stands_still_is_told_of_once() -> None:
    """By what ends it, not a second time as something waited for."""
    d = desk((("Ada", 2000), ("Ben", 1900)), started=True, Rounds=1)
    d.results("R1").settle()
    d.later(days=8).settle()
    d.later(days=8).settle()
    assert [c for c in d.codes() if c != "contact"] == ["final-stopped"]


STARTED: dict[str, Callable[[], Desk]] = {
    "ladder": books.ladder, "swiss": books.swiss, "pente": books.pente, "hastings": books.hastings,
    "grand-chess-tour": books.tour,
}  # fmt: skip


@pytest.mark.parametrize("format_name", formats())
def test_a_report_that_needs_the_director_is_told_of_once(format_name: str) -> None:
    """At its line of the form: not again as its game, nor as what the next round waits for."""
    d = STARTED[format_name]()
    game, before = d.open_games()[0], d.codes()
    d.later(minutes=5).report(game, "White maybe").settle()
    assert [c for c in d.codes() if c not in before] == ["claim-held"]
    assert str(d.problem("claim-held").at) == "Form Responses A2"
    d.decide("Refuse claim", game).settle()
    assert not {"claim-held", "game-held", "waits"} & set(d.codes())


def test_a_report_says_how_its_game_ends_where_nobody_acts() -> None:
    """The moment, as the engine knows it."""
    d = desk(started=True, If_the_TD_does_not_answer="2")
    d.later(days=6).report("R1-01", "White maybe", "Cem").settle()
    assert "At Thu 12 Nov 2026, 18:00 CET the game is Null." in d.says(d.problem("claim-held"))


def test_not_started_is_said_before_the_start() -> None:
    """Nothing is published before Start, and Problems says so."""
    d = desk()
    assert d.problem("not-started").at.column == "Value"


def test_yes_or_no_is_asked_for() -> None:
    """A box that holds neither."""
    d = desk(format="pente")
    d.type("Players", "Ada", "Wants A", "perhaps").sync()
    assert d.problem("not-yes-no").at.column == "Wants A"


@pytest.mark.parametrize(("answer", "code"), [("other", "lot-late"), ("nobody", "lot-bad")])
def test_lots_typed_wrongly_or_too_late(answer: str, code: str) -> None:
    """A lot that is no answer, or comes after something was published on it."""
    d = desk(format="swiss").start()
    _lot(d, answer)
    d.sync()
    assert d.problem(code).at.tab == "Lots"


def test_what_the_shell_found_is_told() -> None:
    """A game found at a chess site, and a worker without a contact, are problems like any other."""
    d = desk(started=True)
    note = ("proposed", "R1-01", {"says": "1-0", "link": "https://lichess.org/abcdefgh", "players": ["Ada", "Ben"]}, "")
    contact = (Problem("contact-missing", At("Settings")),)
    outside = Outside("shell", "seed", notes=(note,), problems=contact)
    decided = decide(d.backend.read(), engine_of("ladder"), d.now, outside)
    assert {"game-found", "contact-missing"} <= {p.code for p in decided.problems}


def test_merged_cells_and_lost_formulas_in_a_file(tmp_path: Path) -> None:
    """Merged cells are told of; a formula without a value that can be read as well, each with its address."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, lazy=True)
    book = load_workbook(path)
    book["Players"].merge_cells("A5:B5")
    book["Players"]["D2"] = "=1000+900"
    book.save(path)
    done = d.sync()
    found = {p.code: str(p.at) for p in done.decided.problems}
    assert found["merged-cells"] == "Players A5"
    assert found["lost-formula"].startswith("Players D2")


def test_a_line_that_holds_only_a_formula_without_a_value_is_told_of(tmp_path: Path) -> None:
    """A line that looks empty may be a name or a decision nobody can read: each is told of with its address."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, lazy=True)
    book = load_workbook(path)
    book["Players"]["A9"] = '="Zed"&"x"'
    book["Decisions"]["A3"] = '="Pa"&"ir"'
    book["Players"]["Z12"] = "=1+1"  # a column of one's own is nobody's business
    book.save(path)
    told = [str(p.at) for p in d.sync().decided.problems if p.code == "lost-formula"]
    assert sorted(told) == ["Decisions A3 (Decision)", "Players A9 (Player)"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_names(name: str) -> None:
    """Spaces, emoji, right-to-left letters, numbers, words of ours and formulas: a name stays the name it is."""
    d = desk((("Ada", 2000), (name, 1900), ("Ben", 1800)), started=True)
    d.results("R1").settle()
    shown = [p for _, p in d.table("Ladder", "Position", "Player")]
    assert " ".join(name.split()) in shown, shown
    assert not {"player-gone", "maybe-renamed", "unknown-player"} & set(d.codes())
    assert len(d.rounds()) == 2


@pytest.mark.parametrize("typed", [7, 1e5, True, 2.5, datetime(2026, 5, 12)])
def test_a_name_typed_as_something_else_is_read_as_it_is_shown(typed: Cell) -> None:
    """A number, a box or a date in the Player column is somebody's name."""
    d = desk(FIVE_WITHOUT_NAMES)
    d.person.type_at("Players", "A2", typed)
    d.start()
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]


FIVE_WITHOUT_NAMES = (("Zoe", 2000), ("Ben", 1900), ("Cem", 1800))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("1-0", "1-0"), ("1–0", "1-0"), ("0 — 1", "0-1"), ("½-½", "1/2-1/2"), ("0.5-0.5", "1/2-1/2"), ("Draw", "1/2-1/2"),
        ("1:0", "1-0"), ("null", "Null"), ("1-0f", "1-0F"), ("1-0 F", "1-0F"), ("VOID", "Void"), (" 1 - 0 ", "1-0"),
    ],
)  # fmt: skip
def test_results_as_people_type_them(typed: str, means: str) -> None:
    """Dashes, halves, spaces and case are forgiven."""
    d = desk(started=True, Publish="R1")
    d.result("R1-01", typed).settle()
    assert d.outcome("R1-01") == means


@pytest.mark.parametrize(
    "typed", ["2-1", "won", "yes", 1, 0.5, True, "1-1", "1-0-0", "#VALUE!", "10", datetime(2026, 1, 2)]
)
def test_what_is_no_result_leaves_the_game_as_it_was(typed: Cell) -> None:
    """A word that cannot be read takes nothing back: what was typed before goes on counting, pass after pass."""
    d = desk(started=True, Publish="R1")
    d.result("R1-01", "0-1").settle()
    d.result("R1-01", typed).settle()
    assert d.outcome("R1-01") == "0-1"
    d.later(hours=1).sync()
    assert d.outcome("R1-01") == "0-1"
    assert {"bad-result", "result-is-a-date"} & set(d.codes())
    d.result("R1-01", "1-0").settle()
    assert d.outcome("R1-01") == "1-0"


@pytest.mark.parametrize(
    ("tab", "heading"),
    [("Games", "Game"), ("Games", "White"), ("Games", "Result"), ("Rounds", "Round"), ("Players", "Player"),
     ("Players", "Status"), ("Settings", "Setting"), ("Settings", "Value"), ("Decisions", "Decision"),
     ("Decisions", "About")],
)  # fmt: skip
def test_a_renamed_heading_holds_rounds_and_changes_nothing_else(tab: str, heading: str) -> None:
    """What stood in the column goes on counting as last seen, nothing is published, no row comes back twice."""
    d = desk(started=True)
    d.result("R1-01", "0-1").decide("Keep apart", "", "Ada ; Eva").status("Dov", "Disqualified").settle()
    rows, views = len(d.shown("Games")), d.views("Problems", "Why")
    d.person.type(tab, heading, d.person.heading_row(tab, heading), "Überschrift")
    d.settle()
    d.later(minutes=5).settle()
    assert d.problem("heading-missing").facts["heading"] == heading
    assert len(d.shown("Games")) == rows
    if heading != "Game":  # without their ids games are frozen: an open one is not even Null
        assert d.views("Problems", "Why") == views
    d.person.type(tab, "Überschrift", d.person.heading_row(tab, "Überschrift"), heading)
    d.settle()
    assert d.views("Problems", "Why") == views
    assert "heading-missing" not in d.codes()
    assert not [line for line in d.shown("Journal") if line[2] in ("missing", "decision-gone")]


@pytest.mark.parametrize("tab", ["Games", "Players", "Settings", "Rounds", "Journal", "Ladder", "Status"])
def test_a_renamed_hidden_or_moved_tab_is_found(tab: str) -> None:
    """Its key or its headings tell; nothing is made twice."""
    d = desk(started=True)
    d.person.rename_tab(tab, "Etwas anderes")
    d.person.hide_tab("Etwas anderes")
    d.person.move_tab("Etwas anderes", 0)
    d.results("R1") if tab not in ("Games", "Journal", "Status") else d.later(hours=7)
    titles = d.person.titles()
    d.settle()
    assert d.person.titles() == titles
    assert not d.last.decided.stopped


def test_columns_moved_and_inserted_change_nothing() -> None:
    """Columns are found by heading; extra ones are left alone."""
    d = desk(started=True)
    d.person.insert_column("Games", 0, "Mine")
    d.person.move_column("Games", "Result", 1)
    d.person.insert_column("Players", 1, "Club")
    d.person.insert_column("Settings", 0)
    d.person.insert_column("Journal", 2, "eh")
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]
    assert not d.last.decided.stopped


def test_fifty_thousand_blank_rows_are_nothing() -> None:
    """Blank cells far down are no rows."""
    d = desk(started=True)
    for name in ("Players", "Games", "Decisions"):
        d.book.by_title(name).put(50_000, 3, " ")  # type: ignore[union-attr]
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]


def test_a_foreign_or_corrupt_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    """No crash, one plain line, not a byte changed."""
    from openpyxl import Workbook

    from sync.backends.base import BackendError

    foreign = tmp_path / "foreign.xlsx"
    Workbook().save(foreign)
    corrupt = tmp_path / "corrupt.xlsx"
    corrupt.write_bytes(b"PK\x03\x04 and then nothing")
    for path, kind in ((foreign, NotABook), (corrupt, BackendError)):
        before = path.read_bytes()
        with pytest.raises(kind):
            run_pass(XlsxBackend(path), lambda: datetime(2026, 11, 2).astimezone())
        assert path.read_bytes() == before
