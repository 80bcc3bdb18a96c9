"""Hand-worked cases for the second judge of the Hastings knock-out, and its own promises on random fields.

In the replayed fields ``p001`` is the highest rated, ``p002`` the next, and so on; the lot gives board 1's
higher-ranked player White unless a case says otherwise, so the first player of an odd board has White.
"""

import os
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.judges.hastings import (
    challengers_prizes,
    choose_lucky,
    compare_draws,
    declared_total,
    entry_order,
    half_bye_is_granted,
    halves,
    how_many_lucky,
    official_list,
    pair_by_position,
    pair_round_two,
    places_round_two,
    play_match,
    premier_prizes,
    replay,
    schedule,
    seeks,
    settle_colours,
    sides_of,
    times,
    undo_forbidden,
    who_gets_it,
)
from tests.judges.hastings.campaign import random_event

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))

Record = dict[str, Any]


def p(number: int) -> str:
    return f"p{number:03d}"


def ps(*numbers: int) -> list[str]:
    return [p(number) for number in numbers]


def event(number: int, **more: Any) -> dict[str, Any]:
    """So many players, numbered by rating; lots of the Premier give the first player White."""
    lots = {(r, board): "W" for r in range(2, 12) for board in range(1, 5)}
    players = [{"id": p(i), "rating": 2700 - i} for i in range(1, number + 1)]
    return {"players": players, "lot": "W", "premier_lots": lots, **more}


def win(a: str, b: str, slow_games: int = 1) -> Record:
    """``a`` wins; over two games by 1½-½."""
    return {"a": a, "b": b, "slow": ["1", "="][:slow_games]}


def mini(a: str, b: str, slow_games: int = 1) -> Record:
    """``a`` wins the mini-match."""
    return {"a": a, "b": b, "slow": ["="] * slow_games, "quick": ["1", "="]}


def armageddon(a: str, b: str, slow_games: int = 1) -> Record:
    """``a`` has Black in a drawn Armageddon and goes on."""
    return {"a": a, "b": b, "slow": ["="] * slow_games, "quick": ["=", "="], "armageddon": (b, "=")}


def play(given: dict[str, Any], *special: dict[str, Record], upto: int = 99) -> dict[str, Any]:
    """Replay with the first player winning every slow game but for the records named in ``special``.

    ``special`` holds a mapping a round: first player -> record.
    """
    results: dict[int, list[Record]] = {}
    while True:
        answer = replay(given, results)
        now = answer["rounds"][-1]
        if now["finished"] or now["round"] > upto:
            return answer
        assert now["round"] not in results, "these results leave the round unfinished"
        mine = special[now["round"] - 1] if now["round"] <= len(special) else {}
        results[now["round"]] = [
            mine.get(board["first"], win(board["first"], board["second"], now["slow_games"])) for board in now["boards"]
        ]


def pairs_of(answer: dict[str, Any], r: int) -> list[tuple[str, str]]:
    return [(board["first"], board["second"]) for board in answer["rounds"][r - 1]["boards"]]


def white_of(answer: dict[str, Any], r: int) -> list[str]:
    return [board["white"] for board in answer["rounds"][r - 1]["boards"]]


def number_pairs(pairs: list[tuple[str, str]]) -> list[tuple[int, int]]:
    return [(int(first[1:]), int(second[1:])) for first, second in pairs]


def no_meetings(*_pair: str) -> bool:
    return False


# --- the list and round 1 -------------------------------------------------------------------------------------------


def test_list_order() -> None:
    """H1: rating, title, lot; then the estimated whatever the estimate, then the rest. An estimate of 2900 stays below."""
    players = [
        {"id": "none", "title": "GM", "lot": 1},
        {"id": "est2900", "estimate": 2900, "lot": 2},
        {"id": "r1400", "rating": 1400, "lot": 3},
        {"id": "r2000fm", "rating": 2000, "title": "FM", "lot": 4},
        {"id": "r2000wgm", "rating": 2000, "title": "WGM", "lot": 9},
        {"id": "r2000lot6", "rating": 2000, "lot": 6},
        {"id": "r2000lot5", "rating": 2000, "lot": 5, "estimate": 2800},
        {"id": "est0", "estimate": 0, "lot": 7},
    ]
    assert official_list(players) == [
        *("r2000wgm", "r2000fm", "r2000lot5", "r2000lot6", "r1400"),
        *("est2900", "est0", "none"),
    ]


def test_list_needs_a_lot() -> None:
    """H1: between players equal in everything a lot has to be there."""
    with pytest.raises(ValueError, match="a lot is needed"):
        official_list([{"id": "a", "rating": 2000, "lot": 1}, {"id": "b", "rating": 2000, "lot": 1}])


def test_halves_and_gaps() -> None:
    """H3: i v i + h; whoever would meet a vacant place is held back, be it one player or several."""
    assert halves(ps(1, 2, 3, 4), 4) == ([(p(1), p(3)), (p(2), p(4))], [])
    assert halves(ps(1, 2, 3, 4, 5), 6) == ([(p(1), p(4)), (p(2), p(5))], [p(3)])
    assert halves(ps(1, 2, 3, 4, 5), 8) == ([(p(1), p(5))], ps(2, 3, 4))
    assert halves(ps(1, 2), 8) == ([], ps(1, 2))
    assert halves([], 2) == ([], [])


def test_round_one_colours() -> None:
    """H4: the higher-ranked players have White, Black, White, ... down the boards, or the reverse by the lot."""
    given = event(7)
    assert pairs_of(replay(given, {}), 1) == [(p(1), p(5)), (p(2), p(6)), (p(3), p(7))]
    assert replay(given, {})["rounds"][0]["held_back"] == [p(4)]
    assert white_of(replay(given, {}), 1) == ps(1, 6, 3)
    assert white_of(replay({**given, "lot": "B"}, {}), 1) == ps(5, 2, 7)


@pytest.mark.parametrize(
    ("families", "expected"),
    [
        ({1: "a", 5: "a"}, [(1, 6), (2, 5), (3, 7), (4, 8)]),  # one below
        ({4: "a", 8: "a"}, [(1, 5), (2, 6), (3, 8), (4, 7)]),  # nothing below, so one above
        ({2: "a", 6: "a"}, [(1, 5), (2, 7), (3, 6), (4, 8)]),  # below comes before above
        ({1: "a", 2: "a", 5: "a"}, [(1, 7), (2, 6), (3, 5), (4, 8)]),  # 2-5 would be forbidden, so two below
        ({2: "a", 6: "a", 7: "a"}, [(1, 6), (2, 5), (3, 7), (4, 8)]),  # 2-7 would be forbidden, so one above
        ({1: "a", 5: "a", 2: "b", 6: "b"}, [(1, 6), (2, 5), (3, 7), (4, 8)]),  # one exchange mends both
        ({1: "a", 5: "a", 3: "b", 7: "b"}, [(1, 6), (2, 5), (3, 8), (4, 7)]),
    ],
)
def test_families_are_kept_apart(families: dict[int, str], expected: list[tuple[int, int]]) -> None:
    """H5, H6: second players are exchanged; boards and colours of the higher-ranked stay."""
    given = event(8)
    for number, family in families.items():
        given["players"][number - 1]["family"] = family
    answer = replay(given, {})
    assert number_pairs(pairs_of(answer, 1)) == expected
    assert answer["rounds"][0]["forbidden_left"] == []
    assert [board["white"] == board["first"] for board in answer["rounds"][0]["boards"]] == [True, False, True, False]


