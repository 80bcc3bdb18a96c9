"""A home to work in, and a ladder that has begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.newcomer.person import Typist, run


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def club(at_home: Path) -> Typist:
    """A ladder of four whose round 1 is out, in the zone of Berlin."""
    assert run("new", "ladder", "club.xlsx").exit_code == 0
    typist = Typist(at_home / "club.xlsx")
    with typist:
        for number, name in enumerate(("Anna Berg", "Bob Stone", "Carl Ott", "Dora Lund")):
            typist.add("Players", Player=name, Rating=1900 - 50 * number)
        typist.setting("Time zone", "Europe/Berlin")
        typist.setting("Start", "now")
    assert run("sync", "club.xlsx", "--at", "2027-01-03 12:00").exit_code == 0
    return typist
