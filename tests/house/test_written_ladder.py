"""Every clause and every ruling of the ladder is shown by a written tournament, and what these cite exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.clauses import DOCS, ROOT
from tests.house.test_clauses_ladder import CLAUSES, RULINGS, lines
from tests.tournaments.script import read_case

WRITTEN = sorted((ROOT / "tests" / "tournaments").glob("ladder_*.md"))


def cited_by() -> dict[str, list[str]]:
    """The names of the written tournaments that cite a clause or a ruling, by its id in the index."""
    found: dict[str, list[str]] = {}
    for path in WRITTEN:
        for key in read_case(path).cites:
            found.setdefault(key, []).append(path.stem)
    return found


@pytest.mark.parametrize("key", [*CLAUSES, "note 5", *RULINGS])
def test_a_written_tournament_shows_it(key: str) -> None:
    """Somebody who asks what a clause or a ruling means finds a story that shows it, duties of people included."""
    assert cited_by().get(key), f"no written tournament cites {key}"


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_what_it_cites_exists(path: Path) -> None:
    """Ids are those of the index, each once: no parent of several clauses, no span."""
    cites = read_case(path).cites
    assert cites
    assert len(cites) == len(set(cites))
    assert set(cites) <= set(lines())


def test_every_ruling_of_the_list_is_asked_for() -> None:
    """A ruling added to the list wants a story too."""
    text = (DOCS / "rulings" / "000-ladder.md").read_text(encoding="utf-8")
    assert [key for key in RULINGS if f"**{key} " not in text and f"**{key}." not in text] == []
    assert text.count("\n- **L") == len(RULINGS)
