"""The whole command line under a generator of names, files, numbers and environments: no input ends in a traceback.

Every command runs as `pairsheet` does, with a console of its own, in a folder full of odd files. What must hold: it ends
with a documented code, never with 5; nothing like a traceback is printed; whatever is written can be printed there.
`PAIRSHEET_CAMPAIGN` multiplies the number of calls; a seed that failed can be run again by its number.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

from sync.cli import main
from tests.backends.test_xlsx_strict import as_strict
from tests.newcomer.person import Typist, run

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCHES, EACH = 4, 25
CODES = {0, 1, 2, 3, 4, 130}
CONSOLES = ("utf-8", "ascii", "cp1252", "utf-16-le", "iso8859-9")
NUMBERS = (
    "0",
    "-1",
    "7",
    "60",
    "1e3",
    "nan",
    "inf",
    "²",
    "１２",
    "9" * 30,
    "9" * 5000,
    "",
    " ",
    "0x10",
    "1_000",
    "--5",
)
TIMES_OF_DAY = ("18:00", "24:00", "6", "18:00:00", "９:00", "", "noon", "-1:00")
MOMENTS = (
    "2027-01-10 18:00", "9999-12-31", "0001-01-01", "2027-01-10T18:00+14:00", "2027-01-10T18:00-23:59", "10/1/2027", "now", "",
    "2027-03-28 02:30", "2199-12-31 23:59", "2027-02-30", "99999999999-01-01", "2027-01-10 18:00:00.000000001", "1950-01-01",
)  # fmt: skip
SHELF = (
    "fresh.xlsx", "club.xlsx", "strict.xlsx", "half.xlsx", "text.xlsx", "empty.xlsx", "folder.xlsx", "loop.xlsx", "link.xlsx",
    "gone.xlsx", "caf\udce9.xlsx", "Łukasz ½.xlsx", f"{'a' * 245}.xlsx", f"{'a' * 300}.xlsx", "marks.xlsx", "dates.xlsx", "bomb.xlsx",
    "~nobody-at-all/a.xlsx", "below.txt/a.xlsx", "/dev/null.xlsx", "x.ods", "", " ", "-", "https://docs.google.com/spreadsheets/d/x",
    "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde", "http://[::1", "R1", "a\nb.xlsx", "\x1b[31mred.xlsx", "CLUB.XLSX", "./club.xlsx",
)  # fmt: skip
LISTS = (
    "utf8.txt",
    "bom.txt",
    "utf16.txt",
    "utf16be.txt",
    "latin1.txt",
    "nul.txt",
    "empty.txt",
    "gone.txt",
    "folder.xlsx",
    "loop.xlsx",
    "",
)
WHATS = ("R1", "r1-01", "R1-01.9", "Ada Novak", "novak ada", "Ada>Ben", ">", "A>B>C", "bye", "champion", "R" + "9" * 400, "²", "", "\udce9",
         "a" * 5000, "\x00".join("ab")[:1], "finalists", "(bye)", "P1", "Łukasz")  # fmt: skip
REPORTS = (
    "good.trf",
    "cp1250.trf",
    "doubt.trf",
    "login.trf",
    "players.trf",
    "numbers.trf",
    "empty.txt",
    "gone.trf",
    "folder.xlsx",
    "club.xlsx",
    "",
)
OUTS = ("out", "out.json", "x.html", "out.zip", "out.pgn", "out.trf", "club.xlsx", "folder.xlsx", "below.txt/out", "caf\udce9.html", "a" * 300,
        "nowhere/deep/out.json", "/dev/full", "out.csv", "", ".", "~nobody/x.json")  # fmt: skip
ENVIRONMENTS: tuple[dict[str, str | None], ...] = (
    {}, {"HOME": None}, {"HOME": "/nonexistent"}, {"HOME": "rel/ative"}, {"PAIRSHEET_STATE": "below.txt"}, {"PAIRSHEET_STATE": "caf\udce9"},
    {"PAIRSHEET_STATE": "/proc/nothing"}, {"XDG_STATE_HOME": "~nobody"}, {"TZ": "Nowhere/At_all"}, {"TZ": "XST0XDT-1,J1/0,J300/2"},
    {"PAIRSHEET_LOG": "-"}, {"PAIRSHEET_LOG": "folder.xlsx"}, {"PAIRSHEET_LOG": "below.txt/log"}, {"PAIRSHEET_BACKUPS": "many"},
    {"PAIRSHEET_REQUESTS_PER_MINUTE": "9" * 5000}, {"PAIRSHEET_NUDGE_SECRET": "\udce9" * 20}, {"PAIRSHEET_GOOGLE_CREDENTIALS": "utf16.json"},
    {"PAIRSHEET_GOOGLE_CREDENTIALS": "[" * 90_000}, {"PAIRSHEET_GOOGLE_CREDENTIALS": "loop.xlsx"}, {"PAIRSHEET_GOOGLE_CREDENTIALS": "~nobody/k"},
    {"PAIRSHEET_STATE": "spoilt"}, {"COLUMNS": "0"}, {"COLUMNS": "x"}, {"LANG": "C", "LC_ALL": "C"}, {"PAIRSHEET_CONTACT": "\udce9"},
)  # fmt: skip


def call(luck: random.Random) -> list[str]:
    """One command with arguments, mostly near to what people type."""
    pick = luck.choice

    def options(*makers: Callable[[], list[str]]) -> list[str]:
        return [word for maker in makers if luck.random() < 0.35 for word in maker()]

    def book() -> str:
        return pick(SHELF) if luck.random() < 0.7 else pick(("club.xlsx", "fresh.xlsx"))

    at = lambda: ["--at", pick(MOMENTS)]  # noqa: E731  a maker among makers
    kind = pick(
        ("sync", "sync", "sync", "new", "check", "explain", "export", "health", "doctor", "simulate", "demo", "start")
    )
    if kind == "sync":
        books = [f"@{pick(LISTS)}" if luck.random() < 0.4 else book() for _ in range(luck.randint(1, 2))]
        return ["sync", *books, *options(at, lambda: ["--dry-run"], lambda: ["--json"], lambda: ["--nudge-port", pick(NUMBERS)],
                                         lambda: ["--every", pick(NUMBERS[:3] + NUMBERS[4:])] if luck.random() < 0.1 else [],
                                         lambda: ["--daily", pick(TIMES_OF_DAY[1:])])][: 20]  # fmt: skip
    if kind == "new":
        return ["new", pick(("ladder", "swiss", "PENTE", "lader", "", "½")), book(),
                *options(lambda: ["--trf", pick(REPORTS)], lambda: ["--from", book()])]  # fmt: skip
    if kind == "check":
        return ["check", *options(lambda: [book()]), *options(lambda: ["--trf", pick(REPORTS)])]
    if kind == "explain":
        return ["explain", book(), pick(WHATS), *options(at)]
    if kind == "export":
        return [
            "export",
            book(),
            pick(OUTS),
            *options(lambda: ["--as", pick(("TRF", "csv", "html", "zip", "", "pgn", "½"))]),
        ]
    if kind == "health":
        return [
            "health",
            *options(book_of(book), book_of(lambda: f"@{pick(LISTS)}"), lambda: ["--max-age", pick(NUMBERS)]),
        ]
    if kind == "doctor":
        return ["doctor", *options(book_of(book))]
    if kind == "simulate":
        return ["simulate", pick(("ladder", "swiss", "nothing")), "--seasons", pick(("1", "0", "9" * 40)), "--players", pick(("2", "5", *NUMBERS)),
                *options(lambda: ["--seed", pick(NUMBERS)], lambda: ["--spread", pick(NUMBERS)], lambda: ["--draws", pick(NUMBERS)],
                         lambda: ["--set", pick(("Rounds=2", "Rounds=²", "Rounds", "=", "Nothing=1", "Rounds=" + "9" * 5000, "Start=9999-12-31"))],
                         lambda: ["--picture", pick(OUTS)])]  # fmt: skip
    if kind == "demo":
        return ["demo", pick(("club.xlsx", "below.txt", "below.txt/x", "loop.xlsx", "a" * 300, "own"))]
    return [pick(("--version", "--help", "--log", "--debug", "nonsense", "caf\udce9", "")), *options(book_of(book))]


def book_of(name: Callable[[], str]) -> Callable[[], list[str]]:
    """A name as one argument."""
    return lambda: [name()]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of odd files, made once."""
    folder = tmp_path_factory.mktemp("shelf")
    before = Path.cwd()
    os.chdir(folder)
    try:
        _fill(folder)
    finally:
        os.chdir(before)
    return folder


