"""Season walk 7: every ruling of the ladder that a person makes has a cell, and what is typed there counts.

One line a ruling: where it is typed, and a case that types it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from rules.model import Round
from rules.reasons import moment_text
from rules.registry import engine_of, formats
from sync.schema import decisions_of, settings_of, workbook
from tests.season.around import Maker, answer, until
from tests.sync.desk import FIVE, Desk, desk

FOUR = FIVE[:4]


@dataclass(frozen=True)
class Case:
    """A ruling or clause, the cells it is typed into (`Tab: heading`, `Settings: name`, `Decisions: kind`), a proof."""

    rule: str
    cells: tuple[str, ...]
    proof: Callable[[], None]

    def __str__(self) -> str:
        return self.rule


def pairs(d: Desk, round_: str) -> set[frozenset[str]]:
    """Who meets whom in a round."""
    rows = d.table("Games", "Game", "White", "Black")
    return {frozenset((w, b)) for g, w, b in rows if g.startswith(f"{round_}-") and not b.startswith("(")}


def byes(d: Desk, round_: str) -> set[str]:
    """Who takes the Bye."""
    return {w for g, w, b in d.table("Games", "Game", "White", "Black") if g.startswith(f"{round_}-") and b == "(bye)"}


def to_final(players: tuple[tuple[str, int], ...] = FIVE[:2], **settings: str | int) -> Desk:
    """An event at its Final."""
    d = desk(players, True, "ladder", Rounds=1, **settings)
    d.results("R1").settle()
    until(d, lambda o: "F1" in o.rounds())
    return d


def l10() -> None:
    """Colours agreed otherwise: the players' names in White and Black of a report, or typed over in Games."""
    d = desk(started=True)
    d.report("", "Black won", "Cem", White="Ben", Black="Cem").settle()
    assert d.outcome("R1-01") == "1-0", "Cem, White as paired, won"
    d = desk(started=True)
    d.type("Games", "R1-01", "White", "Ben").type("Games", "R1-01", "Black", "Cem").result("R1-01", "1-0").settle()
    wins = {row[0]: row[1] for row in d.table("Ladder", "Player", "Wins")}
    assert wins["Ben"] == "1"


def l11() -> None:
    """A deadline of a game beats one of its round, that beats the setting; also by a Decision."""
    d = desk(started=True)
    wall = d.now.replace(tzinfo=None)
    d.type("Rounds", "R1", "Deadline", wall + timedelta(days=9))
    d.type("Games", "R1-01", "Deadline", wall + timedelta(days=11)).settle()
    due = {row[0]: row[1] for row in d.table("Pairings", "Game", "Due")}
    assert due["R1-01"] == moment_text(d.now + timedelta(days=11))
    assert due["R1-02"] == moment_text(d.now + timedelta(days=9))
    d.decide("Deadline", "R1-02", To=wall + timedelta(days=12)).settle()
    due = {row[0]: row[1] for row in d.table("Pairings", "Game", "Due")}
    assert due["R1-02"] == moment_text(d.now + timedelta(days=12))
    d.set("Days per game", 5).results("R1").settle()
    (next_round,) = [r.fact for r in d.record() if isinstance(r.fact, Round) and r.fact.id == "R2"]
    assert next_round.due == d.now + timedelta(days=5)


def l12() -> None:
    """A late report changes nothing; the director's Result does."""
    d = desk(started=True, Check_for="2 hours")
    d.later(days=7, minutes=1).settle()
    d.report("R1-01", "White won", "Cem").settle()
    assert d.outcome("R1-01") == "Null"
    assert "late-report" in d.codes()
    d.result("R1-01", "1-0").settle()
    assert d.outcome("R1-01") == "1-0"


def l13() -> None:
    """The next Final game's clock starts when it is announced; more time is typed as for any game."""
    d = to_final()
    d.later(days=2).result("F1-01.1", "1-0").settle()
    due = {row[0]: row[1] for row in d.table("Pairings", "Game", "Due")}
    assert due["F1-01.2"] == moment_text(d.now + timedelta(days=7))
    later = d.now + timedelta(days=10)
    d.type("Games", "F1-01.2", "Deadline", later.replace(tzinfo=None)).settle()
    due = {row[0]: row[1] for row in d.table("Pairings", "Game", "Due")}
    assert due["F1-01.2"] == moment_text(later)


