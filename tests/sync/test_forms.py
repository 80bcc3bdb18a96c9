"""Forms of many makers and languages, from their cells to the outcome of the game; what lies beside them unread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules.registry import engine_of
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.claims.forms import read_forms
from sync.doctor.steps import State, form_tab
from sync.grid import Cell
from sync.reading.questions import HEADINGS, heading_key, question_of
from sync.running.answers import WithAnswers
from sync.running.beside import code_of
from sync.schema import FORM
from tests.sync.desk import BEGIN, Desk, desk
from tests.sync.rigs import RIGS

Lines = Sequence[Sequence[Cell]]
SENT = datetime(2026, 11, 2, 19, 0)  # an hour after round 1: Cem–Ben is R1-01, Eva–Dov is R1-02
LINK = "https://lichess.org/abcdefgh"

MAKERS: dict[str, Lines] = {
    "Google Forms": [["Timestamp", "Email Address", "Pairing", "Result", "Your name"],
                     [SENT, "x@example.org", "R1-01", "White won", "Ben"]],
    "Google Forms, a quiz": [["Timestamp", "Score", "Which game", "Who won?"], [SENT, "0 / 10", "R1-01", "White won"]],
    "Google Forms, its own CSV": [["Timestamp", "Pairing", "Result"],
                                  ["2026/11/02 7:00:10 PM GMT+1", "R1-01", "White won"]],
    "Microsoft Forms": [["ID", "Start time", "Completion time", "Email", "Name", "Pairing", "Result"],
                        [1, datetime(2026, 11, 2, 17, 59), SENT, "anonymous", "anonymous", "R1-01", "White won"]],
    "Microsoft Forms, German": [["ID", "Startzeit", "Fertigstellungszeit", "E-Mail", "Name", "Partie", "Ergebnis"],
                                [1, datetime(2026, 11, 2, 17, 59), SENT, "anonymous", "", "R1-01", "Weiß gewinnt"]],
    "Jotform": [["Submission Date", "Pairing", "Result", "Submission ID"],
                ["2026-11-02 19:00:10", "R1-01", "White won", "5123456789012345678"]],
    "Typeform": [["#", "Which game?", "Who won?", "Response Type", "Start Date (UTC)", "Stage Date (UTC)",
                  "Submit Date (UTC)", "Network ID", "Tags"],
                 ["a1b2c3d4e5f6", "R1-01", "White won", "completed", "2026-11-02 17:30:00", "", "2026-11-02 18:00:10",
                  "9f8e7d", ""]],
    "Tally": [["Submission ID", "Respondent ID", "Submitted at", "Pairing", "Result"],
              ["wkY3Dq", "8Qb2Mv", "2026-11-02 19:00:10", "R1-01", "White won"]],
    "SurveyMonkey": [["Respondent ID", "Collector ID", "Date Created", "Date Modified", "IP Address", "Pairing", "Result"],
                     [118000000001, 458000001, datetime(2026, 11, 2, 18, 1), SENT, "", "R1-01", "White won"]],
    "Zoho": [["Added Time", "Pairing", "Result", "IP Address"], [SENT, "R1-01", "White won", ""]],
    "Airtable": [["Pairing", "Result", "Name", "Created"], ["R1-01", "White won", "Ben", "2026-11-02 19:00"]],
    "LimeSurvey": [["Response ID", "Date submitted", "Last page", "Start language", "Seed", "Pairing", "Result"],
                   [1, "2026-11-02 19:00:10", 1, "en", "1790511234", "R1-01", "White won"]],
    "Microsoft Forms, in whole questions": [
        ["ID", "Start time", "Completion time", "Email", "Name", "Which game did you play?",
         "What was the result of your game?"],
        [1, datetime(2026, 11, 2, 17, 59), SENT, "anonymous", "", "R1-01", "White won"]],
    "Nextcloud": [["Submission ID", "User ID", "User display name", "Timestamp", "Pairing", "Result"],
                  ["submission_id", "user_id", "user_display_name", "timestamp", "question-id-7", "question-id-8"],
                  [4, "", "Anonymous user", "2026-11-02T19:00:10+01:00", "R1-01", "White won"]],
    "KoboToolbox": [["start", "end", "Pairing", "Result", "_id", "_uuid", "_submission_time"],
                    ["2026-11-02T18:58:00.000+01:00", "2026-11-02T18:59:00.000+01:00", "R1-01", "White won", 77,
                     "8e0f1c2d", "2026-11-02T18:00:10+00:00"]],
    "A maker nobody heard of": [["Nummer", "Wann begonnen", "Wann gesendet", "Paarung", "Ergebnis"],
                                [1, datetime(2026, 11, 2, 17, 50), SENT, "R1-01", "1:0"]],
}  # fmt: skip

LANGUAGES: dict[str, Lines] = {
    "de": [["Zeitstempel", "Paarung", "Ergebnis", "Dein Name"], [SENT, "R1-01", "Weiß gewinnt", "Ben"]],
    "fr": [["Horodateur", "Partie", "Résultat", "Votre nom"], [SENT, "R1-01", "Les Blancs gagnent", "Ben"]],
    "es": [["Marca temporal", "Partida", "¿Quién ganó?", "Nombre"], [SENT, "R1-01", "Ganan blancas", "Ben"]],
    "pt": [["Carimbo de data/hora", "Pairing", "Result", "Your name"], [SENT, "R1-01", "White won", "Ben"]],
    "pt, all of it": [["Carimbo de data/hora", "Partida", "Resultado", "Nome"], [SENT, "R1-01", "As brancas venceram", "Ben"]],
    "it": [["Informazioni cronologiche", "Partita", "Risultato", "Nome"], [SENT, "R1-01", "Il Bianco vince", "Ben"]],
    "nl": [["Tijdstempel", "Partij", "Uitslag", "Naam"], [SENT, "R1-01", "Wit wint", "Ben"]],
    "pl": [["Sygnatura czasowa", "Partia", "Wynik", "Imię i nazwisko"], [SENT, "R1-01", "Białe wygrały", "Ben"]],
    "cs": [["Časová značka", "Která partie?", "Výsledek", "Jméno"], [SENT, "R1-01", "Bílý vyhrál", "Ben"]],
    "sv": [["Tidstämpel", "Parti", "Resultat", "Namn"], [SENT, "R1-01", "Vit vann", "Ben"]],
    "hu": [["Időbélyeg", "Játszma", "Eredmény", "Név"], [SENT, "R1-01", "Világos nyert", "Ben"]],
    "ru": [["Отметка времени", "Партия", "Результат", "Имя"], [SENT, "R1-01", "Белые выиграли", "Ben"]],
    "uk": [["Позначка часу", "Партія", "Результат", "Ім'я"], [SENT, "R1-01", "Білі виграли", "Ben"]],
    "tr": [["Zaman damgası", "Eşleşme", "Sonuç", "Adınız"], [SENT, "R1-01", "Beyaz kazandı", "Ben"]],
    "hi": [["टाइमस्टैम्प", "जोड़ी", "परिणाम", "नाम"], [SENT, "R1-01", "सफेद जीता", "Ben"]],
    "ar": [["طابع زمني", "المباراة", "النتيجة", "الاسم"], [SENT, "R1-01", "فاز الأبيض", "Ben"]],
    "ja": [["タイムスタンプ", "対局番号", "結果", "お名前"], [SENT, "R1-01", "白勝ち", "Ben"]],
    "zh": [["时间戳记", "对局", "结果", "姓名"], [SENT, "R1-01", "白胜", "Ben"]],
    "ko": [["타임스탬프", "대국", "결과", "이름"], [SENT, "R1-01", "백 승", "Ben"]],
    "fi": [["Aikaleima", "Pari", "Tulos", "Nimi"], [SENT, "R1-01", "Valkea voitti", "Ben"]],
    "a stamp nobody knows": [["Ora dell'invio", "Pairing", "Result"], [SENT, "R1-01", "1-0"]],
    "both names and no id": [["Zeitstempel", "Weiß", "Schwarz", "Ergebnis"], [SENT, "Cem", "Ben", "1:0"]],
    "a name and a result": [["Zeitstempel", "Name", "Ergebnis"], [SENT, "Ben", "Weiß gewinnt"]],
}  # fmt: skip


def with_tabs(d: Desk, **tabs: Lines) -> Desk:
    """The desk with these tabs; two hours later."""
    for title, rows in tabs.items():
        d.person.add_tab(title.replace("_", " "), rows)
    d.later(hours=2)
    return d


def states(d: Desk) -> list[tuple[str, ...]]:
    """Game, state and row of every answer."""
    return d.table("Submissions", "Game", "State", "Row")


@pytest.mark.parametrize("name", [*MAKERS, *LANGUAGES])
def test_an_answer_is_read_whoever_made_the_form(name: str) -> None:
    """From its cells to the outcome of the game and the Ladder, beside the book's own tab, which holds nothing."""
    d = with_tabs(desk(started=True), Antworten=(MAKERS | LANGUAGES)[name])
    d.settle()
    assert (d.outcome("R1-01"), d.codes()) == ("1-0", []), states(d)
    sent = next(c.sent for c in d.last.decided.reading.claims if c.about == "R1-01")  # type: ignore[union-attr]
    assert sent is not None
    assert abs(sent.replace(tzinfo=None) - SENT) < timedelta(minutes=1)
    assert next(row for row in d.shown("Ladder") if "Cem" in row)


