"""The second judge of the two-section championship, held to cases worked out by hand from the text and the rulings."""

import os
import random
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.judges import pente

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


def entrant(name: str, rating: str = "1650", games: int = 50, **more: Any) -> dict[str, Any]:
    return {"name": name, "rating": rating, "games": games, **more}


def met(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def pairs(*texts: str) -> list[tuple[str, str]]:
    return [(text[0], text[1]) for text in texts]


# --- placing and seeds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "section", "reason"),
    [
        ({"rating": "1400", "opponents": 9, "wish_a": True}, "A", "wish"),
        ({"rating": "1600", "opponents": 9}, "A", "rating"),
        ({"rating": "1610", "games": 15, "opponents": 9}, "A", "rating"),
        ({"rating": "1599.9", "opponents": 9}, "B", "games"),
        ({"rating": "1500", "opponents": 9, "best": "1750"}, "A", "established"),
        ({"rating": "1500", "opponents": 9, "best": "1749.9"}, "B", "games"),
        ({"rating": "1500", "games": 19, "opponents": 9, "best": "1800"}, "B", "games"),
        ({"rating": "1500", "games": 10, "opponents": 3}, "B", "games"),
        ({"rating": "1500", "games": 9, "opponents": 3}, "A", "neither"),
        ({"rating": "1500", "games": 30, "opponents": 2}, "A", "neither"),
        ({"rating": "1500", "games": 0, "accepted": True}, "B", "information"),
        ({"rating": "1500", "games": 30, "opponents": 2, "best": "1750", "accepted": True}, "A", "established"),
    ],
)
def test_placing(facts: dict[str, Any], section: str, reason: str) -> None:
    """P1, P2: the conditions are asked in order; a best rating below 20 games says nothing."""
    assert pente.place_entrant(entrant("x", **facts)) == (section, reason)


def test_seeding_number_of_a_provisional_player() -> None:
    """A-format 3: 1800 with 15 games is seeded as 1700; P3: decimals are cut off, not rounded."""
    assert pente.seeding_number("1800", 15) == 1700
    assert pente.seeding_number("1799.99", 20) == 1799
    assert pente.seeding_number("1800.99", 19) == 1780


def test_seed_ties_by_last_exit_then_decimals() -> None:
    """P4: all took part → later exit first, the champion last of all; who is still tied goes by decimals."""
    field = [
        entrant("a", "1700.9", exit=3),
        entrant("b", "1700.1", exit="champion"),
        entrant("c", "1700.2", exit=3),
        entrant("d", "1700.0", exit=7),
        entrant("e", "1701.0"),
    ]
    assert pente.seed_order(field)["order"] == ["e", "b", "d", "a", "c"]


def test_seed_ties_with_a_newcomer_start_again_as_smaller_groups() -> None:
    """P4: one newcomer sends the group to the decimals; the smaller group that all took part goes by exits."""
    field = [
        entrant("a", "1700.5", exit=2),
        entrant("b", "1700.50", exit=4),
        entrant("c", "1700", exit=None),
        entrant("d", "1700.7", exit=1),
    ]
    assert pente.seed_order(field)["order"] == ["d", "b", "a", "c"]


def test_seed_ties_nobody_can_break() -> None:
    """P4: groups still tied are reported; a typed order, else the lot, settles them."""
    field = [entrant(name, "1700") for name in "ab"] + [entrant(name, "1650", exit=2) for name in "cde"]
    assert pente.seed_order(field) == {"order": None, "tied": [["a", "b"], ["c", "d", "e"]]}
    assert pente.seed_order(field, typed=["ba"]) == {"order": None, "tied": [["c", "d", "e"]]}
    assert pente.seed_order(field, typed=["ba"], lot="ecdab")["order"] == list("baecd")
    assert pente.seed_order(field, typed=["ba", "ab", "dec"])["order"] == list("abdec")
    assert pente.play_a(field, {})["waiting"] == [["a", "b"], ["c", "d", "e"]]


# --- section A, one decision each -------------------------------------------------------------------------------


