"""Every explanation is true: a test recomputes what it says from other sources."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules.ladder.pairing import match_cost
from rules.ladder.scores import initial_score
from rules.model import Reason
from rules.parts.record import standing
from tests.judges import ladder as judge
from tests.rules.ladder.build import codes, higher_wins, ladder, moment, names_of, order, reason, win
from tests.rules.ladder.test_judged import Season
from tests.rules.runner import Event


@pytest.fixture(scope="module", params=range(3))
def season(request: pytest.FixtureRequest) -> Season:
    """A random season, far enough to have something to explain."""
    found = Season(5000 + request.param)
    for _ in range(60):
        if not found.step():
            break
    found.event.run()
    return found


def matches(event: Event) -> Iterator[tuple[str, Reason]]:
    """Games paired by 5(c) with their explanations."""
    for id_ in standing(event.book).games:
        why = reason(event, id_)
        if why.code.startswith("paired-from"):
            yield id_, why


def test_a_pairing_names_its_candidates_and_the_best_of_them(season: Season) -> None:
    """5(c)(iv): cost, games and distance of the published opponent are the smallest, in this order of priority."""
    seen = 0
    for _, why in matches(season.event):
        candidates = why.data["candidates"]
        assert isinstance(candidates, tuple)
        keys = [(c[1], c[2], c[3]) for c in candidates if isinstance(c, tuple)]
        assert keys == sorted(keys)
        passed = {n for part in why.parts if part.code == "kept-apart" for n in part.data["players"]}  # type: ignore[union-attr]
        first = next(c for c in candidates if isinstance(c, tuple) and c[0] not in passed)
        assert first == (why.data["opponent"], why.data["cost"], why.data["games"], why.data["distance"])
        games, rank, other = why.data["games"], why.data["rank"], why.data["opponent_rank"]
        assert isinstance(games, int)
        assert isinstance(rank, int)
        assert isinstance(other, int)
        assert why.data["cost"] == match_cost(games, rank, other)
        seen += 1
    assert seen or season.count <= 3


def test_an_explained_pairing_lists_all_candidates_in_order(season: Season) -> None:
    """The explanation shows more than was recorded: everybody under consideration."""
    for id_, why in matches(season.event):
        shown = [part for part in why.parts if part.code == "candidate"]
        if "candidates-changed" in codes(why):
            continue
        assert len(shown) == why.data["considered"], id_
        assert [part.data["place"] for part in shown] == list(range(1, len(shown) + 1))


def test_a_score_comes_with_a_path_that_proves_it(season: Season) -> None:
    """4(c): every link's width follows from its Wins; the narrowest is the Score; the judge has the same Score."""
    event = season.event
    scores = season.judged()["now"]["scores"]
    names = [str(n) for n in names_of(event)]
    for a in names[:4]:
        for b in names[:6]:
            if a == b:
                continue
            why = reason(event, f"{a}>{b}")
            assert why.data["score"] == scores[a, b]
            links = [part for part in why.parts if part.code == "link"]
            for link in links:
                wins, against = link.data["wins"], link.data["against"]
                assert isinstance(wins, Fraction)
                assert isinstance(against, Fraction)
                assert link.data["width"] == initial_score(int(2 * wins), int(2 * against))
            if links:
                assert min(link.data["width"] for link in links) == scores[a, b]  # type: ignore[type-var]
                path = why.data["path"]
                assert isinstance(path, tuple)
                assert (path[0], path[-1]) == (a, b)


def test_a_move_is_explained_by_the_two_scores(season: Season) -> None:
    """5(e): the Score against the player overtaken is higher than the other's; both as the judge has them."""
    rounds = {f"R{r['round']}": r for r in season.judged()["rounds"]}
    moves = [row.why for row in season.event.table("Why") if row.why is not None and row.why.code == "moved"]
    for why in moves:
        player, over, id_ = str(why.data["player"]), str(why.data["over"]), str(why.data["round"])
        scores = rounds[id_]["scores_after"]
        assert (why.data["score"], why.data["against"]) == (scores[player, over], scores[over, player])
        after = rounds[id_]["ladder_after"]
        assert why.data["new"] == after.index(player) + 1
        assert after.index(player) < after.index(over)


