"""The page of headings that lists of players may have."""

from __future__ import annotations

from collections.abc import Iterator

from sync.arriving.headings import FIELDS, LIKELY, SEEN
from sync.arriving.people import COLUMNS

MADE = "<!-- Made by `make docs` from the code. Do not edit by hand. -->"
HEAD = """# Headings of lists that are known

For `pairsheet new --players` and `pairsheet add` ([moving-in.md](moving-in.md)). Headings are compared without capitals,
accents, blanks and the signs `. : * ( ) / _ - # '`. A column called after a month, such as `SEP26`, is the rating of a FIDE list. Beside
a column of surnames a word for the whole name means the first name, and the other way round.

*Seen* stands in files of programs and is taken at once. *Words of a language* are taken too, and shown first for you to accept.
"""


def headings_page() -> str:
    """The page."""
    return "\n".join([MADE, HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for field in FIELDS:
        column = COLUMNS.get(field, "Player" if field in ("name", "surname", "first name") else "")
        yield f"## {field}"
        yield ""
        yield (
            f"Goes to `{column}`, where the format has that column."
            if column
            else "Read and left: no format has a column for it."
        )
        yield ""
        yield f"- Seen: {_words(SEEN.get(field, ''))}"
        yield f"- Words of a language: {_words(LIKELY.get(field, ''))}"
        yield ""


def _words(listed: str) -> str:
    return ", ".join(f"`{word}`" for word in listed.split(" ; ") if word) or "none"
