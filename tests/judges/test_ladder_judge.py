"""The ladder judge is itself judged: by examples worked by hand, by a second route, and by what must always hold."""

from __future__ import annotations

import os
import random
from itertools import pairwise, product
from typing import Any

import pytest

from tests.judges.ladder import (
    SilentError,
    bye,
    colours,
    final_state,
    initial_order,
    initial_score,
    match_cost,
    match_round,
    phase_after_round,
    placements,
    play,
    play_on,
    ranks,
    reorder_5e,
    scores,
    scores_by_paths,
    scores_by_thresholds,
)

LONG = 400
TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
Data = dict[str, Any]


def wins_of(text: str) -> dict[tuple[str, str], int]:
    """Wins from `AB AB CB B=C`: the first beat the second; `=` a draw."""
    wins: dict[tuple[str, str], int] = {}
    for word in text.split():
        a, b = word[0], word[-1]
        wins[a, b] = wins.get((a, b), 0) + (1 if "=" in word else 2)
        if "=" in word:
            wins[b, a] = wins.get((b, a), 0) + 1
    return wins


def season(names: str, log: list[Data], **settings: Any) -> Data:
    players = [{"name": name, "seed": n} for n, name in enumerate(names, start=1)]
    return {"players": players, "settings": settings, "log": log}


def result(round_no: int, white: str, black: str, what: str) -> Data:
    return {"do": "result", "round": round_no, "white": white, "black": black, "result": what}


def in_final(game: int, white: str, black: str, what: str) -> Data:
    return {"do": "result", "game": game, "white": white, "black": black, "result": what}


def status(player: str, what: str) -> Data:
    return {"do": "status", "player": player, "status": what}


PUBLISH: Data = {"do": "publish"}


@pytest.mark.parametrize(
    ("a", "b", "score"),
    [(0, 0, 0), (2, 0, 25), (1, 1, 12), (2, 2, 20), (4, 0, 40), (6, 0, 50), (6, 2, 42), (3, 1, 30), (2000, 0, 99)],
)
def test_initial_score(a: int, b: int, score: int) -> None:
    """4(c)(iii): 1-0 is 25; a draw 12 (12.5 down); 3-0 is 50; 1½-½ is 30; never 100."""
    assert initial_score(a, b) == score


def test_scores_run_over_chains() -> None:
    """4(c)(i)-(ii): A beat B twice, B beat C, C beat A: everybody reaches everybody over the ring."""
    score = scores(wins_of("AB AB BC CA"), "ABC")
    assert score == {
        ("A", "B"): 40,
        ("B", "A"): 25,
        ("B", "C"): 25,
        ("C", "B"): 25,
        ("C", "A"): 25,
        ("A", "C"): 25,
    }


def test_both_directions_of_a_pair_count() -> None:
    """L1: the loser of a pair keeps the smaller score, and a chain may use it."""
    score = scores(wins_of("AB AB BA BC BC BC"), "ABC")
    assert score["B", "A"] == 16
    assert score["A", "C"] == 33
    assert score["C", "A"] == 0


def test_removed_players_ignored_or_kept() -> None:
    """L15: A beat X, X beat B. Without X there is no path; kept, there is one of 25, and X has no Score."""
    wins = wins_of("AX XB")
    assert scores(wins, "AB") == {("A", "B"): 0, ("B", "A"): 0}
    assert scores(wins, "AB", through="X") == {("A", "B"): 25, ("B", "A"): 0}


def test_all_sequences_with_repetitions_change_nothing() -> None:
    """4(c)(i) allows any sequence; those that visit somebody twice are never wider."""
    rng = random.Random(4)
    for _ in range(20 * TIMES):
        names = "ABCD"
        wins = {(a, b): rng.randrange(5) for a, b in product(names, repeat=2) if a != b and rng.random() < 0.6}
        wide = {(a, b): 0 for a in names for b in names}
        for length in range(2, 6):
            for path in product(names, repeat=length):
                steps = pairwise(path)
                width = min(0 if x == y else initial_score(wins.get((x, y), 0), wins.get((y, x), 0)) for x, y in steps)
                wide[path[0], path[-1]] = max(wide[path[0], path[-1]], width)
        assert scores(wins, names) == {pair: w for pair, w in wide.items() if pair[0] != pair[1]}