def test_only_named_federations() -> None:
    """H5: the setting names the federation; others may meet."""
    given = event(4)
    given["players"][0]["federation"] = given["players"][2]["federation"] = "BLR"
    assert number_pairs(pairs_of(replay(given, {}), 1)) == [(1, 3), (2, 4)]
    given["named_federations"] = ["BLR"]
    assert number_pairs(pairs_of(replay(given, {}), 1)) == [(1, 4), (2, 3)]


def test_no_bar_in_a_final() -> None:
    """H5: two players are a final, where family and federation do not matter and nothing is reported."""
    given = event(2)
    given["players"][0]["family"] = given["players"][1]["family"] = "a"
    assert replay(given, {})["rounds"][0]["forbidden_left"] == []


def test_three_way_dealing() -> None:
    """H6 (3): no single exchange mends board 1, a turn of three does."""
    forbidden = {("f1", "s1"), ("f1", "s2"), ("f3", "s1")}
    position = {name: i for i, name in enumerate(["f1", "f2", "f3", "s1", "s2", "s3"], start=1)}
    pairs = [("f1", "s1"), ("f2", "s2"), ("f3", "s3")]
    answer = undo_forbidden(pairs, lambda one, two: (one, two) not in forbidden, position)
    assert answer == ([("f1", "s3"), ("f2", "s1"), ("f3", "s2")], [])


def test_exchanges_are_undone_before_the_new_dealing() -> None:
    """H6 (3): board 1 can never be mended; what the exchange for board 2 did is taken back before dealing anew.

    f1 may meet nobody. The smallest number is 1. From the top: f1 takes s1; f2 may not meet s2, so s3; f3 takes s2.
    """
    forbidden = {("f1", "s1"), ("f1", "s2"), ("f1", "s3"), ("f2", "s2")}
    position = {name: i for i, name in enumerate(["f1", "f2", "f3", "s1", "s2", "s3"], start=1)}
    pairs = [("f1", "s1"), ("f2", "s2"), ("f3", "s3")]
    answer = undo_forbidden(pairs, lambda one, two: (one, two) not in forbidden, position)
    assert answer == ([("f1", "s1"), ("f2", "s3"), ("f3", "s2")], [("f1", "s1")])


def test_dealing_anew_against_every_permutation() -> None:
    """H6 (3): the answer is the first, in order of the seconds' ranks, of all dealings with fewest forbidden boards."""
    rng = Random(3)
    reached = 0
    for _ in range(400 * CAMPAIGN):
        number = rng.randrange(1, 6)
        firsts = [f"f{i}" for i in range(number)]
        seconds = [f"s{i}" for i in range(number)]
        position = {name: i for i, name in enumerate([*firsts, *seconds])}
        forbidden = {(f, s) for f in firsts for s in seconds if rng.random() < 0.6}
        now = list(zip(firsts, rng.sample(seconds, number), strict=True))
        pairs, left = undo_forbidden(now, lambda one, two, bad=forbidden: (one, two) not in bad, position)  # type: ignore[misc]
        assert left == [pair for pair in pairs if pair in forbidden]
        dealings = [list(zip(firsts, order, strict=True)) for order in permutations(seconds)]
        fewest = min(sum(pair in forbidden for pair in dealing) for dealing in dealings)
        assert len(left) == fewest
        if left:
            reached += 1
            assert pairs == next(d for d in dealings if sum(pair in forbidden for pair in d) == fewest)
    assert reached > 50


def test_late_entries_by_themselves() -> None:
    """H8: shown boards stay, two late ones get board 4 with the colour of its number; its rank is 3, between 2 and 3.

    The ranking is p1 p2 x p3 p4 p5 p6 y. The winners of boards 1-4 have ranks 1, 2, 4, 3, so board 4's goes before
    board 3's in the semi-finals.
    """
    given = event(6, late=["x", "y"])
    given["players"] += [{"id": "x", "rating": 2697, "title": "GM"}, {"id": "y", "rating": 1000}]
    answer = play(given)
    one = answer["rounds"][0]
    assert one["ranking"] == [p(1), p(2), "x", p(3), p(4), p(5), p(6), "y"]
    assert pairs_of(answer, 1) == [(p(1), p(4)), (p(2), p(5)), (p(3), p(6)), ("x", "y")]
    assert [board["rank"] for board in one["boards"]] == [1, 2, 4, 3]
    assert white_of(answer, 1) == [p(1), p(5), p(3), "y"]
    assert one["goes_on"] == [p(1), p(2), p(3), "x"]
    assert answer["rounds"][1]["ranking"] == [p(1), p(2), "x", p(3)]
    assert pairs_of(answer, 2) == [(p(1), "x"), (p(2), p(3))]


def test_odd_late_entry_and_the_player_held_back() -> None:
    """H8: the single late entry and the one held back make a board; the better of the two is first."""
    given = event(5, late=["x"])
    given["players"].append({"id": "x", "rating": 2000})
    answer = replay(given, {})
    assert pairs_of(answer, 1) == [(p(1), p(4)), (p(2), p(5)), (p(3), "x")]
    assert answer["rounds"][0]["held_back"] == []
    given["players"][-1]["rating"] = 2800
    answer = replay(given, {})
    assert pairs_of(answer, 1) == [(p(1), p(4)), (p(2), p(5)), ("x", p(3))]
    assert [board["rank"] for board in answer["rounds"][0]["boards"]] == [2, 3, 1]


def test_odd_late_entries_with_nobody_held_back() -> None:
    """H8, H3: three late entries after an even field: the median of the three is held back."""
    given = event(4, late=ps(5, 6, 7))
    given["players"] += event(7)["players"][4:]
    answer = replay(given, {})
    assert pairs_of(answer, 1) == [(p(1), p(3)), (p(2), p(4)), (p(5), p(7))]
    assert answer["rounds"][0]["held_back"] == [p(6)]


def test_even_late_entries_leave_the_player_held_back_alone() -> None:
    """H8: only an odd number of late entries takes in the one held back."""
    given = event(7, late=ps(6, 7))
    answer = replay(given, {})
    assert pairs_of(answer, 1) == [(p(1), p(4)), (p(2), p(5)), (p(6), p(7))]
    assert answer["rounds"][0]["held_back"] == [p(3)]


def test_missing_round_one() -> None:
    """H2, H7: with notice, or entered after the start: not paired, half a point, no colour, in Challengers' round 2."""
    given = event(6, misses=[p(2)], after_start=[p(5)])
    answer = play(given)
    assert pairs_of(answer, 1) == [(p(1), p(4)), (p(3), p(6))]
    cards = {card["id"]: card for card in answer["rounds"][0]["entries"]}
    for number in (2, 5):
        assert cards[p(number)] == {
            "id": p(number),
            "number": number,
            "entry_round": 2,
            "score": 1,
            "colours": "-",
            "met": [],
            "bye_barred": False,
            "floats": [],
        }
    assert [card["id"] for card in answer["rounds"][0]["entries"]] == ps(2, 5, 4, 6)


