"""What the check of words-only commits lets through, and what it names."""

from __future__ import annotations

import pytest

from tests.house.words_only import differences, main, python_differences, written_differences

OLD = '''"""A module."""

WORDS = {
    "late": "{player} comes late, with {games:game|games}.",
}


def told(name: str) -> str:
    """What is told."""
    # a comment
    return f"Nobody called {name} is there." if name == "Ada of Ely" else "none"
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("comes late, with", "is late and has"),
        ("with {games:game|games}", "with {games:match|matches}"),
        ("What is told.", "What people read."),
        ("# a comment", "# why"),
        ("Nobody called {name} is there.", "There is no {name} in Players."),
    ],
)
def test_sentences_docstrings_and_comments_are_free(before: str, after: str) -> None:
    """Other words for the same thing."""
    assert before in OLD
    assert python_differences(OLD, OLD.replace(before, after)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"late"', '"too-late"'),  # a code
        ("{player} comes late", "Somebody comes late"),  # data that is shown no more
        ("{player} comes late", "{name} comes late"),
        ('"none"', '"nobody"'),  # a word that may be a value
        ('"Ada of Ely"', '"Ada comes from Ely, they say."'),  # a comparison
        ("called {name} is", "called {name!r} is"),
        ("name == ", "name != "),
        ("name: str", "name: object"),
        ("WORDS = {", "TEXTS = {"),
        ('games}.",\n', 'games}.",\n    "more": "Another sentence was added here.",\n'),
    ],
)
def test_everything_else_is_named(before: str, after: str) -> None:
    """Codes, data, comparisons, code and new entries."""
    assert before in OLD
    assert python_differences(OLD, OLD.replace(before, after, 1))


def test_a_written_tournament_keeps_its_lines_and_its_data() -> None:
    """A sentence in a cell may change, a result may not."""
    old = "| R1-01 | 1-0 | Ada has White, being lower. |\n"
    assert written_differences(old, old.replace("being lower", "as the lower one")) == []
    assert written_differences(old, old.replace("1-0", "0-1"))
    assert written_differences(old, old + old)


def test_files_of_other_kinds_are_named() -> None:
    """Pages are sentences; data files, and files that come or go, are not."""
    assert differences("docs/rulebooks/000-ladder.md", "a", None) == []
    assert differences("README.md", "a", "b") == []
    assert differences("tests/data/x.json", "1", "2")
    assert differences("rules/x.py", None, "x = 1")


def test_a_commit_that_is_not_known_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """And a commit held against itself has no differences."""
    assert main("no-such-commit") == 2
    assert main("HEAD", "HEAD") == 0
    assert "only sentences differ" in capsys.readouterr().out
