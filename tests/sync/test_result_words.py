"""The words that count for a result, from a table, and the sentences that hold such words and count for nothing."""

from __future__ import annotations

import re

import pytest

from rules.model import How
from rules.registry import engine_of, formats
from rules.sheet import FormatSheet
from sync.claims.reports import read_words
from sync.reading.phrases import DIRECTORS, LANGUAGES, NOTATIONS, QUESTIONS, Meaning, meaning_of, phrase_key
from sync.reading.results import NoResult, Said, read_result
from tests.sync.desk import desk

LADDER = engine_of("ladder").sheet
SWISS = engine_of("swiss").sheet
PENTE = engine_of("pente").sheet


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("1-0", "1-0"), ("1 : 0", "1-0"), ("1–0", "1-0"), ("１－０", "1-0"), ("1.0-0.0", "1-0"), ("0,0-1,0", "0-1"),
        ("٠-١", "0-1"), ("½-½", "1/2-1/2"), ("½", "1/2-1/2"), (".5-.5", "1/2-1/2"), ("0,5:0,5", "1/2-1/2"),
        ("+-", "1-0F"), ("-+", "0-1F"), ("+:-", "1-0F"), ("- / +", "0-1F"), ("+ - -", "1-0F"), ("1F-0F", "1-0F"),
        ("0F:1F", "0-1F"), ("0F:0F", "0-0F"), ("1-0 ff", "1-0F"), ("0-1 (FF)", "0-1F"), ("1-0 w.o.", "1-0F"),
        ("--", "0-0F"), ("-:-", "0-0F"), ("WHITE  WON.", "1-0"), ("Weiss gewinnt", "1-0"), ("tablas", "1/2-1/2"),
        ("remis", "1/2-1/2"), ("Remíza!", "1/2-1/2"), ("BEYAZ KAZANDI", "1-0"), ("чёрные выиграли", "0-1"),
        ("Черные выиграли", "0-1"), ("白勝ち", "1-0"), ("黑胜", "0-1"), ("काला जीता", "0-1"), ("فاز الأبيض", "1-0"),
    ],
)  # fmt: skip
def test_what_counts_in_the_directors_cell(typed: str, word: str) -> None:
    """Each is one result, whoever types it."""
    said = read_result(typed, SWISS)
    assert isinstance(said, Said)
    assert said.word == word


@pytest.mark.parametrize(
    "typed",
    [
        "White resigned, Black won", "not a draw", "please remove me from the draw of round 2", "White won?", "I won",
        "white", "won", "=", "+", "-", "w.o.", "walkover", "forfeit", "kampflos", "1/2", "0-0", "1", "1-1", "10-0",
        "White won on time", "It was a draw", "Black did not win", "draw offered, white won", "Ben won", "2-1", "??",
    ],
)  # fmt: skip
def test_what_is_asked_about(typed: str) -> None:
    """A sentence, a word that names no winner, half a result: nobody's guess."""
    for spec in (LADDER, SWISS, PENTE):
        assert isinstance(read_result(typed, spec), NoResult) or (
            spec is PENTE and typed in ("10-0", "2-1", "1-1", "0-0")
        )
        if spec is not PENTE:
            assert read_words(typed, spec) is None


FORMERLY = re.compile(
    r"(white|black|first|second|player 1|player 2)\b.*\b(won|wins|win)\b|\b(draw|drawn|remis)\b", re.IGNORECASE
)
NO_MORE = (
    "White resigned, Black won", "not a draw", "please remove me from the draw of round 2", "White won?",
    "White won on time", "It was a draw", "Black did not win", "draw offered, white won", "We agreed to a draw",
    "White, I won", "The second game: I won", "White claims he won", "If Black is late, who wins?", "Remis?",
    "In the first I was better, he won", "A quick draw, then I lost", "White won 1-0", "Black won by resignation",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_MORE)
def test_what_the_former_reader_took_and_this_one_holds(text: str) -> None:
    """It searched any text for a winner or a draw; these counted then."""
    assert FORMERLY.search(text)
    assert read_words(text, LADDER) is None