def test_missing_round_one_and_withdrawn() -> None:
    """H36: who withdraws before round 2 does not enter, unless the director says so."""
    given = event(6, misses=[p(2)], withdrawn={2: [p(2)]})
    assert p(2) not in [card["id"] for card in play(given)["rounds"][0]["entries"]]
    assert p(2) in [card["id"] for card in play({**given, "plays_on": [p(2)]})["rounds"][0]["entries"]]


# --- rounds and matches ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "places", "total"),
    [
        *((1, [2], 1), (2, [2], 1), (3, [4, 2], 3), (4, [4, 2], 3), (5, [6, 4, 2], 5), (8, [8, 4, 2], 5)),
        *((9, [10, 8, 4, 2], 7), (16, [16, 8, 4, 2], 7), (17, [18, 16, 8, 4, 2], 8)),
        *((120, [120, 64, 32, 16, 8, 4, 2], 10), (129, [130, 128, 64, 32, 16, 8, 4, 2], 11)),
    ],
)
def test_schedule(number: int, places: list[int], total: int) -> None:
    """H9, H14, H33: places halve; 8, 4 and 2 places after round 1 are two games; 120 entries make 10 rounds."""
    rounds = schedule(number)
    assert [entry["places"] for entry in rounds] == places
    assert declared_total(number) == total
    assert rounds[0]["slow_games"] == 1
    assert all(entry["slow_games"] == (2 if entry["places"] <= 8 else 1) for entry in rounds[1:])


def test_printed_calendar() -> None:
    """H33: in the printed event the quarter-finals are rounds 5 and 6, so their losers enter round 7."""
    assert [entry["first_slow"] for entry in schedule(120)] == [1, 2, 3, 4, 5, 7, 9]


def test_slow_game_decides() -> None:
    """H9: a decided game ends a one-game match; the winner has 1 point, the colours are as played."""
    match = play_match({"a": "x", "b": "y", "slow": ["0"]}, 1, "x")
    assert (match["winner"], match["points"], match["colours"]) == ("y", {"x": 0, "y": 2}, {"x": "W", "y": "B"})
    assert match["stage"] == {"y": "won slow", "x": "lost slow"}
    assert match["met"]
    assert not match["slow_level"]


def test_mini_match_colours() -> None:
    """H10: White of the slow game has Black in the first quick game, White in the second; both are played."""
    first = play_match({"a": "x", "b": "y", "slow": ["="]}, 1, "x")
    assert first["next"] == {"kind": "quick", "white": "y"}
    second = play_match({"a": "x", "b": "y", "slow": ["="], "quick": ["1"]}, 1, "x")
    assert second["next"] == {"kind": "quick", "white": "x"}
    over = play_match({"a": "x", "b": "y", "slow": ["="], "quick": ["1", "="]}, 1, "x")
    assert (over["winner"], over["points"], over["stage"]["y"]) == ("x", {"x": 1, "y": 1}, "lost mini")
    assert [game["white"] for game in over["games"]] == ["x", "y", "x"]


def test_mini_match_after_two_slow_games() -> None:
    """H10: after a Premier match the last slow game counts: y had White in it, so x has White in the first quick."""
    match = play_match({"a": "x", "b": "y", "slow": ["1", "0"]}, 2, "x")
    assert match["next"] == {"kind": "quick", "white": "x"}


def test_armageddon() -> None:
    """H11: after a level mini-match a lot gives colours; a draw sends Black on, a win the winner."""
    level: Record = {"a": "x", "b": "y", "slow": ["="], "quick": ["1", "0"]}
    assert play_match(level, 1, "x")["next"] == {"kind": "armageddon", "white": None}
    drawn = play_match({**level, "armageddon": ("x", "=")}, 1, "x")
    assert (drawn["winner"], drawn["stage"]["x"]) == ("y", "lost armageddon")
    assert play_match({**level, "armageddon": ("x", "1")}, 1, "x")["winner"] == "x"
    assert play_match({**level, "armageddon": ("y", "=")}, 1, "x")["winner"] == "x"


def test_default_in_a_slow_game() -> None:
    """H12, H30: the present player goes on with 1 point without colour; they have not met."""
    match = play_match({"a": "x", "b": "y", "slow": ["+"]}, 1, "x")
    assert (match["winner"], match["points"], match["colours"]) == ("x", {"x": 2, "y": 0}, {"x": "-", "y": "-"})
    assert (match["met"], match["defaulted"], match["slow_default_win"]) == (False, ["y"], ["x"])
    nobody = play_match({"a": "x", "b": "y", "slow": ["x"]}, 1, "x")
    assert (nobody["winner"], nobody["losers"], nobody["points"]) == (None, ["x", "y"], {"x": 0, "y": 0})


def test_default_in_play_offs() -> None:
    """H12: a quick game not attended is lost, missed by both it counts for neither; the slow game's draw stays."""
    one = play_match({"a": "x", "b": "y", "slow": ["="], "quick": ["-", "="]}, 1, "x")
    assert (one["winner"], one["points"], one["colours"]["x"]) == ("y", {"x": 1, "y": 1}, "W")
    assert (one["defaulted"], one["slow_default_win"], one["met"]) == (["x"], [], True)
    both: Record = {"a": "x", "b": "y", "slow": ["="], "quick": ["x", "1"]}
    assert play_match(both, 1, "x")["winner"] == "x"
    level: Record = {"a": "x", "b": "y", "slow": ["="], "quick": ["x", "x"]}
    assert play_match(level, 1, "x")["next"]["kind"] == "armageddon"
    assert play_match({**level, "armageddon": ("x", "x")}, 1, "x")["winner"] is None
    assert play_match({**level, "armageddon": ("x", "+")}, 1, "x")["winner"] == "x"


def test_default_in_a_premier_match() -> None:
    """H13: the default decides, not the score; games played keep points and colours, the others count for x."""
    second = play_match({"a": "x", "b": "y", "slow": ["0", "+"]}, 2, "y")
    assert (second["winner"], second["points"]) == ("x", {"x": 2, "y": 2})
    assert (second["colours"], second["met"]) == ({"x": "B-", "y": "W-"}, True)
    first = play_match({"a": "x", "b": "y", "slow": ["+"]}, 2, "y")
    assert (first["points"], first["colours"], first["met"]) == ({"x": 4, "y": 0}, {"x": "--", "y": "--"}, False)
    with pytest.raises(ValueError, match="after the match was decided"):
        play_match({"a": "x", "b": "y", "slow": ["+", "1"]}, 2, "y")


# --- lucky losers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "winners", "held", "lucky"),
    [
        *((120, 60, 0, 4), (121, 60, 1, 3), (66, 33, 0, 31), (127, 63, 1, 0), (128, 64, 0, 0), (64, 32, 0, 0)),
        *((63, 31, 1, 0), (65, 32, 1, 31), (5, 2, 1, 1), (9, 4, 1, 3), (3, 1, 1, 0), (4, 2, 0, 0)),
    ],
)
def test_counts(number: int, winners: int, held: int, lucky: int) -> None:
    """H14: 120 -> 60 + 4, 121 -> 60 + 1 + 3, 66 -> 33 + 31; 127 and 128 need none."""
    assert how_many_lucky(places_round_two(number), winners + held, number <= 4) == lucky
    answer = play(event(number), upto=1)
    assert len(answer["rounds"][0]["boards"]) == winners
    assert len(answer["rounds"][0]["held_back"]) == held
    assert len(answer["rounds"][1]["lucky"]) == lucky
    assert len(answer["rounds"][1]["ranking"]) == places_round_two(number)