def test_unbeaten_player_holds_seed_one() -> None:
    """P6: the only one still in without a loss stands first; with none or two the original order holds."""
    assert pente.pairing_order("abcd", "abd", {"a": 1, "b": 1, "d": 0}) == ["d", "a", "b"]
    assert pente.pairing_order("abcd", "abd", {"a": 1, "b": 1, "d": 1}) == ["a", "b", "d"]
    assert pente.pairing_order("abcd", "abd", {"a": 1}) == ["a", "b", "d"]


def test_byes_in_section_a() -> None:
    """P7: highest seed without one, then with one, …; a bracket of one gives its player a bye."""
    assert pente.bye_a("abc", {}) == "a"
    assert pente.bye_a("abc", {"a": 1}) == "b"
    assert pente.bye_a("abc", {"a": 1, "b": 1, "c": 1}) == "a"
    assert pente.bye_a("abc", {"a": 3, "b": 2, "c": 2}) == "b"
    assert pente.bye_a("abcd", {}) is None
    assert pente.bye_a("c", {"c": 4}) == "c"


def test_printed_fold() -> None:
    """A-format 7: without seeds 1 and 2 the second bracket is 3-8, 4-7, 5-6."""
    losses = dict.fromkeys("345678", 1)
    brackets = pente.make_round_a("12345678", "12345678", losses, {}, set())
    assert [bracket["name"] for bracket in brackets] == ["1", "2"]
    assert brackets[0]["pairings"] == pairs("12")
    assert brackets[1]["pairings"] == pairs("38", "47", "56")


def test_two_odd_brackets_give_two_byes() -> None:
    """P7, P8: each odd bracket its own bye, byes counted wherever they were given."""
    brackets = pente.make_round_a("abcdef", "abcdef", {"b": 1, "d": 1, "f": 1}, {"b": 1}, set())
    assert [(one["players"], one["bye"], one["pairings"]) for one in brackets] == [
        (["a", "c", "e"], "a", pairs("ce")),
        (["b", "d", "f"], "d", pairs("bf")),
    ]


# --- repeats ----------------------------------------------------------------------------------------------------


def test_moves_as_printed_in_the_ruling() -> None:
    """P15: lower players a b c d e, a repeat at c."""
    assert pente.moves_in_order(5, 3) == [1, -1, 2, -2]
    lower = list("abcde")
    assert ["".join(pente.moved(lower, 3, move)) for move in (1, -1, 2, -2)] == ["abdce", "acbde", "abdec", "cabde"]
    assert pente.moves_in_order(4, 1) == [1, 2, 3]
    assert "".join(pente.moved(lower, 1, 4)) == "bcdea"
    assert "".join(pente.moved(lower, 5, -4)) == "eabcd"


def test_six_seeds_of_which_two_have_met_the_last() -> None:
    """P17: 1 and 2 have met 6: down 1 fails, down 2 gives 1-5, 2-4, 3-6."""
    answer = pente.avoid_repeats(pairs("16", "25", "34"), met("16", "26"))
    assert answer == {"pairings": pairs("15", "24", "36"), "moves": [(1, 2)], "left": []}


def test_up_is_tried_after_down() -> None:
    """P15: a repeat at the last pairing can only move up; in the middle down 1 comes before up 1."""
    assert pente.avoid_repeats(pairs("16", "25", "34"), met("34"))["pairings"] == pairs("16", "24", "35")
    assert pente.avoid_repeats(pairs("16", "25", "34"), met("25"))["pairings"] == pairs("16", "24", "35")
    assert pente.avoid_repeats(pairs("16", "25", "34"), met("25", "24"))["pairings"] == pairs("15", "26", "34")


def test_repeats_that_nothing_helps_stay_and_others_are_mended() -> None:
    """P16, P17: 1 has met everybody, so its repeat stays; the repeat at 2 is mended by itself."""
    answer = pente.avoid_repeats(pairs("16", "25", "34"), met("16", "15", "14", "25"))
    assert answer == {"pairings": pairs("16", "24", "35"), "moves": [(2, 1)], "left": [1]}


