"""Season walk 10 and 24: a slip of the finger undone, a corrected result explained."""

from __future__ import annotations

import pytest

from rules.ladder.season import replay
from rules.model import Noticed
from rules.registry import engine_of
from sync.reading.gather import read_sheet
from tests.season.around import Maker, copied, until
from tests.sync.desk import FIVE, Desk, desk

TRACES = ("Problems", "Why", "Next round")


def at_the_final(**settings: str | int) -> Desk:
    """A Final with one game won."""
    d = desk(FIVE[:4], True, "ladder", Rounds=1, **settings)
    d.result("R1-01", "1-0").result("R1-02", "1-0").settle()
    until(d, lambda o: "F1" in o.rounds())
    return d.result("F1-01.1", "1-0")


def test_10_a_mistyped_status_set_back_leaves_the_sheet_as_it_was(anywhere: Maker) -> None:
    """Withdrawn instead of Paused: the Null games are open again, with their old Due."""
    d = anywhere(started=True, Check_for="2 hours")
    d.result("R1-02", "1-0").settle()
    before = d.views(*TRACES)
    games = d.table("Games", "Game", "White", "Black", "Result")
    for word in ("Disqualified", "Withdrawn"):
        d.later(minutes=3).status("Ben", word).settle()
        assert d.views(*TRACES) != before
        d.later(minutes=3).status("Ben", "Active").settle()
        assert d.views(*TRACES) == before
    assert d.table("Games", "Game", "White", "Black", "Result") == games
    traces = [r for r in d.shown("Journal") if "Ben" in str(r) and "status" in str(r)]
    assert len(traces) == 4, "Journal keeps what was seen"


def test_10_a_finalist_taken_out_by_mistake_plays_on() -> None:
    """Within the hold nothing else was published: same Final, same score, same Due."""
    d = at_the_final()
    d.settle()
    d.set("Check for", "2 hours").settle()
    before = d.views(*TRACES)
    (game,) = [g for g in d.games() if g.id == "F1-01.2"]
    d.status(game.white, "Disqualified").settle()
    assert d.rounds() == ["R1", "F1"]
    assert d.views(*TRACES) != before
    d.later(minutes=20).status(game.white, "Active").settle()
    assert d.views(*TRACES) == before
    d.result("F1-01.2", "0-1").settle()
    assert "F1-01.3" in [g.id for g in d.games()]


def test_10_a_round_taken_back_while_no_result_stands(anywhere: Maker) -> None:
    """Its games go; the next draft gives new boards; nothing of it counts."""
    d = anywhere(started=True)
    d.results("R1").settle()
    ladder = d.table("Ladder", "Player", "Wins", "Byes")
    assert d.rounds() == ["R1", "R2"]
    d.set("Check for", "2 hours").later(minutes=5).decide("Withdraw round", "R2").settle()
    assert any(isinstance(r.fact, Noticed) and r.fact.about == "R2" for r in d.record())
    taken = {o for g, o in d.table("Pairings", "Game", "Outcome") if g.startswith("R2-")}
    assert taken == {"Void"}
    assert "goes out" in d.shown("Next round")[1][0], "it is drafted again, and held"
    assert [r[:2] for r in d.table("Ladder", "Player", "Wins", "Byes")] == [r[:2] for r in ladder]
    d.decide("Pair", "R2", "Ada ; Eva").settle()
    until(d, lambda o: o.rounds().count("R2") == 2)
    rows = d.table("Pairings", "Game", "White", "Black", "Outcome")
    new = [(g, {w, b}) for g, w, b, o in rows if g.startswith("R2-") and o != "Void"]
    assert ("R2-04", {"Ada", "Eva"}) in new, "boards are numbered on"
    ids = [g for (g,) in d.table("Games", "Game")]
    assert len(ids) == len(set(ids)), "ids are never used again"


def test_10_a_round_with_a_result_is_not_taken_back_and_the_list_says_what_would_be_lost() -> None:
    """The games with a result are named."""
    d = desk(started=True)
    d.results("R1").settle()
    d.result("R2-01", "1-0").settle()
    d.decide("Withdraw round", "R2").settle()
    assert "R2-01" in d.says(d.problem("withdraw-has-results"))
    assert d.outcome("R2-01") == "1-0"


def season_of(d: Desk) -> object:
    """The season as the rules see it now."""
    done = d.last.decided
    assert done.gathered is not None
    assert done.reading is not None
    return replay(done.gathered.book(done.reading.claims), d.now)