@pytest.mark.parametrize("typed", ["--", "-/-", "-:-"])
def test_two_dashes_count_only_where_the_director_types_them(typed: str) -> None:
    """In a form they may mean that there is nothing to say."""
    assert isinstance(read_result(typed, SWISS, director=False), NoResult)
    assert isinstance(read_result(typed, SWISS), Said)


@pytest.mark.parametrize("typed", ["nul", "Nulle", "NUL"])
def test_a_phrase_close_to_another_word_of_the_format_is_a_question(typed: str) -> None:
    """French for a draw, and one slip away from Null, a word of the ladder's; elsewhere it is a draw."""
    asked = read_result(typed, LADDER)
    assert isinstance(asked, NoResult)
    assert asked.near == " Did you mean 1/2-1/2 or Null?"
    said = read_result(typed, SWISS)
    assert isinstance(said, Said)
    assert said.word == "1/2-1/2"


def test_matches_take_scores_and_no_phrases() -> None:
    """`3-1` as ever; `White won` says nothing of a match."""
    assert read_words("3 – 1", PENTE) is not None
    for typed in ("White won", "draw", "remis", "½-½"):
        assert isinstance(read_result(typed, PENTE), NoResult)
    said = read_result("+-", PENTE)
    assert isinstance(said, Said)
    assert said.how is How.DEFAULT


def test_every_phrase_has_one_meaning_in_all_languages() -> None:
    """Twelve languages and more; no phrase stands for two results, none is a question as well."""
    seen: dict[str, Meaning] = {}
    questions = {phrase_key(q) for q in QUESTIONS}
    for table in (NOTATIONS, DIRECTORS, *LANGUAGES.values()):
        for meaning, phrases in table.items():
            for phrase in phrases:
                key = phrase_key(phrase)
                assert seen.setdefault(key, meaning) is meaning, phrase
                assert key not in questions or phrase == "½"
                assert meaning_of(phrase, director=True) is meaning
    assert len(LANGUAGES) >= 12
    for language, phrases_of in LANGUAGES.items():
        assert {Meaning.WHITE, Meaning.BLACK, Meaning.DRAW} <= set(phrases_of), language


@pytest.mark.parametrize("name", formats())
def test_a_forms_phrase_is_a_result_of_the_format_or_nothing(name: str) -> None:
    """What a phrase means is always a word of the format's own list."""
    spec: FormatSheet = engine_of(name).sheet
    words = {w.word for w in spec.results}
    for table in (NOTATIONS, *LANGUAGES.values()):
        for phrases in table.values():
            for phrase in phrases:
                said = read_result(phrase, spec)
                assert not isinstance(said, Said) or said.word in words or spec.reports == "match", phrase


def test_a_sentence_keeps_its_game_open_and_is_told_with_its_words() -> None:
    """It waits for the director, past the deadline too; the next round is not made on it."""
    d = desk(started=True)
    d.report("R1-01", "White resigned, Black won", "Cem").report("R1-02", "w.o.", "Eva").settle()
    assert d.table("Submissions", "State") == [("held",), ("held",)]
    assert "It does not say who won: “White resigned, Black won”" in d.says(d.problem("claim-held"))
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "")
    assert d.rounds() == ["R1"]


def test_a_request_is_no_result_whatever_it_speaks_of() -> None:
    """Four of these completed a round once: the question they answer is none that asks for a result."""
    d = desk(started=True)
    d.person.type_at("Form Responses", "I1", "Anything else?")
    for name in ("Cem", "Ben", "Eva", "Dov"):
        d.person.add_row(
            "Form Responses",
            {
                "Timestamp": d.now.replace(tzinfo=None), "Your name": name,
                "Anything else?": "please remove me from the draw of round 2",
            },
        )  # fmt: skip
    d.settle()
    assert d.rounds() == ["R1"]
    assert {d.outcome(game) for game in ("R1-01", "R1-02")} == {""}