def test_after_a_move_the_search_starts_again_at_the_top() -> None:
    """P16: 1 has met 5, so 1-6 cannot move until the repeat 3-4 below has brought 4 next to it."""
    # At 1: down 1 and down 2 both make 1-5. At 3: up 1 makes 2-4, 3-5. Then at 1 down 1 makes 1-4, 2-6.
    answer = pente.avoid_repeats(pairs("16", "25", "34"), met("16", "15", "34"))
    assert answer == {"pairings": pairs("14", "26", "35"), "moves": [(3, -1), (1, 1)], "left": []}


# --- matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "says"),
    [
        ((2, 0), "decided"),
        ((1, 3), "decided"),
        ((4, 2), "decided"),
        ((5, 3), "decided"),
        ((0, 0), "unfinished"),
        ((1, 0), "unfinished"),
        ((6, 6), "unfinished"),
        ((6, 7), "unfinished"),
        ((3, 0), "refused"),
        ((-2, 0), "refused"),
    ],
)
def test_lead_of_two(score: tuple[int, int], says: str) -> None:
    """P18: only a lead of exactly two decides."""
    assert pente.lead_of_two(*score) == says


def test_game_by_game() -> None:
    """P18: a set won 2-0 ends the match; an x at the end of one set and the start of the next is no set."""
    assert pente.check_games("xx") == "decided"
    assert pente.check_games("xyyxxx") == "decided"
    assert pente.check_games("xyyx") == "unfinished"
    assert pente.check_games("yxx") == "unfinished"
    assert pente.check_games("xxy") == "refused"
    assert pente.first_movers_fit("xyyxx")
    assert not pente.first_movers_fit("xyxx")


def test_declared_ties_and_regular_scores() -> None:
    """P21: level after 12 games or more; P27: four games exactly."""
    assert [pente.tie_may_be_declared(*s) for s in ((5, 5), (6, 6), (7, 7), (7, 6))] == [False, True, True, False]
    assert [pente.regular_score(*s) for s in ((4, 0), (2, 2), (2, 1), (3, 2))] == [
        "decided",
        "decided",
        "unfinished",
        "refused",
    ]
    assert pente.match_wins(("x", "y"), ("forfeit", "x"), "y") == 4
    assert pente.match_wins(("x", "y"), ("double",), "y") == 0
    with pytest.raises(ValueError, match="P27"):
        pente.match_wins(("x", "y"), ("games", {"x": 3, "y": 0}), "x")


def test_clocks() -> None:
    """P20, P35: silence reduces from set 4; keeping needs both and one wish ends it from the next set on."""
    assert pente.clocks("A", 7) == [(30, 5)] * 3 + [(20, 3), (15, 2), (10, 0), (10, 0)]
    both = [(3, "x", "keep"), (3, "y", "keep")]
    assert pente.clocks("A", 5, both)[3:] == [(30, 5), (30, 5)]
    assert pente.clocks("A", 5, both[:1])[3:] == [(20, 3), (15, 2)]
    assert pente.clocks("A", 6, [*both, (4, "y", "reduce"), (5, "y", "keep")])[3:] == [(30, 5), (15, 2), (10, 0)]
    assert pente.clocks("playoff", 6) == [(20, 0)] * 3 + [(15, 0), (10, 0), (10, 0)]
    assert pente.clocks("regular", 2) == [(20, 0), (20, 0)]


# --- section A, whole events ------------------------------------------------------------------------------------


def won(*names: str) -> Any:
    """Outcomes: of each pairing the one whose name comes first in the string of its round wins."""

    def outcome(stage: int, upper: str, lower: str) -> Any:
        return ("win", min((upper, lower), key=names[stage - 1].index))

    return outcome


def test_four_players_to_the_champion() -> None:
    """Worked by hand: the unbeaten a is beaten in round 4 by b, and wins round 5."""
    event = pente.play_a_seeded("abcd", won("abcd", "abcd", "abcd", "bacd", "abcd"))
    assert [one["pairings"] for one in event["rounds"]] == [
        pairs("ad", "bc"),
        pairs("ab", "cd"),
        pairs("bc"),
        pairs("ab"),
        pairs("ab"),
    ]
    assert [one["byes"] for one in event["rounds"]] == [[], [], ["a"], [], []]
    assert event["champions"] == ["a"]
    assert event["places"] == [(1, ["a"]), (2, ["b"]), (3, ["c"]), (4, ["d"])]


