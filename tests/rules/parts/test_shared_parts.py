"""Folds, byes, repeat pairings, match plans and the two-week calendar, each on a case small enough to check by hand."""

from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from rules.parts.matches import Colours, Ends, Plan, Played, Stage, course, read_score
from rules.pente.calendar import EASTERN, Outage, first_day_from, has_holiday, joined, period, plain_close, thanksgiving
from rules.pente.folds import first_with_fewest, fold, neighbours, shared_places
from rules.pente.repeats import keep_repeats_away, moves_at, shifted

BERLIN = ZoneInfo("Europe/Berlin")
ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)

SETS = Plan(
    "sets",
    (
        Stage("30+5", 6, Ends.LEAD, Fraction(2)),
        Stage("20+3", 2, Ends.LEAD, Fraction(2), carries=True),
        Stage("10+0", None, Ends.LEAD, Fraction(2), carries=True),
    ),
    whole=True,
    draws=False,
)
FOUR = Plan("four games", (Stage("20+0", 4),), level=True, whole=True, draws=False)
BEST_OF_FIVE = Plan("best of five", (Stage("15+10", None, Ends.AHEAD, Fraction(3), Colours.GIVEN),))
KNOCKOUT = Plan(
    "slow, quick, Armageddon",
    (
        Stage("slow", 1, colours=Colours.GIVEN),
        Stage("quick", 2),
        Stage("Armageddon", 1, Ends.DRAW_IS_BLACKS, colours=Colours.LOT),
    ),
)


def test_fold_and_neighbours() -> None:
    """Highest with lowest in the fold, one with two among neighbours; odd numbers are an error."""
    assert fold("abcdef") == (("a", "f"), ("b", "e"), ("c", "d"))
    assert neighbours("abcd") == (("a", "b"), ("c", "d"))
    for pairs in (fold, neighbours):
        with pytest.raises(ValueError, match="odd"):
            pairs("abc")


def test_the_bye_goes_round_without_end() -> None:
    """First who has had none, then who has had one, then two."""
    assert first_with_fewest("abc", {"a": 1}) == "b"
    assert first_with_fewest("abc", {"a": 1, "b": 1, "c": 1}) == "a"
    assert first_with_fewest("abc", {"a": 2, "b": 2, "c": 1}) == "c"
    assert first_with_fewest("", {}) is None


def test_places_are_shared() -> None:
    """1, 2, 3, 3, 5."""
    assert [n for n, _ in shared_places([("a", 9), ("b", 8), ("c", 7), ("d", 7), ("e", 1)])] == [1, 2, 3, 3, 5]


def test_the_printed_moves() -> None:
    """P15: lower players a b c d e, a repeat at c."""
    assert [(by, "".join(shifted("abcde", 2, by))) for by in moves_at(5, 2)] == [
        (1, "abdce"),
        (-1, "acbde"),
        (2, "abdec"),
        (-2, "cabde"),
    ]


def test_six_seeds_of_which_one_and_two_have_met_six() -> None:
    """P17: down 1 would give 2 against 6 again, so down 2: 1-5, 2-4, 3-6."""
    made = keep_repeats_away(fold((1, 2, 3, 4, 5, 6)), {frozenset((1, 6)), frozenset((2, 6))})
    assert made.pairs == ((1, 5), (2, 4), (3, 6))
    assert [(m.at, m.by, m.player) for m in made.moves] == [(0, 2, 6)]


def test_nothing_changes_where_every_move_repeats() -> None:
    """Pairing rule 4.6."""
    everyone = {frozenset((a, b)) for a in range(4) for b in range(4) if a != b}
    made = keep_repeats_away(fold((0, 1, 2, 3)), everyone)
    assert made.pairs == ((0, 3), (1, 2))
    assert made.left == (0, 1)
    assert not made.moves


@pytest.mark.parametrize(
    ("score", "state", "rate"),
    [
        ((2, 0), "over", ""),
        ((3, 1), "over", ""),
        ((6, 4), "over", ""),
        ((0, 2), "over", ""),
        ((0, 0), "running", "30+5"),
        ((2, 2), "running", "30+5"),
        ((3, 3), "running", "20+3"),
        ((4, 3), "running", "20+3"),
        ((4, 4), "running", "10+0"),
        ((3, 0), "impossible", ""),
        ((4, 1), "impossible", ""),
    ],
)
def test_lead_of_two(score: tuple[int, int], state: str, rate: str) -> None:
    """A-match 1 and 3: over at a lead of exactly two; the rate changes after six games."""
    read = read_score(SETS, (Fraction(score[0]), Fraction(score[1])))
    assert (read.state, read.rate) == (state, rate)


def test_four_games() -> None:
    """B-match 1: always four, 2-2 is a result, five games are refused."""
    assert read_score(FOUR, (Fraction(2), Fraction(2))).state == "over"
    assert read_score(FOUR, (Fraction(3), ZERO)).state == "running"
    assert read_score(FOUR, (Fraction(4), ONE)).state == "impossible"
    assert read_score(FOUR, (HALF, HALF)).state == "impossible"


