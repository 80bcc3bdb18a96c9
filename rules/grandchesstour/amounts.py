"""Prize and point tables of an event and of the Tour: typed in Prizes, else the defaults.

Rule: 3.1, 4.1, 4.2; G8, G31. Amounts are exact: money in dollars (or the currency of the setting), Tour points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.grandchesstour.events import CLASSICAL, TOUR, Event
from rules.model import Book, Fields, Id, Trouble, Value
from rules.parts.numerals import whole
from rules.parts.prize_tables import is_unread, too_little

POINTS = tuple(Fraction(p) for p in (12, 10, 8, 7, 6, 5, 4, 3, 2, 1))
BONUS = Fraction(1)
AMOUNTS = ("Prize", "Points")
PRIZES = tuple(Fraction(p) for p in (75_000, 50_000, 40_000, 30_000, 25_000, 20_000, *[15_000] * 4))
TOUR_PRIZES = (Fraction(100_000), Fraction(50_000))


@dataclass(frozen=True)
class Amounts:
    """Prizes and points by place from 1, and the bonus for standing alone at the top."""

    prizes: tuple[Fraction, ...]
    points: tuple[Fraction, ...]
    bonus: Fraction
    named: bool = False  # True where the director typed prizes: before that no sum is shown
    sure: bool = True  # False while a cell cannot be read, or a higher place would get less than a lower one


def amounts_of(book: Book, event: Event) -> Amounts:
    """The tables of an event. Rule: G8, G31: prizes and points are replaced each as a whole, the bonus by itself;
    G42: a sum is shown only where the director typed prizes."""
    rows = _rows(book, event.id)
    default = PRIZES if event.kind == CLASSICAL else ()
    bonus = next((p for row in rows if _is_bonus(row) and (p := _number(row.get("Points"))) is not None), BONUS)
    sure = all(_is_sure(rows, heading) for heading in AMOUNTS)
    named = bool(_listed(rows, "Prize"))
    return Amounts(_table(rows, "Prize", default), _table(rows, "Points", POINTS), bonus, named, sure)


def tour_prizes(book: Book) -> Amounts:
    """The prizes of the final standings of the Tour; there are no points or bonus. Rule: 4.1, 4.2; G42."""
    rows = [row for row in book.prizes if _section(row) == TOUR]
    named = bool(_listed(rows, "Prize"))
    return Amounts(_table(rows, "Prize", TOUR_PRIZES), (), Fraction(0), named, _is_sure(rows, "Prize"))


def rising(book: Book, section: Id) -> tuple[Trouble, ...]:
    """The rows of a section whose place would get less than a lower one: nothing is given out by them. Rule: G8."""
    rows = [row for row in book.prizes if _section(row) == section]
    found = []
    for heading in AMOUNTS:
        place = too_little(_listed(rows, heading))
        if place is not None:
            number = next(n for n, row in enumerate(book.prizes) if _section(row) == section and _place(row) == place)
            facts: dict[str, Value] = {"section": section, "place": place, "row": number, "heading": heading.casefold()}
            found.append(Trouble("prize-rises", "Prizes", heading, facts, blocks=True))
    return tuple(found)


def _is_sure(rows: Sequence[Fields], heading: str) -> bool:
    return not is_unread(rows, heading) and too_little(_listed(rows, heading)) is None


def prize_troubles(book: Book, events: tuple[Event, ...]) -> tuple[Trouble, ...]:
    """Rows of Prizes that cannot be used, and events that pay nothing because nobody said what."""
    troubles = []
    known = {e.id for e in events} | {TOUR, ""}
    seen: set[tuple[Id, str]] = set()
    for number, row in enumerate(book.prizes):
        section, place = _section(row), str(row.get("Place") or "").strip()
        facts: dict[str, Value] = {"section": section, "place": place, "row": number}
        if not place and not any(row.get(h) is not None for h in ("Section", "Prize", "Points")):
            continue
        if section not in known:
            troubles.append(Trouble("prize-section", "Prizes", "Section", facts))
        elif not _is_bonus(row) and _place(row) is None:
            troubles.append(Trouble("prize-place", "Prizes", "Place", facts))
        elif (section, place.casefold()) in seen:
            troubles.append(Trouble("prize-twice", "Prizes", "Place", facts))
        else:
            below = [h for h in ("Prize", "Points") if (n := _number(row.get(h))) is not None and n < 0]
            troubles += [Trouble("prize-negative", "Prizes", h, facts) for h in below]
        seen.add((section, place.casefold()))
    troubles += [t for section in sorted({_section(row) for row in book.prizes} & known) for t in rising(book, section)]
    unpaid = [e for e in events if not any(amounts_of(book, e).prizes)]
    return (*troubles, *(Trouble("prizes-missing", "Prizes", "Prize", {"event": e.id, "name": e.name}) for e in unpaid))


def _rows(book: Book, section: Id) -> list[Fields]:
    own = [row for row in book.prizes if _section(row) == section]
    return own or [row for row in book.prizes if not _section(row)]


def _table(rows: list[Fields], heading: str, default: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Amounts by place; a place left out has nothing."""
    found = _listed(rows, heading)
    if not found:
        return default
    return tuple(found.get(place, Fraction(0)) for place in range(1, max(found) + 1))


def _listed(rows: Sequence[Fields], heading: str) -> dict[int, Fraction]:
    """Amounts by place; a place typed twice counts as first typed."""
    found: dict[int, Fraction] = {}
    for row in rows:
        place, amount = _place(row), _number(row.get(heading))
        if place is not None and amount is not None and amount >= 0:
            found.setdefault(place, amount)
    return found


def _section(row: Fields) -> Id:
    return str(row.get("Section") or "").strip().upper()


def _is_bonus(row: Fields) -> bool:
    return str(row.get("Place") or "").strip().casefold() == "bonus"


def _place(row: Fields) -> int | None:
    number = _number(row.get("Place"))
    return int(number) if number is not None and number.denominator == 1 and 1 <= number <= 100 else None


def _number(value: Value) -> Fraction | None:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    found = whole(str(value or "").strip().rstrip("."))
    return None if found is None else Fraction(found)
