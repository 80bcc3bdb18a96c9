"""The health line: what it tells a monitor, and what it keeps to itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.running.health import FOLDER, healths, label, note, verdict
from sync.running.once import Pass
from sync.running.worker import Report

BOOK = "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde/edit"
NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
DONE = Pass.__new__(Pass)  # only that there was one matters


def report(at: datetime, code: int = 0, book: str = BOOK) -> Report:
    """A pass that went well for the codes 0 and 1."""
    return Report(book, at, DONE if code in (0, 1) else None, "" if code in (0, 1) else f"Ada's {book} is gone", code)


def test_a_good_pass_is_well_until_it_is_too_old(tmp_path: Path) -> None:
    """Exactly the given age still counts."""
    note(report(NOW), tmp_path)
    assert verdict(tmp_path, [BOOK], NOW + QUARTER, QUARTER)[0]
    assert not verdict(tmp_path, [BOOK], NOW + QUARTER + timedelta(seconds=1), QUARTER)[0]


def test_a_waiting_director_is_no_sick_worker(tmp_path: Path) -> None:
    """Code 1 is a good pass."""
    assert note(report(NOW, 1), tmp_path).failed == 0


def test_failures_are_counted_and_the_last_good_time_stays(tmp_path: Path) -> None:
    """A good pass afterwards sets the count back."""
    note(report(NOW), tmp_path)
    note(report(NOW + timedelta(minutes=1), 3), tmp_path)
    bad = note(report(NOW + timedelta(minutes=2), 4), tmp_path)
    assert (bad.good, bad.failed, bad.code) == (NOW, 2, 4)
    assert note(report(NOW + timedelta(minutes=3)), tmp_path).failed == 0


def test_the_line_can_be_split_by_a_monitor(tmp_path: Path) -> None:
    """A word, the book's fingerprint, then key=value."""
    note(report(NOW), tmp_path)
    well, lines = verdict(tmp_path, [BOOK], NOW + timedelta(seconds=42), QUARTER)
    assert well
    assert lines == (f"ok {label(BOOK)} last_good=2026-03-02T18:00:00+00:00 age_s=42 failed=0 code=0",)


def test_no_name_link_or_message_is_kept(tmp_path: Path) -> None:
    """Neither files nor lines hold the book's id or the words of a failure."""
    note(report(NOW, 3), tmp_path)
    (file,) = (tmp_path / FOLDER).iterdir()
    text = file.name + file.read_text() + verdict(tmp_path, [], NOW, QUARTER)[1][0]
    assert "1AbCdEf" not in text
    assert "Ada" not in text
    assert "docs.google" not in text


def test_link_and_id_are_one_book(tmp_path: Path) -> None:
    """Whatever the operator typed, it is the same line; two books are two lines."""
    note(report(NOW), tmp_path)
    note(report(NOW, book="1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde"), tmp_path)
    note(report(NOW, book="ladder.xlsx"), tmp_path)
    assert len(healths(tmp_path)) == 2


def test_never_passed_and_damaged_files_are_stale_not_a_crash(tmp_path: Path) -> None:
    """No file, half a file, an empty folder."""
    assert verdict(tmp_path, [], NOW, QUARTER) == (False, ("stale - no pass was ever noted here",))
    note(report(NOW), tmp_path)
    (file,) = (tmp_path / FOLDER).iterdir()
    file.write_text(file.read_text()[:20])
    well, (line,) = verdict(tmp_path, [BOOK], NOW, QUARTER)
    assert not well
    assert "last_good=never age_s=-1" in line
    assert note(report(NOW), tmp_path).good == NOW


def test_a_write_that_fails_leaves_the_old_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before the replace: the old file stands, no scrap is left."""
    note(report(NOW), tmp_path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sync.keeping.os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        note(report(NOW + QUARTER, 3), tmp_path)
    (file,) = (tmp_path / FOLDER).iterdir()
    assert json.loads(file.read_text())["failed"] == 0


def test_a_book_is_called_as_people_call_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file as it was typed, a spreadsheet by its tournament; names lie where only the worker's user reads."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my club.xlsx").write_text("")
    note(report(NOW, book="my club.xlsx"), tmp_path)
    note(report(NOW), tmp_path, event="Spring Cup")
    _, lines = verdict(tmp_path, [], NOW, QUARTER)
    assert sorted(line.partition(" last_good")[0] for line in lines) == ["ok 'Spring Cup'", "ok 'my club.xlsx'"]
    assert all(f"id={h.book}" in line for h, line in zip(healths(tmp_path), lines, strict=True))
    assert verdict(tmp_path, [BOOK], NOW, QUARTER)[1][0].startswith("ok 'Spring Cup' ")
    assert {p.stat().st_mode & 0o777 for p in (tmp_path / "names").iterdir()} == {0o600}
    assert all("club" not in p.read_text() for p in (tmp_path / FOLDER).iterdir())


def test_a_book_that_never_was_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in a name is no book: no monitor waits for it. A book that was there and is gone alarms."""
    monkeypatch.chdir(tmp_path)
    note(report(NOW, 3, "clbu.xlsx"), tmp_path)
    note(report(NOW, 2, "club.ods"), tmp_path)
    assert healths(tmp_path) == ()
    (tmp_path / "club.xlsx").write_text("")
    note(report(NOW, 3, "club.xlsx"), tmp_path)
    assert not verdict(tmp_path, [], NOW, QUARTER)[0], "it is there and was never read: that alarms"
    (tmp_path / "club.xlsx").unlink()
    assert healths(tmp_path) == ()
    note(report(NOW, 0, "good.xlsx"), tmp_path)
    note(report(NOW + QUARTER, 3, "good.xlsx"), tmp_path)
    assert [h.failed for h in healths(tmp_path)] == [1]
    assert verdict(tmp_path, ["clbu.xlsx"], NOW, QUARTER)[1][0].startswith("stale clbu.xlsx last_good=never")


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"book": "x", "last": "2026-03-02T18:00:00", "good": null, "failed": 1, "code": 0}',
     '{"last": null, "good": null, "failed": 1e999, "code": 0}', '{"last": null, "good": null, "failed": 1, "code": []}',
     '{"last": 7, "good": null, "failed": 1, "code": 0}', "\x00", '{"last": null, "good": null, "failed": -1, "code": 0}'],
    ids=["nested", "no zone", "endless", "a list", "a number", "nul", "negative"],
)  # fmt: skip
def test_nonsense_in_a_file_counts_as_nothing_noted(tmp_path: Path, text: str) -> None:
    """Never a traceback in the monitor."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / f"{label(BOOK)}.json").write_text(text)
    well, (line,) = verdict(tmp_path, [BOOK], NOW, QUARTER)
    assert not well
    assert "last_good=never" in line


def test_a_clock_that_was_ahead_makes_nobody_well_for_years(tmp_path: Path) -> None:
    """Noted in 2038 by a machine that had not asked the network: stale today; a few minutes ahead are forgiven."""
    note(report(NOW + timedelta(days=4000)), tmp_path)
    assert not verdict(tmp_path, [BOOK], NOW, QUARTER)[0]
    note(report(NOW + timedelta(minutes=10)), tmp_path)
    assert verdict(tmp_path, [BOOK], NOW, QUARTER)[0]
