"""No setting without effect: each is turned in every system, and something is different, or it is refused by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.model import Round, Value
from rules.reasons import render
from rules.swiss.engine import ENGINE
from rules.swiss.sheet import SETTINGS
from rules.swiss.terms import SYSTEMS, TABLES
from sync.pairing_systems import enable
from tests.rules.runner import Event
from tests.rules.swiss.build import answer_lot, begin, higher_wins, play, swiss

pytest.importorskip("py4swiss")

NAMES = [f"P{n:02}" for n in range(1, 10)]


def whole(event: Event) -> Event:
    """Five rounds in which the higher numbered wins."""
    for _ in range(5):
        higher_wins(event)
    return event


def half_byes(event: Event) -> Event:
    """Two half-point byes asked for, the second after the last round that may give one."""
    event.decide("Half-point bye", "P09", "R2 ; R4").run()
    for _ in range(4):
        higher_wins(event)
    return event


def no_show(event: Event) -> Event:
    """White of the first game does not appear."""
    if not event.rounds():
        return event  # refused before the start
    game = event.open_games()[0]
    return play(event, f"{game.black}+{game.white}")


def defaults(event: Event) -> Event:
    """All games of round 1 are lost by both, and everybody is excused."""
    for game in event.open_games():
        event.typed(game.id, "0-0F")
    for name in NAMES:
        event.decide("Excuse", name, "")
    event.run()
    return event


def late(event: Event) -> Event:
    """Somebody arrives for round 2."""
    higher_wins(event)
    event.add("Zoe", Rating=2500).run()
    return higher_wins(event)


Scene = Callable[[Event], Event]
FEDERATIONS: dict[str, dict[str, Value]] = {"P01": {"Federation": "GER"}, "P02": {"Federation": "GER"}}
UNRATED: dict[str, dict[str, Value]] = {"P01": {"Rating": None}}
SCENES: dict[str, tuple[Value, Value, Scene]] = {
    "Rounds": (5, 4, whole),
    "List closes": ("R3", "R1", late),
    "Days per round": ("", 3, whole),
    "Maxi": ("no", "yes", whole),
    "Same federation": ("no", "yes", whole),
    "Default games may be played again": ("yes", "no", defaults),
    "No-shows": ("withdrawn", "stay", no_show),
    "Half-point byes": (0, 1, half_byes),
    "Half-point byes until": ("", "R1", half_byes),
    "Points for the bye": ("win", "nothing", whole),
    "Acceleration": ("none", "Baku", whole),
    "Tie-breaks": ("", "BH ; SB", whole),
    "Tie-break rules of": ("2026", "2024", whole),
    "Rating of the unrated": ("", 1500, whole),
    "Rating change": ("no", "yes", whole),
    "City": ("", "Gera", whole),
    "Event federation": ("", "GER", whole),
    "Chief arbiter": ("", "Ada", whole),
    "Deputy arbiters": ("", "Ben", whole),
    "Rate of play": ("", "90 min", whole),
}
ELSEWHERE = {"Lots", "Pairing system"}  # read by the runner; turned by every test here


def seen(event: Event) -> dict[str, object]:
    """All that anybody can see of an event: tables with their reasons, troubles, drafts' checks, the report file."""
    words = ENGINE.sheet.words
    tables = {
        title: [(dict(r.cells), render(r.why, words) if r.why is not None else "") for r in event.table(title)]
        for title in event.answer.tables
    }
    checks = [(c.code, dict(c.data)) for d in event.answer.drafts for c in d.checks]
    dues = [r.fact.due for r in event.book.record if isinstance(r.fact, Round)]
    troubles = [(t.code, t.about, dict(t.data)) for t in event.answer.troubles]
    return {
        "tables": tables,
        "checks": checks,
        "troubles": troubles,
        "dues": dues,
        "file": ENGINE.report_file(event.book, event.now),
    }


def test_every_setting_has_a_scene() -> None:
    """A setting added later has to be turned here, too."""
    assert {one.name for one in SETTINGS} == {*SCENES, *ELSEWHERE}


@pytest.mark.parametrize("system", [*SYSTEMS, "round-robin"])
@pytest.mark.parametrize("name", sorted(SCENES))
def test_a_setting_that_is_turned_is_seen_or_refused(name: str, system: str) -> None:
    """Another table, reason, deadline, trouble or report file; a refusal is a trouble that names the setting."""
    before, after, scene = SCENES[name]
    people = {"Same federation": FEDERATIONS, "Rating of the unrated": UNRATED}.get(name)

    def made(value: Value) -> dict[str, object]:
        enable()
        more: dict[str, Value] = {"Pairing system": system, name: value}
        if name == "Half-point byes until" and system != "median":
            more["Half-point byes"] = 2
        if name in ("Tie-break rules of", "Rating of the unrated"):
            more["Tie-breaks"] = "BH ; ARO"
        event = swiss(*NAMES, start=False, laws=False, people=people)
        for setting, typed in more.items():
            event.set(setting, typed)
        if name == "Tie-break rules of":
            event.decide("Absent", "P01", "R2")
        if system in TABLES and name == "Rounds":
            event.run()
            return seen(event)  # told before the start, when it can be changed
        event.set("Start", "now").run()
        if system in TABLES:
            answer_lot(event, "LIST-1", tuple(NAMES))
        begin(event)
        return seen(scene(event))

    assert made(before) != made(after)


@pytest.mark.parametrize(
    ("name", "value", "systems"),
    [
        ("Maxi", "yes", ("dutch", "dubov", "burstein", *TABLES)),
        ("Half-point byes", 2, ("median", *TABLES)),
        ("Points for the bye", "draw", ("median", *TABLES)),
        ("Acceleration", "Baku", ("median", *TABLES)),
        ("Same federation", "yes", tuple(TABLES)),
        ("Default games may be played again", "no", tuple(TABLES)),
        ("No-shows", "stay", tuple(TABLES)),
        ("List closes", "R2", tuple(TABLES)),
    ],
)
def test_what_a_system_does_not_know_is_refused_before_the_start(
    name: str, value: Value, systems: tuple[str, ...]
) -> None:
    """S58, S62-S64: the message names the setting, and nothing goes out; the others take it."""
    enable()
    for system in (*SYSTEMS, *TABLES):
        event = swiss(*NAMES, start=False)
        event.set("Pairing system", system).set(name, value).set("Start", "now").run()
        if system in TABLES:
            answer_lot(event, "LIST-1", tuple(NAMES))
        begin(event)
        refused = [c for d in event.answer.drafts for c in d.checks if c.code == "setting-not-here"]
        assert [c.field for c in refused] == ([name] if system in systems else [])
        assert bool(event.rounds()) is (system not in systems)
