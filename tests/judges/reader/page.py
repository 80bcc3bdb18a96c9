"""The tables of words, read from the pages themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


@cache
def rows(page: str, title: str) -> tuple[tuple[str, ...], ...]:
    """The lines of the first table under a title of a page, without its heading."""
    found: list[tuple[str, ...]] = []
    inside = False
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            if found:
                break
            inside = line.lstrip("# ") == title
        elif inside and line.startswith("|"):
            found.append(tuple(cell.strip().replace("\\|", "|") for cell in line.strip("|").split(" | ")))
    assert found, f"{page} has no table under {title}"
    return tuple(found[2:])


@cache
def meanings(title: str) -> dict[str, int | str]:
    """Each word under a title: its number in the order of meanings, or the meaning's name where the page gives one."""
    words: dict[str, int | str] = {}
    for _, listed in rows("what-is-read.md", title):
        for number, group in enumerate(listed.split(";")):
            meaning, colon, names = group.partition(":")
            for word in (names if colon else group).split():
                value: int | str = meaning.strip() if colon else number
                assert words.setdefault(word, value) == value, f"{word} means two things"
    return words


@cache
def and_words() -> frozenset[str]:
    text = (DOCS / "what-is-read.md").read_text(encoding="utf-8")
    line = text.split("### Between two parts of a length of time", 1)[1].strip().splitlines()[0]
    return frozenset(word.strip().strip("`") for word in line.split(","))
