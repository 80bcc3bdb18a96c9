"""The laws of every engine, and the tabs as people read them."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from rules import pente
from rules.model import How
from rules.parts import withdrawal
from rules.parts.director_words import LOST_RESULT
from rules.parts.results import CORRECTED
from rules.pente.dutylist import DUTIES
from rules.pente.engine import ENGINE
from rules.pente.sheet import SHEET
from rules.pente.words import TROUBLES, WORDS
from rules.reasons import WORDS as SHARED
from tests.rules.laws import all_laws
from tests.rules.pente.book import results, section_a, section_b
from tests.rules.pente.campaign import Chances, Played
from tests.rules.runner import Event


@pytest.mark.parametrize("section", ["A", "B"])
@pytest.mark.parametrize("players", [2, 5, 9])
def test_laws(section: str, players: int) -> None:
    """Every law at every pass of a rough event."""
    played = Played(section, players, 7, Chances(0.1, 0.1, 0.1, 0.05, 0.4, 0.4, 0.1, 0.2))
    played.event.watch = all_laws
    played.play()
    assert played.event.passes > 3


def both() -> Event:
    """Five players in each section."""
    event = Event(ENGINE)
    for number, name in enumerate(("Ann", "Bob", "Cem", "Dov", "Eva")):
        event.add(name, Rating=Fraction(1900 - number), Rated_games=100, Opponents=30)
    for number, name in enumerate(("Kay", "Lou", "Moe", "Ned", "Oto")):
        event.add(name, Rating=Fraction(1500 - number), Rated_games=100, Opponents=30)
    return event.set("Start", "now")


def test_laws_before_and_through_the_days_of_a_round() -> None:
    """Reminders come and go with the clock, and the engine asked to be woken for each."""
    event = both().set("Start", "")
    event.watch = all_laws
    event.run()
    event.set("Start", "now")
    event.later(days=30)
    results(event, "A-R1", "3-3")
    event.later(days=1)
    assert event.passes > 8


def test_both_sections_run_apart() -> None:
    """Two drafts, two headlines; a round of one does not wait for the other."""
    event = both()
    event.hold = True
    event.run()
    assert [d.id for d in event.answer.drafts] == ["A-R1", "B-R1"]
    event.hold = False
    event.run()
    results(event, "A-R1", "2-0")
    assert set(event.rounds()) == {"A-R1", "A-R2", "B-R1"}


def test_the_bracket_reads_like_a_bracket() -> None:
    """Rounds from left to right, two lines a match with seeds, the winner marked, brackets one above the other."""
    event = section_a(4)
    event.run()
    results(event, "A-R1", {"01": "3-1", "02": "1-0F"})
    results(event, "A-R2", {"01": "6-6 tie", "02": "0-2"})
    rows = [tuple(v or "" for v in row.cells.values()) for row in event.table("Bracket")]
    assert rows[:8] == [
        ("Section A · 3 still in, 2 without a loss", "", "", ""),
        ("Bracket 1 (no loss)", "▸ 1 Ann · 3", "1 Ann · 6 tie", "1 Ann"),
        ("", "4 Dov · 1", "2 Bob · 6 tie", "2 Bob"),
        ("", "", "", ""),
        ("", "▸ 2 Bob · by forfeit", "", ""),
        ("", "3 Cem · forfeit", "", ""),
        ("Bracket 2 (one loss)", "", "3 Cem · 0", "4 Dov · bye"),
        ("", "", "▸ 4 Dov · 2", ""),
    ]


def test_this_round_tells_a_player_all() -> None:
    """Opponent, match, score from the player's side, state, clock."""
    event = both()
    event.run()
    event.reported("A-R1-01", "1-1").run()
    first = event.row("This round", "Player", "Bob")
    assert (first["Opponent"], first["Game"], first["Score"], first["State"]) == ("Eva", "A-R1-01", "1-1", "running")
    assert str(first["Remark"]).startswith("set 2: 30 min + 5 s a player; stands 1-1")
    assert event.row("This round", "Player", "Ann")["State"] == "bye"
    assert str(event.row("This round", "Player", "Kay")["Remark"]).startswith(("20 min a player", "None")) or (
        event.row("This round", "Player", "Kay")["State"] == "bye"
    )


