"""An event that began elsewhere: games whose results came with them, and the sentences for what was taken over.

A game taken over holds in `taken` its result and where it stood. That decides it until the director says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from rules.model import Claim, Empty, Fields, Game, How, Reason, Recorded, Value

SOURCE, SCORE, HOW, ENDED, LINK = "source", "score", "how", "ended", "link"  # keys of what a game taken over holds
BY_FILE = "file"  # who decided it
RULE = "taken over"


def brought(
    source: str, score: tuple[Fraction, Fraction] | None, how: How, ended: datetime | None = None, link: str = ""
) -> Fields:
    """What a game taken over holds in `taken`. `score` is White's and Black's; None while it is still to be played."""
    found: dict[str, Value] = {SOURCE: source}
    if score is not None:
        found |= {SCORE: score, HOW: how.name}
    found |= {ENDED: ended} if ended is not None else {}
    return {**found, LINK: link} if link else found


def is_brought(game: Game) -> bool:
    """Whether a game or row came with an event that began elsewhere."""
    return bool(game.taken.get(SOURCE))


def claim_brought(game: Game) -> Claim | None:
    """The result that came with a game; None where none did, or where its line was changed into something else."""
    score, how, ended = game.taken.get(SCORE), game.taken.get(HOW), game.taken.get(ENDED)
    if not is_brought(game) or isinstance(game.black, Empty) or not isinstance(score, tuple) or len(score) != 2:
        return None
    white, black = score
    if not isinstance(white, Fraction) or not isinstance(black, Fraction) or str(how) not in How.__members__:
        return None
    when = ended if isinstance(ended, datetime) else None
    source = str(game.taken[SOURCE])
    return Claim(
        game.id, (game.white, game.black), (white, black), How[str(how)], "accepted", when, when, source=source
    )


def why_brought(code: str, source: str, **facts: Value) -> Reason:
    """The reason of a fact that was taken over."""
    return Reason(RULE, f"brought-{code}", {**facts, "source": source})


def is_of_elsewhere(recorded: Recorded) -> bool:
    """Whether a fact was taken over with an event that began elsewhere."""
    return recorded.why.code.startswith("brought-")


def list_brought(record: Iterable[Recorded]) -> bool:
    """Whether the list of players was taken over: its numbers stay."""
    return any(r.why.code == "brought-entry" for r in record)


BROUGHT_WORDS: Mapping[str, str] = {
    "brought-entry": "{player} has number {number}, taken over from {source}.",
    "brought-lot": "{player} had {colour} in round 1: taken over from {source}.",
    "brought-round": "{round} was played before this book began: taken over from {source}.",
    "brought-game": "{white} (White) met {black}: taken over from {source}.",
    "brought-default": "{white} was paired with {black}, and the game was not played: taken over from {source}.",
    "brought-bye": "{player} had a bye in {round}: taken over from {source}.",
    "brought-half-bye": "{player} had half a point without a game in {round}: taken over from {source}.",
    "brought-absent": "{player} was not paired in {round}: taken over from {source}.",
    "result-brought": "{white} – {black} {result}: taken over from {source}.",
}


@dataclass(frozen=True)
class TableGame:
    """A game as a table lists it. `black` blank: the player had no opponent. `score` None: no result yet."""

    round: int
    board: int
    white: str
    black: str
    score: tuple[Fraction, Fraction] | None
    how: How
    ended: datetime | None
    link: str
    source: str
