"""The pages of rulebooks: what each text says of itself, and every clause in our own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from rules.registry import engine_of, formats

MADE = "<!-- Made by `make docs` from the code. Do not edit by hand. -->"


def anchor(clause: str) -> str:
    """Where a clause stands on its page: `5(c)(iv)` at `#clause-5-c-iv`."""
    return "clause-" + re.sub(r"[^a-z0-9]+", "-", clause.casefold()).strip("-")


def rulebook_page(format_name: str) -> str:
    """One rulebook as a page."""
    return "\n".join(_lines(format_name)) + "\n"


def rulebook_pages() -> dict[str, Callable[[], str]]:
    """Every rulebook's page by the name of its file."""
    return {f"rulebooks/{engine_of(name).sheet.text.page}.md": partial(rulebook_page, name) for name in formats()}


def _lines(format_name: str) -> Iterator[str]:
    sheet = engine_of(format_name).sheet
    text = sheet.text
    yield MADE
    yield ""
    yield f"# The rulebook of `{format_name}`"
    yield ""
    yield f"{sheet.rulebook}."
    yield "The text itself is not ours to print; this page says what each clause asks, in our own words."
    yield f"Which code and which case follow a clause: [clauses](../clauses/{text.page}.md)."
    yield f"How we read what can be read two ways: [rulings](../rulings/{text.page}.md)."
    yield "`pairsheet explain` prints these sentences below the reasons that name a clause."
    yield ""
    for what, said in (("Title", text.title), ("Edition", text.edition), ("Publisher", text.publisher)):
        yield f"- {what}: {said}"
    yield f"- Where it can be found: {text.found}"
    yield ""
    yield "| Clause | What it asks |"
    yield "| --- | --- |"
    for clause, words in text.clauses.items():
        yield f'| <a id="{anchor(clause)}"></a>{clause} | {words} |'