@pytest.mark.parametrize("backend", ["xlsx", "google"])
def test_on_a_file_and_at_google(backend: str, tmp_path: Path) -> None:
    """The same on every backend: several makers side by side, one report each, none asked about."""
    rig = RIGS[backend](tmp_path)
    d = rig.desk()
    names = ("Microsoft Forms", "Jotform", "Typeform", "Nextcloud")
    with_tabs(d, **{f"Form_{n}": [list(r) for r in MAKERS[name]] for n, name in enumerate(names)})
    d.settle()
    assert (d.outcome("R1-01"), d.codes()) == ("1-0", [])
    assert sorted({s for _, s, _ in states(d)}) == ["accepted", "merged"]
    assert len(states(d)) == len(names)
    rig.check()


@pytest.mark.parametrize("backend", list(RIGS))
def test_a_form_linked_anew_and_two_others_beside_it(backend: str, tmp_path: Path) -> None:
    """A sign-up form answered before the season, a feedback form, and a result form linked anew with its old answers."""
    rig = RIGS[backend](tmp_path)
    d = rig.desk()
    before = datetime(2026, 10, 20, 12, 0)
    first = [SENT, "White won", "R1-01", "Ben"]
    head = ["Timestamp", "Result", "Pairing", "Your name"]
    with_tabs(
        d,
        Formularantworten_1=[["Zeitstempel", "Name", "Wertung", "Lichess"],
                             [before, "Ada", 2000, "https://lichess.org/@/ada"], [before, "Ben", 1950, "ben"]],
        Feedback=[["Timestamp", "Your name", "How did you like the first round?"],
                  [datetime(2026, 11, 2, 19, 30), "Cem", "It was fun, I won"], [SENT, "Dov", "please draw me with Ada"]],
        Form_Responses_1=[head, first],
        Form_Responses_2=[head, first, [datetime(2026, 11, 2, 19, 10), "Black won", "R1-02", "Dov"]],
    )  # fmt: skip
    d.settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "0-1")
    assert len(states(d)) == 2
    assert {"answers-unread", "claim-no-game", "claim-held"}.isdisjoint(d.codes())
    d.person.rename_tab("Form Responses 2", "Ergebnisse 2026")
    d.settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02"), len(states(d))) == ("1-0", "0-1", 2)
    d.person.delete_tab("Form Responses 1")
    d.settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02"), len(states(d))) == ("1-0", "0-1", 2)
    rig.check()