def test_two_routes_agree() -> None:
    """Every simple path against thresholds and reachability, with and without removed players kept."""
    rng = random.Random(7)
    for _ in range(60 * TIMES):
        names = "ABCDEFG"[: rng.randrange(2, 8)]
        density = rng.choice([0.2, 0.5, 0.9])
        wins = {(a, b): rng.randrange(8) for a, b in product(names, repeat=2) if a != b and rng.random() < density}
        inside = names[: rng.randrange(1, len(names) + 1)]
        through = names[len(inside) :] if rng.random() < 0.5 else ""
        assert scores_by_paths(wins, inside, through) == scores_by_thresholds(wins, inside, through)


def test_ranks_compare_neighbours_only() -> None:
    """Second 4(b), L5: an equal Score above 0 ties; an equal 0 does not; a tie chains from neighbour to neighbour."""
    score = scores(wins_of("A=B B=C"), "ABCD")
    assert ranks("ABCD", score) == {"A": 1, "B": 1, "C": 1, "D": 2}
    assert ranks("ADBC", score) == {"A": 1, "D": 2, "B": 3, "C": 3}
    assert ranks("ABC", scores({}, "ABC")) == {"A": 1, "B": 2, "C": 3}


def test_reorder_goes_above_the_highest_outscored() -> None:
    """5(e), L3: C out-scores A but not B and goes above A; then nobody else moves."""
    assert reorder_5e("ABC", scores(wins_of("CA BC BC"), "ABC")) == ["B", "C", "A"]
    assert reorder_5e("ABCD", scores(wins_of("BA CB"), "ABCD")) == ["C", "B", "A", "D"]
    assert reorder_5e("ABC", scores(wins_of("A=C"), "ABC")) == ["A", "B", "C"]
    flat = {(a, b): 0 for a in "ABC" for b in "ABC"}
    assert reorder_5e("ABC", flat | {("C", "B"): 5}) == ["A", "C", "B"]


def test_initial_order() -> None:
    """L16: Seed, then Rating downwards, then as listed."""
    listed: list[Data] = [
        {"name": "u"},
        {"name": "r1500", "rating": 1500},
        {"name": "s2", "seed": 2, "rating": 900},
        {"name": "r2000", "rating": 2000},
        {"name": "s1", "seed": 1},
        {"name": "v", "seed": None, "rating": None},
    ]
    assert initial_order(listed) == ["s1", "s2", "r2000", "r1500", "u", "v"]


def test_bye() -> None:
    """5(b), L6, L8: of the participants with the most Completed games the highest in odd, the lowest in even rounds."""
    assert bye("ABC", "ABC", 1, {}) == "A"
    assert bye("ABC", "ABC", 2, {"B": 1, "C": 1}) == "C"
    assert bye("ABC", "ABC", 3, {"A": 1, "B": 2, "C": 1}) == "B"
    assert bye("ABC", "AB", 1, {}) is None
    assert bye("ABCD", "BCD", 1, {"A": 9}) == "B"


def test_match_cost() -> None:
    """5(c)(iv): G + D(D-1)/2; Ranks 0 and 1 apart cost the same (L7)."""
    assert [match_cost(0, 3, r) for r in (3, 4, 2, 5, 1, 6, 7)] == [0, 0, 0, 1, 1, 3, 6]
    assert match_cost(2, 1, 4) == 5


def test_first_round_of_six() -> None:
    """5(c): from the top, then the bottom, then the top; neighbours cost nothing."""
    made = match_round("ABCDEF", {p: n for n, p in enumerate("ABCDEF", 1)}, "ABCDEF", 1, {})
    assert [(m["chosen"], m["partner"], m["via"]) for m in made] == [
        ("A", "B", "top"),
        ("F", "E", "bottom"),
        ("C", "D", "top"),
    ]
    assert made[0]["candidates"][2] == ("D", 3, 0, 3)


