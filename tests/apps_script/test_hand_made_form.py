"""A form with one question, made by hand in any language, works without the script."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.registry import engine_of
from sync.backends.memory import MemoryBackend
from sync.chesssites.links import GameLink
from sync.claims.submissions import read_answers
from sync.making.create import Carried, create
from sync.reading.decode import decode
from sync.running.once import run_pass
from tests.emulator.forms import FORM_TABS

LINK = "https://www.chess.com/game/live/123456789012"
SENT = datetime(2026, 3, 3, 14, 2)
NOW = datetime(2026, 3, 3, 15, 0, tzinfo=UTC)
QUESTION = {
    "en": "Paste it here",
    "fr": "Lien de la partie",
    "de": "Link zur Partie",
    "es": "Enlace de la partida",
    "nl": "Link van de partij",
}


def book() -> MemoryBackend:
    """A ladder made by `new`, with its own empty tab for answers."""
    backend = MemoryBackend()
    players = tuple({"Player": name} for name in ("Ada Novak", "Ben Okafor", "Chiara Rossi", "Dmitri Petrov"))
    settings = {("Time zone", ""): "Europe/Berlin", ("Start", ""): "now", ("Check for", ""): "0"}
    create(backend, engine_of("ladder"), Carried(players, settings))
    return backend


@pytest.mark.parametrize("language", sorted(FORM_TABS))
@pytest.mark.parametrize("passes", [0, 1])
def test_its_tab_is_found_in_any_language(language: str, passes: int) -> None:
    """Title, time stamp and question are in the person's language; the link is read all the same, whether the form
    came before the first pass or after it (when the worker already remembers the tab that stood in for it)."""
    backend = book()
    for _ in range(passes):
        run_pass(backend, lambda: NOW)
    title, stamp = FORM_TABS[language]
    backend.book.add(title, [[stamp, QUESTION[language]], [SENT, LINK]])
    run_pass(backend, lambda: NOW)
    sheet = decode(backend.read(), engine_of("ladder").sheet, {})
    (answer,) = read_answers(sheet.rows["Form Responses"])
    assert sheet.titles["Form Responses"] == title
    assert isinstance(answer.link, GameLink)
    assert (answer.sent and answer.sent.replace(tzinfo=None), answer.link.id) == (SENT, "123456789012")
    submissions = next(t for t in backend.read().tabs if t.title == "Submissions")
    assert any(LINK in row for row in submissions.rows)


def test_a_form_without_an_answer_yet_is_found_by_its_time_stamp() -> None:
    """The tab of a form just made has headings only."""
    backend = book()
    backend.book.add("Formularantworten 1", [["Zeitstempel", "Link zur Partie"]])
    sheet = decode(backend.read(), engine_of("ladder").sheet, {})
    assert sheet.titles["Form Responses"] == "Formularantworten 1"


def test_in_a_language_nobody_thought_of_links_and_moments_tell() -> None:
    """Heading and title in Finnish: found when the first answer with a link is there."""
    backend = book()
    backend.book.add("Lomakkeen vastaukset 1", [["Aikaleima", "Pelin linkki"], [SENT, LINK]])
    sheet = decode(backend.read(), engine_of("ladder").sheet, {})
    assert sheet.titles["Form Responses"] == "Lomakkeen vastaukset 1"


def test_a_persons_own_list_of_links_is_no_form() -> None:
    """Notes with links but no moments in front stay notes, though the tab for answers is empty."""
    backend = book()
    backend.book.add("My games", [["Opponent", "Link"], ["Ben", LINK]])
    sheet = decode(backend.read(), engine_of("ladder").sheet, {})
    assert sheet.titles["Form Responses"] == "Form Responses"


def test_a_tab_with_answers_is_not_left_for_another_one() -> None:
    """Once answers are in the tab, a second form's tab does not replace it."""
    backend = book()
    own = backend.book.by_title("Form Responses")
    assert own is not None
    own.put(2, 0, SENT)
    own.put(2, 1, LINK)
    backend.book.add("Form Responses 2", [["Timestamp", "Anything"], [SENT, LINK]])
    sheet = decode(backend.read(), engine_of("ladder").sheet, {})
    assert sheet.titles["Form Responses"] == "Form Responses"