def test_a_sign_up_form_does_not_hide_the_books_own_answers() -> None:
    """Its tab stood in for the book's own once, and reports lay unread."""
    d = desk(started=True)
    d.person.add_tab("Form Responses 1", [["Timestamp", "Name"], [datetime(2026, 10, 1, 12, 0), "Ada"]])
    d.settle()
    d.report("R1-01", "White won", "Cem", d.now).settle()
    assert d.outcome("R1-01") == "1-0"


# The question that asks for the result --------------------------------------------------------------------------------


def unheaded(count: int, word: str = "1-0") -> list[list[Cell]]:
    """Answers to a question whose heading nobody knows, all about R1-01 by one person."""
    rows: list[list[Cell]] = [["Timestamp", "Pairing", "Your name", "Kumusta ang laro?"]]
    return rows + [[SENT + timedelta(minutes=n), "R1-01", "Ben", word] for n in range(count)]


@pytest.mark.parametrize(("count", "outcome"), [(4, ""), (5, "1-0")])
def test_a_question_without_a_known_heading_is_one_for_the_result_after_five(count: int, outcome: str) -> None:
    """Four wait with what they lack, and keep their game open; the fifth tells what was asked."""
    d = with_tabs(desk(started=True), Mga_sagot=unheaded(count))
    d.settle()
    assert d.outcome("R1-01") == outcome
    assert ("accepted" in {s for _, s, _ in states(d)}) is bool(outcome)
    assert outcome or "It does not say who won." in d.says(d.problem("claim-held"))