def test_120_without_a_draw() -> None:
    """H15, H16: 30 winners seek each colour, so board 1's loser (had Black, seeks White); then Black is required:
    board 2's loser; level again: board 3's; and board 4's. H18 puts them at 61-64."""
    answer = play(event(120), upto=1)
    two = answer["rounds"][1]
    assert two["lucky"] == ps(61, 62, 63, 64)
    assert two["ranking"] == ps(*range(1, 65))
    # H22: position i seeks Black for odd i, White for even i up to 60; 61 and 63 White, 62 and 64 Black.
    lower = {29: 61, 30: 62, 31: 63, 32: 64}
    expected = [(i, lower.get(i, i + 33 if i % 2 == 1 else i + 31)) for i in range(1, 33)]
    assert number_pairs(pairs_of(answer, 2)) == expected
    assert all(board["why"] == "sought" for board in two["boards"])
    assert white_of(answer, 2)[:4] == ps(34, 2, 36, 4)


def test_120_with_draws() -> None:
    """H15: those who drew come first, at whatever stage they fell; the others only when all of them are in.

    Board 7's p067 (Black, seeks White) and board 50's p110 (White, seeks Black) drew. Even: board 7's; Black is
    required: p110; even: board 1's p061 seeks White; Black is required: board 2's p062.
    """
    answer = play(event(120), {p(7): armageddon(p(7), p(67)), p(50): mini(p(50), p(110))}, upto=1)
    assert answer["rounds"][1]["lucky"] == ps(67, 110, 61, 62)
    assert answer["rounds"][1]["ranking"][60:] == ps(61, 62, 67, 110)
    assert p(67) not in [card["id"] for card in answer["rounds"][0]["entries"]]


def test_required_colour_inside_the_first_class() -> None:
    """H16: no player of the required colour among those who drew: the highest board of them, not of the others."""
    candidates: list[dict[str, Any]] = [
        {"id": "a", "rank": 1, "level": False},
        {"id": "b", "rank": 9, "level": True},
        {"id": "c", "rank": 5, "level": True},
    ]
    colours = {"a": "B", "b": "W", "c": "W", "x": "W", "y": "W"}
    assert choose_lucky(1, ["x", "y"], candidates, colours) == ["c"]
    assert choose_lucky(3, ["x", "y"], candidates, colours) == ["c", "b", "a"]
    assert choose_lucky(9, ["x", "y"], candidates, colours) == ["c", "b", "a"]
    colours["b"] = "B"
    assert choose_lucky(1, ["x", "y"], candidates, colours) == ["b"]


def test_lower_rated_loser_of_a_high_board() -> None:
    """H16, 13.3: board 2's lower player before board 3's higher one when Black in round 1 is wanted of both."""
    answer = play(event(10), {p(3): win(p(8), p(3)), p(1): win(p(6), p(1))}, upto=1)
    # Boards 1-6, 2-7, 3-8, 4-9, 5-10 have White 1, 7, 3, 9, 5. Going on: 6 B, 2 B, 8 B, 4 B, 5 W.
    # White is sought by 4, Black by 1: Black seekers wanted, who had White: 1 (board 1), then 7, then 3.
    assert answer["rounds"][1]["lucky"] == ps(1, 7, 3)


def test_66() -> None:
    """H14-H18: 17 winners had White. White is required: p034 (board 1, Black); then even: board by board to p064."""
    answer = play(event(66), upto=1)
    assert answer["rounds"][1]["lucky"] == ps(*range(34, 65))
    assert [(card["id"], card["score"]) for card in answer["rounds"][0]["entries"]] == [(p(65), 0), (p(66), 0)]


def test_127() -> None:
    """H21: p064 was held back; 32 seek Black, 31 White, so he joins the White seekers and nobody is set aside."""
    answer = play(event(127), upto=1)
    two = answer["rounds"][1]
    assert answer["rounds"][0]["held_back"] == [p(64)]
    assert two["ranking"] == ps(*range(1, 65))
    last = next(board for board in two["boards"] if p(64) in (board["first"], board["second"]))
    # Upper Black seekers 1, 3, ..., 31 meet lower White seekers 34, 36, ..., 64.
    assert (last["first"], last["white"], last["why"]) == (p(31), p(64), "sought")


def test_upset_takes_the_place() -> None:
    """H18, 14: who beats number 5 is number 5, whatever the ratings; also a round later."""
    answer = play(event(16), {p(5): win(p(13), p(5))}, upto=1)
    assert answer["rounds"][1]["ranking"] == ps(1, 2, 3, 4, 13, 6, 7, 8)
    answer = play(event(16), {p(5): win(p(13), p(5))}, {p(1): win(p(13), p(1), 2)}, upto=2)
    assert answer["rounds"][2]["ranking"] == ps(13, 2, 3, 4)


# --- rule 16 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "sought"),
    [
        *(("", None), ("-", None), ("W", "B"), ("B", "W"), ("-B-", "W"), ("WB", "W"), ("BW", "B")),
        *(("WBW", "B"), ("WBB", "W"), ("BWW", "B"), ("WWB", "B"), ("WWBB", "W"), ("WW-B", "B"), ("B-B", "W")),
        ("WWWBB", "W"),
    ],
)
def test_seeks(colours: str, sought: str | None) -> None:
    """H19: last two the same: the other; the colour had less often; the opposite of the last; gaps do not count."""
    assert seeks(colours) == sought


def field_34_30() -> tuple[list[str], dict[str, str]]:
    """64 in ranking order; odd positions, 2 and 64 had Black and seek White: 34 v 30."""
    ranking = ps(*range(1, 65))
    return ranking, {p(i): "B" if i % 2 == 1 or i in (2, 64) else "W" for i in range(1, 65)}


EXPECTED_34_30 = {
    # Set aside: the four lowest White seekers 59, 61, 63, 64. Upper half of the others: 1-30, lower: 31-58, 60, 62.
    # White seekers above (1, 2, 3, 5, ..., 29) meet Black seekers below (32, 34, ..., 62), first to first; Black
    # seekers above (4, 6, ..., 30) meet White seekers below (31, 33, ..., 57).
    **{i: i + 27 for i in range(4, 31, 2)},
    **dict(zip([1, 2, *range(3, 30, 2)], range(32, 63, 2), strict=True)),
    59: 63,
    61: 64,
}


def test_34_white_seekers_30_black_seekers() -> None:
    """H22: 30 right boards by position of the first player, then 59-63 and 61-64; H24: White to 63, then to 61."""
    ranking, colours = field_34_30()
    stage = dict.fromkeys(ranking, "won slow")
    answer = pair_round_two(ranking, 64, colours, stage, no_meetings)
    pairs = number_pairs([(board["first"], board["second"]) for board in answer["boards"]])
    assert pairs[:6] == [(1, 32), (2, 34), (3, 36), (4, 31), (5, 38), (6, 33)]
    assert [first for first, _ in pairs] == [*range(1, 31), 59, 61]
    assert dict(pairs) == EXPECTED_34_30
    for board in answer["boards"][:30]:
        assert board["why"] == "sought"
        assert colours[board["white"]] == "B"
    assert [(board["white"], board["why"]) for board in answer["boards"][30:]] == [(p(63), "H24"), (p(61), "H24")]