def l14() -> None:
    """After a Null each player is listed until ticked off as contacted."""
    d = desk(started=True, Check_for="2 hours")
    d.later(days=7).settle()
    listed = {(str(p.facts["game"]), str(p.facts["player"])) for p in d.problems if p.code == "contact"}
    assert listed == {("R1-01", "Cem"), ("R1-01", "Ben"), ("R1-02", "Eva"), ("R1-02", "Dov")}
    d.decide("Contacted", "R1-01", "Cem").decide("Contacted", "R1-02").settle()
    assert [p.facts["player"] for p in d.problems if p.code == "contact"] == ["Ben"]
    d.status("Ben", "Disqualified").settle()
    assert "contact" not in d.codes()


def l15() -> None:
    """A removal and its being taken back; whether paths may run through the leaver."""
    d = desk(started=True)
    d.status("Ben", "Withdrawn").settle()
    assert "Ben" not in [p for (p,) in d.table("Ladder", "Player")]
    assert d.outcome("R1-01") == "Null"
    d.set("Removed players' games", "kept").settle()
    assert "Ben" not in [p for (p,) in d.table("Ladder", "Player")]
    d.status("Ben", "Active").settle()
    assert d.outcome("R1-01") == ""


def l16() -> None:
    """The first Ladder by Seed; a late player at the bottom, from the round typed."""
    d = desk()
    d.type("Players", "Eva", "Seed", 1).settle()
    assert next(p for (p,) in d.table("Ladder", "Player")) == "Eva"
    d.start()
    d.person.add_row("Players", {"Player": "Fay", "From round": "R3"})
    d.results("R1").settle()
    assert "Fay" not in [p for (p,) in d.table("Ladder", "Player")]
    d.results("R2").settle()
    assert "Fay" in {n for pair in pairs(d, "R3") for n in pair} | byes(d, "R3")


def l17() -> None:
    """Additional rounds, with the pairs typed, and only those."""
    d = desk(FOUR, True, "ladder", Rounds=1, Before_the_Final="ask")
    d.result("R1-01", "1-0").result("R1-02", "1-0").settle()
    if "R2" not in d.rounds():
        d.decide("Pair", "R2", "Ada ; Dov").decide("Only typed pairs", "R2").decide("Additional rounds", "", "1")
        d.settle()
    assert pairs(d, "R2") == {frozenset(("Ada", "Dov"))}
    assert d.table("Rounds", "Round", "Kind")[-1] == ("R2", "additional")


def l18() -> None:
    """Final games: typed like any other; they change no Wins."""
    d = to_final()
    before = d.table("Ladder", "Player", "Wins", "Rank")
    d.result("F1-01.1", "1-0").settle()
    assert d.table("Ladder", "Player", "Wins", "Rank") == before


def l19() -> None:
    """A Finalist leaves: a new Final starts at 0."""
    d = to_final(FIVE[:3])
    finalists = next(iter(pairs(d, "F1")))
    d.result("F1-01.1", "1-0").settle()
    leaver = sorted(finalists)[0]
    d.status(leaver, "Withdrawn").settle()
    until(d, lambda o: "F2" in o.rounds())
    assert leaver not in {n for pair in pairs(d, "F2") for n in pair}
    assert " 0" in d.shown("Ladder")[0][0] or "0 –" in d.shown("Ladder")[0][0]


def l20() -> None:
    """Placements follow from Ranks; the Champion may be typed."""
    d = to_final(FIVE[:3])
    who = sorted(next(iter(pairs(d, "F1"))))[1]
    d.decide("Champion", "F1", who).settle()
    assert answer(d).state == "finished"
    places = {row[0]: row[1] for row in d.table("Ladder", "Player", "Placement")}
    assert places[who] == "1"
    assert sorted(places.values())[:2] == ["1", "2"]