def test_once_chosen_the_question_stays() -> None:
    """Also when the answers that told are gone, and when others are no results."""
    d = with_tabs(desk(started=True), Mga_sagot=unheaded(5))
    d.settle()
    assert d.outcome("R1-01") == "1-0"
    lines = list(d.last.decided.gathered.journal.of("question"))  # type: ignore[union-attr]
    assert [(line.detail["as"], line.detail["heading"]) for line in lines] == [("Result", "Kumusta ang laro?")]
    d.person.delete_rows("Mga sagot", 3, 4)
    d.person.add_row(
        "Mga sagot", {"Timestamp": d.now.replace(tzinfo=None), "Pairing": "R1-02", "Kumusta ang laro?": "hmm"}
    )
    d.settle()
    assert ("R1-02", "held", "Mga sagot 3") in states(d)
    assert d.outcome("R1-01") == "1-0"


def test_no_other_question_counts_as_the_result() -> None:
    """A result form with one more question: what is said there is nobody's result."""
    d = desk(started=True)
    d.person.type_at("Form Responses", "I1", "What did you think of it?")
    for _ in range(6):
        d.later(minutes=1)
        d.person.add_row(
            "Form Responses",
            {"Timestamp": d.now.replace(tzinfo=None), "Pairing": "R1-01", "What did you think of it?": "draw"},
        )
    d.settle()
    assert d.outcome("R1-01") == ""
    assert {s for _, s, _ in states(d)} == {"held"}
    assert "It does not say who won" in d.says(d.problem("claim-held"))


def test_a_link_inside_a_message_is_no_report() -> None:
    """It stays a message, and its game stays open."""
    d = desk(started=True)
    text = f"my game against Cem {LINK} was unfair"
    d.person.add_row("Form Responses", {"Timestamp": SENT, "Your name": "Ben", "Message to the director": text})
    d.later(hours=2).settle()
    assert [s for _, s, _ in states(d)] == ["message"]
    assert d.codes() == ["message"]


def test_every_heading_asks_one_question() -> None:
    """No heading stands in two lists."""
    seen: dict[str, str] = {}
    for question, names in HEADINGS.items():
        for name in names:
            assert seen.setdefault(heading_key(name), question) == question, name
    for column in FORM[1:]:
        for name in (column.heading, *column.aliases):
            assert question_of(name) == column.heading


# Time stamps ----------------------------------------------------------------------------------------------------------

HEAD = ["Timestamp", "Result", "Pairing", "Your name"]


def test_text_stamps_are_read_and_one_of_two_days_is_asked_about() -> None:
    """ISO with a zone is read; 11/2/2026 is a message with its cell, urgent, and its game does not turn Null unseen."""
    d = desk(started=True, Publish="R1")
    rows = [
        HEAD,
        ["11/2/2026 7:00:00 PM", "White won", "R1-01", "Ben"],
        ["2026-11-02T18:00:00Z", "Black won", "R1-02", "Dov"],
    ]
    with_tabs(d, Answers=rows).settle()
    assert d.outcome("R1-02") == "0-1"
    asked = d.problem("stamp-two-ways")
    assert str(asked.at).startswith("Answers A2")
    assert d.shown("Problems")[3][0] == "now"
    assert "2026-02-11 19:00 or 2026-11-02 19:00" in d.says(asked)
    d.later(days=7)
    d.settle()
    assert d.outcome("R1-01") == ""
    d.person.type_at("Answers", "A2", "2026-11-02 19:00")
    d.settle()
    assert d.outcome("R1-01") == "1-0"
    assert "stamp-two-ways" not in d.codes()