def test_30_white_seekers_34_black_seekers() -> None:
    """H22, H24: the mirror has the same boards; Black goes to 63, then to 61, so White to 59 and 64."""
    ranking, colours = field_34_30()
    mirrored = {player: "W" if colour == "B" else "B" for player, colour in colours.items()}
    stage = dict.fromkeys(ranking, "won slow")
    answer = pair_round_two(ranking, 64, mirrored, stage, no_meetings)
    assert dict(number_pairs([(board["first"], board["second"]) for board in answer["boards"]])) == EXPECTED_34_30
    assert [board["white"] for board in answer["boards"][30:]] == ps(59, 64)


def test_32_v_32_sets_nobody_aside() -> None:
    """H22: equal sides."""
    ranking = ps(*range(1, 65))
    colours = {p(i): "B" if i <= 32 else "W" for i in range(1, 65)}
    answer = pair_round_two(ranking, 64, colours, dict.fromkeys(ranking, "won slow"), no_meetings)
    pairs = number_pairs([(board["first"], board["second"]) for board in answer["boards"]])
    assert pairs == [(i, i + 32) for i in range(1, 33)]


def test_all_seek_the_same() -> None:
    """H22: 16 White seekers are all set aside: 1-9, 2-10 and so on, White alternating from the lower-ranked."""
    ranking = ps(*range(1, 17))
    answer = pair_round_two(ranking, 16, dict.fromkeys(ranking, "B"), dict.fromkeys(ranking, "won slow"), no_meetings)
    assert number_pairs([(b["first"], b["second"]) for b in answer["boards"]]) == [(i, i + 8) for i in range(1, 9)]
    assert [board["white"] for board in answer["boards"]] == ps(9, 2, 11, 4, 13, 6, 15, 8)


def test_no_seekers_join_the_smaller_side() -> None:
    """H21: from the top: a joins White when equal, then b Black, then c White, as the counts stand."""
    assert sides_of(["a", "b", "c"], {"a": "", "b": "-", "c": ""}) == {"a": "W", "b": "B", "c": "W"}
    assert sides_of(["x", "a", "b"], {"x": "B", "a": "", "b": ""}) == {"x": "W", "a": "B", "b": "W"}


def test_who_gets_white() -> None:
    """H23 (3): won the slow game, won a mini-match, won an Armageddon, out in the Armageddon, the mini-match, slow."""
    order = ["won slow", "won mini", "won armageddon", "lost armageddon", "lost mini", "lost slow"]
    for i, better in enumerate(order):
        for worse in order[i + 1 :]:
            stage = {"x": worse, "y": better}
            assert who_gets_it("x", "y", {"x": "B", "y": "B"}, stage) == ("y", "H23.3")
            assert who_gets_it("y", "x", {"x": "W", "y": "W"}, stage) == ("y", "H23.3")
    assert who_gets_it("x", "y", {"x": "B", "y": "B"}, {"x": "won slow", "y": "won slow"}) == (None, "")


def test_who_gets_it_by_colours() -> None:
    """H23 (1) and (2): the greater difference; then the latest colour that differs, which each gets reversed."""
    stage = {"x": "lost slow", "y": "won slow"}
    assert who_gets_it("x", "y", {"x": "BB", "y": "WB"}, stage) == ("x", "H23.1")
    assert who_gets_it("x", "y", {"x": "B", "y": "-"}, stage) == ("x", "H23.1")
    # Both seek White: x BWB, y WBB (last two the same). The last is the same, the one before differs: x had White.
    assert who_gets_it("x", "y", {"x": "BWB", "y": "WBB"}, stage) == ("y", "H23.2")
    # Both seek Black: two back x had White and y Black, so x gets Black.
    assert who_gets_it("x", "y", {"x": "BWW", "y": "WBW"}, stage) == ("x", "H23.2")
    # One history runs out: B and W-B-B agree as far as they go, but differ by 1 and 1.
    assert who_gets_it("x", "y", {"x": "B", "y": "WBB"}, stage) == ("y", "H23.3")


def test_alternation_counts_only_its_own_boards() -> None:
    """H24: a board settled by H23 (3) does not move the count; White and Black seekers are counted apart."""
    pairs = [("a1", "a2"), ("b1", "b2"), ("c1", "c2"), ("d1", "d2"), ("e1", "e2")]
    position = {name: i for i, name in enumerate([x for x, _ in pairs] + [y for _, y in pairs])}
    wants: dict[str, str | None] = {name: "B" if name[0] in "ce" else "W" for name in position}
    colours = {name: "B" if wants[name] == "W" else "W" for name in position}
    stage = dict.fromkeys(position, "won slow")
    stage["b1"] = "won mini"
    boards = settle_colours(pairs, wants, colours, stage, position)
    # a: first of White: lower a2. b: b2 won the slow game. c: first of Black: c2 Black. d: second of White: d1.
    # e: second of Black: Black to the higher, White to e2.
    assert [board["white"] for board in boards] == ["a2", "b2", "c1", "d1", "e2"]
    assert [board["why"] for board in boards] == ["H24", "H23.3", "H24", "H24", "H24"]


def sixteen() -> tuple[list[str], dict[str, str]]:
    """Odd positions seek White: 1-10, 2-9, 3-12, 4-11, 5-14, 6-13, 7-16, 8-15."""
    ranking = ps(*range(1, 17))
    return ranking, {p(i): "B" if i % 2 else "W" for i in range(1, 17)}


def round_two_of(met: set[tuple[int, int]]) -> dict[str, Any]:
    ranking, colours = sixteen()
    pairs = {(p(a), p(b)) for a, b in met}
    return pair_round_two(
        ranking,
        16,
        colours,
        dict.fromkeys(ranking, "won slow"),
        lambda one, two: (one, two) in pairs or (two, one) in pairs,
    )


def test_own_kind_is_tried_first() -> None:
    """H25: 1-10 have met; board 2 is of the other kind, so board 3 at distance two: 1-12 and 3-10, colours as before."""
    boards = round_two_of({(1, 10)})["boards"]
    pairs = number_pairs([(board["first"], board["second"]) for board in boards])
    assert pairs[:4] == [(1, 12), (2, 9), (3, 10), (4, 11)]
    assert all(board["why"] == "sought" for board in boards)


def test_other_kinds_when_the_own_kind_fails() -> None:
    """H25: 1 has met all of 10, 12, 14, 16: board 2 after all: 1-9 both seek White, 2-10 both Black; H24 settles both."""
    boards = round_two_of({(1, 10), (1, 12), (1, 14), (1, 16)})["boards"]
    assert number_pairs([(board["first"], board["second"]) for board in boards])[:2] == [(1, 9), (2, 10)]
    assert [(board["white"], board["why"]) for board in boards[:2]] == [(p(9), "H24"), (p(2), "H24")]


