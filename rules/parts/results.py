"""Results that something was made from: recorded with it, so that a later correction is noticed and told.

A round records, in `taken`, the results that no earlier one rests on or that changed since. Where an end is made from
results and no round follows, they are noticed of what has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from rules.advice import Nothing, Told, Type, advice, when
from rules.model import Book, Fields, Id, Noticed, Round, Value
from rules.parts.ids import parse_ref
from rules.parts.lines import opponent_text
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing

RESULTS = "results"  # what a round takes, and what is noticed of an end
MADE_FROM = "made from"  # the same, where it is no part of what a draft says: it stands as the same draft without it

CORRECTED: Mapping[str, Told] = {
    "correction": (
        "note",
        "{game}, {white} – {black}, was corrected: {old} → {new}. {rests}",
        advice(
            Nothing("if the new result is right", stays=True),
            when("To undo it", Type("{old}", "Games → Result", "{game}")),
        ),
        "What was published stays; what is made next is made from the corrected result.",
    ),
}
"""The note of a correction, alike in every format."""


@dataclass(frozen=True)
class Used:
    """The result of a game as last recorded, and what was made from it first: a round, or an event that ended.

    `before` is the result that it took the place of. `at` is when it was recorded, `last` whether nothing was made of
    results in its section since, `earlier` the time of the last fact recorded before.
    """

    word: str
    by: Id
    before: Used | None = None
    at: datetime | None = None
    last: bool = False
    earlier: datetime | None = None


@dataclass(frozen=True)
class Corrected:
    """A game whose result is another one than what was made from it rests on."""

    game: Id
    white: Id
    black: str
    old: str
    new: str
    by: Id

    def facts(self, rests: str = "") -> Fields:
        """The data of the note. `rests`: what the correction means, where more is known than what it was used for."""
        return {
            "game": self.game,
            "white": self.white,
            "black": self.black,
            "old": self.old or "no result",
            "new": self.new or "no result",
            "rests": rests or f"{self.by} was made from the old one.",
        }


def results_used(book: Book, stands: Standing) -> dict[Id, Used]:
    """The result of every game as last recorded with something that stands."""
    known: dict[Id, Used] = {}
    newest: dict[Id, datetime] = {}  # when results of a section were last recorded
    earlier = now = None
    for recorded in book.record:
        if recorded.at != now:
            earlier, now = now, recorded.at
        match recorded.fact:
            case Round(id=id_, taken=taken) if stands.rounds.get(id_) is recorded:
                about, lines = id_, taken.get(RESULTS) or taken.get(MADE_FROM)
            case Noticed(about=about, what=what, value=lines) if what == RESULTS:
                pass
            case _:
                continue
        newest[_section(about)] = recorded.at
        for game, word in pairs_in(lines):
            if game not in known or known[game].word != word:
                known[game] = Used(word, about, known.get(game), recorded.at, earlier=earlier)
    return {game: replace(used, last=newest[_section(used.by)] == used.at) for game, used in known.items()}


def _section(about: Id) -> Id:
    at = parse_ref(about)
    return at.section if at is not None else about


def told_late(used: Used, word: str, o: Outcome) -> Used | None:
    """The result that was corrected in the very pass in which something was made from the new one.

    Nobody has seen the note of it then: it stays until more is made in the section. A report bears the time when it
    was sent, which may lie before the pass that read it.
    """
    if not word or used.word != word or used.before is None or not used.before.word or not used.last:
        return None
    since = used.at if o.by == "director" else used.earlier
    seen_before = o.at is None or since is None or o.at < since
    return None if seen_before else used.before


def pairs_in(value: Value) -> tuple[tuple[str, str], ...]:
    """Pairs of texts as recorded; anything else is none."""
    lines = value if isinstance(value, tuple) else ()
    return tuple((str(line[0]), str(line[1])) for line in lines if isinstance(line, tuple) and len(line) == 2)


def results_since(known: Mapping[Id, Used], now: Mapping[Id, str]) -> tuple[tuple[Id, str], ...]:
    """Results that nothing rests on yet, or that changed since. `now`: each game's word, blank while open."""
    return tuple((id_, word) for id_, word in now.items() if (known[id_].word if id_ in known else "") != word)


def corrected(known: Mapping[Id, Used], now: Mapping[Id, str], outcomes: Mapping[Id, Outcome]) -> tuple[Corrected, ...]:
    """Games whose result is not the one recorded, or was not until the last pass that recorded any.

    One that has none any more is reported as lost (`rules.parts.lost`).
    """
    found = []
    for id_, used in known.items():
        word = now.get(id_, "")
        old = used if used.word != word else told_late(used, word, outcomes[id_])
        if word and old is not None:
            o = outcomes[id_]
            found.append(Corrected(id_, o.white, opponent_text(o.black), old.word, word, old.by))
    return tuple(found)
