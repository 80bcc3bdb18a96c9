"""Every clause that the indexes or the reasons name is told in our own words, on a page and by `explain`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rules.parts.rulebook import Rulebook
from rules.registry import ROOMS, engine_of, formats
from sheets_templates.rulebook_pages import anchor, rulebook_page
from tests.house.clauses import DOCS, ROOT, rows, without_link

RULING = re.compile(r"[A-Z]\d{1,2}(-[A-Z]\d{1,2})?")


def _text(format_name: str) -> Rulebook:
    return engine_of(format_name).sheet.text


def _rules_of_reasons(format_name: str) -> set[str]:
    """Every rule that a reason of the format's room names as a plain text."""
    room = ROOT / Path(*ROOMS[format_name].split(".")[:-1])
    found: set[str] = set()
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found - {""}


@pytest.mark.parametrize("format_name", formats())
def test_every_clause_of_the_index_is_told(format_name: str) -> None:
    text = _text(format_name)
    index = [row[0] for row in rows(DOCS / "clauses" / f"{text.page}.md")]
    named = [
        name for name in index if name != "clause" and not RULING.fullmatch(name) and name not in ("Ruling", "Clause")
    ]
    assert len(named) > 15
    assert [name for name in named if name not in text.clauses] == []


def _index(page: str) -> list[str]:
    """The first cells of the clauses in an index, its rulings left out."""
    text = (DOCS / "clauses" / f"{page}.md").read_text(encoding="utf-8").split("## Rulings")[0]
    first = [line.strip("|").split("|")[0].strip() for line in text.splitlines() if line.startswith("| ")]
    return [cell for cell in first if cell.lower() != "clause"]


@pytest.mark.parametrize("format_name", formats())
def test_the_index_links_each_clause_to_its_place_on_the_page(format_name: str) -> None:
    page = _text(format_name).page
    text = (DOCS / "rulebooks" / f"{page}.md").read_text(encoding="utf-8")
    for cell in _index(page):
        name = without_link(cell)
        assert cell == f"[{name}](../rulebooks/{page}.md#{anchor(name)})"
        assert text.count(f'<a id="{anchor(name)}"></a>{name} |') == 1


@pytest.mark.parametrize("format_name", formats())
def test_every_clause_of_a_page_is_in_the_index_or_over_some_that_are(format_name: str) -> None:
    text = _text(format_name)
    index = [without_link(cell) for cell in _index(text.page)]
    for clause in set(text.clauses) - set(index):
        assert any(anchor(name).startswith(f"{anchor(clause)}-") for name in index), clause


@pytest.mark.parametrize("format_name", formats())
def test_every_clause_that_a_reason_names_is_told(format_name: str) -> None:
    text = _text(format_name)
    rules = _rules_of_reasons(format_name)
    assert len(rules) > 15
    bare = [r for r in rules if not all(RULING.fullmatch(p) for p in re.split(r"/|, ", r)) and not r.startswith("C.07")]
    assert [rule for rule in sorted(bare) if not text.cited(rule)] == []


@pytest.mark.parametrize("format_name", formats())
def test_a_page_says_what_the_text_says_of_itself_and_links_what_is_there(format_name: str) -> None:
    text, page = _text(format_name), rulebook_page(format_name)
    for said in (text.title, text.edition, text.publisher, text.found):
        assert said in page
    assert "http" not in page, "a link would be invented: no text gives one"
    for folder in ("clauses", "rulings"):
        assert (DOCS / folder / f"{text.page}.md").is_file()
    anchors = [anchor(clause) for clause in text.clauses]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("format_name", formats())
def test_the_sentences_are_short(format_name: str) -> None:
    for clause, words in _text(format_name).clauses.items():
        assert words.endswith((".", ".)")), clause
        for sentence in re.split(r"(?<=[.;]) ", words):
            assert len(sentence.split()) <= 40, (clause, sentence)


@pytest.mark.parametrize(
    ("format_name", "rule", "clauses"),
    [
        ("ladder", "5(c)(iv)", ("5(c)(iv)",)),
        ("hastings", "8-9/H10/H31", ("8", "9")),
        ("hastings", "32, 34/H38", ("32", "34")),
        ("pente", "A-format 3, 5, P3", ("A-format 3", "A-format 5")),
        ("pente", "A-format 1-2, P22", ("A-format 1", "A-format 2")),
        ("pente", "B-eligibility 2, info 2", ("B-eligibility 2", "info 2")),
        ("swiss", "10.2/12.7", ("10.2", "12.7")),
        ("grand-chess-tour", "6.3, 6.4, G18", ("6.3", "6.4")),
        ("grand-chess-tour", "G33", ()),
    ],
)
def test_a_rule_is_taken_apart(format_name: str, rule: str, clauses: tuple[str, ...]) -> None:
    assert _text(format_name).cited(rule) == clauses