def _fill(folder: Path) -> None:
    run("new", "ladder", "fresh.xlsx")
    shutil.copy("fresh.xlsx", "club.xlsx")
    club = Typist(folder / "club.xlsx")
    with club:
        for name in ("Ada Novak", "Łukasz Wąs", "007", "=1+1", "\U0001f600 Zoë"):
            club.add("Players", Player=name)
        club.setting("Time zone", "Europe/Berlin")
        club.setting("Start", "now")
    data = Path("fresh.xlsx").read_bytes()
    for name in ("caf\udce9.xlsx", "Łukasz ½.xlsx", f"{'a' * 245}.xlsx", "marks.xlsx", "dates.xlsx"):
        Path(name).write_bytes(data)
    Path("strict.xlsx").write_bytes(as_strict(data))
    Path("half.xlsx").write_bytes(data[: len(data) // 2])
    Path("text.xlsx").write_text("Player,Rating\n", encoding="utf-8")
    Path("empty.xlsx").touch()
    Path("folder.xlsx").mkdir()
    Path("own").mkdir()
    shutil.copy("club.xlsx", "own/ladder.xlsx")
    Path("loop.xlsx").symlink_to("loop.xlsx")
    Path("link.xlsx").symlink_to("club.xlsx")
    Path("below.txt").touch()
    Path("marks.xlsx.pairsheet").write_text('{"revision": 1' + "0" * 400 + ', "last_no": 1e999, "sha256": []}')
    _dates_without_values(folder / "dates.xlsx")
    with zipfile.ZipFile("bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("_rels/.rels", b" " * 3_000_000)
    lines = "club.xlsx\n# a line of words\ncaf\u00e9.xlsx\n"
    for name, encoding in (
        ("utf8", "utf-8"),
        ("bom", "utf-8-sig"),
        ("utf16", "utf-16"),
        ("utf16be", "utf-16-be"),
        ("latin1", "latin-1"),
    ):
        Path(f"{name}.txt").write_bytes(lines.encode(encoding))
    Path("nul.txt").write_bytes(b"club.xlsx\n\0\0\0")
    Path("empty.txt").touch()
    Path("utf16.json").write_bytes('{"type": "service_account"}'.encode("utf-16"))
    player = "001    1      Adler, A                          2100 GER                         0.0    1\n"
    Path("good.trf").write_text(player, encoding="utf-8")
    Path("players.trf").write_text(player[:56] + "\n", encoding="utf-8")
    Path("cp1250.trf").write_bytes(player.replace("Adler, A", "Wąs, Łuk").encode("cp1250"))
    Path("doubt.trf").write_bytes(player.replace("Adler, A", "Muñoz, A").replace("GER", "   ").encode("cp1252"))
    Path("login.trf").write_text("<!DOCTYPE html><html><body>Please sign in</body></html>\n", encoding="utf-8")
    Path("numbers.trf").write_text(f"XXR {'9' * 5000}\n142 {'9' * 5000}\nXXZ ²\n{player}", encoding="utf-8")
    for name, text in (
        ("book-1.json", "[" * 50_000),
        ("book-2.json", '{"last": null, "good": null, "failed": 1e999, "code": 0}'),
    ):
        for place in ("spoilt/health", "spoilt/names"):
            Path(place).mkdir(parents=True, exist_ok=True)
            Path(place, name).write_text(text, encoding="utf-8")
    Path("spoilt/sites.json").write_text("[" * 50_000, encoding="utf-8")


def _dates_without_values(path: Path) -> None:
    """Cells that say they hold a day, and hold nothing."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            xml = old.read(part)
            if part.filename.startswith("xl/worksheets/sheet"):
                xml = xml.replace(
                    b"</sheetData>",
                    b'<row r="90"><c r="A90" t="d"/><c r="B90" t="d"><v></v></c><c r="C90" t="d"><v/></c><c r="D90" s="3" t="d"></c></row></sheetData>',
                )
            new.writestr(part, xml)
    path.write_bytes(out.getvalue())


class Ran:
    """A command that ended."""

    def __init__(self, code: object, said: str) -> None:
        self.code, self.said = code, said


def as_typed(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """The command as its entry point runs it, on a console of this encoding that takes nothing else."""
    out, err = io.BytesIO(), io.BytesIO()
    monkeypatch.setattr("sys.argv", ["pairsheet", *words])
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding, "strict", write_through=True))
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(err, encoding, "strict", write_through=True))
    try:
        main()
        code: object = 0
    except SystemExit as ended:
        code = ended.code or 0
    if encoding == "ascii":  # the library for commands takes such a console for one of today's
        encoding = "utf-8"
    return Ran(code, out.getvalue().decode(encoding) + err.getvalue().decode(encoding))


def environment(luck: random.Random, monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """An environment, odd now and then."""
    chosen = luck.choice(ENVIRONMENTS) if luck.random() < 0.6 else {}
    usual: dict[str, str | None] = {
        "PAIRSHEET_STATE": "state",
        "PAIRSHEET_GOOGLE_CREDENTIALS": "{}",
        "HOME": str(Path.cwd()),
    }
    for name, value in {**usual, **chosen}.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    return chosen


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes are not repeated for ever, seasons are not played to the end, nobody is rung up."""
    monkeypatch.setattr("sync.running.worker.Worker.run", lambda self: self.round())
    monkeypatch.setattr("sync.running.nudge.Listener.__enter__", lambda self: self)
    monkeypatch.setattr("sync.running.nudge.Listener.__exit__", lambda self, *_: self._server.server_close())
    monkeypatch.setattr("sync.running.demo.Season.play", lambda *_: sys.exit(0))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seeds", [range(n * EACH * TIMES, (n + 1) * EACH * TIMES) for n in range(BATCHES)], ids=str)
def test_no_input_ends_in_a_traceback(
    shelf: Path, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred calls by default."""
    shutil.copytree(shelf, tmp_path / "shelf", symlinks=True)
    monkeypatch.chdir(tmp_path / "shelf")
    for seed in seeds:
        luck = random.Random(seed)
        words, encoding = call(luck), luck.choice(CONSOLES)
        with monkeypatch.context() as around:
            chosen = environment(luck, around)
            ran = as_typed(words, encoding, around)
        what = f"seed {seed}: {[w[:60] for w in words]} {str(chosen)[:80]} {encoding}: {ran.code} {ran.said[-600:]}"
        assert ran.code in CODES, what
        assert "Traceback" not in ran.said, what
        assert not list(Path().glob("**/faults/*")), what


def test_a_day_without_a_value_is_blank(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`t="d"` and nothing in it: read as blank, and the book is written all the same."""
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    shutil.copy(shelf / "dates.xlsx", tmp_path / "dates.xlsx")
    said = run("sync", str(tmp_path / "dates.xlsx"))
    assert said.exit_code == 1, said.output
    assert "Written" in said.output
    assert load_workbook(tmp_path / "dates.xlsx")["Players"]["A90"].value is None


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_console_that_lacks_a_letter_shows_an_escape(shelf: Path, encoding: str, tmp_path: Path) -> None:
    """The real command: the bye of Łukasz is told, with what the console has."""
    shutil.copy(shelf / "club.xlsx", tmp_path / "Łukasz ½.xlsx")
    env = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "PAIRSHEET_STATE": str(tmp_path / "state"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    words = [sys.executable, "-m", "sync", "sync", "Łukasz ½.xlsx", "gone Łukasz.xlsx"]
    ran = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, timeout=120, check=False)
    assert ran.returncode == 3, ran.stderr
    assert b"\\u0141ukasz" in ran.stdout
    assert b"\\u0141ukasz" in ran.stderr
    assert (b"\xbd.xlsx: Written" in ran.stdout) == (encoding == "cp1252")
    assert b"Traceback" not in ran.stderr


def test_a_list_of_books_may_be_saved_in_many_ways(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mark of byte order, UTF-16, ends of lines of every kind: both books are passed over. Latin-1 is wrong use."""
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    for name in ("base.xlsx", "größe.xlsx"):
        shutil.copy(shelf / "fresh.xlsx", name)
    text = "base.xlsx\r\ngröße.xlsx\r\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        Path("books.txt").write_bytes(text.encode(encoding))
        said = run("sync", "@books.txt", "--dry-run")
        assert said.exit_code == 1, (encoding, said.output)
        assert "base.xlsx: " in said.stdout
        assert "größe.xlsx: " in said.stdout
    Path("books.txt").write_bytes(text.encode("latin-1"))
    said = run("sync", "@books.txt")
    assert said.exit_code == 2
    assert said.output == "books.txt: line 2 is not UTF-8: save the file as UTF-8\n"


def test_a_picture_into_nowhere_is_refused_before_a_season_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Seen: all seasons were played, then a traceback."""
    monkeypatch.setattr("sync.making.simulate.play_season", lambda *_: pytest.fail("a season was played"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    for place in ("nowhere/p.png", "folder.png", "p", "p.docx", "a" * 300 + ".png"):
        said = run("simulate", "ladder", "--seasons", "2", "--picture", place)
        assert said.exit_code == 2, (place, said.output)
        assert said.output.count("\n") == 1
