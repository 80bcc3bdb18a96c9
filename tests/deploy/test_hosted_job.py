"""The hosted runner's job: what its log says, and when it warns."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from deploy import hosted_job
from deploy.hosted_job import OFF_AFTER, WARN_FROM, days_since, reminder, sync
from tests.deploy.files import DEPLOY, PAIRSHEET


def test_the_warning_over_eighty_days() -> None:
    """A job run every day for 80 days after a commit: silence, then a warning from day 45 on, with the days left."""
    commit = datetime(2026, 3, 1, 12, 0)
    told = {}
    for day in range(81):
        now = commit + timedelta(days=day, minutes=5)
        told[day] = reminder(days_since(commit.timestamp(), now.timestamp()))
    assert [day for day, text in told.items() if text] == list(range(WARN_FROM, 81))
    assert "in 15 days" in told[45]
    assert "in 1 days" in told[59]
    assert all("any moment now" in told[day] for day in range(OFF_AFTER, 81))


def test_one_bad_book_does_not_stop_the_others_and_is_told_by_number() -> None:
    """Every book has its pass; the job fails at the end; a waiting director is no failure."""
    codes = iter((3, 0, 1))
    asked: list[str] = []
    lines: list[str] = []

    def run(command: object) -> int:
        asked.append(command[2])  # type: ignore[index]
        return next(codes)

    assert sync(["a", "b", "c"], run, lines.append) == 1
    assert asked == ["a", "b", "c"]
    assert lines == [
        "::error::book 1 of 3: the spreadsheet could not be reached or signed in to",
        "book 2 of 3: done",
        "book 3 of 3: done; the director is asked something (tab Problems)",
    ]
    assert sync(["c"], lambda _: 1, lines.append) == 0
    assert sync([], lambda _: 0, lines.append) == 1


def test_a_command_that_hangs_or_is_missing_has_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounded in time; no traceback with the book's link in it."""
    monkeypatch.setattr(hosted_job, "LONGEST", 0.2)
    assert hosted_job.quietly((sys.executable, "-c", "import time; time.sleep(9)")) == 3
    assert hosted_job.quietly(("no-such-command-of-ours", "https://secret")) == 2


def git(folder: Path, *words: str, day: int = 0) -> None:
    """Git in a scratch checkout, `day` days ago."""
    when = f"{int(datetime.now().timestamp()) - day * 86_400} +0000"
    names = {
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@b.c",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@b.c",
    }
    subprocess.run(
        ("git", *words), cwd=folder, check=True, capture_output=True,
        env={**names, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PATH": "/usr/bin:/bin", "HOME": str(folder)},
    )  # fmt: skip


@pytest.mark.parametrize(("day", "code"), [(3, 0), (50, 1)])
def test_the_job_for_real(tmp_path: Path, day: int, code: int) -> None:
    """On a real workbook with a real `pairsheet`: the book is ready afterwards, nothing of it is in the log, and the
    reminder fails from day 45 on."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "x", day=day)
    book = tmp_path / "Adas secret ladder.xlsx"
    subprocess.run((PAIRSHEET, "new", "ladder", book), check=True, capture_output=True)
    gone = tmp_path / "no such folder" / "other.xlsx"
    environment = {
        "PATH": f"{PAIRSHEET.parent}:/usr/bin:/bin", "HOME": str(tmp_path), "PAIRSHEET_STATE": str(tmp_path / "state"),
        "PAIRSHEET_BOOKS": f"{book}\n\n  {gone}\n",
    }  # fmt: skip

    def job(what: str) -> subprocess.CompletedProcess[str]:
        command = (sys.executable, DEPLOY / "hosted_job.py", what)
        return subprocess.run(command, cwd=tmp_path, env=environment, check=False, text=True, capture_output=True)

    done = job("sync")
    assert done.returncode == 1  # the second book is not there
    assert "book 1 of 2: done" in done.stdout
    assert "::error::book 2 of 2:" in done.stdout
    assert ("::warning::" in done.stdout) == (code == 1)
    for private in ("Ada", "secret", str(tmp_path), ".xlsx", "@"):
        assert private not in done.stdout + done.stderr
    assert job("remind").returncode == code


def test_a_fault_of_ours_fails_the_job() -> None:
    """5 is no pass that went well, here and in the unit and the cluster's job."""
    lines: list[str] = []
    assert sync(["a"], lambda _: 5, lines.append) == 1
    assert lines[0].startswith("::error::book 1 of 1: a fault of Pairsheet")
    assert "SuccessExitStatus=1\n" in (DEPLOY / "pairsheet-sync@.service").read_text(encoding="utf-8")
    assert "test $code -le 1" in (DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")
