"""Several books in files: each pass runs in a child with limits, and the book that runs over is set aside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.backends.base import BackendError
from sync.running import child
from sync.running.child import FIRST_PAUSE, LONGEST_PAUSE, Limits, Passes, RanOver, SetAside
from sync.running.worker import Report, Told, report_of
from tests.newcomer.person import run

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def passes_of_a_fake(word: str) -> Callable[[str], Report]:
    """Runs in the child: books that hang, die, want all memory, or are passed over."""
    seen: list[str] = []

    def fake(book: str) -> Report:
        seen.append(book)
        if book == "hangs.xlsx":
            while True:
                pass
        if book == "dies.xlsx":
            os._exit(9)
        if book == "eats.xlsx":
            return report_of(book, lambda _: bytearray(1 << 42) and None)  # type: ignore[arg-type, return-value]
        return Report(book, NOON, None, told=Told(f"{word} {len(seen)}", "", ""))

    return fake


@pytest.fixture
def passes() -> Iterator[Callable[[float], Passes]]:
    """Passes in a child with so many seconds for each; the child ends with the test."""
    made: list[Passes] = []

    def make(seconds: float) -> Passes:
        made.append(Passes(passes_of_a_fake, ("pass",), Limits(seconds, 0)))
        return made[-1]

    yield make
    for one in made:
        one.end()


def test_a_book_that_hangs_is_ended_and_told_of(passes: Callable[[float], Passes]) -> None:
    """It is killed, and code 3 says why."""
    report = report_of("hangs.xlsx", passes(0.2))
    assert report.code == 3
    assert report.error == "The pass over hangs.xlsx took longer than 0.2 seconds and was ended."


def test_after_a_child_that_died_the_next_book_gets_a_new_one(passes: Callable[[float], Passes]) -> None:
    """One child serves all books and remembers; one that died takes only its own memory along."""
    there = passes(300)
    said = [there(book).told for book in ("one.xlsx", "two.xlsx")]
    assert [told.out for told in said if told] == ["pass 1", "pass 2"]
    eats = there("eats.xlsx")
    assert (eats.code, eats.error) == (3, "The pass needs more memory than it may have.")
    with pytest.raises(RanOver, match="died, perhaps for want of memory"):
        there("dies.xlsx")
    told = there("one.xlsx").told
    assert told is not None
    assert told.out == "pass 1"


def test_a_book_set_aside_is_tried_again_later_each_time_and_at_once_when_saved(tmp_path: Path) -> None:
    """Five minutes, ten, twenty, up to six hours."""
    now = [0.0]
    aside = SetAside(lambda: now[0])
    book = tmp_path / "club.xlsx"
    book.write_bytes(b"x")
    name = str(book)
    assert aside.may(name)
    assert aside.ran_over(name) == FIRST_PAUSE
    assert not aside.may(name)
    now[0] += FIRST_PAUSE
    assert aside.may(name)
    assert [aside.ran_over(name) for _ in range(8)][-1] == LONGEST_PAUSE
    assert not aside.may(name)
    book.write_bytes(b"mended")
    assert aside.may(name)
    aside.went_well(name)
    assert aside.ran_over(name) == FIRST_PAUSE


@pytest.mark.parametrize(
    ("typed", "limits"), [("", Limits()), ("0", Limits(0)), ("30", Limits(30)), ("30 500", Limits(30, 500))]
)
def test_the_setting_of_the_operator(typed: str, limits: Limits) -> None:
    """Seconds and megabytes."""
    assert Limits.of(typed) == limits


@pytest.mark.parametrize("typed", ["-1", "ten", "1 2 3", "²", "9" * 5_000])
def test_a_slip_in_the_setting_is_told(typed: str) -> None:
    """In one line."""
    with pytest.raises(BackendError, match="PAIRSHEET_LIMITS"):
        Limits.of(typed)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two books, and limits as on an operator's machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PAIRSHEET_LIMITS", "300 0")
    assert run("new", "ladder", "one.xlsx").exit_code == 0
    shutil.copy("one.xlsx", "two.xlsx")


@pytest.mark.usefixtures("home")
def test_the_command_says_the_same_of_passes_in_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, codes, health: what another process did is told as if it were done here."""
    there = run("sync", "one.xlsx", "two.xlsx", "none.xlsx", "--dry-run")
    monkeypatch.setenv("PAIRSHEET_LIMITS", "0")
    here = run("sync", "one.xlsx", "two.xlsx", "none.xlsx", "--dry-run")
    assert (there.exit_code, there.stdout, there.stderr) == (here.exit_code, here.stdout, here.stderr)
    assert there.exit_code == 3


@pytest.mark.usefixtures("home")
def test_a_book_that_runs_over_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says why and for how long, health notes it, and the others are passed over."""

    class Hung(Passes):
        def __call__(self, book: str) -> Report:
            if book == "one.xlsx":
                raise RanOver("The pass over one.xlsx took longer than 300 seconds and was ended.")
            return Report(book, datetime.now(UTC), None, told=Told(f"{book}: Written.", "", ""))

    monkeypatch.setattr(child, "Passes", Hung)
    said = run("sync", "one.xlsx", "two.xlsx")
    assert said.exit_code == 3
    assert said.stdout == "two.xlsx: Written.\n"
    assert "one.xlsx: The pass over one.xlsx took longer than 300 seconds" in said.stderr
    assert "set aside for 5 minutes" in said.stderr
    health = run("health", "one.xlsx", "two.xlsx")
    assert [line.split()[0] for line in health.stdout.splitlines()] == ["stale", "ok"]


@pytest.mark.usefixtures("home")
def test_the_command_ends_with_its_child() -> None:
    """As people run it, in a process of its own: the child does not keep it from ending."""
    command = [sys.executable, "-m", "sync", "sync", "one.xlsx", "two.xlsx"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert ended.returncode in (0, 1), ended.stderr
    assert [line.split(":")[0] for line in ended.stdout.splitlines() if not line.startswith(" ")] == [
        "one.xlsx",
        "two.xlsx",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="this system sets no limits on a process")
def test_memory_is_bounded_where_the_system_can() -> None:
    """The limit is the system's own."""
    import resource

    code = "from sync.running.child import bound_memory as b; b(4000); import resource as r; print(r.getrlimit(r.RLIMIT_AS))"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert said.strip() == str((4000 << 20, 4000 << 20))
    assert resource.getrlimit(resource.RLIMIT_AS) != (4000 << 20, 4000 << 20)
