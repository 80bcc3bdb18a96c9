"""The ladder's tabs: what players and the director see."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import rules.ladder
from rules.ladder.engine import ENGINE
from rules.model import Book
from rules.parts.decisions import APART, BYE, DEADLINE, PAIR
from rules.parts.director_words import LOST_RESULT
from rules.parts.lines import score_word
from rules.reasons import WORDS
from tests.rules.ladder.build import draw_all, higher_wins, ladder, moment, names_of, win
from tests.rules.ladder.test_judged import Season
from tests.rules.runner import BEGIN

SOURCE = Path(rules.ladder.__file__).parent
SHARED = (SOURCE.parent / "parts" / "withdrawal.py").read_text()  # what is taken back is told alike everywhere


@pytest.mark.parametrize("seed", range(4))
def test_every_player_of_the_ladder_stands_in_this_round_exactly_once(seed: int) -> None:
    """Season walk 5: after every step of a random season, with a word on the state for each."""
    season = Season(7000 + seed)
    for _ in range(40):
        going = season.step()
        event = season.event
        shown = event.column("This round", "Player")
        assert sorted(map(str, shown)) == sorted(map(str, names_of(event)))
        assert all(event.column("This round", "State"))
        if not going:
            break


def test_this_round_says_who_invites_also_when_it_is_black() -> None:
    """Season walk 5, 1(b)(i): in round 2 Ben, the lower, is Black and invites."""
    event = higher_wins(ladder("Ada", "Ben"))
    row = event.row("This round", "Player", "Ben")
    assert (row["Colour"], row["Invites"], row["Due"]) == ("Black", "Ben", moment(9))


def test_the_ladder_counts_everything() -> None:
    """Wins, draws, losses, Null games, Byes and Points of five players over two rounds."""
    event = ladder("Ada", "Ben", "Cem", "Dov", "Eva")
    win(event, "Ben>Cem", "Dov=Eva")
    row = event.row("Ladder", "Player", "Dov")
    assert [row[h] for h in ("Played", "Wins", "Draws", "Losses", "Null", "Byes")] == [1, 0, 1, 0, 0, 0]
    assert event.row("Ladder", "Player", "Cem")["Losses"] == 1
    assert event.row("Ladder", "Player", "Ada")["Byes"] == 1


def test_change_is_the_number_of_places_gained_in_the_last_round() -> None:
    """5(e): Ben went above Ada."""
    event = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ben>Ada", "Cem>Dov")
    assert event.column("Ladder", "Change") == [1, -1, 0, 0]


def test_scores_are_of_the_moment_and_positions_of_the_last_round() -> None:
    """L21: with round 1 still running, Ben's Win shows in Scores and Wins; Ben still stands second."""
    event = win(ladder("Ada", "Ben", "Cem", "Dov"), "Ben>Ada")
    assert names_of(event) == ["Ada", "Ben", "Cem", "Dov"]
    assert event.row("Scores", "Player", "Ben")["Ada"] == 25
    assert event.row("Ladder", "Player", "Ben")["Wins"] == 1


def test_the_matrix_is_limited_to_the_top_hundred() -> None:
    """A field of 120: the tab shows 100 rows and columns."""
    event = ladder(*(f"P{i}" for i in range(120)), laws=False)
    assert len(event.table("Scores")) == 100
    assert len(event.table("Scores")[0].cells) == 102


def test_a_player_called_like_a_heading_keeps_a_column() -> None:
    """Names are people's own."""
    event = ladder("Position", "Player")
    assert set(event.table("Scores")[0].cells) == {"Position", "Player", "(Position)", "(Player)"}


def test_history_has_a_column_a_finished_round() -> None:
    """Start, then R1; a round that runs has none yet."""
    event = higher_wins(ladder("Ada", "Ben", "Cem", "Dov"))
    assert list(event.table("History")[0].cells) == ["Player", "Start", "R1"]


