"""Prize money: who gets what in the Premier and in the Challengers, and who gets none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rules.hastings.challengers import Line, standings_of
from rules.hastings.event import CHALLENGERS, KNOCK_OUT, Event
from rules.model import Book, Id, Reason, Trouble, Value
from rules.parts.decisions import of_kind
from rules.parts.numerals import whole
from rules.parts.prize_tables import is_unread, too_little
from rules.parts.sharing import share

ZERO = Fraction(0)
SETTINGS: Mapping[str, tuple[str, tuple[int, ...], int]] = {  # setting -> section, places, printed amount
    "Prize: Premier winner": (KNOCK_OUT, (1,), 1500),
    "Prize: Premier runner-up": (KNOCK_OUT, (2,), 1000),
    "Prize: Premier semi-final losers": (KNOCK_OUT, (3, 4), 400),
    "Prize: Challengers winner": (CHALLENGERS, (1,), 800),
}


@dataclass(frozen=True)
class Prize:
    """A line of the prize money. `withheld`: what a defaulter does not get (the share is not given to others)."""

    section: str
    player: Id | None
    place: str
    amount: Fraction
    withheld: Fraction
    why: Reason
    named: bool = False  # the director said what there is to win: before that no sum is shown


def amounts(book: Book) -> Mapping[tuple[str, int], Fraction]:
    """Amounts by section and place: what Prizes has for a section, else its settings, else what is printed.

    A place left out of what is typed has nothing. Rulings: H39, H53.
    """
    found: dict[tuple[str, int], Fraction] = {}
    for row in book.prizes:
        place, amount = whole(str(row.get("Place") or "")), row.get("Prize")
        section = str(row.get("Section") or "").strip().upper()
        if place is not None and isinstance(amount, int | Fraction) and not isinstance(amount, bool):
            found[section, place] = Fraction(amount)
    typed = {section for section, _ in found} | {
        str(row.get("Section") or "").strip().upper() for row in book.prizes if is_unread([row], "Prize")
    }
    for name, (section, places, printed) in SETTINGS.items():
        if section in typed:
            continue
        value = _set(book, name)
        unset = 0 if _is_set(book, section) else printed
        found |= {(section, place): Fraction(unset) if value is None else value for place in places}
    return found


def is_named(book: Book, section: str) -> bool:
    """Whether the director said what a section pays: by lines of Prizes, or by a setting. Before that no sum is shown,
    for the printed amounts are those of one congress. Ruling: H53."""
    rows = [row for row in book.prizes if str(row.get("Section") or "").strip().upper() == section]
    return any(row.get("Prize") is not None for row in rows) or _is_set(book, section)


def _is_set(book: Book, section: str) -> bool:
    return any(_set(book, name) is not None for name, (own, _, _) in SETTINGS.items() if own == section)


def _set(book: Book, name: str) -> Fraction | None:
    value = book.setting(name, SETTINGS[name][0])
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def asked_about(book: Book) -> Mapping[str, int]:
    """Sections by whose table nothing is paid until it is mended: the place that would get too little, 0 for a cell
    that cannot be read. Ruling: H39."""
    table = amounts(book)
    found: dict[str, int] = {}
    for section in (KNOCK_OUT, CHALLENGERS):
        rows = [row for row in book.prizes if str(row.get("Section") or "").strip().upper() in (section, "")]
        place = too_little({p: amount for (s, p), amount in table.items() if s == section})
        if is_unread(rows, "Prize"):
            found[section] = 0
        elif place is not None:
            found[section] = place
    return found


def rising(event: Event) -> list[Trouble]:
    """Tables of prizes by which a higher place would get less than a lower one. Ruling: H39."""
    found = []
    for section, place in asked_about(event.book).items():
        if not place:
            continue  # the message about the cell says so
        facts: dict[str, Value] = {"section": section, "place": place}
        here = [
            n for n, row in enumerate(event.book.prizes)
            if str(row.get("Section") or "").strip().upper() == section and whole(str(row.get("Place") or "")) == place
        ]  # fmt: skip
        setting = next(
            name for name, (own, places, _) in SETTINGS.items() if own == section and (here or place in places)
        )
        about, field = ("Prizes", "Prize") if here else ("Settings", setting)
        found.append(Trouble("prize-rises", about, field, {**facts, "row": here[0]} if here else facts, blocks=True))
    return found


def champion(event: Event) -> tuple[Id | None, Reason | None]:
    """Who won the knock-out, and why; None while nobody has. Rule: 29, 30; rulings H29, H36, H40."""
    last = event.last_k
    if last is None:
        return None, None
    word = [d for d in of_kind(event.book.decisions, "Winner") if d.about.strip() in (last.id, KNOCK_OUT)]
    if word and last.over:
        winner = word[-1].value
        if winner in event.entries:
            return winner, Reason("H29", "champion-word", {"player": winner})
    if not last.is_final or not last.over:
        return None, None
    if last.matches:
        winner_or_none = last.matches[0].winner
        if winner_or_none is None:
            return None, None
        loser = last.matches[0].loser
        code = "champion-word" if last.matches[0].by_word else "champion"
        return winner_or_none, Reason("30/H29", code, {"player": winner_or_none, "second": loser})
    if len(last.held) == 1:
        return last.held[0], Reason("H29/H40", "champion-alone", {"player": last.held[0]})
    return None, None


def runner_up(event: Event) -> Id | None:
    """The loser of a final that was paired, also by default; None where there is none. Ruling: H29."""
    last = event.last_k
    if last is None or not last.is_final or not last.matches or not last.over:
        return None
    return last.matches[0].loser


def kept(event: Event, player: Id) -> bool:
    """Whether the director recorded an agreed withdrawal stage or reasons beyond the player's control. Ruling: H38."""
    return any(d.about == player for d in of_kind(event.book.decisions, "Prize kept"))


