"""A fault of our own in one book: the others are passed over, the exit code tells, the report tells nothing private."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.cli import main
from sync.running import once
from sync.running.faults import keep, place_of, report_text
from tests.newcomer.person import run

SECRET = "Ada Novak https://docs.google.com/spreadsheets/d/secret"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book nobody has passed over yet."""
    path = tmp_path_factory.mktemp("fresh") / "book.xlsx"
    assert run("new", "ladder", str(path)).exit_code == 0
    return path


@pytest.fixture
def home(tmp_path: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three books; deciding the second one meets a fault."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    for name in ("one.xlsx", "two.xlsx", "three.xlsx"):
        shutil.copy(fresh, name)
    sound = once.run_pass

    def faulty(backend: once.Backend, *more: object, **named: object) -> once.Pass:
        if backend.address == "two.xlsx":
            raise KeyError(SECRET)
        return sound(backend, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("sync.running.service.run_pass", faulty)
    return tmp_path


def test_a_fault_in_one_book_stops_no_other_and_alarms(home: Path) -> None:
    """One pass over three books: 5 is the code, the third is passed over, the line names the report."""
    said = run("sync", "one.xlsx", "two.xlsx", "three.xlsx")
    assert said.exit_code == 5
    told = [line.split(":")[0] for line in said.stdout.splitlines() if not line.startswith(" ")]
    assert told == ["one.xlsx", "three.xlsx"]
    assert "two.xlsx: A fault of Pairsheet ended this pass: KeyError" in said.stderr
    (report,) = (home / "state" / "faults").iterdir()
    assert str(report) in said.stderr
    assert "Traceback" not in said.output


def test_the_report_holds_nothing_of_the_sheet(home: Path) -> None:
    """Places in the code, versions and the command: neither the text of the error nor the name or path of a book."""
    run("sync", "two.xlsx")
    (report,) = (home / "state" / "faults").iterdir()
    text = report.read_text(encoding="utf-8")
    assert "KeyError" in text
    assert "sync/running/service.py:" in text
    assert "pairsheet 0." in text
    for private in ("Ada", "docs.google", "secret", "two.xlsx", str(home)):
        assert private not in text


def test_health_says_fault_until_a_pass_went_well(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A good pass a minute ago does not hide it."""
    sound = once.run_pass
    monkeypatch.setattr("sync.running.service.run_pass", sound)
    run("sync", "two.xlsx")
    assert run("health", "two.xlsx").exit_code == 0

    def faulty(*_: object, **__: object) -> once.Pass:
        raise ZeroDivisionError

    monkeypatch.setattr("sync.running.service.run_pass", faulty)
    run("sync", "two.xlsx")
    said = run("health", "two.xlsx")
    assert said.exit_code == 3
    assert said.output.startswith("fault two.xlsx last_good=2")
    (report,) = (home / "state" / "faults").iterdir()
    assert "code=5 id=book-" in said.output
    assert f"report={report.name}" in said.output
    monkeypatch.setattr("sync.running.service.run_pass", sound)
    run("sync", "two.xlsx")
    assert run("health", "two.xlsx").output.startswith("ok two.xlsx")


@pytest.mark.usefixtures("home")
def test_a_fault_in_a_line_of_json() -> None:
    """A program reads it too; one object a book."""
    said = run("sync", "two.xlsx", "three.xlsx", "--json")
    bodies = [json.loads(line) for line in said.stdout.splitlines()]
    assert [b["book"] for b in bodies] == ["two.xlsx", "three.xlsx"]
    assert "fault" in bodies[0]["error"]
    assert said.exit_code == 5


@pytest.mark.usefixtures("home")
def test_a_fault_of_any_command_ends_with_five(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only passes: no command ends in a traceback."""

    def faulty(*_: object, **__: object) -> object:
        raise AttributeError(SECRET)

    monkeypatch.setattr("sync.running.service.explained", faulty)
    monkeypatch.setattr("sys.argv", ["pairsheet", "explain", "one.xlsx", "R1"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 5
    said = capsys.readouterr().err
    assert said.startswith("A fault of Pairsheet ended this command: AttributeError")
    assert "Ada" not in said


@pytest.mark.usefixtures("home")
def test_a_full_disk_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system refuses is told as it says it: code 3, no report."""

    def refused(*_: object, **__: object) -> once.Pass:
        raise OSError(28, "No space left on device", "state")

    monkeypatch.setattr("sync.running.service.run_pass", refused)
    said = run("sync", "one.xlsx")
    assert said.exit_code == 3
    assert said.stderr == "state: No space left on device.\n"


def test_the_same_fault_has_one_report(tmp_path: Path) -> None:
    """A worker that meets it each minute fills no disk; another fault has another one."""
    found = set()
    for number in range(6):
        try:
            [1][7 if number % 2 else number // 9 + 1]
        except IndexError as fault:
            found.add(keep(fault, datetime(2026, 12, 1, number, tzinfo=UTC), "sync", tmp_path))
    assert len(found) == 1
    assert len(list((tmp_path / "faults").iterdir())) == 1


def test_a_fault_without_end_has_a_short_report() -> None:
    """A recursion of a thousand places is told by its first and its last ones, with what it came from."""

    def deeper(number: int) -> int:
        return deeper(number + 1)

    def fails() -> None:
        try:
            deeper(0)
        except RecursionError as deep:
            raise ValueError(SECRET) from deep

    with pytest.raises(ValueError, match="Ada") as met:
        fails()
    text = report_text(met.value, datetime(2026, 12, 1, tzinfo=UTC), "sync")
    assert place_of(met.value).startswith("ValueError in tests/running/test_faults.py:")
    assert "places left out" in text
    assert len(text.splitlines()) < 90
    assert "Ada" not in text


def test_where_the_state_takes_no_file_the_report_lies_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is a file: the temporary one serves; and where nothing does, that is said."""
    (tmp_path / "state").write_text("")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    kept = keep(KeyError("x"), datetime(2026, 12, 1, tzinfo=UTC), "sync", tmp_path / "state")
    assert kept is not None
    assert kept.parent == tmp_path
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "state"))
    assert keep(KeyError("x"), datetime(2026, 12, 1, tzinfo=UTC), "sync", tmp_path / "state") is None


def test_the_log_has_a_line_a_pass_and_nothing_private(home: Path) -> None:
    """Fingerprint, code, seconds, numbers: no name of a book or of a person."""
    run("--log", "log/pairsheet.log", "sync", "one.xlsx", "two.xlsx")
    text = (home / "log" / "pairsheet.log").read_text(encoding="utf-8")
    first, second = text.splitlines()
    assert "INFO pairsheet book-" in first
    assert "code=1" in first
    assert "problems=" in first
    assert "wrote=yes" in first
    assert "ERROR pairsheet book-" in second
    assert "code=5" in second
    assert "xlsx" not in text
    assert "Ada" not in text


@pytest.mark.usefixtures("home")
def test_debug_shows_the_traceback_to_whoever_asks_for_it() -> None:
    """And only then."""
    said = run("--debug", "sync", "two.xlsx")
    assert "Traceback" in said.stderr
    assert "KeyError" in said.stderr
    assert "Traceback" not in run("sync", "two.xlsx").output


def test_a_log_into_nowhere_is_wrong_use(home: Path) -> None:
    """Said before anything is done."""
    (home / "file").write_text("")
    said = run("--log", "file/log", "sync", "one.xlsx")
    assert said.exit_code == 2
    assert said.stderr.startswith("--log file/log: ")
