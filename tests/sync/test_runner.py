"""The loop around an engine: what follows at once, holds, slots, publication by hand, lots."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.model import Answer, Book, Draft, Game, Lot, Reason, Recorded, Round, Trouble
from rules.sheet import FormatSheet
from sync.runner import Draws, EndlessEngine, Publishing, answer_fits, draft_print, draw, run
from tests.sync.desk import desk

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 4, 12, 0, tzinfo=ZONE)  # a Wednesday
WHY = Reason("x", "x")
HOLD = Publishing(timedelta(hours=2))


def fact(thing: Round | Game | Lot) -> Recorded:
    """A fact of now."""
    return Recorded(thing, NOW, WHY)


R1, R2 = fact(Round("R1", "round")), fact(Round("R2", "round"))
DRAFT = Draft("R2", (R2, fact(Game("R2-01", "Ada", "Ben"))))


@dataclass
class Scripted:
    """An engine that drafts R2 until it is there, and asks for what it is given first."""

    now: tuple[Recorded, ...] = ()
    draft: Draft = DRAFT
    state: str = "running"
    sheet: FormatSheet = field(default_factory=lambda: FormatSheet("x", "x", "x"))

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows."""
        del now
        have = {getattr(r.fact, "id", "") for r in book.record}
        follows = tuple(r for r in self.now if getattr(r.fact, "id", "") not in have)
        drafts = () if "R2" in have or follows else (self.draft,)
        return Answer(follows, drafts, state=self.state)  # type: ignore[arg-type]

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Nothing."""
        raise KeyError(about, len(book.record), now)


BEGUN = Book(record=(R1,))
NO_LOTS = Draws("seed", {})


def published(publishing: Publishing, now: datetime = NOW, book: Book = BEGUN, engine: Scripted | None = None) -> bool:
    """Whether R2 goes out in this pass."""
    result = run(engine or Scripted(), book, now, NO_LOTS, publishing)
    return any(isinstance(r.fact, Round) and r.fact.id == "R2" for r in result.facts)


def seen(since: datetime, print_: str = "") -> Mapping[str, tuple[str, datetime]]:
    """The draft as noted before."""
    return {"R2": (print_ or draft_print(DRAFT, Answer()), since)}


@pytest.mark.parametrize(("minutes", "out"), [(0, False), (119, False), (120, True), (500, True)])
def test_a_draft_must_have_stood_for_a_while(minutes: int, out: bool) -> None:
    """Check for 2 hours."""
    assert published(replace(HOLD, seen=seen(NOW - timedelta(minutes=minutes)))) is out


def test_another_draft_begins_anew() -> None:
    """A draft that was seen with other pairs has not stood at all."""
    assert not published(replace(HOLD, seen=seen(NOW - timedelta(days=1), "otherprint")))


@pytest.mark.parametrize(
    ("now", "out"), [("2026-11-04 12:00", False), ("2026-11-08 17:59", False), ("2026-11-08 18:00", True)]
)
def test_rounds_go_out_at_the_slot(now: str, out: bool) -> None:
    """Publish at Sunday 18:00: the hold was over on Wednesday. A pass that comes late publishes late, not never."""
    moment = datetime.fromisoformat(now).replace(tzinfo=ZONE)
    publishing = replace(HOLD, slot="Sunday 18:00", seen=seen(NOW - timedelta(hours=3)))
    assert published(publishing, moment) is out
    assert published(publishing, moment + timedelta(days=7))


@pytest.mark.parametrize(
    ("typed", "out"),
    [({"": "R1"}, False), ({"": "R2"}, True), ({"": "R5"}, True), ({"": "soon"}, False), ({"A": "A-R5"}, False)],
)
def test_publication_by_hand(typed: dict[str, str], out: bool) -> None:
    """Publish = a round: that one and those before it, at once; the director's word is the check."""
    assert published(replace(HOLD, up_to=typed)) is out


def test_what_blocks_stops_or_has_not_begun_stays_a_draft() -> None:
    """A blocking check, a stopped pass, an event before its start."""
    blocked = replace(DRAFT, checks=(Trouble("x", blocks=True),))
    free = Publishing(timedelta(0))
    assert not published(free, engine=Scripted(draft=blocked))
    assert not published(replace(free, stopped=True))
    assert not published(free, engine=Scripted(state="before"))
    assert published(free)