@pytest.mark.parametrize("new", ["0-1", "1/2-1/2", "Null"])
def test_24_the_note_is_what_two_clean_runs_differ_in(new: str) -> None:
    """A season with the old word and one with the new word from the start: who moved, who would have been paired."""
    d = desk(FIVE, True, "ladder")
    d.result("R1-01", "1-0").result("R1-02", "1-0").settle()
    clean = desk(FIVE, True, "ladder")
    clean.result("R1-01", new).result("R1-02", "1-0").settle()
    old = copied(d)
    old.settle()
    d.later(hours=1).result("R1-01", new).settle()
    facts = d.problem("correction").facts
    assert (facts["game"], facts["old"], facts["new"]) == ("R1-01", "1-0", new)
    was = {row[1]: int(row[0]) for row in old.table("Ladder", "Position", "Player")}
    now = {row[1]: int(row[0]) for row in clean.table("Ladder", "Position", "Player")}
    shown = {row[1]: int(row[0]) for row in d.table("Ladder", "Position", "Player")}
    assert shown == now, "the Ladder is that of the clean run"
    moved = {f"{p} {was[p]} → {now[p]}" for p in was if was[p] != now[p]} or {"nobody"}
    assert set(_texts(facts["moved"])) == moved
    assert set(_texts(facts["otherwise"])) == (_pairs(clean) - _pairs(old) or {"the same pairs"})
    assert "To undo it: type" in d.says(d.problem("correction"))


def _texts(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return tuple(str(v) for v in value)


def _pairs(d: Desk) -> set[str]:
    """Round 2 as the note writes it: the higher player first, as of the Ladder it was paired on."""
    place = {row[1]: int(row[0]) for row in d.table("Ladder", "Position", "Player")}
    found = set()
    for game, white, black in d.table("Games", "Game", "White", "Black"):
        if game.startswith("R2-"):
            first, second = sorted((white, black), key=lambda n: place.get(n, 99))
            found.add(f"R2: Bye of {white}" if black == "(bye)" else f"R2: {first} – {second}")
    return found


def test_24_undo_gives_the_same_tables(anywhere: Maker) -> None:
    """Cleared, or the old word typed again: every view as before."""
    d = anywhere(started=True)
    d.report("R1-01", "White won", "Cem").report("R1-02", "White won", "Eva").settle()
    assert d.rounds() == ["R1", "R2"]
    before = d.views("Why")
    d.later(hours=1).result("R1-01", "0-1").settle()
    assert d.views("Why") != before
    d.later(hours=1).result("R1-01", None).settle()
    assert d.views("Why") == before
    d.later(hours=1).result("R1-01", "1-0").settle()
    assert d.views("Why", "Pairings", "Submissions") == {
        k: v for k, v in before.items() if k not in ("Pairings", "Submissions")
    }


def test_24_a_correction_says_whether_the_finalists_are_touched() -> None:
    """An early result is turned round while the Final runs: published Finalists stay, and the note says who would be."""
    d = at_the_final()
    d.settle()
    d.result("R1-01", "0-1").result("R1-02", "0-1").settle()
    notes = [d.says(p) for p in d.problems if p.code == "correction"]
    assert notes
    assert all("Final: " in n for n in notes)
    assert d.rounds() == ["R1", "F1"]


def test_24_the_journal_keeps_when_it_was_typed() -> None:
    """Old and new word with the time they were first seen; cell history says who."""
    d = desk(started=True)
    d.result("R1-01", "1-0").settle()
    d.later(hours=2).result("R1-01", "0-1").settle()
    journal = read_sheet(d.backend.read(), engine_of("ladder").sheet)[1]
    seen = [(line.when, dict(line.detail["cells"])["Result"]) for line in journal.of("seen")]
    assert [w for _, w in seen] == ["1-0", "0-1"]
    assert seen[0][0] < seen[1][0]


def test_10_columns_that_follow_the_data_go_again(anywhere: Maker) -> None:
    """The last of the matrix leaves, a finished round is open again: no column stays behind in Scores or History."""
    d = anywhere(FIVE[:4], started=True, Check_for="2 hours")
    d.results("R1").settle()
    assert d.shown("History")[2] == ["Player", "Start", "R1"]
    last = d.shown("Scores")[2][-1]
    d.status(last, "Withdrawn").result("R1-01", None).settle()
    assert last not in d.shown("Scores")[2]
    d.status(last, "Active").settle()
    assert last in d.shown("Scores")[2]
    assert d.shown("History")[2] == ["Player", "Start"]