def test_match_prefers_cost_then_games_then_nearness() -> None:
    """5(c)(iv): an equal cost goes to fewer games, an equal number of games to the nearer."""
    rank = {"A": 1, "B": 2, "C": 3, "D": 4}
    once = {frozenset("AB"): 1}
    made = match_round("ABCD", rank, "ABCD", 1, once)
    assert (made[0]["chosen"], made[0]["partner"]) == ("A", "C")  # B costs 1 + 0, C costs 0 + 1: C has no game with A
    level = {"A": 1, "B": 1, "C": 1, "D": 1}
    assert match_round("ABCD", level, "ABCD", 1, {})[0]["partner"] == "B"
    assert match_round("ABCD", level, "ABCD", 2, {})[0]["partner"] == "C"


def test_colours() -> None:
    """1(b)(i)-(iii), L9, L26: the lower is White and invites; then whoever was Black last; Null, 1-0F pass."""
    assert colours("A", "B", "ABC", []) == {"white": "B", "black": "A", "inviter": "B", "lower": "B"}
    assert colours("A", "B", "ABC", [("B", "A", "1-0")])["white"] == "A"
    assert colours("A", "B", "BA", [("B", "A", "1-0")])["inviter"] == "A"
    assert colours("A", "B", "ABC", [("B", "A", "½-½"), ("A", "B", "Null"), ("A", "B", "1-0F")])["white"] == "A"
    assert colours("A", "B", "ABC", [("C", "A", "1-0"), ("B", "A", "0-0F")])["white"] == "B"


def test_phases() -> None:
    """5(f), L17, L24."""
    three = {"A": 1, "B": 1, "C": 1, "D": 2}
    assert phase_after_round(4, 5, "ABCD", three) == {"kind": "round"}
    assert phase_after_round(5, 5, "ABCD", three) == {"kind": "tie-break", "rank": 1, "players": ["A", "B", "C"]}
    two = {"A": 1, "B": 1, "C": 2, "D": 2}
    assert phase_after_round(6, 5, "ABCD", two) == {"kind": "final", "finalists": ["A", "B"]}
    one = {"A": 1, "B": 2, "C": 2, "D": 3}
    assert phase_after_round(5, 5, "ABCD", one, 1) == {"kind": "tie-break", "rank": 2, "players": ["B", "C"]}
    clear = {"A": 1, "B": 2, "C": 3, "D": 4}
    assert phase_after_round(5, 5, "ABCD", clear, 1) == {"kind": "additional"}
    assert phase_after_round(2, 5, ["A"], {"A": 1}) == {"kind": "over", "champion": "A"}


def test_final() -> None:
    """2(a), L13, L27: three Final Wins and more than the other; a Null changes no wins, no colours; two stop it."""
    three = final_state("AB", "AB", [], ["1-0", "0-1", "1-0"])
    assert [g[0] for g in three["games"]] == ["B", "A", "B"]
    assert (three["state"], three["champion"], three["wins"]) == ("decided", "B", {"A": 0, "B": 6})
    long = final_state("AB", "AB", [], ["1-0", "1-0", "1-0", "1-0", "½-½", "½-½"])
    assert (long["state"], long["wins"]) == ("open", {"A": 6, "B": 6})  # three all is not enough
    null = final_state("AB", "AB", [("B", "A", "1-0")], ["Null", "1-0"])
    assert [g[0] for g in null["games"]] == ["A", "A", "B"]
    assert final_state("AB", "AB", [], ["Null", "0-0F"])["state"] == "stopped"
    assert final_state("AB", "AB", [], ["Null", "0-0F", "go on"])["state"] == "open"
    assert final_state("AB", "AB", [], ["Null", "½-½", "Null"])["state"] == "open"


def test_placements() -> None:
    """2(b)(iii), L20: Finalists 1 and 2, everybody else 1 plus those of a better Rank."""
    rank = {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3}
    assert placements("ABCDE", rank, "B", "A") == {"A": 2, "B": 1, "C": 3, "D": 3, "E": 5}


