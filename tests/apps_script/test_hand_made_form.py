"""A form with one question, made by hand in any language, works without the script."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.registry import engine_of
from sync.backends.memory import MemoryBackend
from sync.chesssites.links import GameLink
from sync.claims.forms import Forms, read_forms
from sync.making.create import Carried, create
from sync.reading.gather import gather, read_sheet
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


def read(backend: MemoryBackend) -> Forms:
    """The answers as the worker reads them."""
    engine = engine_of("ladder")
    return read_forms(gather(engine, *read_sheet(backend.read(), engine.sheet), NOW), engine.sheet, NOW)


@pytest.mark.parametrize("language", sorted(FORM_TABS))
@pytest.mark.parametrize("passes", [0, 1])
def test_its_tab_is_found_in_any_language(language: str, passes: int) -> None:
    """Title, time stamp and question are in the person's language; the link is read all the same, whether the form
    came before the first pass or after it."""
    backend = book()
    for _ in range(passes):
        run_pass(backend, lambda: NOW)
    title, stamp = FORM_TABS[language]
    backend.book.add(title, [[stamp, QUESTION[language]], [SENT, LINK]])
    run_pass(backend, lambda: NOW)
    (answer,) = read(backend).answers
    assert answer.tab == title
    assert isinstance(answer.link, GameLink)
    assert (answer.sent and answer.sent.replace(tzinfo=None), answer.link.id) == (SENT, "123456789012")
    submissions = next(t for t in backend.read().tabs if t.title == "Submissions")
    assert any(LINK in row for row in submissions.rows)


def test_a_form_without_an_answer_yet_is_known_to_be_there() -> None:
    """The tab of a form just made has headings only."""
    backend = book()
    backend.book.add("Formularantworten 1", [["Zeitstempel", "Link zur Partie"]])
    assert "Formularantworten 1" in read(backend).ready


def test_in_a_language_nobody_thought_of_links_and_moments_tell() -> None:
    """Heading and title in Maltese: found when the first answer with a link is there."""
    backend = book()
    backend.book.add("Tweġibiet 1", [["Ħin", "Il-ħolqa"], [SENT, LINK]])
    assert [a.tab for a in read(backend).answers] == ["Tweġibiet 1"]


def test_a_persons_own_list_of_links_is_no_form() -> None:
    """Notes with links but no moments in front stay notes, though the tab for answers is empty."""
    backend = book()
    backend.book.add("My games", [["Opponent", "Link"], ["Ben", LINK]])
    assert read(backend).answers == ()


def test_a_second_tab_with_answers_is_read_beside_the_first() -> None:
    """Other answers count too; equal ones are one report."""
    backend = book()
    own = backend.book.by_title("Form Responses")
    assert own is not None
    own.put(2, 0, SENT)
    own.put(2, 1, LINK)
    other = LINK.replace("9012", "9013")
    backend.book.add("Form Responses 2", [["Timestamp", "Anything"], [SENT, LINK], [SENT, other]])
    assert [(a.tab, a.raw_link) for a in read(backend).answers] == [
        ("Form Responses", LINK),
        ("Form Responses 2", other),
    ]