def test_lucky_loser_does_not_meet_the_same_opponent() -> None:
    """H22, H25: 17 players, round 2 of 16 in which each of seven lucky losers could meet the old opponent."""
    answer = play(event(17), upto=1)
    two = answer["rounds"][1]
    assert len(two["lucky"]) == 7
    round_one = {frozenset(pair) for pair in pairs_of(answer, 1)}
    assert not round_one & {frozenset(pair) for pair in pairs_of(answer, 2)}
    assert two["forbidden_left"] == []


def test_held_back_in_round_two() -> None:
    """H17, H20: nine of 18 do not come, so there is no lucky loser for seven of 16 places: seven are held back."""
    absent = {p(i): {"a": p(i), "b": p(i + 9), "slow": ["+"]} for i in range(1, 10)}
    answer = play(event(18), absent, upto=1)
    two = answer["rounds"][1]
    assert (two["places"], two["lucky"]) == (16, [])
    # Nine players in 16 places: 1 meets 9, places 10-16 are vacant, so 2-8 are held back.
    assert two["held_back"] == ps(2, 3, 4, 5, 6, 7, 8)
    # Neither has a colour: 1 joins the White side, 9 the Black side (H21).
    assert [(board["first"], board["second"], board["white"]) for board in two["boards"]] == [(p(1), p(9), p(1))]


# --- later rounds and the Premier -----------------------------------------------------------------------------------


def test_later_rounds_go_by_position() -> None:
    """H26: 1-9, 2-10, ... ; differing wishes are met, one wish alone too, none at all counts as both seeking White."""
    ranking = ps(*range(1, 17))
    colours = {p(i): "WB" for i in range(1, 17)}
    colours |= {p(1): "BW", p(10): "--", p(3): "--", p(11): "--"}
    stage = dict.fromkeys(ranking, "won slow")
    answer = pair_by_position(ranking, 16, colours, stage, no_meetings)
    assert number_pairs([(b["first"], b["second"]) for b in answer["boards"]]) == [(i, i + 8) for i in range(1, 9)]
    # 1 seeks Black, 9 White. 2 seeks White, 10 nothing. 3-11: neither, H24's first: lower. 4-12: second: higher.
    assert [board["white"] for board in answer["boards"][:4]] == ps(9, 2, 11, 4)
    assert [board["why"] for board in answer["boards"][:4]] == ["sought", "only one seeks", "H24", "H24"]


def test_premier_pairings() -> None:
    """H27: 1-5, 2-6, 3-7, 4-8; where 1 and 5 have met, 1-6 and 2-5. In the final the bar has ended."""
    ranking = ps(*range(1, 9))
    colours = dict.fromkeys(ranking, "WB")
    stage = dict.fromkeys(ranking, "won slow")

    def one_and_five(one: str, two: str) -> bool:
        return {one, two} == {p(1), p(5)}

    lots = dict.fromkeys(range(1, 5), "W")
    plain = pair_by_position(ranking, 8, colours, stage, no_meetings, premier_lots=lots)
    assert number_pairs([(b["first"], b["second"]) for b in plain["boards"]]) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    barred = pair_by_position(ranking, 8, colours, stage, one_and_five, premier_lots=lots)
    assert number_pairs([(b["first"], b["second"]) for b in barred["boards"]]) == [(1, 6), (2, 5), (3, 7), (4, 8)]
    final = pair_by_position(ps(1, 5), 2, colours, stage, one_and_five, final=True, premier_lots=lots)
    assert (number_pairs([(b["first"], b["second"]) for b in final["boards"]]), final["forbidden_left"]) == (
        [(1, 5)],
        [],
    )


def test_premier_colours() -> None:
    """H28: wishes, H23 (1) and (2), then the lot: how each came through does not matter; no colours at all: the lot."""
    ranking = ps(*range(1, 9))
    colours = dict(zip(ranking, ["WB", "BB", "BWB", "-", "BW", "WB", "WBB", "--"], strict=True))
    stage = dict.fromkeys(ranking, "won slow") | {p(3): "lost slow"}
    lots = {3: "B", 4: "B"}
    boards = pair_by_position(ranking, 8, colours, stage, no_meetings, premier_lots=lots)["boards"]
    # 1 seeks White, 5 Black. 2 has BB, 6 WB: both White, 2 differs by more. 3 BWB, 7 WBB: 7 had Black where 3 had White.
    assert [(board["white"], board["why"]) for board in boards] == [
        (p(1), "sought"),
        (p(2), "H23.1"),
        (p(7), "H23.2"),
        (p(8), "lot H28"),
    ]
    same = pair_by_position(ps(1, 2), 2, dict.fromkeys(ranking, "WB"), stage, no_meetings, premier_lots={1: "B"})
    assert (same["boards"][0]["white"], same["boards"][0]["why"]) == (p(2), "lot H28")
    waits = pair_by_position(ps(1, 2), 2, dict.fromkeys(ranking, "WB"), stage, no_meetings, premier_lots={})
    assert waits["boards"][0]["white"] is None


def test_whole_event_of_120() -> None:
    """H9, H33: everybody loses to the higher-ranked; losers of the Premier enter rounds 7 and 9, finalists never."""
    answer = play(event(120))
    assert [entry["places"] for entry in answer["rounds"]] == [120, 64, 32, 16, 8, 4, 2]
    assert (answer["winner"], answer["runner_up"], answer["semi_final_losers"]) == (p(1), p(2), ps(3, 4))
    entry_rounds = {card["id"]: card["entry_round"] for r in answer["rounds"] for card in r["entries"]}
    counts = [list(entry_rounds.values()).count(entry_round) for entry_round in (2, 3, 4, 5, 7, 9)]
    assert counts == [56, 32, 16, 8, 4, 2]
    assert p(1) not in entry_rounds
    assert p(2) not in entry_rounds
    cards = {card["id"]: card for r in answer["rounds"] for card in r["entries"]}
    assert len(cards[p(3)]["colours"]) == 8
    # Four won games, a quarter-final 1½-½ and a semi-final ½-1½: 6 points.
    assert cards[p(3)]["score"] == 12
    assert len(cards[p(3)]["met"]) == 6
    # A lucky loser who loses again brings nothing (H32).
    assert (cards[p(61)]["entry_round"], cards[p(61)]["score"], cards[p(61)]["met"]) == (3, 0, ps(1, 29))


def test_three_players() -> None:
    """H40: one board, one held back, a final without lucky loser; p002 never had a colour, so p001's wish counts."""
    answer = play(event(3))
    assert pairs_of(answer, 1) == [(p(1), p(3))]
    assert answer["rounds"][0]["held_back"] == [p(2)]
    assert [(b["first"], b["second"], b["white"], b["why"]) for b in answer["rounds"][1]["boards"]] == [
        (p(1), p(2), p(2), "only one seeks")
    ]
    assert (answer["winner"], answer["runner_up"], answer["declared_total"]) == (p(1), p(2), 3)
    assert [(card["id"], card["entry_round"], card["colours"]) for card in answer["rounds"][0]["entries"]] == [
        (p(3), 2, "B")
    ]


