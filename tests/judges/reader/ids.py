"""Ids of games and rounds."""

from __future__ import annotations

from tests.judges.reader.ground import BLANK, Cell, Refused, clean
from tests.judges.reader.numbers import digits
from tests.judges.reader.texts import as_text

CODE = "not-an-id"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def capital(text: str) -> str:
    """Case forgiven for the letters A-Z alone: other signs that have one of them for a capital are others."""
    return "".join(chr(ord(sign) - 32) if "a" <= sign <= "z" else sign for sign in text)


def parts_of(text: str) -> tuple[str, str, int, int | None, int | None]:
    """Section, stage, number, board and game of an id."""
    words = capital(text).split("-")
    section = ""
    if len(words) > 1 and 1 <= len(words[0]) <= 4 and all(sign in LETTERS for sign in words[0]):
        section = words.pop(0)
    if not 1 <= len(words) <= 2:
        raise Refused(CODE)
    last, point, game = words[-1].partition(".")
    words[-1] = last
    stage, number = words[0][:1], words[0][1:]
    numbers = [number, *words[1:], *([game] if point else [])]
    if stage not in ("R", "P", "F") or not all(digits(one, 1, 6) for one in numbers):
        raise Refused(CODE)
    if point and len(words) == 1:
        raise Refused(CODE)
    board = int(words[1]) if len(words) == 2 else None
    return section, stage, int(number), board, int(game) if point else None


def game_id(cell: Cell) -> object:
    text = clean(as_text(cell))
    return BLANK if text == "" else parts_of(text)


def round_id(cell: Cell) -> object:
    text = clean(as_text(cell))
    if text == "":
        return BLANK
    if digits(text, 1, 3):
        return "", "R", int(text), None, None
    parts = parts_of(text)
    if parts[3] is not None or parts[4] is not None:
        raise Refused(CODE)
    return parts
