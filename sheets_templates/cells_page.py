"""The page that says what each kind of cell takes: all that is read, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rules.registry import engine_of, formats
from rules.sheet import Kind
from sync.chesssites.accounts import FORMS, LIMITS, REFUSED
from sync.grid import ERRORS, Cell
from sync.kinds.grammar import GRAMMARS, Grammar, Shape
from sync.kinds.signs import SAME_AS
from sync.kinds.text import UNSEEN
from sync.kinds.words import AND, languages_of
from sync.problems import CATALOGUE
from sync.schema import Rows, settings_of, workbook

MADE = "<!-- Made by `make docs` from the code. Do not edit by hand. -->"
HEAD = """# What is read

For each kind of cell this page lists everything that Pairsheet reads in it, and which value it is. What is not listed is
a message with the address of the cell; no value is ever taken from it. The kinds of all columns and settings stand in
[sheets.md](sheets.md) and at the end of this page; words of results in [result-words.md](result-words.md).

## Before the kind is looked at

- A cell with nothing in it that can be seen is blank: no value and no message. That is one with nothing, or only with
  white space and characters without a look (Unicode's Cf, such as a zero-width space or a mark of direction). White
  space is what Unicode calls so, and U+001C to U+001F.
- An error of the spreadsheet ({errors}) is a message in every kind.
- **Clean text**, for text, names, lists, links, ids, zones and words of a list: tab, line feed and carriage return become
  spaces; other control characters, halves of a character and {unseen} go; white space inside becomes one space, outside
  none; then Unicode's NFC. Text of which nothing is left is blank.
- **Plain text**, for numbers, moments, lengths of time, slots and ticks, from the text without outer white space:
  - A decimal digit of any script (Unicode's Nd) is its value. All digits of a cell come from one row of ten; else it is a
    message.
  - Each space of Unicode (Zs) is a space. A tab or a line break inside is none, and stands in no pattern.
  - Characters without a look go.
  - Signs that count as another one: {signs}. All others stay as they are.
  - Then Unicode's NFC, and what stands outside as white space now goes too.
- For moments, lengths of time, slots and ticks, letters are small then and spaces side by side are one.
- In the examples text stands in quotation marks; a bare number, TRUE, FALSE or a date is a cell of that sort. The patterns
  are Python's regular expressions, for the whole plain text or the part that is named.
"""


def read_page() -> str:
    """The page."""
    signs = ", ".join(f"{' '.join(others)} as `{sign}`" for sign, others in SAME_AS.items())
    unseen = ", ".join(f"U+{ord(c):04X}" for c in UNSEEN)
    lines = [MADE, HEAD.format(errors=", ".join(sorted(ERRORS)), unseen=unseen, signs=signs)]
    for grammar in GRAMMARS:
        lines += _grammar(grammar)
    lines += _accounts()
    lines += ["## Words", "", "A word means the same in every language listed here, and in capitals too.", ""]
    for name, table in languages_of():
        lines += [f"### {name.capitalize()}", "", *_words(table), ""]
    lines += [
        "### Between two parts of a length of time",
        "",
        ", ".join(f"`{w}`" for w in sorted(set(AND.values()))),
        "",
    ]
    lines += ["## Where each kind stands", "", *_places()]
    return "\n".join(lines).rstrip() + "\n"


def _accounts() -> Iterator[str]:
    yield from (
        "## Account (`Players` → `Username`)",
        "",
        "Gives an account, and the site where the text names one.",
        "",
    )
    yield from ("| What is typed | Read as |", "| --- | --- |")
    yield from (f"| `“{_bare(text)}”` | {_bare(read)} |" for text, read in FORMS)
    yield ""
    yield from (f"- {_bare(limit)}" for limit in LIMITS)
    yield f"- Refused ({_said('username-unreadable')}), for example: " + "; ".join(map(_typed, REFUSED))
    yield ""


def _grammar(grammar: Grammar) -> Iterator[str]:
    yield f"## {' and '.join(k.value.capitalize() for k in grammar.kinds)}"
    yield ""
    yield f"Gives {grammar.value}."
    yield ""
    yield "| What is typed | Examples |"
    yield "| --- | --- |"
    for shape in grammar.shapes:
        examples = "; ".join(f"{_typed(cell)} → {_bare(value)}" for cell, value in shape.examples)
        yield f"| {_bare(shape.words)} | {examples or ' '} |"
    yield ""
    patterns = [shape for shape in grammar.shapes if shape.pattern]
    if patterns:
        yield from _patterns(patterns)
    yield from (f"- {_bare(limit)}" for limit in grammar.limits)
    if grammar.refused:
        yield "- Refused, for example: " + "; ".join(
            f"{_typed(cell)} ({_bare(_said(code))})" for cell, code in grammar.refused
        )
    yield ""


def _patterns(shapes: Sequence[Shape]) -> Iterator[str]:
    yield "```text"
    for shape in shapes:
        yield from shape.pattern.split(" or ")
    yield "```"
    yield ""


def _said(code: str) -> str:
    assert code in CATALOGUE, code
    return f"`{code}`"


def _typed(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"`“{_bare(cell)}”`"
    if isinstance(cell, bool):
        return f"`{str(cell).upper()}`"
    return f"the date `{cell:%Y-%m-%d %H:%M}`" if isinstance(cell, datetime) else f"`{cell}`"


def _bare(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _words(table: object) -> Iterator[str]:
    assert isinstance(table, dict)
    yield "| Language | Words; a semicolon parts meanings |"
    yield "| --- | --- |"
    for language, groups in table.items():
        yield f"| {language} | {'; '.join(groups)} |"


def _places() -> Iterator[str]:
    """Kind by kind: every column that people type in and every setting, with the formats that have it."""
    found: dict[Kind, dict[str, list[str]]] = {}
    for name in formats():
        spec = engine_of(name).sheet
        for tab in workbook(spec):
            if tab.rows in (Rows.PEOPLE, Rows.APPENDED) and tab.name != "Journal":
                for column in tab.columns:
                    if column.cell.value in ("person", "seeded"):
                        found.setdefault(column.kind, {}).setdefault(f"{tab.name} → {column.heading}", []).append(name)
        for setting in settings_of(spec):
            found.setdefault(setting.kind, {}).setdefault(f"Settings → {setting.name}", []).append(name)
    yield "A column that not every format has is followed by those that have it."
    yield ""
    yield "| Kind | Where |"
    yield "| --- | --- |"
    every = list(formats())
    for grammar in GRAMMARS:
        for kind in grammar.kinds:
            places = [p if names == every else f"{p} ({', '.join(names)})" for p, names in found.get(kind, {}).items()]
            if places:
                yield f"| {kind.value} | {', '.join(places)} |"
