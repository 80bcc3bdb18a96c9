"""The other doors: hostile workbook files, exports, texts as long as a cell holds, times and numbers beyond reason."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from rules.model import Noticed
from rules.parts.ids import parse_ref
from rules.parts.numerals import days_in, leading, whole
from rules.parts.record import WITHDRAWN
from rules.registry import engine_of, formats
from rules.sheet import Kind
from sync.backends.base import Refused, Unreachable
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from sync.kinds import Misread, in_zone, read_cell, read_moment
from sync.making.create import create
from sync.making.export import _csv, as_page, public_tables
from sync.running.once import run_pass
from sync.running.service import exported
from tests.backends.people import MemoryPerson
from tests.sync.desk import Desk, desk, fill

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 2, 18, tzinfo=BERLIN)
END = b"</sheetData>"


def _with_cell(data: bytes, cell: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, part.replace(END, cell + END) if name == "xl/worksheets/sheet1.xml" else part)
    return out.getvalue()


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', "far out at XFD1048576"),
        (b'<row r="900"><c r="A900" t="s"><v>999999</v></c></row>', "not a workbook that can be read"),
        (
            b'<row r="900"><c r="A900" t="inlineStr"><is><t>' + b"A" * 300_000_001 + b"</t></is></c></row>",
            "000,000 letters",
        ),
        (b"<row", "not a workbook that can be read"),
    ],
)
def test_a_hostile_file_is_refused_in_words(tmp_path: Path, cell: bytes, says: str) -> None:
    """One cell in the last corner would make the reader ask for half a terabyte, a bomb for what it unpacks to."""
    path = tmp_path / "book.xlsx"
    create(XlsxBackend(path), engine_of("ladder"))
    path.write_bytes(_with_cell(path.read_bytes(), cell))
    with pytest.raises(Unreachable, match=says):
        run_pass(XlsxBackend(path), lambda: NOW)


def test_a_cell_in_the_last_row_is_still_read(tmp_path: Path) -> None:
    """Somebody pressed Ctrl and Down before typing: no harm."""
    path = tmp_path / "book.xlsx"
    create(XlsxBackend(path), engine_of("ladder"))
    path.write_bytes(_with_cell(path.read_bytes(), b'<row r="30000"><c r="A30000"><v>1</v></c></row>'))
    assert run_pass(XlsxBackend(path), lambda: NOW).wrote


def test_a_device_is_no_book(tmp_path: Path) -> None:
    """It would be read without end."""
    (tmp_path / "book.xlsx").symlink_to("/dev/zero")
    with pytest.raises(Unreachable, match="device"):
        XlsxBackend(tmp_path / "book.xlsx").read()


@pytest.mark.parametrize("kind", ["csv", "json", "html", "pgn", "trf", "archive"])
def test_an_export_is_never_written_over_a_book(tmp_path: Path, kind: str) -> None:
    """`pairsheet export club.xlsx club.xlsx` is a slip that would cost the event."""
    path = tmp_path / "club.xlsx"
    create(XlsxBackend(path), engine_of("ladder"))
    before = path.read_bytes()
    with pytest.raises(Refused):
        exported(XlsxBackend(path), str(path), path, kind, lambda: NOW)
    assert path.read_bytes() == before


def test_names_are_text_in_every_export() -> None:
    """A name is no formula in a CSV, not even as a heading, and no tag in the page."""
    d = desk((("=1+1", 2000), ("<script>alert(1)</script>", 1900), ("Player", 1800), ("@SUM(A1)", 1700)), started=True)
    tables = public_tables(d.backend.read(), engine_of("ladder"))
    for name, table in tables.items():
        for line in _csv(table).splitlines():
            for value in line.split(","):
                assert not value.strip('"').startswith(("=", "@")), (name, line)
    assert "<script>" not in as_page(tables, "<script>")


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        (Kind.INTEGER, 10**12), (Kind.INTEGER, "9" * 5000), (Kind.NUMBER, float("nan")), (Kind.NUMBER, float("inf")),
        (Kind.NUMBER, "9" * 5000), (Kind.NUMBER, "²"), (Kind.DURATION, "9" * 5000), (Kind.DURATION, "99999999 weeks"),
        (Kind.ROUND_ID, "R" + "9" * 5000), (Kind.ROUND_ID, "R3-02"), (Kind.TEXT, "y" * 40000), (Kind.PLAYERS, "y;" * 9000),
        (Kind.URL, "https://" + "x" * 5000), (Kind.ZONE, "../../etc/passwd"), (Kind.SLOT, "Sunday 24:00"),
    ],
)  # fmt: skip
def test_what_is_beyond_reason_is_not_read(kind: Kind, cell: Cell) -> None:
    """It is said to be unreadable, in a short text."""
    found = read_cell(cell, kind, BERLIN)
    assert isinstance(found, Misread)
    assert len(found.typed) < 70


@pytest.mark.parametrize(
    "cell", [datetime(1, 1, 1), "0001-01-01", "9999-12-31 23:59", datetime(9999, 12, 31), "1900-01-01", -1, 1e300]
)
def test_moments_no_calendar_can_reckon_from_are_not_read(cell: Cell) -> None:
    """Text, day numbers and real dates have the same bounds."""
    assert isinstance(read_moment(cell, BERLIN), Misread)


def test_an_hour_the_clocks_leave_out_is_the_one_after_it() -> None:
    """So that a deadline read back from the record is the same moment in the same words."""
    assert in_zone(datetime(2027, 3, 28, 2, 30), BERLIN).hour == 3


def test_numbers_in_text_are_plain_and_short() -> None:
    """Superscripts and Arabic digits are no numbers, and nothing has more than six digits."""
    assert [whole(t) for t in ("12", " 7 ", "²", "٣", "9" * 7, "")] == [12, 7, None, None, None, None]
    assert [leading(t) for t in ("3 days", "9" * 7, "x")] == [3, None, None]
    assert [days_in(v) for v in (3, "3 days", -1, 10**9, True, None)] == [3, 3, None, 36_500, None, None]
    assert parse_ref("R" + "9" * 7) is None


LONG = "y" * 32_000
FILL: dict[str, Callable[[Desk], object]] = {
    "note": lambda d: [d.type("Games", "R1-01", h, LONG) for h in ("Note", "Game URL", "Result", "Deadline")],
    "decision": lambda d: d.decide("Keep apart", LONG, LONG),
    "unknown decision": lambda d: d.decide(LONG, LONG, LONG),
    "setting": lambda d: d.set("Tournament", LONG),
    "form": lambda d: d.person.add_row(
        "Form Responses",
        dict.fromkeys(("Pairing", "Result", "Your name", "Game URL", "Message to the director", "White"), LONG)
        | {"Timestamp": datetime(2026, 11, 2, 19)},
    ),
    "player": lambda d: d.person.add_row("Players", {"Player": LONG, "Username": LONG, "Also known as": LONG}),
    "name": lambda d: d.type("Games", "R1-01", "White", LONG),
    "wording": lambda d: [d.set(f"Notice: {k}", "{event}" * 140) for k in ("round", "null", "leaver", "reminder")],
}


@pytest.mark.parametrize("what", sorted(FILL))
def test_cells_filled_to_the_brim_never_stop_the_worker(what: str) -> None:
    """Whatever is typed, the lines of the Journal and the views fit into cells, and passes come to rest."""
    d = desk(started=True, Tournament="T" * 1000)
    FILL[what](d)
    d.settle()
    d.later(days=8).settle()
    assert d.last.decided.answer is not None


def test_a_pair_typed_for_a_published_game_changes_nothing() -> None:
    """The names are changed in Games, where it is checked that nobody plays twice."""
    d = desk(started=True)
    before = [(g.white, g.black) for g in d.games()]
    for value in ("Ada ; Eva", "Ada", ";", "Ada ; Ada", "Nobody ; Eva"):
        d.decide("Pair", "R1-01", value)
    d.settle()
    assert "decision-bad" in d.codes()
    shown = dict(zip([g.id for g in d.games()], before, strict=True))
    assert d.table("Pairings", "Game", "White", "Black")[0][1:] == (shown["R1-01"][0], str(shown["R1-01"][1]))


def test_a_knock_out_game_made_a_bye_lets_white_go_on() -> None:
    """Nobody is asked to play it again without end."""
    d = desk((("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), started=True, format="hastings")
    game = d.open_games()[0]
    d.type("Games", game, "Black", "(bye)").settle()
    assert [g.id for g in d.games()].count(game) == 1
    assert game not in d.open_games()


def test_a_championship_without_players_says_so() -> None:
    """Started with nobody there: somebody is asked."""
    d = desk((), started=True, format="pente")
    assert d.codes() == ["no-players"]


SHAPES = (
    "{}", "[]", "null", '{"fact":{}}', '{"tab":"Games","cells":"x"}', '{"state":"accepted"}', '{"n":{"n":"1/0"}}',
    '{"from":{"t":"0001-01-01T00:00:00+14:00"}}', '{"when":{"t":"x"}}', '{"name":[]}', '{"print":{}}', '{"seed":[]}',
    '{"fact":{"player":1,"section":null,"number":"x"},"why":{"rule":"","code":"x","data":{}}}',
)  # fmt: skip
CELLS: tuple[Cell, ...] = (
    None,
    "x",
    -1,
    0,
    "9" * 5000,
    "0001-01-01T00:00:00+14:00",
    "submission",
    "decided",
    "entry",
    1e300,
)


@pytest.mark.parametrize("format_name", ["ladder", "swiss"])
def test_a_journal_changed_by_hand_is_a_problem_and_no_crash(format_name: str) -> None:
    """Also where the line can be read as such and says what no line of its kind says."""
    dice = random.Random(format_name)
    for _ in range(40):
        d = desk(started=True, format=format_name)
        d.report(d.open_games()[0], "White won", "Ada").status("Eva", "Withdrawn").decide("Keep apart", "", "Ada ; Ben")
        d.settle()
        tab = d.book.by_key("Journal")
        assert tab is not None
        row, column = dice.randrange(1, len(tab.rows)), dice.choice((0, 1, 2, 3, 4, 4, 4, 4))
        tab.rows[row][column] = dice.choice(SHAPES) if column == 4 else dice.choice(CELLS)
        d.sync()
        d.sync()
        assert d.last.decided.stopped or d.last.decided.answer is not None


def test_a_reason_of_another_version_is_shown_as_recorded() -> None:
    """A sentence that was renamed since does not keep an old book from being read."""
    d = desk(started=True)
    tab = d.book.by_key("Journal")
    assert tab is not None
    for row in tab.rows:
        if row[2] == "game":
            row[4] = re.sub(r'"code":"[^"]+"', '"code":"was-called-so"', str(row[4]), count=1)
            row[6] = str(row[6]).partition("#")[0]  # as lines were written before they bore a checksum
    d.settle()
    assert any("was-called-so" in " ".join(row) for row in d.shown("Why"))


def test_names_that_cannot_be_leave_a_game_as_it_was() -> None:
    """Somebody typed into two games of a round: both stay with their players and results, at every pass until mended."""
    d = desk(started=True)
    before = d.table("Pairings", "Game", "White", "Black", "Outcome")
    other = before[1][1]
    d.type("Games", "R1-01", "White", other).result("R1-01", "1-0").settle()
    assert "twice-in-round" in d.codes()
    assert d.table("Pairings", "Game", "White", "Black", "Outcome") == before
    d.type("Games", "R1-02", "White", before[0][1]).settle()  # the second half of the exchange
    now = d.table("Pairings", "Game", "White", "Black", "Outcome")
    assert [row[1] for row in now[:2]] == [other, before[0][1]]
    assert now[0][3] == "1-0"


def test_a_start_is_read_back_as_it_was_written_in_a_file_of_another_zone() -> None:
    """The spreadsheet's own clock is another than the event's: what the worker wrote is no ruling."""
    book = MemoryBook(zone="Asia/Tokyo")
    d = Desk(MemoryBackend(book), MemoryPerson(book), "hastings")
    fill(d, (("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), started=True)
    assert d.games()
    known = d.last.decided.gathered
    assert known is not None
    assert not [x for x in known.ledger.decisions if x.kind == "Start"]


def test_a_round_typed_to_be_taken_back_before_it_is_published_stays() -> None:
    """A word of the director's is about what was there when it was typed."""
    d = desk((("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), format="pente", Lots="drawn")
    for person in ("Ada", "Ben", "Cem", "Dov"):
        d.type("Players", person, "Wants A", True)
    d.decide("Withdraw round", "A-R1").settle()
    d.later(hours=1).start()
    assert "withdraw-too-early" in d.codes()
    assert d.rounds() == ["A-R1"]


@pytest.mark.parametrize("format_name", formats())
def test_a_line_seen_first_in_the_pass_that_publishes_takes_nothing_back(format_name: str) -> None:
    """It was typed before the round was there. Typed again at the very same moment, it is about the round that is."""
    players = (("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700))
    first = {"hastings": "K-R1", "grand-chess-tour": "PAR-R1", "pente": "A-R1"}.get(format_name, "R1")
    d = desk(
        players, format=format_name, Lots="drawn", **({"Events": "PAR"} if format_name == "grand-chess-tour" else {})
    )
    for person, _ in players if format_name == "pente" else ():
        d.type("Players", person, "Wants A", True)
    d.decide("Withdraw round", first).start()
    assert d.rounds().count(first) == 1
    assert "withdraw-too-early" in d.codes()
    d.type("Decisions", "Withdraw round", "Decision", None).settle()
    d.decide("Withdraw round", first).settle()
    assert WITHDRAWN in {r.fact.what for r in d.record() if isinstance(r.fact, Noticed)}
    assert "withdraw-too-early" not in d.codes()


@pytest.mark.parametrize("format_name", formats())
def test_a_mark_in_place_of_the_first_player_is_told(format_name: str) -> None:
    """The game is frozen by it: somebody must be asked, or nothing ever goes on."""
    d = desk((("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), started=True, format=format_name)
    game = d.open_games()[0]
    d.type("Games", game, engine_of(format_name).sheet.first_heading, "(half bye)").settle()
    assert "stands under" in d.says(d.problem("unknown-player"))
