"""The Bye, the matches and what the director types for a round (5(b), 5(c), L6, L7, L8, L23)."""

from __future__ import annotations

import random

import pytest

from rules.ladder.pairing import all_pairs, can_match, choose_bye, match_all, match_cost
from tests.judges import ladder as judge
from tests.rules.ladder.build import codes, drafted, draw_all, higher_wins, ladder, moment, pairs, reason, win


def test_with_an_even_number_nobody_takes_the_bye() -> None:
    """5(b): only an odd number of players needs a Bye."""
    assert choose_bye("ABCD", {}, 1) is None


def test_the_bye_goes_to_the_highest_in_odd_and_the_lowest_in_even_rounds() -> None:
    """5(b): among those with the most Completed games."""
    odd, even = choose_bye("ABC", {"A": 1, "B": 2, "C": 2}, 3), choose_bye("ABC", {"A": 1, "B": 2, "C": 2}, 4)
    assert odd is not None
    assert even is not None
    assert (odd.player, even.player) == ("B", "C")
    assert (odd.games, odd.among) == (2, ("B", "C"))


def test_in_round_1_the_top_player_may_come_late() -> None:
    """5(b), Remark: nobody has played, so the first Bye is the top player's."""
    assert pairs(ladder("Ada", "Ben", "Cem", "Dov", "Eva"), "R1")[-1] == "Ada-(bye)"


def test_a_bye_is_no_completed_game() -> None:
    """L6: in round 2 everybody but Ada has a game, so the lowest of those takes it."""
    event = higher_wins(ladder("Ada", "Ben", "Cem", "Dov", "Eva"))
    assert pairs(event, "R2")[-1] == "Eva-(bye)"
    assert event.row("Ladder", "Player", "Ada")["Byes"] == 1


def test_a_game_against_somebody_who_left_counts_for_the_bye() -> None:
    """L6, L15: Ben beat Dov, who is removed; in round 2 Ben still has a Completed game."""
    event = win(
        ladder("Ada", "Ben", "Cem", "Dov", hold=True, start=True),
    )
    event.publish("R1")
    win(event, "Ada>Ben", "Cem>Dov")
    event.add("Dov", Status="Withdrawn").run()
    assert drafted(event)[-1] == "Cem-(bye)"


def test_in_an_odd_round_the_topmost_is_matched_first_then_the_bottommost() -> None:
    """5(c)(i), (iii), (v): Ada with the next below, then Fay with the next above, then the rest."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", "Fay")
    assert pairs(event, "R1") == ["Ben-Ada", "Fay-Eva", "Dov-Cem"]


def test_in_an_even_round_the_bottommost_is_matched_first() -> None:
    """5(c)(i)-(ii): round 2 begins with Dov, the last; he has met Cem, so Ben costs least."""
    event = higher_wins(ladder("Ada", "Ben", "Cem", "Dov"))
    first = reason(event, "R2-01")
    assert (first.code, first.data["chosen"]) == ("paired-from-bottom", "Dov")
    assert pairs(event, "R2") == ["Dov-Ben", "Cem-Ada"]


@pytest.mark.parametrize(("games", "ranks", "cost"), [(0, (1, 1), 0), (0, (1, 2), 0), (2, (5, 2), 5), (1, (1, 4), 4)])
def test_the_match_cost_is_games_plus_half_d_times_d_minus_1(games: int, ranks: tuple[int, int], cost: int) -> None:
    """5(c)(iv), L7: a difference of Rank of 0 costs as much as one of 1."""
    assert match_cost(games, *ranks) == cost


def test_at_equal_cost_fewer_games_come_before_closeness() -> None:
    """5(c)(iv): A met B once (cost 1); C is 2 Ranks off (cost 1) and never met: C, though further away."""
    (match, *_) = match_all(
        "ABCD",
        {p: i for i, p in enumerate("ABCD", 1)},
        dict(zip("ABCD", (1, 1, 3, 5), strict=True)),
        {"A": {"B": 1}},
        1,
    )
    assert (match.chosen, match.opponent) == ("A", "C")
    assert [(c.player, c.cost, c.games, c.distance) for c in match.candidates] == [
        ("C", 1, 0, 2),
        ("B", 1, 1, 1),
        ("D", 6, 0, 3),
    ]


@pytest.mark.parametrize("seed", range(30))
def test_matches_and_byes_are_the_judges(seed: int) -> None:
    """On random ladders, Ranks and earlier games: the same matches in the same order, with the same candidates."""
    dice = random.Random(seed)
    names = [f"P{i}" for i in range(dice.choice((2, 5, 8, 13)))]
    rank, now = {}, 1
    for name in names:
        rank[name] = now
        now += dice.choice((0, 1))
    present = [p for p in names if dice.random() < 0.9]
    met: dict[str, dict[str, int]] = {p: {} for p in names}
    for _ in range(3 * len(names)):
        a, b = dice.sample(names, 2)
        met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    completed = {p: sum(met[p].values()) for p in names}
    number = dice.randint(1, 6)
    bye = choose_bye(present, completed, number)
    assert (bye.player if bye else None) == judge.bye(names, present, number, completed)
    rest = [p for p in present if bye is None or p != bye.player]
    ours = match_all(rest, {p: i for i, p in enumerate(names, 1)}, rank, met, number)
    between = {frozenset((a, b)): count for a in names for b, count in met[a].items()}
    theirs = judge.match_round(names, rank, rest, number, between)
    assert [(m.chosen, m.opponent, m.end) for m in ours] == [(m["chosen"], m["partner"], m["via"]) for m in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        assert {(c.player, c.cost, c.games, c.distance) for c in mine.candidates} == set(other["candidates"])


def test_paused_players_are_neither_paired_nor_given_the_bye() -> None:
    """L8: Cem keeps the place in the Ladder, the other four are matched."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", start=False)
    event.add("Cem", Status="Paused").set("Start", "now").run()
    assert pairs(event, "R1") == ["Ben-Ada", "Eva-Dov"]
    assert event.row("Ladder", "Player", "Cem")["Position"] == 3
    assert event.row("This round", "Player", "Cem")["State"] == "paused"


