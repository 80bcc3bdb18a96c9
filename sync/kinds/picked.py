"""What is picked rather than written: yes or no, one of a list, an id."""

from __future__ import annotations

import re

from rules.parts.ids import parse_ref
from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds.signs import words
from sync.kinds.text import Misread, cell_text, clean, short_text, typed_text
from sync.kinds.words import NO_WORDS, YES_WORDS


def read_check(cell: Cell) -> bool | Misread:
    """Yes or no."""
    if isinstance(cell, bool):
        return cell
    text = words(cell_text(cell))
    if text in YES_WORDS:
        return True
    return False if text in NO_WORDS else Misread("not-yes-no", typed_text(cell), "yes or no")


def read_choice(cell: Cell, choices: tuple[str, ...]) -> str | Misread:
    """One of the list."""
    if isinstance(cell, bool) and "yes" in choices:
        return "yes" if cell else "no"
    text = clean(cell_text(cell))
    found = next((c for c in choices if c and c.lower() == text.lower()), None)
    return found or Misread("not-a-choice", short_text(text), ", ".join(c for c in choices if c))


def read_id(cell: Cell, kind: Kind) -> str | Misread:
    """The id of a game or of a round, written as the program writes it."""
    text = clean(cell_text(cell))
    if kind is Kind.ROUND_ID and re.fullmatch(r"[0-9]{1,3}", text):
        return f"R{int(text)}"  # a bare number is understood where there is one section
    found = parse_ref(text)
    if found and (kind is Kind.GAME_ID or found.board is None):
        return str(found)
    wanted = "an id such as R3-02" if kind is Kind.GAME_ID else "a round such as R3"
    return Misread("not-an-id", short_text(text), wanted)