@pytest.mark.parametrize("stamp", ["12/11/2026 9:00:00 AM", "1/12/2027 9:00:00 AM", "2/3/2026 9:00:00 AM"])
@pytest.mark.parametrize("pairing", ["R1-01", ""])
def test_a_stamp_of_two_days_of_which_neither_fits_holds_its_game_too(stamp: str, pairing: str) -> None:
    """One before the first round and one to come: it is asked about once, at its cell, and the game is not Null."""
    d = desk(started=True, Publish="R1")
    with_tabs(d, Answers=[HEAD, [stamp, "White won", pairing, "Ben"]]).settle()
    assert d.codes() == ["stamp-two-ways"]
    d.later(days=7).settle()
    assert d.outcome("R1-01") == ""
    assert [str(p.at) for p in d.problems if p.at.tab == "Answers"] == ["Answers A2 (Timestamp)"]
    d.person.type_at("Answers", "A2", "2026-11-02 19:00")
    d.settle()
    assert d.outcome("R1-01") == "1-0"


def test_a_neighbour_that_can_be_read_one_way_tells_how_a_column_is_meant() -> None:
    """13/11 is no month: the days come first."""
    d = desk(started=True, Publish="R1")
    rows = [
        HEAD,
        ["3/11/2026 19:00:00", "White won", "R1-01", "Ben"],
        ["13/11/2026 09:00:00", "White won", "R1-02", "Dov"],
    ]
    with_tabs(d, Answers=rows)
    d.later(days=2).settle()
    assert d.outcome("R1-01") == "1-0"
    assert "stamp-two-ways" not in d.codes()


def test_the_setting_dates_says_how_a_column_without_such_a_neighbour_is_meant() -> None:
    """Day or month first, and the report counts."""
    d = desk(started=True, Publish="R1", Dates="month first")
    with_tabs(d, Answers=[HEAD, ["11/2/2026 7:00:00 PM", "White won", "R1-01", "Ben"]]).settle()
    assert (d.outcome("R1-01"), d.codes()) == ("1-0", [])


def test_a_report_without_a_time_counts_when_it_was_first_seen() -> None:
    """The director types a line into the book's own tab: that pass is its time, at every later pass too."""
    d = desk(started=True, Publish="R1")
    d.later(days=6)
    d.person.add_row("Form Responses", {"Pairing": "R1-01", "Result": "White won"})
    d.settle()
    first = d.now
    assert d.outcome("R1-01") == "1-0"
    assert "first seen" in d.table("Submissions", "Why")[0][0]
    assert str(d.problem("report-untimed").at) == "Form Responses A2"
    d.later(days=9).settle()
    assert d.outcome("R1-01") == "1-0"
    claim = next(c for c in d.last.decided.reading.claims if c.about == "R1-01")  # type: ignore[union-attr]
    assert claim.sent == first


@pytest.mark.parametrize(
    ("day", "hours", "outcome"),
    [
        (datetime(2026, 11, 8), 170, "1-0"), ("8 Nov 2026", 170, "1-0"), (datetime(2026, 11, 9), 150, "1-0"),
        (datetime(2026, 11, 9), 170, "Null"),
    ],
)  # fmt: skip
def test_a_day_without_a_time_is_over_at_its_end(day: Cell, hours: int, outcome: str) -> None:
    """Or when the report was first seen, if that was before; the deadline is 18:00 on the ninth."""
    d = desk(started=True, Publish="R1")
    d.later(hours=hours)
    d.person.add_row("Form Responses", {"Timestamp": day, "Pairing": "R1-01", "Result": "White won"})
    d.settle()
    assert d.outcome("R1-01") == outcome