def test_three_players_and_a_double_forfeit() -> None:
    """Round 3: y, unbeaten, stands first and has no bye yet; x and z both forfeit, so y is champion."""
    outcomes = {1: {("y", "z"): ("win", "y")}, 2: {("x", "y"): ("win", "y")}, 3: {("z", "x"): ("double",)}}
    event = pente.play_a_seeded("xyz", outcomes)
    assert [one["byes"] for one in event["rounds"]] == [["x"], ["z"], ["y"]]
    assert [one["pairings"] for one in event["rounds"]] == [pairs("yz"), pairs("xy"), pairs("xz")]
    assert event["champions"] == ["y"]
    assert event["places"] == [(1, ["y"]), (2, ["x", "z"])]


def test_nobody_left_shares_the_title() -> None:
    """P12: a double forfeit of the last two; the director may name one champion instead."""
    outcomes = {1: {("p", "q"): ("win", "p")}, 2: {("p", "q"): ("win", "q")}, 3: {("p", "q"): ("double",)}}
    assert pente.play_a_seeded("pq", outcomes)["places"] == [(1, ["p", "q"])]
    named = pente.play_a_seeded("pq", outcomes, declared={3: ["q"]})
    assert named["places"] == [(1, ["q"]), (2, ["p"])]


def test_a_tie_keeps_both_where_they_are() -> None:
    """P9, P21: a declared tie costs nothing, and the two play on; only the director can end it."""
    outcomes = {number: {("p", "q"): ("tie",)} for number in range(1, 5)}
    event = pente.play_a_seeded("pq", outcomes)
    assert not event["over"]
    assert [one["brackets"][0]["name"] for one in event["rounds"]] == ["1"] * 5
    assert pente.play_a_seeded("pq", outcomes, declared={4: ["p", "q"]})["places"] == [(1, ["p", "q"])]


def test_leaving_forfeits_open_matches_and_puts_out() -> None:
    """P10: played matches stand, open ones are forfeited, the last one left cannot leave."""
    outcomes = {1: {("a", "d"): ("win", "a")}}
    event = pente.play_a_seeded("abcd", outcomes, withdrawals={1: ["a", ["b", "c"], "d"]})
    assert event["rounds"][0]["outcomes"] == {("a", "d"): ("win", "a"), ("b", "c"): ("double",)}
    assert event["refused"] == [(1, "d")]
    assert event["places"] == [(1, ["d"]), (2, ["a", "b", "c"])]


def test_a_forfeit_of_a_complete_round_stays() -> None:
    """P64: b-c was played and a won by forfeit before he left; with b-c open both have forfeited."""
    outcomes = {1: {("b", "c"): ("win", "b")}}
    event = pente.play_a_seeded("abcd", outcomes, withdrawals={1: ["d", "a"]})
    assert event["rounds"][0]["outcomes"][("a", "d")] == ("forfeit", "d")
    event = pente.play_a_seeded("abcd", {}, withdrawals={1: ["d", "a"]})
    assert event["rounds"][0]["outcomes"][("a", "d")] == ("double",)


def test_a_correction_brings_back_from_the_next_round() -> None:
    """P9: d had two losses; after round 2 the first is corrected, so d is paired again and nobody is unbeaten."""
    outcomes = {
        1: {("a", "d"): ("win", "a"), ("b", "c"): ("win", "b")},
        2: {("a", "b"): ("win", "a"), ("c", "d"): ("win", "c")},
    }
    event = pente.play_a_seeded("abcd", outcomes, corrections={2: [(1, "d", "a", ("forfeit", "a"))]})
    assert event["rounds"][2]["still_in"] == list("abcd")
    # a-d and b-c have met; down 1 gives a-c and b-d.
    assert event["rounds"][2]["pairings"] == pairs("ac", "bd")
    assert not event["over"]


# --- section B --------------------------------------------------------------------------------------------------