FOUR = [
    PUBLISH,
    result(1, "B", "A", "1-0"),
    result(1, "D", "C", "½-½"),
    PUBLISH,
    result(2, "D", "A", "0-1"),
    result(2, "C", "B", "1-0"),
    PUBLISH,
    in_final(1, "B", "C", "0-1"),
    in_final(2, "C", "B", "1-0"),
    in_final(3, "B", "C", "½-½"),
    in_final(4, "C", "B", "½-½"),
]


def test_a_season_of_four_worked_by_hand() -> None:
    """Two rounds and a Final, every table worked out on paper."""
    story = play(season("ABCD", FOUR, rounds=2))
    first, second = story["rounds"]
    assert [(g["white"], g["black"], g["inviter"]) for g in first["games"]] == [("B", "A", "B"), ("D", "C", "D")]
    assert first["ladder_after"] == ["B", "A", "C", "D"]
    assert first["ranks_after"] == {"B": 1, "A": 2, "C": 3, "D": 3}
    # From the bottom: D (Rank 3) costs 1 with C (a game), 0 with A, 1 with B.
    assert [(m["chosen"], m["partner"]) for m in second["matches"]] == [("D", "A"), ("B", "C")]
    assert [(g["white"], g["black"]) for g in second["games"]] == [("D", "A"), ("C", "B")]
    assert second["ladder_after"] == ["C", "B", "A", "D"]
    assert second["scores_after"]["C", "B"] == 25
    assert second["scores_after"]["B", "C"] == 12
    assert second["ranks_after"] == {"C": 1, "B": 2, "A": 3, "D": 4}
    (final,) = story["finals"]
    assert [(g["white"], g["black"], g["inviter"]) for g in final["games"]] == [
        ("B", "C", "B"),
        ("C", "B", "B"),
        ("B", "C", "B"),
        ("C", "B", "B"),
    ]
    assert final["wins"] == {"C": 6, "B": 2}
    assert story["champion"] == "C"
    assert story["placements"] == {"C": 1, "B": 2, "A": 3, "D": 4}
    assert story["now"]["wins"]["C", "B"] == 2  # L18: the Final changes no Wins


def test_a_correction_changes_ladders_and_not_pairings() -> None:
    """L22: A won game 1 after all. Round 2 stays as published; today it would have been paired otherwise."""
    story = play(season("ABCD", [*FOUR[:5], result(1, "B", "A", "0-1")], rounds=2))
    first, second = story["rounds"]
    assert first["ladder_after"] == ["A", "B", "C", "D"]
    assert second["ladder"] == ["B", "A", "C", "D"]
    assert [(g["white"], g["black"]) for g in second["games"]] == [("D", "A"), ("C", "B")]
    # Ranks A 1, B 2, C 3, D 3: D costs 0 with B, 1 with C and with A.
    assert second["otherwise"] == {"bye": None, "pairs": [["D", "B"], ["A", "C"]]}
    assert story["next"] == {"kind": "wait", "games": [[2, 2, "C", "B"]]}


def test_colours_agreed_otherwise_count_next_time() -> None:
    """L10, L9: the two of round 1 swapped colours; the game after that goes by the colours played."""
    log = [PUBLISH, result(1, "A", "B", "1-0"), PUBLISH]
    story = play(season("AB", log, rounds=2))
    assert story["rounds"][0]["games"][0]["white"] == "B"
    assert story["rounds"][1]["games"][0]["white"] == "B"


def test_tie_break_of_rank_1() -> None:
    """5(b), 5(f)(i), L17: three players, three draws, all of Rank 1: they play all-play-all as round 4, no Bye."""
    log = [PUBLISH, result(1, "C", "B", "½-½"), PUBLISH, result(2, "B", "A", "½-½")]
    log += [PUBLISH, result(3, "C", "A", "½-½"), PUBLISH]
    story = play(season("ABC", log, rounds=3))
    assert [r["bye"] for r in story["rounds"]] == ["A", "C", "B", None]
    assert story["rounds"][3]["kind"] == "tie-break"
    games = {(g["white"], g["black"]) for g in story["rounds"][3]["games"]}
    assert games == {("A", "B"), ("A", "C"), ("B", "C")}


