"""As much PGN as is needed here: tags, the moves as plain words, and one tidy game written out.

Sites put clocks, comments and links into their PGN. Only tags and moves are taken; anything that is not a move
by its letters makes the move list unknown, so that nothing strange reaches an export.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

_TAG = re.compile(r'^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
_COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*|\$[0-9]+")
_VARIATION = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"^[0-9]+\.+")
_SAN = re.compile(
    r"(?:[O0]-[O0](?:-[O0])?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNK])?|[PKQRBN]?@[a-h][1-8])[+#]?[!?]{0,2}"
)
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def tags(pgn: str) -> dict[str, str]:
    """The tag pairs of a game's PGN."""
    return {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(pgn)}


def san_moves(movetext: str) -> tuple[str, ...] | None:
    """The moves of one game in order, without numbers, clocks and comments; None where something is no move."""
    text = _COMMENT.sub(" ", _TAG.sub(" ", movetext))
    while _VARIATION.search(text):
        text = _VARIATION.sub(" ", text)
    moves: list[str] = []
    for word in text.split():
        move = _NUMBER.sub("", word)
        if not move or move in RESULTS:
            continue
        if not _SAN.fullmatch(move):
            return None
        moves.append(move.rstrip("!?").replace("0-0", "O-O").replace("O-0", "O-O"))
    return tuple(moves)


def tag_line(name: str, value: str) -> str:
    """One tag pair; quotes and backslashes escaped, line breaks and control characters gone."""
    clean = "".join(c if c.isprintable() else " " for c in value).strip()
    escaped = clean.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def write_game(tag_pairs: Mapping[str, str], moves: Sequence[str], result: str, *, black_begins: bool = False) -> str:
    """One game in PGN, ending in a blank line; lines of the move text stay under 80 characters."""
    words: list[str] = []
    for ply, move in enumerate(moves, start=int(black_begins)):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        elif black_begins and ply == 1:
            words.append("1...")
        words.append(move)
    words.append(result if result in RESULTS else "*")
    lines = [tag_line(name, value) for name, value in tag_pairs.items()]
    return "\n".join([*lines, "", textwrap.fill(" ".join(words), 79, break_on_hyphens=False), "", ""])