def test_next_round_shows_the_draft_and_what_it_waits_for() -> None:
    """Rows of the draft with reasons; a section in play shows what is open."""
    event = both()
    event.hold = True
    event.run()
    shown = [(r.cells["Game"], r.cells["Player 1"], r.cells["Player 2"]) for r in event.table("Next round")]
    assert ("A-R1-01", "Bob", "Eva") in shown
    assert ("A-R1-03", "Ann", "(bye)") in shown
    event.hold = False
    event.run()
    assert "To go on: the players report" in str(event.table("Next round")[0].cells["Remark"])


def test_duties_are_marked_at_the_right_time() -> None:
    """Signing up before the start, closing in the last days; every clause of people's duties is listed."""
    event = section_b(4).set("Start", "")
    event.run()
    assert event.row("Duties", "When", "signing up")["Now"] == "A and B"
    event.set("Start", "now").later(days=14)
    assert event.row("Duties", "When", "closing")["Now"] == "B"
    assert len({d.what for d in DUTIES}) == len(DUTIES)


def test_every_tab_has_its_columns() -> None:
    """Rows hold the headings of the sheet."""
    event = both()
    event.run()
    for view in SHEET.views:
        rows = event.table(view.title)
        headings = {c.heading for c in view.columns} - {"Why", "Decision"}
        for row in rows:
            assert headings <= set(row.cells), view.title
            if not view.open_ended:
                assert set(row.cells) <= {c.heading for c in view.columns}, view.title


def test_result_words_hold_what_they_say() -> None:
    """Every word is its own score; forfeits and ties say how."""
    for word in SHEET.results:
        if word.how in (How.PLAYED, How.TIE_DECLARED):
            assert word.score is not None
            assert word.word.removesuffix(" tie") == f"{word.score[0]}-{word.score[1]}"
    assert {w.word for w in SHEET.results} >= {"3-1", "6-6 tie", "1-0F", "0-1F", "0-0F", "Void"}


def test_catalogues_are_in_order() -> None:
    """No empty sentence; urgencies are known."""
    assert all(WORDS.values())
    assert {t[0] for t in TROUBLES.values()} <= {"stopped", "now", "soon", "note"}


def test_every_code_has_words() -> None:
    """Each reason and trouble named in the room stands in its catalogue, and no trouble there is unused."""
    text = "".join(path.read_text(encoding="utf-8") for path in (Path(pente.__path__[0])).glob("*.py"))
    for code in re.findall(r'Reason\(\s*"[^"]*",\s*"([\w-]+)"', text):
        assert code in WORDS or code in SHARED, code
    for code in re.findall(r'Trouble\(\s*"([\w-]+)"', text):
        assert code in TROUBLES, code
    text += Path(withdrawal.__file__).read_text(encoding="utf-8")  # rounds taken back, by the kit of all formats
    for code in TROUBLES:
        stem = code.rsplit("-", 1)[0]
        assert code in {**LOST_RESULT, **CORRECTED} or text.count(f'"{code}"') > 1 or f'f"{stem}-' in text, code


def test_explain_knows_matches_rounds_lots_and_players() -> None:
    """And raises KeyError for anything else."""
    event = both()
    event.run()
    for about in ("A-R1-01", "a-r1", "B-R1", "Ann", "Kay"):
        assert event.said(about)
    with pytest.raises(KeyError):
        event.said("Nobody")
    assert "No outcome yet" in event.said("A-R1-01")
    results(event, "A-R1", {"01": "3-1", "02": "0-0F"})
    assert event.said("A-R1-01").endswith("Bob won, 3-1: director. [A-match 1]")
    assert "Forfeited by Cem, Dov: director." in event.said("A-R1-02")