def test_number_of_rounds_and_playoff_sizes() -> None:
    """B-format 1-2."""
    counts = [2, 15, 16, 31, 32, 63, 64, 200]
    assert [pente.number_of_rounds(count) for count in counts] == [4, 4, 5, 5, 6, 6, 7, 7]
    assert [pente.playoff_size(rounds) for rounds in (4, 5, 6, 7)] == [4, 4, 8, 8]


def test_half_byes() -> None:
    """P25: one round, not the last; more than one or the last is refused as a whole."""
    asked = {"a": [1], "b": [4], "c": [2, 3], "d": [3], "e": [2, 4]}
    assert pente.grant_half_byes(asked, 4) == ({"a": 1, "d": 3}, ["b", "c", "e"])


def test_round_one_with_byes() -> None:
    """P24, P26: the lot is the order; half-byes out first, then the last in the lot has the full bye."""
    made = pente.make_round_b([], "abcdef", "fedcba", {"a": 1, "c": 2})
    assert (made["half"], made["byes"], made["pairings"]) == (["a"], ["b"], pairs("fe", "dc"))
    assert pente.full_bye("abc", {"c": 1, "b": 1}) == "a"
    assert pente.full_bye("abc", {"c": 1, "b": 1, "a": 1}) == "c"


def games(x: str, a: int, y: str, b: int) -> Any:
    return ("games", {x: a, y: b})


FOUR = {
    "R1": {("a", "b"): games("a", 4, "b", 0), ("c", "d"): games("c", 3, "d", 1)},
    "R2": {("a", "c"): games("a", 2, "c", 2), ("d", "b"): games("d", 4, "b", 0)},
    "R3": {("a", "c"): games("a", 4, "c", 0), ("d", "b"): games("d", 2, "b", 2)},
    "R4": {("a", "d"): games("a", 1, "d", 3), ("c", "b"): ("forfeit", "b")},
    "P1": {("a", "b"): games("a", 3, "b", 1), ("d", "c"): games("d", 0, "c", 2)},
    "P2": {("a", "c"): games("a", 3, "c", 5)},
}


def test_four_players_in_section_b() -> None:
    """Worked by hand: repeats in round 3 that no move of lower players can mend, play-offs 1-4 and 2-3."""
    event = pente.play_b("abcd", dict.fromkeys((1, 2, 3, 4), "abcd"), FOUR)
    assert [(one["stage"], one["pairings"]) for one in event["stages"]] == [
        ("R1", pairs("ab", "cd")),
        ("R2", pairs("ac", "db")),
        ("R3", pairs("ac", "db")),
        ("R4", pairs("ad", "cb")),
        ("P1", pairs("ab", "dc")),
        ("P2", pairs("ac")),
    ]
    assert event["stages"][2]["left"] == [1, 2]
    regular = event["stages"][:4]
    assert [pente.total_wins(regular, name) for name in "abcd"] == [11, 2, 9, 10]
    # a met b, c, c, d; b met a, d, d, c; c met d, a, a, b; d met c, b, b, a.
    assert [pente.opponents_wins(regular, name) for name in "abcd"] == [30, 40, 34, 24]
    # b forfeited to c in the last round: +1 for a and d, -2 for c.
    assert [pente.forfeit_points(regular, name, 4) for name in "abcd"] == [1, 0, -2, 1]
    assert event["seeds"] == list("adcb")
    assert event["places"] == [(1, ["c"]), (2, ["a"]), (3, ["d", "b"])]


def test_forfeit_points_of_a_double_forfeit() -> None:
    """P31: x and z both forfeit: +1 for the other opponents of each, nothing for x and z themselves."""
    record: list[dict[str, Any]] = [
        {"number": 1, "half": [], "byes": [], "outcomes": {("x", "z"): ("double",), ("a", "b"): ("forfeit", "b")}},
        {"number": 2, "half": [], "byes": [], "outcomes": {("a", "x"): ("forfeit", "x"), ("b", "z"): ("win", "b")}},
        {"number": 3, "half": [], "byes": [], "outcomes": {("a", "z"): ("forfeit", "z"), ("b", "x"): ("forfeit", "x")}},
    ]
    for one in record:
        one["pairings"] = list(one["outcomes"])
    # a: b forfeited to a before the last round (-1); x: to z and to b (+1, once), to a before the last (-1);
    # z: in the double forfeit (+1), to a in the last round (-2).
    assert pente.forfeit_points(record, "a", 3) == -2
    # b: a never; z forfeited to x and to a (+1); x forfeited to z and to a (+1), to b in the last round (-2).
    assert pente.forfeit_points(record, "b", 3) == 0
    # x: z forfeited to a (+1), not to x; a never; b forfeited to a (+1).
    assert pente.forfeit_points(record, "x", 3) == 2