def test_tie_break_of_rank_2_then_final() -> None:
    """5(f)(ii): one of Rank 1, two of Rank 2: these play; its game counts as Wins; then the top two are Finalists."""
    log = [PUBLISH, result(1, "C", "B", "½-½"), PUBLISH, result(2, "B", "C", "1-0"), PUBLISH]
    story = play(season("ABC", log, rounds=1))
    assert story["rounds"][1]["kind"] == "tie-break"
    assert story["rounds"][1]["participants"] == ["B", "C"]
    assert story["now"]["scores"]["B", "C"] == 30
    assert story["now"]["scores"]["C", "B"] == 10
    assert story["finals"][0]["finalists"] == ["A", "B"]


def test_removal_ends_open_games_and_can_be_undone() -> None:
    """L15: C's open game is Null at once and the round is over; Active again before publication, it goes on."""
    log = [PUBLISH, result(1, "B", "A", "1-0"), status("C", "Withdrawn")]
    gone = play(season("ABCD", log, rounds=2))
    assert gone["rounds"][0]["games"][1]["result"] == "Null"
    assert gone["rounds"][0]["ladder_after"] == ["B", "A", "D"]
    assert gone["next"]["kind"] == "round"
    back = play(season("ABCD", [*log, status("C", "Active")], rounds=2))
    assert back["next"] == {"kind": "wait", "games": [[1, 2, "D", "C"]]}
    with pytest.raises(SilentError):
        play(season("ABCD", [*log, PUBLISH, status("C", "Active")], rounds=2))


def test_removal_after_5e_keeps_the_past() -> None:
    """L15: C beat B and is removed after the round: the round's Ladder has C, the next one has not."""
    log = [PUBLISH, result(1, "B", "A", "1-0"), result(1, "D", "C", "0-1"), status("C", "Disqualified"), PUBLISH]
    story = play(season("ABCD", log, rounds=2))
    assert story["rounds"][0]["ladder_after"] == ["B", "A", "C", "D"]
    assert story["rounds"][1]["ladder"] == ["B", "A", "D"]
    assert story["rounds"][1]["bye"] == "D"  # all have one game (L6), the lowest in an even round


def test_removed_players_games_kept_in_a_season() -> None:
    """L15: A beat X and X beat B before X left. Kept, the path A-X-B is there in the Scores of the moment."""
    log = [PUBLISH, result(1, "X", "A", "0-1"), {"do": "pairs", "pairs": [["X", "B"]]}, PUBLISH]
    log += [result(2, "B", "X", "0-1"), status("X", "Withdrawn")]
    for setting, score in (("ignored", 0), ("kept", 25)):
        story = play(season("AXB", [{"do": "pairs", "pairs": [["A", "X"]]}, *log], removed_games=setting))
        assert story["now"]["scores"] == {("A", "B"): score, ("B", "A"): 0}


def test_paused_players_keep_their_place() -> None:
    """L8: paused B is neither paired nor given the Bye and stays in the Ladder."""
    story = play(season("ABCD", [status("B", "Paused"), PUBLISH]))
    assert story["rounds"][0]["ladder"] == ["A", "B", "C", "D"]
    assert story["rounds"][0]["participants"] == ["A", "C", "D"]
    assert story["rounds"][0]["bye"] == "A"


def test_late_entrant_enters_at_the_bottom() -> None:
    """L16: E comes during round 1 and is in the Ladder of round 2."""
    log: list[Data] = [
        PUBLISH,
        {"do": "enter", "player": {"name": "E"}},
        result(1, "B", "A", "½-½"),
        result(1, "D", "C", "½-½"),
    ]
    story = play(season("ABCD", [*log, PUBLISH]))
    assert story["rounds"][0]["ladder_after"] == ["A", "B", "C", "D"]
    assert story["rounds"][1]["ladder"] == ["A", "B", "C", "D", "E"]
    assert story["rounds"][1]["bye"] == "D"


