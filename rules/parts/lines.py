"""Rows of views that are the same for every format: Pairings, Why, and the words of an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from rules.model import Book, Empty, Entry, Game, How, Id, Lot, Noticed, Reason, Recorded, Round, Row, Value
from rules.parts.brought import BY_FILE
from rules.parts.ids import parse_ref, ref
from rules.parts.outcomes import Outcome
from rules.parts.record import WITHDRAWN, Standing
from rules.reasons import number_text

DECIDERS: Mapping[str, str] = {
    "director": "director",
    "form": "form",
    "deadline": "deadline",
    "leaver": "player left",
    "record": "record",
    BY_FILE: "taken over",
}


@lru_cache(maxsize=1024)
def score_word(first: Fraction, second: Fraction) -> str:
    """A score as typed in a result cell: `1-0`, `1/2-1/2`, `3 1/2-1 1/2`."""

    def side(points: Fraction) -> str:
        return "1/2" if points == Fraction(1, 2) else number_text(points)

    return f"{side(first)}-{side(second)}"


def outcome_word(o: Outcome) -> str:
    """What counts, in a word of the result column; blank while nothing is decided. A Bye has none."""
    if o.state == "bye" or (o.state != "decided" and o.score is None and o.how is None):
        return ""
    if o.how is How.VOID:
        return "Void"
    if o.how is How.NULL:
        return "Null"
    first, second = o.score if o.score is not None else (Fraction(0), Fraction(0))
    word = score_word(first, second)
    if o.how in (How.DEFAULT, How.DOUBLE_DEFAULT):
        return f"{word}F"
    return f"{word} tie" if o.how is How.TIE_DECLARED else word


def opponent_text(opponent: Id | Empty) -> str:
    """A name, or the bracketed word for the lack of an opponent."""
    return opponent.value if isinstance(opponent, Empty) else opponent


def pairing_rows(
    book: Book,
    stands: Standing,
    outcomes: Mapping[Id, Outcome],
    remarks: Mapping[Id, str],
    reasons: Mapping[Id, Reason],
    first: str = "White",
    second: str = "Black",
) -> tuple[Row, ...]:
    """One row a game or Bye of the record, withdrawn rounds included, in playing order. Link is left to `sync`.

    `remarks` and `reasons` belong to game ids; where a game has no reason of its own outcome, that of its
    pairing is shown.
    """
    recorded: dict[Id, Recorded] = {r.fact.id: r for r in book.record if isinstance(r.fact, Game)}
    rows = []
    for id_ in sorted(recorded, key=lambda i: ref(i).sort_key):
        fact = recorded[id_].fact
        assert isinstance(fact, Game)
        o = outcomes.get(id_) if id_ in stands.games else None
        white, black = (o.white, o.black) if o else (fact.white, fact.black)
        cells: dict[str, Value] = {
            "Game": id_,
            "Round": ref(id_).round,
            first: white,
            second: opponent_text(black),
            "Outcome": outcome_word(o) if o else "Void",
            "Decided by": _decider(o) if o else "round withdrawn",
            "Due": o.due if o and o.state != "bye" else None,
            "Link": None,
            "Remark": remarks.get(id_) or None,
        }
        rows.append(Row(cells, reasons.get(id_, recorded[id_].why)))
    return tuple(rows)


def _decider(o: Outcome) -> str:
    if o.state == "frozen":
        return "frozen"
    return "" if o.state in ("bye", "open") else DECIDERS.get(o.by, o.by)


def about_of(recorded: Recorded) -> Id:
    """What a fact is about: the id of a game, round or lot, or a player."""
    fact = recorded.fact
    if isinstance(fact, Noticed):
        return fact.about
    return fact.id if hasattr(fact, "id") else fact.player


def round_about(about: Id) -> Id:
    """The round an id belongs to, blank for a player."""
    found = parse_ref(about)
    return found.round if found else ""


def _of_section(recorded: Recorded, round_: Id) -> bool:
    """Whether an entry or a lot may stand beside this round: not where it names another section."""
    fact = recorded.fact
    section = fact.section if isinstance(fact, Entry) else fact.id.split()[0] if isinstance(fact, Lot) else ""
    own = ref(round_).section if round_ else ""
    return not section or not own or section.split("-")[0] == own


def why_rows(record: Iterable[Recorded]) -> tuple[Row, ...]:
    """One row a recorded fact, in the order written: what was decided, and why.

    Facts of one round that stand beside its own row keep their place; taken-back ones are shown like any other.
    """
    rows = []
    at = ""
    for recorded in record:
        about = about_of(recorded)
        found = recorded.fact.at if isinstance(recorded.fact, Entry) else round_about(about)
        if isinstance(recorded.fact, Round):
            at = found
        beside = at if _of_section(recorded, at) else ""
        rows.append(Row({"Round": found or beside or None, "About": about}, recorded.why))
    return tuple(rows)


__all__ = [
    "WITHDRAWN",
    "about_of",
    "opponent_text",
    "outcome_word",
    "pairing_rows",
    "round_about",
    "score_word",
    "why_rows",
]