@pytest.mark.parametrize("stamp", ["1980-01-01 00:00:00", datetime(1980, 1, 1), "01.01.1970 00:00"])
def test_a_date_that_stands_for_none_is_no_time(stamp: Cell) -> None:
    """LimeSurvey writes 1980 where it keeps no dates: the report counts when it was first seen, and is not lost."""
    d = desk(started=True, Publish="R1")
    d.person.add_tab(
        "Answers", [["Response ID", "Date submitted", "Pairing", "Result"], [1, stamp, "R1-01", "White won"]]
    )
    d.later(hours=2).settle()
    assert d.outcome("R1-01") == "1-0"
    assert "report-untimed" in d.codes()


def test_a_report_without_a_time_that_comes_late_is_late() -> None:
    """First seen after the deadline."""
    d = desk(started=True, Publish="R1")
    d.later(days=8)
    d.person.add_row("Form Responses", {"Pairing": "R1-01", "Result": "White won"})
    d.settle()
    assert d.outcome("R1-01") == "Null"
    assert states(d)[0][1] == "late"


# Tabs that are not read -----------------------------------------------------------------------------------------------


def test_results_that_name_no_game_are_named_once_and_their_games_are_not_null_unseen() -> None:
    """What to do stands beside it; done so, the reports count."""
    d = desk(started=True, Publish="R1")
    with_tabs(d, Resultados=[["Carimbo de data/hora", "Como foi?"], [SENT, "1-0"], [SENT, "0-1"]]).settle()
    told = [p for p in d.problems if p.code == "answers-unread"]
    assert [str(p.at) for p in told] == ["Resultados A2"]
    assert "add Answered, About Resultados" in d.says(told[0])
    d.later(days=7, hours=1).settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "")
    d.person.type_at("Resultados", "C1", "Pairing")
    d.person.type_at("Resultados", "C2", "R1-01")
    d.person.type_at("Resultados", "C3", "R1-02")
    d.person.type_at("Resultados", "B1", "Result")
    d.settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "0-1")
    assert "answers-unread" not in d.codes()


@pytest.mark.parametrize(
    "line",
    [
        ["Game", "Winner", "Cem – Ben", "Ben"],
        ["Game", "Winner", "board 1", "Ben"],
        ["Welke wedstrijd", "Wie", "R1-01 Cem – Ben", "Ben"],
        ["Players", "Story", "Cem vs. Ben", "White resigned, Black won"],
        ["Your name", "Notes", "Ben", "we played r1-01 today, I won"],
    ],
    ids=lambda line: line[2],
)
def test_a_line_about_a_game_in_other_words_is_named_and_keeps_that_game_alone(line: list[Cell]) -> None:
    """No column of it is read, and nobody's game becomes Null unseen for it."""
    d = desk(started=True, Publish="R1")
    with_tabs(d, Answers=[["Timestamp", *line[:2]], [SENT, *line[2:]]]).settle()
    assert [str(p.at) for p in d.problems if p.code == "answers-unread"] == ["Answers A2"]
    d.later(days=7, hours=1).settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "Null")


def test_a_tab_ticked_off_holds_nothing() -> None:
    """`Answered` about its title."""
    d = desk(started=True, Publish="R1")
    with_tabs(d, Poll=[["Timestamp", "Your favourite result"], [SENT, "1-0"]]).settle()
    assert "answers-unread" in d.codes()
    d.decide("Answered", "Poll").settle()
    assert "answers-unread" not in d.codes()
    d.later(days=8).settle()
    assert d.outcome("R1-01") == "Null"


@pytest.mark.parametrize(
    "rows",
    [
        [["Date", "White", "Black", "Result"], [datetime(2026, 11, 9, 18, 0), "Cem", "Ben", None]],
        [["When", "White", "Black"], [datetime(2027, 1, 9, 18, 0), "Cem", "Ben"]],
        [["Opponent", "Link"], ["Ben", LINK]],
        [["Date", "Paid"], [datetime(2026, 11, 1, 18, 0), 20]],
        [["Timestamp", "Name", "Lichess link"], [SENT, "Ada", "https://lichess.org/@/ada"]],
    ],
)
def test_tabs_of_the_owners_are_no_reports(rows: Lines) -> None:
    """A calendar, a list of links, a cash book, a sign-up: nothing is read and nothing said."""
    d = with_tabs(desk(started=True), Mine=rows)
    d.settle()
    assert (states(d), d.codes()) == ([], [])