def test_ties_that_matter() -> None:
    """P30, P32, P33: two play, three wait for the director; a typed order stays good for who remains."""
    order = [(1, ["a"]), (2, ["b", "c"]), (4, ["d", "e", "f"]), (7, ["g", "h"])]
    assert pente.seeds_or_needs(order, 4) == {"seeds": None, "matches": [["b", "c"]], "director": [["d", "e", "f"]]}
    won_by_c = {frozenset("bc"): ("win", "c")}
    assert pente.seeds_or_needs(order, 4, ["dfe", "fed"], won_by_c)["seeds"] == list("acbf")
    both_out = {frozenset("bc"): ("double",)}
    assert pente.seeds_or_needs(order, 4, ["dfe"], both_out)["director"] == [["b", "c"]]
    # e leaves, and nobody but a, b, c stands before d and f: the order typed for three still holds for two.
    assert pente.seeds_or_needs([(1, ["a"]), (2, ["b"]), (3, ["d", "f"])], 4, ["edf"])["seeds"] == list("abdf")


def test_a_preliminary_match_decides_the_seed() -> None:
    """P32: two players level in everything play for the seed, then the final."""
    level = {f"R{number}": {("x", "y"): games("x", 2, "y", 2)} for number in (1, 2, 3, 4)}
    outcomes = {**level, "T1": {("x", "y"): ("win", "y")}, "P1": {("x", "y"): ("win", "x")}}
    event = pente.play_b("xy", dict.fromkeys((1, 2, 3, 4), "xy"), outcomes)
    assert [one["stage"] for one in event["stages"]] == ["R1", "R2", "R3", "R4", "T1", "P1"]
    assert event["seeds"] == ["y", "x"]
    assert event["stages"][-1]["pairings"] == pairs("yx")
    assert event["places"] == [(1, ["x"]), (2, ["y"])]
    typed = pente.play_b("xy", dict.fromkeys((1, 2, 3, 4), "xy"), outcomes, typed_orders={"R2": ["xy"]})
    assert [one["stage"] for one in typed["stages"]][-1] == "P1"
    assert typed["seeds"] == ["x", "y"]


def test_playoff_folds() -> None:
    """P34: no fixed tree; an odd number lets the highest seed through."""
    assert pente.playoff_round("abcdefgh", "abcdefgh")["pairings"] == pairs("ah", "bg", "cf", "de")
    assert pente.playoff_round("abcdefgh", "hbce")["pairings"] == pairs("bh", "ce")
    assert pente.playoff_round("abcdefgh", "bch") == {"byes": ["b"], "pairings": pairs("ch")}


def test_leaving_before_the_playoffs_lets_the_next_in() -> None:
    """P30: of five, the fourth leaves after the last round; the fifth takes the place, seeds closing up."""
    rng = random.Random(4)
    lots = {number: rng.sample("abcde", 5) for number in (1, 2, 3, 4)}

    def outcome(stage: str, upper: str, lower: str) -> Any:
        better, worse = sorted((upper, lower))
        return ("win", better) if stage[0] in "PT" else games(better, 3, worse, 1)

    plain = pente.play_b("abcde", lots, outcome)
    fourth = plain["seeds"][3]
    (fifth,) = set("abcde") - set(plain["seeds"])
    event = pente.play_b("abcde", lots, outcome, withdrawals={"R4": [fourth]})
    assert event["seeds"] == [*plain["seeds"][:3], fifth]


# --- the calendar -----------------------------------------------------------------------------------------------

NEW_YORK = "America/New_York"