def test_best_of_five_goes_on_until_somebody_is_ahead() -> None:
    """At 3-3 the match goes on; colours alternate from the given first White."""
    draw, win = Played((HALF, HALF)), Played((ONE, ZERO))
    level = course(BEST_OF_FIVE, [draw] * 6)
    assert not level.is_over
    assert level.next is not None
    assert level.next.number == 7
    assert course(BEST_OF_FIVE, [*[draw] * 6, win]).winner == 0
    first = course(BEST_OF_FIVE, []).next
    assert first is not None
    assert first.white == 0
    after = course(BEST_OF_FIVE, [Played((HALF, HALF), 0)]).next
    assert after is not None
    assert after.white == 1


def test_slow_quick_and_armageddon() -> None:
    """A drawn slow game leads to two quick ones with colours going on alternating, both played; a draw sends Black on."""
    slow = Played((HALF, HALF), 0)
    quick = course(KNOCKOUT, [slow]).next
    assert quick is not None
    assert (quick.rate, quick.white) == ("quick", 1)
    one_up = course(KNOCKOUT, [slow, Played((ONE, ZERO), 1)])
    assert not one_up.is_over
    level = course(KNOCKOUT, [slow, Played((ONE, ZERO), 1), Played((ZERO, ONE), 0)])
    assert level.next is not None
    assert (level.next.rate, level.next.white) == ("Armageddon", None)
    games = [slow, Played((HALF, HALF), 1), Played((HALF, HALF), 0), Played((HALF, HALF), 1)]
    assert course(KNOCKOUT, games).winner == 0
    assert course(KNOCKOUT, [*games, slow]).surplus == 1


def test_the_monday_of_each_weekday() -> None:
    """P37: Thursday 11 days on, Friday 10, …, Wednesday 12."""
    monday = date(2003, 1, 13)
    days = [(plain_close(date(2003, 1, 13 + n)) - date(2003, 1, 13 + n)).days for n in range(7)]
    assert monday.weekday() == 0
    assert days == [7, 13, 12, 11, 10, 9, 8]


def test_holiday_weeks() -> None:
    """P39: the Monday-to-Sunday week of Thanksgiving or Christmas; one week a round."""
    assert thanksgiving(2002) == date(2002, 11, 28)
    assert has_holiday(date(2002, 11, 14), date(2002, 11, 25))
    assert not has_holiday(date(2002, 11, 7), date(2002, 11, 18))
    at = period(date(2002, 12, 12), BERLIN)
    assert at.close == date(2002, 12, 30)
    assert at.next_start == date(2003, 1, 2)


def eastern(day: int, hour: int) -> datetime:
    """A moment of January 2003, US Eastern."""
    return datetime(2003, 1, day, hour, tzinfo=EASTERN)


@pytest.mark.parametrize(
    ("begin", "end", "earned"),
    [
        (eastern(20, 19), eastern(21, 0), ""),  # five hours
        (eastern(20, 16), eastern(20, 22), "day"),  # six hours, four of them in the evening
        (eastern(20, 6), eastern(20, 20), ""),  # fourteen hours, two in the evening
        (eastern(20, 0), eastern(21, 6), "week"),  # thirty hours
    ],
)
def test_outages(begin: datetime, end: datetime, earned: str) -> None:
    """P40: by elapsed hours and evening hours; a day does not move the next start, a week does."""
    at = period(date(2003, 1, 16), EASTERN, 0, [Outage(begin, end)])
    assert at.outage == earned
    assert at.close == {"": date(2003, 1, 27), "day": date(2003, 1, 28), "week": date(2003, 2, 3)}[earned]
    assert at.next_start == {"": date(2003, 1, 30), "day": date(2003, 1, 30), "week": date(2003, 2, 6)}[earned]


def test_touching_outages_are_one() -> None:
    """P45: two halves of one long outage earn what the whole earns."""
    halves = [Outage(eastern(20, 0), eastern(20, 15)), Outage(eastern(20, 15), eastern(21, 6))]
    assert len(joined(halves)) == 1
    assert period(date(2003, 1, 16), EASTERN, 0, halves).outage == "week"


def test_last_days_and_deadline() -> None:
    """P38: Sunday and Monday, or Saturday to Monday; the deadline is written as the last minute of Monday."""
    at = period(date(2003, 1, 16), EASTERN)
    assert at.last_days(2) == eastern(26, 0)
    assert at.last_days(3) == eastern(25, 0)
    assert at.due == datetime(2003, 1, 27, 23, 59, tzinfo=EASTERN)
    assert at.closes == eastern(28, 0)
    assert first_day_from(date(2003, 1, 18), (3, 4)) == date(2003, 1, 23)