def l21() -> None:
    """Counts and Ranks follow each Result at once, positions at the end of the round."""
    d = desk(started=True)
    order = [p for (p,) in d.table("Ladder", "Player")]
    d.result("R1-02", "1-0").settle()
    assert [p for (p,) in d.table("Ladder", "Player")] == order
    wins = {row[0]: row[1] for row in d.table("Ladder", "Player", "Wins")}
    assert wins["Eva"] == "1"


def l22() -> None:
    """A corrected result is worked through; a round can be taken back."""
    d = desk(started=True)
    d.results("R1").settle()
    d.result("R1-01", "0-1").settle()
    assert "correction" in d.codes()
    d.decide("Withdraw round", "R2").sync()
    assert "R2" in str([r for r in d.shown("Journal") if "withdrawn" in str(r).casefold()])


def l23() -> None:
    """Pairs, Bye, who is kept apart, Finalists: typed before the draft goes out; players of a game after it."""
    d = desk(started=True, Check_for="2 hours")
    d.results("R1").decide("Pair", "R2", "Ada ; Ben").decide("Bye", "R2", "Cem").settle()
    until(d, lambda o: "R2" in o.rounds())
    assert frozenset(("Ada", "Ben")) in pairs(d, "R2")
    assert byes(d, "R2") == {"Cem"}
    others = next(p for p in pairs(d, "R2") if p != frozenset(("Ada", "Ben")))
    d.decide("Keep apart", "", "Ada ; Cem").results("R2").settle()
    until(d, lambda o: "R3" in o.rounds())
    assert frozenset(("Ada", "Cem")) not in pairs(d, "R3")
    assert len(others) == 2
    d = desk(FOUR, True, "ladder", Rounds=1, Check_for="2 hours")
    d.results("R1").decide("Finalists", "", "Cem ; Dov").settle()
    until(d, lambda o: "F1" in o.rounds())
    assert pairs(d, "F1") == {frozenset(("Cem", "Dov"))}


def l24() -> None:
    """One left: Champion."""
    d = desk(FIVE[:2], started=True)
    d.status("Ben", "Withdrawn").settle()
    assert answer(d).state == "finished"
    assert ("Ada", "1") in d.table("Ladder", "Player", "Placement")


def refused_claim() -> None:
    """1(e): a report is refused and the game played on, by a Decision or by Open."""
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").report("R1-02", "White won", "Eva").settle()
    assert d.rounds() == ["R1", "R2"]
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").settle()
    d.later(minutes=5).decide("Refuse claim", "R1-01").settle()
    assert d.outcome("R1-01") == ""
    d.later(minutes=5).report("R1-01", "draw", "Cem").settle()
    assert d.outcome("R1-01") == "1/2-1/2"


def null_and_reinstated() -> None:
    """3: Null typed, a game opened again, a default awarded."""
    d = desk(started=True, Publish="R1")
    d.result("R1-01", "Null").result("R1-02", "1-0F").settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("Null", "1-0F")
    d.result("R1-01", "Open").type("Games", "R1-01", "Deadline", (d.now + timedelta(days=9)).replace(tzinfo=None))
    d.settle()
    assert d.outcome("R1-01") == ""


def additional_rounds() -> None:
    """5(f)(iii): so many more rounds; or none."""
    d = desk(FOUR, True, "ladder", Rounds=1, Before_the_Final="ask")
    d.result("R1-01", "1-0").result("R1-02", "1-0").settle()
    assert d.rounds() == ["R1"], "it asks"
    assert "final-asks" in d.codes()
    d.decide("No additional rounds").settle()
    assert d.rounds() == ["R1", "F1"]


