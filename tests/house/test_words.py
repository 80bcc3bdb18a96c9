"""Pages, messages and docstrings avoid the expressions that CONTRIBUTING lists, since they need a second reading."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WINGS = ("rules", "sync", "sheets_templates", "deploy")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "sheets_templates").glob("*/README.md")])


@cache
def refused() -> re.Pattern[str]:
    """The left column of the list of words, as one pattern."""
    part = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("| not | write |\n| --- | --- |\n")[1]
    rows = part.split("\n\n")[0].splitlines()
    phrases = [phrase.strip() for row in rows for phrase in row.strip("|").split("|")[0].split(",")]
    assert len(phrases) > 10
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])", re.IGNORECASE)


def hits(text: str) -> list[str]:
    """The refused expressions in a text, whatever its lines."""
    return refused().findall(" ".join(text.split()))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a module with its line, docstrings included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_are_plain(path: Path) -> None:
    """No page uses an expression of the list; the list itself apart."""
    text = path.read_text(encoding="utf-8")
    if path.name == "CONTRIBUTING.md":
        text = re.sub(r"\| not \| write \|\n(\|.*\n)+", "", text)
    assert not hits(text)


@pytest.mark.parametrize("wing", WINGS)
def test_messages_and_docstrings_are_plain(wing: str) -> None:
    """No text in the code does either."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {', '.join(hits(text))}"
        for path in sorted((ROOT / wing).rglob("*.py"))
        if "node_modules" not in path.parts
        for line, text in texts(path)
        if hits(text)
    ]
    assert not found, "\n".join(found)


def test_the_list_is_read() -> None:
    """Across lines and in capitals, and not inside a code or another word."""
    assert hits("It is told\n of in Problems.") == ["told of"]
    assert hits("Written Anew.") == ["Anew"]
    assert hits("zone-anew, retold often, undertold official") == []
