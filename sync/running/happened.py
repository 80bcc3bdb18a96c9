"""What a pass did, in a few words for the console: rounds that went out, results that were taken, lots, entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.model import Empty, Entry, Game, Lot, Recorded, Round
from rules.parts.ids import ref
from rules.registry import engine_of, formats
from sync.decide import Decided
from sync.reading.results import Said, read_result

MOST = 4  # results named; more are counted
_EMPTY = {Empty.BYE: "bye", Empty.HALF_BYE: "half bye", Empty.HELD_BACK: "held back", Empty.ABSENT: "absent"}


def happened(decided: Decided) -> tuple[str, ...]:
    """One phrase a thing, in the order of what people ask about; empty where nothing of the event changed."""
    known = decided.gathered
    if known is None:
        return ()
    shown = known.who.shown
    return (
        *_went_out(decided.facts, shown),
        *_some(list(_reported(decided)), "reports taken"),
        *_some(list(_typed(decided)), "results typed"),
        *_drawn(decided.facts, shown),
        *_entered(decided.facts),
        *_drafted(decided),
    )


def _some(found: list[str], many: str) -> list[str]:
    return found if len(found) <= MOST else [*found[: MOST - 1], f"{len(found) - MOST + 1} more {many}"]


def _went_out(facts: tuple[Recorded, ...], shown: Mapping[str, str]) -> Iterator[str]:
    """Each round with its games and idle players; games that went out by themselves."""
    rounds = [r.fact.id for r in facts if isinstance(r.fact, Round)]
    games = [r.fact for r in facts if isinstance(r.fact, Game)]
    for id_ in rounds:
        mine = [g for g in games if ref(g.id).round == id_]
        played = sum(not isinstance(g.black, Empty) for g in mine)
        idle = [f"{_EMPTY[g.black]} for {shown.get(g.white, g.white)}" for g in mine if isinstance(g.black, Empty)]
        parts = [f"{played} game{'' if played == 1 else 's'}", *_some(idle, "who do not play")]
        yield f"{id_} is out: {', '.join(parts)}"
    further = [g.id for g in games if ref(g.id).round not in rounds and not isinstance(g.black, Empty)]
    if further:
        be = "is" if len(further) == 1 else "are"
        yield f"{', '.join(_some(further, 'games'))} {be} out"


def _reported(decided: Decided) -> Iterator[str]:
    for line in decided.lines:
        if line.event == "submission" and line.detail.get("state") == "accepted":
            yield f"{line.subject} {line.detail.get('word') or ''}".rstrip() + " taken"
        elif line.event == "submission" and line.detail.get("state") == "held":
            yield f"{line.subject} held: two reports differ"


def _typed(decided: Decided) -> Iterator[str]:
    known = decided.gathered
    assert known is not None
    ruled = {claim.about for claim in known.ledger.claims if claim.state == "ruled"}
    played = {id_ for id_ in known.standing.games if not isinstance(known.standing.game(id_).black, Empty)}
    for line in decided.lines:
        if line.event != "seen" or line.detail.get("tab") != "Games":
            continue
        before = [x for x in known.journal.of("seen") if x.subject == line.subject and x.detail.get("tab") == "Games"]
        was = _result(before[-1].detail) if before else ""
        now = _result(line.detail)
        if now and now != was and line.subject in ruled:
            yield f"{line.subject} {now} typed"
        elif not now and line.subject in played and _was_read(was):
            yield f"{line.subject} {was} taken back"


def _was_read(word: str) -> bool:
    """Whether a word is a result: what never counted is not taken back."""
    return any(isinstance(read_result(word, engine_of(name).sheet), Said) for name in formats())


def _result(detail: Mapping[str, object]) -> str:
    cells = detail.get("cells")
    return str(cells.get("Result") or "") if isinstance(cells, Mapping) else ""


def _drawn(facts: tuple[Recorded, ...], shown: Mapping[str, str]) -> Iterator[str]:
    for recorded in facts:
        fact = recorded.fact
        if isinstance(fact, Lot) and fact.answer is not None and len(fact.answer) == 1:
            yield f"lot {fact.id}: {shown.get(fact.answer[0], fact.answer[0])}"
        elif isinstance(fact, Lot) and fact.answer is None:
            yield f"{fact.id} is asked for"
        elif isinstance(fact, Lot):
            yield f"lot {fact.id} is drawn"


def _entered(facts: tuple[Recorded, ...]) -> Iterator[str]:
    count = Counter(isinstance(r.fact, Entry) for r in facts)[True]
    if count:
        yield f"{count} player{'' if count == 1 else 's'} entered"


def _drafted(decided: Decided) -> Iterator[str]:
    out = {r.fact.id for r in decided.facts if isinstance(r.fact, Round)}
    drafted = [line.subject for line in decided.lines if line.event == "drafted" and line.subject not in out]
    if drafted:
        yield f"{', '.join(dict.fromkeys(drafted))} is drafted" if len(drafted) == 1 else "drafts have changed"
