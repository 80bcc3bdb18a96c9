"""A sixth format runs an event from the sheet to the sheet, and says what one costs: files, lines, and nothing else."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from rules.model import Game
from rules.registry import ROOMS, engine_of
from sync.backends.xlsx import XlsxBackend
from sync.making.export import as_json, public_tables
from sync.running.explaining import explained_in
from tests.backends.people import XlsxPerson
from tests.house.clauses import ROOT
from tests.sync.desk import Desk, desk, fill

HERE = Path(__file__).parent
NAME = "round-robin"
MOST_FILES, MOST_LINES = 8, 900
FIVE = (("Ada", 2000), ("Ben", 1900), ("Eva", 1800), ("Jan", 1700), ("Zoe", 1600))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line of the registry is all that the rest of the program hears of it."""
    monkeypatch.setitem(ROOMS, NAME, "tests.house.sixth.engine")  # type: ignore[arg-type]


def _explained(d: Desk, about: str) -> str:
    return explained_in(d.backend.read(), engine_of(NAME), about, lambda: d.now)


def test_it_costs_eight_files_and_under_nine_hundred_lines() -> None:
    files = [path for path in HERE.glob("*.py") if not path.name.startswith("test_")]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert len(files) <= MOST_FILES
    assert lines < MOST_LINES


def test_nothing_outside_knows_it() -> None:
    for folder in ("sync", "rules", "sheets_templates"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "sixth" not in path.read_text(encoding="utf-8").casefold().replace("sixteenth", ""), path


def test_an_event_of_five_is_played_to_the_end() -> None:
    d = desk(FIVE, started=True, format=NAME)
    assert d.table("This round", "Player", "Opponent", "Colour")[0] == ("Ada", "(bye)", "")
    for number in range(1, 6):
        assert d.rounds()[-1] == f"R{number}"
        d.results(f"R{number}", "1-0").settle()
    pairs = {frozenset((g.white, g.black)) for g in d.games() if isinstance(g.black, str)}
    assert pairs == {frozenset(pair) for pair in combinations([name for name, _ in FIVE], 2)}
    assert d.last.decided.answer is not None
    assert d.last.decided.answer.state == "finished"
    assert all(points == "2" for _, points in d.table("Standings", "Place", "Points"))


def test_twice_round_turns_the_colours() -> None:
    d = desk(FIVE[:4], started=True, format=NAME, Cycles=2)
    for number in range(1, 7):
        d.results(f"R{number}", "1/2-1/2").settle()
    seats = [(g.white, g.black) for g in d.games()]
    assert len(seats) == len(set(seats)) == 12
    assert d.codes() == ["finished"]


def test_the_games_of_somebody_who_leaves_early_count_for_nothing() -> None:
    d = desk(FIVE, started=True, format=NAME)
    beaten = next(game for game in d.games() if "Zoe" in (game.white, game.black))
    d.result(beaten.id, "1-0" if beaten.black == "Zoe" else "0-1").sync()
    d.results("R1", "1-0").settle()
    d.status("Zoe", "Withdrawn").settle()
    left = d.problem("leaver-open")
    assert "Zoe has left" in d.says(left)
    d.result(str(left.facts["game"]), str(left.facts["word"])).sync()
    d.results("R2", "1/2-1/2").settle()
    points = dict(d.table("Standings", "Player", "Points"))
    assert points["Zoe"] == "0"
    assert sum(map(Fraction, points.values())) == 2, "of R1 one game, of R2 one game"
    assert "count for nothing" in _explained(d, "Zoe")


def test_opponents_of_somebody_who_leaves_late_have_a_point() -> None:
    d = desk(FIVE, started=True, format=NAME)
    for number in range(1, 4):
        d.results(f"R{number}", "1/2-1/2").settle()
    free = {g.white for g in d.games() if g.id.startswith(("R4", "R5")) and not isinstance(g.black, str)}
    leaver = next(name for name, _ in FIVE if name not in free)
    own = next(g for g in d.games() if g.id.startswith("R4") and leaver in (g.white, g.black))
    d.status(leaver, "Withdrawn").result(own.id, "0-1F" if own.white == leaver else "1-0F").sync()
    d.results("R4", "1/2-1/2").settle()
    d.results("R5", "1/2-1/2").settle()
    given = [r.fact.white for r in d.record() if r.why.code == "opponent-left" and isinstance(r.fact, Game)]
    points = {player: Fraction(text) for player, text in d.table("Standings", "Player", "Points")}
    assert d.codes() == ["finished"]
    assert sum(points.values()) == 10 - (0 if given else 1), "ten meetings in the table, a point each"


def test_a_round_is_taken_back_and_a_correction_is_told() -> None:
    d = desk(FIVE[:4], started=True, format=NAME)
    d.results("R1", "1-0").settle()
    d.decide("Withdraw round", "R2").settle()
    assert d.rounds() == ["R1", "R2", "R2"]
    d.result("R1-01", "0-1").sync()
    assert "correction" in d.codes()
    d.result("R1-01", None).sync()
    assert "result-lost" in d.codes()


def test_games_places_and_rounds_are_explained() -> None:
    d = desk(FIVE, started=True, format=NAME)
    assert "White" in _explained(d, "R1-01")
    assert "Berger table for 5 players" in _explained(d, "R1")
    assert "The clauses in plain words:" in _explained(d, "Ada")


def test_a_file_and_a_page_of_it_hold_what_the_tabs_show(tmp_path: Path) -> None:
    path = tmp_path / "robin.xlsx"
    d = fill(Desk(XlsxBackend(path), XlsxPerson(path, lazy=True), NAME), FIVE[:4], True)
    d.report("R1-01", "1-0", "Ada").settle()
    assert d.outcome("R1-01") == "1-0"
    assert '"Standings"' in as_json(public_tables(d.backend.read(), engine_of(NAME)))


@pytest.mark.parametrize("seed", range(6))
def test_random_events_have_the_standings_of_a_plain_count(seed: int) -> None:
    """Points counted again from Pairings alone, and places from points where these differ."""
    dice = Random(seed)
    names = tuple((name, 2000 - i) for i, name in enumerate("ABCDEFGH"[: dice.randrange(2, 9)]))
    d = desk(names, started=True, format=NAME)
    scores = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)), "1-0F": (1, 0), "0-0F": (0, 0)}
    for _ in range(len(names) + 1):
        for game in d.open_games():
            d.result(game, dice.choice(list(scores)))
        d.settle()
    points = {name: Fraction(0) for name, _ in names}
    for white, black, word in d.table("Pairings", "White", "Black", "Outcome"):
        if word in scores:
            points[white] += scores[word][0]
            points[black] += scores[word][1]
    assert {player: Fraction(text) for player, text in d.table("Standings", "Player", "Points")} == points
    order = [points[name] for _, name in d.table("Standings", "Place", "Player")]
    assert order == sorted(order, reverse=True)


def test_its_page_counts_right() -> None:
    page = (ROOT / "docs" / "adding-a-format.md").read_text(encoding="utf-8")
    told = {name: int(lines) for name, lines in re.findall(r"\| `(\w+\.py)` \|[^|]*\| (\d+) \|", page)}
    files = {p.name: len(p.read_text(encoding="utf-8").splitlines()) for p in HERE.glob("*.py") if p.name in told}
    assert set(told) == {path.name for path in HERE.glob("*.py") if not path.name.startswith("test_")}
    assert all(abs(files[name] - lines) <= 10 for name, lines in told.items()), files
