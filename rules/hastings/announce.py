"""What is announced with a round: times worked out, clocks, breaks, and what people must do."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from rules.hastings.event import Event
from rules.hastings.field import Draw
from rules.hastings.times import on_day
from rules.model import Book, Reason, Value

CLOCKS = {
    "Slow clock, White": "70 minutes for 40 moves, then 20 minutes more, one minute added per move from the first",
    "Slow clock, Black": "90 minutes for 40 moves, then 20 minutes more, one minute added per move from the first",
    "Quick clock": "10 minutes plus 10 seconds per move from the first",
    "Armageddon clock, White": "6 minutes, nothing added",
    "Armageddon clock, Black": "5 minutes, nothing added",
}


def clock(book: Book, name: str) -> str:
    """A rate of play as set, else as printed. Rule: 7, 9, 10."""
    typed = book.setting(name, "K")
    return str(typed) if typed else CLOCKS[name]


def minutes(seconds: float) -> int | Fraction:
    """Whole minutes where they are whole."""
    found = Fraction(int(seconds), 60)
    return int(found) if found.denominator == 1 else found


def duties(event: Event, slot: int, last_slow: bool) -> tuple[Reason, ...]:
    """What people must do around the games of a slot, with times. Rules: 7-12, 17, 18; ruling H31.

    `last_slow`: drawn matches go on with play-offs on the day of this slot.
    """
    hours, book = event.hours, event.book
    start = event.slot_start(slot)
    day = start
    found = [Reason("7", "duty-clocks" if start is not None else "duty-clocks-before", {
        "white": clock(book, "Slow clock, White"), "black": clock(book, "Slow clock, Black"), "starts": start,
    })]  # fmt: skip
    if last_slow:
        found += [
            Reason("8/H31", "duty-mini-match", {
                "minutes": minutes(hours.before_mini_match.total_seconds()),
                "earliest": _at(day, hours.mini_match), "pause": minutes(hours.between_quick.total_seconds()),
                "clock": clock(book, "Quick clock"),
            }),
            Reason("10/H31", "duty-armageddon", {
                "minutes": minutes(hours.before_armageddon.total_seconds()),
                "earliest": _at(day, hours.armageddon),
                "white": clock(book, "Armageddon clock, White"), "black": clock(book, "Armageddon clock, Black"),
            }),
            Reason("11", "duty-reconstruct", {}),
        ]  # fmt: skip
    found.append(Reason("12", "duty-post", {}))
    if last_slow:
        found.append(Reason("17", "duty-announce", {}))
    found.append(Reason("18/H31", "duty-pairings", {"earliest": _at(day, hours.pairings)}))
    return tuple(found)


def _at(day: datetime | None, hour: Value | object) -> Value:
    from datetime import time

    assert isinstance(hour, time)
    return f"{hour:%H:%M}" if day is None else on_day(day, hour)


def round_reason(event: Event, slot: int, draw: Draw, slow: int, name: str, places: int, players: int) -> Reason:
    """Why a knock-out round is as it is: its size, lucky losers, exchanges, and what is announced with it."""
    starts = event.slot_start(slot)
    data: dict[str, Value] = {
        "name": name[:1].upper() + name[1:],
        "players": players,
        "boards": len(draw.boards),
        "starts": starts,
    }
    parts: list[Reason] = []
    if slot == 1:
        code, rule = "round-first", "1-5"
    else:
        data |= {"places": places, "through": players - len(draw.lucky), "lucky": len(draw.lucky)}
        code, rule = "round-next", "13-14/H14"
        parts += [one.why for one in draw.lucky]
        if places > players:
            parts.append(Reason("H17", "vacant", {"vacant": places - players}))
    parts += draw.notes
    parts.append(Reason("19/H35", "draws-agree", {}))
    for first, second in draw.forbidden:
        parts.append(Reason("H6", "forbidden-left", {"first": first, "second": second}))
    if slow == 2:
        parts.append(Reason("26-27", "premier-match", {"second": event.slot_start(slot + 1) if starts else None}))
    parts += duties(event, slot, slow == 1)
    if slow == 2:
        parts += duties(event, slot + 1, True)[1:]
    return Reason(rule, code, data, tuple(parts))