def test_five_players() -> None:
    """H40, H16, H6: p005 beats p002 in the Armageddon, who is the lucky loser (White was required) and may not meet
    p005 again, so the semi-finals are 1-2 and 5-3 instead of 1-3 and 5-2."""
    answer = play(event(5), {p(2): armageddon(p(5), p(2))}, upto=1)
    two = answer["rounds"][1]
    assert two["lucky"] == [p(2)]
    assert two["ranking"] == ps(1, 5, 3, 2)
    assert pairs_of(answer, 2) == [(p(1), p(2)), (p(5), p(3))]
    # 1 had White, 2 Black; 5 had White and seeks Black, 3 seeks nothing.
    assert white_of(answer, 2) == ps(2, 3)


def test_nine_players() -> None:
    """H40: quarter-finals follow round 1: four winners, one held back and three lucky losers; all matches two games."""
    answer = play(event(9))
    assert [entry["slow_games"] for entry in answer["rounds"]] == [1, 2, 2, 2]
    # Going on: 1 (W), 2 (B), 3 (W), 4 (B), 5 (-). Even: board 1's p006; Black required: p007; even: p008.
    assert answer["rounds"][1]["lucky"] == ps(6, 7, 8)
    assert number_pairs(pairs_of(answer, 2)) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    # 1 seeks Black, 5 nothing; 2 and 6 had Black, 3 and 7 White, 4 and 8 Black: the lot gives the first player White.
    assert white_of(answer, 2) == ps(5, 2, 3, 4)
    assert [board["why"] for board in answer["rounds"][1]["boards"]] == ["only one seeks", *["lot H28"] * 3]
    assert answer["declared_total"] == 7


def test_one_player_alone() -> None:
    """H40: held back until the end, and wins; so too who is left alone by double defaults."""
    answer = play(event(1))
    assert (answer["winner"], answer["runner_up"], answer["declared_total"]) == (p(1), None, 1)
    answer = play(event(3), {p(1): {"a": p(1), "b": p(3), "slow": ["x"]}})
    assert (answer["winner"], answer["runner_up"]) == (p(2), None)
    assert answer["rounds"][1]["held_back"] == [p(2)]


def test_two_players() -> None:
    """H9: one slow game is the final; who missed round 1 has no round left."""
    answer = play(event(3, misses=[p(2)]))
    assert (answer["winner"], answer["runner_up"], answer["declared_total"]) == (p(1), p(3), 1)
    assert [(card["id"], card["entry_round"]) for card in answer["rounds"][0]["entries"]] == [(p(2), 2)]


# --- defaults, withdrawals, cards -----------------------------------------------------------------------------------


def test_default_in_round_one() -> None:
    """H7, H12, H33, H38: the winner goes on without colour and may not have the bye; the absent one counts as withdrawn
    until the director says otherwise, then enters with 0 and no colour, and has no prize until excused."""
    missed = {p(1): {"a": p(1), "b": p(9), "slow": ["+"]}}
    answer = play(event(16), missed)
    assert answer["no_prize"] == [p(9)]
    assert p(9) not in [card["id"] for card in answer["rounds"][0]["entries"]]
    answer = play(event(16, plays_on=[p(9)]), missed)
    card = next(card for card in answer["rounds"][0]["entries"] if card["id"] == p(9))
    assert (card["score"], card["colours"], card["met"], card["bye_barred"]) == (0, "-", [], False)
    assert play(event(16, excused=[p(9)]), missed)["no_prize"] == []
    assert play(event(16, excused=[p(9)]), missed)["defaulters"] == [p(9)]


def test_bye_barred_is_carried_along() -> None:
    """H33: p001 won by default in round 1 and loses the quarter-final: the card bars the bye and has a gap first."""
    answer = play(
        event(16), {p(1): {"a": p(1), "b": p(9), "slow": ["+"]}}, {p(1): {"a": p(5), "b": p(1), "slow": ["1", "1"]}}
    )
    card = next(card for card in answer["rounds"][1]["entries"] if card["id"] == p(1))
    assert (card["entry_round"], card["score"], card["colours"][0], card["met"]) == (4, 2, "-", [p(5)])
    assert card["bye_barred"]


def test_held_back_in_the_premier() -> None:
    """H3, H33: nine players, nobody comes to boards 3 and 4. Going on are 1, 2, 5 (held back) and lucky 6 and 7.

    In the quarter-finals 1 plays 7; 2, 5 and 6 are held back and count two games won each. 5 and 6 lose their
    semi-finals ½-1½ and enter round 6 with 2 + 4 + 1 and 0 + 4 + 1 half-points; neither may have the bye.
    """
    nobody = {p(i): {"a": p(i), "b": p(i + 5), "slow": ["x"]} for i in (3, 4)}
    answer = play(event(9), nobody)
    assert answer["rounds"][1]["ranking"] == ps(1, 2, 5, 6, 7)
    assert answer["rounds"][1]["held_back"] == ps(2, 5, 6)
    five, six = answer["rounds"][2]["entries"]
    assert (five["id"], five["entry_round"], five["score"], five["met"]) == (p(5), 6, 7, [p(1)])
    assert (five["colours"][:3], five["bye_barred"]) == ("---", True)
    assert (six["id"], six["entry_round"], six["score"], six["met"]) == (p(6), 6, 5, ps(1, 2))
    assert (six["colours"][:3], six["bye_barred"]) == ("B--", True)


def test_defaulter_is_no_lucky_loser() -> None:
    """H15: who missed a quick game after a drawn slow game is passed over, though level and on the highest board."""
    quick = {p(1): {"a": p(1), "b": p(6), "slow": ["="], "quick": ["+", "="]}}
    answer = play(event(10), quick, upto=1)
    # 1, 3, 5 seek Black, 2 and 4 White: White is required: p008 of board 3; even: board 2's p007; required: p010.
    assert answer["rounds"][1]["lucky"] == ps(8, 7, 10)
    assert answer["defaulters"] == [p(6)]


def test_withdrawal_before_round_two() -> None:
    """H36: p003 withdraws after winning: out, replaced at the bottom by a lucky loser, no card. With the director's
    word p003 enters with 1 point."""
    answer = play(event(16, withdrawn={2: [p(3)]}), upto=1)
    # p003 had White and would seek Black: left are 1, 5, 7 who seek Black and 2, 4, 6, 8 who seek White. A Black
    # seeker is required: board 1's p009 had Black, board 2's p010 had White.
    assert answer["rounds"][1]["lucky"] == [p(10)]
    assert answer["rounds"][1]["ranking"] == ps(1, 2, 4, 5, 6, 7, 8, 10)
    assert p(3) not in answer["rounds"][0]["goes_on"]
    assert p(3) not in [card["id"] for card in answer["rounds"][0]["entries"]]
    answer = play(event(16, withdrawn={2: [p(3)]}, plays_on=[p(3)]), upto=1)
    first = answer["rounds"][0]["entries"][0]
    assert (first["id"], first["score"], first["colours"], first["met"]) == (p(3), 2, "W", [p(11)])


def test_withdrawn_loser_is_no_lucky_loser() -> None:
    """H15: the next in line is taken instead."""
    answer = play(event(120, withdrawn={2: [p(61)]}), upto=1)
    # 61 of board 1 is gone: even, so board 2's p062 (had White); White is required: p063; even: p064; required: p065.
    assert answer["rounds"][1]["lucky"] == ps(62, 63, 64, 65)


