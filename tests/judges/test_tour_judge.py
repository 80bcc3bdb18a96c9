"""The tour judge is itself judged: by the printed tables, by examples worked by hand, and by what must always hold."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from typing import Any

import pytest

from tests.judges.tour import (
    POINTS,
    PRIZES,
    berger,
    finish,
    next_games,
    play_off,
    play_on,
    share,
    show_money,
    show_points,
    show_time,
    standings,
    tour,
)

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
HALF = Fraction(1, 2)
Data = dict[str, Any]

PRINTED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 /"
    " 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 /"
    " 3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / 5-10 6-4 7-3 8-2 9-1",
}


@pytest.mark.parametrize("n", sorted(PRINTED))
def test_berger_as_printed(n: int) -> None:
    """The tables of the FIDE handbook for 4, 6, 8 and 10."""
    assert " / ".join(" ".join(f"{w}-{b}" for w, b in games) for games in berger(n)) == PRINTED[n]


@pytest.mark.parametrize("n", range(2, 15))
def test_berger_is_a_round_robin(n: int) -> None:
    """Everybody meets everybody once, one game a round at most; Whites differ by one at most from Blacks."""
    games = [g for one in berger(n) for g in one]
    assert sorted(tuple(sorted(g)) for g in games) == [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]
    for one in berger(n):
        inside = [p for g in one for p in g]
        assert len(inside) == len(set(inside)) == n - n % 2
    for p in range(1, n + 1):
        assert abs(sum(g[0] == p for g in games) - sum(g[1] == p for g in games)) <= 1


def event_with(scores: dict[str, Fraction], rate: str = "classical") -> Data:
    """A round-robin in which everybody has that score: draws, but for wins of the upper over the lower half.

    Which games are won is tried out in a shuffled order until the scores fit; the answer is the same every time.
    """
    names = list(scores)
    rng = random.Random(0)
    games: list[Data] = [
        {"white": names[w - 1], "black": names[b - 1], "rate": rate, "result": "½-½"}
        for one in berger(len(names))
        for w, b in one
    ]
    while True:
        missing = {p: scores[p] - Fraction(len(names) - 1, 2) for p in names}
        for game in rng.sample(games, len(games)):
            w, b = game["white"], game["black"]
            won = 1 if missing[w] > 0 > missing[b] else -1 if missing[b] > 0 > missing[w] else 0
            game["result"] = {1: "1-0", -1: "0-1", 0: "½-½"}[won]
            missing[w], missing[b] = missing[w] - won * HALF, missing[b] + won * HALF
        if not any(missing.values()):
            return {"players": names, "games": games}


def decimal(text: str) -> Fraction:
    return Fraction(text)


def test_the_seeds_first_example() -> None:
    """3.3: four tied for fourth: $22,500 and 5.5 points each."""
    assert share(PRIZES, 4, 4) == 22_500
    assert share(POINTS, 4, 4) == decimal("5.5")
    assert show_money(share(PRIZES, 4, 4)) == "$22,500"
    assert show_points(share(POINTS, 4, 4)) == "5.5"


def test_sinquefield_cup_2016() -> None:
    """The public vector: 13, four times 7.75, twice 4.5, 3, 2, 1."""
    scores = {"So": "5.5", "Anand": "5", "Aronian": "5", "Caruana": "5", "Topalov": "5", "Vachier-Lagrave": "4.5"}
    scores |= {"Nakamura": "4.5", "Ding": "4", "Svidler": "3.5", "Giri": "3"}
    done = finish(event_with({p: decimal(s) for p, s in scores.items()}))
    assert done["over"]
    shown = [
        (row["player"], row["place"], show_points(row["points"]), show_money(row["prize"])) for row in done["rows"]
    ]
    assert shown == [
        ("So", 1, "13", "$75,000"),
        ("Anand", 2, "7.75", "$36,250"),
        ("Aronian", 2, "7.75", "$36,250"),
        ("Caruana", 2, "7.75", "$36,250"),
        ("Topalov", 2, "7.75", "$36,250"),
        ("Nakamura", 6, "4.5", "$17,500"),
        ("Vachier-Lagrave", 6, "4.5", "$17,500"),
        ("Ding", 8, "3", "$15,000"),
        ("Svidler", 9, "2", "$15,000"),
        ("Giri", 10, "1", "$15,000"),
    ]


def test_shown_amounts() -> None:
    """G7: thirds of a prize in cents, whole after rounding shown whole; points that end and points that do not."""
    assert show_money(share(PRIZES, 3, 3)) == "$31,666.67"
    assert show_money(Fraction(100, 8) / 100) == "$0.13"
    assert show_money(Fraction(29_999_999, 1000)) == "$30,000"
    shown = [show_points(f) for f in (Fraction(41, 8), Fraction(22, 3), Fraction(1, 3), Fraction(0), Fraction(12))]
    assert shown == ["5.125", "7 1/3", "1/3", "0", "12"]
    assert show_points(Fraction(1, 20)) == "0.05"
    assert show_time(24 * 60 + 5) == "00:05"


def test_scores_and_units_by_rate() -> None:
    """G1, G9: rapid 2 and 1, blitz 1 and ½; a default counts as a win; units rapid 2, blitz 1, classical 2."""
    games = [
        {"white": "A", "black": "B", "rate": "rapid", "result": "1-0"},
        {"white": "B", "black": "A", "rate": "rapid", "result": "½-½"},
        {"white": "A", "black": "B", "rate": "blitz", "result": "0-1F"},
        {"white": "A", "black": "B", "rate": "blitz", "result": "0-0F"},
        {"white": "A", "black": "B", "rate": "classical", "result": "0-1"},
    ]
    rows = standings({"players": ["A", "B"], "games": games})
    assert [(r["player"], r["score"], r["wins"]) for r in rows] == [("A", 3, 2), ("B", 3, 3)]
    assert rows[0]["tied"] == 2


def test_tied_for_first() -> None:
    """G3, G5, G8: nothing of places 1-2 before the play-off; then 12 without bonus, and the loser second alone."""
    event = event_with({"A": decimal("1"), "B": decimal("2"), "C": decimal("2"), "D": decimal("1")})
    done = finish(event)
    assert (done["complete"], done["over"]) == (True, False)
    assert [(r["player"], r["place"], r["points"]) for r in done["rows"]] == [
        ("B", 1, None),
        ("C", 1, None),
        ("A", 3, Fraction(15, 2)),
        ("D", 3, Fraction(15, 2)),
    ]
    event["playoff"] = {"lots": {"white:two:1": "C"}, "results": {"two": [{"result": "1-0"}, {"result": "½-½"}]}}
    done = finish(event)
    assert done["over"]
    assert [(r["player"], r["place"], r["points"], r["prize"]) for r in done["rows"][:2]] == [
        ("C", 1, 12, 75_000),
        ("B", 2, 10, 50_000),
    ]


def test_losers_of_a_play_off_share() -> None:
    """3.2, G5: six tied at the top: the five losers share places 2-6, however far they came."""
    event = event_with({p: decimal("2.5") for p in "ABCDEF"})
    event["playoff"] = {"decided": {"play-off": "D"}}
    done = finish(event)
    assert [(r["player"], r["place"]) for r in done["rows"]][:3] == [("D", 1), ("A", 2), ("B", 2)]
    assert {r["points"] for r in done["rows"][1:]} == {Fraction(10 + 8 + 7 + 6 + 5, 5)}


def test_two_players_all_the_way() -> None:
    """6.1, G10, G11, G13, G14: a lot before each pair, reversed colours, both games played, toss then choice."""
    facts: Data = {"lots": {}, "results": {"two": []}}

    def step(lots: Data | None = None, result: str | None = None) -> Data:
        facts["lots"] |= lots or {}
        if result is not None:
            facts["results"]["two"].append({"result": result})
        return play_off(["A", "B"], {"A": 0, "B": 0}, facts)

    def due(state: Data) -> list[tuple[Any, ...]]:
        return [(g["rate"], g["white"], g["black"], g["game"]) for g in state["due"]]

    state = step()
    assert (due(state), state["needs"]) == ([], [{"lot": "white:two:1", "among": ["A", "B"]}])
    assert due(step({"white:two:1": "B"})) == [("rapid", "B", "A", 1)]
    assert due(step(result="1-0")) == [("rapid", "A", "B", 2)]
    assert step(result="1-0")["needs"] == [{"lot": "white:two:2", "among": ["A", "B"]}]
    assert due(step({"white:two:2": "A"})) == [("blitz", "A", "B", 3)]
    assert due(step(result="½-½")) == [("blitz", "B", "A", 4)]
    assert step(result="½-½")["needs"] == [{"lot": "toss:two", "among": ["A", "B"]}]
    assert step({"toss:two": "A"})["needs"] == [{"lot": "choice:two", "among": ["A"]}]
    assert due(step({"choice:two": "Black"})) == [("Armageddon", "B", "A", 5)]
    state = step(result="½-½")
    assert (state["over"], state["winner"], state["losers"]) == (True, "A", ["B"])


def test_armageddon_nobody_attends() -> None:
    """G12: the director decides; the decision is the winner of the match."""
    facts: Data = {"left": ["A", "B"]}
    state = play_off(["A", "B"], {"A": 0, "B": 0}, facts)
    assert state["needs"] == [{"decision": "two", "among": ["A", "B"]}]
    assert len(state["matches"]["two"]["games"]) == 5
    assert play_off(["A", "B"], {"A": 0, "B": 0}, facts | {"decided": {"two": "B"}})["winner"] == "B"


def test_who_leaves_loses_what_is_due() -> None:
    """G12: A won game 1 and left: 1-1, then both blitz games lost; nothing is drawn for games that nobody plays."""
    facts = {"lots": {"white:two:1": "A"}, "results": {"two": [{"result": "1-0"}]}, "left": ["A"]}
    state = play_off(["A", "B"], {"A": 0, "B": 0}, facts)
    assert (state["winner"], len(state["matches"]["two"]["games"])) == ("B", 4)


THREE = {"numbers": ["X", "Y", "Z"]}


def three(results: Data, wins: Data | None = None, lots: Data | None = None) -> Data:
    given = {match: [{"result": r} for r in games] for match, games in results.items()}
    return play_off(["X", "Y", "Z"], wins or dict.fromkeys("XYZ", 1), {"lots": THREE | (lots or {}), "results": given})


def test_three_players_order_and_colours() -> None:
    """G15: 2-3, 1-2, 3-1, one at a time, all three played."""
    assert three({})["due"][0] | {"start": None} == {
        "match": "all",
        "game": 1,
        "rate": "rapid",
        "white": "Y",
        "black": "Z",
        "result": None,
        "start": None,
    }
    state = three({"all": ["1-0", "0-1"]})
    assert [(g["white"], g["black"]) for g in state["due"]] == [("Z", "X")]
    assert three({"all": ["1-0", "0-1", "½-½"]})["winner"] == "Y"


def test_three_players_two_tied() -> None:
    """G16: Y and X have 1½ each: two blitz games between them, Z is out."""
    state = three({"all": ["1-0", "½-½", "0-1"]})
    assert state["needs"] == [{"lot": "white:pair:1", "among": ["X", "Y"]}]
    assert set(state["matches"]) == {"all", "pair"}
    state = three({"all": ["1-0", "½-½", "0-1"], "pair": ["1-0", "0-1"]}, None, {"white:pair:1": "X"})
    assert [g["rate"] for g in state["matches"]["pair"]["games"]] == ["blitz", "blitz"]
    assert state["winner"] == "X"


def test_three_players_all_tied() -> None:
    """G16, G17: the bye to most wins in the event, by lot among those with the most only."""
    draws = {"all": ["½-½", "½-½", "½-½"]}
    assert three(draws, {"X": 3, "Y": 3, "Z": 2})["needs"] == [{"lot": "bye", "among": ["X", "Y"]}]
    state = three(draws, {"X": 1, "Y": 3, "Z": 2}, {"white:semi:1": "Z"})
    assert [(g["match"], g["rate"], g["white"], g["black"]) for g in state["due"]] == [("semi", "blitz", "Z", "X")]
    lots = {"white:semi:1": "Z", "white:last:1": "Z", "toss:last": "Y", "choice:last": "White"}
    played = draws | {"semi": ["1-0", "½-½"], "last": ["1-0", "1-0", "½-½"]}
    state = three(played, {"X": 1, "Y": 3, "Z": 2}, lots)
    assert state["winner"] == "Z"  # Y chose White in the Armageddon and only drew
    assert sum(len(m["games"]) for m in state["matches"].values()) == 8


def test_four_players() -> None:
    """6.3, G18: ranked by wins, equal ones by lot; 1-4 and 2-3 side by side; rapid, then Armageddon at once."""
    names, wins = list("PQRS"), {"P": 2, "Q": 4, "R": 2, "S": 0}
    assert play_off(names, wins, {})["needs"] == [{"lot": "order:2", "among": ["P", "R"]}]
    lots: Data = {"order:2": ["R", "P"], "white:1-4:1": "S", "white:2-3:1": "P"}
    state = play_off(names, wins, {"lots": lots})
    assert state["order"] == ["Q", "R", "P", "S"]
    assert [(g["match"], g["white"], g["black"]) for g in state["due"]] == [("1-4", "S", "Q"), ("2-3", "P", "R")]
    level = {"1-4": [{"result": "1-0"}, {"result": "1-0"}]}
    assert play_off(names, wins, {"lots": lots, "results": level})["needs"] == [
        {"lot": "toss:1-4", "among": ["Q", "S"]}
    ]
    blitz = play_off(names, wins, {"lots": lots, "blitz": ["2-3"]})
    assert [g["rate"] for g in blitz["due"]] == ["rapid", "blitz"]


@pytest.mark.parametrize(
    ("n", "first", "later"),
    [
        (5, ["4-5"], ["1-4", "2-3", "1-2"]),
        (6, ["4-5", "3-6"], ["1-4", "2-3", "1-2"]),
        (7, ["4-5", "2-7", "3-6"], ["1-4", "2-3", "1-2"]),
        (8, ["1-8", "4-5", "2-7", "3-6"], ["1-4", "2-3", "1-2"]),
        (9, ["8-9"], ["1-8", "2-7", "3-6", "4-5", "1-4", "2-3", "1-2"]),
    ],
)
def test_trees(n: int, first: list[str], later: list[str]) -> None:
    """G19, G20: byes for the top in the first round only; fixed halves; n - 1 matches."""
    names = [f"p{k}" for k in range(1, n + 1)]
    wins = {p: 100 - k for k, p in enumerate(names)}
    full = play_on(
        names, wins, {"accept": True}, lambda g: "1-0" if g["white"] < g["black"] else "0-1", lambda _l, a: a[0]
    )
    state = play_off(names, wins, full)
    assert set(state["matches"]) == {*first, *later}
    assert len(state["matches"]) == n - 1
    assert state["winner"] == "p1"
    assert state["matches"]["1-2"]["players"] == ["p1", "p2"]


def test_five_players_by_hand() -> None:
    """G19: 4-5 first; 2-3 can be played at once; 1 waits for the winner of 4-5."""
    wins = {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}
    lots = {"white:4-5:1": "d", "white:2-3:1": "b"}
    state = play_off("abcde", wins, {"lots": lots})
    assert sorted(g["match"] for g in state["due"]) == ["2-3", "4-5"]
    beaten = {"4-5": [{"result": "0-1"}, {"result": "1-0"}]}
    state = play_off("abcde", wins, {"lots": lots | {"white:1-4:1": "e"}, "results": beaten})
    assert state["matches"]["1-4"]["players"] == ["a", "e"]


def test_nine_wait_for_the_director() -> None:
    """G20: no procedure; accepted, number 8 plays number 9 and the top seven rest; 17 are played by hand."""
    names = [f"p{k:02}" for k in range(1, 10)]
    wins = {p: 50 - k for k, p in enumerate(names)}
    assert play_off(names, wins, {})["needs"] == [{"decision": "play-off", "among": names}]
    state = play_off(names, wins, {"accept": True})
    assert {"lot": "white:8-9:1", "among": ["p08", "p09"]} in state["needs"]
    assert {"lot": "white:2-7:1", "among": ["p02", "p07"]} in state["needs"]
    assert play_off(names, wins, {"decided": {"play-off": "p05"}})["winner"] == "p05"


def test_lengths() -> None:
    """G14-G19: the numbers of games a play-off can have, and no others."""
    seen: dict[int, set[int]] = {}
    rng = random.Random(1)
    for n, times in ((2, 60), (3, 400), (4, 200), (5, 100), (8, 100)):
        names = [f"p{k}" for k in range(n)]
        for _ in range(times * TIMES):
            wins = {p: rng.randrange(3) for p in names}
            full = random_play_off(rng, names, wins)
            matches = play_off(names, wins, full)["matches"].values()
            seen.setdefault(n, set()).add(sum(len(m["games"]) for m in matches))
    assert seen[2] == {2, 4, 5}
    assert seen[3] == {3, 5, 6, 7, 8, 9}
    assert seen[4] == {6, 7, 8, 9}
    assert seen[5] <= set(range(8, 13))
    assert seen[8] <= set(range(14, 22))


def random_play_off(rng: random.Random, names: list[str], wins: Data, **facts: Any) -> Data:
    def draw(lot: str, among: list[str]) -> Any:
        if lot.startswith(("order", "numbers")):
            return rng.sample(among, len(among))
        return rng.choice(["White", "Black"]) if lot.startswith("choice") else rng.choice(among)

    return play_on(names, wins, facts, lambda _g: rng.choice(["1-0", "0-1", "½-½", "½-½"]), draw)


def test_times() -> None:
    """G28: 30 minutes after the last game, 10 between games, a match after the last game that decided its players."""
    wins = {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}
    lots = {"white:4-5:1": "d", "white:2-3:1": "b", "white:1-4:1": "a"}
    state = play_off("abcde", wins, {"lots": lots}, last_end=1000)
    assert {g["match"]: g["start"] for g in state["due"]} == {"4-5": 1030, "2-3": 1030}
    beaten = {"4-5": [{"result": "0-1", "ended": 1050}]}
    state = play_off("abcde", wins, {"lots": lots, "results": beaten}, last_end=1000)
    assert {g["match"]: g["start"] for g in state["due"]} == {"4-5": 1060, "2-3": 1030}
    beaten["4-5"].append({"result": "1-0", "ended": 1085})
    due = next_games("abcde", wins, {"lots": lots, "results": beaten, "interval": 5}, last_end=1000)
    assert {g["match"]: g["start"] for g in due} == {"1-4": 1090, "2-3": 1030}
    with pytest.raises(ValueError, match="5 minutes"):
        play_off("ab", {"a": 0, "b": 0}, {"interval": 4})


def test_a_play_off_starts_after_the_last_game_of_those_in_it() -> None:
    """G28: others still playing do not delay it."""
    event = event_with({"A": decimal("1"), "B": decimal("2"), "C": decimal("2"), "D": decimal("1")})
    for n, game in enumerate(event["games"]):
        game["ended"] = 900 + n
        if {game["white"], game["black"]} == {"A", "D"}:
            game["ended"] = 2000
    event["playoff"] = {"lots": {"white:two:1": "B"}}
    last = max(g["ended"] for g in event["games"] if g["ended"] < 2000)
    assert finish(event)["playoff"]["due"][0]["start"] == last + 30


def points_event(points: dict[str, Fraction]) -> Data:
    """An event without ties whose table gives out just these points."""
    names = list(points)
    games = [
        {"white": a, "black": b, "rate": "blitz", "result": "1-0"} for n, a in enumerate(names) for b in names[n + 1 :]
    ]
    return {"players": names, "games": games, "points": list(points.values()), "bonus": 0}


def tour_rows(state: Data) -> list[tuple[str, int, Any]]:
    return [(r["player"], r["place"], r["prize"]) for r in state["rows"]]


def test_three_tied_for_first_of_the_tour() -> None:
    """4.3, G23: the winner $100,000, the other two $25,000 each; nobody else anything."""
    event = points_event({"A": Fraction(9), "B": Fraction(9), "C": Fraction(9), "D": Fraction(3)})
    state = tour([event])
    assert not state["over"]
    assert tour_rows(state) == [("A", 1, None), ("B", 1, None), ("C", 1, None), ("D", 4, 0)]
    state = tour([event], playoffs={"first": {"decided": {"play-off": "C"}}})
    assert tour_rows(state) == [("C", 1, 100_000), ("A", 2, 25_000), ("B", 2, 25_000), ("D", 4, 0)]


def test_tied_for_second_of_the_tour() -> None:
    """G24: the leader does not play; the money is divided before and after; the play-off names the second."""
    event = points_event({"A": Fraction(10), "B": Fraction(9), "C": Fraction(9), "D": Fraction(3)})
    state = tour([event])
    assert (state["over"], set(state["playoffs"])) == (False, {"second"})
    assert tour_rows(state) == [("A", 1, 100_000), ("B", 2, 25_000), ("C", 2, 25_000), ("D", 4, 0)]
    state = tour([event], playoffs={"second": {"decided": {"play-off": "C"}}})
    assert tour_rows(state) == [("A", 1, 100_000), ("C", 2, 25_000), ("B", 3, 25_000), ("D", 4, 0)]
    state = tour([event], second_playoff=False)
    assert state["over"]
    assert [place for _, place, _ in tour_rows(state)] == [1, 2, 2, 4]


def test_totals_are_exact_and_best_events_can_count() -> None:
    """G22, G26: 7 1/3 and 7.33 are no tie; of three events the best two; wins count in all of them."""
    third, near = Fraction(22, 3), Fraction("7.33")
    assert tour([points_event({"A": third, "B": near})])["playoffs"] == {}
    events = [points_event({"A": Fraction(5), "B": Fraction(4)}), points_event({"B": Fraction(6), "A": Fraction(1)})]
    events.append(points_event({"A": Fraction(3), "C": Fraction(2)}))
    rows = tour(events, best=2)["rows"]
    assert [(r["player"], r["total"], r["wins"]) for r in rows] == [("B", 10, 1), ("A", 8, 2), ("C", 2, 0)]
    assert tour(events)["rows"][1]["total"] == 9


def test_no_play_off_of_the_tour_before_all_events_are_over() -> None:
    """G25: a play-off of an event is still open, so nothing is given out for the Tour."""
    open_event = event_with({"A": decimal("1"), "B": decimal("2"), "C": decimal("2"), "D": decimal("1")})
    state = tour([points_event({"A": Fraction(1), "B": Fraction(1)}), open_event])
    assert not state["events_over"]
    assert {r["prize"] for r in state["rows"]} == {None}


def random_event(rng: random.Random) -> Data:
    names = [f"p{k:02}" for k in range(rng.randrange(2, 15))]
    pool = rng.choice([["½-½"], ["½-½", "½-½", "½-½", "1-0"], ["1-0", "0-1", "½-½", "1-0F", "0-0F"]])
    rate = rng.choice(["classical", "rapid", "blitz"])
    games = [
        {"white": names[w - 1], "black": names[b - 1], "rate": rate, "result": rng.choice(pool)}
        for one in berger(len(names))
        for w, b in one
    ]
    event: Data = {"players": names, "games": games}
    first = [r for r in standings(event) if r["place"] == 1]
    if len(first) > 1:
        wins = {r["player"]: r["wins"] for r in first}
        event["playoff"] = random_play_off(rng, list(wins), wins, accept=True)
    return event


def test_sums_never_change() -> None:
    """G6: the fund is paid out in full, and the points of as many places as there are players, plus a bonus if won."""
    rng = random.Random(2)
    ties = 0
    for _ in range(150 * TIMES):
        event = random_event(rng)
        done = finish(event)
        n = len(event["players"])
        alone = done["playoff"] is None
        ties += not alone
        assert done["over"]
        assert sum(r["prize"] for r in done["rows"]) == sum(PRIZES[:n])
        assert sum(r["points"] for r in done["rows"]) == sum(POINTS[:n]) + alone
        assert [r["place"] for r in done["rows"]].count(1) == 1
    assert ties > 30 * TIMES


def test_tours_pay_out_150_000() -> None:
    """G23, G24: whatever the ties, $100,000 and $50,000 are given out."""
    rng = random.Random(3)
    for _ in range(40 * TIMES):
        events = [random_event(rng) for _ in range(rng.randrange(1, 4))]
        state = tour(events)
        playoffs = {}
        for which, held in state["playoffs"].items():
            names = [r["player"] for r in state["rows"] if r["place"] == (1 if which == "first" else 2)]
            wins = {r["player"]: r["wins"] for r in state["rows"] if r["player"] in names}
            assert not held["over"]
            playoffs[which] = random_play_off(rng, names, wins, accept=True)
        state = tour(events, playoffs=playoffs)
        assert state["over"]
        assert sum(r["prize"] for r in state["rows"]) == 150_000
        assert [r["place"] for r in state["rows"]][:2] == [1, 2]
