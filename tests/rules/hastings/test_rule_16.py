"""Rules 13-16 by hand: lucky losers, ranking, the 34 v 30 example and its mirror, who gets the extra colour.

Rulings: H1, H4, H6, H14-H16, H18, H19, H21-H24, H28.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from rules.hastings.boards import by_seekers, halves, mend, sides_of
from rules.hastings.colours import Settler, by_lot, sought_by
from rules.hastings.draw import draw_round
from rules.hastings.field import Colour, DrawInput, Last, Result, Stage
from rules.hastings.listing import Entrant, list_players
from rules.hastings.lucky import lucky_losers, next_ranking, places_of_round_two
from rules.hastings.second_draw import Sheet, differences, draw_again


def names(count: int) -> tuple[str, ...]:
    """p01, p02 … from the top."""
    return tuple(f"p{n:02d}" for n in range(1, count + 1))


@pytest.mark.parametrize("more", ["W", "B"])
def test_34_against_30(more: Colour) -> None:
    """34 seekers of one colour against 30: 30 right boards, two at the bottom, the lower two moved opposite."""
    fewer: Colour = "B" if more == "W" else "W"
    ranking = names(64)
    side = {p: fewer if n % 2 and n < 60 else more for n, p in enumerate(ranking)}
    made = by_seekers(ranking, side)
    assert (list(side.values()).count(more), list(side.values()).count(fewer)) == (34, 30)
    assert len(made.pairs) == 30
    assert all(side[one] != side[two] for one, two in made.pairs)
    assert made.bottom == (("p61", "p63"), ("p62", "p64"))
    assert (made.surplus, made.stay, made.moved) == (more, ("p61", "p62"), ("p63", "p64"))
    assert made.pairs[0] == ("p01", "p32")
    assert [first for first, _ in made.pairs] == sorted(first for first, _ in made.pairs)


def test_32_against_32_sets_nobody_aside() -> None:
    """As many of either: nobody is set aside, everybody meets across the halves."""
    ranking = names(64)
    made = by_seekers(ranking, {p: "W" if n % 2 else "B" for n, p in enumerate(ranking)})
    assert made.bottom == ()
    assert made.surplus is None
    assert made.pairs[0] == ("p01", "p34")


def test_promotion_by_crossing_over() -> None:
    """All of one colour: the lower half of them crosses over, position by position."""
    made = by_seekers(names(16), dict.fromkeys(names(16), "W"))
    assert made.pairs == ()
    assert made.bottom == tuple(zip(names(16)[:8], names(16)[8:], strict=True))


def settler(came: dict[str, str], colour: str = "B") -> Settler:
    """Two boards of four players who all had the same colour in round 1."""
    players = names(4)
    return Settler({p: n for n, p in enumerate(players, 1)}, dict.fromkeys(players, colour), {}, came)


def test_extra_white_goes_by_how_they_came() -> None:
    """First who won the slow game, then out in the Armageddon, then out in the mini-match, then lower-ranked."""
    order = ["won-slow", "won-mini", "won-Armageddon", "lost-Armageddon", "lost-mini", "lost-slow"]
    for better, worse in pairwise(order):
        white, why = settler({"p01": worse, "p02": better}).white(("p01", "p02"))
        assert (white, why.code) == ("p02", "seek-came")


def test_alternation_among_equals_and_the_reverse() -> None:
    """Eliminated at the same stage: the lower-ranked gets the extra White first, then the higher; Black is mirrored."""
    came = dict.fromkeys(names(4), "lost-mini")
    white_seekers = settler(came, "B")
    assert white_seekers.white(("p01", "p02"))[0] == "p02"
    assert white_seekers.white(("p03", "p04"))[0] == "p03"
    black_seekers = settler(came, "W")
    assert black_seekers.white(("p01", "p02"))[0] == "p01"  # Black to the lower-ranked, so White to the higher
    assert black_seekers.white(("p03", "p04"))[0] == "p04"


def test_sought_colours() -> None:
    """Two alike: the other one; else the rarer; else the opposite of the last; none: nothing."""
    assert [sought_by(word) for word in ("", "W", "B", "WW", "BWW", "WB", "WBB", "BWB")] == [
        None, "B", "W", "B", "B", "W", "W", "W",
    ]  # fmt: skip


def test_uneven_colours_and_history_come_first() -> None:
    """The more uneven count gets the colour; then the latest difference in the histories."""
    rank = {"a": 1, "b": 2}
    uneven = Settler(rank, {"a": "W", "b": "WWW"}, {}, {})
    assert uneven.white(("a", "b"))[0] == "a"  # b gets Black
    history = Settler(rank, {"a": "WBBW", "b": "BWBW"}, {}, {})
    assert history.white(("a", "b"))[0] == "a"  # at the latest difference a had Black and b White: now the opposite
    assert history.white(("a", "b"))[1].code == "seek-history"


def test_the_premier_asks_for_a_lot() -> None:
    """The same colour history: a lot; nobody had a colour: a lot."""
    premier = Settler({"a": 1, "b": 2}, {"a": "WB", "b": "WB"}, {}, {}, premier=True)
    assert premier.white(("a", "b"))[0] is None
    nobody = Settler({"a": 1, "b": 2}, {}, {}, {}, premier=True)
    assert nobody.white(("a", "b"))[1].code == "seek-lot-none"


@pytest.mark.parametrize(
    ("entered", "places", "boards", "held", "lucky"),
    [(120, 64, 60, 0, 4), (121, 64, 60, 1, 3), (66, 64, 33, 0, 31), (127, 64, 63, 1, 0), (128, 64, 64, 0, 0),
     (64, 32, 32, 0, 0), (63, 32, 31, 1, 0), (5, 4, 2, 1, 1), (9, 8, 4, 1, 3)],
)  # fmt: skip
def test_how_many_lucky_losers(entered: int, places: int, boards: int, held: int, lucky: int) -> None:
    """120 → 60 winners and 4 lucky losers; 128 and 64 exactly need none; odd fields hold one back."""
    assert places_of_round_two(entered) == places
    ranking = names(entered)
    pairs, back = halves(ranking, entered + entered % 2)
    assert (len(pairs), len(back)) == (boards, held)
    results = tuple(Result(one, two, one, "mini", True) for one, two in pairs)
    colours = {p: "W" for p, _ in pairs} | {p: "B" for _, p in pairs}
    chosen = lucky_losers(Last(ranking, results, tuple(back)), frozenset(), places, colours, places == 2)
    assert len(chosen) == lucky


def last_of(stages: dict[int, Stage]) -> Last:
    """Eight boards of 16 in round 1, the first player winning; `stages` by board where it was no slow game."""
    ranking = names(16)
    results = [
        Result(ranking[i], ranking[i + 8], ranking[i], stages.get(i + 1, "slow"), stages.get(i + 1, "slow") != "slow")
        for i in range(8)
    ]
    return Last(ranking, tuple(results))


def test_lucky_losers_who_drew_come_first() -> None:
    """Whoever drew the first game comes before a loser of a higher board, at whatever stage they fell."""
    last = last_of({7: "Armageddon", 5: "mini"})
    colours = dict.fromkeys(names(8), "W") | dict.fromkeys(names(16)[8:], "B")
    chosen = lucky_losers(last, frozenset(), 11, colours, False)
    assert [one.player for one in chosen] == ["p13", "p15", "p09"]


def test_lucky_losers_balance_colours() -> None:
    """Five winners seek White and three Black: seekers of Black are wanted until they are level."""
    last = last_of(dict.fromkeys(range(1, 9), "mini"))
    colours = {}
    for n, (one, two) in enumerate(zip(names(16)[:8], names(16)[8:], strict=True)):
        colours[one], colours[two] = ("B", "W") if n in (0, 1, 2, 4, 6) else ("W", "B")
    chosen = lucky_losers(last, frozenset(), 12, colours, False)
    # five winners seek White, three Black: two seekers of Black by board, then level: the highest board left
    assert [one.player for one in chosen] == ["p09", "p10", "p11", "p12"]
    assert [one.why.code for one in chosen][:2] == ["lucky-colour", "lucky-colour"]
    assert chosen[2].why.code == "lucky-level"


def test_defaulters_and_leavers_are_no_lucky_losers() -> None:
    """Who defaulted a game of the match or has left cannot be chosen."""
    last = last_of({})
    first = Result("p01", "p09", "p01", "slow", False, frozenset({"p09"}))
    last = Last(last.ranking, (first, *last.results[1:]))
    chosen = lucky_losers(last, frozenset({"p10"}), 9, dict.fromkeys(names(16), "W"), False)
    assert [one.player for one in chosen] == ["p11"]


def test_winner_takes_the_higher_place_and_lucky_losers_the_bottom() -> None:
    """The lower-rated winner of board 5 takes the fifth place; lucky losers follow in list order."""
    ranking = names(16)
    results = tuple(Result(ranking[i], ranking[i + 8], ranking[i + 8 * (i == 4)], "slow") for i in range(8))
    order = next_ranking(Last(ranking, results), frozenset(), ("p15", "p05"), ranking)
    assert order == ("p01", "p02", "p03", "p04", "p13", "p06", "p07", "p08", "p05", "p15")
    exchanged = (Result("p01", "p04", "p04", "slow"), Result("p02", "p03", "p02", "slow"))
    order = next_ranking(Last(names(4), exchanged), frozenset(), (), names(4))
    assert order == ("p04", "p02"), "the better of the two places, wherever an exchange put the other"


def test_nobody_knows_a_colour_joins_the_smaller_side() -> None:
    """Held back or through without play: from the top each joins the side with fewer, White's if equal."""
    sides = sides_of(("a", "b", "c", "d"), {"a": None, "b": "W", "c": None, "d": None})
    assert dict(sides.side) == {"a": "B", "b": "W", "c": "W", "d": "B"}
    assert sides.joined == ("a", "c", "d")