def test_a_pause_ends_by_itself() -> None:
    """Until beside Paused: when it has come the player is paired again, and nobody had to type anything."""
    event = ladder("Ada", "Ben", "Cem", "Dov", start=False)
    event.add("Dov", Status="Paused", Until=moment(8)).set("Start", "now").run()
    assert pairs(event, "R1") == ["Cem-Ben", "Ada-(bye)"]
    event.later(days=8)
    assert "Dov" in " ".join(pairs(event, "R2"))


def test_a_typed_pair_is_part_of_the_draft_and_the_rest_is_paired_around_it() -> None:
    """L17, L23: the director wants Ada against Dov; the engine pairs Ben and Cem."""
    event = ladder("Ada", "Ben", "Cem", "Dov", start=False)
    event.decide("Pair", "R1", "Dov ; Ada").set("Start", "now").run()
    assert pairs(event, "R1") == ["Dov-Ada", "Cem-Ben"]
    assert codes(reason(event, "R1-01"))[0] == "paired-by-director"


def test_a_typed_bye_prevails() -> None:
    """L23: Eva takes the Bye instead of Ada."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", start=False)
    event.decide("Bye", "R1", "Eva").set("Start", "now").run()
    assert pairs(event, "R1")[-1] == "Eva-(bye)"
    assert reason(event, "R1-03").code == "bye-typed"


def test_only_typed_pairs_leaves_the_others_idle() -> None:
    """L17: a round with the pairs typed and no others."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", start=False)
    event.decide("Pair", "R1", "Ada ; Eva").decide("Only typed pairs", "R1").set("Start", "now").run()
    assert pairs(event, "R1") == ["Eva-Ada"]
    assert event.row("This round", "Player", "Cem")["State"] == "not paired in this round"


def test_players_kept_apart_do_not_meet_while_there_is_another_way() -> None:
    """L23: without the line Ada would meet Ben."""
    event = ladder("Ada", "Ben", "Cem", "Dov", start=False)
    event.decide("Keep apart", "", "Ada ; Ben").set("Start", "now").run()
    assert pairs(event, "R1") == ["Cem-Ada", "Dov-Ben"]
    assert "kept-apart" in codes(reason(event, "R1-01"))


def test_an_early_match_does_not_force_a_pair_to_be_kept_apart_later() -> None:
    """Ada would take Ben, but then Cem and Dov, to be kept apart, would be left: she meets Cem."""
    event = ladder("Ada", "Ben", "Cem", "Dov", start=False)
    event.decide("Keep apart", "R1", "Cem ; Dov").set("Start", "now").run()
    assert pairs(event, "R1") == ["Cem-Ada", "Dov-Ben"]


def test_two_players_alone_meet_although_they_are_to_be_kept_apart_and_the_draft_says_so() -> None:
    """A wish that cannot be followed is told before the round goes out."""
    event = ladder("Ada", "Ben", start=False, hold=True)
    event.decide("Keep apart", "", "Ada ; Ben").set("Start", "now").run()
    assert drafted(event) == ["Ben-Ada"]
    assert [check.code for check in event.draft().checks] == ["apart-broken"]


def test_words_that_cannot_be_followed_are_answered() -> None:
    """One name, a player who is away, somebody named twice, a round already out: each is told, none stops the draft."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", start=False, hold=True)
    event.add("Fay", Status="Paused").set("Start", "now").run()
    event.decide("Pair", "R1", "Ada").decide("Pair", "R1", "Ben ; Fay").decide("Pair", "R1", "Ada ; Cem")
    event.decide("Bye", "R1", "Ada").decide("Bye", "R1", "Ben ; Cem").run()
    assert sorted(event.troubles()) == [
        "decision-not-paired",
        "decision-one-name",
        "decision-twice",
        "decision-two-names",
    ]
    event.publish("R1")
    event.later(minutes=5)
    event.decide("Pair", "R1", "Dov ; Eva").run()
    assert "decision-too-late" in event.troubles()


def test_who_can_be_matched_without_a_barred_pair() -> None:
    """Three who all bar each other and one more cannot be matched; with three more they can."""
    apart = [frozenset(p) for p in ("AB", "AC", "BC")]
    assert not can_match("ABCD", apart)
    assert can_match("ABCDEF", apart)
    assert not can_match("ABC", [])


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_all_play_all_pairs_everybody_once(count: int) -> None:
    """5(f)(i): each against each other, once."""
    names = "ABCDEFG"[:count]
    found = all_pairs(names)
    assert len(found) == count * (count - 1) // 2 == len({frozenset(pair) for pair in found})


def test_games_since_then_raise_the_cost() -> None:
    """5(c)(iv), L7: two players alone meet again and again; the cost grows with each Completed game."""
    event = ladder("Ada", "Ben")
    draw_all(draw_all(event))
    assert reason(event, "R3-01").data["cost"] == 2
