"""Other pairing systems: asked by a report, placed around the director's words, said when they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules.advice import ways
from rules.parts.record import standing
from rules.reasons import render
from rules.swiss import systems
from rules.swiss.check import check_report
from rules.swiss.engine import ENGINE
from rules.swiss.systems import NoSystemPairing, register
from sync.pairing_systems import ENGINES, enable
from tests.rules.swiss.build import begin, drafted, higher_wins, pairs, swiss
from tests.rules.trf.sound import load_trf

NAMES = [f"P{n:02}" for n in range(1, 12)]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = dict(systems._REGISTERED)
    yield
    systems._REGISTERED.clear()
    systems._REGISTERED.update(before)


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_a_whole_event_by_the_library(name: str) -> None:
    """Five rounds of eleven: nobody meets twice, nobody has two byes, every board says which system made it."""
    enable()
    event = swiss(*NAMES, rounds=5, **{"Pairing system": name})
    while event.answer.state != "finished":
        higher_wins(event)
    met: list[frozenset[str]] = []
    byes: list[str] = []
    for round_ in event.rounds():
        for _, white, black in event.games(round_):
            if black == "(bye)":
                byes.append(white)
            else:
                met.append(frozenset((white, black)))
    assert len(met) == len(set(met)) == 25
    assert len(byes) == len(set(byes)) == 5
    assert f"by the {name} system" in event.said("R3-01")
    (system,) = [r.why for r in event.table("Report") if r.cells["About"] == "System"]
    assert system is not None
    assert render(system, event.engine.sheet.words) == f"Paired by the FIDE {name.capitalize()} System. [20.1]"
    file = load_trf(ENGINE.report_file(event.book, event.now))
    assert f"FIDE {name.capitalize()} System" in file.text("092")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(ENGINES))
def test_the_check_of_a_report_knows_which_system_made_it(name: str, seed: int) -> None:
    """Random results, defaults and absences: no pair of our own export is accused; a pair exchanged is."""
    enable()
    dice = Random(f"{name} {seed}")
    event = swiss(*NAMES, rounds=5, **{"Pairing system": name})
    while event.answer.state != "finished":
        if dice.random() < 0.6:
            event.decide("Absent", dice.choice(NAMES), f"R{len(event.rounds()) + 1}")
        for game in event.open_games():
            event.typed(game.id, dice.choice(("1-0", "0-1", "1/2-1/2", "1-0F")))
        event.run()
    text = ENGINE.report_file(event.book, event.now)
    found = check_report(text)
    assert found.agrees, found.lines
    assert found.lines[0].endswith(f"pairs as by the rules of the {name} system.")
    other = text.replace(f"FIDE {name.capitalize()} System", "FIDE Swiss Rules, median score-group")
    assert "system" not in check_report(other).lines[0]


def test_a_file_of_another_system_is_held_against_that_and_differences_are_named() -> None:
    enable()
    text = (
        "012 Open\n092 Individual: Swiss-System (FIDE Dutch System)\n"
        "001    1      Ada                               2400                             1.0    1     2 w 1\n"
        "001    2      Ben                               2300                             0.0    3     1 b 0\n"
        "001    3      Cem                               2200                             1.0    2     4 w 1\n"
        "001    4      Dov                               2100                             0.0    4     3 b 0\n"
    )
    found = check_report(text)
    assert not found.agrees
    assert found.lines[0] == "1 round, 2 boards: 0 pairs as by the rules of the dutch system."
    assert "  Ada (1) – Ben (2): by the rules Ada (1) – Cem (3); Dov (4) – Ben (2)." in found.lines
    systems._REGISTERED.clear()
    missing = check_report(text)
    assert not missing.readable
    assert "the library for the dutch system is not installed here" in missing.lines[0]


def test_the_directors_words_stand_there_too() -> None:
    """Typed pairs and byes are taken out of what the library is asked; pairs kept apart and the absent go into it."""
    asked: list[str] = []

    def fake(report: str) -> tuple[tuple[int, int], ...]:
        asked.append(report)
        trf = load_trf(report)
        away = {int(word) for word in trf.text("XXZ").split()}
        free = [player.number for player in trf.players if player.number not in away]
        return tuple(zip(free[::2], free[1::2], strict=False))

    register("dutch", fake)
    event = swiss(*NAMES, hold=True, **{"Pairing system": "dutch"})
    event.decide("Pair", "R1", "P11 ; P01").decide("Bye", "R1", "P05").decide("Keep apart", "", "P02 ; P03")
    event.add("P06", Status="Paused").add("P07", Status="Paused").run()
    assert drafted(event) == ["P11-P01", "P02-P03", "P04-P08", "P09-P10", "P05-(bye)", "P06-(absent)", "P07-(absent)"]
    trf = load_trf(asked[-1])
    assert trf.text("XXZ") == "1 5 6 7 11"
    assert trf.texts("XXP") == ("2 3",)
    assert trf.text("XXC") == "white1"


def test_a_missing_library_is_said_clearly() -> None:
    """The round waits; the trouble names what to install."""
    systems._REGISTERED.clear()
    event = swiss(*NAMES, **{"Pairing system": "dubov"})
    assert event.answer.drafts == ()
    assert "system-missing" in event.troubles()
    wording = event.engine.sheet.troubles["system-missing"]
    assert '.venv/bin/pip install -e ".[pairing-systems]"' in wording[2].words
    assert ways(event.answer.waits[0].ends_by) == "type another system into Settings → Pairing system"


def test_no_pairing_by_the_library_is_said() -> None:
    """What the library said reaches the director, who may type pairs."""

    def refuses(report: str) -> tuple[tuple[int, int], ...]:
        assert report
        raise NoSystemPairing("no legal pairing")

    register("burstein", refuses)
    event = swiss("Ada", "Ben", "Cem", "Dov", **{"Pairing system": "burstein"})
    trouble = next(t for t in event.answer.troubles if t.code == "no-pairing")
    assert "no legal pairing" in str(trouble.data["why"])
    event.decide("Pair", "R1", "Ada ; Ben").decide("Pair", "R1", "Cem ; Dov")
    event.run()
    assert pairs(event, "R1") == ["Ada-Ben", "Cem-Dov"]


def test_the_library_finds_none_in_a_field_played_out() -> None:
    """Four players, four rounds: the real library refuses the fourth, and that is told."""
    enable()
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=4, **{"Pairing system": "dutch"})
    for _ in range(3):
        higher_wins(event)
    assert event.answer.drafts == ()
    assert "no-pairing" in event.troubles()


@pytest.mark.parametrize("name", sorted(ENGINES))
@pytest.mark.parametrize("lot", ["W", "B"])
@pytest.mark.parametrize("absent", [(), ("P01",), ("P01", "P02"), ("P01", "P02", "P03")])
def test_whoever_drew_white_has_white_whoever_is_away(name: str, lot: str, absent: tuple[str, ...]) -> None:
    """S58: the lot is between the first of those paired and the first of the lower half, and means what it says."""
    enable()
    event = swiss(*NAMES[:10], start=False, **{"Pairing system": name})
    for player in absent:
        event.decide("Absent", player, "R1")
    event.set("Start", "now")
    begin(event, lot)
    drawn = standing(event.book).lot("R1 colour")
    assert drawn is not None
    assert drawn.answer is not None
    first = f"P{len(absent) + 1:02}"
    assert drawn.among[0] == first
    (game,) = [g for g in event.games("R1") if first in g[1:]]
    assert (game[1] == first) is (lot == "W"), game


@pytest.mark.parametrize("name", sorted(ENGINES))
@pytest.mark.parametrize("again", ["yes", "no"])
def test_a_game_decided_by_default_is_played_again_or_not_as_set(name: str, again: str) -> None:
    """S58: two players alone at the bottom, whose game was not played: the systems pair them again, unless it is set."""
    enable()
    event = swiss(*NAMES[:4], rounds=3, **{"Pairing system": name, "Default_games_may_be_played_again": again})
    for id_, _, _ in event.games("R1"):
        event.typed(id_, "0-0F")
    event.add("P01").run()
    for player in NAMES[:4]:
        event.decide("Excuse", player, "")
    event.run()
    met = {frozenset(g[1:]) for g in event.games("R1")} & {frozenset(g[1:]) for g in event.games("R2")}
    if again == "no":
        assert not met
    elif name == "dutch":  # the others look at colours first, and find new opponents by themselves
        assert met


@pytest.mark.parametrize("name", sorted(ENGINES))
@pytest.mark.parametrize("apart", ["yes", "no"])
def test_players_of_one_federation_are_kept_apart_where_it_can_be(name: str, apart: str) -> None:
    """S58: two winners of one federation are due in round 2 of three; with the setting they meet others."""
    enable()
    people = {"P01": {"Federation": "GER"}, "P02": {"Federation": "GER"}}
    event = swiss(*NAMES[:8], rounds=4, people=people, **{"Pairing system": name, "Same_federation": apart})
    meetings = set()
    for _ in range(3):
        higher_wins(event)
        last = max(event.rounds())
        meetings |= {frozenset(g[1:]) for g in event.games(last)}
    assert (frozenset(("P01", "P02")) in meetings) is (apart == "no")


def test_maxi_is_refused_where_the_system_has_no_such_rule() -> None:
    """S58: the message names the setting; before the start it can be changed, and nothing goes out."""
    enable()
    event = swiss(*NAMES[:6], Maxi="yes", **{"Pairing system": "dutch"})
    assert event.rounds() == {}
    (check,) = [c for c in event.draft().checks if c.code == "setting-not-here"]
    assert (check.about, check.field, check.blocks) == ("Settings", "Maxi", True)
    event.set("Maxi", "no").run()
    assert list(event.rounds()) == ["R1"]
