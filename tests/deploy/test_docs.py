"""docs/hosting.md says what is so."""

from __future__ import annotations

import re

import pytest

from deploy.hosted_job import OFF_AFTER, WARN_FROM, WORDS
from tests.apps_script.tools import run
from tests.deploy.files import DEPLOY, PAIRSHEET, ROOT, documents, unit

TEXT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_every_file_named_is_there_and_every_file_there_is_named() -> None:
    """Nothing in deploy/ is left unexplained (the live check has its own page)."""
    both = TEXT + (ROOT / "docs" / "live-checklist.md").read_text(encoding="utf-8")
    named = set(re.findall(r"deploy/([A-Za-z@._-]+[A-Za-z])", both))
    there = {path.name for path in DEPLOY.iterdir() if path.is_file() and not path.name.startswith((".", "__"))}
    assert named <= there
    assert there - named == {"hosted_job.py"}
    assert "hosted_job.py" in (DEPLOY / "scheduled-job.yml").read_text()


def test_its_numbers_are_those_of_the_files() -> None:
    """Days of the reminder, minutes of the cluster, seconds of the timer, exit codes."""
    assert f"after {OFF_AFTER} days" in TEXT
    assert f"From day {WARN_FROM}" in TEXT
    assert documents("kubernetes.yaml")[1]["spec"]["schedule"] == "*/5 * * * *"
    assert unit("pairsheet-sync@.timer")["Timer"]["OnUnitInactiveSec"] == ["60s"]
    assert all(f"{code} " in TEXT.split("Exit codes of a pass:")[1][:150] for code in WORDS)


def test_the_monthly_minutes_are_reckoned_right() -> None:
    """Runs a month at the job's schedule, and at the slower one it proposes, against the allowance."""
    (job,) = documents("scheduled-job.yml")
    minutes = job[True]["schedule"][0]["cron"].split()[0].split(",")
    assert 2_800 < len(minutes) * 24 * 30.4 < 2_950
    assert "`7 * * * *`" in TEXT
    assert 24 * 31 * 2 < 2_000 < 2_800 * 2


@pytest.mark.parametrize("option", ["--every", "--nudge-port", "--max-age"])
def test_options_named_exist(option: str) -> None:
    """`pairsheet sync --help` and `pairsheet health --help` know what the page promises."""
    word = "health" if option == "--max-age" else "sync"
    done = run([str(PAIRSHEET), word, "--help"], NO_COLOR="1", TERM="dumb", COLUMNS="200")
    assert option in done.stdout