def test_a_rank_is_explained_by_the_neighbour(season: Season) -> None:
    """4(d): the two Scores between neighbours decide, and are the judge's."""
    said = season.judged()["now"]
    for row in season.event.table("Ladder"):
        assert row.why is not None
        data = row.why.data
        assert data["rank"] == said["ranks"][str(data["player"])]
        if row.why.code != "rank-top":
            player, above = str(data["player"]), str(data["above"])
            up, down = said["scores"][player, above], said["scores"][above, player]
            assert (data["score"], data["against"]) == (up, down)
            assert (row.why.code == "rank-equal") == (up == down != 0)


def test_a_bye_is_explained_by_the_number_of_games() -> None:
    """5(b): among Ada, Ben … with one game each, the lowest in round 2."""
    event = higher_wins(ladder("Ada", "Ben", "Cem", "Dov", "Eva"))
    why = reason(event, "R2-03")
    assert why.code == "bye-from-bottom"
    assert why.data["games"] == 1
    assert why.data["among"] == ("Ben", "Cem", "Dov", "Eva")
    assert (
        judge.bye(order(event).split(), order(event).split(), 2, dict.fromkeys(("Ben", "Cem", "Dov", "Eva"), 1))
        == "Eva"
    )
    assert reason(event, "bye") == why
    counts = [(p.data["position"], p.data["player"], p.data["games"]) for p in why.parts]
    assert counts == [(1, "Ada", 0), (2, "Ben", 1), (3, "Cem", 1), (4, "Dov", 1), (5, "Eva", 1)]


def test_a_null_names_its_deadline() -> None:
    """3(a): the moment, with weekday and zone."""
    event = ladder("Ada", "Ben")
    event.at(moment(9))
    assert "no result by Sun 9 Nov 2025, 18:00 CET" in event.said("R1-01")


def test_a_player_is_explained_round_by_round() -> None:
    """Position, Rank, every move with the path behind it, and rounds without a move."""
    event = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ben>Ada", "Cem>Dov")
    assert codes(reason(event, "Ben")) == ["position", "rank-top", "moved", "score-path", "link"]
    assert codes(reason(event, "Cem"))[:3] == ["position", "rank-next", "stayed"]


def test_somebody_who_left_is_explained_by_the_removal() -> None:
    """L15: not in the Ladder, and since when."""
    event = ladder("Ada", "Ben", "Cem")
    event.add("Ben", Status="Withdrawn").run()
    assert codes(reason(event, "Ben")) == ["not-in-ladder", "removed"]


def test_the_finalists_are_explained_before_and_after() -> None:
    """5(f): how many rounds are still to come; then who and why; then the Champion."""
    event = ladder("Ada", "Ben", "Cem", "Dov", Rounds=1)
    assert reason(event, "finalists").code == "finalists-open"
    higher_wins(event)
    said = reason(event, "finalists")
    assert codes(said)[:3] == ["finalists", "finalists-top", "no-tie"]
    named = next(r for r in said.walk() if r.code == "no-tie").data
    ranks = {row.cells["Player"]: row.cells["Rank"] for row in event.table("Ladder")}
    for n in (1, 2):
        assert named[f"rank_{n}"] == tuple(player for player, rank in ranks.items() if rank == n)
    for _ in range(3):
        win(event, "Ada>Ben")
    assert "champion-by-games" in codes(reason(event, "champion"))


@pytest.mark.parametrize("about", ["R9", "R1-09", "Zoe", "Ada>Zoe", "Ada>Ada", "bye", "", ">"])
def test_what_is_not_known_is_a_key_error(about: str) -> None:
    """The command line turns it into a sentence."""
    event = ladder("Ada", "Ben")
    with pytest.raises(KeyError):
        reason(event, about)


def test_names_with_marks_in_them_are_found() -> None:
    """A player called `A>B` or `R2` can be asked for."""
    event = ladder("A>B", "R2", "Cem")
    assert reason(event, "A>B").code == "position"
    assert reason(event, "R2").code == "position"
    assert reason(event, "A>B>R2").data["player"] == "A>B"