def test_lucky_loser_of_a_later_round() -> None:
    """H14-H16, H18: a winner of a quarter-final withdraws; a loser stands at the bottom and gets no card yet.

    Colours so far: p002 and p004 BWB, p003 WWB: White is sought by two, Black by one, so a Black seeker is required:
    p005 (WBW) of board 1, whose winner left.
    """
    answer = play(event(16, withdrawn={3: [p(1)]}), upto=2)
    three = answer["rounds"][2]
    assert three["lucky"] == [p(5)]
    assert three["ranking"] == ps(2, 3, 4, 5)
    assert [card["id"] for card in answer["rounds"][1]["entries"]] == ps(6, 7, 8)


def test_the_final_takes_no_lucky_loser() -> None:
    """H14, H29, H33: a finalist withdraws: the other wins without play, there is no runner-up and no card."""
    answer = play(event(16, withdrawn={4: [p(1)]}, plays_on=[p(1)]))
    final = answer["rounds"][3]
    assert (final["lucky"], final["boards"], final["held_back"]) == ([], [], [p(2)])
    assert (answer["winner"], answer["runner_up"]) == (p(2), None)
    assert p(1) not in [card["id"] for card in answer["rounds"][2]["entries"]]
    both = play(event(16, withdrawn={4: ps(1, 2)}))
    assert (both["winner"], both["runner_up"]) == (None, None)


def test_final_by_default() -> None:
    """H13, H29: the loser of a final that was paired is the runner-up, also by default, without prize; if both stay
    away there is neither."""
    start: tuple[dict[str, Record], ...] = ({}, {}, {})
    lost = play(event(16), *start, {p(1): {"a": p(1), "b": p(2), "slow": ["0", "+"]}})
    assert (lost["winner"], lost["runner_up"], lost["no_prize"]) == (p(1), p(2), [p(2)])
    assert premier_prizes(lost) == ({p(1): 1500, p(3): 400, p(4): 400}, {p(2): 1000})
    none = play(event(16), *start, {p(1): {"a": p(1), "b": p(2), "slow": ["x"]}})
    assert (none["winner"], none["runner_up"]) == (None, None)
    assert premier_prizes(none)[1] == {"winner": 1500, "runner_up": 1000}


def test_prizes() -> None:
    """H39: equal scores share the prizes of their places equally; a share that may not be paid is withheld."""
    scores = {"a": 14, "b": 14, "c": 14, "d": 13, "e": 12}
    assert challengers_prizes(scores, [800, 400, 200, 100]) == {
        **dict.fromkeys("abc", Fraction(1400, 3)),
        "d": Fraction(100),
        "e": Fraction(0),
    }
    assert challengers_prizes(scores, [800], ["b"])["b"] == 0
    assert challengers_prizes(scores, [800], ["b"])["a"] == Fraction(800, 3)


def test_entry_order() -> None:
    """H33: score, then list, whatever the stage at which they were knocked out."""
    cards = [{"score": 0, "number": 1}, {"score": 1, "number": 9}, {"score": 1, "number": 4}]
    assert [card["number"] for card in entry_order(cards)] == [4, 9, 1]


def test_two_draws_compared() -> None:
    """H35: agreeing draws may be shown; otherwise it is said where they differ."""
    draw = play(event(120), upto=1)["rounds"][1]
    assert compare_draws(draw, draw) == []
    boards = [dict(board) for board in draw["boards"]]
    boards[2]["white"] = boards[2]["first"]
    assert compare_draws(draw, {**draw, "boards": boards}) == [f"board 3, white: {p(36)} and {p(3)}"]


def test_announcement_order() -> None:
    """H35: those who go on in board order, then those held back; those out in list order."""
    answer = play(event(7), {p(1): win(p(5), p(1))}, upto=1)
    assert answer["rounds"][0]["goes_on"] == ps(5, 2, 3, 4)
    assert answer["rounds"][0]["out"] == ps(1, 6, 7)


def test_no_half_point_bye() -> None:
    """H37: refused in the knock-out."""
    assert half_bye_is_granted(True) is False
    assert half_bye_is_granted(False) is None


def test_times() -> None:
    """H31: both limits hold, so the later counts; past midnight the clock begins again."""
    assert times.mini_match(17 * 60) == 18 * 60 + 30
    assert times.mini_match(18 * 60 + 20) == 18 * 60 + 50
    assert times.second_quick_game(19 * 60) == 19 * 60 + 10
    assert times.armageddon(19 * 60 + 40) == 20 * 60
    assert times.armageddon(19 * 60 + 50) == 20 * 60 + 5
    assert times.next_pairings(20 * 60) == 21 * 60 + 30
    assert times.shown(times.next_pairings(24 * 60 + 7)) == "00:07"


# --- promises on random fields --------------------------------------------------------------------------------------


def check_event(answer: dict[str, Any], given: dict[str, Any]) -> None:
    """What must hold in every event, whatever happened in it."""
    entered: list[str] = []
    met: set[frozenset[str]] = set()
    for this in answer["rounds"]:
        assert this["finished"]
        seated = [player for board in this["boards"] for player in (board["first"], board["second"])]
        assert sorted(seated + this["held_back"]) == sorted(this["ranking"])
        assert len(this["ranking"]) <= this["places"]
        assert set(this["lucky"]) <= set(this["ranking"])
        assert not set(this["ranking"]) & set(entered)
        for board, match in zip(this["boards"], this["matches"], strict=True):
            pair = frozenset([board["first"], board["second"]])
            barred = (board["first"], board["second"]) in this["forbidden_left"]
            assert this["final"] or this["round"] == 1 or (pair in met) == barred
            if match["met"]:
                met.add(pair)
        for card in this["entries"]:
            entered.append(card["id"])
            assert len(card["colours"]) == card["entry_round"] - 1
            assert 0 <= card["score"] <= 2 * len(card["colours"])
            assert card["entry_round"] == this["first_slow"] + this["slow_games"]
            assert all(frozenset([card["id"], other]) in met for other in card["met"])
    assert len(entered) == len(set(entered))
    if answer["winner"]:
        assert answer["winner"] not in entered
    everybody = {player["id"] for player in given["players"]}
    absent = everybody - set(entered)
    leaving = {player for gone in given["withdrawn"].values() for player in gone}
    finalists = set(answer["rounds"][-1]["ranking"]) if answer["rounds"] else everybody
    assert absent <= finalists | leaving | set(answer["defaulters"])


def test_random_events() -> None:
    """From no players to 200: late entries, defaults and withdrawals at every stage; the judge keeps its promises."""
    for seed in range(60 * CAMPAIGN):
        rng = Random(seed)
        number = rng.choice([rng.randrange(0, 24), rng.randrange(0, 201)])
        given, results = random_event(
            rng, number, defaults=rng.choice([0, 0.04, 0.5]), leaving=rng.choice([0, 0.03, 0.3])
        )
        check_event(replay(given, results), given)


def test_order_of_the_rows_does_not_matter() -> None:
    """The same players and results in another order give the same answer."""
    for seed in range(10 * CAMPAIGN):
        rng = Random(1000 + seed)
        given, results = random_event(rng, rng.randrange(2, 80))
        shuffled = {**given, "players": rng.sample(given["players"], len(given["players"]))}
        mixed = {r: rng.sample(records, len(records)) for r, records in results.items()}
        assert replay(shuffled, mixed) == replay(given, results)
