"""Published games that lost their result after something was made from it: urgent in every format."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.model import Id, Trouble, Value
from rules.parts.ids import ref
from rules.parts.lines import opponent_text
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.parts.results import Used

LOST = "result-lost"
NOTHING = Used("", "")
WAITS = "What comes next waits."


def made_after(stands: Standing, game: Id, players: Collection[Id] = (), rounds_at_once: bool = False) -> Id:
    """What was published on the result of a game: a later game of its match, or a later round of its section.

    Given `players`, only a round in which one of them plays. `rounds_at_once`: regular rounds do not rest on each
    other, play-offs do. Blank where there is none.
    """
    at = ref(game)
    if at.game is not None:
        for other in stands.games:
            then = ref(other)
            if then.match == at.match and (then.game or 0) > at.game:
                return other
    for round_ in stands.rounds:
        then = ref(round_)
        if then.section != at.section or then.sort_key <= ref(at.round).sort_key:
            continue
        if rounds_at_once and then.stage == "R":
            continue
        if not players or any(set(players) & {g.white, g.black} for g in stands.games_of(round_)):
            return round_
    return ""


def lost(o: Outcome, after: Id, old: str = "", otherwise: str = WAITS) -> Trouble:
    """The trouble. `old`: the result that `after` was made from, where that is recorded."""
    facts: dict[str, Value] = {
        "game": o.id,
        "white": o.white,
        "black": opponent_text(o.black),
        "after": after,
        "was": f" (it was {old})" if old else "",
        "again": f"{old} again, or the right result" if old else "the result",
        "otherwise": otherwise,
    }
    return Trouble(LOST, o.id, "Result", facts)


def lost_results(
    stands: Standing, found: Iterable[Outcome], known: Mapping[Id, Used], rounds_at_once: bool = False
) -> Iterator[Trouble]:
    """Games that are open although something was made from their result.

    `rounds_at_once`: a whole round-robin goes out together; matches of a play-off end one by one, so that only a later
    round of the same players counts.
    """
    for o in found:
        if o.state != "open" or o.id not in stands.games:
            continue
        players = [p for p in (o.white, o.black) if isinstance(p, str)] if ref(o.id).stage != "R" else []
        used = known.get(o.id, NOTHING)
        if used.word:
            yield lost(o, used.by, used.word)
            continue
        after = made_after(stands, o.id, players if rounds_at_once else (), rounds_at_once)
        if after:
            yield lost(o, after)