def loses_prize(event: Event, player: Id) -> Id | None:
    """The game or match defaulted for which the player gets no prize; None where prizes are kept. H38, H44."""
    found = event.defaulters.get(player)
    return None if found is None or kept(event, player) else found


def prizes_of(event: Event, lines: tuple[Line, ...] | None = None) -> tuple[Prize, ...]:
    """Every prize as it stands: final once the event is finished. Rule: 30, 32, 34, notes; rulings H29, H38, H39."""
    table, asked = amounts(event.book), asked_about(event.book)
    own = () if CHALLENGERS in asked else _challengers(event, table, standings_of(event) if lines is None else lines)
    return (*(() if KNOCK_OUT in asked else _knock_out(event, table)), *own)


def _prize(event: Event, section: str, player: Id, place: str, amount: Fraction, why: Reason) -> Prize:
    missed = loses_prize(event, player)
    named = is_named(event.book, section)
    if missed is None:
        return Prize(section, player, place, amount, ZERO, why, named)
    data: dict[str, Value] = {**why.data, "player": player, "game": missed}
    sum_ = (Reason("", "withheld", {"amount": amount}),) if named else ()
    return Prize(section, player, place, ZERO, amount, Reason("32, 34/H38", "prize-lost", data, (*sum_, why)), named)


def _knock_out(event: Event, table: Mapping[tuple[str, int], Fraction]) -> list[Prize]:
    found: list[Prize] = []
    winner, why = champion(event)
    first, second = table.get((KNOCK_OUT, 1), ZERO), table.get((KNOCK_OUT, 2), ZERO)
    if winner is not None and why is not None:
        found.append(_prize(event, KNOCK_OUT, winner, "1", first, why))
    loser = runner_up(event)
    if loser is not None and loser != winner:
        data: dict[str, Value] = {"player": loser}
        found.append(_prize(event, KNOCK_OUT, loser, "2", second, Reason("H29", "runner-up", data)))
    elif winner is not None and second:
        waits = Reason("H29", "second-prize-waits")
        found.append(Prize(KNOCK_OUT, None, "2", ZERO, second, waits, is_named(event.book, KNOCK_OUT)))
    for round_ in reversed(event.k_rounds):
        if round_.is_final or not round_.matches:
            continue
        low, high = round_.places // 2 + 1, round_.places
        if round_.number == 1 or not any((KNOCK_OUT, place) in table for place in range(low, high + 1)):
            continue
        each = share([table.get((KNOCK_OUT, p), ZERO) for p in range(1, high + 1)], low, high - low + 1).each
        later = {p for r in event.k_rounds if r.number > round_.number for p in r.ranking}
        for match in round_.matches:
            for player in match.result().losers if match.over else ():
                if player not in later and player != winner:
                    facts: dict[str, Value] = {"player": player, "round": round_.id, "places": f"{low}-{high}"}
                    why = Reason("H39", "prize-stage", facts)
                    found.append(_prize(event, KNOCK_OUT, player, f"{low}-{high}", each, why))
    return found


def _challengers(event: Event, table: Mapping[tuple[str, int], Fraction], lines: tuple[Line, ...]) -> list[Prize]:
    found: list[Prize] = []
    best = max((place for section, place in table if section == CHALLENGERS), default=0)
    row = [table.get((CHALLENGERS, place), ZERO) for place in range(1, best + 1)]
    first = 1
    for points, tied in groupby(lines, key=lambda line: line.standing.points):
        group = list(tied)
        if first > best:
            break
        each = share(row, first, len(group)).each
        last = first + len(group) - 1
        for line in group:
            place = str(first) if first == last else f"{first}-{last}"
            data: dict[str, Value] = {"player": line.player, "points": Fraction(points, 2), "members": len(group)}
            why = Reason("H39", "prize-shared" if len(group) > 1 else "prize-alone", data)
            found.append(_prize(event, CHALLENGERS, line.player, place, each, why))
        first = last + 1
    return found