def test_a_copy_of_a_tab_of_the_workers_is_no_report() -> None:
    """Submissions, Journal and Games copied to another title."""
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").later(hours=1).settle()
    for title in ("Submissions", "Journal", "Games", "Pairings", "Notices", "Rounds"):
        d.person.add_tab(f"Copy of {title}", d.person.see(title))
    d.settle()
    assert len(states(d)) == 1
    assert d.codes() == []


# The private book, and books begun before -----------------------------------------------------------------------------


def test_every_tab_of_the_private_book_that_holds_answers_is_read() -> None:
    """Two result forms, a sign-up and a tab called Games stand there; the book's own tabs stay its own."""
    d = desk(started=True)
    d.set("Form answers", "private").later(hours=2)
    private = MemoryBook(zone="America/New_York")
    private.add(code_of(d.backend.read()), [])
    there = SENT - timedelta(hours=6)
    private.add("Form Responses", [HEAD, [there, "White won", "R1-01", "Ben"]])
    private.add("Antworten 2", [["Zeitstempel", "Ergebnis", "Partie"], [there, "0:1", "R1-02"]])
    private.add("Games", [["Timestamp", "Name"], [there, "Ada"]])
    worker = WithAnswers(d.backend, lambda _: MemoryBackend(private))
    while d.sync(worker).wrote:
        pass
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "0-1")
    assert [row for _, _, row in states(d)] == ["Form Responses (private) 2", "Antworten 2 2"]
    claim = next(c for c in d.last.decided.reading.claims if c.about == "R1-01")  # type: ignore[union-attr]
    assert claim.sent == BEGIN + timedelta(hours=1)


def test_the_key_of_an_answer_is_what_it_was() -> None:
    """Books begun before know their accepted reports and ticked messages by it."""
    d = desk(started=True)
    d.person.type_at("Form Responses", "J1", "Extra")
    d.person.add_row("Form Responses", {"Timestamp": SENT, "Pairing": "R1-01", "Result": "White won", "Extra": "x"})
    d.later(hours=2).settle()
    known = d.last.decided.gathered
    assert known is not None
    (answer,) = read_forms(known, engine_of("ladder").sheet, d.now).answers
    assert answer.key == "195863d62ac4"


@pytest.mark.parametrize("backend", ["xlsx", "google"])
def test_what_is_told_of_a_tab_of_peoples_is_written_on_every_backend(backend: str, tmp_path: Path) -> None:
    """Problems and Submissions name cells of tabs that are not the worker's."""
    rig = RIGS[backend](tmp_path)
    d = rig.desk()
    with_tabs(
        d,
        Poll=[["Timestamp", "Your favourite"], [SENT, "1-0"]],
        Answers=[HEAD, ["11/2/2026 7:00:00 PM", "White won", "R1-01", "Ben"], ["soon", "hmm", "R1-02", "Dov"]],
    )  # fmt: skip
    d.settle()
    assert {"answers-unread", "report-untimed", "claim-held"} <= set(d.codes())
    assert {"Poll A2", "Answers A3"} <= {row[1] for row in d.shown("Problems")[3:]}
    assert backend == "google" or "stamp-two-ways" in d.codes()  # a spreadsheet takes such a text for a date
    rig.check()


def test_the_doctor_names_what_lies_unread_and_never_says_to_delete_it() -> None:
    """One tab that is read, one that may hold reports; before, the next step was to delete one of two."""
    d = desk(started=True)
    ladder = engine_of("ladder")
    assert "no form is in use" not in form_tab(d.backend.read(), ladder, d.now).said
    with_tabs(d, Antworten=LANGUAGES["de"], Poll=[["Timestamp", "Your favourite"], [SENT, "1-0"]])
    step = form_tab(d.backend.read(), ladder, d.now)
    assert step.state is State.WARNING
    assert "Poll may hold reports" in step.said
    assert "elete" not in step.said + step.next
    d.decide("Answered", "Poll").settle()
    step = form_tab(d.backend.read(), ladder, d.now)
    assert step.state is State.OK
    assert "Form Responses and Antworten" in step.said
