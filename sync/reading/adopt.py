"""Facts taken from Rounds, Games, Lots and Players where the Journal lost them and the director confirmed it.

Times, players and ids stand in those tabs; evidence, reasons and when things were first seen do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from itertools import count

from rules.model import Empty, Entry, Game, Lot, Reason, Recorded, Round
from rules.parts.ids import parse_ref
from rules.sheet import FormatSheet
from sync.encode import CUT
from sync.journal import Journal
from sync.kinds import cell_text, clean, name_key, read_moment, split_names
from sync.reading.decode import Sheet, TypedRow
from sync.reading.row_names import recorded_names

ADOPTED = Reason("", "adopted")


def adopted_facts(sheet: Sheet, journal: Journal, spec: FormatSheet, now: datetime) -> tuple[Recorded, ...]:
    """Facts that stand in the tabs and not in the record, in playing order."""
    known = journal.facts
    rounds = {r.fact.id for r in known if isinstance(r.fact, Round)}
    games = {r.fact.id for r in known if isinstance(r.fact, Game)}
    lots = {r.fact.id for r in known if isinstance(r.fact, Lot)}
    found: list[Recorded] = []
    names = recorded_names(sheet, journal)
    entered = {r.fact.player: r.fact.number for r in known if isinstance(r.fact, Entry)}
    if entered or sheet.rows.get("Rounds"):
        found += _entries(sheet, spec, now, entered, names)
    dues = _dues(sheet)
    for row in sheet.rows.get("Rounds", ()):
        id_ = _id(row, "Round")
        if id_ and id_ not in rounds:
            due = next((d for g, d in dues.items() if g.startswith(f"{id_}-")), None)
            starts = row.values.get("Starts")
            round_ = Round(id_, row.text("Kind") or "round", starts if isinstance(starts, datetime) else None, due)
            found.append(Recorded(round_, _announced(row, sheet, now), ADOPTED))
    for row in sheet.rows.get("Games", ()):
        id_ = _id(row, "Game")
        white, black = (_name(row.text(h), names) for h in (spec.first_heading, spec.second_heading))
        if id_ and id_ not in games and white and black:
            empty = next((e for e in Empty if e.value == black), None)
            game = Game(id_, white, empty or black, row.text("Rate"), dues.get(id_))
            found.append(Recorded(game, _announced(row, sheet, now), ADOPTED))
    for row in sheet.rows.get("Lots", ()):
        id_, kind = row.text("Lot"), row.text("Kind")
        if CUT in row.text("Among"):
            continue  # whom it was among does not stand there in full: it is asked for anew
        if id_ and id_ not in lots and kind in ("order", "colour", "toss", "choice"):
            drawn = split_names(row.text("Drawn") or row.text("Typed"))
            found.append(Recorded(Lot(id_, kind, split_names(row.text("Among")), drawn or None), now, ADOPTED))  # type: ignore[arg-type]
    return tuple(sorted(found, key=_order))


def _name(typed: str, names: Mapping[str, str]) -> str:
    return names.get(name_key(typed), typed)


def _order(recorded: Recorded) -> tuple[int, datetime]:
    return (0 if isinstance(recorded.fact, Entry) else 1, recorded.at)


def _id(row: TypedRow, heading: str) -> str:
    at = parse_ref(clean(cell_text(row.raw.get(heading))))
    return str(at) if at else ""


def _announced(row: TypedRow, sheet: Sheet, now: datetime) -> datetime:
    found = read_moment(row.raw.get("Announced"), sheet.zone)
    return found if isinstance(found, datetime) else now


def _dues(sheet: Sheet) -> dict[str, datetime]:
    """Deadlines as the Pairings tab last showed them."""
    tab = sheet.tabs.get("Pairings")
    found: dict[str, datetime] = {}
    for cells in tab.rows[3:] if tab else ():
        due = read_moment(cells[6], sheet.zone) if len(cells) > 6 and cells[6] is not None else None
        if isinstance(due, datetime):
            found[cell_text(cells[0])] = due
    return found


def _entries(
    sheet: Sheet, spec: FormatSheet, now: datetime, entered: Mapping[str, int], names: Mapping[str, str]
) -> Iterable[Recorded]:
    """Entries that were lost: everybody in Players when none is left, else those who stand in a game."""
    rows = [r for r in sheet.rows.get("Players", ()) if r.text("Player")]
    playing = {
        name_key(_name(r.text(h), names))
        for r in sheet.rows.get("Games", ())
        for h in (spec.first_heading, spec.second_heading)
    }
    if entered:
        inside = {name_key(name) for name in entered}
        rows = [r for r in rows if name_key(r.text("Player")) in playing - inside]

    def rank(row: TypedRow) -> tuple[bool, Fraction, Fraction, int]:
        seed, rating = row.values.get("Seed"), row.values.get("Rating")
        return (
            not isinstance(seed, Fraction),
            seed if isinstance(seed, Fraction) else Fraction(0),
            -rating if isinstance(rating, Fraction) else Fraction(0),
            row.number,
        )

    free = (n for n in count(1) if n not in set(entered.values()))
    for number, row in zip(free, sorted(rows, key=rank), strict=False):
        yield Recorded(Entry(row.text("Player"), "", number), now, ADOPTED)
