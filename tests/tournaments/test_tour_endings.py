"""Every size of play-off, with every way it can end by regulation 6, stands in a written case of the tour.

The list is made from the words of the regulation; what the cases show is read from their last tables.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from tests.tournaments.rigs import BACKENDS
from tests.tournaments.script import Case, read_case
from tests.tournaments.test_tournaments import CASES
from tests.tournaments.tour_endings import Ended, endings, shown_in

GAME = "Armageddon won by White", "Armageddon won by Black", "Armageddon drawn"  # 2.2
WAYS: dict[int, tuple[str, ...]] = {
    # 6.1: two rapid games; two blitz games; Armageddon. 6.5: blitz for rapid.
    2: (
        "match: rapid games",
        "match: blitz games",
        *(f"match: {g}" for g in GAME),
        "match: blitz for rapid, first two games",
        "match: blitz for rapid, next two games",
        "match: blitz for rapid, Armageddon won by White",
        "match: a player left",
        "match: named by the director",
    ),
    # 6.2: the all-play-all; two level; all level with a bye, then two matches in blitz.
    3: (
        "all-play-all: one alone",
        "all-play-all: blitz for rapid",
        "all-play-all: two level",
        "all-play-all: all level",
        "bye by most wins",
        "bye by lot among 2",
        "bye by lot among 3",
        "won by the one with the bye",
        "won by a semi-finalist",
        *(f"{level}: {g}" for level in ("semi-final", "final") for g in ("blitz games", *GAME)),
    ),
    # 6.3: two matches and a final, two rapid games and Armageddon.
    4: (
        "ranked by wins",
        "ranked by wins and lot",
        "ranked by lot",
        "0 byes",
        *(f"{level}: {g}" for level in ("semi-final", "final") for g in ("rapid games", *GAME)),
        "semi-final: blitz for rapid, first two games",
        "semi-final: blitz for rapid, Armageddon won by Black",
        "final: blitz for rapid, first two games",
    ),
    # 6.4: as for eight, the best ranked have byes.
    5: ("3 byes", "ranked by wins and lot", "ranked by lot"),
    6: ("2 byes", "ranked by wins and lot", "ranked by lot"),
    7: ("1 byes", "ranked by lot"),
    8: ("0 byes", "ranked by lot"),
    9: ("named by the director", "7 byes"),
}
LEVELS = ("first round", "semi-final", "final")
STAGES = ("rapid", "blitz", "Armageddon", "all-play-all", "bye by lot")


@cache
def ended() -> tuple[tuple[Case, Ended], ...]:
    """Every play-off that a written case of the tour shows to its end."""
    cases = [read_case(path) for path in CASES if path.stem.startswith("tour_")]
    return tuple((case, one) for case in cases for one in endings(case))


@pytest.mark.parametrize("size", WAYS)
def test_each_size_ends_each_way(size: int) -> None:
    """Each way on the list is shown by some case."""
    ways = {way for _, one in ended() if one.size == size for way in one.ways}
    assert set(WAYS[size]) <= ways, sorted(set(WAYS[size]) - ways)


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_each_level_of_a_tree_ends_by_two_games_and_by_the_decider(size: int) -> None:
    """First round, semi-final and final of five to eight: two games, or the Armageddon game."""
    ways = {way for _, one in ended() if one.size == size for way in one.ways}
    for level in LEVELS:
        assert any(w.startswith(f"{level}: ") and w.endswith(" games") for w in ways), level
        assert any(w.startswith(f"{level}: ") and "Armageddon" in w for w in ways), level


def test_a_final_of_more_than_four_ends_each_way() -> None:
    """Over five to eight: won by White, won by Black, drawn; and blitz for rapid."""
    ways = {way for _, one in ended() if 5 <= one.size <= 8 for way in one.ways}
    for game in GAME:
        assert any(w.startswith("final: ") and w.endswith(game) for w in ways), game
    assert {w for w in ways if w.startswith("final: blitz for rapid")}


def test_both_places_of_the_tour_are_played_off() -> None:
    """The Tour's own play-off (4): for first of two and of three, for second."""
    sizes = {(case.path.stem, one.size) for case, one in ended() if one.section == "TOUR"}
    assert {("tour_tie_for_first", 2), ("tour_best_event_counts", 3), ("tour_tie_for_second", 3)} <= sizes


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("backend", sorted(BACKENDS))
def test_each_stage_is_played_on_each_backend(stage: str, backend: str) -> None:
    """Games of each kind, the all-play-all and the lot for the bye are seen wherever a book can be."""
    assert any(stage in one.stages and backend in (case.backends or BACKENDS) for case, one in ended())


def test_places_after_a_play_off_of_an_event() -> None:
    """3, 3.2: the winner is first, all the others are second and have the same prize and the same points."""
    seen = 0
    for case, one in ended():
        rows = [c for c in shown_in(case).standings if c.get("Event", one.section) == one.section]
        if one.section == "TOUR" or not rows:
            continue
        seen += 1
        mine = {c["Player"]: c for c in rows}
        assert mine[one.winner]["Place"] == "1", (case.path.stem, one)
        losers = [mine[p] for p in one.players if p != one.winner]
        assert {c["Place"] for c in losers} == {"2"}, (case.path.stem, one)
        assert len({(c["Prize"], c["Tour points"]) for c in losers}) == 1, (case.path.stem, one)
        assert mine[one.winner]["Tour points"] == "12", (case.path.stem, one)
    assert seen > 30


def test_play_offs_end_in_many_ways_and_sizes() -> None:
    """No size is shown by one play-off alone."""
    sizes: defaultdict[int, int] = defaultdict(int)
    for _, one in ended():
        sizes[one.size] += 1
    assert all(sizes[size] >= 2 for size in range(2, 10)), dict(sizes)
