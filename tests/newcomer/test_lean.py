"""An installation without the extras runs everything but tables and pictures, and says which extra brings those."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from sync.making.extras import EXTRAS, ExtraMissing, need
from tests.newcomer.person import run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries of the extras as not installed."""
    for library in EXTRAS.values():
        monkeypatch.setitem(sys.modules, library, None)


@pytest.mark.usefixtures("lean")
def test_tables_and_pictures_name_their_extra(tmp_path: Path) -> None:
    """One line and code 2; nothing is written and no season played for nothing."""
    book = tmp_path / "club.xlsx"
    assert run("new", "swiss", str(book)).exit_code == 0
    assert run("sync", str(book)).exit_code == 1
    for words in (("export", str(book), str(tmp_path / "out")), ("export", str(book), str(tmp_path / "all.json"))):
        with pytest.raises(ExtraMissing, match=r"pip install '\.\[tables\]'"):
            raise run(*words).exception or AssertionError(words)
    picture = tmp_path / "seasons.png"
    with pytest.raises(ExtraMissing, match=r"pip install '\.\[charts\]'"):
        raise run("simulate", "swiss", "--seasons", "2", "--picture", str(picture)).exception or AssertionError
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix in (".json", ".png")) == []
    assert run("site", str(book), str(tmp_path / "www")).exit_code == 0


def test_the_extras_are_those_of_the_project() -> None:
    """Each brings its library, the development install has them all, and the lean one none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lean = (ROOT / "deploy" / "requirements.lock").read_text("utf-8")
    full = (ROOT / "requirements.lock").read_text("utf-8")
    for extra, library in EXTRAS.items():
        assert [one.partition(">")[0] for one in extras[extra]] == [library]
        assert f"\n{library}==" in full
        assert f"\n{library}==" not in lean
        need(extra, "It needs")