def eastern(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=ZoneInfo(NEW_YORK))  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(("start", "days"), [(16, 11), (17, 10), (18, 9), (19, 8), (20, 7), (21, 13), (22, 12)])
def test_plain_close(start: int, days: int) -> None:
    """P37: 16 January 2003 was a Thursday; the last Monday before the day 14 days on."""
    first = date(2003, 1, start)
    assert (pente.plain_close(first) - first).days == days


def test_a_plain_round() -> None:
    """P37, P38: Thursday 16 to Monday 27 January 2003, both whole, in the zone of the event; next on the 30th."""
    days = pente.round_days(date(2003, 1, 16), NEW_YORK)
    assert (days["close"], days["next_start"], days["warning"]) == (date(2003, 1, 27), date(2003, 1, 30), False)
    assert days["opens"] == datetime(2003, 1, 16, 5, tzinfo=UTC)
    assert days["closes"] == datetime(2003, 1, 28, 5, tzinfo=UTC)
    assert pente.last_days(days["close"], 3) == [date(2003, 1, 25), date(2003, 1, 26), date(2003, 1, 27)]
    assert pente.round_days(date(2003, 1, 14), NEW_YORK)["warning"]


def test_holiday_weeks() -> None:
    """P39: Thanksgiving 2003 was 27 November; a period that only touches its week on the Monday is extended too."""
    assert pente.round_days(date(2003, 11, 20), NEW_YORK)["close"] == date(2003, 12, 8)
    touching = pente.round_days(date(2003, 11, 13), NEW_YORK)
    assert (touching["plain_close"], touching["close"]) == (date(2003, 11, 24), date(2003, 12, 1))
    assert touching["next_start"] == date(2003, 12, 4)
    assert not pente.holiday_week(date(2003, 11, 6))
    assert pente.round_days(date(2003, 12, 18), NEW_YORK, typed_weeks=1)["close"] == date(2004, 1, 12)
    assert not pente.holiday_week(date(2004, 1, 1))


@pytest.mark.parametrize(
    ("begin", "end", "extension"),
    [
        ((2003, 1, 20, 18), (2003, 1, 20, 23, 59), "none"),
        ((2003, 1, 20, 18), (2003, 1, 21, 0), "day"),
        ((2003, 1, 20, 21), (2003, 1, 21, 3), "day"),
        ((2003, 1, 20, 21, 1), (2003, 1, 21, 5), "none"),
        ((2003, 1, 20, 22, 30), (2003, 1, 21, 19, 30), "day"),
        ((2003, 1, 20, 0), (2003, 1, 21, 5, 59), "day"),
        ((2003, 1, 20, 0), (2003, 1, 21, 6), "week"),
        ((2003, 1, 14, 0), (2003, 1, 16, 5), "none"),
        ((2003, 1, 27, 12), (2003, 2, 3), "day"),
    ],
)
def test_outages(begin: tuple[int, ...], end: tuple[int, ...], extension: str) -> None:
    """P40: hours inside the period only, and its evenings US Eastern summed; round of 16 to 27 January 2003."""
    days = pente.round_days(date(2003, 1, 16), NEW_YORK, outages=[(eastern(*begin), eastern(*end))])
    assert days["outage"] == extension
    assert days["close"] == {"none": date(2003, 1, 27), "day": date(2003, 1, 28), "week": date(2003, 2, 3)}[extension]
    assert days["next_start"] == (date(2003, 2, 6) if extension == "week" else date(2003, 1, 30))


def test_outages_are_not_added_up() -> None:
    """P40, P41: two of five hours are nothing; a day and a week are a week; a Tuesday round may close on the next's
    start."""
    short = [(eastern(2003, 1, n, 18), eastern(2003, 1, n, 23)) for n in (20, 21)]
    assert pente.round_days(date(2003, 1, 16), NEW_YORK, outages=short)["outage"] == "none"
    day = (eastern(2003, 1, 20, 17), eastern(2003, 1, 21, 2))
    week = (eastern(2003, 1, 22, 0), eastern(2003, 1, 24, 0))
    assert pente.round_days(date(2003, 1, 16), NEW_YORK, outages=[day, week])["close"] == date(2003, 2, 3)
    tuesday = pente.round_days(date(2003, 1, 14), NEW_YORK, outages=[day])
    assert tuesday["close"] == tuesday["next_start"] == date(2003, 1, 28)


