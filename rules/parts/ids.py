"""Ids, one grammar for all formats: `[SECTION-]STAGE+NUMBER[-BOARD[.GAME]]`.

`R3-02` is round 3, board 2; `F1-01.2` the second game of the Final; `A-R3-02` stands in section A. Stages:
`R` round, `P` play-off, `F` final. Nothing of this form can turn into a date or a number in a spreadsheet.
Numbers are never used again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_GRAMMAR = re.compile(
    r"(?:(?P<section>[A-Z]{1,4})-)?(?P<stage>[RPF])(?P<number>[0-9]{1,6})"
    r"(?:-(?P<board>[0-9]{1,6})(?:\.(?P<game>[0-9]{1,6}))?)?"
)


@dataclass(frozen=True)
class Ref:
    """An id taken apart; `sort_key` gives the playing order."""

    section: str
    stage: str
    number: int
    board: int | None = None
    game: int | None = None

    def __str__(self) -> str:
        text = f"{self.section}-" if self.section else ""
        text += f"{self.stage}{self.number}"
        if self.board is not None:
            text += f"-{self.board:02d}"
            if self.game is not None:
                text += f".{self.game}"
        return text

    @property
    def round(self) -> str:
        """The id of the round this belongs to."""
        return str(Ref(self.section, self.stage, self.number))

    @property
    def match(self) -> str:
        """The id of the pairing or match: without the number of the game."""
        return str(Ref(self.section, self.stage, self.number, self.board))

    @property
    def sort_key(self) -> tuple[str, int, int, int, int]:
        """Playing order inside a section."""
        return (self.section, "RPF".index(self.stage), self.number, self.board or 0, self.game or 0)


@lru_cache(maxsize=65536)
def parse_ref(text: str) -> Ref | None:
    """The id in `text` (spaces and case forgiven), or None where it is none."""
    text = text.strip()
    found = _GRAMMAR.fullmatch(text.upper()) if text.isascii() else None  # `ſ` and `ı` have S and I for capitals
    if not found:
        return None
    board, game = found["board"], found["game"]
    return Ref(
        found["section"] or "",
        found["stage"],
        int(found["number"]),
        int(board) if board else None,
        int(game) if game else None,
    )


def ref(text: str) -> Ref:
    """The id in `text`. Raises ValueError where it is none: only for ids that the worker made."""
    found = parse_ref(text)
    if found is None:
        raise ValueError(f"{text!r} is no id")
    return found


def round_id(section: str, stage: str, number: int) -> str:
    """Id of a round: `R3`, `A-R3`."""
    return str(Ref(section, stage, number))


def game_id(round_: str, board: int, game: int | None = None) -> str:
    """Id of a board of a round, or of one game of a match on it."""
    at = ref(round_)
    return str(Ref(at.section, at.stage, at.number, board, game))
