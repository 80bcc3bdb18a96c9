"""A Swiss under way out of a report file: every round as a fact, and what is lost named."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from rules.model import Book, Claim, How, Person, Recorded
from rules.parts.median import Kind
from rules.parts.outcomes import outcomes
from rules.parts.record import standing
from rules.parts.swiss_tiebreaks import score_of, standings
from rules.parts.trf.cards import cards_before
from rules.reasons import render
from rules.swiss.engine import ENGINE
from rules.swiss.season import replay
from rules.swiss.taking_over import CannotTakeOver, TakenOver, take_over
from rules.swiss.words import WORDS
from tests.rules.runner import BEGIN
from tests.rules.swiss.build import higher_wins, swiss
from tests.rules.swiss.random_fields import random_field, report
from tests.rules.trf.sound import load_trf

SYSTEM = {"Pairing system": "median"}
EVENT = """\
012 Club open
022 Bled
042 2026/01/05
092 Individual: Swiss-System (FIDE Dutch System)
132                                                                                        26/01/05  26/01/12
XXR 5
XXC black1
XXP 1 4
001    1 w WIMNovak, Ada                        2200 SLO    14600001 1990/00/00  1.5    2     4 b 1  0000 - H
001    2 m    Ito, Ren                          2100 JPN                         2.0    1     5 w +     3 w 1
001    3 m    Kaya, Cem                         2000 TUR                         1.0    3     6 w 1     2 b 0
001    4 m    Okafor, Ben                       1900 NGR                         1.0    4     1 w 0  0000 - U
001    5 m    Roth, Eli                         1800 GER                         0.0    7     2 b -     6 - -
001    6 m    Lind, Zoe                              SWE                         0.0    6     3 b 0     5 - -
001    7 m    Late, Leo                         1500 FIN                         1.0    5  0000 - Z  0000 - F
"""


def taken(text: str | bytes = EVENT, **given: str) -> TakenOver:
    """The event of a file."""
    data = text.encode() if isinstance(text, str) else text
    return take_over(data, "club.trf", BEGIN, {name.replace("_", " "): value for name, value in given.items()})


def book_of(found: TakenOver) -> Book:
    """The book that a new workbook holds after the first pass."""
    people = tuple(Person(str(row["Player"]), row) for row in found.players)
    settings = {(name, ""): value for name, value in found.settings.items()}
    return Book(settings=settings, people=people, record=found.facts)


def test_every_kind_of_round_becomes_a_fact_that_says_where_it_stood() -> None:
    """S60: games, defaults, byes of all kinds, late entries: rows with players, results, and a line of the file each."""
    found = taken()
    book = book_of(found)
    games = outcomes(book, standing(book), BEGIN)
    shown = {o.id: (o.white, str(o.black), o.how, o.score) for o in games.values()}
    one, none = Fraction(1), Fraction(0)
    assert shown["R1-01"] == ("Okafor, Ben", "Novak, Ada", How.PLAYED, (none, one))
    assert shown["R1-02"] == ("Ito, Ren", "Roth, Eli", How.DEFAULT, (one, none))
    assert shown["R2-02"][:3] == ("Roth, Eli", "Lind, Zoe", How.DOUBLE_DEFAULT)
    season = replay(book, BEGIN)
    kinds = {player: [past.kind for past in rows.values()] for player, rows in season.history.items()}
    assert kinds["Novak, Ada"] == [Kind.PLAYED, Kind.HALF_BYE]
    assert kinds["Okafor, Ben"] == [Kind.PLAYED, Kind.BYE]
    assert kinds["Late, Leo"] == [Kind.BYE]
    assert [row.get("From round") for row in found.players][-1] == "R2"
    said = {render(r.why, WORDS) for r in found.facts}
    assert "Novak, Ada had half a point without a game in R2: taken over from club.trf, line 9. [taken over]" in said
    assert "Okafor, Ben (White) met Novak, Ada: taken over from club.trf, line 12. [taken over]" in said
    assert found.settings["Pairing system"] == "dutch", "as the words of 092 say"
    assert (found.settings["Rounds"], found.settings["Tournament"], found.settings["City"]) == (5, "Club open", "Bled")
    assert {"Decision": "Keep apart", "About": "", "Value": "Novak, Ada ; Okafor, Ben"} in found.decisions


def test_what_cannot_be_kept_is_named_with_what_it_means() -> None:
    """Byes that are alike here, colours the file does not give, who may have left."""
    told = "\n".join(taken().told)
    assert "which byes of a point were asked for" in told
    assert "who had which colour in games not played" in told
    assert "by default come back: Roth, Eli, Lind, Zoe (not paired before you type Excuse: S43)" in told
    away = EVENT.replace("XXP 1 4", "XXP 1 4\nXXZ 5 3")
    lines = [(line["Decision"], line["About"]) for line in taken(away).decisions]
    assert lines[:3] == [("Absent", "Kaya, Cem"), ("Absent", "Roth, Eli"), ("Excuse", "Lind, Zoe")]


@pytest.mark.parametrize(
    ("points", "cells", "said"),
    [
        (
            "1.0",
            "0000 - F  0000 - Z",
            "whether those who missed round 2 have left: Late, Leo (paired for the next round)",
        ),
        (
            "0.0",
            "0000 - Z  0000 - Z",
            "whether those who missed the last rounds come back: Late, Leo (Withdrawn in Players)",
        ),
    ],
    ids=["once", "twice"],
)
def test_one_player_who_missed_a_round_is_named_in_a_whole_sentence(points: str, cells: str, said: str) -> None:
    """The sentence is right for one name as it is for several, and says what was assumed."""
    text = EVENT.replace("1.0    5  0000 - Z  0000 - F", f"{points}    5  {cells}")
    assert said in taken(text).told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "XXR 5",
            "XXR 5\nXXS WW=3 BW=3 FW=3 PAB=3 FPB=3 WD=1 BD=1 HPB=1",
            "gives 3 in it, and 1 in a Swiss of this program",
        ),
        ("XXR 5", "XXR 5\n299 W        1.0  001    1", "line 7 (299) gives points beside the results"),
        (" (FIDE Dutch System)", "", "does not say how it was paired"),
    ],
    ids=["other points", "bonus", "no system"],
)
def test_refused_with_a_list(old: str, new: str, said: str) -> None:
    """What would make other standings or another event is refused, never bent."""
    with pytest.raises(CannotTakeOver) as refused:
        taken(EVENT.replace(old, new))
    assert said in str(refused.value)


def test_rounds_that_nobody_declared_and_points_that_do_not_add_up_are_asked_about() -> None:
    """They are to be accepted; a file of players alone has no rounds."""
    assert "does not declare its rounds" in taken(EVENT.replace("XXR 5\n", "")).ask[0]
    assert taken(EVENT.replace("XXR 5\n", ""), Rounds="5").ask == ()
    assert "the sum of the rounds" in taken(EVENT.replace("  2.0    1     5 w", "  2.5    1     5 w")).ask[0]
    with pytest.raises(CannotTakeOver, match="no round with games"):
        taken("012 x\nXXR 5\n001    1      Novak, Ada" + " " * 60)


def test_the_director_has_the_last_word_on_a_result_taken_over() -> None:
    """A result typed later counts; Open opens the game; a report by form changes nothing by itself."""
    book = book_of(taken())
    one, none = Fraction(1), Fraction(0)
    players = ("Okafor, Ben", "Novak, Ada")
    ruled = Claim("R1-01", players, (one, none), How.PLAYED, "ruled")
    form = Claim("R1-01", players, (one, none), How.PLAYED, "accepted", BEGIN)
    opened = Claim("R1-01", players, None, How.PLAYED, "reopened", BEGIN)

    def now(*claims: Claim) -> tuple[str, object, str]:
        o = outcomes(replace(book, claims=claims), standing(book), BEGIN)["R1-01"]
        return o.state, o.score, o.by

    assert now(ruled) == ("decided", (one, none), "director")
    assert now(form) == ("decided", (none, one), "file")
    assert now(opened) == ("open", None, "")


def test_numbers_of_a_list_taken_over_stay() -> None:
    """S61: whoever comes later gets the next number; a corrected rating moves nobody, though the list is open."""
    book = book_of(taken())
    people = tuple(replace(p, fields={**p.fields, "Rating": 2900}) if p.name == "Kaya, Cem" else p for p in book.people)
    newcomer = Person("Zed, Ann", {"Player": "Zed, Ann", "Rating": 2500, "From round": "R3"})
    grown = replace(book, people=(*people, newcomer), settings={**book.settings, ("Pairing system", ""): "median"})
    entries = [
        r for d in ENGINE.answer(grown, BEGIN).drafts for r in d.facts if r.why.code in ("entered-late", "renumbered")
    ]
    assert [(r.fact.player, r.fact.number) for r in entries] == [("Zed, Ann", 8)]  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(25))
def test_any_event_stands_in_the_book_as_in_the_file(seed: int) -> None:
    """Cards, points and terms of rule 16 out of the book are those out of the file; so is every cell written again."""
    text = report(random_field(Random(seed)))
    trf = load_trf(text)
    try:
        found = taken(text, **SYSTEM)
    except CannotTakeOver as refused:
        assert "no round with games" in str(refused)  # noqa: PT017
        return
    if found.ask:
        assert "not paired yet" in found.ask[0]
        return
    season = replay(book_of(found), BEGIN)
    played = season.published
    ours = season.cards(season.numbers)
    theirs = cards_before(trf, played + 1)

    def slots(card: object) -> list[tuple[object, ...]]:
        found = [s for s in card.slots if s.round <= played and s.kind is not Kind.ABSENT]  # type: ignore[attr-defined]
        return [(s.round, s.kind, s.opponent, s.colour, s.gained) for s in sorted(found, key=lambda s: s.round)]

    assert [slots(card) for card in ours] == [slots(card) for card in theirs]
    ratings = {player.number: player.rating for player in trf.players}
    scores = [[score_of(card, played, ratings) for card in cards] for cards in (ours, theirs)]
    assert standings(scores[0]) == standings(scores[1])
    again = load_trf(ENGINE.report_file(book_of(found), BEGIN))
    for old, new in zip(trf.players, again.players, strict=True):
        assert (old.number, old.rating, old.points) == (new.number, new.rating, new.points)
        cells = [
            (c.opponent, "U" if c.code == "F" or (c.code == "+" and c.opponent is None) else c.code)
            for c in old.rounds[:played]
        ]
        assert [(c.opponent, c.code) for c in new.rounds] == cells


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_copy_made_by_the_report_goes_on_alike(rounds: int) -> None:
    """Exported after some rounds and taken over: the same next round, pair for pair."""
    event = swiss(*(f"P{n:02}" for n in range(1, 12)), rounds=5, lot="B")
    while event.answer.state == "running" and replay(event.book, event.now).complete < rounds:
        higher_wins(event)
    book = replace(event.book, record=up_to(event.book.record, rounds))
    text = ENGINE.report_file(book, event.now)
    copy = book_of(taken(text))
    wanted = [(f.white, f.black) for f in games_drafted(book)]
    assert wanted
    assert [(f.white, f.black) for f in games_drafted(copy)] == wanted


def up_to(record: tuple[Recorded, ...], rounds: int) -> tuple[Recorded, ...]:
    """The record as it was before the round after these."""
    cut = next((at for at, r in enumerate(record) if getattr(r.fact, "id", "") == f"R{rounds + 1}"), len(record))
    return record[:cut]


def games_drafted(book: Book) -> list[object]:
    """Games of the draft, in board order."""
    draft = ENGINE.answer(book, BEGIN).drafts[0]
    return [r.fact for r in draft.facts if hasattr(r.fact, "white")]
