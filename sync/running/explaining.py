"""What `explain` says: why a game, a player, a score, a round or a bye is as it is."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches

from rules.model import Book, Empty, Engine, Game, Reason, Recorded, Round, Value
from rules.parts.ids import parse_ref, ref
from rules.parts.record import read_record
from rules.registry import engine_of
from rules.sheet import FormatSheet
from sync.backends.books import open_book
from sync.chesssites.links import public_links
from sync.decide import Decided, Outside, decide
from sync.encode import Shown, said
from sync.grid import Grid
from sync.kinds import clean
from sync.reading.identity import Identities
from sync.running.once import engine_for


class Stopped(LookupError):
    """The book is stopped: nothing is decided, so nothing can be explained."""


class Unknown(LookupError):
    """Nothing is known of what was asked; `near` holds what was perhaps meant."""

    def __init__(self, what: str, near: Sequence[str]) -> None:
        super().__init__(what)
        self.near = tuple(near)


def explained(book: str, what: str, now: Callable[[], datetime], as_of: bool = False) -> str:
    """Why something is so, as a paragraph a line of reasons. Raises Stopped and Unknown.

    `as_of`: with what was written, reported and typed by then alone; without it a book that was played ahead of the
    clock is explained as it stands.
    """
    grid = open_book(book).read()
    return explained_in(grid, engine_for(grid), what, now, as_of)


def explained_in(grid: Grid, engine: Engine, what: str, now: Callable[[], datetime], as_of: bool = False) -> str:
    """The same of a book that was read already."""
    decided = decide(grid, engine, now(), Outside("explain", "explain"))
    if decided.gathered is None or decided.reading is None:
        raise Stopped(what)
    known = decided.gathered
    moment = now().astimezone(known.sheet.zone)
    full = known.book(decided.reading.claims)
    full = _by_then(full, moment) if as_of else full
    about = _about(what, known.who)
    taken_back = _taken_back(full.record, about)
    try:
        reason = engine.explain(full, moment, about)
    except KeyError as unknown:
        if taken_back:
            return taken_back
        names = [known.who.shown.get(p.name, p.name) for p in full.people]
        raise Unknown(what, _near(what, names)) from unknown
    show = Shown(engine.sheet, known.who.shown, {}, {})
    return "\n".join(
        [*_lines(reason, show), *_pairs(full, about, known.who, decided, as_of), *_clauses(reason, engine.sheet)]
    )


def _clauses(reason: Reason, sheet: FormatSheet) -> Iterator[str]:
    """What each clause asks that the reasons name, in plain words; of a clause of another text that text's name too."""
    named: dict[str, str] = {}
    for part in reason.walk():
        lender = sheet.borrowed.get(part.code)
        text = engine_of(lender).sheet.text if lender else sheet.text
        for clause in text.cited(part.rule):
            named[f"{lender} {clause}" if lender else clause] = text.clauses[clause]
    if named:
        yield "The clauses in plain words:"
    for clause, words in named.items():
        yield f"  {clause}: {words}"


def _by_then(book: Book, moment: datetime) -> Book:
    """The book without what came later."""
    return replace(
        book,
        record=tuple(r for r in book.record if r.at <= moment),
        decisions=tuple(d for d in book.decisions if d.seen is None or d.seen <= moment),
        claims=tuple(c for c in book.claims if c.sent is None or c.sent <= moment),
    )


def _taken_back(record: Sequence[Recorded], about: str) -> str:
    """What is to be said of a round or a game that the director withdrew; blank for everything else."""
    stands = read_record(record)
    if about in stands.games or about in stands.rounds:
        return ""
    if any(isinstance(r.fact, Game) and r.fact.id == about for r in record):
        return (
            f"{about} was taken back with its round ({ref(about).round}): it was never played and counts for nothing."
        )
    if any(isinstance(r.fact, Round) and r.fact.id == about for r in record):
        return f"{about} was taken back by the director (Decisions: Withdraw round). Its games count for nothing."
    return ""


def _pairs(book: Book, about: str, who: Identities, decided: Decided, as_of: bool) -> Iterator[str]:
    """The games of a round, one a line; with what came of them, unless an earlier time is asked about."""
    at = parse_ref(about)
    if at is None or at.board is not None or who.find(about) is not None:
        return
    rows = decided.answer.tables.get("Pairings", ()) if decided.answer is not None and not as_of else ()
    outcomes = {str(row.cells.get("Game")): row.cells.get("Outcome") for row in rows}
    for recorded in read_record(book.record).games.values():
        game = recorded.fact
        if not isinstance(game, Game) or ref(game.id).round != str(at):
            continue
        if isinstance(game.black, Empty):
            yield f"  {game.id}: {who.show(game.white)} {game.black.value}"
        else:
            yield f"  {game.id}: {who.show(game.white)} – {who.show(game.black)}{_as_result(outcomes.get(game.id))}"


def _as_result(outcome: Value) -> str:
    return f", {outcome}" if isinstance(outcome, str) and outcome else ""


def _near(what: str, names: Sequence[str]) -> list[str]:
    """Players perhaps meant: a part of the name, or a slip of the finger, the names in any order."""
    asked = _plain(what)
    if not asked:
        return []
    part = [name for name in names if asked in _plain(name) or asked in _in_order(name)]
    if part:
        return sorted(part)[:3]
    for key in (_plain, _in_order):
        folded = {key(name): name for name in names}
        close = get_close_matches(key(what), folded, 3, 0.7)
        if close:
            return [folded[n] for n in close]
    return []


def _plain(text: str) -> str:
    """A text without case, accents and commas, for comparing only."""
    apart = unicodedata.normalize("NFKD", clean(text).casefold().replace(",", " "))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def _in_order(text: str) -> str:
    """The words of a name in the order of the alphabet: `novak jan` and `Jan Novák` are one."""
    return " ".join(sorted(_plain(text).split()))


def _about(what: str, who: Identities) -> str:
    parts = what.split(">")
    if len(parts) == 2:
        return ">".join(_meant(p, who) for p in parts)
    return _meant(what, who)


def _meant(typed: str, who: Identities) -> str:
    """The recorded name of the player meant, where exactly one has these words; else what was typed.

    A name with other words in it is never taken for this one: it is offered.
    """
    found = who.find(typed)
    if found is not None:
        return found
    if parse_ref(typed) is not None:
        return str(parse_ref(typed))
    words = _in_order(typed)
    same = [p.name for p in who.people if words and words in (_in_order(p.name), _in_order(who.show(p.name)))]
    return same[0] if len(same) == 1 else clean(typed)


def _lines(reason: Reason, show: Shown, depth: int = 0) -> list[str]:
    own = public_links(said(Reason(reason.rule, reason.code, reason.data), show))
    return ["  " * depth + own, *(line for part in reason.parts for line in _lines(part, show, depth + 1))]