def test_a_change_of_clocks_counts_as_it_lasts() -> None:
    """P40: 6 April 2003 lost an hour in New York: midnight to six the next day are 29 hours, not 30."""
    lost_hour = [(eastern(2003, 4, 6, 0), eastern(2003, 4, 7, 6))]
    assert pente.round_days(date(2003, 4, 3), NEW_YORK, outages=lost_hour)["outage"] == "day"


def test_a_season_moves_by_whole_weeks() -> None:
    """P41: a typed week moves every later start; the plain rounds are two weeks apart."""
    season = pente.season_days(date(2003, 1, 16), NEW_YORK, [0, 1, 0])
    assert [(one["start"], one["close"]) for one in season] == [
        (date(2003, 1, 16), date(2003, 1, 27)),
        (date(2003, 1, 30), date(2003, 2, 17)),
        (date(2003, 2, 20), date(2003, 3, 3)),
    ]


# --- random events: the judge against what must always hold -----------------------------------------------------


def test_random_events_of_section_a_end_with_a_champion() -> None:
    """Nobody is paired twice in a round or after going out, each round holds everybody still in, places are whole."""
    for seed in range(60 * CAMPAIGN):
        rng = random.Random(seed)
        names = [f"n{number}" for number in range(rng.choice((2, 3, 5, 8, 13, 30)))]

        def outcome(_stage: int, upper: str, lower: str, rng: random.Random = rng) -> Any:
            kind = rng.random()
            if kind < 0.05:
                return ("tie",)
            if kind < 0.10:
                return ("double",)
            if kind < 0.20:
                return ("forfeit", rng.choice((upper, lower)))
            return ("win", rng.choice((upper, lower)))

        leavers = {number: [rng.choice(names)] for number in range(1, 9) if rng.random() < 0.3}
        event = pente.play_a_seeded(names, outcome, withdrawals=leavers)
        assert event["over"]
        assert event["champions"]
        for one in event["rounds"]:
            busy = [*one["byes"], *(name for pair in one["pairings"] for name in pair)]
            assert sorted(busy) == sorted(one["still_in"])
        assert sorted(name for _, group in event["places"] for name in group) == sorted(names)


def test_random_events_of_section_b_end_with_a_champion() -> None:
    """Every regular round holds everybody still in; the play-offs have the right size; places are whole."""
    for seed in range(40 * CAMPAIGN):
        rng = random.Random(seed)
        names = [f"n{number}" for number in range(rng.choice((2, 3, 5, 9, 16, 33)))]
        lots = {number: rng.sample(names, len(names)) for number in range(1, 8)}

        def outcome(stage: str, upper: str, lower: str, rng: random.Random = rng) -> Any:
            kind = rng.random()
            if kind < 0.05 and stage[0] != "T":
                return ("double",)
            if kind < 0.15:
                return ("forfeit", rng.choice((upper, lower)))
            if stage[0] != "R":
                return ("win", rng.choice((upper, lower)))
            wins = rng.randint(0, 4)
            return games(upper, wins, lower, 4 - wins)

        last = pente.number_of_rounds(len(names))
        asked = {name: [rng.randint(1, last)] for name in names if rng.random() < 0.1}
        leavers = {f"R{number}": [rng.choice(names)] for number in range(1, last + 1) if rng.random() < 0.3}
        event = pente.play_b(
            names,
            lots,
            outcome,
            half_bye_requests=asked,
            withdrawals=leavers,
            typed_orders={f"R{last}": [rng.sample(names, len(names))]} if seed % 2 else {},
        )
        for one in event["stages"]:
            busy = [*one["half"], *one["byes"], *(name for pair in one["pairings"] for name in pair)]
            if one["stage"][0] != "T":
                assert sorted(busy) == sorted(one["still_in"])
        if event["waiting"]:
            assert all(len(group) >= 3 for group in event["waiting"])
            continue
        assert event["over"]
        assert event["champions"]
        if event["seeds"] is not None:
            assert len(event["seeds"]) <= pente.playoff_size(last)
        assert sorted(name for _, group in event["places"] for name in group) == sorted(names)