def test_additional_round_with_typed_pairs() -> None:
    """5(f)(iii), L17, L23: the director asks for one round of A against D; the others are idle."""
    asked: list[Data] = [{"do": "additional", "rounds": 1}, {"do": "pairs", "pairs": [["A", "D"]]}]
    log = [PUBLISH, result(1, "B", "A", "0-1"), result(1, "D", "C", "0-1"), *asked, PUBLISH]
    story = play(season("ABCD", log, rounds=1))
    assert story["rounds"][1]["kind"] == "additional"
    assert [(g["white"], g["black"]) for g in story["rounds"][1]["games"]] == [("D", "A")]
    assert story["rounds"][1]["participants"] == ["A", "D"]


def test_a_finalist_leaves() -> None:
    """2(c), L19: the next two are Finalists, from 0; what was played stays in the record."""
    log = [*FOUR[:8], status("B", "Withdrawn"), PUBLISH]
    story = play(season("ABCD", log, rounds=2))
    # Without B: A beat D, C and D drew. A-C 12, C-A 0: A out-scores C, but 5(e) is for the end of a round (L3).
    assert story["finals"][0]["state"] == "broken off"
    assert story["finals"][0]["games"][0]["result"] == "0-1"
    assert story["finals"][0]["games"][1]["result"] == "Null"
    assert story["finals"][1]["finalists"] == ["C", "A"]
    assert story["finals"][1]["wins"] == {"C": 0, "A": 0}
    assert story["finals"][1]["games"][0]["white"] == "A"


def test_last_one_is_champion() -> None:
    """L24: one left in the Ladder is Champion; two from the start play rounds as usual."""
    story = play(season("AB", [PUBLISH, status("A", "Withdrawn")]))
    assert story["champion"] == "B"
    assert story["placements"] == {"B": 1}
    assert play(season("AB", [PUBLISH]))["rounds"][0]["games"][0]["white"] == "B"


def random_season(rng: random.Random) -> Data:
    names = "ABCDEFGHI"[: rng.randrange(2, 10)]
    kind = rng.choice(["any", "draws", "nulls"])
    pool = {"any": ["1-0", "0-1", "½-½"], "draws": ["½-½", "½-½", "1-0"], "nulls": ["Null", "1-0", "1-0F", "0-0F"]}
    settings = {"rounds": rng.randrange(1, 6), "removed_games": rng.choice(["ignored", "kept"])}
    data = {**season(names, []), "settings": settings}
    if rng.random() < 0.5:
        data = play_on(data, lambda _w, _b: rng.choice(pool[kind]), most_entries=rng.randrange(2, 14))
        if play(data)["champion"] is not None:
            return data
        data["log"] = [*data["log"], status(rng.choice(names), rng.choice(["Withdrawn", "Paused"]))]
    return play_on(data, lambda _w, _b: rng.choice([*pool[kind], "1-0", "0-1"]), most_entries=LONG)


def test_random_seasons() -> None:
    """Seasons end; afterwards nobody stands below somebody they out-score, and every round pairs everybody once."""
    rng = random.Random(0)
    ended = 0
    for _ in range(60 * TIMES):
        data = random_season(rng)
        story = play(data)
        for r in story["rounds"]:
            after, score = r["ladder_after"], r["scores_after"]
            for low, player in enumerate(after):
                assert all(score[player, higher] <= score[higher, player] for higher in after[:low])
            assert r["ranks_after"] == ranks(after, score)
            if r["kind"] == "round":
                playing = [p for g in r["games"] for p in (g["white"], g["black"])]
                assert sorted([*playing, *([r["bye"]] if r["bye"] else [])]) == sorted(r["participants"])
                assert r["otherwise"] == {"bye": r["bye"], "pairs": [[m["chosen"], m["partner"]] for m in r["matches"]]}
        if story["champion"] is not None:
            ended += 1
            assert story["placements"][story["champion"]] == 1
            assert set(story["placements"]) == set(story["now"]["ladder"])
        else:
            # Tie-breaks may go on for very long; such a season is broken off.
            assert story["next"]["kind"] in ("silent", "over") or len(data["log"]) == LONG
    assert ended > 40 * TIMES
