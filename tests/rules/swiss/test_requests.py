"""Half-point byes on request, what the bye gives, acceleration: in the systems of today, refused in the median."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.reasons import render
from rules.swiss.baku import accelerations, first_group, group_size, virtual_points
from rules.swiss.engine import ENGINE
from rules.swiss.terms import SYSTEM_EDITIONS
from sync.pairing_systems import enable
from tests.rules.runner import Event
from tests.rules.swiss.build import higher_wins, swiss
from tests.rules.trf.sound import load_trf

pytest.importorskip("py4swiss")

NAMES = [f"P{n}" for n in range(1, 8)]


def dutch(rounds: int = 5, **settings: str | int) -> Event:
    """Seven players of a Dutch Swiss; settings by name with `_` for blanks."""
    enable()
    return swiss(*NAMES, rounds=rounds, **{"Pairing_system": "dutch", **settings})


def report(event: Event) -> dict[str, str]:
    """What Report says, by what it is about."""
    return {
        str(r.cells["About"]): render(r.why, event.engine.sheet.words)
        for r in event.table("Report")
        if r.why is not None
    }


def test_requests_are_given_until_the_limit_and_told_beyond_it() -> None:
    """S62: two of three requests give half a point; the third round is missed without points, and that is told."""
    event = dutch(**{"Half-point_byes": 2})
    event.decide("Half-point bye", "P7", "R2 ; R3").decide("Half-point bye", "P7", "R4").run()
    assert event.troubles() == ["half-bye-limit"]
    for _ in range(4):
        higher_wins(event)
    rows = [black for n in (2, 3, 4) for _, white, black in event.games(f"R{n}") if white == "P7"]
    assert rows == ["(half bye)", "(half bye)", "(absent)"]
    assert event.row("Cross-table", "Player", "P7")["R2"] == "bye ½"
    assert "asked for a bye in R2: half a point" in event.said("R2-04")
    file = load_trf(ENGINE.report_file(event.book, event.now))
    assert [cell.code for cell in file.players[6].rounds[1:4]] == ["H", "H", "Z"]
    assert "2 half-point byes on request, until R5" in report(event)["Special rules"]


def test_a_request_after_the_last_round_for_it_or_for_a_round_that_is_out() -> None:
    """S62: both are told; the first keeps the player out, the second changes nothing."""
    event = dutch(**{"Half-point_byes": 2, "Half-point_byes_until": "R2"})
    before = event.games("R1")
    event.decide("Half-point bye", "P7", "R1 ; R3").run()
    assert sorted(event.troubles()) == ["half-bye-late", "half-bye-round"]
    assert event.games("R1") == before


def test_the_director_may_type_half_a_bye_into_the_row() -> None:
    """S62: a row without opponent that says (half bye) gives half a point in a system of today."""
    event = dutch()
    event.decide("Absent", "P3", "R2").run()
    higher_wins(event)
    (row,) = (id_ for id_, white, black in event.games("R2") if (white, black) == ("P3", "(absent)"))
    before = event.row("Standings", "Player", "P3")["Points"]
    event.decide("Pair", row, "P3 ; (half bye)").run()
    assert event.row("Standings", "Player", "P3")["Points"] == before + Fraction(1, 2)  # type: ignore[operator]


@pytest.mark.parametrize(("word", "points"), [("win", 1), ("draw", Fraction(1, 2)), ("nothing", 0)])
def test_the_bye_gives_what_is_set(word: str, points: Fraction) -> None:
    """S63: points, tables, file and report agree, and nobody has the bye twice."""
    event = dutch(Points_for_the_bye=word)
    (first,) = (white for _, white, black in event.games("R1") if black == "(bye)")
    assert event.row("Standings", "Player", first)["Points"] == points
    for _ in range(4):
        higher_wins(event)
    byes = [white for n in range(1, 6) for _, white, black in event.games(f"R{n}") if black == "(bye)"]
    assert len(byes) == len(set(byes)) == 5
    text = ENGINE.report_file(event.book, event.now)
    assert ("XXS PAB=" in text) is (word != "win")
    assert ("bye of an odd number gives" in " ".join(report(event).values())) is (word != "win")


@pytest.mark.parametrize(("players", "size"), [(161, 82), (178, 90), (50, 26), (9, 6)])
def test_baku_by_the_examples_of_the_text(players: int, size: int) -> None:
    """S64: the size of group A, and nine rounds: three with a point, two with half a point, four with none."""
    assert group_size(players) == size
    assert [virtual_points(n, 9) for n in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]
    assert [virtual_points(n, 5) for n in range(1, 6)] == [2, 2, 1, 0, 0]


def test_group_a_ends_with_the_same_player_after_late_entries() -> None:
    """S64: nine players, group A the first six; two come for round 2, one above: group A has seven then."""
    first = {f"P{n}": n for n in range(1, 10)}
    later = {"New": 1, **{f"P{n}": n + 1 for n in range(1, 10)}, "Last": 11}
    assert first_group(first, later) == {"New", *(f"P{n}" for n in range(1, 7))}
    virtual = accelerations({"R1": first}, later, "R2", 9)
    assert sorted(virtual) == list(range(1, 8))
    assert virtual[1] == (0, 2)
    assert virtual[7] == (2, 2)


def test_acceleration_is_declared_and_explained() -> None:
    """S64: Report, the file and the reasons of pairs say it; the score stays without virtual points."""
    event = dutch(Acceleration="Baku")
    higher_wins(event)
    said = report(event)["Acceleration"]
    assert "in R1, R2 the first 4 of the list had 1 virtual point, in R3 half a point" in said
    assert "more by the acceleration" in event.said("R2-01")
    text = ENGINE.report_file(event.book, event.now)
    assert "Baku acceleration" in text
    assert "XXA    1  1.0" in text
    assert event.row("Standings", "Player", "P1")["Points"] == 1


def test_the_reasons_say_scores_floats_colours_and_what_is_not_known() -> None:
    """The cards say who floats and which colour was due; which criteria decided, the library does not tell."""
    event = dutch(rounds=5)
    for _ in range(3):
        higher_wins(event)
    ids = (id_ for n in (2, 3, 4) for id_, _, black in event.games(f"R{n}") if not black.startswith("("))
    words = " ".join(event.said(id_) for id_ in ids)
    assert "floats down to" in words
    assert "have the colour due" in words
    assert "its library does not say" in words


@pytest.mark.parametrize("system", sorted(SYSTEM_EDITIONS))
def test_the_edition_named_is_the_librarys(system: str) -> None:
    """What Report and the file name is what the installed library says of itself."""
    from py4swiss import engines

    engine = {"dutch": engines.DutchEngine, "dubov": engines.DubovEngine, "burstein": engines.BursteinEngine}[system]
    said = " ".join(str(engine.__doc__).split())
    clause, _, force = SYSTEM_EDITIONS[system].partition(", in force ")
    assert clause in said
    assert force.removeprefix("from ").removeprefix("until ") in said
    enable()
    event = swiss(*NAMES, Pairing_system=system)
    higher_wins(event)
    assert SYSTEM_EDITIONS[system] in report(event)["Edition"]
    assert SYSTEM_EDITIONS[system] in ENGINE.report_file(event.book, event.now)