def test_an_earliest_time_is_kept() -> None:
    """A draft that may not go out before a moment waits for it."""
    later = replace(DRAFT, not_before=NOW + timedelta(hours=1))
    assert not published(Publishing(timedelta(0)), engine=Scripted(draft=later))
    assert published(Publishing(timedelta(0)), NOW + timedelta(hours=1), engine=Scripted(draft=later))


def test_the_first_round_goes_out_at_the_start() -> None:
    """The director's Start is the check."""
    assert published(HOLD, book=Book())


def test_a_correction_begins_the_hold_anew() -> None:
    """The print holds the results of the section, not those of another one."""
    from rules.model import Row

    def answer(game: str, result: str) -> Answer:
        return Answer(tables={"Pairings": (Row({"Game": game, "White": "a", "Black": "b", "Outcome": result}),)})

    assert draft_print(DRAFT, answer("R1-01", "1-0")) != draft_print(DRAFT, answer("R1-01", "0-1"))
    assert draft_print(DRAFT, answer("B-R1-01", "1-0")) == draft_print(DRAFT, answer("B-R1-01", "0-1"))
    due = [replace(DRAFT, facts=(replace(R2, fact=Round("R2", "round", due=NOW + timedelta(days=n))),)) for n in (1, 2)]
    assert draft_print(due[0]) == draft_print(due[1]), "times are set when it goes out"


def test_lots_are_drawn_typed_or_wait() -> None:
    """Drawn from the seed; a typed answer that fits counts; a choice is only typed."""
    order = fact(Lot("R1 order", "order", ("a", "b", "c")))
    choice = fact(Lot("R1 choice", "choice", ("a",)))
    engine = Scripted(now=(order, choice))

    def answers(draws: Draws) -> list[tuple[str, ...] | None]:
        result = run(engine, BEGUN, NOW, draws, replace(HOLD, stopped=True))
        return [r.fact.answer for r in result.facts if isinstance(r.fact, Lot)]

    drawn, asked = answers(NO_LOTS)
    assert sorted(drawn or ()) == ["a", "b", "c"]
    assert asked is None
    assert answers(Draws("seed", {}, drawn=False)) == [None, None]
    assert answers(Draws("seed", {"R1 order": ("c", "b", "a"), "R1 choice": ("White",)})) == [
        ("c", "b", "a"),
        ("White",),
    ]
    assert answers(Draws("seed", {"R1 order": ("c", "b")}, drawn=False))[0] is None


NAMES = st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=6, unique=True).map(tuple)


@given(NAMES, st.text(max_size=5), st.text(min_size=1, max_size=5))
def test_drawing_is_fair_play(among: tuple[str, ...], seed: str, late: str) -> None:
    """The order of the names does not matter, a late entrant disturbs nobody, and a drawn answer fits."""
    lot = Lot("L", "order", among)
    drawn = draw(lot, seed)
    assert answer_fits(lot, drawn)
    assert draw(replace(lot, among=tuple(reversed(among))), seed) == drawn
    if late not in among:
        assert tuple(p for p in draw(replace(lot, among=(*among, late)), seed) if p != late) == drawn
    colour = replace(lot, kind="colour")
    assert answer_fits(colour, draw(colour, seed))


def test_an_engine_without_end_is_a_bug_that_says_so() -> None:
    """New facts for ever."""

    class Endless(Scripted):
        def answer(self, book: Book, now: datetime) -> Answer:
            del now
            id_ = hashlib.sha256(str(len(book.record)).encode()).hexdigest()[:6]
            return Answer((fact(Lot(id_, "toss", ("a",))),))

    with pytest.raises(EndlessEngine):
        run(Endless(), BEGUN, NOW, NO_LOTS, HOLD)


def test_players_typed_one_by_one_publish_nothing_before_the_start() -> None:
    """Twenty passes while the list grows; Rounds stays empty; a later sort of Players changes nothing."""
    d = desk(())
    for n in range(20):
        d.person.add_row("Players", {"Player": f"P{n:02}", "Rating": 1500 + n})
        d.later(hours=3).sync()
    assert d.rounds() == []
    d.start()
    order = [p for _, p in d.table("Ladder", "Position", "Player")]
    assert order[0] == "P19"
    d.person.sort("Players", "Player")
    d.settle()
    assert [p for _, p in d.table("Ladder", "Position", "Player")] == order