def test_exchange_below_then_above() -> None:
    """A barred board takes the second player of the board below, else above; first players stay."""
    pairs = (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h"))
    rank = {p: n for n, p in enumerate("abcdefgh")}
    below = mend(pairs, rank, lambda x, y: (x, y) == ("b", "f"))
    assert below.pairs == (("a", "e"), ("b", "g"), ("c", "f"), ("d", "h"))
    above = mend(pairs, rank, lambda x, y: (x, y) in {("b", "f"), ("b", "g")})
    assert above.pairs == (("a", "f"), ("b", "e"), ("c", "g"), ("d", "h"))


def test_a_complete_search_stands_behind_the_exchanges() -> None:
    """No single exchange helps: all second players are dealt anew, from the top, with as few barred boards as can be."""
    bad = {("a", "d"), ("a", "e"), ("b", "d"), ("b", "e"), ("c", "d"), ("c", "f")}
    mended = mend(
        (("a", "d"), ("b", "e"), ("c", "f")), {p: n for n, p in enumerate("abcdef")}, lambda x, y: (x, y) in bad
    )
    assert len(mended.left) == 1
    assert mended.pairs == (("a", "d"), ("b", "f"), ("c", "e"))


def test_colours_alternate_down_the_list() -> None:
    """The lot settles board 1; the higher-ranked player's colour alternates, further boards included."""
    pairs = (("a", "d"), ("b", "e"), ("c", "f"))
    assert by_lot(pairs, "W") == ("a", "e", "c")
    assert by_lot(pairs, "B") == ("d", "b", "f")
    assert by_lot((("x", "y"),), "W", before=3) == ("y",)


def test_the_list() -> None:
    """Rating, then title, then lot; unrated below every rated one, by estimate, without an estimate last."""
    people = [
        Entrant("low", rating=None, title="GM"),
        Entrant("zero", estimate=Fraction(0)),
        Entrant("est", estimate=Fraction(2900)),
        Entrant("fm", rating=Fraction(2400), title="FM"),
        Entrant("gm", rating=Fraction(2400), title="GM"),
        Entrant("weak", rating=Fraction(1000)),
    ]
    assert list_players(people).order == ("gm", "fm", "weak", "est", "zero", "low")
    tied = [Entrant("a", rating=2400), Entrant("b", rating=2400)]  # type: ignore[arg-type]
    assert list_players(tied).tied == (("a", "b"),)
    assert list_players(tied, [("b", "a")]).order == ("b", "a")


def test_two_draws_must_agree() -> None:
    """A difference in any of lucky losers, ranking, boards and colours is named."""
    last = last_of({7: "mini"})
    colours = dict.fromkeys(names(8), "W") | dict.fromkeys(names(16)[8:], "B")
    data = DrawInput("premier", 8, names(16), last, colours=colours)
    draw, again = draw_round(data), draw_again(data)
    assert differences(draw, again) == ()
    first, second, white = again.boards[0]
    other = Sheet(("p13",), again.ranking[::-1], ((second, first, white), *again.boards[1:]), again.held)
    assert [d.what for d in differences(draw, other)] == ["lucky losers", "ranking", "board 1"]