def test_next_round_shows_the_draft_board_by_board() -> None:
    """The director sees the round, each pair with its reason, the Bye, and who joins."""
    event = ladder("Ada", "Ben", "Cem", hold=True)
    event.publish("R1")
    event.add("Dov", Seed=9).add("Eva", Seed=10)
    higher_wins(event)
    boards = event.column("Next round", "Board")
    assert boards[:4] == ["R2", "R2-01", "R2-02", "R2-03"]
    assert [row.why.code for row in event.table("Next round") if row.why][-2:] == ["entered-late", "entered-late"]
    assert event.table("Next round")[0].cells["Games each"] == 1


def test_why_tells_the_newest_first() -> None:
    """The last line of all is the first entry."""
    event = draw_all(ladder("Ada", "Ben", "Cem"))
    first, last = event.table("Why")[0], event.table("Why")[-1]
    assert first.cells["Round"] == "R2"
    assert last.why is not None
    assert last.why.data["number"] == 1


def test_the_preview_before_the_start_shows_the_ladder_and_round_1() -> None:
    """Season walk 1: no surprise at the start."""
    event = ladder("Ada", "Ben", "Cem", start=False)
    assert event.draft().id == "R1"
    assert names_of(event) == ["Ada", "Ben", "Cem"]
    assert event.column("This round", "State") == ["waits for the start"] * 3


def test_equal_seeds_are_told_before_the_start() -> None:
    """L16: so that the director can put them right."""
    event = ladder("Ada", "Ben", start=False)
    event.add("Ben", Seed=1).run()
    assert event.troubles() == ["seed-twice"]


def test_an_empty_book_has_an_answer() -> None:
    """Nobody listed, nothing set."""
    answer = ENGINE.answer(Book(), BEGIN)
    assert answer.state == "before"
    assert answer.tables["Ladder"] == ()


def test_every_reason_in_the_code_has_words_and_every_sentence_is_used() -> None:
    """The catalogue and the code know the same codes."""
    used = set()
    text = ""
    for file in SOURCE.glob("*.py"):
        if file.name in ("words.py",):
            continue
        text += file.read_text()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and len(node.args) > 1:
                code = node.args[1]
                if isinstance(code, ast.Constant) and code.value:
                    used.add(str(code.value))
    words = {**WORDS, **ENGINE.sheet.words}
    assert used <= set(words)
    made = ("paired-from-", "bye-from-", "final-goes-on-", "check-", "idle", "brought-")
    unused = [code for code in ENGINE.sheet.words if f'"{code}"' not in text and not code.startswith(made)]
    assert unused == []


def test_every_trouble_in_the_code_is_in_the_catalogue_and_the_other_way_round() -> None:
    """Urgency, wording, advice, and what happens otherwise."""
    text = "".join(file.read_text() for file in SOURCE.glob("*.py") if file.name != "words.py") + SHARED
    for code, (urgency, *texts) in ENGINE.sheet.troubles.items():
        assert f'"{code}"' in text or code in LOST_RESULT, f"{code} is never told"
        assert urgency in ("stopped", "now", "soon", "note")
        assert all(texts)


def test_every_decision_in_the_code_is_offered_and_the_other_way_round() -> None:
    """The drop-down of Decisions is what the engine reads."""
    text = (
        "".join(file.read_text() for file in SOURCE.glob("*.py") if file.name not in ("words.py", "sheet.py")) + SHARED
    )
    for spec in ENGINE.sheet.decisions:
        assert f'"{spec.kind}"' in text or spec.kind in (PAIR, BYE, APART, DEADLINE), spec.kind
        assert spec.want


def test_a_score_is_written_as_it_is_typed() -> None:
    """1/2-1/2 is what the drop-down offers."""
    assert score_word(ENGINE.sheet.results[2].score[0], ENGINE.sheet.results[2].score[1]) == "1/2-1/2"  # type: ignore[index]
