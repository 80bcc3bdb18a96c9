"""Games and players that a text speaks of, in whatever words: enough to ask the director, never to take a result."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable

from rules.parts.ids import parse_ref

_ID = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")
_BETWEEN = re.compile(
    r"\s*[–—/:;,&+\n]\s*|\s+-\s+|\s+(?:vs?\.?|against|and|gegen|und|contre|et|contra|y|e|contro|tegen|en|mot|och|og|против|и)\s+",
    re.IGNORECASE,
)
_LONGEST = 2000  # letters of a text that are looked at


def games_in(texts: Iterable[str], games: Container[str]) -> tuple[str, ...]:
    """Ids of these games that stand anywhere in the texts."""
    found = (parse_ref(word) for text in texts for word in _ID.findall(text[:_LONGEST]))
    return tuple(dict.fromkeys(str(at) for at in found if at is not None and str(at) in games))


def players_in(texts: Iterable[str], find: Callable[[str], str | None]) -> tuple[str, ...]:
    """Players whose name is a whole text, or a part of one between signs or words such as `–`, `vs` and `and`."""
    names: dict[str, None] = {}
    for text in texts:
        for piece in (text, *_BETWEEN.split(text[:_LONGEST])):
            name = find(piece) if piece.strip() else None
            if name:
                names[name] = None
    return tuple(names)