CASES = (
    Case("L10", ("Games: White", "Games: Black"), l10),
    Case("L11", ("Games: Deadline", "Rounds: Deadline", "Settings: Days per game", "Decisions: Deadline"), l11),
    Case("L12", ("Games: Result",), l12),
    Case("L13", ("Games: Deadline",), l13),
    Case("L14", ("Decisions: Contacted", "Players: Status"), l14),
    Case("L15", ("Players: Status", "Settings: Removed players' games"), l15),
    Case("L16", ("Players: Seed", "Players: Rating", "Players: From round"), l16),
    Case("L17", ("Decisions: Additional rounds", "Decisions: Pair", "Decisions: Only typed pairs"), l17),
    Case("L18", ("Games: Result",), l18),
    Case("L19", ("Players: Status",), l19),
    Case("L20", ("Decisions: Champion",), l20),
    Case("L21", ("Games: Result",), l21),
    Case("L22", ("Games: Result", "Decisions: Withdraw round"), l22),
    Case("L23", ("Decisions: Pair", "Decisions: Bye", "Decisions: Keep apart", "Decisions: Finalists"), l23),
    Case("L24", ("Players: Status",), l24),
    Case("1(e)", ("Games: Result", "Decisions: Refuse claim"), refused_claim),
    Case("3", ("Games: Result", "Games: Deadline"), null_and_reinstated),
    Case("5(f)(iii)", ("Decisions: Additional rounds", "Decisions: No additional rounds"), additional_rounds),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_07_a_ruling_has_its_cell(case: Case) -> None:
    """Each cell named is in the workbook: a column people type in, a setting, or an entry of the list of decisions."""
    spec = engine_of("ladder").sheet
    tabs = {t.name: t for t in workbook(spec)}
    for cell in case.cells:
        tab, _, name = cell.partition(": ")
        if tab == "Settings":
            assert name in {s.name for s in settings_of(spec)}
        elif tab == "Decisions":
            assert name in {s.kind for s in decisions_of(spec)}
        else:
            assert tabs[tab].column(name).cell.value in ("person", "seeded")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_07_what_is_typed_there_counts(case: Case) -> None:
    """The case of the ruling."""
    assert case.proof.__doc__
    case.proof()


def test_07_every_wait_names_an_entry_that_exists() -> None:
    """Whatever ends a wait on the director is a cell of the workbook."""
    import re
    from pathlib import Path

    spec = engine_of("ladder").sheet
    kinds = {s.kind for s in decisions_of(spec)}
    room = "\n".join(p.read_text() for p in Path("rules/ladder").glob("*.py"))
    named = set(re.findall(r'Decide\(\s*"([^"]+)"', room))
    assert named
    assert named <= kinds


def test_07_what_may_be_blank_is_accepted_blank() -> None:
    """Where the help of a decision says that a cell may be blank, a line without it is followed."""
    for name in formats():
        for spec in decisions_of(engine_of(name).sheet):
            for heading, words, shown in zip(
                ("About", "Value"), (spec.about_help, spec.value_help), spec.example, strict=True
            ):
                says = words.startswith("Blank") or " or blank" in words or "; blank" in words
                assert not says or not shown or heading in spec.optional, (name, spec.kind, heading)
    d = desk(FIVE[:2], True, "ladder", Rounds=1)
    d.results("R1").settle()
    d.decide("Champion", "", "Ben").settle()
    assert ("Ben", "1") in d.table("Ladder", "Player", "Placement")


def test_07_the_page_lists_every_cell() -> None:
    """“What I want, where I type it” is made from the same table."""
    from sheets_templates.guide import wants_page

    page = wants_page()
    for spec in decisions_of(engine_of("ladder").sheet):
        assert spec.kind in page
    for cell in ("Games` → `Deadline", "Rounds` → `Deadline", "Players` → `Status"):
        assert cell in page


def test_07_deadlines_on_every_backend(anywhere: Maker) -> None:
    """Games' Deadline beats Rounds', Rounds' beats the setting."""
    d = anywhere(started=True)
    wall = d.now.replace(tzinfo=None)
    d.type("Rounds", "R1", "Deadline", wall + timedelta(days=9))
    d.type("Games", "R1-01", "Deadline", wall + timedelta(days=11)).settle()
    d.later(days=7).sync()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "")
    d.later(days=2).sync()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "Null")
    d.later(days=2).sync()
    assert d.outcome("R1-01") == "Null"
